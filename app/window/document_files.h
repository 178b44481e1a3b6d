// SPDX-License-Identifier: GPL-3.0-or-later
// Opening and saving the configuration with dialogs; nothing is lost without being asked. GUI
// thread only.
#pragma once
#include <QObject>
#include <QString>
#include <QWidget>
#include <filesystem>

namespace orrery {

class ConfigDocument;
class WindowSettings;

class DocumentFiles : public QObject {
    Q_OBJECT

public:
    DocumentFiles(ConfigDocument* document, WindowSettings* settings, QWidget* window);

    /// All return false when the user went back, or when it failed (then after failed()).
    bool save();
    bool saveAs();
    bool saveTo(const QString& file);
    bool open(const QString& file);
    bool openWithDialog();
    /// Asks about unsaved edits: save, discard, or go back (false).
    bool mayReplace();

Q_SIGNALS:
    void opened(const QString& file);  // or saved under that name
    void failed(const QString& reason);

private:
    bool attempt(void (ConfigDocument::*act)(const std::filesystem::path&), const QString& file);
    QString askSaveName();

    ConfigDocument* document_;
    WindowSettings* settings_;
    QWidget* window_;
};

}  // namespace orrery
