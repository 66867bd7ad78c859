// SPDX-License-Identifier: Apache-2.0
//
// Softmax, its logarithm and their gradients against the formulas in long double, over types, shapes, dims
// and layouts.
#include "aclnnop/aclnn_softmax.h"

#include <cmath>
#include <limits>

#include "aclnnop/aclnn_logsoftmax.h"
#include "aclnnop/aclnn_logsoftmax_backward.h"
#include "aclnnop/aclnn_softmax_backward.h"
#include "tests/support/array.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

using Row = std::vector<double>;

// Results, and what their errors are measured by.
struct Expected {
  Row results;
  Row magnitudes;
};

struct Operation {
  const char* name;
  aclnnStatus (*phaseOne)(const aclTensor* first, const aclTensor* second, int64_t dim, aclTensor* out,
                          uint64_t* size, aclOpExecutor** executor);
  PhaseTwo phaseTwo;
  Expected (*oracle)(const Row& first, const Row& second);
  bool gradient;
};

long double SumOfExponentials(const Row& row, long double largest) {
  long double sum = 0;
  for (const double value : row) {
    sum += std::exp(value - largest);
  }
  return sum;
}

Expected Softmax(const Row& self, const Row& /*none*/) {
  const long double largest = *std::ranges::max_element(self);
  const long double sum = SumOfExponentials(self, largest);
  Expected expected;
  for (const double value : self) {
    expected.results.push_back(static_cast<double>(std::exp(value - largest) / sum));
    // The difference in the exponent is rounded, which moves the result in proportion to it.
    const auto distance = 1 + static_cast<double>(std::fabs(value - largest)) / 4;
    expected.magnitudes.push_back(expected.results.back() * distance);
  }
  return expected;
}

Expected LogSoftmax(const Row& self, const Row& /*none*/) {
  const long double largest = *std::ranges::max_element(self);
  const long double logarithm = std::log(SumOfExponentials(self, largest));
  Expected expected;
  for (const double value : self) {
    expected.results.push_back(static_cast<double>(value - largest - logarithm));
    // The sum is right to its last places, and so is its logarithm to those of 1.
    expected.magnitudes.push_back(static_cast<double>(std::fabs(value - largest) + logarithm + 1));
  }
  return expected;
}

Expected SoftmaxGradient(const Row& gradOutput, const Row& output) {
  long double sum = 0;
  long double magnitude = 0;
  for (size_t i = 0; i < output.size(); ++i) {
    sum += static_cast<long double>(gradOutput[i]) * output[i];
    magnitude += std::fabs(static_cast<long double>(gradOutput[i]) * output[i]);
  }
  Expected expected;
  for (size_t i = 0; i < output.size(); ++i) {
    expected.results.push_back(static_cast<double>(output[i] * (gradOutput[i] - sum)));
    expected.magnitudes.push_back(
        static_cast<double>(std::fabs(output[i]) * (std::fabs(gradOutput[i]) + magnitude)));
  }
  return expected;
}

Expected LogSoftmaxGradient(const Row& gradOutput, const Row& output) {
  long double sum = 0;
  long double magnitude = 0;
  for (const double value : gradOutput) {
    sum += value;
    magnitude += std::fabs(value);
  }
  Expected expected;
  for (size_t i = 0; i < output.size(); ++i) {
    const long double factor = std::exp(static_cast<long double>(output[i]));
    expected.results.push_back(static_cast<double>(gradOutput[i] - factor * sum));
    expected.magnitudes.push_back(static_cast<double>(std::fabs(gradOutput[i]) + factor * magnitude));
  }
  return expected;
}

const std::array<Operation, 4> kOperations{{
    {"Softmax",
     [](const aclTensor* first, const aclTensor*, int64_t dim, aclTensor* out, uint64_t* size,
        aclOpExecutor** executor) { return aclnnSoftmaxGetWorkspaceSize(first, dim, out, size, executor); },
     aclnnSoftmax, Softmax, false},
    {"LogSoftmax",
     [](const aclTensor* first, const aclTensor*, int64_t dim, aclTensor* out, uint64_t* size,
        aclOpExecutor** executor) {
       return aclnnLogSoftmaxGetWorkspaceSize(first, dim, out, size, executor);
     },
     aclnnLogSoftmax, LogSoftmax, false},
    {"SoftmaxBackward", aclnnSoftmaxBackwardGetWorkspaceSize, aclnnSoftmaxBackward, SoftmaxGradient, true},
    {"LogSoftmaxBackward", aclnnLogSoftmaxBackwardGetWorkspaceSize, aclnnLogSoftmaxBackward,
     LogSoftmaxGradient, true},
}};

class SoftmaxFamily : public ::testing::TestWithParam<Operation> {
 protected:
  Array DrawFirst(const Shape& shape, aclDataType dtype) { return random_.Normal(shape, dtype, 0.5, 3); }
  // Results of a softmax, or like them.
  Array DrawSecond(const Shape& shape, aclDataType dtype) {
    return std::string(GetParam().name) == "SoftmaxBackward" ? random_.Uniform(shape, dtype, 0, 0.1)
                                                             : random_.Uniform(shape, dtype, -9, -0.1);
  }

  static aclnnStatus Run(const DeviceTensor& first, const DeviceTensor& second, int64_t dim,
                         const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return GetParam().phaseOne(first.Get(), second.Get(), dim, out.Get(), size, executor);
        },
        GetParam().phaseTwo);
  }

  static std::pair<Array, Array> Oracle(const Array& first, const Array& second, int64_t dim) {
    const Shape& shape = first.shape;
    const size_t rank = shape.size();
    const auto d = rank == 0 ? 0 : static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(rank) : dim);
    const int64_t length = rank == 0 ? 1 : shape[d];
    const int64_t stride = rank == 0 ? 1 : ContiguousStrides(shape)[d];
    std::pair<Array, Array> expected{Full(shape, 0), Full(shape, 0)};
    for (int64_t at = 0; at < NumElements(shape); ++at) {
      if (at / stride % length != 0) {
        continue;
      }
      Row a;
      Row b;
      for (int64_t i = 0; i < length; ++i) {
        a.push_back(first.values[static_cast<size_t>(at + i * stride)]);
        b.push_back(second.values[static_cast<size_t>(at + i * stride)]);
      }
      const Expected row = GetParam().oracle(a, b);
      for (int64_t i = 0; i < length; ++i) {
        expected.first.values[static_cast<size_t>(at + i * stride)] = row.results[static_cast<size_t>(i)];
        expected.second.values[static_cast<size_t>(at + i * stride)] = row.magnitudes[static_cast<size_t>(i)];
      }
    }
    return expected;
  }

  void Expect(const Shape& shape, int64_t dim, aclDataType dtype, aclDataType outDtype,
              const Layout& layout = {}, const Layout& secondLayout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << " to " << outDtype << ", shape "
                                      << ::testing::PrintToString(shape) << ", dim " << dim);
    const Array firstValues = DrawFirst(shape, dtype);
    const Array secondValues = DrawSecond(shape, dtype);
    const DeviceTensor first(firstValues, dtype, layout);
    const DeviceTensor second(secondValues, dtype, secondLayout);
    const DeviceTensor out = DeviceTensor::Output(shape, outDtype, outLayout);
    ASSERT_EQ(Run(first, second, dim, out), ACL_SUCCESS) << LastMessage();
    const auto [expected, magnitudes] = Oracle(firstValues, secondValues, dim);
    // An exponential, a sum, a division or logarithm in float32: some last places of what entered them.
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(outDtype, magnitudes)));
    EXPECT_TRUE(out.CanariesIntact());
    EXPECT_TRUE(first.CanariesIntact());
  }

  Random random_{41};
};

INSTANTIATE_TEST_SUITE_P(Operators, SoftmaxFamily, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(SoftmaxFamily, EveryType) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    for (const int64_t dim : {0, 1, 2, -1, -3}) {
      Expect({5, 40, 33}, dim, dtype, dtype);
    }
    Expect({7, 130}, 1, dtype, ACL_FLOAT);
    Expect({130, 7}, 0, ACL_FLOAT, dtype);
  }
}

TEST_P(SoftmaxFamily, SizesAroundVectorsBlocksAndTiles) {
  for (const int64_t size : {1, 2, 7, 8, 15, 16, 17, 31, 33, 511, 512, 513, 1025, 2049, 5000}) {
    Expect({3, size}, 1, ACL_FLOAT, ACL_FLOAT);
    Expect({size, 9}, 0, ACL_FLOAT, ACL_FLOAT);
    Expect({size, 40}, 0, ACL_BF16, ACL_BF16);
    Expect({40, size}, 1, ACL_FLOAT16, ACL_FLOAT16);
  }
  Expect({}, 0, ACL_FLOAT, ACL_FLOAT);
  Expect({}, -1, ACL_FLOAT, ACL_FLOAT);
  Expect({2, 1, 2, 3, 2, 1, 2, 3}, 3, ACL_FLOAT, ACL_FLOAT);
  Expect({20000, 5}, -1, ACL_FLOAT, ACL_FLOAT);
}

TEST_P(SoftmaxFamily, Layouts) {
  const std::array<Layout, 6> layouts{Layout::Contiguous(),    Layout::Transposed(4),
                                      Layout::ChannelsLast(4), Layout::Stepped({1, 2, 1, 3}),
                                      Layout::Offset(5),       Layout::Permuted({2, 0, 3, 1})};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_DOUBLE}) {
    for (size_t i = 0; i < layouts.size(); ++i) {
      for (const int64_t dim : {0, 1, 3}) {
        Expect({5, 20, 7, 11}, dim, dtype, dtype, layouts[i], layouts[(i + 1) % 6], layouts[(2 * i) % 6]);
      }
    }
  }
}

TEST_P(SoftmaxFamily, InPlace) {
  for (const int64_t dim : {0, 1}) {
    const Array firstValues = DrawFirst({60, 50}, ACL_FLOAT);
    const Array secondValues = DrawSecond({60, 50}, ACL_FLOAT);
    const DeviceTensor first(firstValues, ACL_FLOAT);
    const DeviceTensor second(secondValues, ACL_FLOAT);
    ASSERT_EQ(Run(first, second, dim, first), ACL_SUCCESS);
    const auto [expected, magnitudes] = Oracle(firstValues, secondValues, dim);
    EXPECT_TRUE(Near(first.Read(), expected, Tolerance::For(ACL_FLOAT, magnitudes)));
  }
}

TEST_P(SoftmaxFamily, LayoutsGiveTheSameBits) {
  const Shape shape{12, 700};
  const Array firstValues = DrawFirst(shape, ACL_FLOAT);
  const Array secondValues = DrawSecond(shape, ACL_FLOAT);
  std::vector<double> results;
  for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(2), Layout::Stepped({1, 2})}) {
    const DeviceTensor first(firstValues, ACL_FLOAT, layout);
    const DeviceTensor second(secondValues, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output(shape, ACL_FLOAT, layout);
    ASSERT_EQ(Run(first, second, 1, out), ACL_SUCCESS);
    results = results.empty() ? out.Read().values : results;
    EXPECT_EQ(out.Read().values, results);
  }
}

TEST_P(SoftmaxFamily, EmptyTensors) {
  Expect({0, 3}, 0, ACL_FLOAT, ACL_FLOAT);
  Expect({0, 3}, 1, ACL_FLOAT16, ACL_FLOAT);
}

TEST(SoftmaxOfSpecials, RowsThatHaveNone) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const DeviceTensor self(
      Array{{5, 2}, {-kInfinity, -kInfinity, kNan, 0, kInfinity, 0, -kInfinity, 2, 1000, -1000}}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({5, 2}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnSoftmaxGetWorkspaceSize(self.Get(), 1, out.Get(), size, executor);
                },
                aclnnSoftmax),
            ACL_SUCCESS);
  const Array expected{{5, 2}, {kNan, kNan, kNan, kNan, kNan, kNan, 0, 1, 1, 0}};
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(ACL_FLOAT)));
}

class SoftmaxStatus : public PhaseOneTest, public ::testing::WithParamInterface<Operation> {
 protected:
  aclnnStatus Try(const aclTensor* first, const aclTensor* second, int64_t dim, aclTensor* out) {
    return Call((std::string("aclnn") + GetParam().name).c_str(),
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return GetParam().phaseOne(first, second, dim, out, size, executor);
                });
  }
};

INSTANTIATE_TEST_SUITE_P(Operators, SoftmaxStatus, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(SoftmaxStatus, Table) {
  const Descriptor self({2, 3});
  const Descriptor half({2, 3}, ACL_FLOAT16);
  const Descriptor integer({2, 3}, ACL_INT32);
  const Descriptor other({3, 2});
  EXPECT_EQ(Try(self.Get(), self.Get(), 1, self.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(self.Get(), self.Get(), -2, half.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(nullptr, self.Get(), 1, self.Get()), kNullptr);
  ExpectMessage({GetParam().gradient ? "gradOutput" : "self"});
  EXPECT_EQ(Try(self.Get(), self.Get(), 1, nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(Try(integer.Get(), integer.Get(), 1, self.Get()), kInvalid);
  ExpectMessage({"INT32"});
  EXPECT_EQ(Try(self.Get(), self.Get(), 1, integer.Get()), kInvalid);
  EXPECT_EQ(Try(self.Get(), self.Get(), 2, self.Get()), kInvalid);
  ExpectMessage({"dim", "2"});
  EXPECT_EQ(Try(self.Get(), self.Get(), -3, self.Get()), kInvalid);
  EXPECT_EQ(Try(self.Get(), self.Get(), 1, other.Get()), kInvalid);
  ExpectMessage({"out", "[3, 2]"});
  if (GetParam().gradient) {
    EXPECT_EQ(Try(self.Get(), nullptr, 1, self.Get()), kNullptr);
    ExpectMessage({"output"});
    EXPECT_EQ(Try(self.Get(), half.Get(), 1, self.Get()), kInvalid);
    EXPECT_EQ(Try(self.Get(), other.Get(), 1, self.Get()), kInvalid);
  }
}

}  // namespace
}  // namespace openaclnn::testing
