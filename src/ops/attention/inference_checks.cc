// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_checks.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/checked_math.h"
#include "ops/attention/cache_scales.h"
#include "ops/attention/inference_shapes.h"

namespace openaclnn {
namespace {

constexpr std::array<DType, 3> kMaskDtypes{DType::kBool, DType::kUint8, DType::kInt8};
constexpr std::array<DType, 1> kTableDtypes{DType::kInt32};
constexpr std::array<DType, 1> kPaddingDtypes{DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};

bool Given(const NamedTensor& argument) {
  return argument.tensor != nullptr;
}

// Both of a pair are given, or none.
void CheckPair(ArgumentChecks& check, const NamedTensor& one, const NamedTensor& other) {
  const NamedTensor& missing = Given(one) ? other : one;
  check.Require(
      missing.name, "a tensor, like the other one of the pair", [&] { return Given(one) == Given(other); },
      [] { return "NULL"; });
}

void CheckAbsentWith(ArgumentChecks& check, const NamedTensor& argument, const char* expected, bool other) {
  check.Require(
      argument.name, expected, [&] { return !Given(argument) || !other; },
      [&] { return ShapeText(argument.tensor->viewDims); });
}

void CheckAttributes(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  const InferenceLayout* const layout = FindInferenceLayout(call.layout);
  check.Require(
      "inputLayout",
      call.oneQuery ? "BSH, BSND or BNSD"
                    : "BSH, BSND, BNSD, TND, NTD, NSD, or a pair of these for query and result "
                      "(BNSD_BSND, BSH_BNSD, BSND_BNSD, BSH_NBSD, BSND_NBSD, BNSD_NBSD, NTD_TND, TND_NTD)",
      [&] {
        return layout != nullptr && (!call.oneQuery || (layout->in.batch == 0 && layout->name.size() <= 4));
      },
      [&] { return std::string(call.layout); });
  check.Require(
      "numHeads", "1 or more", [&] { return call.heads >= 1; }, [&] { return std::to_string(call.heads); });
  const int64_t keyHeads = call.keyHeads == 0 ? call.heads : call.keyHeads;
  check.Require(
      "numKeyValueHeads", "0, or a number that divides numHeads",
      [&] { return keyHeads >= 1 && call.heads % keyHeads == 0; },
      [&] { return std::to_string(call.keyHeads) + " with " + std::to_string(call.heads) + " heads"; });
  check.InRange("sparseMode", call.sparseMode, kSparseDefault, kSparseBand, "from 0 to 4");
  check.InRange("pseType", call.biasType, 0, 1, "0 or 1 (biases made from slopes are not supported)");
  check.InRange("innerPrecise", call.innerPrecise, 0, 3, "from 0 to 3");
  CheckPair(check, call.keyPrefix, call.valuePrefix);
  CheckPair(check, call.queryRope, call.keyRope);
  if (check.Failed()) {
    return;
  }
  const bool paged = Given(call.table);
  const bool listed = call.keys.size() > 1;
  const bool apart = paged || layout->ragged || listed;
  CheckAbsentWith(check, call.table, "NULL with keys in several tensors", listed);
  check.Require(
      "key", "one tensor for sequences that follow each other", [&] { return !layout->ragged || !listed; },
      [&] { return std::to_string(call.keys.size()) + " tensors"; });
  CheckAbsentWith(check, call.queryPadding, "NULL with TND, NTD, or keys in pages or several tensors", apart);
  CheckAbsentWith(check, call.keyPadding, "NULL with TND, NTD, or keys in pages or several tensors", apart);
  CheckAbsentWith(check, call.keyPrefix, "NULL with TND, NTD, NSD, pages, padding or rotary parts",
                  paged || layout->in.batch < 0 || Given(call.queryPadding) || Given(call.keyPadding) ||
                      Given(call.queryRope));
  CheckAbsentWith(check, call.keyRope, "NULL with keys in several tensors", listed);
  args->layout = *layout;
  args->heads = call.heads;
  args->keyHeads = keyHeads;
  args->scale = call.scale;
  args->blockSize = call.blockSize;
}

void CheckTypes(ArgumentChecks& check, const InferenceCall& call) {
  check.DtypeIn(call.query, FloatDtypes());
  const NamedTensor& cached = call.Integers() ? call.keys.front() : call.query;
  for (const auto* list : {&call.keys, &call.values}) {
    for (const NamedTensor& tensor : *list) {
      check.SameDtype(tensor, cached);
    }
  }
  const auto like = [&](const NamedTensor& argument, const NamedTensor& as) {
    if (Given(argument)) {
      check.SameDtype(argument, as);
    }
  };
  like(call.queryRope, call.query);
  like(call.keyRope, call.query);
  like(call.keyPrefix, cached);
  like(call.valuePrefix, cached);
  const auto typed = [&](const NamedTensor& argument, std::span<const DType> dtypes) {
    if (Given(argument)) {
      check.DtypeIn(argument, dtypes);
    }
  };
  typed(call.bias, FloatDtypes());
  typed(call.sink, FloatDtypes());
  typed(call.mask, kMaskDtypes);
  typed(call.table, kTableDtypes);
  typed(call.queryPadding, kPaddingDtypes);
  typed(call.keyPadding, kPaddingDtypes);
  check.SameDtype(call.out, call.query);
  if (call.wantsLse) {
    check.DtypeIn(call.lse, kFloat);
  }
}

void CheckViews(ArgumentChecks& check, const InferenceCall& call) {
  check.ValidView(call.query);
  for (const auto* list : {&call.keys, &call.values}) {
    for (const NamedTensor& tensor : *list) {
      check.ValidView(tensor);
    }
  }
  for (const NamedTensor* one :
       {&call.bias, &call.mask, &call.table, &call.queryPadding, &call.keyPadding, &call.keyPrefix,
        &call.valuePrefix, &call.queryRope, &call.keyRope, &call.sink}) {
    if (Given(*one)) {
      check.ValidView(*one);
    }
  }
  check.ValidOutputView(call.out);
  if (call.wantsLse) {
    check.ValidOutputView(call.lse);
  }
}

// Lengths of sequences, not of where they end: a number for each, or one for all.
std::vector<int64_t> ReadLengths(ArgumentChecks& check, const NamedLengths& lengths, size_t sequences,
                                 const char* meaning, FunctionRef<int64_t(size_t)> most) {
  std::vector<int64_t> read(sequences);
  const bool given = lengths.list != nullptr && !lengths.list->values.empty();
  check.Require(
      lengths.name, "a length for all sequences, or one for each",
      [&] { return !given || lengths.list->values.size() == 1 || lengths.list->values.size() >= sequences; },
      [&] { return ShapeText(lengths.list->values) + " for " + std::to_string(sequences) + " sequences"; });
  for (size_t s = 0; !check.Failed() && s < sequences; ++s) {
    read[s] = !given                             ? most(s)
              : lengths.list->values.size() == 1 ? lengths.list->values.front()
                                                 : lengths.list->values[s];
    check.Require(
        lengths.name, meaning, [&] { return read[s] >= 0 && read[s] <= most(s); },
        [&] {
          return std::to_string(read[s]) + " of " + std::to_string(most(s)) + " for sequence " +
                 std::to_string(s);
        });
  }
  return read;
}

void RequireLengths(ArgumentChecks& check, const NamedLengths& lengths, const char* expected) {
  check.Require(
      lengths.name, expected, [&] { return lengths.list != nullptr && !lengths.list->values.empty(); },
      [&] { return lengths.list == nullptr ? "NULL" : "[]"; });
}

// Where each sequence of a ragged call is among its queries, and how many there are.
void ReadRaggedQueries(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  RequireLengths(check, call.queryLengths, "where each sequence ends, with this inputLayout");
  ReadEnds(check, call.queryLengths, args->rows, [&](int64_t first, int64_t length) {
    args->sequences.push_back({.queries = length, .firstQuery = first});
  });
}

void ReadQueries(ArgumentChecks& check, const InferenceCall& call, size_t batches, InferenceArgs* args) {
  args->sequences.resize(batches);
  // A single query has no length but its own.
  const NamedLengths none{call.queryLengths.name};
  const std::vector<int64_t> lengths =
      ReadLengths(check, args->rows == 1 ? none : call.queryLengths, batches, "lengths within query",
                  [&](size_t) { return args->rows; });
  for (size_t s = 0; s < batches; ++s) {
    args->sequences[s].queries = lengths[s];
  }
}

void ReadKeys(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  const size_t sequences = args->sequences.size();
  if (args->layout.ragged && !Given(call.table)) {
    RequireLengths(check, call.keyLengths, "where each sequence of keys ends, with this inputLayout");
    size_t s = 0;
    ReadEnds(check, call.keyLengths, args->keyRows, [&](int64_t first, int64_t length) {
      if (s < sequences) {
        args->sequences[s].keys = length;
        args->sequences[s].firstKey = first;
      }
      ++s;
    });
    check.Require(
        call.keyLengths.name, "as many sequences as of queries", [&] { return s >= sequences; },
        [&] { return std::to_string(s) + " beside " + std::to_string(sequences); });
    return;
  }
  int64_t ofPages = 0;
  if (Given(call.table)) {
    RequireLengths(check, call.keyLengths, "lengths of sequences, with pages");
    if (check.Failed()) {
      return;
    }
    const int64_t columns = call.table.tensor->viewDims[1];
    ofPages = CheckedMultiply(columns, args->blockSize).value_or(INT64_MAX);
  }
  const size_t row = static_cast<size_t>(args->layout.in.row);
  const std::vector<int64_t> lengths = ReadLengths(
      check, call.keyLengths, sequences,
      Given(call.table) ? "lengths within the blocks of a row of blockTable" : "lengths within key",
      [&](size_t s) {
        return Given(call.table) ? ofPages : call.keys[call.keys.size() > 1 ? s : 0].tensor->viewDims[row];
      });
  for (size_t s = 0; s < sequences; ++s) {
    args->sequences[s].keys = lengths[s];
  }
}

void ReadPrefix(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  if (!Given(call.keyPrefix)) {
    return;
  }
  const int64_t rows = call.keyPrefix.tensor->viewDims[static_cast<size_t>(args->layout.in.row)];
  args->prefixKeys = ReadLengths(check, call.prefixLength, 1, "a length within keySharedPrefix",
                                 [&](size_t) { return rows; })[0];
}

// Keys or values as they were given, by their names.
std::vector<NamedTensor> TensorsOf(ArgumentChecks& check, const char* name, bool listed,
                                   const aclTensorList* list, const aclTensor* one) {
  std::vector<NamedTensor> tensors;
  if (!listed) {
    tensors.push_back({name, one});
    check.NotNull(tensors.front());
    return tensors;
  }
  check.NotNull(name, list);
  if (check.Failed()) {
    return tensors;
  }
  for (const aclTensor* tensor : list->values) {
    tensors.push_back({{name, static_cast<int64_t>(tensors.size())}, tensor});
    check.NotNull(tensors.back());
  }
  check.Require(
      name, "at least one tensor", [&] { return !tensors.empty(); }, [] { return "none"; });
  return tensors;
}

// Modes and masks. A single query of a batch needs no mode: it sees all keys that its mask shows.
void ReadWindow(const InferenceCall& call, InferenceArgs* args) {
  const bool single = args->rows == 1 && !args->layout.ragged && !Given(call.queryRope);
  const auto bounded = [](int64_t tokens) { return std::clamp(tokens, -KeyWindow::kFar, KeyWindow::kFar); };
  switch (call.sparseMode) {
    case kSparseDefault:
      args->masks = Given(call.mask);
      if (args->masks) {
        args->window = {false, bounded(call.before), bounded(call.after)};
      }
      break;
    case kSparseAll:
      args->masks = Given(call.mask);
      break;
    case kSparseLeftUp:
      args->window = {false, KeyWindow::kFar, 0};
      break;
    case kSparseRightDown:
      args->window = {true, KeyWindow::kFar, 0};
      break;
    default:
      args->window = {true, bounded(call.before), bounded(call.after)};
      break;
  }
  if (single) {
    args->window = {};
  }
}

}  // namespace

void CheckInferencePointers(ArgumentChecks& check, bool listed, InferenceCall* call) {
  check.NotNull(call->query);
  call->keys = TensorsOf(check, "key", listed, call->keyList, call->key);
  call->values = TensorsOf(check, "value", listed, call->valueList, call->value);
  check.NotNull("inputLayout", call->layout).NotNull(call->out);
  if (call->wantsLse) {
    check.NotNull(call->lse);
  }
  for (const NamedTensor* one :
       {&call->bias, &call->mask, &call->table, &call->queryPadding, &call->keyPadding, &call->keyPrefix,
        &call->valuePrefix, &call->queryRope, &call->keyRope, &call->sink, &call->scales, &call->offsets,
        &call->keyScales, &call->keyOffsets, &call->valueScales, &call->valueOffsets, &call->lse}) {
    check.LiveOrNull(*one);
  }
  for (const NamedLengths* one : {&call->queryLengths, &call->keyLengths, &call->prefixLength}) {
    check.LiveOrNull(one->name, one->list);
  }
}

void CheckInference(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  CheckAttributes(check, call, args);
  if (check.Failed()) {
    return;
  }
  CheckTypes(check, call);
  CheckScaleTypes(check, call);
  CheckViews(check, call);
  if (check.Failed()) {
    return;
  }
  const size_t batches = CheckInferenceHeads(check, call, args);
  if (check.Failed()) {
    return;
  }
  constexpr size_t kMostSequences = size_t{1} << 20;  // each has lengths of its own in the executor
  check.Require(
      "query", "at most 1048576 sequences", [&] { return batches <= kMostSequences; },
      [&] { return std::to_string(batches); });
  if (check.Failed()) {
    return;
  }
  if (args->layout.ragged) {
    ReadRaggedQueries(check, call, args);
  } else {
    ReadQueries(check, call, batches, args);
  }
  CheckInferenceTable(check, call, args->sequences.size());
  if (check.Failed()) {
    return;
  }
  ReadKeys(check, call, args);
  ReadPrefix(check, call, args);
  if (check.Failed()) {
    return;
  }
  ReadWindow(call, args);
  CheckInferenceConditions(check, call, args);
  CheckScales(check, call, args);
  CheckInferenceResults(check, call, *args);
}

}  // namespace openaclnn
