// SPDX-License-Identifier: Apache-2.0
//
// Threads issue random operations to streams that they share. Each thread knows what its own memory has to
// hold at any point of its program, and orders the uses of a block on different streams by the block's event,
// as clients do. The graph of records and waits that comes of it has no cycle: a wait is for a record that
// was issued before it.
#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "tests/stress/scenario.h"

namespace stress {
namespace {

// Below and above what runs at once on the calling thread, and, last, what has a mapping of its own.
const std::vector<size_t> kSizes{1, 64, 100, 1000, 4096, 15000, 20000, 70000, 300000, 1500000};

constexpr int kOperationsPerThread = 200;

/// What all threads of a round use.
struct World {
  const Round& round;
  std::vector<aclrtStream> streams;  // the default stream among them
  std::vector<aclrtEvent> events;    // recorded and waited for by anybody, for no purpose
};

/// Something in memory whose uses have an order.
struct Resource {
  Event event = MakeEvent();
  aclrtStream stream = nullptr;  // of the latest use
  bool used = false;             // since somebody waited for it
};

struct Block : Resource {
  explicit Block(bool isPinned, size_t size) : pinned(isPinned), expected(size) {
    if (pinned) {
      host = AllocatePinned(size);
    } else {
      device = AllocateDevice(size);
    }
    STRESS_OK(aclrtMemset(Address(), size, 0, size));
  }
  void* Address() const { return pinned ? host.Get() : device.Get(); }

  bool pinned;
  Bytes expected;  // what it holds once all that was issued is done
  DeviceMemory device;
  PinnedMemory host;
};

struct OperatorRun : Resource {
  explicit OperatorRun(const Problem& problem) : instance(problem) {}
  Instance instance;
  bool solved = false;
};

/// Runs on a thread of the library: changes a block as its owner expects.
struct HostChange {
  uint8_t* data;
  size_t size;
  uint8_t key;

  static void Run(void* self) {
    const std::unique_ptr<HostChange> change(static_cast<HostChange*>(self));
    Begin("host function that changes a block");
    std::for_each(change->data, change->data + change->size, [&](uint8_t& byte) { byte ^= change->key; });
  }
};

/// Runs on a thread of the library: checks a block at this point of its stream.
struct HostCheck {
  const uint8_t* data;
  Bytes expected;

  static void Run(void* self) {
    const std::unique_ptr<HostCheck> check(static_cast<HostCheck*>(self));
    Begin("host function that checks a block");
    Require(std::equal(check->expected.begin(), check->expected.end(), check->data),
            "a block does not hold what it has to at this point of its stream");
  }
};

/// Runs on a thread of the library: checks that one thread's functions on one stream run in order.
struct HostStep {
  int* latest;
  int number;

  static void Run(void* self) {
    const std::unique_ptr<HostStep> step(static_cast<HostStep*>(self));
    Begin("host function that counts");
    Require(*step->latest + 1 == step->number, "host functions of one stream ran out of order");
    *step->latest = step->number;
  }
};

class Worker {
 public:
  Worker(World& world, size_t number)
      : world_(world),
        random_(world.round.seed, 100 + number),
        issued_(world.streams.size()),
        latest_(world.streams.size()) {
    for (int i = 0; i < 4; ++i) {
      blocks_.push_back(MakeBlock());
    }
    for (int i = 0; i < 2; ++i) {
      runs_.push_back(std::make_unique<OperatorRun>(random_.Pick(world_.round.problems)));
    }
  }

  void Run() {
    for (int i = 0; i < kOperationsPerThread; ++i) {
      size_t ticket = random_.Below(kAllWeights);
      const Operation* operation = kOperations;
      while (ticket >= operation->weight) {
        ticket -= operation->weight;
        ++operation;
      }
      (this->*operation->run)();
    }
    for (const std::unique_ptr<Block>& block : blocks_) {
      Check(*block);
    }
    for (const std::unique_ptr<OperatorRun>& run : runs_) {
      Check(*run);
    }
    for (const aclrtStream stream : world_.streams) {
      STRESS_OK(aclrtSynchronizeStream(stream));
    }
    Require(issued_ == latest_, "a host function did not run");
  }

 private:
  struct Operation {
    void (Worker::*run)();
    size_t weight;
  };
  // An operation more is a function more and a line more.
  static const Operation kOperations[];
  static const size_t kAllWeights;

  std::unique_ptr<Block> MakeBlock() {
    // Large ones are rare: filling them is all that the round would do.
    const size_t choices = random_.OneIn(12) ? kSizes.size() : kSizes.size() - 3;
    return std::make_unique<Block>(random_.OneIn(3), kSizes[random_.Below(choices)]);
  }
  Block& AnyBlock() { return *random_.Pick(blocks_); }
  aclrtStream AnyStream() { return random_.Pick(world_.streams); }
  OperatorRun& AnyRun() { return *random_.Pick(runs_); }

  // ---- The order of uses

  static void BeforeUse(const Resource& resource, aclrtStream stream) {
    if (resource.used && resource.stream != stream) {
      STRESS_OK(aclrtStreamWaitEvent(stream, resource.event.Get()));
    }
  }
  static void AfterUse(Resource& resource, aclrtStream stream) {
    STRESS_OK(aclrtRecordEvent(resource.event.Get(), stream));
    resource.stream = stream;
    resource.used = true;
  }
  static void WaitFor(Resource& resource) {
    STRESS_OK(aclrtSynchronizeEvent(resource.event.Get()));
    if (resource.used) {
      aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
      STRESS_OK(aclrtQueryEventStatus(resource.event.Get(), &status));
      Require(status == ACL_EVENT_RECORDED_STATUS_COMPLETE, "an event was waited for and is not complete");
    }
    resource.used = false;
  }

  // ---- Checks by the issuing thread

  static void Check(Block& block) {
    WaitFor(block);
    const size_t size = block.expected.size();
    Bytes held(size);
    if (block.pinned) {
      std::memcpy(held.data(), block.Address(), size);
    } else {
      STRESS_OK(aclrtMemcpy(held.data(), size, block.Address(), size, ACL_MEMCPY_DEVICE_TO_HOST));
    }
    Require(held == block.expected, "a block does not hold what was written to it");
  }
  static void Check(OperatorRun& run) {
    WaitFor(run);
    if (run.solved) {
      run.instance.CheckOutputs();
    }
  }

  // ---- Operations

  void CheckBlock() { Check(AnyBlock()); }
  void CheckRun() { Check(AnyRun()); }

  void Fill() {
    Block& block = AnyBlock();
    const aclrtStream stream = AnyStream();
    const auto value = static_cast<uint8_t>(random_.Next());
    const size_t begin = random_.Below(block.expected.size());
    const size_t count = 1 + random_.Below(block.expected.size() - begin);
    BeforeUse(block, stream);
    STRESS_OK(aclrtMemsetAsync(static_cast<uint8_t*>(block.Address()) + begin, count, value, count, stream));
    AfterUse(block, stream);
    std::fill_n(block.expected.begin() + static_cast<std::ptrdiff_t>(begin), count, value);
  }

  void CopyBetweenBlocks() {
    Block& from = AnyBlock();
    Block& to = AnyBlock();
    if (&from == &to || (from.pinned && to.pinned)) {
      return;  // overlapping, and from host to host: not what the call is for
    }
    const aclrtStream stream = AnyStream();
    const size_t count = std::min(from.expected.size(), to.expected.size());
    BeforeUse(from, stream);
    BeforeUse(to, stream);
    STRESS_OK(aclrtMemcpyAsync(to.Address(), to.expected.size(), from.Address(), count, ACL_MEMCPY_DEFAULT,
                               stream));
    AfterUse(from, stream);
    AfterUse(to, stream);
    std::copy_n(from.expected.begin(), count, to.expected.begin());
  }

  // With ordinary host memory the call returns when the copy is done.
  void UploadOrdinaryMemory() {
    Block& block = AnyBlock();
    if (block.pinned) {
      return;
    }
    const aclrtStream stream = AnyStream();
    const Bytes bytes(std::min<size_t>(block.expected.size(), 5000), static_cast<uint8_t>(random_.Next()));
    BeforeUse(block, stream);
    STRESS_OK(aclrtMemcpyAsync(block.Address(), block.expected.size(), bytes.data(), bytes.size(),
                               ACL_MEMCPY_HOST_TO_DEVICE, stream));
    AfterUse(block, stream);
    std::copy(bytes.begin(), bytes.end(), block.expected.begin());
  }

  void ChangeOnHost() {
    Block& block = AnyBlock();
    if (!block.pinned) {
      return;
    }
    const aclrtStream stream = AnyStream();
    const auto key = static_cast<uint8_t>(random_.Next());
    auto* const data = static_cast<uint8_t*>(block.Address());
    BeforeUse(block, stream);
    STRESS_OK(aclrtLaunchHostFunc(stream, HostChange::Run, new HostChange{data, block.expected.size(), key}));
    AfterUse(block, stream);
    for (uint8_t& byte : block.expected) {
      byte ^= key;
    }
  }

  void CheckOnHost() {
    Block& block = AnyBlock();
    if (!block.pinned) {
      return;
    }
    const aclrtStream stream = AnyStream();
    BeforeUse(block, stream);
    STRESS_OK(aclrtLaunchHostFunc(stream, HostCheck::Run,
                                  new HostCheck{static_cast<uint8_t*>(block.Address()), block.expected}));
    AfterUse(block, stream);
  }

  void CountOnHost() {
    const size_t stream = random_.Below(world_.streams.size());
    STRESS_OK(aclrtLaunchHostFunc(world_.streams[stream], HostStep::Run,
                                  new HostStep{&latest_[stream], ++issued_[stream]}));
  }

  void RunOperator() {
    OperatorRun& run = AnyRun();
    const aclrtStream stream = AnyStream();
    BeforeUse(run, stream);
    if (random_.OneIn(2)) {
      run.instance.SpoilOutputs(stream);
    }
    run.instance.Launch(stream);
    AfterUse(run, stream);
    run.solved = true;
  }

  // The result of an operator goes to another block, in stream order.
  void TakeResult() {
    OperatorRun& run = AnyRun();
    Block& block = AnyBlock();
    if (!run.solved) {
      return;
    }
    const aclrtStream stream = AnyStream();
    const size_t output = run.instance.Writes().front();
    const Bytes& result = run.instance.Of().expected[output];
    const size_t count = std::min(result.size(), block.expected.size());
    BeforeUse(run, stream);
    BeforeUse(block, stream);
    STRESS_OK(aclrtMemcpyAsync(block.Address(), block.expected.size(), run.instance.Memory(output), count,
                               block.pinned ? ACL_MEMCPY_DEVICE_TO_HOST : ACL_MEMCPY_DEVICE_TO_DEVICE,
                               stream));
    AfterUse(run, stream);
    AfterUse(block, stream);
    std::copy_n(result.begin(), count, block.expected.begin());
  }

  void Reallocate() {
    std::unique_ptr<Block>& block = random_.Pick(blocks_);
    Check(*block);
    block = nullptr;
    block = MakeBlock();
  }

  void OtherProblem() {
    std::unique_ptr<OperatorRun>& run = random_.Pick(runs_);
    Check(*run);
    run = nullptr;
    run = std::make_unique<OperatorRun>(random_.Pick(world_.round.problems));
  }

  // Waits that were issued for an event outlive it.
  void ReplaceEvent() {
    Block& block = AnyBlock();
    const aclrtStream stream = AnyStream();
    BeforeUse(block, stream);
    block.event = MakeEvent();
    AfterUse(block, stream);
  }

  // Work of a stream outlives its handle; destroying waits for it.
  void UseStreamOfItsOwn() {
    Block& block = AnyBlock();
    const auto value = static_cast<uint8_t>(random_.Next());
    const size_t size = block.expected.size();
    {
      const Stream stream = MakeStream();
      BeforeUse(block, stream.Get());
      STRESS_OK(aclrtMemsetAsync(block.Address(), size, value, size, stream.Get()));
      AfterUse(block, stream.Get());
    }
    std::fill(block.expected.begin(), block.expected.end(), value);
    aclrtEventRecordedStatus status = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    STRESS_OK(aclrtQueryEventStatus(block.event.Get(), &status));
    Require(status == ACL_EVENT_RECORDED_STATUS_COMPLETE, "a stream was destroyed before its work was done");
    block.used = false;
  }

  void RecordShared() { STRESS_OK(aclrtRecordEvent(random_.Pick(world_.events), AnyStream())); }
  void WaitForShared() { STRESS_OK(aclrtStreamWaitEvent(AnyStream(), random_.Pick(world_.events))); }
  void SynchronizeShared() {
    STRESS_STATUS(aclrtSynchronizeEventWithTimeout(random_.Pick(world_.events), 1), ACL_SUCCESS,
                  ACL_ERROR_RT_EVENT_SYNC_TIMEOUT);
  }
  void TimeShared() {
    float milliseconds = 0;
    STRESS_STATUS(
        aclrtEventElapsedTime(&milliseconds, random_.Pick(world_.events), random_.Pick(world_.events)),
        ACL_SUCCESS, ACL_ERROR_RT_EVENT_TIMESTAMP_INVALID, ACL_ERROR_RT_EVENT_TIMESTAMP_REVERSAL);
  }

  void SynchronizeStream() { STRESS_OK(aclrtSynchronizeStream(AnyStream())); }
  void SynchronizeStreamForAWhile() {
    STRESS_STATUS(aclrtSynchronizeStreamWithTimeout(AnyStream(), 1), ACL_SUCCESS,
                  ACL_ERROR_RT_STREAM_SYNC_TIMEOUT);
  }
  void SynchronizeDevice() { STRESS_OK(aclrtSynchronizeDevice()); }

  void Query() {
    aclrtStreamStatus streamStatus = ACL_STREAM_STATUS_RESERVED;
    STRESS_OK(aclrtStreamQuery(AnyStream(), &streamStatus));
    Require(streamStatus == ACL_STREAM_STATUS_COMPLETE || streamStatus == ACL_STREAM_STATUS_NOT_READY,
            "a stream has no status");
    aclrtEventRecordedStatus eventStatus = ACL_EVENT_RECORDED_STATUS_NOT_READY;
    STRESS_OK(aclrtQueryEventStatus(random_.Pick(world_.events), &eventStatus));
    int32_t id = -1;
    STRESS_OK(aclrtStreamGetId(AnyStream(), &id));
    Require(id >= 0, "a stream has a negative number");
  }

  void LookUpAddress() {
    const Block& block = AnyBlock();
    aclrtPtrAttributes attributes{};
    STRESS_OK(aclrtPointerGetAttributes(
        static_cast<const uint8_t*>(block.Address()) + random_.Below(block.expected.size()), &attributes));
    Require(attributes.location.type ==
                (block.pinned ? ACL_MEM_LOCATION_TYPE_HOST : ACL_MEM_LOCATION_TYPE_DEVICE),
            "an address is not where its block is");
  }

  World& world_;
  Random random_;
  std::vector<std::unique_ptr<Block>> blocks_;
  std::vector<std::unique_ptr<OperatorRun>> runs_;
  std::vector<int> issued_;  // host functions that count, by stream
  std::vector<int> latest_;  // that ran
};

const Worker::Operation Worker::kOperations[] = {
    {&Worker::Fill, 10},
    {&Worker::CopyBetweenBlocks, 16},
    {&Worker::UploadOrdinaryMemory, 3},
    {&Worker::ChangeOnHost, 8},
    {&Worker::CheckOnHost, 6},
    {&Worker::CountOnHost, 6},
    {&Worker::RunOperator, 16},
    {&Worker::TakeResult, 8},
    {&Worker::CheckBlock, 2},
    {&Worker::CheckRun, 2},
    {&Worker::Reallocate, 3},
    {&Worker::OtherProblem, 1},
    {&Worker::ReplaceEvent, 3},
    {&Worker::UseStreamOfItsOwn, 3},
    {&Worker::RecordShared, 8},
    {&Worker::WaitForShared, 8},
    {&Worker::SynchronizeShared, 2},
    {&Worker::TimeShared, 2},
    {&Worker::SynchronizeStream, 2},
    {&Worker::SynchronizeStreamForAWhile, 2},
    {&Worker::SynchronizeDevice, 1},
    {&Worker::Query, 4},
    {&Worker::LookUpAddress, 4},
};
const size_t Worker::kAllWeights = [] {
  size_t sum = 0;
  for (const Operation& operation : kOperations) {
    sum += operation.weight;
  }
  return sum;
}();

}  // namespace

void RunGraph(const Round& round) {
  const Session session;
  Random random(round.seed);
  const auto device = static_cast<int32_t>(random.Below(kDevices));
  const DeviceUse use(device);
  std::vector<Stream> streams(random.Below(12));
  std::vector<Event> events(static_cast<size_t>(random.Between(1, 8)));
  World world{round, {nullptr}, {}};
  for (Stream& stream : streams) {
    stream = MakeStream();
    world.streams.push_back(stream.Get());
  }
  for (Event& event : events) {
    event = MakeEvent();
    world.events.push_back(event.Get());
  }
  RunThreads(static_cast<size_t>(random.Between(1, 6)), "worker", [&world, device](size_t number) {
    const DeviceUse threadUse(device);
    Worker(world, number).Run();
  });
}

}  // namespace stress
