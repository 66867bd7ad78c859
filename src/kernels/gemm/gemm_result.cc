// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/gemm_result.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "kernels/tiles/pack.h"
#include "simd/convert.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/formats-inl.h"
#include "simd/fused-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(CombineFloat, void(float alpha, float* sums, float beta, const float* added,
                                        int64_t step, int64_t count));
OPENACLNN_PER_TARGET(CombineDouble, void(double alpha, double* sums, double beta, const double* added,
                                         int64_t step, int64_t count));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// sums = alpha * sums + beta * added
template <typename T>
void Combine(T alpha, T* HWY_RESTRICT sums, T beta, const T* HWY_RESTRICT added, int64_t step,
             int64_t count) {
  ForEachVector(hn::ScalableTag<T>(), count, [=](auto d, int64_t i) HWY_ATTR {
    const auto other = step == 0 ? hn::Set(d, added[0]) : hn::LoadU(d, added + i);
    const auto sum = hn::LoadU(d, sums + i);
    hn::StoreU(MulAdd(d, hn::Set(d, alpha), sum, hn::Mul(hn::Set(d, beta), other)), d, sums + i);
  });
}
void CombineFloat(float alpha, float* sums, float beta, const float* added, int64_t step, int64_t count) {
  Combine(alpha, sums, beta, added, step, count);
}
void CombineDouble(double alpha, double* sums, double beta, const double* added, int64_t step,
                   int64_t count) {
  Combine(alpha, sums, beta, added, step, count);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

// A row of what is added: where it lies, or in `buffer`.
template <typename T>
struct Row {
  const T* data;
  int64_t step;  // 1, or 0: one number stands for all
};

template <typename T>
using RowBuffer = std::array<T, kGemmMostColumns>;

template <typename T>
Row<T> ReadRow(const GemmResult& result, int64_t row, int64_t column, int64_t count, RowBuffer<T>& buffer) {
  const auto size = static_cast<int64_t>(SizeOf(result.addedDtype));
  const int64_t stride = result.addedColumnStride;
  const std::byte* from = result.added + (row * result.addedRowStride + column * stride) * size;
  const int64_t elements = stride == 0 ? 1 : count;
  alignas(8) std::array<std::byte, kGemmMostColumns * sizeof(T)> gathered;
  if (stride > 1) {
    PackPlane(size, {1, elements, 0, stride * size}, from, gathered.data());
    from = gathered.data();
  }
  if constexpr (std::is_same_v<T, float>) {
    if (result.addedDtype != DType::kFloat) {
      ConvertToFloat(result.addedDtype, reinterpret_cast<const uint16_t*>(from), buffer.data(), elements);
      return {buffer.data(), stride == 0 ? 0 : 1};
    }
  }
  if (stride > 1) {
    std::copy_n(reinterpret_cast<const T*>(from), elements, buffer.data());
    return {buffer.data(), 1};
  }
  return {reinterpret_cast<const T*>(from), stride == 0 ? 0 : 1};
}

void CombineRow(float alpha, float* sums, float beta, const Row<float>& added, int64_t count) {
  HWY_DYNAMIC_DISPATCH(CombineFloat)(alpha, sums, beta, added.data, added.step, count);
}
void CombineRow(double alpha, double* sums, double beta, const Row<double>& added, int64_t count) {
  HWY_DYNAMIC_DISPATCH(CombineDouble)(alpha, sums, beta, added.data, added.step, count);
}

// Rounds to the type of the output.
void Store(DType dtype, const float* values, void* to, int64_t count) {
  ConvertTo(dtype, values, to, count, Stores::kCached);
}
void Store(DType /*dtype*/, const double* values, void* to, int64_t count) {
  std::copy_n(values, count, static_cast<double*>(to));
}

// Some columns of a row, rounded, in the runs that they make up in memory.
template <typename T>
void StoreRow(const GemmResult& result, int64_t row, int64_t column, int64_t count, const T* values) {
  const GemmColumns& columns = result.outColumns;
  const auto size = static_cast<int64_t>(SizeOf(result.outDtype));
  alignas(8) std::array<std::byte, kGemmMostColumns * sizeof(T)> rounded;
  while (count > 0) {
    const int64_t run = std::min(count, columns.RunFrom(column));
    std::byte* to = result.out + (row * result.outRowStride + columns.OffsetOf(column)) * size;
    if (columns.Step() == 1 || run == 1) {
      Store(result.outDtype, values, to, run);
    } else {
      Store(result.outDtype, values, rounded.data(), run);
      UnpackPlane(size, {1, run, 0, columns.Step() * size}, rounded.data(), to);
    }
    values += run;
    column += run;
    count -= run;
  }
}

}  // namespace

template <typename T>
void FinishRow(const GemmResult& result, double alpha, double beta, int64_t row, int64_t column,
               int64_t count, T* sums) {
  RowBuffer<T> buffer;
  Row<T> added{sums, 1};
  const bool adds = result.added != nullptr && beta != 0;
  if (adds) {
    added = ReadRow(result, row, column, count, buffer);
  }
  if (adds || alpha != 1) {
    // Without a summand its place is taken by zero times zero.
    const T zero = 0;
    CombineRow(static_cast<T>(alpha), sums, adds ? static_cast<T>(beta) : T{0},
               adds ? added : Row<T>{&zero, 0}, count);
  }
  StoreRow(result, row, column, count, sums);
}

template <typename T>
void CombineSums(T alpha, T* sums, T beta, const T* added, int64_t count) {
  const T zero = 0;
  CombineRow(alpha, sums, beta, added == nullptr ? Row<T>{&zero, 0} : Row<T>{added, 1}, count);
}

template <typename T>
void UnpackSums(DType dtype, const T* sums, int64_t lanes, int64_t elements, std::byte* out,
                int64_t laneStride, int64_t stride) {
  const auto size = static_cast<int64_t>(SizeOf(dtype));
  alignas(8) std::array<uint16_t, kGemmMostUnpacked> halves;
  const auto* from = reinterpret_cast<const std::byte*>(sums);
  if (size < static_cast<int64_t>(sizeof(T))) {
    Store(dtype, sums, halves.data(), lanes * elements);
    from = reinterpret_cast<const std::byte*>(halves.data());
  }
  UnpackPlane(size, {elements, lanes, stride * size, laneStride * size}, from, out);
}

template void CombineSums(float, float*, float, const float*, int64_t);
template void CombineSums(double, double*, double, const double*, int64_t);
template void UnpackSums(DType, const float*, int64_t, int64_t, std::byte*, int64_t, int64_t);
template void UnpackSums(DType, const double*, int64_t, int64_t, std::byte*, int64_t, int64_t);
template void FinishRow(const GemmResult&, double, double, int64_t, int64_t, int64_t, float*);
template void FinishRow(const GemmResult&, double, double, int64_t, int64_t, int64_t, double*);

}  // namespace openaclnn
#endif  // HWY_ONCE
