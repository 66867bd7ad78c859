// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_rope_with_sin_cos_cache.h"
#include "aclnnop/aclnn_rope_with_sin_cos_cache_v2.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::rotary::sin_cos_cache {
namespace {

Argument Heads(std::string name, std::string meaning) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[T, heads * headSize]", Floats());
  argument.dtype = SameAs("queryIn");
  return argument;
}

Argument Result(std::string name, const std::string& as) {
  return OutputWith(Tensor(std::move(name), as + " with each head rotated", "that of " + as, Floats()),
                    SameShapeAs(as), SameAs("queryIn"));
}

Arguments Given(int64_t tokens, int64_t queryHeads, int64_t keyHeads, int64_t headSize, const Shape& cache,
                const std::vector<int64_t>& sections, aclDataType dtype = ACL_DT_UNDEFINED,
                aclDataType indices = ACL_INT64) {
  const bool plain = sections == std::vector<int64_t>(sections.size(), 0);
  const Shape positions = plain ? Shape{tokens} : Shape{static_cast<int64_t>(sections.size()), tokens};
  return {.tensors = {{"positions", {{positions, indices}}},
                      {"queryIn", {{{tokens, queryHeads * headSize}, dtype}}},
                      {"keyIn", {{{tokens, keyHeads * headSize}, dtype}}},
                      {"cosSinCache", {{cache, dtype}}}},
          .attributes = {{"mropeSection", sections}, {"headSize", headSize}, {"isNeoxStyle", int64_t{1}}}};
}

Operator Rope(Phases phases, std::string summary, bool hasCacheMode) {
  Argument positions =
      Tensor("positions", "positions of tokens", "[T], or [sections, T]", {ACL_INT64, ACL_INT32});
  positions.holds = Meaning::kIndices;
  positions.bound = [](const Arguments& known) { return Extent(known.ShapeOf("cosSinCache"), 0); };
  positions.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("queryIn"), 0)}; };
  positions.dtype = Always(ACL_INT64);
  Argument cache = Tensor("cosSinCache", "cosines, then sines, of each position", "[P, R]", Floats());
  cache.dtype = SameAs("queryIn");
  cache.holds = Meaning::kCoordinates;
  Argument query = Heads("queryIn", "queries");
  query.dtype = {};
  Argument counts = IntegerList("mropeSection", "pairs that go by each row of positions", {0, 0, 0});
  counts.optional = true;
  Argument size{.name = "headSize",
                .role = Role::kAttribute,
                .meaning = "elements of a head",
                .defaultValue = int64_t{64}};
  std::vector<Argument> arguments{positions,
                                  query,
                                  Heads("keyIn", "keys"),
                                  cache,
                                  counts,
                                  size,
                                  Flag("isNeoxStyle", "elements i and i + R / 2 make a pair")};
  if (hasCacheMode) {
    arguments.push_back(
        Mode("cacheMode", "how sections lie in a row", {{"one_by_one", 0}, {"alternating", 1}}));
  }
  arguments.push_back(Result("queryOut", "queryIn"));
  arguments.push_back(Result("keyOut", "keyIn"));
  Operator op{
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"each pair of a head rotated by the angle that the cache has for the token's position"},
      .arguments = std::move(arguments),
      .lead = "queryIn",
      .draw =
          [hasCacheMode](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const int64_t half = std::min<int64_t>(choices.Extent(false), 512);
            const int64_t headSize = 2 * half + choices.Extent();
            std::vector<int64_t> sections(3, 0);
            const bool sectioned = choices.Chance(96);
            const bool alternating = hasCacheMode && choices.Chance(96);
            if (sectioned) {
              sections[2] = alternating ? half / 3 : half / 4;
              sections[1] = alternating ? half / 3 : half / 2;
              sections[0] = half - sections[1] - sections[2];
            }
            Arguments drawn = Given(choices.Extent(), choices.Extent(false), choices.Extent(false), headSize,
                                    {choices.Extent(false), 2 * half}, sections, dtype,
                                    choices.Chance(64) ? ACL_INT32 : ACL_INT64);
            drawn.attributes["isNeoxStyle"] = static_cast<int64_t>(choices.Below(2));
            if (hasCacheMode) {
              drawn.attributes["cacheMode"] = static_cast<int64_t>(alternating);
            }
            return drawn;
          },
      .samples = {{.name = "heads", .arguments = Given(130, 9, 3, 64, {50, 64}, {0, 0, 0})},
                  {.name = "part_of_heads", .arguments = Given(57, 5, 5, 100, {70, 36}, {0, 0, 0})},
                  {.name = "sections", .arguments = Given(41, 3, 1, 128, {64, 128}, {24, 20, 20})}},
      .runExample =
          "--positions p.npy --query-in q.npy --key-in k.npy --cos-sin-cache c.npy --head-size 64 "
          "--query-out q2.npy --key-out k2.npy",
      .benchExample =
          "--positions 4096 --query-in 4096x2048 --key-in 4096x512 --cos-sin-cache 8192x64 "
          "--head-size 64",
  };
  if (hasCacheMode) {
    op.samples.push_back({.name = "alternating", .arguments = op.samples.back().arguments});
    op.samples.back().arguments.attributes["cacheMode"] = int64_t{1};
  }
  return MakeOperator(std::move(op));
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Rope(TwoPhases<&aclnnRopeWithSinCosCacheGetWorkspaceSize, &aclnnRopeWithSinCosCache>(
               "aclnnRopeWithSinCosCache"),
           "rotary position embedding by a cache of angles", false),
      Rope(TwoPhases<&aclnnRopeWithSinCosCacheV2GetWorkspaceSize, &aclnnRopeWithSinCosCacheV2>(
               "aclnnRopeWithSinCosCacheV2"),
           "rotary position embedding by a cache of angles, whose sections may alternate", true),
  };
}

}  // namespace openaclnn::catalogue::rotary::sin_cos_cache
