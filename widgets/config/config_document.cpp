// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/config_document.h"

#include <QPlainTextDocumentLayout>
#include <QRegularExpression>
#include <QScopedValueRollback>
#include <QTextCursor>
#include <algorithm>

#include "core/files/atomic_file.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

constexpr int kReparseDelay = 200;  // ms

constexpr int kRounds = 4;

QString documentText(const QTextDocument& document) {
    // toPlainText() would turn no-break spaces into spaces.
    QString text = document.toRawText();
    text.replace(QChar::ParagraphSeparator, u'\n');
    return text;
}

struct Change {
    int position;
    int removed;
    QString added;
};

/// The smallest replacement that turns `before` into `after`.
Change difference(const QString& before, const QString& after) {
    const int shorter = static_cast<int>(std::min(before.size(), after.size()));
    int head = 0;
    while (head < shorter && before[head] == after[head])
        ++head;
    int tail = 0;
    while (tail < shorter - head &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {head, static_cast<int>(before.size()) - head - tail,
            after.mid(head, after.size() - head - tail)};
}

}  // namespace

ConfigDocument::ConfigDocument(QObject* parent) : QObject(parent) {
    document_.setDocumentLayout(new QPlainTextDocumentLayout(&document_));
    reparse_.setSingleShot(true);
    reparse_.setInterval(kReparseDelay);
    connect(&reparse_, &QTimer::timeout, this, &ConfigDocument::parseNow);
    connect(&document_, &QTextDocument::contentsChanged, this, &ConfigDocument::textEdited);
    connect(&document_, &QTextDocument::modificationChanged, this,
            &ConfigDocument::modificationChanged);
}

QString ConfigDocument::text() const {
    return documentText(document_);
}

QString ConfigDocument::title() const {
    if (hasFile()) return QString::fromStdString(file_.filename().string());
    return name_.isEmpty() ? tr("Untitled") : name_;
}

std::string ConfigDocument::messageName() const {
    return hasFile() ? file_.string() : title().toStdString();
}

void ConfigDocument::replaceAll(const TextFile& file, const std::filesystem::path& path,
                                const QString& name) {
    {
        const QScopedValueRollback guard(patching_, true);
        document_.setPlainText(file.text);
        document_.clearUndoRedoStacks();
        document_.setModified(false);
    }
    on_disk_ = file;
    file_ = path;
    name_ = name;
    last_key_.clear();
    form_faults_.clear();
    config_ = Config{};
    parseNow();
    Q_EMIT fileChanged();
}

void ConfigDocument::setText(const QString& text, const QString& name) {
    TextFile file;
    file.text = text;
    file.bytes = text.toStdString();
    replaceAll(file, {}, name);
}

void ConfigDocument::edit(const QString& text) {
    form_faults_.clear();
    applyText(text, {});
    parseNow();
}

void ConfigDocument::load(const std::filesystem::path& file) {
    const TextFile read = readTextFile(file);
    QTextDocument trial;
    trial.setPlainText(read.text);
    if (documentText(trial) != read.text)
        throw Error(file.string() +
                    ": contains Unicode line or paragraph separators. Replace them with newlines.");
    replaceAll(read, std::filesystem::absolute(file), {});
}

void ConfigDocument::saveAs(const std::filesystem::path& file) {
    const std::string bytes = on_disk_.encode(text());
    writeFileAtomically(file, bytes);
    on_disk_.bytes = bytes;
    on_disk_.text = text();
    const bool renamed = file != file_;
    file_ = file;
    document_.setModified(false);
    if (!renamed) return;
    parseNow();  // `extends` and the names in messages follow the file
    Q_EMIT fileChanged();
}

std::vector<Diagnostic> ConfigDocument::faults() const {
    std::vector<Diagnostic> all = text_faults_;
    for (const auto& [key, fault] : form_faults_)
        all.push_back({messageName(), 0, 0, key, fault.message.toStdString()});
    return all;
}

QString ConfigDocument::faultOf(const std::string& key) const {
    const auto form = form_faults_.find(key);
    if (form != form_faults_.end()) return form->second.message;
    for (const Diagnostic& fault : text_faults_)
        if (fault.key == key) return QString::fromStdString(fault.message);
    return {};
}

bool ConfigDocument::isInThisText(const Diagnostic& fault) const {
    return fault.line > 0 && fault.line <= document_.blockCount() && fault.file == messageName();
}

std::optional<QString> ConfigDocument::faultyTextOf(const std::string& key) const {
    const auto form = form_faults_.find(key);
    if (form != form_faults_.end()) return form->second.typed;
    for (const Diagnostic& fault : text_faults_) {
        if (fault.key != key || !isInThisText(fault)) continue;
        static const QRegularExpression value(
            QStringLiteral(R"(^\s*[\w]+\s*:\s*(?:'((?:[^']|'')*)'|(.*?))\s*(?:\s#.*)?$)"));
        const auto match = value.match(document_.findBlockByNumber(fault.line - 1).text());
        if (!match.hasMatch()) continue;
        return match.captured(1).replace(QStringLiteral("''"), QStringLiteral("'")) +
               match.captured(2);
    }
    return std::nullopt;
}

void ConfigDocument::setFieldText(const Field& field, const QString& typed) {
    try {
        const FieldValue value = parseFieldValue(field, typed.toStdString());
        form_faults_.erase(field.key);
        patch(field, value);
    } catch (const std::exception& error) {
        form_faults_[field.key] = {typed, QString::fromUtf8(error.what())};
        Q_EMIT changed();
    }
}

void ConfigDocument::patch(const Field& field, const FieldValue& value) {
    form_faults_.erase(field.key);
    if (faultOf(field.key).isEmpty() && field.get(config_) == value) {
        Q_EMIT changed();
        return;
    }
    try {
        const std::string patched = patchYaml(text().toStdString(), field.key, value);
        applyText(QString::fromStdString(patched), field.key);
        parseNow();
    } catch (const std::exception& error) {
        const QString reason = tr("Can't update the YAML text: %1").arg(coreText(error));
        form_faults_[field.key] = {QString::fromStdString(formatFieldValue(value)), reason};
        Q_EMIT changed();
    }
}

void ConfigDocument::applyText(const QString& text, const std::string& key) {
    const QScopedValueRollback guard(patching_, true);
    const Change change = difference(this->text(), text);
    QTextCursor cursor(&document_);
    if (!key.empty() && key == last_key_)
        cursor.joinPreviousEditBlock();
    else
        cursor.beginEditBlock();
    cursor.setPosition(change.position);
    cursor.setPosition(change.position + change.removed, QTextCursor::KeepAnchor);
    cursor.insertText(change.added);
    cursor.endEditBlock();
    last_key_ = key;
}

void ConfigDocument::textEdited() {
    if (patching_) return;
    last_key_.clear();
    reparse_.start();
}

void ConfigDocument::parseNow() {
    reparse_.stop();
    const Config before = config_;
    readText();
    std::erase_if(form_faults_, [&](const auto& entry) {
        const Field* field = findField(entry.first);
        return field && field->get(before) != field->get(config_);
    });
    Q_EMIT changed();
}

void ConfigDocument::readText() {
    text_faults_.clear();
    try {
        config_ = parseConfig(text().toStdString(), messageName());
    } catch (const ConfigError& error) {
        text_faults_ = error.diagnostics();
    } catch (const std::exception& error) {
        text_faults_ = {{messageName(), 0, 0, {}, error.what()}};
    }
    if (text_faults_.empty()) return;
    if (const auto rest = readWithoutFaultyLines()) config_ = *rest;
}

std::optional<Config> ConfigDocument::readWithoutFaultyLines() const {
    QStringList lines = text().split(u'\n');
    std::vector<Diagnostic> faults = text_faults_;
    // A line less may leave a new fault behind (a section without keys), so more than one round.
    for (int round = 0; round < kRounds; ++round) {
        for (const Diagnostic& fault : faults)
            if (isInThisText(fault)) lines[fault.line - 1].clear();
        try {
            return parseConfig(lines.join(u'\n').toStdString(), messageName());
        } catch (const ConfigError& error) {
            faults = error.diagnostics();
        } catch (const std::exception&) {
            break;
        }
    }
    return std::nullopt;  // the faults hang together: the last readable state stays on show
}

}  // namespace orrery
