// SPDX-License-Identifier: Apache-2.0
//
// The CPU kernel of batch norm's gradients: a pass that sums up each channel, and one that writes gradInput.
#include <algorithm>
#include <array>
#include <cmath>

#include "kernels/elementwise/converted.h"
#include "kernels/tiles/fill_zero.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/normalization/batch_norm.h"
#include "ops/normalization/batch_norm_plan.h"
#include "ops/normalization/batch_norm_sums.h"
#include "ops/normalization/channel_gradients.h"
#include "ops/normalization/channel_passes.h"

namespace openaclnn {
namespace batch_norm {
namespace {

using channel_gradients::Centring;
using channel_gradients::CentringOf;
using channel_gradients::Split;
using channel_gradients::SplitRstd;
using channel_passes::Pass;

constexpr size_t kCoefficients = 6;  // those of WriteGradients

// Of numbers of any type.
double SumOf(const TensorView& view) {
  const ConvertedReader reader(view, DType::kDouble);
  ConvertedBuffer buffer;
  double sum = 0;
  const int64_t elements = view.NumElements();
  for (int64_t begin = 0; begin < elements; begin += kConvertedChunk) {
    const int64_t count = std::min(kConvertedChunk, elements - begin);
    const auto* const numbers = reinterpret_cast<const double*>(reader.Read(begin, count, buffer));
    for (int64_t i = 0; i < count; ++i) {
      sum += numbers[i];
    }
  }
  return sum;
}

struct BackwardState : Prepared {
  Plan plan;
  ChannelLayout gradOut;
  ChannelLayout input;
  ChannelLayout gradInput;
  bool sums = false;  // whether any are needed, and those of products
  bool productSums = false;
  bool given = false;
  // [channel]
  ScratchArray<float> weight;
  ScratchArray<float> mean;
  ScratchArray<float> invstd;
  std::array<ScratchArray<float>, kCoefficients> coefficients;
  // [row][channel], as SumChannels wants them.
  ScratchArray<double> gradients;
  ScratchArray<double> products;
};

BackwardState PrepareBackward(const BatchNormBackwardArgs& args) {
  BackwardState state{};
  const bool writes = args.gradInput.Defined();
  const TensorView input = AsBatch(args.input);
  // The walk of most tensors: those that are read decide if they agree.
  const bool agree = ChannelsInnermost(input) == ChannelsInnermost(AsBatch(args.gradOut));
  state.plan = PlanBatch(writes && !agree ? AsBatch(args.gradInput) : input);
  const int64_t channels = state.plan.shape.channels;
  if (state.plan.Count() > 0) {
    state.gradOut = LayoutOf(AsBatch(args.gradOut), state.plan.shape, state.plan.walk);
    state.input = LayoutOf(input, state.plan.shape, state.plan.walk);
    if (writes) {
      state.gradInput = LayoutOf(AsBatch(args.gradInput), state.plan.shape, state.plan.walk);
    }
  }
  state.given = args.counts.Defined();
  state.productSums =
      (writes && args.training && !state.given) || args.gradWeight.Defined() || args.product.Defined();
  state.sums = state.productSums || args.gradBias.Defined() || args.sum.Defined();
  ScratchLayout layout;
  for (ScratchArray<float>* array : {&state.weight, &state.mean, &state.invstd}) {
    *array = layout.Book<float>(channels);
  }
  for (ScratchArray<float>& array : state.coefficients) {
    array = layout.Book<float>(channels);
  }
  const int64_t sums = state.given ? channels : state.plan.Rows() * channels;
  state.gradients = layout.Book<double>(state.sums || state.given ? sums : 0);
  state.products = layout.Book<double>(state.productSums || state.given ? sums : 0);
  state.workspaceBytes = layout.Bytes();
  state.cost = static_cast<size_t>(args.input.NumElements()) * SizeOf(args.input.dtype) *
               ((state.sums ? 2 : 0) + (writes ? 3 : 0));
  return state;
}

class Backward {
 public:
  Backward(const BatchNormBackwardArgs& args, const BackwardState& state, std::byte* workspace)
      : args_(args),
        state_(state),
        plan_(state.plan),
        channels_(plan_.shape.channels),
        gradOut_(AsBatch(args.gradOut), state.gradOut),
        input_(AsBatch(args.input), state.input),
        gradInput_(args.gradInput.Defined() ? AsBatch(args.gradInput) : args.gradInput, state.gradInput),
        sum_(FindPass(Pass::kSumOfProducts, args.gradOut.dtype), {&gradOut_, &input_}, nullptr),
        sumGradients_(FindPass(Pass::kSum, args.gradOut.dtype), {&gradOut_}, nullptr),
        write_(FindPass(Pass::kGradient, args.gradOut.dtype), {&gradOut_, &input_}, &gradInput_),
        scale_(FindPass(Pass::kScaling, args.gradOut.dtype), {&gradOut_}, &gradInput_),
        weight_(state.weight.In(workspace)),
        mean_(state.mean.In(workspace)),
        invstd_(state.invstd.In(workspace)),
        gradients_(state.gradients.In(workspace)),
        products_(state.products.In(workspace)) {
    for (size_t k = 0; k < kCoefficients; ++k) {
      coefficients_[k] = state.coefficients[k].In(workspace);
    }
  }

  void Run(const CpuContext& cpu) {
    ReadParameters();
    const double count = state_.given ? ReadSums() : static_cast<double>(plan_.Count());
    const auto [power, centre, scale, constant, slope, factor] = coefficients_;
    for (int64_t c = 0; c < channels_; ++c) {
      const Centring centring = CentringOf(mean_[c], invstd_[c]);
      power[c] = centring.power;
      centre[c] = centring.centre;
    }
    if (state_.productSums) {
      SumChannels(cpu, plan_, sum_, {power, centre}, {gradients_, products_});
      if (args_.product.Defined()) {
        WriteProducts();
      }
      for (int64_t c = 0; c < channels_; ++c) {
        products_[c] *= CentringOf(mean_[c], invstd_[c]).rest;
      }
    } else if (state_.sums) {
      SumChannels(cpu, plan_, sumGradients_, {}, {gradients_});
    }
    WriteParameter(args_.gradWeight, channels_, products_);
    WriteParameter(args_.gradBias, channels_, gradients_);
    WriteParameter(args_.sum, channels_, gradients_);
    if (!args_.gradInput.Defined()) {
      return;
    }
    if (!args_.training) {
      for (int64_t c = 0; c < channels_; ++c) {
        scale[c] = weight_[c] * invstd_[c];
      }
      ForEachRegion(cpu, [&](const ChannelRegion& region) {
        scale_.Run(region, {coefficients_[2] + region.channel}, {});
      });
      return;
    }
    for (int64_t c = 0; c < channels_; ++c) {
      const SplitRstd split = Split(invstd_[c]);
      scale[c] = weight_[c] * split.power;
      const double share = -static_cast<double>(scale[c]) / count;
      constant[c] = static_cast<float>(share * gradients_[c]);
      slope[c] = static_cast<float>(share * products_[c] * CentringOf(mean_[c], invstd_[c]).rest);
      factor[c] = split.factor;
    }
    ForEachRegion(cpu, [&](const ChannelRegion& region) {
      channel_passes::Gradient::Coefficients by;
      for (size_t k = 0; k < kCoefficients; ++k) {
        by[k] = coefficients_[k] + region.channel;
      }
      write_.Run(region, by, {});
    });
  }

 private:
  void ReadParameters() {
    ReadParameter(args_.weight, channels_, 1, weight_);
    if (args_.training) {
      ReadParameter(args_.saveMean, channels_, 0, mean_);
      ReadParameter(args_.saveInvstd, channels_, 0, invstd_);
      return;
    }
    ReadParameter(args_.runningMean, channels_, 0, mean_);
    ReadParameter(args_.runningVar, channels_, 0, invstd_);
    for (int64_t c = 0; c < channels_; ++c) {
      invstd_[c] = static_cast<float>(1 / std::sqrt(static_cast<double>(invstd_[c]) + args_.epsilon));
    }
  }

  // Those that were made before; returns of how many elements.
  double ReadSums() {
    float* const numbers = coefficients_[0];
    ReadParameter(args_.givenSum, channels_, 0, numbers);
    std::copy_n(numbers, channels_, gradients_);
    ReadParameter(args_.givenProduct, channels_, 0, numbers);
    for (int64_t c = 0; c < channels_; ++c) {
      products_[c] = static_cast<double>(numbers[c]) * static_cast<double>(invstd_[c]);
    }
    return SumOf(args_.counts);
  }

  // Sums of products with distances from the mean, of those with these times a power of two.
  void WriteProducts() {
    for (int64_t begin = 0; begin < channels_; begin += kTileElements) {
      DoubleTileBuffer products;
      const int64_t count = std::min(kTileElements, channels_ - begin);
      for (int64_t i = 0; i < count; ++i) {
        const auto power = CentringOf(mean_[begin + i], invstd_[begin + i]).power;
        products[static_cast<size_t>(i)] = products_[begin + i] / static_cast<double>(power);
      }
      TileWriter(args_.product).Write(begin, count, products.data());
    }
  }

  template <class Body>
  void ForEachRegion(const CpuContext& cpu, const Body& body) const {
    cpu.ParallelFor(plan_.writeTasks.Count(), [&](int64_t task) { body(plan_.writeTasks.At(task)); });
  }

  const BatchNormBackwardArgs& args_;
  const BackwardState& state_;
  const Plan& plan_;
  const int64_t channels_;
  const ChannelTensor gradOut_;
  const ChannelTensor input_;
  const ChannelTensor gradInput_;
  const channel_passes::SumOfProducts sum_;
  const channel_passes::Sum sumGradients_;
  const channel_passes::Gradient write_;
  const channel_passes::Scaling scale_;
  float* weight_;
  float* mean_;
  float* invstd_;
  std::array<float*, kCoefficients> coefficients_{};
  double* gradients_;
  double* products_;
};

}  // namespace
}  // namespace batch_norm

namespace {

void Run(const BatchNormBackwardArgs& args, const batch_norm::BackwardState& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (state.plan.Count() > 0) {
    batch_norm::Backward(args, state, workspace).Run(cpu);
  } else {
    FillZeroIfDefined({&args.gradWeight, &args.gradBias, &args.sum, &args.product});
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:channels", batch_norm::PrepareBackward);

}  // namespace

constinit const KernelEntry<BatchNormBackwardArgs> kBatchNormBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
