// SPDX-License-Identifier: Apache-2.0
//
// aclnnGatherNd, aclnnGatherV3 and aclnnTfScatterAdd against loops over elements; and the statuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aclnnop/aclnn_gather_nd.h"
#include "aclnnop/aclnn_gather_v3.h"
#include "aclnnop/aclnn_tf_scatter_add.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

aclnnStatus GatherNd(const DeviceTensor& self, const DeviceTensor& indices, bool negative,
                     const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGatherNdGetWorkspaceSize(self.Get(), indices.Get(), negative, out.Get(), size, executor);
      },
      aclnnGatherNd);
}
aclnnStatus GatherV3(const DeviceTensor& self, int64_t dim, const DeviceTensor& index, int64_t batch,
                     const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGatherV3GetWorkspaceSize(self.Get(), dim, index.Get(), batch, 1, out.Get(), size,
                                             executor);
      },
      aclnnGatherV3);
}
aclnnStatus Add(const DeviceTensor& var, const DeviceTensor& indices, const DeviceTensor& updates) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnTfScatterAddGetWorkspaceSize(var.Get(), indices.Get(), updates.Get(), size, executor);
      },
      aclnnTfScatterAdd);
}

// The number of the slice that row r of indices names.
int64_t SliceAt(const Shape& table, const Array& indices, int64_t row) {
  const int64_t depth = indices.shape.back();
  int64_t place = 0;
  for (int64_t k = 0; k < depth; ++k) {
    const int64_t extent = table[static_cast<size_t>(k)];
    const auto index = static_cast<int64_t>(indices.values[static_cast<size_t>(row * depth + k)]);
    place = place * extent + (index < 0 ? index + extent : index);
  }
  return place;
}

class Rows : public ::testing::Test {
 protected:
  Array DrawIndices(const Shape& table, const Shape& shape, bool negative) {
    Array indices = Full(shape, 0);
    for (size_t i = 0; i < indices.values.size(); ++i) {
      const int64_t extent = table[i % static_cast<size_t>(shape.back())];
      indices.values[i] = static_cast<double>(random_.Integer(negative ? -extent : 0, extent));
    }
    return indices;
  }
  static Layout LayoutOf(const Shape& shape, bool transposed) {
    return transposed ? Layout::Transposed(shape.size()).WithOffset(2) : Layout();
  }

  Random random_{81};
};

TEST_F(Rows, GatherNd) {
  struct Case {
    Shape self;
    Shape indices;
  };
  for (const Case& given : std::vector<Case>{{{7, 5}, {4, 1}},
                                             {{7, 5}, {3, 4, 2}},
                                             {{6, 3, 4, 5}, {20, 2}},
                                             {{6, 3, 4, 5}, {2, 1, 3}},
                                             {{9}, {30, 1}},
                                             {{9}, {1}},
                                             {{5, 0, 3}, {2, 1}},
                                             {{5, 3}, {0, 1}},
                                             {{2, 2, 2, 2, 2, 2, 2, 2}, {5, 8}}}) {
    for (const aclDataType dtype : kElementDtypes) {
      const bool negative = dtype != ACL_INT8;
      const Array self = random_.Integers(given.self, dtype, 0, 100);
      const Array indices = DrawIndices(given.self, given.indices, negative);
      Shape shape(given.indices.begin(), given.indices.end() - 1);
      shape.insert(shape.end(), given.self.begin() + given.indices.back(), given.self.end());
      Array expected = Full(shape, 0);
      const int64_t rows = NumElements(given.indices) / given.indices.back();
      const int64_t slice = rows == 0 ? 0 : NumElements(shape) / rows;
      for (int64_t r = 0; r < rows; ++r) {
        for (int64_t i = 0; i < slice; ++i) {
          expected.values[static_cast<size_t>(r * slice + i)] =
              self.values[static_cast<size_t>(SliceAt(given.self, indices, r) * slice + i)];
        }
      }
      for (const bool transposed : {false, true}) {
        const DeviceTensor table(self, dtype, LayoutOf(given.self, transposed));
        const DeviceTensor index(indices, dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64,
                                 LayoutOf(given.indices, transposed));
        const DeviceTensor out = DeviceTensor::Output(shape, dtype, LayoutOf(shape, transposed));
        ASSERT_EQ(GatherNd(table, index, negative, out), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(Rows, GatherV3) {
  struct Case {
    Shape self;
    int64_t dim;
    Shape index;
    int64_t batch;
  };
  for (const Case& given : std::vector<Case>{{{7, 5}, 0, {4}, 0},
                                             {{7, 5}, -1, {2, 3}, 0},
                                             {{3, 7, 5}, 1, {3, 4}, 1},
                                             {{3, 2, 7, 5}, 2, {3, 2, 4, 2}, 2},
                                             {{3, 2, 7, 5}, 2, {3, 4}, 1},
                                             {{3, 2, 7}, 2, {3, 2}, 2},
                                             {{3, 4}, 1, {3, 0}, 1}}) {
    for (const aclDataType dtype : kElementDtypes) {
      const Array self = random_.Integers(given.self, dtype, 0, 100);
      const auto rank = static_cast<int64_t>(given.self.size());
      const auto dim = static_cast<size_t>(given.dim < 0 ? given.dim + rank : given.dim);
      const auto batch = static_cast<size_t>(given.batch);
      const int64_t extent = given.self[dim];
      Array index = Full(given.index, 0);
      for (double& one : index.values) {
        one = static_cast<double>(random_.Integer(-extent, extent));
      }
      Shape shape(given.self.begin(), given.self.begin() + static_cast<ptrdiff_t>(dim));
      shape.insert(shape.end(), given.index.begin() + given.batch, given.index.end());
      shape.insert(shape.end(), given.self.begin() + static_cast<ptrdiff_t>(dim) + 1, given.self.end());
      Array expected = Full(shape, 0);
      for (int64_t i = 0; i < NumElements(shape); ++i) {
        const Shape at = IndexOf(shape, i);
        const size_t more = given.index.size() - batch;
        Shape ofIndex(at.begin(), at.begin() + given.batch);
        ofIndex.insert(ofIndex.end(), at.begin() + static_cast<ptrdiff_t>(dim),
                       at.begin() + static_cast<ptrdiff_t>(dim + more));
        const auto named = static_cast<int64_t>(BroadcastAt(index, ofIndex));
        Shape ofSelf(at.begin(), at.begin() + static_cast<ptrdiff_t>(dim));
        ofSelf.push_back(named < 0 ? named + extent : named);
        ofSelf.insert(ofSelf.end(), at.begin() + static_cast<ptrdiff_t>(dim + more), at.end());
        expected.values[static_cast<size_t>(i)] = static_cast<double>(BroadcastAt(self, ofSelf));
      }
      for (const bool transposed : {false, true}) {
        const DeviceTensor table(self, dtype, LayoutOf(given.self, transposed));
        const DeviceTensor indices(index, dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64,
                                   LayoutOf(given.index, transposed));
        const DeviceTensor out = DeviceTensor::Output(shape, dtype, LayoutOf(shape, transposed));
        ASSERT_EQ(GatherV3(table, given.dim, indices, given.batch, out), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
      }
    }
  }
}

TEST_F(Rows, TfScatterAdd) {
  struct Case {
    Shape var;
    Shape indices;
    bool each;
  };
  for (const Case& given : std::vector<Case>{{{7, 5}, {4}, true},
                                             {{7, 5}, {4, 3}, true},
                                             {{7}, {}, true},
                                             {{7, 5}, {4, 1}, false},
                                             {{6, 3, 4}, {20, 2}, false},
                                             {{9}, {30}, true},
                                             {{5, 3}, {0}, true}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT32, ACL_INT8, ACL_UINT8}) {
      const Array var = random_.Integers(given.var, dtype, 0, 3);
      Array rows = given.each ? DrawIndices(
                                    given.var,
                                    [&] {
                                      Shape shape = given.indices;
                                      shape.push_back(1);
                                      return shape;
                                    }(),
                                    false)
                              : DrawIndices(given.var, given.indices, false);
      Shape shape(rows.shape.begin(), rows.shape.end() - 1);
      shape.insert(shape.end(), given.var.begin() + rows.shape.back(), given.var.end());
      const Array updates = random_.Integers(shape, dtype, 0, 3);
      Array expected = var;
      const int64_t count = NumElements(rows.shape) / rows.shape.back();
      const int64_t slice = count == 0 ? 0 : NumElements(shape) / count;
      for (int64_t r = 0; r < count; ++r) {
        for (int64_t i = 0; i < slice; ++i) {
          expected.values[static_cast<size_t>(SliceAt(given.var, rows, r) * slice + i)] +=
              updates.values[static_cast<size_t>(r * slice + i)];
        }
      }
      rows.shape = given.indices;
      for (const bool transposed : {false, true}) {
        const DeviceTensor target(var, dtype, LayoutOf(given.var, transposed));
        const DeviceTensor index(rows, dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64);
        const DeviceTensor source(updates, dtype, LayoutOf(shape, transposed));
        ASSERT_EQ(Add(target, index, source), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(target.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(target.CanariesIntact());
      }
    }
  }
}

TEST_F(Rows, IndicesOutOfRange) {
  for (const int64_t wrong : {-1, 4}) {
    const DeviceTensor self(Full({5, 4}, 1), ACL_FLOAT);
    const DeviceTensor rows(FromIntegers({2, 2}, {4, 3, 0, wrong}), ACL_INT64);
    const DeviceTensor out(Full({2}, 7), ACL_FLOAT);
    EXPECT_EQ(GatherNd(self, rows, false, out), 507035);
    EXPECT_NE(LastMessage().find("indices: expected values in [0, 4), got " + std::to_string(wrong)),
              std::string::npos)
        << LastMessage();
    EXPECT_TRUE(Near(out.Read(), Full({2}, 7), Tolerance::Exact(ACL_FLOAT)));
    const DeviceTensor updates(Full({2}, 9), ACL_FLOAT);
    EXPECT_EQ(Add(self, rows, updates), 507035);
    EXPECT_TRUE(Near(self.Read(), Full({5, 4}, 1), Tolerance::Exact(ACL_FLOAT)));
    const DeviceTensor index(FromIntegers({5, 1}, {0, 1, wrong == 4 ? 4 : -5, 3, 0}), ACL_INT64);
    const DeviceTensor taken(Full({5, 1}, 7), ACL_FLOAT);
    EXPECT_EQ(GatherV3(self, 1, index, 1, taken), 507035);
    EXPECT_TRUE(Near(taken.Read(), Full({5, 1}, 7), Tolerance::Exact(ACL_FLOAT)));
  }
}

TEST_F(Rows, Statuses) {
  const DeviceTensor self = DeviceTensor::Output({4, 5}, ACL_FLOAT);
  const DeviceTensor other = DeviceTensor::Output({3}, ACL_DOUBLE);
  const DeviceTensor three = DeviceTensor::Output({3}, ACL_FLOAT);
  const DeviceTensor pairs(Full({3, 2}, 0), ACL_INT64);
  const DeviceTensor triples(Full({3, 3}, 0), ACL_INT64);
  const DeviceTensor floats(Full({3, 2}, 0), ACL_FLOAT);
  const DeviceTensor number(Full({}, 0), ACL_INT64);
  EXPECT_EQ(GatherNd(self, pairs, true, three), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(GatherNd(self, triples, true, three), kInvalid);
  EXPECT_NE(LastMessage().find("[3, 3] for [4, 5]"), std::string::npos) << LastMessage();
  EXPECT_EQ(GatherNd(self, number, true, three), kInvalid);
  EXPECT_EQ(GatherNd(self, floats, true, three), kInvalid);
  EXPECT_EQ(GatherNd(self, pairs, true, other), kInvalid);
  EXPECT_EQ(GatherNd(self, pairs, true, self), kInvalid);
  EXPECT_EQ(Add(self, triples, three), kInvalid);
  EXPECT_EQ(Add(self, pairs, self), kInvalid);
  EXPECT_EQ(Add(self, pairs, other), kInvalid);

  const DeviceTensor index(Full({4, 2}, 0), ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({4, 2}, ACL_FLOAT);
  EXPECT_EQ(GatherV3(self, 1, index, 1, out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(GatherV3(self, 0, index, 1, out), kInvalid);
  EXPECT_NE(LastMessage().find("batchDims"), std::string::npos) << LastMessage();
  EXPECT_EQ(GatherV3(self, 1, index, -1, out), kInvalid);
  EXPECT_EQ(GatherV3(self, 1, pairs, 1, out), kInvalid);
  EXPECT_NE(LastMessage().find("[3, 2] for [4, 5]"), std::string::npos) << LastMessage();
  EXPECT_EQ(GatherV3(self, 2, index, 0, out), kInvalid);
  EXPECT_EQ(GatherV3(self, 1, index, 0, out), kInvalid);

  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnGatherNdGetWorkspaceSize(nullptr, pairs.Get(), true, three.Get(), &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnGatherNdGetWorkspaceSize(self.Get(), nullptr, true, three.Get(), &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnGatherNdGetWorkspaceSize(self.Get(), pairs.Get(), true, nullptr, &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnGatherV3GetWorkspaceSize(self.Get(), 0, nullptr, 0, 1, out.Get(), &size, &executor),
            kNullptr);
  EXPECT_EQ(aclnnTfScatterAddGetWorkspaceSize(nullptr, pairs.Get(), three.Get(), &size, &executor), kNullptr);
  EXPECT_EQ(aclnnTfScatterAddGetWorkspaceSize(self.Get(), pairs.Get(), nullptr, &size, &executor), kNullptr);
}

}  // namespace
}  // namespace openaclnn::testing
