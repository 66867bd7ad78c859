// SPDX-License-Identifier: Apache-2.0
//
// aclnnNpuFormatCast: matrices into blocks of FRACTAL_NZ, and back.
#include "aclnnop/aclnn_npu_format_cast.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>

#include "base/checked_math.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/elementwise/elementwise.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

// A tensor is plain, [..., rows, columns], or the storage [..., c1, r1, 16, width] of such matrices.
struct Args {
  TensorView source;
  TensorView destination;
  int64_t sourceWidth = 0;  // 0: plain
  int64_t destinationWidth = 0;
  int64_t rows = 0;
  int64_t columns = 0;
};

// Columns that a task moves, of all rows; a multiple of every width.
constexpr int64_t kTaskColumns = 64;

struct State : Prepared {
  ElementwisePlan copy;  // if both are plain
  size_t size = 0;       // of an element
  int64_t batches = 0;
  int64_t columns = 0;  // of the destination with its padding
  int64_t columnTasks = 0;
};

bool IsPlainCopy(const Args& args) {
  return args.sourceWidth == 0 && args.destinationWidth == 0;
}

// With the padding to whole blocks.
int64_t PaddedColumns(const Args& args) {
  return args.destinationWidth == 0 ? args.columns
                                    : CeilDivide(args.columns, args.destinationWidth) * args.destinationWidth;
}

State Prepare(const Args& args) {
  State state;
  state.size = SizeOf(args.source.dtype);
  state.cost = static_cast<size_t>(args.source.NumElements() + args.destination.NumElements()) * state.size;
  if (IsPlainCopy(args)) {
    const DType dtype = args.source.dtype;
    state.copy = ElementwisePlan(args.destination, std::array{&args.source}, {dtype, dtype},
                                 FindConversion(dtype, dtype));
  } else {
    state.columns = PaddedColumns(args);
    state.columnTasks = CeilDivide(state.columns, kTaskColumns);
    const size_t matrixDims = args.sourceWidth == 0 ? 2 : 4;
    state.batches = 1;
    for (const int64_t dim : args.source.Dims().first(args.source.Dims().size() - matrixDims)) {
      state.batches *= dim;
    }
  }
  return state;
}

// Where the elements of a matrix lie, in bytes from the tensor's first one.
class Places {
 public:
  Places(const TensorView& view, int64_t width, int64_t batch)
      : view_(view), size_(static_cast<int64_t>(SizeOf(view.dtype))), width_(width) {
    const size_t matrixDims = width == 0 ? 2 : 4;
    const size_t batchRank = view.Dims().size() - matrixDims;
    for (size_t d = batchRank; d-- > 0;) {
      offset_ += batch % view.dims[d] * view.strides[d];
      batch /= view.dims[d];
    }
    if (width == 0) {
      rowStride_ = view.strides[batchRank];
      columnStride_ = view.strides[batchRank + 1];
    } else {
      rowStride_ = width;
      blockStride_ = view.strides[batchRank];
    }
  }

  [[nodiscard]] std::byte* At(int64_t row, int64_t column) const {
    const int64_t place =
        width_ == 0 ? column * columnStride_ : column / width_ * blockStride_ + column % width_;
    return view_.data + (offset_ + row * rowStride_ + place) * size_;
  }
  // Whether elements that follow each other in a row do so in memory, but from block to block.
  [[nodiscard]] bool Dense() const { return columnStride_ == 1; }
  [[nodiscard]] int64_t ColumnBytes() const { return columnStride_ * size_; }
  // Columns up to the end of the block.
  [[nodiscard]] int64_t Left(int64_t column) const {
    return width_ == 0 ? INT64_MAX : width_ - column % width_;
  }

 private:
  const TensorView& view_;
  int64_t size_;
  int64_t width_;
  int64_t offset_ = 0;
  int64_t rowStride_ = 0;
  int64_t columnStride_ = 1;
  int64_t blockStride_ = 0;
};

void MoveColumns(const Args& args, const State& state, int64_t batch, int64_t begin, int64_t end) {
  const Places from(args.source, args.sourceWidth, batch);
  const Places to(args.destination, args.destinationWidth, batch);
  const bool dense = from.Dense() && to.Dense();
  const int64_t paddedRows =
      args.destinationWidth == 0 ? args.rows : CeilDivide(args.rows, kFractalRows) * kFractalRows;
  int64_t count = 0;
  for (int64_t column = begin; column < end; column += count) {
    const bool within = column < args.columns;
    count = std::min({end - column, to.Left(column), within ? from.Left(column) : INT64_MAX,
                      within ? args.columns - column : INT64_MAX});
    const size_t bytes = static_cast<size_t>(count) * state.size;
    for (int64_t row = 0; row < paddedRows; ++row) {
      std::byte* destination = to.At(row, column);
      if (!within || row >= args.rows) {
        std::memset(destination, 0, bytes);
      } else if (dense) {
        std::memcpy(destination, from.At(row, column), bytes);
      } else {
        const std::byte* source = from.At(row, column);
        for (int64_t k = 0; k < count; ++k) {
          std::memcpy(destination + k * to.ColumnBytes(), source + k * from.ColumnBytes(), state.size);
        }
      }
    }
  }
}

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  if (IsPlainCopy(args)) {
    const std::array<const std::byte*, 1> inputs{args.source.data};
    state.copy.Run(args.destination.data, inputs, {}, cpu);
    return;
  }
  cpu.ParallelFor(state.batches * state.columnTasks, [&](int64_t task) {
    const int64_t begin = task % state.columnTasks * kTaskColumns;
    MoveColumns(args, state, task / state.columnTasks, begin, std::min(state.columns, begin + kTaskColumns));
  });
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:format_cast", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"srcTensor", Role::kInput, &Args::source}, {"dstTensor", Role::kOutput, &Args::destination}}};
constexpr Operator<Args> kNpuFormatCast{"aclnnNpuFormatCast", kArguments, kKernels};

// What the kernel sees of a tensor.
struct Seen {
  aclTensor tensor;
  int64_t width = 0;
};

Seen FindSeen(ArgumentChecks& check, const NamedTensor& argument) {
  if (check.Failed() || !IsFractalLabel(argument.tensor->format)) {
    return {check.Failed() ? aclTensor{} : *argument.tensor, 0};
  }
  if (!IsFractal(*argument.tensor)) {
    return {AsPlain(*argument.tensor), 0};
  }
  const std::optional<FractalMatrices> matrices = FindFractal(check, argument);
  check.Require(
      argument.name, "a tensor that is not transposed", [&] { return !matrices->transposed; },
      [&] { return "strides " + ShapeText(argument.tensor->strides); });
  return matrices ? Seen{matrices->storage, matrices->width} : Seen{};
}

Status Bind(PhaseOneCall& call, const NamedTensor& source, const NamedTensor& destination) {
  ArgumentChecks check;
  check.NotNull(source).NotNull(destination);
  check.DtypeIn(source, kMovableDtypes).SameDtype(destination, source);
  const Seen from = FindSeen(check, source);
  const Seen to = FindSeen(check, destination);
  check.ValidView({source.name, &from.tensor}).ValidOutputView({destination.name, &to.tensor});
  check.SameShape(destination, source);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.sourceWidth = from.width;
  args.destinationWidth = to.width;
  if (!IsPlainCopy(args)) {
    const std::vector<int64_t>& dims = source.tensor->viewDims;
    args.rows = dims[dims.size() - 2];
    args.columns = dims.back();
  }
  return call.Bind(kNpuFormatCast, args, {{source.tensor, from.tensor}, {destination.tensor, to.tensor}});
}

// The width of a tensor of a type that is to be computed with another; 0: there is no cast.
int64_t WidthFor(DType dtype, DType computed) {
  const bool isWide = dtype == DType::kFloat || dtype == DType::kInt32;
  if (isWide && (computed == DType::kFloat16 || computed == DType::kBfloat16)) {
    return FractalWidth(ACL_FORMAT_FRACTAL_NZ_C0_16, dtype);
  }
  if (dtype == DType::kFloat && computed == DType::kFloat8E4m3fn) {
    return FractalWidth(ACL_FORMAT_FRACTAL_NZ_C0_32, dtype);
  }
  return dtype == computed ? FractalWidth(ACL_FORMAT_FRACTAL_NZ, dtype) : 0;
}

aclFormat LabelOf(DType dtype, int64_t width) {
  return width == FractalWidth(ACL_FORMAT_FRACTAL_NZ, dtype)         ? ACL_FORMAT_FRACTAL_NZ
         : width == FractalWidth(ACL_FORMAT_FRACTAL_NZ_C0_16, dtype) ? ACL_FORMAT_FRACTAL_NZ_C0_16
                                                                     : ACL_FORMAT_FRACTAL_NZ_C0_32;
}

struct SizeAndFormat {
  int64_t** shape;
  uint64_t* rank;
  int* format;
};

Status CalculateSizeAndFormat(const NamedTensor& source, int dstFormat, int additionalDtype,
                              const SizeAndFormat& result) {
  ArgumentChecks check;
  check.NotNull(source).NotNull("dstShape", result.shape).NotNull("dstShapeSize", result.rank);
  check.NotNull("actualFormat", result.format);
  check.DtypeIn(source, kMovableDtypes);
  if (check.Failed()) {
    return check.Result();
  }
  const aclTensor shown = IsFractalLabel(source.tensor->format) ? AsPlain(*source.tensor) : *source.tensor;
  const std::vector<int64_t>& dims = shown.viewDims;
  check.ValidView({source.name, &shown});
  check.Require(
      source.name, "2 to 6 dims", [&] { return dims.size() >= 2 && dims.size() <= 6; },
      [&] { return ShapeText(dims); });
  check.Require(
      source.name, "elements", [&] { return NumElements(shown) > 0; }, [&] { return ShapeText(dims); });
  if (check.Failed()) {
    return check.Result();
  }
  const DType dtype = shown.dtype;
  const int64_t width =
      dstFormat == ACL_FORMAT_FRACTAL_NZ ? WidthFor(dtype, static_cast<DType>(additionalDtype)) : 0;
  if (width == 0 && dstFormat != ACL_FORMAT_ND) {
    return {
        code::kRuntimeError,
        "dstFormat: expected ACL_FORMAT_FRACTAL_NZ, with an additionalDtype that goes with srcTensor's, or "
        "ACL_FORMAT_ND, got format " +
            std::to_string(dstFormat) + " and additionalDtype " + std::to_string(additionalDtype) + " for " +
            NameOf(dtype)};
  }
  const Dims shape = width == 0 ? DimsOf(shown) : FractalDims(dims, width);
  auto memory = std::make_unique<int64_t[]>(shape.size());
  std::ranges::copy(shape, memory.get());
  *result.shape = memory.release();
  *result.rank = shape.size();
  *result.format = width == 0 ? ACL_FORMAT_ND : LabelOf(dtype, width);
  return Status::Ok();
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnNpuFormatCast, (const aclTensor* srcTensor, aclTensor* dstTensor),
               Bind(call, {"srcTensor", srcTensor}, {"dstTensor", dstTensor}))

aclnnStatus aclnnNpuFormatCastCalculateSizeAndFormat(const aclTensor* srcTensor, int dstFormat,
                                                     int additionalDtype, int64_t** dstShape,
                                                     uint64_t* dstShapeSize, int* actualFormat) {
  return openaclnn::Boundary(
      "aclnnNpuFormatCastCalculateSizeAndFormat",
      [&] {
        return openaclnn::CalculateSizeAndFormat({"srcTensor", srcTensor}, dstFormat, additionalDtype,
                                                 {dstShape, dstShapeSize, actualFormat});
      },
      openaclnn::Api::kOperator);
}
