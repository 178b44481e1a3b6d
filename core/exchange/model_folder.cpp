// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exchange/model_folder.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/error.h"
#include "core/files/regular_file.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::uint64_t kMostText = 100'000'000;  // bytes of config.json and of an index
constexpr const char* kIndexName = "model.safetensors.index.json";
constexpr const char* kSingleName = "model.safetensors";

json readObject(const fs::path& file) {
    const std::string text = readRegularFile(file, kMostText, Links::followed);
    json value = json::parse(text, nullptr, false);
    if (!value.is_object())
        throw Error(file.string() + " is not a JSON object: it is damaged, or another file.");
    return value;
}

bool isThere(const fs::path& file) {
    std::error_code none;
    return fs::exists(file, none);
}

float fromHalf(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const auto fraction = static_cast<float>(bits & 1023);
    const float sign = (bits & 0x8000) != 0 ? -1.0F : 1.0F;
    if (exponent == 31)
        return sign * (fraction == 0 ? HUGE_VALF : std::numeric_limits<float>::quiet_NaN());
    if (exponent == 0) return sign * std::ldexp(fraction, -24);
    return sign * std::ldexp(1024 + fraction, exponent - 25);
}

template <typename Stored, typename Convert>
std::vector<float> convertedValues(const TensorView& tensor, Convert convert) {
    std::vector<float> values(tensor.bytes.size() / sizeof(Stored));
    for (std::size_t i = 0; i < values.size(); ++i) {
        Stored stored{};
        std::memcpy(&stored, tensor.bytes.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = convert(stored);
    }
    return values;
}

}  // namespace

ModelFolder::ModelFolder(const fs::path& folder) : folder_(folder) {
    std::error_code none;
    if (!fs::is_directory(folder, none))
        throw Error(folder.string() +
                    " is not a folder. Give the folder of a model: config.json and safetensors.");
    if (!isThere(folder / "config.json"))
        throw Error(folder.string() + " has no config.json: it is not a model's folder.");
    config_ = readObject(folder / "config.json");
    if (isThere(folder / kIndexName)) {
        readIndex(folder / kIndexName);
        return;
    }
    if (!isThere(folder / kSingleName))
        throw Error(folder.string() + " has neither " + kSingleName + " nor " + kIndexName +
                    ": weights are read from safetensors alone.");
    for (const auto& [name, view] : opened(kSingleName).tensors())
        files_.emplace(name, kSingleName);
}

void ModelFolder::readIndex(const fs::path& index) {
    const json list = readObject(index);
    const auto map = list.find("weight_map");
    if (map == list.end() || !map->is_object() || map->empty())
        throw Error(index.string() + " has no weight_map: which file holds which tensor.");
    for (const auto& [tensor, file] : map->items()) {
        if (!file.is_string() || !isPlainName(file.get<std::string>()))
            throw Error(index.string() + " names a file outside its folder for " + tensor +
                        ": it is not read.");
        files_.emplace(tensor, file.get<std::string>());
    }
    std::map<std::string, std::string> needed;  // file: one of its tensors
    for (const auto& [tensor, file] : files_)
        needed.emplace(file, tensor);
    for (const auto& [file, tensor] : needed)
        if (!isThere(folder_ / file))
            throw Error(folder_.string() + " lacks " + file + ", which holds " + tensor +
                        ". Download it whole.");
}

std::string ModelFolder::modelType() const {
    const auto found = config_.find("model_type");
    return found != config_.end() && found->is_string() ? found->get<std::string>() : "";
}

std::optional<std::int64_t> ModelFolder::number(const std::vector<std::string>& names) const {
    for (const std::string& name : names)
        if (const auto found = config_.find(name);
            found != config_.end() && found->is_number_integer())
            return found->get<std::int64_t>();
    return std::nullopt;
}

std::vector<std::string> ModelFolder::tensorNames() const {
    std::vector<std::string> names;
    for (const auto& [name, file] : files_)
        names.push_back(name);
    return names;
}

const SafetensorsFile& ModelFolder::opened(const std::string& file) {
    const auto found = open_.find(file);
    if (found != open_.end()) return found->second;
    return open_.emplace(file, SafetensorsFile(folder_ / file)).first->second;
}

TensorView ModelFolder::tensor(const std::string& name) {
    const auto file = files_.find(name);
    if (file == files_.end()) throw Error(folder_.string() + " has no tensor " + name + ".");
    const auto& tensors = opened(file->second).tensors();
    const auto found = tensors.find(name);
    if (found == tensors.end())
        throw Error((folder_ / file->second).string() + " does not hold " + name +
                    ", though the index says so.");
    return found->second;
}

std::vector<float> floatsOf(const std::string& name, const TensorView& tensor) {
    if (tensor.dtype == "F32")
        return convertedValues<float>(tensor, [](float value) { return value; });
    if (tensor.dtype == "F64")
        return convertedValues<double>(tensor,
                                       [](double value) { return static_cast<float>(value); });
    if (tensor.dtype == "F16") return convertedValues<std::uint16_t>(tensor, fromHalf);
    if (tensor.dtype == "BF16")
        return convertedValues<std::uint16_t>(tensor, [](std::uint16_t value) {
            const std::uint32_t bits = static_cast<std::uint32_t>(value) << 16;
            float wide = 0;
            std::memcpy(&wide, &bits, sizeof wide);
            return wide;
        });
    if (tensor.dtype.starts_with("F8"))
        throw Error("Tensor " + name + " is float8 (" + tensor.dtype +
                    "), whose values need scales that lie beside it. Convert it to bfloat16.");
    throw Error("Tensor " + name + " has type " + tensor.dtype +
                ": float32, float64, float16 and bfloat16 are read.");
}

}  // namespace orrery
