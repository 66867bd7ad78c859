// SPDX-License-Identifier: Apache-2.0
//
// aclnnRenorm, aclnnInplaceRenorm and aclnnEmbeddingRenorm against norms in long double.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <vector>

#include "aclnnop/aclnn_embedding_renorm.h"
#include "aclnnop/aclnn_renorm.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/raw_tensor.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<aclDataType> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

double FactorOf(const std::vector<double>& slice, double order, double bound) {
  long double norm = 0;
  for (const double value : slice) {
    const long double magnitude = std::fabs(static_cast<long double>(value));
    if (std::isinf(order)) {
      norm = std::max(norm, magnitude);
    } else {
      norm += order == 0 ? (value != 0 ? 1 : 0) : std::pow(magnitude, static_cast<long double>(order));
    }
  }
  if (order != 0 && !std::isinf(order)) {
    norm = std::pow(norm, 1 / static_cast<long double>(order));
  }
  return norm > bound ? static_cast<double>(bound / (norm + 1e-7L)) : 1;
}

Array Bounded(const Array& self, size_t dim, double order, double bound) {
  std::vector<std::vector<double>> slices(static_cast<size_t>(self.shape[dim]));
  for (int64_t i = 0; i < NumElements(self.shape); ++i) {
    slices[static_cast<size_t>(IndexOf(self.shape, i)[dim])].push_back(self.values[static_cast<size_t>(i)]);
  }
  std::vector<double> factors;
  for (const auto& slice : slices) {
    factors.push_back(FactorOf(slice, order, bound));
  }
  Array expected = self;
  for (int64_t i = 0; i < NumElements(self.shape); ++i) {
    expected.values[static_cast<size_t>(i)] *= factors[static_cast<size_t>(IndexOf(self.shape, i)[dim])];
  }
  return expected;
}

void Expect(const Array& self, aclDataType dtype, int64_t dim, double order, double bound,
            const Layout& layout = {}, const Layout& outLayout = {}) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", shape " << ::testing::PrintToString(self.shape)
                                    << ", dim " << dim << ", order " << order << ", bound " << bound);
  const DeviceTensor input(self, dtype, layout);
  const DeviceTensor out = DeviceTensor::Output(self.shape, dtype, outLayout);
  const Scalar p(order, ACL_DOUBLE);
  const Scalar most(bound, ACL_FLOAT);
  const auto d = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(self.shape.size()) : dim);
  const Array expected = Bounded(self, d, order, RoundTo(ACL_FLOAT, bound));
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnRenormGetWorkspaceSize(input.Get(), p.Get(), dim, most.Get(), out.Get(), size,
                                                     executor);
                },
                aclnnRenorm),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype)));
  EXPECT_TRUE(out.CanariesIntact());
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnInplaceRenormGetWorkspaceSize(input.Get(), p.Get(), dim, most.Get(), size,
                                                            executor);
                },
                aclnnInplaceRenorm),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(Near(input.Read(), expected, Tolerance::For(dtype)));
  EXPECT_TRUE(input.CanariesIntact());
}

TEST(Renorm, EveryTypeOrderAndLayout) {
  Random random(3);
  for (const aclDataType dtype : kDtypes) {
    for (const double order : {0.0, 0.5, 1.0, 2.0, 3.0, kInfinity}) {
      Expect(random.Normal({5, 7}, dtype, 0, 1), dtype, 0, order, 1.5);
      Expect(random.Normal({5, 7}, dtype, 0, 1), dtype, -1, order, 1.5);
      Expect(random.Normal({3, 40, 5}, dtype, 0, 1), dtype, 1, order, 3, Layout::Transposed(3));
      Expect(random.Normal({4, 3, 2, 5}, dtype, 0, 1), dtype, 2, order, 2, Layout::Stepped({1, 2, 1, 3}),
             Layout::Transposed(4));
    }
    Expect(random.Normal({300, 700}, dtype, 0, 1), dtype, 0, 2, 26);
    Expect(random.Normal({700, 30}, dtype, 0, 1), dtype, 1, 2, 26);
    Expect(random.Normal({5, 7}, dtype, 0, 1), dtype, 0, 2, 0);
    Expect(random.Normal({5, 7}, dtype, 0, 1), dtype, 0, 2, 100);
    Expect(Full({0, 7}, 1), dtype, 0, 2, 1);
    Expect(Full({5, 0}, 1), dtype, 0, 2, 1);
    Expect(Full({2, 1, 1, 2, 1, 1, 1, 3}, 1), dtype, 0, 2, 1);
  }
}

// Rows [1, 1, 1], [2, 2, 2], [3, 3, 3] of norms 3, 6, 9.
TEST(Renorm, IsPytorchs) {
  const DeviceTensor self(MakeArray({3, 3}, {1, 1, 1, 2, 2, 2, 3, 3, 3}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({3, 3}, ACL_FLOAT);
  const Scalar p(1, ACL_INT64);
  const Scalar most(5, ACL_INT64);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnRenormGetWorkspaceSize(self.Get(), p.Get(), 0, most.Get(), out.Get(), size,
                                                     executor);
                },
                aclnnRenorm),
            ACL_SUCCESS);
  const std::vector<double> values = out.Read().values;
  EXPECT_EQ(values[0], 1);
  EXPECT_NEAR(values[3], 1.6667, 1e-4);
  EXPECT_NEAR(values[8], 1.6667, 1e-4);
}

TEST(Renorm, OfNanIsLeftAlone) {
  const double nan = std::nan("");
  for (const aclDataType dtype : kDtypes) {
    Expect(MakeArray({2, 2}, {nan, 5, 3, 4}), dtype, 0, 2, 1);
    Expect(MakeArray({2, 2}, {kInfinity, 5, 3, 4}), dtype, 0, 2, kInfinity);
  }
}

void ExpectRows(const Array& table, const Array& indices, aclDataType dtype, aclDataType indexDtype,
                double bound, double order, const Layout& layout = {}) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", table "
                                    << ::testing::PrintToString(table.shape) << ", order " << order);
  const DeviceTensor self(table, dtype, layout);
  const DeviceTensor places(indices, indexDtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnEmbeddingRenormGetWorkspaceSize(self.Get(), places.Get(), bound, order, size,
                                                              executor);
                },
                aclnnEmbeddingRenorm),
            ACL_SUCCESS)
      << LastMessage();
  const Array all = Bounded(table, 0, order, bound);
  Array expected = table;
  const std::set<double> named(indices.values.begin(), indices.values.end());
  for (size_t i = 0; i < expected.values.size(); ++i) {
    if (named.count(static_cast<double>(static_cast<int64_t>(i) / table.shape[1])) != 0) {
      expected.values[i] = all.values[i];
    }
  }
  EXPECT_TRUE(Near(self.Read(), expected, Tolerance::For(dtype)));
  EXPECT_TRUE(self.CanariesIntact());
}

TEST(EmbeddingRenorm, EveryTypeOrderAndLayout) {
  Random random(5);
  for (const aclDataType dtype : kDtypes) {
    for (const aclDataType indexDtype : {ACL_INT64, ACL_INT32}) {
      for (const double order : {0.0, 0.5, 1.0, 2.0, 5.0, kInfinity}) {
        ExpectRows(random.Normal({16, 7}, dtype, 0, 1), random.Integers({3, 4}, indexDtype, 0, 16), dtype,
                   indexDtype, 2, order);
      }
      ExpectRows(random.Normal({9, 700}, dtype, 0, 1), random.Integers({40}, indexDtype, 0, 9), dtype,
                 indexDtype, 20, 2, Layout::Transposed(2));
      ExpectRows(random.Normal({300, 33}, dtype, 0, 1), random.Integers({100}, indexDtype, 0, 300), dtype,
                 indexDtype, 3, 2, Layout::Stepped({2, 3}));
      ExpectRows(random.Normal({3, 5}, dtype, 0, 1), Full({}, 1), dtype, indexDtype, 1, 2);
      ExpectRows(random.Normal({3, 5}, dtype, 0, 1), Full({0}, 1), dtype, indexDtype, 1, 2);
      ExpectRows(Full({3, 0}, 1), Full({2}, 1), dtype, indexDtype, 1, 2);
    }
  }
}

// Then the result is made in the workspace, side by side, whatever strides the table has.
TEST(EmbeddingRenorm, IndicesInTheGapsOfTheTable) {
  constexpr int64_t kColumns = 31;
  constexpr size_t kGap = 3;
  const auto room = RawTensor<float>(std::vector<float>(kGap * kColumns, 3.0F), ACL_FLOAT);
  const int32_t place = 0;
  ASSERT_EQ(aclrtMemcpy(static_cast<float*>(room.Data()) + 1, sizeof(place), &place, sizeof(place),
                        ACL_MEMCPY_HOST_TO_DEVICE),
            ACL_SUCCESS);
  const std::array<int64_t, 2> dims{1, kColumns};
  const std::array<int64_t, 2> strides{kGap * kColumns, kGap};
  const int64_t storage = kGap * kColumns;
  const std::array<int64_t, 1> one{1};
  aclTensor* const table = aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides.data(), 0,
                                           ACL_FORMAT_ND, &storage, 1, room.Data());
  aclTensor* const places =
      aclCreateTensor(one.data(), 1, ACL_INT32, one.data(), 1, ACL_FORMAT_ND, &storage, 1, room.Data());
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnEmbeddingRenormGetWorkspaceSize(table, places, 1, 2, &size, &executor), ACL_SUCCESS)
      << LastMessage();
  constexpr size_t kGuard = 512;
  const RawTensor<uint8_t> workspace(std::vector<uint8_t>(size + kGuard, 0xA5), ACL_UINT8);
  ASSERT_EQ(aclnnEmbeddingRenorm(workspace.Data(), size, executor, nullptr), ACL_SUCCESS) << LastMessage();
  ASSERT_EQ(aclrtSynchronizeStream(nullptr), ACL_SUCCESS) << LastMessage();
  const std::vector<uint8_t> bytes = workspace.Read();
  EXPECT_EQ(std::vector<uint8_t>(bytes.end() - kGuard, bytes.end()), std::vector<uint8_t>(kGuard, 0xA5));
  const std::vector<float> numbers = room.Read();
  for (size_t i = 0; i < numbers.size(); ++i) {
    if (i == 1) {
      continue;  // the index
    }
    const double expected = i % kGap == 0 ? 3 * FactorOf(std::vector<double>(kColumns, 3.0), 2, 1) : 3.0;
    EXPECT_NEAR(numbers[i], expected, 4e-7) << i;  // two roundings of numbers below 1
  }
  EXPECT_EQ(aclDestroyTensor(table), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensor(places), ACL_SUCCESS);
}

TEST(EmbeddingRenorm, IndicesOutOfRange) {
  const Array table = Full({3, 2}, 9);
  for (const double bad : {3.0, -1.0}) {
    const DeviceTensor self(table, ACL_FLOAT);
    const DeviceTensor indices(MakeArray({3}, {0, bad, 1}), ACL_INT64);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnEmbeddingRenormGetWorkspaceSize(self.Get(), indices.Get(), 1, 2, size,
                                                                executor);
                  },
                  aclnnEmbeddingRenorm),
              ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
    EXPECT_NE(LastMessage().find("indices: expected values in [0, 3), got"), std::string::npos)
        << LastMessage();
    EXPECT_NE(LastMessage().find("position 1"), std::string::npos) << LastMessage();
    EXPECT_EQ(self.Read().values, table.values);
  }
}

class RenormStatus : public PhaseOneTest {};

TEST_F(RenormStatus, Renorm) {
  const Descriptor self(Shape{3, 4});
  const Descriptor row(Shape{4});
  const Descriptor doubles(Shape{3, 4}, ACL_DOUBLE);
  const Descriptor halves(Shape{3, 4}, ACL_FLOAT16);
  const Scalar two(2, ACL_DOUBLE);
  const Scalar negative(-1, ACL_DOUBLE);
  const Scalar nan(std::nan(""), ACL_DOUBLE);
  const auto plan = [&](const aclTensor* tensor, const aclScalar* p, int64_t dim, const aclScalar* most,
                        aclTensor* out) {
    return Call("aclnnRenorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRenormGetWorkspaceSize(tensor, p, dim, most, out, size, executor);
    });
  };
  EXPECT_EQ(plan(self.Get(), two.Get(), 0, two.Get(), self.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, two.Get(), 0, two.Get(), self.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), nullptr, 0, two.Get(), self.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), two.Get(), 0, nullptr, self.Get()), kNullptr);
  EXPECT_EQ(plan(self.Get(), two.Get(), 0, two.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(self.Get(), two.Get(), 2, two.Get(), self.Get()), kInvalid);
  ExpectMessage({"dim"});
  EXPECT_EQ(plan(self.Get(), negative.Get(), 0, two.Get(), self.Get()), kInvalid);
  ExpectMessage({"p", "-1"});
  EXPECT_EQ(plan(self.Get(), nan.Get(), 0, two.Get(), self.Get()), kInvalid);
  EXPECT_EQ(plan(self.Get(), two.Get(), 0, negative.Get(), self.Get()), kInvalid);
  ExpectMessage({"maxNorm", "-1"});
  EXPECT_EQ(plan(row.Get(), two.Get(), 0, two.Get(), row.Get()), kInvalid);
  ExpectMessage({"self", "2 dims"});
  EXPECT_EQ(plan(doubles.Get(), two.Get(), 0, two.Get(), doubles.Get()), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(plan(self.Get(), two.Get(), 0, two.Get(), halves.Get()), kInvalid);
  ExpectMessage({"out", "FLOAT16"});
  EXPECT_EQ(plan(self.Get(), two.Get(), 0, two.Get(), row.Get()), kInvalid);
  ExpectMessage({"out", "[3, 4]", "[4]"});
}

TEST_F(RenormStatus, EmbeddingRenorm) {
  const Descriptor self(Shape{3, 4});
  const Descriptor row(Shape{4});
  const Descriptor indices(Shape{2}, ACL_INT64);
  const auto plan = [&](aclTensor* table, const aclTensor* places, double most, double order) {
    return Call("aclnnEmbeddingRenorm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnEmbeddingRenormGetWorkspaceSize(table, places, most, order, size, executor);
    });
  };
  EXPECT_EQ(plan(self.Get(), indices.Get(), 1, 2), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, indices.Get(), 1, 2), kNullptr);
  EXPECT_EQ(plan(self.Get(), nullptr, 1, 2), kNullptr);
  EXPECT_EQ(plan(row.Get(), indices.Get(), 1, 2), kInvalid);
  ExpectMessage({"selfRef", "2 dims"});
  EXPECT_EQ(plan(self.Get(), row.Get(), 1, 2), kInvalid);
  ExpectMessage({"indices", "FLOAT"});
  EXPECT_EQ(plan(self.Get(), indices.Get(), -1, 2), kInvalid);
  ExpectMessage({"maxNorm"});
  EXPECT_EQ(plan(self.Get(), indices.Get(), 1, std::nan("")), kInvalid);
  ExpectMessage({"normType"});
}

}  // namespace
}  // namespace openaclnn::testing
