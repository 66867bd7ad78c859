// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/recurrent/networks.h"

#include <algorithm>
#include <utility>

namespace openaclnn::catalogue::recurrent {

Shape Network::Sequence(int64_t features) const {
  return batchFirst ? Shape{batch, steps, features} : Shape{steps, batch, features};
}

Shape Network::State() const {
  return {layers * Directions(), batch, hidden};
}

std::vector<TensorSpec> Network::Lists(aclDataType dtype) const {
  const auto count = static_cast<size_t>(std::clamp<int64_t>(layers, 0, 64) * Directions());
  return std::vector<TensorSpec>(count, {{steps, batch, hidden}, dtype});
}

std::vector<TensorSpec> Network::Params(int64_t gates, aclDataType dtype) const {
  std::vector<TensorSpec> params;
  for (int64_t layer = 0; layer < layers; ++layer) {
    for (int64_t direction = 0; direction < Directions(); ++direction) {
      params.push_back({{gates * hidden, layer == 0 ? input : Directions() * hidden}, dtype});
      params.push_back({{gates * hidden, hidden}, dtype});
      if (hasBias) {
        params.insert(params.end(), 2, {{gates * hidden}, dtype});
      }
    }
  }
  return params;
}

Network NetworkOf(const Arguments& known) {
  Network network;
  const auto flag = [&](const char* name) {
    const auto found = known.attributes.find(name);
    return found != known.attributes.end() && known.Integer(name) != 0;
  };
  network.batchFirst = flag("batchFirst");
  network.hasBias = flag("hasBias");
  network.bidirectional = flag("bidirectional") || flag("bidirection");
  network.layers = known.Integer("numLayers");
  const Shape& input = known.ShapeOf("input");
  network.steps = Extent(input, network.batchFirst ? 1 : 0);
  network.batch = Extent(input, network.batchFirst ? 0 : 1);
  network.input = Extent(input, 2);
  const auto params = known.tensors.find("params");
  if (params != known.tensors.end() && params->second.size() > 1) {
    network.hidden = Extent(params->second[1].shape, 1);
  }
  return network;
}

static Network DrawNetwork(Choices& choices) {
  Network network;
  network.layers = 1 + static_cast<int64_t>(choices.Below(3));
  network.hasBias = choices.Chance(160);
  network.bidirectional = choices.Chance(100);
  network.batchFirst = choices.Chance(100);
  network.steps = static_cast<int64_t>(choices.Below(5));
  network.batch = static_cast<int64_t>(choices.Below(5));
  network.input = 1 + static_cast<int64_t>(choices.Below(12));
  network.hidden = choices.Extent(false) % 200 + 1;
  return network;
}

/// A call of a network: whether it has first states, and how many sequences have each step.
static Arguments Call(const Network& network, const Cell& cell, aclDataType dtype, bool states, bool sizes) {
  Arguments all;
  all.tensors["input"] = {{network.Sequence(network.input), dtype}};
  all.tensors["params"] = network.Params(cell.gates, dtype);
  if (states) {
    all.tensors["hx"] = std::vector<TensorSpec>(cell.states, {network.State(), dtype});
  }
  if (sizes) {
    all.tensors[cell.sizes] = {{{network.steps}, ACL_INT64}};
  }
  if (cell.backward) {
    all.tensors["dy"] = {{network.Sequence(network.Directions() * network.hidden), dtype}};
  } else {
    all.attributes["train"] = int64_t{1};
  }
  for (const char* gradient : cell.gradients) {
    all.tensors[gradient] = {{network.State(), dtype}};
  }
  for (const char* list : cell.lists) {
    all.tensors[list] = network.Lists(dtype);
  }
  all.attributes["hasBias"] = int64_t{network.hasBias};
  all.attributes["numLayers"] = network.layers;
  all.attributes[cell.bidirectional] = int64_t{network.bidirectional};
  all.attributes["batchFirst"] = int64_t{network.batchFirst};
  return all;
}

Operator NetworkRow(Operator row, const Cell& cell) {
  row.bitsOfProcessor = true;
  row.lead = "input";
  row.draw = [cell](Choices& choices) {
    const Network network = DrawNetwork(choices);
    const aclDataType dtype = choices.DType(Floats());
    const bool states = choices.Chance(160);
    const bool sizes = cell.sizes != nullptr && network.batch > 0 && choices.Chance(64);  // 1 at each step
    return Call(network, cell, dtype, states, sizes);
  };
  const auto sample = [&](const char* name, const Network& network, bool states, bool sizes) {
    row.samples.push_back({.name = name, .arguments = Call(network, cell, ACL_DT_UNDEFINED, states, sizes)});
  };
  sample("two_layers", {7, 5, 33, 70, 2, true, false, false}, true, false);
  sample("two_directions", {4, 3, 17, 40, 2, true, true, true}, true, false);
  sample("wide", {3, 40, 130, 300, 1, false, false, false}, false, false);
  if (cell.sizes != nullptr) {
    sample("packed", {5, 1, 9, 21, 1, true, true, false}, true, true);
  }
  return MakeOperator(std::move(row));
}

Argument Given(std::string name, std::string meaning, std::string shapeText) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats());
  argument.dtype = SameAs("input");
  return argument;
}

Argument Optional(std::string name, std::string meaning, std::string shapeText) {
  Argument argument = Given(std::move(name), std::move(meaning), std::move(shapeText));
  argument.optional = true;
  return argument;
}

Argument Made(std::string name, std::string meaning, std::string shapeText, ShapeRule shape) {
  return OutputWith(Tensor(std::move(name), std::move(meaning), std::move(shapeText), Floats()),
                    std::move(shape), SameAs("input"));
}

Argument MadeList(std::string name, std::string meaning) {
  Argument argument =
      Made(std::move(name), std::move(meaning), "[T, B, H], for each layer and direction", StateShape);
  argument.written = [](const Arguments& known) { return known.Integer("train") != 0; };
  argument.list = [](const Arguments& known) { return NetworkOf(known).Lists(known.DTypeOf("input")); };
  return argument;
}

Argument Step(const char* name, const char* meaning) {
  return Given(name, meaning, "[T, B, H], for each layer and direction");
}

Argument ParamGradients() {
  Argument gradients = Made("dparamsOut", "gradients of params", "those of params", SameShapeAs("params"));
  gradients.list = [](const Arguments& known) { return known.tensors.at("params"); };
  return gradients;
}

Argument Layers() {
  return {.name = "numLayers",
          .role = Role::kAttribute,
          .meaning = "number of layers",
          .defaultValue = int64_t{1},
          .lowest = 1};
}

Argument Bias() {
  return Flag("hasBias", "whether params has biases");
}

Shape OutputShape(const Arguments& known) {
  const Network network = NetworkOf(known);
  return network.Sequence(network.Directions() * network.hidden);
}

Shape StateShape(const Arguments& known) {
  return NetworkOf(known).State();
}

}  // namespace openaclnn::catalogue::recurrent
