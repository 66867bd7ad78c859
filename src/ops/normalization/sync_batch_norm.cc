// SPDX-License-Identifier: Apache-2.0
//
// The parts of batch norm over several devices: aclnnBatchNormStats, aclnnBatchNormReduce,
// aclnnBatchNormGatherStatsWithCounts, aclnnSyncBatchNormGatherStats, aclnnBatchNormElemt,
// aclnnBatchNormReduceBackward and aclnnBatchNormElemtBackward. All but those that gather, which go through a few
// numbers for each channel, are the kernels of batch norm with other inputs and outputs.
#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "aclnnop/aclnn_batch_norm_backward_reduce.h"
#include "aclnnop/aclnn_batch_norm_elemt.h"
#include "aclnnop/aclnn_batch_norm_elemt_backward.h"
#include "aclnnop/aclnn_batch_norm_gather_stats_with_counts.h"
#include "aclnnop/aclnn_batch_norm_reduce.h"
#include "aclnnop/aclnn_batch_norm_stats.h"
#include "aclnnop/aclnn_sync_batch_norm_gather_stats.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/batch_norm.h"
#include "ops/normalization/norm_checks.h"

namespace openaclnn {
namespace {

using Forward = BatchNormArgs;
using Backward = BatchNormBackwardArgs;

// What several devices have measured, put together.
struct Gathered {
  TensorView input;   // says how many channels there are, and the usual type
  TensorView mean;    // [D, C]; or sums
  TensorView invstd;  // [D, C]; or sums of squares
  TensorView runningMean;
  TensorView runningVar;
  TensorView counts;  // [D]
  TensorView meanAll;
  TensorView invstdAll;
  TensorView newRunningMean;
  TensorView newRunningVar;
  double momentum = 0;
  double epsilon = 0;
  bool sums = false;
};

struct GatherState : Prepared {
  int64_t devices = 0;
  int64_t channels = 0;
  ScratchArray<double> counts;
  ScratchArray<double> means;    // [device][channel]
  ScratchArray<double> invstds;  // likewise
  ScratchArray<double> average;  // [channel]
  ScratchArray<double> variance;
  ScratchArray<double> results;  // three for each channel
};

GatherState Prepare(const Gathered& args) {
  GatherState state;
  state.devices = args.mean.dims[0];
  state.channels = args.mean.dims[1];
  ScratchLayout scratch;
  state.counts = scratch.Book<double>(state.devices);
  state.means = scratch.Book<double>(args.mean.NumElements());
  state.invstds = scratch.Book<double>(args.mean.NumElements());
  state.average = scratch.Book<double>(state.channels);
  state.variance = scratch.Book<double>(state.channels);
  state.results = scratch.Book<double>(3 * state.channels);
  state.workspaceBytes = scratch.Bytes();
  state.cost = state.workspaceBytes;
  return state;
}

// Of a running statistic that is there, what becomes of it by its share of what was measured.
void Move(const TensorView& from, double momentum, const double* measured, int64_t channels, double* to) {
  if (from.Defined()) {
    ReadConverted(from, 0, channels, to);
    for (int64_t c = 0; c < channels; ++c) {
      to[c] = (1 - momentum) * to[c] + momentum * measured[c];
    }
  }
}

void WriteIfDefined(const TensorView& to, int64_t channels, const double* from) {
  if (to.Defined()) {
    WriteConverted(to, 0, channels, from);
  }
}

void Gather(const Gathered& args, const GatherState& state, std::byte* workspace,
            const backend::cpu::CpuContext& /*cpu*/) {
  const int64_t channels = state.channels;
  double* const counts = state.counts.In(workspace);
  double* const means = state.means.In(workspace);
  double* const invstds = state.invstds.In(workspace);
  double* const average = state.average.In(workspace);
  double* const variance = state.variance.In(workspace);
  ReadConverted(args.counts, 0, state.devices, counts);
  ReadConverted(args.mean, 0, state.devices * channels, means);
  ReadConverted(args.invstd, 0, state.devices * channels, invstds);
  double total = 0;
  std::fill_n(average, channels, 0.0);
  std::fill_n(variance, channels, 0.0);
  for (int64_t d = 0; d < state.devices; ++d) {
    total += counts[d];
    for (int64_t c = 0; c < channels; ++c) {
      average[c] += (args.sums ? 1 : counts[d]) * means[d * channels + c];
    }
  }
  for (int64_t c = 0; c < channels; ++c) {
    average[c] /= total;
  }
  for (int64_t d = 0; d < state.devices; ++d) {
    for (int64_t c = 0; c < channels; ++c) {
      const double invstd = invstds[d * channels + c];
      if (args.sums) {
        variance[c] += invstd - means[d * channels + c] * average[c];
        continue;
      }
      const double distance = means[d * channels + c] - average[c];
      variance[c] += counts[d] * (1 / (invstd * invstd) - args.epsilon + distance * distance);
    }
  }
  double* const results = state.results.In(workspace);
  double* const runningMean = results + channels;
  double* const runningVar = runningMean + channels;
  for (int64_t c = 0; c < channels; ++c) {
    results[c] = 1 / std::sqrt(variance[c] / total + args.epsilon);
    variance[c] /= total - 1;
  }
  // All is read before anything is written.
  Move(args.runningMean, args.momentum, average, channels, runningMean);
  Move(args.runningVar, args.momentum, variance, channels, runningVar);
  WriteIfDefined(args.meanAll, channels, average);
  WriteIfDefined(args.invstdAll, channels, results);
  WriteIfDefined(args.newRunningMean, channels, runningMean);
  WriteIfDefined(args.newRunningVar, channels, runningVar);
}

constexpr std::array<const KernelEntry<Forward>*, 1> kForwardKernels{&kBatchNormCpu};
constexpr std::array<const KernelEntry<Backward>*, 1> kBackwardKernels{&kBatchNormBackwardCpu};
constexpr OnlyKernel kGatherKernel(CpuKernel<Gather>("cpu:channels", Prepare));

constexpr std::array<TensorArgument<Forward>, 3> kStatsArguments{
    {{"input", Role::kInput, &Forward::input},
     {"mean", Role::kOutput, &Forward::saveMean},
     {"invstd", Role::kOutput, &Forward::saveInvstd}}};
constexpr Operator<Forward> kStats{"aclnnBatchNormStats", kStatsArguments, kForwardKernels};

constexpr std::array<TensorArgument<Forward>, 6> kElemtArguments{
    {{"input", Role::kInput, &Forward::input},
     {"weight", Role::kInput, &Forward::weight},
     {"bias", Role::kInput, &Forward::bias},
     {"mean", Role::kInput, &Forward::mean},
     {"invstd", Role::kInput, &Forward::invstd},
     {"output", Role::kOutput, &Forward::output, true}}};
constexpr Operator<Forward> kElemt{"aclnnBatchNormElemt", kElemtArguments, kForwardKernels};

constexpr std::array<TensorArgument<Backward>, 9> kReduceArguments{
    {{"gradOut", Role::kInput, &Backward::gradOut},
     {"input", Role::kInput, &Backward::input},
     {"mean", Role::kInput, &Backward::saveMean},
     {"invstd", Role::kInput, &Backward::saveInvstd},
     {"weight", Role::kInput, &Backward::weight},
     {"sumDy", Role::kOutput, &Backward::sum},
     {"sumDyXmu", Role::kOutput, &Backward::product},
     {"gradWeight", Role::kOutput, &Backward::gradWeight},
     {"gradBias", Role::kOutput, &Backward::gradBias}}};
constexpr Operator<Backward> kReduce{"aclnnBatchNormReduceBackward", kReduceArguments, kBackwardKernels};

constexpr std::array<TensorArgument<Backward>, 9> kElemtBackwardArguments{
    {{"gradOut", Role::kInput, &Backward::gradOut},
     {"input", Role::kInput, &Backward::input},
     {"mean", Role::kInput, &Backward::saveMean},
     {"invstd", Role::kInput, &Backward::saveInvstd},
     {"weight", Role::kInput, &Backward::weight},
     {"sumDy", Role::kInput, &Backward::givenSum},
     {"sumDyXmu", Role::kInput, &Backward::givenProduct},
     {"counter", Role::kInput, &Backward::counts},
     {"gradInput", Role::kOutput, &Backward::gradInput, true}}};
constexpr Operator<Backward> kElemtBackward{"aclnnBatchNormElemtBackward", kElemtBackwardArguments,
                                            kBackwardKernels};

constexpr std::array<TensorArgument<Gathered>, 10> kGatherArguments{
    {{"input", Role::kInput, &Gathered::input},
     {"mean", Role::kInput, &Gathered::mean},
     {"invstd", Role::kInput, &Gathered::invstd},
     {"runningMean", Role::kInput, &Gathered::runningMean},
     {"runningVar", Role::kInput, &Gathered::runningVar},
     {"counts", Role::kInput, &Gathered::counts},
     {"meanAll", Role::kOutput, &Gathered::meanAll},
     {"invstdAll", Role::kOutput, &Gathered::invstdAll},
     {"runningMean", Role::kOutput, &Gathered::newRunningMean, true},
     {"runningVar", Role::kOutput, &Gathered::newRunningVar, true}}};
constexpr Operator<Gathered> kGather{"aclnnBatchNormGatherStatsWithCounts", kGatherArguments, kGatherKernel};

constexpr std::array<TensorArgument<Backward>, 4> kSumsArguments{
    {{"x", Role::kInput, &Backward::gradOut},
     {"sum", Role::kOutput, &Backward::sum},
     {"squareSum", Role::kOutput, &Backward::product},
     {"x", Role::kInput, &Backward::input}}};
constexpr Operator<Backward> kSums{"aclnnBatchNormReduce", kSumsArguments, kBackwardKernels};

constexpr std::array<TensorArgument<Gathered>, 9> kGatherSumsArguments{
    {{"totalSum", Role::kInput, &Gathered::mean},
     {"totalSquareSum", Role::kInput, &Gathered::invstd},
     {"sampleCount", Role::kInput, &Gathered::counts},
     {"mean", Role::kInput, &Gathered::runningMean},
     {"variance", Role::kInput, &Gathered::runningVar},
     {"batchMean", Role::kOutput, &Gathered::meanAll},
     {"batchInvstd", Role::kOutput, &Gathered::invstdAll},
     {"mean", Role::kOutput, &Gathered::newRunningMean, true},
     {"variance", Role::kOutput, &Gathered::newRunningVar, true}}};
constexpr Operator<Gathered> kGatherSums{"aclnnSyncBatchNormGatherStats", kGatherSumsArguments,
                                         kGatherKernel};

constexpr std::array<DType, 1> kFloatAlone{DType::kFloat};
// Of numbers of elements.
constexpr std::array<DType, 4> kCountDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kInt32};

Status BindStats(PhaseOneCall& call, const Tensors<3>& given, double epsilon) {
  const auto [input, mean, invstd] = Named(kStats, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(mean).NotNull(invstd);
  check.DtypeIn(input, FloatDtypes()).DtypeIn(mean, kFloatAlone).DtypeIn(invstd, kFloatAlone);
  norms::CheckEpsilon(check, epsilon);
  norms::CheckViews(check, {input}, {mean, invstd});
  norms::CheckRank(check, input);
  norms::CheckChannels(check, {mean, invstd}, input);
  Forward args;
  args.training = true;
  args.epsilon = epsilon;
  return check.Failed() ? check.Result() : call.Bind(kStats, args, TensorsOf(given));
}

Status BindElemt(PhaseOneCall& call, const Tensors<6>& given) {
  const auto [input, weight, bias, mean, invstd, output] = Named(kElemt, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(mean).NotNull(invstd).NotNull(output);
  check.DtypeIn(input, FloatDtypes()).SameDtype(output, input);
  norms::CheckParameterDtypes(check, {weight, bias, mean, invstd}, input);
  norms::CheckViews(check, {input, weight, bias, mean, invstd}, {output});
  norms::CheckRank(check, input);
  norms::CheckChannels(check, {weight, bias, mean, invstd}, input);
  check.SameShape(output, input);
  return check.Failed() ? check.Result() : call.Bind(kElemt, Forward{}, TensorsOf(given));
}

Status BindReduce(PhaseOneCall& call, const Tensors<9>& given, const std::array<bool, 3>& asked) {
  auto [gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, gradWeight, gradBias] = Named(kReduce, given);
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(input).NotNull(mean).NotNull(invstd);
  const std::array<std::pair<NamedTensor*, bool>, 4> outputs{
      {{&sumDy, asked[0]}, {&sumDyXmu, asked[0]}, {&gradWeight, asked[1]}, {&gradBias, asked[2]}}};
  for (const auto& [output, isAsked] : outputs) {
    if (isAsked) {
      check.NotNull(*output);
    } else {
      check.LiveOrNull(*output);
      output->tensor = nullptr;  // nothing else of it is looked at
    }
  }
  check.DtypeIn(gradOut, FloatDtypes()).SameDtype(input, gradOut);
  norms::CheckParameterDtypes(check, {mean, invstd, weight, sumDy, sumDyXmu, gradWeight, gradBias}, gradOut);
  norms::CheckViews(check, {gradOut, input, mean, invstd, weight}, {sumDy, sumDyXmu, gradWeight, gradBias});
  norms::CheckRank(check, input);
  check.SameShape(gradOut, input);
  norms::CheckChannels(check, {mean, invstd, weight, sumDy, sumDyXmu, gradWeight, gradBias}, input);
  if (check.Failed()) {
    return check.Result();
  }
  Backward args;
  args.training = true;
  TensorsOfCall tensors = TensorsOf(std::span(given).first(5));
  for (size_t i = 0; i < outputs.size(); ++i) {
    tensors.push_back({given[5 + i], outputs[i].second});
  }
  return call.Bind(kReduce, args, tensors);
}

Status BindElemtBackward(PhaseOneCall& call, const Tensors<9>& given) {
  const auto [gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, counter, gradInput] =
      Named(kElemtBackward, given);
  ArgumentChecks check;
  check.NotNull(gradOut).NotNull(input).NotNull(mean).NotNull(invstd).NotNull(sumDy).NotNull(sumDyXmu);
  check.NotNull(counter).NotNull(gradInput);
  check.DtypeIn(gradOut, FloatDtypes()).SameDtype(input, gradOut).SameDtype(gradInput, gradOut);
  norms::CheckParameterDtypes(check, {mean, invstd, weight, sumDy, sumDyXmu}, gradOut);
  check.DtypeIn(counter, kCountDtypes);
  norms::CheckViews(check, {gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, counter}, {gradInput});
  norms::CheckRank(check, input);
  check.SameShape(gradOut, input);
  norms::CheckChannels(check, {mean, invstd, weight, sumDy, sumDyXmu}, input);
  check.SameShape(gradInput, input);
  Backward args;
  args.training = true;
  return check.Failed() ? check.Result() : call.Bind(kElemtBackward, args, TensorsOf(given));
}

Status BindGather(PhaseOneCall& call, const Tensors<8>& given, double momentum, double epsilon) {
  const auto [input, mean, invstd, runningMean, runningVar, counts, meanAll, invstdAll] =
      Named(kGather, given);
  ArgumentChecks check;
  check.NotNull(input).NotNull(mean).NotNull(invstd).NotNull(counts).NotNull(meanAll).NotNull(invstdAll);
  check.DtypeIn(input, FloatDtypes());
  norms::CheckParameterDtypes(check, {mean, invstd, runningMean, runningVar, meanAll, invstdAll}, input);
  check.DtypeIn(counts, kCountDtypes);
  norms::CheckEpsilon(check, epsilon);
  norms::CheckViews(check, {input, mean, invstd, counts}, {runningMean, runningVar, meanAll, invstdAll});
  norms::CheckRank(check, input);
  check.Rank(mean, 2);
  if (check.Failed()) {
    return check.Result();
  }
  check.DimEquals(mean, 1, input.tensor->viewDims[1], "the channels of input");
  check.SameShape(invstd, mean);
  check.Shape(counts, {mean.tensor->viewDims[0]}, "[devices of mean]");
  norms::CheckChannels(check, {runningMean, runningVar, meanAll, invstdAll}, input);
  if (check.Failed()) {
    return check.Result();
  }
  Gathered args;
  args.momentum = momentum;
  args.epsilon = epsilon;
  TensorsOfCall tensors = TensorsOf(given);
  tensors.push_back(runningMean.tensor);
  tensors.push_back(runningVar.tensor);
  return call.Bind(kGather, args, tensors);
}

// The sums that the gradient of batch norm has for x as gradient and input, with a mean of 0.
Status BindSums(PhaseOneCall& call, const Tensors<3>& given) {
  const auto [x, sum, squareSum] = Named(kSums, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(sum).NotNull(squareSum);
  check.DtypeIn(x, FloatDtypes()).DtypeIn(sum, kFloatAlone).DtypeIn(squareSum, kFloatAlone);
  norms::CheckViews(check, {x}, {sum, squareSum});
  check.Rank(x, 4);
  norms::CheckChannels(check, {sum, squareSum}, x);
  Backward args;
  args.epsilon = 1;  // that of a variance of 0: a spread of 1
  return check.Failed() ? check.Result() : call.Bind(kSums, args, {given[0], given[1], given[2], given[0]});
}

Status BindGatherSums(PhaseOneCall& call, const Tensors<7>& given, double momentum, double epsilon) {
  const auto [sums, squares, counts, mean, variance, batchMean, batchInvstd] = Named(kGatherSums, given);
  ArgumentChecks check;
  check.NotNull(sums).NotNull(squares).NotNull(counts).NotNull(mean).NotNull(variance);
  check.NotNull(batchMean).NotNull(batchInvstd);
  check.DtypeIn(sums, FloatDtypes());
  norms::CheckParameterDtypes(check, {squares, mean, variance, batchMean, batchInvstd}, sums);
  check.DtypeIn(counts, kCountDtypes);
  norms::CheckEpsilon(check, epsilon);
  norms::CheckViews(check, {sums, squares, counts}, {mean, variance, batchMean, batchInvstd});
  check.Rank(sums, 2).SameShape(squares, sums);
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(counts, {sums.tensor->viewDims[0]}, "[devices of totalSum]");
  norms::CheckChannels(check, {mean, variance, batchMean, batchInvstd}, sums);
  if (check.Failed()) {
    return check.Result();
  }
  Gathered args;
  args.momentum = momentum;
  args.epsilon = epsilon;
  args.sums = true;
  TensorsOfCall tensors = TensorsOf(given);
  tensors.push_back(mean.tensor);
  tensors.push_back(variance.tensor);
  return call.Bind(kGatherSums, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnBatchNormReduce, (const aclTensor* x, aclTensor* sum, aclTensor* squareSum),
               BindSums(call, {x, sum, squareSum}))

OPENACLNN_CALL(aclnnSyncBatchNormGatherStats,
               (const aclTensor* totalSum, const aclTensor* totalSquareSum, const aclTensor* sampleCount,
                aclTensor* mean, aclTensor* variance, float momentum, float eps, aclTensor* batchMean,
                aclTensor* batchInvstd),
               BindGatherSums(call,
                              {totalSum, totalSquareSum, sampleCount, mean, variance, batchMean, batchInvstd},
                              static_cast<double>(momentum), static_cast<double>(eps)))

OPENACLNN_CALL(aclnnBatchNormStats, (const aclTensor* input, double eps, aclTensor* mean, aclTensor* invstd),
               BindStats(call, {input, mean, invstd}, eps))

OPENACLNN_CALL(aclnnBatchNormElemt,
               (const aclTensor* input, const aclTensor* weight, const aclTensor* bias, aclTensor* mean,
                aclTensor* invstd, double /*eps*/, aclTensor* output),
               BindElemt(call, {input, weight, bias, mean, invstd, output}))

OPENACLNN_CALL(aclnnBatchNormReduceBackward,
               (const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean,
                const aclTensor* invstd, const aclTensor* weight, bool inputG, bool weightG, bool biasG,
                aclTensor* sumDy, aclTensor* sumDyXmu, aclTensor* gradWeight, aclTensor* gradBias),
               BindReduce(call, {gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, gradWeight, gradBias},
                          {inputG, weightG, biasG}))

OPENACLNN_CALL(aclnnBatchNormElemtBackward,
               (const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean,
                const aclTensor* invstd, const aclTensor* weight, const aclTensor* sumDy,
                const aclTensor* sumDyXmu, aclTensor* counter, aclTensor* gradInput),
               BindElemtBackward(call,
                                 {gradOut, input, mean, invstd, weight, sumDy, sumDyXmu, counter, gradInput}))

OPENACLNN_CALL(aclnnBatchNormGatherStatsWithCounts,
               (const aclTensor* input, const aclTensor* mean, const aclTensor* invstd,
                aclTensor* runningMean, aclTensor* runningVar, double momentum, double eps,
                const aclTensor* counts, aclTensor* meanAll, aclTensor* invstdAll),
               BindGather(call, {input, mean, invstd, runningMean, runningVar, counts, meanAll, invstdAll},
                          momentum, eps))
