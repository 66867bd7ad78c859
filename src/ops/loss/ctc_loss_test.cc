// SPDX-License-Identifier: Apache-2.0
//
// aclnnCtcLoss and aclnnCtcLossBackward against probabilities in long double, no logarithms; these against the
// sum over all paths.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "aclnnop/aclnn_ctc_loss.h"
#include "aclnnop/aclnn_ctc_loss_backward.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
const std::vector<aclDataType> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE};

using Real = long double;
using Labels = std::vector<int64_t>;
using Table = std::vector<std::vector<Real>>;  // of steps

// One sequence: the probabilities of states after the first steps, and of the last steps from them on.
struct Reference {
  Table forward;
  Table backward;
  Real probability = 0;

  Reference(const Table& probabilities, const Labels& target, int64_t blank)
      : blank_(blank), target_(target) {
    const size_t states = 2 * target.size() + 1;
    forward = States(probabilities, states, false);
    backward = States(probabilities, states, true);
    if (probabilities.empty()) {
      probability = target.empty() ? 1 : 0;
      return;
    }
    probability = forward.back()[states - 1] + (states > 1 ? forward.back()[states - 2] : 0);
  }

  [[nodiscard]] int64_t ClassOf(size_t state) const { return state % 2 == 0 ? blank_ : target_[state / 2]; }

 private:
  Table States(const Table& probabilities, size_t states, bool reverse) const {
    const size_t steps = probabilities.size();
    Table all(steps, std::vector<Real>(states));
    // State s of the reversed target is state S - 1 - s.
    const auto real = [&](size_t s) { return reverse ? states - 1 - s : s; };
    for (size_t i = 0; i < steps; ++i) {
      const size_t t = reverse ? steps - 1 - i : i;
      for (size_t s = 0; s < states; ++s) {
        Real sum = i == 0 ? (s < 2 ? 1 : 0) : 0;
        if (i > 0) {
          const std::vector<Real>& before = all[reverse ? t + 1 : t - 1];
          sum += before[real(s)];
          sum += s >= 1 ? before[real(s - 1)] : 0;
          const bool skips = s >= 2 && s % 2 == 1 && ClassOf(real(s)) != ClassOf(real(s - 2));
          sum += skips ? before[real(s - 2)] : 0;
        }
        all[t][real(s)] = sum * probabilities[t][static_cast<size_t>(ClassOf(real(s)))];
      }
    }
    return all;
  }

  int64_t blank_;
  Labels target_;
};

// What is left of a path without repetitions and blanks.
Labels Collapsed(const Labels& path, int64_t blank) {
  Labels labels;
  for (size_t t = 0; t < path.size(); ++t) {
    if (path[t] != blank && (t == 0 || path[t] != path[t - 1])) {
      labels.push_back(path[t]);
    }
  }
  return labels;
}

TEST(CtcReference, IsTheSumOverAllPaths) {
  Random random(3);
  constexpr size_t kSteps = 5;
  constexpr size_t kClasses = 3;
  Table probabilities(kSteps, std::vector<Real>(kClasses));
  for (auto& step : probabilities) {
    for (Real& probability : step) {
      probability = 0.1L + random.Unit();
    }
  }
  for (const Labels& target :
       {Labels{}, Labels{1}, Labels{1, 2}, Labels{2, 2}, Labels{1, 1, 1}, Labels{2, 2, 2, 1}}) {
    const Reference reference(probabilities, target, 0);
    Real sum = 0;
    Table shares(kSteps, std::vector<Real>(kClasses));
    for (int64_t number = 0; number < 243; ++number) {
      Labels path;
      Real product = 1;
      for (int64_t t = 0, left = number; t < static_cast<int64_t>(kSteps); ++t, left /= 3) {
        path.push_back(left % 3);
        product *= probabilities[static_cast<size_t>(t)][static_cast<size_t>(left % 3)];
      }
      if (Collapsed(path, 0) != target) {
        continue;
      }
      sum += product;
      for (size_t t = 0; t < kSteps; ++t) {
        shares[t][static_cast<size_t>(path[t])] += product;
      }
    }
    EXPECT_NEAR(static_cast<double>(reference.probability), static_cast<double>(sum), 1e-15);
    for (size_t t = 0; t < kSteps; ++t) {
      std::vector<Real> own(kClasses);
      for (size_t s = 0; s < 2 * target.size() + 1; ++s) {
        const auto c = static_cast<size_t>(reference.ClassOf(s));
        own[c] += reference.forward[t][s] * reference.backward[t][s] / probabilities[t][c];
      }
      for (size_t c = 0; c < kClasses; ++c) {
        EXPECT_NEAR(static_cast<double>(own[c]), static_cast<double>(shares[t][c]), 1e-15);
      }
    }
  }
}

struct Batch {
  int64_t steps;
  int64_t classes;
  std::vector<int64_t> inputLengths;
  std::vector<int64_t> targetLengths;
  int64_t blank = 0;
  bool batched = true;
  bool rows = true;  // targets, else in one dim
  bool zeroInfinity = false;
  int64_t moreColumns = 0;  // of logAlpha
  aclDataType targetDtype = ACL_INT64;
  Layout layout{};
};

void Expect(const Batch& batch, aclDataType dtype) {
  SCOPED_TRACE(::testing::Message() << "dtype " << dtype << ", steps " << batch.steps << ", classes "
                                    << batch.classes << ", targets "
                                    << ::testing::PrintToString(batch.targetLengths));
  Random random(7);
  const auto sequences = static_cast<int64_t>(batch.inputLengths.size());
  const int64_t longest = batch.targetLengths.empty()
                              ? 0
                              : *std::max_element(batch.targetLengths.begin(), batch.targetLengths.end());
  Shape shape{batch.steps, batch.classes};
  if (batch.batched) {
    shape.insert(shape.begin() + 1, sequences);
  }
  // Logarithms of numbers below 1, which need not add up to 1.
  Array logProbs = random.Uniform(shape, dtype, -3, -0.1);
  Array targets = random.Integers({sequences, longest}, batch.targetDtype, 0, batch.classes);
  std::vector<Labels> labels;
  Array flat{{0}, {}};
  for (int64_t n = 0; n < sequences; ++n) {
    labels.emplace_back();
    for (int64_t s = 0; s < batch.targetLengths[static_cast<size_t>(n)]; ++s) {
      double& label = targets.values[static_cast<size_t>(n * longest + s)];
      label = static_cast<int64_t>(label) == batch.blank ? (batch.blank == 0 ? 1 : 0) : label;
      labels.back().push_back(static_cast<int64_t>(label));
      flat.values.push_back(label);
    }
  }
  flat.shape = {static_cast<int64_t>(flat.values.size())};
  const int64_t width = 2 * longest + 1 + batch.moreColumns;
  const Shape lossShape = batch.batched ? Shape{sequences} : Shape{};
  const Shape alphaShape = batch.batched ? Shape{sequences, batch.steps, width} : Shape{batch.steps, width};
  const auto probabilitiesOf = [&](int64_t n) {
    Table probabilities;
    for (int64_t t = 0; t < batch.inputLengths[static_cast<size_t>(n)]; ++t) {
      probabilities.emplace_back();
      for (int64_t c = 0; c < batch.classes; ++c) {
        probabilities.back().push_back(std::exp(static_cast<Real>(
            logProbs.values[static_cast<size_t>((t * sequences + n) * batch.classes + c)])));
      }
    }
    return probabilities;
  };
  Array loss = Full(lossShape, 0);
  Array alpha = Full(alphaShape, -kInfinity);
  for (int64_t n = 0; n < sequences; ++n) {
    const auto at = static_cast<size_t>(n);
    const Table probabilities = probabilitiesOf(n);
    const Reference reference(probabilities, labels[at], batch.blank);
    const auto negative = static_cast<double>(-std::log(reference.probability));
    loss.values[at] = batch.zeroInfinity && std::isinf(negative) ? 0 : negative;
    for (size_t t = 0; t < reference.forward.size(); ++t) {
      for (size_t s = 0; s < reference.forward[t].size(); ++s) {
        alpha.values[(at * static_cast<size_t>(batch.steps) + t) * static_cast<size_t>(width) + s] =
            static_cast<double>(std::log(reference.forward[t][s]));
      }
    }
  }
  const DeviceTensor input(logProbs, dtype, batch.layout);
  const DeviceTensor target(batch.rows ? targets : flat, batch.targetDtype);
  const IntArray inputLengths(batch.inputLengths);
  const IntArray targetLengths(batch.targetLengths);
  const DeviceTensor lossOut = DeviceTensor::Output(lossShape, dtype);
  const DeviceTensor alphaOut = DeviceTensor::Output(alphaShape, dtype);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCtcLossGetWorkspaceSize(input.Get(), target.Get(), inputLengths.Get(),
                                                      targetLengths.Get(), batch.blank, batch.zeroInfinity,
                                                      lossOut.Get(), alphaOut.Get(), size, executor);
                },
                aclnnCtcLoss),
            ACL_SUCCESS)
      << LastMessage();
  // Logarithms of magnitudes up to twice the steps are added in float64, and rounded once.
  const double magnitude = 2 * static_cast<double>(batch.steps);
  const auto tolerance = [&](const Shape& of) {
    return Tolerance::For(dtype, Full(of, magnitude), dtype == ACL_DOUBLE ? 1e-6 : 0.01);
  };
  EXPECT_TRUE(Near(lossOut.Read(), loss, tolerance(lossShape)));
  EXPECT_TRUE(Near(alphaOut.Read(), alpha, tolerance(alphaShape)));
  EXPECT_TRUE(lossOut.CanariesIntact() && alphaOut.CanariesIntact());

  const Array grad = random.Normal(lossShape, dtype, 0, 1);
  const DeviceTensor gradOut(grad, dtype);
  const DeviceTensor out = DeviceTensor::Output(shape, dtype, batch.layout);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCtcLossBackwardGetWorkspaceSize(gradOut.Get(), input.Get(), target.Get(),
                                                              inputLengths.Get(), targetLengths.Get(),
                                                              lossOut.Get(), alphaOut.Get(), batch.blank,
                                                              batch.zeroInfinity, out.Get(), size, executor);
                },
                aclnnCtcLossBackward),
            ACL_SUCCESS)
      << LastMessage();
  const std::vector<double> storedLoss = lossOut.Read().values;
  const std::vector<double> storedAlpha = alphaOut.Read().values;
  Array expected = Full(shape, 0);
  Array magnitudes = Full(shape, 0);
  for (int64_t n = 0; n < sequences; ++n) {
    const auto at = static_cast<size_t>(n);
    const Table probabilities = probabilitiesOf(n);
    const Reference reference(probabilities, labels[at], batch.blank);
    for (size_t t = 0; t < probabilities.size(); ++t) {
      std::vector<Real> shares(static_cast<size_t>(batch.classes));
      for (size_t s = 0; s < reference.backward[t].size(); ++s) {
        const auto c = static_cast<size_t>(reference.ClassOf(s));
        const Real stored = std::exp(static_cast<Real>(
            storedAlpha[(at * static_cast<size_t>(batch.steps) + t) * static_cast<size_t>(width) + s]));
        shares[c] += stored * reference.backward[t][s] / probabilities[t][c];
      }
      for (size_t c = 0; c < shares.size(); ++c) {
        const size_t place =
            (t * static_cast<size_t>(sequences) + at) * static_cast<size_t>(batch.classes) + c;
        if (reference.probability == 0) {
          expected.values[place] = batch.zeroInfinity ? 0 : std::nan("");
          continue;
        }
        const Real share = shares[c] * std::exp(static_cast<Real>(storedLoss[at]));
        expected.values[place] = static_cast<double>((probabilities[t][c] - share) * grad.values[at]);
        magnitudes.values[place] = static_cast<double>((probabilities[t][c] + share) *
                                                       std::fabs(static_cast<Real>(grad.values[at])));
      }
    }
  }
  // The gradient follows from what was stored. Errors of the logarithms are relative ones of the shares.
  EXPECT_TRUE(
      Near(out.Read(), expected, Tolerance::For(dtype, magnitudes, dtype == ACL_DOUBLE ? 1e-5 : 0.01)));
  EXPECT_TRUE(out.CanariesIntact());
}

TEST(CtcLoss, EveryTypeShapeAndLayout) {
  for (const aclDataType dtype : kDtypes) {
    Expect({.steps = 6, .classes = 4, .inputLengths = {6, 5, 4}, .targetLengths = {3, 1, 2}}, dtype);
    Expect({.steps = 6, .classes = 4, .inputLengths = {6, 5, 4}, .targetLengths = {3, 0, 2}, .rows = false},
           dtype);
    Expect({.steps = 9,
            .classes = 5,
            .inputLengths = {9},
            .targetLengths = {4},
            .batched = false,
            .rows = false},
           dtype);
    Expect({.steps = 40,
            .classes = 30,
            .inputLengths = {40, 33},
            .targetLengths = {11, 15},
            .blank = 7,
            .moreColumns = 5},
           dtype);
    Expect({.steps = 8,
            .classes = 3,
            .inputLengths = {8, 8},
            .targetLengths = {2, 3},
            .blank = 2,
            .layout = Layout::Transposed(3)},
           dtype);
    Expect({.steps = 8,
            .classes = 3,
            .inputLengths = {7, 8},
            .targetLengths = {2, 3},
            .blank = 1,
            .layout = Layout::Stepped({1, 2, 3}).WithOffset(2)},
           dtype);
    Expect({.steps = 5, .classes = 2, .inputLengths = {5}, .targetLengths = {0}}, dtype);
  }
  Expect({.steps = 30, .classes = 700, .inputLengths = {30}, .targetLengths = {9}}, ACL_DOUBLE);
}

TEST(CtcLoss, TargetsOfEveryType) {
  for (const aclDataType targetDtype : kElementDtypes) {
    Expect({.steps = 6,
            .classes = 2,
            .inputLengths = {6, 5},
            .targetLengths = {3, 2},
            .targetDtype = targetDtype},
           ACL_FLOAT);
  }
}

TEST(CtcLoss, WithoutAnAlignment) {
  for (const bool zeroInfinity : {false, true}) {
    Expect({.steps = 3,
            .classes = 4,
            .inputLengths = {3, 2, 0, 0},
            .targetLengths = {5, 1, 1, 0},
            .zeroInfinity = zeroInfinity},
           ACL_FLOAT);
  }
}

TEST(CtcLoss, OfNothing) {
  Expect({.steps = 3, .classes = 4, .inputLengths = {}, .targetLengths = {}}, ACL_FLOAT);
}

TEST(CtcLoss, LabelsOutOfRange) {
  const DeviceTensor logProbs(Full({3, 2, 4}, -1), ACL_FLOAT);
  const DeviceTensor targets(MakeArray({2, 2}, {1, 2, 3, 4}), ACL_INT32);
  const IntArray inputLengths({3, 3});
  const IntArray targetLengths({2, 2});
  const DeviceTensor loss = DeviceTensor::Output({2}, ACL_FLOAT);
  const DeviceTensor alpha = DeviceTensor::Output({2, 3, 5}, ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnCtcLossGetWorkspaceSize(logProbs.Get(), targets.Get(), inputLengths.Get(),
                                                      targetLengths.Get(), 0, false, loss.Get(), alpha.Get(),
                                                      size, executor);
                },
                aclnnCtcLoss),
            ACL_ERROR_RT_VECTOR_CORE_EXCEPTION);
  EXPECT_NE(LastMessage().find("targets: expected values in [0, 4), got 4 at position 3"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(IsUnwritten(loss.Read().values[0]));
}

class CtcStatus : public PhaseOneTest {
 protected:
  const Descriptor logProbs{Shape{6, 2, 4}};
  const Descriptor targets{Shape{2, 3}, ACL_INT64};
  const IntArray inputs{{6, 5}};
  const IntArray labels{{3, 2}};
  const Descriptor loss{Shape{2}};
  const Descriptor alpha{Shape{2, 6, 7}};
};

TEST_F(CtcStatus, Forward) {
  const auto plan = [&](const aclTensor* input, const aclTensor* target, const aclIntArray* inputLengths,
                        const aclIntArray* targetLengths, int64_t blank, aclTensor* lossOut,
                        aclTensor* alphaOut) {
    return Call("aclnnCtcLoss", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCtcLossGetWorkspaceSize(input, target, inputLengths, targetLengths, blank, false, lossOut,
                                          alphaOut, size, executor);
    });
  };
  const auto good = [&](const aclIntArray* inputLengths, const aclIntArray* targetLengths, int64_t blank) {
    return plan(logProbs.Get(), targets.Get(), inputLengths, targetLengths, blank, loss.Get(), alpha.Get());
  };
  EXPECT_EQ(good(inputs.Get(), labels.Get(), 0), ACL_SUCCESS);
  EXPECT_EQ(good(nullptr, labels.Get(), 0), kNullptr);
  EXPECT_EQ(good(inputs.Get(), nullptr, 0), kNullptr);
  EXPECT_EQ(good(inputs.Get(), labels.Get(), 4), kInvalid);
  ExpectMessage({"blank", "4 of 4"});
  EXPECT_EQ(good(inputs.Get(), labels.Get(), -1), kInvalid);
  const IntArray long7({7, 5});
  EXPECT_EQ(good(long7.Get(), labels.Get(), 0), kInvalid);
  ExpectMessage({"inputLengths"});
  const IntArray four({3, 4});
  EXPECT_EQ(good(inputs.Get(), four.Get(), 0), kInvalid);
  ExpectMessage({"targetLengths"});
  const IntArray one({3});
  EXPECT_EQ(good(inputs.Get(), one.Get(), 0), kInvalid);
  ExpectMessage({"targetLengths"});
  const auto tensors = [&](const aclTensor* input, const aclTensor* target, aclTensor* lossOut,
                           aclTensor* alphaOut) {
    return plan(input, target, inputs.Get(), labels.Get(), 0, lossOut, alphaOut);
  };
  EXPECT_EQ(tensors(nullptr, targets.Get(), loss.Get(), alpha.Get()), kNullptr);
  EXPECT_EQ(tensors(logProbs.Get(), nullptr, loss.Get(), alpha.Get()), kNullptr);
  EXPECT_EQ(tensors(logProbs.Get(), targets.Get(), nullptr, alpha.Get()), kNullptr);
  EXPECT_EQ(tensors(logProbs.Get(), targets.Get(), loss.Get(), nullptr), kNullptr);
  const Descriptor small(Shape{2, 6, 6});
  EXPECT_EQ(tensors(logProbs.Get(), targets.Get(), loss.Get(), small.Get()), kInvalid);
  ExpectMessage({"logAlphaOut", "[2, 6, 6]"});
  EXPECT_EQ(tensors(logProbs.Get(), targets.Get(), alpha.Get(), alpha.Get()), kInvalid);
  ExpectMessage({"negLogLikelihoodOut"});
  const Descriptor flat(Shape{5}, ACL_INT32);
  EXPECT_EQ(tensors(logProbs.Get(), flat.Get(), loss.Get(), alpha.Get()), ACL_SUCCESS);
  const Descriptor more(Shape{6}, ACL_INT32);
  EXPECT_EQ(tensors(logProbs.Get(), more.Get(), loss.Get(), alpha.Get()), kInvalid);
  ExpectMessage({"targetLengths", "sum"});
  const Descriptor whole(Shape{6, 2, 4}, ACL_INT32);
  EXPECT_EQ(tensors(whole.Get(), targets.Get(), loss.Get(), alpha.Get()), kInvalid);
  ExpectMessage({"logProbs", "INT32"});
  const Descriptor halves(Shape{2}, ACL_FLOAT16);
  EXPECT_EQ(tensors(logProbs.Get(), targets.Get(), halves.Get(), alpha.Get()), kInvalid);
  ExpectMessage({"negLogLikelihoodOut", "FLOAT16"});
  EXPECT_EQ(tensors(loss.Get(), targets.Get(), loss.Get(), alpha.Get()), kInvalid);
  ExpectMessage({"logProbs", "2 or 3 dims"});
}

TEST_F(CtcStatus, Backward) {
  const auto plan = [&](const aclTensor* gradOut, const aclTensor* lossIn, const aclTensor* alphaIn,
                        aclTensor* out) {
    return Call("aclnnCtcLossBackward", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnCtcLossBackwardGetWorkspaceSize(gradOut, logProbs.Get(), targets.Get(), inputs.Get(),
                                                  labels.Get(), lossIn, alphaIn, 0, false, out, size,
                                                  executor);
    });
  };
  const Descriptor out(Shape{6, 2, 4});
  EXPECT_EQ(plan(loss.Get(), loss.Get(), alpha.Get(), out.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, loss.Get(), alpha.Get(), out.Get()), kNullptr);
  EXPECT_EQ(plan(loss.Get(), nullptr, alpha.Get(), out.Get()), kNullptr);
  EXPECT_EQ(plan(loss.Get(), loss.Get(), nullptr, out.Get()), kNullptr);
  EXPECT_EQ(plan(loss.Get(), loss.Get(), alpha.Get(), nullptr), kNullptr);
  EXPECT_EQ(plan(alpha.Get(), loss.Get(), alpha.Get(), out.Get()), kInvalid);
  ExpectMessage({"gradOut", "[2]"});
  EXPECT_EQ(plan(loss.Get(), loss.Get(), out.Get(), out.Get()), kInvalid);
  ExpectMessage({"logAlpha"});
  EXPECT_EQ(plan(loss.Get(), loss.Get(), alpha.Get(), alpha.Get()), kInvalid);
  ExpectMessage({"out", "[6, 2, 4]"});
}

}  // namespace
}  // namespace openaclnn::testing
