// SPDX-License-Identifier: Apache-2.0
//
// Plans: made on one thread and run on another, run again and again on new addresses, run by several threads
// at once, never run. What the plan was made of is gone as soon as phase two has returned.
#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

#include "tests/stress/scenario.h"

namespace stress {
namespace {

constexpr aclnnStatus kParamInvalid = 161002;
constexpr aclnnStatus kInnerError = 561000;  // the executor is not alive

/// A call between its phases.
struct Planned {
  explicit Planned(const Problem& problem)
      : instance(problem), arguments(instance.MakeArguments()), executor(instance.Plan(arguments)) {}

  Instance instance;
  BoundCall arguments;
  aclOpExecutor* executor;
};

/// From the threads that plan to the threads that run.
class Belt {
 public:
  void Put(std::unique_ptr<Planned> planned) {
    const std::lock_guard<std::mutex> lock(mutex_);
    waiting_.push_back(std::move(planned));
    changed_.notify_one();
  }
  /// Waits for one.
  std::unique_ptr<Planned> Take() {
    std::unique_lock<std::mutex> lock(mutex_);
    changed_.wait(lock, [this] { return !waiting_.empty(); });
    std::unique_ptr<Planned> planned = std::move(waiting_.front());
    waiting_.pop_front();
    return planned;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Planned>> waiting_;
};

void PlanForOthers(const Round& round, Random random, size_t count, Belt& belt) {
  for (size_t i = 0; i < count; ++i) {
    belt.Put(std::make_unique<Planned>(random.Pick(round.problems)));
  }
}

/// Runs what others have planned; the work often stands in the stream when its arguments go.
void RunForOthers(Random random, size_t count, Belt& belt) {
  while (count > 0) {
    Gate gate;
    std::vector<std::unique_ptr<Planned>> running;
    const Stream stream = MakeStream();
    if (random.OneIn(2)) {
      STRESS_OK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    }
    for (size_t batch = std::min<size_t>(count, 1 + random.Below(8)); batch > 0; --batch, --count) {
      std::unique_ptr<Planned> planned = belt.Take();
      STRESS_OK(planned->instance.Enqueue(planned->executor, stream.Get()));
      { const BoundCall gone(std::move(planned->arguments)); }
      running.push_back(std::move(planned));
    }
    gate.Open();
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
    for (const std::unique_ptr<Planned>& planned : running) {
      planned->instance.CheckOutputs();
    }
  }
}

/// Gives a plan the memory of another instance of its problem, as inputs and outputs, which are counted
/// apart.
void SetAddresses(const Planned& planned, const Instance& target) {
  size_t input = 0;
  size_t output = 0;
  const auto& operands = planned.instance.Of().call.operands;
  for (size_t i = 0; i < operands.size(); ++i) {
    const bool isRead = operands[i].argument->IsRead();
    const size_t index = isRead ? input++ : output++;
    if (operands[i].absent || operands[i].argument->unused) {
      continue;
    }
    aclTensor* const tensor = planned.arguments.Tensor(i);
    STRESS_OK(isRead ? aclSetInputTensorAddr(planned.executor, index, tensor, target.Memory(i))
                     : aclSetOutputTensorAddr(planned.executor, index, tensor, target.Memory(i)));
  }
}

/// One plan, two sets of memory, several streams; the plan goes while its work is queued. Operators that work
/// in place are left to others: a second run would start from other numbers.
void RunAgainAndAgain(const Round& round, Random random) {
  for (int i = 0; i < 6; ++i) {
    const Problem& problem = random.Pick(round.problems);
    if (IsInPlace(problem)) {
      continue;
    }
    Planned planned(problem);
    Instance other(problem);
    STRESS_OK(aclSetAclOpExecutorRepeatable(planned.executor));
    Gate gate;
    const Stream stream = MakeStream();
    if (random.OneIn(2)) {
      STRESS_OK(aclrtLaunchHostFunc(stream.Get(), Gate::Wait, &gate));
    }
    for (int run = 0; run < 6; ++run) {
      const Instance& target = random.OneIn(2) ? other : planned.instance;
      SetAddresses(planned, target);
      target.SpoilOutputs(stream.Get());
      STRESS_OK(planned.instance.Enqueue(planned.executor, stream.Get()));
      if (run == 0) {  // so that both have results
        const Instance& first = &target == &other ? planned.instance : other;
        for (const size_t output : target.Writes()) {
          const size_t bytes = problem.expected[output].size();
          STRESS_OK(aclrtMemcpyAsync(first.Memory(output), bytes, target.Memory(output), bytes,
                                     ACL_MEMCPY_DEVICE_TO_DEVICE, stream.Get()));
        }
      }
    }
    STRESS_OK(aclDestroyAclOpExecutor(planned.executor));
    { const BoundCall gone(std::move(planned.arguments)); }
    gate.Open();
    STRESS_OK(aclrtSynchronizeStream(stream.Get()));
    planned.instance.CheckOutputs();
    other.CheckOutputs();
  }
}

/// A repeatable plan that threads run in turn, each on a stream of its own.
void ShareOnePlan(const Round& round, Random random, int32_t device) {
  Planned planned(random.Pick(round.problems));
  STRESS_OK(aclSetAclOpExecutorRepeatable(planned.executor));
  std::mutex turn;
  RunThreads(3, "sharer", [&](size_t) {
    const DeviceUse use(device);
    const Stream stream = MakeStream();
    for (int i = 0; i < 10; ++i) {
      const std::lock_guard<std::mutex> lock(turn);
      planned.instance.SpoilOutputs(stream.Get());
      STRESS_OK(planned.instance.Enqueue(planned.executor, stream.Get()));
      STRESS_OK(aclrtSynchronizeStream(stream.Get()));
      planned.instance.CheckOutputs();
    }
  });
  STRESS_OK(aclDestroyAclOpExecutor(planned.executor));
}

/// Several threads run one plan that is good for one run: one of them does. Nobody plans meanwhile, as a new
/// plan may be given the place of the used one.
void QuarrelOverOnePlan(const Round& round, Random random, int32_t device) {
  Planned planned(random.Pick(round.problems));
  std::atomic<int> winners{0};
  RunThreads(4, "rival", [&](size_t) {
    const DeviceUse use(device);
    Begin("phase two of a contested executor");
    const aclnnStatus status = planned.instance.Enqueue(planned.executor, nullptr);
    Finish(status, "phase two of a contested executor", {ACL_SUCCESS, kInnerError});
    winners += status == ACL_SUCCESS ? 1 : 0;
  });
  Require(winners == 1, "a plan for one run was not run by exactly one thread");
  STRESS_OK(aclrtSynchronizeStream(nullptr));
  planned.instance.CheckOutputs();
  STRESS_STATUS(planned.instance.Enqueue(planned.executor, nullptr), kInnerError);
  STRESS_STATUS(aclDestroyAclOpExecutor(planned.executor), kInnerError);
  STRESS_STATUS(aclSetAclOpExecutorRepeatable(planned.executor), kInnerError);
}

/// Many live plans that are never run, or given to another operator.
void PlanInVain(const Round& round, Random random) {
  constexpr size_t kPlans = 60;
  std::vector<std::unique_ptr<Planned>> plans;
  plans.reserve(kPlans);
  for (size_t i = 0; i < kPlans; ++i) {
    plans.push_back(std::make_unique<Planned>(random.Pick(round.problems)));
  }
  for (const std::unique_ptr<Planned>& planned : plans) {
    const Problem& other = random.Pick(round.problems);
    if (other.call.op != planned->instance.Of().call.op && random.OneIn(4)) {
      void* const workspace = planned->instance.Memory(0);  // some memory: it is not looked at
      STRESS_STATUS(other.call.op->phases.phaseTwo(workspace, 1, planned->executor, nullptr), kParamInvalid);
    } else {
      STRESS_OK(aclDestroyAclOpExecutor(planned->executor));
    }
  }
}

}  // namespace

void RunExecutors(const Round& round) {
  constexpr size_t kPlans = 40;
  const Session session;
  Random random(round.seed);
  const auto device = static_cast<int32_t>(random.Below(kDevices));
  const DeviceUse use(device);
  Belt belt;
  RunThreads(7, "thread", [&](size_t number) {
    const DeviceUse threadUse(device);
    Random own(round.seed, 100 + number);
    switch (number) {
      case 0:
      case 1:
        return PlanForOthers(round, own, kPlans, belt);
      case 2:
      case 3:
        return RunForOthers(own, kPlans, belt);
      case 4:
        return RunAgainAndAgain(round, own);
      case 5:
        return ShareOnePlan(round, own, device);
      default:
        return PlanInVain(round, own);
    }
  });
  for (int i = 0; i < 4; ++i) {
    QuarrelOverOnePlan(round, Random(round.seed, 200 + static_cast<uint64_t>(i)), device);
  }
}

}  // namespace stress
