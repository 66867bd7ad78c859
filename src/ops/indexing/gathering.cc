// SPDX-License-Identifier: Apache-2.0
//
// aclnnGatherV2, aclnnGatherV3: slices that an index tensor of any shape names. aclnnGatherNd: those that rows of
// indices name. aclnnGather: elements.
#include <algorithm>
#include <span>
#include <utility>

#include "aclnnop/aclnn_gather.h"
#include "aclnnop/aclnn_gather_nd.h"
#include "aclnnop/aclnn_gather_v2.h"
#include "aclnnop/aclnn_gather_v3.h"
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
  TensorView slice = WithoutDim(self, args.dim);
  for (size_t d = 0; d < args.batch; ++d) {
    positions.AddStep(d, self.strides[d]);
    slice = WithoutDim(slice, 0);
  }
  const Status status = positions.Check(cpu);
  if (status.IsOk()) {
    GatherSlices(positions, slice,
                 WithDimsInFront(args.out, args.dim, args.index.Dims().size() - args.batch, args.batch), cpu);
  }
  return status;
}

Status RunRows(const Args& args, const State& /*state*/, std::byte* /*workspace*/,
               const backend::cpu::CpuContext& cpu) {
  const IndexRows rows = RowsOf(args.index, args.self, args.negative);
  const Status status = rows.positions.Check(cpu);
  if (status.IsOk()) {
    GatherSlices(rows.positions, rows.slice, args.out, cpu);
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
constexpr OnlyKernel kRowKernels(CpuKernel<RunRows>("cpu:gather_rows", Prepare));
constexpr OnlyKernel kElementKernels(CpuKernel<RunElements>("cpu:gather_elements", Prepare));

constexpr std::array<TensorArgument<Args>, 3> Names(const char* index) {
  return {{{"self", Role::kInput, &Args::self},
           {index, Role::kInput, &Args::index},
           {"out", Role::kOutput, &Args::out}}};
}
constexpr auto kArguments = Names("index");
constexpr auto kRowArguments = Names("indices");
constexpr Operator<Args> kGatherV2{"aclnnGatherV2", kArguments, kSliceKernels};
constexpr Operator<Args> kGatherV3{"aclnnGatherV3", kArguments, kSliceKernels};
constexpr Operator<Args> kGatherNd{"aclnnGatherNd", kRowArguments, kRowKernels};
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

// The first dims, of which self and the index have the same.
void CheckBatch(ArgumentChecks& check, const NamedTensor& self, size_t dim, const NamedTensor& index,
                int64_t batchDims) {
  const auto& own = self.tensor->viewDims;
  const auto& given = index.tensor->viewDims;
  check.InRange("batchDims", batchDims, 0, static_cast<int64_t>(std::min(dim, given.size())),
                "at most dim and the number of the index's dims");
  check.Require(
      index.name, "the first batchDims dims of self",
      [&] { return std::equal(given.begin(), given.begin() + batchDims, own.begin()); },
      [&] { return ShapeText(given) + " for " + ShapeText(own); });
}

Status GatherSlices(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self, int64_t dim,
                    const NamedTensor& index, int64_t batchDims, const NamedTensor& out) {
  ArgumentChecks check = CheckTensors(self, index, out);
  if (check.Failed()) {
    return check.Result();
  }
  const size_t place = FindDim(check, "dim", dim, self.tensor->viewDims.size());
  if (check.Failed()) {
    return check.Result();
  }
  CheckNotEmptyDim(check, self, place, index);
  CheckBatch(check, self, place, index, batchDims);
  if (check.Failed()) {
    return check.Result();
  }
  const auto batch = static_cast<size_t>(batchDims);
  const std::span<const int64_t> own = std::span(std::as_const(index.tensor->viewDims)).subspan(batch);
  const size_t rank = std::max<size_t>(self.tensor->viewDims.size(), 1) - 1 + own.size();
  check.Require(
      index.name, "so few dims that the result has 8 at most",
      [&] { return rank <= static_cast<size_t>(kMaxRank); },
      [&] { return ShapeText(index.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Shape(out, Replaced(*self.tensor, place, own), "of self with the index in place of dim");
  Args args;
  args.dim = place;
  args.batch = batch;
  args.negative = true;
  return check.Failed() ? check.Result() : call.Bind(op, args, {self.tensor, index.tensor, out.tensor});
}

Status GatherNd(PhaseOneCall& call, const NamedTensor& self, const NamedTensor& indices, bool negative,
                const NamedTensor& out) {
  ArgumentChecks check = CheckTensors(self, indices, out);
  CheckRows(check, self, indices);
  if (check.Failed()) {
    return check.Result();
  }
  const std::vector<int64_t> shape = ShapeOfRows(*self.tensor, *indices.tensor);
  check.Require(
      indices.name, "so few dims that the result has 8 at most",
      [&] { return shape.size() <= static_cast<size_t>(kMaxRank); },
      [&] { return ShapeText(indices.tensor->viewDims); });
  if (!check.Failed()) {
    check.Shape(out, Dims(std::span<const int64_t>(shape)),
                "of indices without the last dim, then what they do not index");
  }
  Args args;
  args.negative = negative;
  return check.Failed() ? check.Result()
                        : call.Bind(kGatherNd, args, {self.tensor, indices.tensor, out.tensor});
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
               GatherSlices(call, kGatherV2, {"self", self}, dim, {"index", index}, 0, {"out", out}))

OPENACLNN_CALL(aclnnGatherV3,
               (const aclTensor* self, int64_t dim, const aclTensor* index, int64_t batchDims,
                int64_t /*mode*/, aclTensor* out),
               GatherSlices(call, kGatherV3, {"self", self}, dim, {"index", index}, batchDims, {"out", out}))

OPENACLNN_CALL(aclnnGatherNd,
               (const aclTensor* self, const aclTensor* indices, bool negativeIndexSupport, aclTensor* out),
               GatherNd(call, {"self", self}, {"indices", indices}, negativeIndexSupport, {"out", out}))

OPENACLNN_CALL(aclnnGather,
               (const aclTensor* self, const int64_t dim, const aclTensor* index, aclTensor* out),
               Gather(call, {"self", self}, dim, {"index", index}, {"out", out}))
