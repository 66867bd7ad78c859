// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace openaclnn::backend::cpu {

// Passed by everything that touches device memory, and closed for the moment in which the pages behind some
// of it are exchanged. A pass costs two atomic operations. What runs inside one must not wait for others.
class MemoryGate {
 public:
  // The process's one gate: copies reach the memory of every device.
  static MemoryGate& Instance();

  class Pass {
   public:
    Pass() : gate_(Instance()) { gate_.Enter(); }
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass() { gate_.Leave(); }

   private:
    MemoryGate& gate_;
  };

  // From the end of the construction on, nobody is inside; until the destruction nobody gets in.
  class Closure {
   public:
    Closure() : lock_(Instance().closing_) { Instance().Close(); }
    Closure(const Closure&) = delete;
    Closure& operator=(const Closure&) = delete;
    ~Closure() { Instance().Open(); }

   private:
    const std::lock_guard<std::mutex> lock_;
  };

 private:
  void Enter();
  void Leave();
  void Close();
  void Open();

  std::mutex closing_;
  std::atomic<uint32_t> closed_{0};
  std::atomic<uint32_t> inside_{0};
};

}  // namespace openaclnn::backend::cpu
