// SPDX-License-Identifier: Apache-2.0
//
// aclnnModulateBackward. A task has some columns of an image, goes down them, and sums them up in float64.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_modulate_backward.h"
#include "base/checked_math.h"
#include "base/quiet_nan.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kColumns = 256;  // of a task
using Columns = std::array<double, static_cast<size_t>(kColumns)>;

struct Args {
  TensorView grad;   // [B, L, D]
  TensorView input;  // likewise
  TensorView scale;  // B * D numbers; not defined: zeros
  TensorView shift;
  TensorView gradInput;
  TensorView gradScale;
  TensorView gradShift;
};

struct State : Prepared {
  int64_t images = 0;
  int64_t rows = 0;
  int64_t columns = 0;
};

State Prepare(const Args& args) {
  State state;
  // What is empty may have any dims, whose product does not fit.
  const bool sums = !args.gradScale.Empty() || !args.gradShift.Empty();
  if (!args.gradInput.Empty() || sums) {
    state.images = args.grad.dims[0];
    state.rows = args.grad.Empty() ? 0 : args.grad.dims[1];
    state.columns = args.grad.dims[2];
  }
  state.cost = 3 * static_cast<size_t>(args.grad.NumElements()) * SizeOf(args.grad.dtype);
  return state;
}

class Kernel {
 public:
  explicit Kernel(const Args& args)
      : grad_(args.grad),
        input_(args.input),
        scale_(args.scale.Defined() ? args.scale : args.grad),
        gradInput_(args.gradInput),
        gradScale_(args.gradScale.Defined() ? args.gradScale : args.gradInput),
        gradShift_(args.gradShift.Defined() ? args.gradShift : args.gradInput),
        args_(args) {}

  // Columns [begin, begin + count) of an image.
  void Run(const State& state, int64_t image, int64_t begin, int64_t count) const {
    const int64_t place = image * state.columns + begin;
    std::array<float, static_cast<size_t>(kColumns)> factors;
    factors.fill(1);
    TileBuffer gradBuffer;
    if (args_.scale.Defined()) {
      const float* const scale = scale_.Read(place, count, gradBuffer);
      std::transform(scale, scale + count, factors.begin(), [](float number) { return 1 + number; });
    }
    Columns scaleSums{};
    Columns shiftSums{};
    TileBuffer inputBuffer;
    TileBuffer results;
    for (int64_t row = 0; row < state.rows; ++row) {
      const int64_t at = (image * state.rows + row) * state.columns + begin;
      const float* const grad = grad_.Read(at, count, gradBuffer);
      const float* const input = input_.Read(at, count, inputBuffer);
      for (int64_t i = 0; i < count; ++i) {
        const auto column = static_cast<size_t>(i);
        scaleSums[column] += static_cast<double>(grad[i]) * static_cast<double>(input[i]);
        shiftSums[column] += static_cast<double>(grad[i]);
      }
      for (int64_t i = 0; i < count; ++i) {
        const auto column = static_cast<size_t>(i);
        results[column] = WithQuietNan(grad[i] * factors[column]);
      }
      gradInput_.Write(at, count, results.data());
    }
    Write(args_.gradScale, gradScale_, place, count, scaleSums);
    Write(args_.gradShift, gradShift_, place, count, shiftSums);
  }

 private:
  static void Write(const TensorView& view, const TileWriter& writer, int64_t place, int64_t count,
                    Columns& sums) {
    if (view.Defined()) {
      std::transform(sums.begin(), sums.begin() + count, sums.begin(), WithQuietNan<double>);
      writer.Write(place, count, sums.data());
    }
  }

  TileReader grad_;
  TileReader input_;
  TileReader scale_;
  TileWriter gradInput_;
  TileWriter gradScale_;
  TileWriter gradShift_;
  const Args& args_;
};

void Run(const Args& args, const State& state, std::byte* /*workspace*/, const CpuContext& cpu) {
  const Kernel kernel(args);
  const int64_t tasks = CeilDivide(state.columns, kColumns);
  cpu.ParallelFor(state.images * tasks, [&](int64_t task) {
    const int64_t begin = task % tasks * kColumns;
    kernel.Run(state, task / tasks, begin, std::min(kColumns, state.columns - begin));
  });
}

constexpr OnlyKernel kKernel(CpuKernel<Run>("cpu:modulate_backward", Prepare));
constexpr std::array<TensorArgument<Args>, 7> kArguments{{{"gradOutput", Role::kInput, &Args::grad},
                                                          {"input", Role::kInput, &Args::input},
                                                          {"scaleOptional", Role::kInput, &Args::scale},
                                                          {"shiftOptional", Role::kInput, &Args::shift},
                                                          {"gradInput", Role::kOutput, &Args::gradInput},
                                                          {"gradScale", Role::kOutput, &Args::gradScale},
                                                          {"gradShift", Role::kOutput, &Args::gradShift}}};
constexpr Operator<Args> kBackward{"aclnnModulateBackward", kArguments, kKernel};

// A factor or term, and its gradient.
void CheckOfImages(ArgumentChecks& check, const NamedTensor& own, const NamedTensor& grad,
                   const NamedTensor& input) {
  if (check.Failed() || own.tensor == nullptr) {
    return;
  }
  check.SameDtype(own, input).SameDtype(grad, input).ValidView(own).ValidOutputView(grad);
  check.Require(
      own.name, "[B, D] or [B, 1, D] for input of [B, L, D]",
      [&] {
        const std::vector<int64_t>& dims = input.tensor->viewDims;
        const std::vector<int64_t>& shape = own.tensor->viewDims;
        return shape == std::vector{dims[0], dims[2]} || shape == std::vector{dims[0], int64_t{1}, dims[2]};
      },
      [&] { return ShapeText(own.tensor->viewDims) + " for " + ShapeText(input.tensor->viewDims); });
  check.SameShape(grad, own);
}

Status Bind(PhaseOneCall& call, const Tensors<7>& given) {
  const auto [grad, input, scale, shift, gradInput, gradScale, gradShift] = Named(kBackward, given);
  ArgumentChecks check;
  check.NotNull(grad).NotNull(input).LiveOrNull(scale).LiveOrNull(shift).NotNull(gradInput);
  for (const auto& [own, gradient] : {std::pair{&scale, &gradScale}, std::pair{&shift, &gradShift}}) {
    own->tensor == nullptr ? check.LiveOrNull(*gradient) : check.NotNull(*gradient);
  }
  check.DtypeIn(input, FloatDtypes()).SameDtype(grad, input).SameDtype(gradInput, input);
  check.ValidView(grad).ValidView(input).ValidOutputView(gradInput).Rank(input, 3);
  check.SameShape(grad, input).SameShape(gradInput, input);
  CheckOfImages(check, scale, gradScale, input);
  CheckOfImages(check, shift, gradShift, input);
  if (check.Failed()) {
    return check.Result();
  }
  return call.Bind(kBackward, Args(),
                   {grad.tensor, input.tensor, scale.tensor, shift.tensor, gradInput.tensor,
                    TensorOfCall(gradScale.tensor, scale.tensor != nullptr),
                    TensorOfCall(gradShift.tensor, shift.tensor != nullptr)});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnModulateBackward,
               (const aclTensor* gradOutput, const aclTensor* input, const aclTensor* scaleOptional,
                const aclTensor* shiftOptional, aclTensor* gradInput, aclTensor* gradScale,
                aclTensor* gradShift),
               Bind(call, {gradOutput, input, scaleOptional, shiftOptional, gradInput, gradScale, gradShift}))
