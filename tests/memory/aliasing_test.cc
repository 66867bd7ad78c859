// SPDX-License-Identifier: Apache-2.0
//
// An output that shares memory with an input gets the bits that it would get in memory of its own: in place,
// staged through the workspace, or across the input's end.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/model/values.h"
#include "tests/memory/calls.h"

namespace openaclnn::testing {
namespace {

size_t ElementSize(const catalogue::Operand& operand) {
  return std::max<size_t>(catalogue::SizeOf(operand.tensor.dtype), 1);
}

// Every operand contiguous in memory of its own; then one output moved so that it begins `shift` of its
// elements into one input. What is written in place is where it is, and stays there.
class Aliasing : public ::testing::TestWithParam<int64_t> {};

INSTANTIATE_TEST_SUITE_P(Shifts, Aliasing, ::testing::Values(0, 1, 5), ::testing::PrintToStringParamName());

TEST_P(Aliasing, AnyOutputOverAnyInput) {
  const int64_t shift = GetParam();
  for (const SmallCall& small : SmallCalls()) {
    const std::vector<catalogue::Operand>& operands = small.call.operands;
    for (size_t output = 0; output < operands.size(); ++output) {
      for (size_t input = 0; input < operands.size(); ++input) {
        if (!operands[output].IsWritten() || operands[output].IsRead() || !operands[input].IsRead() ||
            operands[input].IsWritten()) {
          continue;
        }
        SCOPED_TRACE(small.name + ": " + operands[output].argument->name + " over " +
                     operands[input].argument->name);
        const size_t begin = static_cast<size_t>(shift) * ElementSize(operands[output]);
        const size_t bytes = operands[output].Bytes();
        std::vector<Block> memory;
        std::vector<Place> places;
        for (size_t i = 0; i < operands.size(); ++i) {
          // Room behind the input for the output that is put over it.
          memory.emplace_back(small.elements[i], std::max(operands[i].Bytes(), begin + bytes));
          places.push_back({memory.back().Get(), {}, 0});
        }
        std::vector<size_t> results;
        ASSERT_EQ(RunCall(small.call, places, &results), 0) << LastMessage();
        const auto expected = memory[output].Read(0, results[output]);
        for (size_t i = 0; i < operands.size(); ++i) {
          memory[i].Write(small.elements[i]);
        }
        places[output].base = places[input].base;
        places[output].offset = shift;
        ASSERT_EQ(RunCall(small.call, places), 0) << LastMessage();
        EXPECT_EQ(memory[input].Read(begin, expected.size()), expected);
      }
    }
  }
}

catalogue::Call MeanSquaredError(const Shape& shape) {
  catalogue::Arguments arguments;
  for (const char* name : {"gradOutput", "self", "target"}) {
    arguments.tensors[name] = {{shape, ACL_FLOAT}};
  }
  return catalogue::MakeCall(*catalogue::FindOperator("mse_loss_backward"), arguments);
}

std::vector<std::byte> Elements(const catalogue::Operand& operand, uint64_t seed) {
  std::mt19937_64 random(seed);
  return catalogue::Encode(ACL_FLOAT, catalogue::DrawValues(*operand.argument, ACL_FLOAT, {},
                                                            static_cast<size_t>(operand.Elements()), random));
}

// The same memory under another layout: out is self, transposed.
TEST(Aliasing, TransposedInPlace) {
  const catalogue::Call mse = MeanSquaredError({48, 48});
  std::vector<Block> memory;
  std::vector<Place> places;
  for (const catalogue::Operand& operand : mse.operands) {
    memory.emplace_back(Elements(operand, memory.size()), operand.Bytes());
    places.push_back({memory.back().Get(), {}, 0});
  }
  places.back().strides = {1, 48};
  ASSERT_EQ(RunCall(mse, places), 0) << LastMessage();
  const std::vector<std::byte> expected = memory.back().Read(0, mse.operands.back().Bytes());
  places.back().base = memory[1].Get();
  ASSERT_EQ(RunCall(mse, places), 0) << LastMessage();
  EXPECT_EQ(memory[1].Read(0, expected.size()), expected);
}

TEST(Aliasing, InputsMayBeOneTensor) {
  const catalogue::Call mse = MeanSquaredError({48, 48});
  const size_t bytes = mse.operands.back().Bytes();
  const Block all(Elements(mse.operands[0], 1), bytes);
  const Block out(Elements(mse.operands[0], 2), bytes);
  const Place place{all.Get(), {}, 0};
  ASSERT_EQ(RunCall(mse, {place, place, place, {out.Get(), {}, 0}}), 0) << LastMessage();
  for (const std::byte byte : out.Read(0, bytes)) {  // zeros of either sign
    ASSERT_EQ(byte & std::byte{0x7F}, std::byte{0});
  }
}

}  // namespace
}  // namespace openaclnn::testing
