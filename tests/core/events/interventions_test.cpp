// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/events/interventions.h"

#include <gtest/gtest.h>

#include "core/error.h"

namespace orrery {
namespace {

TEST(Interventions, AreReadAsTheyAreWritten) {
    for (const std::string text :
         {"", "knock-out 1:3,1:7", "force 0:1", "freeze-key 0:1,2:3",
          "knock-out 1:3; scale-gate 0:2=0.5,0:3=2; swap-keys 1:2=1:3; move-key 0:1=0.5/-1/2e-05"})
        EXPECT_EQ(interventionsText(parseInterventions(text)), text);
    const Interventions read =
        parseInterventions(" knock-out  1:3 , 1:7 ;\n scale-gate 0:2 = 0.25\n;;");
    ASSERT_EQ(read.size(), 3U);
    EXPECT_EQ(read[1].kind, InterventionKind::knockOut);
    EXPECT_EQ(read[1].layer, 1);
    EXPECT_EQ(read[1].expert, 7);
    EXPECT_EQ(read[2].factor, 0.25);
    EXPECT_EQ(parseInterventions("swap-keys 1:2=1:3")[0].other, 3);
    EXPECT_EQ(parseInterventions("move-key 0:1=1/2")[0].key, (std::vector<float>{1, 2}));
}

TEST(Interventions, SayWhichFormIsRight) {
    const auto says = [](const std::string& text, const std::string& part) {
        try {
            parseInterventions(text);
            ADD_FAILURE() << text;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
        }
    };
    says("remove 1:3", "does not begin with one of knock-out, force");
    says("knock-out", "which experts?");
    says("knock-out 3", "LAYER:EXPERT, such as 1:3");
    says("knock-out 1:x", "\"x\" is not a number");
    says("knock-out 1:3=2", "takes LAYER:EXPERT.");
    says("scale-gate 1:3", "takes LAYER:EXPERT=FACTOR");
    says("swap-keys 1:3=2:4", "within a layer");
    says("move-key 1:3", "NUMBER/NUMBER");
}

}  // namespace
}  // namespace orrery
