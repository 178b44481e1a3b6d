// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/playground_view.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollArea>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <utility>

#include "widgets/figure/flow_row.h"
#include "widgets/figure/view_layout.h"
#include "widgets/playground/play_controls.h"
#include "widgets/playground/play_texts.h"
#include "widgets/playground/play_words.h"
#include "widgets/playground/token_strip.h"
#include "widgets/run/requests.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/run/selection.h"

namespace orrery {
namespace {

constexpr std::int64_t kAlternatives = 10;
constexpr int kKeepDelay = 800;  // ms after a change until texts are kept

}  // namespace

PlaygroundView::PlaygroundView(QWidget* parent)
    : View(parent),
      controls_(new PlayControls(this)),
      first_(new TokenStrip(this)),
      second_(new TokenStrip(this)),
      first_note_(new QLabel(this)),
      second_note_(new QLabel(this)),
      details_(new QLabel(this)),
      texts_(new PlayTexts(this)),
      keep_later_(new QTimer(this)) {
    keep_later_->setSingleShot(true);
    keep_later_->setInterval(kKeepDelay);
    connect(keep_later_, &QTimer::timeout, this, &PlaygroundView::keep);
    build();
    connect(controls_, &PlayControls::generateAsked, this, &PlaygroundView::generate);
    connect(controls_, &PlayControls::scoreAsked, this, &PlaygroundView::score);
    connect(controls_, &PlayControls::stopAsked, this, &PlaygroundView::stop);
    connect(controls_, &PlayControls::trainingAsked, this, &PlaygroundView::trainingRequested);
    for (const bool second : {false, true}) {
        TokenStrip* strip = second ? second_ : first_;
        connect(strip, &TokenStrip::tokenPointed, this,
                [this, second](int token) { showDetails(token, second); });
        connect(strip, &TokenStrip::tokenChosen, this,
                [this, second](int token) { chooseToken(token, second); });
        connect(strip, &TokenStrip::menuWanted, this,
                [this, second](int token, const QPoint& at) { tokenMenu(token, second, at); });
    }
    applyTheme();
    showState();
}

PlaygroundView::~PlaygroundView() {
    keep();
}

void PlaygroundView::build() {
    auto* row = new FlowRow;
    tints_ = addChoice(*row, tr("What tokens are tinted by"),
                       {tr("Surprise"), tr("Rank"), tr("No tint")});
    connect(tints_, &QComboBox::activated, this, [this](int index) {
        const int layer = tints_->itemData(index).toInt();
        if (tints_->itemData(index).isValid()) return setTint(Tint::expert, layer);
        constexpr Tint kTints[] = {Tint::surprise, Tint::rank, Tint::none};
        setTint(kTints[index]);
    });
    auto* json = addButton(*row, tr("JSON..."), tr("Save the texts on show as JSON"));
    connect(json, &QToolButton::clicked, this, &PlaygroundView::exportJson);
    auto* out = addButton(*row, tr("Knock out selection"),
                          tr("Add the selected experts to the interventions: the next best keys "
                             "serve in their place"));
    ablate_ = addButton(*row, tr("Ablate selection"),
                        tr("Knock the selected experts out over the validation text, beside 100 "
                           "random sets of equal size and usage"));
    connect(out, &QToolButton::clicked, this, &PlaygroundView::knockOutSelection);
    connect(ablate_, &QToolButton::clicked, this, &PlaygroundView::ablateSelection);
    rolled_ = new QScrollArea(this);
    rolled_->setWidget(controls_);
    rolled_->setWidgetResizable(true);
    rolled_->setFrameShape(QFrame::NoFrame);
    rolled_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    rolled_->setMinimumWidth(controls_->minimumSizeHint().width() + 20);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->addWidget(rolled_);
    across->addWidget(buildRight());
    across->setStretchFactor(0, 2);
    across->setStretchFactor(1, 5);
    layOut(*this, row, {across});
    setFocusProxy(controls_);
}

QWidget* PlaygroundView::buildRight() {
    for (QLabel* label : {first_note_, second_note_, details_}) {
        label->setTextFormat(Qt::PlainText);
        label->setWordWrap(true);
        label->setContentsMargins(6, 0, 6, 0);
    }
    first_->setAccessibleName(tr("Tokens"));
    second_->setAccessibleName(tr("Tokens of the second model"));
    details_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    details_->setMinimumHeight(fontMetrics().lineSpacing() * 4);
    auto* rolled = new QScrollArea(this);  // an ablation tells more than has room
    rolled->setWidget(details_);
    rolled->setWidgetResizable(true);
    rolled->setFrameShape(QFrame::NoFrame);
    rolled->setMinimumHeight(fontMetrics().lineSpacing() * 5);
    connect(texts_, &PlayTexts::chosen, this, &PlaygroundView::showText);
    connect(texts_, &PlayTexts::favoriteAsked, this, &PlaygroundView::setFavorite);
    connect(texts_, &PlayTexts::removeAsked, this, &PlaygroundView::removeText);
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    auto* strips = new QSplitter(Qt::Horizontal, page);
    for (const auto& [note, strip] : {std::pair{first_note_, first_}, {second_note_, second_}}) {
        auto* half = new QWidget(strips);
        auto* lines = new QVBoxLayout(half);
        lines->setContentsMargins(0, 0, 0, 0);
        lines->addWidget(note);
        lines->addWidget(strip, 1);
        strips->addWidget(half);
    }
    auto* down = new QSplitter(Qt::Vertical, page);
    down->addWidget(strips);
    down->addWidget(rolled);
    down->addWidget(texts_);
    down->setStretchFactor(0, 4);
    down->setStretchFactor(2, 2);
    column->addWidget(down);
    return page;
}

void PlaygroundView::setRun(RunContext* run) {
    View::setRun(run);
    if (!run) return;
    connect(requests(), &Requests::checkpointsChanged, this,
            [this] { controls_->setCheckpoints(requests()->checkpoints()); });
    connect(data(), &RunData::sourceChanged, this, [this] { showState(); });
    connect(selection(), &Selection::changed, this, [this] { markDirty(); });
    connect(requests(), &Requests::interventionsRequested, this, &PlaygroundView::addInterventions);
    showState();
}

void PlaygroundView::setFolder(const std::filesystem::path& run_folder) {
    if (folder_ == run_folder) return;
    keep();
    folder_ = run_folder;
    tree_ = folder_.empty() ? PlayTree() : readPlayTree(folder_);
    current_ = tree_.texts().empty() ? -1 : tree_.texts().back().id;
    beside_ = -1;
    running_ = 0;
    if (current_ >= 0) showText(current_);
    texts_->showTree(tree_, current_);
    showState();
    markDirty();
}

void PlaygroundView::keep() {
    keep_later_->stop();
    if (folder_.empty() || tree_.texts().empty()) return;
    try {
        writePlayTree(folder_, tree_);
    } catch (const std::exception&) {
        // A run that may only be read is asked all the same.
    }
}

void PlaygroundView::setPrompt(const QString& text) {
    PlayRequest request = controls_->request();
    request.prompt = text.toStdString();
    controls_->show(request);
}

void PlaygroundView::setInterventions(const QString& text) {
    controls_->setInterventions(text);
}

void PlaygroundView::setTraining(const std::optional<QString>& interventions) {
    controls_->setTraining(interventions);
}

void PlaygroundView::setTint(Tint tint, int layer) {
    tint_ = tint;
    layer_ = layer;
    constexpr int kPlaces[] = {0, 1, 0, 2};
    const int place =
        tint == Tint::expert ? tints_->findData(layer) : kPlaces[static_cast<int>(tint)];
    if (place >= 0) tints_->setCurrentIndex(place);
    markDirty();
}

void PlaygroundView::noteLayers(const TokenReading& token) {
    for (int layer = 0; layer < layersOf(token); ++layer)
        if (tints_->findData(layer) < 0)
            tints_->addItem(tr("Expert of layer %1").arg(layer), layer);
}

const PlayText* PlaygroundView::current() const {
    return tree_.find(current_);
}
const PlayText* PlaygroundView::beside() const {
    return tree_.find(beside_);
}

void PlaygroundView::generate() {
    begin(false);
}
void PlaygroundView::score() {
    begin(true);
}

void PlaygroundView::begin(bool score) {
    if (running_ > 0 || !run() || !data()->hasSource() || !controls_->fault().isEmpty())
        return showState();
    PlayRequest request = controls_->request();
    request.score = score;
    ask(request, -1, -1);
    if (!controls_->hasBeside()) return;
    const int first = current_;
    request = controls_->request(true);
    request.score = score;
    ask(request, -1, first);
    beside_ = std::exchange(current_, first);
    showState();
}

void PlaygroundView::ask(PlayRequest request, int parent, int beside) {
    request.options.readings = true;
    request.options.alternatives = kAlternatives;
    const PlayText& text = tree_.add(std::move(request), parent, beside);
    current_ = text.id;
    beside_ = -1;
    ++running_;
    Q_EMIT textRequested(text.request);
    texts_->showTree(tree_, current_);
    showState();
    markDirty();
}

void PlaygroundView::stop() {
    Q_EMIT stopRequested();
}

void PlaygroundView::takePrompt(int id, const std::vector<TokenReading>& tokens) {
    PlayText* text = tree_.find(id);
    if (text == nullptr) return;
    text->tokens = tokens;
    text->prompt_tokens = text->request.score ? 0 : static_cast<int>(tokens.size());
    if (!tokens.empty()) noteLayers(tokens.front());
    markDirty();
}

void PlaygroundView::takeToken(int id, const TokenReading& token) {
    PlayText* text = tree_.find(id);
    if (text == nullptr) return;
    text->tokens.push_back(token);
    noteLayers(token);
    markDirty();
}

void PlaygroundView::takeEnd(int id, const PlayEnd& end) {
    if (PlayText* text = tree_.find(id)) text->end = end;
    ended();
}

void PlaygroundView::takeFailure(int id, const QString& reason) {
    if (PlayText* text = tree_.find(id)) text->failure = reason;
    ended();
}

void PlaygroundView::ended() {
    running_ = std::max(0, running_ - 1);
    keep_later_->start();
    texts_->showTree(tree_, current_);
    showState();
    markDirty();
}

void PlaygroundView::knockOutSelection() {
    if (!run() || selection()->chosen().experts.empty())
        return takeAblation(tr("Select experts first, in any view."), true);
    Interventions more;
    for (const int expert : selection()->chosen().experts) {
        Intervention one;
        one.layer = selection()->chosen().layer;
        one.expert = expert;
        more.push_back(one);
    }
    addInterventions(more);
}

void PlaygroundView::addInterventions(const Interventions& more) {
    const QString before = controls_->interventions();
    controls_->setInterventions((before.isEmpty() ? QString() : before + QStringLiteral("; ")) +
                                QString::fromStdString(interventionsText(more)));
    showState();
    // Once the new chip has its place: who knocks out elsewhere sees what came of it.
    QTimer::singleShot(0, this, [this] {
        controls_->layout()->activate();
        rolled_->ensureWidgetVisible(controls_->interventionsShown());
    });
}

void PlaygroundView::ablateSelection() {
    if (!run() || selection()->chosen().experts.empty())
        return takeAblation(tr("Select experts first, in any view."), true);
    ablate_->setEnabled(false);
    Q_EMIT ablationRequested(selection()->chosen().layer, selection()->chosen().experts);
}

void PlaygroundView::takeAblation(const QString& text, bool done) {
    details_->setText(text);
    if (done) ablate_->setEnabled(true);
}

void PlaygroundView::showText(int id) {
    const PlayText* text = tree_.find(id);
    if (text == nullptr) return;
    current_ = text->beside >= 0 ? text->beside : id;
    beside_ = -1;
    for (const PlayText& other : tree_.texts())
        if (other.beside == current_) beside_ = other.id;
    for (const TokenReading& token : text->tokens)
        noteLayers(token);
    if (!text->request.prompt.empty() && running_ == 0) controls_->show(current()->request);
    showState();
    markDirty();
}

void PlaygroundView::setFavorite(int id, bool favorite) {
    if (PlayText* chosen = tree_.find(id)) chosen->favorite = favorite;
    keep_later_->start();
    texts_->showTree(tree_, current_);
}

void PlaygroundView::removeText(int id) {
    tree_.remove(id);
    keep_later_->start();
    texts_->showTree(tree_, current_);
    showState();
    markDirty();
}

void PlaygroundView::showState() {
    const bool can = run() && data()->hasSource();
    controls_->setState(can, running_ > 0);
    const QString fault = controls_->fault();
    first_note_->setText(!fault.isEmpty() ? fault
                         : current()      ? describeText(*current())
                         : !can           ? tr("Open a run, or train one, to ask its model.")
                                          : QString());
    second_note_->setText(beside() ? describeText(*beside()) : QString());
    second_->parentWidget()->setVisible(beside() != nullptr);
    first_->setEmptyText(tr("Type a prompt and press Generate, or a text and press Score."));
}

std::vector<const PlayText*> PlaygroundView::shown() const {
    std::vector<const PlayText*> texts;
    for (const PlayText* text : {current(), beside()})
        if (text != nullptr) texts.push_back(text);
    return texts;
}

void PlaygroundView::refresh() {
    const ChartTheme theme = themeOf(palette());
    first_->setTokens(current() ? flowOf(*current(), theme) : std::vector<FlowToken>());
    second_->setTokens(beside() ? flowOf(*beside(), theme) : std::vector<FlowToken>());
    showState();
}

void PlaygroundView::applyTheme() {
    for (TokenStrip* strip : {first_, second_})
        strip->setTheme(themeOf(palette()));
    markDirty();
}

}  // namespace orrery
