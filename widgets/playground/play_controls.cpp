// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/play_controls.h"

#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QRegularExpressionValidator>
#include <QVBoxLayout>
#include <exception>

#include "widgets/playground/intervention_chips.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

// Of the second model's choices; below are steps.
constexpr qlonglong kOtherRun = -3, kNoModel = -2, kNewest = -1;

/// The choice of a model: a step, or a run's folder.
bool isRun(const QVariant& choice) {
    return choice.typeId() == QMetaType::QString;
}

QDoubleSpinBox* realField(QWidget* parent, double low, double high, double value, double step) {
    auto* field = new QDoubleSpinBox(parent);
    field->setRange(low, high);
    field->setDecimals(3);
    field->setSingleStep(step);
    field->setValue(value);
    return field;
}

QSpinBox* wholeField(QWidget* parent, int low, int high, std::int64_t value) {
    auto* field = new QSpinBox(parent);
    field->setRange(low, high);
    field->setValue(static_cast<int>(value));
    return field;
}

/// "\n" and "\t" as such.
QString unescaped(QString text) {
    return text.replace(QStringLiteral("\\n"), QStringLiteral("\n"))
        .replace(QStringLiteral("\\t"), QStringLiteral("\t"));
}
QString escaped(QString text) {
    return text.replace(u'\n', QStringLiteral("\\n")).replace(u'\t', QStringLiteral("\\t"));
}

}  // namespace

PlayControls::PlayControls(QWidget* parent)
    : QWidget(parent),
      prompt_(new QPlainTextEdit(this)),
      generate_(new QPushButton(tr("&Generate"), this)),
      score_(new QPushButton(tr("S&core"), this)),
      stop_(new QPushButton(tr("St&op"), this)) {
    prompt_->setPlaceholderText(tr("A prompt (Ctrl+Enter generates)"));
    prompt_->setAccessibleName(tr("Prompt"));
    prompt_->setTabChangesFocus(true);
    prompt_->setFixedHeight(fontMetrics().lineSpacing() * 4 + 12);
    prompt_->installEventFilter(this);
    auto* form = new QFormLayout;
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(2);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    buildSampling(*form);
    buildModels(*form);
    buildTraining(*form);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(4, 2, 4, 2);
    column->addWidget(prompt_);
    column->addWidget(buttons());
    column->addLayout(form);
    column->addStretch(1);
    setFocusProxy(prompt_);
    connectAll();
    setState(false, false);
}

QWidget* PlayControls::buttons() {
    auto* all = new QWidget(this);
    auto* row = new QHBoxLayout(all);
    row->setContentsMargins(0, 0, 0, 0);
    for (QPushButton* button : {generate_, score_, stop_})
        row->addWidget(button);
    row->addStretch(1);
    generate_->setToolTip(tr("Have the model write on behind the prompt"));
    score_->setToolTip(tr("Have the model say how likely each token of this text is"));
    stop_->setToolTip(tr("End the text here"));
    return all;
}

void PlayControls::buildSampling(QFormLayout& form) {
    const GenerateOptions usual;
    tokens_ = wholeField(this, 1, 100'000, usual.max_tokens);
    temperature_ = realField(this, 0, 100, usual.temperature, 0.1);
    temperature_->setToolTip(tr("0 = greedy decoding"));
    top_k_ = wholeField(this, 0, 1'000'000, usual.top_k);
    top_k_->setSpecialValueText(tr("all"));
    top_p_ = realField(this, 0.001, 1, usual.top_p, 0.05);
    top_p_->setToolTip(tr("Sample from the likeliest tokens that together have this probability"));
    min_p_ = realField(this, 0, 1, usual.min_p, 0.01);
    min_p_->setToolTip(
        tr("Sample from tokens of at least this share of the likeliest one's probability"));
    penalty_ = realField(this, 1, 100, usual.repetition_penalty, 0.05);
    seed_ = new QLineEdit(QStringLiteral("1"), this);
    seed_->setValidator(
        new QRegularExpressionValidator(QRegularExpression(QStringLiteral("[0-9]{1,19}")), seed_));
    stops_ = new QLineEdit(this);
    stops_->setPlaceholderText(tr("separated by |, \\n is a line end"));
    context_ = wholeField(this, 0, 10'000'000, 0);
    context_->setSpecialValueText(QStringLiteral("model.seq_len"));
    form.addRow(tr("New tokens"), tokens_);
    form.addRow(tr("Temperature"), temperature_);
    form.addRow(tr("Top-k"), top_k_);
    form.addRow(tr("Top-p"), top_p_);
    form.addRow(tr("Min-p"), min_p_);
    form.addRow(tr("Repetition penalty"), penalty_);
    form.addRow(tr("Seed"), seed_);
    form.addRow(tr("Stop strings"), stops_);
    form.addRow(tr("Context, tokens"), context_);
}

void PlayControls::buildModels(QFormLayout& form) {
    model_ = new QComboBox(this);
    beside_ = new QComboBox(this);
    interventions_ = new QLineEdit(this);
    beside_interventions_ = new QLineEdit(this);
    for (QLineEdit* field : {interventions_, beside_interventions_}) {
        field->setPlaceholderText(QStringLiteral("knock-out 1:3,1:7; scale-gate 0:2=0.5"));
        field->setToolTip(
            tr("knock-out, force, scale-gate, swap-keys, move-key and freeze-key of "
               "layer:expert, separated by semicolons; a frozen key matters to training alone"));
    }
    chips_ = new InterventionChips(this);
    form.addRow(tr("Model"), model_);
    form.addRow(tr("Interventions"), interventions_);
    form.addRow(chips_);
    form.addRow(tr("Beside it"), beside_);
    form.addRow(tr("Its interventions"), beside_interventions_);
    setCheckpoints({});
}

void PlayControls::buildTraining(QFormLayout& form) {
    training_ = new QWidget(this);
    training_chips_ = new InterventionChips(training_);
    train_ = new QPushButton(tr("&Apply to training"), training_);
    train_->setToolTip(
        tr("The run that trains gets these interventions (some.interventions), until they are "
           "taken back; that is recorded, and replayed when the run is resumed"));
    auto* column = new QVBoxLayout(training_);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(training_chips_);
    column->addWidget(train_);
    form.addRow(tr("In training"), training_);
    training_label_ = form.labelForField(training_);
    connect(train_, &QPushButton::clicked, this,
            [this] { Q_EMIT trainingAsked(interventions_->text().trimmed()); });
    connect(training_chips_, &InterventionChips::changed, this, &PlayControls::trainingAsked);
    connect(chips_, &InterventionChips::changed, interventions_, &QLineEdit::setText);
    connect(interventions_, &QLineEdit::textChanged, chips_, &InterventionChips::show);
    setTraining(std::nullopt);
}

void PlayControls::setTraining(const std::optional<QString>& interventions) {
    training_->setVisible(interventions.has_value());
    training_label_->setVisible(interventions.has_value());
    training_chips_->show(interventions.value_or(QString()));
}

void PlayControls::connectAll() {
    connect(generate_, &QPushButton::clicked, this, &PlayControls::generateAsked);
    connect(score_, &QPushButton::clicked, this, &PlayControls::scoreAsked);
    connect(stop_, &QPushButton::clicked, this, &PlayControls::stopAsked);
    connect(prompt_, &QPlainTextEdit::textChanged, this, [this] { setState(can_, running_); });
    connect(beside_, &QComboBox::currentIndexChanged, this,
            [this] { beside_interventions_->setEnabled(hasBeside()); });
    for (QComboBox* box : {model_, beside_}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this, box] {
            if (const QVariant now = box->currentData(); now != QVariant(kOtherRun))
                chosen_[box] = now;
        });
        connect(box, &QComboBox::activated, this, [this, box] {
            if (box->currentData() == QVariant(kOtherRun)) chooseRun(*box);
        });
    }
    for (QWidget* editor : findChildren<QWidget*>())
        if (qobject_cast<QAbstractSpinBox*>(editor) || qobject_cast<QComboBox*>(editor)) {
            editor->setFocusPolicy(Qt::StrongFocus);  // not by the wheel, which rolls the controls
            editor->installEventFilter(this);
        }
}

bool PlayControls::hasBeside() const {
    return beside_->currentData() != QVariant(kNoModel);
}

/// By a dialog; what was chosen before stays when it is closed.
void PlayControls::chooseRun(QComboBox& box) {
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Ask another run"));
    if (folder.isEmpty()) return box.setCurrentIndex(box.findData(chosen_.value(&box, kNewest)));
    addRun(folder);
    box.setCurrentIndex(box.findData(folder));
}

void PlayControls::addRun(const QString& folder) {
    for (QComboBox* box : {model_, beside_})
        if (box->findData(folder) < 0)
            box->insertItem(box->findData(kOtherRun), QDir(folder).dirName(), folder);
}

void PlayControls::setCheckpoints(const std::vector<std::int64_t>& steps) {
    for (QComboBox* box : {model_, beside_}) {
        const QVariant before = box->currentData();
        QStringList runs;
        for (int i = 0; i < box->count(); ++i)
            if (isRun(box->itemData(i))) runs << box->itemData(i).toString();
        const QSignalBlocker guard(box);
        box->clear();
        if (box == beside_) box->addItem(tr("Nothing"), kNoModel);
        box->addItem(tr("The run on show, newest"), kNewest);
        for (const std::int64_t step : steps)
            box->addItem(tr("Step %1").arg(step), static_cast<qlonglong>(step));
        box->addItem(tr("Another run..."), kOtherRun);
        for (const QString& run : runs)
            box->insertItem(box->count() - 1, QDir(run).dirName(), run);
        box->setCurrentIndex(std::max(0, box->findData(before)));
    }
    beside_interventions_->setEnabled(hasBeside());
}

void PlayControls::setInterventions(const QString& text) {
    interventions_->setText(text);
}

QString PlayControls::interventions() const {
    return interventions_->text().trimmed();
}

QWidget* PlayControls::interventionsShown() const {
    return chips_;
}

QString PlayControls::prompt() const {
    return prompt_->toPlainText();
}

PlayRequest PlayControls::request(bool beside) const {
    PlayRequest request;
    request.prompt = prompt().toStdString();
    GenerateOptions& options = request.options;
    options.max_tokens = tokens_->value();
    options.temperature = temperature_->value();
    options.top_k = top_k_->value();
    options.top_p = top_p_->value();
    options.min_p = min_p_->value();
    options.repetition_penalty = penalty_->value();
    options.seed = seed_->text().toULongLong();
    options.context = context_->value();
    for (const QString& stop : stops_->text().split(u'|', Qt::SkipEmptyParts))
        options.stop.push_back(unescaped(stop).toStdString());
    const QVariant model = (beside ? beside_ : model_)->currentData();
    if (isRun(model))
        request.source.folder = model.toString().toStdString();
    else if (model.toLongLong() >= 0)
        request.source.step = model.toLongLong();
    request.source.interventions =
        (beside ? beside_interventions_ : interventions_)->text().trimmed();
    return request;
}

void PlayControls::show(const PlayRequest& request) {
    const GenerateOptions& options = request.options;
    prompt_->setPlainText(QString::fromStdString(request.prompt));
    tokens_->setValue(static_cast<int>(options.max_tokens));
    temperature_->setValue(options.temperature);
    top_k_->setValue(static_cast<int>(options.top_k));
    top_p_->setValue(options.top_p);
    min_p_->setValue(options.min_p);
    penalty_->setValue(options.repetition_penalty);
    seed_->setText(QString::number(options.seed));
    context_->setValue(static_cast<int>(options.context));
    QStringList stops;
    for (const std::string& stop : options.stop)
        stops << escaped(QString::fromStdString(stop));
    stops_->setText(stops.join(u'|'));
    interventions_->setText(request.source.interventions);
    const QString run = QString::fromStdString(request.source.folder.string());
    if (!run.isEmpty()) addRun(run);
    const QVariant model =
        run.isEmpty() ? QVariant(static_cast<qlonglong>(request.source.step.value_or(kNewest)))
                      : QVariant(run);
    model_->setCurrentIndex(std::max(0, model_->findData(model)));
}

QString PlayControls::fault() const {
    for (const QLineEdit* field : {interventions_, beside_interventions_})
        try {
            if (field == interventions_ || hasBeside())
                parseInterventions(field->text().toStdString());
        } catch (const std::exception& error) {
            return coreText(error);
        }
    return {};
}

void PlayControls::setState(bool can, bool running) {
    can_ = can;
    running_ = running;
    generate_->setEnabled(can && !running);
    score_->setEnabled(can && !running && !prompt().isEmpty());
    stop_->setEnabled(running);
}

bool PlayControls::eventFilter(QObject* watched, QEvent* event) {
    if (watched == prompt_ && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (enter && key->modifiers().testFlag(Qt::ControlModifier)) {
            if (generate_->isEnabled()) Q_EMIT generateAsked();
            return true;
        }
    }
    if (event->type() == QEvent::Wheel && !static_cast<QWidget*>(watched)->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace orrery
