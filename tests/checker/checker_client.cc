// SPDX-License-Identifier: Apache-2.0
//
// Programs with a mistake each, by name, for checker_test.py. Functions whose names reports have to give are
// in extern "C", so that they are exported.
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_max_dim.h"
#include "checker/device_memory.h"
#include "hccl/hccl.h"
#include "tests/checker/client.h"

using openaclnn::checker::EmbeddingCall;
using openaclnn::checker::Must;
using openaclnn::checker::PlanAdd;
using openaclnn::checker::RunProgram;
using openaclnn::checker::TensorOf;
using openaclnn::checker::Tensors;

namespace {

constexpr size_t kBytes = 100;
constexpr int64_t kElements = 25;  // FLOAT: all of a block

/// A call that must be refused, as it is without checks.
void MustNot(int status) {
  if (status == 0) {
    std::fprintf(stderr, "a mistake was accepted\n");
    std::_Exit(4);
  }
}

}  // namespace

extern "C" __attribute__((noinline, visibility("default"))) void* AllocateHere(size_t bytes) {
  void* memory = nullptr;
  Must(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST));
  return memory;
}

extern "C" __attribute__((noinline, visibility("default"))) void FreeHere(void* memory) {
  Must(aclrtFree(memory));
}

extern "C" __attribute__((noinline, visibility("default"))) aclTensor* MakeTensorHere(void* memory,
                                                                                      int64_t elements) {
  return aclCreateTensor(&elements, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &elements, 1, memory);
}

namespace {

void* Filled() {
  void* const memory = AllocateHere(kBytes);
  Must(aclrtMemset(memory, kBytes, 0, kBytes));
  return memory;
}

/// out = first + second; the status of phase two.
int Add(void* first, void* second, void* out, int64_t elements, aclrtStream stream) {
  const Tensors tensors(
      {MakeTensorHere(first, elements), MakeTensorHere(second, elements), MakeTensorHere(out, elements)});
  return aclnnAdd(nullptr, 0, PlanAdd(tensors), stream);
}

/// The gradient of an embedding, which needs a workspace; the status of phase two. `shrink` is taken off the
/// workspace's size.
int Embedding(uint64_t shrink, void* workspace, aclrtStream stream, uint64_t* needed = nullptr) {
  static void* const grad = Filled();
  static void* const indices = Filled();
  static void* const out = Filled();
  const EmbeddingCall call(grad, indices, out);
  aclOpExecutor* executor = nullptr;
  const uint64_t size = call.Plan(&executor);
  if (needed != nullptr) {
    *needed = size;
    Must(aclDestroyAclOpExecutor(executor));
    return 0;
  }
  return aclnnEmbeddingDenseBackward(workspace, size - shrink, executor, stream);
}

std::atomic<bool> go{false};

void WaitForGo(void* /*argument*/) {
  while (!go) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

aclrtStream MakeStream() {
  aclrtStream stream = nullptr;
  Must(aclrtCreateStream(&stream));
  return stream;
}

// ---- Accesses beside the memory

/// It is done all the same.
void CopyOfWrongKind() {
  void* const memory = AllocateHere(kBytes);
  std::array<char, kBytes> host{};
  Must(aclrtMemcpy(memory, kBytes, host.data(), kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
  FreeHere(memory);
}

void CopyOverrun() {
  void* const memory = AllocateHere(kBytes);
  const std::vector<char> host(kBytes + 1);
  MustNot(aclrtMemcpy(memory, kBytes + 1, host.data(), kBytes + 1, ACL_MEMCPY_HOST_TO_DEVICE));
  FreeHere(memory);
}

void CopyOverrunOfSource() {
  void* const memory = Filled();
  std::vector<char> host(kBytes + 1);
  MustNot(aclrtMemcpy(host.data(), kBytes + 1, memory, kBytes + 1, ACL_MEMCPY_DEVICE_TO_HOST));
  FreeHere(memory);
}

void AsynchronousCopyOverrun() {
  void* const memory = AllocateHere(kBytes);
  void* const other = Filled();
  MustNot(aclrtMemcpyAsync(static_cast<char*>(memory) + 1, kBytes, other, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE,
                           nullptr));
  FreeHere(memory);
  FreeHere(other);
}

void FillOverrun() {
  void* const memory = AllocateHere(kBytes);
  MustNot(aclrtMemset(memory, kBytes + 1, 0, kBytes + 1));
  FreeHere(memory);
}

void TensorOverrun() {
  void* const memory = Filled();
  MustNot(Add(memory, memory, memory, kElements + 1, nullptr));
  FreeHere(memory);
}

void WorkOverrun() {
  auto* const memory = static_cast<char*>(AllocateHere(kBytes));
  openaclnn::checker::InDevice(memory)[kBytes] = 1;  // as a kernel would that writes too far
  FreeHere(memory);
}

// ---- The host's hands on device memory

void HostWrite() {
  *static_cast<volatile char*>(AllocateHere(kBytes)) = 1;
}

void HostRead() {
  std::exit(*static_cast<volatile char*>(Filled()));
}

void HostWriteBehindTheEnd() {
  static_cast<volatile char*>(Filled())[kBytes] = 1;
}

void HostMemcpy() {
  const std::vector<char> host(kBytes);
  std::memcpy(AllocateHere(kBytes), host.data(), kBytes);
}

void HostReadOfFreed() {
  void* const memory = Filled();
  FreeHere(memory);
  std::exit(*static_cast<volatile char*>(memory));
}

// ---- Memory that is gone

void CopyFromFreed() {
  void* const memory = Filled();
  FreeHere(memory);
  std::vector<char> host(kBytes);
  MustNot(aclrtMemcpy(host.data(), kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
}

void LaunchOnFreed() {
  void* const memory = Filled();
  void* const freed = Filled();
  FreeHere(freed);
  MustNot(Add(memory, freed, memory, kElements, nullptr));
  FreeHere(memory);
}

void FreedTwice() {
  void* const memory = AllocateHere(kBytes);
  FreeHere(memory);
  MustNot(aclrtFree(memory));
}

void FreedInside() {
  void* const memory = AllocateHere(kBytes);
  MustNot(aclrtFree(static_cast<char*>(memory) + 4));
  FreeHere(memory);
}

void FreedWhileQueued() {
  aclrtStream const stream = MakeStream();
  void* const memory = Filled();
  Must(aclrtLaunchHostFunc(stream, WaitForGo, nullptr));
  Must(Add(memory, memory, memory, kElements, stream));
  FreeHere(memory);
  go = true;
  MustNot(aclrtSynchronizeStream(stream));
  Must(aclrtDestroyStream(stream));
}

// ---- What nobody has written

void UninitialisedInput() {
  void* const memory = AllocateHere(kBytes);
  void* const out = AllocateHere(kBytes);
  Must(Add(memory, memory, out, kElements, nullptr));
  Must(aclrtSynchronizeStream(nullptr));
  FreeHere(memory);
  FreeHere(out);
}

void UninitialisedCopy() {
  void* const memory = AllocateHere(kBytes);
  std::vector<char> host(kBytes);
  Must(aclrtMemcpy(host.data(), kBytes, memory, kBytes, ACL_MEMCPY_DEVICE_TO_HOST));
  FreeHere(memory);
}

void UninitialisedMessage() {
  void* const memory = AllocateHere(kBytes);
  HcclComm comm = nullptr;
  int32_t device = 0;
  Must(HcclCommInitAll(1, &device, &comm));
  Must(HcclAllReduce(memory, memory, kElements, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm, nullptr));
  Must(aclrtSynchronizeStream(nullptr));
  Must(HcclCommDestroy(comm));
  FreeHere(memory);
}

// ---- What is left

void BlockLeft() {
  (void)AllocateHere(kBytes);
}

void HostBlockLeft() {
  void* memory = nullptr;
  Must(aclrtMallocHost(&memory, kBytes));
}

void TensorsLeft() {
  for (int i = 0; i < 3; ++i) {
    (void)MakeTensorHere(nullptr, kElements);
  }
}

void TensorsLeftByTwo() {
  (void)MakeTensorHere(nullptr, kElements);
  (void)MakeTensorHere(nullptr, 1);
  TensorsLeft();
}

/// In this order: a refused call, a race, what is left.
void SeveralMistakes() {
  FreedTwice();
  void* const memory = Filled();
  const std::array streams{MakeStream(), MakeStream()};
  for (aclrtStream const stream : streams) {
    Must(aclrtMemsetAsync(memory, kBytes, 1, kBytes, stream));
  }
  Must(aclrtSynchronizeDevice());
  for (aclrtStream const stream : streams) {
    Must(aclrtDestroyStream(stream));
  }
  FreeHere(memory);
  TensorsLeft();
}

void ExecutorLeft() {
  aclTensor* const tensor = MakeTensorHere(nullptr, kElements);
  float one = 1;
  aclScalar* const alpha = aclCreateScalar(&one, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Must(aclnnAddGetWorkspaceSize(tensor, tensor, alpha, tensor, &size, &executor));
  Must(aclDestroyTensor(tensor));
  Must(aclDestroyScalar(alpha));
}

// Without a reset of the device, which would end it.
void StreamLeft() {
  (void)MakeStream();
  Must(aclFinalize());
  std::_Exit(0);
}

void EventLeft() {
  aclrtEvent event = nullptr;
  Must(aclrtCreateEvent(&event));
}

// ---- Workspaces

void WorkspaceTooSmall() {
  uint64_t size = 0;
  Must(Embedding(0, nullptr, nullptr, &size));
  void* const workspace = AllocateHere(size);
  MustNot(Embedding(1, workspace, nullptr));
  FreeHere(workspace);
  std::_Exit(0);  // its tensors are left, and none of this program's business
}

// Without the checker the call succeeds, in memory of its own.
void WorkspaceInATensor() {
  constexpr size_t kEnough = 1024;
  void* const grad = AllocateHere(kEnough);
  Must(aclrtMemset(grad, kEnough, 0, kEnough));
  void* const indices = Filled();
  void* const out = Filled();
  const EmbeddingCall call(grad, indices, out);
  aclOpExecutor* executor = nullptr;
  const uint64_t size = call.Plan(&executor);
  MustNot(aclnnEmbeddingDenseBackward(grad, size, executor, nullptr));
  std::_Exit(0);
}

void OutputsInOnePlace() {
  void* const numbers = Filled();
  void* const largest = Filled();
  const Tensors tensors({MakeTensorHere(numbers, kElements), TensorOf({1}, ACL_FLOAT, largest),
                         TensorOf({1}, ACL_INT64, largest)});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Must(aclnnMaxDimGetWorkspaceSize(tensors[0], 0, true, tensors[1], tensors[2], &size, &executor));
  void* const workspace = size > 0 ? AllocateHere(size) : nullptr;
  MustNot(aclnnMaxDim(workspace, size, executor, nullptr));
  std::_Exit(0);
}

// ---- Handles and addresses

void TensorDestroyedTwice() {
  aclTensor* const tensor = MakeTensorHere(nullptr, kElements);
  Must(aclDestroyTensor(tensor));
  MustNot(aclDestroyTensor(tensor));
}

void HostMemoryAsTensor() {
  std::vector<float> host(kElements);
  void* const memory = Filled();
  MustNot(Add(memory, host.data(), memory, kElements, nullptr));
  FreeHere(memory);
}

void MemoryOfAnotherDevice() {
  void* const memory = Filled();
  Must(aclrtSetDevice(1));
  MustNot(Add(memory, memory, memory, kElements, nullptr));
  Must(aclrtResetDevice(1));
  Must(aclrtSetDevice(0));
  FreeHere(memory);
}

// ---- Without a mistake

void Clean() {
  aclrtStream const stream = MakeStream();
  aclrtEvent event = nullptr;
  Must(aclrtCreateEvent(&event));
  void* const memory = AllocateHere(kBytes);
  void* const out = AllocateHere(kBytes);
  void* pinned = nullptr;
  Must(aclrtMallocHost(&pinned, kBytes));
  std::memset(pinned, 0, kBytes);
  Must(aclrtMemcpyAsync(memory, kBytes, pinned, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, stream));
  Must(aclrtMemsetAsync(out, kBytes, 1, kBytes, stream));
  for (int i = 0; i < 10; ++i) {
    Must(Add(memory, out, out, kElements, stream));
  }
  Must(aclrtMemcpyAsync(pinned, kBytes, out, kBytes, ACL_MEMCPY_DEVICE_TO_HOST, stream));
  Must(aclrtRecordEvent(event, stream));
  Must(aclrtSynchronizeEvent(event));
  float first = 0;
  std::memcpy(&first, pinned, sizeof first);
  if (first == 0) {
    std::_Exit(5);  // the sums of the bytes 1 are something else
  }
  Must(aclrtFreeHost(pinned));
  Must(aclrtDestroyEvent(event));
  Must(aclrtDestroyStream(stream));
  FreeHere(memory);
  FreeHere(out);
}

const std::map<std::string, std::function<void()>>& Programs() {
  static const std::map<std::string, std::function<void()>> programs{
      {"asynchronous_copy_overrun", AsynchronousCopyOverrun},
      {"block_left", BlockLeft},
      {"clean", Clean},
      {"copy_from_freed", CopyFromFreed},
      {"copy_of_wrong_kind", CopyOfWrongKind},
      {"copy_overrun", CopyOverrun},
      {"copy_overrun_of_source", CopyOverrunOfSource},
      {"event_left", EventLeft},
      {"executor_left", ExecutorLeft},
      {"fill_overrun", FillOverrun},
      {"freed_inside", FreedInside},
      {"freed_twice", FreedTwice},
      {"freed_while_queued", FreedWhileQueued},
      {"host_block_left", HostBlockLeft},
      {"host_memcpy", HostMemcpy},
      {"host_memory_as_tensor", HostMemoryAsTensor},
      {"host_read", HostRead},
      {"host_read_of_freed", HostReadOfFreed},
      {"host_write", HostWrite},
      {"host_write_behind_the_end", HostWriteBehindTheEnd},
      {"launch_on_freed", LaunchOnFreed},
      {"memory_of_another_device", MemoryOfAnotherDevice},
      {"several_mistakes", SeveralMistakes},
      {"outputs_in_one_place", OutputsInOnePlace},
      {"stream_left", StreamLeft},
      {"tensor_destroyed_twice", TensorDestroyedTwice},
      {"tensor_overrun", TensorOverrun},
      {"tensors_left", TensorsLeft},
      {"tensors_left_by_two", TensorsLeftByTwo},
      {"uninitialised_copy", UninitialisedCopy},
      {"uninitialised_input", UninitialisedInput},
      {"uninitialised_message", UninitialisedMessage},
      {"work_overrun", WorkOverrun},
      {"workspace_in_a_tensor", WorkspaceInATensor},
      {"workspace_too_small", WorkspaceTooSmall},
  };
  return programs;
}

}  // namespace

int main(int argc, char** argv) {
  return RunProgram(argc, argv, Programs(), [](const auto& program) { program(); });
}
