// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include <QObject>
#include <optional>
#include <vector>

namespace orrery {

struct ExpertId {
    int layer = 0;
    int expert = 0;
    bool operator==(const ExpertId&) const = default;
};

/// Experts of one layer.
struct ExpertSelection {
    int layer = 0;
    std::vector<int> experts;  // ascending, each once; empty = nothing is selected
    bool contains(int of_layer, int expert) const;
    bool operator==(const ExpertSelection&) const = default;
};

/// What is selected in every view of a run; the rest is grayed. One state, whichever view it comes
/// from. GUI thread only.
class Selection : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    const ExpertSelection& chosen() const { return chosen_; }
    /// In any order, twice or not.
    void select(ExpertSelection experts);
    /// The first of the selected experts.
    const std::optional<ExpertId>& markedExpert() const { return marked_; }
    void markExpert(std::optional<ExpertId> expert);
    /// Without a word: the run has another source, which is told by itself.
    void clear();

Q_SIGNALS:
    void changed();

private:
    ExpertSelection chosen_;
    std::optional<ExpertId> marked_;  // of chosen_
};

}  // namespace orrery
