// SPDX-License-Identifier: Apache-2.0
//
// aclnnFusedMatmul against loops over products in float64; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_fused_matmul.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

struct Given {
  const aclTensor* x1 = nullptr;
  const aclTensor* x2 = nullptr;
  const aclTensor* bias = nullptr;
  const aclTensor* x3 = nullptr;
  const char* fused = "";
  const aclTensor* y = nullptr;
  int8_t mode = 0;
};

aclnnStatus PhaseOneOf(const Given& given, uint64_t* size, aclOpExecutor** executor) {
  return aclnnFusedMatmulGetWorkspaceSize(given.x1, given.x2, given.bias, given.x3, given.fused, given.mode,
                                          given.y, size, executor);
}

aclnnStatus RunOf(const Given& given) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); },
      aclnnFusedMatmul);
}

double Applied(std::string_view fused, double sum, double other) {
  if (fused == "relu") {
    return sum < 0 ? 0 : sum;
  }
  if (fused == "gelu_erf") {
    return 0.5 * sum * std::erfc(-sum * std::sqrt(0.5));
  }
  if (fused == "gelu_tanh") {
    return 0.5 * sum * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (sum + 0.044715 * sum * sum * sum)));
  }
  return fused == "add" ? sum + other : fused == "mul" ? sum * other : sum;
}

struct Case {
  Shape first;
  Shape second;
  Shape result;
  Shape other;
};
const std::vector<Case> kCases{{{1, 1}, {1, 1}, {1, 1}, {1}},
                               {{33, 40}, {40, 18}, {33, 18}, {33, 1}},
                               {{2, 1, 5, 70}, {3, 70, 130}, {2, 3, 5, 130}, {3, 1, 130}},
                               {{4, 0}, {0, 6}, {4, 6}, {4, 6}},
                               {{0, 3}, {3, 6}, {0, 6}, {6}}};

TEST(FusedMatmul, EveryFunctionTypeAndLayout) {
  Random random(83);
  for (const Case& one : kCases) {
    for (const char* fused : {"", "16cast32", "relu", "gelu_erf", "gelu_tanh", "add", "mul"}) {
      for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
        for (const bool biased : {false, true}) {
          const std::string_view name = fused;
          if (name == "16cast32" && dtype == ACL_FLOAT) {
            continue;
          }
          const auto trace = TraceSeed(random);
          SCOPED_TRACE(fused);
          const aclDataType result = name == "16cast32" ? ACL_FLOAT : dtype;
          const bool combines = name == "add" || name == "mul";
          const Array first = random.Normal(one.first, dtype, 0, 0.5);
          const Array second = random.Normal(one.second, dtype, 0, 0.5);
          const Array bias = random.Normal({one.result.back()}, dtype, 0, 1);
          const Array other = random.Normal(one.other, dtype, 0, 1);
          Array expected = Full(one.result, 0);
          Array magnitudes = expected;
          for (int64_t i = 0; i < NumElements(one.result); ++i) {
            const Shape at = IndexOf(one.result, i);
            const double start = biased ? bias.values[static_cast<size_t>(at.back())] : 0;
            double sum = start;
            double magnitude = std::fabs(start);
            for (int64_t k = 0; k < one.first.back(); ++k) {
              Shape left = at;
              left.back() = k;
              Shape right = at;
              right[right.size() - 2] = k;
              const double term = BroadcastAt(first, left) * BroadcastAt(second, right);
              sum += term;
              magnitude += std::fabs(term);
            }
            const double with = BroadcastAt(other, at);
            expected.values[static_cast<size_t>(i)] = Applied(name, sum, with);
            // Functions have slopes of little more than 1.
            magnitudes.values[static_cast<size_t>(i)] =
                (1.2 * magnitude + (name == "add" ? std::fabs(with) : 0.0)) *
                (name == "mul" ? std::fabs(with) : 1.0);
          }
          const DeviceTensor secondIn(second, dtype, Layout::Transposed(second.shape.size()));
          const DeviceTensor biasIn(bias, dtype, Layout::Stepped({2}));
          const DeviceTensor otherIn(other, dtype);
          ExpectInEachLayout(expected, Tolerance::For(result, magnitudes, 8),
                             [&](const Layout& layout, const DeviceTensor& out) {
                               const bool same = first.shape.size() == expected.shape.size();
                               const DeviceTensor firstIn(first, dtype, same ? layout : Layout::Contiguous());
                               return RunOf({.x1 = firstIn.Get(),
                                             .x2 = secondIn.Get(),
                                             .bias = biased ? biasIn.Get() : nullptr,
                                             .x3 = combines ? otherIn.Get() : nullptr,
                                             .fused = fused,
                                             .y = out.Get()});
                             });
        }
      }
    }
  }
}

class FusedMatmulChecks : public StatusTest {};

TEST_F(FusedMatmulChecks, Statuses) {
  const Descriptor x1({2, 3});
  const Descriptor x2({3, 4});
  const Descriptor bias({4});
  const Descriptor y({2, 4});
  const Given usual{.x1 = x1.Get(), .x2 = x2.Get(), .bias = bias.Get(), .y = y.Get()};
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given = usual;
    change(given);
    ExpectCall("aclnnFusedMatmul", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return PhaseOneOf(given, size, executor); });
  };
  const Descriptor half1({2, 3}, ACL_FLOAT16);
  const Descriptor half2({3, 4}, ACL_FLOAT16);
  const Descriptor three({3});
  const Descriptor vector({4});
  const Descriptor row({1, 4});
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [&](Given& given) { given.bias = row.Get(); });
  plan(ACL_SUCCESS, "", [&](Given& given) {
    given.fused = "add";
    given.x3 = vector.Get();
  });
  plan(ACL_SUCCESS, "", [&](Given& given) {
    given = {.x1 = half1.Get(), .x2 = half2.Get(), .fused = "16cast32", .y = y.Get()};
  });
  plan(kNullptr, "x1", [](Given& given) { given.x1 = nullptr; });
  plan(kNullptr, "x2", [](Given& given) { given.x2 = nullptr; });
  plan(kNullptr, "fusedOpType", [](Given& given) { given.fused = nullptr; });
  plan(kNullptr, "y", [](Given& given) { given.y = nullptr; });
  plan(kInvalid, "fusedOpType", [](Given& given) { given.fused = "tanh"; });
  plan(kInvalid, "cubeMathType", [](Given& given) { given.mode = 5; });
  plan(kInvalid, "x1", [](Given& given) { given.fused = "16cast32"; });
  plan(kInvalid, "x2", [&](Given& given) { given.x2 = half2.Get(); });
  plan(kInvalid, "x2", [&](Given& given) { given.x2 = x1.Get(); });
  plan(kInvalid, "x1", [&](Given& given) { given.x1 = three.Get(); });
  plan(kInvalid, "bias", [&](Given& given) { given.bias = three.Get(); });
  plan(kInvalid, "x3", [&](Given& given) { given.x3 = vector.Get(); });
  plan(kNullptr, "x3", [](Given& given) { given.fused = "mul"; });
  plan(kInvalid, "x3", [&](Given& given) {
    given.fused = "mul";
    given.x3 = three.Get();
  });
  plan(kInvalid, "y", [&](Given& given) { given.y = x1.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
