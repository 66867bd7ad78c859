// SPDX-License-Identifier: Apache-2.0
//
// aclnnTransformBiasRescaleQkv: three element-by-element expressions on views of one projection, whose heads
// become dims.
#include <array>
#include <cmath>
#include <string>

#include "aclnnop/aclnn_transform_bias_rescale_qkv.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/named.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

// clang-format off
OPENACLNN_LOOP(BiasedAndScaled, (T part, T bias, T scale), (part + bias) * scale, 2, 1, FloatFormats)
OPENACLNN_LOOP(Biased, (T part, T bias), part + bias, 2, 0, FloatFormats)
// clang-format on

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr size_t kParts = 3;  // q, k, v

struct Args {
  TensorView qkv;
  TensorView bias;
  TensorView q;
  TensorView k;
  TensorView v;
  int64_t heads = 1;
};

struct State : Prepared {
  std::array<ElementwisePlan, kParts> plans;
  ScalarValue scale{};
};

// Numbers of a head.
int64_t NumbersOf(const Args& args) {
  return args.qkv.dims[2] / (static_cast<int64_t>(kParts) * args.heads);
}

// A part of the projection, or of its bias, as [B, heads, T, numbers], but for where its memory is.
TensorView PartOf(const Args& args, const TensorView& whole) {
  const auto last = static_cast<size_t>(whole.rank - 1);
  const bool isBias = whole.rank == 1;
  const int64_t numbers = NumbersOf(args);
  TensorView part = whole;
  part.rank = 4;
  part.dims = {args.qkv.dims[0], args.heads, args.qkv.dims[1], numbers};
  part.strides = {isBias ? 0 : whole.strides[0], numbers * whole.strides[last], isBias ? 0 : whole.strides[1],
                  whole.strides[last]};
  return part;
}

const std::byte* MemoryOf(const Args& args, const TensorView& whole, size_t part) {
  const int64_t stride = whole.strides[static_cast<size_t>(whole.rank - 1)];
  return whole.data + static_cast<int64_t>(part) * args.heads * NumbersOf(args) * stride *
                          static_cast<int64_t>(SizeOf(whole.dtype));
}

State Prepare(const Args& args) {
  State state;
  const DType dtype = args.qkv.dtype;
  const TensorView part = PartOf(args, args.qkv);
  const TensorView bias = PartOf(args, args.bias);
  const std::array<const TensorView*, 2> inputs{&part, &bias};
  const std::array<const TensorView*, kParts> outs{&args.q, &args.k, &args.v};
  for (size_t i = 0; i < kParts; ++i) {
    state.plans[i] = ElementwisePlan(*outs[i], inputs, {dtype, dtype},
                                     i == 0 ? LoopBiasedAndScaled(dtype) : LoopBiased(dtype));
    state.cost += state.plans[i].Cost();
  }
  state.scale = ScalarOf(1 / std::sqrt(static_cast<double>(NumbersOf(args))));
  return state;
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const std::array<std::byte*, kParts> outs{args.q.data, args.k.data, args.v.data};
  for (size_t i = 0; i < kParts; ++i) {
    const std::array<const std::byte*, 2> inputs{MemoryOf(args, args.qkv, i), MemoryOf(args, args.bias, i)};
    state.plans[i].Run(outs[i], inputs, {state.scale}, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:qkv", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{{{"qkv", Role::kInput, &Args::qkv},
                                                          {"qkvBias", Role::kInput, &Args::bias},
                                                          {"q", Role::kOutput, &Args::q},
                                                          {"k", Role::kOutput, &Args::k},
                                                          {"v", Role::kOutput, &Args::v}}};
constexpr Operator<Args> kTransform{"aclnnTransformBiasRescaleQkv", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<5>& given, int64_t numHeads) {
  const auto [qkv, bias, q, k, v] = Named(kTransform, given);
  ArgumentChecks check;
  check.NotNull(qkv).NotNull(bias).NotNull(q).NotNull(k).NotNull(v);
  check.DtypeIn(qkv, FloatDtypes()).SameDtype(bias, qkv);
  check.SameDtype(q, qkv).SameDtype(k, qkv).SameDtype(v, qkv);
  check.InRange("numHeads", numHeads, 1, INT64_MAX / static_cast<int64_t>(kParts), "more than 0");
  check.ValidView(qkv).ValidView(bias).ValidOutputView(q).ValidOutputView(k).ValidOutputView(v);
  check.Rank(qkv, 3);
  if (check.Failed()) {
    return check.Result();
  }
  const auto& dims = qkv.tensor->viewDims;
  check.Shape(bias, {dims[2]}, "[the last dim of qkv]");
  check.Require(
      "numHeads", "a third of a divisor of the last dim of qkv",
      [&] { return dims[2] % (static_cast<int64_t>(kParts) * numHeads) == 0; },
      [&] { return std::to_string(numHeads) + " for " + ShapeText(dims); });
  if (check.Failed()) {
    return check.Result();
  }
  const Dims shape{dims[0], numHeads, dims[1], dims[2] / (static_cast<int64_t>(kParts) * numHeads)};
  for (const NamedTensor& out : {q, k, v}) {
    check.Shape(out, shape, "[B, numHeads, T, numbers of a head]");
  }
  Args args;
  args.heads = numHeads;
  return check.Failed() ? check.Result() : call.Bind(kTransform, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTransformBiasRescaleQkv,
               (const aclTensor* qkv, const aclTensor* qkvBias, int64_t numHeads, aclTensor* q, aclTensor* k,
                aclTensor* v),
               Bind(call, {qkv, qkvBias, q, k, v}, numHeads))
#endif  // HWY_ONCE
