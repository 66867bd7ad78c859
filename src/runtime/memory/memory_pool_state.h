// SPDX-License-Identifier: Apache-2.0
//
// What the files that implement memory_pool.h share.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "acl/acl_rt.h"
#include "backend/allocation_registry.h"
#include "backend/backend.h"
#include "base/status.h"
#include "runtime/core/handle_table.h"

namespace openaclnn::runtime {

// Memory of a device, until the last one who holds it lets go.
class Chunk {
 public:
  Chunk(std::shared_ptr<backend::Device> device, void* data, size_t bytes)
      : device_(std::move(device)), data_(data), bytes_(bytes) {}
  Chunk(const Chunk&) = delete;
  Chunk& operator=(const Chunk&) = delete;
  ~Chunk() { device_->Free(data_, bytes_); }

  [[nodiscard]] std::byte* Data() const { return static_cast<std::byte*>(data_); }
  [[nodiscard]] size_t Bytes() const { return bytes_; }

 private:
  const std::shared_ptr<backend::Device> device_;
  void* const data_;
  const size_t bytes_;
};

// Where memory was freed. Compared only.
using StreamIdentity = const void*;

struct Idle {
  std::shared_ptr<Chunk> chunk;
  StreamIdentity stream;
};

using IdleMemory = std::multimap<size_t, Idle>;  // by size

struct Block;

struct Pool {
  std::shared_ptr<backend::Device> device;
  int deviceId = 0;
  size_t maximum = 0;
  bool destroyed = false;
  std::array<uint32_t, 3> switches{1, 1, 1};  // as their attributes are numbered, from 1 on
  uint64_t threshold = 0;
  uint64_t reserved = 0;
  uint64_t reservedHigh = 0;
  uint64_t used = 0;
  uint64_t usedHigh = 0;
  IdleMemory idle;
  std::vector<Block*> freed;  // on streams that have not got there yet

  [[nodiscard]] bool Opportunistic() const {
    return switches.at(ACL_RT_MEM_POOL_REUSE_ALLOW_OPPORTUNISTIC - 1) != 0;
  }
};

// Memory that a client has, or has freed on a stream that has not got there yet.
struct Block {
  enum class Phase {
    kLive,
    kFreeing,  // the stream is being given the free
    kFreed,    // the stream has it
  };
  std::shared_ptr<Pool> pool;
  std::shared_ptr<Chunk> chunk;
  std::shared_ptr<backend::Allocation> allocation;
  Phase phase = Phase::kLive;
  bool dropped = false;  // the stream has let go of the free without running it
  StreamIdentity stream = nullptr;
};

struct PoolState {
  static PoolState& Instance();

  std::mutex mutex;  // guards the pools as well
  HandleTable<Pool> handles{HandleKind::kMemoryPool};
  std::vector<std::shared_ptr<Pool>> pools;
  std::map<const void*, Block> blocks;
  std::atomic<size_t> poolCount{0};
};

// kRtInvalidHandle if the handle is not a live one.
[[nodiscard]] Status FindPool(const void* handle, std::shared_ptr<Pool>* pool);

}  // namespace openaclnn::runtime
