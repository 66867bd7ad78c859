// SPDX-License-Identifier: Apache-2.0
//
// aclnnWeightQuantBatchMatmulV2, V3 and Nz: floating-point numbers by weights of INT8 or INT4, which are restored
// where products pack them.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_weight_quant_batch_matmul_nz.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v2.h"
#include "aclnnop/aclnn_weight_quant_batch_matmul_v3.h"
#include "base/checked_math.h"
#include "kernels/gemm/gemm.h"
#include "kernels/gemm/int4_products.h"
#include "kernels/gemm/matrix_vector.h"
#include "kernels/gemm/quantized_sums.h"
#include "kernels/gemm/whole_product.h"
#include "kernels/quantization/restored_weights.h"
#include "kernels/quantization/whole_numbers.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/fractal.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using Packed = WholeMatrix::Packed;

struct Args {
  TensorView x;       // [m, k]
  TensorView weight;  // [k, n], or an eighth of one of these
  TensorView scale;   // one, [n], or [groups, n]
  TensorView offset;
  TensorView bias;  // [n]
  TensorView y;     // [m, n]
  Packed packed{};
  int64_t groupSize = 0;  // depths that have one row of scales; 0: all
  // Of weight in FRACTAL_NZ, whose view has the storage dims (ops/common/fractal.h); 0: it is plain.
  int64_t blockWidth = 0;
  bool blocksOfColumns = false;
};

struct State : Prepared {
  GemmPartition partition;
  VectorPartition vector;   // of one or a few rows
  bool isVector = false;    // whether there are so few
  ScratchArray<float> row;  // a single one, which is read once
};

State Prepare(const Args& args) {
  State state;
  const GemmShape shape{1, args.x.dims[0], args.y.dims[1], args.x.dims[1]};
  state.isVector = shape.rows == 1 || (shape.rows <= shape.columns && VectorPartition::Suits(shape));
  if (state.isVector) {
    state.vector = VectorPartition(1, shape.columns, shape.depth, sizeof(float), shape.rows);
    ScratchLayout workspace;
    workspace.Reserve(static_cast<int64_t>(state.vector.workspaceBytes), 1);
    state.row = workspace.Book<float>(shape.rows == 1 ? shape.depth : 0);
    state.workspaceBytes = workspace.Bytes();
    state.cost = state.vector.Cost();
    return state;
  }
  state.partition = GemmPartition(shape, sizeof(float));
  state.workspaceBytes = state.partition.workspaceBytes;
  state.cost = state.partition.Cost();
  return state;
}

// Restores pieces of the weight.
class Weight {
 public:
  explicit Weight(const Args& args)
      : args_(args),
        matrix_{args.weight.data, args.weight.strides[1], args.weight.strides[0], args.packed},
        scales_(args.scale),
        offsets_(args.offset.Defined() ? args.offset : args.scale),
        columns_(args.y.dims[1]),
        alongDepth_(args.blockWidth > 0 ? !args.blocksOfColumns
                                        : args.packed == Packed::kDepths ||
                                              (args.packed == Packed::kNone && args.weight.strides[1] != 1)),
        single_(args.scale.NumElements() == 1),
        inPlace_(HasInt4Products() && args.packed != Packed::kNone && !single_ && HasPlainScales(args) &&
                 (alongDepth_ ? args.weight.strides[0] : args.weight.strides[1]) == 1) {}

  // A piece as panels have it: `width` numbers for each depth.
  void Pack(const GemmPiece& piece, int64_t width, float* panel) const {
    if (piece.lanes < width) {
      std::fill_n(panel, piece.depths * width, 0.0F);
    }
    if (!alongDepth_) {
      RestoreRows(piece, width, panel);
      return;
    }
    std::array<float, kGemmDepth> numbers;
    RestoreLanes(piece, [&](int64_t lane, int64_t begin, int64_t end, const auto& restore) {
      restore(numbers.data());
      for (int64_t d = begin; d < end; ++d) {
        panel[d * width + lane] = numbers[static_cast<size_t>(d - begin)];
      }
    });
  }

  // Lanes of the pieces of a product: few where each lane is read from end to end.
  [[nodiscard]] int64_t LanesTogether() const {
    return !inPlace_ ? kPieceLanes : alongDepth_ ? 32 : kInt4Lanes;
  }

  // The product of a piece, as MultiplyPiece has it. Numbers are restored in registers for each of a few vectors, in
  // less time than in memory for all.
  void Multiply(const GemmPiece& piece, const GemmVectors<float>& vectors, bool add) const {
    const int64_t few = inPlace_ ? 6 : 2;
    for (int64_t i = 0; vectors.count <= few && i < vectors.count; ++i) {
      MultiplyOne(piece, vectors.numbers + i * vectors.stride, add, vectors.sums + i * vectors.sumsStride);
    }
    if (vectors.count > few) {
      MultiplyRestored(piece, vectors, add);
    }
  }

 private:
  void MultiplyOne(const GemmPiece& piece, const float* vector, bool add, float* sums) const {
    if (inPlace_ && piece.lane % kPackedInWord == 0 && (alongDepth_ ? piece.depths : piece.lanes) % 16 == 0) {
      MultiplyInt4(InPlace(piece), vector, add, sums);
      return;
    }
    for (int64_t lane = 0; lane < piece.lanes; lane += kPieceLanes) {
      const int64_t lanes = std::min(kPieceLanes, piece.lanes - lane);
      MultiplyCopies({piece.lane + lane, lanes, piece.depth, piece.depths}, vector, add, sums + lane);
    }
  }

  // The weights of some lanes lie in a buffer as they lie in memory.
  void MultiplyRestored(const GemmPiece& piece, const GemmVectors<float>& vectors, bool add) const {
    constexpr int64_t kLanes = 64;
    std::array<float, kLanes * kGemmDepth> weights;
    GemmVectors<float> by = vectors;
    for (int64_t lane = 0; lane < piece.lanes; lane += kLanes) {
      const int64_t lanes = std::min(kLanes, piece.lanes - lane);
      const GemmPiece some{piece.lane + lane, lanes, piece.depth, piece.depths};
      if (alongDepth_) {
        RestoreLanes(some, [&](int64_t ofLane, int64_t begin, int64_t /*end*/, const auto& restore) {
          restore(&weights[static_cast<size_t>(ofLane * some.depths + begin)]);
        });
      } else {
        RestoreRows(some, lanes, weights.data());
      }
      const GemmMatrix matrix{reinterpret_cast<const std::byte*>(weights.data()), DType::kFloat,
                              alongDepth_ ? some.depths : 1, alongDepth_ ? 1 : lanes};
      by.sums = vectors.sums + lane;
      MultiplyVectors(matrix, {0, lanes, 0, some.depths}, by, add);
    }
  }

  void MultiplyCopies(const GemmPiece& piece, const float* vector, bool add, float* sums) const {
    QuantizedSums products(piece.lanes, alongDepth_);
    std::array<int8_t, kPieceLanes * kDepthsTogether> numbers;
    ForEachBlock(piece, [&](const GemmPiece& block, const float* scale, const float* offset) {
      const int64_t begin = block.depth - piece.depth;
      ReadBlock(block, numbers.data());
      products.Add({numbers.data(), begin, begin + block.depths, scale, offset, single_}, vector);
    });
    products.Finish(add, sums);
  }

  // Whether MultiplyInt4 takes scales and offsets as they are in memory.
  static bool HasPlainScales(const Args& args) {
    const auto isPlain = [](const TensorView& view) { return view.strides[view.rank - 1U] == 1; };
    const bool alike =
        !args.offset.Defined() || (args.offset.dtype == args.scale.dtype && isPlain(args.offset) &&
                                   args.offset.strides[0] == args.scale.strides[0]);
    const bool grouped = args.groupSize > 0;
    return alike && isPlain(args.scale) &&
           (!grouped || (args.packed == Packed::kDepths ? args.groupSize % 16 == 0 : args.groupSize >= 16));
  }

  [[nodiscard]] Int4Piece InPlace(const GemmPiece& piece) const {
    const auto [lane, lanes, depth, depths] = piece;
    const bool grouped = args_.groupSize > 0;
    const int64_t group = grouped ? args_.groupSize : depths;
    const int64_t groupStride = grouped ? args_.scale.strides[0] : 0;
    const int64_t stride = alongDepth_ ? args_.weight.strides[1] : args_.weight.strides[0];
    const auto bytesOf = [&](int64_t ofLane, int64_t ofDepth) {
      const int64_t word =
          alongDepth_ ? ofLane * stride + ofDepth / kPackedInWord : ofLane / kPackedInWord + ofDepth * stride;
      return args_.weight.data + word * static_cast<int64_t>(sizeof(int32_t));
    };
    const bool deeper = depth + depths < args_.x.dims[1];
    const bool wider = lane + 2 * lanes <= columns_;
    const int64_t at = ((grouped ? depth / group * groupStride : 0) + lane) *
                       static_cast<int64_t>(SizeOf(args_.scale.dtype));
    return {.bytes = bytesOf(lane, depth),
            .behind = deeper ? bytesOf(lane, depth + depths) : bytesOf(wider ? lane + lanes : lane, 0),
            .stride = stride * static_cast<int64_t>(sizeof(int32_t)),
            .alongDepth = alongDepth_,
            .lanes = lanes,
            .depths = depths,
            .scale = args_.scale.data + at,
            .offset = args_.offset.Defined() ? args_.offset.data + at : nullptr,
            .dtype = args_.scale.dtype,
            .groupStride = groupStride,
            .firstGroup = grouped ? group - depth % group : depths,
            .group = group};
  }

  // Calls function(begin, end, scale, offset) for depths of a piece that have the same scales: one of each for all lanes,
  // or one for each lane.
  template <typename Function>
  void ForEachGroup(const GemmPiece& piece, const Function& function) const {
    TileBuffer scaleBuffer;
    TileBuffer offsetBuffer;
    const bool grouped = args_.groupSize > 0;
    for (int64_t begin = 0; begin < piece.depths;) {
      const int64_t group = grouped ? (piece.depth + begin) / args_.groupSize : 0;
      const int64_t end =
          grouped ? std::min(piece.depths, (group + 1) * args_.groupSize - piece.depth) : piece.depths;
      const int64_t at = single_ ? 0 : group * columns_ + piece.lane;
      const int64_t count = single_ ? 1 : piece.lanes;
      const float* const scale = scales_.Read(at, count, scaleBuffer);
      if (args_.offset.Defined()) {
        function(begin, end, scale, offsets_.Read(at, count, offsetBuffer));
      } else {
        function(begin, end, scale, kZeros.data());
      }
      begin = end;
    }
  }

  // The same of blocks of kDepthsTogether depths at most.
  template <typename Function>
  void ForEachBlock(const GemmPiece& piece, const Function& function) const {
    ForEachGroup(piece, [&](int64_t first, int64_t last, const float* scale, const float* offset) {
      for (int64_t begin = first; begin < last; begin += kDepthsTogether) {
        const int64_t depths = std::min(last - begin, kDepthsTogether);
        function(GemmPiece{piece.lane, piece.lanes, piece.depth + begin, depths}, scale, offset);
      }
    });
  }

  // Numbers of a row, or of a column where they lie along the depth: side by side in memory, or in blocks.
  void Read(int64_t lane, int64_t depth, int64_t count, int8_t* to) const {
    const int64_t width = args_.blockWidth;
    if (width == 0) {
      ReadWhole(matrix_, lane, depth, count, alongDepth_, to);
      return;
    }
    const int64_t across = alongDepth_ ? lane : depth;
    for (int64_t at = alongDepth_ ? depth : lane; count > 0;) {
      const int64_t some = std::min(count, width - at % width);
      const std::byte* const block = args_.weight.data + at / width * args_.weight.strides[0];
      std::copy_n(reinterpret_cast<const int8_t*>(block) + across * width + at % width, some, to);
      at += some;
      to += some;
      count -= some;
    }
  }

  void ReadBlock(const GemmPiece& block, int8_t* to) const {
    if (args_.blockWidth == 0) {
      ReadWholeBlock(matrix_, block, args_.x.dims[1], alongDepth_, to);
      return;
    }
    const int64_t rows = alongDepth_ ? block.lanes : block.depths;
    const int64_t count = alongDepth_ ? block.depths : block.lanes;
    for (int64_t row = 0; row < rows; ++row) {
      Read(block.lane + (alongDepth_ ? row : 0), block.depth + (alongDepth_ ? 0 : row), count,
           to + row * count);
    }
  }

  void RestoreRows(const GemmPiece& piece, int64_t width, float* panel) const {
    std::array<int8_t, kGemmDepth * kDepthsTogether> numbers;
    ForEachBlock(piece, [&](const GemmPiece& block, const float* scale, const float* offset) {
      ReadBlock(block, numbers.data());
      for (int64_t d = 0; d < block.depths; ++d) {
        RestoreWeights(numbers.data() + d * block.lanes, block.lanes, scale, offset, single_,
                       panel + (block.depth - piece.depth + d) * width);
      }
    });
  }

  // Calls function(lane, begin, end, restore), where restore(to) writes these depths of the lane.
  template <typename Function>
  void RestoreLanes(const GemmPiece& piece, const Function& function) const {
    std::array<int8_t, kGemmDepth> numbers;
    ForEachGroup(piece, [&](int64_t begin, int64_t end, const float* scale, const float* offset) {
      for (int64_t lane = 0; lane < piece.lanes; ++lane) {
        const int64_t of = single_ ? 0 : lane;
        function(lane, begin, end, [&](float* to) {
          Read(piece.lane + lane, piece.depth + begin, end - begin, numbers.data());
          RestoreWeights(numbers.data(), end - begin, scale + of, offset + of, true, to);
        });
      }
    });
  }

  static constexpr std::array<float, kGemmDepth> kZeros{};
  static constexpr int64_t kDepthsTogether = 128;

  const Args& args_;
  WholeMatrix matrix_;
  TileReader scales_;
  TileReader offsets_;
  int64_t columns_;
  bool alongDepth_;
  bool single_;   // scale
  bool inPlace_;  // whether MultiplyInt4 takes the weight as it is in memory
};

void Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  const Weight weight(args);
  const GemmMatrix a{args.x.data, args.x.dtype, args.x.strides[0], args.x.strides[1]};
  GemmResult result{.out = args.y.data,
                    .outDtype = args.y.dtype,
                    .outRowStride = args.y.strides[0],
                    .outColumns = EvenColumns(args.y.dims[1], args.y.strides[1])};
  if (args.bias.Defined()) {
    result.added = args.bias.data;
    result.addedDtype = args.bias.dtype;
    result.addedColumnStride = args.bias.strides[static_cast<size_t>(args.bias.rank - 1)];
  }
  const auto resultOf = [&](int64_t /*batch*/) { return result; };
  const double beta = args.bias.Defined() ? 1 : 0;
  if (state.isVector) {
    const bool isSingle = args.x.dims[0] == 1;
    float* const row = state.row.In(workspace);
    for (int64_t depth = 0; isSingle && depth < args.x.dims[1]; depth += kGemmDepth) {
      PackMatrix(a, {0, 1, depth, std::min(kGemmDepth, args.x.dims[1] - depth)}, 1, row + depth);
    }
    const GemmMatrix numbers{reinterpret_cast<const std::byte*>(row), DType::kFloat, 0, 1};
    const auto rows = [&](int64_t /*batch*/) { return isSingle ? numbers : a; };
    const auto multiply = [&](const GemmPiece& piece, const GemmVectors<float>& vectors, bool add) {
      weight.Multiply(piece, vectors, add);
    };
    const MultiplyPiece multiplyPiece(multiply);
    const VectorCall call{rows, rows, resultOf, 1, beta, &multiplyPiece, weight.LanesTogether()};
    RunMatrixVector<float>(state.vector, call, workspace, cpu);
    return;
  }
  const auto packA = [&](int64_t /*batch*/, const GemmPiece& piece, int64_t width, float* panel) {
    PackMatrix(a, piece, width, panel);
  };
  const auto packB = [&](int64_t /*batch*/, const GemmPiece& piece, int64_t width, float* panel) {
    weight.Pack(piece, width, panel);
  };
  const GemmCall<float> call{packA, packB, resultOf, 1, beta};
  RunGemm<float>(state.partition, call, workspace, cpu);
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:weight_quant_matmul", Prepare));
constexpr std::array<TensorArgument<Args>, 6> kArguments{
    {{"x", Role::kInput, &Args::x, false, true},
     {"weight", Role::kInput, &Args::weight, false, true},
     {"antiquantScale", Role::kInput, &Args::scale, false, true},
     {"antiquantOffsetOptional", Role::kInput, &Args::offset, false, true},
     {"biasOptional", Role::kInput, &Args::bias, false, true},
     {"y", Role::kOutput, &Args::y}}};
constexpr Operator<Args> kWeightQuantBatchMatmulV2{"aclnnWeightQuantBatchMatmulV2", kArguments, kKernels};
constexpr Operator<Args> kWeightQuantBatchMatmulNz{"aclnnWeightQuantBatchMatmulNz", kArguments, kKernels};
constexpr Operator<Args> kWeightQuantBatchMatmulV3{"aclnnWeightQuantBatchMatmulV3", kArguments, kKernels};

constexpr std::array<DType, 3> kWeightDtypes{DType::kInt8, DType::kInt32, DType::kInt4};

// The dim that INT4 lie side by side along: that of stride 1. Where both dims have it, one of them has one
// element: words have the depth of x in the other dim, and INT4 lie along the longer one.
size_t PackedDim(const aclTensor& weight, int64_t depth) {
  if (weight.strides[0] == 1 && weight.strides[1] == 1) {
    const bool isInt4 = weight.dtype == DType::kInt4;
    return isInt4 ? (weight.viewDims[1] == 1 ? 0 : 1) : (weight.viewDims[0] == depth ? 1 : 0);
  }
  return weight.strides[1] == 1 || weight.strides[0] != 1 ? 1 : 0;
}

// A tensor of INT4 as the INT32 that hold it.
aclTensor AsWords(const aclTensor& weight) {
  aclTensor words = weight;
  const size_t dim = PackedDim(weight, 0);
  words.dtype = DType::kInt32;
  words.viewDims[dim] /= kPackedInWord;
  words.strides[1 - dim] /= kPackedInWord;
  words.offset /= kPackedInWord;
  return words;
}

void CheckWords(ArgumentChecks& check, const NamedTensor& weight) {
  check.Require(
      weight.name, "dims of less than 2^58",
      [&] { return std::max(weight.tensor->viewDims[0], weight.tensor->viewDims[1]) < (int64_t{1} << 58); },
      [&] { return ShapeText(weight.tensor->viewDims); });
  if (check.Failed() || weight.tensor->dtype != DType::kInt4) {
    return;
  }
  check.Require(
      weight.name, "INT4 side by side, in rows whose size, stride and offset are multiples of 8",
      [&] {
        const aclTensor& tensor = *weight.tensor;
        const size_t dim = PackedDim(tensor, 0);
        return tensor.viewDims[dim] % kPackedInWord == 0 &&
               (tensor.strides[dim] == 1 || tensor.viewDims[dim] == 0) &&
               tensor.strides[1 - dim] % kPackedInWord == 0 && tensor.offset % kPackedInWord == 0;
      },
      [&] {
        return ShapeText(weight.tensor->viewDims) + " with strides " + ShapeText(weight.tensor->strides) +
               " at offset " + std::to_string(weight.tensor->offset);
      });
}

// One, one for each column, or of each group of depths one for each column.
void CheckScale(ArgumentChecks& check, const NamedTensor& scale, int64_t depth, int64_t columns,
                int64_t groupSize) {
  check.Require(
      scale.name, groupSize > 0 ? "[k / antiquantGroupSize rounded up, n]" : "[1], [n] or [1, n]",
      [&] {
        const auto& dims = scale.tensor->viewDims;
        if (groupSize > 0) {
          return dims.size() == 2 && dims[0] == CeilDivide(depth, groupSize) && dims[1] == columns;
        }
        return (dims.size() == 1 && (dims[0] == 1 || dims[0] == columns)) ||
               (dims.size() == 2 && dims[0] == 1 && (dims[1] == columns || dims[1] == 1));
      },
      [&] {
        return ShapeText(scale.tensor->viewDims) + " for " + ShapeText(std::vector<int64_t>{depth, columns});
      });
}

void CheckBias(ArgumentChecks& check, const NamedTensor& bias, int64_t columns) {
  if (check.Failed() || bias.tensor == nullptr) {
    return;
  }
  check.DtypeIn(bias, FloatDtypes()).ValidView(bias);
  check.Require(
      bias.name, "[n] or [1, n]",
      [&] {
        const auto& dims = bias.tensor->viewDims;
        return !dims.empty() && dims.back() == columns &&
               (dims.size() == 1 || (dims.size() == 2 && dims[0] == 1));
      },
      [&] { return ShapeText(bias.tensor->viewDims); });
}

// A weight as checks see it, and as the kernel does, if it has the label of FRACTAL_NZ.
struct Labelled {
  aclTensor shown;
  std::optional<FractalMatrices> matrices;
};

// A client gives the matrix as the view, or its storage dims. One that has the label alone is plain.
Labelled FindLabelled(ArgumentChecks& check, const NamedTensor& weight, const aclTensor& x,
                      const aclTensor& y) {
  Labelled labelled{AsPlain(*weight.tensor), std::nullopt};
  if (!IsFractal(*weight.tensor) || x.viewDims.empty() || y.viewDims.empty()) {
    return labelled;
  }
  check.Require(
      weight.name, "INT8, as it is in FRACTAL_NZ", [&] { return weight.tensor->dtype == DType::kInt8; },
      [&] { return NameOf(weight.tensor->dtype); });
  if (check.Failed()) {
    return labelled;
  }
  if (weight.tensor->viewDims.size() == weight.tensor->storageDims.size()) {
    const std::array<int64_t, 2> dims{x.viewDims.back(), y.viewDims.back()};
    labelled.matrices = FindFractalView(check, weight, dims[0], dims[1]);
    labelled.shown = PlainTensor(*weight.tensor, dims);
  } else {
    labelled.matrices = FindFractal(check, weight);
  }
  check.Require(
      weight.name, "4 storage dims in FRACTAL_NZ",
      [&] { return labelled.matrices && labelled.matrices->storage.viewDims.size() == 4; },
      [&] { return ShapeText(weight.tensor->storageDims); });
  return labelled;
}

struct Quantized {
  const aclTensor* scale;
  const aclTensor* offset;
};

Status Bind(PhaseOneCall& call, const Operator<Args>& op, const Tensors<6>& given, const Quantized& result,
            int64_t groupSize, int64_t innerPrecise) {
  auto [x, weight, scale, offset, bias, y] = Named(op, given);
  ArgumentChecks check;
  check.NotNull(x).NotNull(weight).NotNull(scale).LiveOrNull(offset).LiveOrNull(bias).NotNull(y);
  check.LiveOrNull("quantScaleOptional", result.scale).LiveOrNull("quantOffsetOptional", result.offset);
  check.DtypeIn(x, FloatDtypes())
      .DtypeIn(weight, kWeightDtypes)
      .DtypeIn(scale, FloatDtypes())
      .SameDtype(y, x);
  check.Require(
      "quantScaleOptional", "null: quantized results are not supported",
      [&] { return result.scale == nullptr && result.offset == nullptr; }, [] { return "a tensor"; });
  check.InRange("antiquantGroupSize", groupSize, 0, INT32_MAX, "0 or more");
  check.InRange("innerPrecise", innerPrecise, 0, 1, "0 or 1");
  std::optional<Labelled> labelled;
  if (!check.Failed() && &op == &kWeightQuantBatchMatmulNz && IsFractalLabel(weight.tensor->format)) {
    labelled = FindLabelled(check, weight, *x.tensor, *y.tensor);
    weight.tensor = &labelled->shown;
  }
  check.ValidView(x).ValidView(weight).ValidView(scale).ValidOutputView(y);
  check.Rank(x, 2).Rank(weight, 2).Rank(y, 2);
  CheckWords(check, weight);
  if (check.Failed()) {
    return check.Result();
  }
  const bool isInt4 = weight.tensor->dtype == DType::kInt4;
  const aclTensor seen = isInt4 ? AsWords(*weight.tensor) : *weight.tensor;
  Args args;
  args.groupSize = groupSize;
  int64_t depth = seen.viewDims[0];
  int64_t columns = seen.viewDims[1];
  if (seen.dtype == DType::kInt32) {
    const bool alongColumns = PackedDim(*weight.tensor, x.tensor->viewDims[1]) == 1;
    args.packed = alongColumns ? Packed::kLanes : Packed::kDepths;
    (alongColumns ? columns : depth) *= kPackedInWord;
  }
  check.DimEquals(x, 1, depth, "the rows of weight");
  if (!check.Failed()) {
    check.Shape(y, {x.tensor->viewDims[0], columns}, "[rows of x, columns of weight]");
  }
  CheckScale(check, scale, depth, columns, groupSize);
  if (offset.tensor != nullptr && !check.Failed()) {
    check.DtypeIn(offset, FloatDtypes()).ValidView(offset).SameShape(offset, scale);
  }
  CheckBias(check, bias, columns);
  if (check.Failed()) {
    return check.Result();
  }
  const bool inBlocks = labelled && labelled->matrices;
  if (inBlocks) {
    args.blockWidth = labelled->matrices->width;
    args.blocksOfColumns = !labelled->matrices->transposed;
  }
  const TensorOfCall weightOfCall{given[1], inBlocks ? labelled->matrices->storage : seen};
  return call.Bind(op, args, {x.tensor, weightOfCall, scale.tensor, offset.tensor, bias.tensor, y.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnWeightQuantBatchMatmulV2,
               (const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
                const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
                const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
                const aclTensor* y),
               Bind(call, kWeightQuantBatchMatmulV2,
                    {x, weight, antiquantScale, antiquantOffsetOptional, biasOptional, y},
                    {quantScaleOptional, quantOffsetOptional}, antiquantGroupSize, 0))

OPENACLNN_CALL(aclnnWeightQuantBatchMatmulNz,
               (const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
                const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
                const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
                const aclTensor* y),
               Bind(call, kWeightQuantBatchMatmulNz,
                    {x, weight, antiquantScale, antiquantOffsetOptional, biasOptional, y},
                    {quantScaleOptional, quantOffsetOptional}, antiquantGroupSize, 0))

OPENACLNN_CALL(aclnnWeightQuantBatchMatmulV3,
               (const aclTensor* x, const aclTensor* weight, const aclTensor* antiquantScale,
                const aclTensor* antiquantOffsetOptional, const aclTensor* quantScaleOptional,
                const aclTensor* quantOffsetOptional, const aclTensor* biasOptional, int antiquantGroupSize,
                int innerPrecise, const aclTensor* y),
               Bind(call, kWeightQuantBatchMatmulV3,
                    {x, weight, antiquantScale, antiquantOffsetOptional, biasOptional, y},
                    {quantScaleOptional, quantOffsetOptional}, antiquantGroupSize, innerPrecise))
