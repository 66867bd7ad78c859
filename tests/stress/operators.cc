// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/operators.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <string>
#include <utility>

#include "catalogue/catalogue.h"
#include "catalogue/model/values.h"

namespace stress {
namespace {

using openaclnn::catalogue::Argument;
using openaclnn::catalogue::Meaning;
using openaclnn::catalogue::Operator;
using openaclnn::catalogue::Operators;
using openaclnn::catalogue::RandomChoices;

constexpr uint8_t kSpoiled = 0xcd;

Bytes BytesOf(const std::vector<std::byte>& elements) {
  Bytes bytes(elements.size());
  std::transform(elements.begin(), elements.end(), bytes.begin(),
                 [](std::byte byte) { return static_cast<uint8_t>(byte); });
  return bytes;
}

/// Of tensors of up to about so many elements: the largest are cut into parts for several threads.
Problem MakeProblem(Random& random, const Operator& op, aclDataType dtype, int64_t elements) {
  // An output may be many times as large as the inputs, and each thread has one of its own.
  constexpr size_t kMostBytes = size_t{16} << 20;
  Problem problem{op.name, {}, {}, {}};
  do {
    RandomChoices choices(random.Next(), dtype, elements);
    openaclnn::catalogue::Arguments arguments = op.draw(choices);
    arguments.leftOut.clear();
    problem.call = openaclnn::catalogue::MakeCall(op, std::move(arguments));
  } while (std::ranges::any_of(problem.call.operands,
                               [](const auto& operand) { return operand.Bytes() > kMostBytes; }));
  std::mt19937_64 engine(random.Next());
  for (const auto& operand : problem.call.operands) {
    problem.before.push_back(operand.IsRead() ? BytesOf(DrawElements(problem.call, operand, engine))
                                              : Bytes(operand.Bytes(), kSpoiled));
  }
  problem.expected.resize(problem.before.size());
  return problem;
}

void Solve(Problem& problem, aclrtStream stream) {
  Instance instance(problem);
  instance.SpoilOutputs(stream);
  instance.Launch(stream);
  STRESS_OK(aclrtSynchronizeStream(stream));
  for (const size_t operand : instance.Writes()) {
    problem.expected[operand] = instance.Read(operand);
  }
}

void Upload(const DeviceMemory& memory, const Bytes& bytes) {
  if (!bytes.empty()) {
    STRESS_OK(aclrtMemcpy(memory.Get(), bytes.size(), bytes.data(), bytes.size(), ACL_MEMCPY_HOST_TO_DEVICE));
  }
}

}  // namespace

bool IsInPlace(const Problem& problem) {
  return std::any_of(problem.call.operands.begin(), problem.call.operands.end(),
                     [](const auto& operand) { return operand.IsRead() && operand.IsWritten(); });
}

Instance::Instance(const Problem& problem, const Instance* inputs) : problem_(&problem), inputs_(inputs) {
  for (size_t i = 0; i < problem.call.operands.size(); ++i) {
    const auto& operand = problem.call.operands[i];
    memory_.emplace_back();
    pristine_.emplace_back();
    if (operand.absent) {
      continue;
    }
    if (inputs_ == nullptr || operand.IsWritten()) {
      memory_.back() = AllocateDevice(operand.Bytes());
      Upload(memory_.back(), problem.before[i]);
    }
    if (operand.IsRead() && !operand.argument->unused) {
      reads_.push_back(i);
    }
    if (operand.IsWritten()) {
      writes_.push_back(i);
    }
    if (operand.IsRead() && operand.IsWritten()) {
      pristine_.back() = AllocateDevice(operand.Bytes());
      Upload(pristine_.back(), problem.before[i]);
    }
  }
}

void* Instance::Memory(size_t operand) const {
  const bool isOthers = inputs_ != nullptr && !problem_->call.operands[operand].IsWritten();
  return isOthers ? inputs_->Memory(operand) : memory_[operand].Get();
}

Bytes Instance::Read(size_t operand) const {
  Bytes bytes(problem_->before[operand].size());
  if (!bytes.empty()) {
    STRESS_OK(
        aclrtMemcpy(bytes.data(), bytes.size(), Memory(operand), bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST));
  }
  return bytes;
}

BoundCall Instance::MakeArguments() const {
  std::vector<aclTensor*> tensors;
  for (size_t i = 0; i < memory_.size(); ++i) {
    const auto& operand = problem_->call.operands[i];
    const auto& [shape, dtype] = operand.tensor;
    tensors.push_back(operand.absent ? nullptr
                                     : aclCreateTensor(shape.data(), shape.size(), dtype, nullptr, 0,
                                                       ACL_FORMAT_ND, shape.data(), shape.size(), Memory(i)));
    Require(operand.absent || tensors.back() != nullptr, "aclCreateTensor gave no tensor");
  }
  return {problem_->call, std::move(tensors)};
}

aclOpExecutor* Instance::Plan(const BoundCall& arguments) {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  STRESS_OK(arguments.PhaseOne(&bytes, &executor));
  if (bytes > workspaceBytes_) {
    Require(workspaceBytes_ == 0, "phase one asked for another workspace than the time before");
    workspace_ = AllocateDevice(bytes);
    workspaceBytes_ = bytes;
  }
  return executor;
}

aclnnStatus Instance::Enqueue(aclOpExecutor* executor, aclrtStream stream) const {
  return problem_->call.op->phases.phaseTwo(workspace_.Get(), workspaceBytes_, executor, stream);
}

void Instance::Launch(aclrtStream stream) {
  const BoundCall arguments = MakeArguments();
  for (const size_t operand : writes_) {
    if (pristine_[operand].Get() != nullptr) {  // its result may still be there
      Restore(operand, stream);
    }
  }
  aclOpExecutor* const executor = Plan(arguments);
  STRESS_OK(Enqueue(executor, stream));
}

void Instance::Restore(size_t operand, aclrtStream stream) const {
  const size_t bytes = problem_->before[operand].size();
  if (bytes > 0) {
    STRESS_OK(aclrtMemcpyAsync(memory_[operand].Get(), bytes, pristine_[operand].Get(), bytes,
                               ACL_MEMCPY_DEVICE_TO_DEVICE, stream));
  }
}

void Instance::SpoilOutputs(aclrtStream stream) const {
  for (const size_t operand : writes_) {
    if (pristine_[operand].Get() != nullptr) {
      Restore(operand, stream);
      continue;
    }
    const size_t bytes = problem_->before[operand].size();
    STRESS_OK(aclrtMemsetAsync(memory_[operand].Get(), bytes, kSpoiled, bytes, stream));
  }
}

void Instance::CheckOutputs() const {
  for (const size_t operand : writes_) {
    const Bytes result = Read(operand);
    const Bytes& expected = problem_->expected[operand];
    const auto different = std::mismatch(expected.begin(), expected.end(), result.begin());
    if (different.first != expected.end()) {
      Fail(problem_->name + ": " + problem_->call.operands[operand].argument->name +
           " differs from the first run's at byte " + std::to_string(different.first - expected.begin()) +
           " of " + std::to_string(expected.size()));
    }
  }
}

// Scenarios take inputs away and give tensors other addresses: of operators that read tensors, each an
// argument of its own. Lists have functions of their own for that, and tests in src/executor.
bool TakesTensors(const Operator& op) {
  bool reads = false;
  for (const Argument& argument : op.arguments) {
    if (argument.type == openaclnn::catalogue::CType::kTensorList) {
      return false;
    }
    reads = reads || argument.IsRead();
  }
  return reads;
}

std::vector<Problem> MakeProblemsOf(const Operator& op, Random& random) {
  constexpr int64_t kSmall = 500;
  constexpr int64_t kLarge = 100000;
  std::vector<Problem> problems;
  for (const aclDataType dtype : op.LeadDTypes()) {
    problems.push_back(MakeProblem(random, op, dtype, kSmall));
  }
  problems.push_back(MakeProblem(random, op, op.LeadDTypes().front(), kLarge));
  return problems;
}

Random RandomOf(const Operator& op, uint64_t seed) {
  return {seed, std::hash<std::string>()(op.name)};
}

std::vector<Problem> MakeProblems(Random random) {
  const uint64_t seed = random.Next();
  std::vector<Problem> problems;
  for (const Operator& op : Operators()) {
    if (TakesTensors(op)) {
      Random own = RandomOf(op, seed);
      std::ranges::move(MakeProblemsOf(op, own), std::back_inserter(problems));
    }
  }
  // What drops an input asks for one, with elements.
  std::erase_if(problems, [](const Problem& problem) {
    const auto isRead = [](const auto& operand) {
      return operand.IsRead() && !operand.absent && !operand.argument->unused;
    };
    return std::ranges::none_of(problem.call.operands, isRead) ||
           std::ranges::any_of(problem.call.operands,
                               [&](const auto& operand) { return isRead(operand) && operand.Bytes() == 0; });
  });
  const DeviceUse device(0);
  const Stream stream = MakeStream();
  for (Problem& problem : problems) {
    Solve(problem, stream.Get());
  }
  return problems;
}

Problem MakeFailingProblem(Random random) {
  for (const Operator& op : Operators()) {
    for (const Argument* input : op.Inputs()) {
      if (input->holds != Meaning::kIndices || input->mayStray) {
        continue;
      }
      Problem problem = MakeProblem(random, op, op.LeadDTypes().front(), 2000);
      const size_t operand = problem.call.IndexOf(input->name);
      if (std::ranges::any_of(problem.call.operands, [](const auto& one) { return one.Elements() == 0; })) {
        continue;  // nothing is looked up where there is nothing
      }
      const auto bound = static_cast<double>(input->bound(problem.call.arguments));
      const std::vector<double> beyond(static_cast<size_t>(problem.call.operands[operand].Elements()), bound);
      problem.before[operand] =
          BytesOf(openaclnn::catalogue::Encode(problem.call.operands[operand].tensor.dtype, beyond));
      return problem;
    }
  }
  Fail("the catalogue has no operator with indices");
}

}  // namespace stress
