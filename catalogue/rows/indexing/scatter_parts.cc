// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_quant_scatter.h"
#include "aclnnop/aclnn_quant_scatter_v2.h"
#include "aclnnop/aclnn_scatter_update.h"
#include "catalogue/rows/indexing/indexed.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::indexing::scatter_parts {
namespace {

/// What is updated, and the part of it.
struct Part {
  Shape data;
  Shape updates;
  int64_t axis = -2;
};

Part DrawPart(Choices& choices) {
  Part part;
  part.data = {choices.Extent(false), choices.Extent(false)};
  const Shape more = choices.AnyShape(2);
  part.data.insert(part.data.end(), more.begin(), more.end());
  const size_t dim = 1 + choices.Below(part.data.size() - 1);
  part.axis = static_cast<int64_t>(dim);
  part.updates = part.data;
  const auto less = [&](int64_t& extent, int64_t most) {
    extent -=
        extent == 0 ? 0 : static_cast<int64_t>(choices.Below(static_cast<size_t>(std::min(extent, most))));
  };
  less(part.updates[dim], 4);
  less(part.updates[0], 3);
  return part;
}

const std::array<std::pair<const char*, Part>, 3>& SampleParts() {
  static const std::array<std::pair<const char*, Part>, 3> kParts{{
      {"one_row", {{33, 5, 70, 24}, {33, 5, 1, 24}, -2}},
      {"rows", {{9, 130, 24}, {7, 17, 24}, 1}},
      {"columns", {{9, 4, 130}, {9, 4, 17}, -1}},
  }};
  return kParts;
}

Argument Indices(const std::string& table) {
  Argument index = Tensor("indices", "where the part of each batch begins", "[B]", {ACL_INT64, ACL_INT32});
  index.holds = Meaning::kIndices;
  index.bound = [table](const Arguments& known) {
    const Shape& shape = known.ShapeOf(table);
    const size_t axis = Place(known.Integer("axis"), shape.size());
    return Extent(shape, axis) - Extent(known.ShapeOf("updates"), axis) + 1;
  };
  index.dtype = Always(ACL_INT64);
  return index;
}

Argument Whole(std::string name, std::string meaning, int64_t usual) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = usual};
}

Arguments Fill(const std::string& table, const Part& part, aclDataType dtype, aclDataType indexDtype) {
  return {.tensors = {{table, {{part.data, dtype}}},
                      {"indices", {{{part.updates.front()}, indexDtype}}},
                      {"updates", {{part.updates, dtype}}}},
          .attributes = {{"axis", part.axis}}};
}

Operator Parts() {
  Operator row = MakeOperator({
      .phases = TwoPhases<&aclnnInplaceScatterUpdateGetWorkspaceSize, &aclnnInplaceScatterUpdate>(
          "aclnnInplaceScatterUpdate"),
      .summary = "a part of a dimension put at an index, for each batch, in place",
      .formula = {"data[b, .., indices[b] + e, ..] = updates[b, .., e, ..] along axis"},
      .arguments = {Movable(InPlace("data", Numbers())), Indices("data"),
                    Movable(InputAs("updates", Numbers(), "data")),
                    Whole("axis", "the dimension that is updated", -2)},
      .draw =
          [](Choices& choices) {
            const Part part = DrawPart(choices);
            const aclDataType dtype = choices.DType(Numbers());
            return Fill("data", part, dtype, choices.Chance(128) ? ACL_INT32 : ACL_INT64);
          },
      .runExample = "--data x.npy --indices i.npy --updates u.npy --data-result result.npy",
      .benchExample = "--data 32x8x4096x128 --indices 32:int64 --updates 32x8x1x128",
  });
  for (const auto& [name, part] : SampleParts()) {
    row.samples.push_back({.name = name, .arguments = Fill("data", part, ACL_DT_UNDEFINED, ACL_INT64)});
  }
  return row;
}

// ---- Quantized parts

std::string RoundModeText(int64_t mode) {
  constexpr std::array<const char*, 5> kNames{"rint", "round", "floor", "ceil", "trunc"};
  const auto index = static_cast<size_t>(mode);
  return index < kNames.size() ? kNames[index] : std::to_string(mode);
}
aclnnStatus QuantScatterV2(aclTensor* selfRef, const aclTensor* indices, const aclTensor* updates,
                           const aclTensor* quantScales, const aclTensor* quantZeroPoints, int64_t axis,
                           int64_t quantAxis, int64_t reduction, int64_t roundMode, uint64_t* workspaceSize,
                           aclOpExecutor** executor) {
  return aclnnInplaceQuantScatterV2GetWorkspaceSize(
      selfRef, indices, updates, quantScales, quantZeroPoints, axis, quantAxis, reduction,
      RoundModeText(roundMode).c_str(), workspaceSize, executor);
}

Arguments FillQuantized(const Part& part, aclDataType dtype, bool shifted) {
  Arguments all = Fill("selfRef", part, dtype, ACL_INT64);
  all.tensors["selfRef"].front().dtype = ACL_INT8;
  all.tensors["quantScales"] = {{{part.updates.back()}, dtype}};
  if (shifted) {
    all.tensors["quantZeroPoints"] = {{{part.updates.back()}, ACL_INT32}};
  }
  return all;
}

Operator Quantized(Phases phases, bool hasMode) {
  Argument self = InPlace("selfRef", {ACL_INT8});
  Argument updates =
      Tensor("updates", "what is quantized", "that of selfRef, the part alone along axis", Floats());
  Argument scales = Tensor("quantScales", "divide the updates", "[elements along quantAxis]", Floats());
  scales.holds = Meaning::kPositive;
  Argument points = Tensor("quantZeroPoints", "added to the quotients", "[elements along quantAxis]",
                           Joined({ACL_INT32}, Floats()));
  points.optional = true;
  std::vector<Argument> arguments{std::move(self),
                                  Indices("selfRef"),
                                  std::move(updates),
                                  std::move(scales),
                                  std::move(points),
                                  Whole("axis", "the dimension that is updated", -2),
                                  Whole("quantAxis", "the dimension that has scales", -1),
                                  Whole("reduction", "1: updates replace what is there", 1)};
  if (hasMode) {
    arguments.push_back(Mode("roundMode", "how numbers become whole; to nearest: ties to even",
                             {{"rint", 0}, {"round", 1}, {"floor", 2}, {"ceil", 3}, {"trunc", 4}}));
  }
  Operator row = MakeOperator({
      .phases = std::move(phases),
      .summary = "a part of a dimension quantized and put at an index, for each batch",
      .formula = {"selfRef[b, .., indices[b] + e, ..] = round(updates[b, .., e, ..] / quantScales + "
                  "quantZeroPoints) along axis"},
      .arguments = std::move(arguments),
      .draw =
          [hasMode](Choices& choices) {
            const Part part = DrawPart(choices);
            const bool shifted = choices.Chance(128);
            Arguments drawn = FillQuantized(part, choices.DType(Floats()), shifted);
            if (hasMode) {
              drawn.attributes["roundMode"] = static_cast<int64_t>(choices.Below(5));
            }
            return drawn;
          },
      .runExample = "--self-ref x.npy --indices i.npy --updates u.npy --quant-scales s.npy "
                    "--self-ref-result result.npy",
      .benchExample =
          "--self-ref 32x8x4096x128:int8 --indices 32:int64 --updates 32x8x1x128 --quant-scales 128",
  });
  for (const auto& [name, part] : SampleParts()) {
    row.samples.push_back({.name = name, .arguments = FillQuantized(part, ACL_DT_UNDEFINED, part.axis == 1)});
  }
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Parts(),
      Quantized(TwoPhases<&aclnnInplaceQuantScatterGetWorkspaceSize, &aclnnInplaceQuantScatter>(
                    "aclnnInplaceQuantScatter"),
                false),
      Quantized(TwoPhases<&QuantScatterV2, &aclnnInplaceQuantScatterV2>("aclnnInplaceQuantScatterV2"), true)};
}

}  // namespace openaclnn::catalogue::indexing::scatter_parts
