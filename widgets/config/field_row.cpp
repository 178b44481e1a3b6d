// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/config/field_row.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QLabel>
#include <QScopedValueRollback>
#include <QStyle>
#include <QToolButton>
#include <algorithm>

#include "core/config/citations.h"
#include "widgets/config/config_document.h"
#include "widgets/config/field_editor.h"
#include "widgets/config/field_words.h"
#include "widgets/config/glossary_terms.h"
#include "widgets/status/core_words.h"
#include "widgets/status/run_words.h"
#include "widgets/status/severity_color.h"

namespace orrery {

namespace {

struct FieldRowWords {
    Q_DECLARE_TR_FUNCTIONS(FieldRow)
};

QString plain(const std::string& text) {
    return QString::fromStdString(text).toHtmlEscaped();
}

QString line(const QString& name, const QString& value) {
    if (value.isEmpty()) return {};
    return QStringLiteral("<tr><td><b>%1</b>&nbsp;&nbsp;</td><td>%2</td></tr>").arg(name, value);
}

QString defaultText(const Field& field) {
    const QString text = editorText(field.default_value).toHtmlEscaped();
    return text.isEmpty() ? FieldRowWords::tr("empty list") : text;
}

QString glossaryLine(const Field& field) {
    const QString term = glossaryTermOf(field.key);
    return term.isEmpty() ? term : FieldRowWords::tr("%1 (press F1)").arg(term.toHtmlEscaped());
}

}  // namespace

QString deviceText(const DeviceInfo& device) {
    const QString text = QStringLiteral("%1 · %2").arg(QString::fromStdString(device.id),
                                                       QString::fromStdString(device.name));
    if (device.total <= 0) return text;
    const QString total = bytesText(device.total);
    return QStringLiteral("%1 · %2").arg(
        text, device.free < 0
                  ? total
                  : FieldRowWords::tr("%1 of %2 free").arg(bytesText(device.free), total));
}

QString fieldToolTip(const Field& field) {
    return QStringLiteral("<p>%1</p><table>%2%3%4%5%6%7%8</table>")
        .arg(helpOf(field).toHtmlEscaped(),
             line(FieldRowWords::tr("Unit"), unitOf(field).toHtmlEscaped()),
             line(FieldRowWords::tr("Range"), coreText(rangeText(field)).toHtmlEscaped()),
             line(FieldRowWords::tr("Default"), defaultText(field)),
             line(FieldRowWords::tr("YAML key"),
                  QStringLiteral("<tt>%1</tt>").arg(plain(field.key))),
             line(FieldRowWords::tr("Source"), plain(cited(field.source))),
             line(FieldRowWords::tr("While training"),
                  field.live ? FieldRowWords::tr("can be changed") : QString()),
             line(FieldRowWords::tr("Glossary"), glossaryLine(field)));
}

FieldRow::FieldRow(const Field& field, ConfigDocument* document, QWidget* parent)
    : QWidget(parent), field_(field), document_(document) {
    QStringList words{QString::fromStdString(field.key),
                      QString::fromStdString(field.help),
                      QString::fromStdString(field.unit),
                      QString::fromStdString(field.source),
                      QString::fromStdString(cited(field.source)),
                      helpOf(field),
                      unitOf(field)};
    for (const orrery::Choice& choice : field.choices)
        words << QString::fromStdString(choice.word);
    haystack_ = words.join(u' ');
    build();
    update();
}

void FieldRow::build() {
    const QString key = QString::fromStdString(field_.key);
    label_ = new QLabel(QString::fromStdString(field_.leaf()), this);
    editor_ = makeFieldEditor(field_, this);
    editor_->input()->setAccessibleName(key);
    editor_->input()->setAccessibleDescription(helpOf(field_));
    editor_->input()->setObjectName(key);
    label_->setBuddy(editor_->input());
    unit_ = new QLabel(unitOf(field_), this);
    unit_->setForegroundRole(QPalette::PlaceholderText);
    unit_->setWordWrap(true);
    unit_->setFixedWidth(unit_->fontMetrics().horizontalAdvance(QStringLiteral("micro-batches ")));
    note_ = new QLabel(this);
    note_->setObjectName(QStringLiteral("fieldNote"));
    note_->setWordWrap(true);
    note_->setVisible(false);
    reset_ = new QToolButton(this);
    reset_->setText(QStringLiteral("\u21BA"));
    reset_->setAutoRaise(true);
    reset_->setToolTip(tr("Reset to the default, %1").arg(defaultText(field_)));
    reset_->setAccessibleName(tr("Reset %1").arg(key));
    reset_->setFocusPolicy(Qt::TabFocus);
    QSizePolicy policy = reset_->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    reset_->setSizePolicy(policy);

    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(8);
    grid->setVerticalSpacing(2);
    grid->addWidget(label_, 0, 0);
    grid->addWidget(editor_, 0, 1);
    grid->addWidget(unit_, 0, 2);
    grid->addWidget(reset_, 0, 3);
    grid->addWidget(note_, 1, 1, 1, 3);
    grid->setColumnStretch(1, 1);
    setToolTip(fieldToolTip(field_));
    setProperty(kGlossaryProperty, glossaryTermOf(field_.key));
    setFocusProxy(editor_);

    connect(editor_, &FieldEditor::edited, this, [this](const QString& text) {
        const QScopedValueRollback guard(typing_, true);
        document_->setFieldText(field_, text);
    });
    connect(reset_, &QToolButton::clicked, this, [this] { document_->resetField(field_); });
}

bool FieldRow::matches(const QStringList& words) const {
    return std::ranges::all_of(words, [this](const QString& word) {
        return haystack_.contains(word, Qt::CaseInsensitive);
    });
}

int FieldRow::labelWidthHint() const {
    QFont bold = label_->font();
    bold.setBold(true);
    return QFontMetrics(bold).horizontalAdvance(label_->text()) + 4;
}

void FieldRow::setDevices(const std::vector<DeviceInfo>& devices) {
    devices_ = devices;
    QVector<FieldEditor::Choice> choices{{QStringLiteral("auto"), QStringLiteral("auto")}};
    for (const DeviceInfo& device : devices) {
        const QString id = QString::fromStdString(device.id);
        choices << FieldEditor::Choice{id, deviceText(device)};
        if (id == u"cuda:0") choices.insert(2, {QStringLiteral("cuda"), QStringLiteral("cuda")});
    }
    editor_->setChoices(choices);
    update();
}

void FieldRow::setRunning(const std::optional<FieldValue>& running) {
    if (running_ == running) return;
    running_ = running;
    update();
}

QString FieldRow::runningNote() const {
    if (!running_) return {};
    const QString value = editorText(*running_);
    const QString has = value.isEmpty() ? tr("empty list") : value;
    return field_.live ? tr("Not applied yet: the run has %1.").arg(has)
                       : tr("Needs a new run: this one has %1.").arg(has);
}

void FieldRow::setBelow(QWidget* below) {
    static_cast<QGridLayout*>(layout())->addWidget(below, 2, 1, 1, 3);
}

void FieldRow::setLabelWidth(int width) {
    label_->setFixedWidth(width);
}

void FieldRow::showValue() {
    // What is being typed stays as typed: "0.020", or a path relative to the file.
    if (typing_) return;
    if (const auto faulty = document_->faultyTextOf(field_.key)) {
        editor_->setText(*faulty);
        return;
    }
    editor_->setText(editorText(field_.get(document_->config())));
}

void FieldRow::setNote(const QString& note, bool fault) {
    note_->setVisible(!note.isEmpty());
    if (note_->text() != note) note_->setText(note);
    QPalette palette;
    palette.setColor(QPalette::WindowText, fault ? severityColor(Severity::error, palette)
                                                 : palette.color(QPalette::PlaceholderText));
    note_->setPalette(palette);
}

void FieldRow::update() {
    const Config& config = document_->config();
    const QString fault = coreText(document_->faultOf(field_.key));
    const QString reason = field_.inapplicable ? coreText(field_.inapplicable(config)) : QString();
    faulty_ = !fault.isEmpty();
    changed_ = faulty_ || field_.get(config) != field_.default_value;
    showValue();
    editor_->setFaulty(faulty_);
    const bool applies = reason.isEmpty() || faulty_;
    editor_->setEnabled(applies);
    label_->setEnabled(applies);
    unit_->setEnabled(applies);
    QFont font = label_->font();
    font.setBold(changed_);
    label_->setFont(font);
    reset_->setVisible(changed_);
    const std::string missing =
        devices_.empty() || faulty_ ? std::string() : deviceFault(config.train.device, devices_);
    if (!missing.empty()) return setNote(QString::fromStdString(missing), true);
    if (faulty_) return setNote(fault, true);
    const QString pending = runningNote();
    setNote(pending.isEmpty() ? reason : pending, false);
}

}  // namespace orrery
