// SPDX-License-Identifier: GPL-3.0-or-later
// What a driver answers, as a library that listDevices opens in its place. It has two devices, or
// as many of them as ORRERY_FAKE_DEVICES says.
#include <cstddef>
#include <cstring>

#ifndef ORRERY_FAKE_DEVICES
#define ORRERY_FAKE_DEVICES 2
#endif

extern "C" {

int cuInit(unsigned) {
    return 0;
}
int cuDeviceGetCount(int* count) {
    *count = ORRERY_FAKE_DEVICES;
    return 0;
}
int cuDeviceGet(int* device, int number) {
    *device = 10 + number;  // a handle is no number
    return 0;
}
int cuDeviceGetName(char* name, int length, int device) {
    std::strncpy(name, device == 10 ? "Large GPU" : "Small GPU", static_cast<std::size_t>(length));
    return 0;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int device) {
    *bytes = device == 10 ? 80'000'000'000 : 8'000'000'000;
    return 0;
}
int cuDeviceGetAttribute(int* value, int attribute, int device) {
    const bool large = device == 10;
    *value = attribute == 75 ? (large ? 9 : 8) : (large ? 0 : 6);
    return attribute == 75 || attribute == 76 ? 0 : 1;
}
int cuDeviceGetUuid_v2(unsigned char* identity, int device) {
    for (int i = 0; i < 16; ++i)
        identity[i] = static_cast<unsigned char>(i * 16 + device);
    return 0;
}

int nvmlInit_v2() {
    return 0;
}
int nvmlShutdown() {
    return 0;
}
int nvmlDeviceGetHandleByUUID(const char* identity, void** device) {
    static int large;
    // The management library knows the first device alone.
    if (std::strcmp(identity, "GPU-0a1a2a3a-4a5a-6a7a-8a9a-aabacadaeafa") != 0) return 6;
    *device = &large;
    return 0;
}
int nvmlDeviceGetMemoryInfo(void*, unsigned long long* memory) {
    memory[0] = 80'000'000'000;
    memory[1] = 79'000'000'000;
    memory[2] = 1'000'000'000;
    return 0;
}
}
