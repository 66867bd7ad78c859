// SPDX-License-Identifier: Apache-2.0
#include "runtime/device/visible_devices.h"

#include <charconv>
#include <cstdlib>
#include <numeric>
#include <string>

#include "backend/registry.h"
#include "base/no_destructor.h"
#include "runtime/core/check.h"

namespace openaclnn::runtime {

std::vector<int> ParseVisibleDevices(std::string_view text, int deviceCount) {
  std::vector<int> devices;
  const char* next = text.data();
  const char* const end = next + text.size();
  while (true) {
    int id = -1;
    const auto [rest, error] = std::from_chars(next, end, id);
    const bool inRange = error == std::errc() && *next != '-' && id < deviceCount;
    if (!inRange || (!devices.empty() && id <= devices.back())) {
      return devices;
    }
    devices.push_back(id);
    if (rest == end || *rest != ',') {
      return devices;
    }
    next = rest + 1;
  }
}

const std::vector<int>& VisibleDevices() {
  static const NoDestructor<std::vector<int>> devices([] {
    const backend::Backend* const selected = backend::SelectedBackend();
    const int count = selected == nullptr ? 0 : selected->DeviceCount();
    const char* const text =
        std::getenv("ASCEND_RT_VISIBLE_DEVICES");  // NOLINT(concurrency-mt-unsafe): read once
    if (text != nullptr && *text != '\0') {
      return ParseVisibleDevices(text, count);
    }
    std::vector<int> all(static_cast<size_t>(count));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }());
  return *devices;
}

std::shared_ptr<backend::Device> DeviceOf(int deviceId) {
  return backend::SelectedBackend()->OpenDevice(VisibleDevices()[static_cast<size_t>(deviceId)]);
}

Status ExpectDevice(const char* argument, int64_t deviceId) {
  const auto count = static_cast<int64_t>(VisibleDevices().size());
  if (deviceId >= 0 && deviceId < count) {
    return Status::Ok();
  }
  return Mismatch(code::kRtInvalidDevice, argument,
                  count == 0 ? "a visible device, of which there is none (see ASCEND_RT_VISIBLE_DEVICES)"
                             : "0 to " + std::to_string(count - 1),
                  std::to_string(deviceId));
}

}  // namespace openaclnn::runtime
