// SPDX-License-Identifier: Apache-2.0
//
// Sums of products are exact in INT32; what is made of a tile of them is computed in float64 and rounded once.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/quantization/whole_numbers.h"
#include "ops/common/cpu_kernel.h"
#include "ops/matmul/quant_matmul.h"

namespace openaclnn {
namespace {

using Args = QuantMatmulArgs;

struct State : Prepared {
  int64_t batches = 0;
  int64_t rowTiles = 0;
  int64_t columnTiles = 0;
};

State Prepare(const Args& args) {
  State state;
  state.batches = args.out.Empty() ? 0 : 1;
  for (size_t d = 0; d + 2 < args.out.Dims().size() && state.batches > 0; ++d) {
    state.batches *= args.out.dims[d];
  }
  state.rowTiles = CeilDivide(args.rows, kWholeTileRows);
  state.columnTiles = CeilDivide(args.columns, kWholeTileColumns);
  state.cost = static_cast<size_t>(static_cast<double>(args.out.NumElements()) *
                                   static_cast<double>(std::max<int64_t>(args.depth / 4, 8)));
  return state;
}

using ColumnNumbers = std::array<double, kWholeTileColumns>;

// What words hold: the bits of a scale, and 9 bits of an offset.
double ScaleOf(uint64_t word) {
  return std::bit_cast<float>(static_cast<uint32_t>(word));
}
double OffsetOf(uint64_t word) {
  const auto bits = static_cast<int32_t>((word >> 37) & 0x1FFU);
  return bits >= 256 ? bits - 512 : bits;
}

// Numbers of columns, from a tensor that has one for all or one for each.
class ColumnReader {
 public:
  explicit ColumnReader(const TensorView& view) : reader_(view), single_(view.NumElements() == 1) {}

  void Read(int64_t begin, int64_t column, int64_t count, ColumnNumbers& numbers) const {
    TileBuffer buffer;
    const float* const read =
        single_ ? reader_.Read(0, 1, buffer) : reader_.Read(begin + column, count, buffer);
    for (int64_t c = 0; c < count; ++c) {
      numbers[static_cast<size_t>(c)] = read[single_ ? 0 : c];
    }
  }

 private:
  MixedReader reader_;
  bool single_;
};

class Product {
 public:
  explicit Product(const Args& args)
      : args_(args),
        words_(args.scale),
        scales_(args.scale),
        offsets_(args.offset.Defined() ? args.offset : args.scale),
        biases_(args.bias.Defined() ? args.bias : args.scale),
        wholeBiases_(args.bias.Defined() ? args.bias : args.scale, 0),
        rowScales_(args.rowScale.Defined() ? args.rowScale : args.scale),
        floats_(args.out),
        integers_(args.out) {}

  void RunTile(int64_t batch, int64_t row, int64_t column) const {
    const int64_t rows = std::min(kWholeTileRows, args_.rows - row);
    const int64_t columns = std::min(kWholeTileColumns, args_.columns - column);
    Sums sums;
    const WholeMatrix first = MatrixOf(args_.x1, args_.swapped1, args_.packed1, batch);
    if (args_.blockWidth == 0) {
      MultiplyWholeTile(first, row, rows, MatrixOf(args_.x2, !args_.swapped2, args_.packed2, batch), column,
                        columns, args_.depth, sums.data());
    } else if (args_.blocksOfColumns) {
      MultiplyByColumns(first, batch, {row, rows, column, columns}, sums.data());
    } else {
      MultiplyByDepths(first, batch, {row, rows, column, columns}, sums.data());
    }
    Columns of;
    ReadColumns(batch, column, columns, of);
    for (int64_t r = 0; r < rows; ++r) {
      const int64_t begin = (batch * args_.rows + row + r) * args_.columns + column;
      Finish(&sums[static_cast<size_t>(r * kWholeTileColumns)], row + r, begin, columns, of);
    }
  }

 private:
  struct Columns {
    ColumnNumbers scale{};
    ColumnNumbers added{};                           // after the scales
    std::array<int64_t, kWholeTileColumns> whole{};  // before them
  };

  struct Tile {
    int64_t row;
    int64_t rows;
    int64_t column;
    int64_t columns;
  };
  using Sums = std::array<int32_t, kWholeTileRows * kWholeTileColumns>;

  // Where a batch of an operand is, of which each takes the last `own` dims.
  [[nodiscard]] const std::byte* BatchOf(const TensorView& view, int64_t batch, size_t own) const {
    const auto rank = static_cast<size_t>(view.rank);
    const auto outRank = static_cast<size_t>(args_.out.rank);
    int64_t offset = 0;
    for (size_t back = 1; back + 2 <= outRank; ++back) {  // batches broadcast
      const int64_t extent = args_.out.dims[outRank - 2 - back];
      if (back + own <= rank && view.dims[rank - own - back] != 1) {
        offset += batch % extent * view.strides[rank - own - back];
      }
      batch /= extent;
    }
    return view.data + offset * static_cast<int64_t>(SizeOf(view.dtype));
  }

  // Whether lanes are the last dim.
  WholeMatrix MatrixOf(const TensorView& view, bool lanesLast, WholeMatrix::Packed packed,
                       int64_t batch) const {
    const auto rank = static_cast<size_t>(view.rank);
    const int64_t last = view.strides[rank - 1];
    const int64_t before = view.strides[rank - 2];
    return {BatchOf(view, batch, 2), lanesLast ? last : before, lanesLast ? before : last, packed};
  }

  // Blocks of x2 in FRACTAL_NZ: some columns of all of its rows, which lie one after the other.
  [[nodiscard]] const std::byte* BlockOf(int64_t batch, int64_t block) const {
    const auto rank = static_cast<size_t>(args_.x2.rank);
    return BatchOf(args_.x2, batch, 4) + block * args_.x2.strides[rank - 4];
  }

  // Those of a block are part of the tile's, whose others the product of a block leaves anything.
  void MultiplyByColumns(const WholeMatrix& first, int64_t batch, const Tile& tile, int32_t* sums) const {
    const int64_t width = args_.blockWidth;
    for (int64_t c = 0; c < tile.columns; c += width) {
      const WholeMatrix block{BlockOf(batch, (tile.column + c) / width), 1, width};
      const int64_t columns = std::min(width, tile.columns - c);
      Sums part;
      MultiplyWholeTile(first, tile.row, tile.rows, block, 0, columns, args_.depth, part.data());
      for (int64_t row = 0; row < tile.rows * kWholeTileColumns; row += kWholeTileColumns) {
        std::copy_n(part.data() + row, columns, sums + row + c);
      }
    }
  }

  // Blocks have some of the depth, whose sums are added up.
  void MultiplyByDepths(WholeMatrix first, int64_t batch, const Tile& tile, int32_t* sums) const {
    const int64_t width = args_.blockWidth;
    std::fill_n(sums, tile.rows * kWholeTileColumns, 0);
    for (int64_t depth = 0; depth < args_.depth; depth += width, first.data += width * first.depthStride) {
      const WholeMatrix block{BlockOf(batch, depth / width), width, 1};
      AddWholeTile(first, tile.row, tile.rows, block, tile.column, tile.columns,
                   std::min(width, args_.depth - depth), sums);
    }
  }

  void ReadColumns(int64_t batch, int64_t column, int64_t columns, Columns& of) const {
    const bool words = SizeOf(args_.scale.dtype) == 8;
    if (words) {
      const auto* const data = reinterpret_cast<const uint64_t*>(args_.scale.data);
      const bool single = args_.scale.NumElements() == 1;
      int64_t c = 0;
      words_.ForEachRun(single ? 0 : column, single ? 1 : columns,
                        [&](int64_t at, int64_t stride, int64_t count) {
                          for (int64_t i = 0; i < count; ++i, ++c) {
                            const uint64_t word = data[at + i * stride];
                            of.scale[static_cast<size_t>(c)] = ScaleOf(word);
                            of.added[static_cast<size_t>(c)] = args_.offset.Defined() ? 0 : OffsetOf(word);
                          }
                        });
      if (single) {
        of.scale.fill(of.scale[0]);
        of.added.fill(of.added[0]);
      }
    } else if (args_.scale.Defined()) {  // sums that are not scaled have none
      scales_.Read(0, column, columns, of.scale);
    }
    if (args_.offset.Defined()) {
      offsets_.Read(0, column, columns, of.added);
    }
    if (!args_.bias.Defined()) {
      return;
    }
    const int64_t begin = args_.bias.NumElements() == args_.columns ? 0 : batch * args_.columns;
    if (args_.bias.dtype == DType::kInt32) {
      wholeBiases_.Read(begin + column, columns, of.whole.data());
      return;
    }
    TileBuffer buffer;
    const float* const bias = biases_.Read(begin + column, columns, buffer);
    for (int64_t c = 0; c < columns; ++c) {
      of.added[static_cast<size_t>(c)] += bias[c];
    }
  }

  void Finish(const int32_t* sums, int64_t row, int64_t begin, int64_t columns, const Columns& of) const {
    if (args_.out.dtype == DType::kInt32) {
      WriteSums(sums, begin, columns, of);
      return;
    }
    double by = 1;
    if (args_.rowScale.Defined()) {
      TileBuffer buffer;
      by = *rowScales_.Read(row, 1, buffer);
    }
    ColumnNumbers results;
    for (int64_t c = 0; c < columns; ++c) {
      const auto at = static_cast<size_t>(c);
      results[at] = static_cast<double>(sums[c] + of.whole[at]) * of.scale[at] * by + of.added[at];
    }
    if (args_.out.dtype != DType::kInt8) {
      floats_.Write(begin, columns, results.data());
      return;
    }
    TileBuffer whole;
    for (int64_t c = 0; c < columns; ++c) {
      const double result = results[static_cast<size_t>(c)];
      const double rounded = std::isnan(result) ? 0 : std::nearbyint(std::clamp(result, -128.0, 127.0));
      whole[static_cast<size_t>(c)] = static_cast<float>(rounded);
    }
    integers_.Write(begin, columns, whole.data());
  }

  void WriteSums(const int32_t* sums, int64_t begin, int64_t columns, const Columns& of) const {
    auto* const out = reinterpret_cast<int32_t*>(args_.out.data);
    int64_t c = 0;
    MergedDims(args_.out).ForEachRun(begin, columns, [&](int64_t at, int64_t stride, int64_t count) {
      for (int64_t i = 0; i < count; ++i, ++c) {
        const auto bias = static_cast<uint32_t>(of.whole[static_cast<size_t>(c)]);
        out[at + i * stride] = static_cast<int32_t>(static_cast<uint32_t>(sums[c]) + bias);
      }
    });
  }

  const Args& args_;
  MergedDims words_;
  ColumnReader scales_;
  ColumnReader offsets_;
  MixedReader biases_;
  IndexReader wholeBiases_;
  TileReader rowScales_;
  TileWriter floats_;
  WholeWriter integers_;
};

void Run(const Args& args, const State& state, std::byte* /*workspace*/,
         const backend::cpu::CpuContext& cpu) {
  const Product product(args);
  const int64_t tiles = state.rowTiles * state.columnTiles;
  cpu.ParallelFor(state.batches * tiles, [&](int64_t task) {
    product.RunTile(task / tiles, task / state.columnTiles % state.rowTiles * kWholeTileRows,
                    task % state.columnTiles * kWholeTileColumns);
  });
}

constexpr auto kKernel = CpuKernel<Run>("cpu:quant_matmul", Prepare);

}  // namespace

void RunQuantMatmul(const QuantMatmulArgs& args, const backend::cpu::CpuContext& cpu) {
  Run(args, Prepare(args), nullptr, cpu);
}

constinit const KernelEntry<QuantMatmulArgs> kQuantMatmulCpu = Entry(kKernel);

}  // namespace openaclnn
