// SPDX-License-Identifier: Apache-2.0
//
// aclnnBidirectionLSTM and V2 against the formulas of an LSTM in long double; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_bidirection_lstm.h"
#include "aclnnop/aclnn_bidirection_lstmv2.h"
#include "ops/recurrent/testing.h"
#include "tests/support/device.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 2> kTypes{ACL_FLOAT, ACL_FLOAT16};

Numbers NumbersOf(const Shape& shape, const Reals& values) {
  Numbers numbers{shape, {}};
  for (const long double value : values) {
    numbers.values.emplace_back(value);
  }
  return numbers;
}

// Rounding of the type, of numbers about 1; FLOAT's sums of a few hundred products add some.
void ExpectNear(const NumberTensor& actual, const Reals& expected, aclDataType dtype,
                const std::string& what) {
  EXPECT_TRUE(actual.IsIntactBetween()) << what;
  const Numbers numbers = actual.Read();
  ASSERT_EQ(numbers.values.size(), expected.size()) << what;
  for (size_t i = 0; i < expected.size(); ++i) {
    const long double tolerance =
        (dtype == ACL_FLOAT ? 0x1p-18L : 0x1p-10L) * std::max(1.0L, std::abs(expected[i]));
    EXPECT_LE(std::abs(numbers.values[i].real() - expected[i]), tolerance) << what << " " << i;
  }
}

// Of [steps, batch, features] the rows that there are, step after step.
Reals Packed(const RecurrentCase& one, const Reals& values, int64_t features) {
  Reals packed;
  for (int64_t t = 0; t < one.steps; ++t) {
    for (int64_t b = 0; b < one.batch; ++b) {
      for (int64_t f = 0; f < features && one.Has(t, b); ++f) {
        packed.push_back(values[one.At(t, b, f, features)]);
      }
    }
  }
  return packed;
}

enum class Form { kFirst, kSecond, kPacked };

void ExpectRight(const RecurrentCase& one, aclDataType dtype, Lie lie, Form form, Random& random) {
  RecurrentInputs in = DrawInputs(one, dtype, random);
  for (int64_t t = 0; t < one.steps; ++t) {
    for (int64_t b = 0; b < one.batch; ++b) {
      for (int64_t f = 0; f < one.input && !one.Has(t, b); ++f) {
        in.input[one.At(t, b, f, one.input)] = NAN;  // nothing looks at it
      }
    }
  }
  const int64_t width = one.Ways() * one.hidden;
  const bool packed = form == Form::kPacked;
  const Reals rows = packed ? Packed(one, in.input, one.input) : in.input;
  const auto count = static_cast<int64_t>(rows.size()) / one.input;
  const NumberTensor x(NumbersOf(packed ? Shape{count, one.input} : one.Sequence(one.input), rows), dtype,
                       lie);
  const NumberTensor h(NumbersOf(one.States(), in.h), dtype, lie);
  const NumberTensor c(NumbersOf(one.States(), in.c), dtype, lie);
  std::vector<NumberTensor> params;
  params.reserve(8);
  const std::vector<Shape> shapes = one.Params();
  for (size_t k = 0; k < shapes.size(); ++k) {
    params.emplace_back(NumbersOf(shapes[k], in.params[k]), dtype, lie);
  }
  const auto param = [&](size_t way, size_t which) -> const aclTensor* {
    const size_t each = one.bias ? 4 : 2;
    return which < each && way * each + which < params.size() ? params[way * each + which].Get() : nullptr;
  };
  const NumberTensor y(packed ? Shape{count, width} : one.Sequence(width), dtype, lie);
  const NumberTensor lastH(one.States(), dtype, lie);
  const NumberTensor lastC(one.States(), dtype, lie);
  std::optional<NumberTensor> sizes;
  if (!one.sizes.empty()) {
    sizes.emplace(NumbersOf({one.steps}, Reals(one.sizes.begin(), one.sizes.end())),
                  lie == Lie::kPlain ? ACL_INT64 : ACL_INT32, lie);
  }
  const aclnnStatus status = RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        if (form == Form::kFirst) {
          return aclnnBidirectionLSTMGetWorkspaceSize(
              x.Get(), h.Get(), c.Get(), param(0, 0), param(0, 1), param(0, 2), param(0, 3), param(1, 0),
              param(1, 1), param(1, 2), param(1, 3), 1, one.bias, false, one.bothWays, y.Get(), lastH.Get(),
              lastC.Get(), size, executor);
        }
        return aclnnBidirectionLSTMV2GetWorkspaceSize(
            x.Get(), h.Get(), c.Get(), param(0, 0), param(0, 1), param(0, 2), param(0, 3), param(1, 0),
            param(1, 1), param(1, 2), param(1, 3), sizes ? sizes->Get() : nullptr, 1, one.bias, false,
            one.bothWays, packed, y.Get(), lastH.Get(), lastC.Get(), size, executor);
      },
      form == Form::kFirst ? aclnnBidirectionLSTM : aclnnBidirectionLSTMV2);
  ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
  const RecurrentResults expected = Recur(one, in);
  ExpectNear(y, packed ? Packed(one, expected.output, width) : expected.output, dtype, "y");
  ExpectNear(lastH, expected.h, dtype, "outputH");
  ExpectNear(lastC, expected.c, dtype, "outputC");
}

TEST(BidirectionLstm, EveryTypeShapeAndLayout) {
  Random random(97);
  for (const aclDataType dtype : kTypes) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      for (const RecurrentCase& one :
           std::vector<RecurrentCase>{{.steps = 1, .batch = 1, .input = 1, .hidden = 1},
                                      {.steps = 4, .batch = 3, .input = 5, .hidden = 7, .bias = false},
                                      {.steps = 5, .batch = 2, .input = 9, .hidden = 20, .bothWays = true},
                                      {.steps = 0, .batch = 2, .input = 3, .hidden = 2},
                                      {.steps = 3, .batch = 0, .input = 3, .hidden = 2, .bothWays = true}}) {
        const auto trace = TraceSeed(random);
        ExpectRight(one, dtype, lie, Form::kFirst, random);
        ExpectRight(one, dtype, lie, Form::kSecond, random);
      }
    }
  }
}

TEST(BidirectionLstm, SequencesOfDifferentLengths) {
  Random random(98);
  for (const aclDataType dtype : kTypes) {
    for (const Lie lie : {Lie::kPlain, Lie::kTransposed, Lie::kStepped}) {
      for (const bool bothWays : {false, true}) {
        const RecurrentCase one{
            .steps = 5, .batch = 4, .input = 6, .hidden = 9, .bothWays = bothWays, .sizes = {4, 3, 3, 1, 0}};
        const auto trace = TraceSeed(random);
        ExpectRight(one, dtype, lie, Form::kSecond, random);
        ExpectRight(one, dtype, lie, Form::kPacked, random);
      }
    }
  }
}

class BidirectionLstmChecks : public StatusTest {
 protected:
  static constexpr size_t kSizes = 11;

  BidirectionLstmChecks() {
    const Shape states{2, 3, 2};
    shapes_ = {{4, 3, 5}, states, states, {8, 5}, {8, 2},    {8},    {8},   {8, 5},
               {8, 2},    {8},    {8},    {4},    {4, 3, 4}, states, states};
    dtypes_.assign(shapes_.size(), ACL_FLOAT);
    dtypes_[kSizes] = ACL_INT64;
    null_.assign(shapes_.size(), false);
  }

  void Expect(aclnnStatus status, const char* said) {
    std::vector<std::optional<Descriptor>> all(shapes_.size());
    for (size_t k = 0; k < all.size(); ++k) {
      if (!null_[k]) {
        all[k].emplace(shapes_[k], dtypes_[k]);
      }
    }
    const auto at = [&](size_t k) { return GetOrNull(all[k]); };
    ExpectCall("aclnnBidirectionLSTMV2", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnBidirectionLSTMV2GetWorkspaceSize(
          at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7), at(8), at(9), at(10), at(kSizes), layers_,
          bias_, batchFirst_, bothWays_, packed_, at(12), at(13), at(14), size, executor);
    });
    if (!packed_) {
      ExpectCall("aclnnBidirectionLSTM", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnBidirectionLSTMGetWorkspaceSize(at(0), at(1), at(2), at(3), at(4), at(5), at(6), at(7),
                                                    at(8), at(9), at(10), layers_, bias_, batchFirst_,
                                                    bothWays_, at(12), at(13), at(14), size, executor);
      });
    }
  }
  // With one other shape.
  void ExpectRefused(const char* said, size_t at, const Shape& shape) {
    const Shape right = shapes_[at];
    shapes_[at] = shape;
    Expect(kInvalid, said);
    shapes_[at] = right;
  }

  std::vector<Shape> shapes_;
  std::vector<aclDataType> dtypes_;
  std::vector<bool> null_;
  int64_t layers_ = 1;
  bool bias_ = true;
  bool batchFirst_ = false;
  bool bothWays_ = true;
  bool packed_ = false;
};

TEST_F(BidirectionLstmChecks, Pointers) {
  const std::array<const char*, 15> names{"x",
                                          "initH",
                                          "initC",
                                          "wIh",
                                          "wHh",
                                          "bIhOptional",
                                          "bHhOptional",
                                          "wIhReverseOptional",
                                          "wHhReverseOptional",
                                          "bIhReverseOptional",
                                          "bHhReverseOptional",
                                          "batchSizeOptional",
                                          "y",
                                          "outputH",
                                          "outputC"};
  Expect(ACL_SUCCESS, "");
  for (size_t k = 0; k < names.size(); ++k) {
    null_[k] = true;
    Expect(k == kSizes ? ACL_SUCCESS : kNullptr, names[k]);
    null_[k] = false;
  }
  bias_ = false;
  null_[5] = null_[6] = null_[9] = null_[10] = true;
  Expect(ACL_SUCCESS, "");
  bothWays_ = false;
  null_[7] = null_[8] = true;
  shapes_[1] = shapes_[2] = shapes_[13] = shapes_[14] = {1, 3, 2};
  shapes_[12] = {4, 3, 2};
  Expect(ACL_SUCCESS, "");
}

TEST_F(BidirectionLstmChecks, TypesAndShapes) {
  const std::array<const char*, 15> names{"x",          "initH", "initC",      "wIh",        "wHh",
                                          "bIh",        "bHh",   "wIhReverse", "wHhReverse", "bIhReverse",
                                          "bHhReverse", "",      "y",          "outputH",    "outputC"};
  for (size_t k = 0; k < names.size(); ++k) {
    if (k != kSizes) {
      dtypes_[k] = k == 0 ? ACL_BF16 : ACL_FLOAT16;
      Expect(kInvalid, names[k]);
      dtypes_[k] = ACL_FLOAT;
      Shape shape = shapes_[k];
      shape[0] += 1;
      if (k != 0) {
        ExpectRefused(names[k], k, shape);
      }
    }
  }
  ExpectRefused("x", 0, {4, 3});
  ExpectRefused("wHh", 4, {8});
  layers_ = 2;
  Expect(kInvalid, "numLayers");
  layers_ = 1;
  batchFirst_ = true;
  Expect(kInvalid, "batchFirst");
}

TEST_F(BidirectionLstmChecks, PackedSequences) {
  packed_ = true;
  ExpectRefused("x", 0, {4, 3, 5});
  shapes_[0] = {7, 5};
  shapes_[12] = {7, 4};
  Expect(ACL_SUCCESS, "");
  ExpectRefused("y", 12, {6, 4});
  ExpectRefused("batchSizeOptional", kSizes, {4, 1});
  dtypes_[kSizes] = ACL_FLOAT;
  Expect(kInvalid, "batchSizeOptional");
  dtypes_[kSizes] = ACL_INT32;
  Expect(ACL_SUCCESS, "");
  null_[kSizes] = true;
  Expect(kNullptr, "batchSizeOptional");
}

// Numbers of sequences that make no sense are found before anything is written.
TEST(BidirectionLstm, NumbersOfSequences) {
  struct Wrong {
    Reals sizes;
    const char* said;
  };
  for (const Wrong& wrong : {Wrong{{2, 1, 1}, "batchSizeOptional: expected a sum of 5, the rows of x, got 4"},
                             Wrong{{3, 1, 1}, "batchSizeOptional: expected values from 0 to 2"},
                             Wrong{{2, 1, 2}, "batchSizeOptional: expected values from 0 to 2"},
                             Wrong{{2, 2, -1}, "batchSizeOptional: expected values from 0 to 2"}}) {
    const auto zeros = [](const Shape& shape) {
      return NumberTensor(NumbersOf(shape, Reals(CountOf(shape), 0)), ACL_FLOAT);
    };
    const NumberTensor x = zeros({5, 2});
    const NumberTensor state = zeros({1, 2, 3});
    const NumberTensor wIh = zeros({12, 2});
    const NumberTensor wHh = zeros({12, 3});
    const NumberTensor sizes(NumbersOf({3}, wrong.sizes), ACL_INT64);
    const NumberTensor y({5, 3}, ACL_FLOAT);
    const NumberTensor last({1, 2, 3}, ACL_FLOAT);
    const NumberTensor lastC({1, 2, 3}, ACL_FLOAT);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnBidirectionLSTMV2GetWorkspaceSize(
                        x.Get(), state.Get(), state.Get(), wIh.Get(), wHh.Get(), nullptr, nullptr, nullptr,
                        nullptr, nullptr, nullptr, sizes.Get(), 1, false, false, false, true, y.Get(),
                        last.Get(), lastC.Get(), size, executor);
                  },
                  aclnnBidirectionLSTMV2),
              507035);
    EXPECT_NE(LastMessage().find(wrong.said), std::string::npos) << LastMessage();
    EXPECT_TRUE(y.IsUntouched() && last.IsUntouched() && lastC.IsUntouched());
  }
}

}  // namespace
}  // namespace openaclnn::testing
