// SPDX-License-Identifier: Apache-2.0
//
// aclnnRenorm, aclnnInplaceRenorm and aclnnEmbeddingRenorm: slices whose norm is larger than a bound are scaled
// down to it: all of them, or the rows that indices name.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_embedding_renorm.h"
#include "aclnnop/aclnn_renorm.h"
#include "base/checked_math.h"
#include "base/row_view.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/reduction/reduction.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/move_checks.h"
#include "ops/common/self_copy.h"
#include "ops/reduction/norms.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

OPENACLNN_LOOP(ScaleSlices, (T self, T factor), self* factor, 2, 0, FormatList<Float32>)
OPENACLNN_LOOP(ScaleRow, (T self, T factor), self* factor, 1, 1, FormatList<Float32>)

#if HWY_ONCE
namespace openaclnn {
namespace {

// Of a norm: 1 where it is within the bound, or NaN.
double FactorFor(double norm, double bound) {
  constexpr double kNotZero = 1e-7;
  return norm > bound ? bound / (norm + kNotZero) : 1;
}

ElementwiseTypes TypesOf(DType dtype) {
  ElementwiseTypes types{DType::kFloat, DType::kFloat};
  types.stored = dtype;
  return types;
}

// ---- All slices along a dim

struct Args {
  TensorView self;
  TensorView out;
  size_t dim = 0;
  double order = 2;
  double bound = 0;
};

struct State : Prepared {
  ScratchArray<double> norms;
  ScratchArray<float> factors;
  ScratchArray<std::byte> scratch;
  ReductionPlan norm;
  ElementwisePlan scale;
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  const int64_t slices = args.self.dims[args.dim];
  state.norms = scratch.Book<double>(slices);
  state.factors = scratch.Book<float>(slices);
  const TensorView norms = RowView(DType::kDouble, slices);
  const DimSet others = ((DimSet{1} << static_cast<unsigned>(args.self.rank)) - 1) & ~(DimSet{1} << args.dim);
  state.norm = ReductionPlan(args.self, others, args.self.dtype, std::span(&norms, 1),
                             NormLoopsOf(args.order, DType::kFloat));
  state.scratch = scratch.Book<std::byte>(static_cast<int64_t>(state.norm.WorkspaceBytes()));
  state.workspaceBytes = scratch.Bytes();
  TensorView factors = args.self;
  factors.dtype = DType::kFloat;
  factors.strides.fill(0);
  factors.strides[args.dim] = 1;
  state.scale = ElementwisePlan(args.out, std::array{&args.self, static_cast<const TensorView*>(&factors)},
                                TypesOf(args.self.dtype), LoopScaleSlices(DType::kFloat));
  state.cost = state.norm.Cost() + state.scale.Cost();
  return state;
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (args.self.Empty()) {
    return;
  }
  double* const norms = state.norms.In(workspace);
  float* const factors = state.factors.In(workspace);
  auto* const result = reinterpret_cast<std::byte*>(norms);
  state.norm.Run(args.self.data, std::span(&result, 1), args.order, state.scratch.In(workspace), cpu);
  for (int64_t i = 0; i < args.self.dims[args.dim]; ++i) {
    factors[i] = static_cast<float>(FactorFor(norms[i], args.bound));
  }
  const std::array<const std::byte*, 2> inputs{args.self.data, reinterpret_cast<const std::byte*>(factors)};
  state.scale.Run(args.out.data, inputs, {}, cpu);
}

// ---- Rows that indices name

struct RowArgs {
  TensorView selfRef;
  TensorView indices;
  TensorView out;
  double order = 2;
  double bound = 0;
};

struct RowState : Prepared {
  int64_t slots = 1;
  int64_t slotBytes = 0;
  ScratchArray<uint8_t> named;  // whether an index names the row
  ScratchArray<std::byte> scratch;
  SelfCopy copy;
  ReductionPlan norm;  // of a row
  ElementwisePlan scale;
};

constexpr int64_t kMostSlots = 64;

RowState PrepareRows(const RowArgs& args) {
  RowState state;
  ScratchLayout scratch;
  state.copy = SelfCopy(args.selfRef, args.out);
  TensorView row = args.selfRef;
  row.rank = 1;
  row.dims[0] = args.selfRef.dims[1];
  row.strides[0] = args.selfRef.strides[1];
  TensorView number = RowView(DType::kDouble, 1);
  number.rank = 0;
  state.norm =
      ReductionPlan(row, 1, row.dtype, std::span(&number, 1), NormLoopsOf(args.order, DType::kFloat));
  const TensorView* const input = &row;
  TensorView result = row;
  result.strides[0] = args.out.strides[1];  // not the input's where results are made in the workspace
  state.scale =
      ElementwisePlan(result, std::span(&input, 1), TypesOf(row.dtype), LoopScaleRow(DType::kFloat));
  state.slots = std::clamp<int64_t>(args.selfRef.dims[0], 1, kMostSlots);
  constexpr int64_t kCacheLine = 64;
  state.slotBytes = CeilDivide(static_cast<int64_t>(state.norm.WorkspaceBytes()), kCacheLine) * kCacheLine;
  state.named = scratch.Book<uint8_t>(args.selfRef.dims[0]);
  state.scratch = scratch.Book<std::byte>(state.slots * state.slotBytes);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(std::min(args.indices.NumElements(), args.selfRef.dims[0])) *
                   (state.norm.Cost() + state.scale.Cost()) +
               state.workspaceBytes;
  return state;
}

// Marks the rows that are named.
Status FindRows(const RowArgs& args, uint8_t* named) {
  const int64_t rows = args.selfRef.dims[0];
  std::fill_n(named, rows, uint8_t{0});
  const IndexReader reader(args.indices, -1);
  std::array<int64_t, kTileElements> tile;
  const int64_t count = args.indices.NumElements();
  for (int64_t begin = 0; begin < count; begin += kTileElements) {
    const int64_t some = std::min(kTileElements, count - begin);
    reader.Read(begin, some, tile.data());
    for (int64_t i = 0; i < some; ++i) {
      const int64_t row = tile[static_cast<size_t>(i)];
      if (row < 0 || row >= rows) {
        return {code::kRtVectorCoreException, "indices: expected values in [0, " + std::to_string(rows) +
                                                  "), got " + std::to_string(row) + " at position " +
                                                  std::to_string(begin + i)};
      }
      named[row] = 1;
    }
  }
  return Status::Ok();
}

Status RunRows(const RowArgs& args, const RowState& state, std::byte* workspace,
               const backend::cpu::CpuContext& cpu) {
  uint8_t* const named = state.named.In(workspace);
  if (Status status = FindRows(args, named); !status.IsOk()) {
    return status;
  }
  if (args.selfRef.Empty()) {
    return Status::Ok();
  }
  state.copy.Run(args.selfRef, args.out, cpu);
  const auto size = static_cast<int64_t>(SizeOf(args.selfRef.dtype));
  ForEachTaskInSlots(cpu, args.selfRef.dims[0], state.slots, [&](int64_t row, int64_t slot) {
    if (named[row] == 0) {
      return;
    }
    const backend::cpu::CpuContext alone(nullptr);
    const std::byte* const from = args.selfRef.data + row * args.selfRef.strides[0] * size;
    double norm = 0;
    auto* const result = reinterpret_cast<std::byte*>(&norm);
    state.norm.Run(from, std::span(&result, 1), args.order,
                   state.scratch.In(workspace) + slot * state.slotBytes, alone);
    const double factor = FactorFor(norm, args.bound);
    if (factor != 1) {
      std::array<ScalarValue, kMostScalars> scalars{};
      scalars[0] = ScalarOf(factor);
      state.scale.RunTasks(0, state.scale.Tasks(), args.out.data + row * args.out.strides[0] * size,
                           std::span(&from, 1), scalars);
    }
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:renorm", Prepare));
constexpr OnlyKernel kRowKernels(CpuKernel<RunRows>("cpu:renorm_rows", PrepareRows));
constexpr std::array<TensorArgument<Args>, 2> kSelfAndOut{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<Args>, 2> kInPlace{
    {{"selfRef", Role::kInput, &Args::self}, {"selfRef", Role::kOutput, &Args::out, true}}};
constexpr std::array<TensorArgument<RowArgs>, 3> kRowArguments{
    {{"selfRef", Role::kInput, &RowArgs::selfRef},
     {"indices", Role::kInput, &RowArgs::indices},
     {"selfRef", Role::kOutput, &RowArgs::out, true}}};
constexpr Operator<Args> kRenorm{"aclnnRenorm", kSelfAndOut, kKernels};
constexpr Operator<Args> kInplaceRenorm{"aclnnInplaceRenorm", kInPlace, kKernels};
constexpr Operator<RowArgs> kEmbeddingRenorm{"aclnnEmbeddingRenorm", kRowArguments, kRowKernels};

void CheckNumber(ArgumentChecks& check, const char* name, double number) {
  check.Require(
      name, "a number that is not negative", [&] { return number >= 0; },
      [&] { return std::to_string(number); });
}

void CheckIsReal(ArgumentChecks& check, const char* name, const aclScalar* number) {
  check.Require(
      name, "a real number",
      [&] {
        const DTypeClass kind = ClassOf(number->dtype);
        return kind != DTypeClass::kComplex && kind != DTypeClass::kOther;
      },
      [&] { return NameOf(number->dtype); });
}

Status Renorm(PhaseOneCall& call, const Operator<Args>& op, const NamedTensor& self, const aclScalar* p,
              int64_t dim, const aclScalar* maxNorm, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("p", p).NotNull("maxNorm", maxNorm).NotNull(out);
  check.DtypeIn(self, FloatDtypes()).SameDtype(out, self);
  CheckIsReal(check, "p", p);
  CheckIsReal(check, "maxNorm", maxNorm);
  check.ValidView(self).ValidOutputView(out);
  check.Require(
      self.name, "at least 2 dims", [&] { return self.tensor->viewDims.size() >= 2; },
      [&] { return ShapeText(self.tensor->viewDims); });
  check.SameShape(out, self);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.order = ValueOf(*p).As<double>();
  args.bound = ValueOf(*maxNorm).As<double>();
  CheckNumber(check, "p", args.order);
  CheckNumber(check, "maxNorm", args.bound);
  args.dim = FindDim(check, "dim", dim, self.tensor->viewDims.size());
  return check.Failed() ? check.Result() : call.Bind(op, args, {self.tensor, out.tensor});
}

Status EmbeddingRenorm(PhaseOneCall& call, const NamedTensor& selfRef, const NamedTensor& indices,
                       double maxNorm, double normType) {
  static constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};
  ArgumentChecks check;
  check.NotNull(selfRef).NotNull(indices);
  check.DtypeIn(selfRef, FloatDtypes()).DtypeIn(indices, kIndexDtypes);
  check.ValidOutputView(selfRef).ValidView(indices).Rank(selfRef, 2);
  CheckNumber(check, "maxNorm", maxNorm);
  CheckNumber(check, "normType", normType);
  if (check.Failed()) {
    return check.Result();
  }
  RowArgs args;
  args.order = normType;
  args.bound = maxNorm;
  return call.Bind(kEmbeddingRenorm, args, {selfRef.tensor, indices.tensor, selfRef.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnRenorm,
               (const aclTensor* self, const aclScalar* p, int64_t dim, const aclScalar* maxNorm,
                aclTensor* out),
               Renorm(call, kRenorm, {"self", self}, p, dim, maxNorm, {"out", out}))

OPENACLNN_CALL(aclnnInplaceRenorm,
               (aclTensor * selfRef, const aclScalar* p, int64_t dim, const aclScalar* maxNorm),
               Renorm(call, kInplaceRenorm, {"selfRef", selfRef}, p, dim, maxNorm, {"selfRef", selfRef}))

OPENACLNN_CALL(aclnnEmbeddingRenorm,
               (aclTensor * selfRef, const aclTensor* indices, double maxNorm, double normType),
               EmbeddingRenorm(call, {"selfRef", selfRef}, {"indices", indices}, maxNorm, normType))
#endif
