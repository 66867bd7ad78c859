// SPDX-License-Identifier: Apache-2.0
//
// Slices that indices name, against an oracle that says for each element of the result where it comes from.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_index_select.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr aclnnStatus kVectorCoreException = 507035;

Array Slices(const Shape& shape, aclDataType dtype) {
  Random random(7);
  return dtype == ACL_BOOL ? random.Integers(shape, dtype, 0, 2) : random.Integers(shape, dtype, 0, 100);
}

bool Unwritten(const DeviceTensor& tensor) {
  const Array read = tensor.Read();
  return std::all_of(read.values.begin(), read.values.end(), [](double value) { return IsUnwritten(value); });
}

struct Layouts {
  Layout self;
  Layout index;
  Layout out;
};

aclnnStatus Select(const DeviceTensor& self, int64_t dim, const DeviceTensor& index,
                   const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnIndexSelectGetWorkspaceSize(self.Get(), dim, index.Get(), out.Get(), size, executor);
      },
      aclnnIndexSelect);
}

aclnnStatus LookUp(const DeviceTensor& weight, const DeviceTensor& indices, const DeviceTensor& out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnEmbeddingGetWorkspaceSize(weight.Get(), indices.Get(), out.Get(), size, executor);
      },
      aclnnEmbedding);
}

void ExpectSelected(const Shape& shape, int64_t dim, int64_t count, aclDataType dtype = ACL_FLOAT,
                    aclDataType indexDtype = ACL_INT64, const Layouts& layouts = {}) {
  const auto place = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
  const Array values = Slices(shape, dtype);
  const Array index = Random(11).Integers({count}, indexDtype, 0, shape[place]);
  Shape result = shape;
  result[place] = count;
  const DeviceTensor self(values, dtype, layouts.self);
  const DeviceTensor indices(index, indexDtype, layouts.index);
  const DeviceTensor out = DeviceTensor::Output(result, dtype, layouts.out);
  ASSERT_EQ(Select(self, dim, indices, out), ACL_SUCCESS) << LastMessage();
  Array expected{result, {}};
  for (int64_t i = 0; i < NumElements(result); ++i) {
    Shape from = IndexOf(result, i);
    from[place] = static_cast<int64_t>(index.values[static_cast<size_t>(from[place])]);
    expected.values.push_back(At(values, from));
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(IndexSelect, EveryType) {
  for (const aclDataType dtype : kElementDtypes) {
    for (const aclDataType index : {ACL_INT64, ACL_INT32}) {
      SCOPED_TRACE(dtype);
      ExpectSelected({5, 7, 3}, 1, 9, dtype, index);
    }
  }
}

TEST(IndexSelect, EveryDimAndLayout) {
  const Shape shape{4, 6, 5};
  const Layout other = Layout::Transposed(3).WithOffset(3);
  for (int64_t dim = -3; dim < 3; ++dim) {
    for (const Layouts& layouts : {Layouts{}, Layouts{other, {}, {}}, Layouts{{}, {}, Layout::Transposed(3)},
                                   Layouts{other, {}, other}}) {
      ExpectSelected(shape, dim, 8, ACL_FLOAT, ACL_INT64, layouts);
      ExpectSelected(shape, dim, 8, ACL_INT8, ACL_INT32, layouts);
    }
  }
}

TEST(IndexSelect, Sizes) {
  ExpectSelected({3000, 2}, 0, 5000);
  ExpectSelected({2, 20000}, 1, 3);
  ExpectSelected({3, 40000}, 0, 7);
  ExpectSelected({5, 3}, 0, 0);
  ExpectSelected({1}, 0, 1);
}

TEST(IndexSelect, WithoutDims) {
  const DeviceTensor self(Array{{}, {5}}, ACL_FLOAT);
  const DeviceTensor index(Array{{}, {0}}, ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({}, ACL_FLOAT);
  ASSERT_EQ(Select(self, -1, index, out), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, std::vector<double>{5});
}

TEST(Embedding, EveryTypeAndRank) {
  for (const aclDataType dtype : kElementDtypes) {
    for (const Shape& shape : {Shape{}, Shape{6}, Shape{2, 3, 4}, Shape{0, 3}}) {
      const Array table = Slices({5, 3}, dtype);
      const Array index = Random(3).Integers(shape, ACL_INT32, 0, 5);
      Shape result = shape;
      result.push_back(3);
      const DeviceTensor weight(table, dtype, Layout::Transposed(2));
      const DeviceTensor indices(index, ACL_INT32);
      const DeviceTensor out = DeviceTensor::Output(result, dtype);
      ASSERT_EQ(LookUp(weight, indices, out), ACL_SUCCESS) << LastMessage();
      Array expected{result, {}};
      for (const double row : index.values) {
        for (int64_t column = 0; column < 3; ++column) {
          expected.values.push_back(At(table, {static_cast<int64_t>(row), column}));
        }
      }
      EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
    }
  }
}

TEST(Selection, IndicesOutsideAreFoundBeforeAnythingIsWritten) {
  for (const double wrong : {-1.0, 5.0}) {
    const DeviceTensor self(Slices({5, 3}, ACL_FLOAT), ACL_FLOAT);
    const DeviceTensor index(Array{{4}, {0, 4, wrong, wrong}}, ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({4, 3}, ACL_FLOAT);
    EXPECT_EQ(Select(self, 0, index, out), kVectorCoreException);
    EXPECT_NE(LastMessage().find("at element 2"), std::string::npos) << LastMessage();
    EXPECT_TRUE(Unwritten(out));
    const DeviceTensor rows = DeviceTensor::Output({4, 3}, ACL_FLOAT);
    EXPECT_EQ(LookUp(self, index, rows), kVectorCoreException);
    EXPECT_TRUE(Unwritten(rows));
  }
}

TEST(Selection, Statuses) {
  const DeviceTensor self(Slices({5, 3}, ACL_FLOAT), ACL_FLOAT);
  const DeviceTensor half(Slices({4, 3}, ACL_FLOAT16), ACL_FLOAT16);
  const DeviceTensor index(Array{{4}, {0, 1, 2, 3}}, ACL_INT64);
  const DeviceTensor fractions(Array{{4}, {0, 1, 2, 3}}, ACL_FLOAT);
  const DeviceTensor square(Array{{2, 2}, {0, 1, 2, 3}}, ACL_INT64);
  const DeviceTensor out = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  const DeviceTensor column = DeviceTensor::Output({4}, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const auto select = [&](const aclTensor* from, int64_t dim, const aclTensor* by, aclTensor* to) {
    return aclnnIndexSelectGetWorkspaceSize(from, dim, by, to, &size, &executor);
  };
  EXPECT_EQ(select(nullptr, 0, index.Get(), out.Get()), 161001);
  EXPECT_EQ(select(self.Get(), 0, nullptr, out.Get()), 161001);
  EXPECT_EQ(select(self.Get(), 0, index.Get(), nullptr), 161001);
  EXPECT_EQ(select(self.Get(), 2, index.Get(), out.Get()), 161002);
  EXPECT_EQ(select(self.Get(), 0, fractions.Get(), out.Get()), 161002);
  EXPECT_EQ(select(self.Get(), 0, square.Get(), out.Get()), 161002);
  EXPECT_EQ(select(self.Get(), 0, index.Get(), column.Get()), 161002);
  EXPECT_EQ(select(self.Get(), 0, index.Get(), half.Get()), 161002);
  const auto lookUp = [&](const aclTensor* from, const aclTensor* by, const aclTensor* to) {
    return aclnnEmbeddingGetWorkspaceSize(from, by, to, &size, &executor);
  };
  EXPECT_EQ(lookUp(nullptr, index.Get(), out.Get()), 161001);
  EXPECT_EQ(lookUp(column.Get(), index.Get(), out.Get()), 161002);
  EXPECT_EQ(lookUp(self.Get(), square.Get(), out.Get()), 161002);
  EXPECT_EQ(lookUp(self.Get(), index.Get(), half.Get()), 161002);
}

}  // namespace
}  // namespace openaclnn::testing
