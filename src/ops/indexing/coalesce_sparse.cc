// SPDX-License-Identifier: Apache-2.0
//
// aclnnCoalesceSparse: elements of a sparse tensor in one place become one.
#include <array>
#include <optional>
#include <string>

#include "aclnnop/aclnn_coalesce_sparse.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView places;   // [u]: its shape alone
  TensorView numbers;  // [elements]: the place of each
  TensorView indices;  // [elements, d]
  TensorView values;   // [elements, ...]
  TensorView newIndices;
  TensorView newValues;
};

alignas(16) constexpr std::array<std::byte, 16> kZero{};

TensorView ZerosFor(TensorView view) {
  view.data = const_cast<std::byte*>(kZero.data());
  view.strides.fill(0);
  return view;
}

struct State : Prepared {
  SelfCopy indices;
  SelfCopy values;
};

State Prepare(const Args& args) {
  State state;
  state.indices = SelfCopy(ZerosFor(args.newIndices), args.newIndices);
  state.values = SelfCopy(ZerosFor(args.newValues), args.newValues);
  state.cost = state.indices.Cost() + state.values.Cost() +
               static_cast<size_t>(2 * args.values.NumElements()) * SizeOf(args.values.dtype) +
               static_cast<size_t>(2 * args.indices.NumElements()) * SizeOf(args.indices.dtype);
  return state;
}

IndexSpace PositionsIn(const Args& args, const TensorView& table) {
  IndexSpace positions(args.numbers.Dims());
  positions.Add({"uniqueIndices", args.numbers, table.dims[0], table.strides[0], false});
  return positions;
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const IndexSpace ofIndices = PositionsIn(args, args.newIndices);
  if (Status status = ofIndices.Check(cpu); !status.IsOk()) {
    return status;
  }
  state.indices.Run(ZerosFor(args.newIndices), args.newIndices, cpu);
  ScatterSlices(ofIndices, args.indices, ScatterMode::kReplace, WithoutDim(args.newIndices, 0), std::nullopt,
                cpu);
  state.values.Run(ZerosFor(args.newValues), args.newValues, cpu);
  ScatterSlices(PositionsIn(args, args.newValues), args.values, ScatterMode::kAdd,
                WithoutDim(args.newValues, 0), std::nullopt, cpu);
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:coalesce", Prepare));
constexpr std::array<TensorArgument<Args>, 6> kArguments{{
    {"uniqueLen", Role::kInput, &Args::places},
    {"uniqueIndices", Role::kInput, &Args::numbers, false, true},
    {"indices", Role::kInput, &Args::indices, false, true},
    {"values", Role::kInput, &Args::values, false, true},
    {"newIndices", Role::kOutput, &Args::newIndices},
    {"newValues", Role::kOutput, &Args::newValues},
}};
constexpr Operator<Args> kCoalesce{"aclnnCoalesceSparse", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<6>& given) {
  const auto [places, numbers, indices, values, newIndices, newValues] = Named(kCoalesce, given);
  ArgumentChecks check;
  for (const NamedTensor* tensor : {&places, &numbers, &indices, &values, &newIndices, &newValues}) {
    check.NotNull(*tensor);
  }
  check.DtypeIn(places, kIndexDtypes).DtypeIn(numbers, kIndexDtypes).DtypeIn(indices, kIndexDtypes);
  check.DtypeIn(values, kPromotingDtypes).SameDtype(newIndices, indices).SameDtype(newValues, values);
  check.ValidView(places).ValidView(numbers).ValidView(indices).ValidView(values);
  check.ValidOutputView(newIndices).ValidOutputView(newValues);
  check.Rank(places, 1).Rank(numbers, 1).Rank(indices, 2);
  check.Require(
      values.name, "1 dim or more", [&] { return !values.tensor->viewDims.empty(); }, [] { return "none"; });
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t elements = numbers.tensor->viewDims[0];
  check.DimEquals(indices, 0, elements, "elements of uniqueIndices");
  check.DimEquals(values, 0, elements, "elements of uniqueIndices");
  if (check.Failed()) {
    return check.Result();
  }
  Dims expected = DimsOf(*indices.tensor);
  expected[0] = places.tensor->viewDims[0];
  check.Shape(newIndices, expected, "[elements of uniqueLen, dims of indices behind the first one]");
  expected = DimsOf(*values.tensor);
  expected[0] = places.tensor->viewDims[0];
  check.Shape(newValues, expected, "[elements of uniqueLen, dims of values behind the first one]");
  return check.Failed() ? check.Result() : call.Bind(kCoalesce, Args(), TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCoalesceSparse,
               (const aclTensor* uniqueLen, const aclTensor* uniqueIndices, const aclTensor* indices,
                const aclTensor* values, aclTensor* newIndices, aclTensor* newValues),
               Bind(call, {uniqueLen, uniqueIndices, indices, values, newIndices, newValues}))
