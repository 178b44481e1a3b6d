// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_pictures.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/core/study/small_study.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

class StudyPictures : public ::testing::Test {
protected:
    /// Eight trials; losses by their number, 0 = not done.
    void fill(const std::string& more, const std::vector<double>& losses) {
        study_ = atScale(smallStudy(folder_.path(), more), "tiny");
        for (const Trial& trial : planTrials(study_, "tiny")) {
            TrialRecord record;
            record.number = trial.number;
            record.labels = trial.labels;
            record.seed = trial.seed;
            const double loss = losses[trials_.size()];
            if (loss > 0) {
                record.state = TrialState::done;
                record.metrics["val/loss"] = loss;
            }
            trials_.push_back(record);
        }
    }
    StudyTable table() const { return tabulate(study_, "tiny", "9.9", trials_); }

    test::TemporaryFolder folder_;
    Study study_;
    std::vector<TrialRecord> trials_;
};

TEST_F(StudyPictures, AMapHoldsTheCellsThatAreKnownAndSaysWhatTheOthersDo) {
    fill("", {2, 3, 0, 0, 5, 0, 0, 0});
    trials_[2].state = TrialState::running;
    trials_[6].state = trials_[7].state = TrialState::failed;
    const auto maps = studyMaps(table(), 0);
    ASSERT_EQ(maps.size(), 1U);
    const StudyMap& map = maps[0];
    EXPECT_EQ(map.rows, (std::vector<std::string>{"0.01", "0.05"}));
    EXPECT_EQ(map.columns, (std::vector<std::string>{"small", "large"}));
    EXPECT_EQ(map.values[0], 2.5);
    EXPECT_EQ(map.texts[1], "training");
    EXPECT_EQ(map.values[2], 5);
    EXPECT_EQ(map.texts[3], "failed");
    EXPECT_TRUE(map.failed[3]);
    EXPECT_FALSE(map.failed[1]) << "it trains";
    EXPECT_TRUE(std::isnan(map.values[3]));
    const std::string csv = studyMapCsv(table(), 0, map);
    EXPECT_NE(csv.find("\n0.01,small,2.500000,0.707107,2,0,0\n"), std::string::npos) << csv;
    EXPECT_NE(csv.find("\n0.05,large,-,-,0,2,0\n"), std::string::npos) << csv;
}

TEST_F(StudyPictures, AnAxisAfterTheSecondMakesAMapForEachOfItsPoints) {
    study_ = smallStudy(folder_.path());
    StudyAxis third;
    third.name = "rest";
    third.points = {{"a", {}}, {"b, c", {}}};
    study_.axes.push_back(third);
    for (const char* rest : {"a", "b, c"})
        trials_.emplace_back().labels = {"0.01", "small", rest};
    const auto maps = studyMaps(table(), 0);
    ASSERT_EQ(maps.size(), 2U);
    EXPECT_EQ(maps[1].rest, "rest = b, c");
    study_.search = "random";
    EXPECT_TRUE(studyMaps(table(), 0).empty());
}

TEST_F(StudyPictures, ACellIsNamedByWhatTellsItFromTheOthers) {
    study_ = smallStudy(folder_.path());
    StudyAxis third;
    third.name = "padding";
    third.points = {{"masked", {}}};
    study_.axes.push_back(third);
    for (const char* label : {"0.01", "0.05"})
        trials_.emplace_back().labels = {label, "small", "masked"};
    const StudyTable made = table();
    const std::string name = cellName(made, made.cells[1]);
    EXPECT_EQ(name.rfind("alpha = 0.05", 0), 0U) << name;
    EXPECT_EQ(name.find("padding"), std::string::npos) << "it has one point";
    EXPECT_EQ(studyMaps(made, 0)[0].rest, "");
    study_.axes[1].name = "some.alpha";  // now two are called so
    EXPECT_EQ(cellName(table(), table().cells[1]).rfind("keys.alpha = 0.05", 0), 0U);
}

TEST(TickTexts, HaveAsManyDigitsAsTellThemApart) {
    EXPECT_EQ(tickTexts({0, 0.25, 0.5}), (std::vector<std::string>{"0", "0.25", "0.5"}));
    EXPECT_EQ(tickTexts({4.69712, 4.69733, 4.69754}),
              (std::vector<std::string>{"4.6971", "4.6973", "4.6975"}));
    EXPECT_EQ(tickTexts({1, 1}).size(), 2U) << "equal values stay equal";
}

TEST_F(StudyPictures, EveryTrialThatIsOverIsALineAndFailedOnesAreMarked) {
    fill("", {2, 3, 4, 0, 0, 0, 0, 0});
    trials_[4].state = TrialState::failed;
    study_.axes[0].low = 0.01;
    study_.axes[0].high = 0.05;
    study_.axes[0].logarithmic = true;
    const ParallelPicture picture = studyParallel(table(), trials_);
    ASSERT_EQ(picture.lines.size(), 4U);
    EXPECT_TRUE(picture.axes[0].logarithmic);
    EXPECT_TRUE(picture.axes[0].labels.empty());
    EXPECT_EQ(picture.axes[1].labels.size(), 2U);
    EXPECT_EQ(picture.lines[0].values, (std::vector<double>{0.01, 0, 2}));
    EXPECT_EQ(picture.lines[0].shade, 0);
    EXPECT_EQ(picture.lines[2].shade, 1);
    EXPECT_EQ(picture.lines[3].trial, 5);
    EXPECT_TRUE(picture.lines[3].failed);
    EXPECT_TRUE(std::isnan(picture.lines[3].values[2]));
}

TEST_F(StudyPictures, ObjectivesOverEachOtherHaveArmsAsSeries) {
    fill("objectives: [val/loss, {name: double, value: 2 * val/loss}]\n", {5, 7, 4, 6, 3, 3, 1, 2});
    const StudyTable made = table();
    const StudyXy xy = studyXy(made, 1, 0);
    ASSERT_EQ(xy.series.size(), 2U);
    EXPECT_EQ(xy.series[0].name, "0.01");
    ASSERT_EQ(xy.series[0].points.size(), 2U);
    EXPECT_EQ(xy.series[0].points[0].name, "size = large") << "by x, ascending";
    EXPECT_DOUBLE_EQ(xy.series[0].points[0].y, 5);
    EXPECT_DOUBLE_EQ(xy.series[0].points[0].x, 10);
    EXPECT_DOUBLE_EQ(xy.series[0].points[0].y_deviation, std::sqrt(2.0));
    EXPECT_DOUBLE_EQ(xy.series[0].points[0].x_deviation, 2 * std::sqrt(2.0));
    EXPECT_EQ(xy.series[0].points[0].seeds, 2U);
    EXPECT_EQ(studyXyFile(made, 1), "xy-double");
    EXPECT_NE(studyXyCsv(xy).find("\n0.01,size = small,12,"), std::string::npos) << studyXyCsv(xy);
}

TEST_F(StudyPictures, FieldsOfCsvAreQuoted) {
    fill("", std::vector<double>(8, 2));
    trials_[0].problem = "a, b";
    EXPECT_NE(trialsCsv(table(), trials_).find("\n1,0.01,small,1,done,2,,0,,\"a, b\"\n"),
              std::string::npos)
        << trialsCsv(table(), trials_);
    trials_[0].problem = "=1+1";
    trials_[0].run = "=2,3";
    EXPECT_NE(trialsCsv(table(), trials_).find(",0,\"'=2,3\",'=1+1\n"), std::string::npos)
        << trialsCsv(table(), trials_);
}

TEST_F(StudyPictures, AStudyIsKnownByItsKeysOrItsDatabase) {
    smallStudy(folder_.path());
    std::ofstream(folder_.path() / "study.yaml") << "# a study\nbase: base.yaml\n";
    EXPECT_TRUE(isStudy(folder_.path() / "study.yaml"));
    EXPECT_FALSE(isStudy(folder_.path() / "base.yaml"));
    EXPECT_FALSE(isStudy(folder_.path()));
    EXPECT_FALSE(isStudy(folder_.path() / "none"));
    std::ofstream(folder_.path() / "study.db");
    EXPECT_TRUE(isStudy(folder_.path()));
}

}  // namespace
}  // namespace orrery
