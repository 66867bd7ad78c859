// SPDX-License-Identifier: Apache-2.0
//
// PReLU backward of oneDNN 2.x, Debian's version. (Group norm came with 3.)
#include <omp.h>

#include <oneapi/dnnl/dnnl.hpp>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bench/operators/contenders.h"

namespace bench {
namespace {

using dnnl::memory;

memory::data_type TypeOf(DType dtype) {
  switch (dtype) {
    case DType::kFloat16:
      return memory::data_type::f16;
    case DType::kBfloat16:
      return memory::data_type::bf16;
    default:
      return memory::data_type::f32;
  }
}

memory::desc DescriptionOf(const Tensor& tensor) {
  return {tensor.dims, TypeOf(tensor.dtype), tensor.strides};
}

class OneDnnPrelu final : public Contender {
 public:
  explicit OneDnnPrelu(const Prelu& a) : stream_(engine_) {
    Tensor weight = a.weight;
    weight.dims.assign(a.self.dims.size(), 1);
    if (a.self.dims.size() > 1) {
      weight.dims[1] = a.weight.Elements();
    }
    weight.strides.assign(weight.dims.size(), 1);
    weight.strides[0] = a.weight.Elements();
    const memory::desc data = DescriptionOf(a.self);
    const memory::desc weights = DescriptionOf(weight);
    const dnnl::prelu_forward::primitive_desc forward(
        dnnl::prelu_forward::desc(dnnl::prop_kind::forward_training, data, weights), engine_);
    const dnnl::prelu_backward::primitive_desc backward(
        dnnl::prelu_backward::desc(data, weights, DescriptionOf(a.gradOutput), weights), engine_, forward);
    primitive_ = dnnl::prelu_backward(backward);
    arguments_ = {
        {DNNL_ARG_SRC, memory(data, engine_, a.self.Data())},
        {DNNL_ARG_WEIGHTS, memory(weights, engine_, a.weight.Data())},
        {DNNL_ARG_DIFF_DST, memory(DescriptionOf(a.gradOutput), engine_, a.gradOutput.Data())},
        {DNNL_ARG_DIFF_SRC, memory(backward.diff_src_desc(), engine_)},
        {DNNL_ARG_DIFF_WEIGHTS, memory(weights, engine_)},
    };
  }

  void Run() override {
    primitive_.execute(stream_, arguments_);
    stream_.wait();
  }

 private:
  dnnl::engine engine_{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream_;
  dnnl::prelu_backward primitive_;
  std::unordered_map<int, memory> arguments_;
};

}  // namespace

std::unique_ptr<Contender> MakeOneDnn(const Problem& problem) {
  const auto* prelu = std::get_if<Prelu>(&problem.arguments);
  if (prelu == nullptr) {
    return nullptr;
  }
  try {
    auto contender = std::make_unique<OneDnnPrelu>(*prelu);
    contender->Run();
    return contender;
  } catch (const dnnl::error&) {
    return nullptr;  // no kernel for this dtype
  }
}

std::string OneDnnVersion() {
  const dnnl_version_t* const version = dnnl_version();
  return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
         std::to_string(version->patch);
}

void SetOneDnnThreads(int threads) {
  omp_set_num_threads(threads);
}

}  // namespace bench
