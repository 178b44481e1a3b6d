// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/study/study_feed.h"

#include <QMetaObject>
#include <algorithm>
#include <chrono>

#include "core/study/controls_study.h"
#include "widgets/status/core_words.h"

namespace orrery {

namespace {

using FileTime = std::filesystem::file_time_type;

/// Changes whenever something was written to the database. SQLite's log is written first.
std::pair<FileTime, FileTime> timesOf(const std::filesystem::path& folder) {
    std::error_code none;
    if (isControls(folder))
        return {std::filesystem::last_write_time(folder / "controls.csv", none), FileTime()};
    return {std::filesystem::last_write_time(folder / "study.db", none),
            std::filesystem::last_write_time(folder / "study.db-wal", none)};
}

/// Clocks of file systems tick seldom: two writes may have one time.
bool mayHaveGoneOn(const std::pair<FileTime, FileTime>& times) {
    return std::max(times.first, times.second) > FileTime::clock::now() - std::chrono::seconds(3);
}

}  // namespace

struct StudyFeed::Wish {
    std::filesystem::path file;  // empty: of a folder alone
    std::string scale;
    std::filesystem::path folder;
};

struct StudyFeed::Answer {
    std::shared_ptr<const Wish> wish;
    std::shared_ptr<const StudySnapshot> snapshot = {};
    QString failure = {};
};

StudyFeed::StudyFeed(QObject* parent) : QObject(parent) {
    pool_.setMaxThreadCount(1);
}

StudyFeed::~StudyFeed() {
    ending_ = true;
    pool_.waitForDone();
}

void StudyFeed::setFolder(const std::filesystem::path& folder) {
    setPlan({}, {}, folder);
}

void StudyFeed::setPlan(const std::filesystem::path& file, const std::string& scale,
                        const std::filesystem::path& folder) {
    wish_ = std::make_shared<Wish>(Wish{file, scale, folder});
    study_ = std::make_shared<StudyReading>();
    snapshot_.reset();
    failure_.clear();
    reading_ = false;  // what is under way is not for this one
    begin();
    Q_EMIT changed();
}

bool StudyFeed::lacksKeys() const {
    return keys_ && snapshot_ && !snapshot_->keys;
}

void StudyFeed::wantKeys(bool wanted) {
    keys_ = wanted;
    if (lacksKeys()) read();
}

bool StudyFeed::mayDiffer() const {
    if (!snapshot_ || !failure_.isEmpty() || lacksKeys()) return true;
    const auto times = timesOf(wish_->folder);
    return times != written_ || mayHaveGoneOn(times) ||
           std::ranges::count(snapshot_->trials, TrialState::running, &TrialRecord::state) > 0;
}

void StudyFeed::read() {
    if (wish_ && !reading_ && mayDiffer()) begin();
}

void StudyFeed::readNow() {
    if (!wish_) return;
    pool_.waitForDone();
    if (answer_) take(*std::exchange(answer_, nullptr));
    if (!mayDiffer() && !snapshot_->planned) return;
    begin();
    pool_.waitForDone();
    take(*std::exchange(answer_, nullptr));
}

void StudyFeed::begin() {
    reading_ = true;
    written_ = timesOf(wish_->folder);
    answer_ = std::make_shared<Answer>(Answer{wish_});
    pool_.start([this, answer = answer_, study = study_, keys = keys_] {
        const Wish& wish = *answer->wish;
        try {
            StudySnapshot snapshot =
                std::filesystem::exists(wish.folder / "study.db") || wish.file.empty()
                    ? study->read(wish.folder)
                    : StudyReading::plan(wish.file, wish.scale, wish.folder);
            if (keys) study->addKeys(snapshot, [this] { return ending_.load(); });
            answer->snapshot = std::make_shared<StudySnapshot>(std::move(snapshot));
        } catch (const std::exception& error) {
            answer->failure = coreText(error);
        }
        QMetaObject::invokeMethod(this, [this, answer] {
            if (answer == answer_) take(*std::exchange(answer_, nullptr));
        });
    });
}

void StudyFeed::take(const Answer& answer) {
    reading_ = false;
    failure_ = answer.failure;
    if (!failure_.isEmpty()) {
        Q_EMIT failed(failure_);
        return;
    }
    snapshot_ = answer.snapshot;
    Q_EMIT changed();
}

}  // namespace orrery
