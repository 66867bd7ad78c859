// SPDX-License-Identifier: Apache-2.0
//
// aclnnAdvanceStep: what a model is fed with in the next step of decoding, from the tokens of this one.
#include "aclnnop/aclnn_advance_step.h"

#include <array>
#include <limits>
#include <string>

#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/common/self_copy.h"

namespace openaclnn {
namespace {

// Tensors that are read and written, as inputs and as outputs.
struct Args {
  TensorView tokensBefore;
  TensorView sampled;
  TensorView positionsBefore;
  TensorView lengthsBefore;
  TensorView slotsBefore;
  TensorView tables;  // [sequences, columns]
  TensorView tokens;
  TensorView positions;
  TensorView lengths;
  TensorView slots;
  int64_t queries = 0;
  int64_t blockSize = 1;
};

struct State : Prepared {
  std::array<SelfCopy, 4> copies;
};

State Prepare(const Args& args) {
  State state;
  state.copies = {SelfCopy(args.tokensBefore, args.tokens), SelfCopy(args.positionsBefore, args.positions),
                  SelfCopy(args.lengthsBefore, args.lengths), SelfCopy(args.slotsBefore, args.slots)};
  state.cost = static_cast<size_t>(args.tokens.NumElements()) * 9 * sizeof(int64_t);
  return state;
}

int64_t& At(const TensorView& view, int64_t row, int64_t column = 0) {
  const int64_t at = row * view.strides[0] + (view.rank > 1 ? column * view.strides[1] : 0);
  return reinterpret_cast<int64_t*>(view.data)[at];
}

Status Wrong(const char* name, const std::string& expected, int64_t actual, int64_t position) {
  return {code::kRtVectorCoreException, std::string(name) + ": expected " + expected + ", got " +
                                            std::to_string(actual) + " at position " +
                                            std::to_string(position)};
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const int64_t columns = args.tables.dims[1];
  for (int64_t i = 0; i < args.queries; ++i) {
    const int64_t length = At(args.lengthsBefore, i);
    if (length < 0 || length / args.blockSize >= columns) {
      return Wrong("seqLens",
                   "lengths from 0 on whose next token is in the blocks of blockTables, " +
                       std::to_string(columns) + " blocks of " + std::to_string(args.blockSize),
                   length, i);
    }
    const int64_t block = At(args.tables, i, length / args.blockSize);
    if (block < 0 || block > std::numeric_limits<int64_t>::max() / args.blockSize - 1) {
      return Wrong("blockTables", "blocks from 0 on whose slots have numbers of 64 bits", block,
                   i * columns + length / args.blockSize);
    }
  }
  const std::array<const TensorView*, 4> before{&args.tokensBefore, &args.positionsBefore,
                                                &args.lengthsBefore, &args.slotsBefore};
  const std::array<const TensorView*, 4> after{&args.tokens, &args.positions, &args.lengths, &args.slots};
  for (size_t i = 0; i < before.size(); ++i) {
    state.copies[i].Run(*before[i], *after[i], cpu);
  }
  for (int64_t i = 0; i < args.queries; ++i) {
    const int64_t length = At(args.lengths, i);
    At(args.tokens, i) = At(args.sampled, i);
    At(args.positions, i) = length;
    At(args.lengths, i) = length + 1;
    At(args.slots, i) =
        At(args.tables, i, length / args.blockSize) * args.blockSize + length % args.blockSize;
  }
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:advance", Prepare));
constexpr std::array<TensorArgument<Args>, 10> kArguments{
    {{"inputTokens", Role::kInput, &Args::tokensBefore},
     {"sampledTokenIds", Role::kInput, &Args::sampled, false, true},
     {"inputPositions", Role::kInput, &Args::positionsBefore},
     {"seqLens", Role::kInput, &Args::lengthsBefore},
     {"slotMapping", Role::kInput, &Args::slotsBefore},
     {"blockTables", Role::kInput, &Args::tables, false, true},
     {"inputTokens", Role::kOutput, &Args::tokens, true},
     {"inputPositions", Role::kOutput, &Args::positions, true},
     {"seqLens", Role::kOutput, &Args::lengths, true},
     {"slotMapping", Role::kOutput, &Args::slots, true}}};
constexpr Operator<Args> kAdvanceStep{"aclnnAdvanceStep", kArguments, kKernels};

constexpr std::array<DType, 1> kWhole{DType::kInt64};
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

struct Step {
  int64_t numSeqs;
  int64_t numQueries;
  int64_t blockSize;
};

Status Bind(PhaseOneCall& call, const Tensors<6>& given, const Step& step) {
  const auto named = Named(kAdvanceStep, given);
  const auto [tokens, sampled, positions, lengths, slots, tables] = named;
  ArgumentChecks check;
  for (const NamedTensor& tensor : named) {
    check.NotNull(tensor);
  }
  for (const NamedTensor& tensor : named) {
    check.DtypeIn(tensor, kWhole);
  }
  check.InRange("numSeqs", step.numSeqs, 1, kMost, "more than 0");
  check.InRange("numQueries", step.numQueries, 1, step.numSeqs, "from 1 to numSeqs");
  check.InRange("blockSize", step.blockSize, 1, kMost, "more than 0");
  for (const NamedTensor& written : {tokens, positions, lengths, slots}) {
    check.ValidOutputView(written).Shape(written, {step.numSeqs}, "[numSeqs]");
  }
  check.ValidView(sampled).ValidView(tables).Shape(sampled, {step.numQueries, 1}, "[numQueries, 1]");
  check.Rank(tables, 2).DimEquals(tables, 0, step.numSeqs, "numSeqs");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.queries = step.numQueries;
  args.blockSize = step.blockSize;
  return call.Bind(
      kAdvanceStep, args,
      {given[0], given[1], given[2], given[3], given[4], given[5], given[0], given[2], given[3], given[4]});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAdvanceStep,
               (aclTensor * inputTokens, const aclTensor* sampledTokenIds, aclTensor* inputPositions,
                aclTensor* seqLens, aclTensor* slotMapping, const aclTensor* blockTables, int64_t numSeqs,
                int64_t numQueries, int64_t blockSize),
               Bind(call, {inputTokens, sampledTokenIds, inputPositions, seqLens, slotMapping, blockTables},
                    {numSeqs, numQueries, blockSize}))
