// SPDX-License-Identifier: Apache-2.0
//
// What the checks of pooling operators share. `spatial` is 2 for images, 3 for volumes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "ops/common/checks.h"
#include "ops/pooling/pool_window.h"

namespace openaclnn::pooling {

// The lists of a call that describe windows.
struct WindowLists {
  const aclIntArray* kernelSize;
  const aclIntArray* stride;
  const aclIntArray* padding;
  const aclIntArray* dilation = nullptr;  // none: 1
  const char* strideName = "stride";
  const char* paddingName = "padding";
};

void CheckNotNull(ArgumentChecks& check, const WindowLists& lists);

// Each list has one value for all dims, or one for each; no stride, or one of 0 where `zeroStride`, is the
// kernel's. A padding is at most half of the kernel.
PoolWindow CheckWindow(ArgumentChecks& check, const WindowLists& lists, size_t spatial,
                       bool zeroStride = false);

// Extents that a list of 1 or `spatial` values gives, `lowest` (0 or 1) or more; the last ones belong to it.
std::array<int64_t, 3> CheckExtents(ArgumentChecks& check, const char* name, const aclIntArray& array,
                                    size_t spatial, int64_t lowest = 0);

// Checks a tensor [N, C, ...] or [C, ...] with planes, or volumes, of 1 to 2^31 - 1 elements.
void CheckPlanes(ArgumentChecks& check, const NamedTensor& self, size_t spatial);

// The shape that such a tensor is pooled to; `ceilMode`: with windows that go beyond its end.
Dims CheckPooledShape(ArgumentChecks& check, const NamedTensor& self, const PoolWindow& window,
                      size_t spatial, bool ceilMode);

}  // namespace openaclnn::pooling
