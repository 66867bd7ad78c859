// SPDX-License-Identifier: Apache-2.0
#include "simd/convert.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "simd/per_target.h"

#include <hwy/cache_control.h>

#include "simd/formats-inl.h"
#include "simd/streaming-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(WidenFloat16, void(const uint16_t* source, float* destination, int64_t count));
OPENACLNN_PER_TARGET(WidenBfloat16, void(const uint16_t* source, float* destination, int64_t count));
OPENACLNN_PER_TARGET(NarrowFloats,
                     void(DType dtype, const float* source, void* destination, int64_t count, Stores stores));
OPENACLNN_PER_TARGET(NarrowDoubles, void(DType dtype, const double* source, void* destination, int64_t count,
                                         Stores stores));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Format>
void Widen(const uint16_t* HWY_RESTRICT source, float* HWY_RESTRICT destination, int64_t count) {
  const hn::ScalableTag<float> floats;
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    hn::StoreU(Format::Load(floats, source + i), floats, destination + i);
  }
  const hn::CappedTag<float, 1> one;
  for (; i < count; ++i) {
    hn::StoreU(Format::Load(one, source + i), one, destination + i);
  }
}

// Converts a vector of results from where a source of either type stands. FLOAT is copied: what kernels make
// in place has not been here either.
template <class Format, class D>
void Convert(D floats, const float* source, typename Format::Element* destination) {
  if constexpr (std::is_same_v<Format, Float32>) {
    hn::StoreU(hn::LoadU(floats, source), floats, destination);
  } else {
    Format::Store(floats, hn::LoadU(floats, source), destination);
  }
}

template <class Format, class D>
void Convert(D floats, const double* source, typename Format::Element* destination) {
  const hn::Rebind<double, D> doubles;
  Format::Store(floats, ToFloat<Format>(doubles, hn::LoadU(doubles, source)), destination);
}

template <class Format, class Source, class Destination>
void Narrow(const Source* HWY_RESTRICT source, Destination* HWY_RESTRICT destination, int64_t count) {
  // As many lanes as the wider type has in a vector.
  const hn::Rebind<float, hn::ScalableTag<Source>> floats;
  const auto lanes = static_cast<int64_t>(hn::Lanes(floats));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) {
    Convert<Format>(floats, source + i, destination + i);
  }
  const hn::Rebind<float, hn::CappedTag<Source, 1>> one;
  for (; i < count; ++i) {
    Convert<Format>(one, source + i, destination + i);
  }
}

// As Narrow; whole cache lines of the destination are put together first and then stored past the caches.
template <class Format, class Source, class Destination>
void NarrowStreaming(const Source* HWY_RESTRICT source, Destination* HWY_RESTRICT destination,
                     int64_t count) {
  constexpr auto kLine = static_cast<int64_t>(kLineBytes / sizeof(Destination));
  const auto place =
      static_cast<int64_t>(reinterpret_cast<uintptr_t>(destination) % kLineBytes / sizeof(Destination));
  int64_t i = std::min(count, (kLine - place) % kLine);
  Narrow<Format>(source, destination, i);
  const hn::Rebind<float, hn::CappedTag<Source, kLine>> floats;
  const hn::CappedTag<Destination, kLine> vectors;
  for (; i + kLine <= count; i += kLine) {
    HWY_ALIGN std::array<Destination, kLine> line;
    for (size_t at = 0; at < kLine; at += hn::Lanes(floats)) {
      Convert<Format>(floats, source + i + static_cast<int64_t>(at), line.data() + at);
    }
    for (size_t at = 0; at < kLine; at += hn::Lanes(vectors)) {
      hn::Stream(hn::Load(vectors, line.data() + at), vectors, destination + i + at);
    }
  }
  hwy::FlushStream();
  Narrow<Format>(source + i, destination + i, count - i);
}

template <class Format, class Source, class Destination>
void Narrow(const Source* source, Destination* destination, int64_t count, Stores stores) {
  if (stores == Stores::kStreaming) {
    NarrowStreaming<Format>(source, destination, count);
  } else {
    Narrow<Format>(source, destination, count);
  }
}

template <class Source>
void NarrowTo(DType dtype, const Source* source, void* destination, int64_t count, Stores stores) {
  switch (dtype) {
    case DType::kFloat16:
      return Narrow<Float16>(source, static_cast<uint16_t*>(destination), count, stores);
    case DType::kBfloat16:
      return Narrow<Bfloat16>(source, static_cast<uint16_t*>(destination), count, stores);
    default:
      return Narrow<Float32>(source, static_cast<float*>(destination), count, stores);
  }
}

void WidenFloat16(const uint16_t* source, float* destination, int64_t count) {
  Widen<Float16>(source, destination, count);
}
void WidenBfloat16(const uint16_t* source, float* destination, int64_t count) {
  Widen<Bfloat16>(source, destination, count);
}
void NarrowFloats(DType dtype, const float* source, void* destination, int64_t count, Stores stores) {
  NarrowTo(dtype, source, destination, count, stores);
}
void NarrowDoubles(DType dtype, const double* source, void* destination, int64_t count, Stores stores) {
  NarrowTo(dtype, source, destination, count, stores);
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

void ConvertToFloat(DType dtype, const uint16_t* source, float* destination, int64_t count) {
  if (dtype == DType::kFloat16) {
    HWY_DYNAMIC_DISPATCH(WidenFloat16)(source, destination, count);
  } else {
    HWY_DYNAMIC_DISPATCH(WidenBfloat16)(source, destination, count);
  }
}

void ConvertTo(DType dtype, const float* source, void* destination, int64_t count, Stores stores) {
  HWY_DYNAMIC_DISPATCH(NarrowFloats)(dtype, source, destination, count, stores);
}

void ConvertTo(DType dtype, const double* source, void* destination, int64_t count, Stores stores) {
  HWY_DYNAMIC_DISPATCH(NarrowDoubles)(dtype, source, destination, count, stores);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
