// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterNd and aclnnScatterNdUpdate: slices put where rows of indices say, each of which names the
// first dims of a tensor. aclnnTfScatterAdd: the same, added. aclnnScatterMax, Min, Mul and Div: combined with
// rows of the first dim, each of which an index names.
#include <optional>
#include <span>

#include "aclnnop/aclnn_scatter_div.h"
#include "aclnnop/aclnn_scatter_max.h"
#include "aclnnop/aclnn_scatter_min.h"
#include "aclnnop/aclnn_scatter_mul.h"
#include "aclnnop/aclnn_scatter_nd.h"
#include "aclnnop/aclnn_scatter_nd_update.h"
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

constexpr OnlyKernel kRowKernels(CpuKernel<RunRows<false>>("cpu:scatter_slices",
                                                           PrepareScatter<&Args::source>));
constexpr OnlyKernel kEachKernels(CpuKernel<RunRows<true>>("cpu:scatter_rows",
                                                           PrepareScatter<&Args::source>));

constexpr std::array<TensorArgument<Args>, 4> Names(const char* self, const char* out) {
  return {{{self, Role::kInput, &Args::self},
           {"indices", Role::kInput, &Args::index, false, true},
           {"updates", Role::kInput, &Args::source, false, true},
           {out, Role::kOutput, &Args::out, true}}};
}
constexpr auto kScatterNdNames = Names("data", "out");
constexpr auto kUpdateNames = Names("varRef", "varRef");
constexpr Operator<Args> kScatterNd{"aclnnScatterNd", kScatterNdNames, kRowKernels};
constexpr Operator<Args> kScatterNdUpdate{"aclnnScatterNdUpdate", kUpdateNames, kRowKernels};
constexpr Operator<Args> kTfScatterAdd{"aclnnTfScatterAdd", kUpdateNames, kRowKernels};
constexpr Operator<Args> kTfScatterAddEach{"aclnnTfScatterAdd", kUpdateNames, kEachKernels};
constexpr Operator<Args> kScatterMax{"aclnnScatterMax", kUpdateNames, kEachKernels};
constexpr Operator<Args> kScatterMin{"aclnnScatterMin", kUpdateNames, kEachKernels};
constexpr Operator<Args> kScatterMul{"aclnnScatterMul", kUpdateNames, kEachKernels};
constexpr Operator<Args> kScatterDiv{"aclnnScatterDiv", kUpdateNames, kEachKernels};

ArgumentChecks CheckTensors(const NamedTensor& self, const NamedTensor& indices, const NamedTensor& updates,
                            const NamedTensor& out, std::span<const DType> dtypes = kMovableDtypes) {
  ArgumentChecks check;
  check.NotNull(self).NotNull(indices).NotNull(updates).NotNull(out);
  check.DtypeIn(self, dtypes).DtypeIn(indices, kIndexDtypes).SameDtype(updates, self);
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

// A tensor that has rows, and the shape of one for each index.
std::vector<int64_t> ShapeOfEach(ArgumentChecks& check, const NamedTensor& var, const NamedTensor& indices) {
  check.Require(
      var.name, "1 dim or more", [&] { return !var.tensor->viewDims.empty(); }, [] { return "none"; });
  if (check.Failed()) {
    return {};
  }
  std::vector<int64_t> rows = indices.tensor->viewDims;
  rows.insert(rows.end(), var.tensor->viewDims.begin() + 1, var.tensor->viewDims.end());
  return rows;
}

// Either each index names a row of varRef, which has one in updates, or rows of indices name slices: the shape
// of updates says which.
Status BindSums(PhaseOneCall& call, const NamedTensor& var, const NamedTensor& indices,
                const NamedTensor& updates) {
  ArgumentChecks check = CheckTensors(var, indices, updates, var);
  const std::vector<int64_t> rows = ShapeOfEach(check, var, indices);
  if (check.Failed()) {
    return check.Result();
  }
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

Status BindEach(PhaseOneCall& call, const Operator<Args>& op, ScatterMode mode, const NamedTensor& var,
                const NamedTensor& indices, const NamedTensor& updates) {
  ArgumentChecks check = CheckTensors(var, indices, updates, var, kRealDtypesButBool);
  const std::vector<int64_t> rows = ShapeOfEach(check, var, indices);
  check.Require(
      updates.name, "the dims of indices, then those of varRef but the first one",
      [&] { return updates.tensor->viewDims == rows; },
      [&] { return ShapeText(updates.tensor->viewDims) + ", not " + ShapeText(rows); });
  Args args;
  args.mode = mode;
  return check.Failed() ? check.Result()
                        : call.Bind(op, args, {var.tensor, indices.tensor, updates.tensor, var.tensor});
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

OPENACLNN_CALL(aclnnScatterMax,
               (aclTensor * varRef, const aclTensor* indices, const aclTensor* updates, bool /*useLocking*/),
               BindEach(call, kScatterMax, ScatterMode::kMaximum, {"varRef", varRef}, {"indices", indices},
                        {"updates", updates}))

OPENACLNN_CALL(aclnnScatterMin,
               (aclTensor * varRef, const aclTensor* indices, const aclTensor* updates, bool /*useLocking*/),
               BindEach(call, kScatterMin, ScatterMode::kMinimum, {"varRef", varRef}, {"indices", indices},
                        {"updates", updates}))

OPENACLNN_CALL(aclnnScatterMul,
               (aclTensor * varRef, const aclTensor* indices, const aclTensor* updates, bool /*useLocking*/),
               BindEach(call, kScatterMul, ScatterMode::kMultiply, {"varRef", varRef}, {"indices", indices},
                        {"updates", updates}))

OPENACLNN_CALL(aclnnScatterDiv,
               (aclTensor * varRef, const aclTensor* indices, const aclTensor* updates, bool /*useLocking*/),
               BindEach(call, kScatterDiv, ScatterMode::kDivide, {"varRef", varRef}, {"indices", indices},
                        {"updates", updates}))
