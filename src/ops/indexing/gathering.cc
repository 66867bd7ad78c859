// SPDX-License-Identifier: Apache-2.0
//
// aclnnGatherV2: slices that an index tensor of any shape names. aclnnGather: elements.
#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

using Args = IndexArgs;

using State = Prepared;

State Prepare(const Args& args) {
  State state;
  state.cost = static_cast<size_t>(2 * args.out.NumElements()) * SizeOf(args.out.dtype) +
               static_cast<size_t>(args.index.NumElements()) * SizeOf(args.index.dtype);
  return state;
}

Status RunSlices(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
                 const backend::cpu::CpuContext& cpu) {
  const TensorView self = AtLeastOneDim(args.self);
  IndexSpace positions(args.index.Dims());
  positions.Add({"index", args.index, self.dims[args.dim], self.strides[args.dim], args.negative});
  const Status status = positions.Check(cpu);
  if (status.IsOk()) {
    GatherSlices(positions, WithoutDim(self, args.dim),
                 WithDimsInFront(args.out, args.dim, args.index.Dims().size()), cpu);
  }
  return status;
}

Status RunElements(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
                   const backend::cpu::CpuContext& cpu) {
  const TensorView self = AtLeastOneDim(args.self);
  const TensorView index = AtLeastOneDim(args.index);
  IndexSpace positions(index.Dims());
  for (size_t d = 0; d < index.Dims().size(); ++d) {
    if (d != args.dim) {
      positions.AddStep(d, self.strides[d]);
    }
  }
  positions.Add({"index", index, self.dims[args.dim], self.strides[args.dim], false});
  const Status status = positions.Check(cpu);
  if (status.IsOk()) {
    TensorView element = self;
    element.rank = 0;
    GatherSlices(positions, element, AtLeastOneDim(args.out), cpu);
  }
  return status;
}

constexpr OnlyKernel kSliceKernels(CpuKernel<RunSlices>("cpu:gather_slices", Prepare));
constexpr OnlyKernel kElementKernels(CpuKernel<RunElements>("cpu:gather_elements", Prepare));

constexpr std::array<TensorArgument<Args>, 3> kArguments{{{"self", Role::kInput, &Args::self},
                                                          {"index", Role::kInput, &Args::index},
                                                          {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kGatherV2{"aclnnGatherV2", kArguments, kSliceKernels};
constexpr Operator<Args> kGather{"aclnnGather", kArguments, kElementKernels};

// Pointers, types and views.
ArgumentChecks CheckTensors(const NamedTensor& self, const NamedTensor& index, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(index).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).DtypeIn(index, kIndexDtypes).SameDtype(out, self);
  check.ValidView(self).ValidView(index).ValidOutputView(out);
  return check;
}

// self's dims with those of the index in the place of one.
Dims Replaced(const aclTensor& self, size_t dim, std::span<const int64_t> index) {
  Dims shape;
  for (size_t d = 0; d < std::max<size_t>(self.viewDims.size(), 1); ++d) {
    if (d != dim) {
      shape.push_back(self.viewDims[d]);
    } else {
      for (const int64_t extent : index) {
        shape.push_back(extent);
      }
    }
  }
  return shape;
}

// A slice of no element has no indices to look up.
void CheckNotEmptyDim(ArgumentChecks& check, const NamedTensor& self, size_t dim, const NamedTensor& index) {
  check.Require(
      index.name, "no elements, as the dim that they index has none",
      [&] {
        const bool none = !self.tensor->viewDims.empty() && self.tensor->viewDims[dim] == 0;
        return !none || NumElements(*index.tensor) == 0;
      },
      [&] { return ShapeText(index.tensor->viewDims); });
}

Status GatherV2(PhaseOneCall& call, const NamedTensor& self, int64_t dim, const NamedTensor& index,
                const NamedTensor& out) {
  ArgumentChecks check = CheckTensors(self, index, out);
  if (check.Failed()) {
    return check.Result();
  }
  const size_t place = FindDim(check, "dim", dim, self.tensor->viewDims.size());
  if (check.Failed()) {
    return check.Result();
  }
  CheckNotEmptyDim(check, self, place, index);
  const std::vector<int64_t>& own = index.tensor->viewDims;
  const size_t rank = std::max<size_t>(self.tensor->viewDims.size(), 1) - 1 + own.size();
  check.Require(
      index.name, "so few dims that the result has 8 at most",
      [&] { return rank <= static_cast<size_t>(kMaxRank); }, [&] { return ShapeText(own); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(out, Replaced(*self.tensor, place, own), "of self with the index in place of dim");
  Args args;
  args.dim = place;
  args.negative = true;
  return check.Failed() ? check.Result()
                        : call.Bind(kGatherV2, args, {self.tensor, index.tensor, out.tensor});
}

Status Gather(PhaseOneCall& call, const NamedTensor& self, int64_t dim, const NamedTensor& index,
              const NamedTensor& out) {
  ArgumentChecks check = CheckTensors(self, index, out);
  if (check.Failed()) {
    return check.Result();
  }
  const size_t place = FindDim(check, "dim", dim, self.tensor->viewDims.size());
  CheckSameRank(check, index, self);
  check.Require(
      index.name, "no extent larger than self's but that of dim",
      [&] {
        const Dims own = AtLeastOneDim(*self.tensor);
        const Dims given = AtLeastOneDim(*index.tensor);
        for (size_t d = 0; d < given.size(); ++d) {
          if (d != place && given[d] > own[d]) {
            return false;
          }
        }
        return true;
      },
      [&] { return ShapeText(index.tensor->viewDims) + " for " + ShapeText(self.tensor->viewDims); });
  if (!check.Failed()) {
    CheckNotEmptyDim(check, self, place, index);
  }
  check.SameShape(out, index);
  Args args;
  args.dim = place;
  return check.Failed() ? check.Result() : call.Bind(kGather, args, {self.tensor, index.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnGatherV2, (const aclTensor* self, int64_t dim, const aclTensor* index, aclTensor* out),
               GatherV2(call, {"self", self}, dim, {"index", index}, {"out", out}))

OPENACLNN_CALL(aclnnGather,
               (const aclTensor* self, const int64_t dim, const aclTensor* index, aclTensor* out),
               Gather(call, {"self", self}, dim, {"index", index}, {"out", out}))
