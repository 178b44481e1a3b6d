// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/devices/devices.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "core/config/fields.h"

namespace orrery {
namespace {

/// A library of the driver. Once it was used it stays loaded: it may have threads of its own.
class DriverLibrary {
public:
    explicit DriverLibrary(const std::string& name)
        : handle_(::dlopen(name.c_str(), RTLD_LAZY | RTLD_NODELETE)) {}
    ~DriverLibrary() {
        if (handle_ != nullptr) ::dlclose(handle_);
    }
    DriverLibrary(const DriverLibrary&) = delete;
    DriverLibrary& operator=(const DriverLibrary&) = delete;

    /// Null without the library or the function.
    template <class Function>
    Function* function(const char* name) const {
        return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(::dlsym(handle_, name));
    }

private:
    void* handle_;
};

// The driver's interfaces, as far as they are used; both are kept stable by NVIDIA. 0 = success.
using Identity = std::array<unsigned char, 16>;
constexpr int kCapabilityMajor = 75;
constexpr int kCapabilityMinor = 76;

struct ManagedMemory {
    unsigned long long total, free, used;
};

/// Free memory of devices, which the driver itself tells only who takes some of it.
class Management {
public:
    explicit Management(const std::string& name) : library_(name) {
        auto* begin = library_.function<int()>("nvmlInit_v2");
        by_identity_ = library_.function<int(const char*, void**)>("nvmlDeviceGetHandleByUUID");
        memory_ = library_.function<int(void*, ManagedMemory*)>("nvmlDeviceGetMemoryInfo");
        ready_ = begin != nullptr && by_identity_ != nullptr && memory_ != nullptr && begin() == 0;
    }
    ~Management() {
        auto* end = library_.function<int()>("nvmlShutdown");
        if (ready_ && end != nullptr) end();
    }
    Management(const Management&) = delete;
    Management& operator=(const Management&) = delete;

    std::int64_t freeBytes(const Identity& identity) const {
        void* device = nullptr;
        ManagedMemory memory{};
        if (!ready_) return -1;
        // A part of a device (MIG) has a name of another form.
        const std::string digits = text(identity);
        if (by_identity_(("GPU-" + digits).c_str(), &device) != 0 &&
            by_identity_(("MIG-" + digits).c_str(), &device) != 0)
            return -1;
        return memory_(device, &memory) == 0 ? static_cast<std::int64_t>(memory.free) : -1;
    }

private:
    /// 8-4-4-4-12 digits.
    static std::string text(const Identity& identity) {
        constexpr const char* kDigits = "0123456789abcdef";
        std::string result;
        for (std::size_t i = 0; i < identity.size(); ++i) {
            if (i == 4 || i == 6 || i == 8 || i == 10) result += '-';
            result += kDigits[identity[i] / 16];
            result += kDigits[identity[i] % 16];
        }
        return result;
    }

    DriverLibrary library_;
    int (*by_identity_)(const char*, void**) = nullptr;
    int (*memory_)(void*, ManagedMemory*) = nullptr;
    bool ready_ = false;
};

std::string capabilityOf(int device, int (*attribute)(int*, int, int)) {
    int major = 0;
    int minor = 0;
    if (attribute == nullptr || attribute(&major, kCapabilityMajor, device) != 0 ||
        attribute(&minor, kCapabilityMinor, device) != 0)
        return {};
    return std::to_string(major) + "." + std::to_string(minor);
}

std::vector<DeviceInfo> listCuda(const DriverLibraries& libraries) {
    const DriverLibrary driver(libraries.cuda);
    auto* begin = driver.function<int(unsigned)>("cuInit");
    auto* count_of = driver.function<int(int*)>("cuDeviceGetCount");
    auto* get = driver.function<int(int*, int)>("cuDeviceGet");
    auto* name_of = driver.function<int(char*, int, int)>("cuDeviceGetName");
    auto* total_of = driver.function<int(std::size_t*, int)>("cuDeviceTotalMem_v2");
    auto* attribute = driver.function<int(int*, int, int)>("cuDeviceGetAttribute");
    auto* identity_of = driver.function<int(Identity*, int)>("cuDeviceGetUuid_v2");
    if (identity_of == nullptr)
        identity_of = driver.function<int(Identity*, int)>("cuDeviceGetUuid");
    int count = 0;
    if (begin == nullptr || count_of == nullptr || get == nullptr || begin(0) != 0 ||
        count_of(&count) != 0)
        return {};
    const Management management(libraries.management);
    std::vector<DeviceInfo> devices;
    for (int number = 0; number < count; ++number) {
        DeviceInfo info;
        info.id = "cuda:" + std::to_string(number);
        int device = 0;
        std::array<char, 256> name{};
        std::size_t total = 0;
        Identity identity{};
        if (get(&device, number) == 0) {
            if (name_of != nullptr && name_of(name.data(), std::ssize(name) - 1, device) == 0)
                info.name = name.data();
            if (total_of != nullptr && total_of(&total, device) == 0)
                info.total = static_cast<std::int64_t>(total);
            info.capability = capabilityOf(device, attribute);
            if (identity_of != nullptr && identity_of(&identity, device) == 0)
                info.free = management.freeBytes(identity);
        }
        devices.push_back(std::move(info));
    }
    return devices;
}

/// A figure of /proc/meminfo in bytes, or `otherwise`.
std::int64_t memoryFigure(const std::string& wanted, std::int64_t otherwise) {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    for (std::int64_t kilobytes = 0; file >> name >> kilobytes; std::getline(file, unit))
        if (name == wanted) return kilobytes * 1024;
    return otherwise;
}

}  // namespace

std::int64_t machineMemory() {
    return memoryFigure("MemTotal:", 0);
}

std::int64_t residentBytes() {
    std::ifstream file("/proc/self/statm");
    std::int64_t all_pages = 0;
    std::int64_t resident_pages = 0;
    if (!(file >> all_pages >> resident_pages)) return 0;
    return resident_pages * ::sysconf(_SC_PAGESIZE);
}

std::string processorModel() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const auto colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "unknown";
}

std::vector<DeviceInfo> listDevices(const DriverLibraries& libraries) {
    std::vector<DeviceInfo> devices{
        {"cpu", processorModel(), "", machineMemory(), memoryFigure("MemAvailable:", -1)}};
    for (DeviceInfo& device : listCuda(libraries))
        devices.push_back(std::move(device));
    return devices;
}

std::string deviceFault(DeviceChoice wanted, const std::vector<DeviceInfo>& devices) {
    const std::string& word = wordOf("train.device", wanted);
    const auto is = [&](const DeviceInfo& device) {
        return device.id == word || (wanted == DeviceChoice::cuda && device.id != "cpu");
    };
    if (wanted == DeviceChoice::automatic || std::ranges::any_of(devices, is)) return {};
    std::string there;
    for (const DeviceInfo& device : devices)
        there += (there.empty() ? "" : ", ") + device.id + " (" + device.name + ")";
    return "train.device is " + word + ", but this machine has " + there +
           ": choose one of them, or auto.";
}

}  // namespace orrery
