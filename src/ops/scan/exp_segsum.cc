// SPDX-License-Identifier: Apache-2.0
//
// aclnnExpSegsum and its gradient: a row of the result is the one before it times the exponential of one number,
// but each sum is made on its own.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_exp_segsum_backward.h"
#include "aclnnop/aclnn_segsum.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/functions/row_functions.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostSlots = 64;

struct Args {
  TensorView first;   // self, or gradOutput
  TensorView second;  // the forward output, of the gradient alone
  TensorView out;
};

struct State : Prepared {
  int64_t length = 0;  // N
  int64_t matrices = 0;
  int64_t slots = 1;
  ScratchArray<double> sums;    // of a slot: a row of them
  ScratchArray<float> numbers;  // likewise
  ScratchArray<float> others;
};

State Prepare(const Args& args) {
  State state;
  const TensorView& rows = args.second.Defined() ? args.out : args.first;
  state.length = rows.dims[static_cast<size_t>(rows.rank - 1)];
  state.matrices = state.length == 0 ? 0 : rows.NumElements() / state.length;
  state.slots = std::clamp<int64_t>(state.matrices, 1, kMostSlots);
  ScratchLayout scratch;
  state.sums = scratch.Book<double>(state.slots * state.length);
  state.numbers = scratch.Book<float>(state.slots * state.length);
  state.others = scratch.Book<float>(state.slots * state.length);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(state.matrices * state.length * state.length) * sizeof(float) * 2;
  return state;
}

void RunForward(const Args& args, int64_t matrix, int64_t length, double* sums, float* numbers, float* row) {
  ReadConverted(args.first, matrix * length, length, numbers);
  for (int64_t i = 0; i < length; ++i) {
    const auto more = static_cast<double>(numbers[i]);
    for (int64_t j = 0; j < i; ++j) {
      sums[j] += more;
      row[j] = static_cast<float>(sums[j]);
    }
    BestRowFunctions().exp(row, 0, i, row);
    sums[i] = 0;
    row[i] = 1;
    std::fill(row + i + 1, row + length, 0.0F);
    WriteConverted(args.out, (matrix * length + i) * length, length, row);
  }
}

void RunBackward(const Args& args, int64_t matrix, int64_t length, double* sums, float* gradients,
                 float* results) {
  std::fill_n(sums, length, 0.0);
  for (int64_t i = 1; i < length; ++i) {
    const int64_t begin = (matrix * length + i) * length;
    ReadConverted(args.first, begin, i, gradients);
    ReadConverted(args.second, begin, i, results);
    double before = 0;
    for (int64_t k = 1; k <= i; ++k) {
      before += static_cast<double>(gradients[k - 1]) * static_cast<double>(results[k - 1]);
      sums[k] += before;
    }
  }
  std::transform(sums, sums + length, sums, WithQuietNan<double>);
  WriteConverted(args.out, matrix * length, length, sums);
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  ForEachTaskInSlots(cpu, state.matrices, state.slots, [&](int64_t matrix, int64_t slot) {
    const int64_t place = slot * state.length;
    double* const sums = state.sums.In(workspace) + place;
    float* const numbers = state.numbers.In(workspace) + place;
    float* const others = state.others.In(workspace) + place;
    args.second.Defined() ? RunBackward(args, matrix, state.length, sums, numbers, others)
                          : RunForward(args, matrix, state.length, sums, numbers, others);
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:exp_segsum", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kForwardArguments{
    {{"self", Role::kInput, &Args::first}, {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 3> kBackwardArguments{{{"gradOutput", Role::kInput, &Args::first},
                                                                  {"gradSelf", Role::kInput, &Args::second},
                                                                  {"gradInput", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kForward{"aclnnExpSegsum", kForwardArguments, kKernels};
constexpr Operator<Args> kBackward{"aclnnExpSegsumBackward", kBackwardArguments, kKernels};

void CheckRank(ArgumentChecks& check, const NamedTensor& tensor, size_t least, const char* expected) {
  check.Require(
      tensor.name, expected,
      [&] {
        const size_t rank = tensor.tensor->viewDims.size();
        return rank == least || rank == least + 1;
      },
      [&] { return ShapeText(tensor.tensor->viewDims); });
}

Status BindForward(PhaseOneCall& call, const Tensors<2>& given) {
  const auto [self, out] = Named(kForward, given);
  ArgumentChecks check;
  check.NotNull(self).NotNull(out).DtypeIn(self, FloatDtypes()).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  CheckRank(check, self, 3, "3 or 4 dims");
  if (!check.Failed()) {
    Dims shape(self.tensor->viewDims);
    shape.push_back(shape[shape.size() - 1]);
    check.Shape(out, shape, "of self with its last dim twice");
  }
  return check.Failed() ? check.Result() : call.Bind(kForward, Args{}, TensorsOf(given));
}

Status BindBackward(PhaseOneCall& call, const Tensors<3>& given) {
  const auto [gradOutput, gradSelf, gradInput] = Named(kBackward, given);
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull(gradSelf).NotNull(gradInput);
  check.DtypeIn(gradOutput, FloatDtypes()).SameDtype(gradSelf, gradOutput).SameDtype(gradInput, gradOutput);
  check.ValidView(gradOutput).ValidView(gradSelf).ValidOutputView(gradInput);
  CheckRank(check, gradOutput, 4, "4 or 5 dims");
  check.SameShape(gradSelf, gradOutput);
  if (check.Failed()) {
    return check.Result();
  }
  const std::span<const int64_t> dims = gradOutput.tensor->viewDims;
  check.Require(
      gradOutput.name, "the same size of the last two dims",
      [&] { return dims.back() == dims[dims.size() - 2]; },
      [&] { return ShapeText(gradOutput.tensor->viewDims); });
  check.Shape(gradInput, Dims(dims.first(dims.size() - 1)), "of gradOutput without its last dim");
  return check.Failed() ? check.Result() : call.Bind(kBackward, Args{}, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnExpSegsum, (const aclTensor* self, aclTensor* out), BindForward(call, {self, out}))

OPENACLNN_CALL(aclnnExpSegsumBackward,
               (const aclTensor* gradOutput, const aclTensor* gradSelf, aclTensor* gradInput),
               BindBackward(call, {gradOutput, gradSelf, gradInput}))
