// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/virtual_memory.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "backend/allocation_registry.h"
#include "backend/registry.h"
#include "base/no_destructor.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/physical_memory.h"

namespace openaclnn::runtime {
namespace {

using backend::AddressRange;
using backend::Allocation;
using backend::AllocationRegistry;

// Addresses that clients reserved, until the last mapping in them is gone.
struct AddressSpace {
  explicit AddressSpace(std::shared_ptr<AddressRange> addresses) : range(std::move(addresses)) {
    AllocationRegistry::Instance().InsertReserved(range->Base(), range->Bytes());
  }
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace() { AllocationRegistry::Instance().RemoveReserved(range->Base()); }

  const std::shared_ptr<AddressRange> range;
};

// Memory in place. Queued work that uses it holds it, so it can outlast aclrtUnmapMem.
struct Mapping {
  Mapping(std::shared_ptr<AddressSpace> addresses, size_t where, std::shared_ptr<Physical> mapped)
      : space(std::move(addresses)), offset(where), physical(std::move(mapped)) {}
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;
  ~Mapping() {
    if (inPlace) {
      space->range->Unmap(offset);
    }
  }

  const std::shared_ptr<AddressSpace> space;
  const size_t offset;
  const std::shared_ptr<Physical> physical;
  bool inPlace = false;
};

bool IsDevice(const aclrtMemLocation& location) {
  return NumberOf(location.type) == ACL_MEM_LOCATION_TYPE_DEVICE;
}

bool Same(const aclrtMemLocation& one, const aclrtMemLocation& other) {
  return NumberOf(one.type) == NumberOf(other.type) && (!IsDevice(one) || one.id == other.id);
}

struct Piece {
  std::shared_ptr<Mapping> mapping;
  std::shared_ptr<Allocation> allocation;  // null while no device has access
  std::vector<aclrtMemLocation> admitted;  // to whom access was given

  [[nodiscard]] size_t Bytes() const { return mapping->physical->memory->Bytes(); }
};

struct Reservation {
  std::shared_ptr<AddressSpace> space;
  std::map<uintptr_t, Piece> pieces;
};

struct VirtualState {
  static VirtualState& Instance() {
    static NoDestructor<VirtualState> state;
    return *state;
  }

  std::mutex mutex;
  std::map<uintptr_t, Reservation> reservations;
};

// The reservation around an address; null if there is none. Requires the state's mutex.
Reservation* FindReservation(const void* address) {
  const auto value = reinterpret_cast<uintptr_t>(address);
  auto next = VirtualState::Instance().reservations.upper_bound(value);
  if (next == VirtualState::Instance().reservations.begin()) {
    return nullptr;
  }
  --next;
  return value - next->first < next->second.space->range->Bytes() ? &next->second : nullptr;
}

// The mapped piece around an address, and where it begins. Requires the state's mutex.
Status FindPiece(const void* address, Piece** piece, uintptr_t* begin) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("virPtr", address));
  const auto value = reinterpret_cast<uintptr_t>(address);
  if (Reservation* const reservation = FindReservation(address)) {
    const auto next = reservation->pieces.upper_bound(value);
    if (next != reservation->pieces.begin() &&
        value - std::prev(next)->first < std::prev(next)->second.Bytes()) {
      *begin = std::prev(next)->first;
      *piece = &std::prev(next)->second;
      return Status::Ok();
    }
  }
  return Mismatch(code::kRtParamInvalid, "virPtr", "an address where memory is mapped",
                  AddressText(address) + ", where none is");
}

// The mapped piece that begins at an address. Requires the state's mutex.
Status FindPieceAt(const void* address, Piece** piece) {
  uintptr_t begin = 0;
  OPENACLNN_RETURN_IF_ERROR(FindPiece(address, piece, &begin));
  return begin == reinterpret_cast<uintptr_t>(address)
             ? Status::Ok()
             : Mismatch(code::kRtParamInvalid, "virPtr", "the address that memory was mapped to",
                        AddressText(address) + ", which lies inside the piece at " +
                            AddressText(static_cast<const std::byte*>(address) -
                                        (reinterpret_cast<uintptr_t>(address) - begin)));
}

// Makes the piece known as memory of its device, which others can use from now on.
void Publish(Piece& piece) {
  const Mapping& mapping = *piece.mapping;
  AddressRange& range = *mapping.space->range;
  piece.allocation = std::make_shared<Allocation>(static_cast<int>(mapping.physical->properties.location.id),
                                                  range.Base() + mapping.offset, piece.Bytes(),
                                                  Allocation::Lent{"aclrtMapMem", piece.mapping, &range});
  AllocationRegistry::Instance().Insert(piece.allocation);
}

// Requires the state's mutex.
Status ExpectMappable(const MapArguments& arguments, const Physical& physical, Reservation** reservation) {
  if (arguments.size != physical.memory->Bytes()) {
    return Mismatch(code::kRtParamInvalid, "size",
                    std::to_string(physical.memory->Bytes()) + ", the size of the physical memory",
                    std::to_string(arguments.size));
  }
  const auto address = reinterpret_cast<uintptr_t>(arguments.address);
  if (address % MappingGranularity() != 0) {
    return Mismatch(code::kRtParamInvalid, "virPtr",
                    "a multiple of the granularity, " + std::to_string(MappingGranularity()),
                    AddressText(arguments.address));
  }
  Reservation* const found = FindReservation(arguments.address);
  if (found == nullptr) {
    return Mismatch(code::kRtParamInvalid, "virPtr", "an address inside a range of aclrtReserveMemAddress",
                    AddressText(arguments.address));
  }
  const AddressRange& range = *found->space->range;
  const size_t left = range.Bytes() - (address - reinterpret_cast<uintptr_t>(range.Base()));
  if (arguments.size > left) {
    return Mismatch(code::kRtParamInvalid, "size",
                    "at most " + std::to_string(left) + " bytes, which are left of the reserved range",
                    std::to_string(arguments.size));
  }
  if (!found->pieces.empty()) {
    const Physical& first = *found->pieces.begin()->second.mapping->physical;
    if (first.properties.location.id != physical.properties.location.id ||
        first.imported != physical.imported) {
      const auto describe = [](const Physical& memory) {
        return std::string(memory.imported ? "imported" : "own") + " memory of device " +
               std::to_string(memory.properties.location.id);
      };
      return Mismatch(code::kRtParamInvalid, "handle",
                      describe(first) + ", which the reserved range has already", describe(physical));
    }
  }
  *reservation = found;
  return Status::Ok();
}

Status Map(const MapArguments& arguments, bool accessible) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("virPtr", arguments.address));
  if (arguments.offset != 0) {
    return Mismatch(code::kRtParamInvalid, "offset", "0", std::to_string(arguments.offset));
  }
  OPENACLNN_RETURN_IF_ERROR(ExpectNoFlags(arguments.flags));
  VirtualState& state = VirtualState::Instance();
  Piece piece;  // goes after the lock where something fails
  const std::lock_guard lock(state.mutex);
  std::shared_ptr<Physical> physical;
  OPENACLNN_RETURN_IF_ERROR(FindPhysical(arguments.handle, &physical));
  Reservation* reservation = nullptr;
  OPENACLNN_RETURN_IF_ERROR(ExpectMappable(arguments, *physical, &reservation));
  const std::shared_ptr<AddressRange>& range = reservation->space->range;
  const auto offset = static_cast<size_t>(static_cast<std::byte*>(arguments.address) - range->Base());
  piece.mapping = std::make_shared<Mapping>(reservation->space, offset, physical);
  const Status mapped = range->Map(offset, physical->memory, accessible);
  if (!mapped.IsOk()) {
    return {mapped.Code(), "virPtr: " + mapped.Message()};
  }
  piece.mapping->inPlace = true;
  const auto address = reinterpret_cast<uintptr_t>(arguments.address);
  const auto entry = reservation->pieces.emplace(address, piece).first;
  if (accessible) {
    try {
      entry->second.admitted.push_back(physical->properties.location);
      Publish(entry->second);
    } catch (...) {
      reservation->pieces.erase(entry);
      throw;
    }
  }
  return Status::Ok();
}

Status ExpectDescription(const aclrtMemAccessDesc& description, size_t index) {
  const std::string name = "desc[" + std::to_string(index) + "]";
  const int32_t flags = NumberOf(description.flags);
  if (flags != ACL_RT_MEM_ACCESS_FLAGS_READWRITE) {
    return Mismatch(code::kRtParamInvalid, name + ".flags", "ACL_RT_MEM_ACCESS_FLAGS_READWRITE (3)",
                    std::to_string(flags));
  }
  const int32_t type = NumberOf(description.location.type);
  if (type == ACL_MEM_LOCATION_TYPE_HOST) {
    return description.location.id == 0 ? Status::Ok()
                                        : Mismatch(code::kRtParamInvalid, name + ".location.id",
                                                   "0 for the host", std::to_string(description.location.id));
  }
  if (type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    return Mismatch(code::kRtParamInvalid, name + ".location.type",
                    "ACL_MEM_LOCATION_TYPE_HOST (0) or ACL_MEM_LOCATION_TYPE_DEVICE (1)",
                    std::to_string(type));
  }
  return ObjectTree::Instance().ExpectDevice(static_cast<int>(description.location.id));
}

}  // namespace

Status ReserveAddresses(const ReserveArguments& arguments, void** address) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("virPtr", address));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(arguments.size));
  if (arguments.alignment != 0) {
    return Mismatch(code::kRtParamInvalid, "alignment", "0", std::to_string(arguments.alignment));
  }
  if (arguments.expected != nullptr) {
    return {code::kRtFeatureNotSupported, "expectPtr: addresses of the caller's choice are not supported"};
  }
  if (arguments.flags > 1) {
    return Mismatch(code::kRtParamInvalid, "flags", "0 or 1", std::to_string(arguments.flags));
  }
  const size_t unit = MappingGranularity();
  // A size that cannot be rounded up is one that nobody has.
  const size_t bytes =
      arguments.size > SIZE_MAX - unit ? arguments.size : (arguments.size + unit - 1) / unit * unit;
  std::shared_ptr<AddressRange> range;
  OPENACLNN_RETURN_IF_ERROR(backend::SelectedBackend()->ReserveAddresses(bytes, &range));
  auto space = std::make_shared<AddressSpace>(range);
  const std::lock_guard lock(VirtualState::Instance().mutex);
  VirtualState::Instance().reservations.emplace(reinterpret_cast<uintptr_t>(range->Base()),
                                                Reservation{std::move(space), {}});
  *address = range->Base();
  return Status::Ok();
}

Status ReleaseAddresses(const void* address) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("virPtr", address));
  std::shared_ptr<AddressSpace> space;  // goes after the lock
  const std::lock_guard lock(VirtualState::Instance().mutex);
  const auto found = VirtualState::Instance().reservations.find(reinterpret_cast<uintptr_t>(address));
  if (found == VirtualState::Instance().reservations.end()) {
    return Mismatch(code::kRtParamInvalid, "virPtr",
                    "the start of a range of aclrtReserveMemAddress that was not released yet",
                    AddressText(address));
  }
  if (!found->second.pieces.empty()) {
    return Mismatch(code::kRtParamInvalid, "virPtr", "a range in which everything was unmapped",
                    "one with " + std::to_string(found->second.pieces.size()) + " pieces of memory mapped");
  }
  space = std::move(found->second.space);
  VirtualState::Instance().reservations.erase(found);
  return Status::Ok();
}

Status MapMemory(const MapArguments& arguments) {
  return Map(arguments, true);
}

Status MapMemoryWithoutAccess(const MapArguments& arguments) {
  const Status status = Map(arguments, false);
  const bool wrongArgument =
      status.Code() == code::kRtParamInvalid || status.Code() == code::kRtInvalidHandle;
  return wrongArgument ? Status(code::kInvalidParam, status.Message()) : status;
}

Status UnmapMemory(const void* address) {
  Piece gone;  // goes after the lock
  const std::lock_guard lock(VirtualState::Instance().mutex);
  Piece* piece = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindPieceAt(address, &piece));
  gone = std::move(*piece);
  FindReservation(address)->pieces.erase(reinterpret_cast<uintptr_t>(address));
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteFresh(address, gone.Bytes());
  }
  if (gone.allocation != nullptr) {
    AllocationRegistry::Instance().Remove(gone.allocation);
  }
  return Status::Ok();
}

Status SetAccess(const void* address, size_t size, const aclrtMemAccessDesc* descriptions, size_t count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("desc", descriptions));
  if (count == 0) {
    return Mismatch(code::kInvalidParam, "count", "at least 1", "0");
  }
  for (size_t index = 0; index < count; ++index) {
    OPENACLNN_RETURN_IF_ERROR(ExpectDescription(descriptions[index], index));
  }
  const std::lock_guard lock(VirtualState::Instance().mutex);
  Piece* piece = nullptr;
  OPENACLNN_RETURN_IF_ERROR(FindPieceAt(address, &piece));
  if (size != piece->Bytes()) {
    return Mismatch(code::kRtParamInvalid, "size", std::to_string(piece->Bytes()) + ", as it was mapped",
                    std::to_string(size));
  }
  std::vector<aclrtMemLocation> admitted = piece->admitted;
  for (size_t index = 0; index < count; ++index) {
    const aclrtMemLocation& location = descriptions[index].location;
    if (std::none_of(admitted.begin(), admitted.end(),
                     [&](const aclrtMemLocation& known) { return Same(known, location); })) {
      admitted.push_back(location);
    }
  }
  if (piece->admitted.empty()) {
    OPENACLNN_RETURN_IF_ERROR(piece->mapping->space->range->Open(piece->mapping->offset));
  }
  if (piece->allocation == nullptr && std::any_of(admitted.begin(), admitted.end(), IsDevice)) {
    Publish(*piece);
  }
  piece->admitted = std::move(admitted);
  return Status::Ok();
}

Status GetAccess(const void* address, const aclrtMemLocation* location, uint64_t* flags) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("location", location));
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("flag", flags));
  const int32_t type = NumberOf(location->type);
  if (type != ACL_MEM_LOCATION_TYPE_HOST && type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    return Mismatch(code::kRtParamInvalid, "location->type",
                    "ACL_MEM_LOCATION_TYPE_HOST (0) or ACL_MEM_LOCATION_TYPE_DEVICE (1)",
                    std::to_string(type));
  }
  if (type == ACL_MEM_LOCATION_TYPE_DEVICE) {
    OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(static_cast<int>(location->id)));
  }
  const std::lock_guard lock(VirtualState::Instance().mutex);
  Piece* piece = nullptr;
  uintptr_t begin = 0;
  OPENACLNN_RETURN_IF_ERROR(FindPiece(address, &piece, &begin));
  const bool admitted = std::any_of(piece->admitted.begin(), piece->admitted.end(),
                                    [&](const aclrtMemLocation& known) { return Same(known, *location); });
  *flags = admitted ? ACL_RT_MEM_ACCESS_FLAGS_READWRITE : ACL_RT_MEM_ACCESS_FLAGS_NONE;
  return Status::Ok();
}

Status RetainPhysical(const void* address, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("handle", handle));
  const std::lock_guard lock(VirtualState::Instance().mutex);
  Piece* piece = nullptr;
  uintptr_t begin = 0;
  OPENACLNN_RETURN_IF_ERROR(FindPiece(address, &piece, &begin));
  *handle = RetainHandle(piece->mapping->physical);
  return Status::Ok();
}

}  // namespace openaclnn::runtime
