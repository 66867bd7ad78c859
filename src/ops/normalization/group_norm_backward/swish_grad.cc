// SPDX-License-Identifier: Apache-2.0
//
// aclnnGroupNormSwishGrad: the gradient before swish, in FLOAT in the workspace, and with it the gradients of
// the norm.
#include "aclnnop/aclnn_group_norm_swish_grad.h"

#include <algorithm>
#include <array>

#include "backend/cpu/parallel.h"
#include "base/checked_math.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "ops/normalization/group_norm_backward/partition.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/parameters.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/math-inl.h"

namespace openaclnn::group_norm_swish {

struct Args {
  TensorView gradOut;
  TensorView mean;
  TensorView rstd;
  TensorView input;
  TensorView gamma;
  TensorView beta;
  TensorView gradInput;
  TensorView gradGamma;
  TensorView gradBeta;
  int64_t N = 0;
  int64_t C = 0;
  int64_t HxW = 0;
  int64_t group = 1;
  float swishScale = 1;
};

struct State : Prepared {
  GroupNormBackwardArgs norm;  // without addresses
  group_norm::State ofNorm;
  int64_t elements;
  bool copiesInput;
  bool copiesOutput;
  ScratchArray<std::byte> normWorkspace;
  ScratchArray<float> gradients;  // before swish; then gradInput, where that is rounded
  ScratchArray<float> inputs;     // where they are not contiguous FLOAT
  ScratchArray<float> mean;
  ScratchArray<float> rstd;
  ScratchArray<float> gamma;
  ScratchArray<float> beta;
};

// FLOAT numbers side by side with the dims of a view.
inline TensorView Floats(const TensorView& like) {
  TensorView view = like;
  view.data = nullptr;
  view.dtype = DType::kFloat;
  ContiguousStrides(like.Dims(), view.strides);
  return view;
}

inline State Prepare(const Args& args) {
  State state{};
  state.elements = args.input.NumElements();
  state.copiesInput = !group_norm::AreFloats(args.input);
  state.copiesOutput = args.gradInput.dtype != DType::kFloat;
  GroupNormBackwardArgs& norm = state.norm;
  norm = {.gradOut = Floats(args.input),
          .input = state.copiesInput ? Floats(args.input) : args.input,
          .mean = Floats(args.mean),
          .rstd = Floats(args.rstd),
          .gamma = Floats(args.gamma),
          .gradInput = state.copiesOutput ? Floats(args.input) : args.gradInput,
          .gradGammaOut = args.gradGamma,
          .gradBetaOut = args.gradBeta,
          .N = args.N,
          .C = args.C,
          .HxW = args.HxW,
          .group = args.group};
  state.ofNorm = group_norm::Prepare(norm);
  ScratchLayout layout;
  state.normWorkspace = layout.Book<std::byte>(static_cast<int64_t>(state.ofNorm.workspaceBytes));
  state.gradients = layout.Book<float>(state.elements);
  state.inputs = layout.Book<float>(state.copiesInput ? state.elements : 0);
  state.mean = layout.Book<float>(args.N * args.group);
  state.rstd = layout.Book<float>(args.N * args.group);
  state.gamma = layout.Book<float>(args.C);
  state.beta = layout.Book<float>(args.C);
  state.workspaceBytes = layout.Bytes();
  state.cost = 3 * state.ofNorm.cost;
  return state;
}

// What a run takes from its workspace.
struct SwishRoom {
  float* gradients;
  float* inputs;  // null: they stay where they are
  float* mean;
  float* rstd;
  float* gamma;
  float* beta;
};

}  // namespace openaclnn::group_norm_swish

namespace openaclnn {
OPENACLNN_PER_TARGET(UndoSwish,
                     void(const group_norm_swish::Args& args, const group_norm_swish::SwishRoom& numbers,
                          const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace group_norm_swish {

using namespace openaclnn::group_norm_swish;  // NOLINT(google-build-using-namespace): the room's own, outside
                                              // of targets

// Of each element of a tile: the statistics of its group and the parameters of its channel.
struct TileCoefficients {
  TileBuffer mean;
  TileBuffer rstd;
  TileBuffer gamma;
  TileBuffer beta;

  void Fill(const Args& args, const SwishRoom& numbers, int64_t begin, int64_t count) {
    const int64_t groupChannels = args.C / args.group;
    for (int64_t done = 0; done < count;) {
      const int64_t row = (begin + done) / args.HxW;  // a channel of a sample
      const int64_t size = std::min(count - done, args.HxW - (begin + done) % args.HxW);
      const int64_t channel = row % args.C;
      const int64_t group = row / args.C * args.group + channel / groupChannels;
      std::fill_n(mean.data() + done, size, numbers.mean[group]);
      std::fill_n(rstd.data() + done, size, numbers.rstd[group]);
      std::fill_n(gamma.data() + done, size, numbers.gamma[channel]);
      std::fill_n(beta.data() + done, size, numbers.beta[channel]);
      done += size;
    }
  }
};

// The gradient before swish of some elements; z as the forward operator computes it.
void UndoTile(const float* gradOut, const float* input, const TileCoefficients& by, float swishScale,
              int64_t count, float* to) {
  ForEachVector(hn::ScalableTag<float>(), count, [&](auto floats, int64_t i) HWY_ATTR {
    using Number = Lanes<decltype(floats)>;
    const auto xh = hn::Mul(hn::Sub(hn::LoadU(floats, input + i), hn::LoadU(floats, by.mean.data() + i)),
                            hn::LoadU(floats, by.rstd.data() + i));
    const Number z(
        MulAdd(floats, xh, hn::LoadU(floats, by.gamma.data() + i), hn::LoadU(floats, by.beta.data() + i)));
    const Number scaled = Number(hn::Set(floats, swishScale)) * z;
    const Number one(1);
    const Number sigmoid = Sigmoid(scaled);
    const Number slope = sigmoid * MulAdd(scaled, one - sigmoid, one);
    hn::StoreU((Number(hn::LoadU(floats, gradOut + i)) * slope).vector, floats, to + i);
  });
}

}  // namespace group_norm_swish

void UndoSwish(const openaclnn::group_norm_swish::Args& args,
               const openaclnn::group_norm_swish::SwishRoom& numbers, const backend::cpu::CpuContext& cpu) {
  using namespace group_norm_swish;  // NOLINT(google-build-using-namespace): the room above
  const TileReader gradOut(args.gradOut);
  const TileReader input(args.input);
  const int64_t elements = args.input.NumElements();
  ForEachPiece(cpu, elements, kTileElements, kTilesOfTask, [&](int64_t at, int64_t count) {
    TileBuffer gradients;
    TileBuffer inputs;
    TileCoefficients by;
    by.Fill(args, numbers, at, count);
    const float* x = input.Read(at, count, inputs);
    UndoTile(gradOut.Read(at, count, gradients), x, by, args.swishScale, count, numbers.gradients + at);
    if (numbers.inputs != nullptr) {
      std::copy_n(x, count, numbers.inputs + at);
    }
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

using group_norm_swish::Args;

void Run(const Args& args, const group_norm_swish::State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  const group_norm_swish::SwishRoom numbers{
      state.gradients.In(workspace), state.copiesInput ? state.inputs.In(workspace) : nullptr,
      state.mean.In(workspace),      state.rstd.In(workspace),
      state.gamma.In(workspace),     state.beta.In(workspace)};
  if (state.elements > 0) {
    ReadParameter(args.mean, args.N * args.group, 0, numbers.mean);
    ReadParameter(args.rstd, args.N * args.group, 0, numbers.rstd);
    ReadParameter(args.gamma, args.C, 0, numbers.gamma);
    ReadParameter(args.beta, args.C, 0, numbers.beta);
    HWY_DYNAMIC_DISPATCH(UndoSwish)(args, numbers, cpu);
  }
  const auto at = [](float* floats) { return reinterpret_cast<std::byte*>(floats); };
  GroupNormBackwardArgs norm = state.norm;
  norm.gradOut.data = at(numbers.gradients);
  norm.input.data = state.copiesInput ? at(numbers.inputs) : args.input.data;
  norm.mean.data = at(numbers.mean);
  norm.rstd.data = at(numbers.rstd);
  norm.gamma.data = at(numbers.gamma);
  norm.gradInput.data = state.copiesOutput ? at(numbers.gradients) : args.gradInput.data;
  norm.gradGammaOut.data = args.gradGamma.data;
  norm.gradBetaOut.data = args.gradBeta.data;
  group_norm::Run(norm, state.ofNorm, state.normWorkspace.In(workspace), cpu);
  if (state.copiesOutput) {
    const TileWriter writer(args.gradInput);
    ForEachPiece(cpu, state.elements, kTileElements, kTilesOfTask, [&](int64_t begin, int64_t count) {
      writer.Write(begin, count, numbers.gradients + begin);
    });
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:tiles", group_norm_swish::Prepare));
constexpr std::array<TensorArgument<Args>, 9> kArguments{{
    {"dy", Role::kInput, &Args::gradOut},
    {"mean", Role::kInput, &Args::mean},
    {"rstd", Role::kInput, &Args::rstd},
    {"x", Role::kInput, &Args::input},
    {"gamma", Role::kInput, &Args::gamma},
    {"beta", Role::kInput, &Args::beta},
    {"dxOut", Role::kOutput, &Args::gradInput, true},
    {"dgammaOut", Role::kOutput, &Args::gradGamma},
    {"dbetaOut", Role::kOutput, &Args::gradBeta},
}};
constexpr Operator<Args> kGroupNormSwishGrad{"aclnnGroupNormSwishGrad", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<9>& given, norms::GroupsOfSample groups, const char* dataFormat,
            double swishScale, const std::array<bool, 2>& required) {
  const auto named = Named(kGroupNormSwishGrad, given);
  const auto& [gradOut, mean, rstd, x, gamma, beta, gradX, gradGamma, gradBeta] = named;
  ArgumentChecks check;
  for (size_t i = 0; i < named.size(); ++i) {
    if (i < 7 || required[i - 7]) {
      check.NotNull(named[i]);
    }
  }
  norms::CheckChannelsSecond(check, dataFormat);
  norms::FindGroups(check, x, groups);
  check.SameDtype(gradOut, x);
  norms::CheckParameterDtypes(check, {mean, rstd, gamma, beta}, x);
  check.SameDtype(gradX, x);
  norms::CheckParameterDtypes(check, {gradGamma, gradBeta}, x);
  norms::CheckViews(check, {gradOut, mean, rstd, gamma, beta}, {gradX, gradGamma, gradBeta});
  check.SameShape(gradOut, x).SameShape(gradX, x);
  check.Shape(gamma, {groups.C}, "[C]").Shape(beta, {groups.C}, "[C]");
  // One that is not asked for may be of any shape.
  if (required[0]) {
    check.Shape(gradGamma, {groups.C}, "[C]");
  }
  if (required[1]) {
    check.Shape(gradBeta, {groups.C}, "[C]");
  }
  for (const NamedTensor& statistics : {mean, rstd}) {
    check.NumElements(statistics, CheckedProduct({groups.N, groups.group}), "N * numGroups");
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.N = groups.N;
  args.C = groups.C;
  args.HxW = groups.HxW;
  args.group = groups.group;
  args.swishScale = static_cast<float>(swishScale);
  return call.Bind(kGroupNormSwishGrad, args,
                   {given[0],
                    given[1],
                    given[2],
                    given[3],
                    given[4],
                    given[5],
                    given[6],
                    {given[7], required[0]},
                    {given[8], required[1]}});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGroupNormSwishGrad,
               (const aclTensor* dy, const aclTensor* mean, const aclTensor* rstd, const aclTensor* x,
                const aclTensor* gamma, const aclTensor* beta, int64_t numGroups, char* dataFormatOptional,
                double swishScale, bool dgammaIsRequire, bool dbetaIsRequire, aclTensor* dxOut,
                aclTensor* dgammaOut, aclTensor* dbetaOut),
               Bind(call, {dy, mean, rstd, x, gamma, beta, dxOut, dgammaOut, dbetaOut},
                    {"numGroups", numGroups}, dataFormatOptional, swishScale,
                    {dgammaIsRequire, dbetaIsRequire}))
#endif  // HWY_ONCE
