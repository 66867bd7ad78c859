// SPDX-License-Identifier: Apache-2.0
// Does a known amount of work, for trace_test.py to find in the timeline.
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnnop/aclnn_prelu_backward.h"

namespace {

#define CHECK(call) Check(call, #call)
void Check(int status, const char* call) {
  if (status != ACL_SUCCESS) {
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "%s returned %d: %s\n", call, status, message == nullptr ? "" : message);
    std::_Exit(EXIT_FAILURE);
  }
}

constexpr size_t kBytes = size_t{1} << 20;

struct Stream {
  Stream() { CHECK(aclrtCreateStream(&handle)); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  ~Stream() { CHECK(aclrtDestroyStream(handle)); }
  aclrtStream handle = nullptr;
};

struct Memory {
  explicit Memory(size_t bytes) { CHECK(aclrtMalloc(&data, bytes, ACL_MEM_MALLOC_HUGE_FIRST)); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { CHECK(aclrtFree(data)); }
  void* data = nullptr;
};

aclTensor* Tensor(const std::vector<int64_t>& dims, const std::vector<int64_t>& strides, void* data) {
  int64_t elements = 1;
  for (const int64_t dim : dims) {
    elements *= dim;
  }
  return aclCreateTensor(dims.data(), dims.size(), ACL_FLOAT, strides.empty() ? nullptr : strides.data(), 0,
                         ACL_FORMAT_ND, &elements, 1, data);
}

// gradOutput contiguous, self and gradInput channels-last; one slope.
class Prelu {
 public:
  Prelu()
      : tensors_{Tensor(kDims, {}, memory_[0].data), Tensor(kDims, kChannelsLast, memory_[1].data),
                 Tensor({1}, {}, memory_[2].data), Tensor(kDims, kChannelsLast, memory_[3].data),
                 Tensor({1}, {}, memory_[4].data)} {}
  Prelu(const Prelu&) = delete;
  Prelu& operator=(const Prelu&) = delete;
  ~Prelu() {
    for (const aclTensor* const tensor : tensors_) {
      aclDestroyTensor(tensor);
    }
  }

  void Launch(aclrtStream stream) {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    CHECK(aclnnPreluBackwardGetWorkspaceSize(tensors_[0], tensors_[1], tensors_[2], tensors_[3], tensors_[4],
                                             &bytes, &executor));
    CHECK(aclnnPreluBackward(workspace_.data, bytes, executor, stream));
  }
  // Phase one refuses it.
  void Refuse() const {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    if (aclnnPreluBackwardGetWorkspaceSize(nullptr, tensors_[1], tensors_[2], tensors_[3], tensors_[4],
                                           &bytes, &executor) == ACL_SUCCESS) {
      std::_Exit(EXIT_FAILURE);
    }
  }

 private:
  inline static const std::vector<int64_t> kDims{2, 3, 4, 5};
  inline static const std::vector<int64_t> kChannelsLast{60, 1, 15, 3};

  std::array<Memory, 5> memory_{Memory(480), Memory(480), Memory(4), Memory(480), Memory(4)};
  Memory workspace_{size_t{64} << 10};
  std::array<aclTensor*, 5> tensors_;
};

void HostFunction(void* argument) {
  ++*static_cast<int*>(argument);
}

void Open(int device) {
  CHECK(aclInit(nullptr));
  CHECK(aclrtSetDevice(device));
}

// One of everything that a stream does.
void Work() {
  int calls = 0;
  void* host = nullptr;  // pinned: copies of other memory wait for their end, and mark it
  CHECK(aclrtMallocHost(&host, kBytes));
  Memory device(kBytes);
  Prelu prelu;
  Stream first;
  Stream second;
  aclrtEvent event = nullptr;
  aclrtNotify notify = nullptr;
  CHECK(aclrtCreateEvent(&event));
  CHECK(aclrtCreateNotify(&notify, 0));
  CHECK(aclrtMemcpy(device.data, kBytes, host, kBytes, ACL_MEMCPY_HOST_TO_DEVICE));
  CHECK(aclrtMemset(device.data, kBytes, 0, 100));

  CHECK(aclrtMemcpyAsync(device.data, kBytes, host, kBytes, ACL_MEMCPY_HOST_TO_DEVICE, first.handle));
  CHECK(aclrtMemsetAsync(device.data, kBytes, 0, 1000, first.handle));
  for (int i = 0; i < 3; ++i) {
    prelu.Launch(first.handle);
  }
  CHECK(aclrtLaunchHostFunc(first.handle, HostFunction, &calls));
  CHECK(aclrtRecordEvent(event, first.handle));
  CHECK(aclrtStreamWaitEvent(second.handle, event));
  CHECK(aclrtRecordNotify(notify, first.handle));
  CHECK(aclrtWaitAndResetNotify(notify, second.handle, 0));
  CHECK(aclrtMemcpyAsync(host, kBytes, device.data, 4096, ACL_MEMCPY_DEVICE_TO_HOST, second.handle));
  CHECK(aclrtSynchronizeStream(second.handle));
  CHECK(aclrtSynchronizeStream(first.handle));
  prelu.Refuse();
  if (aclrtGetGroupCount(nullptr) != ACL_ERROR_RT_FEATURE_NOT_SUPPORT) {
    std::_Exit(EXIT_FAILURE);
  }
  CHECK(aclrtDestroyEvent(event));
  CHECK(aclrtDestroyNotify(notify));
  CHECK(aclrtFreeHost(host));
}

void DoWork() {
  Open(0);
  Work();
}

void WorkOnTwoDevices() {
  Open(0);
  Work();
  CHECK(aclrtSetDevice(1));
  Work();
  CHECK(aclFinalize());
}

// Prints the most memory that the process ever had, in KiB.
void Repeat(int launches) {
  Open(0);
  {
    Prelu prelu;
    Stream stream;
    for (int i = 0; i < launches; ++i) {
      prelu.Launch(stream.handle);
      CHECK(aclrtSynchronizeStream(stream.handle));
    }
  }
  std::ifstream facts("/proc/self/status");
  for (std::string line; std::getline(facts, line);) {
    if (line.rfind("VmHWM:", 0) == 0) {
      std::printf("%d\n", std::atoi(line.c_str() + std::strlen("VmHWM:")));
    }
  }
}

// Captures a copy and an operator, and executes them twice.
void ExecuteAGraph() {
  Open(0);
  {
    Prelu prelu;
    Memory from(kBytes);
    Memory to(kBytes);
    Stream stream;
    CHECK(aclmdlRICaptureBegin(stream.handle, ACL_MODEL_RI_CAPTURE_MODE_GLOBAL));
    CHECK(aclrtMemcpyAsync(to.data, kBytes, from.data, kBytes, ACL_MEMCPY_DEVICE_TO_DEVICE, stream.handle));
    prelu.Launch(stream.handle);
    aclmdlRI graph = nullptr;
    CHECK(aclmdlRICaptureEnd(stream.handle, &graph));
    for (int i = 0; i < 2; ++i) {
      CHECK(aclmdlRIExecuteAsync(graph, stream.handle));
      CHECK(aclrtSynchronizeStream(stream.handle));
    }
    CHECK(aclmdlRIDestroy(graph));
  }
  CHECK(aclFinalize());
}

// Waits for a second for what never comes.
void WaitInVain() {
  Open(0);
  Stream stream;
  aclrtNotify notify = nullptr;
  CHECK(aclrtCreateNotify(&notify, 0));
  CHECK(aclrtWaitAndResetNotify(notify, stream.handle, 1));
  if (aclrtSynchronizeStream(stream.handle) != ACL_ERROR_RT_WAIT_TIMEOUT) {
    std::_Exit(EXIT_FAILURE);
  }
  CHECK(aclrtDestroyNotify(notify));
}

void WaitFor(pid_t child) {
  int status = -1;
  if (waitpid(child, &status, 0) != child || status != 0) {
    std::fprintf(stderr, "the child ended with %d\n", status);
    std::_Exit(EXIT_FAILURE);
  }
}

// The child calls, which is refused, and ends in the usual way.
void ForkAmidst() {
  Open(0);
  Prelu prelu;
  Stream stream;
  prelu.Launch(stream.handle);
  const pid_t child = fork();
  if (child == 0) {
    std::exit(aclrtSynchronizeDevice() == ACL_SUCCESS ? EXIT_FAILURE : EXIT_SUCCESS);
  }
  WaitFor(child);
  prelu.Launch(stream.handle);
  CHECK(aclrtSynchronizeStream(stream.handle));
}

// Both work; the parent begins.
void ForkFirst() {
  std::array<int, 2> ready{};
  if (pipe(ready.data()) != 0) {
    std::_Exit(EXIT_FAILURE);
  }
  const pid_t child = fork();
  if (child == 0) {
    char byte = 0;
    if (read(ready[0], &byte, 1) != 1) {
      std::_Exit(EXIT_FAILURE);
    }
    DoWork();
    std::exit(EXIT_SUCCESS);
  }
  Open(0);
  if (write(ready[1], "x", 1) != 1) {
    std::_Exit(EXIT_FAILURE);
  }
  WaitFor(child);
  Work();
}

}  // namespace

int main(int count, char** arguments) {
  const std::string scenario = count > 1 ? arguments[1] : "";
  if (scenario == "work") {
    DoWork();
  } else if (scenario == "work_and_finalize") {
    DoWork();
    CHECK(aclFinalize());
  } else if (scenario == "work_and_underscore_exit") {
    DoWork();
    _exit(EXIT_SUCCESS);
  } else if (scenario == "work_and_quick_exit") {
    DoWork();
    std::quick_exit(EXIT_SUCCESS);
  } else if (scenario == "work_and_abort") {
    DoWork();
    std::abort();
  } else if (scenario == "two_devices") {
    WorkOnTwoDevices();
  } else if (scenario == "repeat" && count > 2) {
    Repeat(std::atoi(arguments[2]));
  } else if (scenario == "graph") {
    ExecuteAGraph();
  } else if (scenario == "wait_in_vain") {
    WaitInVain();
  } else if (scenario == "fork_amidst") {
    ForkAmidst();
  } else if (scenario == "fork_first") {
    ForkFirst();
  } else {
    std::fprintf(stderr, "unknown scenario\n");
    return EXIT_FAILURE;
  }
  return EXIT_SUCCESS;
}
