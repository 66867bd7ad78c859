// SPDX-License-Identifier: Apache-2.0
#include "tests/scarcity/scarce.h"

#include <dlfcn.h>
#include <pthread.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <limits>
#include <new>

namespace openaclnn::testing {
namespace {

constexpr int64_t kPlenty = std::numeric_limits<int64_t>::max();

std::atomic<int64_t> left{kPlenty};  // allocations before the one that fails
std::atomic<bool> forGood{false};
std::atomic<bool> noThreads{false};

bool Fails() {
  if (left.load() == kPlenty) {
    return false;
  }
  const int64_t before = left.fetch_sub(1);
  return before == 1 || (before < 1 && forGood.load());
}

}  // namespace

ScarceMemory::ScarceMemory(int64_t n, Shortage shortage) {
  forGood = shortage == Shortage::kForGood;
  left = n;
}

ScarceMemory::~ScarceMemory() {
  left = kPlenty;
}

bool ScarceMemory::Hit() const {
  return left.load() < 1;
}

ScarceThreads::ScarceThreads() {
  noThreads = true;
}

ScarceThreads::~ScarceThreads() {
  noThreads = false;
}

bool ScarceThreads::Supported() {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  return false;
#else
  return true;
#endif
}

}  // namespace openaclnn::testing

void* operator new(size_t bytes) {
  void* const data = openaclnn::testing::Fails() ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  return data;
}

void* operator new(size_t bytes, std::align_val_t alignment) {
  const auto boundary = static_cast<size_t>(alignment);
  void* const data = openaclnn::testing::Fails()
                         ? nullptr
                         : std::aligned_alloc(boundary, (bytes + boundary - 1) / boundary * boundary);
  if (data == nullptr) {
    throw std::bad_alloc();
  }
  return data;
}

void operator delete(void* data) noexcept {
  std::free(data);
}
void operator delete(void* data, size_t /*bytes*/) noexcept {
  std::free(data);
}
void operator delete(void* data, std::align_val_t /*alignment*/) noexcept {
  std::free(data);
}
void operator delete(void* data, size_t /*bytes*/, std::align_val_t /*alignment*/) noexcept {
  std::free(data);
}

#if !defined(__SANITIZE_THREAD__) && !defined(__SANITIZE_ADDRESS__)
extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*start)(void*),
                              void* argument) noexcept {
  using Function = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto original = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "pthread_create"));
  return openaclnn::testing::noThreads ? EAGAIN : original(thread, attributes, start, argument);
}
#endif
