// SPDX-License-Identifier: Apache-2.0
//
// The numbers, against the float64 reference, over dtypes, reductions, broadcasts and layouts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "tests/reference/mse_loss_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Inputs {
  Array gradOutput;
  Array self;
  Array target;
};

struct Layouts {
  Layout gradOutput;
  Layout self;
  Layout target;
  Layout out;
};

aclnnStatus Backward(const DeviceTensor& gradOutput, const DeviceTensor& self, const DeviceTensor& target,
                     int64_t reduction, const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMseLossBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), target.Get(), reduction,
                                                    out.Get(), size, executor);
      },
      aclnnMseLossBackward);
}

// Runs both phases; checks status, values and the bytes around the output. Three operations in float32, and
// the factor's own rounding: a FLOAT result may be a few last places off, one of a half type is rounded
// correctly but next to a boundary between two of its numbers.
void ExpectGradient(const Inputs& inputs, aclDataType dtype, int64_t reduction, const Layouts& layouts = {},
                    aclDataType outDtype = ACL_DT_UNDEFINED, double mostWrong = 0.001) {
  outDtype = outDtype == ACL_DT_UNDEFINED ? dtype : outDtype;
  const Array expected = reference::MseLossBackward(inputs.gradOutput, inputs.self, inputs.target, reduction);
  const DeviceTensor gradOutput(inputs.gradOutput, dtype, layouts.gradOutput);
  const DeviceTensor self(inputs.self, dtype, layouts.self);
  const DeviceTensor target(inputs.target, dtype, layouts.target);
  const DeviceTensor out = DeviceTensor::Output(expected.shape, outDtype, layouts.out);
  ASSERT_EQ(Backward(gradOutput, self, target, reduction, out), ACL_SUCCESS) << LastMessage();
  const Array actual = out.Read();
  EXPECT_TRUE(Near(actual, expected, Tolerance::For(outDtype, std::nullopt, 2)));
  if (outDtype != ACL_FLOAT) {
    // Few elements: one of them may lie next to a boundary.
    mostWrong = std::max(mostWrong, 1.0 / static_cast<double>(std::max<size_t>(1, actual.values.size())));
    EXPECT_GE(CorrectlyRoundedFraction(actual, expected, outDtype), 1 - mostWrong);
  }
  EXPECT_TRUE(out.CanariesIntact());
}

class MseLossBackward : public ::testing::TestWithParam<aclDataType> {
 protected:
  Inputs Draw(const Shape& gradOutput, const Shape& self, const Shape& target, double scale = 5) {
    return {random.Uniform(gradOutput, GetParam(), -scale, scale),
            random.Uniform(self, GetParam(), -scale, scale),
            random.Uniform(target, GetParam(), -scale, scale)};
  }

  Random random{20240501};
  ::testing::ScopedTrace trace = TraceSeed(random);
};

INSTANTIATE_TEST_SUITE_P(Dtypes, MseLossBackward, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16),
                         [](const auto& dtype) {
                           return std::string(dtype.param == ACL_FLOAT     ? "Float"
                                              : dtype.param == ACL_FLOAT16 ? "Float16"
                                                                           : "Bfloat16");
                         });

TEST_P(MseLossBackward, EveryReduction) {
  for (const int64_t reduction : {0, 1, 2}) {
    ExpectGradient(Draw({4, 5}, {4, 5}, {4, 5}), GetParam(), reduction);
  }
}

TEST_P(MseLossBackward, SizesAroundTilesAndTasks) {
  for (const int64_t size : {1, 2, 3, 7, 8, 15, 17, 63, 255, 1023, 1024, 1025, 16383, 16385, 70001}) {
    ExpectGradient(Draw({size}, {size}, {size}), GetParam(), 2);
  }
}

TEST_P(MseLossBackward, EveryRank) {
  for (size_t rank = 0; rank <= 8; ++rank) {
    const Shape shape(rank, 2);
    ExpectGradient(Draw(shape, shape, shape), GetParam(), 1);
  }
}

TEST_P(MseLossBackward, ScalarGradOutput) {
  ExpectGradient(Draw({}, {6, 7}, {6, 7}), GetParam(), 1);
  ExpectGradient(Draw({1}, {6, 7}, {6, 7}), GetParam(), 2);
}

TEST_P(MseLossBackward, ThreeWayBroadcast) {
  ExpectGradient(Draw({2, 2, 3, 2}, {1, 2, 3, 2}, {2, 1, 2}), GetParam(), 0);
  ExpectGradient(Draw({1, 3, 2}, {2, 3, 2}, {3, 2}), GetParam(), 0);
  ExpectGradient(Draw({3, 1, 1}, {1, 4, 1}, {1, 1, 5}), GetParam(), 2);
}

TEST_P(MseLossBackward, MeanDividesBySelfBeforeBroadcasting) {
  ExpectGradient(Draw({1}, {3}, {2, 3}), GetParam(), 1);
  ExpectGradient(Draw({4, 1}, {}, {3}), GetParam(), 1);
}

TEST_P(MseLossBackward, TransposedInputs) {
  const Layout transposed = Layout::Transposed(2);
  ExpectGradient(Draw({33, 65}, {33, 65}, {33, 65}), GetParam(), 0, {{}, transposed, {}, {}});
  ExpectGradient(Draw({33, 65}, {33, 65}, {33, 65}), GetParam(), 0, {transposed, transposed, transposed, {}});
}

TEST_P(MseLossBackward, TransposedOutput) {
  ExpectGradient(Draw({33, 65}, {33, 65}, {33, 65}), GetParam(), 0, {{}, {}, {}, Layout::Transposed(2)});
}

TEST_P(MseLossBackward, ChannelsLast) {
  const Layout last = Layout::ChannelsLast(4);
  ExpectGradient(Draw({2, 5, 7, 9}, {2, 5, 7, 9}, {2, 5, 7, 9}), GetParam(), 1, {last, last, last, last});
  ExpectGradient(Draw({2, 5, 7, 9}, {2, 5, 7, 9}, {2, 5, 7, 9}), GetParam(), 1, {last, {}, last, {}});
}

TEST_P(MseLossBackward, SteppedViewsLeaveTheGapsAlone) {
  const Layout stepped = Layout::Stepped({2, 3});
  ExpectGradient(Draw({11, 13}, {11, 13}, {11, 13}), GetParam(), 0, {stepped, {}, {}, stepped});
}

TEST_P(MseLossBackward, StorageOffsets) {
  ExpectGradient(Draw({9, 11}, {9, 11}, {9, 11}), GetParam(), 0,
                 {Layout::Offset(1), Layout::Offset(3), Layout::Offset(17), Layout::Offset(5)});
}

TEST_P(MseLossBackward, ExpandedInputs) {
  Inputs inputs = Draw({6, 8}, {6, 8}, {6, 8});
  inputs.target = Full({6, 8}, RoundTo(GetParam(), 0.3));
  ExpectGradient(inputs, GetParam(), 0, {{}, {}, Layout::Expanded({0, 1}), {}});
}

TEST_P(MseLossBackward, EightDimsWithAPermutation) {
  const Shape shape{2, 1, 3, 2, 1, 2, 3, 2};
  const Layout permuted = Layout::Permuted({7, 3, 5, 0, 1, 6, 2, 4});
  ExpectGradient(Draw(shape, shape, shape), GetParam(), 2, {permuted, {}, permuted, Layout::Transposed(8)});
}

TEST_P(MseLossBackward, EveryOutDtype) {
  for (const aclDataType outDtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    ExpectGradient(Draw({40, 50}, {40, 50}, {40, 50}), GetParam(), 0, {}, outDtype);
  }
}

TEST_P(MseLossBackward, EmptyTensors) {
  ExpectGradient(Draw({0}, {0}, {0}), GetParam(), 0);
  ExpectGradient(Draw({3, 0, 2}, {3, 0, 2}, {3, 0, 2}), GetParam(), 1);
  ExpectGradient(Draw({1, 0, 1, 2}, {1, 1, 0, 2}, {1, 0, 1, 2}), GetParam(), 2);
}

TEST_P(MseLossBackward, NanAndInfinity) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> special{0.0, -0.0, 1.0, -2.0, inf, -inf, nan};
  Inputs inputs{Full({7, 7, 7}, 0), Full({7, 7, 7}, 0), Full({7, 7, 7}, 0)};
  for (size_t i = 0; i < 343; ++i) {
    inputs.gradOutput.values[i] = special[i / 49];
    inputs.self.values[i] = special[i / 7 % 7];
    inputs.target.values[i] = special[i % 7];
  }
  ExpectGradient(inputs, GetParam(), 0);
  ExpectGradient(inputs, GetParam(), 1);
}

// A difference beyond the range of FLOAT16 comes back by a small gradOutput; one beyond float32's, in which
// the arithmetic is, does not.
TEST_P(MseLossBackward, DifferencesBeyondTheRange) {
  const double largest = GetParam() == ACL_FLOAT16 ? 65504.0 : RoundTo(GetParam(), 3.3e38);
  Inputs inputs{Full({64}, RoundTo(GetParam(), 0.125)), Full({64}, largest), Full({64}, -largest)};
  if (GetParam() == ACL_FLOAT16) {
    ExpectGradient(inputs, GetParam(), 1);
    ExpectGradient(inputs, GetParam(), 0);
  } else {
    const DeviceTensor gradOutput(inputs.gradOutput, GetParam());
    const DeviceTensor self(inputs.self, GetParam());
    const DeviceTensor target(inputs.target, GetParam());
    const DeviceTensor out = DeviceTensor::Output({64}, GetParam());
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMseLossBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), target.Get(), 1,
                                                      out.Get(), size, executor);
        },
        aclnnMseLossBackward);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_EQ(out.Read().values[0], std::numeric_limits<double>::infinity());
  }
}

// Any bits whose differences and products stay in float32's range.
TEST_P(MseLossBackward, AnyModerateValue) {
  const auto draw = [&] {
    Array values = random.AnyValue({4096}, GetParam(), false);
    for (double& value : values.values) {
      int exponent = 0;
      const double digits = std::frexp(value, &exponent);
      if (std::abs(exponent) > 40) {
        value = digits;
      }
    }
    return values;
  };
  const Inputs inputs{draw(), draw(), draw()};
  // Operands of so different exponents put more differences next to a boundary than usual ones.
  ExpectGradient(inputs, GetParam(), 0, {}, ACL_DT_UNDEFINED, 0.01);
}

// Down to where the half types lose digits, with divisors that are powers of two and others.
TEST_P(MseLossBackward, SmallResults) {
  for (const int64_t size : {4096, 65536, 60000}) {
    for (const double scale : {5.0, 0.1, 0.001, 1e-5}) {
      ExpectGradient(Draw({size}, {size}, {size}, scale), GetParam(), 1);
    }
  }
}

// Zeros among the differences and the gradients have the sign of the formula.
TEST_P(MseLossBackward, SignsOfZeros) {
  Inputs inputs = Draw({64}, {64}, {64});
  inputs.target = inputs.self;
  for (size_t i = 0; i < 64; i += 2) {
    inputs.gradOutput.values[i] = i % 4 == 0 ? 0.0 : -0.0;
    inputs.target.values[i] += i % 8 < 4 ? 1.0 : -1.0;
  }
  const Array expected = reference::MseLossBackward(inputs.gradOutput, inputs.self, inputs.target, 0);
  const DeviceTensor gradOutput(inputs.gradOutput, GetParam());
  const DeviceTensor self(inputs.self, GetParam());
  const DeviceTensor target(inputs.target, GetParam());
  const DeviceTensor out = DeviceTensor::Output({64}, GetParam());
  ASSERT_EQ(Backward(gradOutput, self, target, 0, out), ACL_SUCCESS) << LastMessage();
  const Array actual = out.Read();
  for (size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(std::signbit(actual.values[i]), std::signbit(expected.values[i])) << i;
  }
}

TEST_P(MseLossBackward, OutInPlaceOfSelf) {
  const Inputs inputs = Draw({300, 7}, {300, 7}, {300, 7});
  const Array expected = reference::MseLossBackward(inputs.gradOutput, inputs.self, inputs.target, 0);
  const DeviceTensor gradOutput(inputs.gradOutput, GetParam());
  const DeviceTensor self(inputs.self, GetParam());
  const DeviceTensor target(inputs.target, GetParam());
  ASSERT_EQ(Backward(gradOutput, self, target, 0, self), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(self.Read(), expected, Tolerance::For(GetParam(), std::nullopt, 2)));
}

}  // namespace
}  // namespace openaclnn::testing
