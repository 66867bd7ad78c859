// SPDX-License-Identifier: Apache-2.0
//
// What the checks of pooling operators share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "ops/common/checks.h"
#include "ops/pooling/pool_window.h"

namespace openaclnn::pooling {

// One value for both dims, or one for each; none where `usual` stands in for it.
std::array<int64_t, 2> CheckPair(ArgumentChecks& check, const char* name, const aclIntArray& array,
                                 int64_t lowest, std::optional<std::array<int64_t, 2>> usual = std::nullopt);

// The padding of a window is at most half of it.
void CheckPadding(ArgumentChecks& check, const char* name, const aclIntArray& padding,
                  const aclIntArray& kernelSize, const PoolWindow& window);

// The shape that a tensor [N, C, H, W] or [C, H, W] is pooled to; `ceilMode`: with windows that go beyond its
// end.
Dims CheckPooledShape(ArgumentChecks& check, const NamedTensor& self, const PoolWindow& window,
                      bool ceilMode);

}  // namespace openaclnn::pooling
