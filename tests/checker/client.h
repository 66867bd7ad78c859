// SPDX-License-Identifier: Apache-2.0
//
// What the programs for checker_test.py have in common.
#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "aclnnop/aclnn_add.h"
#include "aclnnop/aclnn_embedding_dense_backward.h"

namespace openaclnn::checker {

/// A call that must succeed.
inline void Must(int status) {
  if (status != 0) {
    const char* const message = aclGetRecentErrMsg();
    std::fprintf(stderr, "unexpected status %d: %s\n", status, message == nullptr ? "" : message);
    std::_Exit(3);
  }
}

/// The tensors of a call, destroyed with it.
class Tensors {
 public:
  explicit Tensors(const std::array<aclTensor*, 3>& tensors) : tensors_(tensors) {}
  Tensors(const Tensors&) = delete;
  Tensors& operator=(const Tensors&) = delete;
  ~Tensors() {
    for (aclTensor* const tensor : tensors_) {
      Must(aclDestroyTensor(tensor));
    }
  }

  aclTensor* operator[](size_t i) const { return tensors_[i]; }

 private:
  std::array<aclTensor*, 3> tensors_;
};

/// Phase one of tensors[2] = tensors[0] + tensors[1].
inline aclOpExecutor* PlanAdd(const Tensors& tensors) {
  float one = 1;
  aclScalar* const alpha = aclCreateScalar(&one, ACL_FLOAT);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Must(aclnnAddGetWorkspaceSize(tensors[0], tensors[1], alpha, tensors[2], &size, &executor));
  Must(aclDestroyScalar(alpha));
  return executor;
}

inline aclTensor* TensorOf(const std::vector<int64_t>& dims, aclDataType dtype, void* memory) {
  return aclCreateTensor(dims.data(), dims.size(), dtype, nullptr, 0, ACL_FORMAT_ND, dims.data(), dims.size(),
                         memory);
}

/// The gradient of an embedding, which needs a workspace.
class EmbeddingCall {
 public:
  EmbeddingCall(void* grad, void* indices, void* out)
      : tensors_({TensorOf({4, 2}, ACL_FLOAT, grad), TensorOf({4}, ACL_INT64, indices),
                  TensorOf({2, 2}, ACL_FLOAT, out)}) {}

  /// Phase one. Returns the size of the workspace.
  uint64_t Plan(aclOpExecutor** executor) const {
    uint64_t size = 0;
    Must(aclnnEmbeddingDenseBackwardGetWorkspaceSize(tensors_[0], tensors_[1], 2, UINT64_MAX, false,
                                                     tensors_[2], &size, executor));
    return size;
  }

 private:
  Tensors tensors_;
};

/// Calls run(program) with the program that the command line names, on device 0. Returns main's result.
template <typename Program, typename Run>
int RunProgram(int argc, char** argv, const std::map<std::string, Program>& programs, const Run& run) {
  const auto program = argc == 2 ? programs.find(argv[1]) : programs.end();
  if (program == programs.end()) {
    std::fprintf(stderr, "usage: %s PROGRAM\n", argv[0]);
    return 2;
  }
  Must(aclInit(nullptr));
  Must(aclrtSetDevice(0));
  run(program->second);
  Must(aclrtResetDevice(0));
  Must(aclFinalize());
  return 0;
}

}  // namespace openaclnn::checker
