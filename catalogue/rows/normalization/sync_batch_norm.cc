// SPDX-License-Identifier: Apache-2.0
//
// The parts of batch norm over several devices.
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_batch_norm_backward_reduce.h"
#include "aclnnop/aclnn_batch_norm_elemt.h"
#include "aclnnop/aclnn_batch_norm_elemt_backward.h"
#include "aclnnop/aclnn_batch_norm_gather_stats_with_counts.h"
#include "aclnnop/aclnn_batch_norm_reduce.h"
#include "aclnnop/aclnn_batch_norm_stats.h"
#include "aclnnop/aclnn_sync_batch_norm_gather_stats.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::sync_batch_norm {
namespace {

/// Prototypes without const where nothing is written, with it.
aclnnStatus Elementwise(const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                        const aclTensor* mean, const aclTensor* invstd, double eps, aclTensor* output,
                        uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnBatchNormElemtGetWorkspaceSize(input, weight, bias, const_cast<aclTensor*>(mean),
                                             const_cast<aclTensor*>(invstd), eps, output, workspaceSize,
                                             executor);
}
aclnnStatus ElementwiseBackward(const aclTensor* gradOut, const aclTensor* input, const aclTensor* mean,
                                const aclTensor* invstd, const aclTensor* weight, const aclTensor* sumDy,
                                const aclTensor* sumDyXmu, const aclTensor* counter, aclTensor* gradInput,
                                uint64_t* workspaceSize, aclOpExecutor** executor) {
  return aclnnBatchNormElemtBackwardGetWorkspaceSize(gradOut, input, mean, invstd, weight, sumDy, sumDyXmu,
                                                     const_cast<aclTensor*>(counter), gradInput,
                                                     workspaceSize, executor);
}

Shape ChannelsOf(const Arguments& known) {
  return {Extent(known.ShapeOf("input"), 1)};
}

Argument Data(const char* name, const char* meaning) {
  const bool first = name == std::string("input");
  Argument data = Tensor(name, meaning, first ? "[N, C, ...]" : "that of input", Floats());
  if (!first) {
    data.shape = SameShapeAs("input");
    data.dtype = SameAs("input");
  }
  return data;
}
Argument Channels(const char* name, const char* meaning, DTypes dtypes = Floats()) {
  Argument channels = Tensor(name, meaning, "[C]", std::move(dtypes));
  channels.shape = ChannelsOf;
  channels.dtype = SameAs("input");
  return channels;
}
Argument Positive(Argument argument) {
  argument.holds = Meaning::kPositive;
  return argument;
}
Argument Optional(Argument argument) {
  argument.optional = true;
  return argument;
}
Argument Written(Argument argument) {
  argument.role = Role::kOutput;
  return argument;
}
Argument WrittenIf(const char* flag, Argument argument) {
  argument.role = Role::kOutput;
  argument.optional = true;
  argument.written = [flag](const Arguments& known) { return known.Integer(flag) != 0; };
  argument.needed = argument.written;
  return argument;
}
// One for each device.
Argument Devices(const char* name, const char* meaning) {
  Argument measured = Tensor(name, meaning, "[D, C]", Floats());
  measured.dtype = SameAs("input");
  return measured;
}
Argument Counts(const char* name, const char* meaning, const char* shapeText) {
  Argument counts = With(Tensor(name, meaning, shapeText, Floats()), {ACL_INT32});
  counts.dtype = SameAs("input");
  counts.holds = Meaning::kPositive;
  return counts;
}

// The tensors of these names in a type, each of the shape that belongs to it.
struct Batch {
  Shape shape;
  int64_t devices = 3;
  bool whole = true;  // with what may be left out
};

std::vector<const char*> FlagsOf(const Operator& row) {
  const bool backward = row.arguments.back().name == "gradBias";
  return backward ? std::vector<const char*>{"inputG", "weightG", "biasG"} : std::vector<const char*>{};
}

Arguments CallOf(const Operator& row, const Batch& batch) {
  Arguments call;
  for (const Argument& argument : row.arguments) {
    if (!argument.IsRead() || (argument.optional && !batch.whole)) {
      continue;
    }
    Shape shape{batch.shape[1]};
    if (argument.shapeText == "[N, C, ...]" || argument.shapeText == "that of input") {
      shape = batch.shape;
    } else if (argument.shapeText == "[D, C]") {
      shape = {batch.devices, batch.shape[1]};
    } else if (argument.shapeText != "[C]") {
      shape = {batch.devices};
    }
    call.tensors[argument.name] = {{shape}};
  }
  for (const char* flag : FlagsOf(row)) {
    call.attributes[flag] = int64_t{1};
  }
  return call;
}

Operator Part(Operator row) {
  for (const auto& [name, batch] :
       std::vector<std::pair<std::string, Batch>>{{"large_planes", {{3, 5, 70, 99}}},
                                                  {"many_small_samples", {{301, 24, 3, 3}}},
                                                  {"no_positions", {{2500, 130}, 2, false}},
                                                  {"one_sample", {{1, 3, 70001}, 1, false}}}) {
    Sample sample{.name = name, .arguments = CallOf(row, batch)};
    for (const auto& [tensor, spec] : sample.arguments.tensors) {
      const bool isData =
          spec.front().shape.size() == batch.shape.size() && spec.front().shape == batch.shape;
      sample.data.push_back({.name = tensor, .pattern = isData ? Pattern::kSpread : Pattern::kNearOne});
    }
    row.samples.push_back(std::move(sample));
  }
  const Operator described = row;
  row.draw = [described](Choices& choices) {
    Batch batch{{choices.Extent(), choices.Extent()}, choices.Extent(), !choices.Chance(64)};
    const Shape plane = choices.AnyShape(4);
    batch.shape.insert(batch.shape.end(), plane.begin(), plane.end());
    Arguments drawn = CallOf(described, batch);
    const aclDataType dtype = choices.DType(Floats());
    for (auto& [name, tensors] : drawn.tensors) {
      const bool isData = described.Get(name).shapeText.find("...") != std::string::npos ||
                          described.Get(name).shapeText == "that of input";
      tensors.front().dtype = isData || !choices.Chance(64) ? dtype : ACL_FLOAT;
    }
    for (const char* flag : FlagsOf(described)) {
      drawn.attributes[flag] = int64_t{choices.Chance(180) ? 1 : 0};
    }
    return drawn;
  };
  row.lead = "input";
  return MakeOperator(std::move(row));
}

Argument Epsilon(const char* meaning) {
  return Real("eps", meaning, 1e-5);
}

Operator Stats() {
  const auto statistic = [](const char* name, const char* meaning) {
    Argument written = Written(Channels(name, meaning, {ACL_FLOAT}));
    written.dtype = Always(ACL_FLOAT);
    return written;
  };
  return Part(
      {.phases = TwoPhases<&aclnnBatchNormStatsGetWorkspaceSize, &aclnnBatchNormStats>("aclnnBatchNormStats"),
       .summary = "mean and spread of each channel",
       .formula = {"mean = mean of a channel", "invstd = 1 / sqrt(variance of a channel + eps)"},
       .arguments = {Data("input", "forward input"), Epsilon("added to the variance"),
                     statistic("mean", "means of the channels"),
                     statistic("invstd", "reciprocal standard deviations")},
       .runExample = "--input x.npy --mean m.npy --invstd r.npy",
       .benchExample = "--input 8x64x56x56"});
}

Operator Gather() {
  const auto running = [](Argument argument) {
    argument.role = Role::kInPlace;
    return Optional(std::move(argument));
  };
  return Part(
      {.phases = TwoPhases<&aclnnBatchNormGatherStatsWithCountsGetWorkspaceSize,
                           &aclnnBatchNormGatherStatsWithCounts>("aclnnBatchNormGatherStatsWithCounts"),
       .summary = "statistics of the channels on several devices, put together",
       .formula = {"n = sum of counts", "meanAll = sum of counts * mean / n",
                   "variance = sum of counts * (1 / invstd^2 - eps + (mean - meanAll)^2) / n",
                   "invstdAll = 1 / sqrt(variance + eps)"},
       .arguments = {Data("input", "forward input"), Devices("mean", "means on each device"),
                     Positive(Devices("invstd", "reciprocal standard deviations on each device")),
                     running(Channels("runningMean", "running means")),
                     running(Positive(Channels("runningVar", "running variances"))),
                     Real("momentum", "share of these statistics in the running ones", 0.1),
                     Epsilon("what was added to the variances"),
                     Counts("counts", "elements of a channel on each device", "[D]"),
                     Written(Channels("meanAll", "means of the channels")),
                     Written(Channels("invstdAll", "reciprocal standard deviations"))},
       .runExample = "--input x.npy --mean m.npy --invstd r.npy --counts n.npy --mean-all ma.npy "
                     "--invstd-all ra.npy",
       .benchExample = "--input 8x64x56x56 --mean 8x64 --invstd 8x64 --counts 8"});
}

Operator Elemt() {
  return Part(
      {.phases = TwoPhases<&Elementwise, &aclnnBatchNormElemt>("aclnnBatchNormElemt"),
       .summary = "batch normalization with given statistics",
       .formula = {"output = (input - mean) * invstd * weight + bias"},
       .arguments = {Data("input", "forward input"), Optional(Channels("weight", "scale; without it, ones")),
                     Optional(Channels("bias", "shift; without it, zeros")),
                     Channels("mean", "means of the channels"),
                     Positive(Channels("invstd", "reciprocal standard deviations")), Epsilon("no effect"),
                     Written(Data("output", "the result"))},
       .runExample = "--input x.npy --mean m.npy --invstd r.npy --output y.npy",
       .benchExample = "--input 8x64x56x56"});
}

Operator ReduceBackward() {
  return Part(
      {.phases = TwoPhases<&aclnnBatchNormReduceBackwardGetWorkspaceSize, &aclnnBatchNormReduceBackward>(
           "aclnnBatchNormReduceBackward"),
       .summary = "sums over the channels for the gradients of batch normalization",
       .formula = {"sumDy      = sum of gradOut over a channel",
                   "sumDyXmu   = sum of gradOut * (input - mean) over a channel",
                   "gradWeight = sumDyXmu * invstd", "gradBias   = sumDy"},
       .arguments = {Data("gradOut", "gradient of the forward output"), Data("input", "forward input"),
                     Channels("mean", "means of the channels"),
                     Positive(Channels("invstd", "reciprocal standard deviations")),
                     Optional(Channels("weight", "no effect")),
                     Flag("inputG", "whether to compute sumDy and sumDyXmu"),
                     Flag("weightG", "whether to compute gradWeight"),
                     Flag("biasG", "whether to compute gradBias"),
                     WrittenIf("inputG", Channels("sumDy", "sums of gradOut")),
                     WrittenIf("inputG", Channels("sumDyXmu", "sums of products")),
                     WrittenIf("weightG", Channels("gradWeight", "gradient for the scale")),
                     WrittenIf("biasG", Channels("gradBias", "gradient for the shift"))},
       .runExample = "--grad-out g.npy --input x.npy --mean m.npy --invstd r.npy --inputg --sum-dy "
                     "s.npy --sum-dy-xmu p.npy",
       .benchExample = "--input 8x64x56x56 --inputg --weightg --biasg"});
}

Operator ElemtBackward() {
  return Part(
      {.phases = TwoPhases<&ElementwiseBackward, &aclnnBatchNormElemtBackward>("aclnnBatchNormElemtBackward"),
       .summary = "gradient of batch normalization for its input by sums of several devices",
       .formula = {"n = sum of counter",
                   "gradInput = (gradOut - sumDy / n - (input - mean) * invstd^2 * sumDyXmu / n) * invstd * "
                   "weight"},
       .arguments = {Data("gradOut", "gradient of the forward output"), Data("input", "forward input"),
                     Channels("mean", "means of the channels"),
                     Positive(Channels("invstd", "reciprocal standard deviations")),
                     Optional(Channels("weight", "scale; without it, ones")),
                     Channels("sumDy", "sums of gradOut"), Channels("sumDyXmu", "sums of products"),
                     Counts("counter", "elements of a channel on each device", "any"),
                     Written(Data("gradInput", "gradient for input"))},
       .runExample = "--grad-out g.npy --input x.npy --mean m.npy --invstd r.npy --sum-dy s.npy --sum-dy-xmu "
                     "p.npy --counter n.npy --grad-input gx.npy",
       .benchExample = "--input 8x64x56x56 --counter 8"});
}

// ---- From sums

Operator ChannelSums() {
  const auto sum = [](const char* name, const char* meaning) {
    return OutputWith(
        Tensor(name, meaning, "[C]", {ACL_FLOAT}),
        [](const Arguments& known) { return Shape{Extent(known.ShapeOf("x"), 1)}; }, Always(ACL_FLOAT));
  };
  Operator row =
      MakeOperator({.phases = TwoPhases<&aclnnBatchNormReduceGetWorkspaceSize, &aclnnBatchNormReduce>(
                        "aclnnBatchNormReduce"),
                    .summary = "sums of each channel, and of the squares",
                    .formula = {"sum = sum of a channel", "squareSum = sum of the squares of a channel"},
                    .arguments = {Tensor("x", "forward input", "[N, C, H, W]", Floats()), sum("sum", "sums"),
                                  sum("squareSum", "sums of squares")},
                    .runExample = "--x x.npy --sum s.npy --square-sum q.npy",
                    .benchExample = "--x 8x64x56x56"});
  for (const auto& [name, shape] :
       std::vector<std::pair<const char*, Shape>>{{"large_planes", {3, 5, 70, 99}},
                                                  {"small_planes", {301, 24, 3, 3}},
                                                  {"one_sample", {1, 3, 1, 70001}}}) {
    row.samples.push_back({.name = name,
                           .arguments = {.tensors = {{"x", {{shape}}}}},
                           .data = {{.name = "x", .pattern = Pattern::kSpread}}});
  }
  row.draw = [](Choices& choices) {
    const Shape shape{choices.Extent(), choices.Extent(), choices.Extent(), choices.Extent()};
    return Arguments{.tensors = {{"x", {{shape, choices.DType(Floats())}}}}};
  };
  return row;
}

Argument Like(const char* name, const char* meaning, const char* shapeText, ShapeRule shape, Role role) {
  Argument argument = Tensor(name, meaning, shapeText, Floats());
  argument.shape = std::move(shape);
  argument.dtype = SameAs("totalSum");
  argument.role = role;
  return argument;
}

Operator GatherSums() {
  const auto channels = [](const char* name, const char* meaning, Role role) {
    return Like(
        name, meaning, "[C]",
        [](const Arguments& known) { return Shape{Extent(known.ShapeOf("totalSum"), 1)}; }, role);
  };
  Argument counts =
      With(Tensor("sampleCount", "elements of a channel on each device", "[D]", Floats()), {ACL_INT32});
  counts.dtype = SameAs("totalSum");
  counts.holds = Meaning::kPositive;
  counts.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("totalSum"), 0)}; };
  Argument squares = Like("totalSquareSum", "sums of squares on each device", "[D, C]",
                          SameShapeAs("totalSum"), Role::kInput);
  squares.holds = Meaning::kPositive;
  Argument variance = channels("variance", "running variances", Role::kInPlace);
  variance.holds = Meaning::kPositive;
  Operator row = MakeOperator(
      {.phases = TwoPhases<&aclnnSyncBatchNormGatherStatsGetWorkspaceSize, &aclnnSyncBatchNormGatherStats>(
           "aclnnSyncBatchNormGatherStats"),
       .summary = "statistics of the channels from sums of several devices",
       .formula = {"n = sum of sampleCount", "batchMean = sum of totalSum / n",
                   "v = sum of totalSquareSum / n - batchMean^2", "batchInvstd = 1 / sqrt(v + eps)"},
       .arguments = {Tensor("totalSum", "sums on each device", "[D, C]", Floats()), squares, counts,
                     channels("mean", "running means", Role::kInPlace), variance,
                     Real("momentum", "share of these statistics in the running ones", 0.1),
                     Real("eps", "added to the variance", 1e-5),
                     channels("batchMean", "means of the channels", Role::kOutput),
                     channels("batchInvstd", "reciprocal standard deviations", Role::kOutput)},
       .runExample =
           "--total-sum s.npy --total-square-sum q.npy --sample-count n.npy --mean m.npy --variance v.npy "
           "--batch-mean bm.npy --batch-invstd br.npy",
       .benchExample = "--total-sum 8x64"});
  const auto call = [](int64_t devices, int64_t count, aclDataType dtype) {
    Arguments all;
    all.tensors = {{"totalSum", {{{devices, count}, dtype}}},
                   {"totalSquareSum", {{{devices, count}, dtype}}},
                   {"sampleCount", {{{devices}, dtype}}},
                   {"mean", {{{count}, dtype}}},
                   {"variance", {{{count}, dtype}}}};
    return all;
  };
  const auto sample = [&](const char* name, int64_t devices, int64_t count) {
    row.samples.push_back({.name = name, .arguments = call(devices, count, ACL_DT_UNDEFINED)});
  };
  sample("devices", 8, 301);
  sample("one_device", 1, 4099);
  sample("many_devices", 301, 3);
  row.draw = [call](Choices& choices) {
    return call(choices.Extent(), choices.Extent(), choices.DType(Floats()));
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Stats(), ChannelSums(), Gather(), GatherSums(), Elemt(), ReduceBackward(), ElemtBackward()};
}

}  // namespace openaclnn::catalogue::normalization::sync_batch_norm
