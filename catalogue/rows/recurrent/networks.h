// SPDX-License-Identifier: Apache-2.0
//
// What the rows of LSTM and GRU share.
#pragma once

#include <string>
#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::recurrent {

struct Network {
  int64_t steps = 1;
  int64_t batch = 1;
  int64_t input = 1;
  int64_t hidden = 1;
  int64_t layers = 1;
  bool hasBias = true;
  bool bidirectional = false;
  bool batchFirst = false;

  [[nodiscard]] int64_t Directions() const { return bidirectional ? 2 : 1; }
  [[nodiscard]] Shape Sequence(int64_t features) const;
  [[nodiscard]] Shape State() const;
  /// Of each layer and direction.
  [[nodiscard]] std::vector<TensorSpec> Lists(aclDataType dtype) const;
  [[nodiscard]] std::vector<TensorSpec> Params(int64_t gates, aclDataType dtype) const;
};

/// Of the arguments of a call, whatever they are.
[[nodiscard]] Network NetworkOf(const Arguments& known);

/// What differs between LSTM and GRU, and between a network and its gradients.
struct Cell {
  int64_t gates = 1;
  const char* bidirectional = "";  // the flag of two directions
  size_t states = 1;               // tensors of hx
  const char* sizes = nullptr;     // where sequences may be packed: how many of them have each step
  bool backward = false;
  std::vector<const char*> gradients{};  // of the gradient: those of the last states
  std::vector<const char*> lists{};      // of the gradient: what the network stored
};
/// With the draw and the samples of a network of such cells.
[[nodiscard]] Operator NetworkRow(Operator row, const Cell& cell);

[[nodiscard]] Argument Given(std::string name, std::string meaning, std::string shapeText);
[[nodiscard]] Argument Optional(std::string name, std::string meaning, std::string shapeText);
[[nodiscard]] Argument Made(std::string name, std::string meaning, std::string shapeText, ShapeRule shape);
/// [T, B, H] of each layer and direction.
[[nodiscard]] Argument MadeList(std::string name, std::string meaning);
/// What a network stored for its gradients.
[[nodiscard]] Argument Step(const char* name, const char* meaning);
[[nodiscard]] Argument ParamGradients();
[[nodiscard]] Argument Layers();
[[nodiscard]] Argument Bias();

[[nodiscard]] Shape OutputShape(const Arguments& known);
[[nodiscard]] Shape StateShape(const Arguments& known);

}  // namespace openaclnn::catalogue::recurrent
