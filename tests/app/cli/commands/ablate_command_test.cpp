// SPDX-License-Identifier: GPL-3.0-or-later
// ablate, whose findings stay with the run, and generate where something is wrong.
#include <sys/stat.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/app/cli/run_program.h"

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

class AskTheModel : public ProgramTest {
protected:
    void SetUp() override {
        ProgramTest::SetUp();
        write("tiny.yaml", tinyConfig(4));
        ASSERT_EQ(run({"train", "tiny.yaml"}).exit_code, 0);
        run_ = fs::directory_iterator(folder_ / "runs")->path();
    }
    /// A copy of the run, whose views folder is hurt.
    std::string hurt(const std::string& name, const std::function<void(const fs::path&)>& hurt) {
        const fs::path copy = folder_ / name;
        fs::copy(run_, copy, fs::copy_options::recursive);
        fs::create_directories(copy / "views");
        hurt(copy / "views");
        return copy.string();
    }
    ProgramResult ablate(const std::string& folder) {
        return run({"ablate", folder, "--experts", "1:0", "--tokens", "100"});
    }
    static std::string contents(const fs::path& file) {
        std::ifstream stream(file);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    static constexpr const char* kFile = "loss_effects.json";
    fs::path run_;
};

TEST_F(AskTheModel, AnAblationIsKeptWithTheRunWhateverLayThere) {
    const auto noise = [](const fs::path& views) {
        std::ofstream(views / kFile) << std::string(5000, '\x9c') << "{{[";
    };
    const auto other = [](const fs::path& views) {
        std::ofstream(views / kFile) << R"({"format": 1, "step": 1e300, "effects": [[0, "x"]]})";
    };
    const auto none = [](const fs::path&) {};
    std::string first;
    for (const auto& change :
         {std::function<void(const fs::path&)>(none), std::function<void(const fs::path&)>(noise),
          std::function<void(const fs::path&)>(other)}) {
        static int count = 0;
        const std::string folder = hurt("kept" + std::to_string(count++), change);
        const auto result = ablate(folder);
        EXPECT_EQ(result.exit_code, 0) << result.err;
        EXPECT_FALSE(contains(result.err, "does not keep")) << result.err;
        const std::string kept = contents(fs::path(folder) / "views" / kFile);
        EXPECT_TRUE(contains(kept, "\"effects\":[[1,0,")) << kept;
        if (first.empty()) first = kept;
        EXPECT_EQ(kept, first);
    }
}

TEST_F(AskTheModel, AnAblationIsToldWhereItCantBeKept) {
    write("mine", "precious");
    const std::pair<const char*, std::function<void(const fs::path&)>> cases[] = {
        {"a pipe", [](const fs::path& v) { mkfifo((v / kFile).c_str(), 0600); }},
        {"a symbolic link",
         [&](const fs::path& v) { fs::create_symlink(folder_ / "mine", v / kFile); }},
        {"a folder", [](const fs::path& v) { fs::create_directory(v / kFile); }},
        {"but a file",
         [](const fs::path& v) {
             fs::remove(v);
             std::ofstream(v) << "x";
         }},
        {"but a pipe",
         [](const fs::path& v) {
             fs::remove(v);
             mkfifo(v.c_str(), 0600);
         }},
        {"but a symbolic link", [&](const fs::path& v) {
             fs::remove(v);
             fs::create_directory(folder_ / "elsewhere");
             fs::create_symlink(folder_ / "elsewhere", v);
         }}};
    for (const auto& [what, change] : cases) {
        const auto result = ablate(hurt(std::string("hurt ") + what, change));
        EXPECT_EQ(result.exit_code, 0) << what << result.err;
        EXPECT_TRUE(contains(result.out, "1:0")) << "the answer itself: " << result.out;
        EXPECT_TRUE(contains(result.err, "does not keep these effects")) << what << result.err;
        EXPECT_TRUE(contains(result.err, what)) << result.err;
    }
    EXPECT_EQ(contents(folder_ / "mine"), "precious");
    EXPECT_TRUE(fs::is_empty(folder_ / "elsewhere"));
}

TEST_F(AskTheModel, EachLineOfTheInputIsAPrompt) {
    write("stdin", "The bird\r\nA b\xc3\xa4r");
    const std::vector<std::string> words = {"generate",   run_.string(), "--tokens", "5",
                                            "--logprobs", "2",           "--json"};
    const auto result = run(words);
    ASSERT_EQ(result.exit_code, 0) << result.err;
    std::istringstream lines(result.out);
    for (const std::string prompt : {"The bird", "A b\xc3\xa4r"}) {
        std::string line;
        ASSERT_TRUE(std::getline(lines, line)) << prompt;
        const auto json = nlohmann::json::parse(line);
        EXPECT_EQ(json["prompt"], prompt);
        const auto& one = json["continuations"].at(0);
        EXPECT_EQ(json["text"], prompt + one["text"].get<std::string>());
        ASSERT_EQ(one["logprobs"].size(), one["tokens"].size());
        for (const auto& token : one["logprobs"]) {
            EXPECT_LT(token["logprob"].get<double>(), 0);
            ASSERT_EQ(token["alternatives"].size(), 2U);
            const double best = token["alternatives"][0]["logprob"];
            EXPECT_LE(token["logprob"].get<double>(), best + 1e-6);
            EXPECT_EQ(token["rank"] == 0, token["token"] == token["alternatives"][0]["token"]);
        }
    }
    auto several = words;
    several.insert(several.end(), {"--continuations", "3", "--stop", "e"});
    const std::string told = run(several).out;
    const auto stopped = nlohmann::json::parse(told.substr(0, told.find('\n')));
    EXPECT_EQ(stopped["continuations"].size(), 3U);
    for (const auto& one : stopped["continuations"])
        EXPECT_FALSE(contains(one["text"].get<std::string>(), "e")) << one;
    const auto plain = run({"generate", run_.string(), "--tokens", "5"});
    EXPECT_TRUE(plain.out.starts_with("The bird")) << plain.out;
    EXPECT_TRUE(contains(plain.out, "\nA b\xc3\xa4r")) << plain.out;
    write("stdin", "");
    EXPECT_EQ(run({"generate", run_.string()}).exit_code, 1) << "no prompt at all";
}

TEST_F(AskTheModel, NothingIsWrittenOfATextThatCantBegin) {
    const std::string folder = run_.string();
    const std::pair<std::vector<std::string>, int> cases[] = {{{"--top-p", "0"}, 2},
                                                              {{"--stop", ""}, 2},
                                                              {{"--context", "100000"}, 1},
                                                              {{"--knock-out", "9:9"}, 1},
                                                              {{"--scale-gate", "0:1=nan"}, 1}};
    for (const auto& [end, code] : cases) {
        std::vector<std::string> words = {"generate", folder, "--prompt", "The bird"};
        words.insert(words.end(), end.begin(), end.end());
        const auto result = run(words);
        EXPECT_EQ(result.exit_code, code) << end[0] << result.err;
        EXPECT_EQ(result.out, "") << end[0];
        EXPECT_NE(result.err, "") << end[0];
    }
    const auto whole = run({"generate", folder, "--prompt", "The bird", "--tokens", "4"});
    EXPECT_TRUE(whole.out.starts_with("The bird")) << whole.out;
    const auto result =
        Program(folder_, {"generate", folder, "--prompt", "The"}, "/dev/full").wait();
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_TRUE(contains(result.err, "No space left")) << result.err;
}

}  // namespace
}  // namespace orrery::testing
