// SPDX-License-Identifier: Apache-2.0
//
// aclnnIndexFillTensor and its in-place form: slices filled with a number, whose indices the host knows.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "aclnnop/aclnn_index_fill_tensor.h"
#include "base/row_view.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/self_copy.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView out;
  size_t dim = 0;
  std::shared_ptr<std::vector<int64_t>> index;  // each of them in range
  ScalarValue value;
};

struct State : Prepared {
  SelfCopy copy;
};

State Prepare(const Args& args) {
  State state;
  state.copy = SelfCopy(args.self, args.out);
  state.cost = state.copy.Cost() + args.index->size() * SizeOf(args.out.dtype);
  return state;
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  state.copy.Run(args.self, args.out, cpu);
  const TensorView out = AtLeastOneDim(args.out);
  const TensorView index =
      RowView(DType::kInt64, static_cast<int64_t>(args.index->size()), args.index->data());
  IndexSpace positions(index.Dims());
  positions.Add({"index", index, out.dims[args.dim], out.strides[args.dim], true});
  const TensorView slice = WithoutDim(out, args.dim);
  alignas(16) std::array<std::byte, 16> number{};
  ScatterSlices(positions, Repeated(args.value, index.Dims(), slice, number.data()), ScatterMode::kReplace,
                slice, std::nullopt, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:fill_slices", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 2> kInplaceArguments{
    {{"selfRef", Role::kInput, &Args::self}, {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr Operator<Args> kIndexFillTensor{"aclnnIndexFillTensor", kArguments, kKernels};
constexpr Operator<Args> kInplaceIndexFillTensor{"aclnnInplaceIndexFillTensor", kInplaceArguments, kKernels};

Status Fill(PhaseOneCall& call, const Operator<Args>& op, const aclTensor* input, int64_t dim,
            const aclIntArray* index, const aclScalar* value, const aclTensor* output) {
  const NamedTensor self{op.arguments.front().name, input};
  const NamedTensor out{op.arguments.back().name, output};
  ArgumentChecks check;
  check.NotNull(self).NotNull("index", index).NotNull("value", value).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).SameDtype(out, self);
  check.Require(
      "value", "a number", [&] { return ClassOf(value->dtype) != DTypeClass::kOther; },
      [&] { return NameOf(value->dtype); });
  check.ValidView(self).ValidOutputView(out).SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.dim = FindDim(check, "dim", dim, input->viewDims.size());
  const int64_t extent = input->viewDims.empty() || check.Failed() ? 1 : input->viewDims[args.dim];
  for (size_t k = 0; !check.Failed() && k < index->values.size(); ++k) {
    const int64_t one = index->values[k];
    check.Require(
        {"index", static_cast<int64_t>(k)}, "an index of dim, negative ones counting from the end",
        [&] { return one >= -extent && one < extent; },
        [&] { return std::to_string(one) + " of " + std::to_string(extent); });
  }
  if (check.Failed()) {
    return check.Result();
  }
  args.index = std::make_shared<std::vector<int64_t>>(index->values);
  args.value = ValueOf(*value);
  return call.Bind(op, args, {input, output});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnIndexFillTensor,
               (const aclTensor* self, int64_t dim, const aclIntArray* index, const aclScalar* value,
                aclTensor* out),
               Fill(call, kIndexFillTensor, self, dim, index, value, out))

OPENACLNN_CALL(aclnnInplaceIndexFillTensor,
               (aclTensor * selfRef, int64_t dim, const aclIntArray* index, const aclScalar* value),
               Fill(call, kInplaceIndexFillTensor, selfRef, dim, index, value, selfRef))
