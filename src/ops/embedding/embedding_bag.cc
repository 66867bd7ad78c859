// SPDX-License-Identifier: Apache-2.0
//
// aclnnEmbeddingBag: rows of a table, summed up, averaged or compared bag by bag.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <span>
#include <string>
#include <utility>

#include "aclnnop/aclnn_embedding_bag.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "kernels/elementwise/converted.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/reduction/accumulate.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/whole_numbers.h"

namespace openaclnn {
namespace {

enum class Mode { kSum, kMean, kMax };

struct Args {
  TensorView weight;  // [V, E]
  TensorView indices;
  TensorView offsets;
  TensorView sampleWeights;
  TensorView output;
  TensorView bagOf;  // of each index
  TensorView sizes;  // of each bag
  TensorView largest;
  Mode mode = Mode::kSum;
  int64_t padding = -1;
};

struct State : Prepared {
  int64_t rows = 0;  // of the table
  int64_t width = 0;
  int64_t count = 0;  // of indices
  int64_t bags = 0;
  ScratchArray<int64_t> indices;
  ScratchArray<int64_t> offsets;  // one more than bags
  ScratchArray<int64_t> bagOf;    // of each index
  ScratchArray<int64_t> sizes;    // of each bag
};

State Prepare(const Args& args) {
  State state;
  state.rows = args.weight.dims[0];
  state.width = args.weight.dims[1];
  state.count = args.indices.NumElements();
  state.bags = args.output.dims[0];
  ScratchLayout scratch;
  state.indices = scratch.Book<int64_t>(state.count);
  state.offsets = scratch.Book<int64_t>(state.bags + 1);
  state.bagOf = scratch.Book<int64_t>(state.count);
  state.sizes = scratch.Book<int64_t>(state.bags);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>((state.count + state.bags) * state.width) * SizeOf(args.weight.dtype);
  return state;
}

void ReadAll(const TensorView& view, int64_t count, int64_t* to) {
  const IndexReader reader(view, -1);
  for (int64_t begin = 0; begin < count; begin += kTileElements) {
    reader.Read(begin, std::min(kTileElements, count - begin), to + begin);
  }
}

Status Refused(const char* name, const std::string& expected, int64_t value, int64_t at) {
  return {code::kRtVectorCoreException, name + std::string(": expected ") + expected + ", got " +
                                            std::to_string(value) + " at element " + std::to_string(at)};
}

// Reads indices and offsets, and checks them before anything is written.
Status ReadPlaces(const Args& args, const State& state, int64_t* indices, int64_t* offsets) {
  ReadAll(args.indices, state.count, indices);
  for (int64_t i = 0; i < state.count; ++i) {
    if (indices[i] < 0 || indices[i] >= state.rows) {
      return Refused("indices", "values in [0, " + std::to_string(state.rows) + ")", indices[i], i);
    }
  }
  const int64_t given = args.offsets.NumElements();
  offsets[state.bags] = state.count;
  ReadAll(args.offsets, given, offsets);
  int64_t last = 0;
  for (int64_t bag = 0; bag < given; ++bag) {
    if (offsets[bag] < last || offsets[bag] > state.count || (bag == 0 && offsets[bag] != 0)) {
      return Refused(
          "offsets",
          "values from 0 to " + std::to_string(state.count) + ", 0 first, none below the one before",
          offsets[bag], bag);
    }
    last = offsets[bag];
  }
  return Status::Ok();
}

constexpr size_t kRowsTogether = 8;

// Some columns of a bag.
class Columns {
 public:
  Columns(Mode mode, int64_t count) : mode_(mode), count_(count) {
    std::fill_n(numbers_.begin(), count, 0.0);
    if (mode == Mode::kMax) {
      std::fill_n(places_.begin(), count, 0);
    }
  }
  void Take(const float* const* rows, int64_t number) {
    AddRowsTo(numbers_.data(), rows, number, count_);
    taken_ += number;
  }
  void TakeLargest(const float* row, int64_t index) {
    for (size_t i = 0; i < static_cast<size_t>(count_); ++i) {
      const double value = static_cast<double>(row[i]);
      if (taken_ == 0 || value > numbers_[i] || (std::isnan(value) && !std::isnan(numbers_[i]))) {
        numbers_[i] = value;
        places_[i] = index;
      }
    }
    ++taken_;
  }
  void TakeScaled(const float* row, float factor) { AddScaledTo(numbers_.data(), row, factor, count_); }
  [[nodiscard]] const double* Finish() {
    if (mode_ == Mode::kMean && taken_ > 0) {
      const auto size = static_cast<double>(taken_);
      const std::span<double> numbers(numbers_.data(), static_cast<size_t>(count_));
      if (std::has_single_bit(static_cast<uint64_t>(taken_))) {  // the same numbers, sooner
        std::ranges::transform(numbers, numbers.begin(), [by = 1 / size](double sum) { return sum * by; });
      } else {
        std::ranges::transform(numbers, numbers.begin(), [size](double sum) { return sum / size; });
      }
    }
    return numbers_.data();
  }
  // Of the largest numbers.
  [[nodiscard]] const int64_t* Places() const { return places_.data(); }

 private:
  Mode mode_;
  int64_t count_;
  int64_t taken_ = 0;
  std::array<double, kTileElements> numbers_;
  std::array<int64_t, kTileElements> places_;
};

// The bag of each index, and how many of each bag's indices count.
void Describe(const Args& args, const State& state, std::byte* workspace,
              const backend::cpu::CpuContext& cpu) {
  const int64_t* const indices = state.indices.In(workspace);
  const int64_t* const offsets = state.offsets.In(workspace);
  int64_t* const bagOf = state.bagOf.In(workspace);
  int64_t* const sizes = state.sizes.In(workspace);
  for (int64_t bag = 0; bag < state.bags; ++bag) {
    const int64_t begin = offsets[bag];
    const int64_t end = offsets[bag + 1];
    std::fill(bagOf + begin, bagOf + end, bag);
    sizes[bag] = end - begin - std::count(indices + begin, indices + end, args.padding);
  }
  if (!args.bagOf.Empty()) {
    WriteWholeNumbers(args.bagOf, cpu, [&](int64_t i) { return bagOf[i]; });
  }
  WriteWholeNumbers(args.sizes, cpu, [&](int64_t bag) { return bag < state.bags ? sizes[bag] : 0; });
  if (args.mode != Mode::kMax) {
    WriteWholeNumbers(args.largest, cpu, [](int64_t /*i*/) { return int64_t{0}; });
  }
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const indices = state.indices.In(workspace);
  int64_t* const offsets = state.offsets.In(workspace);
  Status status = ReadPlaces(args, state, indices, offsets);
  if (!status.IsOk()) {
    return status;
  }
  Describe(args, state, workspace, cpu);
  const TileReader weight(args.weight);
  // Rows of a contiguous table are taken where they lie.
  const float* const table = args.weight.dtype == DType::kFloat && args.weight.Contiguous()
                                 ? reinterpret_cast<const float*>(args.weight.data)
                                 : nullptr;
  const TileWriter output(args.output);
  const ConvertedWriter largest(args.largest, DType::kInt64);
  const bool weighted = args.sampleWeights.Defined();
  const TileReader factors(weighted ? args.sampleWeights : args.weight);
  const int64_t tiles = std::max<int64_t>(1, CeilDivide(state.width, kTileElements));
  cpu.ParallelFor(state.bags * tiles, [&](int64_t task) {
    const int64_t bag = task / tiles;
    const int64_t begin = task % tiles * kTileElements;
    const int64_t count = std::min(kTileElements, state.width - begin);
    if (count <= 0) {
      return;
    }
    Columns columns(args.mode, count);
    std::array<TileBuffer, kRowsTogether> buffers;
    std::array<const float*, kRowsTogether> rows;
    size_t number = 0;
    TileBuffer factor;
    for (int64_t i = offsets[bag]; i < offsets[bag + 1]; ++i) {
      if (indices[i] == args.padding) {
        continue;
      }
      const int64_t place = indices[i] * state.width + begin;
      rows[number] = table != nullptr ? table + place : weight.Read(place, count, buffers[number]);
      if (weighted) {
        columns.TakeScaled(rows[number], *factors.Read(i, 1, factor));
      } else if (args.mode == Mode::kMax) {
        columns.TakeLargest(rows[number], indices[i]);
      } else if (++number == kRowsTogether) {
        columns.Take(rows.data(), static_cast<int64_t>(std::exchange(number, 0)));
      }
    }
    columns.Take(rows.data(), static_cast<int64_t>(number));
    output.Write(bag * state.width + begin, count, columns.Finish());
    for (int64_t i = 0; args.mode == Mode::kMax && i < count; i += kConvertedChunk) {
      largest.Write(bag * state.width + begin + i, std::min(kConvertedChunk, count - i),
                    reinterpret_cast<const std::byte*>(columns.Places() + i));
    }
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:embedding_bag", Prepare));
constexpr std::array<TensorArgument<Args>, 8> kArguments{{
    {"weight", Role::kInput, &Args::weight},
    {"indices", Role::kInput, &Args::indices},
    {"offsets", Role::kInput, &Args::offsets},
    {"perSampleWeights", Role::kInput, &Args::sampleWeights},
    {"output", Role::kOutput, &Args::output},
    {"offset2bag", Role::kOutput, &Args::bagOf},
    {"bagSize", Role::kOutput, &Args::sizes},
    {"maxIndices", Role::kOutput, &Args::largest},
}};
constexpr Operator<Args> kEmbeddingBag{"aclnnEmbeddingBag", kArguments, kKernel};
constexpr std::array<DType, 5> kIndexDtypes{DType::kInt64, DType::kInt32, DType::kInt16, DType::kInt8,
                                            DType::kUint8};
constexpr std::span<const DType> kResultDtypes = std::span(kIndexDtypes).first(2);

struct Options {
  int64_t mode;
  bool includeLastOffset;
  int64_t paddingIdx;
};

struct Given {
  NamedTensor weight;
  NamedTensor indices;
  NamedTensor offsets;
  NamedTensor sampleWeights;
  NamedTensor output;
  NamedTensor bagOf;
  NamedTensor sizes;
  NamedTensor largest;
};

// A shape, or that of a tensor without elements.
void CheckOr(ArgumentChecks& check, const NamedTensor& tensor, const Dims& expected, bool mayBeEmpty,
             const char* meaning) {
  if (!check.Failed() && !(mayBeEmpty && NumElements(*tensor.tensor) == 0)) {
    check.Shape(tensor, expected, meaning);
  }
}

Status Bind(PhaseOneCall& call, const Given& given, const Options& options) {
  ArgumentChecks check;
  check.NotNull(given.weight).NotNull(given.indices).NotNull(given.offsets).LiveOrNull(given.sampleWeights);
  check.NotNull(given.output).NotNull(given.bagOf).NotNull(given.sizes).NotNull(given.largest);
  check.DtypeIn(given.weight, FloatDtypes());
  check.DtypeIn(given.indices, kIndexDtypes).DtypeIn(given.offsets, kIndexDtypes);
  for (const NamedTensor* tensor : {&given.bagOf, &given.sizes, &given.largest}) {
    check.DtypeIn(*tensor, kResultDtypes);
  }
  check.SameDtype(given.output, given.weight);
  check.ValidView(given.weight).ValidView(given.indices).ValidView(given.offsets);
  check.Rank(given.weight, 2).Rank(given.indices, 1).Rank(given.offsets, 1);
  for (const NamedTensor* tensor : {&given.output, &given.bagOf, &given.sizes, &given.largest}) {
    check.ValidOutputView(*tensor);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const Mode mode = options.mode == 0 ? Mode::kSum : options.mode == 1 ? Mode::kMean : Mode::kMax;
  const int64_t count = given.indices.tensor->viewDims[0];
  const int64_t offsets = given.offsets.tensor->viewDims[0];
  const int64_t width = given.weight.tensor->viewDims[1];
  check.Require(
      given.offsets.name, "at least one element with includeLastOffset",
      [&] { return offsets > 0 || !options.includeLastOffset; }, [] { return "none"; });
  if (given.sampleWeights.tensor != nullptr) {
    check.Require(
        given.sampleWeights.name, "null but for sums", [&] { return mode == Mode::kSum; },
        [&] { return "a tensor with mode " + std::to_string(options.mode); });
    check.SameDtype(given.sampleWeights, given.weight).ValidView(given.sampleWeights);
    check.Shape(given.sampleWeights, {count}, "that of indices");
  }
  const int64_t bags = offsets - (options.includeLastOffset ? 1 : 0);
  check.Shape(given.output, {bags, width}, "[bags, columns of weight]");
  CheckOr(check, given.bagOf, {count}, true, "that of indices");
  CheckOr(check, given.sizes,
          {check.Failed() || given.sizes.tensor->viewDims != std::vector{offsets} ? bags : offsets}, false,
          "[bags]");
  if (mode == Mode::kMax) {
    check.Shape(given.largest, {bags, width}, "that of output");
  } else {
    CheckOr(check, given.largest, {bags}, true, "[bags]");
  }
  Args args;
  args.mode = mode;
  args.padding = options.paddingIdx;
  return check.Failed() ? check.Result()
                        : call.Bind(kEmbeddingBag, args,
                                    {given.weight.tensor, given.indices.tensor, given.offsets.tensor,
                                     given.sampleWeights.tensor, given.output.tensor, given.bagOf.tensor,
                                     given.sizes.tensor, given.largest.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnEmbeddingBag,
               (const aclTensor* weight, const aclTensor* indices, const aclTensor* offsets,
                bool /*scaleGradByFreq*/, int64_t mode, bool /*sparse*/, const aclTensor* perSampleWeights,
                bool includeLastOffset, int64_t paddingIdx, aclTensor* output, aclTensor* offset2bag,
                aclTensor* bagSize, aclTensor* maxIndices),
               Bind(call,
                    {{"weight", weight},
                     {"indices", indices},
                     {"offsets", offsets},
                     {"perSampleWeights", perSampleWeights},
                     {"output", output},
                     {"offset2bag", offset2bag},
                     {"bagSize", bagSize},
                     {"maxIndices", maxIndices}},
                    {mode, includeLastOffset, paddingIdx}))
