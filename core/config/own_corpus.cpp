// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/own_corpus.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace orrery {

OwnCorpus withOwnCorpus(Config config, const std::vector<std::string>& kept) {
    OwnCorpus own{std::move(config), {}};
    DataConfig& data = own.config.data;
    if (data.isEmbedded()) return own;
    std::string were;
    const auto whole = [&](const std::string& key, std::int64_t& documents) {
        if (documents == 0 || std::ranges::find(kept, key) != kept.end()) return;
        were += (were.empty() ? "" : " and ") + key + " (" + std::to_string(documents) + ")";
        documents = 0;
    };
    whole("data.train_documents", data.train_documents);
    whole("data.val_documents", data.val_documents);
    if (were.empty()) return own;
    const bool both = were.find(" and ") != std::string::npos;
    own.note = "data.corpus: " + were + (both ? " were" : " was") +
               " chosen for the embedded stories. All documents of " + data.corpus +
               " are used instead, 5 % of them for validation. Set data.train_documents and "
               "data.val_documents to choose.";
    return own;
}

}  // namespace orrery
