// SPDX-License-Identifier: Apache-2.0
//
// Paddings and their gradients against an oracle that walks outwards from a tensor, one place at a time; and
// the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_pad2d_backward.h"
#include "aclnnop/aclnn_reflection_pad1d.h"
#include "aclnnop/aclnn_reflection_pad1d_backward.h"
#include "aclnnop/aclnn_reflection_pad2d.h"
#include "aclnnop/aclnn_reflection_pad3d.h"
#include "aclnnop/aclnn_reflection_pad3d_backward.h"
#include "aclnnop/aclnn_replication_pad1d.h"
#include "aclnnop/aclnn_replication_pad1d_backward.h"
#include "aclnnop/aclnn_replication_pad2d.h"
#include "aclnnop/aclnn_replication_pad3d.h"
#include "aclnnop/aclnn_replication_pad3d_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

struct Family {
  const char* name;
  bool reflection;
  aclnnStatus (*pad)(const aclTensor*, const aclIntArray*, aclTensor*, uint64_t*, aclOpExecutor**);
  PhaseTwo padTwo;
  const char* gradientName;
  aclnnStatus (*gradient)(const aclTensor*, const aclTensor*, const aclIntArray*, aclTensor*, uint64_t*,
                          aclOpExecutor**);
  PhaseTwo gradientTwo;
};

#define FAMILY(name, reflection)                                                                       \
  Family {                                                                                             \
#name, reflection, name##GetWorkspaceSize, name, #name "Backward", name##BackwardGetWorkspaceSize, \
        name##Backward                                                                                 \
  }

// By mode and padded dims.
const std::array<std::array<Family, 3>, 2> kFamilies{
    {{FAMILY(aclnnReflectionPad1d, true), FAMILY(aclnnReflectionPad2d, true),
      FAMILY(aclnnReflectionPad3d, true)},
     {FAMILY(aclnnReplicationPad1d, false), FAMILY(aclnnReplicationPad2d, false),
      FAMILY(aclnnReplicationPad3d, false)}}};

struct Problem {
  Shape self;
  Shape padding;
};

const Family& FamilyOf(const Problem& problem, bool reflection) {
  return kFamilies[reflection ? 0 : 1][problem.padding.size() / 2 - 1];
}

// Of each place along a padded dim, which element is there: from the inside outwards, back and forth between
// the ends or staying there.
std::vector<int64_t> Line(int64_t extent, int64_t before, int64_t after, bool reflection) {
  const auto walk = [&](int64_t from, int64_t step, int64_t count) {
    std::vector<int64_t> places;
    int64_t at = from;
    for (int64_t i = 0; i < count; ++i) {
      if (reflection && (at + step < 0 || at + step >= extent)) {
        step = -step;
      }
      at = std::min(std::max<int64_t>(at + step, 0), extent - 1);
      places.push_back(at);
    }
    return places;
  };
  std::vector<int64_t> line = walk(0, -1, std::max<int64_t>(before, 0));
  std::vector<int64_t> all(line.rbegin(), line.rend());
  for (int64_t i = 0; i < extent; ++i) {
    all.push_back(i);
  }
  const std::vector<int64_t> behind = walk(extent - 1, 1, std::max<int64_t>(after, 0));
  all.insert(all.end(), behind.begin(), behind.end());
  all.erase(all.begin(), all.begin() + std::max<int64_t>(-before, 0));
  all.erase(all.end() - std::max<int64_t>(-after, 0), all.end());
  return all;
}

struct Padded {
  Shape shape;
  std::vector<int64_t> elements;  // of self, that each place of the result comes from
};

Padded Pad(const Problem& problem, bool reflection) {
  const Shape& self = problem.self;
  std::vector<std::vector<int64_t>> lines(self.size());
  for (size_t d = 0; d < self.size(); ++d) {
    const size_t fromEnd = self.size() - 1 - d;
    const bool padded = 2 * fromEnd < problem.padding.size();
    lines[d] = Line(self[d], padded ? problem.padding[2 * fromEnd] : 0,
                    padded ? problem.padding[2 * fromEnd + 1] : 0, reflection);
  }
  Padded result;
  for (const std::vector<int64_t>& line : lines) {
    result.shape.push_back(static_cast<int64_t>(line.size()));
  }
  for (int64_t i = 0; i < NumElements(result.shape); ++i) {
    const Shape index = IndexOf(result.shape, i);
    int64_t flat = 0;
    for (size_t d = 0; d < self.size(); ++d) {
      flat = flat * self[d] + lines[d][static_cast<size_t>(index[d])];
    }
    result.elements.push_back(flat);
  }
  return result;
}

const std::vector<Problem> kProblems{
    {{2, 3, 7}, {2, 3}},
    {{3, 7}, {6, 6}},
    {{3, 7}, {0, 0}},
    {{3, 7}, {-2, 4}},
    {{3, 7}, {4, -5}},
    {{3, 7}, {-3, -3}},
    {{3, 6}, {-8, 5}},  // beyond the end, and back
    {{3, 6}, {5, -9}},
    {{2, 1, 1200}, {700, 1199}},
    {{1, 1, 70000}, {2, 1}},
    {{0, 3, 7}, {2, 3}},
    {{2, 3, 5, 6}, {1, 2, 3, 4}},
    {{2, 9, 3}, {1, 2}},  // short rows of all sizes of moves
    {{2, 3, 9, 28}, {2, 2, 2, 2}},
    {{4, 9, 8}, {7, 7, 8, 8}},
    {{40, 5, 6}, {0, 0, 1, 1}},
    {{2, 3, 5, 600}, {1, 1, 0, 2}},
    {{2, 3, 5, 6}, {-1, 2, 3, -2}},
    {{2, 2, 3, 6}, {-8, 5, 2, -3}},
    {{1, 2, 300, 200}, {1, 1, 1, 1}},
    {{0, 3, 5, 6}, {1, 2, 3, 4}},
    {{2, 3, 4, 5, 6}, {1, 2, 3, 4, 2, 1}},
    {{3, 4, 5, 6}, {5, 5, 4, 4, 3, 3}},
    {{2, 3, 4, 5, 6}, {2, -1, -2, 3, 1, -3}},
};
// With more places than a tensor has, and tensors of one element.
const std::vector<Problem> kReplicationProblems{
    {{3, 7}, {20, 1100}},
    {{2, 3, 1}, {3, 4}},
    {{3, 6}, {-20, 16}},
    {{3, 6}, {16, -20}},
    {{2, 1, 1}, {2, 1, 3, 4}},
    {{3, 4, 5}, {9, 0, 8, 600}},
    {{2, 2, 3, 1, 4}, {6, 5, 3, 2, 7, 8}},
};

std::vector<Problem> Problems(bool reflection) {
  std::vector<Problem> problems = kProblems;
  if (!reflection) {
    problems.insert(problems.end(), kReplicationProblems.begin(), kReplicationProblems.end());
  }
  return problems;
}

std::vector<Layout> Layouts(size_t rank) {
  std::vector<Layout> layouts{Layout::Contiguous(), Layout::Transposed(rank).WithOffset(2),
                              Layout::Stepped(std::vector<int64_t>(rank, 2)).WithOffset(3)};
  if (rank > 2) {
    layouts.push_back(Layout::ChannelsLast(rank));
  }
  return layouts;
}

// From one layout to another: any of them, but of larger tensors only like to like.
bool IsTried(const Shape& shape, size_t from, size_t to) {
  return from == to || NumElements(shape) < 5000;
}

void ExpectPadded(const Problem& problem, bool reflection, aclDataType dtype, const Layout& in,
                  const Layout& to) {
  const Family& family = FamilyOf(problem, reflection);
  const Padded padded = Pad(problem, reflection);
  Random random(5);
  const Array self = dtype == ACL_BOOL ? random.Integers(problem.self, dtype, 0, 2)
                                       : random.Integers(problem.self, dtype, 0, 100);
  const IntArray padding(problem.padding);
  const DeviceTensor input(self, dtype, in);
  const DeviceTensor out = DeviceTensor::Output(padded.shape, dtype, to);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return family.pad(input.Get(), padding.Get(), out.Get(), size, executor);
                },
                family.padTwo),
            ACL_SUCCESS)
      << LastMessage();
  Array expected{padded.shape, {}};
  for (const int64_t element : padded.elements) {
    expected.values.push_back(self.values[static_cast<size_t>(element)]);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

class Pads : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(, Pads, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "Reflection" : "Replication"; });

TEST_P(Pads, EveryType) {
  for (const Problem& problem : Problems(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(problem.self) + " " + ::testing::PrintToString(problem.padding));
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE, ACL_INT8, ACL_INT16,
                                    ACL_INT32, ACL_INT64, ACL_UINT8, ACL_BOOL}) {
      if (dtype != ACL_BOOL || GetParam()) {
        SCOPED_TRACE(dtype);
        ExpectPadded(problem, GetParam(), dtype, {}, {});
      }
    }
  }
}

TEST_P(Pads, Layouts) {
  for (const Problem& problem : Problems(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(problem.self) + " " + ::testing::PrintToString(problem.padding));
    const std::vector<Layout> layouts = Layouts(problem.self.size());
    for (size_t in = 0; in < layouts.size(); ++in) {
      for (size_t to = 0; to < layouts.size(); ++to) {
        if (IsTried(problem.self, in, to)) {
          ExpectPadded(problem, GetParam(), ACL_FLOAT, layouts[in], layouts[to]);
          ExpectPadded(problem, GetParam(), ACL_INT8, layouts[in], layouts[to]);
        }
      }
    }
  }
}

// Complex numbers have no array in the tests: as pairs of numbers that are not looked at one by one.
TEST_P(Pads, ComplexNumbers) {
  const Problem problem{{2, 5}, {2, 1}};
  const Family& family = FamilyOf(problem, GetParam());
  const Padded padded = Pad(problem, GetParam());
  const IntArray padding(problem.padding);
  Random random(5);
  const Array numbers = random.Integers({2, 5, 2}, ACL_FLOAT, 0, 100);
  const DeviceTensor memory(numbers, ACL_FLOAT);
  const DeviceTensor result = DeviceTensor::Output({2, 8, 2}, ACL_FLOAT);
  aclTensor* const self = aclCreateTensor(problem.self.data(), 2, ACL_COMPLEX64, nullptr, 0, ACL_FORMAT_ND,
                                          problem.self.data(), 2, memory.Data());
  aclTensor* const out = aclCreateTensor(padded.shape.data(), 2, ACL_COMPLEX64, nullptr, 0, ACL_FORMAT_ND,
                                         padded.shape.data(), 2, result.Data());
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return family.pad(self, padding.Get(), out, size, executor);
                },
                family.padTwo),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(aclDestroyTensor(self), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(out), ACL_SUCCESS);
  const Array read = result.Read();
  for (size_t i = 0; i < padded.elements.size(); ++i) {
    const auto from = static_cast<size_t>(padded.elements[i]);
    EXPECT_EQ(read.values[2 * i], numbers.values[2 * from]) << i;
    EXPECT_EQ(read.values[2 * i + 1], numbers.values[2 * from + 1]) << i;
  }
}

TEST_P(Pads, ExpandedInput) {
  const Problem problem{{2, 3, 4, 5}, {1, 2, 3, 2}};
  Array self = Full(problem.self, 0);
  for (int64_t i = 0; i < NumElements(problem.self); ++i) {
    const Shape index = IndexOf(problem.self, i);
    self.values[static_cast<size_t>(i)] = static_cast<double>(10 * index[0] + index[3]);
  }
  const Family& family = FamilyOf(problem, GetParam());
  const Padded padded = Pad(problem, GetParam());
  const IntArray padding(problem.padding);
  const DeviceTensor input(self, ACL_FLOAT16, Layout::Expanded({1, 2}));
  const DeviceTensor out = DeviceTensor::Output(padded.shape, ACL_FLOAT16);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return family.pad(input.Get(), padding.Get(), out.Get(), size, executor);
                },
                family.padTwo),
            ACL_SUCCESS);
  const Array read = out.Read();
  for (size_t i = 0; i < padded.elements.size(); ++i) {
    EXPECT_EQ(read.values[i], self.values[static_cast<size_t>(padded.elements[i])]) << i;
  }
}

struct Sums {
  Array values;
  Array magnitudes;
};

Sums Spread(const Array& gradOutput, const Padded& padded, const Shape& self) {
  Sums sums{Full(self, 0), Full(self, 0)};
  for (size_t i = 0; i < padded.elements.size(); ++i) {
    const auto element = static_cast<size_t>(padded.elements[i]);
    sums.values.values[element] += gradOutput.values[i];
    sums.magnitudes.values[element] += std::fabs(gradOutput.values[i]);
  }
  return sums;
}

class PadGradients : public ::testing::TestWithParam<bool> {
 protected:
  // The gradient as it is read.
  static Array Run(const Problem& problem, const Array& gradOutput, aclDataType dtype, const Layout& in = {},
                   const Layout& to = {}) {
    const Family& family = FamilyOf(problem, GetParam());
    const IntArray padding(problem.padding);
    const DeviceTensor gradient(gradOutput, dtype, in);
    const Descriptor self(problem.self, dtype);  // of which nothing but the shape is looked at
    const DeviceTensor gradInput = DeviceTensor::Output(problem.self, dtype, to);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return family.gradient(gradient.Get(), self.Get(), padding.Get(), gradInput.Get(), size,
                                           executor);
                  },
                  family.gradientTwo),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(gradInput.CanariesIntact());
    return gradInput.Read();
  }
};
INSTANTIATE_TEST_SUITE_P(, PadGradients, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "Reflection" : "Replication"; });

// Sums are made in float64 and rounded once: within a last place of the result, and of FLOAT and the half
// types nearly always the number that is nearest. Sums of DOUBLE are within as many roundings as they have
// terms, of the sum of the terms' magnitudes.
TEST_P(PadGradients, EveryTypeAndLayout) {
  for (const Problem& problem : Problems(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(problem.self) + " " + ::testing::PrintToString(problem.padding));
    const Padded padded = Pad(problem, GetParam());
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      SCOPED_TRACE(dtype);
      Random random(11);
      const Array gradOutput = random.Normal(padded.shape, dtype, 0, 1);
      const Sums expected = Spread(gradOutput, padded, problem.self);
      std::optional<std::vector<double>> first;
      const std::vector<Layout> layouts = Layouts(problem.self.size());
      for (size_t in = 0; in < layouts.size(); ++in) {
        for (size_t to = 0; to < layouts.size(); ++to) {
          if (!IsTried(problem.self, in, to)) {
            continue;
          }
          const Array read = Run(problem, gradOutput, dtype, layouts[in], layouts[to]);
          if (!first) {
            first = read.values;
            if (dtype == ACL_DOUBLE) {
              for (size_t i = 0; i < read.values.size(); ++i) {
                ASSERT_LE(std::fabs(read.values[i] - expected.values.values[i]),
                          1e-13 * expected.magnitudes.values[i])
                    << i;
              }
            } else {
              EXPECT_TRUE(Near(read, expected.values, Tolerance::For(dtype, std::nullopt, 0)));
              EXPECT_GE(CorrectlyRoundedFraction(read, expected.values, dtype), 0.99);
            }
          }
          EXPECT_EQ(read.values, *first) << "other bits in another layout";
        }
      }
    }
  }
}

// Whatever is summed up, the gradient is the adjoint of the padding: <pad(x), g> = <x, gradient(g)>. In small
// integers, where sums are exact.
TEST_P(PadGradients, IsTheAdjoint) {
  for (const Problem& problem : Problems(GetParam())) {
    SCOPED_TRACE(::testing::PrintToString(problem.self) + " " + ::testing::PrintToString(problem.padding));
    const Family& family = FamilyOf(problem, GetParam());
    const Shape shape = Pad(problem, GetParam()).shape;
    Random random(3);
    const Array x = random.Integers(problem.self, ACL_FLOAT, -3, 4);
    const Array g = random.Integers(shape, ACL_FLOAT, -3, 4);
    const IntArray padding(problem.padding);
    const DeviceTensor input(x, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output(shape, ACL_FLOAT);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return family.pad(input.Get(), padding.Get(), out.Get(), size, executor);
                  },
                  family.padTwo),
              ACL_SUCCESS);
    const Array padded = out.Read();
    const Array gradient = Run(problem, g, ACL_FLOAT);
    double outside = 0;
    double inside = 0;
    for (size_t i = 0; i < padded.values.size(); ++i) {
      outside += padded.values[i] * g.values[i];
    }
    for (size_t i = 0; i < x.values.size(); ++i) {
      inside += x.values[i] * gradient.values[i];
    }
    EXPECT_EQ(outside, inside);
  }
}

TEST_P(PadGradients, NotANumberAndInfinities) {
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Problem problem{{1, 4}, {2, 1}};
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    // Reflection: 2 1 0 1 2 3 2. Replication: 0 0 0 1 2 3 3.
    const Array gradOutput{{1, 7}, {inf, 1, 2, 3, -inf, nan, 4}};
    const Array read = Run(problem, gradOutput, dtype);
    if (GetParam()) {
      EXPECT_EQ(read.values[0], 2);
      EXPECT_EQ(read.values[1], 4);
      EXPECT_TRUE(std::isnan(read.values[2]));
    } else {
      EXPECT_EQ(read.values[0], inf);
      EXPECT_EQ(read.values[1], 3);
      EXPECT_EQ(read.values[2], -inf);
    }
    EXPECT_TRUE(std::isnan(read.values[3]));
  }
}

class PadStatus : public PhaseOneTest, public ::testing::WithParamInterface<bool> {
 protected:
  aclnnStatus Try(size_t dims, const aclTensor* self, const aclIntArray* padding, aclTensor* out) {
    const Family& family = kFamilies[GetParam() ? 0 : 1][dims - 1];
    return Call(family.name, [&](uint64_t* size, aclOpExecutor** executor) {
      return family.pad(self, padding, out, size, executor);
    });
  }
  aclnnStatus Try(size_t dims, const Shape& self, const Shape& padding, const Shape& out,
                  aclDataType dtype = ACL_FLOAT) {
    return Try(dims, Descriptor(self, dtype).Get(), IntArray(padding).Get(), Descriptor(out, dtype).Get());
  }
  aclnnStatus TryGradient(const aclTensor* gradOutput, const aclTensor* self, const aclIntArray* padding,
                          aclTensor* gradInput) {
    const Family& family = kFamilies[GetParam() ? 0 : 1][0];
    return Call(family.gradientName, [&](uint64_t* size, aclOpExecutor** executor) {
      return family.gradient(gradOutput, self, padding, gradInput, size, executor);
    });
  }
};
INSTANTIATE_TEST_SUITE_P(, PadStatus, ::testing::Bool(),
                         [](const auto& one) { return one.param ? "Reflection" : "Replication"; });

TEST_P(PadStatus, NullArguments) {
  const Descriptor self({2, 3});
  const Descriptor out({2, 5});
  const IntArray padding({1, 1});
  EXPECT_EQ(Try(1, nullptr, padding.Get(), out.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(Try(1, self.Get(), nullptr, out.Get()), kNullptr);
  ExpectMessage({"padding"});
  EXPECT_EQ(Try(1, self.Get(), padding.Get(), nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(TryGradient(nullptr, self.Get(), padding.Get(), self.Get()), kNullptr);
  ExpectMessage({"gradOutput"});
  EXPECT_EQ(TryGradient(out.Get(), nullptr, padding.Get(), self.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(TryGradient(out.Get(), self.Get(), nullptr, self.Get()), kNullptr);
  ExpectMessage({"padding"});
  EXPECT_EQ(TryGradient(out.Get(), self.Get(), padding.Get(), nullptr), kNullptr);
  ExpectMessage({"gradInput"});
}

TEST_P(PadStatus, Types) {
  EXPECT_EQ(Try(1, {2, 3}, {1, 1}, {2, 5}, ACL_UINT16), kInvalid);
  ExpectMessage({"self", "UINT16"});
  EXPECT_EQ(Try(1, {2, 3}, {1, 1}, {2, 5}, ACL_BOOL), GetParam() ? ACL_SUCCESS : kInvalid);
  const Descriptor self({2, 3});
  const IntArray padding({1, 1});
  EXPECT_EQ(Try(1, self.Get(), padding.Get(), Descriptor({2, 5}, ACL_FLOAT16).Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  const Descriptor integers({2, 5}, ACL_INT32);
  EXPECT_EQ(TryGradient(integers.Get(), self.Get(), padding.Get(), self.Get()), kInvalid);
  ExpectMessage({"gradOutput", "INT32"});
  const Descriptor gradient({2, 5});
  EXPECT_EQ(TryGradient(gradient.Get(), Descriptor({2, 3}, ACL_DOUBLE).Get(), padding.Get(), self.Get()),
            kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(TryGradient(gradient.Get(), self.Get(), padding.Get(), Descriptor({2, 3}, ACL_DOUBLE).Get()),
            kInvalid);
  ExpectMessage({"gradInput", "DOUBLE"});
}

TEST_P(PadStatus, Dims) {
  EXPECT_EQ(Try(1, Shape{3}, {1, 1}, {5}), kInvalid);
  ExpectMessage({"self", "2 or 3 dims", "[3]"});
  EXPECT_EQ(Try(1, Shape{1, 1, 1, 3}, {1, 1}, {1, 1, 1, 5}), kInvalid);
  EXPECT_EQ(Try(2, Shape{3, 3}, {1, 1, 1, 1}, {5, 5}), kInvalid);
  ExpectMessage({"self", "3 or 4 dims"});
  EXPECT_EQ(Try(3, Shape{3, 3, 3}, {1, 1, 1, 1, 1, 1}, {5, 5, 5}), kInvalid);
  ExpectMessage({"self", "4 or 5 dims"});
  EXPECT_EQ(Try(1, Shape{0, 3}, {1, 1}, {0, 5}), kInvalid);
  ExpectMessage({"self", "[0, 3]"});
  EXPECT_EQ(Try(1, Shape{2, 0, 3}, {1, 1}, {2, 0, 5}), kInvalid);
  EXPECT_EQ(Try(1, Shape{2, 3, 0}, {1, 1}, {2, 3, 2}), kInvalid);
  EXPECT_EQ(Try(1, Shape{0, 2, 3}, {1, 1}, {0, 2, 5}), ACL_SUCCESS);
}

TEST_P(PadStatus, Paddings) {
  EXPECT_EQ(Try(1, Shape{2, 3}, {1}, {2, 4}), kInvalid);
  ExpectMessage({"padding", "[1]"});
  EXPECT_EQ(Try(1, Shape{2, 3}, {1, 1, 1, 1}, {4, 5}), kInvalid);
  EXPECT_EQ(Try(2, Shape{2, 3, 3}, {1, 1}, {2, 3, 5}), kInvalid);
  EXPECT_EQ(Try(1, Shape{2, 3}, {3, 0}, {2, 6}), GetParam() ? kInvalid : ACL_SUCCESS);
  EXPECT_EQ(Try(1, Shape{2, 3}, {0, 3}, {2, 6}), GetParam() ? kInvalid : ACL_SUCCESS);
  EXPECT_EQ(Try(1, Shape{2, 3}, {-1, -2}, {2, 0}), kInvalid);
  ExpectMessage({"padding", "[-1, -2]", "[2, 3]"});
  EXPECT_EQ(Try(1, Shape{2, 3}, {INT64_MIN, INT64_MAX}, {2, 2}), kInvalid);
  ExpectMessage({"padding", "2^60"});
  EXPECT_EQ(Try(1, Shape{2, 3}, {-(int64_t{1} << 60), 2}, {2, 2}), kInvalid);
}

TEST_P(PadStatus, StridesThatNoAddressDependsOn) {
  constexpr std::array<int64_t, 3> kStrides{INT64_MAX, INT64_MAX, 1};
  const Descriptor self({1, 1, 3}, kStrides.data(), 0, {3});
  EXPECT_EQ(Try(1, self.Get(), IntArray({1, 1}).Get(), Descriptor({1, 1, 5}).Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(2, self.Get(), IntArray({1, 1, 0, 2}).Get(), Descriptor({1, 3, 5}).Get()),
            GetParam() ? kInvalid : ACL_SUCCESS);
}

TEST_P(PadStatus, Shapes) {
  EXPECT_EQ(Try(1, Shape{2, 3}, {1, 2}, {2, 5}), kInvalid);
  ExpectMessage({"out", "[2, 6]", "[2, 5]"});
  EXPECT_EQ(Try(2, Shape{2, 3, 4}, {1, 2, 0, 1}, {2, 4, 7}), ACL_SUCCESS);
  EXPECT_EQ(Try(2, Shape{2, 3, 4}, {1, 2, 0, 1}, {2, 6, 5}), kInvalid);
  const Descriptor self({2, 3});
  const IntArray padding({1, 1});
  EXPECT_EQ(TryGradient(Descriptor({2, 4}).Get(), self.Get(), padding.Get(), self.Get()), kInvalid);
  ExpectMessage({"gradOutput", "[2, 5]", "[2, 4]"});
  EXPECT_EQ(TryGradient(Descriptor({2, 5}).Get(), self.Get(), padding.Get(), Descriptor({3, 2}).Get()),
            kInvalid);
  ExpectMessage({"gradInput", "[2, 3]", "[3, 2]"});
}

// What overlaps is as if it did not.
TEST_P(Pads, OutputOverTheInput) {
  const Shape shape{2, 5};
  const Shape result{2, 8};
  const Array values{{2, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0}};
  const DeviceTensor memory(values, ACL_FLOAT);
  const Problem problem{shape, {2, 1}};
  const Family& family = FamilyOf(problem, GetParam());
  const IntArray padding(problem.padding);
  aclTensor* const self =
      aclCreateTensor(shape.data(), 2, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, shape.data(), 2, memory.Data());
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return family.pad(self, padding.Get(), memory.Get(), size, executor);
                },
                family.padTwo),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(aclDestroyTensor(self), ACL_SUCCESS);
  const Padded padded = Pad(problem, GetParam());
  const Array read = memory.Read();
  for (size_t i = 0; i < padded.elements.size(); ++i) {
    EXPECT_EQ(read.values[i], static_cast<double>(padded.elements[i])) << i;
  }
  EXPECT_EQ(padded.shape, result);
}

}  // namespace
}  // namespace openaclnn::testing
