// SPDX-License-Identifier: Apache-2.0
//
// Programs with two operations that nothing orders, and such that are right, by name, for checker_test.py.
// The two calls of a race are made in First and Second, which are exported: reports have to name them.
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "tests/checker/client.h"

using openaclnn::checker::EmbeddingCall;
using openaclnn::checker::Must;
using openaclnn::checker::PlanAdd;
using openaclnn::checker::RunProgram;
using openaclnn::checker::Tensors;

extern "C" __attribute__((noinline, visibility("default"))) void First(const std::function<void()>& call) {
  call();
}

extern "C" __attribute__((noinline, visibility("default"))) void Second(const std::function<void()>& call) {
  call();
}

namespace {

constexpr int64_t kElements = 1024;  // FLOAT
constexpr size_t kBytes = kElements * sizeof(float);

/// What programs work with. All of it is there before the first of them begins.
struct Setting {
  Setting() {
    for (aclrtStream* const stream : {&one, &two}) {
      Must(aclrtCreateStream(stream));
    }
    for (aclrtEvent* const made : {&event, &other}) {
      Must(aclrtCreateEvent(made));
    }
    for (void** const block : {&a, &b, &c, &d}) {
      Must(aclrtMalloc(block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
      Must(aclrtMemset(*block, kBytes, 0, kBytes));
    }
    Must(aclrtMallocHost(&pinned, kBytes));
  }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  ~Setting() {
    Must(aclrtSynchronizeDevice());
    Must(aclrtFreeHost(pinned));
    for (void* const block : {a, b, c, d}) {
      if (block != nullptr) {
        Must(aclrtFree(block));
      }
    }
    Must(aclrtDestroyEvent(event));
    Must(aclrtDestroyEvent(other));
    Must(aclrtDestroyStream(one));
    Must(aclrtDestroyStream(two));
  }

  aclrtStream one = nullptr;
  aclrtStream two = nullptr;
  aclrtEvent event = nullptr;
  aclrtEvent other = nullptr;
  void* a = nullptr;
  void* b = nullptr;
  void* c = nullptr;
  void* d = nullptr;
  void* pinned = nullptr;
};

/// Columns [begin, begin + count) of a matrix with 32 of them.
struct Columns {
  int64_t begin = 0;
  int64_t count = 32;
};

aclTensor* TensorOf(void* memory, Columns columns) {
  const std::array<int64_t, 2> dims{kElements / 32, columns.count};
  const std::array<int64_t, 2> strides{32, 1};
  const int64_t storage = kElements;
  return aclCreateTensor(dims.data(), 2, ACL_FLOAT, strides.data(), columns.begin, ACL_FORMAT_ND, &storage, 1,
                         memory);
}

/// out = self + other, on columns of them.
void Add(void* self, void* other, void* out, aclrtStream stream, Columns columns = {}) {
  const Tensors tensors({TensorOf(self, columns), TensorOf(other, columns), TensorOf(out, columns)});
  Must(aclnnAdd(nullptr, 0, PlanAdd(tensors), stream));
}

/// The gradient of an embedding, which needs a workspace.
void Embedding(void* grad, void* indices, void* out, void* workspace, aclrtStream stream) {
  const EmbeddingCall call(grad, indices, out);
  aclOpExecutor* executor = nullptr;
  const uint64_t size = call.Plan(&executor);
  Must(aclnnEmbeddingDenseBackward(workspace, size, executor, stream));
}

void CopyIn(void* destination, const void* source, aclrtStream stream) {
  Must(aclrtMemcpyAsync(destination, kBytes, source, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream));
}

void CopyOut(void* destination, const void* source, aclrtStream stream) {
  Must(aclrtMemcpyAsync(destination, kBytes, source, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream));
}

void Fill(void* block, aclrtStream stream) {
  Must(aclrtMemsetAsync(block, kBytes, 1, kBytes, stream));
}

/// `to` waits for what `from` has been given so far.
void Order(aclrtStream from, aclrtStream to, aclrtEvent event) {
  Must(aclrtRecordEvent(event, from));
  Must(aclrtStreamWaitEvent(to, event));
}

using Program = void (*)(Setting& with);

// ---- Nothing orders them

void WriteAfterWrite(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { Add(with.a, with.b, with.c, with.two); });
}

void ReadAfterWrite(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { Add(with.c, with.b, with.d, with.two); });
}

void WriteAfterRead(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { Add(with.b, with.d, with.a, with.two); });
}

void CopyThenOperator(Setting& with) {
  First([&] { CopyIn(with.a, with.pinned, with.one); });
  Second([&] { Add(with.a, with.b, with.c, with.two); });
}

void OperatorThenCopyOut(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { CopyOut(with.pinned, with.c, with.two); });
}

void MemsetThenOperator(Setting& with) {
  First([&] { Fill(with.a, with.one); });
  Second([&] { Add(with.a, with.b, with.c, with.two); });
}

void PinnedMemory(Setting& with) {
  First([&] { CopyOut(with.pinned, with.a, with.one); });
  Second([&] { CopyIn(with.b, with.pinned, with.two); });
}

void SharedWorkspace(Setting& with) {
  void* outs = nullptr;
  Must(aclrtMalloc(&outs, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  First([&] { Embedding(with.a, with.b, with.c, with.d, with.one); });
  Second([&] { Embedding(with.a, with.b, outs, with.d, with.two); });
  (void)aclrtSynchronizeDevice();  // the workspace may have been found busy, too
  Must(aclrtFree(outs));
}

void EventRecordedTooEarly(Setting& with) {
  Add(with.a, with.b, with.d, with.one);
  Must(aclrtRecordEvent(with.event, with.one));
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Must(aclrtStreamWaitEvent(with.two, with.event));
  Second([&] { Add(with.c, with.b, with.a, with.two); });
}

void EventRecordedTooLate(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Must(aclrtStreamWaitEvent(with.two, with.event));  // not yet recorded: there is nothing to wait for
  Must(aclrtRecordEvent(with.event, with.one));
  Second([&] { Add(with.c, with.b, with.d, with.two); });
}

void WrongStreamWaits(Setting& with) {
  aclrtStream third = nullptr;
  Must(aclrtCreateStream(&third));
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Order(with.one, third, with.event);
  Second([&] { Add(with.c, with.b, with.d, with.two); });
  Must(aclrtDestroyStream(third));
}

void WrongEvent(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Must(aclrtRecordEvent(with.event, with.one));
  Must(aclrtStreamWaitEvent(with.two, with.other));
  Second([&] { Add(with.c, with.b, with.d, with.two); });
}

void HostReadsTooEarly(Setting& with) {
  std::vector<char> host(kBytes);
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { Must(aclrtMemcpy(host.data(), kBytes, with.c, kBytes, ACL_MEMCPY_DEVICE_TO_HOST)); });
}

void HostFillsTooEarly(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { Must(aclrtMemset(with.a, kBytes, 0, kBytes)); });
}

void WrongStreamSynchronized(Setting& with) {
  std::vector<char> host(kBytes);
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Must(aclrtSynchronizeStream(with.two));
  Second([&] { Must(aclrtMemcpy(host.data(), kBytes, with.c, kBytes, ACL_MEMCPY_DEVICE_TO_HOST)); });
}

void FreedTooEarly(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Second([&] { Must(aclrtFree(with.c)); });
  with.c = nullptr;
  (void)aclrtSynchronizeDevice();  // the memory may have been found freed
}

void DefaultStreamOrdersNothing(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, nullptr); });
  Second([&] { Add(with.c, with.b, with.d, with.two); });
}

void OverlappingColumns(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one, {0, 9}); });
  Second([&] { Add(with.a, with.b, with.c, with.two, {8, 8}); });
}

/// Through a third stream that waits for the first, but before the call.
void ChainWithAGap(Setting& with) {
  aclrtStream third = nullptr;
  Must(aclrtCreateStream(&third));
  Order(with.one, third, with.event);
  First([&] { Add(with.a, with.b, with.c, with.one); });
  Order(third, with.two, with.other);
  Second([&] { Add(with.c, with.b, with.d, with.two); });
  Must(aclrtDestroyStream(third));
}

void TwoThreads(Setting& with) {
  First([&] { Add(with.a, with.b, with.c, with.one); });
  std::thread([&] {
    Must(aclrtSetDevice(0));
    Second([&] { Add(with.a, with.b, with.c, with.two); });
  }).join();
}

// ---- Right

void DoubleBuffering(Setting& with) {
  const std::array<void*, 2> in{with.a, with.b};
  std::array<aclrtEvent, 2> filled{};
  std::array<aclrtEvent, 2> used{};
  for (size_t i = 0; i < 2; ++i) {
    Must(aclrtCreateEvent(&filled[i]));
    Must(aclrtCreateEvent(&used[i]));
  }
  for (size_t i = 0; i < 20; ++i) {
    const size_t slot = i % 2;
    Must(aclrtStreamWaitEvent(with.one, used[slot]));
    CopyIn(in[slot], with.pinned, with.one);
    Must(aclrtRecordEvent(filled[slot], with.one));
    Must(aclrtStreamWaitEvent(with.two, filled[slot]));
    Add(in[slot], in[slot], with.c, with.two);
    Must(aclrtRecordEvent(used[slot], with.two));
  }
  Must(aclrtSynchronizeStream(with.two));
  for (size_t i = 0; i < 2; ++i) {
    Must(aclrtDestroyEvent(filled[i]));
    Must(aclrtDestroyEvent(used[i]));
  }
}

void SynchronizeBetween(Setting& with) {
  Add(with.a, with.b, with.c, with.one);
  Must(aclrtSynchronizeStream(with.one));
  Add(with.c, with.b, with.d, with.two);
  Must(aclrtSynchronizeDevice());
  Fill(with.d, with.one);
  Must(aclrtRecordEvent(with.event, with.one));
  Must(aclrtSynchronizeEvent(with.event));
  CopyOut(with.pinned, with.d, with.two);
}

void QueriesBetween(Setting& with) {
  Add(with.a, with.b, with.c, with.one);
  aclrtStreamStatus idle = ACL_STREAM_STATUS_NOT_READY;
  while (idle != ACL_STREAM_STATUS_COMPLETE) {
    Must(aclrtStreamQuery(with.one, &idle));
  }
  Add(with.c, with.b, with.d, with.two);
  Must(aclrtRecordEvent(with.event, with.two));
  aclrtEventRecordedStatus recorded = ACL_EVENT_RECORDED_STATUS_NOT_READY;
  while (recorded != ACL_EVENT_RECORDED_STATUS_COMPLETE) {
    Must(aclrtQueryEventStatus(with.event, &recorded));
  }
  Must(aclrtMemset(with.d, kBytes, 0, kBytes));
}

void CallbackBetween(Setting& with) {
  std::atomic<bool> reached{false};
  Add(with.a, with.b, with.c, with.one);
  Must(aclrtLaunchHostFunc(
      with.one, [](void* flag) { *static_cast<std::atomic<bool>*>(flag) = true; }, &reached));
  while (!reached) {
    std::this_thread::yield();
  }
  Add(with.c, with.b, with.d, with.two);
}

/// The function itself uses the memory, in the order of its stream.
void CallbackCopies(Setting& with) {
  static std::vector<char> host(kBytes);
  Add(with.a, with.b, with.c, with.one);
  Must(aclrtLaunchHostFunc(
      with.one,
      [](void* memory) {
        Must(aclrtSetDevice(0));
        Must(aclrtMemcpy(host.data(), kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
      },
      with.c));
  Fill(with.c, with.one);
}

void DisjointColumns(Setting& with) {
  for (int64_t column = 0; column < 32; ++column) {
    Add(with.a, with.b, with.c, column % 2 == 0 ? with.one : with.two, {column, 1});
  }
}

void DisjointHalves(Setting& with) {
  auto* const bytes = static_cast<char*>(with.c);
  Must(aclrtMemsetAsync(bytes, kBytes / 2, 1, kBytes / 2, with.one));
  Must(aclrtMemsetAsync(bytes + kBytes / 2, kBytes / 2, 1, kBytes / 2, with.two));
}

void ReadsOnly(Setting& with) {
  Add(with.a, with.b, with.c, with.one);
  Add(with.b, with.a, with.d, with.two);
  std::vector<char> host(kBytes);
  Must(aclrtMemcpy(host.data(), kBytes, with.a, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
}

void DefaultStreamAlone(Setting& with) {
  Fill(with.a, nullptr);
  Add(with.a, with.b, with.c, nullptr);
  Add(with.c, with.b, with.a, nullptr);
  CopyOut(with.pinned, with.a, nullptr);
  Must(aclrtSynchronizeStream(nullptr));
}

/// From one stream to a second through a third.
void Chain(Setting& with) {
  aclrtStream third = nullptr;
  Must(aclrtCreateStream(&third));
  Add(with.a, with.b, with.c, with.one);
  Order(with.one, third, with.event);
  Order(third, with.two, with.other);
  Add(with.c, with.b, with.d, with.two);
  Must(aclrtDestroyStream(third));
}

/// Recorded again while a stream waits for the record before: that is what it waits for.
void EventRecordedAgain(Setting& with) {
  Add(with.a, with.b, with.c, with.one);
  Order(with.one, with.two, with.event);
  Must(aclrtRecordEvent(with.event, nullptr));
  Add(with.c, with.b, with.d, with.two);
}

/// The wait is enqueued first, as waits for notifies may be.
void NotifyBetween(Setting& with) {
  aclrtNotify notify = nullptr;
  Must(aclrtCreateNotify(&notify, ACL_NOTIFY_DEFAULT));
  for (int i = 0; i < 3; ++i) {
    Must(aclrtWaitAndResetNotify(notify, with.two, 0));
    Add(with.c, with.b, with.d, with.two);
    Must(aclrtRecordEvent(with.event, with.two));
    Add(with.a, with.b, with.c, with.one);
    Must(aclrtRecordNotify(notify, with.one));
    Must(aclrtStreamWaitEvent(with.one, with.event));
  }
  Must(aclrtSynchronizeStream(with.two));
  Must(aclrtDestroyNotify(notify));
}

void ValueBetween(Setting& with) {
  Must(aclrtValueWait(with.d, 7, ACL_STREAM_WAIT_VALUE_EQ, with.two));
  Add(with.c, with.b, with.a, with.two);
  Fill(with.c, with.one);
  Must(aclrtValueWrite(with.d, 7, 0, with.one));
}

/// Other memory at the address of memory that was freed.
void FreedAndAllocatedAgain(Setting& with) {
  for (int i = 0; i < 10; ++i) {
    void* block = nullptr;
    Must(aclrtMalloc(&block, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
    Fill(block, i % 2 == 0 ? with.one : with.two);
    Must(aclrtFreeWithDevSync(block));
  }
}

/// A stream at the place of one that has ended.
void StreamsComeAndGo(Setting& with) {
  for (int i = 0; i < 10; ++i) {
    aclrtStream stream = nullptr;
    Must(aclrtCreateStream(&stream));
    Add(with.a, with.b, with.c, stream);
    Must(aclrtDestroyStream(stream));
  }
}

// ---- Graphs

/// A graph of what `issue` gives to the first stream.
class Graph {
 public:
  Graph(aclrtStream stream, const std::function<void()>& issue) {
    Must(aclmdlRICaptureBegin(stream, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL));
    issue();
    Must(aclmdlRICaptureEnd(stream, &graph_));
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() {
    Must(aclrtSynchronizeDevice());
    Must(aclmdlRIDestroy(graph_));
  }
  void Execute(aclrtStream stream) const { Must(aclmdlRIExecuteAsync(graph_, stream)); }

 private:
  aclmdlRI graph_ = nullptr;
};

void GraphThenOperator(Setting& with) {
  const Graph graph(with.one, [&] { First([&] { Add(with.a, with.b, with.c, with.one); }); });
  graph.Execute(with.one);
  Second([&] { Add(with.c, with.b, with.d, with.two); });
}

void WhatIsOnlyCaptured(Setting& with) {
  const Graph graph(with.one, [&] {
    Add(with.a, with.b, with.c, with.one);
    Fill(with.a, with.one);
  });
  Add(with.a, with.c, with.d, with.two);
}

void GraphOfTwoStreams(Setting& with) {
  const Graph graph(with.one, [&] {
    Add(with.a, with.b, with.c, with.one);
    Order(with.one, with.two, with.event);
    Add(with.c, with.b, with.d, with.two);
    Order(with.two, with.one, with.other);
    Add(with.d, with.c, with.a, with.one);
  });
  graph.Execute(with.one);
  graph.Execute(with.one);
  Order(with.one, with.two, with.event);
  Add(with.a, with.d, with.c, with.two);
  Order(with.two, with.one, with.event);
  graph.Execute(with.one);
}

/// The input comes after the capture, and before the execution.
void GraphOfMemoryWrittenLater(Setting& with) {
  void* input = nullptr;
  Must(aclrtMalloc(&input, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  const Graph graph(with.one, [&] {
    Must(aclrtMemcpyAsync(with.c, kBytes, input, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, with.one));
    Add(input, with.c, with.d, with.one);
  });
  Fill(input, with.one);
  graph.Execute(with.one);
  Must(aclrtSynchronizeStream(with.one));
  Must(aclrtFree(input));
}

/// A graph with a condition and two bodies, which `issue` is called for. Executed once. `before` writes the word.
void ExecuteWithCondition(Setting& with, const std::function<void(uint64_t* word)>& before,
                          const std::function<void(bool)>& issue,
                          const std::function<void(uint64_t* word)>& after) {
  Must(aclmdlRICaptureBegin(with.one, ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
  aclmdlRICaptureStatus status{};
  aclmdlRI graph = nullptr;
  Must(aclmdlRICaptureGetInfo(with.one, &status, &graph));
  aclmdlRICondHandle handle = nullptr;
  uint64_t* word = nullptr;
  Must(aclmdlRICondHandleCreate(graph, 0, 0, &handle));
  Must(aclmdlRICondHandleGetCondPtr(handle, &word));
  std::array<aclmdlRI, 2> bodies{};
  const aclmdlRICondTaskParams params{handle, ACL_MODEL_RI_COND_TYPE_IF, 2, bodies.data()};
  before(word);
  First([&] { Must(aclmdlRIAddCondTask(&params, with.one, 0)); });
  for (aclmdlRI& body : bodies) {
    Must(aclmdlRICaptureToModelRIBegin(with.two, body, ACL_MODEL_RI_CAPTURE_MODE_RELAXED));
    issue(body == bodies[0]);
    Must(aclmdlRICaptureEnd(with.two, &body));
  }
  Must(aclmdlRICaptureEnd(with.one, &graph));
  Must(aclmdlRIExecuteAsync(graph, with.one));
  after(word);
  Must(aclrtSynchronizeDevice());
  Must(aclmdlRIDestroy(graph));
}

/// One of two bodies runs, after what comes before it, and before what comes after.
void BodiesOfACondition(Setting& with) {
  ExecuteWithCondition(
      with,
      [&](uint64_t* word) {
        Must(aclrtMemset(word, sizeof *word, 1, sizeof *word));
        Add(with.a, with.b, with.c, with.one);
      },
      [&](bool isFirst) {
        isFirst ? Add(with.c, with.b, with.d, with.two) : Add(with.d, with.c, with.d, with.two);
      },
      [&](uint64_t* /*word*/) { Add(with.d, with.c, with.a, with.one); });
}

void WordOfACondition(Setting& with) {
  ExecuteWithCondition(
      with, [](uint64_t* word) { Must(aclrtMemset(word, sizeof *word, 1, sizeof *word)); },
      [](bool /*isFirst*/) {},
      [&](uint64_t* word) {
        Second([&] { Must(aclrtMemsetAsync(word, sizeof *word, 0, sizeof *word, with.two)); });
      });
}

/// A graph that is built by hand, of two streams, and of what `issue` gives to them. It is executed once.
void Build(aclrtStream stream, const std::function<void(aclrtStream, aclrtStream)>& issue) {
  aclmdlRI graph = nullptr;
  Must(aclmdlRIBuildBegin(&graph, 0));
  std::array<aclrtStream, 2> bound{};
  for (aclrtStream& one : bound) {
    Must(aclrtCreateStreamWithConfig(&one, 0, ACL_STREAM_PERSISTENT));
    Must(aclmdlRIBindStream(graph, one, ACL_MODEL_STREAM_FLAG_HEAD));
  }
  issue(bound[0], bound[1]);
  Must(aclmdlRIEndTask(graph, bound[0]));
  Must(aclmdlRIBuildEnd(graph, nullptr));
  Must(aclmdlRIExecuteAsync(graph, stream));
  Must(aclrtSynchronizeStream(stream));
  Must(aclmdlRIDestroy(graph));
  for (aclrtStream const one : bound) {
    Must(aclrtDestroyStream(one));
  }
}

void BuiltGraph(Setting& with) {
  Add(with.a, with.b, with.c, with.one);
  Build(with.one, [&](aclrtStream first, aclrtStream second) {
    Add(with.c, with.b, with.d, first);
    Order(first, second, with.event);
    Add(with.d, with.c, with.a, second);
  });
  Add(with.a, with.d, with.c, with.one);
}

void StreamsOfABuiltGraph(Setting& with) {
  Build(with.one, [&](aclrtStream first, aclrtStream second) {
    First([&] { Add(with.a, with.b, with.c, first); });
    Second([&] { Add(with.c, with.b, with.d, second); });
  });
}

/// One of two streams runs, and then the other one is not.
void AlternativesOfAGraph(Setting& with) {
  void* words = nullptr;
  Must(aclrtMalloc(&words, kBytes, ACL_MEM_MALLOC_HUGE_FIRST));
  Must(aclrtMemset(words, kBytes, 0, kBytes));
  aclmdlRI graph = nullptr;
  Must(aclmdlRIBuildBegin(&graph, 0));
  std::array<aclrtStream, 3> bound{};
  for (aclrtStream& one : bound) {
    Must(aclrtCreateStreamWithConfig(&one, 0, ACL_STREAM_PERSISTENT));
    Must(aclmdlRIBindStream(graph, one,
                            one == bound[0] ? ACL_MODEL_STREAM_FLAG_HEAD : ACL_MODEL_STREAM_FLAG_DEFAULT));
  }
  Add(with.a, with.b, with.c, bound[0]);
  Must(aclrtSwitchStream(words, ACL_RT_EQUAL, words, ACL_RT_SWITCH_INT32, bound[1], bound[2], bound[0]));
  Add(with.c, with.b, with.d, bound[1]);
  Add(with.d, with.c, with.d, bound[2]);
  Must(aclmdlRIEndTask(graph, bound[0]));
  Must(aclmdlRIBuildEnd(graph, nullptr));
  Must(aclmdlRIExecuteAsync(graph, with.one));
  Add(with.d, with.c, with.a, with.one);
  Must(aclrtSynchronizeStream(with.one));
  Must(aclmdlRIDestroy(graph));
  for (aclrtStream const one : bound) {
    Must(aclrtDestroyStream(one));
  }
  Must(aclrtFree(words));
}

void AsynchronousCopyOfOrdinaryMemory(Setting& with) {
  std::vector<char> host(kBytes);
  CopyIn(with.a, host.data(), with.one);  // waits for its end: the memory is not pinned
  CopyIn(with.b, host.data(), with.two);
  Add(with.a, with.b, with.c, with.two);
}

const std::map<std::string, Program>& Programs() {
  static const std::map<std::string, Program> programs{
      {"alternatives_of_a_graph", AlternativesOfAGraph},
      {"bodies_of_a_condition", BodiesOfACondition},
      {"asynchronous_copy_of_ordinary_memory", AsynchronousCopyOfOrdinaryMemory},
      {"built_graph", BuiltGraph},
      {"callback_between", CallbackBetween},
      {"callback_copies", CallbackCopies},
      {"chain", Chain},
      {"chain_with_a_gap", ChainWithAGap},
      {"copy_then_operator", CopyThenOperator},
      {"default_stream_alone", DefaultStreamAlone},
      {"default_stream_orders_nothing", DefaultStreamOrdersNothing},
      {"disjoint_columns", DisjointColumns},
      {"disjoint_halves", DisjointHalves},
      {"double_buffering", DoubleBuffering},
      {"event_recorded_again", EventRecordedAgain},
      {"event_recorded_too_early", EventRecordedTooEarly},
      {"event_recorded_too_late", EventRecordedTooLate},
      {"freed_and_allocated_again", FreedAndAllocatedAgain},
      {"freed_too_early", FreedTooEarly},
      {"graph_of_memory_written_later", GraphOfMemoryWrittenLater},
      {"graph_of_two_streams", GraphOfTwoStreams},
      {"graph_then_operator", GraphThenOperator},
      {"host_fills_too_early", HostFillsTooEarly},
      {"host_reads_too_early", HostReadsTooEarly},
      {"memset_then_operator", MemsetThenOperator},
      {"notify_between", NotifyBetween},
      {"operator_then_copy_out", OperatorThenCopyOut},
      {"overlapping_columns", OverlappingColumns},
      {"pinned_memory", PinnedMemory},
      {"queries_between", QueriesBetween},
      {"read_after_write", ReadAfterWrite},
      {"reads_only", ReadsOnly},
      {"shared_workspace", SharedWorkspace},
      {"streams_come_and_go", StreamsComeAndGo},
      {"streams_of_a_built_graph", StreamsOfABuiltGraph},
      {"synchronize_between", SynchronizeBetween},
      {"two_threads", TwoThreads},
      {"value_between", ValueBetween},
      {"what_is_only_captured", WhatIsOnlyCaptured},
      {"write_after_read", WriteAfterRead},
      {"write_after_write", WriteAfterWrite},
      {"word_of_a_condition", WordOfACondition},
      {"wrong_event", WrongEvent},
      {"wrong_stream_synchronized", WrongStreamSynchronized},
      {"wrong_stream_waits", WrongStreamWaits},
  };
  return programs;
}

}  // namespace

int main(int argc, char** argv) {
  return RunProgram(argc, argv, Programs(), [](const auto& program) {
    Setting setting;
    program(setting);
  });
}
