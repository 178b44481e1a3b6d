// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <QThreadPool>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/runs/run_source.h"

namespace orrery {

/// Reads what a run has stored of its scalars, at once or on another thread. GUI thread only.
class StoredScalars : public QObject {
    Q_OBJECT

public:
    explicit StoredScalars(QObject* parent = nullptr);
    /// Waits for what is being read.
    ~StoredScalars() override;

    /// Not owned; nullptr = none. Forgets what was read of the former one.
    void setSource(RunSource* source);
    /// From one step to another; empty when it can't be read.
    ScalarPoints read(const std::string& name, std::int64_t from, std::int64_t to) const;
    /// The same on another thread: nullptr until it is there, which readDone() tells. Of each name
    /// the stretch that was asked for last is kept.
    const ScalarPoints* readSoon(const std::string& name, std::int64_t from, std::int64_t to);

Q_SIGNALS:
    void readDone();

private:
    struct Stretch {
        std::int64_t from = 0, to = -1;
        std::optional<ScalarPoints> points = {};
        bool reading = false;
    };
    void start(const std::string& name);

    RunSource* source_ = nullptr;
    int sources_ = 0;  // so far
    std::map<std::string, Stretch> stretches_;
    QThreadPool pool_;
};

}  // namespace orrery
