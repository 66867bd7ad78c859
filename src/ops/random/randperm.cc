// SPDX-License-Identifier: Apache-2.0
//
// aclnnRandperm: the numbers below n in random order, by the shuffle of Fisher and Yates (Knuth, "The art of
// computer programming", volume 2, algorithm 3.4.2P).
#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <string>

#include "aclnnop/aclnn_randperm.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/elementwise.h"
#include "ops/common/entry.h"
#include "ops/random/draw.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView out;
  RandomSequence sequence{};
};

struct State : Prepared {
  ScratchArray<int64_t> numbers;
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.numbers = scratch.Book<int64_t>(args.out.dims[0]);
  state.workspaceBytes = scratch.Bytes();
  constexpr size_t kCostOfNumber = 64;
  state.cost = kCostOfNumber * static_cast<size_t>(args.out.dims[0]);
  return state;
}

__extension__ using Wide = unsigned __int128;

// Number i, from the last one down, changes places with one of [0, i]: the upper half of a product of i + 1
// and 64 random bits.
void Shuffle(const RandomSequence& sequence, int64_t n, int64_t* numbers) {
  std::iota(numbers, numbers + n, 0);
  std::array<uint32_t, static_cast<size_t>(kMostRandomWords)> words;
  constexpr int64_t kPairs = kMostRandomWords / 2;
  for (int64_t begin = 0; begin < n; begin += kPairs) {
    DrawWords(sequence, 2 * begin, kMostRandomWords, words.data());
    const int64_t end = std::min(n, begin + kPairs);
    for (int64_t draw = begin; draw < end; ++draw) {
      const auto at = static_cast<size_t>(2 * (draw - begin));
      const uint64_t bits = uint64_t{words[at + 1]} << 32U | words[at];
      const int64_t i = n - 1 - draw;
      const Wide product = static_cast<Wide>(bits) * static_cast<uint64_t>(i + 1);
      std::swap(numbers[i], numbers[static_cast<int64_t>(product >> 64U)]);
    }
  }
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  int64_t* const numbers = state.numbers.In(workspace);
  const int64_t n = args.out.dims[0];
  Shuffle(args.sequence, n, numbers);
  constexpr int64_t kChunksOfTask = 64;
  const ConvertedWriter writer(args.out, DType::kInt64);
  ForEachPiece(cpu, n, kConvertedChunk, kChunksOfTask, [&](int64_t begin, int64_t count) {
    writer.Write(begin, count, reinterpret_cast<const std::byte*>(numbers + begin));
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:randperm", Prepare));
constexpr std::array<TensorArgument<Args>, 1> kArguments{{{"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kRandperm{"aclnnRandperm", kArguments, kKernels};

// The largest number up to which a type holds all.
int64_t LargestOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
      return int64_t{1} << 24;
    case DType::kFloat16:
      return int64_t{1} << 11;
    case DType::kBfloat16:
      return int64_t{1} << 8;
    case DType::kDouble:
      return int64_t{1} << 53;
    case DType::kInt8:
      return std::numeric_limits<int8_t>::max();
    case DType::kUint8:
      return std::numeric_limits<uint8_t>::max();
    case DType::kInt16:
      return std::numeric_limits<int16_t>::max();
    case DType::kInt32:
      return std::numeric_limits<int32_t>::max();
    default:
      return std::numeric_limits<int64_t>::max();
  }
}

Status Bind(PhaseOneCall& call, int64_t n, const RandomSequence& sequence, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(out).DtypeIn(out, kRealDtypesButBool).ValidOutputView(out);
  if (check.Failed()) {
    return check.Result();
  }
  check.InRange("n", n, 0, LargestOf(out.tensor->dtype),
                "a number up to which the type of out holds all numbers");
  check.Shape(out, Dims{n}, "[n]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.sequence = sequence;
  return call.Bind(kRandperm, args, {out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRandperm, (int64_t n, int64_t seed, int64_t offset, aclTensor* out),
               Bind(call, n, {static_cast<uint64_t>(seed), static_cast<uint64_t>(offset)}, {"out", out}))
