// SPDX-License-Identifier: Apache-2.0
//
// Norms of channels.
#include "aclnnop/aclnn_batch_norm.h"
#include "aclnnop/aclnn_batch_norm_backward.h"
#include "aclnnop/aclnn_fast_batch_norm_backward.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::normalization::batch_norm {
namespace {

Argument Data(std::string name, std::string meaning, Role role = Role::kInput) {
  const bool first = name == "input";
  return {.name = std::move(name),
          .role = role,
          .meaning = std::move(meaning),
          .shapeText = first ? "[N, C, ...]" : "that of input",
          .dtypes = Floats(),
          .shape = first ? ShapeRule() : SameShapeAs("input"),
          .dtype = first ? DTypeRule() : SameAs("input")};
}

// A number of each channel.
Argument Channels(std::string name, std::string meaning, Role role = Role::kInput) {
  return {.name = std::move(name),
          .role = role,
          .meaning = std::move(meaning),
          .shapeText = "[C]",
          .dtypes = Floats(),
          .optional = role != Role::kOutput,
          .shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("input"), 1)}; },
          .dtype = SameAs("input")};
}

// What only calls in training need, or only others.
Argument NeededIf(bool training, Argument argument) {
  argument.optional = true;
  argument.needed = [training](const Arguments& known) {
    return (known.Integer("training") != 0) == training;
  };
  return argument;
}

// Running statistics: what calls in training learn something for.
Argument Learned(Argument argument) {
  argument.role = Role::kInPlace;
  argument.written = [](const Arguments& known) {
    return known.Integer("training") != 0 && Product(known.ShapeOf("input")) != 0;
  };
  return argument;
}

Argument Positive(Argument argument) {
  argument.holds = Meaning::kPositive;
  return argument;
}

struct Batch {
  Shape shape;
  bool training = true;
  std::set<std::string, std::less<>> leftOut{};
  bool weight = true;
  bool specials = false;
};

const std::vector<std::pair<std::string, Batch>> kForwardBatches{
    {"large_planes", {{3, 5, 70, 99}}},       {"many_small_samples", {{301, 24, 3, 3}}},
    {"no_positions", {{2500, 130}}},          {"one_sample_without_scale", {{1, 3, 70001}, true, {}, false}},
    {"evaluation", {{3, 20, 56, 57}, false}}, {"specials", {{5, 18, 31, 33}, true, {}, true, true}},
};

const std::vector<std::pair<std::string, Batch>> kBackwardBatches{
    {"large_planes", {{3, 5, 70, 99}}},
    {"many_small_samples", {{301, 24, 3, 3}}},
    {"no_positions", {{2500, 130}}},
    {"one_sample_without_scale", {{1, 3, 70001}, true, {}, false}},
    {"channel_gradients_alone", {{4, 20, 41, 33}, true, {"gradInput"}}},
    {"bias_gradient_alone", {{4, 20, 41, 33}, true, {"gradInput", "gradWeight"}}},
    {"evaluation", {{3, 20, 56, 57}, false}},
    {"specials", {{5, 18, 31, 33}, true, {}, true, true}},
};

std::vector<Sample> Samples(const std::vector<std::pair<std::string, Batch>>& batches, bool backward) {
  std::vector<Sample> samples;
  for (const auto& [name, batch] : batches) {
    Sample sample{.name = name};
    const Shape channels{batch.shape[1]};
    const Mirror mirror{batch.shape[0], batch.shape[1], Product(batch.shape, 2), backward};
    sample.arguments.tensors["input"] = {{batch.shape}};
    sample.data = {{.name = "input",
                    .pattern = batch.specials ? Pattern::kUsual : Pattern::kSpread,
                    .specials = batch.specials}};
    if (backward) {
      sample.arguments.tensors["gradOut"] = {{batch.shape}};
      sample.data.push_back({.name = "gradOut", .pattern = Pattern::kSpread, .mirror = mirror});
    }
    if (batch.weight) {
      sample.arguments.tensors["weight"] = {{channels}};
      sample.data.push_back({.name = "weight", .pattern = Pattern::kNearOne});
      if (!backward) {
        sample.arguments.tensors["bias"] = {{channels}};
      }
    }
    const bool running = !batch.training || !backward;
    for (const char* statistic :
         {running ? "runningMean" : "saveMean", running ? "runningVar" : "saveInvstd"}) {
      sample.arguments.tensors[statistic] = {{channels}};
      sample.data.push_back({.name = statistic, .pattern = Pattern::kNearOne});
    }
    sample.arguments.attributes["training"] = int64_t{batch.training ? 1 : 0};
    sample.arguments.leftOut = batch.leftOut;
    samples.push_back(std::move(sample));
  }
  return samples;
}

Arguments Draw(Choices& choices, bool backward) {
  Arguments drawn;
  const aclDataType dtype = choices.DType(Floats());
  Shape shape{choices.Extent(), choices.Extent()};
  const Shape plane = choices.AnyShape(4);
  shape.insert(shape.end(), plane.begin(), plane.end());
  const bool training = !choices.Chance(100);
  const auto parameter = [&](const char* name) {
    drawn.tensors[name] = {{{shape[1]}, choices.Chance(64) ? ACL_FLOAT : dtype}};
  };
  drawn.tensors["input"] = {{shape, dtype}};
  if (backward) {
    drawn.tensors["gradOut"] = {{shape, dtype}};
  }
  for (const char* name : {"weight", "bias"}) {
    if (!choices.Chance(64) && !(backward && name == std::string("bias"))) {
      parameter(name);
    }
  }
  if (backward && training) {
    parameter("saveMean");
    parameter("saveInvstd");
  } else if (!training || !choices.Chance(64)) {
    parameter("runningMean");
    parameter("runningVar");
  }
  if (backward) {
    for (const char* output : {"gradInput", "gradWeight", "gradBias"}) {
      if (choices.Chance(40)) {
        drawn.leftOut.insert(output);
      }
    }
  } else {
    drawn.attributes["momentum"] = 0.1;
  }
  drawn.attributes["training"] = int64_t{training ? 1 : 0};
  drawn.attributes["eps"] = 1e-5;
  return drawn;
}

Argument Training() {
  return Flag("training", "statistics are those of the input, not the running ones");
}
Argument Epsilon() {
  return Real("eps", "added to the variance", 1e-5);
}

Operator BatchNorm() {
  return MakeOperator({
      .phases = TwoPhases<&aclnnBatchNormGetWorkspaceSize, &aclnnBatchNorm>("aclnnBatchNorm"),
      .summary = "batch normalization",
      .formula = {"output = (input - mean) * invstd * weight + bias",
                  "mean and invstd = 1 / sqrt(variance + eps): those of the element's channel",
                  "running statistics = (1 - momentum) * running statistics + momentum * statistics"},
      .arguments = {Data("input", "forward input"), Channels("weight", "scale; without it, ones"),
                    Channels("bias", "shift; without it, zeros"),
                    NeededIf(false, Learned(Channels("runningMean", "running means"))),
                    NeededIf(false, Learned(Positive(Channels("runningVar", "running variances")))),
                    Training(), Real("momentum", "share of the input's statistics in the running ones", 0.1),
                    Epsilon(), Data("output", "the result", Role::kOutput),
                    Channels("saveMean", "means of the channels", Role::kOutput),
                    Channels("saveInvstd", "reciprocal standard deviations", Role::kOutput)},
      .draw = [](Choices& choices) { return Draw(choices, false); },
      .samples = Samples(kForwardBatches, false),
      .runExample = "--input x.npy --weight w.npy --bias b.npy --training --output y.npy",
      .benchExample = "--input 8x64x56x56 --training",
  });
}

// The row as it is without arguments of a prototype alone.
Operator BackwardRow(Phases phases, std::string summary) {
  return {
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"xh         = (input - mean) * invstd", "gradWeight = sum of gradOut * xh over a channel",
                  "gradBias   = sum of gradOut over a channel",
                  "gradInput  = weight * invstd * (gradOut - (gradBias + xh * gradWeight) / m) in training",
                  "gradInput  = weight * invstd * gradOut else"},
      .arguments = {Data("gradOut", "gradient of the forward output"),
                    Data("input", "forward input"),
                    Channels("weight", "scale; without it, ones"),
                    NeededIf(false, Channels("runningMean", "running means; in training unused")),
                    NeededIf(false,
                             Positive(Channels("runningVar", "running variances; in training unused"))),
                    NeededIf(true, Channels("saveMean", "means of the channels; used in training")),
                    NeededIf(true, Positive(Channels("saveInvstd",
                                                     "reciprocal standard deviations; used in training"))),
                    Training(),
                    Epsilon(),
                    {.name = "outputMask", .role = Role::kOutputMask},
                    Data("gradInput", "gradient for input", Role::kOutput),
                    Channels("gradWeight", "gradient for weight", Role::kOutput),
                    Channels("gradBias", "gradient for the shift", Role::kOutput)},
      .outputsMayBeNull = true,
      .draw = [](Choices& choices) { return Draw(choices, true); },
      .samples = Samples(kBackwardBatches, true),
      .runExample =
          "--grad-out g.npy --input x.npy --weight w.npy --save-mean m.npy --save-invstd r.npy "
          "--training --grad-input gx.npy --grad-weight gw.npy --grad-bias gb.npy",
      .benchExample = "--input 8x64x56x56 --running-mean 64 --running-var 64",
  };
}

Operator FastBatchNormBackward() {
  Operator row =
      BackwardRow(TwoPhases<&aclnnFastBatchNormBackwardGetWorkspaceSize, &aclnnFastBatchNormBackward>(
                      "aclnnFastBatchNormBackward"),
                  "gradients of batch normalization, as aclnnBatchNormBackward");
  const auto mask = std::ranges::find(row.arguments, "outputMask", &Argument::name);
  row.arguments.insert(mask + 1, Mode("version", "an algorithm of the NPU", {{"first", 0}, {"second", 1}}));
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      BatchNorm(),
      MakeOperator(BackwardRow(TwoPhases<&aclnnBatchNormBackwardGetWorkspaceSize, &aclnnBatchNormBackward>(
                                   "aclnnBatchNormBackward"),
                               "gradients of batch normalization for its input, scale and shift")),
      FastBatchNormBackward()};
}

}  // namespace openaclnn::catalogue::normalization::batch_norm
