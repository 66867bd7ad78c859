// SPDX-License-Identifier: Apache-2.0
#include "ops/reduction/reduction.h"

#include <algorithm>
#include <string>

#include "ops/common/cpu_kernel.h"
#include "ops/common/dtype_argument.h"
#include "ops/common/result_checks.h"

namespace openaclnn {
namespace {

using Args = ReductionArgs;

struct State : Prepared {
  ReductionPlan plan;
  size_t results = 0;
  // Complex numbers are reduced as two real ones, unless the loops are of complex numbers.
  int64_t parts = 1;
  int64_t partBytes = 0;  // of self
  int64_t outPartBytes = 0;
};

bool IsComplex(DType dtype) {
  return ClassOf(dtype) == DTypeClass::kComplex;
}

DType PartOf(DType dtype) {
  return dtype == DType::kComplex64 ? DType::kFloat : dtype == DType::kComplex128 ? DType::kDouble : dtype;
}

// The real parts of a view of complex numbers.
TensorView RealParts(TensorView view) {
  if (IsComplex(view.dtype)) {
    view.dtype = PartOf(view.dtype);
    for (int64_t& stride : view.strides) {
      stride *= 2;
    }
  }
  return view;
}

State Prepare(const Args& args) {
  State state;
  std::array<TensorView, kMostResults> results{args.out, args.second};
  state.results = args.second.Defined() ? 2 : 1;
  const bool whole = IsComplex(args.loops.compute);
  const bool complex = !whole && IsComplex(args.self.dtype) && IsComplex(args.out.dtype);
  // Truth is a matter of both parts.
  const TensorView self = whole || args.cast == DType::kBool ? args.self : RealParts(args.self);
  if (complex) {
    results[0] = RealParts(args.out);
    state.parts = 2;
    state.partBytes = static_cast<int64_t>(SizeOf(self.dtype));
    state.outPartBytes = static_cast<int64_t>(SizeOf(results[0].dtype));
  }
  state.plan = ReductionPlan(self, args.reduced, whole ? args.cast : PartOf(args.cast),
                             std::span(results).first(state.results), args.loops);
  state.workspaceBytes = state.plan.WorkspaceBytes();
  state.cost = state.plan.Cost() * static_cast<size_t>(state.parts);
  return state;
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  for (int64_t part = 0; part < state.parts; ++part) {
    const std::array<std::byte*, kMostResults> results{args.out.data + part * state.outPartBytes,
                                                       args.second.data};
    state.plan.Run(args.self.data + part * state.partBytes, std::span(results).first(state.results),
                   args.parameter, workspace, cpu);
  }
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:reduction", Prepare);

// The diagonal begins where the matrix does.
State PrepareDiagonal(const Args& args) {
  Args diagonal = args;
  diagonal.self.rank = 1;
  diagonal.self.dims[0] = std::min(args.self.dims[0], args.self.dims[1]);
  // Of a single element the strides may be any.
  diagonal.self.strides[0] = diagonal.self.dims[0] > 1 ? args.self.strides[0] + args.self.strides[1] : 0;
  diagonal.reduced = 1;
  return Prepare(diagonal);
}

constexpr auto kDiagonal = CpuKernel<Run>("cpu:diagonal", PrepareDiagonal);

// The shape of a result.
Dims ReducedShape(std::span<const int64_t> shape, DimSet reduced, bool keepDims) {
  Dims result;
  for (size_t d = 0; d < shape.size(); ++d) {
    const bool gone = ((reduced >> d) & 1U) != 0;
    if (!gone || keepDims) {
      result.push_back(gone ? 1 : shape[d]);
    }
  }
  return result;
}

}  // namespace

constinit const KernelEntry<ReductionArgs> kReductionCpu = Entry(kKernel);
constinit const KernelEntry<ReductionArgs> kDiagonalCpu = Entry(kDiagonal);

DType ComputeTypeOf(DType dtype) {
  switch (ClassOf(dtype)) {
    case DTypeClass::kBool:
      return DType::kBool;
    case DTypeClass::kSigned:
    case DTypeClass::kUnsigned:
      return DType::kInt64;
    case DTypeClass::kFloating:
    case DTypeClass::kComplex:
      return dtype == DType::kDouble || dtype == DType::kComplex128 ? DType::kDouble : DType::kFloat;
    case DTypeClass::kOther:
      break;
  }
  return DType::kUndefined;
}

ReductionCall::ReductionCall(const ReductionOperator& row, const aclTensor* self,
                             std::initializer_list<const aclTensor*> outs, const DimsArgument& dims,
                             bool keepDims)
    : row_(row), self_{row.op.arguments[0].name, self}, dims_(dims), keepDims_(keepDims) {
  checks_.NotNull(self_);
  if (dims.otherName != nullptr) {
    checks_.NotNull(dims.otherName, dims.other);
  }
  checks_.NotNull(dims.name, dims.null ? nullptr : this).LiveOrNull(dims.name, dims.list);
  for (const aclTensor* out : outs) {
    outs_.push_back({row.op.arguments[1 + outs_.size()].name, out});
    checks_.NotNull(outs_[outs_.size() - 1]);
  }
  checks_.DtypeIn(self_, row.inputs);
  for (size_t k = 0; k < outs_.size(); ++k) {
    checks_.DtypeIn(outs_[k], row.outputs[k]);
  }
}

void ReductionCall::CheckSameDtype(size_t results) {
  for (size_t k = 0; k < results; ++k) {
    checks_.SameDtype(outs_[k], self_);
  }
}

void ReductionCall::CheckRealUnlessSelfIsComplex() {
  checks_.Require(
      outs_[0].name, "a real type, as self is real",
      [&] { return IsComplex(self_.tensor->dtype) || !IsComplex(outs_[0].tensor->dtype); },
      [&] { return NameOf(outs_[0].tensor->dtype); });
}

void ReductionCall::CheckDtype(const char* name, const aclDataType& dtype) {
  CheckDtypeArgument(checks_, name, dtype, outs_[0]);
}

void ReductionCall::CheckShapes() {
  checks_.ValidView(self_);
  for (const NamedTensor& out : outs_) {
    checks_.ValidOutputView(out);
  }
  if (Failed()) {
    return;
  }
  const auto rank = static_cast<int64_t>(self_.tensor->viewDims.size());
  const int64_t ends = std::max(rank, int64_t{1});  // a 0-d tensor has dims 0 and -1
  for (const int64_t dim : dims_.dims) {
    checks_.InRange(dims_.name, dim, -ends, ends - 1, "a dimension of self");
    const auto d = static_cast<unsigned>(dim < 0 ? dim + ends : dim);
    if (Failed()) {
      return;
    }
    checks_.Require(
        dims_.name, "each dimension once", [&] { return ((reduced_ >> d) & 1U) == 0; },
        [&] { return std::to_string(dim) + " again"; });
    reduced_ |= 1U << d;
  }
  if (dims_.dims.empty() && !dims_.noneIfEmpty) {
    reduced_ = (1U << static_cast<unsigned>(rank)) - 1;
  }
  reduced_ &= (1U << static_cast<unsigned>(rank)) - 1;
  const Dims shape = ReducedShape(self_.tensor->viewDims, reduced_, keepDims_);
  for (const NamedTensor& out : outs_) {
    CheckReducedShape(checks_, out, shape,
                      keepDims_ ? "of self, reduced dimensions 1" : "of self without the reduced dimensions");
  }
  if (!row_.ofNothing) {
    CheckElements();
  }
}

void ReductionCall::CheckElements() {
  checks_.Require(
      self_.name, "elements along the reduced dimensions",
      [&] { return Count() > 0 || openaclnn::NumElements(*outs_[0].tensor) == 0; },
      [&] { return ShapeText(self_.tensor->viewDims); });
}

int64_t ReductionCall::Count() const {
  int64_t count = 1;
  for (size_t d = 0; d < self_.tensor->viewDims.size(); ++d) {
    if (((reduced_ >> d) & 1U) != 0) {
      count *= self_.tensor->viewDims[d];
    }
  }
  return count;
}

Status ReductionCall::Bind(PhaseOneCall& call, DType cast, const ReductionLoops& loops,
                           double parameter) const {
  Args args;
  args.reduced = reduced_;
  args.cast = cast;
  args.parameter = parameter;
  args.loops = loops;
  TensorsOfCall tensors{self_.tensor};
  for (const NamedTensor& out : outs_) {
    tensors.push_back(out.tensor);
  }
  return call.Bind(row_.op, args, tensors);
}

}  // namespace openaclnn
