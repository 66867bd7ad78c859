// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/worker_pool.h"

#include <algorithm>
#include <cstdlib>
#include <new>
#include <thread>
#include <utility>

#include "base/bounded_spin.h"
#include "base/fork_guard.h"

namespace openaclnn::backend::cpu {
namespace {

// Streams overlap even on one core: a copy and a kernel, or two waits, make progress side by side.
constexpr int kFewestWorkers = 4;

thread_local bool isWorker = false;
thread_local int blockingDepth = 0;

}  // namespace

WorkerPool& WorkerPool::Instance() {
  static NoDestructor<WorkerPool> pool;
  return *pool;
}

WorkerPool::WorkerPool()
    : limit_(std::max(kFewestWorkers, static_cast<int>(std::thread::hardware_concurrency()))) {
  std::atexit([] { Instance().Stop(); });
}

void WorkerPool::Submit(std::shared_ptr<Served> stream) noexcept {
  const std::lock_guard lock(mutex_);
  queue_.Push(std::move(stream));
  StartWorkerIfNeeded();
  if (!spinning_ || queue_.Size() > 1) {
    ready_.notify_one();
  }
}

void WorkerPool::Prepare() {
  const std::lock_guard lock(mutex_);
  if (alive_ == 0) {
    StartWorker();
  }
  if (alive_ == 0) {
    throw std::bad_alloc();
  }
}

bool WorkerPool::Join() {
  const std::lock_guard lock(mutex_);
  joined_ += stopping_ ? 0 : 1;
  return !stopping_;
}

void WorkerPool::Leave() noexcept {
  const std::lock_guard lock(mutex_);
  --joined_;
  quiet_.notify_all();
}

void WorkerPool::EnterBlocking() {
  if (!isWorker || blockingDepth++ > 0) {
    return;
  }
  std::unique_lock lock(mutex_);
  --running_;
  quiet_.notify_all();
  if (!queue_.Empty()) {
    StartWorkerIfNeeded();
    ready_.notify_one();
  }
  ready_.wait(lock, [this] { return !stopping_; });  // while the process ends, for good
}

void WorkerPool::LeaveBlocking() {
  if (!isWorker || --blockingDepth > 0) {
    return;
  }
  std::unique_lock lock(mutex_);
  ready_.wait(lock, [this] { return !stopping_; });
  ++running_;
}

bool WorkerPool::MayServe() const {
  return !queue_.Empty() && running_ < limit_ && !stopping_;
}

void WorkerPool::StartWorkerIfNeeded() noexcept {
  if (idle_ + starting_ >= static_cast<int>(queue_.Size()) || running_ + idle_ + starting_ >= limit_ ||
      stopping_) {
    return;
  }
  StartWorker();
}

void WorkerPool::StartWorker() noexcept {
  try {
    std::thread([this] { Serve(); }).detach();
    ++starting_;
    ++alive_;
  } catch (...) {  // NOLINT(bugprone-empty-catch): out of threads or memory; the ones that exist go on
  }
}

void WorkerPool::Serve() {
  isWorker = true;
  std::unique_lock lock(mutex_);
  --starting_;
  while (true) {
    ++idle_;
    if (!spinning_) {
      spinning_ = true;
      SpinFor(lock, [this] { return MayServe(); });
      spinning_ = false;
    }
    // At the limit the queue waits for one of those that run, which look here again when they are done.
    ready_.wait(lock, [this] { return MayServe(); });
    --idle_;
    std::shared_ptr<Served> stream = queue_.Pop();
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
  if (InForkedChild()) {
    return;  // the threads and whoever holds the lock are in the parent
  }
  std::unique_lock lock(mutex_);
  stopping_ = true;
  quiet_.wait(lock, [this] { return running_ == 0 && joined_ == 0; });
  stopped_.store(true, std::memory_order_release);
}

}  // namespace openaclnn::backend::cpu
