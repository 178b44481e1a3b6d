// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/command/command_palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

namespace orrery {

namespace {

constexpr int kMostShown = 200;

/// 0 begins with what is typed, 1 holds it, 2 holds its words, 3 holds them with its detail;
/// -1: it does not.
int rankOf(const CommandEntry& entry, const QString& text, const QStringList& words) {
    const auto holds = [&](const QString& in) {
        return std::ranges::all_of(
            words, [&](const QString& word) { return in.contains(word, Qt::CaseInsensitive); });
    };
    if (entry.text.startsWith(text, Qt::CaseInsensitive)) return 0;
    if (entry.text.contains(text, Qt::CaseInsensitive)) return 1;
    if (holds(entry.text)) return 2;
    return holds(entry.text + u' ' + entry.detail) ? 3 : -1;
}

}  // namespace

CommandPalette::CommandPalette(std::vector<CommandEntry> entries, QWidget* parent)
    : QDialog(parent),
      entries_(std::move(entries)),
      search_(new QLineEdit(this)),
      list_(new QListWidget(this)) {
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Find a command"));
    search_->setPlaceholderText(tr("Command, view, setting or run"));
    search_->setAccessibleName(windowTitle());
    search_->setClearButtonEnabled(true);
    list_->setAccessibleName(tr("Found"));
    list_->setUniformItemSizes(true);
    list_->setTextElideMode(Qt::ElideRight);
    list_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(search_);
    layout->addWidget(list_, 1);
    search_->installEventFilter(this);
    connect(search_, &QLineEdit::textChanged, this, &CommandPalette::fill);
    connect(list_, &QListWidget::itemActivated, this, &CommandPalette::accept);
    connect(search_, &QLineEdit::returnPressed, this, &CommandPalette::accept);
    resize(640, 420);
    fill({});
}

void CommandPalette::search(const QString& text) {
    search_->setText(text);
}

QStringList CommandPalette::shown() const {
    QStringList texts;
    for (int i = 0; i < list_->count(); ++i)
        texts << entries_[list_->item(i)->data(Qt::UserRole).toUInt()].text;
    return texts;
}

void CommandPalette::fill(const QString& typed) {
    const QString text = typed.simplified();
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    std::vector<std::pair<int, std::size_t>> found;
    for (std::size_t i = 0; i < entries_.size(); ++i)
        if (const int rank = rankOf(entries_[i], text, words); rank >= 0)
            found.emplace_back(rank, i);
    std::ranges::sort(found);
    list_->clear();
    for (const auto& [rank, index] : found) {
        if (list_->count() == kMostShown) break;
        const CommandEntry& entry = entries_[index];
        const QString line = entry.detail.isEmpty()
                                 ? entry.text
                                 : QStringLiteral("%1   —   %2").arg(entry.text, entry.detail);
        auto* item = new QListWidgetItem(line, list_);
        item->setData(Qt::UserRole, static_cast<unsigned>(index));
        item->setToolTip(entry.detail);
    }
    list_->setCurrentRow(0);
}

void CommandPalette::accept() {
    const QListWidgetItem* item = list_->currentItem();
    QDialog::accept();
    if (!item) return;
    // When the dialog has given back the focus.
    const auto act = entries_[item->data(Qt::UserRole).toUInt()].act;
    QTimer::singleShot(0, parent(), act);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event) {
    if (watched != search_ || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Up && key != Qt::Key_Down && key != Qt::Key_PageUp &&
        key != Qt::Key_PageDown)
        return false;
    QCoreApplication::sendEvent(list_, event);
    return true;
}

}  // namespace orrery
