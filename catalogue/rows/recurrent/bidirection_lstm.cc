// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_bidirection_lstm.h"
#include "aclnnop/aclnn_bidirection_lstmv2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::recurrent::bidirection_lstm {
namespace {

const DTypes kTypes{ACL_FLOAT, ACL_FLOAT16};
constexpr int64_t kGates = 4;

struct Layer {
  int64_t steps = 1;
  int64_t batch = 1;
  int64_t input = 1;
  int64_t hidden = 1;
  bool bias = false;
  bool reverse = false;
  bool sizes = false;
  bool packed = false;
};

int64_t HiddenOf(const Arguments& known) {
  return Extent(known.ShapeOf("initH"), 2);
}
int64_t InputOf(const Arguments& known) {
  const Shape& x = known.ShapeOf("x");
  return x.empty() ? 1 : x.back();
}
bool Has(const Arguments& known, const char* flag) {
  const auto found = known.attributes.find(flag);
  return found != known.attributes.end() && known.Integer(flag) != 0;
}

Argument As(std::string name, std::string meaning, std::string shapeText, ShapeRule shape = {}) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), kTypes);
  argument.dtype = SameAs("x");
  argument.shape = std::move(shape);
  return argument;
}

/// One that the calls with these flags miss.
Argument Only(Argument argument, bool bias, bool reverse) {
  argument.optional = true;
  argument.needed = [bias, reverse](const Arguments& known) {
    return (!bias || Has(known, "isbias")) && (!reverse || Has(known, "bidirection"));
  };
  return argument;
}

std::vector<Argument> Weights(bool reverse) {
  const std::string end = reverse ? "Reverse" : "";
  const std::string of = reverse ? " of the reverse direction" : "";
  const auto weight = [](const Arguments& known) { return Shape{kGates * HiddenOf(known), InputOf(known)}; };
  const auto square = [](const Arguments& known) { return Shape{kGates * HiddenOf(known), HiddenOf(known)}; };
  const auto bias = [](const Arguments& known) { return Shape{kGates * HiddenOf(known)}; };
  const std::string optional = reverse ? "ReverseOptional" : "";
  std::vector<Argument> weights{
      As("wIh" + optional, "weight of x" + of, "[4 * H, input]", weight),
      As("wHh" + optional, "weight of h" + of, "[4 * H, H]", square),
  };
  if (reverse) {
    for (Argument& argument : weights) {
      argument = Only(std::move(argument), false, true);
    }
  }
  for (const char* name : {"bIh", "bHh"}) {
    weights.push_back(Only(As(name + end + "Optional", "bias" + of, "[4 * H]", bias), true, reverse));
  }
  return weights;
}

Argument Made(std::string name, std::string meaning, std::string shapeText, ShapeRule shape) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), std::move(shapeText), kTypes),
                    std::move(shape), SameAs("x"));
}

Shape OutputShape(const Arguments& known) {
  Shape shape = known.ShapeOf("x");
  if (!shape.empty()) {
    shape.back() = HiddenOf(known) * (Has(known, "bidirection") ? 2 : 1);
  }
  return shape;
}

Arguments Call(const Layer& layer, bool second, aclDataType dtype, aclDataType sizeDtype) {
  const int64_t directions = layer.reverse ? 2 : 1;
  const int64_t gates = kGates * layer.hidden;
  Arguments all;
  // Packed: a row for each step, as each number of sequences is 1.
  all.tensors["x"] = {
      {layer.packed ? Shape{layer.steps, layer.input} : Shape{layer.steps, layer.batch, layer.input}, dtype}};
  for (const char* state : {"initH", "initC"}) {
    all.tensors[state] = {{{directions, layer.batch, layer.hidden}, dtype}};
  }
  for (const bool reverse : {false, true}) {
    if (reverse && !layer.reverse) {
      continue;
    }
    const std::string end = reverse ? "ReverseOptional" : "";
    all.tensors["wIh" + end] = {{{gates, layer.input}, dtype}};
    all.tensors["wHh" + end] = {{{gates, layer.hidden}, dtype}};
    if (layer.bias) {
      all.tensors[reverse ? "bIhReverseOptional" : "bIhOptional"] = {{{gates}, dtype}};
      all.tensors[reverse ? "bHhReverseOptional" : "bHhOptional"] = {{{gates}, dtype}};
    }
  }
  if (layer.sizes) {
    all.tensors["batchSizeOptional"] = {{{layer.steps}, sizeDtype}};
  }
  all.attributes = {{"numLayers", int64_t{1}},
                    {"isbias", int64_t{layer.bias}},
                    {"batchFirst", int64_t{0}},
                    {"bidirection", int64_t{layer.reverse}}};
  if (second) {
    all.attributes["packed"] = int64_t{layer.packed};
  }
  return all;
}

Operator Row(Phases phases, std::string summary, bool second) {
  Operator row{
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"c' = f * c + i * g", "h' = o * tanh(c')"},
      .arguments = {Tensor("x", "sequences",
                           second ? "[T, B, input], or [rows, input] with packed" : "[T, B, input]", kTypes),
                    As("initH", "the first h", "[directions, B, H]"),
                    As("initC", "the first c", "[directions, B, H]", SameShapeAs("initH"))},
      .bitsOfProcessor = true};
  for (const bool reverse : {false, true}) {
    for (Argument& weight : Weights(reverse)) {
      row.arguments.push_back(std::move(weight));
    }
  }
  if (second) {
    Argument sizes = Tensor("batchSizeOptional", "how many sequences have each step", "[T]", {ACL_INT64});
    sizes.others = {ACL_INT32};
    sizes.dtype = Always(ACL_INT64);
    sizes.optional = true;
    sizes.needed = [](const Arguments& known) { return Has(known, "packed"); };
    sizes.holds = Meaning::kOnes;
    row.arguments.push_back(std::move(sizes));
  }
  row.arguments.push_back({.name = "numLayers",
                           .role = Role::kAttribute,
                           .meaning = "1",
                           .defaultValue = int64_t{1},
                           .lowest = 1});
  row.arguments.push_back(Flag("isbias", "whether there are biases"));
  row.arguments.push_back(Flag("batchFirst", "false"));
  row.arguments.push_back(Flag("bidirection", "whether there is a reverse direction"));
  if (second) {
    row.arguments.push_back(Flag("packed", "whether x and y have a row for each sequence that has a step"));
  }
  row.arguments.push_back(Made("y", "h of each step", "x's, with directions * H", OutputShape));
  row.arguments.push_back(Made("outputH", "the last h", "[directions, B, H]", SameShapeAs("initH")));
  row.arguments.push_back(Made("outputC", "the last c", "[directions, B, H]", SameShapeAs("initH")));
  const auto sample = [&](const char* name, const Layer& layer) {
    row.samples.push_back({.name = name, .arguments = Call(layer, second, ACL_DT_UNDEFINED, ACL_INT64)});
  };
  sample("one_direction", {7, 5, 33, 70});
  sample("two_directions", {4, 3, 17, 40, true, true});
  sample("many_steps", {40, 1, 5, 8, true});
  if (second) {
    sample("sizes", {6, 3, 9, 21, true, true, true});
    sample("packed", {5, 2, 9, 21, true, true, true, true});
  }
  row.draw = [second](Choices& choices) {
    const auto few = [&](size_t most) { return static_cast<int64_t>(choices.Below(most)); };
    Layer layer{few(5), few(5), 1 + few(12), 1 + choices.Extent(false) % 100};
    layer.bias = choices.Chance(128);
    layer.reverse = choices.Chance(128);
    layer.sizes = second && layer.batch > 0 && choices.Chance(100);
    layer.packed = layer.sizes && choices.Chance(128);
    const aclDataType dtype = choices.DType(kTypes);
    return Call(layer, second, dtype, ACL_INT64);
  };
  row.runExample = "--x x.npy --inith h.npy --initc c.npy --w-ih w.npy --w-hh v.npy --y y.npy";
  row.benchExample = "--x 35x20x512 --inith 1x20x512";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {Row(TwoPhases<&aclnnBidirectionLSTMGetWorkspaceSize, &aclnnBidirectionLSTM>("aclnnBidirectionLSTM"),
              "one layer of long short-term memory, in one direction or both", false),
          Row(TwoPhases<&aclnnBidirectionLSTMV2GetWorkspaceSize, &aclnnBidirectionLSTMV2>(
                  "aclnnBidirectionLSTMV2"),
              "one layer of long short-term memory, of sequences of different lengths", true)};
}

}  // namespace openaclnn::catalogue::recurrent::bidirection_lstm
