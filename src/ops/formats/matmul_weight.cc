// SPDX-License-Identifier: Apache-2.0
//
// aclnnTransMatmulWeight and the calls that say how much memory its weight takes.
#include <array>
#include <span>

#include "aclnnop/aclnn_trans_matmul_weight.h"
#include "base/checked_math.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView weight;
};

using State = Prepared;

State Prepare(const Args& /*args*/) {
  return {};
}

void Run(const Args& /*args*/, const State& /*state*/, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& /*cpu*/) {}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:as_it_is", Prepare));
constexpr std::array<TensorArgument<Args>, 1> kArguments{{{"mmWeightRef", Role::kOutput, &Args::weight}}};
constexpr Operator<Args> kTransMatmulWeight{"aclnnTransMatmulWeight", kArguments, kKernels};

constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kInt8};

Status Bind(PhaseOneCall& call, const NamedTensor& weight) {
  ArgumentChecks check;
  check.NotNull(weight).DtypeIn(weight, kDtypes).ValidOutputView(weight);
  check.Require(
      weight.name, "2 to 6 dims and elements",
      [&] {
        const size_t rank = weight.tensor->viewDims.size();
        return rank >= 2 && rank <= 6 && NumElements(*weight.tensor) > 0;
      },
      [&] { return ShapeText(weight.tensor->viewDims); });
  return check.Failed() ? check.Result() : call.Bind(kTransMatmulWeight, Args(), {weight.tensor});
}

Status WeightSize(const aclIntArray* shape, DType dtype, uint64_t* size) {
  ArgumentChecks check;
  check.NotNull("tensorShape", shape).NotNull("weightTensorSize", size);
  aclTensor described;
  described.dtype = dtype;
  check.DtypeIn({"dataType", &described}, kDtypes);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t>& dims = shape->values;
  check.Require(
      "tensorShape", "2 to 6 extents of 1 or more",
      [&] {
        return dims.size() >= 2 && dims.size() <= 6 &&
               std::ranges::all_of(dims, [](int64_t dim) { return dim > 0; });
      },
      [&] { return ShapeText(dims); });
  check.Require(
      "tensorShape", "a product that fits into 63 bits, with what it is rounded up by",
      [&] { return std::ranges::all_of(dims, [](int64_t dim) { return dim < INT64_MAX - 32; }); },
      [&] { return ShapeText(dims); });
  if (check.Failed()) {
    return check.Result();
  }
  const Dims blocks = FractalDims(dims, dtype == DType::kInt8 ? 32 : 16);
  const std::optional<int64_t> elements = CheckedProduct({blocks.begin(), blocks.size()});
  check.Require(
      "tensorShape", "a product that fits into 63 bits, with what it is rounded up by",
      [&] { return elements.has_value(); }, [&] { return ShapeText(dims); });
  if (!check.Failed()) {
    *size = static_cast<uint64_t>(*elements);
  }
  return check.Result();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnTransMatmulWeight, (aclTensor * mmWeightRef), Bind(call, {"mmWeightRef", mmWeightRef}))

aclnnStatus aclnnCalculateMatmulWeightSize(const aclIntArray* tensorShape, uint64_t* weightTensorSize) {
  return openaclnn::Boundary(
      "aclnnCalculateMatmulWeightSize",
      [&] { return openaclnn::WeightSize(tensorShape, openaclnn::DType::kFloat16, weightTensorSize); },
      openaclnn::Api::kOperator);
}

aclnnStatus aclnnCalculateMatmulWeightSizeV2(const aclIntArray* tensorShape, aclDataType dataType,
                                             uint64_t* weightTensorSize) {
  return openaclnn::Boundary(
      "aclnnCalculateMatmulWeightSizeV2",
      [&] {
        return openaclnn::WeightSize(tensorShape, static_cast<openaclnn::DType>(dataType), weightTensorSize);
      },
      openaclnn::Api::kOperator);
}
