// SPDX-License-Identifier: Apache-2.0
//
// aclnnMaskedSoftmaxWithRelPosBias against the formula in float64; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_masked_softmax_with_rel_pos_bias.h"
#include "ops/softmax/testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr double kScale = 0.625;
// Of an exponential, a sum and a quotient in float32; the exponent is a sum of three terms below 16.
constexpr double kUlps = 32;

class RelPosBias : public StatusTest {
 protected:
  Random random_{73};
};

// [B, W, N, S1, S2] of numbers that a mask of [W, S1, S2] and a bias of [N, S1, S2] are added to.
Array Reference(const Array& x, const Shape& windows, const std::optional<Array>& mask, const Array& bias) {
  Array out = x;
  for (int64_t i = 0; i < NumElements(windows); ++i) {
    const Shape at = IndexOf(windows, i);
    const auto place = [&](int64_t first) {
      return static_cast<size_t>((first * windows[3] + at[3]) * windows[4] + at[4]);
    };
    const double added = (mask ? mask->values[place(at[1])] : 0) + bias.values[place(at[2])];
    out.values[static_cast<size_t>(i)] = x.values[static_cast<size_t>(i)] * kScale + added;
  }
  SoftmaxRows(out, static_cast<size_t>(windows[4]));
  return out;
}

TEST_F(RelPosBias, OfEveryTypeFormAndLayout) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    for (const Shape& windows : {Shape{2, 3, 4, 5, 7}, Shape{1, 2, 3, 2, 900}, Shape{3, 1, 1, 40, 33},
                                 Shape{2, 2, 3, 4, 1}, Shape{0, 2, 3, 4, 5}, Shape{2, 2, 3, 4, 0}}) {
      for (const bool joined : {false, true}) {
        for (const size_t rank : {0, 3, 4, 5}) {
          const auto trace = TraceSeed(random_);
          const Shape plane{windows[3], windows[4]};
          const Array x = random_.Normal(windows, dtype, 0, 3);
          Array bias = random_.Normal({windows[2], plane[0], plane[1]}, dtype, 0, 1);
          std::optional<Array> mask;
          if (rank > 0) {
            mask = random_.Normal({windows[1], plane[0], plane[1]}, dtype, 0, 1);
          }
          Array expected = Reference(x, windows, mask, bias);
          Array input = x;
          if (joined) {
            input.shape = expected.shape = {windows[0] * windows[1], windows[2], plane[0], plane[1]};
          }
          std::optional<DeviceTensor> masked;
          if (mask) {
            mask->shape = rank == 3   ? mask->shape
                          : rank == 4 ? Shape{windows[1], 1, plane[0], plane[1]}
                                      : Shape{1, windows[1], 1, plane[0], plane[1]};
            masked.emplace(*mask, dtype, Layout::Transposed(rank));
          }
          bias.shape.insert(bias.shape.begin(), rank == 0 ? 0 : rank - 3, 1);
          const DeviceTensor plus(bias, dtype);
          ExpectInEachLayout(expected, Tolerance::For(dtype, std::nullopt, kUlps),
                             [&](const Layout& layout, const DeviceTensor& out) {
                               const DeviceTensor scores(input, dtype, layout);
                               return RunTwoPhase(
                                   [&](uint64_t* size, aclOpExecutor** executor) {
                                     return aclnnMaskedSoftmaxWithRelPosBiasGetWorkspaceSize(
                                         scores.Get(), masked ? masked->Get() : nullptr, plus.Get(), kScale,
                                         0, out.Get(), size, executor);
                                   },
                                   aclnnMaskedSoftmaxWithRelPosBias);
                             });
        }
      }
    }
  }
}

TEST_F(RelPosBias, Statuses) {
  const Descriptor x({2, 3, 4, 5, 6});
  const Descriptor joined({6, 4, 5, 6});
  const Descriptor mask({3, 5, 6});
  const Descriptor bias({4, 5, 6});
  const Descriptor half({4, 5, 6}, ACL_FLOAT16);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* scores,
                        const aclTensor* masked, const aclTensor* plus, aclTensor* out, int64_t mode = 0) {
    ExpectCall("aclnnMaskedSoftmaxWithRelPosBias", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnMaskedSoftmaxWithRelPosBiasGetWorkspaceSize(scores, masked, plus, kScale, mode,
                                                                         out, size, executor);
               });
  };
  plan(ACL_SUCCESS, "", x.Get(), mask.Get(), bias.Get(), x.Get());
  plan(ACL_SUCCESS, "", joined.Get(), mask.Get(), bias.Get(), joined.Get(), 1);
  plan(ACL_SUCCESS, "", joined.Get(), nullptr, bias.Get(), joined.Get());
  plan(kNullptr, "x", nullptr, mask.Get(), bias.Get(), x.Get());
  plan(kNullptr, "relativePosBias", x.Get(), mask.Get(), nullptr, x.Get());
  plan(kNullptr, "out", x.Get(), mask.Get(), bias.Get(), nullptr);
  plan(kInvalid, "x", bias.Get(), mask.Get(), bias.Get(), bias.Get());
  plan(kInvalid, "x", Descriptor({6, 4, 5, 6}, ACL_INT32).Get(), nullptr, bias.Get(), joined.Get());
  plan(kInvalid, "attenMaskOptional", x.Get(), bias.Get(), bias.Get(), x.Get());
  plan(kInvalid, "attenMaskOptional", joined.Get(), Descriptor({4, 5, 6}).Get(), bias.Get(), joined.Get());
  plan(kInvalid, "attenMaskOptional", joined.Get(), Descriptor({0, 5, 6}).Get(), bias.Get(), joined.Get());
  plan(kInvalid, "attenMaskOptional", joined.Get(), Descriptor({}).Get(), bias.Get(), joined.Get());
  plan(kInvalid, "attenMaskOptional", joined.Get(), Descriptor({3, 5, 6}, ACL_BOOL).Get(), bias.Get(),
       joined.Get());
  plan(kInvalid, "relativePosBias", x.Get(), mask.Get(), mask.Get(), x.Get());
  plan(kInvalid, "relativePosBias", x.Get(), mask.Get(), half.Get(), x.Get());
  plan(kInvalid, "innerPrecisionMode", x.Get(), mask.Get(), bias.Get(), x.Get(), 2);
  plan(kInvalid, "out", x.Get(), mask.Get(), bias.Get(), joined.Get());
}

}  // namespace
}  // namespace openaclnn::testing
