// SPDX-License-Identifier: Apache-2.0
//
// aclnnQuantMatmul: products of INT8 with one scale, which is an attribute: the kernel of scaled products reads it where
// the call has it.
#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "aclnnop/aclnn_quant_matmul.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/matmul/quant_matmul.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView x1;    // [.., m, k]
  TensorView x2;    // [.., k, n]
  TensorView bias;  // [n]
  TensorView out;   // [.., m, n]
  float scale = 1;
};

int64_t FromLast(const TensorView& view, size_t back) {
  return view.dims[static_cast<size_t>(view.rank) - 1 - back];
}

QuantMatmulArgs ProductOf(const Args& args) {
  QuantMatmulArgs product;
  product.x1 = args.x1;
  product.x2 = args.x2;
  product.bias = args.bias;
  product.out = args.out;
  product.scale.data = reinterpret_cast<std::byte*>(const_cast<float*>(&args.scale));
  product.scale.dtype = DType::kFloat;
  product.scale.rank = 1;
  product.scale.dims[0] = 1;
  product.scale.strides[0] = 1;
  product.rows = FromLast(args.x1, 1);
  product.depth = FromLast(args.x1, 0);
  product.columns = FromLast(args.x2, 0);
  return product;
}

Prepared Prepare(const Args& args) {
  Prepared state;
  state.cost = static_cast<size_t>(static_cast<double>(args.out.NumElements()) *
                                   static_cast<double>(std::max<int64_t>(FromLast(args.x1, 0) / 4, 8)));
  return state;
}

void Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  RunQuantMatmul(ProductOf(args), cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:quant_matmul_one_scale", Prepare));
constexpr std::array<TensorArgument<Args>, 4> kArguments{{{"x1", Role::kInput, &Args::x1, false, true},
                                                          {"x2", Role::kInput, &Args::x2, false, true},
                                                          {"bias", Role::kInput, &Args::bias, false, true},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kQuantMatmul{"aclnnQuantMatmul", kArguments, kKernels};

constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 1> kInt32{DType::kInt32};
constexpr std::array<DType, 1> kHalf{DType::kFloat16};

Status Bind(PhaseOneCall& call, const Tensors<4>& given, float deqScale) {
  const auto [x1, x2, bias, out] = Named(kQuantMatmul, given);
  ArgumentChecks check;
  check.NotNull(x1).NotNull(x2).LiveOrNull(bias).NotNull(out);
  check.DtypeIn(x1, kInt8).DtypeIn(x2, kInt8).DtypeIn(out, kHalf);
  check.ValidView(x1).ValidView(x2).ValidOutputView(out);
  for (const NamedTensor& factor : {x1, x2}) {
    check.Require(
        factor.name, "2 to 6 dims",
        [&, &dims = factor.tensor->viewDims] { return dims.size() >= 2 && dims.size() <= 6; },
        [&, &dims = factor.tensor->viewDims] { return ShapeText(dims); });
  }
  if (check.Failed()) {
    return check.Result();
  }
  const std::span<const int64_t> first = x1.tensor->viewDims;
  const std::span<const int64_t> second = x2.tensor->viewDims;
  std::optional<Dims> shape = BroadcastShape(first.first(first.size() - 2), second.first(second.size() - 2));
  check.Require(
      x2.name, "as many rows as x1 has columns, and a batch that broadcasts with that of x1",
      [&] { return second[second.size() - 2] == first.back() && shape.has_value(); },
      [&] { return ShapeText(second) + " behind " + ShapeText(first); });
  if (check.Failed()) {
    return check.Result();
  }
  shape->push_back(first[first.size() - 2]);
  shape->push_back(second.back());
  check.Shape(out, *shape, "that of the product");
  if (bias.tensor != nullptr) {
    check.DtypeIn(bias, kInt32).ValidView(bias).Shape(bias, {second.back()}, "[columns of x2]");
  }
  Args args;
  args.scale = deqScale;
  return check.Failed() ? check.Result() : call.Bind(kQuantMatmul, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnQuantMatmul,
               (const aclTensor* x1, const aclTensor* x2, const aclTensor* bias, float deqScale,
                aclTensor* out),
               Bind(call, {x1, x2, bias, out}, deqScale))
