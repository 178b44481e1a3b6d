// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/compared_runs.h"

#include <QSettings>
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "core/error.h"
#include "core/runs/run_notes.h"
#include "widgets/metrics/metric_panels.h"
#include "widgets/palette/color_map.h"
#include "widgets/plots/envelope.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

constexpr std::size_t kPreview = 8'000;  // points of all curves that are drawn before all are read
constexpr int kPeriod = 200;             // ms
const QString kColors = QStringLiteral("compare/colors");

// Every column of the curve keeps its extremes.
RunCurve thinned(RunCurve curve, std::size_t most) {
    if (curve.values.size() <= most) return curve;
    EnvelopeWindow window;
    window.from = curve.steps.front();
    window.to = curve.steps.back();
    window.columns = static_cast<int>(std::max<std::size_t>(most / 4, 1));
    const Envelope envelope = envelopeOf(curve.steps, curve.values, window);
    RunCurve result;
    result.sampled = true;
    std::size_t at = 0;
    for (std::size_t i = 0; i < envelope.x.size(); ++i) {
        while (at + 1 < curve.steps.size() && curve.steps[at] < envelope.x[i])
            ++at;
        result.steps.push_back(envelope.x[i]);
        result.values.push_back(envelope.y[i]);
        result.tokens.push_back(curve.tokens[at]);
        result.seconds.push_back(curve.seconds[at]);
        if (at < curve.shares.size()) result.shares.push_back(curve.shares[at]);
    }
    return result;
}

/// That somebody gave the run in the list; -1 = none.
int ownColor(const QString& folder) {
    try {
        return readRunNotes(folder.toStdString()).color;
    } catch (const std::exception&) {
        return -1;  // the run list says what is wrong with its notes
    }
}

}  // namespace

QColor runColor(int index, bool dark) {
    return seriesColor(index, dark);
}

Qt::PenStyle runDash(int index) {
    constexpr std::array styles = {Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    return styles[static_cast<std::size_t>(index + index / 8) % styles.size()];
}

struct ComparedRuns::Answer {
    std::filesystem::path folder;
    QString failure = {};
    bool whole = false;  // the curve is no preview
    std::optional<RunIdentity> identity = {};
    std::shared_ptr<const RunCurve> curve = {};
};

struct ComparedRuns::Inbox {
    std::atomic<bool> cancelled = false;
    std::mutex mutex;
    std::vector<Answer> answers;
    bool complete = false;

    void put(std::optional<Answer> answer) {
        const std::lock_guard lock(mutex);
        if (answer)
            answers.push_back(std::move(*answer));
        else
            complete = true;
    }
};

/// Reads on the pool: first a little of every run, then what the runs are, then the rest.
class ComparedRuns::Reader {
public:
    Reader(std::vector<std::filesystem::path> folders, std::string scalar,
           std::shared_ptr<Inbox> inbox)
        : folders_(std::move(folders)), scalar_(std::move(scalar)), inbox_(std::move(inbox)) {}

    void read() {
        std::vector<std::filesystem::path> longer;
        const std::size_t preview = std::clamp<std::size_t>(kPreview / folders_.size(), 60, 400);
        each(folders_, [&](Answer& answer) {
            RunCurve curve = readCurve(answer.folder, scalar_, preview);
            if (curve.sampled) longer.push_back(answer.folder);
            answer.curve = std::make_shared<RunCurve>(std::move(curve));
        });
        each(folders_, [](Answer& answer) {
            answer.identity =
                readIdentity(answer.folder, {"val/loss", "val/bits_per_byte", "train/loss"});
        });
        const std::size_t share = std::max<std::size_t>(most_points / folders_.size(), 4000);
        each(longer, [&](Answer& answer) {
            RunCurve curve = readCurve(answer.folder, scalar_);
            answer.curve = std::make_shared<RunCurve>(thinned(std::move(curve), share));
            answer.whole = true;
        });
        if (!inbox_->cancelled) inbox_->put(std::nullopt);
    }

private:
    template <typename Fill>
    void each(const std::vector<std::filesystem::path>& folders, const Fill& fill) {
        for (const auto& folder : folders) {
            if (inbox_->cancelled) return;
            Answer answer{.folder = folder};
            try {
                fill(answer);
            } catch (const std::exception& error) {
                answer.failure = coreText(error);
            }
            inbox_->put(std::move(answer));
        }
    }

    std::vector<std::filesystem::path> folders_;
    std::string scalar_;
    std::shared_ptr<Inbox> inbox_;
};

ComparedRuns::ComparedRuns(QObject* parent) : QObject(parent), inbox_(std::make_shared<Inbox>()) {
    pool_.setMaxThreadCount(1);
    timer_.setInterval(kPeriod);
    connect(&timer_, &QTimer::timeout, this, &ComparedRuns::takeAnswers);
}

ComparedRuns::~ComparedRuns() {
    inbox_->cancelled = true;
    pool_.waitForDone();
}

QStringList ComparedRuns::folders() const {
    QStringList folders;
    for (const ComparedRun& run : runs_)
        folders << QString::fromStdString(run.folder.string());
    return folders;
}

int ComparedRuns::freeColor(const QString& folder) const {
    const auto taken = [this](int color) {
        return std::ranges::any_of(runs_, [=](const auto& run) { return run.color == color; });
    };
    // A color that somebody chose: where another run has it, the same one dashed.
    if (int own = ownColor(folder); own >= 0) {
        while (taken(own))
            own += kRunColors;
        return own;
    }
    const int known = QSettings().value(kColors).toMap().value(folder, -1).toInt();
    if (known >= 0 && !taken(known)) return known;
    int color = 0;
    while (taken(color))
        ++color;
    return color;
}

void ComparedRuns::setFolders(const QStringList& folders) {
    const std::vector<ComparedRun> before = std::exchange(runs_, {});
    const auto at = [](const std::vector<ComparedRun>& runs, const QString& folder) {
        return std::ranges::find(runs, std::filesystem::path(folder.toStdString()),
                                 &ComparedRun::folder);
    };
    // Those that stay take their colors before the others choose theirs.
    for (const bool known : {true, false})
        for (const QString& folder : folders) {
            const auto old = at(before, folder);
            if ((old != before.end()) != known || at(runs_, folder) != runs_.end()) continue;
            ComparedRun run;
            if (known) {
                run = *old;
                const int own = ownColor(folder);
                if (own >= 0 && own != run.color % kRunColors) run.color = freeColor(folder);
            } else {
                run.folder = folder.toStdString();
                run.color = freeColor(folder);
            }
            runs_.push_back(std::move(run));
        }
    std::ranges::sort(runs_, {}, [&](const ComparedRun& run) {
        return folders.indexOf(QString::fromStdString(run.folder.string()));
    });
    QSettings settings;
    QVariantMap colors = settings.value(kColors).toMap();
    if (colors.size() > 500) colors.clear();
    for (const ComparedRun& run : runs_)
        colors[QString::fromStdString(run.folder.string())] = run.color;
    settings.setValue(kColors, colors);
    ++identities_;
    needed_ = true;
    Q_EMIT changed();
}

void ComparedRuns::setScalar(const std::string& name) {
    if (name == scalar_) return;
    scalar_ = name;
    for (ComparedRun& run : runs_) {
        run.curve = std::make_shared<RunCurve>();
        run.complete = false;
    }
    needed_ = true;
    Q_EMIT changed();
}

void ComparedRuns::reload() {
    needed_ = true;
    readIfNeeded();
}

void ComparedRuns::readNow() {
    readIfNeeded();
    pool_.waitForDone();
    takeAnswers();
}

void ComparedRuns::readIfNeeded() {
    if (!std::exchange(needed_, false)) return;
    inbox_->cancelled = true;
    inbox_ = std::make_shared<Inbox>();
    reading_ = !runs_.empty();
    if (!reading_) return timer_.stop();
    timer_.start();
    std::vector<std::filesystem::path> folders;
    for (const ComparedRun& run : runs_)
        folders.push_back(run.folder);
    pool_.start(
        [reader = Reader(std::move(folders), scalar_, inbox_)]() mutable { reader.read(); });
}

std::size_t ComparedRuns::complete() const {
    return static_cast<std::size_t>(std::ranges::count(runs_, true, &ComparedRun::complete));
}

QStringList ComparedRuns::scalars() const {
    QStringList names;
    for (const ComparedRun& run : runs_)
        for (const std::string& name : run.identity.scalars)
            names << QString::fromStdString(name);
    names.removeDuplicates();
    return inOrder(names);
}

void ComparedRuns::setColors(const std::vector<int>& colors) {
    for (std::size_t i = 0; i < std::min(colors.size(), runs_.size()); ++i)
        runs_[i].color = colors[i];
    Q_EMIT changed();
}

void ComparedRuns::takeAnswers() {
    std::vector<Answer> answers;
    {
        const std::lock_guard lock(inbox_->mutex);
        answers = std::exchange(inbox_->answers, {});
        if (inbox_->complete) reading_ = false;
    }
    if (!reading_) timer_.stop();
    if (answers.empty() && reading_) return;
    for (const Answer& answer : answers)
        take(answer);
    Q_EMIT changed();
}

void ComparedRuns::take(const Answer& answer) {
    const auto run = std::ranges::find(runs_, answer.folder, &ComparedRun::folder);
    if (run == runs_.end()) return;
    if (run->failure != answer.failure || answer.identity) ++identities_;
    run->failure = answer.failure;
    if (answer.identity) {
        run->identity = *answer.identity;
        run->known = true;
    }
    if (!answer.curve) return;
    // What was read before of a run that goes on is better than a preview of it.
    if (run->complete && answer.curve->sampled && !answer.whole) return;
    run->curve = answer.curve;
    run->complete = answer.whole || !answer.curve->sampled;
}

}  // namespace orrery
