// SPDX-License-Identifier: Apache-2.0
//   out = k * (self - target) * gradOutput, all broadcast together; k = 2, or 2 / numel(self) for the mean
#include "aclnnop/aclnn_mse_loss_backward.h"

#include <algorithm>
#include <stdexcept>

#include "tests/conformance/operator.h"

namespace openaclnn::conformance {
namespace {

constexpr int64_t kMean = 1;

Shape OutputShape(const TensorMap& inputs) {
  return testing::BroadcastShape(
      testing::BroadcastShape(Find(inputs, "gradOutput").Dims(), Find(inputs, "self").Dims()),
      Find(inputs, "target").Dims());
}

void Complete(const Case& /*testCase*/, TensorMap& /*inputs*/) {}

TensorMap Execute(const Session& session, const Case& testCase, const TensorMap& inputs) {
  const DeviceTensor gradOutput(Find(inputs, "gradOutput"));
  const DeviceTensor self(Find(inputs, "self"));
  const DeviceTensor target(Find(inputs, "target"));
  const DeviceTensor out(Find(inputs, "self").Dtype(), OutputShape(inputs));
  const int64_t reduction = testCase.Integer("reduction");
  RunTwoPhases(
      session,
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnMseLossBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), target.Get(), reduction,
                                                    out.Get(), size, executor);
      },
      aclnnMseLossBackward);
  TensorMap outputs;
  outputs.emplace("out", out.Download());
  return outputs;
}

std::vector<Comparison> Check(const Case& testCase, const TensorMap& inputs, const TensorMap& outputs) {
  const Shape shape = OutputShape(inputs);
  const BroadcastReader gradOutput(Find(inputs, "gradOutput"), shape);
  const BroadcastReader self(Find(inputs, "self"), shape);
  const BroadcastReader target(Find(inputs, "target"), shape);
  const Tensor& out = Find(outputs, "out");
  const int64_t reduction = testCase.Integer("reduction");
  // Divided last, not multiplied by a rounded 2 / n: with few-digit inputs exact ties of a half are common.
  const double divisor = reduction == kMean ? static_cast<double>(Find(inputs, "self").Count()) / 2 : 0.5;

  const auto expectedBlock = [&](int64_t first, int64_t count, double* expected) {
    std::vector<double> other(static_cast<size_t>(count));
    self.Read(first, count, expected);
    target.Read(first, count, other.data());
    for (int64_t i = 0; i < count; ++i) {
      expected[i] -= other[static_cast<size_t>(i)];
    }
    gradOutput.Read(first, count, other.data());
    for (int64_t i = 0; i < count; ++i) {
      expected[i] = expected[i] * other[static_cast<size_t>(i)] / divisor;
    }
  };
  const Tolerance tolerance{Tolerance::kThreeFloat32Steps, false};
  return {CompareElementwise(Comparison("out", out, tolerance), out.Count(), expectedBlock)};
}

}  // namespace

Operator MseLossBackward() {
  return {"mse_loss_backward", Complete, Execute, Check};
}

}  // namespace openaclnn::conformance
