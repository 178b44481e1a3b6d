// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/embedded_documents.h"

#include <functional>
#include <string_view>
#include <utility>

#include "core/data/story_generator.h"
#include "core/error.h"
#include "core/files/sha256.h"

namespace orrery {

EmbeddedDocuments::EmbeddedDocuments(std::uint64_t seed, std::string domain, std::int64_t count,
                                     const std::unordered_set<std::size_t>& excluded,
                                     const std::function<bool()>& cancelled)
    : seed_(seed), domain_(std::move(domain)) {
    // A grammar may tell a story twice: those of the other part are passed over, up to a limit.
    const std::uint64_t limit = static_cast<std::uint64_t>(count) * 2 + 1000;
    Sha256 hash;
    for (std::uint64_t index = 0; std::cmp_less(stories_.size(), count); ++index) {
        if (cancelled && cancelled()) throw Cancelled();
        if (index == limit)
            throw Error("The embedded corpus has too few different stories of the domain " +
                        domain_ + " for " + std::to_string(count) +
                        " validation documents. Lower data.val_documents or data.train_documents.");
        const std::string text = generateStory(seed_, domain_, index).text;
        const std::size_t identity = std::hash<std::string_view>()(text);
        if (excluded.contains(identity)) continue;
        stories_.push_back(index);
        texts_.insert(identity);
        hash.update(std::to_string(text.size()) + ":");
        hash.update(text);
    }
    hash_ = hash.hex();
}

std::optional<std::string> EmbeddedDocuments::next() {
    if (position_ == stories_.size()) return std::nullopt;
    return generateStory(seed_, domain_, stories_[position_++]).text;
}

std::optional<TaggedText> EmbeddedDocuments::nextTagged() {
    if (position_ == stories_.size()) return std::nullopt;
    Story story = generateStory(seed_, domain_, stories_[position_++]);
    TaggedText tagged{std::move(story.text), {}};
    for (const StoryWord& word : story.words)
        tagged.words.push_back({word.begin, word.end, universalTagNumber(universalTag(word.part))});
    return tagged;
}

}  // namespace orrery
