// SPDX-License-Identifier: GPL-3.0-or-later
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "app/cli/commands/commands.h"
#include "app/cli/output.h"
#include "app/cli/text_format.h"
#include "core/devices/device.h"
#include "core/devices/devices.h"

namespace orrery::cli {
namespace {

std::string gigabytes(std::int64_t bytes) {
    return bytes <= 0 ? "unknown" : fixed(static_cast<double>(bytes) / 1e9, 1) + " GB";
}

std::string devicesText(const std::vector<DeviceInfo>& devices, const std::string& problem) {
    std::vector<std::vector<std::string>> rows = {
        {"train.device", "name", "capability", "memory", "free"}};
    for (const DeviceInfo& device : devices)
        rows.push_back({device.id, device.name, device.capability, gigabytes(device.total),
                        gigabytes(device.free)});
    return table(rows) + "\n" +
           (problem.empty() ? "train.device: auto takes the first GPU."
                            : "train.device: auto takes the CPU: " + problem + ".");
}

std::string devicesJson(const std::vector<DeviceInfo>& devices, const std::string& problem) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const DeviceInfo& device : devices) {
        nlohmann::ordered_json entry = {{"device", device.id}, {"name", device.name}};
        if (!device.capability.empty()) entry["capability"] = device.capability;
        if (device.total > 0) entry["memory_bytes"] = device.total;
        if (device.free >= 0) entry["free_bytes"] = device.free;
        list.push_back(entry);
    }
    nlohmann::ordered_json all = {{"devices", list}, {"auto", problem.empty() ? "cuda" : "cpu"}};
    if (!problem.empty()) all["no_cuda_because"] = problem;
    return all.dump();
}

}  // namespace

void addDevices(CLI::App& app, Context& context) {
    CLI::App* command = app.add_subcommand(
        "devices", "List the devices to train on (values of train.device) and their memory");
    command->add_flag("--json", context.json, "Print JSON, with sizes in bytes");
    command->callback([&context] {
        const auto devices = listDevices();
        const std::string problem = cudaProblem();
        Output().line(context.json ? devicesJson(devices, problem) : devicesText(devices, problem));
    });
}

}  // namespace orrery::cli
