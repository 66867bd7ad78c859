// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/harness.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace stress {
namespace {

// What a thread does at the moment, for the watchdog to read.
struct Post {
  std::atomic<bool> taken{false};
  std::atomic<const char*> role{""};
  std::atomic<size_t> number{0};
  std::atomic<const char*> operation{""};
};

constexpr size_t kMostThreads = 256;

std::array<Post, kMostThreads>& Posts() {
  static auto* const posts = new std::array<Post, kMostThreads>;  // the watchdog outlives static objects
  return *posts;
}

std::atomic<uint64_t> progress{0};
std::atomic<const char*> currentScenario{"start"};
std::atomic<uint64_t> currentSeed{0};
std::atomic<uint64_t> currentRound{0};

// Null on threads of the library, where host functions run.
thread_local Post* ownPost = nullptr;

class PostHolder {
 public:
  PostHolder(const char* role, size_t number) {
    for (Post& post : Posts()) {
      if (!post.taken.exchange(true)) {
        post.role = role;
        post.number = number;
        post.operation = "start";
        ownPost = &post;
        return;
      }
    }
    Fail("the harness has no place for another thread");
  }
  PostHolder(const PostHolder&) = delete;
  PostHolder& operator=(const PostHolder&) = delete;
  ~PostHolder() {
    ownPost->taken = false;
    ownPost = nullptr;
  }
};

void PrintPlace() {
  std::fprintf(stderr, "scenario %s, round %llu; again: --seed %llu --scenario %s --round %llu\n",
               currentScenario.load(), static_cast<unsigned long long>(currentRound),
               static_cast<unsigned long long>(currentSeed), currentScenario.load(),
               static_cast<unsigned long long>(currentRound));
}

void PrintThreads() {
  for (const Post& post : Posts()) {
    if (post.taken) {
      std::fprintf(stderr, "  thread %s %zu: %s\n", post.role.load(), post.number.load(),
                   post.operation.load());
    }
  }
}

}  // namespace

void Fail(const std::string& what) {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);  // never given back: the first failure is the one to read
  std::fprintf(stderr, "FAILED: %s\n", what.c_str());
  if (ownPost != nullptr) {
    std::fprintf(stderr, "thread %s %zu: %s\n", ownPost->role.load(), ownPost->number.load(),
                 ownPost->operation.load());
    const char* message = aclGetRecentErrMsg();  // not from host functions, which must not call
    std::fprintf(stderr, "message: %s\n", message == nullptr ? "none" : message);
  }
  PrintPlace();
  std::_Exit(EXIT_FAILURE);
}

void Begin(const char* operation) {
  progress.fetch_add(1, std::memory_order_relaxed);
  if (ownPost != nullptr) {
    ownPost->operation.store(operation, std::memory_order_relaxed);
  }
}

void Finish(int status, const char* call, std::initializer_list<int> expected) {
  if (std::find(expected.begin(), expected.end(), status) != expected.end()) {
    return;
  }
  std::string text = std::string(call) + " returned " + std::to_string(status) + ", expected";
  for (const int each : expected) {
    text += " " + std::to_string(each);
  }
  Fail(text);
}

void RunThreads(size_t count, const char* role, const std::function<void(size_t)>& body) {
  std::vector<std::thread> threads;
  threads.reserve(count);
  for (size_t number = 0; number < count; ++number) {
    threads.emplace_back([&body, role, number] {
      const PostHolder holder(role, number);
      body(number);
      Begin("end");
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
}

void Gate::Open() {
  const std::lock_guard<std::mutex> lock(mutex_);
  open_ = true;
  opened_.notify_all();
}

void Gate::Wait(void* gate) {
  auto* const self = static_cast<Gate*>(gate);
  std::unique_lock<std::mutex> lock(self->mutex_);
  self->opened_.wait(lock, [self] { return self->open_; });
}

void BeginRound(const char* scenario, uint64_t seed, uint64_t round) {
  currentScenario = scenario;
  currentSeed = seed;
  currentRound = round;
  if (ownPost == nullptr) {
    static const PostHolder holder("main", 0);
  }
  Begin("round");
}

void StartWatchdog(int seconds) {
  std::thread([seconds] {
    uint64_t seen = progress;
    int still = 0;
    while (true) {
      std::this_thread::sleep_for(std::chrono::seconds(1));
      const uint64_t now = progress;
      still = now == seen ? still + 1 : 0;
      seen = now;
      if (still >= seconds) {
        std::fprintf(stderr, "FAILED: nothing went on for %d seconds\n", seconds);
        PrintPlace();
        PrintThreads();
        std::abort();
      }
    }
  }).detach();
}

}  // namespace stress
