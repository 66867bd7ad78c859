// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/reduce.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "acl/acl_rt.h"
#include "base/dtype.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/memory/memory_range.h"
#include "runtime/stream/body_work.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

using backend::ReduceOperation;
using backend::Reduction;

constexpr auto kNoType = static_cast<DType>(INT32_MAX);

Status OperationOf(int32_t kind, ReduceOperation* operation) {
  switch (kind) {
    case ACL_RT_MEMCPY_SDMA_AUTOMATIC_SUM:
      *operation = ReduceOperation::kSum;
      return Status::Ok();
    case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MAX:
      *operation = ReduceOperation::kMax;
      return Status::Ok();
    case ACL_RT_MEMCPY_SDMA_AUTOMATIC_MIN:
      *operation = ReduceOperation::kMin;
      return Status::Ok();
    case ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL:
      return {code::kRtFeatureNotSupported,
              "kind: ACL_RT_MEMCPY_SDMA_AUTOMATIC_EQUAL is not supported: what it does is not documented"};
    default:
      return Mismatch(code::kRtParamInvalid, "kind", "an aclrtReduceKind (10 to 13)", std::to_string(kind));
  }
}

Status CheckType(int32_t number) {
  const auto dtype = static_cast<DType>(number);
  switch (dtype) {
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
    case DType::kInt8:
    case DType::kInt16:
    case DType::kInt32:
      return Status::Ok();
    default:
      break;
  }
  constexpr const char* kExpected = "INT8, INT16, INT32, FLOAT16, BFLOAT16 or FLOAT";
  const std::string_view name = NameOf(dtype);
  return dtype == DType::kUndefined || name == NameOf(kNoType)
             ? Mismatch(code::kRtParamInvalid, "type", kExpected, std::to_string(number))
             : Mismatch(code::kRtFeatureNotSupported, "type", kExpected, name);
}

Status LocateOnDevice(const char* argument, const void* address, size_t bytes, int deviceId, Place* place) {
  OPENACLNN_RETURN_IF_ERROR(Locate(argument, address, bytes, Side::kDevice, place));
  return place->block->DeviceId() == deviceId
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, argument,
                        "memory of the stream's device " + std::to_string(deviceId),
                        "memory of device " + std::to_string(place->block->DeviceId()));
}

}  // namespace

Status EnqueueReduce(const ReduceArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dst", arguments.destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", arguments.source));
  Reduction reduction{};
  OPENACLNN_RETURN_IF_ERROR(OperationOf(arguments.kind, &reduction.operation));
  OPENACLNN_RETURN_IF_ERROR(CheckType(arguments.dtype));
  if (arguments.reserve != nullptr) {
    return Mismatch(code::kRtParamInvalid, "reserve", "null", AddressText(arguments.reserve));
  }
  reduction.dtype = static_cast<DType>(arguments.dtype);
  reduction.destination = arguments.destination;
  reduction.source = arguments.source;
  reduction.bytes = arguments.bytes;
  if (reduction.bytes % SizeOf(reduction.dtype) != 0) {
    return Mismatch(code::kRtParamInvalid, "count",
                    "bytes of whole elements: a multiple of " + std::to_string(SizeOf(reduction.dtype)),
                    std::to_string(reduction.bytes));
  }
  if (reduction.bytes == 0) {
    return Status::Ok();
  }
  Places places;
  OPENACLNN_RETURN_IF_ERROR(
      LocateOnDevice("dst", reduction.destination, reduction.bytes, stream->DeviceId(), &places.destination));
  OPENACLNN_RETURN_IF_ERROR(
      LocateOnDevice("src", reduction.source, reduction.bytes, stream->DeviceId(), &places.source));
  if (checker::IsOn(checker::kAny)) [[unlikely]] {
    checker::NoteCopy(stream->Sink(), reduction.destination, reduction.source, reduction.bytes);
  }
  return stream->Sink()->Launch(
      MakeWork("aclrtReduceAsync", reduction.bytes,
               MemoryOf({"dst", reduction.destination, reduction.bytes, Side::kDevice},
                        {"src", reduction.source, reduction.bytes, Side::kDevice}, std::move(places)),
               [reduction](backend::ExecutionContext& context) {
                 context.Reduce(reduction);
                 return Status::Ok();
               }));
}

}  // namespace openaclnn::runtime
