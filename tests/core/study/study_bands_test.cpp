// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/study_bands.h"

#include <gtest/gtest.h>

#include <cmath>

#include "core/error.h"
#include "core/runs/database/run_database.h"
#include "core/runs/run_folder.h"
#include "core/study/trial_files.h"
#include "tests/support/temporary_folder.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

class StudyBands : public ::testing::Test {
protected:
    /// A trial at a point of the one axis.
    TrialRecord& add(const std::string& label, std::int64_t seed, double loss) {
        TrialRecord trial;
        trial.number = static_cast<std::int64_t>(trials_.size()) + 1;
        trial.labels = {label};
        trial.seed = seed;
        trial.state = TrialState::done;
        trial.metrics["val/loss"] = loss;
        return trials_.emplace_back(trial);
    }
    /// The trial's run with a training loss at each step from 1.
    void train(TrialRecord& trial, const std::vector<double>& losses) {
        const RunFolder run = createRunFolder(folder_ / "runs", "trial");
        writeRunConfig(run, Config{}, {"2026-11-27T14:05:00+0100", "cpu", ""});
        RunDatabase database({run.databaseFile(), {}, {}});
        for (std::size_t i = 0; i < losses.size(); ++i)
            database.publish(
                Scalars{static_cast<std::int64_t>(i) + 1, 1.0, {{"train/loss", losses[i]}}});
        trial.run = run.path.filename().string();
    }
    StudyTable table() const {
        Study study;
        study.name = "made";
        StudyAxis axis;
        axis.name = "keys.alpha";
        study.axes = {axis};
        study.objectives[0].better = better_;
        return tabulate(study, "tiny", "9.9", trials_);
    }

    test::TemporaryFolder folder_;
    std::vector<TrialRecord> trials_;
    std::string better_ = "lower";
};

TEST_F(StudyBands, CellsInTrainingComeFirstThenTheBest) {
    add("1", 1, 3);
    add("2", 1, 2);
    add("3", 1, 1).state = TrialState::running;
    add("4", 1, 1).state = TrialState::failed;
    const auto placesOf = [&] {
        std::vector<std::size_t> places;
        for (const CellTrials& cell : cellsWithCurves(table(), trials_))
            places.push_back(cell.cell);
        return places;
    };
    EXPECT_EQ(placesOf(), (std::vector<std::size_t>{2, 1, 0}));
    better_ = "higher";
    EXPECT_EQ(placesOf(), (std::vector<std::size_t>{2, 0, 1}));
}

TEST_F(StudyBands, ADoubleOfASeedIsNoSecondOne) {
    add("1", 7, 3);
    add("1", 7, 4);
    const auto cells = cellsWithCurves(table(), trials_);
    ASSERT_EQ(cells.size(), 1u);
    ASSERT_EQ(cells[0].trials.size(), 1u);
    EXPECT_EQ(cells[0].trials[0]->number, 1);
}

TEST_F(StudyBands, ABandIsTheMeanAndTheRangeOfTheSeedsThatCameSoFar) {
    train(add("1", 1, 3), {4, 3});
    train(add("1", 2, 3), {6, 5, 2});
    add("1", 3, 3).run = "gone";
    const auto bands = lossBands(table(), trials_, folder_.path());
    ASSERT_EQ(bands.size(), 1u);
    EXPECT_EQ(bandsCsv("cell,step", bands),
              "cell,step,mean,low,high\nmade,1,5.000000,4.000000,6.000000\n"
              "made,2,4.000000,3.000000,5.000000\nmade,3,2.000000,2.000000,2.000000\n");
}

TEST_F(StudyBands, OnlyTheBestCellsHaveCurves) {
    for (int i = 1; i <= 10; ++i)
        train(add(std::to_string(i), 1, i), {1.0 * i});
    const auto bands = lossBands(table(), trials_, folder_.path());
    ASSERT_EQ(bands.size(), kCellsWithCurves);
    EXPECT_EQ(bands[0].name, "alpha = 1");
    EXPECT_EQ(bands.back().name, "alpha = 8");
}

TEST_F(StudyBands, WithoutRunsThereIsNoBand) {
    add("1", 1, 3).run = "gone";
    EXPECT_TRUE(lossBands(table(), trials_, folder_.path()).empty());
}

TEST_F(StudyBands, AStreamIsReadByKindOfKeys) {
    EXPECT_TRUE(readStream(folder_.path(), 1).empty());
    for (int trial = 1; trial <= 2; ++trial) {
        Trial named;
        named.number = trial;
        const fs::path file = trialFolder(folder_.path(), named.name()).streamFile();
        fs::create_directories(file.parent_path());
        test::writeFile(file, "keys,tokens,domain,loss\nactive,100,sea," + std::to_string(trial) +
                                  "\nfrozen,100,sea,5\nactive,200,sea,4\n");
    }
    const auto bands = streamBands({readStream(folder_.path(), 1), readStream(folder_.path(), 2)});
    EXPECT_EQ(bandsCsv("keys,tokens", bands),
              "keys,tokens,mean,low,high\nactive,100,1.500000,1.000000,2.000000\n"
              "active,200,4.000000,4.000000,4.000000\nfrozen,100,5.000000,5.000000,5.000000\n");
}

TEST_F(StudyBands, AStreamThatIsALinkIsRefused) {
    Trial named;
    named.number = 1;
    const fs::path file = trialFolder(folder_.path(), named.name()).streamFile();
    fs::create_directories(file.parent_path());
    fs::create_symlink("/etc/hostname", file);
    EXPECT_THROW(readStream(folder_.path(), 1), Error);
}

}  // namespace
}  // namespace orrery
