// SPDX-License-Identifier: GPL-3.0-or-later
// One line of the form: label, editor, unit, a way back to the default, and a note below. GUI
// thread only.
#pragma once
#include <QString>
#include <QStringList>
#include <QWidget>
#include <optional>
#include <vector>

#include "core/config/fields.h"
#include "core/devices/devices.h"

class QLabel;
class QToolButton;

namespace orrery {

class ConfigDocument;
class FieldEditor;

class FieldRow : public QWidget {
    Q_OBJECT

public:
    FieldRow(const Field& field, ConfigDocument* document, QWidget* parent);

    const Field& field() const { return field_; }
    FieldEditor* editor() const { return editor_; }
    bool isChanged() const { return changed_; }  // differs from the default, or is faulty
    bool isFaulty() const { return faulty_; }
    /// Every word occurs in the key, the help, the unit, the choices or the source.
    bool matches(const QStringList& words) const;
    /// A list of this machine's devices in place of the names that a device may have anywhere; one
    /// that is not there is said to be missing.
    void setDevices(const std::vector<DeviceInfo>& devices);
    /// What the run that trains has in place of what the form has; nullopt: the same, or no run.
    void setRunning(const std::optional<FieldValue>& running);
    /// Something more about the field, below it.
    void setBelow(QWidget* below);
    void setLabelWidth(int width);
    int labelWidthHint() const;
    /// Shows what the document says.
    void update();

private:
    void build();
    void showValue();
    void setNote(const QString& note, bool fault);
    QString runningNote() const;

    const Field& field_;
    ConfigDocument* document_;
    FieldEditor* editor_ = nullptr;
    QLabel* label_ = nullptr;
    QLabel* unit_ = nullptr;
    QLabel* note_ = nullptr;
    QToolButton* reset_ = nullptr;
    std::vector<DeviceInfo> devices_;  // empty = not asked for, or not known yet
    std::optional<FieldValue> running_;
    QString haystack_;
    bool changed_ = false;
    bool faulty_ = false;
    bool typing_ = false;  // the change comes from this editor
};

/// "cuda:0 · NVIDIA H100 · 79.2 GB of 80.0 GB free"
QString deviceText(const DeviceInfo& device);

/// Meaning, unit, range, default, YAML key and source of a field, as rich text.
QString fieldToolTip(const Field& field);

}  // namespace orrery
