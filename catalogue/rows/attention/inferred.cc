// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/attention/inferred.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "catalogue/rows/attention/heads.h"

namespace openaclnn::catalogue::attention {
namespace {

using Features = InferenceFeatures;

enum Layout : int64_t { kBnsd, kBsh, kBsnd, kTnd };
constexpr std::array<const char*, 4> kNames{"BNSD", "BSH", "BSND", "TND"};

// What a call is about.
struct Geometry : HeadSizes {
  int64_t blockSize = 0;  // 0: no pages
  bool masked = false;
  bool biased = false;
  int64_t ropeSize = 0;
  bool sinks = false;
  bool integers = false;  // keys and values
  int64_t scaleMode = 0;
  bool offsets = false;

  [[nodiscard]] Shape Heads(int64_t number, int64_t rows, int64_t elements) const {
    switch (layout) {
      case kBsh:
        return {batches, rows, Product({number, elements})};
      case kBsnd:
        return {batches, rows, number, elements};
      case kTnd:
        return {Product({batches, rows}), number, elements};
      default:
        return {batches, number, rows, elements};
    }
  }
  [[nodiscard]] Shape Keys(int64_t elements) const {
    return blockSize > 0 ? Shape{batches + 3, blockSize, Product({keyHeads, elements})}
                         : Heads(keyHeads, keys, elements);
  }
  [[nodiscard]] Shape Scales(int64_t elements) const {
    switch (scaleMode) {
      case 1:
        return {batches, keys};
      case 2:
        return {keyHeads};
      case 3:
        return {batches, keyHeads, keys};
      case 4:
        return {batches + 3, blockSize};
      case 5:
        return {batches + 3, keyHeads, blockSize};
      default:
        return {keyHeads, elements};
    }
  }
};

void GiveScales(const Geometry& geometry, const Features& features, Arguments& arguments) {
  auto& tensors = arguments.tensors;
  auto& attributes = arguments.attributes;
  if (features.scaleMode) {
    attributes["antiquantMode"] = features.splitScales ? 0 : geometry.scaleMode;
  }
  if (features.splitScales) {
    attributes["keyAntiquantMode"] = attributes["valueAntiquantMode"] = geometry.scaleMode;
  }
  if (!geometry.integers) {
    return;
  }
  for (const char* cache : {"key", "value"}) {
    tensors[cache].front().dtype = ACL_INT8;
    if (features.splitScales) {
      const Shape scales = geometry.Scales(cache == std::string("key") ? geometry.size : geometry.valueSize);
      tensors[cache + std::string("AntiquantScale")] = {{scales}};
      if (geometry.offsets) {
        tensors[cache + std::string("AntiquantOffset")] = {{scales}};
      }
    }
  }
  if (!features.splitScales) {
    Shape scales = geometry.Scales(geometry.size);
    scales.insert(scales.begin(), 2);
    tensors["antiquantScale"] = {{scales}};
    if (geometry.offsets) {
      tensors["antiquantOffset"] = {{scales}};
    }
  }
}

Arguments Given(const Geometry& geometry, const Features& features) {
  Arguments arguments;
  arguments.tensors = {{"query", {{geometry.Heads(geometry.heads, geometry.queries, geometry.size)}}},
                       {"key", {{geometry.Keys(geometry.size)}}},
                       {"value", {{geometry.Keys(geometry.valueSize)}}}};
  auto& tensors = arguments.tensors;
  if (geometry.biased) {
    tensors["pseShift"] = {{{geometry.batches, geometry.heads, geometry.queries, geometry.keys}}};
  }
  if (geometry.sparseMode >= 2) {
    tensors["attenMask"] = {{{2048, 2048}, ACL_BOOL}};
  } else if (geometry.masked) {
    tensors["attenMask"] = {{{geometry.queries, geometry.keys}, ACL_BOOL}};
  }
  const auto batches = static_cast<size_t>(std::clamp(geometry.batches, int64_t{0}, kMostSequences));
  const auto lengths = [&](int64_t length, bool ends) {
    Integers64 all(batches, length);
    for (size_t b = 1; ends && b < batches; ++b) {
      all[b] += all[b - 1];
    }
    return all;
  };
  const bool ragged = geometry.layout == kTnd;
  const bool paged = geometry.blockSize > 0;
  arguments.attributes = {{"inputLayout", geometry.layout},
                          {"numHeads", geometry.heads},
                          {"numKeyValueHeads", geometry.keyHeads},
                          {"scaleValue", 0.125}};
  auto& attributes = arguments.attributes;
  if (features.queryLengths) {
    attributes["actualSeqLengths"] = ragged ? lengths(geometry.queries, true) : Integers64();
  }
  if (features.keyLengths) {
    attributes[features.queryLengths ? "actualSeqLengthsKv" : "actualSeqLengths"] =
        ragged || paged ? lengths(geometry.keys, ragged && !paged) : Integers64();
  }
  if (features.table) {
    attributes["blockSize"] = geometry.blockSize;
    if (paged) {
      tensors["blockTable"] = {
          {{geometry.batches, (geometry.keys + geometry.blockSize - 1) / geometry.blockSize}, ACL_INT32}};
    }
  }
  if (features.window) {
    attributes["preTokens"] = int64_t{20};
    attributes["nextTokens"] = int64_t{300};
  }
  if (features.sparseModes) {
    attributes["sparseMode"] = geometry.sparseMode;
  }
  if (features.ropes && geometry.ropeSize > 0) {
    tensors["queryRope"] = {{geometry.Heads(geometry.heads, geometry.queries, geometry.ropeSize)}};
    tensors["keyRope"] = {{geometry.Keys(geometry.ropeSize)}};
  }
  if (features.sinks && geometry.sinks) {
    tensors["learnableSink"] = {{{geometry.heads}}};
  }
  GiveScales(geometry, features, arguments);
  return arguments;
}

bool OneQuery(const Features& features) {
  return !features.queryLengths;
}

Arguments Draw(Choices& choices, const Features& features) {
  Geometry geometry;
  const aclDataType dtype = choices.DType(Floats());
  const bool ragged = features.queryLengths && features.keyLengths;
  geometry.layout = static_cast<int64_t>(choices.Below(kNames.size() - (ragged ? 0 : 1)));
  DrawHeads(choices, geometry);
  geometry.batches = choices.Extent(geometry.layout != kTnd);
  DrawRows(choices, OneQuery(features), geometry);
  geometry.masked = choices.Chance(96);
  geometry.biased = choices.Chance(64);
  geometry.sinks = choices.Chance(64);
  geometry.ropeSize = choices.Chance(64) ? 1 + static_cast<int64_t>(choices.Below(9)) : 0;
  if (features.table && geometry.batches > 0 && choices.Chance(96)) {
    geometry.blockSize = choices.Extent(false);
  }
  if (features.sparseModes && choices.Chance(16)) {  // seldom: such masks are large
    geometry.sparseMode = 2 + static_cast<int64_t>(choices.Below(3));
  }
  geometry.integers = (features.joinedScales || features.splitScales) && choices.Chance(64);
  if (geometry.integers) {
    geometry.offsets = choices.Chance(128);
    if (features.splitScales) {
      geometry.scaleMode = static_cast<int64_t>(choices.Below(geometry.blockSize > 0 ? 6 : 4));
    } else {
      geometry.valueSize = geometry.size;
      geometry.scaleMode = features.scaleMode ? static_cast<int64_t>(choices.Below(2)) : 0;
    }
  }
  return OfType(Given(geometry, features), dtype);
}

std::vector<Sample> Samples(const Features& features) {
  std::vector<std::pair<std::string, Geometry>> geometries{
      {"one_query", {3, 8, 2, 1, 700, 64, 64, kBsh}},
      {"few_long_heads", {1, 2, 1, 1, 3000, 32, 32, kBsnd}},
      {"many_shared_keys", {2, 24, 2, 1, 300, 40, 24, kBnsd}}};
  if (!OneQuery(features)) {
    geometries.push_back({"prompt", {2, 6, 6, 130, 301, 40, 24, kBnsd}});
    geometries.push_back({"masked_and_biased", {2, 4, 2, 37, 270, 32, 32, kBsnd, 0, 0, true, true}});
  }
  if (features.table) {
    geometries.push_back({"pages", {3, 8, 2, 1, 700, 64, 64, kBsh, 0, 128}});
  }
  if (features.ropes) {
    geometries.push_back(
        {"rotary_parts", {2, 16, 1, 3, 290, 64, 64, kTnd, 0, 16, false, false, 16, features.sinks}});
  }
  if (features.joinedScales || features.splitScales) {
    Geometry integers{3, 8, 2, 1, 700, 64, 64, kBsh};
    integers.integers = integers.offsets = true;
    geometries.push_back({"integers", integers});
  }
  if (features.splitScales) {
    Geometry tokens{2, 6, 2, 40, 301, 40, 24, kBsnd, 0, 64};
    tokens.integers = true;
    tokens.scaleMode = 5;
    geometries.push_back({"integers_in_pages", tokens});
  }
  std::vector<Sample> samples;
  for (const auto& [name, geometry] : geometries) {
    samples.push_back({.name = name, .arguments = Given(geometry, features)});
  }
  return samples;
}

// What the shapes of a call say: whatever they are.
Geometry GeometryOf(const Arguments& known) {
  const Shape& query = known.ShapeOf("query");
  const Shape& value = known.ShapeOf("value");
  Geometry geometry;
  geometry.layout = known.Integer("inputLayout");
  geometry.heads = known.Integer("numHeads");
  const int64_t keyHeads = known.Integer("numKeyValueHeads");
  geometry.keyHeads = std::max<int64_t>(keyHeads == 0 ? geometry.heads : keyHeads, 1);
  const bool ragged = geometry.layout == kTnd;
  geometry.batches = ragged ? 1 : Extent(query, 0);
  geometry.queries = Extent(query, ragged ? 0 : geometry.layout == kBnsd ? 2 : 1);
  const bool joined = geometry.layout == kBsh || known.Find("blockTable") != nullptr;
  geometry.valueSize = joined ? Extent(value, 2) / geometry.keyHeads : Extent(value, ragged ? 2 : 3);
  return geometry;
}

std::vector<Argument> ArgumentsOf(const Features& features) {
  Argument mask = Optional(Tensor("attenMask", "not 0: hidden", "[Sq, Skv], perhaps with sequences before it",
                                  {ACL_BOOL, ACL_INT8, ACL_UINT8}));
  mask.dtype = Always(ACL_BOOL);
  std::vector<Argument> arguments{
      Floating("query", "queries", "as inputLayout says"),
      Floating("key", "keys", "as inputLayout says, or pages; a list"),
      Floating("value", "values", "that of key, with heads of any size; a list"),
      Optional(Floating("pseShift", "added to scores", "[B, N, Sq, Skv] or [1, N, Sq, Skv]")), mask};
  const bool scales = features.joinedScales || features.splitScales;
  for (const size_t cached : {1U, 2U}) {
    arguments[cached].shape = SameShapeAs("query");
    if (scales) {
      arguments[cached].dtypes.push_back(ACL_INT8);
    }
  }
  const auto scaled = [](const char* name, const char* meaning) {
    return Optional(Floating(name, meaning, "as the mode says"));
  };
  if (features.queryLengths) {
    arguments.push_back(
        Optional(IntegerList("actualSeqLengths", "queries of each sequence; TND: where each ends", {})));
  }
  if (features.keyLengths) {
    arguments.push_back(
        Optional(IntegerList(features.queryLengths ? "actualSeqLengthsKv" : "actualSeqLengths",
                             "keys of each sequence; TND without pages: where each ends", {})));
  }
  if (features.joinedScales) {
    arguments.push_back(scaled("antiquantScale", "scales of INT8 keys and values"));
    arguments.push_back(scaled("antiquantOffset", "added to INT8 keys and values before"));
  }
  if (features.table) {
    Argument table =
        Optional(Tensor("blockTable", "blocks of each sequence", "[B, most blocks]", {ACL_INT32}));
    table.dtype = Always(ACL_INT32);
    table.holds = Meaning::kIndices;
    table.bound = [](const Arguments& known) {
      return std::min(Extent(known.ShapeOf("key"), 0), Extent(known.ShapeOf("value"), 0));
    };
    table.mayStray = true;  // where no sequence reaches
    arguments.push_back(std::move(table));
  }
  if (features.splitScales) {
    arguments.push_back(scaled("keyAntiquantScale", "scales of INT8 keys"));
    arguments.push_back(scaled("keyAntiquantOffset", "added to INT8 keys before"));
    arguments.push_back(scaled("valueAntiquantScale", "scales of INT8 values"));
    arguments.push_back(scaled("valueAntiquantOffset", "added to INT8 values before"));
  }
  if (features.ropes) {
    arguments.push_back(
        Optional(Floating("queryRope", "rotary part of queries", "that of query, heads of any size")));
    arguments.push_back(
        Optional(Floating("keyRope", "rotary part of keys", "that of key, with these heads")));
  }
  if (features.sinks) {
    arguments.push_back(Optional(Floating("learnableSink", "a score of each head without a value", "[N]")));
  }
  arguments.push_back(HeadCount("numHeads", "those of BNSD"));
  arguments.push_back(Real("scaleValue", "what products are multiplied by", 1));
  if (features.window) {
    arguments.push_back(Integer("preTokens", "keys before its own that a query sees", INT32_MAX));
    arguments.push_back(Integer("nextTokens", "keys behind its own that a query sees", INT32_MAX));
  }
  arguments.push_back(Mode("inputLayout",
                           "order of batch B, heads N, sequence S, size D; H is N * D, T all rows",
                           LayoutChoices(kNames)));
  arguments.push_back(Integer("numKeyValueHeads", "heads of key and value; 0: those of query", 0));
  if (features.sparseModes) {
    arguments.push_back(
        Mode("sparseMode", "which keys a query sees",
             {{"mask", 0}, {"whole_mask", 1}, {"left_up", 2}, {"right_down", 3}, {"band", 4}}));
  }
  if (features.table) {
    arguments.push_back(Integer("blockSize", "keys of a block", 0));
  }
  if (features.scaleMode) {
    arguments.push_back(Integer("antiquantMode", "what antiquantScale is of: 0 elements or all, 1 keys", 0));
  }
  if (features.splitScales) {
    arguments.push_back(Integer("keyAntiquantMode", "what keyAntiquantScale is of, from 0 to 5", 0));
    arguments.push_back(Integer("valueAntiquantMode", "what valueAntiquantScale is of, from 0 to 5", 0));
  }
  arguments.push_back(OutputWith(
      Floating("attentionOut", "the result", "that of query, with heads of value's size"),
      [](const Arguments& known) {
        const Geometry geometry = GeometryOf(known);
        return geometry.Heads(geometry.heads, geometry.queries, geometry.valueSize);
      },
      SameAs("query")));
  if (features.lse) {
    arguments.push_back(OutputWith(
        Tensor("softmaxLse", "logarithm of the sum of exp(score)", "[B, N, Sq, 1], or [T, N, 1]",
               {ACL_FLOAT}),
        [](const Arguments& known) {
          const Geometry geometry = GeometryOf(known);
          return geometry.layout == kTnd ? Shape{geometry.queries, geometry.heads, 1}
                                         : Shape{geometry.batches, geometry.heads, geometry.queries, 1};
        },
        Always(ACL_FLOAT)));
  }
  return arguments;
}

}  // namespace

std::string InferenceLayoutText(int64_t layout) {
  return LayoutName(kNames, layout);
}

Operator InferenceRow(Phases phases, const Features& features) {
  const std::string one = OneQuery(features) ? "32x12x1x64" : "2x12x512x64";
  const std::string cached = OneQuery(features) ? "32x12x4096x64" : "2x12x512x64";
  return MakeOperator(
      {.phases = std::move(phases),
       .summary = "attention to cached keys and values, for inference",
       .formula = {"score = scaleValue * query key^T + pseShift", "attentionOut = softmax(score) value"},
       .arguments = ArgumentsOf(features),
       .bitsOfProcessor = true,
       .draw = [features](Choices& choices) { return Draw(choices, features); },
       .samples = Samples(features),
       .runExample = "--query q.npy --key k.npy --value v.npy --scale-value 0.125 "
                     "--attention-out out.npy",
       .benchExample = "--query " + one + " --key " + cached + " --value " + cached});
}

}  // namespace openaclnn::catalogue::attention
