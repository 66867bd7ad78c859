// SPDX-License-Identifier: Apache-2.0
//
// Short of memory or threads, calls fail with a status and tasks fail with a status, and that is all: no
// stream hangs, nothing that was enqueued is forgotten, and everything works again afterwards.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "backend/backend.h"
#include "runtime/core/objects.h"
#include "tests/scarcity/scarce.h"

namespace openaclnn::testing {
namespace {

constexpr size_t kBytes = size_t{64} << 10;  // not tiny: tasks go through the queue
constexpr aclError kFailure = ACL_ERROR_RT_VECTOR_CORE_EXCEPTION;

// One thread per kernel: the thread library cannot do without its own threads.
const bool kEnvironmentIsSet = [] {
  setenv("OPENACLNN_NUM_THREADS", "1", 1);  // NOLINT(concurrency-mt-unsafe)
  return true;
}();

class FailingTask final : public backend::Work {
 public:
  [[nodiscard]] const char* Name() const override { return "FailingTask"; }
  [[nodiscard]] size_t Bytes() const override { return kBytes; }
  [[nodiscard]] Status Run(backend::ExecutionContext& /*context*/) override {
    return {kFailure, std::string(100, 'x')};
  }
};

// A call as the C API has it, so that a lack of memory becomes a status.
aclError LaunchFailing(aclrtStream stream) {
  try {
    std::shared_ptr<backend::Stream> queue;
    const Status status = runtime::FindStream(stream, &queue);
    return status.IsOk() ? queue->Launch(std::make_unique<FailingTask>()).Code() : status.Code();
  } catch (const std::bad_alloc&) {
    return ACL_ERROR_BAD_ALLOC;
  }
}

// What was called, and what came of it. Nothing of it allocates.
class Outcomes {
 public:
  void Note(aclError status) { statuses_.at(count_++) = status; }
  void ExpectAmong(std::initializer_list<aclError> allowed) const {
    for (size_t call = 0; call < count_; ++call) {
      EXPECT_TRUE(std::find(allowed.begin(), allowed.end(), statuses_.at(call)) != allowed.end())
          << "call " << call << " returned " << statuses_.at(call);
    }
  }

 private:
  std::array<aclError, 32> statuses_{};
  size_t count_ = 0;
};

class Scarcity : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&block_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
    ASSERT_EQ(aclrtMalloc(&otherBlock_, kBytes, ACL_MEM_MALLOC_HUGE_FIRST), ACL_SUCCESS);
  }
  void TearDown() override {
    EXPECT_EQ(aclrtFree(block_), ACL_SUCCESS);
    EXPECT_EQ(aclrtFree(otherBlock_), ACL_SUCCESS);
    aclrtResetDeviceForce(0);
    aclFinalize();
  }

  // Lets the first allocation fail, then the second, ... until the body does without the one that would.
  static void ForEachAllocation(const std::function<void(int64_t n, Shortage shortage, bool* hit)>& body) {
    for (const Shortage shortage : {Shortage::kOnce, Shortage::kForGood}) {
      bool hit = true;
      int64_t n = 0;
      while (hit) {
        ASSERT_LT(++n, 1000) << "the shortage has no end";
        SCOPED_TRACE("allocation " + std::to_string(n));
        hit = false;
        body(n, shortage, &hit);
      }
      EXPECT_GT(n, 1) << "nothing was allocated at all";
    }
  }

  // Runs something on the stream and looks at what it did.
  void ExpectWorks(aclrtStream stream) {
    static unsigned char value = 0;
    ++value;
    std::vector<unsigned char> result(kBytes);
    EXPECT_EQ(aclrtMemsetAsync(block_, kBytes, value, kBytes, stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtSynchronizeStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtMemcpy(result.data(), kBytes, block_, kBytes, ACL_MEMCPY_DEVICE_TO_HOST), ACL_SUCCESS);
    EXPECT_EQ(result, std::vector<unsigned char>(kBytes, value));
  }

  void* block_ = nullptr;
  void* otherBlock_ = nullptr;  // for a stream that nothing orders behind the first one
};

TEST_F(Scarcity, OfMemoryForWork) {
  static std::atomic<int> calls{0};
  aclrtStream first = nullptr;
  aclrtStream second = nullptr;
  aclrtEvent event = nullptr;
  ASSERT_EQ(aclrtCreateStream(&first), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateStream(&second), ACL_SUCCESS);
  ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    Outcomes calling;
    Outcomes waiting;
    calls = 0;
    int accepted = 0;
    {
      const ScarceMemory scarce(n, shortage);
      for (int round = 0; round < 2; ++round) {
        const aclError called = aclrtLaunchHostFunc(
            first, [](void* /*args*/) { ++calls; }, nullptr);
        accepted += called == ACL_SUCCESS ? 1 : 0;
        calling.Note(called);
        calling.Note(aclrtMemsetAsync(block_, kBytes, round, kBytes, first));
        calling.Note(aclrtRecordEvent(event, first));
        calling.Note(aclrtStreamWaitEvent(second, event));
        calling.Note(aclrtMemsetAsync(otherBlock_, kBytes, round, kBytes, second));
        calling.Note(aclrtMemsetAsync(otherBlock_, 16, round, 16, second));
        calling.Note(LaunchFailing(second));
      }
      waiting.Note(aclrtSynchronizeEvent(event));
      waiting.Note(aclrtSynchronizeStream(first));
      waiting.Note(aclrtSynchronizeStream(second));
      *hit = scarce.Hit();
    }
    calling.ExpectAmong({ACL_SUCCESS, ACL_ERROR_BAD_ALLOC});
    waiting.ExpectAmong({ACL_SUCCESS, ACL_ERROR_BAD_ALLOC, kFailure});
    EXPECT_EQ(calls, accepted) << "what was accepted runs, and nothing else";
    ExpectWorks(first);
    ExpectWorks(second);
  });
  EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(first), ACL_SUCCESS);
  EXPECT_EQ(aclrtDestroyStream(second), ACL_SUCCESS);
}

TEST_F(Scarcity, OfMemoryWhereAFailureStopsTheContext) {
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    aclrtContext context = nullptr;
    aclrtStream stream = nullptr;
    aclrtStream waiter = nullptr;
    aclrtEvent event = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&waiter), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateEvent(&event), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetStreamFailureMode(stream, ACL_STOP_ON_FAILURE), ACL_SUCCESS);
    Outcomes outcomes;
    aclError launched = ACL_SUCCESS;
    aclError stopped = ACL_SUCCESS;
    {
      const ScarceMemory scarce(n, shortage);
      launched = LaunchFailing(stream);
      outcomes.Note(aclrtRecordEvent(event, stream));
      outcomes.Note(aclrtStreamWaitEvent(waiter, event));
      outcomes.Note(aclrtMemsetAsync(block_, kBytes, 1, kBytes, waiter));
      stopped = aclrtSynchronizeStream(stream);
      outcomes.Note(aclrtSynchronizeStream(waiter));
      outcomes.Note(aclrtSynchronizeDevice());
      *hit = scarce.Hit();
    }
    outcomes.ExpectAmong({ACL_SUCCESS, ACL_ERROR_BAD_ALLOC, kFailure});
    if (launched == ACL_SUCCESS) {
      EXPECT_NE(stopped, ACL_SUCCESS);
      EXPECT_EQ(aclrtSynchronizeStream(waiter), stopped) << "the failure stays";
    }
    EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ExpectWorks(nullptr);
  });
}

TEST_F(Scarcity, OfMemoryForAbort) {
  aclrtStream stream = nullptr;
  ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    Outcomes outcomes;
    {
      const ScarceMemory scarce(n, shortage);
      outcomes.Note(aclrtMemsetAsync(block_, kBytes, 1, kBytes, stream));
      outcomes.Note(LaunchFailing(stream));
      outcomes.Note(aclrtStreamAbort(stream));
      *hit = scarce.Hit();
    }
    outcomes.ExpectAmong({ACL_SUCCESS, ACL_ERROR_BAD_ALLOC});
    EXPECT_EQ(aclrtStreamAbort(stream), ACL_SUCCESS);
    ExpectWorks(stream);
  });
  EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
}

// Objects come into being entirely or not at all.
TEST_F(Scarcity, OfMemoryForObjects) {
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    aclrtStream stream = nullptr;
    aclrtEvent event = nullptr;
    aclrtContext context = nullptr;
    void* memory = nullptr;
    std::array<aclError, 4> made{};
    {
      const ScarceMemory scarce(n, shortage);
      made[0] = aclrtCreateStream(&stream);
      made[1] = aclrtCreateEvent(&event);
      made[2] = aclrtMalloc(&memory, kBytes, ACL_MEM_MALLOC_HUGE_FIRST);
      made[3] = aclrtCreateContext(&context, 0);
      *hit = scarce.Hit();
    }
    const std::array<bool, 4> exists{stream != nullptr, event != nullptr, memory != nullptr,
                                     context != nullptr};
    for (size_t object = 0; object < made.size(); ++object) {
      EXPECT_TRUE(made.at(object) == ACL_SUCCESS || made.at(object) == ACL_ERROR_BAD_ALLOC ||
                  made.at(object) == ACL_ERROR_RT_MEMORY_ALLOCATION)
          << object << ": " << made.at(object);
      EXPECT_EQ(exists.at(object), made.at(object) == ACL_SUCCESS) << object;
    }
    if (context != nullptr) {
      EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
      EXPECT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    }
    if (stream != nullptr) {
      ExpectWorks(stream);
      EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    }
    if (event != nullptr) {
      EXPECT_EQ(aclrtDestroyEvent(event), ACL_SUCCESS);
    }
    if (memory != nullptr) {
      EXPECT_EQ(aclrtFree(memory), ACL_SUCCESS);
    }
    ExpectWorks(nullptr);
  });
}

// Ends happen entirely or not at all, too.
TEST_F(Scarcity, OfMemoryForTeardown) {
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    aclrtContext context = nullptr;
    aclrtStream inContext = nullptr;
    aclrtStream stream = nullptr;
    ASSERT_EQ(aclrtCreateContext(&context, 0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&inContext), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(otherBlock_, kBytes, 1, kBytes, inContext), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ASSERT_EQ(aclrtCreateStream(&stream), ACL_SUCCESS);
    ASSERT_EQ(aclrtMemsetAsync(block_, kBytes, 1, kBytes, stream), ACL_SUCCESS);
    aclError destroyed = ACL_SUCCESS;
    aclError reset = ACL_SUCCESS;
    {
      const ScarceMemory scarce(n, shortage);
      destroyed = aclrtDestroyContext(context);
      reset = aclrtResetDeviceForce(0);
      *hit = scarce.Hit();
    }
    if (destroyed != ACL_SUCCESS) {
      EXPECT_EQ(destroyed, ACL_ERROR_BAD_ALLOC);
      EXPECT_EQ(aclrtDestroyContext(context), ACL_SUCCESS);
    }
    if (reset != ACL_SUCCESS) {
      EXPECT_EQ(reset, ACL_ERROR_BAD_ALLOC);
      EXPECT_EQ(aclrtResetDeviceForce(0), ACL_SUCCESS);
    }
    EXPECT_EQ(aclrtDestroyStream(stream), ACL_SUCCESS);
    EXPECT_EQ(aclrtDestroyStream(inContext), ACL_SUCCESS);
    ASSERT_EQ(aclrtSetDevice(0), ACL_SUCCESS);
    ExpectWorks(nullptr);
  });
}

// Clients make a string of it unchecked.
TEST_F(Scarcity, LeavesAMessage) {
  static_cast<void>(aclGetRecentErrMsg());
  const char* scarceMessage = nullptr;
  aclError status = ACL_SUCCESS;
  {
    const ScarceMemory scarce(1, Shortage::kForGood);
    status = aclrtFree(nullptr);
    scarceMessage = aclGetRecentErrMsg();
  }
  EXPECT_EQ(status, ACL_ERROR_BAD_ALLOC);
  ASSERT_NE(scarceMessage, nullptr);
  EXPECT_NE(std::string(scarceMessage).find("Failed to allocate"), std::string::npos);
  EXPECT_EQ(aclGetRecentErrMsg(), nullptr) << "once";
}

// In processes of their own, in which no stream has been made.

[[noreturn]] void WithoutAnyThread() {
  aclrtStream stream = nullptr;
  bool good = aclInit(nullptr) == ACL_SUCCESS;
  {
    const ScarceThreads scarce;
    good = good && aclrtSetDevice(0) == ACL_ERROR_BAD_ALLOC;
  }
  good = good && aclrtSetDevice(0) == ACL_SUCCESS && aclrtCreateStream(&stream) == ACL_SUCCESS &&
         aclrtLaunchHostFunc(
             stream, [](void* /*args*/) {}, nullptr) == ACL_SUCCESS &&
         aclrtSynchronizeStream(stream) == ACL_SUCCESS;
  std::_Exit(good ? 0 : 1);
}

[[noreturn]] void WithOneThread() {
  static std::atomic<int> calls{0};
  constexpr int kStreams = 16;
  std::array<aclrtStream, kStreams> streams{};
  bool good = aclInit(nullptr) == ACL_SUCCESS && aclrtSetDevice(0) == ACL_SUCCESS;
  const ScarceThreads scarce;
  for (aclrtStream& stream : streams) {
    good = good && aclrtCreateStream(&stream) == ACL_SUCCESS;
    for (int call = 0; call < 3; ++call) {
      good = good && aclrtLaunchHostFunc(
                         stream, [](void* /*args*/) { ++calls; }, nullptr) == ACL_SUCCESS;
    }
  }
  for (aclrtStream stream : streams) {
    good = good && aclrtSynchronizeStream(stream) == ACL_SUCCESS;
  }
  std::_Exit(good && calls == 3 * kStreams ? 0 : 1);
}

TEST_F(Scarcity, OfMemoryForCallbacksThatFail) {
  const auto failToClose = [](void* /*userData*/) -> aclError { return kFailure; };
  const auto failToOpen = [](const char* /*config*/, size_t /*length*/, void* /*userData*/) -> aclError {
    return kFailure;
  };
  ASSERT_EQ(aclFinalizeCallbackRegister(ACL_REG_TYPE_OTHER, failToClose, nullptr), ACL_SUCCESS);
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    aclError closed = ACL_SUCCESS;
    {
      const ScarceMemory scarce(n, shortage);
      closed = aclFinalize();
      *hit = scarce.Hit();
    }
    EXPECT_EQ(closed, kFailure);
    EXPECT_EQ(aclInit(nullptr), ACL_SUCCESS) << "it is finalized all the same";
  });
  ASSERT_EQ(aclFinalizeCallbackUnRegister(ACL_REG_TYPE_OTHER, failToClose), ACL_SUCCESS);

  ASSERT_EQ(aclFinalize(), ACL_SUCCESS);
  ASSERT_EQ(aclInitCallbackRegister(ACL_REG_TYPE_OTHER, failToOpen, nullptr), ACL_SUCCESS);
  ForEachAllocation([&](int64_t n, Shortage shortage, bool* hit) {
    aclError opened = ACL_SUCCESS;
    {
      const ScarceMemory scarce(n, shortage);
      opened = aclInit(nullptr);
      *hit = scarce.Hit();
    }
    EXPECT_TRUE(opened == kFailure || opened == ACL_ERROR_BAD_ALLOC) << opened;
    EXPECT_EQ(aclFinalize(), ACL_ERROR_REPEAT_FINALIZE) << "it is not initialized";
  });
  ASSERT_EQ(aclInitCallbackUnRegister(ACL_REG_TYPE_OTHER, failToOpen), ACL_SUCCESS);
  ASSERT_EQ(aclInit(nullptr), ACL_SUCCESS);
}

TEST(ScarcityDeathTest, OfMemoryForTheFirstLookAtTheEnvironment) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        // Too long a name to be kept without asking for memory.
        setenv("OPENACLNN_SOC", "Ascend950PR_9599", 1);  // NOLINT(concurrency-mt-unsafe)
        const char* name = nullptr;
        {
          const ScarceMemory scarce(1, Shortage::kForGood);
          name = aclrtGetSocName();
        }
        const bool good = std::string(name) == "unknown" && std::string(aclrtGetSocName()) != "unknown";
        std::exit(good ? 0 : 1);  // NOLINT(concurrency-mt-unsafe)
      },
      ::testing::ExitedWithCode(0), "");
}

TEST(ScarcityDeathTest, OfThreads) {
  if (!ScarceThreads::Supported()) {
    GTEST_SKIP() << "the sanitizers start threads in ways of their own";
  }
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(WithoutAnyThread(), ::testing::ExitedWithCode(0), "");
  EXPECT_EXIT(WithOneThread(), ::testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace openaclnn::testing
