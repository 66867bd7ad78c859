// SPDX-License-Identifier: Apache-2.0
//
// aclnnMultinomial and aclnnMultinomialTensor: categories drawn with the probabilities that weights give, a row
// of weights at a time.
//
// With replacement, a uniform number is looked up in the sums of the weights before each block of categories, and then
// in the block: few samples look at few blocks. Without, the categories compete: each has an exponential number divided by its weight, and the smallest ones win, in their
// order (Efraimidis and Spirakis, "Weighted random sampling with a reservoir", 2006).
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "aclnnop/aclnn_multinomial.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/random/draw.h"
#include "ops/random/sequence_source.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView seedTensor;  // where not defined, the numbers
  TensorView offsetTensor;
  TensorView out;
  bool replacement = false;
  RandomSequence sequence{};
};

struct Candidate {
  double time;
  int64_t category;
  bool operator<(const Candidate& other) const {
    return time != other.time ? time < other.time : category < other.category;
  }
};

struct State : Prepared {
  int64_t rows = 1;
  int64_t categories = 0;
  int64_t samples = 0;
  int64_t blocks = 0;  // of categories
  int64_t slots = 1;
  ScratchArray<double> before;         // of a row: sums of the weights before each block, and of all
  ScratchArray<double> weights;        // of a slot, or sums of them
  ScratchArray<Candidate> candidates;  // of a slot
};

constexpr int64_t kMostSlots = 64;
constexpr int64_t kBlock = 64;
static_assert(kConvertedChunk % kBlock == 0);

State Prepare(const Args& args) {
  State state;
  const bool isMatrix = args.self.rank == 2;
  state.rows = isMatrix ? args.self.dims[0] : 1;
  state.categories = args.self.dims[isMatrix ? 1 : 0];
  state.samples = args.out.dims[isMatrix ? 1 : 0];
  state.slots = std::clamp<int64_t>(state.rows, 1, kMostSlots);
  ScratchLayout scratch;
  state.weights = scratch.Book<double>(state.slots * state.categories);
  if (args.replacement) {
    state.blocks = CeilDivide(state.categories, kBlock);
    state.before = scratch.Book<double>(state.rows * (state.blocks + 1));
  } else {
    state.candidates = scratch.Book<Candidate>(state.slots * state.categories);
  }
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kCostOfNumber = 64;
  state.cost = kCostOfNumber * (2 * static_cast<size_t>(args.self.NumElements()) +
                                static_cast<size_t>(args.out.NumElements()));
  return state;
}

TensorView RowOf(const TensorView& view, int64_t row) {
  TensorView one = view;
  if (view.rank == 2) {
    one.data += row * view.strides[0] * static_cast<int64_t>(SizeOf(view.dtype));
    one.rank = 1;
    one.dims[0] = view.dims[1];
    one.strides[0] = view.strides[1];
  }
  return one;
}

// Whether a row can be drawn from as far as its weights and their sum go. Without branches, and with several
// sums, so that it takes little beside the drawing.
bool LooksFit(const double* weights, int64_t categories, int64_t needed) {
  constexpr size_t kSums = 8;
  std::array<double, kSums> sums{};
  bool fit = true;
  int64_t positive = 0;
  const auto take = [&](int64_t i, size_t place) {
    fit &= weights[i] >= 0;
    positive += weights[i] > 0 ? 1 : 0;
    sums[place] += weights[i];
  };
  int64_t i = 0;
  for (; i + static_cast<int64_t>(kSums) <= categories; i += kSums) {
    for (size_t place = 0; place < kSums; ++place) {
      take(i + static_cast<int64_t>(place), place);
    }
  }
  for (; i < categories; ++i) {
    take(i, 0);
  }
  const double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
  return fit && positive >= needed && sum < std::numeric_limits<double>::max() / 2;
}

// Sums of the blocks of some weights, each in order, and several side by side: an addition waits for the one before.
// Returns whether no weight is negative.
bool SumBlocks(const double* weights, int64_t count, double* sums) {
  constexpr size_t kTogether = 8;
  bool fit = true;
  int64_t begin = 0;
  for (; begin + static_cast<int64_t>(kTogether) * kBlock <= count; begin += kTogether * kBlock) {
    std::array<double, kTogether> together{};
    for (int64_t i = begin; i < begin + kBlock; ++i) {
      for (size_t block = 0; block < kTogether; ++block) {
        const double weight = weights[i + static_cast<int64_t>(block) * kBlock];
        fit &= weight >= 0;
        together[block] += weight;
      }
    }
    std::copy(together.begin(), together.end(), sums + begin / kBlock);
  }
  for (; begin < count; begin += kBlock) {
    double sum = 0;
    for (int64_t i = begin; i < std::min(count, begin + kBlock); ++i) {
      fit &= weights[i] >= 0;
      sum += weights[i];
    }
    sums[begin / kBlock] = sum;
  }
  return fit;
}

// The sums of a row's weights. Returns whether the row can be drawn from as far as they tell.
bool SumRow(const Args& args, const State& state, int64_t row, double* before) {
  const ConvertedReader reader(args.self, DType::kDouble);
  ConvertedBuffer buffer;
  bool fit = true;
  before[0] = 0;
  for (int64_t begin = 0; begin < state.categories; begin += kConvertedChunk) {
    const int64_t count = std::min(kConvertedChunk, state.categories - begin);
    const std::byte* const weights = reader.Read(row * state.categories + begin, count, buffer);
    fit &= SumBlocks(reinterpret_cast<const double*>(weights), count, before + 1 + begin / kBlock);
  }
  std::partial_sum(before, before + state.blocks + 1, before);
  const double sum = before[state.blocks];
  return fit && sum > 0 && sum < std::numeric_limits<double>::max() / 2;
}

// What a row lacks to be drawn from; empty if nothing.
std::string Complaint(const double* weights, const State& state, bool replacement) {
  if (LooksFit(weights, state.categories, replacement ? 1 : state.samples)) {
    return {};
  }
  double sum = 0;
  int64_t positive = 0;
  for (int64_t i = 0; i < state.categories; ++i) {
    if (!(weights[i] >= 0) || std::isinf(weights[i])) {
      return "finite weights that are not negative, got " + std::to_string(weights[i]) + " for category " +
             std::to_string(i);
    }
    sum += weights[i];
    positive += weights[i] > 0 ? 1 : 0;
  }
  if (!(sum > 0) || std::isinf(sum)) {
    return "weights with a finite sum above 0, got " + std::to_string(sum);
  }
  if (!replacement && positive < state.samples) {
    return "at least " + std::to_string(state.samples) + " weights above 0, got " + std::to_string(positive);
  }
  return {};
}

// Numbers of a row's samples, or categories, begin at a multiple of what is drawn at a time.
int64_t FirstNumber(int64_t row, int64_t numbers) {
  return row * CeilDivide(numbers, kDrawn) * kDrawn;
}

// Looks up numbers in the sums of a row's weights.
class Lookup {
 public:
  // `sums` has room for all categories.
  Lookup(const Args& args, const State& state, int64_t row, const double* before, double* sums)
      : state_(state),
        first_(row * state.categories),
        before_(before),
        sums_(sums),
        reader_(args.self, DType::kDouble),
        known_(state.samples > state.blocks) {
    for (int64_t block = 0; known_ && block < state.blocks; ++block) {
      SumInBlock(block);
    }
  }

  // The first category up to which the weights have a sum above `number`.
  int64_t Find(double number) {
    const double* const after = before_ + 1;
    const int64_t block = std::upper_bound(after, after + state_.blocks, number) - after;
    if (block == state_.blocks) {
      return Last();  // a product that is rounded to the sum itself
    }
    if (!known_) {
      SumInBlock(block);
    }
    return std::upper_bound(sums_ + block * kBlock, sums_ + End(block), number) - sums_;
  }

 private:
  [[nodiscard]] int64_t End(int64_t block) const { return std::min(state_.categories, (block + 1) * kBlock); }

  const double* WeightsOf(int64_t block) {
    const int64_t begin = block * kBlock;
    return reinterpret_cast<const double*>(reader_.Read(first_ + begin, End(block) - begin, buffer_));
  }

  // The sum of a block is the same number as the one that `before` was made of.
  void SumInBlock(int64_t block) {
    const double* const weights = WeightsOf(block);
    double sum = 0;
    for (int64_t i = block * kBlock; i < End(block); ++i) {
      sum += weights[i - block * kBlock];
      sums_[i] = before_[block] + sum;
    }
  }

  // The last category that may be drawn.
  int64_t Last() {
    for (int64_t block = state_.blocks; block-- > 0;) {
      const double* const weights = WeightsOf(block);
      for (int64_t i = End(block); i-- > block * kBlock;) {
        if (weights[i - block * kBlock] > 0) {
          return i;
        }
      }
    }
    return 0;
  }

  const State& state_;
  int64_t first_;
  const double* before_;
  double* sums_;
  ConvertedReader reader_;
  ConvertedBuffer buffer_;
  bool known_;  // the sums of all categories: there are so many samples
};

void DrawWithReplacement(const RandomSequence& sequence, int64_t row, const State& state, Lookup& lookup,
                         double sum, const TensorView& out) {
  const ConvertedWriter writer(out, DType::kInt64);
  std::array<double, static_cast<size_t>(kDrawn)> numbers;
  std::array<int64_t, static_cast<size_t>(kDrawn)> categories;
  const int64_t first = FirstNumber(row, state.samples);
  for (int64_t begin = 0; begin < state.samples; begin += kDrawn) {
    const int64_t count = std::min(kDrawn, state.samples - begin);
    DrawUniform(sequence, first + begin, std::numeric_limits<double>::digits, numbers.data());
    for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
      categories[i] = lookup.Find(numbers[i] * sum);
    }
    writer.Write(begin, count, reinterpret_cast<const std::byte*>(categories.data()));
  }
}

void DrawWithoutReplacement(const RandomSequence& sequence, int64_t row, const State& state,
                            const double* weights, Candidate* candidates, const TensorView& out) {
  std::array<double, static_cast<size_t>(kDrawn)> numbers;
  const int64_t first = FirstNumber(row, state.categories);
  int64_t found = 0;
  for (int64_t begin = 0; begin < state.categories; begin += kDrawn) {
    const int64_t end = std::min(state.categories, begin + kDrawn);
    DrawExponential(sequence, first + begin, numbers.data());
    for (int64_t i = begin; i < end; ++i) {
      if (weights[i] > 0) {
        candidates[found++] = {numbers[static_cast<size_t>(i - begin)] / weights[i], i};
      }
    }
  }
  std::partial_sort(candidates, candidates + state.samples, candidates + found);
  std::array<int64_t, static_cast<size_t>(kConvertedChunk)> categories;
  for (int64_t begin = 0; begin < state.samples; begin += kConvertedChunk) {
    const int64_t count = std::min(kConvertedChunk, state.samples - begin);
    for (int64_t i = 0; i < count; ++i) {
      categories[static_cast<size_t>(i)] = candidates[begin + i].category;
    }
    WriteConverted(out, begin, count, categories.data());
  }
}

// The first row that cannot be drawn from. With replacement, makes the sums of all others.
Status CheckRows(const Args& args, const State& state, std::byte* workspace,
                 const backend::cpu::CpuContext& cpu) {
  std::atomic<int64_t> offender = state.rows;
  double* const weights = state.weights.In(workspace);
  ForEachTaskInSlots(cpu, state.rows, state.slots, [&](int64_t row, int64_t slot) {
    if (args.replacement && SumRow(args, state, row, state.before.In(workspace) + row * (state.blocks + 1))) {
      return;
    }
    double* const mine = weights + slot * state.categories;
    ReadConverted(args.self, row * state.categories, state.categories, mine);
    if (!Complaint(mine, state, args.replacement).empty()) {
      int64_t first = offender;
      while (row < first && !offender.compare_exchange_weak(first, row)) {
      }
    }
  });
  if (offender == state.rows) {
    return Status::Ok();
  }
  ReadConverted(args.self, offender * state.categories, state.categories, weights);
  return {code::kRtVectorCoreException, "self: expected " + Complaint(weights, state, args.replacement) +
                                            " in row " + std::to_string(offender)};
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.out.Empty()) {
    return Status::Ok();
  }
  if (Status status = CheckRows(args, state, workspace, cpu); !status.IsOk()) {
    return status;
  }
  const RandomSequence sequence = SequenceAt(args.sequence, args.seedTensor, args.offsetTensor);
  ForEachTaskInSlots(cpu, state.rows, state.slots, [&](int64_t row, int64_t slot) {
    const TensorView out = RowOf(args.out, row);
    double* const weights = state.weights.In(workspace) + slot * state.categories;
    if (args.replacement) {
      const double* const before = state.before.In(workspace) + row * (state.blocks + 1);
      Lookup lookup(args, state, row, before, weights);
      DrawWithReplacement(sequence, row, state, lookup, before[state.blocks], out);
    } else {
      ReadConverted(args.self, row * state.categories, state.categories, weights);
      DrawWithoutReplacement(sequence, row, state, weights,
                             state.candidates.In(workspace) + slot * state.categories, out);
    }
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:multinomial", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 4> kTensorArguments{
    {{"self", Role::kInput, &Args::self},
     {"seedTensor", Role::kInput, &Args::seedTensor},
     {"offsetTensor", Role::kInput, &Args::offsetTensor},
     {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kMultinomial{"aclnnMultinomial", kArguments, kKernels};
constexpr Operator<Args> kMultinomialTensor{"aclnnMultinomialTensor", kTensorArguments, kKernels};
constexpr std::array<DType, 1> kWholeDtypes{DType::kInt64};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self, int64_t samples,
            bool replacement, const SequenceSource& source, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self);
  source.CheckPointers(check);
  check.NotNull(out).DtypeIn(self, kFloatingDtypes).DtypeIn(out, kWholeDtypes);
  check.ValidView(self).ValidOutputView(out);
  source.CheckTensors(check);
  check.Require(
      "self", "1 or 2 dims", [&] { return self.tensor->viewDims.size() - 1 < 2; },
      [&] { return ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& dims = self.tensor->viewDims;
  check.Require(
      "numsamples", "0 or more", [&] { return samples >= 0; }, [&] { return std::to_string(samples); });
  check.Require(
      "self", "categories to draw from", [&] { return dims.back() > 0 || NumElements(*out.tensor) == 0; },
      [&] { return ShapeText(dims); });
  check.Require(
      "numsamples", "at most the number of categories, as replacement is false",
      [&] { return replacement || samples <= dims.back(); },
      [&] { return std::to_string(samples) + " of " + std::to_string(dims.back()); });
  Dims shape{samples};
  if (dims.size() == 2) {
    shape = Dims{dims[0], samples};
  }
  check.Shape(out, shape, "of self with numsamples as the last dim");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.replacement = replacement;
  args.sequence = source.Sequence();
  TensorsOfCall tensors{self.tensor};
  source.AddTo(tensors);
  tensors.push_back(out.tensor);
  return call.Bind(op, args, tensors);
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMultinomial,
               (const aclTensor* self, int64_t numsamples, bool replacement, int64_t seed, int64_t offset,
                aclTensor* out),
               Bind(call, kMultinomial, {"self", self}, numsamples, replacement,
                    SequenceSource::Numbers(seed, offset), {"out", out}))

OPENACLNN_CALL(aclnnMultinomialTensor,
               (const aclTensor* self, int64_t numsamples, bool replacement, const aclTensor* seedTensor,
                const aclTensor* offsetTensor, int64_t offset, aclTensor* out),
               Bind(call, kMultinomialTensor, {"self", self}, numsamples, replacement,
                    SequenceSource::Tensors(seedTensor, offsetTensor, offset), {"out", out}))
