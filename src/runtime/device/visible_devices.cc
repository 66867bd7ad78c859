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

namespace {

const char* Variable() {
  static const char* const text =
      std::getenv("ASCEND_RT_VISIBLE_DEVICES");  // NOLINT(concurrency-mt-unsafe): read once
  return text;
}

int BackendsDevices() {
  const backend::Backend* const selected = backend::SelectedBackend();
  return selected == nullptr ? 0 : selected->DeviceCount();
}

}  // namespace

std::optional<std::vector<int>> ParseVisibleDevices(std::string_view text, int deviceCount) {
  std::vector<int> devices;
  const char* next = text.data();
  const char* const end = next + text.size();
  while (true) {
    int id = -1;
    const auto [rest, error] = std::from_chars(next, end, id);
    const bool inRange = error == std::errc() && *next != '-' && id < deviceCount;
    if (!inRange || (!devices.empty() && id <= devices.back())) {
      return std::nullopt;
    }
    devices.push_back(id);
    if (rest == end) {
      return devices;
    }
    if (*rest != ',') {
      return std::nullopt;
    }
    next = rest + 1;
  }
}

const std::vector<int>& VisibleDevices() {
  static const NoDestructor<std::vector<int>> devices([] {
    if (Variable() != nullptr) {
      return ParseVisibleDevices(Variable(), BackendsDevices()).value_or(std::vector<int>());
    }
    std::vector<int> all(static_cast<size_t>(BackendsDevices()));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }());
  return *devices;
}

Status CheckVisibleDevices() {
  if (Variable() == nullptr || !VisibleDevices().empty()) {
    return Status::Ok();
  }
  const int count = BackendsDevices();
  return Mismatch(code::kRtInvalidDevice, "ASCEND_RT_VISIBLE_DEVICES",
                  count == 0
                      ? "to be unset: there is no device"
                      : "numbers from 0 to " + std::to_string(count - 1) +
                            ", ascending, none twice, separated by commas without blanks, or to be unset",
                  std::string("\"") + Variable() + '"');
}

std::shared_ptr<backend::Device> DeviceOf(int deviceId) {
  return backend::SelectedBackend()->OpenDevice(VisibleDevices()[static_cast<size_t>(deviceId)]);
}

Status ExpectDevice(const char* argument, int64_t deviceId) {
  const auto count = static_cast<int64_t>(VisibleDevices().size());
  if (deviceId >= 0 && deviceId < count) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(CheckVisibleDevices());
  const std::string why = count < BackendsDevices()
                              ? "; ASCEND_RT_VISIBLE_DEVICES=" + std::string(Variable()) +
                                    " hides the others of " + std::to_string(BackendsDevices()) + " devices"
                          : deviceId >= count ? "; OPENACLNN_CPU_DEVICES sets how many there are"
                                              : "";
  return Mismatch(code::kRtInvalidDevice, argument,
                  count == 0 ? "a device, of which there is none" : "0 to " + std::to_string(count - 1),
                  std::to_string(deviceId) + why);
}

}  // namespace openaclnn::runtime
