// SPDX-License-Identifier: GPL-3.0-or-later
// What may be changed about a router to see what it does (core/README.md, section 14): plain
// values.
#pragma once
#include <string>
#include <vector>

namespace orrery {

enum class InterventionKind { knockOut, force, scaleGate, swapKeys, moveKey, freezeKey };

struct Intervention {
    InterventionKind kind = InterventionKind::knockOut;
    int layer = 0;
    int expert = 0;
    int other = 0;           // swapKeys: the second expert
    double factor = 1;       // scaleGate
    std::vector<float> key;  // moveKey: [D], where the key is then
    bool operator==(const Intervention&) const = default;
};
using Interventions = std::vector<Intervention>;

/// "knock-out 1:3,1:7; scale-gate 0:2=0.5; swap-keys 1:2=1:3; move-key 0:1=0.5/-1/2": layer:expert.
std::string interventionsText(const Interventions& interventions);
/// Reads that, with ";" or line ends between kinds; white space may stand around marks, and a text
/// of none is no intervention. Throws Error: what is wrong, and which form is right.
Interventions parseInterventions(const std::string& text);
/// The same without the experts: "knock-out".
std::string interventionWord(InterventionKind kind);

}  // namespace orrery
