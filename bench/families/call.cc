// SPDX-License-Identifier: Apache-2.0
#include "bench/families/call.h"

#include <cstring>
#include <random>
#include <stdexcept>
#include <string>

#include "acl/acl.h"
#include "bench/turns/library.h"
#include "catalogue/model/values.h"

namespace bench {
namespace {

using openaclnn::catalogue::BoundCall;
using openaclnn::catalogue::Call;
using openaclnn::catalogue::Operand;
using openaclnn::catalogue::TensorSpec;

void Check(int status, const char* what) {
  if (status != 0) {
    const char* const message = aclGetRecentErrMsg();
    throw std::runtime_error(std::string(what) + " failed with " + std::to_string(status) + ": " +
                             (message == nullptr ? "" : message));
  }
}

aclTensor* Describe(const TensorSpec& tensor, void* memory) {
  std::vector<int64_t> strides(tensor.shape.size());
  int64_t stride = 1;
  for (size_t dim = tensor.shape.size(); dim-- > 0; stride *= tensor.shape[dim]) {
    strides[dim] = stride;
  }
  aclTensor* const described =
      aclCreateTensor(tensor.shape.data(), tensor.shape.size(), tensor.dtype, strides.data(), 0,
                      ACL_FORMAT_ND, tensor.shape.data(), tensor.shape.size(), memory);
  Check(described == nullptr ? 1 : 0, "aclCreateTensor");
  return described;
}

class Ours final : public Contender {
 public:
  Ours(const Call& call, const std::vector<Input>& inputs) : bound_(call, Tensors(call, inputs)) {}

  void Run() override {
    uint64_t bytes = 0;
    aclOpExecutor* executor = nullptr;
    Check(bound_.PhaseOne(&bytes, &executor), "phase one");
    if (bytes > room_) {
      workspace_ = AllocateDeviceMemory(bytes);
      room_ = bytes;
    }
    Check(bound_.PhaseTwo(bytes == 0 ? nullptr : workspace_.get(), bytes, executor, nullptr), "phase two");
    Check(aclrtSynchronizeStream(nullptr), "aclrtSynchronizeStream");
  }

 private:
  std::vector<aclTensor*> Tensors(const Call& call, const std::vector<Input>& inputs) {
    std::vector<aclTensor*> tensors;
    auto input = inputs.begin();
    for (const Operand& operand : call.operands) {
      if (operand.absent) {
        tensors.push_back(nullptr);
        continue;
      }
      memory_.push_back(operand.IsRead() ? (input++)->memory : AllocateDeviceMemory(operand.Bytes()));
      tensors.push_back(Describe(operand.tensor, memory_.back().get()));
    }
    return tensors;
  }

  std::vector<std::shared_ptr<void>> memory_;
  BoundCall bound_;
  std::shared_ptr<void> workspace_;
  uint64_t room_ = 0;
};

}  // namespace

std::vector<Input> MakeInputs(const Call& call) {
  std::mt19937_64 random(1);
  std::vector<Input> inputs;
  for (const Operand& operand : call.operands) {
    if (operand.IsRead()) {
      const std::vector<std::byte> elements = DrawElements(call, operand, random);
      inputs.push_back({operand.tensor, AllocateDeviceMemory(elements.size())});
      std::memcpy(inputs.back().memory.get(), elements.data(), elements.size());
    }
  }
  return inputs;
}

std::unique_ptr<Contender> MakeOurs(const Call& call, const std::vector<Input>& inputs) {
  return std::make_unique<Ours>(call, inputs);
}

}  // namespace bench
