// SPDX-License-Identifier: GPL-3.0-or-later
// libcuda.so.1 as far as Orrery asks it: one GPU.
#include <cstddef>
#include <cstring>

extern "C" {

int cuInit(unsigned) {
    return 0;
}
int cuDeviceGetCount(int* count) {
    *count = 1;
    return 0;
}
int cuDeviceGet(int* device, int number) {
    *device = number;
    return 0;
}
int cuDeviceGetName(char* name, int length, int) {
    std::strncpy(name, "Fake GPU", static_cast<std::size_t>(length));
    return 0;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    *bytes = std::size_t{80} << 30;
    return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
    *value = attribute == 75 ? 9 : 0;
    return 0;
}
}
