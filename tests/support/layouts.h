// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"

namespace openaclnn::testing {

/// Contiguous, transposed, channels last, and every second place of memory; fewer of tensors with fewer than two dims.
[[nodiscard]] inline std::vector<Layout> UsualLayouts(size_t rank) {
  if (rank == 0) {
    return {Layout::Contiguous(), Layout::Contiguous().WithOffset(3)};
  }
  if (rank == 1) {
    return {Layout::Contiguous(), Layout::Stepped({2}).WithOffset(3)};
  }
  return {Layout::Contiguous(), Layout::Transposed(rank), Layout::ChannelsLast(rank),
          Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(3)};
}

/// Expects an output in each of the usual layouts to be near the given array, and to have the same bits in
/// all of them. run(layout, out) computes it.
template <typename Run>
void ExpectInEachLayout(const Array& expected, const Tolerance& tolerance, const Run& run) {
  std::optional<std::vector<double>> first;
  for (const Layout& layout : UsualLayouts(expected.shape.size())) {
    const DeviceTensor out = DeviceTensor::Output(expected.shape, tolerance.dtype, layout);
    ASSERT_EQ(run(layout, out), ACL_SUCCESS) << LastMessage();
    const Array actual = out.Read();
    EXPECT_TRUE(Near(actual, expected, tolerance));
    EXPECT_TRUE(out.CanariesIntact());
    first = first.value_or(actual.values);
    EXPECT_EQ(actual.values, *first) << "other bits in another layout";
  }
}

}  // namespace openaclnn::testing
