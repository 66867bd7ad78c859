// SPDX-License-Identifier: Apache-2.0
//
// aclnnDiag, aclnnDiagFlat and aclnnStridedSlice, against an oracle that says for each element of the result
// where it comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_diag.h"
#include "aclnnop/aclnn_diag_flat.h"
#include "aclnnop/aclnn_strided_slice.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

// The place of an element of the input in row-major order; empty: the element is 0.
using Source = std::function<std::optional<int64_t>(const Shape& index)>;
using Start =
    std::function<aclnnStatus(aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor)>;

void ExpectMoved(const Shape& shape, const Shape& result, const Source& source, const Start& phaseOne,
                 PhaseTwo phaseTwo) {
  SCOPED_TRACE(::testing::PrintToString(shape) + " to " + ::testing::PrintToString(result));
  Random random(7);
  const std::vector<std::pair<Layout, Layout>> layouts{
      {{}, {}},
      {Layout::Transposed(shape.size()).WithOffset(3), {}},
      {{}, Layout::Transposed(result.size())},
      {Layout::Stepped(Shape(shape.size(), 2)), Layout::Stepped(Shape(result.size(), 3)).WithOffset(1)}};
  for (const aclDataType dtype : kElementDtypes) {
    const Array self = random.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 100);
    for (const auto& [in, to] : layouts) {
      const DeviceTensor input(self, dtype, in);
      const DeviceTensor out = DeviceTensor::Output(result, dtype, to);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return phaseOne(input.Get(), out.Get(), size, executor);
                    },
                    phaseTwo),
                ACL_SUCCESS)
          << LastMessage();
      Array expected{result, {}};
      for (int64_t i = 0; i < NumElements(result); ++i) {
        const std::optional<int64_t> from = source(IndexOf(result, i));
        expected.values.push_back(from ? self.values[static_cast<size_t>(*from)] : 0);
      }
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
      EXPECT_TRUE(out.CanariesIntact());
    }
  }
}

void ExpectMatrix(const Shape& shape, int64_t diagonal, bool flat) {
  const int64_t rows = NumElements(shape) + std::abs(diagonal);
  ExpectMoved(
      shape, {rows, rows},
      [&](const Shape& index) {
        return index[1] - index[0] == diagonal ? std::optional(std::min(index[0], index[1])) : std::nullopt;
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return flat ? aclnnDiagFlatGetWorkspaceSize(self, diagonal, out, size, executor)
                    : aclnnDiagGetWorkspaceSize(self, diagonal, out, size, executor);
      },
      flat ? aclnnDiagFlat : aclnnDiag);
}

TEST(Diag, OfARow) {
  for (const int64_t diagonal : {0, 1, -1, 5, -30}) {
    ExpectMatrix({9}, diagonal, false);
    ExpectMatrix({150}, diagonal, false);
    ExpectMatrix({0}, diagonal, false);
  }
}

TEST(DiagFlat, OfAnyShape) {
  for (const int64_t diagonal : {0, 3, -2}) {
    ExpectMatrix({}, diagonal, true);
    ExpectMatrix({11}, diagonal, true);
    ExpectMatrix({5, 7}, diagonal, true);
    ExpectMatrix({2, 3, 2, 2}, diagonal, true);
    ExpectMatrix({3, 0}, diagonal, true);
  }
}

TEST(Diag, OfAMatrix) {
  for (const Shape& shape : {Shape{5, 5}, Shape{3, 8}, Shape{200, 9}, Shape{1, 1}}) {
    for (int64_t diagonal = 1 - shape[0]; diagonal < shape[1]; diagonal += 1 + shape[0] / 50) {
      const int64_t row = std::max<int64_t>(-diagonal, 0);
      const int64_t column = std::max<int64_t>(diagonal, 0);
      ExpectMoved(
          shape, {std::min(shape[0] - row, shape[1] - column)},
          [&](const Shape& index) { return std::optional((row + index[0]) * shape[1] + column + index[0]); },
          [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnDiagGetWorkspaceSize(self, diagonal, out, size, executor);
          },
          aclnnDiag);
    }
  }
  ExpectMoved(
      {0, 3}, {0}, [](const Shape& /*index*/) { return std::nullopt; },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnDiagGetWorkspaceSize(self, 1, out, size, executor);
      },
      aclnnDiag);
}

class DiagStatus : public PhaseOneTest {};

TEST_F(DiagStatus, Table) {
  const auto plan = [&](const aclTensor* self, int64_t diagonal, aclTensor* out) {
    return Call("aclnnDiag", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDiagGetWorkspaceSize(self, diagonal, out, size, executor);
    });
  };
  const Descriptor row(Shape{3});
  const Descriptor matrix(Shape{4, 4});
  const Descriptor box(Shape{2, 2, 2});
  const Descriptor whole(Shape{3}, ACL_INT32);
  EXPECT_EQ(plan(row.Get(), -1, matrix.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(matrix.Get(), 1, row.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, 1, row.Get()), kNullptr);
  EXPECT_EQ(plan(row.Get(), 1, nullptr), kNullptr);
  EXPECT_EQ(plan(row.Get(), 0, matrix.Get()), kInvalid);
  ExpectMessage({"out", "[3, 3]", "[4, 4]"});
  EXPECT_EQ(plan(matrix.Get(), 0, row.Get()), kInvalid);
  ExpectMessage({"out", "[4]", "[3]"});
  for (const int64_t diagonal : {int64_t{4}, int64_t{-4}, INT64_MAX, INT64_MIN}) {
    EXPECT_EQ(plan(matrix.Get(), diagonal, row.Get()), kInvalid);
    ExpectMessage({"diagonal", "[4, 4]"});
    EXPECT_EQ(plan(row.Get(), diagonal, matrix.Get()), kInvalid);
  }
  EXPECT_EQ(plan(box.Get(), 0, row.Get()), kInvalid);
  ExpectMessage({"self", "1 or 2 dims"});
  EXPECT_EQ(plan(matrix.Get(), 1, whole.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT", "INT32"});
}

// ---- aclnnStridedSlice

struct Masks {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t ellipsis = 0;
  int64_t newAxis = 0;
  int64_t shrink = 0;
};

// The indices along each dim of self that remain, in order, and the shape of the result.
void ExpectSliced(const Shape& shape, const Shape& begin, const Shape& end, const Shape& strides,
                  const Masks& masks, const std::vector<Shape>& indices, const Shape& result) {
  const IntArray first(begin);
  const IntArray last(end);
  const IntArray steps(strides);
  Shape counts;
  for (const Shape& ofDim : indices) {
    counts.push_back(static_cast<int64_t>(ofDim.size()));
  }
  ExpectMoved(
      shape, result,
      [&](const Shape& index) {
        // Dims of one element are the same with and without them.
        const Shape chosen = IndexOf(counts, static_cast<int64_t>(FlatIndex(result, index)));
        Shape from;
        for (size_t d = 0; d < chosen.size(); ++d) {
          from.push_back(indices[d][static_cast<size_t>(chosen[d])]);
        }
        return std::optional(static_cast<int64_t>(FlatIndex(shape, from)));
      },
      [&](aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnStridedSliceGetWorkspaceSize(self, first.Get(), last.Get(), steps.Get(), masks.begin,
                                                 masks.end, masks.ellipsis, masks.newAxis, masks.shrink, out,
                                                 size, executor);
      },
      aclnnStridedSlice);
}

TEST(StridedSlice, Ranges) {
  ExpectSliced({7}, {1}, {6}, {2}, {}, {{1, 3, 5}}, {3});
  ExpectSliced({7}, {-3}, {100}, {1}, {}, {{4, 5, 6}}, {3});
  ExpectSliced({7}, {-100}, {-5}, {1}, {}, {{0, 1}}, {2});
  ExpectSliced({7}, {5}, {2}, {1}, {}, {{}}, {0});
  ExpectSliced({7}, {3}, {3}, {1}, {1, 0}, {{0, 1, 2}}, {3});
  ExpectSliced({7}, {3}, {3}, {3}, {0, 1}, {{3, 6}}, {2});
  ExpectSliced({3, 4}, {1}, {3}, {1}, {}, {{1, 2}, {0, 1, 2, 3}}, {2, 4});
  ExpectSliced({3, 0}, {0}, {2}, {1}, {}, {{0, 1}, {}}, {2, 0});
  ExpectSliced({7}, {1}, {INT64_MAX}, {INT64_MAX}, {}, {{1}}, {1});
}

TEST(StridedSlice, Backwards) {
  ExpectSliced({7}, {5}, {1}, {-2}, {}, {{5, 3}}, {2});
  ExpectSliced({7}, {-1}, {-8}, {-3}, {}, {{6, 3, 0}}, {3});
  ExpectSliced({7}, {0}, {0}, {-1}, {1, 1}, {{6, 5, 4, 3, 2, 1, 0}}, {7});
  ExpectSliced({7}, {100}, {4}, {-1}, {}, {{6, 5}}, {2});
  ExpectSliced({7}, {2}, {5}, {-1}, {}, {{}}, {0});
  ExpectSliced({7}, {6}, {INT64_MIN}, {INT64_MIN}, {}, {{6}}, {1});
  ExpectSliced({2, 3, 4}, {1, 2, 3}, {-3, 0, -5}, {-1, -1, -2}, {}, {{1, 0}, {2, 1}, {3, 1}}, {2, 2, 2});
}

TEST(StridedSlice, MasksOfEntries) {
  // [1:3, ..., 2]
  ExpectSliced({4, 5, 6}, {1, 0, 2}, {3, 0, 0}, {1, 1, 1}, {0, 0, 2, 0, 4}, {{1, 2}, {0, 1, 2, 3, 4}, {2}},
               {2, 5});
  // [newaxis, -1, ::2]
  ExpectSliced({4, 5}, {0, -1, 0}, {0, 0, 0}, {1, 1, 2}, {4, 4, 0, 1, 2}, {{3}, {0, 2, 4}}, {1, 3});
  // [..., newaxis]
  ExpectSliced({4, 5}, {0, 0}, {0, 0}, {1, 1}, {0, 0, 1, 2, 0}, {{0, 1, 2, 3}, {0, 1, 2, 3, 4}}, {4, 5, 1});
  // An ellipsis for no dims; the bit of an ellipsis comes before that of a new dim.
  ExpectSliced({4, 5}, {1, 0, 2}, {2, 0, 4}, {1, 1, 1}, {0, 0, 2, 2, 2}, {{1}, {2, 3}}, {1, 2});
  // All dims are dropped, and of none some are made.
  ExpectSliced({4, 5}, {1, -2}, {0, 0}, {1, 1}, {0, 0, 0, 0, 3}, {{1}, {3}}, {});
  ExpectSliced({}, {0, 0}, {0, 0}, {1, 1}, {0, 0, 0, 3, 0}, {}, {1, 1});
}

TEST_F(DiagStatus, StridedSlice) {
  const Descriptor self(Shape{4, 5});
  const Descriptor out(Shape{2, 5});
  const IntArray one({1});
  const IntArray three({3});
  const IntArray zero({0});
  const IntArray back({-1});
  const IntArray two({1, 1});
  const IntArray many({1, 1, 1});
  const auto plan = [&](const aclTensor* tensor, const aclIntArray* begin, const aclIntArray* end,
                        const aclIntArray* strides, const Masks& masks, aclTensor* result) {
    return Call("aclnnStridedSlice", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnStridedSliceGetWorkspaceSize(tensor, begin, end, strides, masks.begin, masks.end,
                                               masks.ellipsis, masks.newAxis, masks.shrink, result, size,
                                               executor);
    });
  };
  EXPECT_EQ(plan(self.Get(), one.Get(), three.Get(), one.Get(), {}, out.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, one.Get(), three.Get(), one.Get(), {}, out.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), nullptr, three.Get(), one.Get(), {}, out.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), one.Get(), nullptr, one.Get(), {}, out.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), one.Get(), three.Get(), nullptr, {}, out.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), one.Get(), three.Get(), one.Get(), {}, nullptr), kNullptr);
  EXPECT_EQ(plan(self.Get(), one.Get(), two.Get(), one.Get(), {}, out.Get()), kInvalid);
  ExpectMessage({"end", "2 for 1"});
  EXPECT_EQ(plan(self.Get(), one.Get(), three.Get(), two.Get(), {}, out.Get()), kInvalid);
  ExpectMessage({"strides", "2 for 1"});
  EXPECT_EQ(plan(self.Get(), one.Get(), three.Get(), zero.Get(), {}, out.Get()), kInvalid);
  ExpectMessage({"strides", "other than 0"});
  EXPECT_EQ(plan(self.Get(), one.Get(), three.Get(), back.Get(), {.shrink = 1}, out.Get()), kInvalid);
  ExpectMessage({"strides", "above 0"});
  const IntArray four({4});
  EXPECT_EQ(plan(self.Get(), four.Get(), three.Get(), one.Get(), {.shrink = 1}, out.Get()), kInvalid);
  ExpectMessage({"begin", "4 at entry 0"});
  EXPECT_EQ(plan(self.Get(), many.Get(), many.Get(), many.Get(), {}, out.Get()), kInvalid);
  ExpectMessage({"begin", "3 for 2"});
  EXPECT_EQ(plan(self.Get(), two.Get(), two.Get(), two.Get(), {.ellipsis = 3}, out.Get()), kInvalid);
  ExpectMessage({"ellipsisMask"});
  EXPECT_EQ(plan(self.Get(), one.Get(), one.Get(), one.Get(), {}, out.Get()), kInvalid);
  ExpectMessage({"out", "[0, 5]", "[2, 5]"});
  const IntArray seven({1, 1, 1, 1, 1, 1, 1});
  EXPECT_EQ(plan(self.Get(), seven.Get(), seven.Get(), seven.Get(), {.newAxis = 127}, out.Get()), kInvalid);
  ExpectMessage({"newAxisMask", "at most 8 dims"});
}

}  // namespace
}  // namespace openaclnn::testing
