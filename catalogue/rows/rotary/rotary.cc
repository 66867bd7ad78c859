// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_apply_rotary_pos_emb.h"
#include "aclnnop/aclnn_apply_rotary_pos_emb_v2.h"
#include "aclnnop/aclnn_interleave_rope.h"
#include "aclnnop/aclnn_rotary_position_embedding.h"
#include "catalogue/rows/rotary/angles.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::rotary::rotary {
namespace {

constexpr std::array<const char*, 3> kModeNames{"half", "interleave", "quarter"};

/// The prototype with a number for the mode; another one gives a name that no mode has.
aclnnStatus ApplyV2(aclTensor* queryRef, aclTensor* keyRef, const aclTensor* cos, const aclTensor* sin,
                    int64_t layout, int64_t rotaryMode, uint64_t* workspaceSize, aclOpExecutor** executor) {
  const auto index = static_cast<size_t>(rotaryMode);
  std::string mode = index < kModeNames.size() ? kModeNames[index] : std::to_string(rotaryMode);
  return aclnnApplyRotaryPosEmbV2GetWorkspaceSize(queryRef, keyRef, cos, sin, layout, mode.data(),
                                                  workspaceSize, executor);
}

Argument Result(const std::string& as) {
  return OutputWith(Tensor("out", "the rotated rows", "that of " + as, Floats()), SameShapeAs(as),
                    SameAs(as));
}

Sample RotationSample(std::string name, const Shape& shape, const Shape& angles) {
  return {.name = std::move(name),
          .arguments = {.tensors = {{"x", {{shape}}}, {"cos", {{angles}}}, {"sin", {{angles}}}}}};
}

/// A row that has its phases, summary, formula and arguments.
Operator Rotation(Operator row) {
  const bool hasMode = row.arguments.size() == 5;
  row.draw = [hasMode](Choices& choices) {
    const aclDataType dtype = choices.DType(Floats());
    const Shape shape = DrawRotated(choices);
    const Shape angles = DrawAngles(choices, shape);
    Arguments drawn{
        .tensors = {{"x", {{shape, dtype}}}, {"cos", {{angles, dtype}}}, {"sin", {{angles, dtype}}}}};
    if (hasMode) {
      drawn.attributes["mode"] = static_cast<int64_t>(choices.Below(4));
    }
    return drawn;
  };
  row.samples = {RotationSample("heads", {2, 130, 9, 64}, {1, 130, 1, 64}),
                 RotationSample("long_rows", {3, 5, 1024}, {3, 1, 1024}),
                 RotationSample("odd_tiles", {7, 11, 5, 36}, {7, 11, 5, 36})};
  row.runExample = "--x x.npy --cos cos.npy --sin sin.npy -o y.npy";
  row.benchExample = "--x 1x4096x32x128 --cos 1x4096x1x128 --sin 1x4096x1x128";
  return MakeOperator(std::move(row));
}

Argument Applied(std::string name, std::string meaning) {
  Argument argument = InPlace(std::move(name), Floats());
  argument.meaning = std::move(meaning);
  argument.shapeText = "[B, S, N, D], [S, B, N, D], [B, N, S, D] or [T, N, D]";
  return argument;
}

Argument TensorLayout() {
  return Mode("layout", "what the dims are", {{"BSND", 1}, {"SBND", 2}, {"BNSD", 3}, {"TND", 4}});
}

Operator Application(Phases phases, std::string summary, std::vector<Argument> more) {
  Argument key = Applied("keyRef", "keys");
  key.shape = SameShapeAs("queryRef");
  key.dtype = SameAs("queryRef");
  std::vector<Argument> arguments{Applied("queryRef", "queries"), key, Angles("cos", "cosines", "queryRef"),
                                  Angles("sin", "sines", "queryRef"), TensorLayout()};
  const bool hasMode = !more.empty();
  arguments.insert(arguments.end(), more.begin(), more.end());
  return MakeOperator({
      .phases = std::move(phases),
      .summary = std::move(summary),
      .formula = {"queryRef and keyRef rotated by cos and sin"},
      .arguments = std::move(arguments),
      .draw =
          [hasMode](Choices& choices) {
            const aclDataType dtype = choices.DType(Floats());
            const Shape query = DrawRotated(choices);
            Shape angles = DrawAngles(choices, query);
            Shape keys = query;
            const size_t heads = query.size() - 2;
            if (angles[heads] == 1) {
              keys[heads] = choices.Extent();
            }
            Arguments drawn{.tensors = {{"queryRef", {{query, dtype}}},
                                        {"keyRef", {{keys, dtype}}},
                                        {"cos", {{angles, dtype}}},
                                        {"sin", {{angles, dtype}}}}};
            drawn.attributes["layout"] =
                query.size() == 3 ? int64_t{4} : static_cast<int64_t>(choices.Below(4)) + 1;
            if (hasMode) {
              drawn.attributes["rotaryMode"] = static_cast<int64_t>(choices.Below(3));
            }
            return drawn;
          },
      .samples = {{.name = "heads",
                   .arguments = {.tensors = {{"queryRef", {{{2, 130, 9, 64}}}},
                                             {"keyRef", {{{2, 130, 3, 64}}}},
                                             {"cos", {{{1, 130, 1, 64}}}},
                                             {"sin", {{{1, 130, 1, 64}}}}}}},
                  {.name = "head_by_head",
                   .arguments = {.tensors = {{"queryRef", {{{33, 7, 36}}}},
                                             {"keyRef", {{{33, 7, 36}}}},
                                             {"cos", {{{33, 7, 36}}}},
                                             {"sin", {{{33, 7, 36}}}}},
                                 .attributes = {{"layout", int64_t{4}}}}},
                  {.name = "long_rows",
                   .arguments = {.tensors = {{"queryRef", {{{2, 1, 3, 1024}}}},
                                             {"keyRef", {{{2, 1, 2, 1024}}}},
                                             {"cos", {{{2, 1, 1, 1024}}}},
                                             {"sin", {{{2, 1, 1, 1024}}}}}}}},
      .runExample = "--query-ref q.npy --key-ref k.npy --cos cos.npy --sin sin.npy --query-ref-result q2.npy "
                    "--key-ref-result k2.npy",
      .benchExample =
          "--query-ref 1x4096x32x128 --key-ref 1x4096x8x128 --cos 1x4096x1x128 --sin 1x4096x1x128",
  });
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      Rotation(
          {.phases = TwoPhases<&aclnnRotaryPositionEmbeddingGetWorkspaceSize, &aclnnRotaryPositionEmbedding>(
               "aclnnRotaryPositionEmbedding"),
           .summary = "rotary position embedding",
           .formula = {"out = x * cos + rotated(x) * sin"},
           .arguments = {Rotated("x", "rows of pairs"), Angles("cos", "cosines", "x"),
                         Angles("sin", "sines", "x"), RotaryModes(), Result("x")}}),
      Rotation({.phases = TwoPhases<&aclnnInterleaveRopeGetWorkspaceSize, &aclnnInterleaveRope>(
                    "aclnnInterleaveRope"),
                .summary = "rotary position embedding of pairs of neighbours",
                .formula = {"out = [even, odd] * cos + [-odd, even] * sin, with the even and the odd "
                            "elements of each row"},
                .arguments = {Rotated("x", "rows of pairs"), Angles("cos", "cosines", "x"),
                              Angles("sin", "sines", "x"), Result("x")}}),
      Application(TwoPhases<&aclnnApplyRotaryPosEmbGetWorkspaceSize, &aclnnApplyRotaryPosEmb>(
                      "aclnnApplyRotaryPosEmb"),
                  "rotary position embedding of queries and keys, in place", {}),
      Application(TwoPhases<&ApplyV2, &aclnnApplyRotaryPosEmbV2>("aclnnApplyRotaryPosEmbV2"),
                  "rotary position embedding of queries and keys, in place, in any mode",
                  {Mode("rotaryMode", "which elements of a row make a pair",
                        {{"half", 0}, {"interleave", 1}, {"quarter", 2}})}),
  };
}

}  // namespace openaclnn::catalogue::rotary::rotary
