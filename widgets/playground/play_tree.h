// SPDX-License-Identifier: GPL-3.0-or-later
// The texts of a playground: each a prompt and what came behind it, or a branch of another text.
// Values; kept with the run.
#pragma once
#include <QString>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "widgets/playground/play_request.h"

namespace orrery {

/// By what a token is tinted.
enum class Tint { surprise, rank, expert, none };

struct PlayText {
    int id = 0;
    int parent = -1;      // the text that it branches from; -1 = none
    int beside = -1;      // the text that it stands beside, of the same prompt and seed; -1 = none
    PlayRequest request;  // what was asked
    std::vector<TokenReading> tokens;  // of the prompt, then those that came
    int prompt_tokens = 0;             // how many of them are the prompt's
    std::optional<PlayEnd> end;        // none while it is written
    QString failure;
    bool favorite = false;

    bool running() const { return !end && failure.isEmpty(); }
    /// What was written behind the prompt, by its pieces.
    QString written() const;
    /// Mean over all tokens but those of a prompt that nobody scored; nats.
    double meanSurprise() const;
};

class PlayTree {
public:
    /// Most texts that are kept; the oldest that are no favorites go first.
    static constexpr int kMost = 200;

    /// Begins a text; the request's id becomes its. Returns it.
    PlayText& add(PlayRequest request, int parent = -1, int beside = -1);
    PlayText* find(int id);
    const PlayText* find(int id) const;
    const std::vector<PlayText>& texts() const { return texts_; }  // the oldest first
    void remove(int id);  // its branches become texts of their own
    void clear() { texts_.clear(); }

    /// The request for a branch at token `token` of a text (counted with the prompt's), with
    /// another token in its place. nullopt where there is no such token.
    std::optional<PlayRequest> branch(int id, int token, std::int32_t instead) const;

    /// As JSON; texts that are still written are left out.
    QByteArray toJson() const;
    /// Reads that; what does not fit is left out. False for no JSON of a playground.
    bool fromJson(const QByteArray& json);

private:
    std::vector<PlayText> texts_;
    int next_ = 1;
};

/// views/playground.json of a run's folder. Writing throws Error; reading gives an empty tree where
/// there is none.
void writePlayTree(const std::filesystem::path& run_folder, const PlayTree& tree);
PlayTree readPlayTree(const std::filesystem::path& run_folder);

}  // namespace orrery
