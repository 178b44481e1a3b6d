// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/common/passive_openmp.h"

#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace orrery {

namespace {

char policy[] = "OMP_WAIT_POLICY=passive";
char spins[] = "GOMP_SPINCOUNT=20000";

// Variables that no library reads while it is loaded: two of them lend their places.
constexpr const char* kUnread[] = {
    "_=", "SHLVL=", "OLDPWD=", "LS_COLORS=", "LESSOPEN=", "HOSTNAME=", "LINES=", "COLUMNS="};
char* lent[2] = {};

bool isUnread(const char* variable) {
    for (const char* name : kUnread)
        if (std::strncmp(variable, name, std::strlen(name)) == 0) return true;
    return false;
}

/// Runs before the libraries begin, and so before OpenMP reads its variables: nothing of the C
/// library's own environment is there yet, only what the kernel laid down, which has no room for
/// more.
void setBeforeLibraries(int, char**, char** environment) {
    char** places[2] = {};
    int found = 0;
    for (char** variable = environment; *variable; ++variable) {
        if (std::strncmp(*variable, policy, std::strlen("OMP_WAIT_POLICY=")) == 0 ||
            std::strncmp(*variable, spins, std::strlen("GOMP_SPINCOUNT=")) == 0)
            return;
        if (found < 2 && isUnread(*variable)) places[found++] = variable;
    }
    if (found < 2) return;
    char* words[] = {policy, spins};
    for (int i = 0; i < 2; ++i) {
        lent[i] = *places[i];
        *places[i] = words[i];
    }
}

__attribute__((section(".preinit_array"),
               used)) void (*const before_libraries)(int, char**, char**) = &setBeforeLibraries;

/// After the libraries' own beginnings, before main().
__attribute__((constructor)) void giveBack() {
    for (char* variable : lent)
        if (variable) putenv(variable);
}

}  // namespace

void makeOpenMpPassive(char** arguments) {
    if (std::getenv("OMP_WAIT_POLICY") || std::getenv("GOMP_SPINCOUNT")) return;
    setenv("OMP_WAIT_POLICY", "passive", 1);
    setenv("GOMP_SPINCOUNT", "20000", 1);
    execv("/proc/self/exe", arguments);
}

}  // namespace orrery
