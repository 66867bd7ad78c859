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

#include "kernels/gemm/row_products-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(MultiplyVectorOfFloats, void(const GemmMatrix& matrix, const GemmPiece& piece,
                                                  const float* vector, bool add, float* sums));
OPENACLNN_PER_TARGET(MultiplyVectorOfDoubles, void(const GemmMatrix& matrix, const GemmPiece& piece,
                                                   const double* vector, bool add, double* sums));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace matrix_vector {
namespace hn = hwy::HWY_NAMESPACE;

static_assert(row_products::kRowProductLanes == kVectorLanes);

template <class Format, typename T>
void MultiplyAllRows(const typename Format::Element* from, int64_t stride, int64_t rows, int64_t depths,
                     const T* vector, bool add, T* results) {
  const auto multiply = [&](auto together, int64_t first) HWY_ATTR {
    row_products::MultiplyRows<Format, decltype(together)::value, 1>(
        [&](int64_t row) HWY_ATTR { return from + (first + row) * stride; }, depths, vector, 0,
        [&](int64_t /*other*/, const T* products) HWY_ATTR {
          for (int64_t row = 0; row < decltype(together)::value; ++row) {
            T& result = results[first + row];
            result = add ? result + products[row] : products[row];
          }
        });
  };
  constexpr int64_t kTogether = 4;
  int64_t row = 0;
  for (; row + kTogether <= rows; row += kTogether) {
    multiply(std::integral_constant<int64_t, kTogether>(), row);
  }
  for (; row < rows; ++row) {
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

template <class Format, typename T>
void MultiplyFormat(const GemmMatrix& matrix, const GemmPiece& piece, const T* vector, bool add, T* sums) {
  const auto* from = reinterpret_cast<const typename Format::Element*>(matrix.data) +
                     piece.lane * matrix.laneStride + piece.depth * matrix.depthStride;
  if (matrix.depthStride == 1) {
    MultiplyAllRows<Format>(from, matrix.laneStride, piece.lanes, piece.depths, vector, add, sums);
  } else {
    MultiplyColumns<Format>(from, matrix.depthStride, piece.lanes, piece.depths, vector, add, sums);
  }
}

}  // namespace matrix_vector

void MultiplyVectorOfFloats(const GemmMatrix& matrix, const GemmPiece& piece, const float* vector, bool add,
                            float* sums) {
  VisitFormat(matrix.dtype, [&](auto format) {
    matrix_vector::MultiplyFormat<decltype(format)>(matrix, piece, vector, add, sums);
  });
}
void MultiplyVectorOfDoubles(const GemmMatrix& matrix, const GemmPiece& piece, const double* vector, bool add,
                             double* sums) {
  matrix_vector::MultiplyFormat<Float64>(matrix, piece, vector, add, sums);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

constexpr int64_t kFewTasks = 16;
constexpr int64_t kTaskElements = int64_t{1} << 15;
constexpr int64_t kFewRows = 16;
constexpr int64_t kRowsTogether = 8;
constexpr int64_t kPackedOnce = 16 * kGemmDepth;

void Multiply(const GemmMatrix& matrix, const GemmPiece& piece, const float* vector, bool add, float* sums) {
  HWY_DYNAMIC_DISPATCH(MultiplyVectorOfFloats)(matrix, piece, vector, add, sums);
}
void Multiply(const GemmMatrix& matrix, const GemmPiece& piece, const double* vector, bool add,
              double* sums) {
  HWY_DYNAMIC_DISPATCH(MultiplyVectorOfDoubles)(matrix, piece, vector, add, sums);
}

template <typename T>
constexpr DType kTypeOf = std::is_same_v<T, float> ? DType::kFloat : DType::kDouble;

}  // namespace

template <typename T>
void MultiplyVector(const GemmMatrix& matrix, const GemmPiece& piece, const T* vector, bool add, T* sums) {
  const bool known = std::is_same_v<T, float> ? matrix.dtype != DType::kDouble : matrix.dtype == kTypeOf<T>;
  if (known && (matrix.depthStride == 1 || matrix.laneStride == 1)) {
    Multiply(matrix, piece, vector, add, sums);
    return;
  }
  std::array<T, kVectorLanes * kGemmDepth> packed;
  const GemmMatrix panel{reinterpret_cast<const std::byte*>(packed.data()), kTypeOf<T>, 1, kVectorLanes};
  for (int64_t row = 0; row < piece.lanes; row += kVectorLanes) {
    const int64_t rows = std::min(kVectorLanes, piece.lanes - row);
    PackMatrix<T>(matrix, {piece.lane + row, rows, piece.depth, piece.depths}, kVectorLanes, packed.data());
    Multiply(panel, {0, rows, 0, piece.depths}, vector, add, sums + row);
  }
}

VectorPartition::VectorPartition(int64_t allBatches, int64_t allRows, int64_t allDepth, size_t elementSize)
    : batches(allBatches), rows(allRows), depth(allDepth) {
  if (batches == 0 || rows == 0) {
    return;
  }
  const GemmPartition product({batches, rows, 1, depth}, elementSize);
  parts = product.parts;
  depthOfPart = product.depthOfPart;
  rowsOfTask = std::min(rows, kVectorMostRows);
  while (rowsOfTask > kFewRows && batches * parts * CeilDivide(rows, rowsOfTask) < kFewTasks &&
         rowsOfTask * std::min(depth, depthOfPart) > kTaskElements) {
    rowsOfTask = (rowsOfTask + 1) / 2;
  }
  const int64_t work = std::max(int64_t{1}, rows * depth);
  batchesOfTask = work < kTaskElements ? std::min(batches, CeilDivide(kTaskElements, work)) : 1;
  ScratchLayout workspace;
  if (parts > 1) {
    workspace.Reserve(batches * parts * rows, elementSize);
  }
  workspaceBytes = workspace.Bytes();
}

size_t VectorPartition::Cost() const {
  return GemmPartition({batches, rows, 1, depth}, sizeof(float)).Cost();
}

namespace {

// The sums of some rows over [begin, end) of the depth.
template <typename T>
void SumRows(const VectorCall& call, int64_t batch, int64_t row, int64_t rows, int64_t begin, int64_t end,
             T* sums) {
  const bool inMemory = call.multiply == nullptr;
  const GemmMatrix matrix = inMemory ? call.matrix(batch) : GemmMatrix{};
  const GemmMatrix vector = call.vector(batch);
  if (begin == end) {
    std::fill_n(sums, rows, T{0});
  }
  // Memory is read in its order: a few rows from end to end where these lie side by side.
  const int64_t together = !inMemory ? call.lanesTogether : matrix.depthStride == 1 ? kRowsTogether : rows;
  const bool plain = vector.dtype == kTypeOf<T> && vector.depthStride == 1;
  // Another type, or layout, is packed: while the first rows are multiplied, for all of them, unless it is long.
  std::array<T, kPackedOnce> packed;
  const bool once = end - begin <= kPackedOnce;
  for (int64_t first = 0; first < rows; first += together) {
    const int64_t count = std::min(together, rows - first);
    for (int64_t depth = begin; depth < end; depth += kGemmDepth) {
      const int64_t depths = std::min(kGemmDepth, end - depth);
      T* const place = packed.data() + (once ? depth - begin : 0);
      if (!plain && (first == 0 || !once)) {
        PackMatrix<T>(vector, {0, 1, depth, depths}, 1, place);
      }
      const T* const numbers = plain ? reinterpret_cast<const T*>(vector.data) + depth : place;
      const GemmPiece piece{row + first, count, depth, depths};
      if constexpr (std::is_same_v<T, float>) {
        if (call.multiply != nullptr) {
          (*call.multiply)(piece, numbers, depth > begin, sums + first);
          continue;
        }
      }
      MultiplyVector<T>(matrix, piece, numbers, depth > begin, sums + first);
    }
  }
}

}  // namespace

template <typename T>
void RunMatrixVector(const VectorPartition& partition, const VectorCall& call, std::byte* workspace,
                     const backend::cpu::CpuContext& cpu) {
  // Without batches or rows nothing was cut.
  const int64_t strips = partition.rowsOfTask == 0 ? 0 : CeilDivide(partition.rows, partition.rowsOfTask);
  const int64_t batchTasks = strips == 0 ? 0 : CeilDivide(partition.batches, partition.batchesOfTask);
  const int64_t tasks = batchTasks * strips * partition.parts;
  auto* const parts = reinterpret_cast<T*>(workspace);
  const auto partOf = [&](int64_t batch, int64_t part) {
    return parts + (batch * partition.parts + part) * partition.rows;
  };
  cpu.ParallelFor(tasks, [&](int64_t task) {
    const int64_t place = call.oneMatrix ? task / batchTasks : task;
    const int64_t part = place % partition.parts;
    const int64_t row = place / partition.parts % strips * partition.rowsOfTask;
    const int64_t rows = std::min(partition.rowsOfTask, partition.rows - row);
    const int64_t first =
        (call.oneMatrix ? task % batchTasks : place / partition.parts / strips) * partition.batchesOfTask;
    const int64_t begin = part * partition.depthOfPart;
    const int64_t end = std::min(begin + partition.depthOfPart, partition.depth);
    for (int64_t batch = first; batch < std::min(first + partition.batchesOfTask, partition.batches);
         ++batch) {
      if (partition.parts > 1) {
        SumRows(call, batch, row, rows, begin, end, partOf(batch, part) + row);
      } else {
        std::array<T, kVectorMostRows> sums;
        SumRows(call, batch, row, rows, begin, end, sums.data());
        FinishRow(call.result(batch), call.alpha, call.beta, 0, row, rows, sums.data());
      }
    }
  });
  if (partition.parts <= 1) {
    return;
  }
  cpu.ParallelFor(partition.batches * strips, [&](int64_t task) {
    const int64_t batch = task / strips;
    const int64_t row = task % strips * partition.rowsOfTask;
    const int64_t rows = std::min(partition.rowsOfTask, partition.rows - row);
    std::array<T, kVectorMostRows> sums;
    for (int64_t i = 0; i < rows; ++i) {
      double sum = 0;
      for (int64_t part = 0; part < partition.parts; ++part) {
        sum += partOf(batch, part)[row + i];
      }
      sums[static_cast<size_t>(i)] = static_cast<T>(sum);
    }
    FinishRow(call.result(batch), call.alpha, call.beta, 0, row, rows, sums.data());
  });
}

template void MultiplyVector(const GemmMatrix&, const GemmPiece&, const float*, bool, float*);
template void MultiplyVector(const GemmMatrix&, const GemmPiece&, const double*, bool, double*);
template void RunMatrixVector<float>(const VectorPartition&, const VectorCall&, std::byte*,
                                     const backend::cpu::CpuContext&);
template void RunMatrixVector<double>(const VectorPartition&, const VectorCall&, std::byte*,
                                      const backend::cpu::CpuContext&);

}  // namespace openaclnn
#endif  // HWY_ONCE
