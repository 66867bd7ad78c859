// SPDX-License-Identifier: Apache-2.0
//   gradInput  = self > 0 ? gradOutput : gradOutput * w
//   gradWeight = sum over the channel of self > 0 ? 0 : gradOutput * self
// with w the only weight, whose gradient is summed over all, or that of the channel: dim 1 of self.
#include "aclnnop/aclnn_prelu_backward.h"

#include <algorithm>
#include <cmath>

#include "tests/conformance/operator.h"
#include "tests/conformance/parallel.h"

namespace openaclnn::conformance {
namespace {

constexpr int64_t kBlock = 4096;

/// Which weight belongs to an element of self.
struct Channels {
  int64_t count = 1;
  int64_t inner = 1;  // elements of self that follow each other in one channel

  Channels(const Tensor& self, const Tensor& weight) {
    const Shape& dims = self.Dims();
    if (weight.Count() == 1 || dims.size() < 2) {
      return;
    }
    count = dims[1];
    inner = testing::NumElements(Shape(dims.begin() + 2, dims.end()));
  }

  size_t Of(int64_t element) const { return count == 1 ? 0 : static_cast<size_t>(element / inner % count); }
};

struct Sums {
  std::vector<double> signedSums;
  std::vector<double> magnitudes;
};

Shape WeightGradientShape(const TensorMap& inputs) {
  const Tensor& weight = Find(inputs, "weight");
  return weight.Count() == 1 ? weight.Dims() : Shape{weight.Count()};
}

void Complete(const Case& /*testCase*/, TensorMap& /*inputs*/) {}

TensorMap Execute(const Session& session, const Case& /*testCase*/, const TensorMap& inputs) {
  const DeviceTensor gradOutput(Find(inputs, "gradOutput"));
  const DeviceTensor self(Find(inputs, "self"));
  const DeviceTensor weight(Find(inputs, "weight"));
  const aclDataType dtype = Find(inputs, "self").Dtype();
  const DeviceTensor gradInput(dtype, Find(inputs, "self").Dims());
  const DeviceTensor gradWeight(dtype, WeightGradientShape(inputs));
  RunTwoPhases(
      session,
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnPreluBackwardGetWorkspaceSize(gradOutput.Get(), self.Get(), weight.Get(), gradInput.Get(),
                                                  gradWeight.Get(), size, executor);
      },
      aclnnPreluBackward);
  TensorMap outputs;
  outputs.emplace("gradInput", gradInput.Download());
  outputs.emplace("gradWeight", gradWeight.Download());
  return outputs;
}

Sums SumWeightGradient(const Tensor& self, const BroadcastReader& gradOutput, const Channels& channels,
                       int64_t weights) {
  const auto parts = MapPieces(self.Count(), kBlock, [&](int64_t begin, int64_t end) {
    const auto size = static_cast<size_t>(weights);
    Sums sums{std::vector<double>(size, 0.0), std::vector<double>(size, 0.0)};
    std::vector<double> x(kBlock);
    std::vector<double> g(kBlock);
    for (int64_t first = begin; first < end; first += kBlock) {
      const int64_t count = std::min(kBlock, end - first);
      self.Read(first, count, x.data());
      gradOutput.Read(first, count, g.data());
      for (int64_t i = 0; i < count; ++i) {
        const auto at = static_cast<size_t>(i);
        if (!(x[at] > 0)) {
          const size_t channel = channels.Of(first + i);
          sums.signedSums[channel] += g[at] * x[at];
          sums.magnitudes[channel] += std::fabs(g[at] * x[at]);
        }
      }
    }
    return sums;
  });
  Sums whole = parts.front();
  for (size_t part = 1; part < parts.size(); ++part) {
    for (size_t channel = 0; channel < whole.signedSums.size(); ++channel) {
      whole.signedSums[channel] += parts[part].signedSums[channel];
      whole.magnitudes[channel] += parts[part].magnitudes[channel];
    }
  }
  return whole;
}

std::vector<Comparison> Check(const Case& /*testCase*/, const TensorMap& inputs, const TensorMap& outputs) {
  const Tensor& self = Find(inputs, "self");
  const Tensor& weight = Find(inputs, "weight");
  const BroadcastReader gradOutput(Find(inputs, "gradOutput"), self.Dims());
  const Channels channels(self, weight);
  const std::vector<double> weights = weight.ReadAll();

  const auto expectedBlock = [&](int64_t first, int64_t count, double* expected) {
    std::vector<double> x(static_cast<size_t>(count));
    self.Read(first, count, x.data());
    gradOutput.Read(first, count, expected);
    for (int64_t i = 0; i < count; ++i) {
      if (!(x[static_cast<size_t>(i)] > 0)) {
        expected[i] *= weights[channels.Of(first + i)];
      }
    }
  };
  const Tensor& gradInput = Find(outputs, "gradInput");
  const Tensor& gradWeight = Find(outputs, "gradWeight");
  std::vector<Comparison> comparisons;
  comparisons.push_back(
      CompareElementwise(Comparison("gradInput", gradInput, Tolerance{Tolerance::kElementwise, false}),
                         gradInput.Count(), expectedBlock));
  const Sums sums = SumWeightGradient(self, gradOutput, channels, weight.Count());
  comparisons.emplace_back("gradWeight", gradWeight, Tolerance{Tolerance::kSum, false});
  comparisons.back().AddBlock(0, gradWeight.Count(), sums.signedSums.data(), sums.magnitudes.data());
  return comparisons;
}

}  // namespace

Operator PreluBackward() {
  return {"prelu_backward", Complete, Execute, Check};
}

}  // namespace openaclnn::conformance
