// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>

namespace openaclnn::backend::cpu {

class CpuStream;

// The threads that serve streams. A stream is handed in when it has something to run and leaves when it has
// not, so thousands of idle or waiting streams cost no thread. Threads start when they are first needed and
// then stay.
class WorkerPool {
 public:
  // The process's one pool. Never destroyed; at process exit it finishes the tasks that run and starts no
  // more.
  static WorkerPool& Instance();

  void Submit(std::shared_ptr<CpuStream> stream);

  // Has a thread ready, so that the first stream with work need not wait for one to start.
  void Prepare();

  // Around user code that may block: while a thread is in it, another may take its place.
  void EnterBlocking();
  void LeaveBlocking();

  // Whether the process is ending: nothing that is queued will run any more.
  [[nodiscard]] bool Stopped() const { return stopped_.load(std::memory_order_acquire); }

 private:
  WorkerPool();
  void StartWorkerIfNeeded();  // requires mutex_
  void StartWorker();          // requires mutex_
  void Serve();
  void Stop();

  std::mutex mutex_;
  std::condition_variable ready_;
  std::condition_variable quiet_;
  std::deque<std::shared_ptr<CpuStream>> queue_;
  int limit_;         // threads that may run at once
  int idle_ = 0;      // waiting for a stream
  int running_ = 0;   // serving a stream, not in user code
  int starting_ = 0;  // created, not yet waiting
  int alive_ = 0;     // all threads; they never end
  bool stopping_ = false;
  std::atomic<bool> stopped_{false};
};

}  // namespace openaclnn::backend::cpu
