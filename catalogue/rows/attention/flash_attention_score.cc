// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_flash_attention_score.h"
#include "aclnnop/aclnn_flash_attention_score_grad.h"
#include "aclnnop/aclnn_flash_attention_score_grad_v4.h"
#include "aclnnop/aclnn_flash_attention_score_v4.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::attention::flash_attention_score {
namespace {

using Integers64 = std::vector<int64_t>;

enum Layout : int64_t { kBnsd, kBsh, kSbh, kBsnd };
constexpr std::array<const char*, 4> kLayoutNames{"BNSD", "BSH", "SBH", "BSND"};

// Prototypes without the arguments that the catalogue's calls leave out; layouts are numbers in them.

// Of another number a name that no layout has.
std::string LayoutText(int64_t layout) {
  const auto index = static_cast<size_t>(layout);
  return index < kLayoutNames.size() ? kLayoutNames[index] : std::to_string(layout);
}

aclnnStatus Score(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                  const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                  const aclTensor* attenMask, const aclIntArray* prefix, double scaleValue, double keepProb,
                  int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t inputLayout,
                  int64_t sparseMode, const aclTensor* softmaxMaxOut, const aclTensor* softmaxSumOut,
                  const aclTensor* softmaxOutOut, const aclTensor* attentionOutOut, uint64_t* workspaceSize,
                  aclOpExecutor** executor) {
  std::string layout = LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, scaleValue, keepProb, preTokens,
      nextTokens, headNum, layout.data(), 0, sparseMode, softmaxMaxOut, softmaxSumOut, softmaxOutOut,
      attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                    const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                    const aclTensor* attenMask, const aclIntArray* prefix, double scaleValue, double keepProb,
                    int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t inputLayout,
                    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = LayoutText(inputLayout);
  return aclnnFlashAttentionScoreV2GetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, prefix, nullptr, nullptr, scaleValue,
      keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode, pseType, softmaxMaxOut,
      softmaxSumOut, softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreV4(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                    const aclTensor* realShift, const aclTensor* dropMask, const aclTensor* paddingMask,
                    const aclTensor* attenMask, const aclTensor* queryRope, const aclTensor* keyRope,
                    const aclTensor* dScaleQ, const aclTensor* dScaleK, const aclTensor* dScaleV,
                    const aclTensor* sink, const aclIntArray* prefix, double scaleValue, double keepProb,
                    int64_t preTokens, int64_t nextTokens, int64_t headNum, int64_t inputLayout,
                    int64_t sparseMode, int64_t pseType, const aclTensor* softmaxMaxOut,
                    const aclTensor* softmaxSumOut, const aclTensor* softmaxOutOut,
                    const aclTensor* attentionOutOut, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = LayoutText(inputLayout);
  return aclnnFlashAttentionScoreV4GetWorkspaceSize(
      query, key, value, realShift, dropMask, paddingMask, attenMask, queryRope, keyRope, dScaleQ, dScaleK,
      dScaleV, sink, prefix, nullptr, nullptr, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens,
      headNum, layout.data(), 0, sparseMode, 0, pseType, nullptr, 0, 0, softmaxMaxOut, softmaxSumOut,
      softmaxOutOut, attentionOutOut, workspaceSize, executor);
}

aclnnStatus ScoreGrad(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                      const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                      const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                      const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                      const aclIntArray* prefix, double scaleValue, double keepProb, int64_t preTokens,
                      int64_t nextTokens, int64_t headNum, int64_t inputLayout, int64_t sparseMode,
                      const aclTensor* dq, const aclTensor* dk, const aclTensor* dv, const aclTensor* dpse,
                      uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGradGetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), 0, sparseMode,
      dq, dk, dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV2(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                        const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                        const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                        const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                        const aclIntArray* prefix, double scaleValue, double keepProb, int64_t preTokens,
                        int64_t nextTokens, int64_t headNum, int64_t inputLayout, int64_t sparseMode,
                        int64_t pseType, const aclTensor* dq, const aclTensor* dk, const aclTensor* dv,
                        const aclTensor* dpse, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGradV2GetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, prefix, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens, headNum,
      layout.data(), 0, sparseMode, pseType, dq, dk, dv, dpse, workspaceSize, executor);
}

aclnnStatus ScoreGradV4(const aclTensor* query, const aclTensor* key, const aclTensor* value,
                        const aclTensor* dy, const aclTensor* pse, const aclTensor* dropMask,
                        const aclTensor* paddingMask, const aclTensor* attenMask, const aclTensor* softmaxMax,
                        const aclTensor* softmaxSum, const aclTensor* softmaxIn, const aclTensor* attentionIn,
                        const aclTensor* sink, const aclTensor* queryRope, const aclTensor* keyRope,
                        const aclTensor* dScaleQ, const aclTensor* dScaleK, const aclTensor* dScaleV,
                        const aclTensor* dScaleDy, const aclTensor* dScaleO, const aclIntArray* prefix,
                        double scaleValue, double keepProb, int64_t preTokens, int64_t nextTokens,
                        int64_t headNum, int64_t inputLayout, int64_t sparseMode, int64_t pseType,
                        const aclTensor* dq, const aclTensor* dk, const aclTensor* dv,
                        const aclTensor* dqRope, const aclTensor* dkRope, const aclTensor* dpse,
                        const aclTensor* dsink, uint64_t* workspaceSize, aclOpExecutor** executor) {
  std::string layout = LayoutText(inputLayout);
  return aclnnFlashAttentionScoreGradV4GetWorkspaceSize(
      query, key, value, dy, pse, dropMask, paddingMask, attenMask, softmaxMax, softmaxSum, softmaxIn,
      attentionIn, sink, queryRope, keyRope, dScaleQ, dScaleK, dScaleV, dScaleDy, dScaleO, prefix, nullptr,
      nullptr, nullptr, nullptr, scaleValue, keepProb, preTokens, nextTokens, headNum, layout.data(), nullptr,
      0, sparseMode, pseType, 0, 0, 0, dq, dk, dv, dqRope, dkRope, dpse, dsink, workspaceSize, executor);
}

// What a call is about.
struct Geometry {
  int64_t batches = 1;
  int64_t heads = 1;
  int64_t keyHeads = 1;
  int64_t queries = 1;
  int64_t keys = 1;
  int64_t size = 1;
  int64_t valueSize = 1;
  int64_t layout = kBnsd;
  int64_t sparseMode = 0;
  bool masked = false;
  bool biased = false;
  bool drops = false;

  [[nodiscard]] Shape Heads(int64_t number, int64_t rows, int64_t elements) const {
    switch (layout) {
      case kBsh:
        return {batches, rows, Product({number, elements})};
      case kSbh:
        return {rows, batches, Product({number, elements})};
      case kBsnd:
        return {batches, rows, number, elements};
      default:
        return {batches, number, rows, elements};
    }
  }
};

// What the shapes of a call say: whatever they are.
Geometry GeometryOf(const Arguments& known) {
  const Shape& query = known.ShapeOf("query");
  const Shape& key = known.ShapeOf("key");
  const Shape& value = known.ShapeOf("value");
  Geometry geometry;
  geometry.layout = known.Integer("inputLayout");
  geometry.heads = std::max<int64_t>(known.Integer("headNum"), 1);
  const bool joined = geometry.layout == kBsh || geometry.layout == kSbh;
  geometry.batches = Extent(query, geometry.layout == kSbh ? 1 : 0);
  geometry.queries = Extent(query, geometry.layout == kBnsd ? 2 : geometry.layout == kSbh ? 0 : 1);
  geometry.size = joined ? Extent(query, 2) / geometry.heads : Extent(query, 3);
  geometry.keyHeads = joined ? Extent(key, 2) / std::max<int64_t>(geometry.size, 1)
                             : Extent(key, geometry.layout == kBnsd ? 1 : 2);
  geometry.valueSize = joined ? Extent(value, 2) / std::max<int64_t>(geometry.keyHeads, 1) : Extent(value, 3);
  return geometry;
}

Shape OutShape(const Arguments& known) {
  const Geometry geometry = GeometryOf(known);
  return geometry.Heads(geometry.heads, geometry.queries, geometry.valueSize);
}
Shape RowShape(const Arguments& known) {
  const Geometry geometry = GeometryOf(known);
  return {geometry.batches, geometry.heads, geometry.queries, 8};
}

Arguments MakeArguments(const Geometry& geometry, bool gradient) {
  Arguments arguments;
  const Shape scores{geometry.batches, geometry.heads, geometry.queries, geometry.keys};
  arguments.tensors = {{"query", {{geometry.Heads(geometry.heads, geometry.queries, geometry.size)}}},
                       {"key", {{geometry.Heads(geometry.keyHeads, geometry.keys, geometry.size)}}},
                       {"value", {{geometry.Heads(geometry.keyHeads, geometry.keys, geometry.valueSize)}}}};
  if (geometry.biased) {
    arguments.tensors[gradient ? "pse" : "realShift"] = {{scores}};
  }
  if (geometry.drops) {
    arguments.tensors["dropMask"] = {{{Product(scores) / 8 + 1}, ACL_UINT8}};
  }
  const bool byNumber = geometry.sparseMode >= 2 && geometry.sparseMode != 5;
  if (byNumber) {
    arguments.tensors["attenMask"] = {{{geometry.sparseMode == 6 ? 3072 : 2048, 2048}, ACL_BOOL}};
  } else if (geometry.masked) {
    arguments.tensors["attenMask"] = {{{geometry.queries, geometry.keys}, ACL_BOOL}};
  }
  arguments.attributes = {
      {"inputLayout", geometry.layout},         {"headNum", geometry.heads}, {"scaleValue", 0.125},
      {"keepProb", geometry.drops ? 0.5 : 1.0}, {"preTokens", int64_t{20}},  {"nextTokens", int64_t{3}},
      {"sparseMode", geometry.sparseMode}};
  if (geometry.sparseMode == 5 || geometry.sparseMode == 6) {
    constexpr int64_t kMost = 1 << 17;  // fuzzers draw absurd extents
    const int64_t batches = std::clamp(geometry.batches, int64_t{0}, kMost);
    arguments.attributes["prefix"] = Integers64(static_cast<size_t>(batches), 2);
  }
  if (gradient) {
    arguments.tensors["dy"] = {{OutShape(arguments)}};
    arguments.tensors["attentionIn"] = {{OutShape(arguments)}};
    arguments.tensors["softmaxMax"] = {{RowShape(arguments), ACL_FLOAT}};
    arguments.tensors["softmaxSum"] = {{RowShape(arguments), ACL_FLOAT}};
  }
  return arguments;
}

Arguments Draw(Choices& choices, bool gradient) {
  Geometry geometry;
  const aclDataType dtype = choices.DType(Floats());
  geometry.layout = static_cast<int64_t>(choices.Below(kLayoutNames.size()));
  geometry.keyHeads = 1 + static_cast<int64_t>(choices.Below(2));
  geometry.heads = geometry.keyHeads * (1 + static_cast<int64_t>(choices.Below(3)));
  geometry.batches = choices.Extent();
  geometry.queries = choices.Extent();
  geometry.keys = choices.Extent();
  geometry.size = choices.Extent(false);
  geometry.valueSize = choices.Extent(false);
  geometry.masked = choices.Chance(96);
  geometry.biased = choices.Chance(64);
  geometry.drops = choices.Chance(64);
  if (choices.Chance(16)) {  // seldom: such masks are large
    geometry.sparseMode = 2 + static_cast<int64_t>(choices.Below(5));
    geometry.masked = true;
  }
  Arguments drawn = MakeArguments(geometry, gradient);
  for (auto& [name, tensors] : drawn.tensors) {
    if (tensors.front().dtype == ACL_DT_UNDEFINED) {
      tensors.front().dtype = dtype;
    }
  }
  return drawn;
}

std::vector<Sample> Samples(bool gradient, int version) {
  const std::vector<std::pair<std::string, Geometry>> geometries{
      {"heads_of_a_layer", {2, 6, 6, 200, 200, 64, 64, kBsh}},
      {"one_query", {2, 8, 2, 1, 700, 64, 64, kBnsd}},
      {"shared_keys", {2, 4, 2, 130, 301, 40, 24, kBsnd}},
      {"few_long_heads", {1, 1, 1, 300, 1100, 32, 32, kSbh}},
      {"large_heads", {1, 2, 2, 50, 60, 300, 300, kBnsd}},
      {"causal", {1, 2, 2, 310, 310, 32, 32, kBnsd, 2}},
      {"masked", {2, 3, 3, 140, 270, 32, 32, kBnsd, 1, true}},
      {"biased_with_dropout", {2, 2, 2, 133, 140, 32, 32, kBnsd, 0, true, true, true}},
  };
  std::vector<Sample> samples;
  for (const auto& [name, geometry] : geometries) {
    if (name == "causal" && version > 1) {
      continue;  // its mask is large
    }
    samples.push_back({.name = name, .arguments = MakeArguments(geometry, gradient)});
  }
  if (version == 4) {
    Sample seeded{.name = "dropout_by_seed", .arguments = MakeArguments(geometries.back().second, gradient)};
    seeded.arguments.tensors.erase("dropMask");
    samples.push_back(std::move(seeded));
  }
  Sample specials{.name = "specials", .arguments = MakeArguments(geometries[2].second, gradient)};
  specials.data = {{.name = "query", .specials = true}, {.name = "value", .specials = true}};
  samples.push_back(std::move(specials));
  return samples;
}

Argument Tensor(std::string name, std::string meaning, std::string shapeText, ShapeRule shape = {}) {
  Argument argument{.name = std::move(name),
                    .meaning = std::move(meaning),
                    .shapeText = std::move(shapeText),
                    .dtypes = Floats()};
  if (argument.name != "query") {
    argument.dtype = SameAs("query");
  }
  argument.shape = std::move(shape);
  return argument;
}
Argument Optional(Argument argument) {
  argument.optional = true;
  return argument;
}
Argument Result(Argument argument) {
  argument.role = Role::kOutput;
  return argument;
}
/// A tensor of a feature that is left out.
Argument Unsupported(std::string name) {
  return Optional(Tensor(std::move(name), "not supported: left out", "any"));
}
/// A result of one, or a reserved one.
Argument NoResult(std::string name) {
  Argument argument = Result(Tensor(std::move(name), "nothing: not written", "[0]",
                                    [](const Arguments& /*known*/) { return Shape{0}; }));
  argument.optional = true;
  argument.unused = true;
  return argument;
}
/// A number for each row of scores.
Argument Rows(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[B, N, Sq, 8]", RowShape);
  argument.dtypes = {ACL_FLOAT};
  argument.dtype = Always(ACL_FLOAT);
  return argument;
}

std::vector<Argument> QueryKeyValue() {
  return {Tensor("query", "queries", "as inputLayout says"),
          Tensor("key", "keys", "as inputLayout says; perhaps fewer heads", SameShapeAs("query")),
          Tensor("value", "values", "that of key, with heads of any size", SameShapeAs("key"))};
}

Argument DropMask() {
  Argument argument = Optional(Tensor("dropMask", "a bit for each score: 1 is kept", "any, of enough bytes"));
  argument.dtypes = {ACL_UINT8};
  argument.dtype = Always(ACL_UINT8);
  return argument;
}
Argument AttenMask() {
  Argument argument = Optional(
      Tensor("attenMask", "not 0: hidden", "broadcasts to [B, N, Sq, Skv]; sparseMode 2 to 4: [2048, 2048]"));
  argument.dtypes = {ACL_BOOL, ACL_UINT8};
  argument.dtype = Always(ACL_BOOL);
  return argument;
}

Argument Integer(std::string name, std::string meaning, int64_t value) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = value};
}

std::vector<Argument> Attributes(bool hasBiasType) {
  std::vector<Choice> layouts;
  for (size_t i = 0; i < kLayoutNames.size(); ++i) {
    layouts.push_back({kLayoutNames[i], static_cast<int64_t>(i)});
  }
  std::vector<Argument> attributes{
      {.name = "prefix",
       .role = Role::kAttribute,
       .meaning = "of sparseMode 5 and 6: keys that each batch sees",
       .optional = true,
       .defaultValue = Integers64()},
      Real("scaleValue", "what products are multiplied by", 1),
      Real("keepProb", "the part that dropout keeps", 1),
      Integer("preTokens", "of sparseMode 4: keys before that are seen", 0),
      Integer("nextTokens", "of sparseMode 4: keys behind that are seen", 0),
      {.name = "headNum",
       .role = Role::kAttribute,
       .meaning = "heads of query",
       .derive = [](const Arguments& known) { return Value(Extent(known.ShapeOf("query"), 1)); },
       .derivation = "those of BNSD"},
      Mode("inputLayout", "order of batch B, heads N, sequence S and size D; H is N * D", std::move(layouts)),
      Mode("sparseMode", "which keys a query sees",
           {{"mask", 0},
            {"whole_mask", 1},
            {"left_up", 2},
            {"right_down", 3},
            {"band", 4},
            {"prefix_mask", 5},
            {"prefix", 6}})};
  if (hasBiasType) {
    attributes.push_back(Mode("pseType", "whether the bias is added before the scale",
                              {{"before_scale", 1}, {"behind_scale", 0}}));
  }
  return attributes;
}

Operator Forward(Phases phases, int version) {
  Operator row{.phases = std::move(phases),
               .summary = "attention in blocks, in memory that grows with the sequences",
               .formula = {"score = scaleValue * (query key^T + realShift)",
                           "attentionOut = (softmax(score) * kept / keepProb) value"},
               .arguments = QueryKeyValue(),
               .bitsOfProcessor = true,
               .draw = [](Choices& choices) { return Draw(choices, false); },
               .samples = Samples(false, version),
               .runExample =
                   "--query q.npy --key k.npy --value v.npy --scale-value 0.125 "
                   "--attention-out-out out.npy",
               .benchExample = "--query 2x12x512x64 --key 2x12x512x64 --value 2x12x512x64"};
  row.arguments.push_back(Optional(Tensor("realShift", "added to scores", "broadcasts to [B, N, Sq, Skv]")));
  row.arguments.push_back(DropMask());
  row.arguments.push_back(Unsupported("paddingMask"));
  row.arguments.push_back(AttenMask());
  if (version == 4) {
    for (const char* name : {"queryRope", "keyRope", "dScaleQ", "dScaleK", "dScaleV", "sink"}) {
      row.arguments.push_back(Unsupported(name));
    }
  }
  for (Argument& attribute : Attributes(version > 1)) {
    row.arguments.push_back(std::move(attribute));
  }
  row.arguments.push_back(Result(Rows("softmaxMaxOut", "largest score of each row")));
  row.arguments.push_back(Result(Rows("softmaxSumOut", "sum of exp(score - largest) of each row")));
  row.arguments.push_back(NoResult("softmaxOutOut"));
  row.arguments.push_back(
      Result(Tensor("attentionOutOut", "the result", "that of query, with heads of value's size", OutShape)));
  return MakeOperator(std::move(row));
}

Operator Backward(Phases phases, int version) {
  Operator row{.phases = std::move(phases),
               .summary = "gradients of attention in blocks",
               .formula = {"dq, dk, dv, dpse: derivatives of sum of dy * attentionOut"},
               .arguments = QueryKeyValue(),
               .bitsOfProcessor = true,
               .draw = [](Choices& choices) { return Draw(choices, true); },
               .samples = Samples(true, version),
               .runExample =
                   "--query q.npy --key k.npy --value v.npy --dy g.npy --softmax-max max.npy "
                   "--softmax-sum sum.npy --attention-in out.npy --scale-value 0.125 --dq dq.npy "
                   "--dk dk.npy --dv dv.npy",
               .benchExample =
                   "--query 2x12x512x64 --key 2x12x512x64 --value 2x12x512x64 --dy 2x12x512x64 "
                   "--softmax-max 2x12x512x8 --softmax-sum 2x12x512x8 --attention-in 2x12x512x64"};
  const auto add = [&](Argument argument) { row.arguments.push_back(std::move(argument)); };
  add(Tensor("dy", "gradient of the forward result", "that of attentionIn", OutShape));
  add(Optional(Tensor("pse", "added to scores", "broadcasts to [B, N, Sq, Skv]")));
  add(DropMask());
  add(Unsupported("paddingMask"));
  add(AttenMask());
  add(Rows("softmaxMax", "softmaxMaxOut of the forward operator"));
  Argument sum = Rows("softmaxSum", "softmaxSumOut of the forward operator");
  sum.holds = Meaning::kPositive;
  add(sum);
  Argument softmax = Unsupported("softmaxIn");
  softmax.meaning = "reserved: not looked at";
  add(softmax);
  add(Tensor("attentionIn", "the forward result", "that of query, with heads of value's size", OutShape));
  if (version == 4) {
    for (const char* name :
         {"sink", "queryRope", "keyRope", "dScaleQ", "dScaleK", "dScaleV", "dScaleDy", "dScaleO"}) {
      add(Unsupported(name));
    }
  }
  for (Argument& attribute : Attributes(version > 1)) {
    add(std::move(attribute));
  }
  add(Result(Tensor("dq", "gradient for query", "that of query", SameShapeAs("query"))));
  add(Result(Tensor("dk", "gradient for key", "that of key", SameShapeAs("key"))));
  add(Result(Tensor("dv", "gradient for value", "that of value", SameShapeAs("value"))));
  if (version == 4) {
    add(NoResult("dqRope"));
    add(NoResult("dkRope"));
  }
  add(Optional(
      Result(Tensor("dpse", "gradient for pse", "that of pse; without it [0]", [](const Arguments& known) {
        return known.Find("pse") == nullptr ? Shape{0} : known.ShapeOf("pse");
      }))));
  if (version == 4) {
    add(NoResult("dsink"));
  }
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Forward(TwoPhases<&Score, &aclnnFlashAttentionScore>("aclnnFlashAttentionScore"), 1),
      Forward(TwoPhases<&ScoreV2, &aclnnFlashAttentionScoreV2>("aclnnFlashAttentionScoreV2"), 2),
      Forward(TwoPhases<&ScoreV4, &aclnnFlashAttentionScoreV4>("aclnnFlashAttentionScoreV4"), 4),
      Backward(TwoPhases<&ScoreGrad, &aclnnFlashAttentionScoreGrad>("aclnnFlashAttentionScoreGrad"), 1),
      Backward(TwoPhases<&ScoreGradV2, &aclnnFlashAttentionScoreGradV2>("aclnnFlashAttentionScoreGradV2"), 2),
      Backward(TwoPhases<&ScoreGradV4, &aclnnFlashAttentionScoreGradV4>("aclnnFlashAttentionScoreGradV4"),
               4)};
}

}  // namespace openaclnn::catalogue::attention::flash_attention_score
