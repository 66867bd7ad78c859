// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/worker_pool.h"

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <utility>

#include "backend/cpu/stream.h"

namespace openaclnn::backend::cpu {
namespace {

// Streams overlap even on one core: a copy and a kernel, or two waits, make progress side by side.
constexpr int kFewestWorkers = 4;

}  // namespace

WorkerPool& WorkerPool::Instance() {
  static auto* const pool = new WorkerPool;
  return *pool;
}

WorkerPool::WorkerPool()
    : limit_(std::max(kFewestWorkers, static_cast<int>(std::thread::hardware_concurrency()))) {
  std::atexit([] { Instance().Stop(); });
}

void WorkerPool::Submit(std::shared_ptr<CpuStream> stream) {
  const std::lock_guard lock(mutex_);
  queue_.push_back(std::move(stream));
  StartWorkerIfNeeded();
  ready_.notify_one();
}

void WorkerPool::Prepare() {
  const std::lock_guard lock(mutex_);
  if (alive_ == 0) {
    StartWorker();
  }
}

void WorkerPool::EnterBlocking() {
  std::unique_lock lock(mutex_);
  --running_;
  quiet_.notify_all();
  if (!queue_.empty()) {
    StartWorkerIfNeeded();
  }
  ready_.wait(lock, [this] { return !stopping_; });  // while the process ends, for good
}

void WorkerPool::LeaveBlocking() {
  std::unique_lock lock(mutex_);
  ready_.wait(lock, [this] { return !stopping_; });
  ++running_;
}

void WorkerPool::StartWorkerIfNeeded() {
  if (idle_ + starting_ >= static_cast<int>(queue_.size()) || running_ + idle_ + starting_ >= limit_ ||
      stopping_) {
    return;
  }
  StartWorker();
}

void WorkerPool::StartWorker() {
  try {
    std::thread([this] { Serve(); }).detach();
    ++starting_;
    ++alive_;
  } catch (...) {
    // Out of threads or memory. The ones that exist serve the stream later; without any there is no way on.
    if (alive_ == 0) {
      throw;
    }
  }
}

void WorkerPool::Serve() {
  std::unique_lock lock(mutex_);
  --starting_;
  while (true) {
    ++idle_;
    ready_.wait(lock, [this] { return !queue_.empty() && !stopping_; });
    --idle_;
    // A thread that came back from user code may have made this one superfluous for the moment: going on is
    // harmless.
    std::shared_ptr<CpuStream> stream = std::move(queue_.front());
    queue_.pop_front();
    ++running_;
    lock.unlock();
    stream->RunReady();
    stream.reset();
    lock.lock();
    --running_;
    quiet_.notify_all();
  }
}

void WorkerPool::Stop() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  quiet_.wait(lock, [this] { return running_ == 0; });
  stopped_.store(true, std::memory_order_release);
}

}  // namespace openaclnn::backend::cpu
