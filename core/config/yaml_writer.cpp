// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/field_value.h"
#include "core/config/fields.h"
#include "core/config/yaml.h"

namespace orrery {

std::string toYaml(const Config& config) {
    std::string text, section;
    for (const Field& field : fields()) {
        if (field.section() != section) {
            section = field.section();
            text += section + ":\n";
        }
        text += (section.empty() ? "" : "  ") + field.leaf() + ": " + yamlValue(field.get(config)) +
                "\n";
    }
    return text;
}

}  // namespace orrery
