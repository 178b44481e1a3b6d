// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDialog>
#include <QString>
#include <functional>
#include <vector>

class QLineEdit;
class QListWidget;

namespace orrery {

/// Something to do or to go to, by its name.
struct CommandEntry {
    QString text;
    QString detail;  // a shortcut, what a setting means, the place of a run; may be empty
    std::function<void()> act;
};

/// Finds what there is to do by a few letters: every word that is typed occurs in text or detail,
/// and entries that begin with them come first. GUI thread only.
class CommandPalette : public QDialog {
    Q_OBJECT

public:
    explicit CommandPalette(std::vector<CommandEntry> entries, QWidget* parent);

    void search(const QString& text);
    QStringList shown() const;
    /// Closes, then does the chosen one.
    void accept() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& text);

    std::vector<CommandEntry> entries_;
    QLineEdit* search_;
    QListWidget* list_;
};

}  // namespace orrery
