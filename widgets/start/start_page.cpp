// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/start/start_page.h"

#include <QCommandLinkButton>
#include <QDir>
#include <QEvent>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QProxyStyle>
#include <QVBoxLayout>

#include "widgets/icons/themed_icon.h"

namespace orrery {

namespace {

constexpr int kLogoSize = 64;
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

/// Styles draw no focus on links; and Enter presses a button in dialogs alone.
class Choice : public QCommandLinkButton {
public:
    using QCommandLinkButton::QCommandLinkButton;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else
            QCommandLinkButton::keyPressEvent(event);
    }
    void paintEvent(QPaintEvent* event) override {
        QCommandLinkButton::paintEvent(event);
        if (!hasFocus()) return;
        QPainter painter(this);
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

}  // namespace

StartPage::StartPage(QWidget* parent) : QWidget(parent) {
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    auto* columns = new QHBoxLayout;
    columns->setSpacing(64);
    columns->addStretch(1);
    columns->addLayout(buildChoices(), 5);
    columns->addLayout(buildRecent(), 6);
    columns->addStretch(1);
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(32, 0, 32, 24);
    page->addStretch(2);
    page->addLayout(columns, 9);
    page->addStretch(1);
    connect(recent_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        if (!(item->flags() & Qt::ItemIsEnabled)) return;
        Q_EMIT recentRequested(item->data(kPathRole).toString(), item->data(kRunRole).toBool());
    });
    setRecent({});
    setSession({});
}

QVBoxLayout* StartPage::buildTitle() {
    auto* icon = new QLabel(this);
    icon->setPixmap(programIcon().pixmap(kLogoSize, kLogoSize));
    auto* about = new QLabel(tr("A workbench for Self-Organizing Mixture of Experts"), this);
    about->setForegroundRole(QPalette::PlaceholderText);
    auto* words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(heading(tr("Orrery"), 2.4, this));
    words->addWidget(about);
    auto* row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(icon);
    row->addLayout(words, 1);
    auto* title = new QVBoxLayout;
    title->addLayout(row);
    title->addSpacing(28);
    return title;
}

QVBoxLayout* StartPage::buildChoices() {
    auto* left = new QVBoxLayout;
    left->setSpacing(4);
    left->addLayout(buildTitle());
    session_ = addChoice(left, "run", tr("&Continue where you left off"), {});
    session_->setObjectName(QStringLiteral("sessionChoice"));
    connect(session_, &QCommandLinkButton::clicked, this, &StartPage::sessionRequested);
    connect(addChoice(left, "train", tr("Train the &demo"),
                      tr("A small model trained on short stories: a few minutes on two cores.")),
            &QCommandLinkButton::clicked, this, &StartPage::demoRequested);
    connect(addChoice(left, "new", tr("&New configuration"),
                      tr("Start from the defaults and change what you want to study.")),
            &QCommandLinkButton::clicked, this, &StartPage::newConfigurationRequested);
    connect(addChoice(left, "open", tr("Open &configuration…"),
                      tr("Edit a .yaml file in a form or as text.")),
            &QCommandLinkButton::clicked, this, &StartPage::openConfigurationRequested);
    connect(addChoice(left, "run", tr("Open &run…"),
                      tr("A run folder: finished, interrupted, or training in another process.")),
            &QCommandLinkButton::clicked, this, &StartPage::openRunRequested);
    left->addStretch(1);
    return left;
}

QVBoxLayout* StartPage::buildRecent() {
    recent_ = makeList(tr("Recent configurations and runs"));
    recent_->setTextElideMode(Qt::ElideMiddle);
    studies_ = makeList(tr("Studies that come with the program"));
    studies_->setObjectName(QStringLiteral("studyList"));
    no_recent_ = new QLabel(this);
    auto* title = heading(tr("R&ecent"), 1.3, this);
    title->setBuddy(recent_);
    no_recent_->setText(tr("Configurations and runs that you open appear here."));
    no_recent_->setForegroundRole(QPalette::PlaceholderText);
    no_recent_->setWordWrap(true);
    auto* right = new QVBoxLayout;
    right->setSpacing(10);
    right->addSpacing(18);
    right->addWidget(title);
    right->addWidget(no_recent_);
    right->addWidget(recent_, 3);
    auto* studies = heading(tr("&Studies"), 1.3, this);
    studies->setBuddy(studies_);
    right->addWidget(studies);
    right->addWidget(studies_, 2);
    connect(studies_, &QListWidget::itemActivated, this, [this](QListWidgetItem* item) {
        Q_EMIT studyRequested(item->data(kPathRole).toString());
    });
    return right;
}

QListWidget* StartPage::makeList(const QString& name) {
    auto* list = new QListWidget(this);
    list->setFrameShape(QFrame::NoFrame);
    list->setSpacing(3);
    list->setIconSize({24, 24});
    list->setAccessibleName(name);
    list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    list->setTextElideMode(Qt::ElideRight);
    list->setStyle(new SingleClickStyle(list));
    return list;
}

void StartPage::setStudies(const QVector<StudyItem>& studies) {
    studies_->clear();
    for (const StudyItem& study : studies) {
        auto* item = new QListWidgetItem(study.name + u'\n' + study.question, studies_);
        item->setData(kPathRole, study.name);
        item->setToolTip(study.question);
    }
}

QCommandLinkButton* StartPage::addChoice(QVBoxLayout* layout, const char* icon,
                                         const QString& title, const QString& text) {
    auto* button = new Choice(title, text, this);
    button->setIcon(themedIcon(QLatin1String(icon), palette()));
    button->setIconSize({24, 24});
    button->setMinimumWidth(360);
    layout->addWidget(button);
    choices_ << std::pair(button, QString::fromLatin1(icon));
    return button;
}

void StartPage::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange || !recent_) return;
    for (const auto& [button, icon] : choices_)
        button->setIcon(themedIcon(icon, palette()));
    setRecent(items_);
}

void StartPage::setSession(const QString& name) {
    session_->setVisible(!name.isEmpty());
    setFocusProxy(name.isEmpty() ? choices_[1].first : session_);
    session_->setDescription(tr("%1, with the last window layout.").arg(name));
}

void StartPage::setRecent(const QVector<RecentItem>& items) {
    items_ = items;
    recent_->clear();
    for (const RecentItem& entry : items) {
        const QFileInfo file(entry.path);
        const QString detail = entry.missing ? tr("not found") : entry.detail;
        QString text = file.fileName() + u'\n' + withTilde(file.absolutePath());
        if (!detail.isEmpty()) text += QStringLiteral("  ·  ") + detail;
        auto* item = new QListWidgetItem(
            themedIcon(entry.run ? QStringLiteral("run") : QStringLiteral("new"), palette()), text,
            recent_);
        item->setData(kPathRole, entry.path);
        item->setData(kRunRole, entry.run);
        item->setToolTip(entry.path);
        if (entry.missing) item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
    }
    recent_->setVisible(!items.isEmpty());
    no_recent_->setVisible(items.isEmpty());
    no_recent_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    no_recent_->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

}  // namespace orrery
