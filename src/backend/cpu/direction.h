// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace openaclnn::backend::cpu {

// Of a copy, for the timeline: "host-to-device" and so on, by the blocks that the two lie in.
[[nodiscard]] const char* DirectionOf(const void* destination, const void* source);

}  // namespace openaclnn::backend::cpu
