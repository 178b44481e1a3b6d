// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/train/text/recorded_routing.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include "core/data/dictionary_tags.h"
#include "core/error.h"
#include "core/files/safetensors.h"
#include "core/runs/run_source.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRoutingFormat = "orrery.routing.1";
constexpr double kFewestTagged = 0.6;  // of the words, as routeText() asks

/// Values of a tensor; aligned, since the file is mapped and wide elements come first.
template <typename T>
std::span<const T> valuesOf(const TensorView& view) {
    return {reinterpret_cast<const T*>(view.bytes.data()), view.bytes.size() / sizeof(T)};
}

struct Part {  // tokens [begin, end)
    std::int64_t begin = 0;
    std::int64_t end = 0;
};

std::vector<std::int64_t> numbersIn(const std::string& text) {
    std::vector<std::int64_t> numbers;
    const char* at = text.data();
    const char* end = at + text.size();
    while (at < end) {
        std::int64_t number = -1;
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc()) return {};
        numbers.push_back(number);
        at = read.ptr + (read.ptr < end ? 1 : 0);
    }
    return numbers;
}

}  // namespace

struct RecordedRouting::Impl {
    fs::path path;
    SafetensorsFile file;
    std::string model_type;
    std::int64_t tokens = 0, experts = 0, top_k = 0, dimensions = 0;
    std::vector<std::int64_t> layers;
    std::span<const std::int32_t> ids;
    std::span<const std::int64_t> ends, document_ends, piece_ends;
    std::string_view text, pieces;

    explicit Impl(const fs::path& given) : path(given), file(given) {
        readMetadata();
        readText();
        for (const std::int64_t layer : layers)
            checkLayer(layer);
    }

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(path.string() + " is no usable recorded routing: " + what +
                    ". Record it anew with record_routing.py.");
    }

    std::string told(const std::string& key) const {
        const auto found = file.metadata().find(key);
        if (found == file.metadata().end()) fail("it doesn't say its " + key);
        return found->second;
    }

    void readMetadata() {
        const auto format = file.metadata().find("format");
        if (format == file.metadata().end() || format->second != kRoutingFormat)
            fail("its format is not " + std::string(kRoutingFormat));
        const auto number = [this](const char* key) {
            const auto numbers = numbersIn(told(key));
            if (numbers.size() != 1 || numbers[0] < 1)
                fail(std::string("its ") + key + " is no number");
            return numbers[0];
        };
        experts = number("experts");
        top_k = number("top_k");
        model_type = told("model_type");
        layers = numbersIn(told("layers"));
        if (layers.empty() || !std::ranges::is_sorted(layers)) fail("its layers are no list");
        if (top_k > experts) fail("a token has more experts than there are");
    }

    const TensorView& tensor(const std::string& name, const char* dtype,
                             const std::vector<std::int64_t>& shape) const {
        const auto found = file.tensors().find(name);
        if (found == file.tensors().end()) fail("it lacks " + name);
        const TensorView& view = found->second;
        bool fits = view.dtype == dtype && view.shape.size() == shape.size();
        for (std::size_t d = 0; fits && d < shape.size(); ++d)
            fits = shape[d] < 0 || view.shape[d] == shape[d];  // negative: any
        if (!fits) fail(name + " has another type or shape than the rest asks for");
        if (reinterpret_cast<std::uintptr_t>(view.bytes.data()) % alignof(std::int64_t) != 0 &&
            view.dtype == std::string_view("I64"))
            fail(name + " is not aligned");
        return view;
    }

    std::string_view bytes(const std::string& name) const {
        const auto values = valuesOf<char>(tensor(name, "U8", {-1}));
        return {values.data(), values.size()};
    }

    void requireEnds(std::span<const std::int64_t> values, std::int64_t last,
                     const char* what) const {
        const bool ascend = std::ranges::is_sorted(values) && !values.empty() &&
                            values.front() >= 0 && values.back() <= last;
        if (!ascend) fail(std::string(what) + " don't ascend within what they cut");
    }

    void readText() {
        ids = valuesOf<std::int32_t>(tensor("token_ids", "I32", {-1}));
        tokens = std::ssize(ids);
        if (tokens == 0) fail("it has no token");
        ends = valuesOf<std::int64_t>(tensor("token_ends", "I64", {tokens}));
        document_ends = valuesOf<std::int64_t>(tensor("document_ends", "I64", {-1}));
        piece_ends = valuesOf<std::int64_t>(tensor("piece_ends", "I64", {-1}));
        text = bytes("text");
        pieces = bytes("pieces");
        requireEnds(ends, std::ssize(text), "token_ends");
        requireEnds(document_ends, tokens, "document_ends");
        requireEnds(piece_ends, std::ssize(pieces), "piece_ends");
        if (document_ends.back() != tokens)
            fail("its last document doesn't end with the last token");
        const auto [least, most] = std::ranges::minmax(ids);
        if (least < 0 || most >= std::ssize(piece_ends))
            fail("token " + std::to_string(least < 0 ? least : most) +
                 " is outside the vocabulary of " + std::to_string(piece_ends.size()));
    }

    std::string nameOf(std::int64_t layer, const char* part) const {
        return "layers." + std::to_string(layer) + "." + part;
    }
    std::span<const std::int32_t> selected(std::int64_t layer) const {
        return valuesOf<std::int32_t>(tensor(nameOf(layer, "selected"), "I32", {tokens, top_k}));
    }
    std::span<const float> gates(std::int64_t layer) const {
        return valuesOf<float>(tensor(nameOf(layer, "gates"), "F32", {tokens, top_k}));
    }
    std::span<const float> queries(std::int64_t layer) const {
        const std::string name = nameOf(layer, "queries");
        if (!file.tensors().contains(name)) return {};
        return valuesOf<float>(tensor(name, "F32", {-1, dimensions > 0 ? dimensions : -1}));
    }

    void checkLayer(std::int64_t layer) {
        const auto [least, most] = std::ranges::minmax(selected(layer));
        if (least < 0 || most >= experts)
            fail("layer " + std::to_string(layer) + " selects expert " +
                 std::to_string(least < 0 ? least : most) + ", and there are " +
                 std::to_string(experts));
        const auto finite = [](float value) { return std::isfinite(value); };
        if (!std::ranges::all_of(gates(layer), finite) ||
            !std::ranges::all_of(queries(layer), finite))
            fail("layer " + std::to_string(layer) + " holds values that are no numbers");
        const auto found = file.tensors().find(nameOf(layer, "queries"));
        if (found == file.tensors().end()) return;
        if (found->second.shape[0] > tokens) fail("it has more queries than tokens");
        if (dimensions == 0) dimensions = found->second.shape[1];
    }

    std::int64_t beginOf(std::int64_t token) const {
        return token == 0 ? 0 : ends[static_cast<std::size_t>(token - 1)];
    }
    /// The text of tokens [first, end).
    std::string documentOf(std::int64_t first, std::int64_t end) const {
        const std::int64_t begin = beginOf(first);
        const std::int64_t last = ends[static_cast<std::size_t>(end - 1)];
        return std::string(
            text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(last - begin)));
    }
    std::string pieceOf(std::int64_t id) const {
        const auto at = static_cast<std::size_t>(id);
        const std::int64_t begin = at == 0 ? 0 : piece_ends[at - 1];
        return std::string(pieces.substr(static_cast<std::size_t>(begin),
                                         static_cast<std::size_t>(piece_ends[at] - begin)));
    }

    Part find(const std::string& wanted) const {
        const std::size_t place = text.find(wanted);
        if (place == std::string_view::npos || wanted.empty())
            throw Error(
                "This run was imported without its model: only the text whose routing was "
                "recorded can be shown, and this stands nowhere in it. Record it with "
                "record_routing.py. The recorded text begins: " +
                std::string(text.substr(0, 80)));
        const auto first = static_cast<std::int64_t>(place);
        const std::int64_t last = first + std::ssize(wanted);
        const auto begin = std::ranges::upper_bound(ends, first) - ends.begin();
        const auto end = std::ranges::lower_bound(ends, last) - ends.begin() + 1;
        return {begin, std::min<std::int64_t>(end, tokens)};
    }

    RoutedText routed(const Part& part, std::int64_t most_queries) const {
        RoutedText result;
        result.experts = static_cast<int>(experts);
        result.top_k = static_cast<int>(top_k);
        result.token_ids.assign(ids.begin() + part.begin, ids.begin() + part.end);
        for (std::int64_t id = 0; id < std::ssize(piece_ends); ++id)
            result.pieces.push_back(pieceOf(id));
        for (const std::string_view tag : universalTags())
            result.part_names.emplace_back(tag);
        for (const std::int64_t layer : layers) {
            RoutedLayer& all = result.layers.emplace_back();
            const auto rows = [&](auto values) {
                return std::pair(values.begin() + part.begin * top_k,
                                 values.begin() + part.end * top_k);
            };
            const auto [first, last] = rows(selected(layer));
            all.selected.assign(first, last);
            const auto [first_gate, last_gate] = rows(gates(layer));
            all.gates.assign(first_gate, last_gate);
            const auto known = queries(layer);
            const std::int64_t end =
                std::min({part.end, part.begin + most_queries,
                          dimensions > 0 ? std::ssize(known) / dimensions : std::int64_t{0}});
            if (end > part.begin)
                all.queries.assign(known.begin() + part.begin * dimensions,
                                   known.begin() + end * dimensions);
            all.contribution = std::numeric_limits<double>::quiet_NaN();
        }
        return result;
    }

    void addParts(RoutedText& result, const Part& part, DocumentSource* tagged) const;
};

/// Parts of speech of the documents that lie in the part.
void RecordedRouting::Impl::addParts(RoutedText& result, const Part& part,
                                     DocumentSource* tagged) const {
    double words = 0, known = 0;
    std::int64_t first = 0;
    if (tagged != nullptr) tagged->rewind();
    for (const std::int64_t end : document_ends) {
        if (first >= part.end) break;
        const std::string document = documentOf(first, end);
        std::vector<TaggedWord> tags;
        if (tagged != nullptr) {
            const auto own = tagged->nextTagged();
            if (!own || !own->text.starts_with(document))
                throw Error(
                    "The tagged text is not the one whose routing was recorded: it differs "
                    "in the document that begins with " +
                    document.substr(0, 60));
            tags = own->words;
        } else {
            tags = tagsByDictionary(document);
            words += static_cast<double>(tags.size());
            known += static_cast<double>(
                std::ranges::count_if(tags, [](const TaggedWord& word) { return word.part >= 0; }));
        }
        std::vector<std::size_t> offsets = {0};
        for (std::int64_t token = first; token < end; ++token)
            offsets.push_back(
                static_cast<std::size_t>(ends[static_cast<std::size_t>(token)] - beginOf(first)));
        const auto parts = partsOfTokens(offsets, tags);
        for (std::int64_t token = std::max(first, part.begin); token < std::min(end, part.end);
             ++token)
            result.parts.push_back(parts[static_cast<std::size_t>(token - first)]);
        first = end;
    }
    result.parts_guessed = tagged == nullptr;
    if (tagged == nullptr && known < kFewestTagged * words) result.parts.clear();
}

RecordedRouting::RecordedRouting(const fs::path& file) : impl_(std::make_shared<Impl>(file)) {}

std::optional<RecordedRouting> RecordedRouting::ofRun(const fs::path& run_folder) {
    const fs::path file = run_folder / "routing.safetensors";
    std::error_code none;
    if (!fs::exists(file, none)) return std::nullopt;
    return RecordedRouting(file);
}

std::int64_t RecordedRouting::tokens() const {
    return impl_->tokens;
}
std::int64_t RecordedRouting::experts() const {
    return impl_->experts;
}
std::int64_t RecordedRouting::topK() const {
    return impl_->top_k;
}
std::int64_t RecordedRouting::dimensions() const {
    return impl_->dimensions;
}
const std::vector<std::int64_t>& RecordedRouting::layers() const {
    return impl_->layers;
}
const std::string& RecordedRouting::modelType() const {
    return impl_->model_type;
}

std::vector<double> RecordedRouting::counts(std::size_t layer) const {
    std::vector<double> counts(static_cast<std::size_t>(impl_->experts));
    for (const std::int32_t expert : impl_->selected(impl_->layers.at(layer)))
        ++counts[static_cast<std::size_t>(expert)];
    return counts;
}

std::vector<std::string> RecordedRouting::documents() const {
    std::vector<std::string> documents;
    std::int64_t first = 0;
    for (const std::int64_t end : impl_->document_ends) {
        if (end <= first) continue;
        documents.push_back(impl_->documentOf(first, end));
        first = end;
    }
    return documents;
}

std::int64_t RecordedRouting::tokensWithin(std::int64_t bytes) const {
    return std::ranges::upper_bound(impl_->ends, bytes) - impl_->ends.begin();
}

RoutedText RecordedRouting::text(const RouteOptions& options, DocumentSource* tagged) const {
    if (options.cancelled && options.cancelled()) throw Cancelled();
    const Part part{0, std::min(options.most_tokens, impl_->tokens)};
    RoutedText result = impl_->routed(part, options.most_queries);
    impl_->addParts(result, part, tagged);
    return result;
}

RoutedText RecordedRouting::textOf(const std::string& wanted, const RouteOptions& options) const {
    Part part = impl_->find(wanted);
    part.end = std::min(part.end, part.begin + options.most_tokens);
    RoutedText result = impl_->routed(part, options.most_queries);
    impl_->addParts(result, part, nullptr);
    return result;
}

Trace RecordedRouting::trace(const std::string& wanted, std::int64_t step,
                             std::int64_t most_tokens) const {
    Part part = wanted.empty() ? Part{0, impl_->tokens} : impl_->find(wanted);
    Trace trace;
    trace.text_tokens = part.end - part.begin;
    part.end = std::min(part.end, part.begin + most_tokens);
    const RoutedText routed = impl_->routed(part, 0);
    trace.step = step;
    trace.layers = static_cast<int>(routed.layers.size());
    trace.top_k = routed.top_k;
    trace.experts_per_layer = routed.experts;
    trace.token_ids = routed.token_ids;
    const auto begin = static_cast<std::size_t>(impl_->beginOf(part.begin));
    const auto end = static_cast<std::size_t>(impl_->ends[static_cast<std::size_t>(part.end - 1)]);
    trace.text = std::string(impl_->text.substr(begin, end - begin));
    const auto k = static_cast<std::size_t>(routed.top_k);
    for (std::size_t token = 0; token < routed.token_ids.size(); ++token) {
        trace.pieces.push_back(impl_->pieceOf(routed.token_ids[token]));
        for (const RoutedLayer& layer : routed.layers)
            for (std::size_t rank = 0; rank < k; ++rank) {
                trace.experts.push_back(layer.selected[token * k + rank]);
                trace.gates.push_back(layer.gates[token * k + rank]);
            }
    }
    return trace;
}

std::optional<Trace> recordedTrace(const fs::path& run_folder, const std::string& text) {
    const auto recorded = RecordedRouting::ofRun(run_folder);
    if (!recorded) return std::nullopt;
    constexpr std::int64_t kMostTraced = 256;  // as a run of the usual length shows
    return recorded->trace(text, openStoredRun(run_folder)->info().step, kMostTraced);
}

}  // namespace orrery
