// SPDX-License-Identifier: GPL-3.0-or-later
// The configuration being edited. Its YAML text is the one state: the form reads what the text says
// and edits by patching it, so that comments survive and one undo stack serves both. GUI thread
// only.
#pragma once
#include <QObject>
#include <QString>
#include <QTextDocument>
#include <QTimer>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/config/config.h"
#include "core/config/fields.h"
#include "core/config/yaml.h"
#include "widgets/config/text_file.h"

namespace orrery {

class ConfigDocument : public QObject {
    Q_OBJECT

public:
    explicit ConfigDocument(QObject* parent = nullptr);

    QTextDocument* textDocument() { return &document_; }
    QString text() const;
    /// Replaces everything by a text that has no file yet, only a name; undo starts anew.
    void setText(const QString& text, const QString& name = {});
    /// Replaces everything as one edit, which can be undone; the file stays the same.
    void edit(const QString& text);
    /// Reads the whole file first; throws Error and stays as it was when it is no text. Faults in
    /// it are no error.
    void load(const std::filesystem::path& file);
    /// Throws Error; the file on the disk is then whole, and the document still modified.
    void save() { saveAs(file_); }
    void saveAs(const std::filesystem::path& file);

    bool hasFile() const { return !file_.empty(); }
    const std::filesystem::path& file() const { return file_; }
    QString title() const;  // the file's name, or the one given to setText(), or "Untitled"
    /// The file as messages name it: Diagnostic::file of faults in this text.
    std::string messageName() const;
    bool isModified() const { return document_.isModified(); }

    /// What the text says. While it has faults: the same without its faulty lines, as far as that
    /// can be read.
    const Config& config() const { return config_; }
    /// Faults of the text, and of values typed into the form that are not in the text. Empty = can
    /// be trained.
    std::vector<Diagnostic> faults() const;
    bool hasFaults() const { return !text_faults_.empty() || !form_faults_.empty(); }
    /// The first fault of a field, or empty.
    QString faultOf(const std::string& key) const;
    /// What stands where a faulty value stands: in the form or in the text. nullopt without a
    /// fault.
    std::optional<QString> faultyTextOf(const std::string& key) const;

    /// Sets a field from what was typed. A bad value stays as a fault of the form; the text does
    /// not change.
    void setFieldText(const Field& field, const QString& typed);
    void resetField(const Field& field) { patch(field, field.default_value); }
    /// Reads the text now instead of 200 ms after the last edit.
    void parseNow();

Q_SIGNALS:
    void changed();  // config(), faults()
    void fileChanged();
    void modificationChanged(bool modified);

private:
    struct FormFault {
        QString typed;
        QString message;
    };
    void replaceAll(const TextFile& file, const std::filesystem::path& path, const QString& name);
    void patch(const Field& field, const FieldValue& value);
    void applyText(const QString& text, const std::string& key);
    void readText();
    std::optional<Config> readWithoutFaultyLines() const;
    bool isInThisText(const Diagnostic& fault) const;
    void textEdited();

    QTextDocument document_;
    QTimer reparse_;
    TextFile on_disk_;
    std::filesystem::path file_;
    QString name_;  // while there is no file
    Config config_;
    std::vector<Diagnostic> text_faults_;
    std::map<std::string, FormFault> form_faults_;
    std::string last_key_;  // of the last form edit, whose undo step the next one may join
    bool patching_ = false;
};

}  // namespace orrery
