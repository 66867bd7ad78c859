// SPDX-License-Identifier: Apache-2.0
//
// aclnnSliceV2, aclnnFlatten and aclnnExpand against loops over elements; and the statuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aclnnop/aclnn_expand.h"
#include "aclnnop/aclnn_flatten.h"
#include "aclnnop/aclnn_slice_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

using Numbers = std::vector<int64_t>;

struct Range {
  int64_t start;
  int64_t end;
  int64_t axis;
  int64_t step;
};

aclnnStatus SliceV2(const aclTensor* self, const std::vector<Range>& ranges, aclTensor* out) {
  Numbers starts;
  Numbers ends;
  Numbers axes;
  Numbers steps;
  for (const Range& range : ranges) {
    starts.push_back(range.start);
    ends.push_back(range.end);
    axes.push_back(range.axis);
    steps.push_back(range.step);
  }
  const IntArray startArray(starts);
  const IntArray endArray(ends);
  const IntArray axisArray(axes);
  const IntArray stepArray(steps);
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnSliceV2GetWorkspaceSize(self, startArray.Get(), endArray.Get(), axisArray.Get(),
                                            stepArray.Get(), out, size, executor);
      },
      aclnnSliceV2);
}
aclnnStatus Flatten(const aclTensor* self, int64_t axis, aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnFlattenGetWorkspaceSize(self, axis, out, size, executor);
      },
      aclnnFlatten);
}
aclnnStatus Expand(const aclTensor* self, const Numbers& size, aclTensor* out) {
  const IntArray list(size);
  return RunTwoPhase(
      [&](uint64_t* bytes, aclOpExecutor** executor) {
        return aclnnExpandGetWorkspaceSize(self, list.Get(), out, bytes, executor);
      },
      aclnnExpand);
}

class Slices : public ::testing::Test {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    return random_.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 100);
  }
  static std::vector<Layout> Layouts(size_t rank) {
    return {Layout(), Layout::Transposed(rank).WithOffset(2),
            Layout::Stepped(Numbers(rank, 2)).WithOffset(3)};
  }

  Random random_{91};
};

TEST_F(Slices, SliceV2) {
  struct Case {
    Shape self;
    std::vector<Range> ranges;
    std::vector<Numbers> kept;  // of each dim
  };
  const std::vector<Case> cases{
      {{5, 7}, {{1, 4, 0, 1}, {2, 7, 1, 2}}, {{1, 2, 3}, {2, 4, 6}}},
      {{5, 7}, {{-3, -1, -1, 1}}, {{0, 1, 2, 3, 4}, {4, 5}}},
      {{5, 7}, {{-100, 100, 0, 3}, {6, 2, 1, 1}}, {{0, 3}, {}}},
      {{3, 4, 5}, {{0, INT64_MAX, 2, 4}, {INT64_MIN, -2, 1, 1}}, {{0, 1, 2}, {0, 1}, {0, 4}}},
      {{3, 4}, {}, {{0, 1, 2}, {0, 1, 2, 3}}},
      {{0, 4}, {{0, 2, 0, 1}, {1, 3, 1, 1}}, {{}, {1, 2}}},
  };
  for (const Case& given : cases) {
    Shape shape;
    for (const Numbers& kept : given.kept) {
      shape.push_back(static_cast<int64_t>(kept.size()));
    }
    for (const aclDataType dtype : kElementDtypes) {
      const Array self = Draw(given.self, dtype);
      Array expected{shape, {}};
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        Shape at = IndexOf(shape, i);
        for (size_t d = 0; d < at.size(); ++d) {
          at[d] = given.kept[d][static_cast<size_t>(at[d])];
        }
        expected.values.push_back(static_cast<double>(BroadcastAt(self, at)));
      }
      for (const Layout& layout : Layouts(given.self.size())) {
        const DeviceTensor input(self, dtype, layout);
        const DeviceTensor out = DeviceTensor::Output(shape, dtype, layout);
        ASSERT_EQ(SliceV2(input.Get(), given.ranges, out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(Slices, Flatten) {
  struct Case {
    Shape self;
    int64_t axis;
    Shape out;
  };
  for (const Case& given : std::vector<Case>{{{5, 7}, 1, {5, 7}},
                                             {{5, 7}, 0, {1, 35}},
                                             {{2, 3, 4, 5}, 2, {6, 20}},
                                             {{2, 3, 4, 5}, -1, {24, 5}},
                                             {{2, 0, 4}, 1, {2, 0}},
                                             {{7}, 0, {1, 7}},
                                             {{}, 0, {1, 1}},
                                             {{300, 700}, 1, {300, 700}}}) {
    for (const aclDataType dtype : kElementDtypes) {
      const Array self = Draw(given.self, dtype);
      for (const Layout& layout : Layouts(given.self.size())) {
        const DeviceTensor input(self, dtype, layout);
        const DeviceTensor out = DeviceTensor::Output(given.out, dtype, Layout::Transposed(2));
        ASSERT_EQ(Flatten(input.Get(), given.axis, out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(out.Read().values, self.values);
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(Slices, Expand) {
  struct Case {
    Shape self;
    Numbers size;
    Shape out;
  };
  for (const Case& given : std::vector<Case>{{{5, 1}, {5, 7}, {5, 7}},
                                             {{5, 1}, {-1, 7}, {5, 7}},
                                             {{1, 3, 1, 5}, {2, 4, 3, 6, -1}, {2, 4, 3, 6, 5}},
                                             {{}, {2, 3}, {2, 3}},
                                             {{3}, {0, 3}, {0, 3}},
                                             {{1}, {0}, {0}},
                                             {{4, 5}, {4, 5}, {4, 5}}}) {
    for (const aclDataType dtype : kElementDtypes) {
      const Array self = Draw(given.self, dtype);
      Array expected{given.out, {}};
      for (int64_t i = 0; i < NumElements(given.out); ++i) {
        expected.values.push_back(static_cast<double>(BroadcastAt(self, IndexOf(given.out, i))));
      }
      for (const Layout& layout : Layouts(given.self.size())) {
        const DeviceTensor input(self, dtype, layout);
        const DeviceTensor out = DeviceTensor::Output(given.out, dtype, Layout::Transposed(given.out.size()));
        ASSERT_EQ(Expand(input.Get(), given.size, out.Get()), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(Slices, Statuses) {
  const DeviceTensor self = DeviceTensor::Output({4, 5}, ACL_FLOAT);
  const DeviceTensor part = DeviceTensor::Output({2, 5}, ACL_FLOAT);
  const DeviceTensor halves = DeviceTensor::Output({2, 5}, ACL_FLOAT16);
  const Range range{0, 2, 0, 1};
  EXPECT_EQ(SliceV2(self.Get(), {range}, part.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(SliceV2(self.Get(), {range, range}, part.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("axes"), std::string::npos) << LastMessage();
  EXPECT_EQ(SliceV2(self.Get(), {{0, 2, 2, 1}}, part.Get()), kInvalid);
  EXPECT_EQ(SliceV2(self.Get(), {{0, 2, 0, 0}}, part.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("steps"), std::string::npos) << LastMessage();
  EXPECT_EQ(SliceV2(self.Get(), {range}, self.Get()), kInvalid);
  EXPECT_EQ(SliceV2(self.Get(), {range}, halves.Get()), kInvalid);
  EXPECT_EQ(SliceV2(nullptr, {range}, part.Get()), kNullptr);
  EXPECT_EQ(SliceV2(self.Get(), {range}, nullptr), kNullptr);
  const IntArray one(Numbers{1});
  const IntArray two(Numbers{1, 0});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnSliceV2GetWorkspaceSize(self.Get(), one.Get(), nullptr, one.Get(), one.Get(), part.Get(),
                                         &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnSliceV2GetWorkspaceSize(self.Get(), one.Get(), two.Get(), one.Get(), one.Get(), part.Get(),
                                         &size, &executor),
            kInvalid);

  EXPECT_EQ(Flatten(self.Get(), 2, self.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("axis"), std::string::npos) << LastMessage();
  EXPECT_EQ(Flatten(self.Get(), 0, self.Get()), kInvalid);
  EXPECT_EQ(Flatten(nullptr, 0, self.Get()), kNullptr);
  EXPECT_EQ(Flatten(self.Get(), 0, nullptr), kNullptr);

  EXPECT_EQ(Expand(self.Get(), {5}, self.Get()), kInvalid);
  EXPECT_EQ(Expand(self.Get(), {4, 6}, self.Get()), kInvalid);
  EXPECT_NE(LastMessage().find("[4, 6] for [4, 5]"), std::string::npos) << LastMessage();
  EXPECT_EQ(Expand(self.Get(), {-1, 4, 5}, self.Get()), kInvalid);
  EXPECT_EQ(Expand(self.Get(), {2, 4, 5}, self.Get()), kInvalid);
  EXPECT_EQ(Expand(nullptr, {4, 5}, self.Get()), kNullptr);
  EXPECT_EQ(Expand(self.Get(), {4, 5}, nullptr), kNullptr);
  EXPECT_EQ(aclnnExpandGetWorkspaceSize(self.Get(), nullptr, self.Get(), &size, &executor), kNullptr);
}

}  // namespace
}  // namespace openaclnn::testing
