// SPDX-License-Identifier: Apache-2.0
//
// aclnnFlatQuant against products in float64, which are quantized; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_flat_quant.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

aclnnStatus Quantize(const aclTensor* x, const aclTensor* left, const aclTensor* right, double clipRatio,
                     aclTensor* out, aclTensor* scales) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnFlatQuantGetWorkspaceSize(x, left, right, clipRatio, out, scales, size, executor);
      },
      aclnnFlatQuant);
}

// Matrix k of `left` @ x @ `right`.
std::vector<double> ProductOf(const Array& x, const Array& left, const Array& right, int64_t k) {
  const int64_t m = x.shape[1];
  const int64_t n = x.shape[2];
  std::vector<double> half(static_cast<size_t>(m * n), 0);
  std::vector<double> full(static_cast<size_t>(m * n), 0);
  for (int64_t i = 0; i < m * n; ++i) {
    for (int64_t d = 0; d < n; ++d) {
      half[static_cast<size_t>(i)] += x.values[static_cast<size_t>((k * m + i / n) * n + d)] *
                                      right.values[static_cast<size_t>(d * n + i % n)];
    }
  }
  for (int64_t i = 0; i < m * n; ++i) {
    for (int64_t d = 0; d < m; ++d) {
      full[static_cast<size_t>(i)] +=
          left.values[static_cast<size_t>(i / n * m + d)] * half[static_cast<size_t>(d * n + i % n)];
    }
  }
  return full;
}

double Nibble(const Array& words, size_t element) {
  const auto word = static_cast<uint32_t>(static_cast<int64_t>(words.values[element / 8]));
  const auto nibble = static_cast<int>((word >> (4 * (element % 8))) & 15U);
  return nibble >= 8 ? nibble - 16 : nibble;
}

// Quotients that lie in the middle of two integers may go to either.
TEST(FlatQuant, EveryTypeAndLayout) {
  Random random(76);
  for (const Shape& shape : {Shape{1, 1, 8}, Shape{5, 3, 16}, Shape{9, 20, 72}, Shape{3, 65, 8}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const double clipRatio : {1.0, 0.3}) {
        const auto trace = TraceSeed(random);
        const Array x = random.Normal(shape, dtype, 0, 2);
        const Array left = random.Normal({shape[1], shape[1]}, dtype, 0, 1);
        const Array right = random.Normal({shape[2], shape[2]}, dtype, 0, 1);
        const DeviceTensor leftIn(left, dtype, Layout::Transposed(2));
        const DeviceTensor rightIn(right, dtype);
        const Shape packed{shape[0], shape[1], shape[2] / 8};
        std::vector<double> first;
        for (const Layout& layout : UsualLayouts(3)) {
          const DeviceTensor xIn(x, dtype, layout);
          const DeviceTensor out = DeviceTensor::Output(packed, ACL_INT32, layout);
          const DeviceTensor scales = DeviceTensor::Output({shape[0]}, ACL_FLOAT, Layout::Stepped({2}));
          ASSERT_EQ(Quantize(xIn.Get(), leftIn.Get(), rightIn.Get(), clipRatio, out.Get(), scales.Get()),
                    ACL_SUCCESS)
              << LastMessage();
          const Array words = out.Read();
          EXPECT_TRUE(out.CanariesIntact());
          EXPECT_TRUE(scales.CanariesIntact());
          first = first.empty() ? words.values : first;
          EXPECT_EQ(words.values, first) << "other bits in another layout";
          for (int64_t k = 0; k < shape[0]; ++k) {
            const std::vector<double> product = ProductOf(x, left, right, k);
            double largest = 0;
            for (const double one : product) {
              largest = std::max(largest, std::fabs(one));
            }
            const double scale = largest * clipRatio / 7;
            EXPECT_NEAR(scales.Read().values[static_cast<size_t>(k)], scale, 1e-5 * scale);
            for (size_t i = 0; i < product.size(); ++i) {
              const double quotient = std::clamp(product[i] / scale, -8.0, 7.0);
              EXPECT_NEAR(Nibble(words, static_cast<size_t>(k) * product.size() + i), quotient, 0.5 + 1e-4);
            }
          }
        }
      }
    }
  }
}

TEST(FlatQuant, ZerosAndEmptyMatrices) {
  const DeviceTensor x(Full({2, 1, 8}, 0), ACL_FLOAT);
  const DeviceTensor left(Full({1, 1}, 1), ACL_FLOAT);
  const DeviceTensor right(Full({8, 8}, 1), ACL_FLOAT);
  const DeviceTensor out = DeviceTensor::Output({2, 1, 1}, ACL_INT32);
  const DeviceTensor scales = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(Quantize(x.Get(), left.Get(), right.Get(), 1, out.Get(), scales.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{0, 0}));
  EXPECT_EQ(scales.Read().values, (std::vector<double>{0, 0}));
  const DeviceTensor none(Full({2, 0, 8}, 0), ACL_FLOAT);
  const DeviceTensor noLeft(Full({0, 0}, 0), ACL_FLOAT);
  const DeviceTensor noOut = DeviceTensor::Output({2, 0, 1}, ACL_INT32);
  const DeviceTensor noScales = DeviceTensor::Output({2}, ACL_FLOAT);
  ASSERT_EQ(Quantize(none.Get(), noLeft.Get(), right.Get(), 1, noOut.Get(), noScales.Get()), ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(noScales.Read().values, (std::vector<double>{0, 0}));
}

class FlatQuantChecks : public StatusTest {};

TEST_F(FlatQuantChecks, Statuses) {
  const Descriptor x({2, 3, 16});
  const Descriptor left({3, 3});
  const Descriptor right({16, 16});
  const Descriptor out({2, 3, 2}, ACL_INT32);
  const Descriptor scales({2});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* numbers, const aclTensor* one,
                        const aclTensor* other, aclTensor* words, aclTensor* by, double clipRatio = 1) {
    ExpectCall("aclnnFlatQuant", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnFlatQuantGetWorkspaceSize(numbers, one, other, clipRatio, words, by, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x.Get(), left.Get(), right.Get(), out.Get(), scales.Get());
  plan(kNullptr, "x", nullptr, left.Get(), right.Get(), out.Get(), scales.Get());
  plan(kNullptr, "kroneckerP1", x.Get(), nullptr, right.Get(), out.Get(), scales.Get());
  plan(kNullptr, "kroneckerP2", x.Get(), left.Get(), nullptr, out.Get(), scales.Get());
  plan(kNullptr, "out", x.Get(), left.Get(), right.Get(), nullptr, scales.Get());
  plan(kNullptr, "quantScale", x.Get(), left.Get(), right.Get(), out.Get(), nullptr);
  plan(kInvalid, "x", Descriptor({2, 3, 16}, ACL_DOUBLE).Get(), left.Get(), right.Get(), out.Get(),
       scales.Get());
  plan(kInvalid, "kroneckerP1", x.Get(), Descriptor({3, 3}, ACL_FLOAT16).Get(), right.Get(), out.Get(),
       scales.Get());
  plan(kInvalid, "kroneckerP1", x.Get(), right.Get(), right.Get(), out.Get(), scales.Get());
  plan(kInvalid, "kroneckerP2", x.Get(), left.Get(), left.Get(), out.Get(), scales.Get());
  plan(kInvalid, "x", Descriptor({2, 3, 12}).Get(), left.Get(), Descriptor({12, 12}).Get(), out.Get(),
       scales.Get());
  plan(kInvalid, "out", x.Get(), left.Get(), right.Get(), Descriptor({2, 3, 16}, ACL_INT8).Get(),
       scales.Get());
  plan(kInvalid, "out", x.Get(), left.Get(), right.Get(), Descriptor({2, 3, 16}, ACL_INT32).Get(),
       scales.Get());
  plan(kInvalid, "quantScale", x.Get(), left.Get(), right.Get(), out.Get(), Descriptor({3}).Get());
  plan(kInvalid, "clipRatio", x.Get(), left.Get(), right.Get(), out.Get(), scales.Get(), 0);
  plan(kInvalid, "clipRatio", x.Get(), left.Get(), right.Get(), out.Get(), scales.Get(), 1.5);
  plan(kInvalid, "clipRatio", x.Get(), left.Get(), right.Get(), out.Get(), scales.Get(), NAN);
}

}  // namespace
}  // namespace openaclnn::testing
