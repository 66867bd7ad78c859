// SPDX-License-Identifier: Apache-2.0
// A little RAII over the C API, shared by the examples and meant to be copied.
//
// Order of declaration in a program: Device first, then tensors, then Stream. Destructors run in reverse: the
// stream waits for its work before the memory that the work uses is freed, also when an exception flies.

#ifndef OPENACLNN_EXAMPLES_SUPPORT_H_
#define OPENACLNN_EXAMPLES_SUPPORT_H_

#include <cstdint>
#include <cstdio>
#include <exception>
#include <initializer_list>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace example {

using Shape = std::vector<int64_t>;

// Every function of the C API returns a status, 0 for success; the library keeps a message about a failure.
inline void Check(int status, const char* call) {
  if (status == ACL_SUCCESS) {
    return;
  }
  const char* message = aclGetRecentErrMsg();  // nullptr if there is none
  throw std::runtime_error(std::string(call) + " returned " + std::to_string(status) + "\n" +
                           (message != nullptr ? message : ""));
}

struct Release {
  void operator()(void* memory) const { aclrtFree(memory); }
  void operator()(aclTensor* tensor) const { aclDestroyTensor(tensor); }
  void operator()(aclBoolArray* array) const { aclDestroyBoolArray(array); }
  void operator()(aclScalar* scalar) const { aclDestroyScalar(scalar); }
};
using DeviceMemory = std::unique_ptr<void, Release>;
using BoolArray = std::unique_ptr<aclBoolArray, Release>;
using Scalar = std::unique_ptr<aclScalar, Release>;

// The library and its device 0, ready for this thread.
class Device {
 public:
  Device() {
    Check(aclInit(nullptr), "aclInit");
    Check(aclrtSetDevice(0), "aclrtSetDevice");
  }
  ~Device() {
    aclrtResetDevice(0);
    aclFinalize();
  }
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

inline DeviceMemory Allocate(size_t bytes) {
  void* memory = nullptr;
  if (bytes > 0) {  // the C API refuses to allocate nothing
    Check(aclrtMalloc(&memory, bytes, ACL_MEM_MALLOC_HUGE_FIRST), "aclrtMalloc");
  }
  return DeviceMemory(memory);
}

inline BoolArray MakeBoolArray(std::initializer_list<bool> flags) {
  return BoolArray(aclCreateBoolArray(flags.begin(), flags.size()));
}

// A contiguous tensor: device memory, and the aclTensor that describes it to operators and does not own it.
class Tensor {
 public:
  static Tensor Floats(const Shape& shape, const std::vector<float>& values) {
    return Tensor(shape, values, ACL_FLOAT);
  }
  static Tensor Indices(const Shape& shape, const std::vector<int64_t>& values) {
    return Tensor(shape, values, ACL_INT64);
  }
  // Starts as NaN, so that an element which an operator did not write cannot pass for a result.
  static Tensor Output(const Shape& shape) {
    return Floats(shape, std::vector<float>(Elements(shape), std::numeric_limits<float>::quiet_NaN()));
  }

  // Lets a Tensor stand where the C API takes an aclTensor*.
  operator aclTensor*() const { return tensor_.get(); }

  // Device memory, for functions that take no tensors.
  void* Data() const { return memory_.get(); }

  // Copies do not wait for streams: synchronize first.
  std::vector<float> Read() const {
    std::vector<float> values(elements_);
    const size_t bytes = elements_ * sizeof(float);
    Check(aclrtMemcpy(values.data(), bytes, memory_.get(), bytes, ACL_MEMCPY_DEVICE_TO_HOST), "aclrtMemcpy");
    return values;
  }

 private:
  template <typename T>
  Tensor(const Shape& shape, const std::vector<T>& values, aclDataType type) : elements_(Elements(shape)) {
    if (values.size() != elements_) {
      throw std::invalid_argument("a tensor's values do not fill its shape");
    }
    const size_t bytes = elements_ * sizeof(T);
    memory_ = Allocate(bytes);
    Check(aclrtMemcpy(memory_.get(), bytes, values.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE), "aclrtMemcpy");
    tensor_.reset(aclCreateTensor(shape.data(), shape.size(), type, nullptr, 0, ACL_FORMAT_ND, shape.data(),
                                  shape.size(), memory_.get()));
  }
  static size_t Elements(const Shape& shape) {
    size_t elements = 1;
    for (int64_t extent : shape) {
      elements *= static_cast<size_t>(extent);
    }
    return elements;
  }

  size_t elements_;
  DeviceMemory memory_;
  std::unique_ptr<aclTensor, Release> tensor_;
};

// A queue of work for the device: calls return at once, the work is done in order, Synchronize waits for it.
class Stream {
 public:
  Stream() { Check(aclrtCreateStream(&stream_), "aclrtCreateStream"); }
  ~Stream() {
    aclrtSynchronizeStream(stream_);
    aclrtDestroyStream(stream_);
  }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  operator aclrtStream() const { return stream_; }

  // Both phases of an operator. Phase one checks the arguments and says how much scratch memory the work
  // needs; phase two enqueues it. The scratch memory has to live until the work is done: the stream keeps it.
  template <typename PhaseOne, typename PhaseTwo>
  void Run(PhaseOne phaseOne, PhaseTwo phaseTwo, const char* name) {
    uint64_t workspaceSize = 0;
    aclOpExecutor* executor = nullptr;
    Check(phaseOne(&workspaceSize, &executor), name);
    workspaces_.push_back(Allocate(workspaceSize));
    Check(phaseTwo(workspaces_.back().get(), workspaceSize, executor, stream_), name);
  }

  // Also where work that fails on the device, after it was enqueued, reports it.
  void Synchronize() {
    Check(aclrtSynchronizeStream(stream_), "aclrtSynchronizeStream");
    workspaces_.clear();
  }

 private:
  aclrtStream stream_ = nullptr;
  std::vector<DeviceMemory> workspaces_;
};

// Prints results beside what is expected, and remembers whether all agree: exactly, as the examples use
// numbers that floats hold exactly.
class Report {
 public:
  Report() { std::printf("%-16s %12s %12s\n", "name", "value", "expected"); }

  void Compare(const char* name, const Tensor& tensor, const std::vector<double>& expected) {
    const std::vector<float> values = tensor.Read();
    Require(values.size() == expected.size());
    for (size_t i = 0; i < values.size() && i < expected.size(); ++i) {
      const std::string element = std::string(name) + "[" + std::to_string(i) + "]";
      const double value = values[i] + 0.0;  // turns -0 into 0, for reading
      const bool same = value == expected[i];
      Require(same);
      std::printf("%-16s %12g %12g%s\n", element.c_str(), value, expected[i], same ? "" : "  <-- differs");
    }
  }
  void Require(bool condition) { ok_ = ok_ && condition; }

  // The last line, and the exit status of the program.
  int Finish() const {
    std::printf("%s\n", ok_ ? "ok" : "FAILED");
    return ok_ ? 0 : 1;
  }

 private:
  bool ok_ = true;
};

// What main does in every example: runs it, and turns an exception into a message and exit status 1.
template <typename Example>
int Main(Example example) {
  try {
    return example();
  } catch (const std::exception& error) {
    std::printf("%s\nFAILED\n", error.what());
    return 1;
  }
}

}  // namespace example

#endif  // OPENACLNN_EXAMPLES_SUPPORT_H_
