// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/data/documents.h"

#include <algorithm>
#include <utility>

#include "core/config/fields.h"
#include "core/data/embedded_documents.h"
#include "core/data/file_documents.h"
#include "core/error.h"
#include "core/files/sha256.h"
#include "core/ops/seeded_random.h"

namespace orrery {
namespace {

constexpr std::int64_t kEmbeddedTrain = 8000;
constexpr std::int64_t kEmbeddedValidation = 400;

std::string counts(std::int64_t train, std::int64_t validation, const std::string& what) {
    return std::to_string(train) + " + " + std::to_string(validation) + " " + what;
}

Corpus finished(std::unique_ptr<DocumentSource> train, std::unique_ptr<DocumentSource> validation,
                std::string description) {
    std::string hash = sha256Hex(train->hash() + validation->hash());
    return {std::move(train), std::move(validation), std::move(hash), std::move(description)};
}

struct Held {
    std::unique_ptr<DocumentSource> documents;
    std::string name;
};

std::string describe(const std::filesystem::path& corpus, const TextFiles& found);

IndexRules rulesOf(const DataConfig& data, const std::function<bool()>& cancelled) {
    return {.split = data.split, .text_column = data.text_column, .cancelled = cancelled};
}

/// A validation text of its own: the first data.val_documents of it, or all.
Held openValidation(const DataConfig& data, const std::filesystem::path& text,
                    const std::function<bool()>& cancelled) {
    TextFiles found = findTextFiles(text);
    const std::string name = describe(text, found);
    const auto index = std::make_shared<const DocumentIndex>(
        indexDocuments(std::move(found.files), rulesOf(data, cancelled)));
    const auto documents = std::ssize(index->documents);
    const std::int64_t count = data.val_documents > 0 ? data.val_documents : documents;
    if (documents == 0)
        throw Error("The validation text " + text.string() +
                    " contains no text. Set data.validation to a file with text.");
    if (count > documents)
        throw Error("The validation text " + text.string() + " contains " +
                    std::to_string(documents) + " documents, fewer than data.val_documents (" +
                    std::to_string(count) + "). Lower it, or set it to 0 for all of them.");
    return {std::make_unique<FileDocuments>(index, 0, static_cast<std::size_t>(count), cancelled),
            name};
}

/// "embedded, 8000 stories; validation: other.txt, 90 documents"
Corpus withOwnValidation(std::unique_ptr<DocumentSource> train, const std::string& name,
                         const std::string& what, Held held) {
    const std::string text = name + ", " + std::to_string(train->size()) + " " + what +
                             "; validation: " + held.name + ", " +
                             std::to_string(held.documents->size()) + " documents";
    return finished(std::move(train), std::move(held.documents), text);
}

Corpus openEmbedded(const DataConfig& data, const std::filesystem::path& base, std::uint64_t seed,
                    const std::function<bool()>& cancelled) {
    const std::int64_t train = data.train_documents > 0 ? data.train_documents : kEmbeddedTrain;
    const std::int64_t held = data.val_documents > 0 ? data.val_documents : kEmbeddedValidation;
    auto stories =
        std::make_unique<EmbeddedDocuments>(mixSeed(seed, "training stories"), data.domain, train,
                                            std::unordered_set<std::size_t>{}, cancelled);
    const std::string domain = data.isEveryDomain() ? "" : " (" + data.domain + ")";
    if (data.hasOwnValidation())
        return withOwnValidation(std::move(stories), "embedded" + domain, "stories",
                                 openValidation(data, base / data.validation, cancelled));
    auto unseen = std::make_unique<EmbeddedDocuments>(
        mixSeed(seed, "validation stories"), data.domain, held, stories->texts(), cancelled);
    return finished(std::move(stories), std::move(unseen),
                    "embedded" + domain + ", " + counts(train, held, "stories"));
}

/// The ways to divide a text, but for one of them.
std::string otherSplits(DocumentSplit split) {
    std::string text;
    for (const DocumentSplit other :
         {DocumentSplit::endoftext, DocumentSplit::line, DocumentSplit::blank})
        if (split != other) text += (text.empty() ? "" : " or ") + wordOf("data.split", other);
    return text;
}

/// What of the two is not 0 already.
std::string numbersAsked(const DataConfig& data) {
    const bool train = data.train_documents > 0, validation = data.val_documents > 0;
    return train && validation ? "data.train_documents and data.val_documents"
           : train             ? "data.train_documents"
                               : "data.val_documents";
}

struct Split {
    std::int64_t train = 0;
    std::int64_t validation = 0;
};

/// 0 in the configuration: a twentieth for validation, the rest for training.
Split splitOf(const DataConfig& data, std::int64_t documents, const std::string& corpus) {
    if (documents == 0)
        throw Error("The corpus " + corpus +
                    " contains no text. Set data.corpus to a file with text.");
    const bool own = data.hasOwnValidation();
    if (documents == 1 && !own)
        throw Error(
            "The corpus " + corpus +
            " contains one document, but training and validation need one each. data.split is " +
            wordOf("data.split", data.split) + ": set it to " + otherSplits(data.split) +
            ", as the text is divided.");
    const std::int64_t validation = own ? 0
                                    : data.val_documents > 0
                                        ? data.val_documents
                                        : std::max<std::int64_t>(1, documents / 20);
    const std::int64_t train =
        data.train_documents > 0 ? data.train_documents : documents - validation;
    if (train < 1 || train > documents - validation)
        throw Error("The corpus " + corpus + " contains " + std::to_string(documents) +
                    " documents, fewer than data.train_documents + data.val_documents ask for (" +
                    counts(std::max<std::int64_t>(train, 1), validation, "documents") +
                    "). Lower " + numbersAsked(data) + ", or set to 0 what is to be chosen.");
    return {train, validation};
}

std::string describe(const std::filesystem::path& corpus, const TextFiles& found) {
    std::string name = corpus.filename().string();
    if (name.empty()) name = corpus.parent_path().filename().string();
    std::error_code unknown;
    if (!std::filesystem::is_directory(corpus, unknown)) return name;
    const std::size_t files = found.files.size();
    std::string text = name + " (" + std::to_string(files) + (files == 1 ? " file" : " files");
    if (found.ignored > 0) text += ", " + ignoredText(found);
    return text + ")";
}

Corpus openFiles(const DataConfig& data, const std::filesystem::path& base,
                 const std::function<bool()>& cancelled,
                 const std::function<void(double)>& progress) {
    const std::filesystem::path corpus = base / data.corpus;  // an absolute path stays as it is
    TextFiles found = findTextFiles(corpus);
    const std::string name = describe(corpus, found);
    // Read twice: to find the documents, and for their hash.
    const auto half = [&progress](double from) {
        return [&progress, from](double share) {
            if (progress) progress(from + share / 2);
        };
    };
    IndexRules rules = rulesOf(data, cancelled);
    rules.progress = half(0);
    const auto index =
        std::make_shared<const DocumentIndex>(indexDocuments(std::move(found.files), rules));
    const std::size_t documents = index->documents.size();
    const Split split = splitOf(data, static_cast<std::int64_t>(documents), corpus.string());
    const auto train = static_cast<std::size_t>(split.train);
    const auto held = static_cast<std::size_t>(split.validation);
    auto documents_to_train = std::make_unique<FileDocuments>(index, 0, train, cancelled, half(.5));
    if (data.hasOwnValidation())
        return withOwnValidation(std::move(documents_to_train), name, "documents",
                                 openValidation(data, base / data.validation, cancelled));
    return finished(std::move(documents_to_train),
                    std::make_unique<FileDocuments>(index, documents - held, documents, cancelled),
                    name + ", " + counts(split.train, split.validation, "documents"));
}

class GivenDocuments : public DocumentSource {
public:
    explicit GivenDocuments(std::vector<TaggedText> documents) : documents_(std::move(documents)) {
        hash_ = hashDocuments(*this, {});
    }
    std::optional<TaggedText> nextTagged() override {
        if (position_ == documents_.size()) return std::nullopt;
        return documents_[position_++];
    }
    std::optional<std::string> next() override {
        auto document = nextTagged();
        return document ? std::optional(std::move(document->text)) : std::nullopt;
    }
    void rewind() override { position_ = 0; }
    std::string hash() const override { return hash_; }
    std::int64_t size() const override { return std::ssize(documents_); }

private:
    std::vector<TaggedText> documents_;
    std::size_t position_ = 0;
    std::string hash_;
};

}  // namespace

std::optional<TaggedText> DocumentSource::nextTagged() {
    auto text = next();
    return text ? std::optional(TaggedText{std::move(*text), {}}) : std::nullopt;
}

Corpus openCorpus(const DataConfig& data, const std::filesystem::path& base, std::uint64_t seed,
                  const std::function<bool()>& cancelled,
                  const std::function<void(double)>& progress) {
    if (data.isEmbedded()) return openEmbedded(data, base, seed, cancelled);
    if (data.corpus.empty())
        throw Error("data.corpus is empty. Set it to embedded, a file or a folder.");
    return openFiles(data, base, cancelled, progress);
}

std::unique_ptr<DocumentSource> givenDocuments(std::vector<TaggedText> documents) {
    for (const TaggedText& document : documents)
        if (document.text.empty()) throw Error("The text is empty.");
    return std::make_unique<GivenDocuments>(std::move(documents));
}

std::unique_ptr<DocumentSource> openDocuments(const std::filesystem::path& corpus,
                                              const DataConfig& data,
                                              const std::function<bool()>& cancelled) {
    const auto index = std::make_shared<const DocumentIndex>(
        indexDocuments(findTextFiles(corpus).files, rulesOf(data, cancelled)));
    if (index->documents.empty())
        throw Error("The corpus " + corpus.string() + " contains no text.");
    return std::make_unique<FileDocuments>(index, 0, index->documents.size(), cancelled);
}

}  // namespace orrery
