// SPDX-License-Identifier: Apache-2.0
//
// Leads the matrices of a batch to the driver in kernels/gemm/gemm.h. Where the second operand is the same
// for the whole batch, as a layer's weight is, and the rows of the first follow each other from matrix to
// matrix, they are one tall matrix. Small and thin ones are led to the driver in kernels/gemm/lane_product.h, those with
// few rows or columns of some depth, and other single ones, to the one in kernels/gemm/matrix_vector.h.
#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "kernels/gemm/block_pack.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/lane_product.h"
#include "kernels/gemm/matrix_vector.h"
#include "kernels/gemm/tile_pack.h"
#include "ops/common/cpu_kernel.h"
#include "ops/matmul/integer_product.h"
#include "ops/matmul/matmul.h"
#include "ops/matmul/matmul_plan.h"

namespace openaclnn {

struct MatmulState : Prepared {
  GemmPartition partition;
  VectorPartition vector;  // if there are one or a few rows or columns; not where batches are summed
  bool isVector = false;
  bool ofColumns = false;  // whether the columns are the vectors, not the rows
  LanePartition lanes;     // if it is small or thin
  bool hasLanes = false;
  size_t batchRank = 0;
  std::array<int64_t, kMaxRank> batchDims{};
  MatrixStrides first;
  MatrixStrides second;
  MatrixStrides added;
  MatrixStrides out;
  int64_t depthOfBatch = 0;  // where batches are summed: they lie one behind the other in the depth
  bool doubles = false;
  bool tiles = false;  // BFLOAT16 by the processor's instructions for tiles
};

namespace {

using Args = MatmulArgs;
using State = MatmulState;

// Which dim of a view is number `back` from the last one.
size_t FromLast(const TensorView& view, int back) {
  return static_cast<size_t>(view.rank - 1 - back);
}

// The strides of an operand's batch dims, aligned at the right.
void SetBatchStrides(const TensorView& view, int matrixDims, const State& state, MatrixStrides* matrices) {
  const auto own = static_cast<size_t>(std::max(0, view.rank - matrixDims));
  for (size_t d = 0; d < own; ++d) {
    matrices->batch[state.batchRank - own + d] = view.dims[d] == 1 ? 0 : view.strides[d];
  }
}

// Whether the second operand is the same for all of a dim of the batch by its dims: a view that was expanded is not.
bool IsShared(const TensorView& second, size_t back) {
  const int dim = second.rank - 2 - static_cast<int>(back);
  return dim < 0 || second.dims[static_cast<size_t>(dim)] == 1;
}

// Takes the innermost dim of the batch into the rows while that leaves one distance from row to row. Single rows, and a
// few, have sums of their own (kernels/gemm/matrix_vector.h), so dims alone may make a larger matrix of them.
void Fold(const TensorView& second, bool isFew, State* state, int64_t* rows) {
  const size_t rank = state->batchRank;
  while (state->batchRank > 0) {
    const size_t d = state->batchRank - 1;
    const int64_t dim = state->batchDims[d];
    const auto follows = [&](const MatrixStrides& matrices) {
      return dim == 1 || *rows == 1 || matrices.batch[d] == *rows * matrices.row;
    };
    const bool isShared = isFew || *rows == 1 ? IsShared(second, rank - d) : state->second.batch[d] == 0;
    if (dim != 1 && (!isShared || !follows(state->first) || !follows(state->out) || !follows(state->added))) {
      return;
    }
    for (MatrixStrides* matrices : {&state->first, &state->out, &state->added}) {
      matrices->row = *rows == 1 && dim != 1 ? matrices->batch[d] : matrices->row;
    }
    *rows *= dim;
    --state->batchRank;
  }
}

// The matrices of the second operand. Where they lie in blocks, their last two strides have no meaning.
TensorView SecondMatrices(const Args& args) {
  TensorView view = args.second;
  if (args.blockWidth > 0) {
    view.rank -= 2;
    view.dims[FromLast(view, 1)] = args.depth;
    view.dims[FromLast(view, 0)] = args.columns;
  }
  return view;
}

// The product with as many rows in a matrix as the dims allow, in whatever order they lie.
GemmShape FoldedByDims(const TensorView& second, const State& state, int64_t rows, int64_t columns,
                       int64_t depth) {
  GemmShape shape{1, rows, columns, depth};
  bool isShared = true;
  for (size_t d = state.batchRank; d-- > 0;) {
    const int64_t dim = state.batchDims[d];
    isShared = isShared && (dim == 1 || IsShared(second, state.batchRank - d));
    (isShared ? shape.rows : shape.batches) *= dim;
  }
  return shape;
}

// Whether matrices are large enough for what tiles compute and do beside them. Their sums have bits of their own, so
// what the shape is must not depend on strides.
bool FillTiles(const GemmShape& shape) {
  constexpr int64_t kLeast = 16;
  constexpr int64_t kLeastWork = 64 * 32 * 32;
  const bool large = std::min(shape.rows, shape.columns) >= kLeast && shape.depth >= kTileDepth &&
                     static_cast<double>(shape.rows) * static_cast<double>(shape.columns) *
                             static_cast<double>(shape.depth) >=
                         kLeastWork;
  constexpr bool kConverts = true;
  return large || !LanePartition::Suits(GemmPartition(shape, sizeof(TileNumber)), kConverts);
}

State Prepare(const Args& args) {
  State state;
  const TensorView& a = args.first;
  const TensorView b = SecondMatrices(args);
  const bool isRow = a.rank == 1;
  const bool isColumn = b.rank == 1;
  int64_t rows = isRow ? 1 : a.dims[FromLast(a, 1)];
  const int64_t columns = isColumn ? 1 : b.dims[FromLast(b, 0)];
  int64_t depth = a.dims[FromLast(a, 0)];
  state.first.row = isRow ? 0 : a.strides[FromLast(a, 1)];
  state.first.column = a.strides[FromLast(a, 0)];
  state.second.row = b.strides[FromLast(b, isColumn ? 0 : 1)];
  state.second.column = isColumn ? 0 : b.strides[FromLast(b, 0)];

  const int matrixDims = (isRow ? 0 : 1) + (isColumn ? 0 : 1);
  const auto setResult = [&](const TensorView& view, MatrixStrides* matrices) {
    if (!isRow && view.rank >= matrixDims) {
      const size_t dim = FromLast(view, matrixDims - 1);
      matrices->row = view.dims[dim] == 1 ? 0 : view.strides[dim];
    }
    if (!isColumn && view.rank >= 1) {
      const size_t dim = FromLast(view, 0);
      matrices->column = view.dims[dim] == 1 ? 0 : view.strides[dim];
    }
    SetBatchStrides(view, matrixDims, state, matrices);
  };
  int64_t batches = 1;
  if (args.sumsBatches) {
    state.depthOfBatch = depth;
    depth *= a.dims[0];
    state.first.batch[0] = a.strides[0];
    state.second.batch[0] = b.strides[0];
  } else {
    state.batchRank = static_cast<size_t>(args.out.rank - matrixDims);
    std::copy_n(args.out.dims.begin(), state.batchRank, state.batchDims.begin());
    SetBatchStrides(a, 2, state, &state.first);
    SetBatchStrides(b, 2, state, &state.second);
  }
  setResult(args.out, &state.out);
  if (args.added.Defined()) {
    setResult(args.added, &state.added);
  }
  const bool plain = !args.sumsBatches && args.blockWidth == 0;
  const bool mayTile = plain && a.dtype == DType::kBfloat16 && b.dtype == DType::kBfloat16 && HasTileKernel();
  const GemmShape folded = FoldedByDims(b, state, rows, columns, depth);
  const bool isFloating = ClassOf(args.out.dtype) == DTypeClass::kFloating;
  const bool fillsTiles = mayTile && FillTiles(folded);
  const bool isFew = plain && isFloating && !fillsTiles && VectorPartition::Suits(folded);
  // Vectors of a batch may go another way than one vector, with sums of its own: layouts must not choose it.
  if (columns != 1) {
    Fold(b, isFew, &state, &rows);
  }
  for (size_t d = 0; d < state.batchRank; ++d) {
    batches *= state.batchDims[d];
  }
  state.doubles = args.out.dtype == DType::kDouble;
  const size_t elementSize = state.doubles ? sizeof(double) : sizeof(float);
  const bool isSingle = rows == 1 || columns == 1;
  state.isVector = (isSingle || isFew) && plain;
  state.ofColumns = columns <= rows;
  state.tiles = fillsTiles && !isSingle;
  state.partition =
      GemmPartition({batches, rows, columns, depth}, state.tiles ? sizeof(TileNumber) : elementSize);
  const auto isConverted = [&](const TensorView* view) { return SizeOf(view->dtype) != elementSize; };
  const bool converts = std::ranges::any_of(std::array{&args.first, &args.second, &args.out}, isConverted);
  state.hasLanes =
      plain && isFloating && !state.tiles && !isFew && LanePartition::Suits(state.partition, converts);
  if (state.hasLanes) {
    state.lanes = LanePartition(state.partition.shape, {state.batchRank, state.batchDims},
                                {state.first, state.second, state.added, state.out});
  } else if (state.isVector) {
    state.vector =
        VectorPartition(batches, std::max(rows, columns), depth, elementSize, std::min(rows, columns));
  }
  state.workspaceBytes = state.hasLanes   ? 0
                         : state.isVector ? state.vector.workspaceBytes
                                          : state.partition.workspaceBytes;
  state.cost = state.partition.Cost();
  return state;
}

// Where a matrix of the batch begins, in elements.
int64_t OffsetOf(const State& state, const MatrixStrides& matrices, int64_t batch) {
  int64_t offset = 0;
  for (size_t d = state.batchRank; d-- > 0;) {
    offset += batch % state.batchDims[d] * matrices.batch[d];
    batch /= state.batchDims[d];
  }
  return offset;
}

// One run.
template <typename T>
class Product {
 public:
  Product(const Args& args, const State& state) : args_(args), state_(state) {}

  void Run(std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
    if (state_.hasLanes) {
      RunLanes<T>(state_.lanes,
                  {.first = args_.first.data,
                   .firstDtype = args_.first.dtype,
                   .second = args_.second.data,
                   .secondDtype = args_.second.dtype,
                   .added = args_.added.Defined() ? args_.added.data : nullptr,
                   .addedDtype = args_.added.dtype,
                   .out = args_.out.data,
                   .outDtype = args_.out.dtype,
                   .alpha = args_.alpha,
                   .beta = args_.beta},
                  cpu);
      return;
    }
    if (state_.isVector) {
      RunVector(workspace, cpu);
      return;
    }
    if (state_.tiles) {
      RunTiles(workspace, cpu);
      return;
    }
    const auto packFirst = [&](int64_t batch, const GemmPiece& piece, int64_t width, T* panel) {
      Pack(args_.first, state_.first, state_.first.row, state_.first.column, batch, piece, width, panel);
    };
    const auto packSecond = [&](int64_t batch, const GemmPiece& piece, int64_t width, T* panel) {
      if (args_.blockWidth > 0) {
        const TensorView& view = args_.second;
        PackBlocks(BlockedMatrix{At(view, state_.second, batch), view.dtype, view.strides[FromLast(view, 3)],
                                 args_.blockWidth, args_.transposedBlocks},
                   piece, width, panel);
        return;
      }
      Pack(args_.second, state_.second, state_.second.column, state_.second.row, batch, piece, width, panel);
    };
    const auto result = [&](int64_t batch) { return Result(batch); };
    const GemmCall<T> call{packFirst, packSecond, result, args_.alpha, args_.beta};
    RunGemm(state_.partition, call, workspace, cpu);
  }

 private:
  // The operand with many lanes is the matrix, the other one has the vectors; the result is a row for each.
  void RunVector(std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
    const auto first = [&](int64_t batch) {
      return GemmMatrix{At(args_.first, state_.first, batch), args_.first.dtype, state_.first.row,
                        state_.first.column};
    };
    const auto second = [&](int64_t batch) {
      return GemmMatrix{At(args_.second, state_.second, batch), args_.second.dtype, state_.second.column,
                        state_.second.row};
    };
    const auto result = [&](int64_t batch) {
      GemmResult rows = Result(batch);
      if (state_.ofColumns) {
        rows.outColumns = EvenColumns(state_.partition.shape.rows, rows.outRowStride);
        rows.outRowStride = state_.out.column;
        std::swap(rows.addedColumnStride, rows.addedRowStride);
      }
      return rows;
    };
    VectorCall call = state_.ofColumns ? VectorCall{first, second, result, args_.alpha, args_.beta}
                                       : VectorCall{second, first, result, args_.alpha, args_.beta};
    const TensorView& matrices = state_.ofColumns ? args_.first : args_.second;
    call.isLarge = static_cast<double>(matrices.NumElements()) * static_cast<double>(SizeOf(matrices.dtype)) >
                   kLargeMatrix;
    RunMatrixVector<T>(state_.vector, call, workspace, cpu);
  }

  void RunTiles(std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
    const auto packFirst = [&](int64_t batch, const GemmPiece& piece, int64_t width, TileNumber* panel) {
      PackTiles(
          {At(args_.first, state_.first, batch), args_.first.dtype, state_.first.row, state_.first.column},
          piece, GemmSide::kRows, width, panel);
    };
    const auto packSecond = [&](int64_t batch, const GemmPiece& piece, int64_t width, TileNumber* panel) {
      PackTiles({At(args_.second, state_.second, batch), args_.second.dtype, state_.second.column,
                 state_.second.row},
                piece, GemmSide::kColumns, width, panel);
    };
    const auto result = [&](int64_t batch) { return Result(batch); };
    const GemmCall<TileNumber> call{packFirst, packSecond, result, args_.alpha, args_.beta};
    RunGemm(state_.partition, call, workspace, cpu);
  }

  [[nodiscard]] const std::byte* At(const TensorView& view, const MatrixStrides& matrices,
                                    int64_t batch) const {
    return view.data + OffsetOf(state_, matrices, batch) * static_cast<int64_t>(SizeOf(view.dtype));
  }

  void Pack(const TensorView& view, const MatrixStrides& matrices, int64_t laneStride, int64_t depthStride,
            int64_t batch, GemmPiece piece, int64_t width, T* panel) const {
    if (!args_.sumsBatches) {
      PackMatrix({At(view, matrices, batch), view.dtype, laneStride, depthStride}, piece, width, panel);
      return;
    }
    const auto size = static_cast<int64_t>(SizeOf(view.dtype));
    for (int64_t left = piece.depths; left > 0; left -= piece.depths) {
      const int64_t matrix = piece.depth / state_.depthOfBatch;
      const int64_t depth = piece.depth % state_.depthOfBatch;
      piece.depths = std::min(left, state_.depthOfBatch - depth);
      PackMatrix({view.data + matrix * matrices.batch[0] * size, view.dtype, laneStride, depthStride},
                 {piece.lane, piece.lanes, depth, piece.depths}, width, panel);
      piece.depth += piece.depths;
      panel += piece.depths * width;
    }
  }

  [[nodiscard]] GemmResult Result(int64_t batch) const {
    GemmResult result{const_cast<std::byte*>(At(args_.out, state_.out, batch)), args_.out.dtype,
                      state_.out.row, EvenColumns(state_.partition.shape.columns, state_.out.column)};
    if (args_.added.Defined()) {
      result.added = At(args_.added, state_.added, batch);
      result.addedDtype = args_.added.dtype;
      result.addedRowStride = state_.added.row;
      result.addedColumnStride = state_.added.column;
    }
    return result;
  }

  const Args& args_;
  const State& state_;
};

// One run of integers.
class OperandsOfRun final : public IntegerOperands {
 public:
  OperandsOfRun(const Args& args, const State& state) : args_(args), state_(state) {}

  [[nodiscard]] IntegerMatrix First(int64_t batch, int64_t pair) const override {
    return Factor(args_.first, state_.first, batch, pair);
  }
  [[nodiscard]] IntegerMatrix Second(int64_t batch, int64_t pair) const override {
    return Factor(args_.second, state_.second, batch, pair);
  }
  [[nodiscard]] IntegerMatrix Added(int64_t batch) const override {
    return args_.added.Defined() ? Factor(args_.added, state_.added, batch, 0) : IntegerMatrix();
  }
  [[nodiscard]] IntegerMatrix Out(int64_t batch) const override {
    return Factor(args_.out, state_.out, batch, 0);
  }

 private:
  [[nodiscard]] IntegerMatrix Factor(const TensorView& view, const MatrixStrides& matrices, int64_t batch,
                                     int64_t pair) const {
    const int64_t offset = OffsetOf(state_, matrices, batch) + pair * matrices.batch[0];
    return {view.data + offset * static_cast<int64_t>(SizeOf(view.dtype)), view.dtype, matrices.row,
            matrices.column};
  }

  const Args& args_;
  const State& state_;
};

void RunIntegers(const Args& args, const State& state, const backend::cpu::CpuContext& cpu) {
  const GemmShape& shape = state.partition.shape;
  IntegerProduct product{shape.rows, shape.columns, shape.depth, 1, args.wholeAlpha, args.wholeBeta};
  if (args.sumsBatches) {
    product.depth = state.depthOfBatch;
    product.pairs = args.first.dims[0];
  }
  MultiplyIntegers(product, shape.batches, OperandsOfRun(args, state), cpu);
}

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  if (ClassOf(args.out.dtype) != DTypeClass::kFloating) {
    RunIntegers(args, state, cpu);
  } else if (state.doubles) {
    Product<double>(args, state).Run(workspace, cpu);
  } else {
    Product<float>(args, state).Run(workspace, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:gemm", Prepare);

}  // namespace

MatmulPlan::MatmulPlan(const MatmulArgs& args) : state_(std::make_shared<const State>(Prepare(args))) {}

size_t MatmulPlan::WorkspaceBytes() const {
  return state_->workspaceBytes;
}

size_t MatmulPlan::Cost() const {
  return state_->cost;
}

void MatmulPlan::Multiply(const MatmulArgs& args, std::byte* workspace,
                          const backend::cpu::CpuContext& cpu) const {
  Run(args, *state_, workspace, cpu);
}

constinit const KernelEntry<MatmulArgs> kMatmulCpu = Entry(kKernel);

}  // namespace openaclnn
