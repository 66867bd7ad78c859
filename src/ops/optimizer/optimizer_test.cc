// SPDX-License-Identifier: Apache-2.0
//
// Steps of optimizers against their formulas in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include "aclnnop/aclnn_apply_adam.h"
#include "aclnnop/aclnn_apply_adam_w.h"
#include "aclnnop/aclnn_apply_adam_w_v2.h"
#include "aclnnop/aclnn_apply_fused_ema_adam.h"
#include "aclnnop/aclnn_fused_adam.h"
#include "aclnnop/aclnn_fused_adamw.h"
#include "aclnnop/aclnn_fused_sgd.h"
#include "tests/support/device.h"
#include "tests/support/number_tensor.h"
#include "tests/support/random.h"
#include "tests/support/reals.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

using Reals = std::vector<long double>;

constexpr std::array<aclDataType, 3> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr std::array<Lie, 3> kLies{Lie::kPlain, Lie::kTransposed, Lie::kStepped};

// What a step is made of; numbers that the half types hold, so that the tensors of an operator hold them, too.
struct Numbers7 {
  double rate = 0.125;
  double beta1 = 0.75;
  double beta2 = 0.875;
  double decay = 0.25;
  double epsilon = 0.015625;
  double step = 3;
  double average = 0.5;
};

// A parameter with its states.
struct Set {
  Shape shape;
  Reals var;
  Reals grad;
  Reals first;
  Reals second;
  Reals third;
};

Set DrawSet(const Shape& shape, aclDataType dtype, Random& random) {
  Set set{shape, {}, {}, {}, {}, {}};
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const auto draw = [&] { return static_cast<long double>(RoundTo(dtype, random.StandardNormal())); };
    set.var.push_back(draw());
    set.grad.push_back(draw());
    set.first.push_back(draw());
    set.second.push_back(std::abs(draw()));
    set.third.push_back(std::abs(draw()));
  }
  return set;
}

// It in device memory; the gradient and what is third may have a type of their own.
struct OnDevice {
  OnDevice(const Set& set, aclDataType dtype, Lie lie) : OnDevice(set, dtype, dtype, lie) {}
  OnDevice(const Set& set, aclDataType dtype, aclDataType own, Lie lie)
      : var(NumbersOf(set.shape, set.var), dtype, lie),
        grad(NumbersOf(set.shape, set.grad), own, lie),
        first(NumbersOf(set.shape, set.first), dtype, lie),
        second(NumbersOf(set.shape, set.second), dtype, lie),
        third(NumbersOf(set.shape, set.third), own, lie) {}
  NumberTensor var;
  NumberTensor grad;
  NumberTensor first;
  NumberTensor second;
  NumberTensor third;
};

NumberTensor Scalar(double value, aclDataType dtype) {
  return NumberTensor(NumbersOf({1}, {static_cast<long double>(value)}), dtype);
}

// The result is rounded once; in FLOAT some roundings of the computation are of the same size.
void ExpectNear(const NumberTensor& actual, const Reals& expected, aclDataType dtype,
                const std::string& what) {
  EXPECT_TRUE(actual.IsIntactBetween()) << what;
  const Numbers numbers = actual.Read();
  ASSERT_EQ(numbers.values.size(), expected.size()) << what;
  const long double place = dtype == ACL_FLOAT ? 0x1p-21L : dtype == ACL_FLOAT16 ? 0x1p-11L : 0x1p-8L;
  for (size_t i = 0; i < expected.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(numbers.values[i].real()), static_cast<double>(expected[i]),
                static_cast<double>(1.01L * place * std::max(1.0L, std::abs(expected[i]))))
        << what << " " << i;
  }
}

struct Kind {
  bool amsgrad = false;
  bool maximize = false;
  bool decoupled = true;
  bool nesterov = false;  // TensorFlow's
  bool tensorflow = false;
  bool ema = false;
  bool corrected = true;
  double scale = 1;
};

// Elements one by one, from PyTorch's and TensorFlow's formulas.
Set Adam(Set set, const Numbers7& numbers, const Kind& kind) {
  for (size_t i = 0; i < set.var.size(); ++i) {
    const long double b1 = numbers.beta1;
    const long double b2 = numbers.beta2;
    long double& p = set.var[i];
    long double g = set.grad[i] / kind.scale * (kind.maximize ? -1 : 1);
    if (kind.decoupled) {
      p *= kind.tensorflow ? 1 : 1 - static_cast<long double>(numbers.rate * numbers.decay);
    } else {
      g += numbers.decay * p;
    }
    set.first[i] = b1 * set.first[i] + (1 - b1) * g;
    set.second[i] = b2 * set.second[i] + (1 - b2) * g * g;
    long double root = set.second[i];
    if (kind.amsgrad) {
      root = set.third[i] = std::max(set.third[i], root);
    }
    const long double c1 = kind.corrected ? 1 - std::pow(b1, static_cast<long double>(numbers.step)) : 1;
    const long double c2 = kind.corrected ? 1 - std::pow(b2, static_cast<long double>(numbers.step)) : 1;
    if (kind.tensorflow) {
      const long double m = kind.nesterov ? b1 * set.first[i] + (1 - b1) * g : set.first[i];
      p -= numbers.rate * std::sqrt(c2) / c1 * m / (std::sqrt(root) + numbers.epsilon);
    } else {
      p -= numbers.rate * (set.first[i] / c1) / (std::sqrt(root / c2) + numbers.epsilon);
    }
    if (kind.ema) {
      set.third[i] = numbers.average * set.third[i] + (1 - numbers.average) * p;
    }
  }
  return set;
}

void ExpectSet(const OnDevice& actual, const Set& expected, aclDataType dtype, bool third) {
  ExpectNear(actual.var, expected.var, dtype, "parameter");
  ExpectNear(actual.first, expected.first, dtype, "first moment");
  ExpectNear(actual.second, expected.second, dtype, "second moment");
  EXPECT_TRUE(actual.grad.IsUntouched());
  if (third) {
    ExpectNear(actual.third, expected.third, dtype, "third");
  } else {
    EXPECT_TRUE(actual.third.IsUntouched());
  }
}

const std::vector<Shape> kShapes{{3, 5}, {17, 130}, {}, {0, 4}, {2, 1, 3}};

template <typename Body>
void ForEachCase(uint64_t seed, const Body& body) {
  Random random(seed);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : kDtypes) {
    for (const Lie lie : kLies) {
      for (const Shape& shape : kShapes) {
        body(DrawSet(shape, dtype, random), dtype, lie);
      }
    }
  }
}

TEST(Optimizer, ApplyAdamWV2) {
  const Numbers7 numbers;
  for (const bool amsgrad : {false, true}) {
    for (const bool maximize : {false, true}) {
      ForEachCase(51, [&](const Set& set, aclDataType dtype, Lie lie) {
        const OnDevice device(set, dtype, lie);
        const NumberTensor step = Scalar(numbers.step - 1, amsgrad ? ACL_INT64 : ACL_FLOAT);  // those before
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnApplyAdamWV2GetWorkspaceSize(
                            device.var.Get(), device.first.Get(), device.second.Get(),
                            amsgrad ? device.third.Get() : nullptr, device.grad.Get(), step.Get(),
                            static_cast<float>(numbers.rate), static_cast<float>(numbers.beta1),
                            static_cast<float>(numbers.beta2), static_cast<float>(numbers.decay),
                            static_cast<float>(numbers.epsilon), amsgrad, maximize, size, executor);
                      },
                      aclnnApplyAdamWV2),
                  ACL_SUCCESS)
            << LastMessage();
        ExpectSet(device, Adam(set, numbers, {.amsgrad = amsgrad, .maximize = maximize}), dtype, amsgrad);
      });
    }
  }
}

TEST(Optimizer, ApplyAdamWV2TakesAGradientOfAnotherType) {
  const Numbers7 numbers;
  Random random(58);
  for (const aclDataType dtype : kDtypes) {
    for (const aclDataType own : kDtypes) {
      // Numbers that all types hold.
      const Set set = DrawSet({5, 7}, ACL_BF16, random);
      const OnDevice device(set, dtype, own, Lie::kPlain);
      const NumberTensor step = Scalar(numbers.step - 1, ACL_INT64);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnApplyAdamWV2GetWorkspaceSize(
                          device.var.Get(), device.first.Get(), device.second.Get(), device.third.Get(),
                          device.grad.Get(), step.Get(), static_cast<float>(numbers.rate),
                          static_cast<float>(numbers.beta1), static_cast<float>(numbers.beta2),
                          static_cast<float>(numbers.decay), static_cast<float>(numbers.epsilon), true, false,
                          size, executor);
                    },
                    aclnnApplyAdamWV2),
                ACL_SUCCESS)
          << LastMessage();
      const Set expected = Adam(set, numbers, {.amsgrad = true});
      ExpectNear(device.var, expected.var, dtype, "parameter");
      ExpectNear(device.third, expected.third, own, "largest second moment");
    }
  }
}

TEST(Optimizer, ApplyAdamW) {
  const Numbers7 numbers;
  for (const bool amsgrad : {false, true}) {
    ForEachCase(52, [&](const Set& set, aclDataType dtype, Lie lie) {
      const OnDevice device(set, dtype, lie);
      const auto scalar = [&](double value) { return Scalar(value, dtype); };
      // 0.75^2 and 0.875^2 are numbers of every type, but for BFLOAT16's 8 bits 0.765625.
      const NumberTensor power1 = scalar(numbers.beta1 * numbers.beta1);
      const NumberTensor power2 = scalar(numbers.beta2 * numbers.beta2);
      const NumberTensor rate = scalar(numbers.rate);
      const NumberTensor decay = scalar(numbers.decay);
      const NumberTensor beta1 = scalar(numbers.beta1);
      const NumberTensor beta2 = scalar(numbers.beta2);
      const NumberTensor epsilon = scalar(numbers.epsilon);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnApplyAdamWGetWorkspaceSize(
                          device.var.Get(), device.first.Get(), device.second.Get(), power1.Get(),
                          power2.Get(), rate.Get(), decay.Get(), beta1.Get(), beta2.Get(), epsilon.Get(),
                          device.grad.Get(), amsgrad ? device.third.Get() : nullptr, amsgrad, !amsgrad, size,
                          executor);
                    },
                    aclnnApplyAdamW),
                ACL_SUCCESS)
          << LastMessage();
      ExpectSet(device, Adam(set, numbers, {.amsgrad = amsgrad, .maximize = !amsgrad}), dtype, amsgrad);
    });
  }
}

TEST(Optimizer, ApplyAdam) {
  const Numbers7 numbers;
  for (const bool nesterov : {false, true}) {
    ForEachCase(53, [&](const Set& set, aclDataType dtype, Lie lie) {
      const OnDevice device(set, dtype, lie);
      const auto scalar = [&](double value) { return Scalar(value, ACL_FLOAT); };
      const NumberTensor power1 = scalar(std::pow(numbers.beta1, numbers.step));
      const NumberTensor power2 = scalar(std::pow(numbers.beta2, numbers.step));
      const NumberTensor rate = scalar(numbers.rate);
      const NumberTensor beta1 = scalar(numbers.beta1);
      const NumberTensor beta2 = scalar(numbers.beta2);
      const NumberTensor epsilon = scalar(numbers.epsilon);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnApplyAdamGetWorkspaceSize(
                          device.var.Get(), device.first.Get(), device.second.Get(), power1.Get(),
                          power2.Get(), rate.Get(), beta1.Get(), beta2.Get(), epsilon.Get(),
                          device.grad.Get(), false, nesterov, size, executor);
                    },
                    aclnnApplyAdam),
                ACL_SUCCESS)
          << LastMessage();
      ExpectSet(device, Adam(set, numbers, {.nesterov = nesterov, .tensorflow = true}), dtype, false);
    });
  }
}

TEST(Optimizer, ApplyFusedEmaAdam) {
  const Numbers7 numbers;
  for (const int64_t mode : {0, 1}) {
    for (const bool corrected : {false, true}) {
      ForEachCase(54, [&](const Set& set, aclDataType dtype, Lie lie) {
        const OnDevice device(set, dtype, lie);
        const NumberTensor step(NumbersOf({2}, {static_cast<long double>(numbers.step), 99}),
                                ACL_INT64);  // the first
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnApplyFusedEmaAdamGetWorkspaceSize(
                            device.grad.Get(), device.var.Get(), device.first.Get(), device.second.Get(),
                            device.third.Get(), step.Get(), numbers.rate, numbers.average, numbers.beta1,
                            numbers.beta2, numbers.epsilon, mode, corrected, numbers.decay, size, executor);
                      },
                      aclnnApplyFusedEmaAdam),
                  ACL_SUCCESS)
            << LastMessage();
        ExpectSet(device, Adam(set, numbers, {.decoupled = mode == 1, .ema = true, .corrected = corrected}),
                  dtype, true);
      });
    }
  }
}

// Lists of all shapes.
struct Lists {
  Lists(aclDataType dtype, Lie lie, Random& random) {
    for (const Shape& shape : kShapes) {
      sets.push_back(DrawSet(shape, dtype, random));
      devices.emplace_back(sets.back(), dtype, lie);
    }
  }
  [[nodiscard]] TensorList Of(NumberTensor OnDevice::*which) const {
    std::vector<const aclTensor*> tensors;
    for (const OnDevice& device : devices) {
      tensors.push_back((device.*which).Get());
    }
    return TensorList(tensors);
  }
  std::vector<Set> sets;
  std::deque<OnDevice> devices;
};

struct FusedCase {
  bool decoupled;
  bool amsgrad;
  bool maximize;
  bool scaled;
  bool found;
};

void ExpectFused(const FusedCase& one, aclDataType dtype, Lie lie, Random& random) {
  const Numbers7 numbers;
  const Lists lists(dtype, lie, random);
  const TensorList vars = lists.Of(&OnDevice::var);
  const TensorList grads = lists.Of(&OnDevice::grad);
  const TensorList firsts = lists.Of(&OnDevice::first);
  const TensorList seconds = lists.Of(&OnDevice::second);
  const TensorList thirds = lists.Of(&OnDevice::third);
  const NumberTensor step = Scalar(numbers.step - (one.decoupled ? 0 : 1), ACL_FLOAT);
  const TensorList steps(std::vector<const aclTensor*>(kShapes.size(), step.Get()));
  const NumberTensor scale = Scalar(4, ACL_FLOAT);
  const NumberTensor found = Scalar(one.found ? 1 : 0, ACL_FLOAT);
  const auto phaseOne = one.decoupled ? aclnnFusedAdamwGetWorkspaceSize : aclnnFusedAdamGetWorkspaceSize;
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return phaseOne(vars.Get(), grads.Get(), firsts.Get(), seconds.Get(),
                                  one.amsgrad ? thirds.Get() : nullptr, steps.Get(),
                                  one.scaled ? scale.Get() : nullptr, found.Get(), numbers.rate,
                                  numbers.beta1, numbers.beta2, numbers.decay, numbers.epsilon, one.amsgrad,
                                  one.maximize, size, executor);
                },
                one.decoupled ? aclnnFusedAdamw : aclnnFusedAdam),
            ACL_SUCCESS)
      << LastMessage();
  for (size_t i = 0; i < lists.sets.size(); ++i) {
    if (one.found) {
      EXPECT_TRUE(lists.devices[i].var.IsUntouched());
      EXPECT_TRUE(lists.devices[i].first.IsUntouched());
      continue;
    }
    ExpectSet(lists.devices[i],
              Adam(lists.sets[i], numbers,
                   {.amsgrad = one.amsgrad,
                    .maximize = one.maximize,
                    .decoupled = one.decoupled,
                    .scale = one.scaled ? 4.0 : 1.0}),
              dtype, one.amsgrad);
  }
}

TEST(Optimizer, FusedAdamAndAdamw) {
  Random random(55);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : kDtypes) {
    for (const Lie lie : kLies) {
      for (const bool decoupled : {false, true}) {
        ExpectFused({decoupled, false, false, false, false}, dtype, lie, random);
        ExpectFused({decoupled, true, true, true, false}, dtype, lie, random);
        ExpectFused({decoupled, true, false, false, true}, dtype, lie, random);
      }
    }
  }
}

struct SgdCase {
  bool buffers;
  bool nesterov;
  bool maximize;
  bool first;
  bool scaled;
};

void ExpectSgd(const SgdCase& one, aclDataType dtype, Lie lie, Random& random) {
  constexpr double kDecay = 0.25;
  constexpr double kMomentum = 0.75;
  constexpr double kRate = 0.125;
  constexpr double kDampening = 0.5;
  const Lists lists(dtype, lie, random);
  const TensorList vars = lists.Of(&OnDevice::var);
  const TensorList grads = lists.Of(&OnDevice::grad);
  const TensorList buffers = lists.Of(&OnDevice::first);
  const NumberTensor scale = Scalar(4, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnFusedSgdGetWorkspaceSize(
                      vars.Get(), grads.Get(), one.buffers ? buffers.Get() : nullptr,
                      one.scaled ? scale.Get() : nullptr, kDecay, kMomentum, kRate, kDampening, one.nesterov,
                      one.maximize, one.first, size, executor);
                },
                aclnnFusedSgd),
            ACL_SUCCESS)
      << LastMessage();
  for (size_t k = 0; k < lists.sets.size(); ++k) {
    Set set = lists.sets[k];
    for (size_t i = 0; i < set.var.size(); ++i) {
      set.grad[i] /= one.scaled ? 4 : 1;
      long double g = (one.maximize ? -set.grad[i] : set.grad[i]) + kDecay * set.var[i];
      if (one.buffers) {
        set.first[i] = one.first ? g : kMomentum * set.first[i] + (1 - kDampening) * g;
        g = one.nesterov ? g + kMomentum * set.first[i] : set.first[i];
      }
      set.var[i] -= kRate * g;
    }
    ExpectNear(lists.devices[k].var, set.var, dtype, "parameter");
    ExpectNear(lists.devices[k].grad, set.grad, dtype, "gradient");
    if (one.buffers) {
      ExpectNear(lists.devices[k].first, set.first, dtype, "buffer");
    } else {
      EXPECT_TRUE(lists.devices[k].first.IsUntouched());
    }
  }
}

TEST(Optimizer, FusedSgd) {
  Random random(56);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : kDtypes) {
    for (const Lie lie : kLies) {
      ExpectSgd({false, false, false, false, false}, dtype, lie, random);
      ExpectSgd({false, false, true, true, true}, dtype, lie, random);
      ExpectSgd({true, false, false, true, false}, dtype, lie, random);
      ExpectSgd({true, false, true, false, true}, dtype, lie, random);
      ExpectSgd({true, true, false, false, false}, dtype, lie, random);
    }
  }
}

TEST(Optimizer, TheFirstStepDoesNotReadTheBuffer) {
  Random random(57);
  Lists lists(ACL_FLOAT, Lie::kPlain, random);
  std::fill(lists.sets[0].first.begin(), lists.sets[0].first.end(), std::nanl(""));
  const OnDevice device(lists.sets[0], ACL_FLOAT, Lie::kPlain);
  const TensorList var({device.var.Get()});
  const TensorList grad({device.grad.Get()});
  const TensorList buffer({device.first.Get()});
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnFusedSgdGetWorkspaceSize(var.Get(), grad.Get(), buffer.Get(), nullptr, 0, 0.5F,
                                                       0.5F, 0.5F, false, false, true, size, executor);
                },
                aclnnFusedSgd),
            ACL_SUCCESS)
      << LastMessage();
  ExpectNear(device.first, lists.sets[0].grad, ACL_FLOAT, "buffer");
}

}  // namespace
}  // namespace openaclnn::testing
