// SPDX-License-Identifier: Apache-2.0
#include "runtime/copy.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "backend/allocation_registry.h"
#include "runtime/check.h"
#include "runtime/current_context.h"
#include "runtime/peers.h"
#include "runtime/streams.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::MemoryKind;

// What one side of a copy has to be. The direction of a copy follows from its addresses, so a kind that says
// "host" says nothing; one that says "device" must find device memory, or a stale or mistaken pointer would
// pass for host memory and be written to.
enum class Side { kAny, kDevice, kRegistered };

struct Sides {
  Side destination;
  Side source;
};

std::optional<Sides> SidesOf(int32_t kind) {
  switch (kind) {
    case ACL_MEMCPY_HOST_TO_HOST:
    case ACL_MEMCPY_DEFAULT:
      return Sides{Side::kAny, Side::kAny};
    case ACL_MEMCPY_HOST_TO_DEVICE:
    case ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE:
      return Sides{Side::kDevice, Side::kAny};
    case ACL_MEMCPY_DEVICE_TO_HOST:
      return Sides{Side::kAny, Side::kDevice};
    case ACL_MEMCPY_DEVICE_TO_DEVICE:
    case ACL_MEMCPY_INNER_DEVICE_TO_DEVICE:
    case ACL_MEMCPY_INTER_DEVICE_TO_DEVICE:
      return Sides{Side::kDevice, Side::kDevice};
    default:
      return std::nullopt;
  }
}

using Block = std::shared_ptr<Allocation>;  // null: ordinary host memory

bool IsDevice(const Block& block) {
  return block != nullptr && block->Kind() == MemoryKind::kDevice;
}

std::string Describe(const Allocation& block) {
  return std::string(block.Kind() == MemoryKind::kDevice ? "device block of " : "pinned host block of ") +
         std::to_string(block.Bytes()) + " bytes at " + AddressText(block.Base());
}

// Finds the live block around a range, and checks that the range is what the call may touch.
Status Locate(const char* argument, const void* address, size_t bytes, Side side, Block* block) {
  const auto begin = reinterpret_cast<uintptr_t>(address);
  Block found = AllocationRegistry::Instance().Find(address);
  if (found == nullptr) {
    if (side != Side::kAny) {
      return Mismatch(
          code::kRtParamInvalid, argument,
          side == Side::kDevice ? "device memory" : "device memory, or host memory of aclrtMallocHost",
          AddressText(address) + ", which is ordinary host memory or was freed");
    }
    // A range that begins in ordinary memory must not run into a block either.
    const bool wraps = begin + (bytes - 1) < begin;
    const Block hit =
        wraps ? nullptr
              : AllocationRegistry::Instance().Find(static_cast<const std::byte*>(address) + (bytes - 1));
    if (wraps || hit != nullptr) {
      return Mismatch(
          code::kRtParamInvalid, argument, "a range of host memory",
          std::to_string(bytes) + " bytes at " + AddressText(address) +
              (hit == nullptr ? ", which wraps around" : ", which runs into the " + Describe(*hit)));
    }
    return Status::Ok();
  }
  if (side == Side::kDevice && found->Kind() != MemoryKind::kDevice) {
    return Mismatch(code::kRtParamInvalid, argument, "device memory",
                    AddressText(address) + ", which lies in the " + Describe(*found));
  }
  if (!found->Contains(address, bytes)) {
    const size_t offset = begin - reinterpret_cast<uintptr_t>(found->Base());
    return Mismatch(
        code::kRtParamInvalid, argument,
        "a range inside one block: at most " + std::to_string(found->Bytes() - offset) + " bytes here",
        std::to_string(bytes) + " bytes at offset " + std::to_string(offset) + " of the " + Describe(*found));
  }
  *block = std::move(found);
  return Status::Ok();
}

Status ExpectFits(const char* limitArgument, size_t bytes, size_t limit) {
  return bytes <= limit ? Status::Ok()
                        : Mismatch(code::kInvalidParam, "count",
                                   std::string("at most ") + limitArgument + " = " + std::to_string(limit),
                                   std::to_string(bytes));
}

struct Blocks {
  Block destination;
  Block source;
};

Status CheckCopy(const CopyArguments& copy, Blocks* blocks) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("dst", copy.destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("src", copy.source));
  OPENACLNN_RETURN_IF_ERROR(ExpectFits("destMax", copy.bytes, copy.destinationBytes));
  const std::optional<Sides> sides = SidesOf(copy.kind);
  if (!sides) {
    return Mismatch(code::kRtParamInvalid, "kind", "an aclrtMemcpyKind (0 to 7)", std::to_string(copy.kind));
  }
  if (copy.bytes == 0) {
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(
      Locate("dst", copy.destination, copy.bytes, sides->destination, &blocks->destination));
  OPENACLNN_RETURN_IF_ERROR(Locate("src", copy.source, copy.bytes, sides->source, &blocks->source));
  return IsDevice(blocks->destination) && IsDevice(blocks->source)
             ? ExpectPeerAccess(blocks->source->DeviceId(), blocks->destination->DeviceId())
             : Status::Ok();
}

Status CheckFill(const FillArguments& fill, Block* block) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", fill.destination));
  OPENACLNN_RETURN_IF_ERROR(ExpectFits("maxCount", fill.bytes, fill.destinationBytes));
  return fill.bytes == 0 ? Status::Ok()
                         : Locate("devPtr", fill.destination, fill.bytes, Side::kRegistered, block);
}

// Waits for what a stream has been given so far; failures of earlier work stay for the stream's next
// synchronize.
class TailWait {
 public:
  TailWait(const std::shared_ptr<backend::Stream>& stream, std::shared_ptr<backend::Event> event)
      : stream_(stream), event_(std::move(event)) {}
  TailWait(const TailWait&) = delete;
  TailWait& operator=(const TailWait&) = delete;
  // In a destructor, because the caller's memory must be left alone however the call ends.
  ~TailWait() {
    try {
      if (stream_->Record(event_).IsOk()) {
        static_cast<void>(event_->Synchronize(std::nullopt));
        return;
      }
    } catch (...) {  // NOLINT(bugprone-empty-catch): without the memory for a record, the whole stream is
                     // waited for
    }
    stream_->Drain();
  }

 private:
  const std::shared_ptr<backend::Stream>& stream_;
  const std::shared_ptr<backend::Event> event_;
};

}  // namespace

Status Copy(const CopyArguments& arguments) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  Blocks blocks;
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(arguments, &blocks));
  return context->Device().Copy(arguments.destination, arguments.source, arguments.bytes);
}

Status Fill(const FillArguments& arguments) {
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  Block block;
  OPENACLNN_RETURN_IF_ERROR(CheckFill(arguments, &block));
  return context->Device().Fill(arguments.destination, arguments.value, arguments.bytes);
}

Status EnqueueCopy(const CopyArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  Blocks blocks;
  OPENACLNN_RETURN_IF_ERROR(CheckCopy(arguments, &blocks));
  const bool onHost = arguments.bytes > 0 && !IsDevice(blocks.destination) && !IsDevice(blocks.source);
  if (arguments.kind == ACL_MEMCPY_HOST_TO_HOST || onHost) {
    return {code::kRtFeatureNotSupported, "kind: asynchronous copies from host to host are not supported"};
  }
  if (arguments.bytes == 0) {
    return Status::Ok();
  }
  const bool wait = blocks.destination == nullptr || blocks.source == nullptr ||
                    arguments.kind == ACL_MEMCPY_HOST_TO_BUF_TO_DEVICE;
  const std::shared_ptr<backend::Stream>& queue = stream->Queue();
  if (!wait) {
    auto keepAlive = std::make_shared<const Blocks>(std::move(blocks));
    return queue->Copy(arguments.destination, arguments.source, arguments.bytes, std::move(keepAlive));
  }
  std::shared_ptr<backend::Event> event = stream->Device().CreateEvent();
  const TailWait untilDone(queue, std::move(event));
  // The call outlasts the copy, and holds the blocks.
  return queue->Copy(arguments.destination, arguments.source, arguments.bytes, nullptr);
}

Status EnqueueFill(const FillArguments& arguments, void* streamHandle) {
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  Block block;
  OPENACLNN_RETURN_IF_ERROR(CheckFill(arguments, &block));
  if (arguments.bytes == 0) {
    return Status::Ok();
  }
  return stream->Queue()->Fill(arguments.destination, arguments.value, arguments.bytes, std::move(block));
}

}  // namespace openaclnn::runtime
