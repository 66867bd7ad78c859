// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/ipc_memory.h"

#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "acl/acl_rt.h"
#include "backend/allocation_registry.h"
#include "backend/registry.h"
#include "base/no_destructor.h"
#include "base/page_size.h"
#include "runtime/core/check.h"
#include "runtime/core/current_context.h"
#include "runtime/core/initialized.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/shared_memory.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;
using backend::MemoryKind;

constexpr const char* kKeyOrigin = "aclrtIpcMemGetExportKey";

// Another process's memory, in place. The addresses go first.
struct Import {
  std::shared_ptr<backend::PhysicalMemory> memory;
  std::shared_ptr<backend::AddressRange> range;
};

struct OpenImport {
  std::weak_ptr<Allocation> allocation;  // may go through aclrtFree
  uint64_t users;
};

// What was exported, and how.
using Request = std::tuple<const void*, size_t, uint64_t>;

struct OpenExport {
  Request request;
  std::weak_ptr<Allocation> block;  // the share is attached to it
  std::weak_ptr<Share> share;
  uint64_t users;
};

struct IpcState {
  static IpcState& Instance() {
    static NoDestructor<IpcState> state;
    return *state;
  }

  std::mutex mutex;
  // By key, until closed; also where the block was freed before.
  std::map<std::string, OpenExport> exports;
  std::map<std::string, OpenImport> imports;
  std::map<Request, std::string> keys;
};

Status ExpectKnown(bool known, const char* expected) {
  return known ? Status::Ok()
               : Mismatch(code::kRtInvalidHandle, "key", expected, "one that is not, or not any more");
}

// Finds the block around the pages to be exported.
Status FindPages(const void* address, size_t size, std::shared_ptr<Allocation>* block) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", address));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(size));
  std::shared_ptr<Allocation> found = AllocationRegistry::Instance().Find(address);
  if (found == nullptr || found->Kind() != MemoryKind::kDevice) {
    return Mismatch(code::kRtParamInvalid, "devPtr", "device memory of aclrtMalloc",
                    AddressText(address) + (found == nullptr ? ", which is not device memory, or was freed"
                                                             : ", which is host memory"));
  }
  if (found->Home() == nullptr) {
    return {code::kRtFeatureNotSupported, std::string("devPtr: memory of ") + found->Loan().origin +
                                              " cannot be exported by key, only that of aclrtMalloc"};
  }
  if (reinterpret_cast<uintptr_t>(address) % kPage != 0) {
    return Mismatch(code::kRtParamInvalid, "devPtr", "a multiple of the page size, " + std::to_string(kPage),
                    AddressText(address));
  }
  if (size % kPage != 0) {
    return Mismatch(code::kRtParamInvalid, "size", "a multiple of the page size, " + std::to_string(kPage),
                    std::to_string(size));
  }
  if (!found->Contains(address, size)) {
    const auto offset = static_cast<size_t>(static_cast<const std::byte*>(address) - found->Base());
    return Mismatch(code::kRtParamInvalid, "size",
                    "at most " + std::to_string(found->Bytes() - offset) + " bytes, up to the block's end",
                    std::to_string(size));
  }
  *block = std::move(found);
  return Status::Ok();
}

// Maps memory as a block of the current device.
Status PlaceRegion(const std::shared_ptr<Context>& context, const SharedRegion& region,
                   std::shared_ptr<backend::PhysicalMemory> memory, std::shared_ptr<Allocation>* allocation) {
  backend::Backend& backend = *backend::SelectedBackend();
  const size_t unit = backend.Granularity();
  auto import = std::make_shared<Import>();
  import->memory = std::move(memory);
  OPENACLNN_RETURN_IF_ERROR(
      backend.ReserveAddresses((import->memory->Bytes() + unit - 1) / unit * unit, &import->range));
  OPENACLNN_RETURN_IF_ERROR(import->range->Map(0, import->memory, true));
  std::byte* const begin = import->range->Base() + region.begin;
  *allocation = std::make_shared<Allocation>(
      context->DeviceId(), begin, region.bytes,
      Allocation::Lent{"aclrtIpcMemImportByKey", std::move(import), nullptr, true});
  return Status::Ok();
}

}  // namespace

Status ExportBlock(void* address, size_t size, char* key, size_t keyBytes, uint64_t flags) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("key", key));
  if (keyBytes != kKeyBytes) {
    return Mismatch(code::kRtParamInvalid, "len", std::to_string(kKeyBytes), std::to_string(keyBytes));
  }
  if (flags != ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT &&
      flags != ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION) {
    return Mismatch(
        code::kRtParamInvalid, "flags",
        "ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT (0) or ACL_RT_IPC_MEM_EXPORT_FLAG_DISABLE_PID_VALIDATION (1)",
        std::to_string(flags));
  }
  std::shared_ptr<Allocation> block;  // goes after the lock
  OPENACLNN_RETURN_IF_ERROR(FindPages(address, size, &block));
  IpcState& state = IpcState::Instance();
  const Request request{address, size, flags};
  const std::lock_guard lock(state.mutex);
  const auto known = state.keys.find(request);
  const bool alive = known != state.keys.end() && state.exports.at(known->second).block.lock() == block;
  if (alive) {
    ++state.exports.at(known->second).users;
    StoreKey(known->second, key, kKeyBytes);
    return Status::Ok();
  }
  SharedRegion region;
  std::byte* pages = nullptr;
  OPENACLNN_RETURN_IF_ERROR(block->Home()->Share(block->Base(), block->Bytes(), &region.memory, &pages));
  region.begin = static_cast<uint64_t>(static_cast<std::byte*>(address) - pages);
  region.bytes = size;
  std::shared_ptr<Share> share;
  OPENACLNN_RETURN_IF_ERROR(Share::Publish(ShareKind::kBlock, ContentOf(region),
                                           flags == ACL_RT_IPC_MEM_EXPORT_FLAG_DEFAULT, &share));
  const std::string text = KeyOf(share->Name());
  state.keys[request] = text;
  try {
    state.exports.emplace(text, OpenExport{request, block, share, 1});
    block->Attach(share);  // nobody imports the memory of a block that was freed
  } catch (...) {
    state.exports.erase(text);
    state.keys.erase(request);
    throw;
  }
  StoreKey(text, key, kKeyBytes);
  return Status::Ok();
}

Status AdmitToBlock(const char* key, const int32_t* processes, size_t count) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  std::string text;
  ShareName name;
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("key", key));
  OPENACLNN_RETURN_IF_ERROR(ExpectProcesses("pid", processes, "num", count));
  OPENACLNN_RETURN_IF_ERROR(
      ExpectKnown(ParseKey(key, kKeyOrigin, &text, &name).IsOk(), "a key of this process"));
  std::shared_ptr<Share> share;  // goes after the lock
  const std::lock_guard lock(IpcState::Instance().mutex);
  const auto found = IpcState::Instance().exports.find(text);
  share = found == IpcState::Instance().exports.end() ? nullptr : found->second.share.lock();
  OPENACLNN_RETURN_IF_ERROR(
      ExpectKnown(share != nullptr, "a key of this process, whose block is still there"));
  return share->Admit(processes, count);
}

Status ImportBlock(void** address, const char* key, uint64_t flags) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("devPtr", address));
  std::string text;
  ShareName name;
  OPENACLNN_RETURN_IF_ERROR(ParseKey(key, kKeyOrigin, &text, &name));
  if (flags != ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT && flags != ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS) {
    return Mismatch(
        code::kRtParamInvalid, "flags",
        "ACL_RT_IPC_MEM_IMPORT_FLAG_DEFAULT (0) or ACL_RT_IPC_MEM_IMPORT_FLAG_ENABLE_PEER_ACCESS (1)",
        std::to_string(flags));
  }
  std::shared_ptr<Context> context;
  OPENACLNN_RETURN_IF_ERROR(CurrentContext(&context));
  std::shared_ptr<Allocation> allocation;  // goes after the lock
  const std::lock_guard lock(IpcState::Instance().mutex);
  const auto known = IpcState::Instance().imports.find(text);
  if (known != IpcState::Instance().imports.end()) {
    allocation = known->second.allocation.lock();
    if (allocation != nullptr && !allocation->Freed()) {
      ++known->second.users;
      *address = allocation->Base();
      return Status::Ok();
    }
  }
  SharedRegion region;
  std::shared_ptr<backend::PhysicalMemory> memory;
  OPENACLNN_RETURN_IF_ERROR(
      ImportRegion(ShareKind::kBlock, name.number, &name.nonce, context->Device(), &region, &memory));
  OPENACLNN_RETURN_IF_ERROR(PlaceRegion(context, region, std::move(memory), &allocation));
  IpcState::Instance().imports[text] = {allocation, 1};
  AllocationRegistry::Instance().Insert(allocation);
  *address = allocation->Base();
  return Status::Ok();
}

Status CloseBlock(const char* key) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("key", key));
  const std::string text(key, strnlen(key, kKeyBytes));
  std::shared_ptr<Allocation> allocation;  // these go after the lock
  std::shared_ptr<Share> share;
  const std::lock_guard lock(IpcState::Instance().mutex);
  IpcState& state = IpcState::Instance();
  if (const auto imported = state.imports.find(text); imported != state.imports.end()) {
    --imported->second.users;
    if (imported->second.users == 0) {
      allocation = imported->second.allocation.lock();
      state.imports.erase(imported);
      if (allocation != nullptr) {
        AllocationRegistry::Instance().Remove(allocation);
      }
    }
    return Status::Ok();
  }
  const auto exported = state.exports.find(text);
  OPENACLNN_RETURN_IF_ERROR(
      ExpectKnown(exported != state.exports.end(),
                  "a key that this process exported or imported and did not close before"));
  --exported->second.users;
  if (exported->second.users > 0) {
    return Status::Ok();
  }
  share = exported->second.share.lock();
  allocation = exported->second.block.lock();
  if (const auto known = state.keys.find(exported->second.request);
      known != state.keys.end() && known->second == text) {
    state.keys.erase(known);
  }
  state.exports.erase(exported);
  if (allocation != nullptr && share != nullptr) {
    allocation->Detach(share);
    share->Withdraw();  // at once, whoever may hold it at this moment
  }
  return Status::Ok();
}

Status SetLink(const char* key, int32_t type) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("key", key));
  if (type != ACL_RT_IPC_MEM_ATTR_ACCESS_LINK) {
    return Mismatch(code::kRtParamInvalid, "type", "ACL_RT_IPC_MEM_ATTR_ACCESS_LINK (0)",
                    std::to_string(type));
  }
  return {code::kRtFeatureNotSupported, "type: the emulated devices have no links to choose from"};
}

}  // namespace openaclnn::runtime
