// SPDX-License-Identifier: Apache-2.0
//
// What the entry points of LSTM and GRU have been given, and what they check alike.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "executor/phases.h"
#include "ops/common/checks.h"
#include "ops/recurrent/sequence.h"

namespace openaclnn::recurrent {

struct NamedList {
  const char* name;
  const aclTensorList* list;
  bool isOutput = false;
  bool optional = false;  // null, or without tensors
};

/// The attributes of the prototypes.
struct Options {
  bool hasBias;
  int64_t numLayers;
  bool bidirectional;
  bool batchFirst;
};

class NetworkChecks {
 public:
  NetworkChecks(Cell cell, const Options& options);

  /// 161001: pointers, those of lists and of their tensors, in the order of the prototype.
  NetworkChecks& NotNull(const NamedTensor& tensor);
  NetworkChecks& NotNull(const NamedList& list);
  NetworkChecks& LiveOrNull(const NamedTensor& tensor);

  /// Input, parameters and batchSizes: types, views, shapes. All extents are known behind it.
  NetworkChecks& Inputs(const NamedTensor& input, const NamedList& params, const NamedTensor& batchSizes);
  /// The type of the input and a valid view, and a shape: [steps, batch, features] or as batchFirst and
  /// batchSizes have it; [layers * directions, batch, hidden]; one of these in each list.
  NetworkChecks& Sequence(const NamedTensor& tensor, int64_t features, bool isOutput);
  NetworkChecks& StateOf(const NamedTensor& tensor, bool isOutput);
  /// Gradients of the last layer's output and of a last state, which may be null.
  NetworkChecks& GradientsIn(const NamedTensor& output, const NamedTensor& state);
  NetworkChecks& GradientIn(const NamedTensor& state);
  NetworkChecks& StepsOf(const NamedList& list);
  NetworkChecks& GradientsOf(const NamedList& gradients);

  [[nodiscard]] bool Failed() const { return check_.Failed(); }
  [[nodiscard]] Status Result() const { return check_.Result(); }
  [[nodiscard]] const Network& Extents() const { return network_; }
  ArgumentChecks& Check() { return check_; }

 private:
  void Count(const NamedList& list, int64_t expected, const char* meaning);
  void Typed(const NamedTensor& tensor, bool isOutput);
  [[nodiscard]] Dims SequenceDims(int64_t features) const;
  [[nodiscard]] Dims ParamDims(int64_t number) const;
  void Params(const NamedList& list);

  ArgumentChecks check_;
  Network network_;
  NamedTensor input_{"input", nullptr};
};

/// A list's tensor, with its number.
[[nodiscard]] inline NamedTensor At(const NamedList& list, size_t number) {
  return {{list.name, static_cast<int64_t>(number)}, list.list->values[number]};
}
/// Null where there are no tensors.
[[nodiscard]] inline const aclTensorList* GivenOrNull(const aclTensorList* list) {
  return list == nullptr || list->values.empty() ? nullptr : list;
}

}  // namespace openaclnn::recurrent
