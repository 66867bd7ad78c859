// SPDX-License-Identifier: Apache-2.0
//
// aclnnDequantBias against its formula in long double; and the statuses.
#include <gtest/gtest.h>

#include <vector>

#include "aclnnop/aclnn_dequant_bias.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

aclnnStatus Dequantize(const aclTensor* x, const aclTensor* columns, const aclTensor* rows,
                       const aclTensor* bias, aclDataType to, const aclTensor* out) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnDequantBiasGetWorkspaceSize(x, columns, rows, bias, to, out, size, executor);
      },
      aclnnDequantBias);
}

// Sums beyond 2^24 need more than FLOAT; the result is one rounding from the formula.
TEST(DequantBias, EveryTypeAndLayout) {
  Random random(75);
  for (const Shape& shape : {Shape{1, 1}, Shape{7, 33}, Shape{40, 1100}, Shape{0, 5}, Shape{5, 0}}) {
    for (const aclDataType to : {ACL_FLOAT16, ACL_BF16}) {
      for (const aclDataType scale : {ACL_FLOAT, ACL_BF16}) {
        for (const aclDataType biasType : {ACL_DT_UNDEFINED, ACL_INT32, ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
          for (const bool rowScaled : {false, true}) {
            const auto trace = TraceSeed(random);
            const bool biased = biasType != ACL_DT_UNDEFINED;
            const bool whole = biasType == ACL_INT32;
            const Array x = random.Integers(shape, ACL_INT32, -2000000000, 2000000000);
            const Array columns = random.Uniform({shape[1]}, scale, 1e-7, 1e-6);
            const Array rows = random.Uniform({shape[0]}, ACL_FLOAT, -1, 1);
            const Array bias = whole ? random.Integers({shape[1]}, ACL_INT32, -2000000000, 2000000000)
                                     : random.Normal({shape[1]}, biased ? biasType : ACL_FLOAT, 0, 300);
            Array expected = x;
            for (size_t i = 0; i < x.values.size(); ++i) {
              const size_t row = i / static_cast<size_t>(shape[1]);
              const size_t column = i % static_cast<size_t>(shape[1]);
              const long double before = whole ? bias.values[column] : 0.0;
              const long double behind = biased && !whole ? bias.values[column] : 0.0;
              const long double by = rowScaled ? rows.values[row] : 1.0;
              expected.values[i] =
                  static_cast<double>((x.values[i] + before) * columns.values[column] * by + behind);
            }
            const DeviceTensor columnsIn(columns, scale, Layout::Stepped({3}));
            const DeviceTensor rowsIn(rows, ACL_FLOAT);
            const DeviceTensor biasIn(bias, biased ? biasType : ACL_FLOAT, Layout::Stepped({2}));
            ExpectInEachLayout(
                expected, Tolerance::For(to), [&](const Layout& layout, const DeviceTensor& out) {
                  const DeviceTensor xIn(x, ACL_INT32, layout);
                  return Dequantize(xIn.Get(), columnsIn.Get(), rowScaled ? rowsIn.Get() : nullptr,
                                    biased ? biasIn.Get() : nullptr, to, out.Get());
                });
          }
        }
      }
    }
  }
}

class DequantBiasChecks : public StatusTest {};

TEST_F(DequantBiasChecks, Statuses) {
  const Descriptor x({2, 3}, ACL_INT32);
  const Descriptor columns({3});
  const Descriptor rows({2});
  const Descriptor bias({3}, ACL_INT32);
  const Descriptor out({2, 3}, ACL_FLOAT16);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* sums, const aclTensor* by,
                        const aclTensor* rowScale, const aclTensor* added, const aclTensor* result,
                        int64_t to = ACL_FLOAT16) {
    ExpectCall("aclnnDequantBias", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDequantBiasGetWorkspaceSize(sums, by, rowScale, added, to, result, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x.Get(), columns.Get(), rows.Get(), bias.Get(), out.Get());
  plan(ACL_SUCCESS, "", x.Get(), columns.Get(), nullptr, nullptr, out.Get());
  plan(kNullptr, "x", nullptr, columns.Get(), rows.Get(), bias.Get(), out.Get());
  plan(kNullptr, "weightScale", x.Get(), nullptr, rows.Get(), bias.Get(), out.Get());
  plan(kNullptr, "out", x.Get(), columns.Get(), rows.Get(), bias.Get(), nullptr);
  plan(kInvalid, "x", Descriptor({2, 3}, ACL_INT8).Get(), columns.Get(), rows.Get(), bias.Get(), out.Get());
  plan(kInvalid, "weightScale", x.Get(), Descriptor({3}, ACL_FLOAT16).Get(), rows.Get(), bias.Get(),
       out.Get());
  plan(kInvalid, "weightScale", x.Get(), rows.Get(), rows.Get(), bias.Get(), out.Get());
  plan(kInvalid, "activateScaleOptional", x.Get(), columns.Get(), columns.Get(), bias.Get(), out.Get());
  plan(kInvalid, "biasOptional", x.Get(), columns.Get(), rows.Get(), rows.Get(), out.Get());
  plan(kInvalid, "biasOptional", x.Get(), columns.Get(), rows.Get(), Descriptor({3}, ACL_INT8).Get(),
       out.Get());
  plan(kInvalid, "x", Descriptor({6}, ACL_INT32).Get(), columns.Get(), rows.Get(), bias.Get(), out.Get());
  plan(kInvalid, "out", x.Get(), columns.Get(), rows.Get(), bias.Get(),
       Descriptor({3, 2}, ACL_FLOAT16).Get());
  plan(kInvalid, "out", x.Get(), columns.Get(), rows.Get(), bias.Get(), Descriptor({2, 3}).Get(), ACL_FLOAT);
  plan(kInvalid, "outputDtype", x.Get(), columns.Get(), rows.Get(), bias.Get(), out.Get(), ACL_BF16);
}

}  // namespace
}  // namespace openaclnn::testing
