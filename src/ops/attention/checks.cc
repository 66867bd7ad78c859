// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <string_view>

#include "base/checked_math.h"
#include "ops/attention/sequence_ends.h"

namespace openaclnn {
namespace {

constexpr std::array<DType, 2> kMaskDtypes{DType::kBool, DType::kUint8};
constexpr std::array<DType, 1> kBytes{DType::kUint8};
constexpr std::array<DType, 1> kFloat{DType::kFloat};

struct NamedLayout {
  std::string_view name;
  HeadLayout layout;
};
constexpr std::array<NamedLayout, 5> kLayouts{{{"BSH", HeadLayout::kBsh},
                                               {"SBH", HeadLayout::kSbh},
                                               {"BSND", HeadLayout::kBsnd},
                                               {"BNSD", HeadLayout::kBnsd},
                                               {"TND", HeadLayout::kTnd}}};

bool Joined(HeadLayout layout) {
  return layout == HeadLayout::kBsh || layout == HeadLayout::kSbh;
}

// Dims of a mask that stands for a mode.
constexpr int64_t kModeMask = 2048;
constexpr int64_t kPrefixModeMask = 3072;

void CheckAttributes(ArgumentChecks& check, const AttentionCall& call, AttentionArgs* args) {
  const auto* const layout = std::ranges::find(kLayouts, std::string_view(call.layout), &NamedLayout::name);
  check.Require(
      "inputLayout", call.ragged ? "TND" : "BSH, SBH, BSND or BNSD",
      [&] { return layout != kLayouts.end() && (layout->layout == HeadLayout::kTnd) == call.ragged; },
      [&] { return std::string(call.layout); });
  check.Require(
      "headNum", "1 or more", [&] { return call.heads >= 1; }, [&] { return std::to_string(call.heads); });
  check.Require(
      "keepProb", "above 0, and at most 1",
      [&] { return call.keepProbability > 0 && call.keepProbability <= 1; },
      [&] { return std::to_string(call.keepProbability); });
  check.Require(
      "dropMask", "a mask where keepProb is below 1",
      [&] { return call.dropMask != nullptr || call.dropSequence || call.keepProbability == 1; },
      [] { return "NULL"; });
  check.InRange("innerPrecise", call.innerPrecise, 0, 2, "from 0 to 2");
  check.InRange("sparseMode", call.sparseMode, kSparseDefault, kSparsePrefixByNumber,
                "from 0 to 6 (7 and 8, of parts of sequences, are not supported)");
  check.Require(
      "sparseMode", "another than 5 for TND",
      [&] { return !call.ragged || call.sparseMode != kSparsePrefix; }, [] { return "5"; });
  check.InRange("pseType", call.biasType, 0, 1, "0 or 1 (biases made from slopes are not supported)");
  check.Require(
      "attenMask", "a mask, which this sparseMode takes",
      [&] { return call.mask != nullptr || call.sparseMode == kSparseDefault; },
      [&] { return "NULL with sparseMode " + std::to_string(call.sparseMode); });
  CheckAbsent(check, {"paddingMask", call.paddingMask});
  if (check.Failed()) {
    return;
  }
  args->layout = layout->layout;
  args->heads = call.heads;
  args->scale = call.scale;
  args->keepProbability = call.keepProbability;
  if (call.dropMask == nullptr && call.keepProbability < 1) {
    args->dropSequence = call.dropSequence;
  }
  args->scalesBias = call.biasType == 1;
  args->sparseMode = call.sparseMode;
  constexpr int64_t kFar = int64_t{1} << 50;  // beyond any tensor, and sums of a few do not overflow
  args->before = std::clamp(call.before, -kFar, kFar);
  args->after = std::clamp(call.after, -kFar, kFar);
}

void CheckTypes(ArgumentChecks& check, const AttentionCall& call) {
  const NamedTensor query{"query", call.query};
  check.DtypeIn(query, FloatDtypes()).SameDtype({"key", call.key}, query);
  check.SameDtype({"value", call.value}, query);
  if (call.bias.tensor != nullptr) {
    check.DtypeIn(call.bias, FloatDtypes());
  }
  if (call.dropMask != nullptr) {
    check.DtypeIn({"dropMask", call.dropMask}, kBytes);
  }
  if (call.mask != nullptr) {
    check.DtypeIn({"attenMask", call.mask}, kMaskDtypes);
  }
}

void CheckViews(ArgumentChecks& check, const AttentionCall& call, size_t rank) {
  check.ValidView({"query", call.query}).ValidView({"key", call.key}).ValidView({"value", call.value});
  if (call.bias.tensor != nullptr) {
    check.ValidView(call.bias);
  }
  if (call.dropMask != nullptr) {
    check.ValidView({"dropMask", call.dropMask});
  }
  if (call.mask != nullptr) {
    check.ValidView({"attenMask", call.mask});
  }
  check.Rank({"query", call.query}, rank).Rank({"key", call.key}, rank).Rank({"value", call.value}, rank);
}

// The dims that say how large heads are, and how many there are.
void CheckHeads(ArgumentChecks& check, const AttentionCall& call, HeadLayout layout) {
  const auto& query = call.query->viewDims;
  const auto& key = call.key->viewDims;
  const auto& value = call.value->viewDims;
  if (Joined(layout)) {
    const int64_t size = query[2] / call.heads;
    check.Require(
        "query", "a multiple of headNum, above 0, as last dimension",
        [&] { return query[2] > 0 && query[2] % call.heads == 0; },
        [&] { return ShapeText(query) + " with headNum " + std::to_string(call.heads); });
    if (check.Failed()) {
      return;
    }
    const int64_t keyHeads = key[2] / size;
    check.Require(
        "key", "heads of the query's size, whose number divides headNum, side by side in the last dimension",
        [&] { return keyHeads > 0 && key[2] % size == 0 && call.heads % keyHeads == 0; },
        [&] { return ShapeText(key) + " with heads of " + std::to_string(size); });
    check.Require(
        "value", "as many heads as key, side by side in the last dimension",
        [&] { return value[2] > 0 && value[2] % keyHeads == 0; },
        [&] { return ShapeText(value) + " with " + std::to_string(keyHeads) + " heads"; });
    return;
  }
  const size_t head = layout == HeadLayout::kBnsd || layout == HeadLayout::kTnd ? 1 : 2;
  const size_t element = layout == HeadLayout::kTnd ? 2 : 3;
  check.DimEquals({"query", call.query}, head, call.heads, "headNum");
  check.Require(
      "query", "heads that are not empty", [&] { return query[element] > 0; },
      [&] { return ShapeText(query); });
  check.Require(
      "key", "a number of heads that divides headNum",
      [&] { return key[head] > 0 && call.heads % key[head] == 0; }, [&] { return ShapeText(key); });
  check.DimEquals({"key", call.key}, element, query[element], "of query");
  check.DimEquals({"value", call.value}, head, key[head], "of key");
  check.Require(
      "value", "heads that are not empty", [&] { return value[element] > 0; },
      [&] { return ShapeText(value); });
}

void CheckSequences(ArgumentChecks& check, const AttentionCall& call, HeadLayout layout) {
  if (layout == HeadLayout::kTnd) {
    check.DimEquals({"value", call.value}, 0, call.key->viewDims[0], "of key");
    return;
  }
  const size_t batch = layout == HeadLayout::kSbh ? 1 : 0;
  const size_t row = layout == HeadLayout::kSbh ? 0 : layout == HeadLayout::kBnsd ? 2 : 1;
  check.DimEquals({"key", call.key}, batch, call.query->viewDims[batch], "of query");
  check.DimEquals({"value", call.value}, batch, call.query->viewDims[batch], "of query");
  check.DimEquals({"value", call.value}, row, call.key->viewDims[row], "of key");
}

// Each dim is that of the scores, or 1 where it may be.
bool Matches(std::span<const int64_t> dims, const std::array<int64_t, 4>& scores, std::string_view mayBeOne) {
  const size_t missing = scores.size() - dims.size();
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool one = dims[d] == 1 && mayBeOne[missing + d] == '1';
    if (dims[d] != scores[missing + d] && !one) {
      return false;
    }
  }
  return true;
}

std::string ScoresText(std::span<const int64_t> dims, const std::array<int64_t, 4>& scores) {
  return ShapeText(dims) + " with scores " + ShapeText(scores);
}

void CheckMask(ArgumentChecks& check, const AttentionCall& call, const std::array<int64_t, 4>& scores) {
  const std::span<const int64_t> dims = call.mask->viewDims;
  if (LooksAtMask(call.sparseMode)) {
    check.Require(
        "attenMask", "[B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv]",
        [&] { return (dims.size() == 2 || dims.size() == 4) && Matches(dims, scores, "11.."); },
        [&] { return ScoresText(dims, scores); });
    return;
  }
  const bool prefix = call.sparseMode == kSparsePrefixByNumber;
  const std::array<int64_t, 2> expected{prefix ? kPrefixModeMask : kModeMask, kModeMask};
  check.Require(
      "attenMask",
      prefix ? "[3072, 2048], which this sparseMode takes" : "[2048, 2048], which this sparseMode takes",
      [&] { return std::ranges::equal(dims, expected); }, [&] { return ShapeText(dims); });
}

void CheckPrefix(ArgumentChecks& check, const AttentionCall& call, int64_t batches, AttentionArgs* args) {
  if (call.sparseMode != kSparsePrefix && call.sparseMode != kSparsePrefixByNumber) {
    return;
  }
  check.Require(
      "prefix", "a number of keys for each batch, which this sparseMode takes",
      [&] {
        return call.prefix != nullptr && static_cast<int64_t>(call.prefix->values.size()) == batches &&
               std::ranges::all_of(call.prefix->values, [](int64_t keys) { return keys >= 0; });
      },
      [&] { return call.prefix == nullptr ? "NULL" : ShapeText(call.prefix->values); });
  if (!check.Failed()) {
    args->prefix = call.prefix->values;
  }
}

}  // namespace

bool HoldsMask(const AttentionCall& call) {
  return call.mask != nullptr && (LooksAtMask(call.sparseMode) || call.mask->data != nullptr);
}

bool IsOfSequences(const char* layout) {
  return layout != nullptr && std::string_view(layout) == "TND";
}

void SetSequences(const Sequences& sequences, AttentionCall* call) {
  call->ragged = true;
  call->queryEnds = sequences.queryEnds;
  call->keyEnds = sequences.keyEnds;
  call->softmaxLayout = sequences.softmaxLayout;
}

void CheckAbsent(ArgumentChecks& check, const NamedTensor& argument) {
  check.LiveOrNull(argument).Require(
      argument.name, "NULL: it is not supported", [&] { return argument.tensor == nullptr; },
      [&] { return ShapeText(argument.tensor->viewDims); });
}

void CheckNoLengths(ArgumentChecks& check, const char* name, const aclIntArray* lengths) {
  check.LiveOrNull(name, lengths)
      .Require(
          name, "NULL or empty: sequences of several lengths are not supported",
          [&] { return lengths == nullptr || lengths->values.empty(); },
          [&] { return ShapeText(lengths->values); });
}

void CheckSoftmaxLayout(ArgumentChecks& check, const char* name, const char* layout) {
  const std::string_view text = layout == nullptr ? std::string_view() : layout;
  check.Require(
      name, "\"\" or same_as_input", [&] { return text.empty() || text == "same_as_input"; },
      [&] { return std::string(text); });
}

void CheckAttentionPointers(ArgumentChecks& check, const AttentionCall& call) {
  check.NotNull("query", call.query).NotNull("key", call.key).NotNull("value", call.value);
  check.NotNull("inputLayout", call.layout);
  check.LiveOrNull(call.bias).LiveOrNull("dropMask", call.dropMask);
  check.LiveOrNull("attenMask", call.mask).LiveOrNull("prefix", call.prefix);
  check.LiveOrNull(call.queryRope).LiveOrNull(call.keyRope);
  if (call.ragged) {
    check.NotNull("actualSeqQLen", call.queryEnds).NotNull("actualSeqKvLen", call.keyEnds);
  }
}

AttentionShape ShapeOf(const AttentionCall& call, AttentionArgs args) {
  args.query = ViewOf(*call.query);
  args.key = ViewOf(*call.key);
  args.value = ViewOf(*call.value);
  return ShapeOf(args);
}

// Where sequences are among all rows, how many scores they have together, and the shape of those of the
// longest ones.
std::array<int64_t, 4> ReadSequences(ArgumentChecks& check, const AttentionCall& call, AttentionArgs* args) {
  const AttentionShape shape = ShapeOf(call, *args);
  std::array<int64_t, 4> longest{0, shape.heads, 0, 0};
  const auto required = [&](const NamedLengths& ends) {
    check.Require(
        ends.name, "where each sequence ends, with TND", [&] { return !ends.list->values.empty(); },
        [] { return "[]"; });
  };
  const NamedLengths queryEnds{"actualSeqQLen", call.queryEnds};
  const NamedLengths keyEnds{"actualSeqKvLen", call.keyEnds};
  required(queryEnds);
  required(keyEnds);
  check.Require(
      keyEnds.name, "as many sequences as of queries",
      [&] { return queryEnds.list->values.size() == keyEnds.list->values.size(); },
      [&] { return ShapeText(keyEnds.list->values); });
  ReadEnds(check, queryEnds, shape.queries, [&](int64_t first, int64_t length) {
    args->sequences.push_back({.firstQuery = first, .queries = length});
    longest[2] = std::max(longest[2], length);
  });
  size_t next = 0;
  int64_t scores = 0;
  ReadEnds(check, keyEnds, shape.keys, [&](int64_t first, int64_t length) {
    AttentionSequence& sequence = args->sequences[next++];
    sequence.firstKey = first;
    sequence.keys = length;
    sequence.firstScore = scores;
    const std::optional<int64_t> own = CheckedProduct({shape.heads, sequence.queries, length});
    scores = own ? CheckedAdd(scores, *own).value_or(INT64_MAX) : INT64_MAX;
    longest[3] = std::max(longest[3], length);
  });
  longest[0] = static_cast<int64_t>(args->sequences.size());
  if (call.dropMask != nullptr && !check.Failed()) {
    check.Require(
        "dropMask", "a bit for each score",
        [&] { return NumElements(*call.dropMask) >= CeilDivide(scores, 8); },
        [&] { return ShapeText(call.dropMask->viewDims) + " for " + std::to_string(scores) + " scores"; });
  }
  args->rowsFirst = call.softmaxLayout != nullptr && std::string_view(call.softmaxLayout) == "same_as_input";
  return longest;
}

// Dims of scores are at least those of the longest sequence.
bool HoldsLongest(std::span<const int64_t> dims, const std::array<int64_t, 4>& longest,
                  std::string_view mayBeOne) {
  const size_t missing = longest.size() - dims.size();
  for (size_t d = 0; d < dims.size(); ++d) {
    const bool one = dims[d] == 1 && mayBeOne[missing + d] == '1';
    const bool fits = missing + d < 2 ? dims[d] == longest[missing + d] : dims[d] >= longest[missing + d];
    if (!fits && !one) {
      return false;
    }
  }
  return true;
}

void CheckRagged(ArgumentChecks& check, const AttentionCall& call, AttentionArgs* args) {
  const std::array<int64_t, 4> longest = ReadSequences(check, call, args);
  if (call.bias.tensor != nullptr && !check.Failed()) {
    const std::span<const int64_t> dims = call.bias.tensor->viewDims;
    check.Require(
        call.bias.name, "[B, N, Sq, Skv], with at least the rows and keys of the longest sequence",
        [&] { return dims.size() == 4 && HoldsLongest(dims, longest, "...."); },
        [&] { return ScoresText(dims, longest); });
  }
  if (call.mask != nullptr && !check.Failed()) {
    const std::span<const int64_t> dims = call.mask->viewDims;
    if (LooksAtMask(call.sparseMode)) {
      check.Require(
          "attenMask",
          "[B, N, Sq, Skv], [B, 1, Sq, Skv], [1, 1, Sq, Skv] or [Sq, Skv], with at least the rows and keys "
          "of "
          "the longest sequence",
          [&] { return (dims.size() == 2 || dims.size() == 4) && HoldsLongest(dims, longest, "11.."); },
          [&] { return ScoresText(dims, longest); });
    } else {
      CheckMask(check, call, longest);
    }
  }
  CheckPrefix(check, call, longest[0], args);
}

// Rotary parts of heads, of one size.
void CheckRope(ArgumentChecks& check, const AttentionCall& call) {
  if (check.Failed() || (call.queryRope.tensor == nullptr && call.keyRope.tensor == nullptr)) {
    return;
  }
  for (const NamedTensor* one : {&call.queryRope, &call.keyRope}) {
    check.Require(
        one->name, "a tensor, as the other rotary part", [&] { return one->tensor != nullptr; },
        [] { return "NULL"; });
    if (check.Failed()) {
      return;
    }
    check.SameDtype(*one, {"query", call.query}).ValidView(*one).Rank(*one, 3);
  }
  if (check.Failed()) {
    return;
  }
  const int64_t size = call.queryRope.tensor->viewDims[2];
  const auto& query = call.query->viewDims;
  const auto& key = call.key->viewDims;
  check.Require(
      call.queryRope.name, "parts that are not empty", [&] { return size > 0; },
      [&] { return ShapeText(call.queryRope.tensor->viewDims); });
  check.Shape(call.queryRope, {query[0], query[1], size}, "the rows and heads of query");
  check.Shape(call.keyRope, {key[0], key[1], size}, "the rows and heads of key, parts of queryRope's size");
}

void CheckAttention(ArgumentChecks& check, const AttentionCall& call, AttentionArgs* args) {
  CheckAttributes(check, call, args);
  if (check.Failed()) {
    return;
  }
  CheckTypes(check, call);
  CheckViews(check, call, Joined(args->layout) || call.ragged ? 3 : 4);
  if (check.Failed()) {
    return;
  }
  CheckHeads(check, call, args->layout);
  CheckSequences(check, call, args->layout);
  if (check.Failed()) {
    return;
  }
  if (call.ragged) {
    CheckRope(check, call);
    CheckRagged(check, call, args);
    return;
  }
  const AttentionShape shape = ShapeOf(call, *args);
  const std::array<int64_t, 4> scores{shape.batches, shape.heads, shape.queries, shape.keys};
  if (call.bias.tensor != nullptr) {
    const std::span<const int64_t> dims = call.bias.tensor->viewDims;
    check.Require(
        call.bias.name, "[B, N, Sq, Skv], [B, N, 1, Skv] or [1, N, Sq, Skv]",
        [&] { return dims.size() == 4 && Matches(dims, scores, "1.1."); },
        [&] { return ScoresText(dims, scores); });
  }
  if (call.dropMask != nullptr && !check.Failed()) {
    const std::optional<int64_t> bits = CheckedProduct(scores);
    check.Require(
        "dropMask", "a bit for each score",
        [&] { return bits && NumElements(*call.dropMask) >= CeilDivide(*bits, 8); },
        [&] { return ScoresText(call.dropMask->viewDims, scores); });
  }
  if (call.mask != nullptr) {
    CheckMask(check, call, scores);
  }
  CheckPrefix(check, call, shape.batches, args);
}

void CheckOutputShape(ArgumentChecks& check, const NamedTensor& argument, const AttentionCall& call,
                      const AttentionArgs& args) {
  const AttentionShape shape = ShapeOf(call, args);
  Dims expected{std::span<const int64_t>(call.query->viewDims)};
  // No tensor has an extent that does not fit.
  expected[expected.size() - 1] =
      Joined(args.layout) ? CheckedMultiply(shape.heads, shape.valueSize).value_or(-1) : shape.valueSize;
  check.Shape(argument, expected, "of query, with heads of value's size");
}

void CheckRowNumbers(ArgumentChecks& check, const NamedTensor& argument, const AttentionCall& call,
                     const AttentionArgs& args) {
  const AttentionShape shape = ShapeOf(call, args);
  if (call.ragged) {
    check.DtypeIn(argument, kFloat).Rank(argument, 3);
    check.Require(
        argument.name, args.rowsFirst ? "[T, N, 8]" : "[T, N, 8], contiguous, or [N, T, 8]",
        [&] {
          const std::vector<int64_t>& dims = argument.tensor->viewDims;
          const bool asRows = dims[0] == shape.queries && dims[1] == shape.heads;
          const bool asHeads = dims[0] == shape.heads && dims[1] == shape.queries;
          const bool plain =
              args.rowsFirst ? asRows : asHeads || (asRows && ViewOf(*argument.tensor).Contiguous());
          return plain && dims[2] == kRowCopies;
        },
        [&] { return ShapeText(argument.tensor->viewDims); });
    return;
  }
  check.DtypeIn(argument, kFloat)
      .Shape(argument, {shape.batches, shape.heads, shape.queries, kRowCopies}, "[B, N, Sq, 8]");
}

}  // namespace openaclnn
