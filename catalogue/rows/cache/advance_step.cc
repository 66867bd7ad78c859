// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_advance_step.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::cache::advance_step {
namespace {

Argument OfSequences(std::string name, std::string meaning) {
  Argument argument = InPlace(std::move(name), {ACL_INT64});
  argument.meaning = std::move(meaning);
  argument.shapeText = "[numSeqs]";
  argument.holds = Meaning::kIndices;
  argument.bound = [](const Arguments& known) {
    // Lengths whose next token is in the table; of other tensors any number will do.
    return std::max<int64_t>(known.Integer("blockSize") * Extent(known.ShapeOf("blockTables"), 1), 1);
  };
  argument.mayStray = true;
  argument.shape = [](const Arguments& known) { return Shape{Extent(known.ShapeOf("blockTables"), 0)}; };
  argument.dtype = Always(ACL_INT64);
  return argument;
}

Argument Numbers(std::string name, std::string meaning, std::string shapeText, ShapeRule shape) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), {ACL_INT64});
  argument.holds = Meaning::kIndices;
  argument.bound = [](const Arguments&) { return int64_t{1000}; };
  argument.mayStray = true;
  argument.shape = std::move(shape);
  argument.dtype = Always(ACL_INT64);
  return argument;
}

Argument Count(std::string name, std::string meaning, const char* of) {
  return {.name = std::move(name),
          .role = Role::kAttribute,
          .meaning = std::move(meaning),
          .derive = [of](const Arguments& known) { return Value(Extent(known.ShapeOf(of), 0)); },
          .derivation = std::string("extent 0 of ") + of,
          .lowest = 1};
}

Arguments Given(int64_t sequences, int64_t queries, int64_t blocks, int64_t blockSize) {
  const TensorSpec each{{sequences}, ACL_INT64};
  return {.tensors = {{"inputTokens", {each}},
                      {"sampledTokenIds", {{{queries, 1}, ACL_INT64}}},
                      {"inputPositions", {each}},
                      {"seqLens", {each}},
                      {"slotMapping", {each}},
                      {"blockTables", {{{sequences, blocks}, ACL_INT64}}}},
          .attributes = {{"numSeqs", sequences}, {"numQueries", queries}, {"blockSize", blockSize}}};
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      MakeOperator({
          .phases = TwoPhases<&aclnnAdvanceStepGetWorkspaceSize, &aclnnAdvanceStep>("aclnnAdvanceStep"),
          .summary = "the inputs of a model's next decoding step, in place",
          .formula = {"of each i < numQueries, with n = seqLens[i] before:",
                      "inputTokens[i] = sampledTokenIds[i], inputPositions[i] = n, seqLens[i] = n + 1",
                      "slotMapping[i] = blockTables[i][n / blockSize] * blockSize + n % blockSize"},
          .arguments = {OfSequences("inputTokens", "tokens that the model reads"),
                        Numbers("sampledTokenIds", "tokens that were sampled", "[numQueries, 1]",
                                [](const Arguments& known) {
                                  return Shape{Extent(known.ShapeOf("blockTables"), 0), 1};
                                }),
                        OfSequences("inputPositions", "their positions"),
                        OfSequences("seqLens", "lengths of the sequences"),
                        OfSequences("slotMapping", "where their keys and values go"),
                        Numbers("blockTables", "blocks of the sequences", "[numSeqs, blocks of a sequence]",
                                {}),
                        Count("numSeqs", "sequences", "blockTables"),
                        Count("numQueries", "sequences that advance", "sampledTokenIds"),
                        {.name = "blockSize",
                         .role = Role::kAttribute,
                         .meaning = "tokens of a block",
                         .defaultValue = int64_t{128},
                         .lowest = 1}},
          .draw =
              [](Choices& choices) {
                const int64_t sequences = choices.Extent(false);
                const int64_t queries = 1 + static_cast<int64_t>(choices.Below(
                                                static_cast<size_t>(std::min<int64_t>(sequences, 64))));
                return Given(sequences, queries, choices.Extent(false),
                             1 + static_cast<int64_t>(choices.Below(200)));
              },
          .samples = {{.name = "some_sequences", .arguments = Given(16, 9, 5, 128)},
                      {.name = "all_sequences", .arguments = Given(300, 300, 3, 16)},
                      {.name = "one_sequence", .arguments = Given(1, 1, 1, 1)}},
          .runExample = "--input-tokens t.npy --sampled-token-ids s.npy --input-positions p.npy --seq-lens "
                        "n.npy --slot-mapping m.npy --block-tables b.npy --seq-lens-result n2.npy",
          .benchExample = "--input-tokens 4096:int64 --sampled-token-ids 4096x1:int64 --input-positions "
                          "4096:int64 --seq-lens 4096:int64 --slot-mapping 4096:int64 --block-tables "
                          "4096x32:int64",
      }),
  };
}

}  // namespace openaclnn::catalogue::cache::advance_step
