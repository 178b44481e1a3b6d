// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of resources/handbook in a window of their own: contents, text, search within a page.
#pragma once
#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QListWidget;
class QTextBrowser;
class QUrl;

namespace orrery {

class Handbook : public QDialog {
    Q_OBJECT

public:
    explicit Handbook(QWidget* parent = nullptr);

    /// Of all pages, in the order of the contents: paths in the resources, first the start.
    static QStringList pages();

    void showPage(const QString& page);
    /// The glossary at one of its terms, which is selected. False: it does not have it.
    bool showTerm(const QString& term);
    QString page() const;
    /// Selects the next place after the selection, from the top again when there is none below.
    /// False: the page does not contain the text.
    bool find(const QString& text);

    QTextBrowser* text() const { return text_; }

private:
    void buildContents();
    void followPage(const QUrl& source);
    void findNext();

    QListWidget* contents_;
    QTextBrowser* text_;
    QLineEdit* search_;
    QLabel* problem_;
};

/// One for each window: opened again, it keeps its page.
void showHandbook(QWidget* parent);
void showGlossary(QWidget* parent, const QString& term);

}  // namespace orrery
