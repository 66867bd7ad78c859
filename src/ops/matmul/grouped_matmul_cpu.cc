// SPDX-License-Identifier: Apache-2.0
//
// Group after group, each by the driver of single products, which share their work among all threads. Groups are
// data: memory is planned for the whole, and a group that needs more of it is cut into parts.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>

#include "kernels/gemm/block_pack.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/matrix_vector.h"
#include "kernels/gemm/tile_pack.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/fill_zero.h"
#include "ops/common/cpu_kernel.h"
#include "ops/matmul/grouped_matmul.h"
#include "ops/matmul/quant_matmul.h"

namespace openaclnn {
namespace {

using Args = GroupedMatmulArgs;

// One of the products.
struct Group {
  TensorView x;       // [m, k]
  TensorView weight;  // [k, n] from firstDepth and firstColumn on, or its storage in blocks
  TensorView bias;    // [n]
  TensorView scale;
  TensorView rowScale;
  TensorView out;    // [m, n]
  TensorView added;  // [m, n], in the place of a bias
  int64_t firstDepth = 0;
  int64_t firstColumn = 0;
};

using State = Prepared;

GemmShape ShapeOf(const TensorView& x, const TensorView& out) {
  return {1, x.dims[0], out.dims[static_cast<size_t>(out.rank - 1)], x.dims[1]};
}

bool InTiles(const Args& args) {
  return HasTileKernel() && args.blockWidth == 0 && args.x[0].dtype == DType::kBfloat16 &&
         args.weights[0].dtype == DType::kBfloat16;
}

// So few rows, of some depth, are vectors that share the weight: packing it takes longer.
bool HasVectors(const Args& args, const GemmShape& shape) {
  constexpr int64_t kFewest = 4;  // of any depth, and in the place of tiles
  if (args.quantized || args.of == GroupsOf::kDepth) {
    return false;
  }
  return shape.rows == 1 || (shape.rows <= kFewest ? VectorPartition::Suits(shape, 0)
                                                   : !InTiles(args) && shape.rows <= shape.columns &&
                                                         VectorPartition::Suits(shape));
}

VectorPartition VectorsOf(const GemmShape& shape) {
  return {1, shape.columns, shape.depth, sizeof(float), shape.rows};
}

State Prepare(const Args& args) {
  State state;
  for (size_t i = 0; i < args.x.size(); ++i) {
    const size_t numberBytes = InTiles(args) ? sizeof(TileNumber) : sizeof(float);
    GemmShape shape = ShapeOf(args.x[i], args.outs[std::min(i, args.outs.size() - 1)]);
    if (!args.quantized) {
      // What a single element needs of any depth up to this one: no depth is cut into more parts.
      constexpr int64_t kPart = 1024;
      const int64_t depth = std::clamp<int64_t>(shape.depth / kPart, 1, 16) * kPart;
      state.workspaceBytes =
          std::max(state.workspaceBytes, GemmPartition({1, 1, 1, depth}, numberBytes).workspaceBytes);
    }
    for (GemmShape few = shape; few.rows > 0; --few.rows) {
      few.rows = std::min(few.rows, kMostVectors);
      if (HasVectors(args, few)) {
        state.workspaceBytes = std::max(state.workspaceBytes, VectorsOf(few).workspaceBytes);
      }
    }
    state.cost += GemmPartition(shape, numberBytes).Cost();
    for (int64_t* extent : {&shape.rows, &shape.depth}) {
      // Groups of fewer rows, or less depth, are planned otherwise: about what each size needs.
      const int64_t all = *extent;
      for (int64_t size = all; !args.quantized && size > 0; size /= 2) {
        *extent = size;
        state.workspaceBytes =
            std::max(state.workspaceBytes, GemmPartition(shape, numberBytes).workspaceBytes);
      }
      *extent = all;
    }
  }
  return state;
}

GemmMatrix MatrixOf(const TensorView& view, bool lanesLast) {
  return {view.data, view.dtype, view.strides[lanesLast ? 1 : 0], view.strides[lanesLast ? 0 : 1]};
}

TensorView Narrowed(TensorView view, size_t dim, int64_t begin, int64_t count) {
  view.data += begin * view.strides[dim] * static_cast<int64_t>(SizeOf(view.dtype));
  view.dims[dim] = count;
  return view;
}
// Slice `index` along the first dim, without that.
TensorView SliceOf(const TensorView& view, int64_t index) {
  TensorView slice = view;
  slice.rank = view.rank - 1;
  std::copy(view.dims.begin() + 1, view.dims.end(), slice.dims.begin());
  std::copy(view.strides.begin() + 1, view.strides.end(), slice.strides.begin());
  slice.data += index * view.strides[0] * static_cast<int64_t>(SizeOf(view.dtype));
  return slice;
}

void Pack(const GemmMatrix& matrix, const GemmPiece& piece, GemmSide /*side*/, int64_t width, float* panel) {
  PackMatrix(matrix, piece, width, panel);
}
void Pack(const GemmMatrix& matrix, const GemmPiece& piece, GemmSide side, int64_t width, TileNumber* panel) {
  PackTiles(matrix, piece, side, width, panel);
}

// A piece of the weight.
template <typename T>
void PackWeight(const Args& args, const Group& group, GemmPiece piece, int64_t width, T* panel) {
  piece.lane += group.firstColumn;
  piece.depth += group.firstDepth;
  const TensorView& weight = group.weight;
  if constexpr (std::is_same_v<T, float>) {
    if (args.blockWidth > 0) {
      PackBlocks(
          BlockedMatrix{weight.data, weight.dtype, weight.strides[0], args.blockWidth, !args.blocksOfColumns},
          piece, width, panel);
      return;
    }
  }
  Pack(MatrixOf(weight, true), piece, GemmSide::kColumns, width, panel);
}

GemmResult ResultOf(const Group& group) {
  GemmResult result{.out = group.out.data,
                    .outDtype = group.out.dtype,
                    .outRowStride = group.out.strides[0],
                    .outColumns = EvenColumns(group.out.dims[group.out.rank - 1U], group.out.strides[1])};
  if (group.added.Defined()) {
    result.added = group.added.data;
    result.addedDtype = group.added.dtype;
    result.addedRowStride = group.added.strides[0];
    result.addedColumnStride = group.added.strides[1];
  } else if (group.bias.Defined()) {
    result.added = group.bias.data;
    result.addedDtype = group.bias.dtype;
    result.addedColumnStride = group.bias.strides[0];
  }
  return result;
}

template <typename T>
void MultiplyAs(const Args& args, const Group& group, size_t workspaceBytes, std::byte* workspace,
                const backend::cpu::CpuContext& cpu) {
  const GemmShape shape = ShapeOf(group.x, group.out);
  if (shape.rows == 0 || shape.columns == 0) {
    return;
  }
  const GemmPartition partition(shape, sizeof(T));
  if (partition.workspaceBytes > workspaceBytes && (shape.rows > 1 || shape.columns > 1)) {
    const bool byRows = shape.rows > 1;
    const int64_t all = byRows ? shape.rows : shape.columns;
    for (const auto& [begin, count] : {std::pair{int64_t{0}, all / 2}, std::pair{all / 2, all - all / 2}}) {
      Group part = group;
      part.out = Narrowed(group.out, byRows ? 0 : 1, begin, count);
      part.added = group.added.Defined() ? Narrowed(group.added, byRows ? 0 : 1, begin, count) : group.added;
      if (byRows) {
        part.x = Narrowed(group.x, 0, begin, count);
      } else {
        part.firstColumn = group.firstColumn + begin;
        part.bias = group.bias.Defined() ? Narrowed(group.bias, 0, begin, count) : group.bias;
      }
      MultiplyAs<T>(args, part, workspaceBytes, workspace, cpu);
    }
    return;
  }
  const GemmMatrix a = MatrixOf(group.x, false);
  const auto packA = [&](int64_t /*batch*/, const GemmPiece& piece, int64_t width, T* panel) {
    Pack(a, piece, GemmSide::kRows, width, panel);
  };
  const auto packB = [&](int64_t /*batch*/, const GemmPiece& piece, int64_t width, T* panel) {
    PackWeight(args, group, piece, width, panel);
  };
  const GemmResult result = ResultOf(group);
  const auto resultOf = [&](int64_t /*batch*/) { return result; };
  const GemmCall<T> call{packA, packB, resultOf, 1, result.added != nullptr ? 1.0 : 0.0};
  RunGemm<T>(partition, call, workspace, cpu);
}

// All groups', each of which is read once.
bool HasLargeWeights(const Args& args) {
  double bytes = 0;
  for (const TensorView& weight : args.weights) {
    bytes += static_cast<double>(weight.NumElements()) * static_cast<double>(SizeOf(weight.dtype));
  }
  return bytes > kLargeMatrix;
}

void MultiplyRows(const Args& args, const Group& group, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu) {
  const GemmResult rows = ResultOf(group);
  const auto matrix = [&](int64_t /*batch*/) { return MatrixOf(group.weight, true); };
  const auto vectors = [&](int64_t /*batch*/) { return MatrixOf(group.x, false); };
  const auto result = [&](int64_t /*batch*/) { return rows; };
  const auto multiplyBlocks = [&](const GemmPiece& piece, const GemmVectors<float>& by, bool add) {
    std::array<float, kVectorLanes * kGemmDepth> panel;
    const GemmMatrix packed{reinterpret_cast<const std::byte*>(panel.data()), DType::kFloat, 1, kVectorLanes};
    GemmVectors<float> some = by;
    for (int64_t lane = 0; lane < piece.lanes; lane += kVectorLanes) {
      const int64_t lanes = std::min(kVectorLanes, piece.lanes - lane);
      PackWeight(args, group, {piece.lane + lane, lanes, piece.depth, piece.depths}, kVectorLanes,
                 panel.data());
      some.sums = by.sums + lane;
      MultiplyVectors(packed, {0, lanes, 0, piece.depths}, some, add);
    }
  };
  const MultiplyPiece multiply(multiplyBlocks);
  const VectorCall call{.matrix = matrix,
                        .vector = vectors,
                        .result = result,
                        .beta = rows.added != nullptr ? 1.0 : 0.0,
                        .multiply = args.blockWidth > 0 ? &multiply : nullptr,
                        .isLarge = HasLargeWeights(args)};
  RunMatrixVector<float>(VectorsOf(ShapeOf(group.x, group.out)), call, workspace, cpu);
}

void MultiplyFloats(const Args& args, const Group& group, size_t workspaceBytes, std::byte* workspace,
                    const backend::cpu::CpuContext& cpu) {
  if (HasVectors(args, ShapeOf(group.x, group.out))) {
    MultiplyRows(args, group, workspace, cpu);
  } else if (InTiles(args)) {
    MultiplyAs<TileNumber>(args, group, workspaceBytes, workspace, cpu);
  } else {
    MultiplyAs<float>(args, group, workspaceBytes, workspace, cpu);
  }
}

void MultiplyIntegers(const Args& all, const Group& group, const backend::cpu::CpuContext& cpu) {
  QuantMatmulArgs args;
  args.x1 = group.x;
  args.x2 = group.weight;
  args.scale = group.scale;
  args.rowScale = group.rowScale;
  args.bias = group.bias;
  args.out = group.out;
  args.rows = group.x.dims[0];
  args.depth = group.x.dims[1];
  args.columns = group.out.dims[1];
  args.blockWidth = all.blockWidth;
  args.blocksOfColumns = all.blocksOfColumns;
  RunQuantMatmul(args, cpu);
}

// One run.
class Grouped {
 public:
  Grouped(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu)
      : args_(args), state_(state), workspace_(workspace), cpu_(cpu) {}

  [[nodiscard]] Status Run() const {
    if (args_.of == GroupsOf::kLists) {
      for (size_t i = 0; i < args_.x.size(); ++i) {
        Multiply(args_.x[i], static_cast<int64_t>(i), args_.outs[i], Element(args_.rowScales, i));
      }
      return Status::Ok();
    }
    const int64_t all = args_.x[0].dims[args_.of == GroupsOf::kRows ? 0 : 1];
    Status status = ForEachGroup(all, [](int64_t, int64_t, int64_t) {});
    if (!status.IsOk()) {
      return status;
    }
    if (args_.of == GroupsOf::kRows) {
      return RunRows(all);
    }
    return ForEachGroup(all, [&](int64_t group, int64_t begin, int64_t count) {
      const TensorView out = SliceOf(args_.outs[0], group);
      const bool adds = args_.added.Defined();
      if (count == 0 && !adds) {
        FillZero(cpu_, out);
        return;
      }
      Group one{.x = Narrowed(args_.x[0], 1, begin, count),
                .weight = args_.weights[0],
                .bias = {},
                .scale = {},
                .rowScale = {},
                .out = out,
                .added = adds ? SliceOf(args_.added, group) : TensorView(),
                .firstDepth = begin};
      MultiplyFloats(args_, one, state_.workspaceBytes, workspace_, cpu_);
    });
  }

 private:
  static TensorView Element(const TensorViews& views, size_t i) {
    return i < views.size() ? views[i] : TensorView();
  }
  // The tensor of a group: of a list of them, or a slice of the only one.
  [[nodiscard]] TensorView Of(const TensorViews& views, int64_t group, int rank) const {
    if (views.empty()) {
      return {};
    }
    return views.size() == 1 && views[0].rank > rank ? SliceOf(views[0], group)
                                                     : views[static_cast<size_t>(group)];
  }

  void Multiply(const TensorView& x, int64_t group, const TensorView& out, const TensorView& rowScale) const {
    const Group one{.x = x,
                    .weight = Of(args_.weights, group, args_.blockWidth > 0 ? 4 : 2),
                    .bias = Of(args_.biases, group, 1),
                    .scale = Of(args_.scales, group, 1),
                    .rowScale = rowScale,
                    .out = out,
                    .added = {}};
    if (args_.quantized) {
      MultiplyIntegers(args_, one, cpu_);
    } else {
      MultiplyFloats(args_, one, state_.workspaceBytes, workspace_, cpu_);
    }
  }

  [[nodiscard]] Status RunRows(int64_t all) const {
    Status fits = Status::Ok();
    const bool single = args_.outs.size() == 1;
    int64_t end = 0;
    const auto check = [&](int64_t group, int64_t begin, int64_t count) {
      const int64_t rows = args_.outs[single ? 0 : static_cast<size_t>(group)].dims[0];
      end = begin + count;
      if (fits.IsOk() && (single ? rows < end : rows != count)) {
        fits = {code::kRtVectorCoreException,
                "out[" + std::to_string(single ? 0 : group) + "]: expected as many rows as its groups, " +
                    std::to_string(single ? end : count) + ", got " + std::to_string(rows)};
      }
    };
    if (Status status = ForEachGroup(all, check); !status.IsOk() || !fits.IsOk()) {
      return status.IsOk() ? fits : status;
    }
    if (single) {
      ZeroRows(Narrowed(args_.outs[0], 0, end, args_.outs[0].dims[0] - end));
    }
    return ForEachGroup(all, [&](int64_t group, int64_t begin, int64_t count) {
      const TensorView out =
          single ? Narrowed(args_.outs[0], 0, begin, count) : args_.outs[static_cast<size_t>(group)];
      const TensorView rowScale =
          args_.rowScales.empty() ? TensorView() : Narrowed(args_.rowScales[0], 0, begin, count);
      Multiply(Narrowed(args_.x[0], 0, begin, count), group, out, rowScale);
    });
  }

  // Rows of no group, of any type.
  static void ZeroRows(const TensorView& rows) {
    const auto size = static_cast<int64_t>(SizeOf(rows.dtype));
    const int64_t elements = rows.NumElements();
    if (elements == 0) {
      return;
    }
    MergedDims(rows).ForEachRun(0, elements, [&](int64_t offset, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i) {
        std::memset(rows.data + (offset + i * stride) * size, 0, static_cast<size_t>(size));
      }
    });
  }

  // Calls visit(group, begin, count) for the groups in their order.
  template <typename Visit>
  [[nodiscard]] Status ForEachGroup(int64_t all, const Visit& visit) const {
    int64_t begin = 0;
    for (size_t i = 0; i < args_.ends.size(); ++i) {  // which have been checked
      visit(static_cast<int64_t>(i), begin, args_.ends[i] - begin);
      begin = args_.ends[i];
    }
    if (!args_.groups.Defined()) {
      return Status::Ok();
    }
    const IndexReader reader(args_.groups, -1);
    const bool pairs = args_.listType == 2;
    for (int64_t i = 0; i < args_.groupCount; ++i) {
      std::array<int64_t, 2> entry{i, 0};
      reader.Read(pairs ? 2 * i : i, pairs ? 2 : 1, pairs ? entry.data() : &entry[1]);
      const int64_t count = args_.listType == 0 ? entry[1] - begin : entry[1];
      if (count < 0 || count > all - begin || entry[0] < 0 || entry[0] >= args_.groupCount) {
        return {code::kRtVectorCoreException,
                "groupList: expected groups from 0 to " + std::to_string(args_.groupCount - 1) +
                    ", one after the other in " + std::to_string(all) + ", got " +
                    reader.Text(pairs ? 2 * i + 1 : i) + " at position " + std::to_string(i)};
      }
      visit(entry[0], begin, count);
      begin += count;
    }
    return Status::Ok();
  }

  const Args& args_;
  const State& state_;
  std::byte* workspace_;
  const backend::cpu::CpuContext& cpu_;
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return Grouped(args, state, workspace, cpu).Run();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:grouped_matmul", Prepare);

}  // namespace

Prepared PlanGroupedMatmul(const GroupedMatmulArgs& args) {
  return Prepare(args);
}

Status RunGroupedMatmul(const GroupedMatmulArgs& args, const Prepared& plan, std::byte* workspace,
                        const backend::cpu::CpuContext& cpu) {
  return Run(args, plan, workspace, cpu);
}

constinit const KernelEntry<GroupedMatmulArgs> kGroupedMatmulCpu = Entry(kKernel);

}  // namespace openaclnn
