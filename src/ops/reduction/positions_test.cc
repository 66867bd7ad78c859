// SPDX-License-Identifier: Apache-2.0
//
// Extremes along a dim and where they are, against an oracle that looks at one element after the other, over
// types, shapes and layouts. Nothing is rounded, so results are exact.
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "aclnnop/aclnn_argmax.h"
#include "aclnnop/aclnn_argmin.h"
#include "aclnnop/aclnn_max_dim.h"
#include "aclnnop/aclnn_min_dim.h"
#include "ops/reduction/testing.h"
#include "tests/support/phase_one.h"
#include "tests/support/raw_tensor.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Without values `out` holds the positions.
using Call = aclnnStatus (*)(const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out,
                             aclTensor* indices, uint64_t* size, aclOpExecutor** executor);
struct Operator {
  const char* name;
  Call phaseOne;
  PhaseTwo phaseTwo;
  bool largest;
  bool values;
};

template <auto kPhaseOne>
aclnnStatus PositionsAlone(const aclTensor* self, int64_t dim, bool keepdim, aclTensor* out,
                           aclTensor* /*indices*/, uint64_t* size, aclOpExecutor** executor) {
  return kPhaseOne(self, dim, keepdim, out, size, executor);
}

const std::array<Operator, 4> kOperators{{
    {"aclnnMaxDim", aclnnMaxDimGetWorkspaceSize, aclnnMaxDim, true, true},
    {"aclnnMinDim", aclnnMinDimGetWorkspaceSize, aclnnMinDim, false, true},
    {"aclnnArgMax", PositionsAlone<aclnnArgMaxGetWorkspaceSize>, aclnnArgMax, true, false},
    {"aclnnArgMin", PositionsAlone<aclnnArgMinGetWorkspaceSize>, aclnnArgMin, false, false},
}};

const std::vector<aclDataType> kNumbers{ACL_FLOAT, ACL_FLOAT16, ACL_BF16,  ACL_DOUBLE, ACL_INT8,
                                        ACL_INT16, ACL_INT32,   ACL_INT64, ACL_UINT8};

size_t PositionOf(const std::vector<double>& elements, bool largest) {
  size_t best = 0;
  for (size_t i = 0; i < elements.size() && !std::isnan(elements[best]); ++i) {
    if (std::isnan(elements[i]) || (largest ? elements[i] > elements[best] : elements[i] < elements[best])) {
      best = i;
    }
  }
  return best;
}

class ExtremePositions : public ::testing::TestWithParam<Operator> {
 protected:
  // Few values, so that many are equal.
  Array Draw(const Shape& shape, aclDataType dtype) {
    return random_.Integers(shape, dtype, dtype == ACL_UINT8 || dtype == ACL_BOOL ? 0 : -2,
                            dtype == ACL_BOOL ? 2 : 100);
  }

  void Expect(const Array& values, int64_t dim, bool keepdim, aclDataType dtype,
              aclDataType indexType = ACL_INT64, const Layout& layout = {}, const Layout& outLayout = {}) {
    SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", shape "
                                      << ::testing::PrintToString(values.shape) << ", dim " << dim);
    const Operator& one = GetParam();
    const DeviceTensor self(values, dtype, layout);
    const Shape shape = ReducedShape(values.shape, {dim}, keepdim);
    const DeviceTensor out = DeviceTensor::Output(shape, one.values ? dtype : indexType, outLayout);
    const DeviceTensor places = DeviceTensor::Output(shape, indexType, outLayout);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return one.phaseOne(self.Get(), dim, keepdim, out.Get(), places.Get(), size, executor);
                  },
                  one.phaseTwo),
              ACL_SUCCESS)
        << LastMessage();
    Array extremes{shape, {}};
    Array indices{shape, {}};
    for (const std::vector<double>& elements : ElementsOfResults(values, {dim})) {
      const size_t position = PositionOf(elements, one.largest);
      extremes.values.push_back(elements[position]);
      indices.values.push_back(static_cast<double>(position));
    }
    if (one.values) {
      EXPECT_TRUE(Near(out.Read(), extremes, Tolerance::Exact(dtype)));
      EXPECT_TRUE(out.CanariesIntact());
    }
    EXPECT_TRUE(Near((one.values ? places : out).Read(), indices, Tolerance::Exact(indexType)));
    EXPECT_TRUE((one.values ? places : out).CanariesIntact());
  }

  aclnnStatus Try(const aclTensor* self, int64_t dim, aclTensor* out, aclTensor* indices) {
    uint64_t size = 0;
    aclOpExecutor* executor = nullptr;
    const aclnnStatus status = GetParam().phaseOne(self, dim, false, out, indices, &size, &executor);
    EXPECT_EQ(status == ACL_SUCCESS, executor != nullptr);
    if (executor != nullptr) {
      EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
    }
    return status;
  }

  Random random_{41};
};

INSTANTIATE_TEST_SUITE_P(Operators, ExtremePositions, ::testing::ValuesIn(kOperators),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(ExtremePositions, EveryType) {
  std::vector<aclDataType> dtypes = kNumbers;
  if (GetParam().values) {
    dtypes.push_back(ACL_BOOL);
  }
  for (const aclDataType dtype : dtypes) {
    const Array values = Draw({7, 130, 9}, dtype);
    for (const int64_t dim : {0, 1, -1}) {
      Expect(values, dim, false, dtype);
      Expect(values, dim, true, dtype, ACL_INT32);
    }
    Expect(Draw({}, dtype), -1, false, dtype);
  }
}

TEST_P(ExtremePositions, ShapesAroundBorders) {
  for (const int64_t size : {1, 2, 15, 17, 511, 513, 2049, 8193, 20000}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT64}) {
      Expect(Draw({size}, dtype), 0, false, dtype);
      Expect(Draw({6, size}, dtype), 1, false, dtype);
      Expect(Draw({size, 9}, dtype), 0, true, dtype);
      Expect(Draw({size, 3}, dtype), 1, false, dtype);
    }
  }
}

TEST_P(ExtremePositions, AllDistinct) {
  for (const Shape& shape : {Shape{3, 9000}, Shape{700, 40}}) {
    const Array values = random_.Normal(shape, ACL_FLOAT, 1, 5);
    Expect(values, 0, false, ACL_FLOAT);
    Expect(values, 1, false, ACL_FLOAT);
  }
}

TEST_P(ExtremePositions, Layouts) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_INT8}) {
    const Array values = Draw({3, 10, 5, 17}, dtype);
    for (const Layout& layout : FourDimLayouts()) {
      for (const int64_t dim : {0, 1, 2, 3}) {
        Expect(values, dim, false, dtype, ACL_INT64, layout);
      }
      Expect(values, 1, true, dtype, ACL_INT32, layout, Layout::Permuted({2, 0, 3, 1}));
    }
  }
}

TEST_P(ExtremePositions, NotANumberAndInfinities) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_DOUBLE}) {
    Array values = Draw({3, 5, 1040}, dtype);
    for (const size_t place : {3, 7, 1039, 1500, 1501, 2600, 5207, 15599}) {
      values.values[place] = kNan;
    }
    values.values[4] = kInfinity;
    values.values[600] = -kInfinity;
    values.values[6240] = kInfinity;
    values.values[6241] = -kInfinity;
    for (const int64_t dim : {0, 1, 2}) {
      Expect(values, dim, false, dtype);
    }
    Expect(Full({2, 40}, -kInfinity), 1, false, dtype);
    Expect(Full({40, 20}, kInfinity), 0, false, dtype);
  }
}

// Zeros are equal, whatever their signs: the first one counts, and its sign stays.
TEST_P(ExtremePositions, Zeros) {
  Expect({{4}, {-0.0, 0.0, -0.0, 0.0}}, 0, false, ACL_FLOAT);
  Expect({{4}, {0.0, -0.0, -0.0, 0.0}}, 0, false, ACL_DOUBLE);
}

// Zeros of both signs are equal, and the first of them is the result: along rows as along columns.
TEST_P(ExtremePositions, ZerosHaveTheSignOfTheFirst) {
  if (!GetParam().values) {
    return;
  }
  for (const int64_t dim : {0, 1}) {
    Array values{{24, 24}, std::vector<double>(size_t{24} * 24)};
    for (size_t i = 0; i < values.values.size(); ++i) {
      values.values[i] = (i / 24 + i) % 3 == 0 ? -0.0 : 0.0;
    }
    const DeviceTensor self(values, ACL_FLOAT);
    const DeviceTensor out = DeviceTensor::Output({24}, ACL_FLOAT);
    const DeviceTensor places = DeviceTensor::Output({24}, ACL_INT64);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return GetParam().phaseOne(self.Get(), dim, false, out.Get(), places.Get(), size,
                                               executor);
                  },
                  GetParam().phaseTwo),
              ACL_SUCCESS);
    const Array results = out.Read();
    for (size_t i = 0; i < 24; ++i) {
      const double first = values.values[dim == 0 ? i : i * 24];
      EXPECT_EQ(std::signbit(results.values[i]), std::signbit(first)) << "dim " << dim << ", element " << i;
    }
  }
}

TEST_P(ExtremePositions, Statuses) {
  const Operator& one = GetParam();
  const aclDataType outType = one.values ? ACL_FLOAT : ACL_INT64;
  const Descriptor self({2, 3});
  const Descriptor scalar({});
  const Descriptor wrong({2, 3}, ACL_COMPLEX64);
  const Descriptor none({2, 0});
  const Descriptor out({2}, outType);
  const Descriptor other({3}, outType);
  const Descriptor zeroDim({}, outType);
  const Descriptor indices({2}, ACL_INT64);
  const Descriptor zeroDimIndices({}, ACL_INT64);
  const Descriptor unsignedIndices({2}, ACL_UINT8);
  EXPECT_EQ(Try(self.Get(), 1, out.Get(), indices.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(scalar.Get(), 0, zeroDim.Get(), zeroDimIndices.Get()), ACL_SUCCESS);
  EXPECT_EQ(Try(nullptr, 1, out.Get(), indices.Get()), kNullptr);
  EXPECT_NE(RecentMessage().find("self"), std::string::npos);
  EXPECT_EQ(Try(self.Get(), 1, nullptr, indices.Get()), kNullptr);
  EXPECT_EQ(Try(wrong.Get(), 1, out.Get(), indices.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("COMPLEX64"), std::string::npos);
  EXPECT_EQ(Try(self.Get(), 2, out.Get(), indices.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("dim"), std::string::npos);
  EXPECT_EQ(Try(self.Get(), -3, out.Get(), indices.Get()), kInvalid);
  EXPECT_EQ(Try(self.Get(), 1, other.Get(), indices.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("[3]"), std::string::npos);
  EXPECT_EQ(Try(none.Get(), 1, out.Get(), indices.Get()), kInvalid);
  EXPECT_NE(RecentMessage().find("[2, 0]"), std::string::npos);
  if (one.values) {
    EXPECT_EQ(Try(self.Get(), 1, out.Get(), nullptr), kNullptr);
    EXPECT_NE(RecentMessage().find("indices"), std::string::npos);
    EXPECT_EQ(Try(self.Get(), 1, out.Get(), unsignedIndices.Get()), kInvalid);
    EXPECT_NE(RecentMessage().find("indices"), std::string::npos);
  } else {
    const Descriptor truths({2, 3}, ACL_BOOL);
    EXPECT_EQ(Try(truths.Get(), 1, out.Get(), nullptr), kInvalid);
    EXPECT_EQ(Try(self.Get(), 1, unsignedIndices.Get(), nullptr), kInvalid);
  }
  const Descriptor noRows({0, 3});
  const Descriptor nothing({0}, outType);
  const Descriptor noIndices({0}, ACL_INT64);
  EXPECT_EQ(Try(noRows.Get(), 1, nothing.Get(), noIndices.Get()), ACL_SUCCESS);
}

// Neighbours that no double tells apart.
TEST(ExtremePositionsOfLargeIntegers, KeepTheirBits) {
  const int64_t large = int64_t{1} << 53;
  const RawTensor<int64_t> self({large, large + 1, INT64_MIN, INT64_MIN + 1}, ACL_INT64);
  const RawTensor<int64_t> out({0}, ACL_INT64);
  const RawTensor<int64_t> indices({0}, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnMaxDimGetWorkspaceSize(self.Get(), 0, true, out.Get(), indices.Get(), size,
                                                     executor);
                },
                aclnnMaxDim),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read()[0], large + 1);
  EXPECT_EQ(indices.Read()[0], 1);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnArgMinGetWorkspaceSize(self.Get(), 0, true, out.Get(), size, executor);
                },
                aclnnArgMin),
            ACL_SUCCESS);
  EXPECT_EQ(out.Read()[0], 2);
}

}  // namespace
}  // namespace openaclnn::testing
