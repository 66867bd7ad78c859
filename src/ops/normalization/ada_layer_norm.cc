// SPDX-License-Identifier: Apache-2.0
//
// aclnnAdaLayerNorm and aclnnAdaLayerNormV2: layer normalization whose scale and shift are those of a sample.
#include <array>
#include <span>

#include "aclnnop/aclnn_ada_layer_norm.h"
#include "aclnnop/aclnn_ada_layer_norm_v2.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Args = RowNormArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Args>, 8> kArguments{{
    {"x", Role::kInput, &Args::input},
    {"scale", Role::kInput, &Args::outerScale},
    {"shift", Role::kInput, &Args::outerShift},
    {"weightOptional", Role::kInput, &Args::scale},
    {"biasOptional", Role::kInput, &Args::shift},
    {"out", Role::kOutput, &Args::out, true},
    {"meanOutOptional", Role::kOutput, &Args::mean},
    {"rstdOutOptional", Role::kOutput, &Args::rstd},
}};
constexpr Operator<Args> kFirst{"aclnnAdaLayerNorm", std::span(kArguments).first(6), kKernels};
constexpr Operator<Args> kSecond{"aclnnAdaLayerNormV2", kArguments, kKernels};

// One row for each sample: [..., H] or [..., 1, H] of x [..., S, H].
void CheckOfSamples(ArgumentChecks& check, const NamedTensor& tensor, const NamedTensor& x) {
  if (check.Failed()) {
    return;
  }
  Dims flat(std::span<const int64_t>(x.tensor->viewDims).first(x.tensor->viewDims.size() - 2));
  Dims row = flat;
  flat.push_back(x.tensor->viewDims.back());
  row.push_back(1);
  row.push_back(x.tensor->viewDims.back());
  const std::span<const int64_t> dims(tensor.tensor->viewDims);
  check.Require(
      tensor.name, "[..., H] or [..., 1, H] of x",
      [&] { return std::ranges::equal(dims, flat) || std::ranges::equal(dims, row); },
      [&] { return ShapeText(dims) + " for " + ShapeText(x.tensor->viewDims); });
}

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<8>& given, double epsilon) {
  const auto [x, scale, shift, weight, bias, out, mean, rstd] = Named(kSecond, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(scale).NotNull(shift).NotNull(out);
  check.DtypeIn(x, FloatDtypes()).SameDtype(scale, x).SameDtype(shift, x);
  norms::CheckParameterDtypes(check, {weight, bias, mean, rstd}, x);
  check.SameDtype(out, x);
  norms::CheckViews(check, {x, scale, shift, weight, bias}, {out, mean, rstd});
  norms::CheckRank(check, x);
  CheckOfSamples(check, scale, x);
  CheckOfSamples(check, shift, x);
  for (const NamedTensor* parameter : {&weight, &bias}) {
    if (parameter->tensor != nullptr && !check.Failed()) {
      check.Shape(*parameter, {x.tensor->viewDims.back()}, "[H] of x");
    }
  }
  check.SameShape(out, x);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.epsilon = epsilon;
  args.shape = {.rows = norms::RowsOf(*x.tensor, 1).value_or(0),
                .channels = x.tensor->viewDims.back(),
                .groups = norms::RowsOf(*x.tensor, 2).value_or(0),
                .groupRows = x.tensor->viewDims[x.tensor->viewDims.size() - 2]};
  for (const NamedTensor* statistics : {&mean, &rstd}) {
    if (statistics->tensor != nullptr) {
      check.NumElements(*statistics, args.shape.rows, "the product of the dims before H");
    }
  }
  return check.Failed() ? check.Result()
                        : call.Bind(op, args, TensorsOf(std::span(given).first(op.arguments.size())));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnAdaLayerNorm,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* shift,
                const aclTensor* weightOptional, const aclTensor* biasOptional, double epsilon,
                aclTensor* out),
               Bind(call, kFirst, {x, scale, shift, weightOptional, biasOptional, out, nullptr, nullptr},
                    epsilon))

OPENACLNN_CALL(aclnnAdaLayerNormV2,
               (const aclTensor* x, const aclTensor* scale, const aclTensor* shift,
                const aclTensor* weightOptional, const aclTensor* biasOptional, double epsilon,
                aclTensor* out, aclTensor* meanOutOptional, aclTensor* rstdOutOptional),
               Bind(call, kSecond,
                    {x, scale, shift, weightOptional, biasOptional, out, meanOutOptional, rstdOutOptional},
                    epsilon))
