// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QHash>
#include <optional>

#include "widgets/playground/play_tree.h"
#include "widgets/view.h"

class QComboBox;
class QLabel;
class QScrollArea;
class QTimer;
class QToolButton;

namespace orrery {

class PlayControls;
class PlayTexts;
class TokenStrip;

/// What a model writes behind a prompt, or says of a text, token by token: tinted by surprise, rank
/// or expert, with alternatives and routes; branches, and a second model beside. Whoever runs
/// models is connected to textRequested() and answers with the take... calls. Texts are kept with
/// the run.
class PlaygroundView : public View {
    Q_OBJECT

public:
    explicit PlaygroundView(QWidget* parent = nullptr);
    ~PlaygroundView() override;

    void setRun(RunContext* run) override;
    QString viewName() const override { return QStringLiteral("playground"); }
    void paintFigure(QPainter& painter, const QSizeF& size) const override;
    QString figureFault() const override;
    /// "text=3" (of views/playground.json; the newest without), "tint=rank", "layer=1" of
    /// tint=expert.
    QStringList figureArguments() const override;
    QString setLook(const QStringList& words) override;
    bool figurePending() const override;
    QString dataAsCsv() const override;
    /// The texts on show, with all that is known of them.
    QByteArray dataAsJson() const;

    /// Where texts are kept; empty = nowhere. What is there is shown.
    void setFolder(const std::filesystem::path& run_folder);
    void setPrompt(const QString& text);
    void setInterventions(const QString& text);
    /// What the run that trains here has in force; nullopt while none does.
    void setTraining(const std::optional<QString>& interventions);
    void setTint(Tint tint, int layer = 0);

    /// As the buttons do.
    void generate();
    void score();
    void stop();
    /// Goes on from a token of the text on show, with another in its place.
    void branch(int token, std::int32_t instead);
    void showText(int id);
    /// Adds the experts that are selected in all views to the interventions, to be knocked out.
    void knockOutSelection();
    /// Adds some to those of the first model.
    void addInterventions(const Interventions& more);
    /// Asks what their removal does to the loss, beside random sets: ablationRequested().
    void ablateSelection();

    const PlayTree& tree() const { return tree_; }
    const PlayText* current() const;
    const PlayText* beside() const;
    PlayControls& controls() { return *controls_; }
    TokenStrip& strip(bool beside = false) { return beside ? *second_ : *first_; }

public Q_SLOTS:
    /// Of the prompt of a request, or of the text that is scored.
    void takePrompt(int id, const std::vector<orrery::TokenReading>& tokens);
    void takeToken(int id, const orrery::TokenReading& token);
    void takeEnd(int id, const orrery::PlayEnd& end);
    void takeFailure(int id, const QString& reason);
    /// What an ablation says so far, and at its end.
    void takeAblation(const QString& text, bool done);

Q_SIGNALS:
    void ablationRequested(int layer, const std::vector<int>& experts);
    void textRequested(const orrery::PlayRequest& request);
    void stopRequested();
    /// The run that trains is to have these interventions.
    void trainingRequested(const QString& interventions);

protected:
    void refresh() override;
    void applyTheme() override;

private:
    void build();
    QWidget* buildRight();
    void begin(bool score);
    void ask(PlayRequest request, int parent, int beside);
    void ended();
    void removeText(int id);
    void setFavorite(int id, bool favorite);
    void showDetails(int token, bool beside);
    void chooseToken(int token, bool beside);
    void tokenMenu(int token, bool beside, const QPoint& global);
    void showState();
    void keep();
    void exportJson();
    std::vector<const PlayText*> shown() const;
    std::vector<struct FlowToken> flowOf(const PlayText& text, const ChartTheme& theme) const;
    void noteLayers(const TokenReading& token);

    PlayTree tree_;
    int current_ = -1, beside_ = -1;
    int running_ = 0;  // requests without an end
    Tint tint_ = Tint::surprise;
    int layer_ = 0;
    std::filesystem::path folder_;
    PlayControls* controls_;
    TokenStrip *first_, *second_;
    QLabel *first_note_, *second_note_, *details_;
    QComboBox* tints_;
    PlayTexts* texts_;
    QTimer* keep_later_;
    QToolButton* ablate_;
    QScrollArea* rolled_;  // the controls
};

}  // namespace orrery
