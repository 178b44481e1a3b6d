// SPDX-License-Identifier: GPL-3.0-or-later
// Files, the files that they extend, and overrides.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "core/config/field_value.h"
#include "core/config/yaml_reader.h"

namespace orrery {
namespace {

constexpr std::size_t kMostBytes = 1'000'000;
constexpr std::size_t kMostFiles = 16;
const std::string command_line = "--set";

/// One name for one file, so that a cycle is seen whatever way it is written.
std::filesystem::path identity(const std::filesystem::path& file) {
    std::error_code error;
    const auto canonical = std::filesystem::weakly_canonical(file, error);
    return error ? file.lexically_normal() : canonical;
}

}  // namespace

std::string readConfigFile(const std::filesystem::path& file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
        throw Error("there is no such file");
    if (std::filesystem::is_directory(status))
        throw Error("this is a folder, not a configuration file");
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
        throw Error("this is not a regular file, so not a configuration");
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw Error(std::string("can't be read: ") + std::strerror(errno));
    std::string text(kMostBytes + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (stream.bad()) throw Error("reading failed");
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > kMostBytes)
        throw Error("the file is larger than 1 MB; this is not a configuration");
    return text;
}

void ConfigReader::readText(const std::string& text, const std::filesystem::path& file) {
    const Source source{file, TextLines(text)};
    if (std::ranges::find(file_order_, source.name()) == file_order_.end())
        file_order_.push_back(source.name());
    const YamlDocument document = parseYamlTree(text);
    for (const YamlFault& found : document.faults)
        fault(source, found.begin, {}, found.message);
    if (!document.faults.empty()) {
        unreadable_ = true;
        return;
    }
    open_.push_back(identity(file));
    readRoot(source, document.root);
    open_.pop_back();
}

void ConfigReader::readExtends(const Source& source, const YamlEntry& entry) {
    const YamlNode& value = entry.value;
    if (value.kind != YamlNode::Kind::scalar || value.text.empty()) {
        fault(source, value.begin, {},
              "extends needs the name of one file, relative to this one, such as 'extends: "
              "base.yaml'");
        unreadable_ = true;
        return;
    }
    const auto base = (source.path.parent_path() / value.text).lexically_normal();
    const bool cycle = std::ranges::find(open_, identity(base)) != open_.end();
    if (cycle || open_.size() >= kMostFiles) {
        fault(source, value.begin, {},
              cycle ? "extends is circular: " + base.string() + " leads back to itself"
                    : "extends is nested too deep (" + std::to_string(kMostFiles) + " files)");
        unreadable_ = true;
        return;
    }
    readBase(base, source, entry);
}

void ConfigReader::readBase(const std::filesystem::path& base, const Source& source,
                            const YamlEntry& entry) {
    std::string text;
    try {
        text = readConfigFile(base);
    } catch (const Error& error) {
        fault(source, entry.value.begin, {}, "extends " + base.string() + ": " + error.what());
        unreadable_ = true;
        return;
    }
    const DataConfig before = config_.data;
    const std::string tensorboard = config_.train.tensorboard;
    readText(text, base);
    // A relative path means a place beside the file in which it stands.
    const auto from_here = base.parent_path().lexically_relative(source.path.parent_path());
    const auto move = [&](std::string& path, const std::string& path_before) {
        if (path == path_before || std::filesystem::path(path).is_absolute() ||
            base.parent_path() == source.path.parent_path())
            return;
        path =
            ((from_here.empty() ? std::filesystem::absolute(base).parent_path() : from_here) / path)
                .lexically_normal()
                .string();
    };
    if (!config_.data.isEmbedded()) move(config_.data.corpus, before.corpus);
    if (config_.data.hasOwnValidation()) move(config_.data.validation, before.validation);
    if (!config_.train.tensorboard.empty()) move(config_.train.tensorboard, tensorboard);
}

/// A fault that the file has on an overridden key is reported all the same: the file stays wrong.
void ConfigReader::applyOverrides(const std::vector<Override>& overrides) {
    if (!overrides.empty()) file_order_.push_back(command_line);
    for (const auto& [key, value] : overrides) {
        const Field* field = findField(key);
        if (!field) {
            const std::string near = nearestKey(key);
            diagnostics_.push_back({command_line,
                                    0,
                                    0,
                                    {},
                                    "unknown key " + shortened(key) +
                                        (near.empty() ? "" : "; did you mean " + near + "?")});
            continue;
        }
        places_[key] = {command_line, 0, 0};
        try {
            field->set(config_, parseFieldValue(*field, value));
        } catch (const Error& error) {
            diagnostics_.push_back({command_line, 0, 0, key, error.what()});
            faulty_.insert(key);
        }
    }
}

Config withCorpusFrom(Config config, const std::filesystem::path& folder) {
    const auto anchor = [&](std::string& path) {
        path = std::filesystem::absolute(folder / path).lexically_normal().string();
    };
    if (!config.data.isEmbedded()) anchor(config.data.corpus);
    if (config.data.hasOwnValidation()) anchor(config.data.validation);
    if (!config.train.tensorboard.empty()) anchor(config.train.tensorboard);
    return config;
}

Override withAbsoluteText(Override set) {
    auto& [key, value] = set;
    const bool path = (key == "data.corpus" && value != "embedded") ||
                      (key == "data.validation" && value != "corpus") || key == "train.tensorboard";
    if (path && !value.empty())
        value = std::filesystem::absolute(value).lexically_normal().string();
    return set;
}

Override parseOverride(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
        const std::string near = nearestKey(text.substr(0, text.find_first_of(" :\t")));
        throw ConfigError(
            {{command_line,
              0,
              0,
              {},
              "'" + shortened(text) + "' is not of the form section.key=value, " +
                  (near.empty() ? "such as keys.alpha=0.02" : "as in " + near + "=VALUE")}});
    }
    return {text.substr(0, equals), text.substr(equals + 1)};
}

Config parseConfig(const std::string& text, const std::filesystem::path& file,
                   const std::vector<Override>& overrides) {
    ConfigReader reader;
    reader.readText(text, file);
    reader.applyOverrides(overrides);
    return reader.finish();
}

Config loadConfig(const std::filesystem::path& file, const std::vector<Override>& overrides) {
    std::string text;
    try {
        text = readConfigFile(file);
    } catch (const Error& error) {
        throw ConfigError({{file.string(), 0, 0, {}, error.what()}});
    }
    return parseConfig(text, file, overrides);
}

}  // namespace orrery
