// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/controls_study.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/study/study_pictures.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class ControlsStudyTest : public ::testing::Test {
protected:
    void write(const std::string& lines) const {
        test::writeFile(folder_ / "controls.csv", "control,seed,loss,bits_per_byte\n" + lines);
    }
    void expectFault(const std::string& lines, const std::string& words) const {
        write(lines);
        try {
            readControls(folder_.path());
            FAIL() << lines;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(words), std::string::npos) << error.what();
        }
    }

    test::TemporaryFolder folder_;
};

TEST_F(ControlsStudyTest, EachControlIsACellWithItsSeeds) {
    write("itself,1,3,1.1\nitself,2,4,1.2\nno_experts,1,5,1.3\n");
    EXPECT_TRUE(isControls(folder_.path()));
    EXPECT_TRUE(isStudy(folder_.path()));
    const ControlsStudy controls = readControls(folder_.path());
    ASSERT_EQ(controls.table.cells.size(), 2u);
    EXPECT_EQ(controls.table.cells[0].labels, std::vector<std::string>{"itself"});
    EXPECT_EQ(controls.table.cells[0].values(0), (std::vector<double>{3, 4}));
    EXPECT_EQ(controls.table.cells[1].values(1), std::vector<double>{1.3});
    EXPECT_EQ(controls.table.done, 3u);
    const StudyDots dots = studyDots(controls.table, {0, 1});
    EXPECT_EQ(dots.rows, (std::vector<std::string>{"itself", "no_experts"}));
    ASSERT_EQ(dots.panels.size(), 2u);
    EXPECT_EQ(dots.panels[0].values[0], (std::vector<double>{3, 4}));
    EXPECT_EQ(dots.panels[1].name, "bits per byte");
    EXPECT_EQ(dots.caption.find("scale"), std::string::npos) << dots.caption;
}

TEST_F(ControlsStudyTest, ItsRunsAreFoundByTheirNames) {
    Config config;
    config.name = "tiny-itself-seed2";
    const RunFolder run = createRunFolder(folder_.path(), config.name);
    writeRunConfig(run, config, {"2026-11-27T14:05:00+0100", "cpu", ""});
    RunDatabase({run.databaseFile(), {}, {}}).setMeta("name", config.name);
    write("itself,1,3,1.1\nitself,2,4,1.2\n");
    const ControlsStudy controls = readControls(folder_.path());
    EXPECT_EQ(controls.table.study.name, "tiny and its controls");
    EXPECT_EQ(controls.trials[0].run, "");
    EXPECT_EQ(runOfTrial(folder_.path(), controls.table.study, controls.trials[1]), run.path);
}

TEST_F(ControlsStudyTest, WhatIsNoneOfItIsNamed) {
    EXPECT_FALSE(isControls(folder_.path()));
    EXPECT_THROW(readControls(folder_.path()), Error);
    expectFault("", "no control that has finished");
    expectFault("itself,1,3,1.1\nitself,two,3,1.1\n", "controls.csv, line 3");
    expectFault("itself,1,low,1.1\n", "line 2");
    expectFault(",1,3,1.1\n", "line 2");
    expectFault("\n", "line 2");
    write("itself,1,3,1.1\n");
    test::writeFile(folder_ / "study.db", "");
    EXPECT_FALSE(isControls(folder_.path())) << "it is a study's folder";
}

}  // namespace
}  // namespace orrery
