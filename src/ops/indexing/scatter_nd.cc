// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterNd and aclnnScatterNdUpdate: slices put where rows of indices say, each of which names the
// first dims of a tensor. aclnnTfScatterAdd: the same, added. aclnnInplaceScatterUpdate: parts of a dim, one for each batch.
#include <algorithm>
#include <optional>

#include "aclnnop/aclnn_scatter_nd.h"
#include "aclnnop/aclnn_scatter_nd_update.h"
#include "aclnnop/aclnn_scatter_update.h"
#include "aclnnop/aclnn_tf_scatter_add.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

using Args = IndexArgs;

// `kEach`: an index alone names a row of the first dim.
template <bool kEach>
Status RunRows(const Args& args, const ScatterState& state, std::byte* /*workspace*/,
               const backend::cpu::CpuContext& cpu) {
  IndexRows rows;
  if constexpr (kEach) {
    rows = {IndexSpace(args.index.Dims()), WithoutDim(args.out, 0)};
    rows.positions.Add({"indices", args.index, args.out.dims[0], args.out.strides[0], false});
  } else {
    rows = RowsOf(args.index, args.out, false);
  }
  if (Status status = rows.positions.Check(cpu); !status.IsOk()) {
    return status;
  }
  state.copy.Run(args.self, args.out, cpu);
  ScatterSlices(rows.positions, args.source, args.mode, rows.slice, std::nullopt, cpu);
  return Status::Ok();
}

// The values of `indices` for each batch and each element along the dim that is updated.
TensorView ForEachElement(TensorView values, int64_t batches, int64_t elements) {
  values.rank = 2;
  values.strides = {values.strides[0], 0};
  values.dims = {batches, elements};
  return values;
}

Status RunParts(const Args& args, const ScatterState& state, std::byte* /*workspace*/,
                const backend::cpu::CpuContext& cpu) {
  const TensorView index = AtLeastOneDim(args.index);
  const int64_t batches = args.source.dims[0];
  const int64_t elements = args.source.dims[args.dim];
  const int64_t room = args.out.dims[args.dim] - elements + 1;  // places where the part can begin
  const int64_t stride = args.out.strides[args.dim];
  IndexSpace positions(std::array{batches, elements});
  std::optional<size_t> apart;
  if (index.rank == 2) {
    positions.Add({"indices", ForEachElement(LastDimAt(index, 0), batches, elements), args.out.dims[0],
                   args.out.strides[0], false});
    positions.Add({"indices", ForEachElement(LastDimAt(index, 1), batches, elements), room, stride, false});
  } else {
    positions.AddStep(0, args.out.strides[0]);
    positions.Add({"indices", ForEachElement(index, batches, elements), room, stride, false});
    apart = 0;
  }
  positions.AddStep(1, stride, false);
  if (Status status = positions.Check(cpu); !status.IsOk()) {
    return status;
  }
  state.copy.Run(args.self, args.out, cpu);
  // The batch stays in front, and the updated dim comes behind it.
  TensorView source = args.source;
  std::rotate(source.dims.begin() + 1, source.dims.begin() + static_cast<ptrdiff_t>(args.dim),
              source.dims.begin() + static_cast<ptrdiff_t>(args.dim) + 1);
  std::rotate(source.strides.begin() + 1, source.strides.begin() + static_cast<ptrdiff_t>(args.dim),
              source.strides.begin() + static_cast<ptrdiff_t>(args.dim) + 1);
  ScatterSlices(positions, source, ScatterMode::kReplace, WithoutDim(WithoutDim(args.out, args.dim), 0),
                apart, cpu);
  return Status::Ok();
}

constexpr OnlyKernel kRowKernels(CpuKernel<RunRows<false>>("cpu:scatter_slices",
                                                           PrepareScatter<&Args::source>));
constexpr OnlyKernel kEachKernels(CpuKernel<RunRows<true>>("cpu:scatter_rows",
                                                           PrepareScatter<&Args::source>));
constexpr OnlyKernel kPartKernels(CpuKernel<RunParts>("cpu:scatter_parts", PrepareScatter<&Args::source>));

constexpr std::array<TensorArgument<Args>, 4> Names(const char* self, const char* out) {
  return {{{self, Role::kInput, &Args::self},
           {"indices", Role::kInput, &Args::index, false, true},
           {"updates", Role::kInput, &Args::source, false, true},
           {out, Role::kOutput, &Args::out, true}}};
}
constexpr auto kScatterNdNames = Names("data", "out");
constexpr auto kUpdateNames = Names("varRef", "varRef");
constexpr auto kPartNames = Names("data", "data");
constexpr Operator<Args> kScatterNd{"aclnnScatterNd", kScatterNdNames, kRowKernels};
constexpr Operator<Args> kScatterNdUpdate{"aclnnScatterNdUpdate", kUpdateNames, kRowKernels};
constexpr Operator<Args> kTfScatterAdd{"aclnnTfScatterAdd", kUpdateNames, kRowKernels};
constexpr Operator<Args> kTfScatterAddEach{"aclnnTfScatterAdd", kUpdateNames, kEachKernels};
constexpr Operator<Args> kInplaceScatterUpdate{"aclnnInplaceScatterUpdate", kPartNames, kPartKernels};

ArgumentChecks CheckTensors(const NamedTensor& self, const NamedTensor& indices, const NamedTensor& updates,
                            const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(indices).NotNull(updates).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).DtypeIn(indices, kIndexDtypes).SameDtype(updates, self);
  check.SameDtype(out, self);
  check.ValidView(self).ValidView(indices).ValidView(updates).ValidOutputView(out);
  return check;
}

// indices.shape[:-1] + self.shape[depth:]
void CheckUpdates(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& indices,
                  const NamedTensor& updates) {
  CheckRows(check, self, indices);
  if (check.Failed()) {
    return;
  }
  const std::vector<int64_t> expected = ShapeOfRows(*self.tensor, *indices.tensor);
  check.Require(
      updates.name, "the dims of indices but the last one, then those that they do not index",
      [&] { return updates.tensor->viewDims == expected; },
      [&] { return ShapeText(updates.tensor->viewDims) + ", not " + ShapeText(expected); });
}

Status BindRows(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self,
                const NamedTensor& indices, const NamedTensor& updates, const NamedTensor& out) {
  ArgumentChecks check = CheckTensors(self, indices, updates, out);
  if (check.Failed()) {
    return check.Result();
  }
  CheckUpdates(check, self, indices, updates);
  check.SameShape(out, self);
  return check.Failed() ? check.Result()
                        : call.Bind(op, Args(), {self.tensor, indices.tensor, updates.tensor, out.tensor});
}

// Either each index names a row of varRef, which has one in updates, or rows of indices name slices: the shape
// of updates says which.
Status BindSums(PhaseOneCall& call, const NamedTensor& var, const NamedTensor& indices,
                const NamedTensor& updates) {
  ArgumentChecks check = CheckTensors(var, indices, updates, var);
  check.Require(
      var.name, "1 dim or more", [&] { return !var.tensor->viewDims.empty(); }, [] { return "none"; });
  if (check.Failed()) {
    return check.Result();
  }
  std::vector<int64_t> rows = indices.tensor->viewDims;
  rows.insert(rows.end(), var.tensor->viewDims.begin() + 1, var.tensor->viewDims.end());
  const bool each = updates.tensor->viewDims == rows;
  if (!each) {
    CheckUpdates(check, var, indices, updates);
  }
  Args args;
  args.mode = ScatterMode::kAdd;
  return check.Failed() ? check.Result()
                        : call.Bind(each ? kTfScatterAddEach : kTfScatterAdd, args,
                                    {var.tensor, indices.tensor, updates.tensor, var.tensor});
}

// The dims of a part: those of data, fewer along the updated one, and of the batch if indices choose it.
void CheckPart(ArgumentChecks& check, const NamedTensor& data, const NamedTensor& indices,
               const NamedTensor& updates, size_t dim) {
  const auto& own = data.tensor->viewDims;
  const auto& part = updates.tensor->viewDims;
  check.Require(
      updates.name, "the dims of data, at most as large along axis and the first dim",
      [&] {
        bool fits = part.size() == own.size();
        for (size_t d = 0; fits && d < own.size(); ++d) {
          fits = d == 0 || d == dim ? part[d] <= own[d] : part[d] == own[d];
        }
        return fits;
      },
      [&] { return ShapeText(part) + " for " + ShapeText(own); });
  if (check.Failed()) {
    return;
  }
  const auto& given = indices.tensor->viewDims;
  check.Require(
      indices.name, "an index for each of the first dim of updates: [batches], or [batches, 2]",
      [&] {
        return given.empty()
                   ? part[0] == 1
                   : given[0] == part[0] && (given.size() == 1 || (given.size() == 2 && given[1] == 2));
      },
      [&] { return ShapeText(given) + " for " + ShapeText(part); });
}

Status BindParts(PhaseOneCall& call, const NamedTensor& data, const NamedTensor& indices,
                 const NamedTensor& updates, int64_t axis) {
  ArgumentChecks check = CheckTensors(data, indices, updates, data);
  check.Require(
      data.name, "2 to 8 dims", [&] { return data.tensor->viewDims.size() >= 2; },
      [&] { return ShapeText(data.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const size_t dim = FindDim(check, "axis", axis, data.tensor->viewDims.size());
  check.Require(
      "axis", "not the first dim, which is the batch", [&] { return dim != 0; },
      [&] { return std::to_string(axis); });
  if (check.Failed()) {
    return check.Result();
  }
  CheckPart(check, data, indices, updates, dim);
  Args args;
  args.dim = dim;
  return check.Failed() ? check.Result()
                        : call.Bind(kInplaceScatterUpdate, args,
                                    {data.tensor, indices.tensor, updates.tensor, data.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnScatterNd,
               (const aclTensor* data, const aclTensor* indices, const aclTensor* updates, aclTensor* out),
               BindRows(call, kScatterNd, {"data", data}, {"indices", indices}, {"updates", updates},
                        {"out", out}))

OPENACLNN_CALL(aclnnScatterNdUpdate, (aclTensor * varRef, const aclTensor* indices, const aclTensor* updates),
               BindRows(call, kScatterNdUpdate, {"varRef", varRef}, {"indices", indices},
                        {"updates", updates}, {"varRef", varRef}))

OPENACLNN_CALL(aclnnTfScatterAdd, (aclTensor * varRef, const aclTensor* indices, const aclTensor* updates),
               BindSums(call, {"varRef", varRef}, {"indices", indices}, {"updates", updates}))

OPENACLNN_CALL(aclnnInplaceScatterUpdate,
               (aclTensor * data, const aclTensor* indices, const aclTensor* updates, int64_t axis),
               BindParts(call, {"data", data}, {"indices", indices}, {"updates", updates}, axis))
