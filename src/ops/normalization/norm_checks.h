// SPDX-License-Identifier: Apache-2.0
//
// What the checks of norms share.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/checked_math.h"
#include "ops/common/checks.h"

namespace openaclnn::norms {

// Of scale, shift, statistics and their gradients: the type of the data, or FLOAT. Those that are null are
// left out.
inline void CheckParameterDtypes(ArgumentChecks& check, std::initializer_list<NamedTensor> parameters,
                                 const NamedTensor& data) {
  for (const NamedTensor& parameter : parameters) {
    check.LiveOrNull(parameter);
    if (parameter.tensor != nullptr && !check.Failed()) {
      if (data.tensor->dtype == DType::kFloat) {
        check.SameDtype(parameter, data);
      } else {
        check.DtypeIn(parameter, std::array{data.tensor->dtype, DType::kFloat});
      }
    }
  }
}

inline void CheckViews(ArgumentChecks& check, std::initializer_list<NamedTensor> inputs,
                       std::initializer_list<NamedTensor> outputs) {
  for (const NamedTensor& input : inputs) {
    if (input.tensor != nullptr) {
      check.ValidView(input);
    }
  }
  for (const NamedTensor& output : outputs) {
    if (output.tensor != nullptr) {
      check.ValidOutputView(output);
    }
  }
}

// Whether the last dims of a tensor are these, at least one.
inline bool EndsWith(const aclTensor& tensor, std::span<const int64_t> dims) {
  const std::span<const int64_t> view = tensor.viewDims;
  return !dims.empty() && dims.size() <= view.size() && std::ranges::equal(view.last(dims.size()), dims);
}

// The product of the dims before the last `count` ones.
inline std::optional<int64_t> RowsOf(const aclTensor& tensor, size_t count) {
  return CheckedProduct(std::span<const int64_t>(tensor.viewDims).first(tensor.viewDims.size() - count));
}

// A sample's groups of neighbouring channels, and what the dims of [N, C, ...] are to them.
struct GroupsOfSample {
  const char* name;  // of the attribute
  int64_t group;
  int64_t N = 0;
  int64_t C = 0;
  int64_t HxW = 0;
};

// Reads N, C and HxW from a tensor of one of the norms' types.
inline void FindGroups(ArgumentChecks& check, const NamedTensor& x, GroupsOfSample& groups) {
  check.DtypeIn(x, FloatDtypes()).ValidView(x);
  check.Require(
      x.name, "2 to 8 dims", [&] { return x.tensor->viewDims.size() >= 2; },
      [&] { return std::to_string(x.tensor->viewDims.size()); });
  check.InRange(groups.name, groups.group, 1, std::numeric_limits<int64_t>::max(), "more than 0");
  check.Require(
      groups.name, "a divisor of C, the second dim",
      [&] { return x.tensor->viewDims[1] % groups.group == 0; },
      [&] { return std::to_string(groups.group) + " for " + ShapeText(x.tensor->viewDims); });
  if (!check.Failed()) {
    const std::span<const int64_t> dims = x.tensor->viewDims;
    groups.N = dims[0];
    groups.C = dims[1];
    groups.HxW = CheckedProduct(dims.subspan(2)).value_or(0);
  }
}

inline void CheckEpsilon(ArgumentChecks& check, double epsilon) {
  check.Require(
      "eps", "0 or more", [&] { return epsilon >= 0; }, [&] { return std::to_string(epsilon); });
}

inline void CheckRank(ArgumentChecks& check, const NamedTensor& input) {
  check.Require(
      input.name, "2 to 8 dims", [&] { return input.tensor->viewDims.size() >= 2; },
      [&] { return std::to_string(input.tensor->viewDims.size()); });
}

// Those that are not null: [C] of an input [N, C, ...].
inline void CheckChannels(ArgumentChecks& check, std::initializer_list<NamedTensor> parameters,
                          const NamedTensor& input) {
  for (const NamedTensor& parameter : parameters) {
    if (parameter.tensor != nullptr && !check.Failed()) {
      check.Shape(parameter, {input.tensor->viewDims[1]}, "[channels of input]");
    }
  }
}

// The name of a layout whose second dim are channels: none is the usual one.
inline void CheckChannelsSecond(ArgumentChecks& check, const char* dataFormat) {
  check.Require(
      "dataFormatOptional", "NCHW, or NULL",
      [&] { return dataFormat == nullptr || std::string_view(dataFormat) == "NCHW"; },
      [&] { return std::string(dataFormat); });
}

}  // namespace openaclnn::norms
