// SPDX-License-Identifier: Apache-2.0
//
// aclnnTransformBiasRescaleQkv against the formula in float64; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_transform_bias_rescale_qkv.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class Qkv : public StatusTest {
 protected:
  Random random_{31};
};

TEST_F(Qkv, OfEveryTypeShapeAndLayout) {
  struct Sizes {
    int64_t B, T, heads, d;
  };
  for (const auto& [B, T, heads, d] :
       {Sizes{2, 3, 4, 5}, Sizes{1, 70, 1, 64}, Sizes{3, 1, 7, 33}, Sizes{2, 0, 3, 4}, Sizes{2, 3, 2, 0}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const int64_t columns = 3 * heads * d;
      const Array qkv = random_.Normal({B, T, columns}, dtype, 1, 3);
      const Array bias = random_.Normal({columns}, dtype, 0, 2);
      const Shape shape{B, heads, T, d};
      for (const Layout& in : {Layout::Contiguous(), Layout::Transposed(3), Layout::Stepped({1, 2, 3})}) {
        for (const Layout& out : UsualLayouts(4)) {
          const DeviceTensor x(qkv, dtype, in);
          const DeviceTensor b(bias, dtype);
          const std::array<DeviceTensor, 3> parts{DeviceTensor::Output(shape, dtype, out),
                                                  DeviceTensor::Output(shape, dtype, out),
                                                  DeviceTensor::Output(shape, dtype)};
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnTransformBiasRescaleQkvGetWorkspaceSize(x.Get(), b.Get(), heads,
                                                                              parts[0].Get(), parts[1].Get(),
                                                                              parts[2].Get(), size, executor);
                        },
                        aclnnTransformBiasRescaleQkv),
                    ACL_SUCCESS)
              << LastMessage();
          for (int64_t part = 0; part < 3; ++part) {
            Array expected = Full(shape, 0);
            Array magnitudes = Full(shape, 0);
            for (int64_t i = 0; i < NumElements(shape); ++i) {
              const Shape at = IndexOf(shape, i);
              const int64_t column = (part * heads + at[1]) * d + at[3];
              const double number = qkv.values[static_cast<size_t>((at[0] * T + at[2]) * columns + column)];
              const double plus = bias.values[static_cast<size_t>(column)];
              const double scale = part == 0 ? 1 / std::sqrt(static_cast<double>(d)) : 1;
              expected.values[static_cast<size_t>(i)] = (number + plus) * scale;
              magnitudes.values[static_cast<size_t>(i)] = (std::fabs(number) + std::fabs(plus)) * scale;
            }
            const DeviceTensor& actual = parts[static_cast<size_t>(part)];
            EXPECT_TRUE(Near(actual.Read(), expected, Tolerance::For(dtype, magnitudes)));
            EXPECT_TRUE(actual.CanariesIntact());
          }
        }
      }
    }
  }
}

TEST_F(Qkv, Statuses) {
  const Descriptor qkv({2, 3, 24});
  const Descriptor bias({24});
  const Descriptor heads({2, 4, 3, 2});
  const Descriptor half({2, 4, 3, 2}, ACL_FLOAT16);
  const Descriptor wrong({2, 3, 4, 2});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, const aclTensor* b,
                        int64_t n, aclTensor* q, aclTensor* k, aclTensor* v) {
    ExpectCall("aclnnTransformBiasRescaleQkv", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTransformBiasRescaleQkvGetWorkspaceSize(x, b, n, q, k, v, size, executor);
    });
  };
  aclTensor* const out = heads.Get();
  plan(ACL_SUCCESS, "", qkv.Get(), bias.Get(), 4, out, out, out);
  plan(kNullptr, "qkv", nullptr, bias.Get(), 4, out, out, out);
  plan(kNullptr, "qkvBias", qkv.Get(), nullptr, 4, out, out, out);
  plan(kNullptr, "q", qkv.Get(), bias.Get(), 4, nullptr, out, out);
  plan(kNullptr, "k", qkv.Get(), bias.Get(), 4, out, nullptr, out);
  plan(kNullptr, "v", qkv.Get(), bias.Get(), 4, out, out, nullptr);
  plan(kInvalid, "qkv", bias.Get(), bias.Get(), 4, out, out, out);
  plan(kInvalid, "qkv", Descriptor({2, 3, 24}, ACL_DOUBLE).Get(), bias.Get(), 4, out, out, out);
  plan(kInvalid, "qkvBias", qkv.Get(), Descriptor({23}).Get(), 4, out, out, out);
  plan(kInvalid, "qkvBias", qkv.Get(), Descriptor({24}, ACL_FLOAT16).Get(), 4, out, out, out);
  plan(kInvalid, "numHeads", qkv.Get(), bias.Get(), 0, out, out, out);
  plan(kInvalid, "numHeads", qkv.Get(), bias.Get(), 5, out, out, out);
  plan(kInvalid, "numHeads", qkv.Get(), bias.Get(), INT64_MAX, out, out, out);
  plan(kInvalid, "q", qkv.Get(), bias.Get(), 4, wrong.Get(), out, out);
  plan(kInvalid, "k", qkv.Get(), bias.Get(), 4, out, wrong.Get(), out);
  plan(kInvalid, "v", qkv.Get(), bias.Get(), 4, out, out, half.Get());
}

}  // namespace
}  // namespace openaclnn::testing
