// SPDX-License-Identifier: Apache-2.0
//
// aclnnConfusionTranspose and aclnnChunkCat against loops over elements; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_chunk_cat.h"
#include "aclnnop/aclnn_confusion_transpose.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

class ConfusionTranspose : public StatusTest {
 protected:
  Random random_{41};
};

Array Permuted(const Array& x, const Shape& order) {
  Shape shape;
  for (const int64_t dim : order) {
    shape.push_back(x.shape[static_cast<size_t>(dim)]);
  }
  Array result = Full(shape, 0);
  for (size_t i = 0; i < result.values.size(); ++i) {
    const Shape at = IndexOf(shape, static_cast<int64_t>(i));
    Shape from(at.size());
    for (size_t d = 0; d < at.size(); ++d) {
      from[static_cast<size_t>(order[d])] = at[d];
    }
    result.values[i] = x.values[FlatIndex(x.shape, from)];
  }
  return result;
}

TEST_F(ConfusionTranspose, EveryTypeOrderAndLayout) {
  struct Case {
    Shape x;
    Shape perm;
    Shape shape;
    bool first;
  };
  for (const Case& given : std::vector<Case>{{{4, 6}, {1, 0}, {3, 8}, true},
                                             {{4, 6}, {1, 0}, {3, 8}, false},
                                             {{2, 3, 40, 5}, {0, 2, 1, 3}, {80, 15}, true},
                                             {{80, 15}, {0, 2, 1, 3}, {2, 40, 3, 5}, false},
                                             {{70, 130}, {1, 0}, {65, 140}, true},
                                             {{3, 4}, {2, 0, 1}, {2, 2, 3}, false},
                                             {{0, 4}, {1, 0}, {2, 0}, true}}) {
    for (const aclDataType dtype : kElementDtypes) {
      const auto trace = TraceSeed(random_);
      const Array x = random_.Integers(given.x, dtype, 0, 2);
      Array expected = given.first ? Permuted(x, given.perm) : x;
      expected.shape = given.shape;
      if (!given.first) {
        expected = Permuted(expected, given.perm);
      }
      Shape negative = given.perm;
      negative[0] -= static_cast<int64_t>(negative.size());
      const IntArray perm(negative);
      const IntArray shape(given.shape);
      for (const bool transposed : {false, true}) {
        const auto layout = [&](size_t rank) {
          return transposed ? Layout::Transposed(rank).WithOffset(2) : Layout();
        };
        const DeviceTensor in(x, dtype, layout(given.x.size()));
        const DeviceTensor out = DeviceTensor::Output(expected.shape, dtype, layout(expected.shape.size()));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnConfusionTransposeGetWorkspaceSize(
                            in.Get(), perm.Get(), shape.Get(), given.first, out.Get(), size, executor);
                      },
                      aclnnConfusionTranspose),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(ConfusionTranspose, Statuses) {
  const Descriptor x({4, 6});
  const Descriptor out({3, 8});
  const Descriptor half({3, 8}, ACL_FLOAT16);
  const IntArray perm({1, 0});
  const IntArray twice({0, 0});
  const IntArray more({0, 1, 2});
  const IntArray shape({3, 8});
  const IntArray fewer({3, 7});
  const IntArray minus({-3, -8});
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* a, const aclIntArray* order,
                          const aclIntArray* dims, const aclTensor* b, bool first = true) {
    ExpectCall("aclnnConfusionTranspose", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnConfusionTransposeGetWorkspaceSize(a, order, dims, first, const_cast<aclTensor*>(b), size,
                                                     executor);
    });
  };
  expect(ACL_SUCCESS, "", x.Get(), perm.Get(), shape.Get(), out.Get());
  expect(kNullptr, "x", nullptr, perm.Get(), shape.Get(), out.Get());
  expect(kNullptr, "perm", x.Get(), nullptr, shape.Get(), out.Get());
  expect(kNullptr, "shape", x.Get(), perm.Get(), nullptr, out.Get());
  expect(kNullptr, "out", x.Get(), perm.Get(), shape.Get(), nullptr);
  expect(kInvalid, "perm", x.Get(), twice.Get(), shape.Get(), out.Get());
  expect(kInvalid, "perm", x.Get(), more.Get(), shape.Get(), out.Get());
  expect(kInvalid, "shape", x.Get(), perm.Get(), fewer.Get(), out.Get());
  expect(kInvalid, "shape", x.Get(), perm.Get(), minus.Get(), out.Get());
  expect(kInvalid, "out", x.Get(), perm.Get(), shape.Get(), out.Get(), false);
  expect(kInvalid, "out", x.Get(), perm.Get(), shape.Get(), half.Get());
}

class ChunkCat : public StatusTest {
 protected:
  static aclnnStatus Run(const TensorList& tensors, int64_t dim, int64_t chunks, const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnChunkCatGetWorkspaceSize(tensors.Get(), dim, chunks, out.Get(), size, executor);
        },
        aclnnChunkCat);
  }

  Random random_{42};
};

TEST_F(ChunkCat, EveryTypeShapeAndLayout) {
  struct Case {
    std::vector<Shape> shapes;
    int64_t dim;
    int64_t chunks;
  };
  for (const Case& given : std::vector<Case>{{{{7, 3}, {2}, {4, 2, 2}}, 0, 3},
                                             {{{8, 600}, {4}}, 0, 4},
                                             {{{2, 5, 3}, {2, 4}}, 1, 4},
                                             {{{3, 1}, {3, 9}}, -1, 5},
                                             {{{0, 3}, {6}}, 0, 2},
                                             {{{5, 0}}, 0, 2}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool wider : {false, true}) {
        const auto trace = TraceSeed(random_);
        const auto dim = static_cast<size_t>(
            given.dim < 0 ? given.dim + static_cast<int64_t>(given.shapes[0].size()) : given.dim);
        const Shape before(given.shapes[0].begin(), given.shapes[0].begin() + static_cast<ptrdiff_t>(dim));
        std::vector<DeviceTensor> tensors;
        std::vector<Array> values;
        int64_t length = 0;
        for (const Shape& shape : given.shapes) {
          values.push_back(random_.Uniform(shape, dtype, -1, 1));
          tensors.emplace_back(values.back(), dtype,
                               wider ? Layout::Transposed(shape.size()).WithOffset(1) : Layout());
          const Shape behind(shape.begin() + static_cast<ptrdiff_t>(dim) + 1, shape.end());
          length += (shape[dim] + given.chunks - 1) / given.chunks * NumElements(behind);
        }
        Shape result = before;
        result.insert(result.end(), {given.chunks, length});
        Array expected = Full(result, 0);
        int64_t first = 0;
        for (const Array& tensor : values) {
          const Shape behind(tensor.shape.begin() + static_cast<ptrdiff_t>(dim) + 1, tensor.shape.end());
          const int64_t inner = NumElements(behind);
          const int64_t extent = tensor.shape[dim];
          const int64_t chunk = (extent + given.chunks - 1) / given.chunks;
          for (size_t i = 0; i < tensor.values.size(); ++i) {
            const auto at = static_cast<int64_t>(i);
            const int64_t row = at / inner % extent;
            const int64_t outer = at / inner / extent;
            const int64_t column = first + row % chunk * inner + at % inner;
            expected.values[static_cast<size_t>((outer * given.chunks + row / chunk) * length + column)] =
                tensor.values[i];
          }
          first += chunk * inner;
        }
        const TensorList list = TensorList::Of(tensors);
        ExpectInEachLayout(expected, Tolerance::Exact(wider ? ACL_FLOAT : dtype),
                           [&](const Layout& /*layout*/, const DeviceTensor& out) {
                             return Run(list, given.dim, given.chunks, out);
                           });
      }
    }
  }
}

TEST_F(ChunkCat, Statuses) {
  const Descriptor first({4, 3});
  const Descriptor second({2, 5});
  const Descriptor number({});
  const Descriptor half({4, 3}, ACL_FLOAT16);
  const Descriptor whole({4, 3}, ACL_INT32);
  const Descriptor out({2, 11});
  const Descriptor halves({2, 11}, ACL_FLOAT16);
  const TensorList both({first.Get(), second.Get()});
  const TensorList none(std::vector<const aclTensor*>{});
  const TensorList hole({first.Get(), nullptr});
  const TensorList mixed({first.Get(), half.Get()});
  const TensorList integers({whole.Get()});
  const TensorList numbers({number.Get()});
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensorList* list, int64_t dim,
                          int64_t chunks, const aclTensor* a) {
    ExpectCall("aclnnChunkCat", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnChunkCatGetWorkspaceSize(list, dim, chunks, const_cast<aclTensor*>(a), size, executor);
    });
  };
  expect(ACL_SUCCESS, "", both.Get(), 0, 2, out.Get());
  expect(kNullptr, "tensors", nullptr, 0, 2, out.Get());
  expect(kNullptr, "tensors[1]", hole.Get(), 0, 2, out.Get());
  expect(kNullptr, "out", both.Get(), 0, 2, nullptr);
  expect(kInvalid, "tensors", none.Get(), 0, 2, out.Get());
  expect(kInvalid, "tensors[1]", mixed.Get(), 0, 2, out.Get());
  expect(kInvalid, "tensors[0]", integers.Get(), 0, 2, out.Get());
  expect(kInvalid, "tensors[0]", numbers.Get(), 0, 2, out.Get());
  expect(kInvalid, "tensors[1]", both.Get(), 1, 2, out.Get());
  expect(kInvalid, "dim", both.Get(), 2, 2, out.Get());
  expect(kInvalid, "numChunks", both.Get(), 0, 0, out.Get());
  expect(kInvalid, "out", both.Get(), 0, 3, out.Get());
  expect(kInvalid, "out", both.Get(), 0, 2, halves.Get());
}

}  // namespace
}  // namespace openaclnn::testing
