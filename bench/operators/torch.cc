// SPDX-License-Identifier: Apache-2.0
#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <ATen/core/grad_mode.h>
#include <torch/version.h>

#include <array>
#include <functional>
#include <utility>

#include "bench/operators/contenders.h"

namespace bench {
namespace {

at::ScalarType TypeOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return at::kHalf;
    case DType::kBfloat16:
      return at::kBFloat16;
    case DType::kInt32:
      return at::kInt;
    case DType::kInt64:
      return at::kLong;
    case DType::kInt16:
      return at::kShort;
    case DType::kInt8:
      return at::kChar;
    case DType::kUint8:
      return at::kByte;
    case DType::kBool:
      return at::kBool;
    case DType::kDouble:
      return at::kDouble;
    case DType::kFloat32:
      break;
  }
  return at::kFloat;
}

at::Tensor View(const Tensor& tensor) {
  return at::from_blob(tensor.Data(), tensor.dims, tensor.strides,
                       at::TensorOptions().dtype(TypeOf(tensor.dtype)));
}

using Operation = std::function<void()>;

// The result of a call is dropped before the next one, so that its memory comes back from the allocator warm.

Operation Bind(const MseLoss& a) {
  return [g = View(a.gradOutput), s = View(a.self), t = View(a.target), r = a.reduction] {
    at::mse_loss_backward(g, s, t, r);
  };
}

Operation Bind(const Prelu& a) {
  at::Tensor weight = View(a.weight);
#if TORCH_VERSION_MAJOR >= 2
  // What autograd of torch.prelu does: the kernel with the weight broadcast, then the sum of the weight's
  // gradient.
  std::vector<int64_t> shape(a.self.dims.size(), 1);
  if (shape.size() > 1) {
    shape[1] = weight.numel();
  }
  weight = weight.view(shape);
  return [g = View(a.gradOutput), s = View(a.self), weight, shape] {
    auto [gradInput, gradWeight] = at::_prelu_kernel_backward(g, s, weight);
    const at::Tensor sum = gradWeight.sum_to_size(shape);
  };
#else
  return [g = View(a.gradOutput), s = View(a.self), weight] { at::prelu_backward(g, s, weight); };
#endif
}

Operation Bind(const GroupNorm& a) {
  return [g = View(a.gradOut), x = View(a.input), m = View(a.mean), r = View(a.rstd), w = View(a.gamma),
          n = a.n, c = a.c, hxw = a.hxw, group = a.group] {
    at::native_group_norm_backward(g, x, m, r, w, n, c, hxw, group, {true, true, true});
  };
}

Operation Bind(const GridSampler& a) {
  return [g = View(a.gradOutput), x = View(a.input), grid = View(a.grid), i = a.interpolation, p = a.padding,
          align = a.alignCorners] {
    at::grid_sampler_2d_backward(g, x, grid, i, p, align, {true, true});
  };
}

Operation Bind(const Embedding& a) {
  return [g = View(a.grad), i = View(a.indices), rows = a.rows, padding = a.paddingIndex,
          scale = a.scaleByFrequency] { at::embedding_dense_backward(g, i, rows, padding, scale); };
}

class Torch final : public Contender {
 public:
  explicit Torch(Operation operation) : operation_(std::move(operation)) {}
  void Run() override {
    const c10::NoGradGuard noGrad;
    operation_();
  }

 private:
  Operation operation_;
};

}  // namespace

std::unique_ptr<Contender> MakeTorch(const Problem& problem) {
  if (std::holds_alternative<GridSampler>(problem.arguments) && problem.dtype != DType::kFloat32) {
    return nullptr;  // its gathers index halves with 16-bit integers, and crash on planes of some size
  }
  try {
    auto peer = std::make_unique<Torch>(
        std::visit([](const auto& arguments) { return Bind(arguments); }, problem.arguments));
    peer->Run();
    return peer;
  } catch (const c10::Error&) {
    return nullptr;  // no kernel for this dtype
  }
}

std::string TorchVersion() {
  return std::string("PyTorch ") + TORCH_VERSION;
}

void SetTorchThreads(int threads) {
  at::set_num_threads(threads);
}

}  // namespace bench
