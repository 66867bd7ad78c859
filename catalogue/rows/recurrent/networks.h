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
/// With its attributes; `direction` is the name of the flag of two directions.
void SetAttributes(const Network& network, const char* direction, Arguments& all);
[[nodiscard]] Network DrawNetwork(Choices& choices);

[[nodiscard]] Argument Given(std::string name, std::string meaning, std::string shapeText);
[[nodiscard]] Argument Optional(std::string name, std::string meaning, std::string shapeText);
[[nodiscard]] Argument Made(std::string name, std::string meaning, std::string shapeText, ShapeRule shape);
/// [T, B, H] of each layer and direction.
[[nodiscard]] Argument MadeList(std::string name, std::string meaning);
[[nodiscard]] Argument Layers();
[[nodiscard]] Argument Bias();

[[nodiscard]] Shape OutputShape(const Arguments& known);
[[nodiscard]] Shape StateShape(const Arguments& known);

}  // namespace openaclnn::catalogue::recurrent
