// SPDX-License-Identifier: Apache-2.0
#include "runtime/memory/memory_pool.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "backend/allocation_registry.h"
#include "base/no_destructor.h"
#include "checker/races.h"
#include "runtime/core/check.h"
#include "runtime/core/initialized.h"
#include "runtime/core/object_tree.h"
#include "runtime/device/visible_devices.h"
#include "runtime/memory/memory.h"
#include "runtime/memory/memory_pool_state.h"
#include "runtime/stream/streams.h"

namespace openaclnn::runtime {
namespace {

using backend::Allocation;
using backend::AllocationRegistry;

constexpr size_t kPoolUnit = 512;
constexpr size_t kWaste = 2;  // memory is reused for requests down to this part of its size

// Takes idle memory out, the largest first, until the pool has at most `bytes`; the caller lets go of it
// outside the lock. Requires the state's mutex.
void Release(Pool& pool, uint64_t bytes, IdleMemory& released) {
  while (pool.reserved > bytes && !pool.idle.empty()) {
    const auto largest = std::prev(pool.idle.end());
    pool.reserved -= largest->first;
    released.insert(pool.idle.extract(largest));
  }
}

// Idle memory of about this size; null if there is none. Requires the state's mutex.
std::shared_ptr<Chunk> TakeIdle(Pool& pool, size_t bytes, StreamIdentity stream) {
  for (auto each = pool.idle.lower_bound(bytes); each != pool.idle.end() && each->first / kWaste <= bytes;
       ++each) {
    if (each->second.stream == stream || pool.Opportunistic()) {
      std::shared_ptr<Chunk> chunk = std::move(each->second.chunk);
      pool.idle.erase(each);
      return chunk;
    }
  }
  return nullptr;
}

// Memory that was freed on this stream, which gets there before it gets to the memory's next use; null if
// there is none of about this size. Requires the state's mutex.
Block* FindFreed(const Pool& pool, size_t bytes, StreamIdentity stream) {
  const auto found = std::find_if(pool.freed.begin(), pool.freed.end(), [&](const Block* block) {
    const size_t size = block->chunk->Bytes();
    return block->phase == Block::Phase::kFreed && block->stream == stream && size >= bytes &&
           size / kWaste <= bytes;
  });
  return found == pool.freed.end() ? nullptr : *found;
}

// Requires the state's mutex.
Status TakeFromDevice(Pool& pool, size_t bytes, IdleMemory& released, std::shared_ptr<Chunk>* chunk) {
  const auto outOfPool = [&] {
    return Status(code::kRtMemoryAllocation, "Failed to allocate " + std::to_string(bytes) +
                                                 " bytes: the pool has " + std::to_string(pool.reserved) +
                                                 " of at most " + std::to_string(pool.maximum) + " bytes");
  };
  if (bytes > pool.maximum) {
    return outOfPool();
  }
  Release(pool, pool.maximum - bytes, released);
  if (pool.reserved > pool.maximum - bytes) {
    return outOfPool();
  }
  void* data = nullptr;
  Status status = pool.device->Allocate(bytes, &data);
  if (!status.IsOk() && !pool.idle.empty()) {
    Release(pool, 0, released);
    released.clear();
    status = pool.device->Allocate(bytes, &data);
  }
  if (!status.IsOk()) {
    return status;
  }
  try {
    *chunk = std::make_shared<Chunk>(pool.device, data, bytes);
  } catch (...) {
    pool.device->Free(data, bytes);
    throw;
  }
  pool.reserved += bytes;
  pool.reservedHigh = std::max(pool.reservedHigh, pool.reserved);
  return Status::Ok();
}

std::shared_ptr<Allocation> MakeAllocation(const Pool& pool, const std::shared_ptr<Chunk>& chunk,
                                           size_t bytes) {
  return std::make_shared<Allocation>(pool.deviceId, chunk->Data(), bytes,
                                      Allocation::Lent{"aclrtMemPoolMallocAsync", chunk});
}

enum class After { kIdle, kGone };

// Ends the use of a block, after which its memory is idle or no longer the pool's. In the latter case what it
// returns is let go of outside the lock. Requires the state's mutex.
[[nodiscard]] std::shared_ptr<Chunk> Finish(Block& block, After after) {
  std::shared_ptr<Chunk> chunk = block.chunk;
  Pool& pool = *block.pool;
  AllocationRegistry::Instance().Remove(block.allocation);
  std::erase(pool.freed, &block);
  pool.used -= chunk->Bytes();
  bool kept = false;
  if (after == After::kIdle && !pool.destroyed) {
    try {
      pool.idle.insert({chunk->Bytes(), {chunk, block.stream}});
      kept = true;
    } catch (const std::bad_alloc&) {
      kept = false;
    }
  }
  if (!kept) {
    pool.reserved -= chunk->Bytes();
  }
  PoolState::Instance().blocks.erase(chunk->Data());
  return chunk;
}

// The block of this allocation; null if the memory was handed out again meanwhile. Requires the state's
// mutex.
Block* FindBlock(const std::shared_ptr<Allocation>& allocation) {
  const auto found = PoolState::Instance().blocks.find(allocation->Base());
  return found != PoolState::Instance().blocks.end() && found->second.allocation == allocation
             ? &found->second
             : nullptr;
}

// The place of a free among the stream's tasks.
class FreeTask final : public backend::Work {
 public:
  explicit FreeTask(std::shared_ptr<Allocation> allocation) : allocation_(std::move(allocation)) {}
  FreeTask(const FreeTask&) = delete;
  FreeTask& operator=(const FreeTask&) = delete;
  // Where the stream drops the task, no later one gets the memory from the pool: what runs on the stream at
  // this moment may use it, and holds it for that long.
  ~FreeTask() override {
    if (!ran_) {
      std::shared_ptr<Chunk> chunk;
      const std::lock_guard lock(PoolState::Instance().mutex);
      Block* const block = FindBlock(allocation_);
      if (block != nullptr && block->phase == Block::Phase::kFreeing) {
        block->dropped = true;  // before the stream took it, or so it seems: FreeToPool knows
      } else if (block != nullptr) {
        chunk = Finish(*block, After::kGone);
      }
    }
  }

  [[nodiscard]] const char* Name() const override { return "aclrtMemPoolFreeAsync"; }
  [[nodiscard]] size_t Bytes() const override { return 0; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    ran_ = true;
    std::shared_ptr<Chunk> chunk;
    const std::lock_guard lock(PoolState::Instance().mutex);
    if (Block* const block = FindBlock(allocation_)) {
      chunk = Finish(*block, After::kIdle);
    }
    return Status::Ok();
  }

 private:
  const std::shared_ptr<Allocation> allocation_;
  bool ran_ = false;
};

Status ExpectProperties(const aclrtMemPoolProps* properties) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("poolProps", properties));
  const int32_t allocationType = NumberOf(properties->allocType);
  if (allocationType != ACL_MEM_ALLOCATION_TYPE_PINNED) {
    return Mismatch(code::kRtParamInvalid, "poolProps->allocType", "ACL_MEM_ALLOCATION_TYPE_PINNED (0)",
                    std::to_string(allocationType));
  }
  const int32_t handleType = NumberOf(properties->handleType);
  if (handleType == ACL_MEM_HANDLE_TYPE_POSIX) {
    return {code::kRtFeatureNotSupported,
            "poolProps->handleType: pools that other processes share are not supported"};
  }
  if (handleType != ACL_MEM_HANDLE_TYPE_NONE) {
    return Mismatch(code::kRtParamInvalid, "poolProps->handleType", "ACL_MEM_HANDLE_TYPE_NONE (0)",
                    std::to_string(handleType));
  }
  const int32_t type = NumberOf(properties->location.type);
  if (type != ACL_MEM_LOCATION_TYPE_DEVICE) {
    return Mismatch(code::kRtParamInvalid, "poolProps->location.type", "ACL_MEM_LOCATION_TYPE_DEVICE (1)",
                    std::to_string(type));
  }
  OPENACLNN_RETURN_IF_ERROR(ObjectTree::Instance().ExpectDevice(static_cast<int>(properties->location.id)));
  const bool reservedIsZero = std::all_of(std::begin(properties->reserved), std::end(properties->reserved),
                                          [](unsigned char byte) { return byte == 0; });
  return reservedIsZero ? Status::Ok()
                        : Mismatch(code::kRtParamInvalid, "poolProps->reserved", "all 0", "another value");
}

Status ExpectSameDevice(const Stream& stream, int deviceId) {
  return stream.DeviceId() == deviceId ? Status::Ok()
                                       : Mismatch(code::kRtParamInvalid, "stream",
                                                  "one of the pool's device " + std::to_string(deviceId),
                                                  "one of device " + std::to_string(stream.DeviceId()));
}

}  // namespace

PoolState& PoolState::Instance() {
  static NoDestructor<PoolState> state;
  return *state;
}

Status FindPool(const void* handle, std::shared_ptr<Pool>* pool) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("memPool", handle));
  std::shared_ptr<Pool> found = PoolState::Instance().handles.Find(handle);
  if (found == nullptr) {
    return Mismatch(
        code::kRtInvalidHandle, "memPool", "a live pool",
        AddressText(handle) + (PoolState::Instance().handles.WasLive(handle) ? ", which was destroyed before"
                                                                             : ", which never was one"));
  }
  *pool = std::move(found);
  return Status::Ok();
}

Status CreatePool(const aclrtMemPoolProps* properties, void** handle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectInitialized());
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("memPool", handle));
  OPENACLNN_RETURN_IF_ERROR(ExpectProperties(properties));
  PoolState& state = PoolState::Instance();
  auto pool = std::make_shared<Pool>();
  pool->deviceId = static_cast<int>(properties->location.id);
  pool->device = DeviceOf(pool->deviceId);
  pool->maximum = properties->maxSize == 0 ? SIZE_MAX : properties->maxSize;
  const std::lock_guard lock(state.mutex);
  state.pools.reserve(state.pools.size() + 1);
  *handle = state.handles.Insert(pool);
  state.pools.push_back(std::move(pool));
  state.poolCount.store(state.pools.size(), std::memory_order_release);
  return Status::Ok();
}

Status DestroyPool(const void* handle) {
  PoolState& state = PoolState::Instance();
  std::shared_ptr<Pool> pool;
  IdleMemory released;
  const std::lock_guard lock(state.mutex);
  OPENACLNN_RETURN_IF_ERROR(FindPool(handle, &pool));
  Release(*pool, 0, released);
  pool->destroyed = true;
  std::erase(state.pools, pool);
  state.poolCount.store(state.pools.size(), std::memory_order_release);
  state.handles.Remove(handle);
  return Status::Ok();
}

Status AllocateFromPool(size_t size, const void* handle, void* streamHandle, void** data) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", data));
  OPENACLNN_RETURN_IF_ERROR(ExpectPositive(size));
  PoolState& state = PoolState::Instance();
  std::shared_ptr<Pool> pool;
  OPENACLNN_RETURN_IF_ERROR(FindPool(handle, &pool));
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  OPENACLNN_RETURN_IF_ERROR(ExpectSameDevice(*stream, pool->deviceId));
  if (size > SIZE_MAX - kPoolUnit) {
    return {code::kRtMemoryAllocation, "Failed to allocate " + std::to_string(size) + " bytes"};
  }
  const size_t bytes = (size + kPoolUnit - 1) / kPoolUnit * kPoolUnit;
  const auto noteFresh = [bytes](void* memory) {
    if (checker::IsOn(checker::kRaces)) [[unlikely]] {
      checker::NoteFresh(memory, bytes);
    }
  };
  const StreamIdentity identity = stream->Queue().get();
  IdleMemory released;
  std::shared_ptr<Allocation> before;  // goes after the lock
  const std::lock_guard lock(state.mutex);
  if (Block* const freed = FindFreed(*pool, bytes, identity)) {
    std::shared_ptr<Allocation> allocation = MakeAllocation(*pool, freed->chunk, bytes);
    AllocationRegistry::Instance().Replace(freed->allocation, allocation);
    before = std::exchange(freed->allocation, std::move(allocation));
    std::erase(pool->freed, freed);
    freed->phase = Block::Phase::kLive;
    *data = freed->chunk->Data();
    noteFresh(*data);
    return Status::Ok();
  }
  std::shared_ptr<Chunk> chunk = TakeIdle(*pool, bytes, identity);
  if (chunk == nullptr) {
    OPENACLNN_RETURN_IF_ERROR(TakeFromDevice(*pool, bytes, released, &chunk));
  }
  try {
    Block block{pool, chunk, MakeAllocation(*pool, chunk, bytes)};
    const auto entry = state.blocks.emplace(chunk->Data(), block).first;
    try {
      AllocationRegistry::Instance().Insert(block.allocation);
    } catch (...) {
      state.blocks.erase(entry);
      throw;
    }
  } catch (...) {
    pool->reserved -= chunk->Bytes();
    throw;
  }
  pool->used += chunk->Bytes();
  pool->usedHigh = std::max(pool->usedHigh, pool->used);
  *data = chunk->Data();
  noteFresh(*data);
  return Status::Ok();
}

Status FreeToPool(void* data, void* streamHandle) {
  OPENACLNN_RETURN_IF_ERROR(ExpectNotNull("ptr", data));
  PoolState& state = PoolState::Instance();
  std::shared_ptr<Stream> stream;
  OPENACLNN_RETURN_IF_ERROR(StreamToUse(streamHandle, &stream));
  std::shared_ptr<Allocation> allocation;
  {
    const std::lock_guard lock(state.mutex);
    const auto found = state.blocks.find(data);
    if (found == state.blocks.end() || found->second.phase != Block::Phase::kLive) {
      return Mismatch(
          code::kRtParamInvalid, "ptr", "the start of memory of aclrtMemPoolMallocAsync",
          AddressText(data) + (found == state.blocks.end() ? ", which is none, or was freed before"
                                                           : ", which was freed before"));
    }
    Block& block = found->second;
    OPENACLNN_RETURN_IF_ERROR(ExpectSameDevice(*stream, block.pool->deviceId));
    block.pool->freed.push_back(&block);
    block.phase = Block::Phase::kFreeing;
    block.stream = stream->Queue().get();
    block.dropped = false;
    allocation = block.allocation;
  }
  if (checker::IsOn(checker::kRaces)) [[unlikely]] {
    checker::NoteWork(stream->Sink(), {checker::Writes("ptr", data, allocation->Bytes())});
  }
  // Without the lock: an idle stream runs the task at once.
  Status status;
  try {
    status = stream->Sink()->Launch(std::make_unique<FreeTask>(allocation));
  } catch (const std::bad_alloc&) {
    status = {code::kHostAllocation, {}};
  }
  std::shared_ptr<Chunk> chunk;
  const std::lock_guard lock(state.mutex);
  Block* const block = FindBlock(allocation);
  if (block == nullptr) {
    return status;
  }
  if (!status.IsOk()) {
    std::erase(block->pool->freed, block);
    block->phase = Block::Phase::kLive;
  } else if (block->dropped) {
    chunk = Finish(*block, After::kGone);
  } else {
    block->phase = Block::Phase::kFreed;
  }
  return status;
}

Status TrimPool(const void* handle, size_t bytesToKeep) {
  std::shared_ptr<Pool> pool;
  IdleMemory released;
  const std::lock_guard lock(PoolState::Instance().mutex);
  OPENACLNN_RETURN_IF_ERROR(FindPool(handle, &pool));
  Release(*pool, bytesToKeep, released);
  return Status::Ok();
}

void ReleaseIdlePoolMemory(int deviceId) {
  PoolState& state = PoolState::Instance();
  if (state.poolCount.load(std::memory_order_acquire) == 0) {
    return;
  }
  IdleMemory released;
  const std::lock_guard lock(state.mutex);
  for (const std::shared_ptr<Pool>& pool : state.pools) {
    if (pool->deviceId == deviceId) {
      Release(*pool, pool->threshold, released);
    }
  }
}

}  // namespace openaclnn::runtime
