// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/merged_dims.h"
#include "base/tensor_view.h"

namespace openaclnn {

// Writes a tensor of INT32 or INT64 whatever its strides: what IndexReader reads.
class IndexWriter {
 public:
  explicit IndexWriter(const TensorView& view)
      : data_(view.data), wide_(view.dtype == DType::kInt64), dims_(view) {}

  // Elements [begin, begin + count) of the row-major order.
  void Write(int64_t begin, int64_t count, const int64_t* indices) const {
    dims_.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
      for (int64_t i = 0; i < run; ++i) {
        Put(offset + i * stride, *indices++);
      }
    });
  }
  void Write(int64_t element, int64_t index) const { Put(dims_.RunFrom(element).offset, index); }

 private:
  void Put(int64_t offset, int64_t index) const {
    if (wide_) {
      reinterpret_cast<int64_t*>(data_)[offset] = index;
    } else {
      reinterpret_cast<int32_t*>(data_)[offset] = static_cast<int32_t>(index);
    }
  }

  std::byte* data_;
  bool wide_;
  MergedDims dims_;
};

}  // namespace openaclnn
