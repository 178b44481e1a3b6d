// SPDX-License-Identifier: GPL-3.0-or-later
// What a run tells the world: plain values, the same from a live run and from its database.
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace orrery {

enum class RunState {
    preparing,
    running,
    paused,
    stopping,
    finished,
    stopped,
    failed,
    interrupted
};

/// Numbers of one step, for example {"train/loss", 3.2}, {"layer0/gini", 0.4}. Names:
/// CONTRIBUTING.md.
struct Scalars {
    std::int64_t step = 0;
    double time = 0;  // seconds of training, pauses left out
    std::vector<std::pair<std::string, double>> values;
};

/// How often each expert of a layer was selected since the layer's last Usage event (raw counts).
struct Usage {
    std::int64_t step = 0;
    int layer = 0;
    std::vector<double> counts;  // [E]
};

/// A snapshot of one layer's key store.
struct Keys {
    std::int64_t step = 0;
    int layer = 0;
    int experts = 0;
    int dimensions = 0;
    std::vector<float> keys;   // [E, D], row-major
    std::vector<float> usage;  // [E], the state `some.usage`
};

/// A snapshot that everybody who reads it shares: it is made once and never changed. Not null in an
/// event (FanOut); where a source answers, null = there is none.
using SharedKeys = std::shared_ptr<const Keys>;

/// The tokens that each expert of a layer serves most, from the last evaluation.
struct ExpertTokens {
    std::int64_t step = 0;
    int layer = 0;
    std::vector<std::vector<std::pair<std::string, std::int64_t>>>
        experts;  // [E][up to 8] piece, count
};

enum class Severity { info, warning, error };

/// One line of the log: kinds are log, sample, probe, checkpoint, set (a change that was refused),
/// evaluation, state.
struct Message {
    std::int64_t step = 0;
    double time = 0;
    Severity severity = Severity::info;
    std::string kind;
    std::string text;
};

/// Where the run stands; the newest wins.
struct Progress {
    RunState state = RunState::preparing;
    std::string phase;           // "Training the tokenizer", "Training", "Evaluating"
    double phase_fraction = -1;  // 0..1, negative when unknown
    std::int64_t step = 0;
    std::int64_t total_steps = 0;  // 0 while unknown
    std::int64_t epoch = 0;
    double loss = 0;               // of the last step, over real tokens
    double tokens_per_second = 0;  // padded
    double real_tokens_per_second = 0;
    double seconds_left = -1;
    std::string device = {};        // that trains: "cpu", "cuda:0"; empty while unknown
    std::int64_t memory_bytes = 0;  // of it: what torch holds of a GPU; the process's resident set
    std::int64_t memory_total = 0;  // that the device has; 0 while unknown
};

/// The experts that each token of a text was sent to.
struct Trace {
    std::int64_t step = 0;
    std::string text;
    int layers = 0;
    int top_k = 0;
    int experts_per_layer = 0;
    std::vector<std::string> pieces;      // [T]
    std::vector<std::int32_t> token_ids;  // [T]
    std::vector<std::int32_t> experts;    // [T, L, k], rank 0 the best
    std::vector<float> gates;             // [T, L, k]
    std::int64_t text_tokens = 0;         // of the whole text; T are traced
    std::int64_t written_tokens = 0;      // of T, the last ones: the model wrote them behind it
    std::string stand_in = {};  // for people: why an older checkpoint was taken; else empty
};

/// Who asked for a change: the program that trains, or another one through the mailbox.
enum class SettingOrigin { unknown, session, mailbox };

/// A live field got another value, used from the next step on.
struct SettingChanged {
    std::int64_t step = 0;
    double time = 0;
    std::string key;
    std::string value;     // as YAML writes it
    std::string previous;  // the same; empty where it is not known
    SettingOrigin origin = SettingOrigin::unknown;
};

/// Keys of one layer that were replaced (core/README.md, section 4, respawn) since the last such
/// event.
struct Respawned {
    std::int64_t step = 0;
    double time = 0;
    int layer = 0;
    std::vector<int> experts;  // ascending
};

using Event = std::variant<Scalars, Usage, SharedKeys, ExpertTokens, Message, Progress, Trace,
                           SettingChanged, Respawned>;

/// Receives events. publish() is called from the training thread only.
class EventSink {
public:
    virtual ~EventSink() = default;
    virtual void publish(const Event& event) = 0;
};

}  // namespace orrery
