// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_moe_init_routing.h"
#include "aclnnop/aclnn_moe_init_routing_quant_v2.h"
#include "aclnnop/aclnn_moe_init_routing_v2.h"
#include "aclnnop/aclnn_moe_init_routing_v3.h"
#include "aclnnop/aclnn_moe_token_permute.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::experts::routing {
namespace {

constexpr int64_t kAnyExpert = 5;

int64_t Or(const Arguments& known, const char* name, int64_t other) {
  const auto found = known.attributes.find(name);
  return found == known.attributes.end() ? other : known.Integer(name);
}
int64_t Copies(const Arguments& known) {
  return Product(known.ShapeOf(known.Find("indices") != nullptr ? "indices" : "expertIdx"));
}
bool Drops(const Arguments& known) {
  return Or(known, "dropPadMode", 0) == 1;
}

Argument Number(std::string name, std::string meaning, int64_t value) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .defaultValue = value};
}

Argument Experts(std::string name, DTypes dtypes) {
  Argument experts = Tensor(std::move(name), "experts of tokens", "[n, k]", std::move(dtypes));
  experts.holds = Meaning::kIndices;
  experts.bound = [](const Arguments& known) {
    const int64_t count = Or(known, "expertNum", 0);
    return count == 0 ? kAnyExpert : count;
  };
  experts.dtype = Always(ACL_INT32);
  return experts;
}
/// Experts of which any number is one.
Argument AnyExperts(std::string name, DTypes dtypes) {
  Argument experts = Experts(std::move(name), std::move(dtypes));
  experts.mayStray = true;
  return experts;
}

Argument Rows(std::string name, DTypes dtypes, bool quantized) {
  const std::string x = name == "permuteTokensOut" ? "tokens" : "x";
  return OutputWith(
      Tensor(std::move(name), "copies, by experts", "[copies, hidden] or [experts, capacity, hidden]",
             std::move(dtypes)),
      [x](const Arguments& known) {
        const int64_t hidden = Extent(known.ShapeOf(x), 1);
        if (Drops(known)) {
          return Shape{known.Integer("expertNum"), known.Integer("expertCapacity"), hidden};
        }
        if (known.Find("rowIdx") != nullptr) {
          const int64_t tokens = std::min(known.Integer("activeNum"), Extent(known.ShapeOf("x"), 0));
          return Shape{tokens * Extent(known.ShapeOf("expertIdx"), 1), hidden};
        }
        const int64_t most = Or(known, "activeNum", Or(known, "numOutTokens", 0));
        return Shape{most > 0 ? std::min(most, Copies(known)) : Copies(known), hidden};
      },
      quantized ? DTypeRule{"INT8, or as x",
                            [](const Arguments& known) {
                              return Or(known, "quantMode", 0) < 0 ? known.DTypeOf("x") : ACL_INT8;
                            }}
                : SameAs(x));
}
Argument OfCopies(std::string name, std::string meaning) {
  return OutputWith(
      Tensor(std::move(name), std::move(meaning), "[n * k]", {ACL_INT32}),
      [](const Arguments& known) { return Shape{Copies(known)}; }, Always(ACL_INT32));
}
/// [experts], needed and written if a condition holds.
Argument OfExperts(std::string name, std::string meaning, aclDataType dtype, const CallRule& asked) {
  Argument counts = OutputWith(
      Tensor(std::move(name), std::move(meaning), "[experts]", {dtype}),
      [](const Arguments& known) {
        const int64_t experts = known.Integer("expertNum");
        return Or(known, "expertTokensNumType", 0) == 2 ? Shape{experts, 2} : Shape{experts};
      },
      Always(dtype));
  counts.optional = true;
  counts.needed = asked;
  counts.written = asked;
  return counts;
}
Argument RowScales(const CallRule& asked) {
  Argument scales = OutputWith(
      Tensor("expandedScaleOut", "scales of rows", "[rows]", {ACL_FLOAT}),
      [](const Arguments& known) {
        if (Drops(known)) {
          return Shape{known.Integer("expertNum") * known.Integer("expertCapacity")};
        }
        const int64_t most = Or(known, "activeNum", 0);
        return Shape{most > 0 ? std::min(most, Copies(known)) : Copies(known)};
      },
      Always(ACL_FLOAT));
  scales.optional = true;
  scales.needed = asked;
  scales.written = asked;
  return scales;
}
Argument Factors(std::string name, std::string meaning, const CallRule& needed) {
  Argument factors =
      Tensor(std::move(name), std::move(meaning), "[1], [n] or [experts, hidden]", {ACL_FLOAT});
  factors.optional = true;
  factors.needed = needed;
  return factors;
}

struct Version {
  bool third = false;
  bool quantizes = false;
};

Arguments Given(const Shape& shape, int64_t k, int64_t experts, int64_t capacity, const Version& version,
                int64_t quant, aclDataType dtype = ACL_DT_UNDEFINED) {
  Arguments all{.tensors = {{"x", {{shape, dtype}}}, {"expertIdx", {{{shape[0], k}, ACL_INT32}}}},
                .attributes = {{"activeNum", int64_t{0}},
                               {"expertNum", experts},
                               {"expertCapacity", capacity},
                               {"dropPadMode", capacity > 0 ? int64_t{1} : int64_t{0}}}};
  if (version.third) {
    all.attributes["expertTokensNumFlag"] = int64_t{1};
    all.attributes["expertTokensNumType"] = experts % 3;
  } else {
    all.attributes["expertTokensCountOrCumsumFlag"] = capacity > 0 ? int64_t{0} : experts % 3;
    all.attributes["expertTokensBeforeCapacityFlag"] = int64_t{1};
  }
  if (version.quantizes || version.third) {
    all.attributes["quantMode"] = quant;
    if (quant == 0) {
      all.tensors["scaleOptional"] = {{{1}, ACL_FLOAT}};
      all.tensors["offsetOptional"] = {{{1}, ACL_FLOAT}};
    } else if (k % 2 == 0) {
      all.tensors["scaleOptional"] = {{quant < 0 ? Shape{shape[0]} : Shape{experts, shape[1]}, ACL_FLOAT}};
    }
  }
  return all;
}

Operator Routing(Operator row, const Version& version) {
  const bool quantizes = version.quantizes;
  const int64_t plain = version.third ? -1 : 1;
  row.draw = [version, plain, quantizes](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const int64_t experts = 1 + static_cast<int64_t>(choices.Below(7));
    const int64_t capacity = choices.Chance(96) ? 1 + static_cast<int64_t>(choices.Below(4)) : 0;
    const Shape shape{choices.Extent(), choices.Extent()};
    const int64_t k = 1 + static_cast<int64_t>(choices.Below(3));
    const int64_t quant = quantizes || version.third ? static_cast<int64_t>(choices.Below(2)) : plain;
    return Given(shape, k, experts, capacity, version, version.third && choices.Chance(96) ? -1 : quant,
                 dtype);
  };
  row.samples = {
      {.name = "copies", .arguments = Given({130, 65}, 6, 31, 0, version, plain)},
      {.name = "capacity", .arguments = Given({57, 1030}, 3, 7, 9, version, plain)},
      {.name = "one_expert", .arguments = Given({33, 16}, 1, 1, 0, version, quantizes ? 0 : plain)}};
  row.formula = {"expandedXOut[expandedRowIdxOut[token * k + j]] = x[token]"};
  row.runExample =
      "--x x.npy --expert-idx e.npy --expert-num 8 --expandedx-out y.npy --expanded-row-idx-out r.npy";
  row.benchExample = "--x 4096x4096:float16 --expert-idx 4096x8:int32 --expert-num 256";
  return MakeOperator(std::move(row));
}

}  // namespace

std::vector<Operator> Rows() {
  const Argument x = Tensor("x", "tokens", "[n, hidden]", Floats());
  const Argument experts = Experts("expertIdx", {ACL_INT32, ACL_INT64});
  const Argument places = OfCopies("expandedRowIdxOut", "where copies are");
  Argument active = Number("activeNum", "rows of the result; 0: all", 0);
  Argument capacity = Number("expertCapacity", "rows of an expert, if copies are dropped", 0);
  Argument number = Number("expertNum", "experts", 8);
  const Argument mode =
      Mode("dropPadMode", "whether each expert has expertCapacity rows", {{"all", 0}, {"drop", 1}});
  const CallRule counted = [](const Arguments& known) {
    return Or(known, "expertTokensCountOrCumsumFlag", Or(known, "expertTokensNumFlag", 0)) != 0;
  };
  const CallRule before = [](const Arguments& known) {
    return Drops(known) && known.Integer("expertTokensBeforeCapacityFlag") != 0;
  };
  const CallRule scaled = [](const Arguments& known) {
    const int64_t quant = known.Integer("quantMode");
    return quant == 1 || (quant == -1 && known.Find("scaleOptional") != nullptr);
  };
  const CallRule isStatic = [](const Arguments& known) { return known.Integer("quantMode") == 0; };
  const Argument counts = OfExperts("expertTokensCountOrCumsumOut", "copies of experts", ACL_INT32, counted);
  const Argument countsBefore =
      OfExperts("expertTokensBeforeCapacityOut", "copies of experts, all of them", ACL_INT32, before);
  const Argument kind = Mode("expertTokensCountOrCumsumFlag", "what is written of the copies of experts",
                             {{"none", 0}, {"ends", 1}, {"counts", 2}});
  const Argument beforeFlag =
      Flag("expertTokensBeforeCapacityFlag", "whether all copies of experts are counted");
  const Argument scale = Factors("scaleOptional", "scale, or factors", isStatic);
  const Argument offset = Factors("offsetOptional", "offset", {});
  Argument rowIdx = OfCopies("rowIdx", "numbers of the copies");
  rowIdx.role = Role::kInput;
  rowIdx.shapeText = "[n, k]";
  rowIdx.shape = SameShapeAs("expertIdx");
  rowIdx.holds = Meaning::kIndices;
  rowIdx.bound = Copies;
  Argument activeTokens = Number("activeNum", "tokens whose number of copies is written", 64);
  activeTokens.lowest = 0;
  const auto first = [](int64_t n, int64_t hidden, int64_t k, int64_t most, aclDataType dtype) {
    return Arguments{.tensors = {{"x", {{{n, hidden}, dtype}}},
                                 {"rowIdx", {{{n, k}, ACL_INT32}}},
                                 {"expertIdx", {{{n, k}, ACL_INT32}}}},
                     .attributes = {{"activeNum", most}}};
  };
  const auto permuted = [](int64_t n, int64_t hidden, int64_t k, int64_t most, aclDataType dtype) {
    return Arguments{.tensors = {{"tokens", {{{n, hidden}, dtype}}}, {"indices", {{{n, k}, ACL_INT32}}}},
                     .attributes = {{"numOutTokens", most}}};
  };
  Argument range =
      IntegerList("activeExpertRangeOptional", "first expert and the one after the last; none: all", {});
  range.optional = true;
  // Numbers of copies that are drawn may repeat: what is then written to their places is not the whole.
  Argument firstPlaces = places;
  firstPlaces.mayRunOut = true;
  return {
      MakeOperator(
          {.phases =
               TwoPhases<&aclnnMoeInitRoutingGetWorkspaceSize, &aclnnMoeInitRouting>("aclnnMoeInitRouting"),
           .summary = "tokens copied into the order of their experts, with numbers of copies",
           .formula = {"expandedXOut[i] = x[c % n] with c = number of the i-th copy"},
           .arguments = {x, rowIdx, AnyExperts("expertIdx", {ACL_INT32}), activeTokens,
                         Rows("expandedXOut", Floats(), false), firstPlaces,
                         OfCopies("expandedExpertIdxOut", "sorted experts")},
           .draw =
               [first](Choices& choices) {
                 const aclDataType dtype = choices.DType(Floats());
                 const int64_t n = choices.Extent();
                 return first(n, choices.Extent(), 1 + static_cast<int64_t>(choices.Below(3)),
                              static_cast<int64_t>(choices.Below(9)), dtype);
               },
           .samples = {{.name = "copies", .arguments = first(130, 65, 6, 130, ACL_DT_UNDEFINED)},
                       {.name = "some", .arguments = first(57, 1030, 3, 20, ACL_DT_UNDEFINED)},
                       {.name = "one_copy", .arguments = first(33, 16, 1, 33, ACL_DT_UNDEFINED)}},
           .runExample = "--x x.npy --row-idx r.npy --expert-idx e.npy --active-num 64 --expandedx-out "
                         "y.npy --expanded-row-idx-out p.npy --expanded-expert-idx-out s.npy",
           .benchExample = "--x 4096x4096:float16 --row-idx 4096x8:int32 --expert-idx 4096x8:int32 "
                           "--active-num 4096"}),
      Routing(
          {.phases = TwoPhases<&aclnnMoeInitRoutingV2GetWorkspaceSize, &aclnnMoeInitRoutingV2>(
               "aclnnMoeInitRoutingV2"),
           .summary = "tokens copied into the order of their experts, or into rows that each of these has",
           .arguments = {x, experts, active, capacity, number, mode, kind, beforeFlag,
                         Rows("expandedXOut", Floats(), false), places, counts, countsBefore}},
          {}),
      Routing({.phases = TwoPhases<&aclnnMoeInitRoutingQuantV2GetWorkspaceSize, &aclnnMoeInitRoutingQuantV2>(
                   "aclnnMoeInitRoutingQuantV2"),
               .summary = "tokens quantized and copied into the order of their experts",
               .arguments = {x, experts, scale, offset, active, capacity, number, mode, kind, beforeFlag,
                             Mode("quantMode", "how rows are quantized", {{"dynamic", 1}, {"static", 0}}),
                             Rows("expandedXOut", {ACL_INT8}, true), places, counts, countsBefore,
                             RowScales(scaled)}},
              {.quantizes = true}),
      Routing(
          {.phases = TwoPhases<&aclnnMoeInitRoutingV3GetWorkspaceSize, &aclnnMoeInitRoutingV3>(
               "aclnnMoeInitRoutingV3"),
           .summary = "tokens copied into the order of some experts, quantized or not",
           .arguments = {x, experts, scale, offset, active, capacity, number, mode,
                         Mode("expertTokensNumType", "what is written of the copies of experts",
                              {{"ends", 0}, {"counts", 1}, {"pairs", 2}}),
                         Flag("expertTokensNumFlag", "whether that is written"),
                         Mode("quantMode", "how rows are quantized",
                              {{"none", -1}, {"static", 0}, {"dynamic", 1}}),
                         range, Mode("rowIdxType", "what expandedRowIdxOut is", {{"rows_of_copies", 0}}),
                         Rows("expandedXOut", {ACL_INT8, ACL_FLOAT, ACL_FLOAT16, ACL_BF16}, true), places,
                         OfExperts("expertTokensCountOrCumsumOut", "copies of experts", ACL_INT64, counted),
                         RowScales(scaled)}},
          {.third = true}),
      MakeOperator({.phases = TwoPhases<&aclnnMoeTokenPermuteGetWorkspaceSize, &aclnnMoeTokenPermute>(
                        "aclnnMoeTokenPermute"),
                    .summary = "tokens copied into the order of their experts, for MoeTokenUnpermute",
                    .formula = {"permuteTokensOut[sortedIndicesOut[token * k + j]] = tokens[token]"},
                    .arguments = {Tensor("tokens", "tokens", "[n, hidden]", Floats()),
                                  AnyExperts("indices", {ACL_INT32, ACL_INT64}),
                                  Number("numOutTokens", "rows of the result; 0: all", 0),
                                  Flag("paddedMode", "reserved"), Rows("permuteTokensOut", Floats(), false),
                                  OfCopies("sortedIndicesOut", "where copies are")},
                    .draw =
                        [permuted](Choices& choices) {
                          const aclDataType dtype = choices.DType(Floats());
                          const int64_t n = choices.Extent();
                          return permuted(n, choices.Extent(), 1 + static_cast<int64_t>(choices.Below(3)),
                                          static_cast<int64_t>(choices.Below(9)), dtype);
                        },
                    .samples = {{.name = "copies", .arguments = permuted(130, 65, 6, 0, ACL_DT_UNDEFINED)},
                                {.name = "some", .arguments = permuted(57, 1030, 3, 100, ACL_DT_UNDEFINED)},
                                {.name = "one_copy", .arguments = permuted(33, 16, 1, 0, ACL_DT_UNDEFINED)}},
                    .runExample =
                        "--tokens x.npy --indices e.npy --permute-tokens-out y.npy --sorted-indices-out "
                        "s.npy",
                    .benchExample = "--tokens 4096x4096:float16 --indices 4096x8:int32"}),
  };
}

}  // namespace openaclnn::catalogue::experts::routing
