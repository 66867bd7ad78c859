// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantMatmul against exact sums of products, scaled in float64; and the statuses.
#include <gtest/gtest.h>

#include <vector>

#include "aclnnop/aclnn_quant_matmul.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

aclnnStatus PhaseOneOf(const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, float scale,
                       aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
  return aclnnQuantMatmulGetWorkspaceSize(x1, x2, bias, scale, out, size, executor);
}

TEST(QuantMatmulWithOneScale, EveryShapeAndLayout) {
  Random random(84);
  struct Case {
    Shape first;
    Shape second;
    Shape result;
  };
  for (const Case& one : std::vector<Case>{{{1, 1}, {1, 1}, {1, 1}},
                                           {{33, 70}, {70, 130}, {33, 130}},
                                           {{2, 1, 5, 300}, {3, 300, 9}, {2, 3, 5, 9}},
                                           {{3, 0}, {0, 4}, {3, 4}},
                                           {{0, 3}, {3, 4}, {0, 4}}}) {
    for (const bool biased : {false, true}) {
      const auto trace = TraceSeed(random);
      const Array first = random.Integers(one.first, ACL_INT8, -128, 128);
      const Array second = random.Integers(one.second, ACL_INT8, -128, 128);
      const Array bias = random.Integers({one.result.back()}, ACL_INT32, -100000, 100000);
      constexpr float kScale = 0.00123F;
      Array expected = Full(one.result, 0);
      for (int64_t i = 0; i < NumElements(one.result); ++i) {
        const Shape at = IndexOf(one.result, i);
        double sum = biased ? bias.values[static_cast<size_t>(at.back())] : 0;
        for (int64_t k = 0; k < one.first.back(); ++k) {
          Shape left = at;
          left.back() = k;
          Shape right = at;
          right[right.size() - 2] = k;
          sum += BroadcastAt(first, left) * BroadcastAt(second, right);
        }
        expected.values[static_cast<size_t>(i)] = sum * static_cast<double>(kScale);
      }
      const DeviceTensor secondIn(second, ACL_INT8, Layout::Transposed(second.shape.size()));
      const DeviceTensor biasIn(bias, ACL_INT32, Layout::Stepped({2}));
      // One rounding of a float64.
      Tolerance tolerance = Tolerance::For(ACL_FLOAT16);
      tolerance.arithmeticUlps = 0;
      ExpectInEachLayout(expected, tolerance, [&](const Layout& layout, const DeviceTensor& out) {
        const bool same = first.shape.size() == expected.shape.size();
        const DeviceTensor firstIn(first, ACL_INT8, same ? layout : Layout::Contiguous());
        return RunTwoPhase(
            [&](uint64_t* size, aclOpExecutor** executor) {
              return PhaseOneOf(firstIn.Get(), secondIn.Get(), biased ? biasIn.Get() : nullptr, kScale,
                                out.Get(), size, executor);
            },
            aclnnQuantMatmul);
      });
    }
  }
}

class QuantMatmulWithOneScaleChecks : public StatusTest {};

TEST_F(QuantMatmulWithOneScaleChecks, Statuses) {
  const Descriptor x1({2, 3}, ACL_INT8);
  const Descriptor x2({3, 4}, ACL_INT8);
  const Descriptor bias({4}, ACL_INT32);
  const Descriptor out({2, 4}, ACL_FLOAT16);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* first, const aclTensor* second,
                        const aclTensor* added, aclTensor* result) {
    ExpectCall("aclnnQuantMatmul", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return PhaseOneOf(first, second, added, 1, result, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", x1.Get(), x2.Get(), bias.Get(), out.Get());
  plan(ACL_SUCCESS, "", x1.Get(), x2.Get(), nullptr, out.Get());
  plan(kNullptr, "x1", nullptr, x2.Get(), bias.Get(), out.Get());
  plan(kNullptr, "x2", x1.Get(), nullptr, bias.Get(), out.Get());
  plan(kNullptr, "out", x1.Get(), x2.Get(), bias.Get(), nullptr);
  plan(kInvalid, "x1", Descriptor({2, 3}).Get(), x2.Get(), bias.Get(), out.Get());
  plan(kInvalid, "x2", x1.Get(), Descriptor({3, 4}, ACL_INT32).Get(), bias.Get(), out.Get());
  plan(kInvalid, "x2", x1.Get(), x1.Get(), bias.Get(), out.Get());
  plan(kInvalid, "x1", Descriptor({3}, ACL_INT8).Get(), x2.Get(), bias.Get(), out.Get());
  plan(kInvalid, "bias", x1.Get(), x2.Get(), Descriptor({4}).Get(), out.Get());
  plan(kInvalid, "bias", x1.Get(), x2.Get(), Descriptor({3}, ACL_INT32).Get(), out.Get());
  plan(kInvalid, "out", x1.Get(), x2.Get(), bias.Get(), Descriptor({2, 4}).Get());
  plan(kInvalid, "out", x1.Get(), x2.Get(), bias.Get(), Descriptor({4, 2}, ACL_FLOAT16).Get());
}

}  // namespace
}  // namespace openaclnn::testing
