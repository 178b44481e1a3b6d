// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/services/playground_service.h"

#include <QMetaObject>
#include <list>
#include <utility>

#include "app/window/run_controller.h"
#include "core/analysis/ablation/ablation_tables.h"
#include "core/error.h"
#include "core/events/commands.h"
#include "core/runs/checkpoint_folder.h"
#include "core/train/loaded_run.h"
#include "widgets/playground/playground_view.h"
#include "widgets/run/run_context.h"
#include "widgets/run/run_data.h"
#include "widgets/status/core_words.h"

namespace orrery {
namespace {

constexpr std::size_t kMostModels = 2;  // that are kept loaded: those side by side

}  // namespace

/// The checkpoints loaded last; touched by the pool's one thread only.
struct PlaygroundService::Models {
    std::list<std::pair<std::filesystem::path, LoadedRun>> loaded;

    LoadedRun& open(const std::filesystem::path& folder, std::optional<std::int64_t> step) {
        const std::int64_t wanted = chooseCheckpoint(folder, step).state->step;
        for (auto& [from, run] : loaded)
            if (from == folder && run.step() == wanted) return run;
        if (loaded.size() >= kMostModels) loaded.pop_front();
        return loaded.emplace_back(folder, LoadedRun::open(folder, step)).second;
    }
};

namespace {

/// A request under way, on the pool thread; what it tells is told on the GUI's.
struct PlayJob {
    PlayRequest request;
    std::function<bool()> stopped;
    std::function<void(std::function<void(PlaygroundView&)>)> tell;

    void run(LoadedRun& model) const {
        GenerateOptions options = request.options;
        options.interventions = parseInterventions(request.source.interventions.toStdString());
        TextScore score;
        if (!request.prompt.empty() || !options.prompt_tokens.empty()) {
            score = model.score(request.prompt, {options.prompt_tokens, options.alternatives, true,
                                                 options.interventions});
            tell([id = request.id, tokens = score.readings](PlaygroundView& view) {
                view.takePrompt(id, tokens);
            });
        } else if (request.score) {
            throw Error("There is nothing to score: the text is empty.");
        }
        PlayEnd end;
        end.step = model.step();
        end.note = QString::fromStdString(model.standIn());
        end.loss = score.loss;
        if (request.score) {
            end.end = TextEnd::endOfText;
            end.words = score.words;
            end.bytes = score.bytes;
        } else {
            write(model, options, end);
        }
        tell([id = request.id, end](PlaygroundView& view) { view.takeEnd(id, end); });
    }

    void write(LoadedRun& model, const GenerateOptions& options, PlayEnd& end) const {
        GenerateHooks hooks;
        hooks.enough = stopped;
        hooks.on_token = [&](const GeneratedToken& token) {
            if (token.reading == nullptr) return;
            end.loss += token.reading->surprise;
            tell([id = request.id, reading = *token.reading](PlaygroundView& view) {
                view.takeToken(id, reading);
            });
        };
        end.end = model.generate(request.prompt, options, hooks).front().end;
    }
};

}  // namespace

PlaygroundService::PlaygroundService(RunContext* run, RunController* controller,
                                     PlaygroundView* view, QObject* parent)
    : QObject(parent),
      data_(run->data()),
      controller_(controller),
      view_(view),
      stopped_(std::make_shared<std::atomic<bool>>(false)),
      models_(std::make_shared<Models>()) {
    pool_.setMaxThreadCount(1);
    connect(view_, &PlaygroundView::textRequested, this, &PlaygroundService::answer);
    connect(view_, &PlaygroundView::stopRequested, this, &PlaygroundService::stop);
    connect(view_, &PlaygroundView::ablationRequested, this, &PlaygroundService::ablate);
    connect(data_, &RunData::sourceChanged, this, &PlaygroundService::follow);
    connect(controller_, &RunController::phaseChanged, this, &PlaygroundService::followPhase);
    follow();
}

PlaygroundService::~PlaygroundService() {
    stop();
    pool_.waitForDone();
}

void PlaygroundService::follow() {
    stop();
    view_->setFolder(data_->hasSource() ? controller_->folder() : std::filesystem::path());
}

void PlaygroundService::stop() {
    *stopped_ = true;
    stopped_ = std::make_shared<std::atomic<bool>>(false);
}

std::function<void(std::function<void(PlaygroundView&)>)> PlaygroundService::teller() {
    return [this, on_show = controller_->folder()](std::function<void(PlaygroundView&)> act) {
        QMetaObject::invokeMethod(this, [this, on_show, act = std::move(act)] {
            if (controller_->folder() == on_show) act(*view_);
        });
    };
}

void PlaygroundService::answer(const PlayRequest& request) {
    const PlaySource& source = request.source;
    if (controller_->phase() == RunController::Phase::live && source.folder.empty() && !source.step)
        return askTraining(request);
    const PlayJob job{request, [stopped = stopped_] { return stopped->load(); }, teller()};
    pool_.start([job, models = models_,
                 folder = source.folder.empty() ? controller_->folder() : source.folder] {
        try {
            job.run(models->open(folder, job.request.source.step));
        } catch (const std::exception& error) {
            job.tell([id = job.request.id, reason = QString::fromUtf8(error.what())](
                         PlaygroundView& view) { view.takeFailure(id, reason); });
        }
    });
}

/// By the newest checkpoint.
void PlaygroundService::ablate(int layer, const std::vector<int>& experts) {
    ExpertSet set;
    for (const int expert : experts)
        set.push_back({layer, expert});
    const auto tell = [told = teller()](const QString& text, bool done) {
        told([text, done](PlaygroundView& view) { view.takeAblation(text, done); });
    };
    pool_.start([set, tell, models = models_, stopped = stopped_, folder = controller_->folder(),
                 progress = tr("Knocking out: %1 %")] {
        try {
            AblationOptions options;
            options.cancelled = [stopped] { return stopped->load(); };
            options.progress = [&, shown = -1](double done) mutable {
                if (const int now = static_cast<int>(100 * done); now != std::exchange(shown, now))
                    tell(progress.arg(now), false);
            };
            LoadedRun& run = models->open(folder, std::nullopt);
            tell(QString::fromStdString(ablationText(run.ablate(set, options))), true);
        } catch (const std::exception& error) {
            tell(coreText(error), true);
        }
    });
}

void PlaygroundService::askTraining(const PlayRequest& request) {
    const int id = request.id;
    const auto tell = teller();
    const auto ended = [this, tell, id](std::function<void(PlaygroundView&)> act) {
        tell([this, id, act = std::move(act)](PlaygroundView& view) {
            if (training_.erase(id) > 0) act(view);
        });
    };
    command::WriteText text;
    text.score = request.score;
    text.prompt = request.prompt;
    text.options = request.options;
    const auto end = std::make_shared<PlayEnd>();  // of the training thread until it is told
    text.on_prompt = [tell, id, end, score = request.score](const TextScore& read) {
        end->loss = read.loss;
        if (score) {
            end->words = read.words;
            end->bytes = read.bytes;
        }
        tell([id, tokens = read.readings](PlaygroundView& view) { view.takePrompt(id, tokens); });
    };
    text.hooks.enough = [stopped = stopped_] { return stopped->load(); };
    text.hooks.on_token = [tell, id, end](const GeneratedToken& token) {
        if (token.reading == nullptr) return;
        end->loss += token.reading->surprise;
        tell([id, reading = *token.reading](PlaygroundView& view) { view.takeToken(id, reading); });
    };
    text.on_end = [ended, id, end](std::int64_t step, TextEnd how) {
        end->step = step;
        end->end = how;
        ended([id, told = *end](PlaygroundView& view) { view.takeEnd(id, told); });
    };
    text.on_failure = [ended, id](const std::string& reason) {
        ended([id, reason = QString::fromStdString(reason)](PlaygroundView& view) {
            view.takeFailure(id, reason);
        });
    };
    try {
        text.options.interventions = parseInterventions(request.source.interventions.toStdString());
    } catch (const std::exception& error) {
        return view_->takeFailure(id, QString::fromUtf8(error.what()));
    }
    training_.insert(id);
    controller_->send(std::move(text));
}

/// A run that ends may leave commands behind.
void PlaygroundService::followPhase() {
    if (controller_->phase() != RunController::Phase::idle) return;
    for (const int id : std::exchange(training_, {}))
        view_->takeFailure(id, tr("The run has ended."));
}

}  // namespace orrery
