// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/handbook.h"

#include <QFile>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QShortcut>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextCursor>
#include <QTextTable>

namespace orrery {

namespace {

/// As in the repository, so that links between pages work on both sides.
QString addressOf(const QString& page) {
    return QStringLiteral("qrc:/") + page;
}

/// The heading that a page begins with.
QString titleOf(const QString& page) {
    QFile file(QStringLiteral(":/") + page);
    if (!file.open(QIODevice::ReadOnly)) return page;
    return QString::fromUtf8(file.readLine()).remove(u'#').trimmed();
}

}  // namespace

QStringList Handbook::pages() {
    QStringList pages;
    for (const char* name :
         {"index", "window", "own-text", "figures", "command-line", "hugging-face", "studies",
          "large-models", "many-processes", "files", "glossary"})
        pages << QStringLiteral("resources/handbook/%1.md").arg(QLatin1String(name));
    return pages << QStringLiteral("core/README.md");
}

Handbook::Handbook(QWidget* parent)
    : QDialog(parent, Qt::Window),
      contents_(new QListWidget(this)),
      text_(new QTextBrowser(this)),
      search_(new QLineEdit(this)),
      problem_(new QLabel(this)) {
    setWindowTitle(tr("Handbook"));
    contents_->setAccessibleName(tr("Contents"));
    text_->setAccessibleName(tr("Page"));
    text_->setOpenExternalLinks(true);
    search_->setPlaceholderText(tr("Find in page"));
    search_->setAccessibleName(tr("Find in page"));
    search_->setClearButtonEnabled(true);
    auto* back = new QPushButton(tr("&Back"), this);
    back->setAutoDefault(false);
    back->setEnabled(false);
    auto* bar = new QHBoxLayout;
    bar->addWidget(back);
    bar->addWidget(search_, 1);
    bar->addWidget(problem_);
    auto* side = new QWidget(this);
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    column->addLayout(bar);
    column->addWidget(text_, 1);
    auto* split = new QSplitter(this);
    split->addWidget(contents_);
    split->addWidget(side);
    split->setStretchFactor(1, 1);
    split->setSizes({200, 700});
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(split);
    resize(900, 680);
    buildContents();
    connect(back, &QPushButton::clicked, text_, &QTextBrowser::backward);
    connect(text_, &QTextBrowser::backwardAvailable, back, &QPushButton::setEnabled);
    connect(text_, &QTextBrowser::sourceChanged, this, &Handbook::followPage);
    connect(search_, &QLineEdit::returnPressed, this, &Handbook::findNext);
    connect(search_, &QLineEdit::textChanged, problem_, &QLabel::clear);
    auto* shortcut = new QShortcut(QKeySequence::Find, this);
    connect(shortcut, &QShortcut::activated, search_, [this] {
        search_->setFocus();
        search_->selectAll();
    });
    showPage(pages().constFirst());
}

void Handbook::buildContents() {
    for (const QString& page : pages()) {
        auto* item = new QListWidgetItem(titleOf(page), contents_);
        item->setData(Qt::UserRole, page);
    }
    connect(contents_, &QListWidget::currentItemChanged, this, [this](QListWidgetItem* item) {
        if (item) showPage(item->data(Qt::UserRole).toString());
    });
}

void Handbook::showPage(const QString& page) {
    if (page != this->page())
        text_->setSource(QUrl(addressOf(page)), QTextDocument::MarkdownResource);
}

QString Handbook::page() const {
    return text_->source().path().mid(1);
}

// The browser's own source() is still the page before when it tells of a new one.
void Handbook::followPage(const QUrl& source) {
    problem_->clear();
    const QSignalBlocker quiet(contents_);
    contents_->setCurrentRow(static_cast<int>(pages().indexOf(source.path().mid(1))));
}

bool Handbook::find(const QString& text) {
    if (text.isEmpty() || text_->find(text)) return !text.isEmpty();
    const QTextCursor before = text_->textCursor();
    text_->moveCursor(QTextCursor::Start);
    if (text_->find(text)) return true;
    text_->setTextCursor(before);
    return false;
}

bool Handbook::showTerm(const QString& term) {
    showPage(QStringLiteral("resources/handbook/glossary.md"));
    for (QTextBlock block = text_->document()->begin(); block.isValid(); block = block.next()) {
        const QTextCursor cursor(block);
        const QTextTable* table = cursor.currentTable();
        if (!table || table->cellAt(cursor).column() != 0 || block.text() != term) continue;
        QTextCursor found(block);
        found.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
        text_->setTextCursor(found);
        text_->ensureCursorVisible();
        return true;
    }
    return false;
}

void Handbook::findNext() {
    const bool found = search_->text().isEmpty() || find(search_->text());
    problem_->setText(found ? QString() : tr("Not found"));
}

namespace {

Handbook* openHandbook(QWidget* parent) {
    auto* handbook = parent->findChild<Handbook*>();
    if (!handbook) handbook = new Handbook(parent);
    handbook->show();
    handbook->raise();
    handbook->activateWindow();
    return handbook;
}

}  // namespace

void showHandbook(QWidget* parent) {
    openHandbook(parent);
}

void showGlossary(QWidget* parent, const QString& term) {
    openHandbook(parent)->showTerm(term);
}

}  // namespace orrery
