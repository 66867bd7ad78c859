// SPDX-License-Identifier: Apache-2.0
//
// Index arithmetic beyond 2^31 elements: operands whose rows lie so far apart that any 32-bit offset would be
// wrong. The address space is reserved, but only the pages of the rows are ever touched.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "tests/memory/calls.h"

namespace openaclnn::testing {
namespace {

// From one first-dim index to the next: with at least two of them, offsets pass 2^31.
constexpr int64_t kFar = (int64_t{1} << 31) + 12345;
constexpr int64_t kMostInRow = 1 << 16;  // elements; there is room for one more row

struct FreeDevice {
  void operator()(void* memory) const { (void)aclrtFree(memory); }
};

TEST(FarOffsets, GiveTheSameBits) {
  void* memory = nullptr;
  constexpr size_t kLargestElement = 8;
  const size_t bytes = static_cast<size_t>(kFar + kMostInRow) * kLargestElement;
  if (aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_NORMAL_ONLY) != 0) {
    GTEST_SKIP() << "this machine has no " << bytes << " bytes for a device";
  }
  const std::unique_ptr<void, FreeDevice> owner(memory);
  std::map<std::string, int> tried;
  std::set<std::string> haveRows;  // not those that only take lists of numbers, or single ones
  for (const SmallCall& small : SmallCalls()) {
    for (size_t moved = 0; moved < small.call.operands.size(); ++moved) {
      const catalogue::Operand& operand = small.call.operands[moved];
      const Shape& shape = operand.tensor.shape;
      constexpr int64_t kMostRows = 64;  // each costs a large page
      if (shape.size() > 1 && operand.Elements() > 1) {
        haveRows.insert(small.call.op->name);
      }
      if (operand.absent || shape.empty() || shape[0] < 2 || shape[0] > kMostRows ||
          operand.Elements() / shape[0] > kMostInRow ||
          catalogue::SizeOf(operand.tensor.dtype) > kLargestElement) {
        continue;
      }
      ++tried[small.call.op->name];
      SCOPED_TRACE(small.name + ": " + operand.argument->name);
      std::vector<Block> blocks;
      std::vector<Place> places;
      for (const std::vector<std::byte>& elements : small.elements) {
        blocks.emplace_back(elements, elements.size());
        places.push_back({blocks.back().Get(), {}, 0});
      }
      ASSERT_EQ(RunCall(small.call, places), 0) << LastMessage();
      std::vector<std::vector<std::byte>> expected;
      for (size_t i = 0; i < blocks.size(); ++i) {
        expected.push_back(blocks[i].Read(0, small.elements[i].size()));
        blocks[i].Write(small.elements[i]);
      }
      // The same rows, spread so that the last begins more than 2^31 elements behind the first.
      Shape strides = ContiguousStrides(shape);
      const size_t rowBytes = operand.Bytes() / static_cast<size_t>(shape[0]);
      strides[0] = std::max(strides[0], kFar / (shape[0] - 1));
      const size_t step = static_cast<size_t>(strides[0]) * catalogue::SizeOf(operand.tensor.dtype);
      const auto copyRows = [&](bool there) {
        for (size_t row = 0; row < static_cast<size_t>(shape[0]) && rowBytes > 0; ++row) {
          std::byte* const far = static_cast<std::byte*>(memory) + row * step;
          std::byte* const near = static_cast<std::byte*>(blocks[moved].Get()) + row * rowBytes;
          EXPECT_EQ(aclrtMemcpy(there ? far : near, rowBytes, there ? near : far, rowBytes,
                                ACL_MEMCPY_DEVICE_TO_DEVICE),
                    0);
        }
      };
      copyRows(true);
      places[moved] = {memory, strides, 0};
      ASSERT_EQ(RunCall(small.call, places), 0) << LastMessage();
      copyRows(false);
      for (size_t i = 0; i < blocks.size(); ++i) {
        EXPECT_EQ(blocks[i].Read(0, expected[i].size()), expected[i])
            << small.call.operands[i].argument->name;
      }
    }
  }
  for (const catalogue::Operator& op : catalogue::Operators()) {
    EXPECT_GE(tried[op.name], haveRows.contains(op.name) ? 2 : 0) << op.name;
  }
}

}  // namespace
}  // namespace openaclnn::testing
