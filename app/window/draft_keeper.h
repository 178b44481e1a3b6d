// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QDateTime>
#include <QObject>
#include <QString>
#include <QTimer>
#include <QVector>
#include <memory>

class QLockFile;

namespace orrery {

class ConfigDocument;

/// Edits that a process did not live to save.
struct Draft {
    QString place;  // of the draft itself
    QString file;   // that was edited; empty when it had none
    QString title;
    QString text;
    QDateTime time;
};

/// Writes the configuration's unsaved edits beside the program's state, some seconds after each
/// change, and removes them when they are saved or given up. GUI thread only.
class DraftKeeper : public QObject {
    Q_OBJECT

public:
    explicit DraftKeeper(ConfigDocument* document, QObject* parent = nullptr);
    ~DraftKeeper() override;

    /// $XDG_STATE_HOME/orrery/drafts, else ~/.local/state/orrery/drafts.
    static QString folder();
    /// Of processes that are gone, the newest first.
    static QVector<Draft> abandoned();
    static void discard(const Draft& draft);
    /// Writes or removes it at once.
    void keep();
    /// Writes it, for the next process to offer.
    void leave();
    /// The edits were given up: nothing is to be recovered.
    void forget();

private:
    void letGo();

    ConfigDocument* document_;
    QTimer timer_;
    QString place_;
    std::unique_ptr<QLockFile> lock_;
};

}  // namespace orrery
