// SPDX-License-Identifier: Apache-2.0
// The runner is an oracle: here it is held against the references of the rooms, which share no code with it,
// and shown to notice one wrong element.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "tests/conformance/case.h"
#include "tests/conformance/generate.h"
#include "tests/conformance/operator.h"
#include "tests/reference/embedding_dense_backward.h"
#include "tests/reference/grid_sampler2d_backward.h"
#include "tests/reference/group_norm_backward.h"
#include "tests/reference/mse_loss_backward.h"
#include "tests/reference/prelu_backward.h"
#include "tests/support/array.h"
#include "tests/support/half.h"

namespace openaclnn::conformance {
namespace {

using testing::Array;

Array ToArray(const Tensor& tensor) {
  return testing::MakeArray(tensor.Dims(), tensor.ReadAll());
}

Tensor ToTensor(aclDataType dtype, const Array& array) {
  Tensor tensor(dtype, array.shape);
  tensor.Write(0, tensor.Count(), array.values.data());
  return tensor;
}

/// What the room's reference says, rounded to the dtype, as if the library had computed it.
TensorMap RoomOutputs(const Case& testCase, const TensorMap& inputs) {
  const auto array = [&](const char* name) { return ToArray(Find(inputs, name)); };
  const auto dtype = [&](const char* name) { return Find(inputs, name).Dtype(); };
  TensorMap outputs;
  if (testCase.Operator() == "mse_loss_backward") {
    outputs.emplace("out", ToTensor(dtype("self"), reference::MseLossBackward(
                                                       array("gradOutput"), array("self"), array("target"),
                                                       testCase.Integer("reduction"))));
  } else if (testCase.Operator() == "prelu_backward") {
    const auto result = reference::PreluBackward(array("gradOutput"), array("self"), array("weight"));
    outputs.emplace("gradInput", ToTensor(dtype("self"), result.gradInput));
    outputs.emplace("gradWeight", ToTensor(dtype("self"), result.gradWeight));
  } else if (testCase.Operator() == "embedding_dense_backward") {
    const Array out = reference::EmbeddingDenseBackward(array("grad"), Find(inputs, "indices").ReadIntegers(),
                                                        static_cast<uint64_t>(testCase.Integer("numWeights")),
                                                        static_cast<uint64_t>(testCase.Integer("paddingIdx")),
                                                        testCase.Boolean("scaleGradByFreq"));
    outputs.emplace("out", ToTensor(dtype("grad"), out));
  } else if (testCase.Operator() == "grid_sampler2d_backward") {
    const auto result = reference::GridSampler2DBackward(
        array("gradOutput"), array("input"), array("grid"), testCase.Integer("interpolationMode"),
        testCase.Integer("paddingMode"), testCase.Boolean("alignCorners"), reference::Positions::kFloat32);
    outputs.emplace("inputGrad", ToTensor(dtype("input"), result.inputGrad));
    outputs.emplace("gridGrad", ToTensor(dtype("input"), result.gridGrad));
  } else {
    std::optional<Array> gamma;
    if (inputs.find("gamma") != inputs.end()) {
      gamma = array("gamma");
    }
    const auto result = reference::GroupNormBackward(
        array("gradOut"), array("input"), array("mean"), array("rstd"), gamma, testCase.Integer("N"),
        testCase.Integer("C"), testCase.Integer("HxW"), testCase.Integer("group"));
    outputs.emplace("gradInput", ToTensor(dtype("gradOut"), result.gradInput));
    outputs.emplace("gradGammaOut", ToTensor(dtype("gradOut"), result.gradGammaOut));
    outputs.emplace("gradBetaOut", ToTensor(dtype("gradOut"), result.gradBetaOut));
  }
  return outputs;
}

bool AllPassed(const std::vector<Comparison>& comparisons) {
  return std::all_of(comparisons.begin(), comparisons.end(),
                     [](const Comparison& comparison) { return comparison.Passed(); });
}

TEST(ConformanceOracle, ReferencesAgreeWithThoseOfTheRooms) {
  int64_t seen = 0;
  for (const Case& testCase : ReadCases(OPENACLNN_OWN_CASES)) {
    const Operator& tested = FindOperator(testCase.Operator());
    TensorMap inputs = Generate(testCase, {});
    tested.complete(testCase, inputs);
    const TensorMap outputs = RoomOutputs(testCase, inputs);
    for (const Comparison& comparison : tested.check(testCase, inputs, outputs)) {
      EXPECT_TRUE(comparison.Passed())
          << testCase.Operator() << ' ' << testCase.Id() << ' ' << comparison.Name();
      EXPECT_EQ(comparison.Count(), Find(outputs, comparison.Name().c_str()).Count());
    }
    ++seen;
  }
  EXPECT_GT(seen, 100);
}

TEST(ConformanceOracle, NoticesOneWrongElementOfAnyOutput) {
  for (const Case& testCase : ReadCases(OPENACLNN_OWN_CASES)) {
    const Operator& tested = FindOperator(testCase.Operator());
    TensorMap inputs = Generate(testCase, {});
    tested.complete(testCase, inputs);
    for (const auto& [name, right] : RoomOutputs(testCase, inputs)) {
      if (right.Count() == 0) {
        continue;
      }
      TensorMap outputs = RoomOutputs(testCase, inputs);
      Tensor& output = outputs.at(name);
      const int64_t last = output.Count() - 1;
      const double value = output.At(last);
      // Still wrong where any NaN or infinity would do.
      const double wrong = std::isfinite(value) ? std::numeric_limits<double>::quiet_NaN() : 1.0;
      output.Write(last, 1, &wrong);
      EXPECT_FALSE(AllPassed(tested.check(testCase, inputs, outputs)))
          << testCase.Operator() << ' ' << testCase.Id() << ' ' << name;
    }
  }
}

TEST(ConformanceOracle, StatisticsAreThoseOfTheForwardPass) {
  for (const Case& testCase : ReadCases(OPENACLNN_OWN_CASES)) {
    if (testCase.Operator() != "group_norm_backward" || testCase.Tensors().count("mean") != 0) {
      continue;
    }
    TensorMap inputs = Generate(testCase, {});
    GroupNormBackward().complete(testCase, inputs);
    const auto statistics = reference::ComputeGroupNormStatistics(
        ToArray(Find(inputs, "input")), testCase.Integer("N"), testCase.Integer("C"), testCase.Integer("HxW"),
        testCase.Integer("group"), 1e-5);
    const aclDataType dtype = Find(inputs, "input").Dtype();
    for (size_t slab = 0; slab < statistics.mean.values.size(); ++slab) {
      const auto at = static_cast<int64_t>(slab);
      EXPECT_LE(testing::UlpDistance(dtype, Find(inputs, "mean").At(at), statistics.mean.values[slab]), 1);
      EXPECT_LE(testing::UlpDistance(dtype, Find(inputs, "rstd").At(at), statistics.rstd.values[slab]), 1);
    }
  }
}

}  // namespace
}  // namespace openaclnn::conformance
