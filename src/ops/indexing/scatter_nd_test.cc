// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterNd, aclnnScatterNdUpdate and aclnnInplaceScatterUpdate against loops over elements; and the
// statuses.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "aclnnop/aclnn_scatter_nd.h"
#include "aclnnop/aclnn_scatter_nd_update.h"
#include "aclnnop/aclnn_scatter_update.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

Array Scattered(Array data, const Array& indices, const Array& updates) {
  const int64_t depth = indices.shape.back();
  const int64_t rows = depth == 0 ? 0 : NumElements(indices.shape) / depth;
  const int64_t slice = rows == 0 ? 0 : NumElements(updates.shape) / rows;
  for (int64_t r = 0; r < rows; ++r) {
    int64_t place = 0;
    for (int64_t k = 0; k < depth; ++k) {
      place = place * data.shape[static_cast<size_t>(k)] +
              static_cast<int64_t>(indices.values[static_cast<size_t>(r * depth + k)]);
    }
    for (int64_t i = 0; i < slice; ++i) {
      data.values[static_cast<size_t>(place * slice + i)] =
          updates.values[static_cast<size_t>(r * slice + i)];
    }
  }
  return data;
}

struct Case {
  Shape data;
  Shape indices;
};
const std::vector<Case> kCases{{{7, 5}, {4, 1}},        {{7, 5}, {3, 4, 2}},
                               {{6, 3, 4, 5}, {20, 2}}, {{6, 3, 4, 5}, {2, 1, 3}},
                               {{9}, {30, 1}},          {{9}, {1}},
                               {{4, 6}, {2}},           {{5, 0, 3}, {2, 1}},
                               {{5, 3}, {0, 1}},        {{2, 2, 2, 2, 2, 2, 2, 2}, {5, 8}}};

class ScatterNd : public ::testing::Test {
 protected:
  static aclnnStatus Update(const DeviceTensor& self, const DeviceTensor& index, const DeviceTensor& source) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnScatterNdUpdateGetWorkspaceSize(self.Get(), index.Get(), source.Get(), size, executor);
        },
        aclnnScatterNdUpdate);
  }

  Array DrawIndices(const Case& given) {
    Array indices = Full(given.indices, 0);
    const int64_t depth = given.indices.back();
    for (size_t i = 0; i < indices.values.size(); ++i) {
      const int64_t extent = given.data[i % static_cast<size_t>(depth)];
      indices.values[i] = static_cast<double>(random_.Integer(0, extent));
    }
    return indices;
  }

  Random random_{8};
};

TEST_F(ScatterNd, EveryTypeShapeAndLayout) {
  for (const Case& given : kCases) {
    for (const aclDataType dtype : kElementDtypes) {
      const auto trace = TraceSeed(random_);
      Shape shape(given.indices.begin(), given.indices.end() - 1);
      shape.insert(shape.end(), given.data.begin() + given.indices.back(), given.data.end());
      const Array data = random_.Integers(given.data, dtype, 0, 2);
      const Array updates = random_.Integers(shape, dtype, 0, 2);
      const aclDataType indexType = dtype == ACL_FLOAT ? ACL_INT32 : ACL_INT64;
      const Array indices = DrawIndices(given);
      const Array expected = Scattered(data, indices, updates);
      for (const bool transposed : {false, true}) {
        const auto layout = [&](const Shape& dims) {
          return transposed ? Layout::Transposed(dims.size()).WithOffset(2) : Layout();
        };
        const DeviceTensor self(data, dtype, layout(given.data));
        const DeviceTensor index(indices, indexType, layout(given.indices));
        const DeviceTensor source(updates, dtype, layout(shape));
        const DeviceTensor out = DeviceTensor::Output(given.data, dtype, layout(given.data));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnScatterNdGetWorkspaceSize(self.Get(), index.Get(), source.Get(),
                                                              out.Get(), size, executor);
                      },
                      aclnnScatterNd),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(out.CanariesIntact());
        ASSERT_EQ(Update(self, index, source), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(self.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(self.CanariesIntact());
      }
    }
  }
}

TEST_F(ScatterNd, IndicesOutOfRange) {
  for (const int64_t wrong : {-1, 4}) {
    const DeviceTensor self(Full({5, 4}, 1), ACL_FLOAT);
    const DeviceTensor index(FromIntegers({2, 2}, {4, 3, 0, wrong}), ACL_INT64);
    const DeviceTensor source(Full({2}, 9), ACL_FLOAT);
    EXPECT_EQ(Update(self, index, source), 507035);
    EXPECT_NE(LastMessage().find("indices: expected values in [0, 4), got " + std::to_string(wrong)),
              std::string::npos)
        << LastMessage();
    EXPECT_TRUE(Near(self.Read(), Full({5, 4}, 1), Tolerance::Exact(ACL_FLOAT)));
  }
}

// Parts of a dim, for batches in order or by their number.
TEST_F(ScatterNd, PartsOfADim) {
  struct Part {
    Shape data;
    Shape updates;
    int64_t axis;
  };
  for (const Part& part : std::vector<Part>{{{3, 4, 10, 5}, {3, 4, 1, 5}, -2},
                                            {{3, 4, 10, 5}, {2, 4, 3, 5}, 2},
                                            {{6, 9}, {6, 2}, 1},
                                            {{4, 7, 3}, {4, 7, 3}, 1},
                                            {{2, 3, 4, 5, 6}, {2, 3, 4, 5, 2}, -1}}) {
    for (const bool named : {false, true}) {
      for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_INT8, ACL_UINT8, ACL_INT32}) {
        const auto trace = TraceSeed(random_);
        const Array data = random_.Integers(part.data, dtype, 0, 100);
        const Array updates = random_.Integers(part.updates, dtype, 0, 100);
        const auto axis = static_cast<size_t>(
            part.axis < 0 ? part.axis + static_cast<int64_t>(part.data.size()) : part.axis);
        const int64_t batches = part.updates[0];
        const int64_t room = part.data[axis] - part.updates[axis] + 1;
        std::vector<int64_t> numbers;
        std::vector<std::pair<int64_t, int64_t>> starts;
        for (int64_t b = 0; b < batches; ++b) {
          starts.emplace_back(named ? part.data[0] - 1 - b : b, random_.Integer(0, room));
          if (named) {
            numbers.push_back(starts.back().first);
          }
          numbers.push_back(starts.back().second);
        }
        Array expected = data;
        for (size_t i = 0; i < updates.values.size(); ++i) {
          Shape place = IndexOf(part.updates, static_cast<int64_t>(i));
          const auto [batch, start] = starts[static_cast<size_t>(place[0])];
          place[0] = batch;
          place[axis] += start;
          expected.values[FlatIndex(part.data, place)] = updates.values[i];
        }
        const DeviceTensor self(data, dtype, Layout::Transposed(part.data.size()));
        const DeviceTensor index(FromIntegers(named ? Shape{batches, 2} : Shape{batches}, numbers),
                                 ACL_INT32);
        const DeviceTensor source(updates, dtype);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnInplaceScatterUpdateGetWorkspaceSize(
                            self.Get(), index.Get(), source.Get(), part.axis, size, executor);
                      },
                      aclnnInplaceScatterUpdate),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(self.Read(), expected, Tolerance::Exact(dtype)));
        EXPECT_TRUE(self.CanariesIntact());
      }
    }
  }
  // The part fits behind the index, or nothing is written.
  const DeviceTensor self(Full({1, 4}, 1), ACL_FLOAT);
  const DeviceTensor index(FromIntegers({}, {3}), ACL_INT64);
  const DeviceTensor source(Full({1, 2}, 9), ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceScatterUpdateGetWorkspaceSize(self.Get(), index.Get(), source.Get(), 1,
                                                                   size, executor);
                },
                aclnnInplaceScatterUpdate),
            507035);
  EXPECT_NE(LastMessage().find("indices: expected values in [0, 3), got 3"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(self.Read(), Full({1, 4}, 1), Tolerance::Exact(ACL_FLOAT)));
}

class ScatterNdChecks : public PhaseOneTest {};

TEST_F(ScatterNdChecks, Statuses) {
  const auto update = [&](const Shape& var, const Shape& indices, const Shape& updates,
                          aclDataType indexType = ACL_INT64) {
    const Descriptor self(var);
    const Descriptor index(indices, indexType);
    const Descriptor source(updates);
    return Call("aclnnScatterNdUpdate", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScatterNdUpdateGetWorkspaceSize(self.Get(), index.Get(), source.Get(), size, executor);
    });
  };
  EXPECT_EQ(update({4, 5}, {3, 1}, {3, 5}), ACL_SUCCESS);
  EXPECT_EQ(update({4, 5}, {3, 1}, {3, 4}), kInvalid);
  ExpectMessage({"updates", "[3, 5]"});
  EXPECT_EQ(update({4, 5}, {3, 3}, {3}), kInvalid);
  ExpectMessage({"indices"});
  EXPECT_EQ(update({4, 5}, {3, 0}, {3, 4, 5}), kInvalid);
  EXPECT_EQ(update({4, 5}, {}, {4, 5}), kInvalid);
  EXPECT_EQ(update({4, 5}, {3, 1}, {3, 5}, ACL_FLOAT), kInvalid);
  ExpectMessage({"indices", "FLOAT"});
  const Descriptor data({3, 4, 5});
  const auto parts = [&](const Shape& indices, const Shape& updates, int64_t axis) {
    const Descriptor index(indices, ACL_INT64);
    const Descriptor source(updates);
    return Call("aclnnInplaceScatterUpdate", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceScatterUpdateGetWorkspaceSize(data.Get(), index.Get(), source.Get(), axis, size,
                                                       executor);
    });
  };
  EXPECT_EQ(parts({3}, {3, 2, 5}, 1), ACL_SUCCESS);
  EXPECT_EQ(parts({3}, {3, 2, 5}, 0), kInvalid);
  ExpectMessage({"axis"});
  EXPECT_EQ(parts({3}, {3, 2, 5}, 3), kInvalid);
  EXPECT_EQ(parts({3}, {3, 2, 5}, 2), kInvalid);
  ExpectMessage({"updates"});
  EXPECT_EQ(parts({2}, {3, 2, 5}, 1), kInvalid);
  ExpectMessage({"indices"});
  EXPECT_EQ(parts({3, 3}, {3, 2, 5}, 1), kInvalid);
  EXPECT_EQ(parts({3}, {3, 5, 5}, 1), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
