// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "backend/backend.h"
#include "base/status.h"

namespace openaclnn::runtime {

// The backend's devices that a list such as "0,2,3" leaves visible, in its order, which is ascending; nothing
// for what is no such list: a blank, an id out of range or not above the one before.
[[nodiscard]] std::optional<std::vector<int>> ParseVisibleDevices(std::string_view text, int deviceCount);

// The same for ASCEND_RT_VISIBLE_DEVICES, read once: all devices where it is unset, none where it is no list.
// The position in this list is the id that clients use.
[[nodiscard]] const std::vector<int>& VisibleDevices();

// kRtInvalidDevice, with the variable, its value and the rule, where ASCEND_RT_VISIBLE_DEVICES is no list.
[[nodiscard]] Status CheckVisibleDevices();

// The backend's device behind a valid id, opened where it was not; no context is made.
[[nodiscard]] std::shared_ptr<backend::Device> DeviceOf(int deviceId);

// kRtInvalidDevice unless this is the position of one of them.
[[nodiscard]] Status ExpectDevice(const char* argument, int64_t deviceId);

}  // namespace openaclnn::runtime
