// SPDX-License-Identifier: Apache-2.0
//
// aclnnCrossEntropySumExpAndIndexLogit and aclnnFusedCrossEntropyLossWithMaxSum against loops in float64, the two
// together against the cross entropy of the whole vocabulary; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_cross_entropy_sum_exp_and_index_logit.h"
#include "aclnnop/aclnn_fused_cross_entropy_loss_with_max_sum.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

/// Of a part of a vocabulary.
struct Part {
  int64_t start;
  Array predicted;
  Array sums;
  Array exponentials;
  Array offset;
  Array mask;
};

Part PartOf(const Array& logits, const Array& target, const Array& largest, int64_t start) {
  const auto vocabulary = static_cast<size_t>(logits.shape.back());
  const Shape rows(logits.shape.begin(), logits.shape.end() - 1);
  Part part{start, Full(rows, 0), Full(rows, 0), logits, Full(rows, 0), Full(rows, 0)};
  for (size_t r = 0; r < target.values.size(); ++r) {
    const double place = target.values[r] - static_cast<double>(start);
    const bool outside = place < 0 || place >= static_cast<double>(vocabulary);
    part.mask.values[r] = outside ? 1 : 0;
    part.offset.values[r] = outside ? 0 : place;
    for (size_t v = 0; v < vocabulary; ++v) {
      double& number = part.exponentials.values[r * vocabulary + v];
      if (!outside && static_cast<double>(v) == place) {
        part.predicted.values[r] = RoundTo(ACL_FLOAT, number - largest.values[r]);
      }
      number = std::exp(number - largest.values[r]);
      part.sums.values[r] += number;
    }
  }
  return part;
}

class Vocabulary : public StatusTest {
 protected:
  static aclnnStatus Sums(const DeviceTensor& logits, const DeviceTensor& target, const DeviceTensor& largest,
                          int64_t start, const std::vector<const DeviceTensor*>& out) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(
              logits.Get(), target.Get(), largest.Get(), start, start + logits.ViewShape().back(),
              out[0]->Get(), out[1]->Get(), out[2]->Get(), out[3]->Get(), out[4]->Get(), size, executor);
        },
        aclnnCrossEntropySumExpAndIndexLogit);
  }
  static aclnnStatus Loss(const DeviceTensor& largest, const DeviceTensor& sums,
                          const DeviceTensor& predicted, const aclTensor* logits, const DeviceTensor& loss,
                          const aclTensor* probabilities) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize(
              largest.Get(), sums.Get(), predicted.Get(), 0, nullptr, nullptr, logits, loss.Get(),
              const_cast<aclTensor*>(probabilities), size, executor);
        },
        aclnnFusedCrossEntropyLossWithMaxSum);
  }

  Random random_{81};
};

// Differences of numbers up to 16 are rounded to float32, which makes as many last places of their exponentials.
Tolerance FewUlps() {
  return Tolerance::For(ACL_FLOAT, std::nullopt, 16);
}

TEST_F(Vocabulary, SumsOfEveryTypeShapeAndLayout) {
  for (const Shape& shape : std::vector<Shape>{{7, 33}, {3, 5, 700}, {40, 1}, {2, 3, 1, 9}, {0, 5}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const aclDataType maskType : {ACL_BOOL, ACL_UINT8, ACL_FLOAT}) {
        const auto trace = TraceSeed(random_);
        const Shape rows(shape.begin(), shape.end() - 1);
        constexpr int64_t kStart = 11;
        const Array logits = random_.Normal(shape, dtype, 0, 3);
        const Array target = random_.Integers(rows, ACL_INT32, 0, 2 * kStart + shape.back());
        const Array largest = random_.Uniform(rows, ACL_FLOAT, 2, 5);
        const Part expected = PartOf(logits, target, largest, kStart);
        const bool wide = maskType == ACL_BOOL;
        const auto layout = [&](const Shape& dims) {
          return wide && !dims.empty() ? Layout::Transposed(dims.size()).WithOffset(1) : Layout();
        };
        const DeviceTensor x(logits, dtype, layout(shape));
        const DeviceTensor t(target, wide ? ACL_INT64 : ACL_INT32, layout(rows));
        const DeviceTensor m(largest, ACL_FLOAT, layout(rows));
        const DeviceTensor predicted = DeviceTensor::Output(rows, ACL_FLOAT, layout(rows));
        const DeviceTensor sums = DeviceTensor::Output(rows, ACL_FLOAT);
        const DeviceTensor exponentials = DeviceTensor::Output(shape, ACL_FLOAT, layout(shape));
        const DeviceTensor offset = DeviceTensor::Output(rows, t.Dtype());
        const DeviceTensor mask = DeviceTensor::Output(rows, maskType, layout(rows));
        ASSERT_EQ(Sums(x, t, m, kStart, {&predicted, &sums, &exponentials, &offset, &mask}), ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(predicted.Read(), expected.predicted, Tolerance::Exact(ACL_FLOAT)));
        EXPECT_TRUE(Near(sums.Read(), expected.sums, FewUlps()));
        EXPECT_TRUE(Near(exponentials.Read(), expected.exponentials, FewUlps()));
        EXPECT_TRUE(Near(offset.Read(), expected.offset, Tolerance::Exact(t.Dtype())));
        EXPECT_TRUE(Near(mask.Read(), expected.mask, Tolerance::Exact(maskType)));
        EXPECT_TRUE(exponentials.CanariesIntact());
      }
    }
  }
}

// Two parts of a vocabulary: their sums and logits are added up, as devices do.
TEST_F(Vocabulary, PartsMakeTheCrossEntropyOfTheWhole) {
  constexpr int64_t kRows = 50;
  constexpr int64_t kWords = 96;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
    const auto trace = TraceSeed(random_);
    const Array whole = random_.Normal({kRows, 2 * kWords}, dtype, 0, 2);
    const Array target = random_.Integers({kRows}, ACL_INT32, 0, 2 * kWords);
    Array largest = Full({kRows}, 0);
    for (size_t r = 0; r < kRows; ++r) {
      const auto row = whole.values.begin() + static_cast<ptrdiff_t>(r) * 2 * kWords;
      largest.values[r] = *std::max_element(row, row + 2 * kWords);
    }
    Array sums = Full({kRows}, 0);
    Array predicted = sums;
    for (const int64_t start : {int64_t{0}, kWords}) {
      Array part = Full({kRows, kWords}, 0);
      for (size_t i = 0; i < part.values.size(); ++i) {
        part.values[i] = whole.values[i / kWords * 2 * kWords + static_cast<size_t>(start) + i % kWords];
      }
      const DeviceTensor p = DeviceTensor::Output({kRows}, ACL_FLOAT);
      const DeviceTensor s = DeviceTensor::Output({kRows}, ACL_FLOAT);
      const DeviceTensor e = DeviceTensor::Output({kRows, kWords}, ACL_FLOAT);
      const DeviceTensor o = DeviceTensor::Output({kRows}, ACL_INT32);
      const DeviceTensor k = DeviceTensor::Output({kRows}, ACL_UINT8);
      ASSERT_EQ(Sums(DeviceTensor(part, dtype), DeviceTensor(target, ACL_INT32),
                     DeviceTensor(largest, ACL_FLOAT), start, {&p, &s, &e, &o, &k}),
                ACL_SUCCESS)
          << LastMessage();
      for (size_t r = 0; r < kRows; ++r) {
        sums.values[r] = RoundTo(ACL_FLOAT, sums.values[r] + s.Read().values[r]);
        predicted.values[r] += p.Read().values[r];
      }
    }
    Array losses = Full({kRows}, 0);
    Array probabilities = whole;
    for (size_t r = 0; r < kRows; ++r) {
      double sum = 0;
      for (size_t v = 0; v < 2 * kWords; ++v) {
        sum += std::exp(whole.values[r * 2 * kWords + v]);
      }
      losses.values[r] = std::log(sum) - whole.values[r * 2 * kWords + static_cast<size_t>(target.values[r])];
      for (size_t v = 0; v < 2 * kWords; ++v) {
        probabilities.values[r * 2 * kWords + v] = std::exp(whole.values[r * 2 * kWords + v]) / sum;
      }
    }
    const DeviceTensor logits(whole, dtype, Layout::Transposed(2));
    const DeviceTensor loss = DeviceTensor::Output({kRows}, ACL_FLOAT);
    const DeviceTensor softmax = DeviceTensor::Output({kRows, 2 * kWords}, ACL_FLOAT, Layout::Transposed(2));
    ASSERT_EQ(Loss(DeviceTensor(largest, ACL_FLOAT), DeviceTensor(sums, ACL_FLOAT),
                   DeviceTensor(predicted, ACL_FLOAT), logits.Get(), loss, softmax.Get()),
              ACL_SUCCESS)
        << LastMessage();
    // The losses are differences of numbers of the size of 10.
    EXPECT_TRUE(Near(loss.Read(), losses, Tolerance::For(ACL_FLOAT, Full({kRows}, 10), 4)));
    EXPECT_TRUE(Near(softmax.Read(), probabilities, FewUlps()));
    const DeviceTensor alone = DeviceTensor::Output({kRows}, ACL_FLOAT);
    ASSERT_EQ(Loss(DeviceTensor(largest, ACL_FLOAT), DeviceTensor(sums, ACL_FLOAT),
                   DeviceTensor(predicted, ACL_FLOAT), nullptr, alone, nullptr),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(alone.Read().values, loss.Read().values);
  }
}

TEST_F(Vocabulary, StatusesOfSums) {
  const Descriptor logits({3, 8});
  const Descriptor target({3}, ACL_INT32);
  const Descriptor row({3});
  const Descriptor bytes({3}, ACL_UINT8);
  const Descriptor wide({3}, ACL_INT64);
  const Descriptor longer({4});
  const std::vector<const aclTensor*> usual{logits.Get(), target.Get(), row.Get(),    row.Get(),
                                            row.Get(),    logits.Get(), target.Get(), bytes.Get()};
  const std::vector<const char*> names{"logits", "target",    "globalMax",    "predicted",
                                       "sumExp", "expLogits", "targetOffset", "targetMask"};
  const auto expect = [&](aclnnStatus status, const char* said, size_t place, const aclTensor* tensor,
                          int64_t start = 2, int64_t end = 10) {
    std::vector<const aclTensor*> all = usual;
    all[place] = tensor;
    ExpectCall("aclnnCrossEntropySumExpAndIndexLogit", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnCrossEntropySumExpAndIndexLogitGetWorkspaceSize(
                     all[0], all[1], all[2], start, end, const_cast<aclTensor*>(all[3]),
                     const_cast<aclTensor*>(all[4]), const_cast<aclTensor*>(all[5]),
                     const_cast<aclTensor*>(all[6]), const_cast<aclTensor*>(all[7]), size, executor);
               });
  };
  expect(ACL_SUCCESS, "", 0, logits.Get());
  for (size_t place = 0; place < names.size(); ++place) {
    expect(kNullptr, names[place], place, nullptr);
    expect(kInvalid, names[place], place, place == 1 ? row.Get() : wide.Get());
  }
  expect(kInvalid, "vocabStart", 0, logits.Get(), -1, 7);
  expect(kInvalid, "vocabEnd", 0, logits.Get(), 2, 11);
  expect(kInvalid, "sumExp", 4, longer.Get());
}

TEST_F(Vocabulary, StatusesOfTheLoss) {
  const Descriptor row({3});
  const Descriptor half({3}, ACL_FLOAT16);
  const Descriptor longer({4});
  const Descriptor logits({3, 8}, ACL_FLOAT16);
  const Descriptor others({4, 8}, ACL_FLOAT16);
  const Descriptor probabilities({3, 8});
  struct Call {
    const aclTensor* largest;
    const aclTensor* sums;
    const aclTensor* predicted;
    float smoothing;
    const aclTensor* logits;
    const aclTensor* loss;
    const aclTensor* probabilities;
  };
  const Call usual{row.Get(), row.Get(), row.Get(), 0, logits.Get(), row.Get(), probabilities.Get()};
  const auto expect = [&](aclnnStatus status, const char* said, auto change) {
    Call call = usual;
    change(call);
    ExpectCall(
        "aclnnFusedCrossEntropyLossWithMaxSum", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFusedCrossEntropyLossWithMaxSumGetWorkspaceSize(
              call.largest, call.sums, call.predicted, call.smoothing, nullptr, nullptr, call.logits,
              const_cast<aclTensor*>(call.loss), const_cast<aclTensor*>(call.probabilities), size, executor);
        });
  };
  expect(ACL_SUCCESS, "", [](Call&) {});
  expect(ACL_SUCCESS, "", [](Call& call) { call.probabilities = nullptr; });
  expect(kNullptr, "logitsMax", [](Call& call) { call.largest = nullptr; });
  expect(kNullptr, "sumExpLogits", [](Call& call) { call.sums = nullptr; });
  expect(kNullptr, "predictedLogits", [](Call& call) { call.predicted = nullptr; });
  expect(kNullptr, "lossOut", [](Call& call) { call.loss = nullptr; });
  expect(kInvalid, "labelSmoothing", [](Call& call) { call.smoothing = 0.1F; });
  expect(kInvalid, "sumExpLogits", [&](Call& call) { call.sums = half.Get(); });
  expect(kInvalid, "predictedLogits", [&](Call& call) { call.predicted = longer.Get(); });
  expect(kInvalid, "lossOut", [&](Call& call) { call.loss = longer.Get(); });
  expect(kInvalid, "vocabParallelLogitsOptional", [&](Call& call) { call.logits = others.Get(); });
  expect(ACL_SUCCESS, "", [&](Call& call) { call.logits = nullptr; });
  expect(kInvalid, "softMaxOutOptional", [&](Call& call) { call.probabilities = logits.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
