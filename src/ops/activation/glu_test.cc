// SPDX-License-Identifier: Apache-2.0
//
// Gated linear units against their formulas in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_fatrelu_mul.h"
#include "aclnnop/aclnn_geglu.h"
#include "aclnnop/aclnn_gelu_mul.h"
#include "aclnnop/aclnn_swi_glu.h"
#include "catalogue/catalogue.h"
#include "catalogue/model/call.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

using Real = long double;

Real Logistic(Real x) {
  return 1 / (1 + std::exp(-x));
}
Real Gelu(Real x, bool tanh) {
  const Real u = std::sqrt(2 / std::acos(Real(-1))) * (x + 0.044715L * x * x * x);
  return tanh ? x * Logistic(2 * u) : x * std::erfc(-x / std::sqrt(Real(2))) / 2;
}

// A gate's function. Its derivative is taken from its differences.
using Gate = std::function<Real(Real)>;
Real Derivative(const Gate& gate, Real x) {
  const Real h = 1e-5L;
  return (8 * (gate(x + h) - gate(x - h)) - (gate(x + 2 * h) - gate(x - 2 * h))) / (12 * h);
}

struct Form {
  const char* forward;
  const char* backward;
  bool gateFirst;
  Gate gate;
  std::vector<int64_t> attributes;  // behind dim
  bool hasGelu;                     // as a second output, and as an input of the gradient
};

const std::vector<Form> kForms{
    {"aclnnGlu", "aclnnGluBackward", false, Logistic, {}, false},
    {"aclnnSwiGlu", "aclnnSwiGluGrad", true, [](Real x) { return x * Logistic(x); }, {}, false},
    {"aclnnGeGlu", "aclnnGeGluBackward", false, [](Real x) { return Gelu(x, false); }, {0}, true},
    {"aclnnGeGlu", "aclnnGeGluBackward", false, [](Real x) { return Gelu(x, true); }, {1}, true},
    {"aclnnGeGluV3", "aclnnGeGluV3Backward", false, [](Real x) { return Gelu(x, false); }, {0, 0}, true},
    {"aclnnGeGluV3", "aclnnGeGluV3Backward", true, [](Real x) { return Gelu(x, true); }, {1, 1}, true},
};

aclnnStatus Call(const char* function, const std::vector<const DeviceTensor*>& inputs, int64_t dim,
                 const std::vector<int64_t>& attributes, const std::vector<const DeviceTensor*>& outputs) {
  const catalogue::Operator* row = catalogue::FindOperator(function);
  std::vector<catalogue::CValue> values;
  for (const DeviceTensor* input : inputs) {
    values.push_back({input->Get()});
  }
  values.push_back({nullptr, dim});
  for (const int64_t attribute : attributes) {
    values.push_back({nullptr, attribute});
  }
  for (const DeviceTensor* output : outputs) {
    values.push_back({output->Get()});
  }
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) { return row->phases.phaseOne(values, size, executor); },
      row->phases.phaseTwo);
}

class Gated : public ::testing::TestWithParam<Form> {
 protected:
  void Expect(const Shape& shape, int64_t dim, aclDataType dtype, const Layout& in = {},
              const Layout& out = {}) {
    const Form& form = GetParam();
    const auto axis = static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(shape.size()) : dim);
    Shape half = shape;
    half[axis] /= 2;
    const Array self = random_.Uniform(shape, dtype, -4, 4);
    const Array gradient = random_.Uniform(half, dtype, -2, 2);
    Array product = Full(half, 0);
    Array gelu = Full(half, 0);
    Array gradInput = Full(shape, 0);
    Array magnitudes = Full(shape, 16);
    for (int64_t i = 0; i < NumElements(half); ++i) {
      const Shape index = IndexOf(half, i);
      Shape other = index;
      other[axis] += half[axis];
      const Shape& gateAt = form.gateFirst ? index : other;
      const Shape& gatedAt = form.gateFirst ? other : index;
      const Real gate = BroadcastAt(self, gateAt);
      const Real gated = BroadcastAt(self, gatedAt);
      const Real g = gradient.values[static_cast<size_t>(i)];
      const auto at = static_cast<size_t>(i);
      product.values[at] = static_cast<double>(gated * form.gate(gate));
      gelu.values[at] = static_cast<double>(form.gate(gate));
      const Real activated = form.hasGelu ? RoundTo(dtype, gelu.values[at]) : form.gate(gate);
      gradInput.values[FlatIndex(shape, gatedAt)] = static_cast<double>(g * activated);
      gradInput.values[FlatIndex(shape, gateAt)] =
          static_cast<double>(g * gated * Derivative(form.gate, gate));
    }
    const DeviceTensor selfTensor(self, dtype, in);
    const DeviceTensor outTensor = DeviceTensor::Output(half, dtype, out);
    const DeviceTensor geluOut = DeviceTensor::Output(half, dtype);
    std::vector<const DeviceTensor*> outputs{&outTensor};
    if (form.hasGelu) {
      outputs.push_back(&geluOut);
    }
    ASSERT_EQ(Call(form.forward, {&selfTensor}, dim, form.attributes, outputs), ACL_SUCCESS) << LastMessage();
    // In the tail of GELU, the rounding of e's exponent counts as often as that is large.
    Tolerance tolerance = Tolerance::For(dtype, std::nullopt, 0);
    tolerance.ulps = 32;
    EXPECT_TRUE(Near(outTensor.Read(), product, tolerance));
    EXPECT_TRUE(outTensor.CanariesIntact());
    if (form.hasGelu) {
      EXPECT_TRUE(Near(geluOut.Read(), gelu, tolerance));
    }

    Array rounded = gelu;
    for (double& value : rounded.values) {
      value = RoundTo(dtype, value);
    }
    const DeviceTensor gradientTensor(gradient, dtype);
    const DeviceTensor geluTensor(rounded, dtype);
    const DeviceTensor gradOut = DeviceTensor::Output(shape, dtype, in);
    std::vector<const DeviceTensor*> inputs{&gradientTensor, &selfTensor};
    if (form.hasGelu) {
      inputs.push_back(&geluTensor);
    }
    ASSERT_EQ(Call(form.backward, inputs, dim, form.attributes, {&gradOut}), ACL_SUCCESS) << LastMessage();
    // Some eight roundings, half a last place each, of terms that stay below 9. In float64 the reference,
    // too, has few digits more.
    // The form of GELU with tanh has twice as many.
    const bool tanh = form.hasGelu && form.attributes.front() == 1;
    const Tolerance ofGradient = Tolerance::For(dtype, magnitudes,
                                                dtype == ACL_DOUBLE ? 0.01
                                                : tanh              ? 4.5
                                                                    : 2.25);
    EXPECT_TRUE(Near(gradOut.Read(), gradInput, ofGradient));
    EXPECT_TRUE(gradOut.CanariesIntact());
  }

  static size_t FlatIndex(const Shape& shape, const Shape& index) {
    int64_t flat = 0;
    for (size_t i = 0; i < shape.size(); ++i) {
      flat = flat * shape[i] + index[i];
    }
    return static_cast<size_t>(flat);
  }

 private:
  Random random_{41};
};

INSTANTIATE_TEST_SUITE_P(Operators, Gated, ::testing::ValuesIn(kForms), [](const auto& one) {
  std::string name = std::string(one.param.forward).substr(5) + (one.param.gateFirst ? "First" : "Last");
  for (const int64_t attribute : one.param.attributes) {
    name += std::to_string(attribute);
  }
  return name;
});

TEST_P(Gated, TypesAndDims) {
  for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
    Expect({7, 302}, -1, dtype);
    Expect({6, 5, 11}, 0, dtype);
    Expect({3, 4, 17}, 1, dtype);
    Expect({2}, 0, dtype);
    Expect({3, 0, 2}, 2, dtype);
  }
}

TEST_P(Gated, Layouts) {
  Expect({24, 30}, 1, ACL_FLOAT, Layout::Transposed(2), {});
  Expect({24, 30}, 0, ACL_FLOAT16, Layout::Transposed(2), Layout::Transposed(2));
  Expect({3, 4, 6, 2}, 1, ACL_FLOAT, Layout::Stepped({1, 2, 1, 3}), Layout::ChannelsLast(4));
}

TEST_P(Gated, Statuses) {
  const Form& form = GetParam();
  const DeviceTensor even = DeviceTensor::Output({4, 6}, ACL_FLOAT);
  const DeviceTensor half = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  const DeviceTensor odd = DeviceTensor::Output({4, 5}, ACL_FLOAT);
  const DeviceTensor scalar = DeviceTensor::Output({}, ACL_FLOAT);
  const DeviceTensor other = DeviceTensor::Output({4, 3}, ACL_FLOAT16);
  const DeviceTensor second = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  const auto attempt = [&](const DeviceTensor& self, int64_t dim, const DeviceTensor& out) {
    std::vector<const DeviceTensor*> outputs{&out};
    if (form.hasGelu) {
      outputs.push_back(&second);
    }
    return Call(form.forward, {&self}, dim, form.attributes, outputs);
  };
  EXPECT_EQ(attempt(even, 1, half), 0);
  EXPECT_EQ(attempt(even, 2, half), 161002);
  EXPECT_NE(LastMessage().find("dim"), std::string::npos) << LastMessage();
  EXPECT_EQ(attempt(even, -3, half), 161002);
  EXPECT_EQ(attempt(odd, 1, half), 161002);
  EXPECT_NE(LastMessage().find("even"), std::string::npos) << LastMessage();
  EXPECT_EQ(attempt(scalar, 0, half), 161002);
  EXPECT_EQ(attempt(even, 1, other), 161002);
  EXPECT_EQ(attempt(even, 0, half), 161002);
}

// Products of the halves along the last dim: of the gate through GELU, or above a threshold.
class Products : public ::testing::Test {
 protected:
  using PhaseOne = std::function<aclnnStatus(const aclTensor* input, const aclTensor* out, uint64_t* size,
                                             aclOpExecutor** executor)>;
  void Expect(const Shape& shape, aclDataType dtype, const Layout& in, const Layout& out, const Gate& gate,
              const PhaseOne& phaseOne,
              aclnnStatus (*phaseTwo)(void*, uint64_t, aclOpExecutor*, aclrtStream)) {
    const Array input = random_.Uniform(shape, dtype, -4, 4);
    Shape half = shape;
    half.back() /= 2;
    Array expected = Full(half, 0);
    for (int64_t i = 0; i < NumElements(half); ++i) {
      const Shape first = IndexOf(half, i);
      Shape second = first;
      second.back() += half.back();
      expected.values[static_cast<size_t>(i)] =
          static_cast<double>(gate(BroadcastAt(input, first)) * BroadcastAt(input, second));
    }
    const DeviceTensor inputTensor(input, dtype, in);
    const DeviceTensor outTensor = DeviceTensor::Output(half, dtype, out);
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return phaseOne(inputTensor.Get(), outTensor.Get(), size, executor);
                  },
                  phaseTwo),
              ACL_SUCCESS)
        << LastMessage();
    Tolerance tolerance = Tolerance::For(dtype, std::nullopt, 0);
    tolerance.ulps = 32;  // as of GELU
    EXPECT_TRUE(Near(outTensor.Read(), expected, tolerance));
    EXPECT_TRUE(outTensor.CanariesIntact());
  }
  void ExpectAll(const Gate& gate, const std::function<PhaseOne(aclDataType)>& phaseOne,
                 aclnnStatus (*phaseTwo)(void*, uint64_t, aclOpExecutor*, aclrtStream)) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16, ACL_DOUBLE}) {
      Expect({7, 302}, dtype, {}, {}, gate, phaseOne(dtype), phaseTwo);
      Expect({24, 30}, dtype, Layout::Transposed(2), Layout::Transposed(2), gate, phaseOne(dtype), phaseTwo);
      Expect({2}, dtype, {}, {}, gate, phaseOne(dtype), phaseTwo);
      Expect({3, 0, 2}, dtype, {}, {}, gate, phaseOne(dtype), phaseTwo);
    }
  }

  std::optional<DeviceTensor> threshold_;
  Random random_{43};
};

TEST_F(Products, GeluMul) {
  for (const char* form : {"none", "tanh", static_cast<const char*>(nullptr)}) {
    const bool tanh = form != nullptr && std::string(form) == "tanh";
    ExpectAll(
        [=](Real x) { return Gelu(x, tanh); },
        [=](aclDataType) -> PhaseOne {
          return [=](const aclTensor* input, const aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
            return aclnnGeluMulGetWorkspaceSize(input, form, const_cast<aclTensor*>(out), size, executor);
          };
        },
        aclnnGeluMul);
  }
}

TEST_F(Products, FatreluMul) {
  for (const Shape& shape : {Shape{1}, Shape{}, Shape(8, 1)}) {
    ExpectAll([](Real x) { return x < 0.5L ? 0 : x; },
              [&](aclDataType dtype) -> PhaseOne {
                return [this, dtype, &shape](const aclTensor* input, const aclTensor* out, uint64_t* size,
                                             aclOpExecutor** executor) {
                  threshold_.emplace(Full(shape, 0.5), dtype);
                  return aclnnFatreluMulGetWorkspaceSize(input, threshold_->Get(),
                                                         const_cast<aclTensor*>(out), size, executor);
                };
              },
              aclnnFatreluMul);
  }
}

TEST(GatedChecks, Products) {
  const DeviceTensor even = DeviceTensor::Output({4, 6}, ACL_FLOAT);
  const DeviceTensor half = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  const DeviceTensor one = DeviceTensor::Output({1}, ACL_FLOAT);
  const DeviceTensor other = DeviceTensor::Output({1}, ACL_FLOAT16);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnGeluMulGetWorkspaceSize(even.Get(), "Tanh", half.Get(), &size, &executor), 161002);
  EXPECT_NE(RecentMessage().find("\"Tanh\""), std::string::npos) << RecentMessage();
  EXPECT_EQ(aclnnGeluMulGetWorkspaceSize(nullptr, nullptr, half.Get(), &size, &executor), 161001);
  EXPECT_EQ(aclnnGeluMulGetWorkspaceSize(half.Get(), nullptr, half.Get(), &size, &executor), 161002);
  EXPECT_EQ(aclnnFatreluMulGetWorkspaceSize(even.Get(), nullptr, half.Get(), &size, &executor), 161001);
  EXPECT_NE(RecentMessage().find("threshold"), std::string::npos) << RecentMessage();
  for (const DeviceTensor* wrong : {&other, &half}) {
    EXPECT_EQ(aclnnFatreluMulGetWorkspaceSize(even.Get(), wrong->Get(), half.Get(), &size, &executor),
              161002);
    EXPECT_NE(RecentMessage().find("threshold"), std::string::npos) << RecentMessage();
  }
  EXPECT_EQ(aclnnFatreluMulGetWorkspaceSize(even.Get(), one.Get(), even.Get(), &size, &executor), 161002);
}

TEST(GatedChecks, NullPointersAndForms) {
  const DeviceTensor even = DeviceTensor::Output({4, 6}, ACL_FLOAT);
  const DeviceTensor half = DeviceTensor::Output({4, 3}, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  EXPECT_EQ(aclnnSwiGluGetWorkspaceSize(nullptr, 1, half.Get(), &size, &executor), 161001);
  EXPECT_EQ(aclnnSwiGluGetWorkspaceSize(even.Get(), 1, nullptr, &size, &executor), 161001);
  EXPECT_EQ(aclnnGeGluV3GetWorkspaceSize(even.Get(), 1, 2, true, half.Get(), half.Get(), &size, &executor),
            161002);
  EXPECT_NE(RecentMessage().find("approximate"), std::string::npos) << RecentMessage();
}

}  // namespace
}  // namespace openaclnn::testing
