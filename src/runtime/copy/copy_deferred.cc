// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy/copy_deferred.h"

#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/memory/memory_range.h"
#include "runtime/stream/body_work.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

// Any number that memory is not likely to hold by chance.
constexpr uint64_t kMark = 0x6f70656e61636c64;

struct Descriptor {
  uint64_t mark;
  const void* source;
  void* destination;
  size_t bytes;
};

Status ExpectInnerKind(int32_t kind) {
  return kind == ACL_MEMCPY_INNER_DEVICE_TO_DEVICE
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "kind", "ACL_MEMCPY_INNER_DEVICE_TO_DEVICE (6)",
                        std::to_string(kind));
}

Status CheckRanges(const void* source, const void* destination, size_t bytes, Places* places) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dst", destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", source));
  if (bytes == 0) {
    return Status::Ok();
  }
  return LocateBoth({"dst", destination, bytes, Side::kDevice}, {"src", source, bytes, Side::kDevice},
                    places);
}

// What a stream reports of a copy that it cannot do.
Status Failure(const char* function, const std::string& reason) {
  return {code::kRtSystemDma, std::string(function) + ": " + reason};
}

// On a stream's thread.
Status CopyNow(const char* function, backend::ExecutionContext& context, void* destination,
               const void* source, size_t bytes) {
  Places held;
  const Status status = CheckRanges(source, destination, bytes, &held);
  if (!status.IsOk()) {
    return Failure(function, status.Message());
  }
  context.Copy(destination, source, bytes);
  return Status::Ok();
}

Status LocateDescriptor(const void* descriptor, Place* place) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("desc", descriptor));
  return Locate("desc", descriptor, sizeof(Descriptor), Side::kDevice, place);
}

// The address that lies at `where`, which may be device memory, moved by `offset`.
template <typename Pointer>
Status ReadBase(backend::ExecutionContext& context, const char* argument, const Pointer* where, size_t offset,
                Pointer* address) {
  uintptr_t base = 0;
  context.Copy(&base, static_cast<const void*>(where), sizeof base);
  if (base == 0 || offset > std::numeric_limits<uintptr_t>::max() - base) {
    return Failure("aclrtMemcpyAsyncWithOffset", std::string("*") + argument +
                                                     ": expected a device address, got " +
                                                     std::to_string(base) + " + " + std::to_string(offset));
  }
  *address = reinterpret_cast<Pointer>(base + offset);  // NOLINT(performance-no-int-to-ptr): it is one
  return Status::Ok();
}

Status CopyBetweenBases(const OffsetCopyArguments& arguments, backend::ExecutionContext& context) {
  void* destination = nullptr;
  const void* source = nullptr;
  OPENACLNN_RETURN_IF_ERROR(
      ReadBase(context, "dst", arguments.destination, arguments.destinationOffset, &destination));
  OPENACLNN_RETURN_IF_ERROR(ReadBase(context, "src", arguments.source, arguments.sourceOffset, &source));
  return CopyNow("aclrtMemcpyAsyncWithOffset", context, destination, source, arguments.bytes);
}

}  // namespace

Status GetDescriptorSize(int32_t kind, size_t* bytes) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectInnerKind(kind));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("descSize", bytes));
  *bytes = sizeof(Descriptor);
  return Status::Ok();
}

Status SetDescriptor(void* descriptor, int32_t kind, const void* source, void* destination, size_t bytes,
                     const void* config) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  OPENACLNN_RETURN_IF_ERROR(ExpectInnerKind(kind));
  Place place;
  OPENACLNN_RETURN_IF_ERROR(LocateDescriptor(descriptor, &place));
  if (config != nullptr) {
    return Mismatch(code::kRtParamInvalid, "config", "null", AddressText(config));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("srcAddr", source));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dstAddr", destination));
  Places places;
  OPENACLNN_RETURN_IF_ERROR(CheckRanges(source, destination, bytes, &places));
  const Descriptor content{kMark, source, destination, bytes};
  return context->Device().Copy(descriptor, &content, sizeof content);
}

Status EnqueueDescribedCopy(const void* descriptor, int32_t kind, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectInnerKind(kind));
  Place place;
  OPENACLNN_RETURN_IF_ERROR(LocateDescriptor(descriptor, &place));
  constexpr const char* kName = "aclrtMemcpyAsyncWithDesc";
  return stream->Sink()->Launch(
      MakeWork(kName, kUnknownBytes,
               MemoryOf({"desc", descriptor, sizeof(Descriptor), Side::kDevice}, std::move(place)),
               [descriptor](backend::ExecutionContext& context) -> Status {
                 Descriptor content{};
                 context.Copy(&content, descriptor, sizeof content);
                 if (content.mark != kMark) {
                   return Failure(kName,
                                  "desc: expected what aclrtSetMemcpyDesc wrote, got memory that was "
                                  "overwritten or never set");
                 }
                 return CopyNow(kName, context, content.destination, content.source, content.bytes);
               }));
}

Status EnqueueOffsetCopy(const OffsetCopyArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  const void* const destination = static_cast<const void*>(arguments.destination);
  const void* const source = static_cast<const void*>(arguments.source);
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dst", destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", source));
  OPENACLNN_RETURN_IF_ERROR(ExpectInnerKind(arguments.kind));
  if (arguments.bytes > arguments.destinationBytes) {
    return Mismatch(code::kInvalidParam, "count",
                    "at most destMax = " + std::to_string(arguments.destinationBytes),
                    std::to_string(arguments.bytes));
  }
  Places places;
  OPENACLNN_RETURN_IF_ERROR(
      Locate("dst", destination, sizeof(void*), Side::kRegistered, &places.destination));
  OPENACLNN_RETURN_IF_ERROR(Locate("src", source, sizeof(void*), Side::kRegistered, &places.source));
  return stream->Sink()->Launch(MakeWork(
      "aclrtMemcpyAsyncWithOffset", arguments.bytes,
      MemoryOf({"dst", destination, sizeof(void*), Side::kRegistered},
               {"src", source, sizeof(void*), Side::kRegistered}, std::move(places)),
      [arguments](backend::ExecutionContext& context) { return CopyBetweenBases(arguments, context); }));
}

}  // namespace openaclnn::runtime
