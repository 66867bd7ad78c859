// SPDX-License-Identifier: Apache-2.0
//
// Index arithmetic beyond 2^31 elements: operands whose rows lie so far apart that any 32-bit offset would be
// wrong. The address space is reserved, but only the pages of the rows are ever touched.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "tests/memory/calls.h"
#include "tests/support/device.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

// From one first-dim index to the next: with at least two of them, offsets pass 2^31.
constexpr int64_t kFar = (int64_t{1} << 31) + 12345;

struct FreeDevice {
  void operator()(void* memory) const { (void)aclrtFree(memory); }
};

TEST(FarOffsets, GiveTheSameBits) {
  void* memory = nullptr;
  const size_t bytes = (static_cast<size_t>(kFar) + (size_t{1} << 16)) * sizeof(float);
  if (aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_NORMAL_ONLY) != 0) {
    GTEST_SKIP() << "this machine has no " << bytes << " bytes for a device";
  }
  const std::unique_ptr<void, FreeDevice> owner(memory);
  for (const OperatorCall& call : EveryOperator()) {
    for (size_t moved = 0; moved < call.operands.size(); ++moved) {
      const Operand& operand = call.operands[moved];
      SCOPED_TRACE(call.name + ": " + operand.name);
      Random random(9);
      std::vector<DeviceTensor> tensors;
      std::vector<Place> places;
      for (const Operand& any : call.operands) {
        Array values = random.Integers(any.shape, ACL_FLOAT, 0, 3);
        tensors.emplace_back(values, ACL_FLOAT);
        places.push_back({tensors.back().Data(), {}, 0});
      }
      ASSERT_EQ(RunCall(call, places), 0) << LastMessage();
      std::vector<std::vector<double>> expected;
      for (size_t i = 0; i < tensors.size(); ++i) {
        expected.push_back(tensors[i].Read().values);
      }
      // The same rows, spread so that the last begins more than 2^31 elements behind the first.
      const Shape strides = ContiguousStrides(operand.shape);
      const int64_t rowElements = strides[0];
      const int64_t rows = operand.shape[0];
      const int64_t step = std::max(rowElements, kFar / std::max<int64_t>(1, rows - 1));
      Shape farStrides = strides;
      farStrides[0] = step;
      for (int64_t row = 0; row < rows; ++row) {
        ASSERT_EQ(aclrtMemcpy(static_cast<float*>(memory) + row * step, static_cast<size_t>(rowElements) * 4,
                              static_cast<float*>(tensors[moved].Data()) + row * rowElements,
                              static_cast<size_t>(rowElements) * 4, ACL_MEMCPY_DEVICE_TO_DEVICE),
                  0);
      }
      places[moved] = {memory, farStrides, 0};
      ASSERT_EQ(RunCall(call, places), 0) << LastMessage();
      for (int64_t row = 0; row < rows; ++row) {
        ASSERT_EQ(aclrtMemcpy(static_cast<float*>(tensors[moved].Data()) + row * rowElements,
                              static_cast<size_t>(rowElements) * 4, static_cast<float*>(memory) + row * step,
                              static_cast<size_t>(rowElements) * 4, ACL_MEMCPY_DEVICE_TO_DEVICE),
                  0);
      }
      for (size_t i = 0; i < tensors.size(); ++i) {
        EXPECT_EQ(tensors[i].Read().values, expected[i]) << call.operands[i].name;
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
