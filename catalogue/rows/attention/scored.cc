// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/attention/scored.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace openaclnn::catalogue::attention::scored {
namespace {

enum Layout : int64_t { kBnsd, kBsh, kSbh, kBsnd };
constexpr std::array<const char*, 4> kLayoutNames{"BNSD", "BSH", "SBH", "BSND"};

// What a call is about.
struct Geometry : HeadSizes {
  bool masked = false;
  bool biased = false;
  bool drops = false;
  int64_t ropeSize = 0;
  bool ragged = false;  // batches are sequences, of which queries and keys are those of the longest one

  [[nodiscard]] Shape Heads(int64_t number, int64_t rows, int64_t elements) const {
    if (ragged) {
      return {EndsOf(rows).back(), number, elements};
    }
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

  // Sequences of several lengths, and where they end.
  [[nodiscard]] Integers64 LengthsOf(int64_t longest) const {
    Integers64 lengths;
    for (int64_t b = 0; b < std::clamp(batches, int64_t{1}, kMostSequences); ++b) {
      lengths.push_back(longest - longest / 4 * (b % 3));
    }
    return lengths;
  }
  [[nodiscard]] Integers64 EndsOf(int64_t longest) const {
    Integers64 ends = LengthsOf(longest);
    for (size_t b = 1; b < ends.size(); ++b) {
      ends[b] = ends[b] > INT64_MAX - ends[b - 1] ? INT64_MAX : ends[b] + ends[b - 1];
    }
    return ends;
  }
  // Bytes that have a bit for each score.
  [[nodiscard]] int64_t BytesOfScores() const {
    if (!ragged) {
      return Product({batches, heads, queries, keys}) / 8 + 1;
    }
    const Integers64 rows = LengthsOf(queries);
    const Integers64 columns = LengthsOf(keys);
    int64_t bytes = 1;
    for (size_t b = 0; b < rows.size(); ++b) {
      const int64_t own = Product({heads, rows[b], columns[b]}) / 8 + 1;
      bytes = own > INT64_MAX - bytes ? INT64_MAX : bytes + own;
    }
    return bytes;
  }
};

// What the shapes of a call say: whatever they are.
bool IsRagged(const Arguments& known) {
  return known.attributes.contains("actualSeqQLen");
}

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
  if (IsRagged(known)) {
    return {Extent(known.ShapeOf("query"), 0), Extent(known.ShapeOf("query"), 1),
            Extent(known.ShapeOf("value"), 2)};
  }
  const Geometry geometry = GeometryOf(known);
  return geometry.Heads(geometry.heads, geometry.queries, geometry.valueSize);
}
// Heads are outside, unless an attribute says otherwise.
bool IsRowsFirst(const Arguments& known) {
  const auto is = [&](const char* name) {
    return known.attributes.contains(name) && known.Integer(name) == 1;
  };
  return is("softmaxOutLayout") || is("softmaxInLayout");
}

Shape RowShape(const Arguments& known) {
  if (IsRagged(known)) {
    const int64_t rows = Extent(known.ShapeOf("query"), 0);
    const int64_t heads = Extent(known.ShapeOf("query"), 1);
    return IsRowsFirst(known) ? Shape{rows, heads, 8} : Shape{heads, rows, 8};
  }
  const Geometry geometry = GeometryOf(known);
  return {geometry.batches, geometry.heads, geometry.queries, 8};
}

Arguments MakeArguments(const Geometry& geometry, bool gradient) {
  Arguments arguments;
  const Shape scores{geometry.batches, geometry.heads, geometry.queries, geometry.keys};
  arguments.tensors = {{"query", {{geometry.Heads(geometry.heads, geometry.queries, geometry.size)}}},
                       {"key", {{geometry.Heads(geometry.keyHeads, geometry.keys, geometry.size)}}},
                       {"value", {{geometry.Heads(geometry.keyHeads, geometry.keys, geometry.valueSize)}}}};
  if (geometry.ropeSize > 0) {
    arguments.tensors["queryRope"] = {{geometry.Heads(geometry.heads, geometry.queries, geometry.ropeSize)}};
    arguments.tensors["keyRope"] = {{geometry.Heads(geometry.keyHeads, geometry.keys, geometry.ropeSize)}};
  }
  if (geometry.biased) {
    arguments.tensors[gradient ? "pse" : "realShift"] = {{scores}};
  }
  if (geometry.drops) {
    arguments.tensors["dropMask"] = {{{geometry.BytesOfScores()}, ACL_UINT8}};
  }
  const bool byNumber = geometry.sparseMode >= 2 && geometry.sparseMode != 5;
  if (byNumber) {
    arguments.tensors["attenMask"] = {{{geometry.sparseMode == 6 ? 3072 : 2048, 2048}, ACL_BOOL}};
  } else if (geometry.masked) {
    arguments.tensors["attenMask"] = {{{geometry.queries, geometry.keys}, ACL_BOOL}};
  }
  arguments.attributes = {
      {"headNum", geometry.heads}, {"scaleValue", 0.125},      {"keepProb", geometry.drops ? 0.5 : 1.0},
      {"preTokens", int64_t{20}},  {"nextTokens", int64_t{3}}, {"sparseMode", geometry.sparseMode}};
  if (geometry.ragged) {
    arguments.attributes["actualSeqQLen"] = geometry.EndsOf(geometry.queries);
    arguments.attributes["actualSeqKvLen"] = geometry.EndsOf(geometry.keys);
  } else {
    arguments.attributes["inputLayout"] = geometry.layout;
  }
  if (geometry.sparseMode == 5 || geometry.sparseMode == 6) {
    const int64_t batches = std::clamp(geometry.batches, int64_t{0}, kMostSequences);
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

Arguments Draw(Choices& choices, bool gradient, const Kind& kind) {
  Geometry geometry;
  const bool ragged = kind.ragged;
  const aclDataType dtype = choices.DType(Floats());
  geometry.ragged = ragged;
  geometry.layout = static_cast<int64_t>(choices.Below(kLayoutNames.size()));
  DrawHeads(choices, geometry);
  geometry.batches = ragged ? 1 + static_cast<int64_t>(choices.Below(4)) : choices.Extent();
  DrawRows(choices, false, geometry);
  geometry.masked = choices.Chance(96);
  geometry.biased = choices.Chance(64);
  geometry.drops = choices.Chance(64);
  geometry.ropeSize = kind.HasRopes() && choices.Chance(192) ? 1 + static_cast<int64_t>(choices.Below(9)) : 0;
  if (choices.Chance(16)) {  // seldom: such masks are large
    geometry.sparseMode = 2 + static_cast<int64_t>(choices.Below(5));
    geometry.sparseMode += ragged && geometry.sparseMode == 5 ? 1 : 0;
    geometry.masked = true;
  }
  return OfType(MakeArguments(geometry, gradient), dtype);
}

std::vector<Sample> Samples(bool gradient, const Kind& kind) {
  const int version = kind.version;
  std::vector<std::pair<std::string, Geometry>> geometries{
      {"heads_of_a_layer", {2, 6, 6, 200, 200, 64, 64, kBsh}},
      {"one_query", {2, 8, 2, 1, 700, 64, 64, kBnsd}},
      {"shared_keys", {2, 4, 2, 130, 301, 40, 24, kBsnd}},
      {"few_long_heads", {1, 1, 1, 300, 1100, 32, 32, kSbh}},
      {"large_heads", {1, 2, 2, 50, 60, 300, 300, kBnsd}},
      {"causal", {1, 2, 2, 310, 310, 32, 32, kBnsd, 2}},
      {"masked", {2, 3, 3, 140, 270, 32, 32, kBnsd, 1, true}},
      {"biased_with_dropout", {2, 2, 2, 133, 140, 32, 32, kBnsd, 0, true, true, true}},
  };
  for (auto& [name, geometry] : geometries) {
    geometry.ragged = kind.ragged;
    geometry.ropeSize = kind.HasRopes() ? geometry.size / 2 : 0;
  }
  std::vector<Sample> samples;
  for (const auto& [name, geometry] : geometries) {
    if (name == "causal" && version > 1) {
      continue;  // its mask is large
    }
    samples.push_back({.name = name, .arguments = MakeArguments(geometry, gradient)});
  }
  if (version == 4 && !kind.ragged) {
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
  Argument argument = Floating(std::move(name), std::move(meaning), std::move(shapeText));
  argument.shape = std::move(shape);
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
Argument Rows(std::string name, std::string meaning, const Kind& kind) {
  Argument argument =
      Tensor(std::move(name), std::move(meaning), kind.ragged ? "[N, T, 8]" : "[B, N, Sq, 8]", RowShape);
  argument.dtypes = {ACL_FLOAT};
  argument.dtype = Always(ACL_FLOAT);
  return argument;
}

std::vector<Argument> QueryKeyValue(const Kind& kind) {
  std::vector<Argument> arguments{
      Tensor("query", "queries", kind.ragged ? "[T, N, D]" : "as inputLayout says"),
      Tensor("key", "keys",
             kind.ragged ? "[Tkv, N, D]; perhaps fewer heads" : "as inputLayout says; perhaps fewer heads",
             SameShapeAs("query")),
      Tensor("value", "values", "that of key, with heads of any size", SameShapeAs("key"))};
  if (kind.HasRopes()) {
    arguments.insert(arguments.begin() + 2,
                     Optional(Tensor("keyRope", "rotary part of keys", "[Tkv, N, Dr], as key")));
    arguments.insert(arguments.begin() + 1,
                     Optional(Tensor("queryRope", "rotary part of queries", "[T, N, Dr]")));
  }
  return arguments;
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

// Where each sequence ends; by default all rows are one.
Argument EndsOf(std::string name, const char* tensor, std::string meaning) {
  return {
      .name = std::move(name),
      .role = Role::kAttribute,
      .meaning = std::move(meaning),
      .derive =
          [tensor](const Arguments& known) { return Value(Integers64{Extent(known.ShapeOf(tensor), 0)}); },
      .derivation = std::string("the rows of ") + tensor};
}

std::vector<Argument> Attributes(const Kind& kind) {
  std::vector<Argument> attributes{{.name = "prefix",
                                    .role = Role::kAttribute,
                                    .meaning = "of sparseMode 5 and 6: keys that each batch sees",
                                    .optional = true,
                                    .defaultValue = Integers64()}};
  if (kind.ragged) {
    attributes.push_back(EndsOf("actualSeqQLen", "query", "where the queries of each sequence end"));
    attributes.push_back(EndsOf("actualSeqKvLen", "key", "where the keys of each sequence end"));
  }
  attributes.push_back(Real("scaleValue", "what products are multiplied by", 1));
  attributes.push_back(Real("keepProb", "the part that dropout keeps", 1));
  attributes.push_back(Integer("preTokens", "of sparseMode 4: keys before that are seen", 0));
  attributes.push_back(Integer("nextTokens", "of sparseMode 4: keys behind that are seen", 0));
  attributes.push_back(HeadCount("headNum", kind.ragged ? "those of query" : "those of BNSD"));
  if (!kind.ragged) {
    attributes.push_back(Mode("inputLayout", "order of batch B, heads N, sequence S and size D; H is N * D",
                              LayoutChoices(kLayoutNames)));
  }
  std::vector<Choice> modes{{"mask", 0}, {"whole_mask", 1}, {"left_up", 2}, {"right_down", 3}, {"band", 4}};
  if (!kind.ragged) {
    modes.push_back({"prefix_mask", 5});
  }
  modes.push_back({"prefix", 6});
  attributes.push_back(Mode("sparseMode", "which keys a query sees", std::move(modes)));
  if (kind.HasBiasType()) {
    attributes.push_back(Mode("pseType", "whether the bias is added before the scale",
                              {{"before_scale", 1}, {"behind_scale", 0}}));
  }
  return attributes;
}

Argument SoftmaxLayout(std::string name) {
  return Mode(std::move(name), "the order of softmaxMaxOut and softmaxSumOut",
              {{"heads_first", 0}, {"same_as_input", 1}});
}

}  // namespace

Operator ForwardRow(Phases phases, const Kind& kind) {
  const bool hasAll = kind.version == 4 && !kind.ragged;
  Operator row{.phases = std::move(phases),
               .summary = kind.ragged ? "attention of sequences whose rows follow each other in one tensor"
                                      : "attention in blocks, in memory that grows with the sequences",
               .formula = {"score = scaleValue * (query key^T + realShift)",
                           "attentionOut = (softmax(score) * kept / keepProb) value"},
               .arguments = QueryKeyValue(kind),
               .bitsOfProcessor = true,
               .draw = [kind](Choices& choices) { return Draw(choices, false, kind); },
               .samples = Samples(false, kind),
               .runExample =
                   "--query q.npy --key k.npy --value v.npy --scale-value 0.125 "
                   "--attention-out-out out.npy",
               .benchExample = kind.ragged ? "--query 1024x12x64 --key 1024x12x64 --value 1024x12x64"
                                           : "--query 2x12x512x64 --key 2x12x512x64 --value 2x12x512x64"};
  row.arguments.push_back(Optional(Tensor("realShift", "added to scores", "broadcasts to [B, N, Sq, Skv]")));
  row.arguments.push_back(DropMask());
  row.arguments.push_back(Unsupported("paddingMask"));
  row.arguments.push_back(AttenMask());
  if (hasAll) {
    for (const char* name : {"queryRope", "keyRope", "dScaleQ", "dScaleK", "dScaleV", "sink"}) {
      row.arguments.push_back(Unsupported(name));
    }
  }
  for (Argument& attribute : Attributes(kind)) {
    row.arguments.push_back(std::move(attribute));
  }
  if (kind.ragged && kind.version == 4) {
    row.arguments.push_back(SoftmaxLayout("softmaxOutLayout"));
  }
  row.arguments.push_back(Result(Rows("softmaxMaxOut", "largest score of each row", kind)));
  row.arguments.push_back(Result(Rows("softmaxSumOut", "sum of exp(score - largest) of each row", kind)));
  row.arguments.push_back(NoResult("softmaxOutOut"));
  row.arguments.push_back(
      Result(Tensor("attentionOutOut", "the result", "that of query, with heads of value's size", OutShape)));
  return MakeOperator(std::move(row));
}

Operator BackwardRow(Phases phases, const Kind& kind) {
  const bool hasAll = kind.version == 4 && !kind.ragged;
  Operator row{
      .phases = std::move(phases),
      .summary = kind.ragged ? "gradients of attention of sequences in one tensor"
                             : "gradients of attention in blocks",
      .formula = {"dq, dk, dv, dpse: derivatives of sum of dy * attentionOut"},
      .arguments = QueryKeyValue(kind),
      .bitsOfProcessor = true,
      .draw = [kind](Choices& choices) { return Draw(choices, true, kind); },
      .samples = Samples(true, kind),
      .runExample =
          "--query q.npy --key k.npy --value v.npy --dy g.npy --softmax-max max.npy "
          "--softmax-sum sum.npy --attention-in out.npy --scale-value 0.125 --dq dq.npy "
          "--dk dk.npy --dv dv.npy",
      .benchExample = kind.ragged
                          ? "--query 1024x12x64 --key 1024x12x64 --value 1024x12x64 --dy 1024x12x64 "
                            "--softmax-max 12x1024x8 --softmax-sum 12x1024x8 --attention-in 1024x12x64"
                          : "--query 2x12x512x64 --key 2x12x512x64 --value 2x12x512x64 --dy 2x12x512x64 "
                            "--softmax-max 2x12x512x8 --softmax-sum 2x12x512x8 --attention-in 2x12x512x64"};
  const auto add = [&](Argument argument) { row.arguments.push_back(std::move(argument)); };
  add(Tensor("dy", "gradient of the forward result", "that of attentionIn", OutShape));
  add(Optional(Tensor("pse", "added to scores", "broadcasts to [B, N, Sq, Skv]")));
  add(DropMask());
  add(Unsupported("paddingMask"));
  add(AttenMask());
  add(Rows("softmaxMax", "softmaxMaxOut of the forward operator", kind));
  Argument sum = Rows("softmaxSum", "softmaxSumOut of the forward operator", kind);
  sum.holds = Meaning::kPositive;
  add(sum);
  Argument softmax = Unsupported("softmaxIn");
  softmax.meaning = "reserved: not looked at";
  add(softmax);
  add(Tensor("attentionIn", "the forward result", "that of query, with heads of value's size", OutShape));
  if (hasAll) {
    for (const char* name :
         {"sink", "queryRope", "keyRope", "dScaleQ", "dScaleK", "dScaleV", "dScaleDy", "dScaleO"}) {
      add(Unsupported(name));
    }
  }
  for (Argument& attribute : Attributes(kind)) {
    add(std::move(attribute));
  }
  const auto addRope = [&](const char* name, const char* rope) {
    if (kind.HasRopes()) {
      Argument argument =
          Optional(Result(Tensor(name, std::string("gradient for ") + rope, std::string("that of ") + rope,
                                 [rope](const Arguments& known) {
                                   return known.Find(rope) == nullptr ? Shape{0} : known.ShapeOf(rope);
                                 })));
      argument.needed =
          argument.written = [rope](const Arguments& known) { return known.Find(rope) != nullptr; };
      add(std::move(argument));
    }
  };
  add(Result(Tensor("dq", "gradient for query", "that of query", SameShapeAs("query"))));
  addRope("dqRope", "queryRope");
  add(Result(Tensor("dk", "gradient for key", "that of key", SameShapeAs("key"))));
  addRope("dkRope", "keyRope");
  add(Result(Tensor("dv", "gradient for value", "that of value", SameShapeAs("value"))));
  if (hasAll) {
    add(NoResult("dqRope"));
    add(NoResult("dkRope"));
  }
  add(Optional(
      Result(Tensor("dpse", "gradient for pse", "that of pse; without it [0]", [](const Arguments& known) {
        return known.Find("pse") == nullptr ? Shape{0} : known.ShapeOf("pse");
      }))));
  if (hasAll) {
    add(NoResult("dsink"));
  }
  if (kind.ragged && kind.version == 4) {
    add(SoftmaxLayout("softmaxInLayout"));
  }
  return MakeOperator(std::move(row));
}

std::string LayoutText(int64_t layout) {
  return LayoutName(kLayoutNames, layout);
}

}  // namespace openaclnn::catalogue::attention::scored
