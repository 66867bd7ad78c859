// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_shapes.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "base/checked_math.h"

namespace openaclnn {
namespace {

constexpr int64_t kModeMask = 2048;  // dims of a mask that stands for a mode

const std::vector<int64_t>& DimsOf(const NamedTensor& argument) {
  return argument.tensor->viewDims;
}
int64_t DimOf(const NamedTensor& argument, int dim) {
  return DimsOf(argument)[static_cast<size_t>(dim)];
}

// The size of a head, of so many; 0 if the dims do not have them.
int64_t HeadSize(const NamedTensor& argument, const HeadAxes& axes, int64_t heads) {
  const int64_t elements = DimOf(argument, axes.element);
  if (axes.Joined()) {
    return elements % heads == 0 ? elements / heads : 0;
  }
  return DimOf(argument, axes.head) == heads ? elements : 0;
}

void CheckHeads(ArgumentChecks& check, const NamedTensor& argument, const HeadAxes& axes, int64_t heads,
                const char* meaning, int64_t* size) {
  check.Rank(argument, axes.Rank());
  check.Require(
      argument.name, meaning,
      [&] {
        const int64_t found = HeadSize(argument, axes, heads);
        const bool fits = found > 0 && (*size == 0 || found == *size);
        *size = found;
        return fits;
      },
      [&] { return ShapeText(DimsOf(argument)) + " with " + std::to_string(heads) + " heads"; });
}

void CheckDim(ArgumentChecks& check, const NamedTensor& argument, int dim, int64_t expected,
              const char* meaning) {
  if (dim >= 0 && !check.Failed()) {
    check.DimEquals(argument, static_cast<size_t>(dim), expected, meaning);
  }
}

// A cache in pages: [blocks, blockSize, N * D], [blocks, N, blockSize, D], or pieces of heads as FRACTAL_NZ has
// them.
void CheckPages(ArgumentChecks& check, const NamedTensor& cache, const InferenceArgs& args, int64_t* size) {
  check.Require(
      cache.name,
      "heads in pages: [blocks, blockSize, N * D], [blocks, N, blockSize, D] or [blocks, N, D / c, "
      "blockSize, "
      "c], with the blockSize and numKeyValueHeads of the call",
      [&] {
        const std::vector<int64_t>& dims = DimsOf(cache);
        const int64_t heads = args.keyHeads;
        if (dims.size() < 3 || dims.size() > 5) {
          return false;
        }
        int64_t found = 0;
        bool fits = true;
        if (dims.size() == 3) {
          found = dims[2] % heads == 0 ? dims[2] / heads : 0;
          fits = dims[1] == args.blockSize;
        } else {
          const std::optional<int64_t> pieces =
              dims.size() == 4 ? dims[3] : CheckedMultiply(dims[2], dims[4]);
          found = pieces.value_or(0);
          fits = dims[1] == heads && dims[dims.size() == 4 ? 2 : 3] == args.blockSize;
        }
        fits = fits && found > 0 && (*size == 0 || found == *size);
        *size = found;
        return fits;
      },
      [&] {
        return ShapeText(DimsOf(cache)) + " with blockSize " + std::to_string(args.blockSize) + ", " +
               std::to_string(args.keyHeads) + " heads";
      });
}

void CheckKeys(ArgumentChecks& check, const InferenceCall& call, int64_t batches, InferenceArgs* args) {
  const HeadAxes& axes = args->layout.in;
  const bool listed = call.keys.size() > 1;
  check.Require(
      "value", "as many tensors as key", [&] { return call.keys.size() == call.values.size(); },
      [&] { return std::to_string(call.values.size()) + " beside " + std::to_string(call.keys.size()); });
  check.Require(
      "key", "one tensor, or one for each batch",
      [&] { return !listed || static_cast<int64_t>(call.keys.size()) == batches; },
      [&] { return std::to_string(call.keys.size()) + " for " + std::to_string(batches) + " batches"; });
  for (size_t k = 0; !check.Failed() && k < call.keys.size(); ++k) {
    const NamedTensor& key = call.keys[k];
    const NamedTensor& value = call.values[k];
    CheckHeads(check, key, axes, args->keyHeads, "numKeyValueHeads heads of the query's size", &args->size);
    CheckHeads(check, value, axes, args->keyHeads, "numKeyValueHeads heads, of one size in all tensors",
               &args->valueSize);
    if (check.Failed()) {
      return;
    }
    const int64_t rows = DimOf(key, axes.row);
    CheckDim(check, key, axes.batch, listed ? 1 : batches, listed ? "of a list" : "of query");
    CheckDim(check, value, axes.batch, listed ? 1 : batches, listed ? "of a list" : "of query");
    CheckDim(check, value, axes.row, rows, "of key");
    args->keyRows = std::max(args->keyRows, rows);
  }
}

void CheckRope(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  if (call.queryRope.tensor == nullptr || check.Failed()) {
    return;
  }
  const HeadAxes& axes = args->layout.in;
  CheckHeads(check, call.queryRope, axes, args->heads, "the query's heads, of any size", &args->ropeSize);
  if (check.Failed()) {
    return;
  }
  CheckDim(check, call.queryRope, axes.row, args->rows, "of query");
  CheckDim(check, call.queryRope, axes.batch, axes.batch < 0 ? 0 : DimOf(call.query, axes.batch), "of query");
  const NamedTensor& rope = call.keyRope;
  if (call.table.tensor != nullptr) {
    CheckPages(check, rope, *args, &args->ropeSize);
    return;
  }
  CheckHeads(check, rope, axes, args->keyHeads, "numKeyValueHeads heads of queryRope's size",
             &args->ropeSize);
  if (!check.Failed()) {
    CheckDim(check, rope, axes.row, args->keyRows, "of key");
    CheckDim(check, rope, axes.batch, axes.batch < 0 ? 0 : DimOf(call.query, axes.batch), "of query");
  }
}

void CheckPrefix(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  if (call.keyPrefix.tensor == nullptr || check.Failed()) {
    return;
  }
  const HeadAxes& axes = args->layout.in;
  CheckHeads(check, call.keyPrefix, axes, args->keyHeads, "heads as key has them", &args->size);
  CheckHeads(check, call.valuePrefix, axes, args->keyHeads, "heads as value has them", &args->valueSize);
  if (!check.Failed()) {
    CheckDim(check, call.keyPrefix, axes.batch, 1, "of a prefix");
    CheckDim(check, call.valuePrefix, axes.batch, 1, "of a prefix");
    CheckDim(check, call.valuePrefix, axes.row, DimOf(call.keyPrefix, axes.row), "of keySharedPrefix");
  }
}

// Dims from the end: at least so many rows and keys.
bool Holds(const std::vector<int64_t>& dims, int64_t queries, int64_t keys) {
  return dims.back() >= keys && dims[dims.size() - 2] >= queries;
}
bool OneOr(int64_t dim, int64_t other) {
  return dim == 1 || dim == other;
}

void CheckMask(ArgumentChecks& check, const InferenceCall& call, int64_t queries, int64_t keys,
               InferenceArgs* args) {
  const std::vector<int64_t>& dims = DimsOf(call.mask);
  const auto batches = static_cast<int64_t>(args->sequences.size());
  const bool single = args->rows == 1 && !args->layout.ragged;
  args->maskOfSequences = single && dims.size() == 2 && dims[0] == batches;
  check.Require(
      "attenMask",
      "[Sq, Skv], [B, Sq, Skv] or [B, 1, Sq, Skv], with B or 1, and at least the queries and keys of the "
      "longest sequence; [B, Skv] for a single query",
      [&] {
        const size_t rank = dims.size();
        return rank >= 2 && rank <= 4 && Holds(dims, args->maskOfSequences ? 0 : queries, keys) &&
               (rank < 3 || OneOr(dims[0], batches)) && (rank < 4 || dims[1] == 1);
      },
      [&] {
        return ShapeText(dims) + " for " + std::to_string(batches) + " sequences, " +
               std::to_string(queries) + " queries, " + std::to_string(keys) + " keys";
      });
}

void CheckModeMask(ArgumentChecks& check, const InferenceCall& call) {
  check.Require(
      "attenMask", "[2048, 2048], with any 1 before it, which this sparseMode takes",
      [&] {
        if (call.mask.tensor == nullptr) {
          return false;
        }
        const std::vector<int64_t>& dims = DimsOf(call.mask);
        return dims.size() >= 2 && dims.size() <= 4 &&
               std::all_of(dims.end() - 2, dims.end(), [](int64_t dim) { return dim == kModeMask; }) &&
               std::all_of(dims.begin(), dims.end() - 2, [](int64_t dim) { return dim == 1; });
      },
      [&] {
        return (call.mask.tensor == nullptr ? "NULL" : ShapeText(DimsOf(call.mask))) + " with sparseMode " +
               std::to_string(call.sparseMode);
      });
}

}  // namespace

size_t CheckInferenceHeads(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  const HeadAxes& axes = args->layout.in;
  CheckHeads(check, call.query, axes, args->heads, "numHeads heads, that are not empty", &args->size);
  if (check.Failed()) {
    return 0;
  }
  args->rows = DimOf(call.query, axes.row);
  const int64_t batches = axes.batch < 0 ? 1 : DimOf(call.query, axes.batch);
  check.Require(
      "query", "one query of each sequence", [&] { return !call.oneQuery || args->rows == 1; },
      [&] { return ShapeText(DimsOf(call.query)); });
  if (call.table.tensor != nullptr) {
    check.Require(
        "blockSize", "1 or more, with pages", [&] { return args->blockSize >= 1; },
        [&] { return std::to_string(args->blockSize); });
    CheckPages(check, call.keys.front(), *args, &args->size);
    check.Require(
        "value", "one tensor, as of key", [&] { return call.values.size() == 1; },
        [&] { return std::to_string(call.values.size()) + " tensors"; });
    if (!check.Failed()) {
      CheckPages(check, call.values.front(), *args, &args->valueSize);
    }
  } else {
    CheckKeys(check, call, batches, args);
  }
  CheckRope(check, call, args);
  CheckPrefix(check, call, args);
  return static_cast<size_t>(batches);
}

void CheckInferenceTable(ArgumentChecks& check, const InferenceCall& call, size_t sequences) {
  if (call.table.tensor == nullptr || check.Failed()) {
    return;
  }
  check.Rank(call.table, 2);
  check.Require(
      "blockTable", "a row of blocks for each sequence",
      [&] { return DimsOf(call.table)[0] >= static_cast<int64_t>(sequences); },
      [&] { return ShapeText(DimsOf(call.table)) + " for " + std::to_string(sequences) + " sequences"; });
}

void CheckInferenceConditions(ArgumentChecks& check, const InferenceCall& call, InferenceArgs* args) {
  int64_t queries = call.queryPadding.tensor == nullptr ? 0 : args->rows;
  int64_t keys = call.keyPadding.tensor == nullptr ? 0 : args->keyRows;
  for (const InferenceSequence& sequence : args->sequences) {
    queries = std::max(queries, sequence.queries);
    keys = std::max(keys, args->KeysOf(sequence));
  }
  const bool single = args->rows == 1 && !args->layout.ragged && call.queryRope.tensor == nullptr;
  if (args->masks) {
    CheckMask(check, call, queries, keys, args);
  } else if (!LooksAtMask(call.sparseMode) && !single) {
    CheckModeMask(check, call);
  } else {
    check.Require(
        "attenMask", "a mask, which sparseMode 1 takes",
        [&] { return call.sparseMode != kSparseAll || single; }, [] { return "NULL"; });
  }
  if (call.bias.tensor != nullptr) {
    const std::vector<int64_t>& dims = DimsOf(call.bias);
    const auto batches = static_cast<int64_t>(args->sequences.size());
    check.Require(
        call.bias.name,
        "[B, N, Sq, Skv] or [1, N, Sq, Skv], with at least the queries and keys of the longest sequence",
        [&] {
          return dims.size() == 4 && OneOr(dims[0], batches) && OneOr(dims[1], args->heads) &&
                 Holds(dims, queries, keys);
        },
        [&] {
          return ShapeText(dims) + " for " + std::to_string(batches) + " sequences, " +
                 std::to_string(args->heads) + " heads, " + std::to_string(queries) + " queries, " +
                 std::to_string(keys) + " keys";
        });
  }
  for (const NamedTensor* padding : {&call.queryPadding, &call.keyPadding}) {
    if (padding->tensor != nullptr) {
      check.NumElements(*padding, 1, "of a size");
    }
  }
  if (call.sink.tensor != nullptr) {
    check.Shape(call.sink, {args->heads}, "[numHeads]");
  }
}

void CheckInferenceResults(ArgumentChecks& check, const InferenceCall& call, const InferenceArgs& args) {
  if (check.Failed()) {
    return;
  }
  const HeadAxes& axes = args.layout.out;
  const int64_t batches = axes.batch < 0 ? 1 : static_cast<int64_t>(args.sequences.size());
  std::array<int64_t, 4> dims{};
  const auto set = [&](int dim, int64_t size) {
    if (dim >= 0) {
      dims[static_cast<size_t>(dim)] = size;
    }
  };
  set(axes.batch, batches);
  set(axes.row, args.rows);
  set(axes.head, args.heads);
  // No tensor has a size that does not fit.
  set(axes.element,
      axes.Joined() ? CheckedMultiply(args.heads, args.valueSize).value_or(-1) : args.valueSize);
  check.Shape(call.out, Dims(std::span<const int64_t>(dims.data(), axes.Rank())),
              "the rows of query, with heads of value's size, as inputLayout has results");
  if (call.wantsLse && args.layout.ragged) {
    check.Shape(call.lse, {args.rows, args.heads, 1}, "[T, N, 1]");
  } else if (call.wantsLse) {
    check.Shape(call.lse, {batches, args.heads, args.rows, 1}, "[B, N, Sq, 1]");
  }
}

}  // namespace openaclnn
