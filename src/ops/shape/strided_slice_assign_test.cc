// SPDX-License-Identifier: Apache-2.0
//
// aclnnStridedSliceAssignV2 against a loop over elements; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "aclnnop/aclnn_strided_slice_assign_v2.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Slice {
  Shape var;
  Shape begin;
  Shape end;
  Shape strides;
  std::optional<Shape> axes;
};

aclnnStatus Assign(aclTensor* var, const aclTensor* value, const Slice& slice) {
  const IntArray begin(slice.begin);
  const IntArray end(slice.end);
  const IntArray strides(slice.strides);
  const IntArray axes(slice.axes.value_or(Shape{}));
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnStridedSliceAssignV2GetWorkspaceSize(var, value, begin.Get(), end.Get(), strides.Get(),
                                                         slice.axes ? axes.Get() : nullptr, size, executor);
      },
      aclnnStridedSliceAssignV2);
}

// The indices of each dim that the slice has, as Python's ranges.
std::vector<Shape> IndicesOf(const Slice& slice) {
  std::vector<Shape> indices(slice.var.size());
  for (size_t d = 0; d < indices.size(); ++d) {
    for (int64_t i = 0; i < slice.var[d]; ++i) {
      indices[d].push_back(i);
    }
  }
  for (size_t k = 0; k < slice.begin.size(); ++k) {
    int64_t axis = slice.axes ? (*slice.axes)[k] : static_cast<int64_t>(k);
    axis += axis < 0 ? static_cast<int64_t>(slice.var.size()) : 0;
    const auto d = static_cast<size_t>(axis);
    const auto edge = [&](int64_t index) {
      return std::clamp<int64_t>(index < 0 ? index + slice.var[d] : index, 0, slice.var[d]);
    };
    indices[d].clear();
    for (int64_t i = edge(slice.begin[k]); i < edge(slice.end[k]); i += slice.strides[k]) {
      indices[d].push_back(i);
    }
  }
  return indices;
}

Shape ShapeOf(const std::vector<Shape>& indices) {
  Shape shape;
  for (const Shape& of : indices) {
    shape.push_back(static_cast<int64_t>(of.size()));
  }
  return shape;
}

class SliceAssign : public StatusTest {};

TEST_F(SliceAssign, EveryTypeSliceAndLayout) {
  Random random(4);
  for (const Slice& slice :
       std::vector<Slice>{{{7}, {2}, {6}, {2}, {}},
                          {{20, 31}, {4, 12}, {20, 20}, {3, 1}, Shape{0, 1}},
                          {{20, 31}, {-7}, {100}, {2}, Shape{-1}},
                          {{6, 5, 9}, {1, 3}, {6, 4}, {4, 1}, Shape{2, 0}},
                          {{6, 5, 9}, {-90}, {-1}, {1}, {}},
                          {{6, 5, 9}, {4}, {4}, {1}, {}},
                          {{6, 0, 9}, {1}, {4}, {1}, {}},
                          {{2, 3, 2, 3, 2, 3, 2, 3}, {1, 0}, {2, 3}, {1, 2}, Shape{7, 5}},
                          {{300, 411}, {1, 5}, {299, 400}, {2, 1}, {}},
                          {{}, {}, {}, {}, {}}}) {
    const std::vector<Shape> indices = IndicesOf(slice);
    const Shape shape = ShapeOf(indices);
    for (const aclDataType dtype : kElementDtypes) {
      const Array var = random.Integers(slice.var, dtype, 0, 2);
      const Array value = random.Integers(shape, dtype, 0, 2);
      Array expected = var;
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        Shape at = IndexOf(shape, i);
        for (size_t d = 0; d < at.size(); ++d) {
          at[d] = indices[d][static_cast<size_t>(at[d])];
        }
        expected.values[FlatIndex(var.shape, at)] = value.values[static_cast<size_t>(i)];
      }
      for (const bool transposed : {false, true}) {
        const Layout layout = transposed ? Layout::Transposed(shape.size()).WithOffset(3) : Layout();
        const DeviceTensor place(var, dtype, layout);
        const DeviceTensor source(value, dtype, layout);
        ASSERT_EQ(Assign(place.Get(), source.Get(), slice), ACL_SUCCESS) << LastMessage();
        EXPECT_EQ(place.Read().values, expected.values);
        EXPECT_TRUE(place.CanariesIntact());
      }
    }
  }
}

// The value is a part of the tensor: it is read before it is overwritten.
TEST_F(SliceAssign, FromItself) {
  const DeviceTensor var(MakeArray({6}, {1, 2, 3, 4, 5, 6}), ACL_FLOAT);
  const int64_t four = 4;
  const int64_t six = 6;
  const int64_t stride = 1;
  aclTensor* const part =
      aclCreateTensor(&four, 1, ACL_FLOAT, &stride, 0, ACL_FORMAT_ND, &six, 1, var.Data());
  ASSERT_EQ(Assign(var.Get(), part, {{6}, {2}, {6}, {1}, {}}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(var.Read().values, (std::vector<double>{1, 2, 1, 2, 3, 4}));
  EXPECT_EQ(aclDestroyTensor(part), ACL_SUCCESS);
}

TEST_F(SliceAssign, Statuses) {
  const Descriptor var({6, 8});
  const Descriptor value({2, 8});
  const IntArray begin({1});
  const IntArray end({5});
  const IntArray two({2});
  const IntArray none({0});
  const IntArray pair({0, 0});
  const IntArray rows({0});
  const auto plan = [&](aclnnStatus status, const char* said, aclTensor* self, const aclTensor* source,
                        const aclIntArray* from, const aclIntArray* to, const aclIntArray* step,
                        const aclIntArray* axes) {
    ExpectCall("aclnnStridedSliceAssignV2", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnStridedSliceAssignV2GetWorkspaceSize(self, source, from, to, step, axes, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", var.Get(), value.Get(), begin.Get(), end.Get(), two.Get(), rows.Get());
  plan(ACL_SUCCESS, "", var.Get(), value.Get(), begin.Get(), end.Get(), two.Get(), nullptr);
  plan(kNullptr, "varRef", nullptr, value.Get(), begin.Get(), end.Get(), two.Get(), nullptr);
  plan(kNullptr, "inputValue", var.Get(), nullptr, begin.Get(), end.Get(), two.Get(), nullptr);
  plan(kNullptr, "begin", var.Get(), value.Get(), nullptr, end.Get(), two.Get(), nullptr);
  plan(kNullptr, "end", var.Get(), value.Get(), begin.Get(), nullptr, two.Get(), nullptr);
  plan(kNullptr, "strides", var.Get(), value.Get(), begin.Get(), end.Get(), nullptr, nullptr);
  plan(kInvalid, "varRef", Descriptor({6, 8}, ACL_STRING).Get(), value.Get(), begin.Get(), end.Get(),
       two.Get(), nullptr);
  plan(kInvalid, "inputValue", var.Get(), Descriptor({2, 8}, ACL_INT32).Get(), begin.Get(), end.Get(),
       two.Get(), nullptr);
  plan(kInvalid, "inputValue", var.Get(), var.Get(), begin.Get(), end.Get(), two.Get(), nullptr);
  plan(kInvalid, "end", var.Get(), value.Get(), begin.Get(), pair.Get(), two.Get(), nullptr);
  plan(kInvalid, "strides", var.Get(), value.Get(), begin.Get(), end.Get(), none.Get(), nullptr);
  plan(kInvalid, "strides", var.Get(), value.Get(), begin.Get(), end.Get(), pair.Get(), nullptr);
  plan(kInvalid, "axesOptional", var.Get(), value.Get(), begin.Get(), end.Get(), two.Get(), two.Get());
  plan(kInvalid, "axesOptional", var.Get(), value.Get(), pair.Get(), pair.Get(), IntArray({1, 1}).Get(),
       pair.Get());
  plan(kInvalid, "begin", Descriptor({6}).Get(), Descriptor({2}).Get(), pair.Get(), pair.Get(),
       IntArray({1, 1}).Get(), nullptr);
}

}  // namespace
}  // namespace openaclnn::testing
