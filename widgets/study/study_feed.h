// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <atomic>
#include <filesystem>
#include <memory>
#include <utility>

#include "widgets/study/study_snapshot.h"

namespace orrery {

/// Reads a study in the background, when it is told to. GUI thread.
class StudyFeed : public QObject {
    Q_OBJECT

public:
    explicit StudyFeed(QObject* parent = nullptr);
    ~StudyFeed() override;

    /// Another study: what was known of the former one is forgotten.
    void setFolder(const std::filesystem::path& folder);
    /// A study file that may not have been started; its folder is read when it has.
    void setPlan(const std::filesystem::path& file, const std::string& scale,
                 const std::filesystem::path& folder);
    /// Whether the keys of its cells are projected, too: only then, for that takes seconds.
    void wantKeys(bool wanted);
    /// Reads it once more, unless it is being read or nothing was written since.
    void read();
    /// The same, and waits for it: figures of a view that nobody sees.
    void readNow();
    /// nullptr before the first reading.
    const std::shared_ptr<const StudySnapshot>& snapshot() const { return snapshot_; }
    bool reading() const { return reading_; }
    /// Why the last reading failed; empty when it did not.
    const QString& failure() const { return failure_; }

Q_SIGNALS:
    void changed();
    void failed(const QString& reason);

private:
    struct Answer;
    struct Wish;
    bool mayDiffer() const;  // what is stored from what is known
    bool lacksKeys() const;
    void begin();
    void take(const Answer& answer);

    std::shared_ptr<const Wish> wish_;
    std::shared_ptr<StudyReading> study_;
    std::shared_ptr<const StudySnapshot> snapshot_;
    std::shared_ptr<Answer> answer_;  // of the reading under way
    QString failure_;
    std::pair<std::filesystem::file_time_type, std::filesystem::file_time_type> written_ = {};
    QThreadPool pool_;
    bool reading_ = false;
    bool keys_ = false;  // wanted
    std::atomic<bool> ending_ = false;
};

}  // namespace orrery
