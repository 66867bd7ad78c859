// SPDX-License-Identifier: Apache-2.0
//
// Maximum pooling and its gradient against an oracle that looks at every place of every window, over
// attributes, types and layouts; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_max_pool.h"
#include "aclnnop/aclnn_max_pool2d_with_indices.h"
#include "aclnnop/aclnn_max_pool2d_with_indices_backward.h"
#include "ops/pooling/pools_testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

using namespace pools;

const std::vector<Problem> kProblems{
    {"halves", {2, 3, 8, 10}, {2}, {}, {0}, {1}, false, {2, 3, 4, 5}},
    {"overlapping", {2, 3, 9, 7}, {3, 3}, {2, 2}, {1, 1}, {1, 1}, false, {2, 3, 5, 4}},
    {"no_batch", {4, 6, 5}, {2, 3}, {1, 2}, {1, 0}, {1}, false, {4, 7, 2}},
    {"rounded_up", {1, 2, 7, 8}, {3}, {2}, {0}, {1}, true, {1, 2, 3, 4}},
    {"last_window_left_out", {1, 2, 5, 5}, {2}, {2}, {1}, {1}, true, {1, 2, 3, 3}},
    {"dilated", {2, 2, 11, 12}, {3, 2}, {1, 2}, {1, 1}, {2, 3}, false, {2, 2, 9, 6}},
    {"whole_plane", {3, 5, 4, 6}, {4, 6}, {}, {0}, {1}, false, {3, 5, 1, 1}},
    {"wide", {1, 2, 40, 2100}, {3, 3}, {2}, {1}, {1}, false, {1, 2, 20, 1050}},
    {"rows_of_pairs", {2, 3, 1, 70}, {1, 2}, {}, {0}, {1}, false, {2, 3, 1, 35}},
    {"rows_of_three", {2, 3, 1, 40}, {1, 3}, {}, {0, 1}, {1}, false, {2, 3, 1, 14}},
    {"dilated_rows", {1, 2, 6, 60}, {2, 3}, {1, 3}, {1, 1}, {1, 2}, false, {1, 2, 7, 20}},
    {"far_apart", {1, 2, 9, 50}, {2, 2}, {3, 5}, {1, 1}, {1}, false, {1, 2, 4, 11}},
    {"no_sample", {0, 3, 4, 4}, {2}, {2}, {0}, {1}, false, {0, 3, 2, 2}},
};

struct Pooled {
  Array out;
  Array indices;
};

Pooled Pool(const Problem& problem, const Array& self) {
  Pooled pooled{Full(problem.out, 0), Full(problem.out, 0)};
  const size_t rank = self.shape.size();
  const int64_t height = self.shape[rank - 2];
  const int64_t width = self.shape[rank - 1];
  const int64_t outWidth = problem.out[rank - 1];
  const int64_t outPlane = problem.out[rank - 2] * outWidth;
  const auto& stride = problem.stride.empty() ? problem.kernel : problem.stride;
  for (int64_t i = 0; i < NumElements(problem.out); ++i) {
    double best = -INFINITY;
    int64_t found = -1;
    for (int64_t ky = 0; ky < ValueAt(problem.kernel, 0); ++ky) {
      for (int64_t kx = 0; kx < ValueAt(problem.kernel, 1); ++kx) {
        const int64_t y = i % outPlane / outWidth * ValueAt(stride, 0) - ValueAt(problem.padding, 0) +
                          ky * ValueAt(problem.dilation, 0);
        const int64_t x = i % outWidth * ValueAt(stride, 1) - ValueAt(problem.padding, 1) +
                          kx * ValueAt(problem.dilation, 1);
        if (y < 0 || y >= height || x < 0 || x >= width) {
          continue;
        }
        const double value = self.values[static_cast<size_t>((i / outPlane * height + y) * width + x)];
        if (found < 0 || value > best || std::isnan(value)) {
          best = value;
          found = y * width + x;
        }
      }
    }
    pooled.out.values[static_cast<size_t>(i)] = best;
    pooled.indices.values[static_cast<size_t>(i)] = static_cast<double>(found);
  }
  return pooled;
}

class MaxPool2d : public ::testing::TestWithParam<Problem> {
 protected:
  void ExpectForward(const Array& self, aclDataType dtype, const Layout& layout) {
    const Problem& problem = GetParam();
    const Lists lists(problem);
    const Pooled expected = Pool(problem, self);
    const DeviceTensor input(self, dtype, layout);
    const DeviceTensor out = DeviceTensor::Output(problem.out, dtype, layout);
    const DeviceTensor indices = DeviceTensor::Output(problem.out, ACL_INT32, layout);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMaxPool2dWithIndicesGetWorkspaceSize(
              input.Get(), lists.kernel.Get(), lists.stride.Get(), lists.padding.Get(), lists.dilation.Get(),
              problem.ceilMode, out.Get(), indices.Get(), size, executor);
        },
        aclnnMaxPool2dWithIndices);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(Near(out.Read(), expected.out, Tolerance::Exact(dtype)));
    EXPECT_TRUE(Near(indices.Read(), expected.indices, Tolerance::Exact(ACL_INT32)));
    EXPECT_TRUE(out.CanariesIntact() && indices.CanariesIntact());
  }

  void ExpectBackward(aclDataType dtype, const Layout& layout) {
    const Problem& problem = GetParam();
    const Lists lists(problem);
    const Array self = random_.Normal(problem.self, dtype, 0, 1);
    const Array gradOutput = random_.Normal(problem.out, dtype, 0, 1);
    const Array indices = Pool(problem, self).indices;
    Array expected = Full(problem.self, 0);
    Array magnitudes = Full(problem.self, 0);
    const size_t rank = problem.self.size();
    const int64_t plane = problem.self[rank - 1] * problem.self[rank - 2];
    const int64_t outPlane = problem.out[rank - 1] * problem.out[rank - 2];
    for (size_t i = 0; i < gradOutput.values.size(); ++i) {
      const auto at = static_cast<size_t>(static_cast<int64_t>(i) / outPlane * plane +
                                          static_cast<int64_t>(indices.values[i]));
      expected.values[at] += gradOutput.values[i];
      magnitudes.values[at] += std::abs(gradOutput.values[i]);
    }
    const DeviceTensor g(gradOutput, dtype, layout);
    const DeviceTensor x(self, dtype, layout);
    const DeviceTensor found(indices, ACL_INT32, layout);
    const DeviceTensor gradInput = DeviceTensor::Output(problem.self, dtype, layout);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
              g.Get(), x.Get(), found.Get(), lists.kernel.Get(), lists.stride.Get(), lists.padding.Get(),
              lists.dilation.Get(), problem.ceilMode, gradInput.Get(), size, executor);
        },
        aclnnMaxPool2dWithIndicesBackward);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(Near(gradInput.Read(), expected, Tolerance::For(dtype, magnitudes)));
    EXPECT_TRUE(gradInput.CanariesIntact());
  }

  Random random_{7};
};

TEST_P(MaxPool2d, EveryTypeAndLayout) {
  const size_t rank = GetParam().self.size();
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(rank), Layout::ChannelsLast(rank),
                                 Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(3)}) {
      const auto trace = TraceSeed(random_);
      ExpectForward(random_.Normal(GetParam().self, dtype, 0, 1), dtype, layout);
      ExpectBackward(dtype, layout);
    }
  }
}

// Equal numbers, infinities and NaN, which decide by their place.
TEST_P(MaxPool2d, TiesAndSpecials) {
  Array self = random_.Integers(GetParam().self, ACL_FLOAT, -1, 2);
  for (size_t i = 0; i < self.values.size(); i += 5) {
    self.values[i] = i % 3 == 0 ? NAN : i % 3 == 1 ? -INFINITY : INFINITY;
  }
  ExpectForward(self, ACL_FLOAT, Layout::Contiguous());
  std::fill(self.values.begin(), self.values.end(), -INFINITY);
  ExpectForward(self, ACL_FLOAT, Layout::Contiguous());
}

// The mask has a bit for each element of the output, of the place that the index names; the gradient follows
// them.
TEST_P(MaxPool2d, MasksNameThePlacesOfIndices) {
  const Problem& problem = GetParam();
  if (problem.dilation != Shape{1}) {
    return;  // of which there are no masks
  }
  const Lists lists(problem);
  const size_t rank = problem.self.size();
  const int64_t width = problem.self[rank - 1];
  const int64_t columns = problem.out[rank - 1];
  const int64_t places = problem.out[rank - 2] * columns;
  const int64_t kernelWidth = ValueAt(problem.kernel, 1);
  const auto& stride = problem.stride.empty() ? problem.kernel : problem.stride;
  Shape maskShape = problem.out;
  maskShape[rank - 2] = ValueAt(problem.kernel, 0) * kernelWidth;
  maskShape[rank - 1] = ((places + 15) / 16 + 1) * 32;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(rank)}) {
      const Array self = random_.Normal(problem.self, dtype, 0, 1);
      const Pooled pooled = Pool(problem, self);
      Array expected = Full(maskShape, 0);
      for (size_t i = 0; i < pooled.indices.values.size(); ++i) {
        const auto place = static_cast<int64_t>(i) % places;
        const auto index = static_cast<int64_t>(pooled.indices.values[i]);
        const int64_t y =
            index / width - (place / columns * ValueAt(stride, 0) - ValueAt(problem.padding, 0));
        const int64_t x =
            index % width - (place % columns * ValueAt(stride, 1) - ValueAt(problem.padding, 1));
        const int64_t plane = static_cast<int64_t>(i) / places;
        const int64_t row = plane * maskShape[rank - 2] + y * kernelWidth + x;
        expected.values[static_cast<size_t>(row * maskShape[rank - 1] + place / 8)] +=
            static_cast<double>(1 << (place % 8));
      }
      for (double& byte : expected.values) {
        byte = byte > 127 ? byte - 256 : byte;
      }
      const DeviceTensor input(self, dtype, layout);
      const DeviceTensor out = DeviceTensor::Output(problem.out, dtype, layout);
      const DeviceTensor mask = DeviceTensor::Output(maskShape, ACL_INT8, layout);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMaxPool2dWithMaskGetWorkspaceSize(
                          input.Get(), lists.kernel.Get(), lists.stride.Get(), lists.padding.Get(),
                          lists.dilation.Get(), problem.ceilMode, out.Get(), mask.Get(), size, executor);
                    },
                    aclnnMaxPool2dWithMask),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(out.Read(), pooled.out, Tolerance::Exact(dtype)));
      EXPECT_TRUE(Near(mask.Read(), expected, Tolerance::Exact(ACL_INT8)));
      EXPECT_TRUE(out.CanariesIntact() && mask.CanariesIntact());
      const Array gradOutput = random_.Normal(problem.out, dtype, 0, 1);
      Array gradient = Full(problem.self, 0);
      Array magnitudes = gradient;
      const int64_t plane = problem.self[rank - 2] * width;
      for (size_t i = 0; i < gradOutput.values.size(); ++i) {
        const auto at = static_cast<size_t>(static_cast<int64_t>(i) / places * plane +
                                            static_cast<int64_t>(pooled.indices.values[i]));
        gradient.values[at] += gradOutput.values[i];
        magnitudes.values[at] += std::abs(gradOutput.values[i]);
      }
      const DeviceTensor g(gradOutput, dtype, layout);
      const DeviceTensor gradInput = DeviceTensor::Output(problem.self, dtype, layout);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnMaxPool2dWithMaskBackwardGetWorkspaceSize(
                          g.Get(), input.Get(), mask.Get(), lists.kernel.Get(), lists.stride.Get(),
                          lists.padding.Get(), lists.dilation.Get(), problem.ceilMode, gradInput.Get(), size,
                          executor);
                    },
                    aclnnMaxPool2dWithMaskBackward),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_TRUE(Near(gradInput.Read(), gradient, Tolerance::For(dtype, magnitudes)));
      EXPECT_TRUE(gradInput.CanariesIntact());
    }
  }
}

// ONNX's operator gives the same maxima.
TEST_P(MaxPool2d, WithoutIndices) {
  const Problem& problem = GetParam();
  if (problem.dilation != Shape{1}) {
    return;  // which it does not have
  }
  const Lists lists(problem);
  const IntArray stride(problem.stride.empty() ? problem.kernel : problem.stride);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const Array self = random_.Normal(problem.self, dtype, 0, 1);
    const DeviceTensor input(self, dtype, Layout::Transposed(problem.self.size()));
    const DeviceTensor out = DeviceTensor::Output(problem.out, dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnMaxPoolGetWorkspaceSize(input.Get(), lists.kernel.Get(), stride.Get(), 0,
                                                        lists.padding.Get(), lists.dilation.Get(),
                                                        problem.ceilMode ? 1 : 0, out.Get(), size, executor);
                  },
                  aclnnMaxPool),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(Near(out.Read(), Pool(problem, self).out, Tolerance::Exact(dtype)));
    EXPECT_TRUE(out.CanariesIntact());
  }
}

INSTANTIATE_TEST_SUITE_P(Problems, MaxPool2d, ::testing::ValuesIn(kProblems),
                         [](const auto& instance) { return std::string(instance.param.name); });

// Other paddings before than after, and strides of 1 without a list.
TEST(MaxPoolOfOnnx, PadsAndStrides) {
  const Array self = MakeArray({1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  const IntArray two({2});
  const IntArray none(Shape{});
  const IntArray pads({1, 0, 0, 1});
  const DeviceTensor input(self, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 3, 3}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMaxPoolGetWorkspaceSize(input.Get(), two.Get(), none.Get(), 0, pads.Get(),
                                                      none.Get(), 0, out.Get(), size, executor);
                },
                aclnnMaxPool),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{2, 3, 3, 5, 6, 6, 8, 9, 9}));
  const auto refuse = [&](const aclIntArray* kernel, int64_t autoPad, const aclIntArray* dilations) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    return aclnnMaxPoolGetWorkspaceSize(input.Get(), kernel, none.Get(), autoPad, pads.Get(), dilations, 0,
                                        out.Get(), &size, &executor);
  };
  EXPECT_EQ(refuse(nullptr, 0, none.Get()), kNullptr);
  EXPECT_EQ(refuse(two.Get(), 1, none.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("autoPad"), std::string::npos);
  EXPECT_EQ(refuse(two.Get(), 0, two.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("dilations"), std::string::npos);
  EXPECT_EQ(refuse(none.Get(), 0, none.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("kernelShape"), std::string::npos);
}

TEST(MaxPool2dMask, Refuses) {
  const Descriptor self({1, 4, 4});
  const Descriptor out({1, 2, 2});
  const Descriptor mask({1, 4, 64}, ACL_INT8);
  const Descriptor narrow({1, 4, 32}, ACL_INT8);
  const IntArray two({2});
  const IntArray one({1});
  const IntArray none({0});
  const auto plan = [&](const IntArray& dilation, const Descriptor& bits) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    return aclnnMaxPool2dWithMaskGetWorkspaceSize(self.Get(), two.Get(), two.Get(), none.Get(),
                                                  dilation.Get(), false, out.Get(), bits.Get(), &size,
                                                  &executor);
  };
  EXPECT_EQ(plan(one, narrow), kInvalid);
  EXPECT_NE(RecentMessage().find("[1, 4, 64]"), std::string::npos);
  EXPECT_EQ(plan(two, mask), kInvalid);
  EXPECT_NE(RecentMessage().find("dilation"), std::string::npos);
}

TEST(MaxPool2dIndices, OutsideOfThePlaneNothingIsWritten) {
  const IntArray two({2});
  const IntArray none({0});
  const IntArray one({1});
  for (const double wrong : {-1.0, 16.0}) {
    const DeviceTensor gradOutput(Full({2, 2, 2}, 1), ACL_FLOAT);
    const DeviceTensor self(Full({2, 4, 4}, 1), ACL_FLOAT);
    const DeviceTensor indices(MakeArray({2, 2, 2}, {0, 2, 8, 10, 0, 2, 8, wrong}), ACL_INT32);
    const DeviceTensor gradInput = DeviceTensor::Output({2, 4, 4}, ACL_FLOAT);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnMaxPool2dWithIndicesBackwardGetWorkspaceSize(
              gradOutput.Get(), self.Get(), indices.Get(), two.Get(), two.Get(), none.Get(), one.Get(), false,
              gradInput.Get(), size, executor);
        },
        aclnnMaxPool2dWithIndicesBackward);
    EXPECT_EQ(status, 507035);
    for (const double value : gradInput.Read().values) {
      EXPECT_TRUE(IsUnwritten(value));
    }
  }
}

class MaxPool2dChecks : public PhaseOneTest {
 protected:
  aclnnStatus Plan(const Problem& problem, aclDataType dtype = ACL_FLOAT,
                   aclDataType indexDtype = ACL_INT32) {
    const Descriptor self(problem.self, dtype);
    const Descriptor out(problem.out, dtype);
    const Descriptor indices(problem.out, indexDtype);
    const Lists lists(problem);
    return Call("aclnnMaxPool2dWithIndices", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMaxPool2dWithIndicesGetWorkspaceSize(
          self.Get(), lists.kernel.Get(), lists.stride.Get(), lists.padding.Get(), lists.dilation.Get(),
          problem.ceilMode, out.Get(), indices.Get(), size, executor);
    });
  }
};

TEST_F(MaxPool2dChecks, Statuses) {
  const Shape self{1, 2, 4, 4};
  const Shape out{1, 2, 2, 2};
  EXPECT_EQ(Plan({"", self, {2}, {2}, {0}, {1}, false, out}), ACL_SUCCESS);
  EXPECT_EQ(Plan({"", self, {2}, {2}, {0}, {1}, false, {1, 2, 2, 3}}), kInvalid);
  ExpectMessage({"out", "[1, 2, 2, 2]"});
  EXPECT_EQ(Plan({"", self, {2}, {2}, {2}, {1}, false, out}), kInvalid);
  ExpectMessage({"padding", "half of kernelSize"});
  EXPECT_EQ(Plan({"", self, {}, {2}, {0}, {1}, false, out}), kInvalid);
  ExpectMessage({"kernelSize"});
  EXPECT_EQ(Plan({"", self, {2}, {0}, {0}, {1}, false, out}), kInvalid);
  ExpectMessage({"stride"});
  EXPECT_EQ(Plan({"", self, {2, 2, 2}, {2}, {0}, {1}, false, out}), kInvalid);
  EXPECT_EQ(Plan({"", self, {5}, {2}, {0}, {1}, false, {1, 2, 0, 0}}), kInvalid);
  ExpectMessage({"self", "window's size"});
  EXPECT_EQ(Plan({"", {4, 4}, {2}, {2}, {0}, {1}, false, {2, 2}}), kInvalid);
  ExpectMessage({"self", "3 or 4 dims"});
  EXPECT_EQ(Plan({"", self, {2}, {2}, {0}, {1}, false, out}, ACL_INT32), kInvalid);
  ExpectMessage({"self", "INT32"});
  EXPECT_EQ(Plan({"", self, {2}, {2}, {0}, {1}, false, out}, ACL_FLOAT, ACL_INT64), kInvalid);
  ExpectMessage({"indices", "INT64"});
  EXPECT_EQ(Call("aclnnMaxPool2dWithIndices",
                 [](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnMaxPool2dWithIndicesGetWorkspaceSize(
                       nullptr, nullptr, nullptr, nullptr, nullptr, false, nullptr, nullptr, size, executor);
                 }),
            kNullptr);
  ExpectMessage({"self"});
}

}  // namespace
}  // namespace openaclnn::testing
