// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/slurm.h"

#include <charconv>
#include <chrono>
#include <set>
#include <sstream>
#include <thread>

#include "core/error.h"
#include "core/files/atomic_file.h"
#include "core/files/regular_file.h"
#include "core/study/study_book.h"
#include "core/study/trial_process.h"

namespace orrery {
namespace {

namespace fs = std::filesystem;

constexpr auto kLookPeriod = std::chrono::seconds(1);
constexpr int kUnknownEnd = -1;

struct CommandResult {
    int code = 0;
    std::string output;  // errors too
};

constexpr std::uint64_t kMostAnswer = 16'000'000;  // bytes of what Slurm's commands say

/// The number of which a text begins; `otherwise` where there is none.
std::int64_t numberIn(const std::string& text, std::int64_t otherwise) {
    std::int64_t number = 0;
    const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
    return result.ec == std::errc() ? number : otherwise;
}

CommandResult runCommand(std::vector<std::string> words, const fs::path& folder) {
    const fs::path program = findProgram(words[0]);
    if (program.empty())
        throw Error("No " + words[0] +
                    " here: run this on a machine that submits to Slurm, or omit --on.");
    words[0] = program.string();
    const fs::path output = folder / ".slurm-answer";
    std::error_code ignored;
    fs::remove(output, ignored);
    TrialProcess process(words, output);
    CommandResult result;
    for (std::optional<int> code; !(code = process.ended()); result.code = code.value_or(0))
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    result.code = *process.ended();
    result.output = readRegularFileIfThere(output, kMostAnswer).value_or("");
    fs::remove(output, ignored);
    return result;
}

std::string quoted(const fs::path& path) {
    std::string text = "'";
    for (const char c : path.string())
        text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string scriptText(const StudyRunOptions& options) {
    return "#!/bin/bash\n"
           "# A task of this array is a trial of the study. Edit it as your cluster needs: it is "
           "not written again.\n"
           "#SBATCH --job-name=orrery\n"
           "#SBATCH --cpus-per-task=1\n"
           "#SBATCH --output=/dev/null\n"
           "#   more, such as: --partition, --time, --mem, --gres=gpu:1\n"
           "study=" +
           quoted(options.folder) + "\ntrial=$(printf 'trial-%04d' \"$SLURM_ARRAY_TASK_ID\")\n" +
           "export OMP_NUM_THREADS=${SLURM_CPUS_PER_TASK:-1} OMP_WAIT_POLICY=passive\n" +
           quoted(options.program) +
           " study trial \"$study\" \"$trial\" >> \"$study/trials/$trial/log.txt\" 2>&1\n"
           "echo $? > \"$study/trials/$trial/exit.txt\"\n";
}

class SlurmRunner {
public:
    SlurmRunner(const Study& study, const StudyRunOptions& options)
        : options_(options), book_(study, options) {
        const fs::path script = options.folder / "slurm.sh";
        requireRegularFileIfThere(script);
        if (!isRegularFile(script)) writeFileAtomically(script, scriptText(options));
    }

    bool run() {
        bool stopped = false;
        for (;;) {
            look();
            if (book_.complete()) break;
            if (book_.failuresInARow() >= book_.study().stop_after_failures) {
                book_.giveUp(std::to_string(book_.failuresInARow()) + " trials in a row failed.");
            } else {
                submit();
            }
            options_.progress(book_.progress());
            for (int i = 0; i < 20 && !(stopped = options_.stop()); ++i)
                std::this_thread::sleep_for(kLookPeriod / 20);
            if (stopped) break;
        }
        return book_.complete();
    }

private:
    /// Numbers of the trials that are in the queue, waiting or running.
    std::set<std::int64_t> active() {
        std::set<std::int64_t> numbers;
        std::istringstream jobs(book_.meta("slurm_jobs"));
        for (std::string job; jobs >> job;) {
            // A job that ended is forgotten after a while, and is then an error.
            const CommandResult answer =
                runCommand({"squeue", "-h", "-r", "-j", job, "-o", "%K"}, options_.folder);
            std::istringstream tasks(answer.output);
            for (std::string task; answer.code == 0 && tasks >> task;)
                if (task.find_first_not_of("0123456789") == std::string::npos)
                    numbers.insert(numberIn(task, 0));
            if (answer.code != 0 && answer.output.find("Invalid job id") == std::string::npos)
                throw Error("squeue failed: " + answer.output);
        }
        return numbers;
    }

    void look() {
        active_ = active();
        for (std::size_t i = 0; i < book_.records().size(); ++i) {
            const TrialRecord& record = book_.records()[i];
            const bool waits = record.state == TrialState::queued;
            if (!waits && record.state != TrialState::running) continue;
            const bool in_queue = active_.count(record.number) > 0;
            const fs::path exit = book_.folder(i).path / "exit.txt";
            if (waits) {
                book_.adopt(i);
            } else if (isRegularFile(exit)) {
                const std::string code = readRegularFileIfThere(exit, kMostAnswer).value_or("");
                book_.end(i, static_cast<int>(numberIn(code, 0)), false);
            } else if (!in_queue && !book_.adopt(i)) {
                book_.end(i, kUnknownEnd, false);
            }
        }
    }

    void submit() {
        std::string tasks;
        std::vector<std::size_t> chosen;
        for (std::size_t i = 0; i < book_.records().size(); ++i) {
            const TrialRecord& record = book_.records()[i];
            if (record.state != TrialState::queued || active_.count(record.number)) continue;
            tasks += (tasks.empty() ? "" : ",") + std::to_string(record.number);
            chosen.push_back(i);
        }
        if (chosen.empty()) return;
        for (const std::size_t i : chosen) {
            std::error_code ignored;
            fs::remove(book_.folder(i).path / "exit.txt", ignored);
            book_.begin(i);
        }
        const CommandResult answer = runCommand(
            {"sbatch", "--parsable", "--array=" + tasks + "%" + std::to_string(options_.jobs),
             (options_.folder / "slurm.sh").string()},
            options_.folder);
        const std::string job = answer.output.substr(0, answer.output.find_first_of(";\n"));
        if (answer.code != 0 || job.find_first_not_of("0123456789") != std::string::npos)
            throw Error("sbatch failed: " + answer.output +
                        "Edit slurm.sh in the study's folder as your cluster needs.");
        const std::string before = book_.meta("slurm_jobs");
        book_.setMeta("slurm_jobs", before + (before.empty() ? "" : " ") + job);
    }

    const StudyRunOptions& options_;
    StudyBook book_;
    std::set<std::int64_t> active_;
};

}  // namespace

bool runStudyOnSlurm(const Study& study, const StudyRunOptions& options) {
    if (study.search == "tpe")
        throw Error("An Optuna search trains its trials on this machine: omit --on slurm.");
    return SlurmRunner(study, options).run();
}

}  // namespace orrery
