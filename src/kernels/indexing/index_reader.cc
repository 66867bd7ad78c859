// SPDX-License-Identifier: Apache-2.0
#include "kernels/indexing/index_reader.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <type_traits>

#include "base/visit_number.h"

namespace openaclnn {
namespace {

// Types that no C++ type is: tiles widen them.
bool IsHalf(DType dtype) {
  return dtype == DType::kFloat16 || dtype == DType::kBfloat16;
}

}  // namespace

IndexReader::IndexReader(const TensorView& view, int64_t outside)
    : view_(view), dims_(view), outside_(outside) {}

void IndexReader::Read(int64_t begin, int64_t count, int64_t* indices) const {
  if (view_.dtype == DType::kBool) {
    // Bytes, as memory may hold more than 0 and 1.
    ReadAs<uint8_t>(
        begin, count, [](uint8_t value) { return int64_t{value != 0}; }, indices);
    return;
  }
  const auto truncate = [this](double value) { return Truncate(value); };
  if (IsHalf(view_.dtype)) {
    TileBuffer buffer;
    const float* tile = TileReader(view_).Read(begin, count, buffer);
    std::transform(tile, tile + count, indices, truncate);
    return;
  }
  VisitNumber(view_.dtype, [&]<typename Element>(Element /*type*/) {
    if constexpr (std::is_integral_v<Element>) {
      ReadAs<Element>(
          begin, count, [](Element value) { return static_cast<int64_t>(value); }, indices);
    } else {
      ReadAs<Element>(begin, count, truncate, indices);
    }
  });
}

const int64_t* IndexReader::ReadTile(int64_t begin, int64_t count, Buffer& buffer) const {
  if (view_.dtype == DType::kInt64 && dims_.Contiguous()) {
    return reinterpret_cast<const int64_t*>(view_.data) + begin;
  }
  Read(begin, count, buffer.data());
  return buffer.data();
}

std::string IndexReader::Text(int64_t position) const {
  std::array<char, 32> text{};
  const auto show = [&](auto value) {
    return std::string(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
  };
  if (IsHalf(view_.dtype)) {
    TileBuffer buffer;
    return show(double{*TileReader(view_).Read(position, 1, buffer)});
  }
  if (view_.dtype == DType::kFloat || view_.dtype == DType::kDouble) {
    double value = 0;
    if (view_.dtype == DType::kDouble) {
      ReadAs<double>(position, 1, std::identity(), &value);
    } else {
      ReadAs<float>(position, 1, std::identity(), &value);
    }
    return show(value);
  }
  int64_t index = 0;
  Read(position, 1, &index);
  return show(index);
}

template <typename T, typename Convert, typename Result>
void IndexReader::ReadAs(int64_t begin, int64_t count, const Convert& convert, Result* results) const {
  const auto* source = reinterpret_cast<const T*>(view_.data);
  dims_.ForEachRun(begin, count, [&](int64_t offset, int64_t stride, int64_t run) {
    if (stride == 1) {
      std::transform(source + offset, source + offset + run, results, convert);
    } else {
      for (int64_t i = 0; i < run; ++i) {
        results[i] = convert(source[offset + i * stride]);
      }
    }
    results += run;
  });
}

int64_t IndexReader::Truncate(double value) const {
  constexpr double kEnd = 0x1p63;
  return value >= -kEnd && value < kEnd ? static_cast<int64_t>(value) : outside_;
}

}  // namespace openaclnn
