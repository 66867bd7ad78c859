// SPDX-License-Identifier: Apache-2.0
// A data-parallel training step: two devices, a thread each. Each computes the gradient of the loss for its
// half of the batch with aclnnMseLossBackward, the halves are averaged with HcclAllReduce on the same stream,
// and the result is checked against that of the whole batch on one device.
//
// In one process HcclCommInitAll makes the communicators. Several processes: one calls HcclGetRootInfo, gives
// the result to the others by any means, and each calls HcclCommInitRootInfo.

#include <cstdlib>
#include <thread>

#include "aclnnop/aclnn_mse_loss_backward.h"
#include "hccl/hccl.h"
#include "support.h"

namespace {

using example::Check;
using example::Tensor;

constexpr int64_t kDevices = 2;
constexpr int64_t kBatch = 6;

// The model has a prediction for each sample as its parameters; each device knows the targets of its half.
// Samples of the other half count nothing there: their targets are the predictions.
const std::vector<float> predictions = {1, 2, 3, 4, 5, 6};
const std::vector<float> targets = {0, 4, 3, 1, 5, 8};

// The gradient of the mean squared error.
Tensor Gradient(example::Stream& stream, const std::vector<float>& target) {
  const Tensor gradLoss = Tensor::Floats({1}, {1});
  const Tensor prediction = Tensor::Floats({kBatch}, predictions);
  const Tensor wanted = Tensor::Floats({kBatch}, target);
  Tensor gradient = Tensor::Output({kBatch});
  stream.Run(
      [&](uint64_t* workspaceSize, aclOpExecutor** executor) {
        const int64_t mean = 1;
        return aclnnMseLossBackwardGetWorkspaceSize(gradLoss, prediction, wanted, mean, gradient,
                                                    workspaceSize, executor);
      },
      aclnnMseLossBackward, "aclnnMseLossBackward");
  stream.Synchronize();
  return gradient;
}

std::vector<float> HalfOf(int64_t device) {
  std::vector<float> half = predictions;
  for (int64_t i = device * kBatch / kDevices; i < (device + 1) * kBatch / kDevices; ++i) {
    half[i] = targets[i];
  }
  return half;
}

std::vector<float> StepOnDevice(int64_t device, HcclComm comm) {
  Check(aclrtSetDevice(static_cast<int32_t>(device)), "aclrtSetDevice");
  example::Stream stream;
  const Tensor gradient = Gradient(stream, HalfOf(device));
  Check(HcclAllReduce(gradient.Data(), gradient.Data(), kBatch, HCCL_DATA_TYPE_FP32, HCCL_REDUCE_SUM, comm,
                      stream),
        "HcclAllReduce");
  stream.Synchronize();
  return gradient.Read();
}

int Example() {
  const example::Device device;
  int32_t devices[kDevices] = {0, 1};
  HcclComm comms[kDevices] = {};
  Check(HcclCommInitAll(kDevices, devices, comms), "HcclCommInitAll");
  std::vector<float> gradients[kDevices];
  std::exception_ptr failure;
  std::thread second([&] {
    try {
      gradients[1] = StepOnDevice(1, comms[1]);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  gradients[0] = StepOnDevice(0, comms[0]);
  second.join();
  if (failure != nullptr) {
    std::rethrow_exception(failure);
  }
  for (HcclComm comm : comms) {
    Check(HcclCommDestroy(comm), "HcclCommDestroy");
  }

  example::Stream stream;
  const Tensor whole = Gradient(stream, targets);
  const std::vector<float> expected = whole.Read();
  example::Report report;
  for (const std::vector<float>& gradient : gradients) {
    const Tensor result = Tensor::Floats({kBatch}, gradient);
    report.Compare("gradient", result, {expected.begin(), expected.end()});
  }
  return report.Finish();
}

}  // namespace

int main() {
  setenv("OPENACLNN_CPU_DEVICES", "2", 1);  // before the library is up
  return example::Main(Example);
}
