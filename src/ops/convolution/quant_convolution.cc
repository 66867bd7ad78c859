// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/quant_convolution.h"

#include <array>
#include <optional>

#include "aclnnop/aclnn_quant_convolution.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"
#include "ops/convolution/convolution_checks.h"

namespace openaclnn {
namespace {

using Args = QuantConvolutionArgs;

constexpr std::array<TensorArgument<Args>, 6> kArguments{{
    {"input", Role::kInput, &Args::input},
    {"weight", Role::kInput, &Args::weight},
    {"bias", Role::kInput, &Args::bias},
    {"scale", Role::kInput, &Args::scale},
    {"offset", Role::kInput, &Args::offset},
    {"output", Role::kOutput, &Args::output},
}};
constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kQuantConvolutionCpu};
constexpr Operator<Args> kQuantConvolution{"aclnnQuantConvolution", kArguments, kKernels};

constexpr std::array kWhole{DType::kInt8};
constexpr std::array kScale{DType::kFloat};
constexpr std::span<const DType> kFloats = std::span(kFloatingDtypes).first(3);

Status Bind(PhaseOneCall& call, const std::array<const aclTensor*, 6>& tensors,
            const ConvolutionGiven& given) {
  const auto [input, weight, bias, scale, offset, output] = Named(kQuantConvolution, tensors);
  ArgumentChecks check;
  check.NotNull(input).NotNull(weight).LiveOrNull(bias).NotNull(scale).LiveOrNull(offset);
  check.NotNull("stride", given.stride).NotNull("padding", given.padding);
  check.NotNull("dilation", given.dilation).LiveOrNull("outputPadding", given.outputPadding);
  check.NotNull(output);
  check.DtypeIn(input, kWhole).DtypeIn(weight, kWhole).DtypeIn(scale, kScale).DtypeIn(output, kFloats);
  check.ValidView(input).ValidView(weight).ValidView(scale).ValidOutputView(output);
  if (!check.Failed() && bias.tensor != nullptr) {
    check.DtypeIn(bias, kFloats).ValidView(bias);
  }
  if (!check.Failed() && offset.tensor != nullptr) {
    check.DtypeIn(offset, kScale).ValidView(offset);
  }
  check.Require(
      "transposed", "false", [&] { return !given.transposed; }, [] { return "true"; });
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<ConvolutionAttributes> attributes =
      CheckConvolutionGeometry(check, {input, weight, output}, given);
  for (const NamedTensor& one : {bias, scale, offset}) {
    if (!check.Failed() && one.tensor != nullptr) {
      check.Shape(one, {output.tensor->viewDims[1]}, "[channels of the output]");
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.attributes = *attributes;
  return call.Bind(kQuantConvolution, args, TensorsOf(tensors));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnQuantConvolution,
               (const aclTensor* input, const aclTensor* weight, const aclTensor* bias,
                const aclTensor* scale, const aclTensor* offset, const aclIntArray* stride,
                const aclIntArray* padding, const aclIntArray* dilation, bool transposed,
                const aclIntArray* outputPadding, int64_t groups, int32_t /*offsetx*/,
                const char* /*roundMode*/, aclTensor* output),
               Bind(call, {input, weight, bias, scale, offset, output},
                    {stride, padding, dilation, transposed, outputPadding, groups}))
