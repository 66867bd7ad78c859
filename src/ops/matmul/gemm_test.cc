// SPDX-License-Identifier: Apache-2.0
//
// aclnnGemm against loops over products in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_gemm.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Factors {
  float alpha;
  float beta;
  int64_t transA;
  int64_t transB;
};

aclnnStatus Gemm(const aclTensor* a, const aclTensor* b, const aclTensor* c, const Factors& factors,
                 aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGemmGetWorkspaceSize(a, b, c, factors.alpha, factors.beta, factors.transA, factors.transB,
                                         out, 0, size, executor);
      },
      aclnnGemm);
}

class GemmTest : public StatusTest {};

TEST_F(GemmTest, EveryTypeShapeAndLayout) {
  Random random(12);
  struct Case {
    Shape product;
    int64_t depth;
    Shape added;
    Factors factors;
  };
  for (const Case& given : std::vector<Case>{{{1, 1}, 1, {}, {1, 1, 0, 0}},
                                             {{5, 7}, 3, {7}, {2, -0.5F, 1, 0}},
                                             {{33, 18}, 40, {33, 1}, {0.25F, 1, 0, 1}},
                                             {{20, 30}, 65, {20, 30}, {1, 3, -1, 2}},
                                             {{4, 6}, 0, {1, 6}, {1, 2, 1, 0}},
                                             {{0, 6}, 5, {6}, {1, 2, 0, 0}},
                                             {{9, 8}, 10, {1, 1}, {0, 1, 0, 0}}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto turned = [](int64_t rows, int64_t columns, bool turns) {
        return turns ? Shape{columns, rows} : Shape{rows, columns};
      };
      const bool turnsA = given.factors.transA != 0;
      const bool turnsB = given.factors.transB != 0;
      const Array a = random.Normal(turned(given.product[0], given.depth, turnsA), dtype, 0, 1);
      const Array b = random.Normal(turned(given.depth, given.product[1], turnsB), dtype, 0, 1);
      const Array c = random.Normal(given.added, dtype, 0, 2);
      Array expected = Full(given.product, 0);
      Array magnitudes = expected;
      for (int64_t i = 0; i < NumElements(given.product); ++i) {
        const Shape at = IndexOf(given.product, i);
        double sum = static_cast<double>(given.factors.beta) * BroadcastAt(c, at);
        double magnitude = std::fabs(sum);
        for (int64_t k = 0; k < given.depth; ++k) {
          const double term = static_cast<double>(given.factors.alpha) * At(a, turned(at[0], k, turnsA)) *
                              At(b, turned(k, at[1], turnsB));
          sum += term;
          magnitude += std::fabs(term);
        }
        expected.values[static_cast<size_t>(i)] = sum;
        magnitudes.values[static_cast<size_t>(i)] = magnitude;
      }
      const DeviceTensor second(b, dtype);
      const DeviceTensor added(c, dtype);
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor first(a, dtype, layout);
                           return Gemm(first.Get(), second.Get(), added.Get(), given.factors, out.Get());
                         });
    }
  }
}

TEST_F(GemmTest, ABetaOfZeroLeavesTheMatrixOut) {
  const DeviceTensor a(MakeArray({1, 2}, {1, 2}), ACL_FLOAT);
  const DeviceTensor b(MakeArray({2, 1}, {3, 4}), ACL_FLOAT);
  const DeviceTensor c(MakeArray({1, 1}, {std::numeric_limits<double>::quiet_NaN()}), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({1, 1}, ACL_FLOAT);
  ASSERT_EQ(Gemm(a.Get(), b.Get(), c.Get(), {2, 0, 0, 0}, out.Get()), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values[0], 22);
}

TEST_F(GemmTest, Statuses) {
  const Descriptor a({2, 3});
  const Descriptor b({3, 4});
  const Descriptor c({4});
  const Descriptor out({2, 4});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* first, const aclTensor* second,
                        const aclTensor* added, int64_t transA, aclTensor* result, int8_t mode = 0) {
    ExpectCall("aclnnGemm", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnGemmGetWorkspaceSize(first, second, added, 1, 1, transA, 0, result, mode, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", a.Get(), b.Get(), c.Get(), 0, out.Get(), 4);
  plan(kNullptr, "A", nullptr, b.Get(), c.Get(), 0, out.Get());
  plan(kNullptr, "B", a.Get(), nullptr, c.Get(), 0, out.Get());
  plan(kNullptr, "C", a.Get(), b.Get(), nullptr, 0, out.Get());
  plan(kNullptr, "out", a.Get(), b.Get(), c.Get(), 0, nullptr);
  plan(kInvalid, "A", Descriptor({2, 3}, ACL_DOUBLE).Get(), b.Get(), c.Get(), 0, out.Get());
  plan(kInvalid, "B", a.Get(), Descriptor({3, 4}, ACL_FLOAT16).Get(), c.Get(), 0, out.Get());
  plan(kInvalid, "C", a.Get(), b.Get(), Descriptor({4}, ACL_BF16).Get(), 0, out.Get());
  plan(kInvalid, "A", Descriptor({1, 2, 3}).Get(), b.Get(), c.Get(), 0, out.Get());
  plan(kInvalid, "B", a.Get(), b.Get(), c.Get(), 1, out.Get());
  plan(kInvalid, "C", a.Get(), b.Get(), Descriptor({3}).Get(), 0, out.Get());
  plan(kInvalid, "C", a.Get(), b.Get(), Descriptor({1, 2, 4}).Get(), 0, out.Get());
  plan(kInvalid, "out", a.Get(), b.Get(), c.Get(), 0, Descriptor({4, 2}).Get());
  plan(kInvalid, "cubeMathType", a.Get(), b.Get(), c.Get(), 0, out.Get(), 5);
}

}  // namespace
}  // namespace openaclnn::testing
