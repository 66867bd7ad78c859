// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/matrix_vector.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/tiles/scratch.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"
#include "simd/vector_parts-inl.h"

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(MultiplyVectorsOfFloats,
                     void(const GemmMatrix& matrix, const GemmPiece& piece, const GemmVectors<float>& vectors,
                          bool add, int64_t next));
OPENACLNN_PER_TARGET(MultiplyVectorsOfDoubles,
                     void(const GemmMatrix& matrix, const GemmPiece& piece,
                          const GemmVectors<double>& vectors, bool add, int64_t next));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace matrix_vector {
namespace hn = hwy::HWY_NAMESPACE;

static_assert(row_products::kRowProductLanes == kVectorLanes);

template <class Format, bool kWhole, typename T>
void MultiplyAllRows(const typename Format::Element* from, int64_t stride, const GemmPiece& piece,
                     const GemmVectors<T>& vectors, bool add) {
  const auto multiply = [&](auto together, int64_t first) HWY_ATTR {
    row_products::MultiplyRowsByEach<Format, decltype(together)::value, kWhole>(
        [&](int64_t row) HWY_ATTR { return from + (first + row) * stride; }, piece.depths, vectors.numbers,
        vectors.count, vectors.stride, add, vectors.sums + first, vectors.sumsStride);
  };
  constexpr int64_t kTogether = 4;
  int64_t row = 0;
  for (; row + kTogether <= piece.lanes; row += kTogether) {
    multiply(std::integral_constant<int64_t, kTogether>(), row);
  }
  for (; row < piece.lanes; ++row) {
    multiply(std::integral_constant<int64_t, 1>(), row);
  }
}

// Rows of the matrix that lie side by side, `stride` elements from depth to depth: each lane of the sums is
// gone through from end to end, so that its sums stay in registers.
template <class Format, typename T>
void MultiplyColumns(const typename Format::Element* from, int64_t stride, int64_t rows, int64_t depths,
                     const T* vector, bool add, T* results) {
  HWY_ALIGN T lanes[kVectorLanes][kVectorMostRows];
  const hn::ScalableTag<T> tag;
  const int64_t used = std::min(kVectorLanes, depths);
  for (int64_t lane = 0; lane < used; ++lane) {
    ForEachVector(tag, rows, [&](auto part, int64_t i) HWY_ATTR {
      auto sum = hn::Zero(part);
      for (int64_t k = lane; k < depths; k += kVectorLanes) {
        sum = MulAdd(part, Format::Load(part, from + k * stride + i), hn::Set(part, vector[k]), sum);
      }
      hn::StoreU(sum, part, &lanes[lane][i]);
    });
  }
  for (int64_t lane = used; lane < kVectorLanes; ++lane) {
    std::fill_n(lanes[lane], rows, T{0});
  }
  row_products::FoldColumns(&lanes[0][0], kVectorMostRows, rows, add, results);
}

// Sums that stay in registers, beside the numbers that they come from.
#if HWY_ARCH_X86 && HWY_MAX_BYTES < 64
inline constexpr int64_t kSums = 8;
#else
inline constexpr int64_t kSums = 16;
#endif

// kWide registers of such rows by kCount vectors: each number of the matrix is loaded once for all. Processors do not
// foresee a walk along columns: memory is asked for what is `ahead` elements behind, unless that is 0.
template <class Format, int64_t kCount, int64_t kWide, class D, typename T>
HWY_INLINE void MultiplyColumnsByEach(D d, const typename Format::Element* from, int64_t stride,
                                      int64_t depths, const GemmVectors<T>& vectors, bool add,
                                      int64_t ahead) {
  constexpr auto kStep = static_cast<int64_t>(hn::MaxLanes(D()));
  HWY_ALIGN T lanes[kCount][kVectorLanes][kWide * kStep];
  for (int64_t lane = 0; lane < kVectorLanes; ++lane) {
    hn::Vec<D> sums[kCount][kWide];
    for (auto& ofVector : sums) {
      std::fill_n(ofVector, kWide, hn::Zero(d));
    }
    for (int64_t k = lane; k < depths; k += kVectorLanes) {
      hn::Vec<D> elements[kWide];
      for (int64_t wide = 0; wide < kWide; ++wide) {
        elements[wide] = Format::Load(d, from + k * stride + wide * kStep);
        if (ahead != 0) {
          __builtin_prefetch(from + k * stride + ahead + wide * kStep, 0, 2);
        }
      }
      for (int64_t vector = 0; vector < kCount; ++vector) {
        const auto number = hn::Set(d, vectors.numbers[vector * vectors.stride + k]);
        for (int64_t wide = 0; wide < kWide; ++wide) {
          sums[vector][wide] = MulAdd(d, elements[wide], number, sums[vector][wide]);
        }
      }
    }
    for (int64_t vector = 0; vector < kCount; ++vector) {
      for (int64_t wide = 0; wide < kWide; ++wide) {
        hn::Store(sums[vector][wide], d, &lanes[vector][lane][wide * kStep]);
      }
    }
  }
  for (int64_t vector = 0; vector < kCount; ++vector) {
    T* const to = vectors.sums + vector * vectors.sumsStride;
    for (int64_t i = 0; i < kWide * kStep; i += kStep) {
      row_products::FoldVector(d, &lanes[vector][0][i], kWide * kStep, add, to + i);
    }
  }
}

// All rows by kCount vectors.
template <class Format, int64_t kCount, typename T>
void MultiplyAllColumns(const typename Format::Element* from, int64_t stride, const GemmPiece& piece,
                        GemmVectors<T> vectors, bool add, int64_t next) {
  constexpr int64_t kWide = std::min<int64_t>(4, kSums / kCount);
  const hn::ScalableTag<T> tag;
  const int64_t together = kWide * static_cast<int64_t>(hn::Lanes(tag));
  int64_t row = 0;
  for (; row + together <= piece.lanes; row += together, vectors.sums += together) {
    const bool isLast = row + together == piece.lanes;
    const int64_t ahead = next == 0 ? 0 : isLast ? next - row : together;
    MultiplyColumnsByEach<Format, kCount, kWide>(tag, from + row, stride, piece.depths, vectors, add, ahead);
  }
  ForEachVectorPart(tag, 0, piece.lanes - row, [&](auto part, int64_t i) HWY_ATTR {
    GemmVectors<T> some = vectors;
    some.sums += i;
    MultiplyColumnsByEach<Format, kCount, 1>(part, from + row + i, stride, piece.depths, some, add, 0);
  });
}

template <class Format, typename T>
void MultiplyFormat(const GemmMatrix& matrix, const GemmPiece& piece, const GemmVectors<T>& vectors, bool add,
                    int64_t next) {
  const auto* from = reinterpret_cast<const typename Format::Element*>(matrix.data) +
                     piece.lane * matrix.laneStride + piece.depth * matrix.depthStride;
  if (matrix.depthStride == 1) {
    const bool whole = piece.depths % kVectorLanes == 0;
    (whole ? MultiplyAllRows<Format, true, T> : MultiplyAllRows<Format, false, T>)(from, matrix.laneStride,
                                                                                   piece, vectors, add);
    return;
  }
  GemmVectors<T> left = vectors;
  const auto multiply = [&](auto count) HWY_ATTR {
    constexpr int64_t kCount = decltype(count)::value;
    for (; left.count >= kCount; left.count -= kCount) {
      MultiplyAllColumns<Format, kCount>(from, matrix.depthStride, piece, left, add, next);
      left.numbers += kCount * left.stride;
      left.sums += kCount * left.sumsStride;
    }
  };
  multiply(std::integral_constant<int64_t, kSums / 2>());
  multiply(std::integral_constant<int64_t, kSums / 4>());
  multiply(std::integral_constant<int64_t, 2>());
  if (next != 0) {
    multiply(std::integral_constant<int64_t, 1>());
  }
  if (left.count > 0) {
    MultiplyColumns<Format>(from, matrix.depthStride, piece.lanes, piece.depths, left.numbers, add,
                            left.sums);
  }
}

}  // namespace matrix_vector

void MultiplyVectorsOfFloats(const GemmMatrix& matrix, const GemmPiece& piece,
                             const GemmVectors<float>& vectors, bool add, int64_t next) {
  VisitFormat(matrix.dtype, [&](auto format) {
    matrix_vector::MultiplyFormat<decltype(format)>(matrix, piece, vectors, add, next);
  });
}
void MultiplyVectorsOfDoubles(const GemmMatrix& matrix, const GemmPiece& piece,
                              const GemmVectors<double>& vectors, bool add, int64_t next) {
  matrix_vector::MultiplyFormat<Float64>(matrix, piece, vectors, add, next);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr int64_t kFewTasks = 16;
constexpr int64_t kTaskElements = int64_t{1} << 15;
constexpr int64_t kFewRows = 16;
constexpr int64_t kFewRowsOfSeveral = 64;  // whose sums fill registers
constexpr int64_t kRowsTogether = 8;
constexpr int64_t kPackedOnce = 16 * kGemmDepth;
constexpr double kMostPacked = 1 << 26;  // numbers of all vectors

void Multiply(const GemmMatrix& matrix, const GemmPiece& piece, const GemmVectors<float>& vectors, bool add,
              int64_t next) {
  HWY_DYNAMIC_DISPATCH(MultiplyVectorsOfFloats)(matrix, piece, vectors, add, next);
}
void Multiply(const GemmMatrix& matrix, const GemmPiece& piece, const GemmVectors<double>& vectors, bool add,
              int64_t next) {
  HWY_DYNAMIC_DISPATCH(MultiplyVectorsOfDoubles)(matrix, piece, vectors, add, next);
}

template <typename T>
constexpr DType kTypeOf = std::is_same_v<T, float> ? DType::kFloat : DType::kDouble;

}  // namespace

template <typename T>
void MultiplyVectors(const GemmMatrix& matrix, const GemmPiece& piece, const GemmVectors<T>& vectors,
                     bool add, int64_t next) {
  const bool known = std::is_same_v<T, float> ? matrix.dtype != DType::kDouble : matrix.dtype == kTypeOf<T>;
  if (known && (matrix.depthStride == 1 || matrix.laneStride == 1)) {
    Multiply(matrix, piece, vectors, add, next);
    return;
  }
  std::array<T, kVectorLanes * kGemmDepth> packed;
  const GemmMatrix panel{reinterpret_cast<const std::byte*>(packed.data()), kTypeOf<T>, 1, kVectorLanes};
  GemmVectors<T> some = vectors;
  for (int64_t row = 0; row < piece.lanes; row += kVectorLanes) {
    const int64_t rows = std::min(kVectorLanes, piece.lanes - row);
    PackMatrix<T>(matrix, {piece.lane + row, rows, piece.depth, piece.depths}, kVectorLanes, packed.data());
    some.sums = vectors.sums + row;
    Multiply(panel, {0, rows, 0, piece.depths}, some, add, 0);
  }
}

template <typename T>
void MultiplyVector(const GemmMatrix& matrix, const GemmPiece& piece, const T* vector, bool add, T* sums) {
  MultiplyVectors<T>(matrix, piece, {vector, 0, 1, sums, 0}, add);
}

bool VectorPartition::Suits(const GemmShape& shape, int64_t leastDepth) {
  const int64_t few = std::min(shape.rows, shape.columns);
  // Views of a few elements can be of any size.
  const double packed =
      static_cast<double>(shape.batches) * static_cast<double>(few) * static_cast<double>(shape.depth);
  return few > 1 && few <= kMostVectors && shape.depth >= leastDepth && packed <= kMostPacked;
}

VectorPartition::VectorPartition(int64_t allBatches, int64_t allRows, int64_t allDepth, size_t elementSize,
                                 int64_t vectorsOfBatch)
    : batches(allBatches), rows(allRows), depth(allDepth), vectors(vectorsOfBatch) {
  if (batches == 0 || rows == 0 || vectors == 0) {
    return;
  }
  const GemmPartition product({batches, rows, vectors, depth}, elementSize);
  parts = product.parts;
  depthOfPart = product.depthOfPart;
  rowsOfTask = std::min(rows, kVectorMostRows);
  const int64_t fewest = vectors > 1 ? kFewRowsOfSeveral : kFewRows;
  while (rowsOfTask > fewest && batches * parts * CeilDivide(rows, rowsOfTask) < kFewTasks &&
         rowsOfTask * std::min(depth, depthOfPart) > kTaskElements) {
    rowsOfTask = (rowsOfTask + 1) / 2;
  }
  const int64_t work = std::max(int64_t{1}, rows * depth);
  batchesOfTask = work < kTaskElements ? std::min(batches, CeilDivide(kTaskElements, work)) : 1;
  ScratchLayout workspace;
  if (parts > 1) {
    workspace.Reserve(batches * parts * vectors * rows, elementSize);
  }
  if (vectors > 1) {
    vectorsAt = workspace.Reserve(batches * vectors * depth, elementSize);
  }
  workspaceBytes = workspace.Bytes();
}

size_t VectorPartition::Cost() const {
  return GemmPartition({batches, rows, vectors, depth}, sizeof(float)).Cost();
}

namespace {

// One run.
template <typename T>
class VectorRun {
 public:
  VectorRun(const VectorPartition& partition, const VectorCall& call, std::byte* workspace)
      : partition_(partition),
        call_(call),
        parts_(reinterpret_cast<T*>(workspace)),
        packed_(reinterpret_cast<T*>(workspace + partition.vectorsAt)) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    // Without batches or rows nothing was cut.
    if (partition_.rowsOfTask == 0) {
      return;
    }
    if (partition_.vectors > 1) {
      PackVectors(cpu);
    }
    const int64_t strips = CeilDivide(partition_.rows, partition_.rowsOfTask);
    const int64_t batchTasks = CeilDivide(partition_.batches, partition_.batchesOfTask);
    cpu.ParallelFor(batchTasks * strips * partition_.parts, [&](int64_t task) {
      const int64_t part = task % partition_.parts;
      const int64_t row = task / partition_.parts % strips * partition_.rowsOfTask;
      const int64_t first = task / partition_.parts / strips * partition_.batchesOfTask;
      const int64_t end = std::min(first + partition_.batchesOfTask, partition_.batches);
      for (int64_t batch = first; batch < end; ++batch) {
        SumTask(batch, part, row);
      }
    });
    if (partition_.parts > 1) {
      cpu.ParallelFor(partition_.batches * partition_.vectors * strips,
                      [&](int64_t task) { AddParts(task / strips, task % strips * partition_.rowsOfTask); });
    }
  }

 private:
  [[nodiscard]] int64_t RowsFrom(int64_t row) const {
    return std::min(partition_.rowsOfTask, partition_.rows - row);
  }
  // The sums of a part, of all vectors.
  [[nodiscard]] T* PartOf(int64_t batch, int64_t part) const {
    return parts_ + (batch * partition_.parts + part) * partition_.vectors * partition_.rows;
  }

  // Several vectors, a block of depth of all of them one behind the other: those of a matrix may lie at a distance at
  // which few lines fit into a cache.
  [[nodiscard]] T* BlockOf(int64_t batch, int64_t depth) const {
    return packed_ + (batch * partition_.depth + depth) * partition_.vectors;
  }
  void PackVectors(const backend::cpu::CpuContext& cpu) const {
    const int64_t blocks = CeilDivide(partition_.depth, kGemmDepth);
    cpu.ParallelFor(partition_.batches * blocks, [&](int64_t task) {
      const GemmMatrix vectors = call_.vector(task / blocks);
      const int64_t depth = task % blocks * kGemmDepth;
      const int64_t depths = std::min(kGemmDepth, partition_.depth - depth);
      T* const block = BlockOf(task / blocks, depth);
      for (int64_t vector = 0; vector < partition_.vectors; ++vector) {
        PackMatrix<T>(vectors, {vector, 1, depth, depths}, 1, block + vector * depths);
      }
    });
  }

  void SumTask(int64_t batch, int64_t part, int64_t row) const {
    const int64_t begin = part * partition_.depthOfPart;
    const int64_t end = std::min(begin + partition_.depthOfPart, partition_.depth);
    const int64_t rows = RowsFrom(row);
    if (partition_.parts > 1) {
      SumRows(batch, row, begin, end, PartOf(batch, part) + row, partition_.rows);
      return;
    }
    std::array<T, kMostVectors * kVectorMostRows> sums;
    SumRows(batch, row, begin, end, sums.data(), rows);
    for (int64_t vector = 0; vector < partition_.vectors; ++vector) {
      FinishRow(call_.result(batch), call_.alpha, call_.beta, vector, row, rows, sums.data() + vector * rows);
    }
  }

  // Elements to the piece that follows: of the same rows, or the beginning of the next ones.
  [[nodiscard]] int64_t NextOf(const GemmMatrix& matrix, const GemmPiece& piece, int64_t begin,
                               int64_t end) const {
    if (piece.depth + piece.depths < end) {
      return piece.depths * matrix.depthStride;
    }
    const bool isLast = piece.lane + piece.lanes == partition_.rows;
    return isLast ? 0 : piece.lanes * matrix.laneStride - (piece.depth - begin) * matrix.depthStride;
  }

  // The sums of the rows from `row` on over [begin, end) of the depth.
  void SumRows(int64_t batch, int64_t row, int64_t begin, int64_t end, T* sums, int64_t sumsStride) const {
    const int64_t rows = RowsFrom(row);
    const bool inMemory = call_.multiply == nullptr;
    const GemmMatrix matrix = inMemory ? call_.matrix(batch) : GemmMatrix{};
    const GemmMatrix vector = call_.vector(batch);
    for (int64_t i = 0; begin == end && i < partition_.vectors; ++i) {
      std::fill_n(sums + i * sumsStride, rows, T{0});
    }
    // Memory is read in its order: a few rows from end to end where these lie side by side.
    const int64_t together = !inMemory ? call_.lanesTogether : matrix.depthStride == 1 ? kRowsTogether : rows;
    const bool plain = vector.dtype == kTypeOf<T> && vector.depthStride == 1;
    // A single one of another type, or layout, is packed: while the first rows are multiplied, for all of them, unless it
    // is long.
    std::array<T, kPackedOnce> packed;
    const bool once = end - begin <= kPackedOnce;
    for (int64_t first = 0; first < rows; first += together) {
      const int64_t count = std::min(together, rows - first);
      for (int64_t depth = begin; depth < end; depth += kGemmDepth) {
        const int64_t depths = std::min(kGemmDepth, end - depth);
        const GemmPiece piece{row + first, count, depth, depths};
        GemmVectors<T> vectors{BlockOf(batch, depth), depths, partition_.vectors, sums + first, sumsStride};
        if (partition_.vectors == 1) {
          T* const place = packed.data() + (once ? depth - begin : 0);
          if (!plain && (first == 0 || !once)) {
            PackMatrix<T>(vector, {0, 1, depth, depths}, 1, place);
          }
          vectors.numbers = plain ? reinterpret_cast<const T*>(vector.data) + depth : place;
        }
        if constexpr (std::is_same_v<T, float>) {
          if (call_.multiply != nullptr) {
            (*call_.multiply)(piece, vectors, depth > begin);
            continue;
          }
        }
        const int64_t next = call_.isLarge ? NextOf(matrix, piece, begin, end) : 0;
        MultiplyVectors<T>(matrix, piece, vectors, depth > begin, next);
      }
    }
  }

  // The sums of the parts, of a vector of a batch.
  void AddParts(int64_t batchAndVector, int64_t row) const {
    const int64_t batch = batchAndVector / partition_.vectors;
    const int64_t vector = batchAndVector % partition_.vectors;
    const int64_t rows = RowsFrom(row);
    std::array<T, kVectorMostRows> sums;
    for (int64_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (int64_t part = 0; part < partition_.parts; ++part) {
        sum += PartOf(batch, part)[vector * partition_.rows + row + i];
      }
      sums[static_cast<size_t>(i)] = static_cast<T>(sum);
    }
    FinishRow(call_.result(batch), call_.alpha, call_.beta, vector, row, rows, sums.data());
  }

  const VectorPartition& partition_;
  const VectorCall& call_;
  T* parts_;
  T* packed_;
};

}  // namespace

template <typename T>
void RunMatrixVector(const VectorPartition& partition, const VectorCall& call, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu) {
  VectorRun<T>(partition, call, workspace).Run(cpu);
}

template void MultiplyVectors(const GemmMatrix&, const GemmPiece&, const GemmVectors<float>&, bool, int64_t);
template void MultiplyVectors(const GemmMatrix&, const GemmPiece&, const GemmVectors<double>&, bool, int64_t);
template void MultiplyVector(const GemmMatrix&, const GemmPiece&, const float*, bool, float*);
template void MultiplyVector(const GemmMatrix&, const GemmPiece&, const double*, bool, double*);
template void RunMatrixVector<float>(const VectorPartition&, const VectorCall&, std::byte*,
                                     const backend::cpu::CpuContext&);
template void RunMatrixVector<double>(const VectorPartition&, const VectorCall&, std::byte*,
                                      const backend::cpu::CpuContext&);

}  // namespace openaclnn
#endif  // HWY_ONCE
