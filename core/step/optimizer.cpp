// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/optimizer.h"

#include "core/error.h"

#include <ATen/core/grad_mode.h>
#include "core/step/adafactor.h"
#include "core/step/adamw.h"

namespace orrery {

std::unique_ptr<Optimizer> makeOptimizer(const TrainConfig& config, const LanguageModel& model) {
    switch (config.optimizer) {
        case OptimizerKind::adamw:
            return std::make_unique<AdamW>(config, model->trainedParameters());
        case OptimizerKind::adafactor:
            return std::make_unique<Adafactor>(config, model->trainedParameters());
    }
    throw Error("This optimizer is unknown.");
}

void copyOptimizerState(const std::map<std::string, at::Tensor>& to,
                        const std::map<std::string, at::Tensor>& from) {
    std::string faults;
    for (const auto& [name, tensor] : to) {
        const auto found = from.find(name);
        if (found == from.end())
            faults += "\n  " + name + " is missing";
        else if (found->second.sizes() != tensor.sizes())
            faults += "\n  " + name + " has another shape";
    }
    for (const auto& [name, tensor] : from)
        if (!to.contains(name)) faults += "\n  " + name + " is unknown";
    if (!faults.empty())
        throw Error("The optimizer state does not match this configuration; has it changed since?" +
                    faults);
    at::NoGradGuard no_gradient;
    for (const auto& [name, tensor] : to)
        tensor.copy_(from.at(name));
}

}  // namespace orrery
