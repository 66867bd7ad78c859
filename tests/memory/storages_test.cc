// SPDX-License-Identifier: Apache-2.0
//
// Storages that are described smaller than the view that lies in them: the memory counts, not its
// description.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "tests/memory/calls.h"

namespace openaclnn::testing {
namespace {

// Operators that were specified in full hold views to what their descriptions say.
constexpr std::array<std::string_view, 5> kSpecified{"embedding_dense_backward", "grid_sampler2d_backward",
                                                     "group_norm_backward", "mse_loss_backward",
                                                     "prelu_backward"};

bool IsSpecified(const SmallCall& small) {
  return std::ranges::find(kSpecified, small.call.op->name) != kSpecified.end();
}

/// Every operand in memory of its own.
std::vector<Block> MemoryOf(const SmallCall& small) {
  std::vector<Block> memory;
  for (size_t i = 0; i < small.elements.size(); ++i) {
    memory.emplace_back(small.elements[i], small.call.operands[i].Bytes());
  }
  return memory;
}

std::vector<Place> PlacesIn(const std::vector<Block>& memory) {
  std::vector<Place> places;
  for (const Block& block : memory) {
    places.push_back({block.Get(), {}, 0});
  }
  return places;
}

TEST(Storages, MayBeDescribedTooSmall) {
  for (const SmallCall& small : SmallCalls()) {
    SCOPED_TRACE(small.name);
    std::vector<Block> memory = MemoryOf(small);
    std::vector<Place> places = PlacesIn(memory);
    std::vector<size_t> results;
    ASSERT_EQ(RunCall(small.call, places, &results), 0) << LastMessage();
    std::vector<std::vector<std::byte>> expected;
    bool exceeds = false;
    for (size_t i = 0; i < memory.size(); ++i) {
      expected.push_back(memory[i].Read(0, results[i]));
      memory[i].Write(small.elements[i]);
      places[i].storage = 1;
      exceeds = exceeds || (!small.call.operands[i].absent && small.call.operands[i].Elements() > 1);
    }
    if (IsSpecified(small) && exceeds) {
      EXPECT_EQ(RunCall(small.call, places), 161002);
      EXPECT_NE(LastMessage().find("a view inside its storage [1]"), std::string::npos) << LastMessage();
      continue;
    }
    ASSERT_EQ(RunCall(small.call, places), 0) << LastMessage();
    for (size_t i = 0; i < memory.size(); ++i) {
      EXPECT_EQ(memory[i].Read(0, expected[i].size()), expected[i]) << small.call.operands[i].argument->name;
    }
  }
}

// A description that is too large does not help where the memory ends.
TEST(Storages, DoNotReachBeyondTheMemory) {
  constexpr int64_t kLarge = int64_t{1} << 40;
  constexpr size_t kAcross = 128;  // bytes, more than an allocation is rounded up by
  for (const SmallCall& small : SmallCalls()) {
    const std::vector<Block> memory = MemoryOf(small);
    for (size_t i = 0; i < memory.size(); ++i) {
      const catalogue::Operand& operand = small.call.operands[i];
      if (operand.absent || operand.leftOut || operand.argument->unused || operand.Bytes() < 2 * kAcross) {
        continue;
      }
      for (const int64_t storage : {int64_t{1}, kLarge}) {
        std::vector<Place> places = PlacesIn(memory);
        // Far behind the end, and across it.
        const size_t across = kAcross / catalogue::SizeOf(operand.tensor.dtype);
        for (const int64_t offset : {kLarge / 2, static_cast<int64_t>(across)}) {
          places[i].offset = offset;
          places[i].storage = storage;
          EXPECT_EQ(RunCall(small.call, places), 161002) << small.name << ": " << operand.argument->name;
        }
      }
    }
  }
}

}  // namespace
}  // namespace openaclnn::testing
