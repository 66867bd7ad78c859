// SPDX-License-Identifier: Apache-2.0
//
// aclnnInstanceNorm: each channel of each sample normalized by statistics of its own.
#include "aclnnop/aclnn_instance_norm.h"

#include <array>
#include <string>
#include <string_view>

#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/normalization/norm_checks.h"
#include "ops/normalization/row_norm.h"

namespace openaclnn {
namespace {

using Args = RowNormArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kRowNormCpu};
constexpr std::array<TensorArgument<Args>, 6> kArguments{{
    {"x", Role::kInput, &Args::input},
    {"gamma", Role::kInput, &Args::scale},
    {"beta", Role::kInput, &Args::shift},
    {"y", Role::kOutput, &Args::out, true},
    {"mean", Role::kOutput, &Args::mean},
    {"variance", Role::kOutput, &Args::variance},
}};
constexpr Operator<Args> kInstanceNorm{"aclnnInstanceNorm", kArguments, kKernels};

Status Bind(PhaseOneCall& call, const Tensors<6>& given, const char* dataFormat, double epsilon) {
  const auto [x, gamma, beta, y, mean, variance] = Named(kInstanceNorm, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(gamma).NotNull(beta).NotNull("dataFormat", dataFormat);
  check.NotNull(y).NotNull(mean).NotNull(variance);
  check.DtypeIn(x, FloatDtypes());
  norms::CheckParameterDtypes(check, {gamma, beta}, x);
  check.SameDtype(y, x);
  norms::CheckParameterDtypes(check, {mean, variance}, x);
  const std::string_view format = dataFormat == nullptr ? "" : dataFormat;
  check.Require(
      "dataFormat", "NHWC or NCHW", [&] { return format == "NHWC" || format == "NCHW"; },
      [&] { return std::string(format); });
  norms::CheckViews(check, {x, gamma, beta}, {y, mean, variance});
  check.Rank(x, 4);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.channelsLast = format == "NHWC";
  args.epsilon = epsilon;
  const auto& dims = x.tensor->viewDims;
  const int64_t channels = args.channelsLast ? dims[3] : dims[1];
  args.shape = {.rows = dims[0] * channels,
                .channels = 1,
                .positions = args.channelsLast ? dims[1] * dims[2] : dims[2] * dims[3],
                .groups = channels};
  check.Shape(gamma, {channels}, "[channels of x]").Shape(beta, {channels}, "[channels of x]");
  check.SameShape(y, x);
  check.NumElements(mean, args.shape.rows, "N * C").NumElements(variance, args.shape.rows, "N * C");
  return check.Failed() ? check.Result() : call.Bind(kInstanceNorm, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnInstanceNorm,
               (const aclTensor* x, const aclTensor* gamma, const aclTensor* beta, const char* dataFormat,
                double eps, aclTensor* y, aclTensor* mean, aclTensor* variance),
               Bind(call, {x, gamma, beta, y, mean, variance}, dataFormat, eps))
