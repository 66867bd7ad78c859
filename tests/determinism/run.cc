// SPDX-License-Identifier: Apache-2.0
#include "tests/determinism/run.h"

#include <stdexcept>
#include <string>

namespace openaclnn::testing {
namespace {

void Require(aclnnStatus status, const Call& call, const char* step) {
  if (status != ACL_SUCCESS) {
    const char* message = aclGetRecentErrMsg();
    throw std::runtime_error(call.name + ": " + step + " returned " + std::to_string(status) + ": " +
                             (message == nullptr ? "" : message));
  }
}

std::vector<aclTensor*> Handles(const std::vector<Tensor>& tensors) {
  std::vector<aclTensor*> handles;
  handles.reserve(tensors.size());
  for (const Tensor& tensor : tensors) {
    handles.push_back(tensor.Get());
  }
  return handles;
}

}  // namespace

Session::Session() {
  if (aclInit(nullptr) != ACL_SUCCESS || aclrtSetDevice(0) != ACL_SUCCESS ||
      aclrtCreateStream(&stream_) != ACL_SUCCESS) {
    throw std::runtime_error("the runtime did not come up");
  }
}

Session::~Session() {
  (void)aclrtDestroyStream(stream_);
  (void)aclrtResetDevice(0);
  (void)aclFinalize();
}

std::vector<std::vector<std::byte>> Run(const Call& call, const std::vector<Placement>& placements,
                                        std::byte fill, const Session& session) {
  size_t next = 0;
  const auto placement = [&] { return placements[next++ % placements.size()]; };
  std::vector<Tensor> inputs;
  std::vector<Tensor> outputs;
  for (const Values& values : call.inputs) {
    inputs.emplace_back(values, placement(), fill);
  }
  for (const OutputKind& kind : call.outputs) {
    outputs.emplace_back(kind.shape, kind.dtype, placement(), fill);
  }

  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Require(call.phaseOne(Handles(inputs), Handles(outputs), &size, &executor), call, "phase one");
  const Memory workspace(size, fill);
  Require(call.phaseTwo(workspace.Get(), size, executor, session.Stream()), call, "phase two");
  Require(aclrtSynchronizeStream(session.Stream()), call, "aclrtSynchronizeStream");

  std::vector<std::vector<std::byte>> bits;
  bits.reserve(outputs.size());
  for (const Tensor& output : outputs) {
    bits.push_back(output.Read());
  }
  return bits;
}

}  // namespace openaclnn::testing
