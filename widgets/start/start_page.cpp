// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/start_page.h"

#include <QCommandLinkButton>
#include <QDir>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QProxyStyle>
#include <QStyle>
#include <QVBoxLayout>

namespace orrery {

namespace {

constexpr int kPathRole = Qt::UserRole;
constexpr int kRunRole = Qt::UserRole + 1;

/// One click opens, as in a list of links.
class SingleClickStyle : public QProxyStyle {
public:
    explicit SingleClickStyle(QObject* parent) { setParent(parent); }
    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* data) const override {
        if (hint == SH_ItemView_ActivateItemOnSingleClick) return 1;
        return QProxyStyle::styleHint(hint, option, widget, data);
    }
};

QLabel* heading(const QString& text, double scale, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    QFont font = label->font();
    font.setPointSizeF(font.pointSizeF() * scale);
    font.setBold(true);
    label->setFont(font);
    return label;
}

QString withTilde(const QString& path) {
    const QString home = QDir::homePath();
    return path.startsWith(home + u'/') ? u'~' + path.mid(home.size()) : path;
}

}  // namespace

StartPage::StartPage(QWidget* parent)
    : QWidget(parent), recent_(new QListWidget(this)), no_recent_(new QLabel(this)) {
    auto* left = new QVBoxLayout;
    left->setSpacing(6);
    left->addWidget(heading(tr("Orrery"), 2.6, this));
    auto* about = new QLabel(
        tr("Train SoME language models and watch their experts’ keys move under Knowledge "
           "Gravity."),
        this);
    about->setWordWrap(true);
    about->setForegroundRole(QPalette::PlaceholderText);
    left->addWidget(about);
    left->addSpacing(18);
    connect(addChoice(left, tr("Train the &demo"),
                      tr("A small model on short stories: three minutes on two cores.")),
            &QCommandLinkButton::clicked, this, &StartPage::demoRequested);
    connect(addChoice(left, tr("&New configuration"),
                      tr("Start from the defaults and change what you want to study.")),
            &QCommandLinkButton::clicked, this, &StartPage::newConfigurationRequested);
    connect(addChoice(left, tr("Open &configuration…"), tr("A .yaml file, in a form and as text.")),
            &QCommandLinkButton::clicked, this, &StartPage::openConfigurationRequested);
    connect(addChoice(left, tr("Open &run…"),
                      tr("A run folder: finished, interrupted, or being written elsewhere.")),
            &QCommandLinkButton::clicked, this, &StartPage::openRunRequested);
    left->addStretch(1);

    auto* right = new QVBoxLayout;
    right->setSpacing(8);
    auto* title = heading(tr("R&ecent"), 1.3, this);
    title->setBuddy(recent_);
    right->addWidget(title);
    recent_->setFrameShape(QFrame::NoFrame);
    recent_->setSpacing(2);
    recent_->setAccessibleName(tr("Recent configurations and runs"));
    recent_->viewport()->setAutoFillBackground(false);
    recent_->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    no_recent_->setText(tr("Configurations and runs that you open appear here."));
    no_recent_->setForegroundRole(QPalette::PlaceholderText);
    no_recent_->setWordWrap(true);
    right->addWidget(no_recent_);
    right->addWidget(recent_, 1);

    auto* columns = new QHBoxLayout(this);
    columns->setContentsMargins(48, 56, 48, 32);
    columns->setSpacing(56);
    columns->addStretch(1);
    columns->addLayout(left, 4);
    columns->addLayout(right, 5);
    columns->addStretch(1);
    recent_->setStyle(new SingleClickStyle(recent_));
    connect(recent_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        if (!(item->flags() & Qt::ItemIsEnabled)) return;
        Q_EMIT recentRequested(item->data(kPathRole).toString(), item->data(kRunRole).toBool());
    });
    setRecent({});
}

QCommandLinkButton* StartPage::addChoice(QVBoxLayout* layout, const QString& title,
                                         const QString& text) {
    auto* button = new QCommandLinkButton(title, text, this);
    button->setMinimumWidth(340);
    layout->addWidget(button);
    return button;
}

void StartPage::setRecent(const QVector<RecentItem>& items) {
    recent_->clear();
    for (const RecentItem& entry : items) {
        const QFileInfo file(entry.path);
        const QString detail = entry.missing ? tr("no longer there") : entry.detail;
        QString text = file.fileName() + u'\n' + withTilde(file.absolutePath());
        if (!detail.isEmpty()) text += QStringLiteral("  ·  ") + detail;
        auto* item = new QListWidgetItem(
            style()->standardIcon(entry.run ? QStyle::SP_DirIcon : QStyle::SP_FileIcon), text,
            recent_);
        item->setData(kPathRole, entry.path);
        item->setData(kRunRole, entry.run);
        item->setToolTip(entry.path);
        if (entry.missing) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    recent_->setVisible(!items.isEmpty());
    no_recent_->setVisible(items.isEmpty());
    if (items.isEmpty()) no_recent_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    no_recent_->setSizePolicy(QSizePolicy::Preferred,
                              items.isEmpty() ? QSizePolicy::Expanding : QSizePolicy::Preferred);
}

}  // namespace orrery
