// SPDX-License-Identifier: Apache-2.0
//
// An output that shares memory with an input gets the bits that it would get in memory of its own: in place,
// staged through the workspace, or across the input's end.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/memory/calls.h"
#include "tests/support/device.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

// Small whole numbers: valid as data, and as the FLOAT indices of the embedding (0 to 39).
Array Values(const Operand& operand, Random& random) {
  Array values = random.Integers(operand.shape, ACL_FLOAT, 0, 40);
  if (operand.name == "grid") {
    for (double& value : values.values) {
      value = value / 16 - 1.25;
    }
  }
  return values;
}

int64_t Count(const Operand& operand) {
  return NumElements(operand.shape);
}

std::vector<double> Download(const void* base, int64_t offset, int64_t count) {
  std::vector<float> host(static_cast<size_t>(count));
  EXPECT_EQ(aclrtMemcpy(host.data(), host.size() * 4, static_cast<const float*>(base) + offset,
                        host.size() * 4, ACL_MEMCPY_DEVICE_TO_HOST),
            0);
  return {host.begin(), host.end()};
}

// Every operand contiguous in memory of its own; then one output moved so that it begins `shift` elements
// into one input.
class Aliasing : public ::testing::TestWithParam<int64_t> {};

INSTANTIATE_TEST_SUITE_P(Shifts, Aliasing, ::testing::Values(0, 1, 5), ::testing::PrintToStringParamName());

TEST_P(Aliasing, AnyOutputOverAnyInput) {
  const int64_t shift = GetParam();
  for (const OperatorCall& call : EveryOperator()) {
    Random random(7);
    std::vector<Array> values;
    for (const Operand& operand : call.operands) {
      values.push_back(Values(operand, random));
    }
    for (size_t output = 0; output < call.operands.size(); ++output) {
      for (size_t input = 0; input < call.operands.size(); ++input) {
        if (!call.operands[output].output || call.operands[input].output) {
          continue;
        }
        SCOPED_TRACE(call.name + ": " + call.operands[output].name + " over " + call.operands[input].name);
        std::vector<DeviceTensor> memory;
        std::vector<Place> places;
        for (size_t i = 0; i < values.size(); ++i) {
          // Room behind the input for the output that is put over it.
          const int64_t room = shift + std::max(Count(call.operands[i]), Count(call.operands[output]));
          Array filled = Full({room}, 0);
          std::copy(values[i].values.begin(), values[i].values.end(), filled.values.begin());
          memory.emplace_back(filled, ACL_FLOAT);
          places.push_back({memory.back().Data(), {}, 0});
        }
        ASSERT_EQ(RunCall(call, places), 0) << LastMessage();
        const auto expected = Download(places[output].base, 0, Count(call.operands[output]));
        places[output].base = places[input].base;
        places[output].offset = shift;
        ASSERT_EQ(RunCall(call, places), 0) << LastMessage();
        EXPECT_EQ(Download(places[output].base, shift, Count(call.operands[output])), expected);
      }
    }
  }
}

// The same memory under another layout: out is self, transposed.
TEST(Aliasing, TransposedInPlace) {
  const OperatorCall mse = EveryOperator().front();
  Random random(8);
  const DeviceTensor gradOutput(Values(mse.operands[0], random), ACL_FLOAT);
  const DeviceTensor self(Values(mse.operands[1], random), ACL_FLOAT);
  const DeviceTensor target(Values(mse.operands[2], random), ACL_FLOAT);
  const DeviceTensor out(Full({48, 48}, 0), ACL_FLOAT);
  const Place transposed{out.Data(), {1, 48}, 0};
  const std::vector<Place> inputs{{gradOutput.Data(), {}, 0}, {self.Data(), {}, 0}, {target.Data(), {}, 0}};
  std::vector<Place> places = inputs;
  places.push_back(transposed);
  ASSERT_EQ(RunCall(mse, places), 0) << LastMessage();
  const Array expected = out.Read();
  places.back().base = self.Data();
  ASSERT_EQ(RunCall(mse, places), 0) << LastMessage();
  EXPECT_EQ(self.Read().values, expected.values);
}

TEST(Aliasing, InputsMayBeOneTensor) {
  const OperatorCall mse = EveryOperator().front();
  const DeviceTensor all(Full({48, 48}, 3), ACL_FLOAT);
  const DeviceTensor out(Full({48, 48}, 9), ACL_FLOAT);
  const Place place{all.Data(), {}, 0};
  ASSERT_EQ(RunCall(mse, {place, place, place, {out.Data(), {}, 0}}), 0) << LastMessage();
  EXPECT_EQ(out.Read().values, Full({48, 48}, 0).values);
}

}  // namespace
}  // namespace openaclnn::testing
