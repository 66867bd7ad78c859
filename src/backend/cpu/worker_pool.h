// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>

#include "backend/cpu/ready_queue.h"
#include "base/no_destructor.h"

namespace openaclnn::backend::cpu {

// What the pool serves: a stream. Its place in the queue is a member of it.
class Served : public ReadyLink<Served> {
 public:
  Served() = default;
  Served(const Served&) = delete;
  Served& operator=(const Served&) = delete;
  // Runs tasks until there are none, one has to wait, or it is the turn of another.
  virtual void RunReady() noexcept = 0;

 protected:
  ~Served() = default;
};

// The threads that serve streams. A stream is handed in when it has something to run and leaves when it has
// not, so thousands of idle or waiting streams cost no thread. Threads start when they are first needed and
// then stay.
class WorkerPool {
 public:
  // The process's one pool. Never destroyed; at process exit it finishes the tasks that run and starts no
  // more.
  static WorkerPool& Instance();

  // Needs no memory: where no thread can be started, those that exist serve the stream later.
  void Submit(std::shared_ptr<Served> stream) noexcept;

  // Has a thread ready. To be called before there is a stream, so that whatever is submitted is served at
  // last. std::bad_alloc where the system gives no thread.
  void Prepare();

  // Around a task that another thread runs itself, and that the process's exit waits for, as for those of the
  // pool. False: the process is ending, and Leave is not called.
  [[nodiscard]] bool Join();
  void Leave() noexcept;

  // Around user code that may block: while a thread of the pool is in it, another may take its place. Does
  // nothing on other threads.
  void EnterBlocking();
  void LeaveBlocking();

  // Whether the process is ending: nothing that is queued will run any more.
  [[nodiscard]] bool Stopped() const { return stopped_.load(std::memory_order_acquire); }

 private:
  friend class NoDestructor<WorkerPool>;

  WorkerPool();
  [[nodiscard]] bool MayServe() const;  // requires mutex_
  void StartWorkerIfNeeded() noexcept;  // requires mutex_
  void StartWorker() noexcept;          // requires mutex_
  void Serve();
  void Stop();

  std::mutex mutex_;
  std::condition_variable ready_;
  std::condition_variable quiet_;
  ReadyQueue<Served> queue_;
  int limit_;              // threads that may run at once
  int idle_ = 0;           // waiting for a stream
  bool spinning_ = false;  // one of these, that has not gone to sleep yet
  int running_ = 0;        // serving a stream, not in user code
  int joined_ = 0;         // other threads, between Join and Leave
  int starting_ = 0;       // created, not yet waiting
  int alive_ = 0;          // all threads; they never end
  bool stopping_ = false;
  std::atomic<bool> stopped_{false};
};

}  // namespace openaclnn::backend::cpu
