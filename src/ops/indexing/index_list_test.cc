// SPDX-License-Identifier: Apache-2.0
//
// aclnnIndex and aclnnIndexPutImpl against loops over all elements, in doubles; and their statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_index.h"
#include "aclnnop/aclnn_index_put_impl.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

// Of row-major order, dims aligned at the right, one of extent 1 standing for any.
size_t Flat(const Shape& shape, const Shape& at) {
  int64_t flat = 0;
  for (size_t d = 0; d < shape.size(); ++d) {
    const int64_t index = at[at.size() - shape.size() + d];
    flat = flat * shape[d] + (shape[d] == 1 ? 0 : index);
  }
  return static_cast<size_t>(flat);
}

// An entry of the list: indices of any shape, a mask, or nothing.
struct Entry {
  enum class Kind { kNull, kNone, kIndices, kMask } kind = Kind::kIndices;
  Shape shape{};
};
constexpr auto kNull = Entry::Kind::kNull;
constexpr auto kNone = Entry::Kind::kNone;  // as torch_npu writes it: [0], of self's type
constexpr auto kIndices = Entry::Kind::kIndices;
constexpr auto kMask = Entry::Kind::kMask;

struct Problem {
  Shape self;
  std::vector<Entry> list;
  aclDataType dtype = ACL_FLOAT;
  aclDataType indexDtype = ACL_INT64;
  Layout layout{};      // of self
  Layout listLayout{};  // of two-dimensional indices
  Shape values{};       // to put
};

// The list with data, and for each element of the result the element of self that it is.
struct Drawn {
  std::vector<DeviceTensor> tensors;
  std::vector<const aclTensor*> list;
  Shape result;
  std::vector<size_t> places;
};

Drawn Draw(const Problem& problem, Random& random) {
  Drawn drawn;
  drawn.tensors.reserve(problem.list.size());
  std::vector<std::optional<Array>> byDim(problem.self.size());
  size_t dim = 0;
  for (const Entry& entry : problem.list) {
    switch (entry.kind) {
      case kNull:
        drawn.list.push_back(nullptr);
        ++dim;
        break;
      case kNone:
        drawn.tensors.push_back(DeviceTensor::Output({0}, problem.dtype));
        drawn.list.push_back(drawn.tensors.back().Get());
        ++dim;
        break;
      case kIndices: {
        const int64_t extent = problem.self[dim];
        const Array indices = random.Integers(entry.shape, problem.indexDtype, -extent, extent);
        drawn.tensors.emplace_back(indices, problem.indexDtype,
                                   entry.shape.size() == 2 ? problem.listLayout : Layout());
        drawn.list.push_back(drawn.tensors.back().Get());
        byDim[dim++] = indices;
        break;
      }
      case kMask: {
        const Array mask = random.Integers(entry.shape, ACL_BOOL, 0, 2);
        drawn.tensors.emplace_back(mask, ACL_BOOL, entry.shape.size() == 2 ? problem.listLayout : Layout());
        drawn.list.push_back(drawn.tensors.back().Get());
        std::vector<Array> found(entry.shape.size(), Array{{0}, {}});
        for (int64_t i = 0; i < NumElements(entry.shape); ++i) {
          for (size_t d = 0; mask.values[static_cast<size_t>(i)] != 0 && d < found.size(); ++d) {
            found[d].values.push_back(static_cast<double>(IndexOf(entry.shape, i)[d]));
            ++found[d].shape[0];
          }
        }
        for (const Array& indices : found) {
          byDim[dim++] = indices;
        }
        break;
      }
    }
  }
  // The block, and where it stands.
  Shape block;
  std::vector<size_t> named;
  for (size_t d = 0; d < byDim.size(); ++d) {
    if (byDim[d]) {
      named.push_back(d);
      const Shape& own = byDim[d]->shape;
      block.insert(block.begin(), std::max(own.size(), block.size()) - block.size(), 1);
      for (size_t k = 0; k < own.size(); ++k) {
        int64_t& extent = block[block.size() - own.size() + k];
        extent = own[k] == 1 ? extent : own[k];
      }
    }
  }
  const bool together = named.empty() || named.back() - named.front() + 1 == named.size();
  const size_t first = together && !named.empty() ? named.front() : 0;
  std::vector<size_t> dims;  // of self, for those of the result that are not the block's
  for (size_t d = 0; d < byDim.size(); ++d) {
    if (!byDim[d]) {
      dims.push_back(d);
    }
  }
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d == first) {
      drawn.result.insert(drawn.result.end(), block.begin(), block.end());
    }
    drawn.result.push_back(problem.self[dims[d]]);
  }
  if (first >= dims.size()) {
    drawn.result.insert(drawn.result.end(), block.begin(), block.end());
  }
  for (int64_t i = 0; i < NumElements(drawn.result); ++i) {
    const Shape at = IndexOf(drawn.result, i);
    const Shape inBlock(at.begin() + static_cast<std::ptrdiff_t>(first),
                        at.begin() + static_cast<std::ptrdiff_t>(first + block.size()));
    Shape from(problem.self.size());
    for (size_t d = 0; d < dims.size(); ++d) {
      from[dims[d]] = at[d < first ? d : d + block.size()];
    }
    for (const size_t d : named) {
      const auto index = static_cast<int64_t>(byDim[d]->values[Flat(byDim[d]->shape, inBlock)]);
      from[d] = index < 0 ? index + problem.self[d] : index;
    }
    drawn.places.push_back(Flat(problem.self, from));
  }
  return drawn;
}

Array DrawTable(const Shape& shape, aclDataType dtype, Random& random) {
  return random.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 9);
}

void ExpectIndex(const Problem& problem, Random& random) {
  const Array self = DrawTable(problem.self, problem.dtype, random);
  const Drawn drawn = Draw(problem, random);
  SCOPED_TRACE("self " + ::testing::PrintToString(problem.self) + ", out " +
               ::testing::PrintToString(drawn.result));
  const TensorList list(drawn.list);
  const DeviceTensor table(self, problem.dtype, problem.layout);
  const DeviceTensor out = DeviceTensor::Output(drawn.result, problem.dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnIndexGetWorkspaceSize(table.Get(), list.Get(), out.Get(), size, executor);
                },
                aclnnIndex),
            ACL_SUCCESS)
      << LastMessage();
  Array expected{drawn.result, {}};
  for (const size_t place : drawn.places) {
    expected.values.push_back(self.values[place]);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(problem.dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

void ExpectPut(const Problem& problem, bool accumulate, Random& random) {
  const Array self = DrawTable(problem.self, problem.dtype, random);
  const Drawn drawn = Draw(problem, random);
  SCOPED_TRACE("self " + ::testing::PrintToString(problem.self) + ", selected " +
               ::testing::PrintToString(drawn.result));
  const TensorList list(drawn.list);
  const DeviceTensor table(self, problem.dtype, problem.layout);
  const Array values =
      DrawTable(problem.values.empty() ? drawn.result : problem.values, problem.dtype, random);
  const DeviceTensor source(values, problem.dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnIndexPutImplGetWorkspaceSize(table.Get(), list.Get(), source.Get(), accumulate,
                                                           false, size, executor);
                },
                aclnnIndexPutImpl),
            ACL_SUCCESS)
      << LastMessage();
  Array expected = self;
  for (size_t i = 0; i < drawn.places.size(); ++i) {
    double& place = expected.values[drawn.places[i]];
    const double value = values.values[Flat(values.shape, IndexOf(drawn.result, static_cast<int64_t>(i)))];
    const double sum = problem.dtype == ACL_BOOL ? (place != 0 || value != 0 ? 1 : 0)
                                                 : RoundTo(problem.dtype, place + value);
    place = accumulate ? sum : value;
  }
  EXPECT_TRUE(Near(table.Read(), expected, Tolerance::Exact(problem.dtype)));
  EXPECT_TRUE(table.CanariesIntact());
}

// What both are tried with: each place of the block, broadcasting, masks, entries that select all.
std::vector<Problem> Problems() {
  const Layout transposed = Layout::Transposed(2);
  return {
      {{7, 5}, {{kIndices, {4}}}},
      {{7, 5}, {{kNone}, {kIndices, {4}}}},
      {{7, 5}, {{kNull}, {kIndices, {4}}}},
      {{7, 5}, {{kIndices, {}}}},
      {{7, 5, 6}, {{kIndices, {2, 3}}}, ACL_FLOAT, ACL_INT32},
      {{7, 5, 6}, {{kNone}, {kIndices, {2, 3}}}, ACL_FLOAT, ACL_INT64, {}, transposed},
      {{7, 5, 6}, {{kIndices, {3, 1}}, {kNone}, {kIndices, {4}}}},
      {{7, 5, 6}, {{kIndices, {3, 1}}, {kIndices, {4}}}},
      {{7, 5, 6}, {{kNone}, {kIndices, {3, 1}}, {kIndices, {1, 4}}}},
      {{7, 5, 6}, {{kNone}, {kNone}, {kIndices, {3}}}, ACL_FLOAT, ACL_INT64, Layout::Transposed(3)},
      {{7, 5, 6}, {{kIndices, {9}}, {kNone}, {kNone}}, ACL_FLOAT, ACL_INT64, Layout::Permuted({1, 0, 2})},
      {{7, 5, 6}, {{kNone}, {kIndices, {9}}}, ACL_FLOAT, ACL_INT64, Layout::Stepped({1, 2, 3}).WithOffset(2)},
      {{700}, {{kIndices, {3000}}}},
      {{40, 3000}, {{kIndices, {20}}}},
      {{3000, 40}, {{kNone}, {kIndices, {20}}}},
      {{7, 5}, {{kMask, {7, 5}}}},
      {{7, 5}, {{kMask, {7}}}},
      {{7, 5}, {{kNone}, {kMask, {5}}}},
      {{7, 5, 6}, {{kMask, {7, 5}}}, ACL_FLOAT, ACL_INT64, {}, transposed},
      {{7, 5, 6}, {{kNone}, {kMask, {5, 6}}}},
      {{7, 5, 6}, {{kMask, {7}}, {kNone}, {kIndices, {1}}}},
      {{7, 5, 6}, {{kMask, {7}}, {kIndices, {2, 1}}}},
      {{170, 130}, {{kMask, {170, 130}}}},
      {{3, 4}, {{kNone}}},
      {{3, 4}, {{kIndices, {0}}}},
      {{3, 0, 2}, {{kIndices, {4}}}},
      {{2, 2, 2, 2, 2, 2, 2, 3}, {{kNone}, {kIndices, {2}}, {kNone}, {kIndices, {2}}}},
  };
}

TEST(IndexList, Index) {
  Random random(7);
  for (const Problem& problem : Problems()) {
    ExpectIndex(problem, random);
  }
  for (Problem problem : {Problem{{30, 17}, {{kIndices, {50}}}}, Problem{{30, 17}, {{kMask, {30, 17}}}},
                          Problem{{30, 17}, {{kNull}, {kIndices, {9}}}}}) {
    for (const aclDataType dtype : kElementDtypes) {
      problem.dtype = dtype;
      ExpectIndex(problem, random);
    }
  }
}

TEST(IndexList, PutImpl) {
  Random random(8);
  for (const bool accumulate : {false, true}) {
    SCOPED_TRACE(accumulate);
    for (const Problem& problem : Problems()) {
      ExpectPut(problem, accumulate, random);
    }
    for (Problem problem : {Problem{{30, 17}, {{kIndices, {50}}}}, Problem{{30, 17}, {{kMask, {30, 17}}}},
                            Problem{{30, 17}, {{kNull}, {kIndices, {9}}}}}) {
      for (const aclDataType dtype : kElementDtypes) {
        problem.dtype = dtype;
        ExpectPut(problem, accumulate, random);
      }
    }
    for (Problem problem : {Problem{{7, 5, 6}, {{kIndices, {4}}}}, Problem{{7, 5, 6}, {{kMask, {7}}}}}) {
      for (const Shape& values : {Shape{1}, Shape{5, 1}, Shape{1, 1, 6}, Shape{6}}) {
        problem.values = values;
        ExpectPut(problem, accumulate, random);
      }
    }
  }
}

TEST(IndexList, EveryDuplicateCounts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_DOUBLE, ACL_INT64, ACL_FLOAT16}) {
    const DeviceTensor self(Full({3, 2}, 1), dtype);
    const DeviceTensor index(Full({1000}, 1), ACL_INT64);
    const DeviceTensor one(Full({1}, 1), dtype);
    const TensorList list({index.Get()});
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnIndexPutImplGetWorkspaceSize(self.Get(), list.Get(), one.Get(), true, false,
                                                             size, executor);
                  },
                  aclnnIndexPutImpl),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(self.Read().values, (std::vector<double>{1, 1, 1001, 1001, 1, 1}));
  }
}

// An INT64 tensor of shape [0] is both, an index tensor without elements and what stands for a whole dim.
TEST(IndexList, AnEntryWithoutElements) {
  const DeviceTensor self(Full({2, 3}, 4), ACL_INT64);
  const DeviceTensor none = DeviceTensor::Output({0}, ACL_INT64);
  const DeviceTensor index(Full({1}, 1), ACL_INT64);
  const DeviceTensor five(Full({1}, 5), ACL_INT64);
  const auto indexes = [&](const std::vector<const aclTensor*>& entries, const Shape& shape) {
    const TensorList list(entries);
    const DeviceTensor out = DeviceTensor::Output(shape, ACL_INT64);
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnIndexGetWorkspaceSize(self.Get(), list.Get(), out.Get(), size, executor);
        },
        aclnnIndex);
  };
  EXPECT_EQ(indexes({none.Get()}, {0, 3}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(indexes({none.Get()}, {2, 3}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(indexes({none.Get(), none.Get()}, {2, 0}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(indexes({none.Get(), none.Get()}, {0}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(indexes({none.Get(), index.Get()}, {2, 1}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(indexes({none.Get(), index.Get()}, {0}), ACL_SUCCESS) << LastMessage();
  const auto put = [&](const std::vector<const aclTensor*>& entries) {
    const TensorList list(entries);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnIndexPutImplGetWorkspaceSize(self.Get(), list.Get(), five.Get(), false, false,
                                                             size, executor);
                  },
                  aclnnIndexPutImpl),
              ACL_SUCCESS)
        << LastMessage();
    return self.Read().values;
  };
  EXPECT_EQ(put({none.Get()}), std::vector<double>(6, 4.0));
  EXPECT_EQ(put({none.Get(), none.Get()}), std::vector<double>(6, 4.0));
  EXPECT_EQ(put({none.Get(), index.Get()}), (std::vector<double>{4, 5, 4, 4, 5, 4}));
}

TEST(IndexList, WhatOnlyTheDataCanTell) {
  const DeviceTensor self(Full({4, 2}, 1), ACL_FLOAT);
  const DeviceTensor five(Full({1}, 5), ACL_FLOAT);
  const auto put = [&](const DeviceTensor& index, const DeviceTensor& values) {
    const TensorList list({index.Get()});
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnIndexPutImplGetWorkspaceSize(self.Get(), list.Get(), values.Get(), false, false, size,
                                                   executor);
        },
        aclnnIndexPutImpl);
    EXPECT_EQ(self.Read().values, std::vector<double>(8, 1.0));
    return status;
  };
  std::vector<double> indices(3000, -4);
  indices[2500] = 4;
  EXPECT_NE(put(DeviceTensor(Array{{3000}, indices}, ACL_INT64), five), ACL_SUCCESS);
  EXPECT_NE(LastMessage().find("indices[0]: expected values in [-4, 4), got 4 at position 2500"),
            std::string::npos)
      << LastMessage();
  const DeviceTensor mask(Array{{4}, {1, 0, 1, 0}}, ACL_BOOL);
  EXPECT_NE(put(mask, DeviceTensor(Full({3, 2}, 5), ACL_FLOAT)), ACL_SUCCESS);
  EXPECT_NE(LastMessage().find("values: expected a shape that broadcasts to [2, 2], got [3, 2]"),
            std::string::npos)
      << LastMessage();
  const TensorList list({mask.Get()});
  for (const int64_t rows : {1, 3}) {
    const DeviceTensor out = DeviceTensor::Output({rows, 2}, ACL_FLOAT);
    EXPECT_NE(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnIndexGetWorkspaceSize(self.Get(), list.Get(), out.Get(), size, executor);
                  },
                  aclnnIndex),
              ACL_SUCCESS);
    EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
  }
}

// ---- Statuses

class IndexListStatus : public PhaseOneTest {
 protected:
  aclnnStatus Index(const aclTensor* table, const aclTensorList* list, aclTensor* result) {
    return Call("aclnnIndex", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIndexGetWorkspaceSize(table, list, result, size, executor);
    });
  }
  aclnnStatus Put(aclTensor* table, const aclTensorList* list, const aclTensor* from) {
    return Call("aclnnIndexPutImpl", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnIndexPutImplGetWorkspaceSize(table, list, from, false, false, size, executor);
    });
  }
  const Descriptor self{Shape{3, 4}};
  const Descriptor index{Shape{2}, ACL_INT64};
  const Descriptor rows{Shape{2, 4}};
};

TEST_F(IndexListStatus, Index) {
  const TensorList list({index.Get()});
  EXPECT_EQ(Index(self.Get(), list.Get(), rows.Get()), ACL_SUCCESS);
  EXPECT_EQ(Index(nullptr, list.Get(), rows.Get()), kNullptr);
  EXPECT_EQ(Index(self.Get(), nullptr, rows.Get()), kNullptr);
  EXPECT_EQ(Index(self.Get(), list.Get(), nullptr), kNullptr);
  EXPECT_EQ(Index(self.Get(), list.Get(), self.Get()), kInvalid);
  ExpectMessage({"out", "[2, 4]", "[3, 4]"});
  const Descriptor halves(Shape{2, 4}, ACL_FLOAT16);
  EXPECT_EQ(Index(self.Get(), list.Get(), halves.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  const TensorList floats({self.Get()});
  EXPECT_EQ(Index(self.Get(), floats.Get(), rows.Get()), kInvalid);
  ExpectMessage({"indices[0]", "INT64", "FLOAT"});
  const TensorList three({index.Get(), index.Get(), index.Get()});
  EXPECT_EQ(Index(self.Get(), three.Get(), rows.Get()), kInvalid);
  ExpectMessage({"indices[2]", "3 for 2 dims"});
  const Descriptor five(Shape{5}, ACL_INT32);
  const TensorList apart({index.Get(), five.Get()});
  EXPECT_EQ(Index(self.Get(), apart.Get(), rows.Get()), kInvalid);
  ExpectMessage({"indices[1]", "[5] for [2]"});
  const Descriptor mask(Shape{4}, ACL_BOOL);
  const TensorList masks({mask.Get()});
  EXPECT_EQ(Index(self.Get(), masks.Get(), rows.Get()), kInvalid);
  ExpectMessage({"indices[0]", "[4] for [3, 4]"});
  const Descriptor truth(Shape{}, ACL_BOOL);
  const TensorList truths({truth.Get()});
  EXPECT_EQ(Index(self.Get(), truths.Get(), rows.Get()), kInvalid);
  ExpectMessage({"indices[0]", "mask"});
  const Descriptor nothing(Shape{0}, nullptr, -1, Shape{1});
  const TensorList nothings({nothing.Get(), index.Get()});
  EXPECT_EQ(Index(self.Get(), nothings.Get(), rows.Get()), kInvalid);
  ExpectMessage({"indices[0]", "offset"});
}

TEST_F(IndexListStatus, PutImpl) {
  const TensorList list({index.Get()});
  EXPECT_EQ(Put(self.Get(), list.Get(), rows.Get()), ACL_SUCCESS);
  EXPECT_EQ(Put(nullptr, list.Get(), rows.Get()), kNullptr);
  EXPECT_EQ(Put(self.Get(), nullptr, rows.Get()), kNullptr);
  EXPECT_EQ(Put(self.Get(), list.Get(), nullptr), kNullptr);
  EXPECT_EQ(Put(self.Get(), list.Get(), self.Get()), kInvalid);
  ExpectMessage({"values", "[3, 4] for [2, 4]"});
  const Descriptor halves(Shape{2, 4}, ACL_FLOAT16);
  EXPECT_EQ(Put(self.Get(), list.Get(), halves.Get()), kInvalid);
  ExpectMessage({"values", "FLOAT16"});
}

}  // namespace
}  // namespace openaclnn::testing
