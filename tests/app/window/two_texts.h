// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
#include "widgets/playground/play_tree.h"

namespace orrery {

/// Texts of two models side by side, longer than a small figure holds.
inline PlayTree twoTexts() {
    PlayTree tree;
    for (const bool beside : {false, true}) {
        PlayRequest request;
        request.prompt = "Once";
        if (beside) request.source.interventions = "knock-out 1:3; scale-gate 0:2=0.5";
        PlayText& text = tree.add(request, -1, beside ? 1 : -1);
        for (int i = 0; i < 160; ++i) {
            TokenReading reading;
            reading.token = i;
            reading.piece = i % 3 == 0 ? " the" : i % 7 == 0 ? "\n" : " old boat";
            reading.surprise = 0.1 * (i % 60);
            reading.rank = i % 50;
            reading.alternatives = {{7, " king", 0.5}};
            reading.experts = {1, 2, 3, 4};  // two layers of two
            reading.gates = {0.75F, 0.25F, 0.5F, 0.5F};
            reading.top_k = 2;
            text.tokens.push_back(reading);
        }
        text.prompt_tokens = 1;
        text.end = PlayEnd();
        text.end->step = 12;
        text.end->loss = 400;
    }
    return tree;
}

}  // namespace orrery
