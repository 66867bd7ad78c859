// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <limits>
#include <string>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "base/checked_math.h"
#include "base/soc.h"
#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/common/storage_checks.h"
#include "ops/normalization/group_norm_backward/kernel.h"

namespace openaclnn {
namespace {

using Args = GroupNormBackwardArgs;

constexpr std::array<TensorArgument<Args>, 8> kArguments{{
    {"gradOut", Role::kInput, &Args::gradOut},
    {"input", Role::kInput, &Args::input},
    {"mean", Role::kInput, &Args::mean},
    {"rstd", Role::kInput, &Args::rstd},
    {"gamma", Role::kInput, &Args::gamma},
    {"gradInput", Role::kOutput, &Args::gradInput, true},
    {"gradGammaOut", Role::kOutput, &Args::gradGammaOut},
    {"gradBetaOut", Role::kOutput, &Args::gradBetaOut},
}};

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kGroupNormBackwardCpu};

constexpr Operator<Args> kOperator{"aclnnGroupNormBackward", kArguments, kKernels};

constexpr size_t kMaskSize = 3;

struct Inputs {
  NamedTensor gradOut;
  NamedTensor input;
  NamedTensor mean;
  NamedTensor rstd;
  NamedTensor gamma;  // null: all ones
  const aclBoolArray* outputMask;
};

struct Attributes {
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
};

// An output is null where the mask does not ask for it: then nothing of it is looked at.
struct Outputs {
  NamedTensor gradInput;
  NamedTensor gradGammaOut;
  NamedTensor gradBetaOut;
};

// The outputs that the mask asks for must be there. Before anything is 161002, but for a mask that says
// nothing about them.
Status CheckPointers(const Inputs& in, const std::array<NamedTensor, kMaskSize>& outputs) {
  ArgumentChecks check;
  check.NotNull(in.gradOut).NotNull(in.input).NotNull(in.mean).NotNull(in.rstd).LiveOrNull(in.gamma);
  check.NotNull("outputMask", in.outputMask).MaskSize("outputMask", in.outputMask, kMaskSize);
  for (size_t i = 0; i < kMaskSize && !check.Failed(); ++i) {
    if (in.outputMask->values[i] != 0) {
      check.NotNull(outputs[i]);
    }
  }
  return check.Result();
}

// Of the statistics, gamma and the gradients of gamma and beta: gradOut's, or FLOAT too where a 950 computes
// on half types.
void CheckParameterDtype(ArgumentChecks& check, const NamedTensor& argument, const NamedTensor& gradOut) {
  const Soc* soc = EmulatedSoc();
  const DType data = gradOut.tensor->dtype;
  if (soc != nullptr && soc->series == Series::kAscend950 && data != DType::kFloat) {
    check.DtypeIn(argument, std::array{data, DType::kFloat});
  } else {
    check.SameDtype(argument, gradOut);
  }
}

Status Check(const Inputs& in, const Attributes& attributes, const Outputs& out) {
  const auto [N, C, HxW, group] = attributes;
  ArgumentChecks check;

  check.DtypeIn(in.gradOut, FloatDtypes()).SameDtype(in.input, in.gradOut);
  if (out.gradInput.tensor != nullptr) {
    check.SameDtype(out.gradInput, in.gradOut);
  }
  for (const NamedTensor* parameter : {&in.mean, &in.rstd, &in.gamma, &out.gradGammaOut, &out.gradBetaOut}) {
    if (parameter->tensor != nullptr) {
      CheckParameterDtype(check, *parameter, in.gradOut);
    }
  }

  constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
  check.InRange("group", group, 1, kMax, "more than 0");
  check.Require(
      "C", "a multiple of group", [&, c = C, groups = group] { return c % groups == 0; },
      [&, c = C, groups = group] { return std::to_string(c) + " with group " + std::to_string(groups); });
  check.InRange("N", N, 0, kMax, "0 or more").InRange("C", C, 0, kMax, "0 or more");
  check.InRange("HxW", HxW, 0, kMax, "0 or more");

  for (const NamedTensor* input : {&in.gradOut, &in.input, &in.mean, &in.rstd, &in.gamma}) {
    if (input->tensor != nullptr) {
      check.StoredView(*input);
    }
  }
  const auto elements = CheckedProduct({N, C, HxW});
  const auto slabs = CheckedProduct({N, group});
  check.NumElements(in.gradOut, elements, "N * C * HxW").NumElements(in.input, elements, "N * C * HxW");
  check.NumElements(in.mean, slabs, "N * group").NumElements(in.rstd, slabs, "N * group");
  if (in.gamma.tensor != nullptr) {
    check.NumElements(in.gamma, C, "C");
  }

  if (out.gradInput.tensor != nullptr) {
    CheckStoredOutputView(check, out.gradInput).SameShape(out.gradInput, in.input);
  }
  for (const NamedTensor* gradient : {&out.gradGammaOut, &out.gradBetaOut}) {
    if (gradient->tensor == nullptr) {
      continue;
    }
    CheckStoredOutputView(check, *gradient);
    if (in.gamma.tensor != nullptr) {
      check.SameShape(*gradient, in.gamma);
    } else {
      check.Shape(*gradient, {C}, "[C]");
    }
  }
  return check.Result();
}

}  // namespace
}  // namespace openaclnn

aclnnStatus aclnnGroupNormBackwardGetWorkspaceSize(const aclTensor* gradOut, const aclTensor* input,
                                                   const aclTensor* mean, const aclTensor* rstd,
                                                   const aclTensor* gamma, int64_t N, int64_t C, int64_t HxW,
                                                   int64_t group, const aclBoolArray* outputMask,
                                                   aclTensor* gradInput, aclTensor* gradGammaOut,
                                                   aclTensor* gradBetaOut, uint64_t* workspaceSize,
                                                   aclOpExecutor** executor) {
  using namespace openaclnn;
  return PhaseOne(
      "aclnnGroupNormBackwardGetWorkspaceSize", workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
        const Inputs in{{"gradOut", gradOut}, {"input", input}, {"mean", mean},
                        {"rstd", rstd},       {"gamma", gamma}, outputMask};
        Status status = CheckPointers(
            in, {{{"gradInput", gradInput}, {"gradGammaOut", gradGammaOut}, {"gradBetaOut", gradBetaOut}}});
        if (!status.IsOk()) {
          return status;
        }
        const auto asked = [&](size_t bit, const aclTensor* output) {
          return outputMask->values[bit] != 0 ? output : nullptr;
        };
        const Outputs out{{"gradInput", asked(0, gradInput)},
                          {"gradGammaOut", asked(1, gradGammaOut)},
                          {"gradBetaOut", asked(2, gradBetaOut)}};
        status = Check(in, {N, C, HxW, group}, out);
        if (!status.IsOk()) {
          return status;
        }
        Args args;
        args.N = N;
        args.C = C;
        args.HxW = HxW;
        args.group = group;
        return call.Bind(kOperator, args,
                         {gradOut,
                          input,
                          mean,
                          rstd,
                          gamma,
                          {gradInput, out.gradInput.tensor != nullptr},
                          {gradGammaOut, out.gradGammaOut.tensor != nullptr},
                          {gradBetaOut, out.gradBetaOut.tensor != nullptr}});
      });
}

aclnnStatus aclnnGroupNormBackward(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                   const aclrtStream stream) {
  return openaclnn::PhaseTwo("aclnnGroupNormBackward", workspace, workspaceSize, executor, stream);
}
