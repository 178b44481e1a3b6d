// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/config_form.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/config/fields.h"
#include "widgets/config/config_document.h"
#include "widgets/config/corpus_chooser.h"
#include "widgets/config/field_editor.h"
#include "widgets/config/field_row.h"
#include "widgets/config/form_section.h"

namespace orrery {

namespace {

struct Heading {
    const char* section;
    const char* title;
};

constexpr Heading kHeadings[] = {
    {"", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Run")},
    {"model", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Model")},
    {"some", QT_TRANSLATE_NOOP("orrery::ConfigForm", "SoME layers")},
    {"keys", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Knowledge Gravity")},
    {"data", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Data")},
    {"train", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Training")},
    {"eval", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Evaluation")},
    {"checkpoint", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Checkpoints")},
    {"snapshots", QT_TRANSLATE_NOOP("orrery::ConfigForm", "Snapshots")},
};

}  // namespace

ConfigForm::ConfigForm(ConfigDocument* document, QWidget* parent)
    : QWidget(parent),
      document_(document),
      search_(new QLineEdit(this)),
      changed_only_(new QCheckBox(tr("Changed onl&y"), this)),
      scroll_(new QScrollArea(this)),
      nothing_(new QLabel(this)) {
    search_->setPlaceholderText(tr("Search keys, help and sources"));
    search_->setAccessibleName(tr("Search the settings"));
    search_->setObjectName(QStringLiteral("configSearch"));
    search_->setClearButtonEnabled(true);
    changed_only_->setObjectName(QStringLiteral("configChangedOnly"));
    changed_only_->setToolTip(tr("Show only the settings that differ from their defaults"));
    nothing_->setForegroundRole(QPalette::PlaceholderText);
    nothing_->setAlignment(Qt::AlignCenter);
    nothing_->setWordWrap(true);
    scroll_->setWidgetResizable(true);
    scroll_->setFrameShape(QFrame::NoFrame);
    scroll_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll_->setFocusPolicy(Qt::NoFocus);  // it would have it unseen
    buildRows();

    auto* top = new QHBoxLayout;
    top->addWidget(search_, 1);
    top->addWidget(changed_only_);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 0, 0);
    layout->setSpacing(8);
    top->setContentsMargins(0, 0, 8, 0);
    layout->addLayout(top);
    layout->addWidget(scroll_, 1);

    connect(search_, &QLineEdit::textChanged, this, &ConfigForm::applyFilter);
    connect(changed_only_, &QCheckBox::toggled, this, &ConfigForm::applyFilter);
    connect(document_, &ConfigDocument::changed, this, &ConfigForm::updateRows);
    applyFilter();
}

FormSection* ConfigForm::sectionOf(const std::string& name) {
    for (FormSection* section : sections_)
        if (section->objectName().toStdString() == "section." + name) return section;
    QString title = QString::fromStdString(name);
    for (const Heading& heading : kHeadings)
        if (name == heading.section) title = tr(heading.title);
    auto* section = new FormSection(title, scroll_->widget());
    section->setObjectName(QString::fromStdString("section." + name));
    scroll_->widget()->layout()->addWidget(section);
    sections_ << section;
    return section;
}

void ConfigForm::buildRows() {
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 8, 8);
    layout->setSpacing(4);
    scroll_->setWidget(body);
    for (const Field& field : fields()) {
        FormSection* section = sectionOf(field.section());
        auto* row = new FieldRow(field, document_, section);
        section->add(row);
        if (field.key == "data.corpus") row->setBelow(new CorpusChooser(document_, row));
        rows_ << row;
    }
    layout->addWidget(nothing_);
    layout->addStretch(1);
    alignLabels();
    scroll_->setMinimumWidth(body->minimumSizeHint().width() +
                             scroll_->verticalScrollBar()->sizeHint().width());
}

void ConfigForm::alignLabels() {
    int width = 0;
    for (const FieldRow* row : rows_)
        width = std::max(width, row->labelWidthHint());
    for (FieldRow* row : rows_)
        row->setLabelWidth(width);
}

void ConfigForm::setRunning(const Config* running) {
    running_ = running ? std::optional(*running) : std::nullopt;
    updatePending();
}

void ConfigForm::updatePending() {
    PendingChanges now;
    if (running_)
        now = pendingChanges(*running_, document_->config(), document_->file().parent_path());
    const auto differs = [&](const std::string& key) {
        return std::ranges::find(now.live, key) != now.live.end() ||
               std::ranges::find(now.fixed, key) != now.fixed.end();
    };
    for (FieldRow* row : rows_)
        row->setRunning(differs(row->field().key) ? std::optional(row->field().get(*running_))
                                                  : std::nullopt);
    if (pending_ == now) return;
    pending_ = std::move(now);
    Q_EMIT pendingChanged();
}

void ConfigForm::updateRows() {
    for (FieldRow* row : rows_)
        row->update();
    updatePending();
    if (changed_only_->isChecked()) applyFilter();
}

void ConfigForm::applyFilter() {
    const QStringList words = search_->text().split(u' ', Qt::SkipEmptyParts);
    const bool only = changed_only_->isChecked();
    int shown = 0;
    for (FormSection* section : sections_)
        shown += section->filter([&](const FieldRow& row) {
            // The row being edited stays, even when the edit took it back to the default.
            const bool edited = row.editor()->input()->hasFocus();
            return row.matches(words) && (!only || row.isChanged() || edited);
        });
    nothing_->setVisible(shown == 0);
    nothing_->setText(
        words.isEmpty()
            ? tr("All settings have their default values. Clear “Changed only” to show them.")
            : tr("No setting matches “%1”.").arg(search_->text()));
}

int ConfigForm::shownFields() const {
    return static_cast<int>(
        std::ranges::count_if(rows_, [](const FieldRow* row) { return !row->isHidden(); }));
}

FieldRow* ConfigForm::row(const std::string& key) const {
    for (FieldRow* row : rows_)
        if (row->field().key == key) return row;
    return nullptr;
}

bool ConfigForm::revealField(const std::string& key) {
    FieldRow* target = row(key);
    if (!target) return false;
    if (target->isHidden()) {
        changed_only_->setChecked(false);
        search_->clear();
    }
    for (FormSection* section : sections_)
        if (section->rows().contains(target)) section->setOpen(true);
    scroll_->widget()->layout()->activate();
    scroll_->ensureWidgetVisible(target, 0, 60);
    target->editor()->input()->setFocus(Qt::OtherFocusReason);
    return true;
}

void ConfigForm::focusSearch() {
    search_->setFocus(Qt::ShortcutFocusReason);
    search_->selectAll();
}

}  // namespace orrery
