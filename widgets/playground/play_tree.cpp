// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/playground/play_tree.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>
#include <utility>

#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "widgets/palette/visible_text.h"

namespace orrery {
namespace {

constexpr int kVersion = 1;
constexpr std::uint64_t kMostBytes = 100'000'000;  // of the file

QString fromUtf8(const std::string& text) {
    return QString::fromStdString(text);
}

QJsonObject asObject(const GenerateOptions& o) {
    QJsonArray stop, tokens;
    for (const std::string& text : o.stop)
        stop.append(fromUtf8(text));
    for (const std::int32_t token : o.prompt_tokens)
        tokens.append(token);
    return {{"max_tokens", static_cast<qint64>(o.max_tokens)},
            {"temperature", o.temperature},
            {"top_k", static_cast<qint64>(o.top_k)},
            {"top_p", o.top_p},
            {"min_p", o.min_p},
            {"repetition_penalty", o.repetition_penalty},
            {"seed", QString::number(o.seed)},
            {"context", static_cast<qint64>(o.context)},
            {"stop", stop},
            {"prompt_tokens", tokens}};
}

GenerateOptions optionsFrom(const QJsonObject& json) {
    GenerateOptions o;
    o.max_tokens = json["max_tokens"].toInteger(o.max_tokens);
    o.temperature = json["temperature"].toDouble(o.temperature);
    o.top_k = json["top_k"].toInteger(o.top_k);
    o.top_p = json["top_p"].toDouble(o.top_p);
    o.min_p = json["min_p"].toDouble(o.min_p);
    o.repetition_penalty = json["repetition_penalty"].toDouble(o.repetition_penalty);
    o.seed = json["seed"].toString().toULongLong();
    o.context = json["context"].toInteger(o.context);
    for (const QJsonValue& text : json["stop"].toArray())
        o.stop.push_back(text.toString().toStdString());
    for (const QJsonValue& token : json["prompt_tokens"].toArray())
        o.prompt_tokens.push_back(token.toInt());
    return o;
}

QJsonObject asObject(const TokenReading& reading) {
    QJsonArray others, experts, gates;
    for (const TokenAlternative& other : reading.alternatives)
        others.append(QJsonObject{{"token", other.token},
                                  {"piece", fromUtf8(other.piece)},
                                  {"probability", other.probability}});
    for (const std::int32_t expert : reading.experts)
        experts.append(expert);
    for (const float gate : reading.gates)
        gates.append(static_cast<double>(gate));
    return {{"token", reading.token},
            {"piece", fromUtf8(reading.piece)},
            {"surprise", reading.surprise},
            {"rank", static_cast<qint64>(reading.rank)},
            {"alternatives", others},
            {"experts", experts},
            {"gates", gates},
            {"top_k", reading.top_k}};
}

TokenReading readingFrom(const QJsonObject& json) {
    TokenReading reading;
    reading.token = json["token"].toInt();
    reading.piece = json["piece"].toString().toStdString();
    reading.surprise = json["surprise"].toDouble();
    reading.rank = json["rank"].toInteger();
    for (const QJsonValue& value : json["alternatives"].toArray()) {
        const QJsonObject other = value.toObject();
        reading.alternatives.push_back({other["token"].toInt(),
                                        other["piece"].toString().toStdString(),
                                        other["probability"].toDouble()});
    }
    for (const QJsonValue& expert : json["experts"].toArray())
        reading.experts.push_back(expert.toInt());
    for (const QJsonValue& gate : json["gates"].toArray())
        reading.gates.push_back(static_cast<float>(gate.toDouble()));
    reading.top_k = json["top_k"].toInt();
    if (reading.gates.size() != reading.experts.size() || reading.top_k < 1 ||
        std::ssize(reading.experts) % reading.top_k != 0) {
        reading.gates.clear();
        reading.experts.clear();
    }
    return reading;
}

QJsonObject asObject(const PlayText& text) {
    QJsonArray tokens;
    for (const TokenReading& reading : text.tokens)
        tokens.append(asObject(reading));
    const PlaySource& source = text.request.source;
    QJsonObject json{{"id", text.id},
                     {"parent", text.parent},
                     {"beside", text.beside},
                     {"score", text.request.score},
                     {"prompt", fromUtf8(text.request.prompt)},
                     {"options", asObject(text.request.options)},
                     {"run", fromUtf8(source.folder.string())},
                     {"interventions", source.interventions},
                     {"prompt_tokens", text.prompt_tokens},
                     {"tokens", tokens},
                     {"failure", text.failure},
                     {"favorite", text.favorite}};
    if (source.step) json["asked_step"] = static_cast<qint64>(*source.step);
    if (text.end) {
        json["step"] = static_cast<qint64>(text.end->step);
        json["note"] = text.end->note;
        json["end"] = static_cast<int>(text.end->end);
        json["loss"] = text.end->loss;
        json["words"] = static_cast<qint64>(text.end->words);
        json["bytes"] = static_cast<qint64>(text.end->bytes);
    }
    return json;
}

PlayText textFrom(const QJsonObject& json) {
    PlayText text;
    text.id = json["id"].toInt();
    text.parent = json["parent"].toInt(-1);
    text.beside = json["beside"].toInt(-1);
    text.request.id = text.id;
    text.request.score = json["score"].toBool();
    text.request.prompt = json["prompt"].toString().toStdString();
    text.request.options = optionsFrom(json["options"].toObject());
    text.request.source.folder = json["run"].toString().toStdString();
    text.request.source.interventions = json["interventions"].toString();
    if (json.contains("asked_step")) text.request.source.step = json["asked_step"].toInteger();
    for (const QJsonValue& token : json["tokens"].toArray())
        text.tokens.push_back(readingFrom(token.toObject()));
    text.prompt_tokens =
        std::clamp(json["prompt_tokens"].toInt(), 0, static_cast<int>(text.tokens.size()));
    text.failure = json["failure"].toString();
    text.favorite = json["favorite"].toBool();
    PlayEnd end;
    end.step = json["step"].toInteger(-1);
    end.note = json["note"].toString();
    end.end = static_cast<TextEnd>(std::clamp(json["end"].toInt(), 0, 2));
    end.loss = json["loss"].toDouble();
    end.words = json["words"].toInteger();
    end.bytes = json["bytes"].toInteger();
    text.end = end;
    return text;
}

std::filesystem::path treeFile(const std::filesystem::path& run_folder) {
    return run_folder / "views" / "playground.json";
}

}  // namespace

QString PlayText::written() const {
    QString text;
    for (std::size_t i = static_cast<std::size_t>(prompt_tokens); i < tokens.size(); ++i)
        text += pieceText(tokens[i].piece);
    return text;
}

double PlayText::meanSurprise() const {
    double sum = 0;
    for (const TokenReading& reading : tokens)
        sum += reading.surprise;
    return tokens.empty() ? 0 : sum / static_cast<double>(tokens.size());
}

PlayText& PlayTree::add(PlayRequest request, int parent, int beside) {
    while (std::ssize(texts_) >= kMost) {
        const auto old = std::ranges::find_if(
            texts_, [](const PlayText& text) { return !text.favorite && !text.running(); });
        remove(old == texts_.end() ? texts_.front().id : old->id);
    }
    PlayText text;
    text.id = next_++;
    text.parent = parent;
    text.beside = beside;
    text.request = std::move(request);
    text.request.id = text.id;
    return texts_.emplace_back(std::move(text));
}

PlayText* PlayTree::find(int id) {
    const auto found = std::ranges::find(texts_, id, &PlayText::id);
    return found == texts_.end() ? nullptr : &*found;
}

const PlayText* PlayTree::find(int id) const {
    const auto found = std::ranges::find(texts_, id, &PlayText::id);
    return found == texts_.end() ? nullptr : &*found;
}

void PlayTree::remove(int id) {
    std::erase_if(texts_, [id](const PlayText& text) { return text.id == id; });
    for (PlayText& text : texts_) {
        if (text.parent == id) text.parent = -1;
        if (text.beside == id) text.beside = -1;
    }
}

std::optional<PlayRequest> PlayTree::branch(int id, int token, std::int32_t instead) const {
    const PlayText* text = find(id);
    if (text == nullptr || token < 0 || token >= static_cast<int>(text->tokens.size()))
        return std::nullopt;
    PlayRequest request = text->request;
    request.score = false;
    // All as tokens: what was written need not be what a tokenizer would make of its text.
    request.prompt.clear();
    request.options.prompt_tokens.clear();
    for (int i = 0; i < token; ++i)
        request.options.prompt_tokens.push_back(text->tokens[static_cast<std::size_t>(i)].token);
    request.options.prompt_tokens.push_back(instead);
    return request;
}

QByteArray PlayTree::toJson() const {
    QJsonArray all;
    for (const PlayText& text : texts_)
        if (!text.running()) all.append(asObject(text));
    return QJsonDocument(QJsonObject{{"version", kVersion}, {"texts", all}}).toJson();
}

bool PlayTree::fromJson(const QByteArray& json) {
    const QJsonDocument document = QJsonDocument::fromJson(json);
    if (!document.isObject() || document.object()["version"].toInt() != kVersion) return false;
    texts_.clear();
    next_ = 1;
    for (const QJsonValue& value : document.object()["texts"].toArray()) {
        PlayText text = textFrom(value.toObject());
        if (text.id < 1 || find(text.id) != nullptr || std::ssize(texts_) >= kMost) continue;
        next_ = std::max(next_, text.id + 1);
        texts_.push_back(std::move(text));
    }
    return true;
}

void writePlayTree(const std::filesystem::path& run_folder, const PlayTree& tree) {
    requireFolderIfThere(treeFile(run_folder).parent_path());
    writeFileAtomically(treeFile(run_folder), tree.toJson().toStdString(), Links::refused);
}

PlayTree readPlayTree(const std::filesystem::path& run_folder) {
    PlayTree tree;
    try {
        const std::string json = readRegularFile(treeFile(run_folder), kMostBytes);
        tree.fromJson(QByteArray(json.data(), static_cast<qsizetype>(json.size())));
    } catch (const std::exception&) {
        // None yet, or none that may be read.
    }
    return tree;
}

}  // namespace orrery
