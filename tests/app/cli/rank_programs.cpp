// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli/rank_programs.h"

#include <arpa/inet.h>
#include <sqlite3.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace orrery::testing {
namespace {

namespace fs = std::filesystem;

std::string contentsOf(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

/// State and parent in /proc/PID/stat.
std::pair<char, int> stateOf(int process) {
    const std::string stat = contentsOf("/proc/" + std::to_string(process) + "/stat");
    const std::size_t end = stat.rfind(')');
    if (end == std::string::npos) return {'X', 0};
    std::istringstream words(stat.substr(end + 1));
    char state = 'X';
    int parent = 0;
    words >> state >> parent;
    return {state, parent};
}

std::vector<std::string> socketsOf(int process) {
    std::vector<std::string> inodes;
    std::error_code gone;
    for (const auto& entry :
         fs::directory_iterator("/proc/" + std::to_string(process) + "/fd", gone)) {
        const std::string target = fs::read_symlink(entry.path(), gone).string();
        if (target.starts_with("socket:[")) inodes.push_back(target.substr(8, target.size() - 9));
    }
    return inodes;
}

std::string placeText(const std::string& hexadecimal, bool wide) {
    if (wide) return hexadecimal;
    in_addr address{static_cast<in_addr_t>(std::stoul(hexadecimal.substr(0, 8), nullptr, 16))};
    return std::string(inet_ntoa(address)) + ":" +
           std::to_string(std::stoul(hexadecimal.substr(9), nullptr, 16));
}

}  // namespace

std::vector<int> childrenOf(int parent) {
    std::vector<int> children;
    std::error_code gone;
    for (const auto& entry : fs::directory_iterator("/proc", gone)) {
        const int process = std::atoi(entry.path().filename().c_str());
        if (process > 0 && stateOf(process).second == parent && runs(process))
            children.push_back(process);
    }
    std::sort(children.begin(), children.end());
    return children;
}

bool runs(int process) {
    const char state = stateOf(process).first;
    return state != 'X' && state != 'Z';
}

std::vector<std::string> listeningSockets(int process) {
    constexpr const char* kListens = "0A";
    const std::vector<std::string> own = socketsOf(process);
    std::vector<std::string> found;
    for (const bool wide : {false, true}) {
        std::ifstream table(wide ? "/proc/net/tcp6" : "/proc/net/tcp");
        for (std::string line; std::getline(table, line);) {
            std::istringstream words(line);
            std::vector<std::string> fields{std::istream_iterator<std::string>(words), {}};
            if (fields.size() > 9 && fields[3] == kListens &&
                std::ranges::find(own, fields[9]) != own.end())
                found.push_back(placeText(fields[1], wide));
        }
    }
    return found;
}

fs::path RankProgramTest::onlyRun() const {
    return fs::directory_iterator(folder_ / "runs")->path();
}

std::map<std::string, std::vector<double>> RankProgramTest::scalars(const fs::path& run) {
    std::map<std::string, std::vector<double>> values;
    sqlite3* database = nullptr;
    sqlite3_open_v2((run / "run.db").c_str(), &database, SQLITE_OPEN_READWRITE, nullptr);
    sqlite3_stmt* rows = nullptr;
    sqlite3_prepare_v2(database, "SELECT name, value FROM scalars ORDER BY step, event", -1, &rows,
                       nullptr);
    while (sqlite3_step(rows) == SQLITE_ROW)
        values[reinterpret_cast<const char*>(sqlite3_column_text(rows, 0))].push_back(
            sqlite3_column_double(rows, 1));
    sqlite3_finalize(rows);
    sqlite3_close(database);
    return values;
}

std::string RankProgramTest::lastCheckpoint(const fs::path& run, const std::string& file) {
    std::vector<fs::path> steps;
    for (const auto& entry : fs::directory_iterator(run / "checkpoints"))
        if (entry.path().filename().string().starts_with("step-")) steps.push_back(entry.path());
    return steps.empty() ? "" : contentsOf(*std::ranges::max_element(steps) / file);
}

std::vector<int> RankProgramTest::otherRanks(const Program& program, std::size_t count) {
    std::vector<int> others;
    eventually([&] { return (others = childrenOf(program.process())).size() + 1 >= count; });
    return others;
}

Variable::Variable(const std::string& name, const std::string& value) : name_(name) {
    setenv(name.c_str(), value.c_str(), 1);
}
Variable::~Variable() {
    unsetenv(name_.c_str());
}

}  // namespace orrery::testing
