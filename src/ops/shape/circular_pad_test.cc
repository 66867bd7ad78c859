// SPDX-License-Identifier: Apache-2.0
//
// Circular paddings and their gradients against an oracle that cuts a dim and lays it end to end; and the
// statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_circular_pad2d.h"
#include "aclnnop/aclnn_circular_pad2d_backward.h"
#include "aclnnop/aclnn_circular_pad3d.h"
#include "aclnnop/aclnn_circular_pad3d_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Problem {
  Shape self;
  Shape padding;
};

const std::vector<Problem> kProblems{
    {{2, 3, 5, 6}, {1, 2, 3, 4}},       {{4, 9, 8}, {8, 8, 9, 9}},
    {{40, 5, 6}, {0, 0, 1, 1}},         {{2, 3, 5, 600}, {1, 599, 0, 2}},
    {{2, 3, 5, 6}, {-1, 2, 3, -2}},     {{2, 2, 3, 6}, {-2, 4, -1, -1}},
    {{1, 2, 300, 200}, {1, 1, 1, 1}},   {{0, 3, 5, 6}, {1, 2, 3, 4}},
    {{2, 3, 1, 1}, {1, 1, 1, 0}},       {{2, 3, 4, 5, 6}, {1, 2, 3, 4, 2, 1}},
    {{3, 4, 5, 6}, {6, 6, 5, 5, 4, 4}}, {{2, 3, 4, 5, 6}, {2, -1, -2, 3, 1, -3}},
};

// Of each place along a padded dim, which element is there.
std::vector<int64_t> Line(int64_t extent, int64_t before, int64_t after) {
  std::vector<int64_t> left;
  for (int64_t i = std::max<int64_t>(-before, 0); i < extent - std::max<int64_t>(-after, 0); ++i) {
    left.push_back(i);
  }
  std::vector<int64_t> line(left.end() - std::max<int64_t>(before, 0), left.end());
  line.insert(line.end(), left.begin(), left.end());
  line.insert(line.end(), left.begin(), left.begin() + std::max<int64_t>(after, 0));
  return line;
}

struct Padded {
  Shape shape;
  std::vector<size_t> elements;  // of self, that each place of the result comes from
};

Padded Pad(const Problem& problem) {
  std::vector<std::vector<int64_t>> lines;
  Padded result;
  for (size_t d = 0; d < problem.self.size(); ++d) {
    const size_t fromEnd = problem.self.size() - 1 - d;
    const bool padded = 2 * fromEnd < problem.padding.size();
    lines.push_back(Line(problem.self[d], padded ? problem.padding[2 * fromEnd] : 0,
                         padded ? problem.padding[2 * fromEnd + 1] : 0));
    result.shape.push_back(static_cast<int64_t>(lines.back().size()));
  }
  for (int64_t i = 0; i < NumElements(result.shape); ++i) {
    const Shape index = IndexOf(result.shape, i);
    int64_t flat = 0;
    for (size_t d = 0; d < problem.self.size(); ++d) {
      flat = flat * problem.self[d] + lines[d][static_cast<size_t>(index[d])];
    }
    result.elements.push_back(static_cast<size_t>(flat));
  }
  return result;
}

aclnnStatus RunPad(const Problem& problem, const aclTensor* self, aclTensor* out) {
  const IntArray padding(problem.padding);
  const bool two = problem.padding.size() == 4;
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return two ? aclnnCircularPad2dGetWorkspaceSize(self, padding.Get(), out, size, executor)
                   : aclnnCircularPad3dGetWorkspaceSize(self, padding.Get(), out, size, executor);
      },
      two ? aclnnCircularPad2d : aclnnCircularPad3d);
}
aclnnStatus RunGradient(const Problem& problem, const aclTensor* grad, const aclTensor* self,
                        aclTensor* out) {
  const IntArray padding(problem.padding);
  const bool two = problem.padding.size() == 4;
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return two ? aclnnCircularPad2dBackwardGetWorkspaceSize(grad, self, padding.Get(), out, size,
                                                                executor)
                   : aclnnCircularPad3dBackwardGetWorkspaceSize(grad, self, padding.Get(), out, size,
                                                                executor);
      },
      two ? aclnnCircularPad2dBackward : aclnnCircularPad3dBackward);
}

std::vector<Layout> Layouts(size_t rank) {
  return {Layout::Contiguous(), Layout::Transposed(rank).WithOffset(2),
          Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(3), Layout::ChannelsLast(rank)};
}

TEST(CircularPads, EveryTypeAndLayout) {
  Random random(5);
  for (const Problem& problem : kProblems) {
    SCOPED_TRACE(::testing::PrintToString(problem.self) + " " + ::testing::PrintToString(problem.padding));
    const Padded padded = Pad(problem);
    const std::vector<Layout> layouts = Layouts(problem.self.size());
    for (const aclDataType dtype : kElementDtypes) {
      const Array self = random.Integers(problem.self, dtype, 0, dtype == ACL_BOOL ? 2 : 100);
      Array expected{padded.shape, {}};
      for (const size_t element : padded.elements) {
        expected.values.push_back(self.values[element]);
      }
      for (size_t i = 0; i < layouts.size(); ++i) {
        const DeviceTensor input(self, dtype, layouts[i]);
        const DeviceTensor out = DeviceTensor::Output(padded.shape, dtype, layouts[(i + 1) % layouts.size()]);
        ASSERT_EQ(RunPad(problem, input.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST(CircularPads, Gradients) {
  Random random(6);
  for (const Problem& problem : kProblems) {
    SCOPED_TRACE(::testing::PrintToString(problem.self) + " " + ::testing::PrintToString(problem.padding));
    const Padded padded = Pad(problem);
    const std::vector<Layout> layouts = Layouts(problem.self.size());
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      const Array gradient = random.Normal(padded.shape, dtype, 1, 5);
      Array expected = Full(problem.self, 0);
      Array magnitudes = Full(problem.self, 0);
      for (size_t i = 0; i < padded.elements.size(); ++i) {
        expected.values[padded.elements[i]] += gradient.values[i];
        magnitudes.values[padded.elements[i]] += std::fabs(gradient.values[i]);
      }
      const Descriptor self(problem.self, dtype);  // of which nothing but the shape is looked at
      for (size_t i = 0; i < layouts.size(); ++i) {
        const DeviceTensor input(gradient, dtype, layouts[i]);
        const DeviceTensor out = DeviceTensor::Output(problem.self, dtype, layouts[(i + 1) % layouts.size()]);
        ASSERT_EQ(RunGradient(problem, input.Get(), self.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, magnitudes)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST(CircularPads, Statuses) {
  const DeviceTensor self = DeviceTensor::Output({2, 3, 4, 5}, ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({2, 3, 6, 10}, ACL_FLOAT);
  const DeviceTensor halves = DeviceTensor::Output({2, 3, 6, 10}, ACL_FLOAT16);
  const Problem good{{}, {5, 0, 1, 1}};
  EXPECT_EQ(RunPad(good, self.Get(), out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(RunPad({{}, {6, -1, 1, 1}}, self.Get(), out.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("padding"), std::string::npos) << LastMessage();
  EXPECT_EQ(RunPad({{}, {-2, 4, 1, 1}}, self.Get(), out.Get()), kInvalid);
  EXPECT_EQ(RunPad({{}, {-5, 0, 1, 1}}, self.Get(), out.Get()), kInvalid);
  EXPECT_EQ(RunPad(good, self.Get(), halves.Get()), kInvalid);
  EXPECT_EQ(RunPad(good, self.Get(), self.Get()), kInvalid);
  EXPECT_EQ(RunPad({{}, {5, 0, 1, 1, 0, 0}}, self.Get(), self.Get()), kInvalid);
  EXPECT_EQ(RunPad(good, nullptr, out.Get()), kNullptr);
  EXPECT_EQ(RunPad(good, self.Get(), nullptr), kNullptr);
  EXPECT_EQ(RunGradient(good, out.Get(), self.Get(), self.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(RunGradient(good, self.Get(), self.Get(), self.Get()), kInvalid);
  EXPECT_EQ(RunGradient(good, out.Get(), self.Get(), out.Get()), kInvalid);
  EXPECT_EQ(RunGradient(good, halves.Get(), self.Get(), self.Get()), kInvalid);
  EXPECT_EQ(RunGradient(good, nullptr, self.Get(), self.Get()), kNullptr);
  EXPECT_EQ(RunGradient(good, out.Get(), nullptr, self.Get()), kNullptr);
  EXPECT_EQ(RunGradient(good, out.Get(), self.Get(), nullptr), kNullptr);
}

}  // namespace
}  // namespace openaclnn::testing
