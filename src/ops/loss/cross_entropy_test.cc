// SPDX-License-Identifier: Apache-2.0
//
// Cross entropy of classes and of probabilities against formulas in float64, the gradient also against
// differences of the loss; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_cross_entropy_loss.h"
#include "aclnnop/aclnn_cross_entropy_loss_grad.h"
#include "aclnnop/aclnn_softmax_cross_entropy_with_logits.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr aclError kWorkFailed = 507035;
constexpr int64_t kIgnored = 1;
// Of an exponential, a sum, a logarithm and some products in float32.
constexpr double kUlps = 16;

struct LossCase {
  const char* reduction;
  double smoothing;
  bool weighted;
};
const std::vector<LossCase> kCases{
    {"mean", 0, true}, {"sum", 0.25, true}, {"none", 0.25, false}, {nullptr, 0.5, true}, {"none", 0, true}};

Array LogSoftmax(const Array& x) {
  Array result = x;
  const auto classes = static_cast<size_t>(x.shape[1]);
  for (size_t begin = 0; begin < x.values.size(); begin += classes) {
    double* const row = result.values.data() + begin;
    const double largest = *std::max_element(row, row + classes);
    double sum = 0;
    for (size_t c = 0; c < classes; ++c) {
      sum += std::exp(row[c] - largest);
    }
    for (size_t c = 0; c < classes; ++c) {
      row[c] -= largest + std::log(sum);
    }
  }
  return result;
}

// The losses of the rows, and what they are divided by in a mean.
struct Losses {
  std::vector<double> rows;
  double total = 0;
};
Losses LossesOf(const Array& logProb, const Array& target, const Array& weight, const LossCase& one) {
  const auto classes = static_cast<size_t>(logProb.shape[1]);
  Losses losses;
  for (size_t row = 0; row < target.values.size(); ++row) {
    double loss = 0;
    if (target.values[row] != kIgnored) {
      const auto t = static_cast<size_t>(target.values[row]);
      losses.total += one.weighted ? weight.values[t] : 1;
      for (size_t c = 0; c < classes; ++c) {
        const double share = (c == t ? 1 - one.smoothing : 0) + one.smoothing / static_cast<double>(classes);
        loss -= share * (one.weighted ? weight.values[c] : 1) * logProb.values[row * classes + c];
      }
    }
    losses.rows.push_back(loss);
  }
  return losses;
}
Array ReducedLoss(const Losses& losses, const LossCase& one) {
  const std::string reduction = one.reduction == nullptr ? "mean" : one.reduction;
  if (reduction == "none") {
    return MakeArray({static_cast<int64_t>(losses.rows.size())}, losses.rows);
  }
  double sum = 0;
  for (const double loss : losses.rows) {
    sum += loss;
  }
  return MakeArray({1}, {reduction == "sum" ? sum : sum / losses.total});
}

class CrossEntropy : public ::testing::TestWithParam<aclDataType> {
 protected:
  Random random_{83};
};

const std::vector<Shape> kShapes{{7, 5}, {1, 3000}, {70, 33}, {3, 2}, {0, 4}};

TEST_P(CrossEntropy, Loss) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    for (const LossCase& one : kCases) {
      for (const aclDataType whole : {ACL_INT64, ACL_INT32}) {
        const auto trace = TraceSeed(random_);
        const Array x = random_.Normal(shape, dtype, 0, 2);
        Array target = random_.Integers({shape[0]}, whole, 0, shape[1]);
        if (!target.values.empty()) {
          target.values[0] = 0;  // one at least counts
        }
        const Array weight = random_.Uniform({shape[1]}, ACL_FLOAT, 0.5, 2);
        const Array logProb = LogSoftmax(x);
        const Array expected = ReducedLoss(LossesOf(logProb, target, weight, one), one);
        const DeviceTensor weights(weight, ACL_FLOAT);
        for (const Layout& layout : UsualLayouts(2)) {
          const DeviceTensor input(x, dtype, layout);
          const DeviceTensor classes(target, whole, Layout::Stepped({2}));
          const auto loss = DeviceTensor::Output(expected.shape, dtype, Layout::Stepped({3}));
          const auto out = DeviceTensor::Output(shape, dtype, layout);
          const auto unwritten = DeviceTensor::Output(expected.shape, dtype);
          const std::vector<uint8_t> before = unwritten.Bytes();
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnCrossEntropyLossGetWorkspaceSize(
                              input.Get(), classes.Get(), one.weighted ? weights.Get() : nullptr,
                              one.reduction, kIgnored, one.smoothing, 0, false, loss.Get(), out.Get(),
                              unwritten.Get(), unwritten.Get(), size, executor);
                        },
                        aclnnCrossEntropyLoss),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(out.Read(), logProb, Tolerance::For(dtype, Full(shape, 8), kUlps)));
          EXPECT_TRUE(Near(loss.Read(), expected, Tolerance::For(dtype, Full(expected.shape, 16), kUlps)));
          EXPECT_TRUE(loss.CanariesIntact() && out.CanariesIntact());
          EXPECT_EQ(unwritten.Bytes(), before);
        }
      }
    }
  }
}

// The gradient for the scores by that for their softmax's logarithm, d loss / d x = -share + p * sum of shares.
TEST_P(CrossEntropy, Gradient) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    for (const LossCase& one : kCases) {
      const auto trace = TraceSeed(random_);
      const bool each = one.reduction != nullptr && std::string(one.reduction) == "none";
      const Array logProb = random_.Uniform(shape, dtype, -6, 0);
      Array target = random_.Integers({shape[0]}, ACL_INT64, 0, shape[1]);
      if (!target.values.empty()) {
        target.values[0] = 0;
      }
      const Array weight = random_.Uniform({shape[1]}, dtype, 0.5, 2);
      const Array grad = random_.Normal(each ? Shape{shape[0]} : Shape{}, dtype, 0, 1);
      const Losses losses = LossesOf(logProb, target, weight, one);
      const bool mean = one.reduction == nullptr || std::string(one.reduction) == "mean";
      const auto classes = static_cast<size_t>(shape[1]);
      Array expected = Full(shape, 0);
      Array magnitudes = expected;
      for (size_t row = 0; row < target.values.size(); ++row) {
        if (target.values[row] == kIgnored) {
          continue;
        }
        const double g = grad.values[each ? row : 0] / (mean ? losses.total : 1);
        std::vector<double> shares(classes);
        double sum = 0;
        for (size_t c = 0; c < classes; ++c) {
          shares[c] = (static_cast<double>(c) == target.values[row] ? 1 - one.smoothing : 0) +
                      one.smoothing / static_cast<double>(classes);
          shares[c] *= one.weighted ? weight.values[c] : 1;
          sum += shares[c];
        }
        for (size_t c = 0; c < classes; ++c) {
          const size_t at = row * classes + c;
          const double p = std::exp(logProb.values[at]);
          expected.values[at] = g * (p * sum - shares[c]);
          magnitudes.values[at] = std::fabs(g) * (p * sum + shares[c]);
        }
      }
      const DeviceTensor weights(weight, dtype);
      const DeviceTensor classesOf(target, ACL_INT64);
      const DeviceTensor gradient(grad, dtype);
      ExpectInEachLayout(expected, Tolerance::For(dtype, magnitudes, kUlps),
                         [&](const Layout& layout, const DeviceTensor& out) {
                           const DeviceTensor input(logProb, dtype, layout);
                           return RunTwoPhase(
                               [&](uint64_t* size, aclOpExecutor** executor) {
                                 return aclnnCrossEntropyLossGradGetWorkspaceSize(
                                     gradient.Get(), input.Get(), classesOf.Get(),
                                     one.weighted ? weights.Get() : nullptr, nullptr, nullptr, one.reduction,
                                     kIgnored, one.smoothing, 0, out.Get(), size, executor);
                               },
                               aclnnCrossEntropyLossGrad);
                         });
    }
  }
}

TEST_P(CrossEntropy, WithLogits) {
  const aclDataType dtype = GetParam();
  for (const Shape& shape : kShapes) {
    const auto trace = TraceSeed(random_);
    const Array x = random_.Normal(shape, dtype, 0, 2);
    const Array labels = random_.Uniform(shape, dtype, 0, 0.5);
    const Array logProb = LogSoftmax(x);
    Array loss = Full({shape[0]}, 0);
    Array backprop = x;
    const auto classes = static_cast<size_t>(shape[1]);
    for (size_t i = 0; i < x.values.size(); ++i) {
      loss.values[i / classes] -= labels.values[i] * logProb.values[i];
      backprop.values[i] = std::exp(logProb.values[i]) - labels.values[i];
    }
    for (const Layout& layout : UsualLayouts(2)) {
      const DeviceTensor features(x, dtype, layout);
      const DeviceTensor given(labels, dtype, layout);
      const auto first = DeviceTensor::Output({shape[0]}, dtype);
      const auto run = [&](aclTensor* to) {
        return RunTwoPhase(
            [&](uint64_t* size, aclOpExecutor** executor) {
              return aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(features.Get(), given.Get(),
                                                                        first.Get(), to, size, executor);
            },
            aclnnSoftmaxCrossEntropyWithLogits);
      };
      const auto second = DeviceTensor::Output(shape, dtype, layout);
      ASSERT_EQ(run(second.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_TRUE(Near(first.Read(), loss, Tolerance::For(dtype, Abs(loss), kUlps)));
      EXPECT_TRUE(Near(second.Read(), backprop, Tolerance::For(dtype, Full(shape, 1), kUlps)));
      EXPECT_TRUE(second.CanariesIntact());
      ASSERT_EQ(run(features.Get()), ACL_SUCCESS) << LastMessage();
      EXPECT_EQ(features.Read().values, second.Read().values);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Dtypes, CrossEntropy, ::testing::Values(ACL_FLOAT, ACL_FLOAT16, ACL_BF16));

// Without a row that counts.
TEST(CrossEntropyOfNothing, MeanIsNan) {
  const DeviceTensor input(Full({2, 3}, 0), ACL_FLOAT);
  const DeviceTensor target(Full({2}, kIgnored), ACL_INT64);
  const auto loss = DeviceTensor::Output({}, ACL_FLOAT);
  const auto out = DeviceTensor::Output({2, 3}, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCrossEntropyLossGetWorkspaceSize(input.Get(), target.Get(), nullptr, "mean",
                                                               kIgnored, 0, 0, false, loss.Get(), out.Get(),
                                                               loss.Get(), loss.Get(), size, executor);
                },
                aclnnCrossEntropyLoss),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_TRUE(std::isnan(loss.Read().values[0]));
}

TEST(CrossEntropyOfWrongClasses, AreRefusedBeforeAnythingIsWritten) {
  for (const double wrong : {3.0, -1.0}) {
    const DeviceTensor input(Full({2, 3}, 0), ACL_FLOAT);
    const DeviceTensor target(MakeArray({2}, {0, wrong}), ACL_INT64);
    const DeviceTensor grad(Full({2}, 1), ACL_FLOAT);
    const auto loss = DeviceTensor::Output({2}, ACL_FLOAT);
    const auto out = DeviceTensor::Output({2, 3}, ACL_FLOAT);
    const std::vector<uint8_t> before = out.Bytes();
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnCrossEntropyLossGetWorkspaceSize(input.Get(), target.Get(), nullptr, "none",
                                                                 -100, 0, 0, false, loss.Get(), out.Get(),
                                                                 loss.Get(), loss.Get(), size, executor);
                  },
                  aclnnCrossEntropyLoss),
              kWorkFailed);
    EXPECT_NE(LastMessage().find("target"), std::string::npos);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnCrossEntropyLossGradGetWorkspaceSize(grad.Get(), input.Get(), target.Get(),
                                                                     nullptr, nullptr, nullptr, "none", -100,
                                                                     0, 0, out.Get(), size, executor);
                  },
                  aclnnCrossEntropyLossGrad),
              kWorkFailed);
    EXPECT_NE(LastMessage().find("target"), std::string::npos);
    EXPECT_EQ(out.Bytes(), before);
  }
}

class CrossEntropyStatus : public PhaseOneTest {
 protected:
  Descriptor x{{2, 3}};
  Descriptor target{{2}, ACL_INT64};
  Descriptor weight{{3}};
  Descriptor one{{}};
  Descriptor rows{{2}};
  Descriptor doubles{{2, 3}, ACL_DOUBLE};
  Descriptor none{{2, 0}};
};

TEST_F(CrossEntropyStatus, Loss) {
  const auto plan = [&](const aclTensor* input, const aclTensor* t, const aclTensor* w, const char* reduction,
                        double smoothing, const aclTensor* loss, const aclTensor* out,
                        const aclTensor* zloss) {
    return Call("aclnnCrossEntropyLoss", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCrossEntropyLossGetWorkspaceSize(input, t, w, reduction, -100, smoothing, 0, false, loss,
                                                   out, zloss, zloss, size, executor);
    });
  };
  const aclTensor* const a = x.Get();
  const aclTensor* const z = one.Get();
  EXPECT_EQ(plan(a, target.Get(), weight.Get(), nullptr, 0, z, a, z), ACL_SUCCESS);
  EXPECT_EQ(plan(a, target.Get(), nullptr, "none", 1, rows.Get(), a, z), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, target.Get(), nullptr, "mean", 0, z, a, z), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(a, nullptr, nullptr, "mean", 0, z, a, z), kNullptr);
  ExpectMessage({"target"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "mean", 0, nullptr, a, z), kNullptr);
  ExpectMessage({"lossOut"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "mean", 0, z, nullptr, z), kNullptr);
  ExpectMessage({"logProbOut"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "mean", 0, z, a, nullptr), kNullptr);
  ExpectMessage({"zloss"});
  EXPECT_EQ(plan(doubles.Get(), target.Get(), nullptr, "mean", 0, z, a, z), kInvalid);
  ExpectMessage({"input", "DOUBLE"});
  EXPECT_EQ(plan(a, rows.Get(), nullptr, "mean", 0, z, a, z), kInvalid);
  ExpectMessage({"target", "FLOAT"});
  EXPECT_EQ(plan(a, target.Get(), rows.Get(), "mean", 0, z, a, z), kInvalid);
  ExpectMessage({"weightOptional", "[2]"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "average", 0, z, a, z), kInvalid);
  ExpectMessage({"reduction", "average"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "mean", 1.5, z, a, z), kInvalid);
  ExpectMessage({"labelSmoothing", "1.5"});
  EXPECT_EQ(plan(none.Get(), target.Get(), nullptr, "mean", 0, z, none.Get(), z), kInvalid);
  ExpectMessage({"input", "[2, 0]"});
  EXPECT_EQ(plan(rows.Get(), target.Get(), nullptr, "mean", 0, z, rows.Get(), z), kInvalid);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "none", 0, z, a, z), kInvalid);
  ExpectMessage({"lossOut"});
  EXPECT_EQ(plan(a, target.Get(), nullptr, "mean", 0, z, rows.Get(), z), kInvalid);
  ExpectMessage({"logProbOut"});
}

TEST_F(CrossEntropyStatus, Gradient) {
  const auto plan = [&](const aclTensor* grad, const aclTensor* logProb, const aclTensor* t,
                        const char* reduction, const aclTensor* out) {
    return Call("aclnnCrossEntropyLossGrad", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCrossEntropyLossGradGetWorkspaceSize(grad, logProb, t, weight.Get(), nullptr, nullptr,
                                                       reduction, -100, 0, 0, out, size, executor);
    });
  };
  EXPECT_EQ(plan(one.Get(), x.Get(), target.Get(), nullptr, x.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, x.Get(), target.Get(), "mean", x.Get()), kNullptr);
  ExpectMessage({"gradLoss"});
  EXPECT_EQ(plan(one.Get(), nullptr, target.Get(), "mean", x.Get()), kNullptr);
  ExpectMessage({"logProb"});
  EXPECT_EQ(plan(one.Get(), x.Get(), nullptr, "mean", x.Get()), kNullptr);
  ExpectMessage({"target"});
  EXPECT_EQ(plan(one.Get(), x.Get(), target.Get(), "mean", nullptr), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(plan(rows.Get(), x.Get(), target.Get(), "mean", x.Get()), kInvalid);
  ExpectMessage({"gradLoss"});
  EXPECT_EQ(plan(one.Get(), x.Get(), target.Get(), "none", x.Get()), kInvalid);
  ExpectMessage({"gradLoss"});
  EXPECT_EQ(plan(one.Get(), x.Get(), target.Get(), "mean", doubles.Get()), kInvalid);
  ExpectMessage({"out", "DOUBLE"});
}

TEST_F(CrossEntropyStatus, WithLogits) {
  const auto plan = [&](const aclTensor* features, aclTensor* labels, aclTensor* loss, aclTensor* backprop) {
    return Call("aclnnSoftmaxCrossEntropyWithLogits", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSoftmaxCrossEntropyWithLogitsGetWorkspaceSize(features, labels, loss, backprop, size,
                                                                executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), x.Get(), rows.Get(), x.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, x.Get(), rows.Get(), x.Get()), kNullptr);
  ExpectMessage({"features"});
  EXPECT_EQ(plan(x.Get(), nullptr, rows.Get(), x.Get()), kNullptr);
  ExpectMessage({"labels"});
  EXPECT_EQ(plan(x.Get(), x.Get(), nullptr, x.Get()), kNullptr);
  ExpectMessage({"loss"});
  EXPECT_EQ(plan(x.Get(), x.Get(), rows.Get(), nullptr), kNullptr);
  ExpectMessage({"backprop"});
  EXPECT_EQ(plan(x.Get(), doubles.Get(), rows.Get(), x.Get()), kInvalid);
  ExpectMessage({"labels", "DOUBLE"});
  EXPECT_EQ(plan(x.Get(), rows.Get(), rows.Get(), x.Get()), kInvalid);
  ExpectMessage({"labels"});
  EXPECT_EQ(plan(x.Get(), x.Get(), one.Get(), x.Get()), kInvalid);
  ExpectMessage({"loss"});
}

}  // namespace
}  // namespace openaclnn::testing
