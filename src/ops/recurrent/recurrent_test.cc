// SPDX-License-Identifier: Apache-2.0
//
// aclnnLSTM and aclnnGRU against their formulas in long double, and their gradients against finite differences of
// these.
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"
#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_lstm_backward.h"
#include "ops/recurrent/testing.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/int_array.h"
#include "tests/support/reals.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kDtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
constexpr aclError kWorkFailed = 507035;

// Tensors, and a list of them.
class Tensors {
 public:
  Tensors(aclDataType dtype, Lie lie) : dtype_(dtype), lie_(lie) {}
  void Add(const Shape& shape, const Reals& values) {
    tensors_.emplace_back(NumbersOf(shape, values), dtype_, lie_);
  }
  void Add(const Shape& shape) { tensors_.emplace_back(shape, dtype_, lie_); }
  [[nodiscard]] const NumberTensor& operator[](size_t at) const { return tensors_[at]; }
  [[nodiscard]] size_t Count() const { return tensors_.size(); }
  [[nodiscard]] TensorList List() const {
    std::vector<const aclTensor*> all;
    for (const NumberTensor& tensor : tensors_) {
      all.push_back(tensor.Get());
    }
    return TensorList(all);
  }

 private:
  aclDataType dtype_;
  Lie lie_;
  std::deque<NumberTensor> tensors_;
};

// Rounding of the type, of numbers about 1; FLOAT's sums of a few hundred products add some.
long double Tolerance(aclDataType dtype, long double largest) {
  const long double place = dtype == ACL_FLOAT ? 0x1p-18L : dtype == ACL_FLOAT16 ? 0x1p-10L : 0x1p-7L;
  return place * std::max(1.0L, largest);
}

void ExpectNear(const NumberTensor& actual, const Reals& expected, aclDataType dtype,
                const std::string& what) {
  EXPECT_TRUE(actual.IsIntactBetween()) << what;
  const Numbers numbers = actual.Read();
  ASSERT_EQ(numbers.values.size(), expected.size()) << what;
  long double largest = 0;
  long double worst = 0;
  for (size_t i = 0; i < expected.size(); ++i) {
    largest = std::max(largest, std::abs(expected[i]));
    worst = WorseOf(worst, std::abs(numbers.values[i].real() - expected[i]));
  }
  EXPECT_LE(worst, Tolerance(dtype, largest)) << what;
}

// What a call of the forward operator is made of, and its results.
struct Called {
  Called(const RecurrentCase& which, aclDataType type, Lie how, Random& random)
      : one(which),
        dtype(type),
        lie(how),
        in(DrawInputs(which, type, random)),
        input(NumbersOf(which.Sequence(which.input), in.input), type, how),
        params(type, how),
        hx(type, how),
        output(which.Sequence(which.Ways() * which.hidden), type, how),
        hy(which.States(), type, how),
        cy(which.States(), type, how) {
    const std::vector<Shape> shapes = one.Params();
    for (size_t i = 0; i < shapes.size(); ++i) {
      params.Add(shapes[i], in.params[i]);
    }
    hx.Add(one.States(), in.h);
    hx.Add(one.States(), in.c);
    for (size_t list = 0; list < (one.lstm ? 7 : 5); ++list) {
      kept.emplace_back(type, how);
      for (int64_t chain = 0; chain < one.Chains(); ++chain) {
        kept.back().Add({one.steps, one.batch, one.hidden});
      }
    }
    if (!one.sizes.empty()) {
      Reals values(one.sizes.begin(), one.sizes.end());
      sizes.emplace_back(NumbersOf({one.steps}, values), ACL_INT64, how);
    }
  }

  [[nodiscard]] const aclTensor* Sizes() const { return sizes.empty() ? nullptr : sizes.front().Get(); }

  aclnnStatus Forward(bool keep) const {
    std::vector<TensorList> lists;
    for (const Tensors& list : kept) {
      lists.push_back(keep ? list.List() : TensorList({}));
    }
    const TensorList all = params.List();
    const TensorList states = hx.List();
    if (!one.lstm) {
      return RunTwoPhase(
          [&](uint64_t* size, aclOpExecutor** executor) {
            return aclnnGRUGetWorkspaceSize(
                input.Get(), all.Get(), one.states ? hx[0].Get() : nullptr, nullptr, one.bias, one.layers, 0,
                keep, one.bothWays, one.batchFirst, output.Get(), hy.Get(), lists[0].Get(), lists[1].Get(),
                lists[2].Get(), lists[3].Get(), lists[4].Get(), size, executor);
          },
          aclnnGRU);
    }
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnLSTMGetWorkspaceSize(input.Get(), all.Get(), one.states ? states.Get() : nullptr,
                                           Sizes(), one.bias, one.layers, 0, keep, one.bothWays,
                                           one.batchFirst, output.Get(), hy.Get(), cy.Get(), lists[0].Get(),
                                           lists[1].Get(), lists[2].Get(), lists[3].Get(), lists[4].Get(),
                                           lists[5].Get(), lists[6].Get(), size, executor);
        },
        aclnnLSTM);
  }

  RecurrentCase one;
  aclDataType dtype;
  Lie lie;
  RecurrentInputs in;
  NumberTensor input;
  Tensors params;
  Tensors hx;
  NumberTensor output;
  NumberTensor hy;
  NumberTensor cy;
  std::deque<Tensors> kept;
  std::deque<NumberTensor> sizes;
};

void ExpectForward(const RecurrentCase& one, aclDataType dtype, Lie lie, bool keep, Random& random) {
  const Called run(one, dtype, lie, random);
  ASSERT_EQ(run.Forward(keep), ACL_SUCCESS) << LastMessage();
  const RecurrentResults expected = Recur(one, run.in);
  ExpectNear(run.output, expected.output, dtype, "output");
  ExpectNear(run.hy, expected.h, dtype, "hy");
  if (one.lstm) {
    ExpectNear(run.cy, expected.c, dtype, "cy");
  } else {
    EXPECT_TRUE(run.cy.IsUntouched());
  }
  for (size_t list = 0; list < run.kept.size(); ++list) {
    for (size_t chain = 0; chain < run.kept[list].Count(); ++chain) {
      if (keep) {
        ExpectNear(run.kept[list][chain], expected.kept[list][chain], dtype, "list " + std::to_string(list));
      } else {
        EXPECT_TRUE(run.kept[list][chain].IsUntouched());
      }
    }
  }
}

// The gradients that go in.
struct Grads {
  Reals output;
  Reals h;
  Reals c;
};

long double Loss(const RecurrentCase& one, const RecurrentInputs& in, const Grads& grads) {
  const RecurrentResults results = Recur(one, in);
  long double loss = 0;
  for (size_t i = 0; i < grads.output.size(); ++i) {
    loss += grads.output[i] * results.output[i];
  }
  for (size_t i = 0; i < grads.h.size(); ++i) {
    loss += grads.h[i] * results.h[i] + (one.lstm ? grads.c[i] * results.c[i] : 0);
  }
  return loss;
}

// By central differences, whose error is about the square of the step.
Reals Gradient(const RecurrentCase& one, RecurrentInputs& in, Reals& of, const Grads& grads) {
  constexpr long double kStep = 0x1p-17L;
  Reals gradient;
  for (long double& value : of) {
    const long double before = value;
    value = before + kStep;
    const long double above = Loss(one, in, grads);
    value = before - kStep;
    gradient.push_back((above - Loss(one, in, grads)) / (2 * kStep));
    value = before;
  }
  return gradient;
}

// Which gradients there are.
enum class Given { kAll, kOutput, kStates };

void ExpectBackward(const RecurrentCase& one, aclDataType dtype, Lie lie, Random& random,
                    Given which = Given::kAll) {
  Called run(one, dtype, lie, random);
  ASSERT_EQ(run.Forward(true), ACL_SUCCESS) << LastMessage();
  Grads grads{DrawReals(CountOf(one.Sequence(one.Ways() * one.hidden)), dtype, random, 1),
              DrawReals(CountOf(one.States()), dtype, random, 1),
              DrawReals(CountOf(one.States()), dtype, random, 1)};
  const NumberTensor dy(NumbersOf(one.Sequence(one.Ways() * one.hidden), grads.output), dtype, lie);
  const NumberTensor dh(NumbersOf(one.States(), grads.h), dtype, lie);
  const NumberTensor dc(NumbersOf(one.States(), grads.c), dtype, lie);
  if (which == Given::kOutput) {
    std::ranges::fill(grads.h, 0);
    std::ranges::fill(grads.c, 0);
  } else if (which == Given::kStates) {
    std::ranges::fill(grads.output, 0);
  }
  const aclTensor* const ofOutput = which == Given::kStates ? nullptr : dy.Get();
  const aclTensor* const ofHidden = which == Given::kOutput ? nullptr : dh.Get();
  const aclTensor* const ofCell = which == Given::kOutput ? nullptr : dc.Get();
  const NumberTensor dx(one.Sequence(one.input), dtype, lie);
  const NumberTensor dhPrev(one.States(), dtype, lie);
  const NumberTensor dcPrev(one.States(), dtype, lie);
  Tensors dparams(dtype, lie);
  for (const Shape& shape : one.Params()) {
    dparams.Add(shape);
  }
  std::vector<TensorList> kept;
  for (const Tensors& list : run.kept) {
    kept.push_back(list.List());
  }
  const TensorList params = run.params.List();
  const TensorList states = run.hx.List();
  const TensorList results = dparams.List();
  const auto plan = [&](uint64_t* size, aclOpExecutor** executor) {
    if (!one.lstm) {
      return aclnnGRUBackwardGetWorkspaceSize(
          run.input.Get(), params.Get(), one.states ? run.hx[0].Get() : nullptr, ofOutput, ofHidden,
          kept[0].Get(), kept[1].Get(), kept[2].Get(), kept[3].Get(), kept[4].Get(), nullptr, one.bias,
          one.layers, one.bothWays, one.batchFirst, dx.Get(), dhPrev.Get(), results.Get(), size, executor);
    }
    return aclnnLstmBackwardGetWorkspaceSize(
        run.input.Get(), one.states ? states.Get() : nullptr, params.Get(), ofOutput, ofHidden, ofCell,
        kept[0].Get(), kept[1].Get(), kept[2].Get(), kept[3].Get(), kept[4].Get(), kept[5].Get(),
        kept[6].Get(), run.Sizes(), one.bias, one.layers, 0, true, one.bothWays, one.batchFirst, nullptr,
        dx.Get(), dhPrev.Get(), dcPrev.Get(), results.Get(), size, executor);
  };
  ASSERT_EQ(RunTwoPhase(plan, one.lstm ? aclnnLstmBackward : aclnnGRUBackward), ACL_SUCCESS) << LastMessage();
  // In half types what the forward operator left has been rounded: errors of some steps add up.
  const aclDataType as = dtype == ACL_FLOAT16 ? ACL_BF16 : dtype;
  const auto expect = [&](const NumberTensor& actual, Reals& of, const std::string& what) {
    ExpectNear(actual, Gradient(one, run.in, of, grads), as, what);
  };
  if (dtype == ACL_BF16) {
    EXPECT_TRUE(dx.IsIntactBetween());
    return;  // its 8 bits say little after several steps; FLOAT16 goes the same way
  }
  expect(dx, run.in.input, "dx");
  expect(dhPrev, run.in.h, "dhPrev");
  if (one.lstm) {
    expect(dcPrev, run.in.c, "dcPrev");
  }
  for (size_t i = 0; i < dparams.Count(); ++i) {
    expect(dparams[i], run.in.params[i], "dparams " + std::to_string(i));
  }
}

std::vector<RecurrentCase> Cases(bool lstm) {
  std::vector<RecurrentCase> cases{{lstm, 3, 2, 4, 5, 2, true, true, false, true},
                                   {lstm, 4, 3, 2, 3, 1, true, false, true, true},
                                   {lstm, 2, 2, 5, 17, 1, false, false, false, false},
                                   {lstm, 3, 1, 3, 2, 3, false, true, true, true},
                                   {lstm, 1, 4, 1, 1, 1, true, false, false, false}};
  if (lstm) {
    cases.push_back({lstm, 4, 3, 2, 3, 2, true, true, false, true, {3, 3, 2, 1}});
    cases.push_back({lstm, 3, 2, 2, 3, 1, true, false, true, true, {2, 1, 0}});
  }
  return cases;
}

class Recurrent : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Cells, Recurrent, ::testing::Bool(),
                         [](const auto& test) { return test.param ? "Lstm" : "Gru"; });

TEST_P(Recurrent, ResultsOfEveryTypeAndLayout) {
  Random random(31);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : kDtypes) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      for (const RecurrentCase& one : Cases(GetParam())) {
        ExpectForward(one, dtype, lie, true, random);
      }
      ExpectForward(Cases(GetParam())[0], dtype, lie, false, random);
    }
  }
}

TEST_P(Recurrent, GradientsOfEveryTypeAndLayout) {
  Random random(32);
  const auto trace = TraceSeed(random);
  for (const aclDataType dtype : kDtypes) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      ExpectBackward(Cases(GetParam())[3], dtype, lie, random);
    }
  }
  for (const RecurrentCase& one : Cases(GetParam())) {
    ExpectBackward(one, ACL_FLOAT, Lie::kPlain, random);
  }
}

TEST_P(Recurrent, GradientsThatAreNotGivenAreZeros) {
  Random random(36);
  const auto trace = TraceSeed(random);
  for (const Given given : {Given::kOutput, Given::kStates}) {
    ExpectBackward(Cases(GetParam())[0], ACL_FLOAT, Lie::kPlain, random, given);
  }
}

TEST_P(Recurrent, LargerThanATask) {
  Random random(33);
  const auto trace = TraceSeed(random);
  ExpectForward({GetParam(), 5, 37, 70, 130, 2, true, true, false, true}, ACL_FLOAT, Lie::kPlain, true,
                random);
}

TEST_P(Recurrent, WithoutStepsTheStatesStay) {
  Random random(34);
  RecurrentCase one{GetParam(), 0, 2, 3, 4, 2, true, true, false, true};
  ExpectForward(one, ACL_FLOAT, Lie::kPlain, true, random);
  ExpectBackward(one, ACL_FLOAT, Lie::kPlain, random);
  one.steps = 3;
  one.batch = 0;
  ExpectForward(one, ACL_FLOAT, Lie::kPlain, true, random);
  ExpectBackward(one, ACL_FLOAT, Lie::kPlain, random);
}

TEST(Lstm, SizesThatGrowAreRefusedBeforeAnythingIsWritten) {
  Random random(35);
  for (const std::vector<int64_t>& sizes : {std::vector<int64_t>{2, 3, 1}, {4, 2, 1}, {3, -1, -1}}) {
    const Called run({true, 3, 3, 2, 3, 1, true, false, false, true, sizes}, ACL_FLOAT, Lie::kPlain, random);
    EXPECT_EQ(run.Forward(true), kWorkFailed);
    EXPECT_NE(LastMessage().find("batchSizes"), std::string::npos);
    EXPECT_TRUE(run.output.IsUntouched());
    EXPECT_TRUE(run.hy.IsUntouched());
  }
}

}  // namespace
}  // namespace openaclnn::testing
