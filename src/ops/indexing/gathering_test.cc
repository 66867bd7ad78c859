// SPDX-License-Identifier: Apache-2.0
//
// Gathers and scatters against loops over all elements, in doubles; and their statuses.
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_index_copy.h"
#include "aclnnop/aclnn_index_fill.h"
#include "aclnnop/aclnn_scatter.h"
#include "aclnnop/aclnn_scatter_add.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

// What all of them need: a table, indices along a dim, a source, and which layouts they have.
struct Problem {
  Shape table;
  int64_t dim;
  Shape index;
  aclDataType dtype = ACL_FLOAT;
  aclDataType indexDtype = ACL_INT64;
  Layout layout{};  // of the table and the output
  bool negative = false;

  [[nodiscard]] size_t Place() const {
    return static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(table.size()) : dim);
  }
  [[nodiscard]] int64_t Extent() const { return table[Place()]; }
};

class Indexed : public ::testing::Test {
 protected:
  Array Draw(const Shape& shape, aclDataType dtype) {
    return random_.Integers(shape, dtype, 0, dtype == ACL_BOOL ? 2 : 8);
  }
  Array DrawIndex(const Problem& problem) {
    const int64_t extent = problem.Extent();
    return random_.Integers(problem.index, problem.indexDtype, problem.negative ? -extent : 0, extent);
  }
  static int64_t Wrapped(double index, int64_t extent) {
    return static_cast<int64_t>(index) + (index < 0 ? extent : 0);
  }

  // Slices: index in place of the dim.
  using Slices = std::function<aclnnStatus(const aclTensor* self, int64_t dim, const aclTensor* index,
                                           aclTensor* out, uint64_t* size, aclOpExecutor** executor)>;
  void ExpectSlices(const Problem& problem, const Slices& phaseOne, PhaseTwo phaseTwo) {
    const Array self = Draw(problem.table, problem.dtype);
    const Array index = DrawIndex(problem);
    Shape result = problem.table;
    result.erase(result.begin() + static_cast<std::ptrdiff_t>(problem.Place()));
    result.insert(result.begin() + static_cast<std::ptrdiff_t>(problem.Place()), problem.index.begin(),
                  problem.index.end());
    const DeviceTensor table(self, problem.dtype, problem.layout);
    const DeviceTensor indices(index, problem.indexDtype);
    const bool sameRank = result.size() == problem.table.size();
    const DeviceTensor out =
        DeviceTensor::Output(result, problem.dtype, sameRank ? problem.layout : Layout());
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return phaseOne(table.Get(), problem.dim, indices.Get(), out.Get(), size, executor);
                  },
                  phaseTwo),
              ACL_SUCCESS)
        << LastMessage();
    Array expected{result, {}};
    for (int64_t i = 0; i < NumElements(result); ++i) {
      const Shape at = IndexOf(result, i);
      const auto begin = at.begin() + static_cast<std::ptrdiff_t>(problem.Place());
      const auto end = begin + static_cast<std::ptrdiff_t>(problem.index.size());
      Shape from(at.begin(), begin);
      from.push_back(Wrapped(index.values[FlatIndex(problem.index, Shape(begin, end))], problem.Extent()));
      from.insert(from.end(), end, at.end());
      expected.values.push_back(self.values[FlatIndex(problem.table, from)]);
    }
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(problem.dtype)));
    EXPECT_TRUE(out.CanariesIntact());
  }

  Random random_{17};
};

aclnnStatus RunGatherV2(const aclTensor* self, int64_t dim, const aclTensor* index, aclTensor* out,
                        uint64_t* size, aclOpExecutor** executor) {
  return aclnnGatherV2GetWorkspaceSize(self, dim, index, out, size, executor);
}
TEST_F(Indexed, GatherV2) {
  for (const aclDataType dtype : kElementDtypes) {
    ExpectSlices({{30, 17}, 0, {5, 3}, dtype, ACL_INT64, {}, true}, RunGatherV2, aclnnGatherV2);
    ExpectSlices({{6, 17, 3}, 1, {2, 2, 2}, dtype, ACL_INT32, {}, true}, RunGatherV2, aclnnGatherV2);
  }
  ExpectSlices({{30, 17}, -1, {}, ACL_FLOAT, ACL_INT64, {}, true}, RunGatherV2, aclnnGatherV2);
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT8, ACL_INT64}) {
    for (const Layout& layout :
         {Layout::Transposed(3), Layout::Permuted({1, 0, 2}), Layout::Stepped({1, 2, 3}).WithOffset(2)}) {
      for (const int64_t dim : {0, 1, -1}) {
        ExpectSlices({{5, 6, 7}, dim, {11}, dtype, ACL_INT64, layout, true}, RunGatherV2, aclnnGatherV2);
      }
    }
  }
  ExpectSlices({{40, 3000}, 0, {3}}, RunGatherV2, aclnnGatherV2);
  ExpectSlices({{3000, 40}, 1, {3}}, RunGatherV2, aclnnGatherV2);
  ExpectSlices({{3, 4}, 0, {0}}, RunGatherV2, aclnnGatherV2);
  ExpectSlices({{3, 0}, 0, {5}}, RunGatherV2, aclnnGatherV2);
}

void ExpectGather(const Problem& problem, Random& random) {
  const Array self = random.Integers(problem.table, problem.dtype, 0, problem.dtype == ACL_BOOL ? 2 : 100);
  const Array index = random.Integers(problem.index, problem.indexDtype, 0, problem.Extent());
  const DeviceTensor table(self, problem.dtype, problem.layout);
  const DeviceTensor indices(index, problem.indexDtype, problem.layout);
  const DeviceTensor out = DeviceTensor::Output(problem.index, problem.dtype, problem.layout);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnGatherGetWorkspaceSize(table.Get(), problem.dim, indices.Get(), out.Get(), size,
                                                     executor);
                },
                aclnnGather),
            ACL_SUCCESS)
      << LastMessage();
  Array expected{problem.index, {}};
  for (int64_t i = 0; i < NumElements(problem.index); ++i) {
    Shape from = IndexOf(problem.index, i);
    from[problem.Place()] = static_cast<int64_t>(index.values[static_cast<size_t>(i)]);
    expected.values.push_back(self.values[FlatIndex(problem.table, from)]);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(problem.dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST_F(Indexed, Gather) {
  for (const aclDataType dtype : kElementDtypes) {
    ExpectGather({{30, 17}, 0, {50, 16}, dtype}, random_);
    ExpectGather({{30, 17}, -1, {30, 3}, dtype, ACL_INT32}, random_);
    ExpectGather({{5, 6, 7}, 1, {4, 20, 7}, dtype, ACL_INT64, Layout::Transposed(3)}, random_);
  }
  ExpectGather({{70}, 0, {3000}}, random_);
  ExpectGather({{3, 4}, 0, {0, 4}}, random_);
}

// `combine(before, value)` for each index in row-major order.
using Combine = std::function<double(double, double)>;

void ExpectScatter(const Problem& problem, int64_t reduce, bool value, bool inPlace, Random& random) {
  const bool truth = problem.dtype == ACL_BOOL;
  const Array self = random.Integers(problem.table, problem.dtype, 0, truth ? 2 : 4);
  const Array index = random.Integers(problem.index, problem.indexDtype, 0, problem.Extent());
  Shape sourceShape = problem.index;
  sourceShape.back() += 1;  // what lies beyond the index is not used
  const Array source = random.Integers(sourceShape, problem.dtype, 0, 2);
  const DeviceTensor table(self, problem.dtype, problem.layout);
  const DeviceTensor indices(index, problem.indexDtype);
  const DeviceTensor from(source, problem.dtype);
  const DeviceTensor apart = DeviceTensor::Output(problem.table, problem.dtype, problem.layout);
  const DeviceTensor& out = inPlace ? table : apart;
  const Scalar one(1, ACL_INT64);
  const auto phaseOne = [&](uint64_t* size, aclOpExecutor** executor) {
    const int64_t dim = problem.dim;
    if (value) {
      return inPlace ? aclnnInplaceScatterValueGetWorkspaceSize(table.Get(), dim, indices.Get(), one.Get(),
                                                                reduce, size, executor)
                     : aclnnScatterValueGetWorkspaceSize(table.Get(), dim, indices.Get(), one.Get(), reduce,
                                                         out.Get(), size, executor);
    }
    return inPlace ? aclnnInplaceScatterGetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(), reduce,
                                                         size, executor)
                   : aclnnScatterGetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(), reduce,
                                                  out.Get(), size, executor);
  };
  const PhaseTwo phaseTwo = value     ? inPlace ? aclnnInplaceScatterValue : aclnnScatterValue
                            : inPlace ? aclnnInplaceScatter
                                      : aclnnScatter;
  ASSERT_EQ(RunTwoPhase(phaseOne, phaseTwo), ACL_SUCCESS) << LastMessage();
  Array expected = self;
  for (int64_t i = 0; i < NumElements(problem.index); ++i) {
    Shape at = IndexOf(problem.index, i);
    const double number = value ? 1 : source.values[FlatIndex(sourceShape, at)];
    at[problem.Place()] = static_cast<int64_t>(index.values[static_cast<size_t>(i)]);
    double& element = expected.values[FlatIndex(problem.table, at)];
    element = reduce == 0 ? number : reduce == 1 ? element + number : element * number;
    element = truth ? element != 0 : RoundTo(problem.dtype, element);
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(problem.dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST_F(Indexed, ScatterReplacesAddsAndMultiplies) {
  for (const int64_t reduce : {0, 1, 2}) {
    for (const bool value : {false, true}) {
      for (const bool inPlace : {false, true}) {
        SCOPED_TRACE(::testing::Message() << reduce << " " << value << " " << inPlace);
        for (const aclDataType dtype : kElementDtypes) {
          ExpectScatter({{9, 17}, 0, {5, 16}, dtype}, reduce, value, inPlace, random_);
          ExpectScatter({{30, 9}, 1, {29, 5}, dtype, ACL_INT32}, reduce, value, inPlace, random_);
        }
        ExpectScatter({{5, 6, 7}, 1, {4, 9, 7}, ACL_FLOAT, ACL_INT64, Layout::Transposed(3)}, reduce, value,
                      inPlace, random_);
        ExpectScatter({{70}, 0, {90}, ACL_FLOAT}, reduce, value, inPlace, random_);
        ExpectScatter({{40, 3000}, 0, {20, 3000}, ACL_FLOAT}, reduce, value, inPlace, random_);
        ExpectScatter({{3, 4}, 0, {0, 4}, ACL_FLOAT}, reduce, value, inPlace, random_);
      }
    }
  }
}

TEST_F(Indexed, ScatterAddKeepsEveryDuplicate) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_INT64, ACL_DOUBLE, ACL_BF16}) {
    const DeviceTensor self(Full({2}, 1), dtype);
    const DeviceTensor index(Full({100}, 1), ACL_INT64);
    const DeviceTensor src(Full({100}, 1), dtype);
    const DeviceTensor out = DeviceTensor::Output({2}, dtype);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnScatterAddGetWorkspaceSize(self.Get(), 0, index.Get(), src.Get(), out.Get(),
                                                           size, executor);
                  },
                  aclnnScatterAdd),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(out.Read().values, (std::vector<double>{1, 101}));
  }
}

void ExpectIndexed(const Problem& problem, bool fill, bool inPlace, Random& random) {
  const Array self = random.Integers(problem.table, problem.dtype, 0, problem.dtype == ACL_BOOL ? 2 : 100);
  const Array index = random.Integers(problem.index, problem.indexDtype,
                                      problem.negative ? -problem.Extent() : 0, problem.Extent());
  Shape sourceShape = problem.table;
  sourceShape[problem.Place()] = NumElements(problem.index);
  const Array source = random.Integers(sourceShape, problem.dtype, 0, 2);
  const DeviceTensor table(self, problem.dtype, problem.layout);
  const DeviceTensor indices(index, problem.indexDtype);
  const DeviceTensor from(source, problem.dtype, problem.layout);
  const DeviceTensor apart = DeviceTensor::Output(problem.table, problem.dtype, problem.layout);
  const DeviceTensor& out = inPlace ? table : apart;
  const Scalar one(1, ACL_DOUBLE);
  const auto phaseOne = [&](uint64_t* size, aclOpExecutor** executor) {
    const int64_t dim = problem.dim;
    if (fill) {
      return inPlace ? aclnnInplaceIndexFillGetWorkspaceSize(table.Get(), dim, indices.Get(), one.Get(), size,
                                                             executor)
                     : aclnnIndexFillGetWorkspaceSize(table.Get(), dim, indices.Get(), one.Get(), out.Get(),
                                                      size, executor);
    }
    return inPlace ? aclnnInplaceIndexCopyGetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(), size,
                                                           executor)
                   : aclnnIndexCopyGetWorkspaceSize(table.Get(), dim, indices.Get(), from.Get(), out.Get(),
                                                    size, executor);
  };
  const PhaseTwo phaseTwo = fill      ? inPlace ? aclnnInplaceIndexFill : aclnnIndexFill
                            : inPlace ? aclnnInplaceIndexCopy
                                      : aclnnIndexCopy;
  ASSERT_EQ(RunTwoPhase(phaseOne, phaseTwo), ACL_SUCCESS) << LastMessage();
  Array expected = self;
  for (int64_t k = 0; k < NumElements(problem.index); ++k) {
    for (int64_t i = 0; i < NumElements(sourceShape); ++i) {
      Shape at = IndexOf(sourceShape, i);
      if (at[problem.Place()] == k) {
        const auto to = static_cast<int64_t>(index.values[static_cast<size_t>(k)]);
        at[problem.Place()] = to < 0 ? to + problem.Extent() : to;
        expected.values[FlatIndex(problem.table, at)] = fill ? 1 : source.values[static_cast<size_t>(i)];
      }
    }
  }
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(problem.dtype)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST_F(Indexed, IndexCopyAndIndexFill) {
  for (const bool fill : {false, true}) {
    for (const bool inPlace : {false, true}) {
      SCOPED_TRACE(::testing::Message() << fill << " " << inPlace);
      for (const aclDataType dtype : kElementDtypes) {
        ExpectIndexed({{9, 17}, 0, {12}, dtype, ACL_INT64, {}, fill}, fill, inPlace, random_);
        ExpectIndexed({{30, 9}, -1, {3}, dtype, ACL_INT32, {}, fill}, fill, inPlace, random_);
      }
      ExpectIndexed({{5, 6, 7}, 1, {4}, ACL_FLOAT, ACL_INT64, Layout::Transposed(3), fill}, fill, inPlace,
                    random_);
      ExpectIndexed({{40, 3000}, 0, {7}, ACL_FLOAT}, fill, inPlace, random_);
      ExpectIndexed({{4, 5}, 0, {0}, ACL_FLOAT}, fill, inPlace, random_);
    }
  }
}

// A tensor without dims goes with one of one dim, as if it had one of one element.
TEST_F(Indexed, TensorsWithoutDimsAmongThoseOfOneDim) {
  const std::vector<double> numbers{0, 1, 2, 3, 4};
  for (const bool indexHasDim : {false, true}) {
    for (const bool sourceHasDim : {false, true}) {
      SCOPED_TRACE(::testing::Message() << indexHasDim << " " << sourceHasDim);
      const Shape indexShape = indexHasDim ? Shape{1} : Shape{};
      const DeviceTensor index(Array{indexShape, {2}}, ACL_INT64);
      const DeviceTensor source(Array{sourceHasDim ? Shape{1} : Shape{}, {10}}, ACL_FLOAT);
      const DeviceTensor self(MakeArray({5}, numbers), ACL_FLOAT);
      const DeviceTensor out = DeviceTensor::Output({5}, ACL_FLOAT);
      const DeviceTensor taken = DeviceTensor::Output(indexShape, ACL_FLOAT);
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnGatherGetWorkspaceSize(self.Get(), 0, index.Get(), taken.Get(), size,
                                                         executor);
                    },
                    aclnnGather),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(taken.Read().values, std::vector<double>{2});
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnScatterAddGetWorkspaceSize(self.Get(), 0, index.Get(), source.Get(),
                                                             out.Get(), size, executor);
                    },
                    aclnnScatterAdd),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values, (std::vector<double>{0, 1, 12, 3, 4}));
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnIndexCopyGetWorkspaceSize(self.Get(), 0, index.Get(), source.Get(),
                                                            out.Get(), size, executor);
                    },
                    aclnnIndexCopy),
                ACL_SUCCESS)
          << LastMessage();
      EXPECT_EQ(out.Read().values, (std::vector<double>{0, 1, 10, 3, 4}));
    }
  }
}

// The other way round: several elements for the one of a tensor without dims.
TEST_F(Indexed, IndicesOfOneDimIntoATensorWithoutDims) {
  const DeviceTensor self(Array{{}, {7}}, ACL_FLOAT);
  const DeviceTensor index(MakeArray({2}, {0, 0}), ACL_INT64);
  const DeviceTensor source(MakeArray({2}, {10, 5}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({}, ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnScatterAddGetWorkspaceSize(self.Get(), 0, index.Get(), source.Get(), out.Get(),
                                                         size, executor);
                },
                aclnnScatterAdd),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, std::vector<double>{22});
  const DeviceTensor one(MakeArray({1}, {0}), ACL_INT64);
  const DeviceTensor ten(MakeArray({1}, {10}), ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnIndexCopyGetWorkspaceSize(self.Get(), 0, one.Get(), ten.Get(), out.Get(), size,
                                                        executor);
                },
                aclnnIndexCopy),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, std::vector<double>{10});
}

// ---- What only the data can tell

TEST_F(Indexed, IndicesOutOfRangeLeaveTheOutputAsItWas) {
  const DeviceTensor table(Full({4, 2}, 1), ACL_FLOAT);
  for (const double wrong : {4.0, -5.0}) {
    std::vector<double> values(3000, 1);
    values[2500] = wrong;
    const DeviceTensor index(Array{{3000}, values}, ACL_INT64);
    const DeviceTensor out = DeviceTensor::Output({3000, 2}, ACL_FLOAT);
    EXPECT_NE(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnGatherV2GetWorkspaceSize(table.Get(), 0, index.Get(), out.Get(), size,
                                                         executor);
                  },
                  aclnnGatherV2),
              ACL_SUCCESS);
    EXPECT_NE(LastMessage().find("index: expected values in [-4, 4), got " +
                                 std::to_string(static_cast<int>(wrong)) + " at position 2500"),
              std::string::npos)
        << LastMessage();
    EXPECT_TRUE(IsUnwritten(out.Read().values[0]));
    const DeviceTensor source(Full({3000, 2}, 5), ACL_FLOAT);
    EXPECT_NE(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnInplaceIndexCopyGetWorkspaceSize(table.Get(), 0, index.Get(), source.Get(),
                                                                 size, executor);
                  },
                  aclnnInplaceIndexCopy),
              ACL_SUCCESS);
    EXPECT_EQ(table.Read().values, std::vector<double>(8, 1.0));
  }
}

// ---- Statuses

class IndexedStatus : public PhaseOneTest {
 protected:
  const Descriptor self{Shape{3, 4}};
  const Descriptor index{Shape{2}, ACL_INT64};
  const Descriptor rows{Shape{2, 4}};
  const Descriptor matrix{Shape{2, 3}, ACL_INT64};
};

TEST_F(IndexedStatus, GatherV2) {
  const auto plan = [&](const aclTensor* table, int64_t dim, const aclTensor* indices, aclTensor* out) {
    return Call("aclnnGatherV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGatherV2GetWorkspaceSize(table, dim, indices, out, size, executor);
    });
  };
  EXPECT_EQ(plan(self.Get(), 0, index.Get(), rows.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, 0, index.Get(), rows.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), 0, nullptr, rows.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), 0, index.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(self.Get(), 2, index.Get(), rows.Get()), kInvalid);
  ExpectMessage({"dim", "2 of 2 dims"});
  EXPECT_EQ(plan(self.Get(), 0, matrix.Get(), rows.Get()), kInvalid);
  ExpectMessage({"out", "[2, 3, 4]", "[2, 4]"});
  EXPECT_EQ(plan(self.Get(), 0, index.Get(), self.Get()), kInvalid);
  ExpectMessage({"out", "[2, 4]", "[3, 4]"});
  const Descriptor floats(Shape{2});
  EXPECT_EQ(plan(self.Get(), 0, floats.Get(), rows.Get()), kInvalid);
  ExpectMessage({"index", "INT64 or INT32", "FLOAT"});
  const Descriptor halves(Shape{2, 4}, ACL_FLOAT16);
  EXPECT_EQ(plan(self.Get(), 0, index.Get(), halves.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  const Descriptor none(Shape{0, 4});
  EXPECT_EQ(plan(none.Get(), 0, index.Get(), rows.Get()), kInvalid);
  ExpectMessage({"index", "no elements"});
}

TEST_F(IndexedStatus, GatherAndScatter) {
  const Descriptor out(Shape{2, 3});
  const auto gather = [&](const aclTensor* indices, aclTensor* result) {
    return Call("aclnnGather", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGatherGetWorkspaceSize(self.Get(), 0, indices, result, size, executor);
    });
  };
  EXPECT_EQ(gather(matrix.Get(), out.Get()), ACL_SUCCESS);
  const Descriptor scalar(Shape{});
  const Descriptor two(Shape{2});
  EXPECT_EQ(Call("aclnnGather",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnGatherGetWorkspaceSize(scalar.Get(), 0, index.Get(), two.Get(), size,
                                                      executor);
                 }),
            ACL_SUCCESS);
  EXPECT_EQ(gather(index.Get(), out.Get()), kInvalid);
  ExpectMessage({"index", "2 dims"});
  const Descriptor wide(Shape{2, 5}, ACL_INT64);
  EXPECT_EQ(gather(wide.Get(), out.Get()), kInvalid);
  ExpectMessage({"index", "[2, 5]", "[3, 4]"});
  const auto scatter = [&](const aclTensor* indices, const aclTensor* src, int64_t reduce) {
    return Call("aclnnScatter", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScatterGetWorkspaceSize(self.Get(), 0, indices, src, reduce, self.Get(), size, executor);
    });
  };
  EXPECT_EQ(scatter(matrix.Get(), out.Get(), 0), ACL_SUCCESS);
  EXPECT_EQ(scatter(matrix.Get(), out.Get(), 3), kInvalid);
  ExpectMessage({"reduce", "3"});
  EXPECT_EQ(scatter(matrix.Get(), nullptr, 0), kNullptr);
  ExpectMessage({"src"});
  const Descriptor small(Shape{2, 2});
  EXPECT_EQ(scatter(matrix.Get(), small.Get(), 0), kInvalid);
  ExpectMessage({"index", "src [2, 2]"});
}

TEST_F(IndexedStatus, SlicesOfAnotherShape) {
  EXPECT_EQ(Call("aclnnInplaceIndexCopy",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnInplaceIndexCopyGetWorkspaceSize(self.Get(), 0, index.Get(), self.Get(), size,
                                                                executor);
                 }),
            kInvalid);
  ExpectMessage({"source", "[2, 4]", "[3, 4]"});
  EXPECT_EQ(Call("aclnnInplaceIndexFill",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnInplaceIndexFillGetWorkspaceSize(self.Get(), 0, index.Get(), nullptr, size,
                                                                executor);
                 }),
            kNullptr);
  ExpectMessage({"value", "null"});
}

}  // namespace
}  // namespace openaclnn::testing
