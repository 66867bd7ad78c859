// SPDX-License-Identifier: Apache-2.0
#include "tests/stress/operators.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"

namespace stress {
namespace {

using Shape = std::vector<int64_t>;

constexpr uint8_t kSpoiled = 0xcd;

size_t Elements(const Shape& shape) {
  size_t elements = 1;
  for (const int64_t extent : shape) {
    elements *= static_cast<size_t>(extent);
  }
  return elements;
}

void Append(Bytes& bytes, const void* value, size_t size) {
  const auto* const begin = static_cast<const uint8_t*>(value);
  bytes.insert(bytes.end(), begin, begin + size);
}

HostTensor Floats(Random& random, const Shape& shape, aclDataType dtype, float low, float high) {
  HostTensor tensor{shape, dtype, {}};
  for (size_t i = 0; i < Elements(shape); ++i) {
    const float value = low + (high - low) * random.Unit();
    if (dtype == ACL_FLOAT) {
      Append(tensor.bytes, &value, sizeof(value));
      continue;
    }
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof(bits));
    const auto half = dtype == ACL_FLOAT16 ? aclFloatToFloat16(value) : static_cast<uint16_t>(bits >> 16);
    Append(tensor.bytes, &half, sizeof(half));
  }
  return tensor;
}

HostTensor Indices(Random& random, const Shape& shape, int64_t low, int64_t high) {
  HostTensor tensor{shape, ACL_INT64, {}};
  for (size_t i = 0; i < Elements(shape); ++i) {
    const int64_t index = random.Between(low, high);
    Append(tensor.bytes, &index, sizeof(index));
  }
  return tensor;
}

HostTensor Result(const Shape& shape, aclDataType dtype) {
  return {shape, dtype, Bytes(Elements(shape) * aclDataTypeSize(dtype), kSpoiled)};
}

/// How large a problem is: the largest are cut into parts for several threads.
struct Scale {
  aclDataType dtype;
  int64_t extent;  // of one dim

  int64_t Draw(Random& random) const { return random.Between(std::max<int64_t>(1, extent / 2), extent); }
};

Problem MseLossBackward(Random& random, Scale scale) {
  const Shape shape{scale.Draw(random), scale.Draw(random), scale.Draw(random)};
  Problem problem;
  problem.name = "MseLossBackward";
  for (int i = 0; i < 3; ++i) {
    problem.inputs.push_back(Floats(random, shape, scale.dtype, -2, 2));
  }
  problem.outputs.push_back(Result(shape, scale.dtype));
  const int64_t reduction = random.Between(0, 2);
  problem.phaseOne = [reduction](const Arguments& arguments, uint64_t* size, aclOpExecutor** executor) {
    const auto& in = arguments.inputs;
    return aclnnMseLossBackwardGetWorkspaceSize(in[0], in[1], in[2], reduction, arguments.outputs[0], size,
                                                executor);
  };
  problem.phaseTwo = aclnnMseLossBackward;
  return problem;
}

Problem PreluBackward(Random& random, Scale scale) {
  const Shape shape{scale.Draw(random), scale.Draw(random), scale.Draw(random)};
  const Shape weight{random.OneIn(2) ? 1 : shape[1]};
  Problem problem;
  problem.name = "PreluBackward";
  problem.inputs = {Floats(random, shape, scale.dtype, -2, 2), Floats(random, shape, scale.dtype, -2, 2),
                    Floats(random, weight, scale.dtype, 0, 1)};
  problem.outputs = {Result(shape, scale.dtype), Result(weight, scale.dtype)};
  problem.phaseOne = [](const Arguments& arguments, uint64_t* size, aclOpExecutor** executor) {
    const auto& in = arguments.inputs;
    return aclnnPreluBackwardGetWorkspaceSize(in[0], in[1], in[2], arguments.outputs[0], arguments.outputs[1],
                                              size, executor);
  };
  problem.phaseTwo = aclnnPreluBackward;
  return problem;
}

Problem GroupNormBackward(Random& random, Scale scale) {
  const int64_t N = scale.Draw(random);
  const int64_t group = random.Between(1, 3);
  const int64_t C = group * scale.Draw(random);
  const int64_t spatial = scale.Draw(random);
  const Shape shape{N, C, spatial};
  const Shape slabs{N, group};
  Problem problem;
  problem.name = "GroupNormBackward";
  problem.inputs = {Floats(random, shape, scale.dtype, -2, 2), Floats(random, shape, scale.dtype, -2, 2),
                    Floats(random, slabs, scale.dtype, -1, 1), Floats(random, slabs, scale.dtype, 0.5F, 2),
                    Floats(random, {C}, scale.dtype, 0.5F, 2)};
  problem.outputs = {Result(shape, scale.dtype), Result({C}, scale.dtype), Result({C}, scale.dtype)};
  problem.maskFlags = 3;
  problem.phaseOne = [=](const Arguments& arguments, uint64_t* size, aclOpExecutor** executor) {
    const auto& in = arguments.inputs;
    const auto& out = arguments.outputs;
    return aclnnGroupNormBackwardGetWorkspaceSize(in[0], in[1], in[2], in[3], in[4], N, C, spatial, group,
                                                  arguments.mask, out[0], out[1], out[2], size, executor);
  };
  problem.phaseTwo = aclnnGroupNormBackward;
  return problem;
}

Problem GridSampler2DBackward(Random& random, Scale scale) {
  const int64_t N = random.Between(1, 3);
  const int64_t C = random.Between(1, 4);
  const Shape image{N, C, scale.Draw(random), scale.Draw(random)};
  const Shape sampled{N, C, scale.Draw(random), scale.Draw(random)};
  const Shape grid{N, sampled[2], sampled[3], 2};
  const int64_t interpolation = random.Between(0, 1);
  const int64_t padding = random.Between(0, 2);
  const bool alignCorners = random.OneIn(2);
  Problem problem;
  problem.name = "GridSampler2DBackward";
  problem.inputs = {Floats(random, sampled, scale.dtype, -2, 2), Floats(random, image, scale.dtype, -2, 2),
                    Floats(random, grid, scale.dtype, -1.2F, 1.2F)};
  problem.outputs = {Result(image, scale.dtype), Result(grid, scale.dtype)};
  problem.maskFlags = 2;
  problem.phaseOne = [=](const Arguments& arguments, uint64_t* size, aclOpExecutor** executor) {
    const auto& in = arguments.inputs;
    return aclnnGridSampler2DBackwardGetWorkspaceSize(in[0], in[1], in[2], interpolation, padding,
                                                      alignCorners, arguments.mask, arguments.outputs[0],
                                                      arguments.outputs[1], size, executor);
  };
  problem.phaseTwo = aclnnGridSampler2DBackward;
  return problem;
}

Problem EmbeddingWithIndicesUpTo(Random& random, Scale scale, int64_t beyond) {
  const auto rows = static_cast<uint64_t>(scale.Draw(random));
  const int64_t columns = scale.Draw(random);
  const int64_t count = 2 * scale.Draw(random);
  const int64_t last = static_cast<int64_t>(rows) - 1;
  const bool byFrequency = random.OneIn(2);
  Problem problem;
  problem.name = "EmbeddingDenseBackward";
  problem.inputs = {Floats(random, {count, columns}, scale.dtype, -2, 2),
                    Indices(random, {count}, beyond > 0 ? last + 1 : 0, last + beyond)};
  problem.outputs = {Result({static_cast<int64_t>(rows), columns}, scale.dtype)};
  problem.phaseOne = [=](const Arguments& arguments, uint64_t* size, aclOpExecutor** executor) {
    return aclnnEmbeddingDenseBackwardGetWorkspaceSize(arguments.inputs[0], arguments.inputs[1], rows,
                                                       /*paddingIdx=*/0, byFrequency, arguments.outputs[0],
                                                       size, executor);
  };
  problem.phaseTwo = aclnnEmbeddingDenseBackward;
  return problem;
}

Problem EmbeddingDenseBackward(Random& random, Scale scale) {
  return EmbeddingWithIndicesUpTo(random, scale, 0);
}

/// Every operator, and the extent of its largest problem. An operator more is a line more.
struct Family {
  Problem (*make)(Random& random, Scale scale);
  int64_t large;
};
constexpr Family kFamilies[] = {
    {MseLossBackward, 48},       {PreluBackward, 48},           {GroupNormBackward, 40},
    {GridSampler2DBackward, 96}, {EmbeddingDenseBackward, 240},
};

aclTensor* Describe(const HostTensor& tensor, void* data) {
  const auto rank = static_cast<uint64_t>(tensor.shape.size());
  aclTensor* const made = aclCreateTensor(tensor.shape.data(), rank, tensor.dtype, nullptr, 0, ACL_FORMAT_ND,
                                          tensor.shape.data(), rank, data);
  Require(made != nullptr, "aclCreateTensor gave no tensor");
  return made;
}

std::vector<Bytes> ReadOutputs(const Instance& instance) {
  std::vector<Bytes> read;
  for (size_t i = 0; i < instance.Of().outputs.size(); ++i) {
    Bytes bytes(instance.Of().outputs[i].bytes.size());
    STRESS_OK(
        aclrtMemcpy(bytes.data(), bytes.size(), instance.Output(i), bytes.size(), ACL_MEMCPY_DEVICE_TO_HOST));
    read.push_back(std::move(bytes));
  }
  return read;
}

void Solve(Problem& problem, aclrtStream stream) {
  Instance instance(problem);
  instance.SpoilOutputs(stream);
  instance.Launch(stream);
  STRESS_OK(aclrtSynchronizeStream(stream));
  const std::vector<Bytes> results = ReadOutputs(instance);
  for (size_t i = 0; i < results.size(); ++i) {
    problem.outputs[i].bytes = results[i];
  }
}

}  // namespace

Arguments::Arguments(Arguments&& other) noexcept
    : inputs(std::move(other.inputs)),
      outputs(std::move(other.outputs)),
      mask(std::exchange(other.mask, nullptr)) {
  other.inputs.clear();
  other.outputs.clear();
}

Arguments::~Arguments() {
  for (const std::vector<aclTensor*>* tensors : {&inputs, &outputs}) {
    for (const aclTensor* tensor : *tensors) {
      (void)aclDestroyTensor(tensor);
    }
  }
  (void)aclDestroyBoolArray(mask);
}

Instance::Instance(const Problem& problem) : problem_(&problem) {
  for (const HostTensor& input : problem.inputs) {
    const size_t bytes = input.bytes.size();
    inputs_.push_back(AllocateDevice(bytes));
    STRESS_OK(aclrtMemcpy(inputs_.back().Get(), bytes, input.bytes.data(), bytes, ACL_MEMCPY_HOST_TO_DEVICE));
  }
  for (const HostTensor& output : problem.outputs) {
    outputs_.push_back(AllocateDevice(output.bytes.size()));
    STRESS_OK(aclrtMemset(outputs_.back().Get(), output.bytes.size(), kSpoiled, output.bytes.size()));
  }
}

Arguments Instance::MakeArguments() const {
  Arguments arguments;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    arguments.inputs.push_back(Describe(problem_->inputs[i], inputs_[i].Get()));
  }
  for (size_t i = 0; i < outputs_.size(); ++i) {
    arguments.outputs.push_back(Describe(problem_->outputs[i], outputs_[i].Get()));
  }
  if (problem_->maskFlags > 0) {
    constexpr bool kAll[] = {true, true, true};
    arguments.mask = aclCreateBoolArray(kAll, problem_->maskFlags);
  }
  return arguments;
}

aclOpExecutor* Instance::Plan(const Arguments& arguments) {
  uint64_t bytes = 0;
  aclOpExecutor* executor = nullptr;
  STRESS_OK(problem_->phaseOne(arguments, &bytes, &executor));
  if (bytes > workspaceBytes_) {
    Require(workspaceBytes_ == 0, "phase one asked for another workspace than the time before");
    workspace_ = AllocateDevice(bytes);
    workspaceBytes_ = bytes;
  }
  return executor;
}

aclnnStatus Instance::Enqueue(aclOpExecutor* executor, aclrtStream stream) const {
  return problem_->phaseTwo(workspace_.Get(), workspaceBytes_, executor, stream);
}

void Instance::Launch(aclrtStream stream) {
  const Arguments arguments = MakeArguments();
  aclOpExecutor* const executor = Plan(arguments);
  STRESS_OK(Enqueue(executor, stream));
}

void Instance::SpoilOutputs(aclrtStream stream) const {
  for (size_t i = 0; i < outputs_.size(); ++i) {
    const size_t bytes = problem_->outputs[i].bytes.size();
    STRESS_OK(aclrtMemsetAsync(outputs_[i].Get(), bytes, kSpoiled, bytes, stream));
  }
}

void Instance::CheckOutputs() const {
  const std::vector<Bytes> results = ReadOutputs(*this);
  for (size_t i = 0; i < results.size(); ++i) {
    const Bytes& expected = problem_->outputs[i].bytes;
    const auto different = std::mismatch(expected.begin(), expected.end(), results[i].begin());
    if (different.first != expected.end()) {
      Fail(problem_->name + ": output " + std::to_string(i) + " differs from the first run's at byte " +
           std::to_string(different.first - expected.begin()) + " of " + std::to_string(expected.size()));
    }
  }
}

std::vector<Problem> MakeProblems(Random random) {
  std::vector<Problem> problems;
  for (const Family& family : kFamilies) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      problems.push_back(family.make(random, {dtype, 8}));
    }
    problems.push_back(family.make(random, {ACL_FLOAT, family.large}));
  }
  const DeviceUse device(0);
  const Stream stream = MakeStream();
  for (Problem& problem : problems) {
    Solve(problem, stream.Get());
  }
  return problems;
}

Problem MakeFailingProblem(Random random) {
  return EmbeddingWithIndicesUpTo(random, {ACL_FLOAT, 24}, 5);
}

}  // namespace stress
