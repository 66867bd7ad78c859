// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory_range.h"

#include <string>
#include <utility>

#include "acl/acl_rt.h"
#include "backend/known_ranges.h"
#include "checker/device_memory.h"
#include "checker/settings.h"
#include "runtime/core/check.h"
#include "runtime/device/peers.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::KnownRanges;
using backend::MemoryKind;

const char* NameOf(Side side) {
  switch (side) {
    case Side::kDevice:
      return "device memory";
    case Side::kRegistered:
      return "device memory, or host memory of aclrtMallocHost or aclrtHostRegister";
    case Side::kHost:
    case Side::kAny:
      break;
  }
  return "host memory";
}

std::string Describe(const Allocation& block) {
  return std::string(block.Kind() == MemoryKind::kDevice ? "device block of " : "pinned host block of ") +
         std::to_string(block.Bytes()) + " bytes at " + AddressText(block.Base());
}

Status CheckInBlock(const char* argument, const void* address, size_t bytes, Side side,
                    const Allocation& block) {
  const bool isDevice = block.Kind() == MemoryKind::kDevice;
  if ((side == Side::kDevice && !isDevice) || (side == Side::kHost && isDevice)) {
    return Mismatch(code::kRtParamInvalid, argument, NameOf(side),
                    AddressText(address) + ", which lies in the " + Describe(block));
  }
  if (!block.Contains(address, bytes)) {
    const auto offset = static_cast<size_t>(static_cast<const std::byte*>(address) - block.Base());
    return Mismatch(
        code::kRtParamInvalid, argument,
        "a range inside one block: at most " + std::to_string(block.Bytes() - offset) + " bytes here",
        std::to_string(bytes) + " bytes at offset " + std::to_string(offset) + " of the " + Describe(block));
  }
  return Status::Ok();
}

// For a range that does not begin in a live block.
Status CheckOutsideOfBlocks(const char* argument, const void* address, size_t bytes) {
  const std::string range = std::to_string(bytes) + " bytes at " + AddressText(address);
  const auto begin = reinterpret_cast<uintptr_t>(address);
  if (begin + (bytes - 1) < begin) {
    return Mismatch(code::kRtParamInvalid, argument, "a range of memory", range + ", which wraps around");
  }
  if (KnownRanges::Instance().TouchesHeap(address, 1)) {
    return Mismatch(code::kRtParamInvalid, argument, "live memory",
                    AddressText(address) + ", which lies in memory that was freed or never allocated");
  }
  if (const auto hit = AllocationRegistry::Instance().FindTouching(address, bytes)) {
    return Mismatch(code::kRtParamInvalid, argument, "a range of host memory",
                    range + ", which runs into the " + Describe(*hit));
  }
  if (KnownRanges::Instance().TouchesHeap(address, bytes)) {
    return Mismatch(code::kRtParamInvalid, argument, "a range of host memory",
                    range + ", which runs into memory that was freed or never allocated");
  }
  if (AllocationRegistry::Instance().TouchesReserved(address, bytes)) {
    return Mismatch(code::kRtParamInvalid, argument, "memory that can be accessed",
                    range +
                        ": there or behind it are addresses of aclrtReserveMemAddress without memory or "
                        "without access");
  }
  return Status::Ok();
}

}  // namespace

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

Status Locate(const char* argument, const void* address, size_t bytes, Side side, Place* place) {
  if (std::shared_ptr<Allocation> block = AllocationRegistry::Instance().Find(address, bytes)) {
    OPENACLNN_RETURN_IF_ERROR(CheckInBlock(argument, address, bytes, side, *block));
    *place = {std::move(block), true};
    return Status::Ok();
  }
  OPENACLNN_RETURN_IF_ERROR(CheckOutsideOfBlocks(argument, address, bytes));
  const backend::Registration registration = KnownRanges::Instance().FindRegistered(address, bytes);
  if (side == Side::kDevice || (side == Side::kRegistered && registration.memory == nullptr)) {
    return Mismatch(code::kRtParamInvalid, argument, NameOf(side),
                    AddressText(address) + ", which is ordinary host memory");
  }
  *place = {nullptr, registration.memory != nullptr && registration.pinned};
  return Status::Ok();
}

Status LocateBoth(const Range& destination, const Range& source, Places* places) {
  OPENACLNN_RETURN_IF_ERROR(Locate(destination.argument, destination.address, destination.bytes,
                                   destination.side, &places->destination));
  OPENACLNN_RETURN_IF_ERROR(
      Locate(source.argument, source.address, source.bytes, source.side, &places->source));
  if (places->destination.IsDevice() && places->source.IsDevice()) {
    OPENACLNN_RETURN_IF_ERROR(
        ExpectPeerAccess(places->source.block->DeviceId(), places->destination.block->DeviceId()));
  }
  if (checker::IsOn(checker::kMemory)) [[unlikely]] {
    checker::NoteRead("a copy", source.address, source.bytes);
    checker::NoteWrite(destination.address, destination.bytes);
  }
  return Status::Ok();
}

backend::TaskMemories MemoryOf(const Range& range, Place place) {
  backend::TaskMemories memory;
  if (place.block != nullptr) {
    memory.push_back({range.argument, range.address, range.bytes, std::move(place.block)});
  }
  return memory;
}

backend::TaskMemories MemoryOf(const Range& destination, const Range& source, Places places) {
  backend::TaskMemories memory = MemoryOf(destination, std::move(places.destination));
  for (backend::TaskMemory& one : MemoryOf(source, std::move(places.source))) {
    memory.push_back(std::move(one));
  }
  return memory;
}

}  // namespace openaclnn::runtime
