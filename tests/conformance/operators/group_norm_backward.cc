// SPDX-License-Identifier: Apache-2.0
// The formulas are in operators/group_norm_slab.cc.
#include "aclnnop/aclnn_group_norm_backward.h"

#include <optional>

#include "tests/conformance/operator.h"
#include "tests/conformance/operators/group_norm_slab.h"
#include "tests/conformance/parallel.h"

namespace openaclnn::conformance {
namespace {

bool HasGamma(const TensorMap& inputs) {
  return inputs.find("gamma") != inputs.end();
}

Shape ChannelShape(const Case& testCase, const TensorMap& inputs) {
  return HasGamma(inputs) ? Find(inputs, "gamma").Dims() : Shape{testCase.Integer("C")};
}

/// What the forward operator would have handed over, unless the case lists statistics of its own.
void Complete(const Case& testCase, TensorMap& inputs) {
  if (inputs.find("mean") != inputs.end() && inputs.find("rstd") != inputs.end()) {
    return;
  }
  const Tensor& input = Find(inputs, "input");
  const GroupNormSizes sizes(testCase);
  sizes.Require(input);
  Tensor mean(input.Dtype(), {sizes.N, sizes.group});
  Tensor rstd(input.Dtype(), {sizes.N, sizes.group});
  ForPieces(sizes.NumSlabs(), 1, [&](int64_t begin, int64_t end) {
    for (int64_t slab = begin; slab < end; ++slab) {
      const SlabStatistics statistics = ComputeSlabStatistics(input, sizes, slab);
      mean.Write(slab, 1, &statistics.mean);
      rstd.Write(slab, 1, &statistics.rstd);
    }
  });
  inputs.emplace("mean", std::move(mean));
  inputs.emplace("rstd", std::move(rstd));
}

TensorMap Execute(const Session& session, const Case& testCase, const TensorMap& inputs) {
  const DeviceTensor gradOut(Find(inputs, "gradOut"));
  const DeviceTensor input(Find(inputs, "input"));
  const DeviceTensor mean(Find(inputs, "mean"));
  const DeviceTensor rstd(Find(inputs, "rstd"));
  std::optional<DeviceTensor> gamma;
  if (HasGamma(inputs)) {
    gamma.emplace(Find(inputs, "gamma"));
  }
  const std::vector<bool> mask = testCase.Booleans("outputMask", 3);
  const BoolArray outputMask(mask);
  const aclDataType dtype = Find(inputs, "gradOut").Dtype();
  std::optional<DeviceTensor> gradInput;  // masked off: no tensor at all
  std::optional<DeviceTensor> gradGamma;
  std::optional<DeviceTensor> gradBeta;
  if (mask[0]) {
    gradInput.emplace(dtype, Find(inputs, "input").Dims());
  }
  if (mask[1]) {
    gradGamma.emplace(dtype, ChannelShape(testCase, inputs));
  }
  if (mask[2]) {
    gradBeta.emplace(dtype, ChannelShape(testCase, inputs));
  }
  const auto orNull = [](const std::optional<DeviceTensor>& tensor) {
    return tensor ? tensor->Get() : nullptr;
  };
  RunTwoPhases(
      session,
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnGroupNormBackwardGetWorkspaceSize(
            gradOut.Get(), input.Get(), mean.Get(), rstd.Get(), orNull(gamma), testCase.Integer("N"),
            testCase.Integer("C"), testCase.Integer("HxW"), testCase.Integer("group"), outputMask.Get(),
            orNull(gradInput), orNull(gradGamma), orNull(gradBeta), size, executor);
      },
      aclnnGroupNormBackward);
  TensorMap outputs;
  if (gradInput) {
    outputs.emplace("gradInput", gradInput->Download());
  }
  if (gradGamma) {
    outputs.emplace("gradGammaOut", gradGamma->Download());
  }
  if (gradBeta) {
    outputs.emplace("gradBetaOut", gradBeta->Download());
  }
  return outputs;
}

struct Part {
  std::optional<Comparison> gradInput;
  ChannelSums channels;
};

std::vector<Comparison> Check(const Case& testCase, const TensorMap& inputs, const TensorMap& outputs) {
  const GroupNormSizes sizes(testCase);
  sizes.Require(Find(inputs, "input"));
  sizes.Require(Find(inputs, "gradOut"));
  const std::vector<double> gamma = HasGamma(inputs) ? Find(inputs, "gamma").ReadAll()
                                                     : std::vector<double>(static_cast<size_t>(sizes.C), 1.0);
  const GroupNormProblem problem{Find(inputs, "gradOut"),
                                 Find(inputs, "input"),
                                 Find(inputs, "mean"),
                                 Find(inputs, "rstd"),
                                 gamma,
                                 sizes};
  // Beside an infinity or NaN, a slab is inf * finite - inf * finite in some order that nothing defines.
  const Tolerance slabTolerance{Tolerance::kFloat32Sum, true};
  std::optional<Comparison> empty;
  if (outputs.find("gradInput") != outputs.end()) {
    empty.emplace("gradInput", Find(outputs, "gradInput"), slabTolerance);
  }
  const auto parts = MapPieces(sizes.NumSlabs(), 1, [&](int64_t begin, int64_t end) {
    Part part{empty, ChannelSums(static_cast<size_t>(sizes.C))};
    for (int64_t slab = begin; slab < end; ++slab) {
      CheckSlab(problem, slab, part.gradInput ? &*part.gradInput : nullptr, part.channels);
    }
    return part;
  });
  std::vector<Comparison> comparisons;
  ChannelSums channels(static_cast<size_t>(sizes.C));
  for (const Part& part : parts) {
    channels.Add(part.channels);
    if (empty) {
      empty->Merge(*part.gradInput);
    }
  }
  if (empty) {
    comparisons.push_back(*empty);
  }
  const auto compareChannels = [&](const char* name, const ChannelSums::Output& expected) {
    if (outputs.find(name) != outputs.end()) {
      comparisons.emplace_back(name, Find(outputs, name), Tolerance{Tolerance::kFloat32Sum, false});
      comparisons.back().AddBlock(0, sizes.C, expected.signedSums.data(), expected.magnitudes.data());
    }
  };
  compareChannels("gradGammaOut", channels.gamma);
  compareChannels("gradBetaOut", channels.beta);
  return comparisons;
}

}  // namespace

Operator GroupNormBackward() {
  return {"group_norm_backward", Complete, Execute, Check};
}

}  // namespace openaclnn::conformance
