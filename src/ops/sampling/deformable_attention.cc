// SPDX-License-Identifier: Apache-2.0
//
// aclnnMultiScaleDeformableAttnFunction and aclnnMultiScaleDeformableAttentionGrad: weighted samples of levels of
// images. The gradient of a pixel is summed up in float64 by the task that has its head and channel, in the order
// of queries.
#include <algorithm>
#include <array>
#include <string>

#include "aclnnop/aclnn_multi_scale_deformable_attention_grad.h"
#include "aclnnop/aclnn_multi_scale_deformable_attn_function.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/gemm/pixel_rows.h"
#include "kernels/tiles/copy_numbers.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr int64_t kMostSlots = 64;
constexpr int64_t kBand = 32;  // channels whose pixels a task sums up
// Of the sums of all slots, unless a slot alone takes more.
constexpr int64_t kSlotBytes = int64_t{256} << 20;

struct Args {
  TensorView value;     // [B, keys, heads, channels]
  TensorView shapes;    // [L, 2]
  TensorView starts;    // [L]
  TensorView location;  // [B, queries, heads, L, P, 2]
  TensorView weights;   // [B, queries, heads, L, P]
  TensorView output;    // [B, queries, heads * channels], or its gradient
  TensorView gradValue;
  TensorView gradLocation;
  TensorView gradWeights;
};

struct Level {
  int64_t height;
  int64_t width;
  int64_t start;
};

// The numbers of a batch as FLOATs, side by side: where they lie, or a copy of them.
struct Batch {
  void Book(const TensorView& view, ScratchLayout& layout) {
    TensorView one = view;
    one.dims[0] = 1;
    copies = !(view.dtype == DType::kFloat && one.Contiguous());
    numbers = layout.Book<float>(copies && !view.Empty() ? one.NumElements() : 0);
  }
  [[nodiscard]] const float* Load(const TensorView& view, int64_t batch, std::byte* workspace,
                                  const CpuContext& cpu) const {
    TensorView one = view;
    one.dims[0] = 1;
    one.data += batch * view.strides[0] * static_cast<int64_t>(SizeOf(view.dtype));
    if (!copies) {
      return reinterpret_cast<const float*>(one.data);
    }
    const int64_t count = view.Empty() ? 0 : one.NumElements();
    float* const to = numbers.In(workspace);
    if (count > 0) {
      CopyNumbers(one, MatrixView(to, 1, count, count), cpu);
    }
    return to;
  }

  bool copies = false;
  ScratchArray<float> numbers;
};

struct State : Prepared {
  int64_t batches = 0;
  int64_t keys = 0;
  int64_t heads = 0;
  int64_t channels = 0;
  int64_t queries = 0;
  int64_t levels = 0;
  int64_t points = 0;  // of a level
  int64_t slots = 1;
  int64_t sumSlots = 1;
  Batch value;
  Batch location;
  Batch weights;
  Batch grads;
  ScratchArray<Level> levelsAt;
  ScratchArray<float> zeros;
  ScratchArray<const float*> rows;  // of each slot, the corners of all samples
  ScratchArray<float> factors;
  ScratchArray<float> results;  // of each slot, those of a query
  ScratchArray<double> sums;    // of each slot, [keys, band]

  [[nodiscard]] int64_t Band() const { return std::min(kBand, channels); }
  [[nodiscard]] int64_t Samples() const { return levels * points; }  // of a query and head
  [[nodiscard]] int64_t Corners() const { return Samples() * static_cast<int64_t>(kCorners); }
  // Numbers that a query's results in a slot are, at most.
  [[nodiscard]] int64_t Results() const { return heads * std::max(channels, 3 * Samples()); }
  [[nodiscard]] int64_t QueriesOfTask() const { return RowsOfTask(heads * Corners() * channels); }
};

State PrepareFor(const Args& args, bool backward) {
  State state;
  const bool asked = backward
                         ? !(args.gradValue.Empty() && args.gradLocation.Empty() && args.gradWeights.Empty())
                         : !args.output.Empty();
  if (!asked) {
    return state;
  }
  // What is empty may have any dims, whose product does not fit.
  const auto& value = args.value.dims;
  state.batches = value[0];
  state.keys = value[1];
  if (!args.value.Empty() || !args.output.Empty()) {
    state.heads = value[2];
    state.channels = value[3];
  }
  state.levels = args.shapes.dims[0];
  const auto& location = args.location.dims;
  if (!args.location.Empty()) {
    state.heads = location[2];
    state.points = location[4];
  }
  state.queries = args.output.Empty() && args.location.Empty() ? 0 : location[1];
  ScratchLayout layout;
  state.levelsAt = layout.Book<Level>(state.levels);
  state.value.Book(args.value, layout);
  state.location.Book(args.location, layout);
  state.weights.Book(args.weights, layout);
  state.zeros = layout.Book<float>(state.channels);
  state.slots = std::clamp<int64_t>(state.queries, 1, kMostSlots);
  state.results = layout.Book<float>(state.slots * state.Results());
  if (backward) {
    state.grads.Book(args.output, layout);
    const int64_t sums = args.gradValue.Empty() ? 0 : state.keys * state.Band();
    const int64_t bytes = static_cast<int64_t>(sizeof(double)) * std::max<int64_t>(sums, 1);
    const int64_t tasks = std::max<int64_t>(1, state.heads * CeilDivide(state.channels, kBand));
    state.sumSlots = std::clamp<int64_t>(kSlotBytes / bytes, 1, std::min(tasks, kMostSlots));
    state.sums = layout.Book<double>(state.sumSlots * sums);
  } else {
    state.rows = layout.Book<const float*>(state.slots * state.Corners());
    state.factors = layout.Book<float>(state.slots * state.Corners());
  }
  state.workspaceBytes = layout.Bytes();
  const auto samples = static_cast<size_t>(args.weights.NumElements());
  state.cost = (samples * kCorners * static_cast<size_t>(state.channels) * (backward ? 4 : 1) +
                static_cast<size_t>(args.value.NumElements())) *
               sizeof(float);
  return state;
}
template <bool kBackward>
State Prepare(const Args& args) {
  return PrepareFor(args, kBackward);
}

class Kernel {
 public:
  Kernel(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu)
      : args_(args),
        state_(state),
        workspace_(workspace),
        cpu_(cpu),
        levels_(state.levelsAt.In(workspace)),
        zeros_(state.zeros.In(workspace)) {}

  // Before anything is written.
  [[nodiscard]] Status ReadLevels() const {
    std::fill_n(state_.zeros.In(workspace_), state_.channels, 0.0F);
    for (int64_t number = 0; number < state_.levels; ++number) {
      std::array<int64_t, 2> extents;
      Level& level = levels_[number];
      ReadConverted(args_.shapes, 2 * number, 2, extents.data());
      ReadConverted(args_.starts, number, 1, &level.start);
      level.height = extents[0];
      level.width = extents[1];
      const int64_t pixels = CheckedProduct(extents).value_or(-1);
      if (pixels < 0 || level.start < 0 || level.start > state_.keys || pixels > state_.keys - level.start) {
        return {code::kRtVectorCoreException,
                "spatialShape: expected levels that lie in the " + std::to_string(state_.keys) +
                    " keys, got " + std::to_string(level.height) + " by " + std::to_string(level.width) +
                    " pixels from key " + std::to_string(level.start) + " on at level " +
                    std::to_string(number)};
      }
    }
    return Status::Ok();
  }

  void Forward() {
    for (batch_ = 0; batch_ < state_.batches; ++batch_) {
      LoadBatch();
      ForEachQuery([&](int64_t query, int64_t slot, float* results) {
        for (int64_t head = 0; head < state_.heads; ++head) {
          Combine(query, head, slot, results + head * state_.channels);
        }
        const int64_t line = state_.heads * state_.channels;
        WriteConverted(args_.output, (batch_ * state_.queries + query) * line, line, results);
      });
    }
  }

  void Backward() {
    for (batch_ = 0; batch_ < state_.batches; ++batch_) {
      LoadBatch();
      grads_ = state_.grads.Load(args_.output, batch_, workspace_, cpu_);
      ForEachQuery([&](int64_t query, int64_t /*slot*/, float* results) {
        const int64_t samples = state_.heads * state_.Samples();
        float* const gradWeights = results + 2 * samples;
        for (int64_t head = 0; head < state_.heads; ++head) {
          MakePlaces(query, head, results + 2 * head * state_.Samples(),
                     gradWeights + head * state_.Samples());
        }
        const int64_t row = batch_ * state_.queries + query;
        WriteConverted(args_.gradLocation, row * 2 * samples, 2 * samples, results);
        WriteConverted(args_.gradWeights, row * samples, samples, gradWeights);
      });
      AddPixels();
    }
  }

 private:
  void LoadBatch() {
    value_ = state_.value.Load(args_.value, batch_, workspace_, cpu_);
    location_ = state_.location.Load(args_.location, batch_, workspace_, cpu_);
    weights_ = state_.weights.Load(args_.weights, batch_, workspace_, cpu_);
  }

  template <class Body>
  void ForEachQuery(const Body& body) const {
    const int64_t each = state_.QueriesOfTask();
    ForEachTaskInSlots(cpu_, CeilDivide(state_.queries, each), state_.slots, [&](int64_t task, int64_t slot) {
      const int64_t end = std::min(state_.queries, (task + 1) * each);
      for (int64_t query = task * each; query < end; ++query) {
        body(query, slot, state_.results.In(workspace_) + slot * state_.Results());
      }
    });
  }

  // Calls visit(corners, the level, number of the sample) for those of a query and head.
  template <class Visit>
  void ForEachSample(int64_t query, int64_t head, const Visit& visit) const {
    const float* place = location_ + 2 * (query * state_.heads + head) * state_.Samples();
    int64_t sample = 0;
    for (int64_t number = 0; number < state_.levels; ++number) {
      const Level& level = levels_[number];
      for (int64_t point = 0; point < state_.points; ++point, ++sample, place += 2) {
        const double x = static_cast<double>(place[0]) * static_cast<double>(level.width) - 0.5;
        const double y = static_cast<double>(place[1]) * static_cast<double>(level.height) - 0.5;
        visit(CornersAt(y, x, level.height, level.width), level, sample);
      }
    }
  }
  [[nodiscard]] const float* RowAt(int64_t pixel, const Level& level, int64_t head) const {
    return pixel < 0 ? zeros_ : value_ + ((level.start + pixel) * state_.heads + head) * state_.channels;
  }
  [[nodiscard]] const float* WeightsOf(int64_t query, int64_t head) const {
    return weights_ + (query * state_.heads + head) * state_.Samples();
  }
  [[nodiscard]] const float* GradsOf(int64_t query, int64_t head) const {
    return grads_ + (query * state_.heads + head) * state_.channels;
  }

  void Combine(int64_t query, int64_t head, int64_t slot, float* result) const {
    const float** const rows = state_.rows.In(workspace_) + slot * state_.Corners();
    float* const factors = state_.factors.In(workspace_) + slot * state_.Corners();
    const float* const weights = WeightsOf(query, head);
    int64_t count = 0;
    ForEachSample(query, head, [&](const openaclnn::Corners& corners, const Level& level, int64_t sample) {
      const auto ofCorners = corners.Weights();
      for (size_t k = 0; k < kCorners; ++k, ++count) {
        rows[count] = RowAt(corners.pixels[k], level, head);
        factors[count] = ofCorners[k] * weights[sample];
      }
    });
    BestPixelRows().combine(rows, factors, count, 1, state_.channels, result);
  }

  // The gradients of places and weights.
  void MakePlaces(int64_t query, int64_t head, float* gradPlaces, float* gradWeights) const {
    const float* const weights = WeightsOf(query, head);
    const float* const grads = GradsOf(query, head);
    ForEachSample(query, head, [&](const openaclnn::Corners& corners, const Level& level, int64_t sample) {
      std::array<const float*, kCorners> rows;
      for (size_t k = 0; k < kCorners; ++k) {
        rows[k] = RowAt(corners.pixels[k], level, head);
      }
      std::array<float, kCorners> slopes{};
      BestPixelRows().multiply(grads, rows.data(), state_.channels, slopes.data());
      const auto weight = static_cast<double>(weights[sample]);
      const double x = weight * static_cast<double>(level.width) * corners.SlopeX(slopes);
      const double y = weight * static_cast<double>(level.height) * corners.SlopeY(slopes);
      gradPlaces[2 * sample] = WithQuietNan(static_cast<float>(x));
      gradPlaces[2 * sample + 1] = WithQuietNan(static_cast<float>(y));
      gradWeights[sample] = WithQuietNan(static_cast<float>(corners.Sample(slopes)));
    });
  }

  void AddPixels() const {
    if (args_.gradValue.Empty()) {
      return;
    }
    const int64_t bands = CeilDivide(state_.channels, kBand);
    ForEachTaskInSlots(cpu_, state_.heads * bands, state_.sumSlots, [&](int64_t task, int64_t slot) {
      const int64_t head = task / bands;
      const int64_t channel = task % bands * kBand;
      const int64_t count = std::min(kBand, state_.channels - channel);
      double* const sums = state_.sums.In(workspace_) + slot * state_.keys * state_.Band();
      std::fill_n(sums, state_.keys * count, 0.0);
      for (int64_t query = 0; query < state_.queries; ++query) {
        AddQuery(query, head, channel, count, sums);
      }
      std::transform(sums, sums + state_.keys * count, sums, WithQuietNan<double>);
      const auto& strides = args_.gradValue.strides;
      TensorView band = args_.gradValue;
      band.data += (batch_ * strides[0] + head * strides[2] + channel * strides[3]) *
                   static_cast<int64_t>(SizeOf(band.dtype));
      band.rank = 2;
      band.dims = {state_.keys, count};
      band.strides = {strides[1], strides[3]};
      WriteConverted(band, 0, state_.keys * count, sums);
    });
  }

  void AddQuery(int64_t query, int64_t head, int64_t channel, int64_t count, double* sums) const {
    const float* const weights = WeightsOf(query, head);
    const float* const grads = GradsOf(query, head) + channel;
    std::array<double, kBand> outside{};
    ForEachSample(query, head, [&](const openaclnn::Corners& corners, const Level& level, int64_t sample) {
      auto factors = corners.Weights();
      std::array<double*, kCorners> to;
      for (size_t k = 0; k < kCorners; ++k) {
        const int64_t pixel = corners.pixels[k];
        factors[k] *= weights[sample];
        to[k] = pixel < 0 ? outside.data() : sums + (level.start + pixel) * count;
      }
      BestPixelRows().spread(grads, factors.data(), count, to.data());
    });
  }

  const Args& args_;
  const State& state_;
  std::byte* workspace_;
  const CpuContext& cpu_;
  Level* levels_;
  const float* zeros_;
  int64_t batch_ = 0;  // at hand, and its numbers
  const float* value_ = nullptr;
  const float* location_ = nullptr;
  const float* weights_ = nullptr;
  const float* grads_ = nullptr;
};

Status RunForward(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  Kernel kernel(args, state, workspace, cpu);
  Status status = state.batches > 0 ? kernel.ReadLevels() : Status::Ok();
  if (status.IsOk()) {
    kernel.Forward();
  }
  return status;
}

Status RunBackward(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  Kernel kernel(args, state, workspace, cpu);
  Status status = state.batches > 0 ? kernel.ReadLevels() : Status::Ok();
  if (status.IsOk()) {
    kernel.Backward();
  }
  return status;
}

constexpr OnlyKernel kForwardKernel(CpuKernel<RunForward>("cpu:deformable_attention", Prepare<false>));
constexpr std::array<TensorArgument<Args>, 6> kForwardArguments{{
    {"value", Role::kInput, &Args::value},
    {"spatialShape", Role::kInput, &Args::shapes},
    {"levelStartIndex", Role::kInput, &Args::starts},
    {"location", Role::kInput, &Args::location},
    {"attnWeight", Role::kInput, &Args::weights},
    {"output", Role::kOutput, &Args::output},
}};
constexpr Operator<Args> kForward{"aclnnMultiScaleDeformableAttnFunction", kForwardArguments, kForwardKernel};

constexpr OnlyKernel kBackwardKernel(CpuKernel<RunBackward>("cpu:deformable_attention_grad", Prepare<true>));
constexpr std::array<TensorArgument<Args>, 9> kBackwardArguments{{
    {"value", Role::kInput, &Args::value},
    {"spatialShape", Role::kInput, &Args::shapes},
    {"levelStartIndex", Role::kInput, &Args::starts},
    {"location", Role::kInput, &Args::location},
    {"attnWeight", Role::kInput, &Args::weights},
    {"gradOutput", Role::kInput, &Args::output},
    {"gradValue", Role::kOutput, &Args::gradValue},
    {"gradLocation", Role::kOutput, &Args::gradLocation},
    {"gradAttnWeight", Role::kOutput, &Args::gradWeights},
}};
constexpr Operator<Args> kBackward{"aclnnMultiScaleDeformableAttentionGrad", kBackwardArguments,
                                   kBackwardKernel};

constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};

// What both have been given: value, spatialShape, levelStartIndex, location, attnWeight, and the output or its
// gradient. Pointers are checked before.
void CheckInputs(ArgumentChecks& check, const std::array<NamedTensor, 6>& given, bool writesOutput) {
  const auto& [value, shapes, starts, location, weights, output] = given;
  check.DtypeIn(value, FloatDtypes()).DtypeIn(shapes, kIndexDtypes).SameDtype(starts, shapes);
  check.SameDtype(location, value).SameDtype(weights, value).SameDtype(output, value);
  for (const NamedTensor* tensor : {&value, &shapes, &starts, &location, &weights}) {
    check.ValidView(*tensor);
  }
  writesOutput ? check.ValidOutputView(output) : check.ValidView(output);
  check.Rank(value, 4).Rank(shapes, 2).Rank(location, 6);
  if (check.Failed()) {
    return;
  }
  const auto& v = value.tensor->viewDims;
  const auto& l = location.tensor->viewDims;
  const int64_t levels = shapes.tensor->viewDims[0];
  check.Shape(shapes, {levels, 2}, "[levels, 2]").Shape(starts, {levels}, "[levels]");
  check.Shape(location, {v[0], l[1], v[2], levels, l[4], 2}, "[B, queries, heads, levels, points, 2]");
  check.Shape(weights, {v[0], l[1], v[2], levels, l[4]}, "[B, queries, heads, levels, points]");
  check.Shape(output, {v[0], l[1], CheckedProduct({v[2], v[3]}).value_or(-1)},
              "[B, queries, heads * channels]");
}

Status BindForward(PhaseOneCall& call, const Tensors<6>& tensors) {
  const auto given = Named(kForward, tensors);
  ArgumentChecks check;
  for (const NamedTensor& tensor : given) {
    check.NotNull(tensor);
  }
  CheckInputs(check, given, true);
  return check.Failed() ? check.Result() : call.Bind(kForward, Args(), TensorsOf(tensors));
}

Status BindBackward(PhaseOneCall& call, const Tensors<9>& tensors) {
  const auto given = Named(kBackward, tensors);
  ArgumentChecks check;
  for (const NamedTensor& tensor : given) {
    check.NotNull(tensor);
  }
  const auto& [value, shapes, starts, location, weights, grad, gradValue, gradLocation, gradWeights] = given;
  CheckInputs(check, {value, shapes, starts, location, weights, grad}, false);
  for (const NamedTensor* tensor : {&gradValue, &gradLocation, &gradWeights}) {
    check.SameDtype(*tensor, value).ValidOutputView(*tensor);
  }
  check.SameShape(gradValue, value).SameShape(gradLocation, location).SameShape(gradWeights, weights);
  return check.Failed() ? check.Result() : call.Bind(kBackward, Args(), TensorsOf(tensors));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnMultiScaleDeformableAttnFunction,
               (const aclTensor* value, const aclTensor* spatialShape, const aclTensor* levelStartIndex,
                const aclTensor* location, const aclTensor* attnWeight, aclTensor* output),
               BindForward(call, {value, spatialShape, levelStartIndex, location, attnWeight, output}))

OPENACLNN_CALL(aclnnMultiScaleDeformableAttentionGrad,
               (const aclTensor* value, const aclTensor* spatialShape, const aclTensor* levelStartIndex,
                const aclTensor* location, const aclTensor* attnWeight, const aclTensor* gradOutput,
                aclTensor* gradValue, aclTensor* gradLocation, aclTensor* gradAttnWeight),
               BindBackward(call, {value, spatialShape, levelStartIndex, location, attnWeight, gradOutput,
                                   gradValue, gradLocation, gradAttnWeight}))
