// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstddef>
#include <cstdint>

#include "acl/acl.h"
#include "base/dtype.h"
#include "base/errors.h"
#include "base/object_slabs.h"
#include "checker/objects.h"
#include "runtime/core/check.h"

using openaclnn::Boundary;
using openaclnn::Status;
namespace runtime = openaclnn::runtime;

struct aclDataBuffer {
  void* data;
  size_t size;
};

namespace {

constinit openaclnn::ObjectSlabs<aclDataBuffer> buffers("aclDataBuffer");

Status ExpectBuffer(const aclDataBuffer* dataBuffer) {
  OPENACLNN_RETURN_IF_ERROR(runtime::ExpectNotNull("dataBuffer", dataBuffer));
  return buffers.IsLive(dataBuffer)
             ? Status::Ok()
             : buffers.Refusal(openaclnn::code::kInvalidParam, "dataBuffer", dataBuffer);
}

Status ExpectMemory(const void* data, size_t size) {
  return size == 0 ? Status::Ok() : runtime::ExpectNotNull("data", data);
}

// A member of a description, or nothing where there is none.
template <typename Member>
Member Get(const char* function, const aclDataBuffer* dataBuffer, Member aclDataBuffer::*member) {
  Member value{};
  Boundary(function, [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectBuffer(dataBuffer));
    value = dataBuffer->*member;
    return Status::Ok();
  });
  return value;
}

}  // namespace

extern "C" {

size_t aclDataTypeSize(aclDataType dataType) {
  return openaclnn::SizeOf(static_cast<openaclnn::DType>(openaclnn::NumberOf(dataType)));
}

float aclFloat16ToFloat(aclFloat16 value) {
  const uint32_t sign = (value & 0x8000U) << 16U;
  const uint32_t magnitude = value & 0x7fffU;
  if (magnitude < 0x0400U) {  // zero or subnormal: a whole number of 2^-24
    const float number = static_cast<float>(magnitude) * 0x1p-24F;
    return sign == 0 ? number : -number;
  }
  // Exponent 31 as any other: that is how the API documents it.
  return std::bit_cast<float>(sign | ((magnitude << 13U) + ((127U - 15U) << 23U)));
}

aclFloat16 aclFloatToFloat16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16U) & 0x8000U;
  uint32_t magnitude = bits & 0x7fffffffU;
  constexpr uint32_t kInfinity = 0x7f800000U;
  constexpr uint32_t kLargestHalf = 0x7bffU;
  constexpr uint32_t kOverflow = std::bit_cast<uint32_t>(65520.0F);  // would round to infinity
  constexpr uint32_t kSmallestNormal = std::bit_cast<uint32_t>(0x1p-14F);
  if (magnitude > kInfinity) {
    return kLargestHalf;  // NaN of either sign
  }
  if (magnitude >= kOverflow) {
    return static_cast<aclFloat16>(sign | kLargestHalf);
  }
  if (magnitude < kSmallestNormal) {
    // The sum's last place is 2^-24, as a subnormal half's: the addition does the rounding.
    const float sum = std::bit_cast<float>(magnitude) + 0.5F;
    return static_cast<aclFloat16>(sign | (std::bit_cast<uint32_t>(sum) - std::bit_cast<uint32_t>(0.5F)));
  }
  magnitude += 0xfffU + ((magnitude >> 13U) & 1U);  // to nearest, ties to even
  return static_cast<aclFloat16>(sign | ((magnitude - ((127U - 15U) << 23U)) >> 13U));
}

aclDataBuffer* aclCreateDataBuffer(void* data, size_t size) {
  aclDataBuffer* made = nullptr;
  Boundary("aclCreateDataBuffer", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectMemory(data, size));
    made = buffers.Make([&](aclDataBuffer& buffer) { buffer = {data, size}; });
    return Status::Ok();
  });
  return openaclnn::checker::NoteMade("aclDataBuffer", made);
}

aclError aclDestroyDataBuffer(const aclDataBuffer* dataBuffer) {
  return Boundary("aclDestroyDataBuffer", [&]() -> Status {
    if (dataBuffer == nullptr) {
      return Status::Ok();
    }
    OPENACLNN_RETURN_IF_ERROR(ExpectBuffer(dataBuffer));
    openaclnn::checker::NoteEnded(dataBuffer);
    return buffers.Destroy(dataBuffer) ? Status::Ok() : ExpectBuffer(dataBuffer);
  });
}

aclError aclUpdateDataBuffer(aclDataBuffer* dataBuffer, void* data, size_t size) {
  return Boundary("aclUpdateDataBuffer", [&]() -> Status {
    OPENACLNN_RETURN_IF_ERROR(ExpectBuffer(dataBuffer));
    OPENACLNN_RETURN_IF_ERROR(ExpectMemory(data, size));
    *dataBuffer = {data, size};
    return Status::Ok();
  });
}

void* aclGetDataBufferAddr(const aclDataBuffer* dataBuffer) {
  return Get("aclGetDataBufferAddr", dataBuffer, &aclDataBuffer::data);
}

uint32_t aclGetDataBufferSize(const aclDataBuffer* dataBuffer) {
  return static_cast<uint32_t>(Get("aclGetDataBufferSize", dataBuffer, &aclDataBuffer::size));
}

size_t aclGetDataBufferSizeV2(const aclDataBuffer* dataBuffer) {
  return Get("aclGetDataBufferSizeV2", dataBuffer, &aclDataBuffer::size);
}

}  // extern "C"
