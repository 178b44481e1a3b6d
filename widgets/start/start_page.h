// SPDX-License-Identifier: GPL-3.0-or-later
// Where a session begins: three ways in, and what was open lately. GUI thread only.
#pragma once
#include <QString>
#include <QVector>
#include <QWidget>
#include <utility>

class QCommandLinkButton;
class QLabel;
class QListWidget;
class QVBoxLayout;

namespace orrery {

struct RecentItem {
    QString path;
    bool run = false;  // else a configuration
    QString detail;    // "Finished, 624 steps, validation loss 2.31"; empty when nothing is known
    bool missing = false;
};

/// A study that comes with the program.
struct StudyItem {
    QString name;
    QString question;
};

class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);
    void setRecent(const QVector<RecentItem>& items);
    void setStudies(const QVector<StudyItem>& studies);
    /// The name of what was open last; empty = there is nothing to go back to.
    void setSession(const QString& name);

Q_SIGNALS:
    void sessionRequested();
    void demoRequested();
    void newConfigurationRequested();
    void openConfigurationRequested();
    void openRunRequested();
    void recentRequested(const QString& path, bool run);
    void studyRequested(const QString& name);

protected:
    void changeEvent(QEvent* event) override;

private:
    QVBoxLayout* buildTitle();
    QVBoxLayout* buildChoices();
    QVBoxLayout* buildRecent();
    QListWidget* makeList(const QString& name);
    QCommandLinkButton* addChoice(QVBoxLayout* layout, const char* icon, const QString& title,
                                  const QString& text);

    QCommandLinkButton* session_ = nullptr;
    QListWidget* recent_ = nullptr;
    QListWidget* studies_ = nullptr;
    QLabel* no_recent_ = nullptr;
    QVector<std::pair<QCommandLinkButton*, QString>> choices_;
    QVector<RecentItem> items_;
};

}  // namespace orrery
