// SPDX-License-Identifier: Apache-2.0
#include "ops/recurrent/checks.h"

#include <algorithm>
#include <array>

#include "base/checked_math.h"
#include "executor/describe.h"

namespace openaclnn::recurrent {
namespace {

constexpr int64_t kMostLayers = 1 << 16;
constexpr std::array<DType, 2> kSizeDtypes{DType::kInt64, DType::kInt32};

}  // namespace

NetworkChecks::NetworkChecks(Cell cell, const Options& options) {
  network_.cell = cell;
  network_.layers = options.numLayers;
  network_.directions = options.bidirectional ? 2 : 1;
  network_.hasBias = options.hasBias;
  network_.batchFirst = options.batchFirst;
}

NetworkChecks& NetworkChecks::NotNull(const NamedTensor& tensor) {
  check_.NotNull(tensor);
  return *this;
}

NetworkChecks& NetworkChecks::LiveOrNull(const NamedTensor& tensor) {
  check_.LiveOrNull(tensor);
  return *this;
}

NetworkChecks& NetworkChecks::NotNull(const NamedList& list) {
  if (list.optional) {
    check_.LiveOrNull(list.name, list.list);
    if (list.list == nullptr) {
      return *this;
    }
  } else {
    check_.NotNull(list.name, list.list);
  }
  for (size_t k = 0; !check_.Failed() && k < list.list->values.size(); ++k) {
    check_.NotNull(At(list, k));
  }
  return *this;
}

void NetworkChecks::Count(const NamedList& list, int64_t expected, const char* meaning) {
  check_.Require(
      list.name, meaning, [&] { return static_cast<int64_t>(list.list->values.size()) == expected; },
      [&] { return std::to_string(list.list->values.size()) + " for " + std::to_string(expected); });
}

void NetworkChecks::Typed(const NamedTensor& tensor, bool isOutput) {
  check_.SameDtype(tensor, input_);
  isOutput ? check_.ValidOutputView(tensor) : check_.ValidView(tensor);
}

Dims NetworkChecks::SequenceDims(int64_t features) const {
  return network_.batchFirst ? Dims{network_.batch, network_.steps, features}
                             : Dims{network_.steps, network_.batch, features};
}

// Of parameter `number` of those of all layers and directions.
Dims NetworkChecks::ParamDims(int64_t number) const {
  const auto each = static_cast<int64_t>(network_.ParamsOfChain());
  const int64_t gates = network_.Gates() * network_.hidden;
  const int64_t layer = number / each / network_.directions;
  switch (number % each) {
    case 0:
      return {gates, network_.InputOf(layer)};
    case 1:
      return {gates, network_.hidden};
    default:
      return {gates};
  }
}

void NetworkChecks::Params(const NamedList& list) {
  for (size_t k = 0; !check_.Failed() && k < list.list->values.size(); ++k) {
    const NamedTensor tensor = At(list, k);
    Typed(tensor, list.isOutput);
    check_.Shape(tensor, ParamDims(static_cast<int64_t>(k)),
                 "of the gates, and of what they are computed from");
  }
}

NetworkChecks& NetworkChecks::Inputs(const NamedTensor& input, const NamedList& params,
                                     const NamedTensor& batchSizes) {
  input_ = input;
  check_.DtypeIn(input, FloatDtypes());
  check_.InRange("numLayers", network_.layers, 1, kMostLayers, "from 1 to 65536");
  if (check_.Failed()) {
    return *this;
  }
  Count(params, network_.Chains() * static_cast<int64_t>(network_.ParamsOfChain()),
        "as many tensors as the layers and directions have");
  check_.ValidView(input);
  if (check_.Failed()) {
    return *this;
  }
  const std::span<const int64_t> dims(input.tensor->viewDims);
  if (batchSizes.tensor == nullptr) {
    check_.Require(
        input.name,
        network_.batchFirst ? "3 dims, [batch, steps, features]" : "3 dims, [steps, batch, features]",
        [&] { return dims.size() == 3; }, [&] { return ShapeText(dims); });
    if (check_.Failed()) {
      return *this;
    }
    network_.steps = dims[network_.batchFirst ? 1 : 0];
    network_.batch = dims[network_.batchFirst ? 0 : 1];
  } else {
    check_.DtypeIn(batchSizes, kSizeDtypes).ValidView(batchSizes).Rank(batchSizes, 1);
    if (check_.Failed()) {
      return *this;
    }
    network_.steps = batchSizes.tensor->viewDims[0];
    check_.Require(
        input.name, "[steps, batch, features] or [steps * batch, features], with the steps of batchSizes",
        [&] {
          return dims.size() == 3 ? dims[network_.batchFirst ? 1 : 0] == network_.steps
                                  : dims.size() == 2 &&
                                        (network_.steps > 0 ? dims[0] % network_.steps == 0 : dims[0] == 0);
        },
        [&] { return ShapeText(dims); });
    if (check_.Failed()) {
      return *this;
    }
    network_.batch = dims.size() == 3     ? dims[network_.batchFirst ? 0 : 1]
                     : network_.steps > 0 ? dims[0] / network_.steps
                                          : 0;
  }
  network_.input = dims.back();
  const NamedTensor hiddenWeight = At(params, 1);
  check_.ValidView(hiddenWeight).Rank(hiddenWeight, 2);
  if (check_.Failed()) {
    return *this;
  }
  network_.hidden = hiddenWeight.tensor->viewDims[1];
  check_.Require(
      hiddenWeight.name, "extents whose products fit into 48 bits",
      [&] {
        const auto numbers = CheckedProduct(std::array{network_.hidden, int64_t{8}, network_.Chains(),
                                                       std::max<int64_t>(1, network_.Rows())});
        return numbers.has_value() && *numbers < int64_t{1} << 48;
      },
      [&] { return ShapeText(hiddenWeight.tensor->viewDims); });
  Params(params);
  return *this;
}

NetworkChecks& NetworkChecks::Sequence(const NamedTensor& tensor, int64_t features, bool isOutput) {
  if (check_.Failed()) {
    return *this;
  }
  Typed(tensor, isOutput);
  const bool packed = input_.tensor->viewDims.size() == 2;
  if (!check_.Failed() && packed && tensor.tensor->viewDims.size() == 2) {
    check_.Shape(tensor, {network_.Rows(), features}, "[steps * batch, features]");
    return *this;
  }
  check_.Shape(tensor, SequenceDims(features), "of the sequences");
  return *this;
}

NetworkChecks& NetworkChecks::StateOf(const NamedTensor& tensor, bool isOutput) {
  if (!check_.Failed()) {
    Typed(tensor, isOutput);
    check_.Shape(tensor, {network_.Chains(), network_.batch, network_.hidden},
                 "[layers * directions, batch, hidden]");
  }
  return *this;
}

NetworkChecks& NetworkChecks::GradientsIn(const NamedTensor& output, const NamedTensor& state) {
  if (output.tensor != nullptr) {
    Sequence(output, network_.Width(), false);
  }
  return GradientIn(state);
}

NetworkChecks& NetworkChecks::GradientIn(const NamedTensor& state) {
  return state.tensor == nullptr ? *this : StateOf(state, false);
}

NetworkChecks& NetworkChecks::StepsOf(const NamedList& list) {
  if (check_.Failed() || (list.optional && GivenOrNull(list.list) == nullptr)) {
    return *this;
  }
  Count(list, network_.Chains(), "a tensor for each layer and direction");
  for (size_t k = 0; !check_.Failed() && k < list.list->values.size(); ++k) {
    const NamedTensor tensor = At(list, k);
    Typed(tensor, list.isOutput);
    check_.Shape(tensor, {network_.steps, network_.batch, network_.hidden}, "[steps, batch, hidden]");
  }
  return *this;
}

NetworkChecks& NetworkChecks::GradientsOf(const NamedList& gradients) {
  if (!check_.Failed()) {
    Count(gradients, network_.Chains() * static_cast<int64_t>(network_.ParamsOfChain()),
          "a tensor for each of params");
    Params(gradients);
  }
  return *this;
}

}  // namespace openaclnn::recurrent
