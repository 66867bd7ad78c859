// SPDX-License-Identifier: Apache-2.0
//
// aclnnFusedLinearOnlineMaxSum and aclnnFusedLinearCrossEntropyLossGrad against loops in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_fused_linear_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_fused_linear_online_max_sum.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

// a [n, k] times transposed b [m, k].
Array Product(const Array& a, const Array& b) {
  const auto depth = static_cast<size_t>(a.shape[1]);
  Array result = Full({a.shape[0], b.shape[0]}, 0);
  const auto columns = static_cast<size_t>(b.shape[0]);
  for (size_t i = 0; i < result.values.size(); ++i) {
    for (size_t k = 0; k < depth; ++k) {
      result.values[i] += a.values[i / columns * depth + k] * b.values[i % columns * depth + k];
    }
  }
  return result;
}

Array TransposedOf(const Array& a) {
  Array result = Full({a.shape[1], a.shape[0]}, 0);
  for (size_t i = 0; i < a.values.size(); ++i) {
    const auto columns = static_cast<size_t>(a.shape[1]);
    result.values[i % columns * static_cast<size_t>(a.shape[0]) + i / columns] = a.values[i];
  }
  return result;
}

struct Case {
  int64_t rows;
  int64_t vocabulary;
  int64_t hidden;
};
const std::vector<Case> kCases{{1, 1, 1}, {9, 33, 7}, {70, 130, 65}, {17, 5, 300}};

class LinearLoss : public StatusTest {
 protected:
  Random random_{91};
};

// Small whole numbers: every product and sum of them is exact in float32.
TEST_F(LinearLoss, SumsOfEveryTypeShapeAndLayout) {
  for (const Case& given : kCases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool keeps : {false, true}) {
        const auto trace = TraceSeed(random_);
        constexpr int64_t kStart = 4;
        const int64_t end = kStart + given.vocabulary - 1 - (given.vocabulary > 1 ? 1 : 0);
        const Array input = random_.Integers({given.rows, given.hidden}, dtype, -1, 2);
        const Array weight = random_.Integers({given.vocabulary, given.hidden}, dtype, -1, 2);
        const Array target = random_.Integers({given.rows}, ACL_INT32, 0, given.vocabulary + 2 * kStart);
        const Array logits = Product(input, weight);
        const Shape rows{given.rows};
        Array largest = Full(rows, 0);
        Array sums = largest;
        Array predicted = largest;
        Array masked = largest;
        Array mask = Full({(given.rows + 7) / 8}, 0);
        const auto words = static_cast<size_t>(given.vocabulary);
        for (size_t r = 0; r < 8 * mask.values.size(); ++r) {
          bool outside = true;
          if (r < static_cast<size_t>(given.rows)) {
            const auto row = logits.values.begin() + static_cast<ptrdiff_t>(r * words);
            largest.values[r] = *std::max_element(row, row + static_cast<ptrdiff_t>(words));
            for (size_t v = 0; v < words; ++v) {
              sums.values[r] += std::exp(row[static_cast<ptrdiff_t>(v)] - largest.values[r]);
            }
            const auto number = static_cast<int64_t>(target.values[r]);
            outside = number < kStart || number > end;
            masked.values[r] = outside ? 0 : static_cast<double>(number - kStart);
            predicted.values[r] = outside ? 0 : row[number - kStart] - largest.values[r];
          }
          mask.values[r / 8] += outside ? static_cast<double>(128 >> r % 8) : 0;
        }
        const auto layout = [&](size_t rank) {
          return keeps ? Layout::Transposed(rank).WithOffset(1) : Layout();
        };
        const DeviceTensor x(input, dtype, layout(2));
        const DeviceTensor w(weight, dtype, layout(2));
        const DeviceTensor t(target, keeps ? ACL_INT64 : ACL_INT32);
        const DeviceTensor a = DeviceTensor::Output(rows, ACL_FLOAT);
        const DeviceTensor b = DeviceTensor::Output(rows, ACL_FLOAT, Layout::Stepped({2}));
        const DeviceTensor c = DeviceTensor::Output(rows, ACL_FLOAT);
        const DeviceTensor d = DeviceTensor::Output(mask.shape, ACL_UINT8);
        const DeviceTensor e = DeviceTensor::Output(rows, t.Dtype());
        const DeviceTensor f = DeviceTensor::Output(logits.shape, dtype, layout(2));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(
                            x.Get(), w.Get(), t.Get(), kStart, end, a.Get(), b.Get(), c.Get(), d.Get(),
                            e.Get(), keeps ? f.Get() : nullptr, size, executor);
                      },
                      aclnnFusedLinearOnlineMaxSum),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(a.Read(), largest, Tolerance::Exact(ACL_FLOAT)));
        EXPECT_TRUE(Near(b.Read(), sums, Tolerance::For(ACL_FLOAT, std::nullopt, 4)));  // of exponentials
        EXPECT_TRUE(Near(c.Read(), predicted, Tolerance::Exact(ACL_FLOAT)));
        EXPECT_TRUE(Near(d.Read(), mask, Tolerance::Exact(ACL_UINT8)));
        EXPECT_TRUE(Near(e.Read(), masked, Tolerance::Exact(t.Dtype())));
        if (keeps) {
          EXPECT_TRUE(Near(f.Read(), logits, Tolerance::Exact(dtype)));
          EXPECT_TRUE(f.CanariesIntact());
        }
      }
    }
  }
}

// From probabilities, or from sums: the same gradients.
TEST_F(LinearLoss, GradientsOfEveryTypeShapeAndLayout) {
  for (const Case& given : kCases) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool computed : {false, true}) {
        const auto trace = TraceSeed(random_);
        const Array input = random_.Uniform({given.rows, given.hidden}, dtype, -1, 1);
        const Array weight = random_.Uniform({given.vocabulary, given.hidden}, dtype, -0.2, 0.2);
        const Array grad = random_.Uniform({given.rows}, ACL_FLOAT, -1, 1);
        const Array target = random_.Integers({given.rows}, ACL_INT32, 0, given.vocabulary);
        const Array outside = random_.Integers({given.rows}, ACL_BOOL, 0, 2);
        Array g = Product(input, weight);
        Array largest = Full({given.rows}, 1);
        Array sums = Full({given.rows}, 0);
        Array probabilities = g;
        Array bits = Full({(given.rows + 7) / 8}, 0);
        const auto words = static_cast<size_t>(given.vocabulary);
        for (size_t r = 0; r < static_cast<size_t>(given.rows); ++r) {
          bits.values[r / 8] += outside.values[r] != 0 ? static_cast<double>(128 >> r % 8) : 0;
          double sum = 0;
          for (size_t v = 0; v < words; ++v) {
            sum += std::exp(g.values[r * words + v] - largest.values[r]);
          }
          sums.values[r] = RoundTo(ACL_FLOAT, sum);
          for (size_t v = 0; v < words; ++v) {
            double& number = g.values[r * words + v];
            number = std::exp(number - largest.values[r]) / sums.values[r];
            probabilities.values[r * words + v] = RoundTo(ACL_FLOAT, number);
            const bool hit = outside.values[r] == 0 && static_cast<double>(v) == target.values[r];
            number = (number - (hit ? 1 : 0)) * grad.values[r];
          }
        }
        const Array inputGrad = Product(g, TransposedOf(weight));
        const Array weightGrad = Product(TransposedOf(g), TransposedOf(input));
        const auto magnitudes = [](const Array& like, double size) { return Full(like.shape, size); };
        const auto layout = [&](size_t rank) {
          return computed ? Layout::Transposed(rank).WithOffset(1) : Layout();
        };
        const DeviceTensor x(input, dtype, layout(2));
        const DeviceTensor w(weight, dtype, layout(2));
        const DeviceTensor d(grad, ACL_FLOAT);
        const DeviceTensor k = computed ? DeviceTensor(bits, ACL_UINT8) : DeviceTensor(outside, ACL_BOOL);
        const DeviceTensor t(target, computed ? ACL_INT64 : ACL_INT32);
        const DeviceTensor m(largest, ACL_FLOAT);
        const DeviceTensor s(sums, ACL_FLOAT);
        const DeviceTensor p(probabilities, ACL_FLOAT);
        const DeviceTensor a = DeviceTensor::Output(inputGrad.shape, dtype, layout(2));
        const DeviceTensor b = DeviceTensor::Output(weightGrad.shape, dtype, layout(2));
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(
                            d.Get(), x.Get(), w.Get(), k.Get(), t.Get(), 0, computed ? m.Get() : nullptr,
                            computed ? s.Get() : nullptr, computed ? nullptr : p.Get(), a.Get(), b.Get(),
                            size, executor);
                      },
                      aclnnFusedLinearCrossEntropyLossGrad),
                  ACL_SUCCESS)
            << LastMessage();
        // Sums of terms of at most 1, in float32: some last places of as many terms.
        EXPECT_TRUE(Near(a.Read(), inputGrad, Tolerance::For(dtype, magnitudes(inputGrad, 0.2), 16)));
        EXPECT_TRUE(Near(b.Read(), weightGrad, Tolerance::For(dtype, magnitudes(weightGrad, 1), 16)));
        EXPECT_TRUE(a.CanariesIntact());
        EXPECT_TRUE(b.CanariesIntact());
      }
    }
  }
}

TEST_F(LinearLoss, TargetsOutOfRange) {
  for (const int64_t wrong : {-1, 3}) {
    const DeviceTensor grad(Full({2}, 1), ACL_FLOAT);
    const DeviceTensor x(Full({2, 4}, 1), ACL_FLOAT);
    const DeviceTensor w(Full({3, 4}, 1), ACL_FLOAT);
    const DeviceTensor p(Full({2, 3}, 1), ACL_FLOAT);
    const DeviceTensor t(FromIntegers({2}, {0, wrong}), ACL_INT32);
    const DeviceTensor a(Full({2, 4}, 7), ACL_FLOAT);
    const DeviceTensor b(Full({3, 4}, 7), ACL_FLOAT);
    for (const bool outside : {false, true}) {
      const DeviceTensor k(Full({2}, outside ? 1 : 0), ACL_BOOL);
      EXPECT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(
                          grad.Get(), x.Get(), w.Get(), k.Get(), t.Get(), 0, nullptr, nullptr, p.Get(),
                          a.Get(), b.Get(), size, executor);
                    },
                    aclnnFusedLinearCrossEntropyLossGrad),
                outside ? ACL_SUCCESS : 507035);
      if (!outside) {
        EXPECT_NE(LastMessage().find("maskedTarget: expected values in [0, 3), got " + std::to_string(wrong) +
                                     " at position 1"),
                  std::string::npos)
            << LastMessage();
        EXPECT_TRUE(Near(a.Read(), Full({2, 4}, 7), Tolerance::Exact(ACL_FLOAT)));
      }
    }
  }
}

TEST_F(LinearLoss, Statuses) {
  const Descriptor x({9, 4}, ACL_FLOAT16);
  const Descriptor w({5, 4}, ACL_FLOAT16);
  const Descriptor narrow({5, 3}, ACL_FLOAT16);
  const Descriptor target({9}, ACL_INT32);
  const Descriptor row({9});
  const Descriptor bits({2}, ACL_UINT8);
  const Descriptor logits({9, 5}, ACL_FLOAT16);
  const Descriptor floats({9, 5});
  const std::vector<const aclTensor*> usual{x.Get(),   w.Get(),    target.Get(), row.Get(), row.Get(),
                                            row.Get(), bits.Get(), target.Get(), nullptr};
  const std::vector<const char*> names{"input",
                                       "weight",
                                       "target",
                                       "logitsMaxLocalOut",
                                       "sumExpLogitsLocalOut",
                                       "predictedLogitsLocalOut",
                                       "targetMaskOut",
                                       "maskedTargetOut",
                                       "vocabParallelLogitsOutOptional"};
  const auto sums = [&](aclnnStatus status, const char* said, size_t place, const aclTensor* tensor,
                        int64_t start = 0, int64_t end = 4) {
    std::vector<aclTensor*> all;
    for (const aclTensor* one : usual) {
      all.push_back(const_cast<aclTensor*>(one));
    }
    all[place] = const_cast<aclTensor*>(tensor);
    ExpectCall("aclnnFusedLinearOnlineMaxSum", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnFusedLinearOnlineMaxSumGetWorkspaceSize(all[0], all[1], all[2], start, end, all[3], all[4],
                                                          all[5], all[6], all[7], all[8], size, executor);
    });
  };
  sums(ACL_SUCCESS, "", 8, nullptr);
  sums(ACL_SUCCESS, "", 8, logits.Get());
  for (size_t place = 0; place < 8; ++place) {
    sums(kNullptr, names[place], place, nullptr);
  }
  for (size_t place = 2; place < names.size(); ++place) {
    sums(kInvalid, names[place], place, place == 8 ? floats.Get() : x.Get());
  }
  sums(kInvalid, "weight", 1, narrow.Get());
  sums(kInvalid, "vocabStartIndex", 0, x.Get(), -1, 3);
  sums(kInvalid, "vocabEndIndex", 0, x.Get(), 1, 6);

  const std::vector<const aclTensor*> given{row.Get(), x.Get(), w.Get(),      bits.Get(), target.Get(),
                                            nullptr,   nullptr, floats.Get(), x.Get(),    w.Get()};
  const std::vector<const char*> arguments{"grad",
                                           "input",
                                           "weight",
                                           "targetMask",
                                           "maskedTarget",
                                           "logitsMaxOptional",
                                           "sumExpLogitsOptional",
                                           "softmaxOptional",
                                           "inputGradOut",
                                           "weightGradOut"};
  const auto grads = [&](aclnnStatus status, const char* said, size_t place, const aclTensor* tensor,
                         float smoothing = 0) {
    std::vector<aclTensor*> all;
    for (const aclTensor* one : given) {
      all.push_back(const_cast<aclTensor*>(one));
    }
    all[place] = const_cast<aclTensor*>(tensor);
    ExpectCall(
        "aclnnFusedLinearCrossEntropyLossGrad", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFusedLinearCrossEntropyLossGradGetWorkspaceSize(all[0], all[1], all[2], all[3], all[4],
                                                                      smoothing, all[5], all[6], all[7],
                                                                      all[8], all[9], size, executor);
        });
  };
  grads(ACL_SUCCESS, "", 0, row.Get());
  for (const size_t place : {0, 1, 2, 3, 4, 8, 9}) {
    grads(kNullptr, arguments[place], place, nullptr);
  }
  grads(kNullptr, "logitsMaxOptional", 7, nullptr);
  grads(kInvalid, "softmaxOptional", 7, logits.Get());
  grads(kInvalid, "targetMask", 3, target.Get());
  grads(kInvalid, "labelSmoothing", 0, row.Get(), 0.5F);
  grads(kInvalid, "inputGradOut", 8, logits.Get());
  grads(kInvalid, "weightGradOut", 9, narrow.Get());
}

}  // namespace
}  // namespace openaclnn::testing
