// SPDX-License-Identifier: GPL-3.0-or-later
// For each field a value that is allowed and not the default, and a configuration that may hold it.
#pragma once
#include <cmath>

#include "core/config/fields.h"

namespace orrery::testing {

struct Sample {
    FieldValue value;
    Config config;  // the default but for this value, and for what the value needs
};

inline double otherNumber(const Field& field, double from) {
    for (const double candidate : {from + 1, from - 1, from / 2, 0.5, 0.25, 2.0}) {
        const bool low =
            field.open_minimum ? candidate <= field.minimum : candidate < field.minimum;
        const bool high =
            field.open_maximum ? candidate >= field.maximum : candidate > field.maximum;
        if (!low && !high && candidate != from) return candidate;
    }
    return from;
}

inline FieldValue otherValue(const Field& field) {
    if (field.key == "model.d_model") return std::int64_t{256};
    if (field.key == "model.num_heads") return std::int64_t{8};
    if (field.key == "keys.beta_sign") return std::int64_t{-1};
    if (field.key == "keys.alpha_floor") return 0.005;
    if (field.key == "keys.beta_schedule") return std::vector<double>{3e-3, 5e-4};
    if (field.key == "keys.beta_layer_scale") return std::vector<double>{1, 1, 0.5, 0.5};
    if (field.key == "keys.entropy_band") return std::vector<double>{1.25, 2.5};
    if (field.key == "keys.frozen_layers") return std::vector<std::int64_t>{2, 3};
    if (field.key == "some.interventions") return std::string("knock-out 1:3; force 0:2");
    if (field.key == "train.parts") return std::vector<std::string>{"head", "routers"};
    if (field.key == "train.betas") return std::vector<double>{0.8, 0.95};
    switch (field.type) {
        case FieldType::boolean:
            return !std::get<bool>(field.default_value);
        case FieldType::integer:
            return static_cast<std::int64_t>(otherNumber(
                field, static_cast<double>(std::get<std::int64_t>(field.default_value))));
        case FieldType::real:
            return otherNumber(field, std::get<double>(field.default_value));
        case FieldType::choice:
            return field.choices[0].word == std::get<std::string>(field.default_value)
                       ? field.choices[1].word
                       : field.choices[0].word;
        default:
            return std::string("it's: [odd] # text");
    }
}

/// nullopt for values that this version refuses, whatever else is set.
inline Sample sampleFor(const Field& field) {
    Sample sample{otherValue(field), Config{}};
    field.set(sample.config, sample.value);
    return sample;
}

}  // namespace orrery::testing
