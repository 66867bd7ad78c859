// SPDX-License-Identifier: Apache-2.0
//
// aclnnIou and aclnnNonMaxSuppression: how far boxes overlap, and the boxes of the highest scores that overlap
// little. Overlaps are computed in float64.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>

#include "aclnnop/aclnn_iou.h"
#include "aclnnop/aclnn_non_max_suppression.h"
#include "base/errors.h"
#include "base/quiet_nan.h"
#include "kernels/elementwise/converted_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/named.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

constexpr size_t kCorners = 4;

// The lower corner and the upper one.
struct Box {
  std::array<double, 2> low;
  std::array<double, 2> high;

  [[nodiscard]] double Area(double eps) const { return (high[0] - low[0] + eps) * (high[1] - low[1] + eps); }
};

double Shared(const Box& a, const Box& b) {
  double area = 1;
  for (size_t axis = 0; axis < 2; ++axis) {
    area *= std::max(std::min(a.high[axis], b.high[axis]) - std::max(a.low[axis], b.low[axis]), 0.0);
  }
  return area;
}

// ---- Overlaps

struct IouArgs {
  TensorView boxes;   // [m, 4]
  TensorView truths;  // [n, 4]
  TensorView overlap;
  double eps = 0;
  bool ofTruth = false;  // shares of the second box, not of both together
  bool aligned = false;
};

struct IouState : Prepared {
  ScratchArray<Box> boxes;
  ScratchArray<Box> truths;
};

IouState PrepareIou(const IouArgs& args) {
  IouState state;
  ScratchLayout scratch;
  state.boxes = scratch.Book<Box>(args.boxes.dims[0]);
  state.truths = scratch.Book<Box>(args.truths.dims[0]);
  state.workspaceBytes = args.overlap.Empty() ? 0 : scratch.Bytes();
  state.cost = static_cast<size_t>(args.overlap.NumElements()) * sizeof(Box);
  return state;
}

void ReadBoxes(const TensorView& view, Box* boxes) {
  static_assert(sizeof(Box) == kCorners * sizeof(double));
  ReadConverted(view, 0, view.NumElements(), boxes->low.data());
}

double Overlap(const IouArgs& args, const Box& box, const Box& truth) {
  const double shared = Shared(box, truth);
  const double ofTruth = truth.Area(args.eps);
  return WithQuietNan(shared / (args.ofTruth ? ofTruth : box.Area(args.eps) + ofTruth - shared));
}

void RunIou(const IouArgs& args, const IouState& state, std::byte* workspace, const CpuContext& cpu) {
  if (args.overlap.Empty()) {
    return;
  }
  Box* const boxes = state.boxes.In(workspace);
  Box* const truths = state.truths.In(workspace);
  ReadBoxes(args.boxes, boxes);
  ReadBoxes(args.truths, truths);
  const int64_t columns = args.aligned ? 1 : args.truths.dims[0];
  constexpr int64_t kChunksOfTask = 16;
  const ConvertedWriter writer(args.overlap, DType::kDouble);
  const int64_t pairs = args.overlap.NumElements();
  ForEachPiece(cpu, pairs, kConvertedChunk, kChunksOfTask, [&](int64_t begin, int64_t count) {
    std::array<double, static_cast<size_t>(kConvertedChunk)> overlaps;
    for (int64_t i = 0; i < count; ++i) {
      const int64_t row = (begin + i) / columns;
      const int64_t truth = args.aligned ? row : (begin + i) % columns;
      overlaps[static_cast<size_t>(i)] = Overlap(args, boxes[row], truths[truth]);
    }
    writer.Write(begin, count, reinterpret_cast<const std::byte*>(overlaps.data()));
  });
}

constexpr OnlyKernel kIouKernel(CpuKernel<RunIou>("cpu:overlaps", PrepareIou));
constexpr std::array<TensorArgument<IouArgs>, 3> kIouArguments{
    {{"bBoxes", Role::kInput, &IouArgs::boxes},
     {"gtBoxes", Role::kInput, &IouArgs::truths},
     {"overlap", Role::kOutput, &IouArgs::overlap}}};
constexpr Operator<IouArgs> kIou{"aclnnIou", kIouArguments, kIouKernel};
constexpr std::span<const DType> kIouDtypes = std::span(kFloatingDtypes).first(3);

Status BindIou(PhaseOneCall& call, const Tensors<3>& given, const char* mode, float eps, bool aligned) {
  const auto [boxes, truths, overlap] = Named(kIou, given);
  ArgumentChecks check;
  check.NotNull(boxes).NotNull(truths).NotNull("mode", mode).NotNull(overlap);
  check.DtypeIn(boxes, kIouDtypes).SameDtype(truths, boxes).SameDtype(overlap, boxes);
  check.ValidView(boxes).ValidView(truths).ValidOutputView(overlap);
  const auto is = [&](const char* name) { return std::string_view(mode) == name; };
  check.Require(
      "mode", "iou or iof", [&] { return is("iou") || is("iof"); }, [&] { return mode; });
  for (const NamedTensor* corners : {&boxes, &truths}) {
    check.Rank(*corners, 2);
    if (!check.Failed()) {
      check.DimEquals(*corners, 1, kCorners, "the corners x1, y1, x2, y2");
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  const int64_t rows = boxes.tensor->viewDims[0];
  if (aligned) {
    check.DimEquals(truths, 0, rows, "rows of bBoxes, as aligned is true");
  }
  check.Shape(overlap, {rows, aligned ? 1 : truths.tensor->viewDims[0]},
              aligned ? "[rows of bBoxes, 1]" : "[rows of bBoxes, rows of gtBoxes]");
  if (check.Failed()) {
    return check.Result();
  }
  IouArgs args;
  args.eps = static_cast<double>(eps);
  args.ofTruth = is("iof");
  args.aligned = aligned;
  return call.Bind(kIou, args, TensorsOf(given));
}

// ---- Boxes that overlap little

struct NmsArgs {
  TensorView boxes;     // [B, S, 4]
  TensorView scores;    // [B, C, S]
  TensorView selected;  // [rows, 3]
  int64_t most = 0;     // boxes of a class
  double mostOverlap = 0;
  double leastScore = 0;
  bool centered = false;
};

constexpr int64_t kMostSlots = 64;
constexpr int64_t kColumns = 3;  // image, class, box

struct NmsState : Prepared {
  int64_t classes = 0;  // of all images
  int64_t classesOfImage = 1;
  int64_t boxes = 0;  // of an image
  int64_t most = 0;
  int64_t slots = 1;
  ScratchArray<Box> corners;
  ScratchArray<double> scoresOfSlots;
  ScratchArray<int64_t> orderOfSlots;
  ScratchArray<int64_t> chosen;  // most of each class
  ScratchArray<int64_t> counts;
};

NmsState PrepareNms(const NmsArgs& args) {
  NmsState state;
  if (!args.scores.Empty()) {
    state.classesOfImage = args.scores.dims[1];
    state.classes = args.scores.dims[0] * state.classesOfImage;
    state.boxes = args.scores.dims[2];
  }
  state.most = std::min(args.most, state.boxes);
  state.slots = std::clamp<int64_t>(state.classes, 1, kMostSlots);
  ScratchLayout scratch;
  state.corners = scratch.Book<Box>(state.classes / state.classesOfImage * state.boxes);
  state.scoresOfSlots = scratch.Book<double>(state.slots * state.boxes);
  state.orderOfSlots = scratch.Book<int64_t>(state.slots * state.boxes);
  state.chosen = scratch.Book<int64_t>(state.classes * state.most);
  state.counts = scratch.Book<int64_t>(state.classes);
  state.workspaceBytes = scratch.Bytes();
  state.cost =
      static_cast<size_t>(args.scores.NumElements()) * static_cast<size_t>(state.most + 1) * sizeof(double);
  return state;
}

// With the lower corner in front, whichever two corners are given.
void ReadCorners(const NmsArgs& args, Box* boxes) {
  const int64_t count = args.boxes.NumElements() / static_cast<int64_t>(kCorners);
  ReadBoxes(args.boxes, boxes);
  for (int64_t i = 0; i < count; ++i) {
    Box& box = boxes[i];
    for (size_t axis = 0; axis < 2; ++axis) {
      const double a = args.centered ? box.low[axis] - box.high[axis] / 2 : box.low[axis];
      const double b = args.centered ? box.low[axis] + box.high[axis] / 2 : box.high[axis];
      box.low[axis] = std::min(a, b);
      box.high[axis] = std::max(a, b);
    }
  }
}

// The boxes of a class that are chosen, in the order of their scores. Returns how many.
int64_t Choose(const NmsArgs& args, const NmsState& state, const Box* boxes, const double* scores,
               int64_t* order, int64_t* chosen) {
  int64_t candidates = 0;
  for (int64_t i = 0; i < state.boxes; ++i) {
    if (scores[i] > args.leastScore) {
      order[candidates++] = i;
    }
  }
  std::sort(order, order + candidates,
            [&](int64_t a, int64_t b) { return scores[a] > scores[b] || (scores[a] == scores[b] && a < b); });
  int64_t count = 0;
  for (int64_t i = 0; i < candidates && count < state.most; ++i) {
    const Box& box = boxes[order[i]];
    const bool hidden = std::any_of(chosen, chosen + count, [&](int64_t other) {
      const double shared = Shared(box, boxes[other]);
      return shared / (box.Area(0) + boxes[other].Area(0) - shared) > args.mostOverlap;
    });
    if (!hidden) {
      chosen[count++] = order[i];
    }
  }
  return count;
}

Status RunNms(const NmsArgs& args, const NmsState& state, std::byte* workspace, const CpuContext& cpu) {
  int64_t* const chosen = state.chosen.In(workspace);
  int64_t* const counts = state.counts.In(workspace);
  if (state.classes > 0 && state.boxes > 0) {
    Box* const corners = state.corners.In(workspace);
    ReadCorners(args, corners);
    ForEachTaskInSlots(cpu, state.classes, state.slots, [&](int64_t task, int64_t slot) {
      double* const scores = state.scoresOfSlots.In(workspace) + slot * state.boxes;
      ReadConverted(args.scores, task * state.boxes, state.boxes, scores);
      counts[task] =
          Choose(args, state, corners + task / state.classesOfImage * state.boxes, scores,
                 state.orderOfSlots.In(workspace) + slot * state.boxes, chosen + task * state.most);
    });
  }
  int64_t total = 0;
  for (int64_t task = 0; task < state.classes; ++task) {
    total += counts[task];
  }
  const int64_t rows = args.selected.dims[0];
  if (total > rows) {
    return {code::kRtVectorCoreException, "selectedIndices: expected " + std::to_string(total) +
                                              " rows or more for the boxes that are selected, got " +
                                              std::to_string(rows)};
  }
  int64_t row = 0;
  const auto write = [&](const std::array<int64_t, kColumns>& indices) {
    WriteConverted(args.selected, row++ * kColumns, kColumns, indices.data());
  };
  for (int64_t task = 0; task < state.classes; ++task) {
    for (int64_t i = 0; i < counts[task]; ++i) {
      write({task / state.classesOfImage, task % state.classesOfImage, chosen[task * state.most + i]});
    }
  }
  while (row < rows) {
    write({-1, -1, -1});
  }
  return Status::Ok();
}

constexpr OnlyKernel kNmsKernel(CpuKernel<RunNms>("cpu:suppression", PrepareNms));
constexpr std::array<TensorArgument<NmsArgs>, 3> kNmsArguments{
    {{"boxes", Role::kInput, &NmsArgs::boxes},
     {"scores", Role::kInput, &NmsArgs::scores},
     {"selectedIndices", Role::kOutput, &NmsArgs::selected}}};
constexpr Operator<NmsArgs> kNms{"aclnnNonMaxSuppression", kNmsArguments, kNmsKernel};
constexpr std::array<DType, 2> kNmsDtypes{DType::kFloat, DType::kFloat16};
constexpr std::array<DType, 1> kIndexDtypes{DType::kInt32};
constexpr int64_t kMostBoxes = 700;

struct NmsOptions {
  const aclIntArray* most;
  const aclFloatArray* iouThreshold;
  const aclFloatArray* scoreThreshold;
  int32_t centerPointBox;
};

// One number from 0 to the highest.
template <typename ArrayOfNumbers, typename Number>
void CheckSingle(ArgumentChecks& check, const char* name, const ArrayOfNumbers* array, Number highest,
                 const char* expected) {
  check.Require(
      name, expected,
      [&] { return array->values.size() == 1 && array->values[0] >= 0 && array->values[0] <= highest; },
      [&] {
        return array->values.size() == 1 ? std::to_string(array->values[0])
                                         : std::to_string(array->values.size()) + " numbers";
      });
}

Status BindNms(PhaseOneCall& call, const Tensors<3>& given, const NmsOptions& options) {
  const auto [boxes, scores, selected] = Named(kNms, given);
  ArgumentChecks check;
  check.NotNull(boxes).NotNull(scores).NotNull("maxOutputBoxesPerClass", options.most);
  check.NotNull("iouThreshold", options.iouThreshold).NotNull("scoreThreshold", options.scoreThreshold);
  check.NotNull(selected);
  check.DtypeIn(boxes, kNmsDtypes).SameDtype(scores, boxes).DtypeIn(selected, kIndexDtypes);
  check.ValidView(boxes).ValidView(scores).ValidOutputView(selected);
  CheckSingle(check, "maxOutputBoxesPerClass", options.most, kMostBoxes, "one number from 0 to 700");
  CheckSingle(check, "iouThreshold", options.iouThreshold, 1.0F, "one number from 0 to 1");
  CheckSingle(check, "scoreThreshold", options.scoreThreshold, 1.0F, "one number from 0 to 1");
  check.InRange("centerPointBox", options.centerPointBox, 0, 1, "0 (two corners) or 1 (center and size)");
  check.Rank(boxes, 3).Rank(scores, 3).Rank(selected, 2);
  if (check.Failed()) {
    return check.Result();
  }
  check.DimEquals(boxes, 2, kCorners, "numbers of a box");
  check.DimEquals(scores, 0, boxes.tensor->viewDims[0], "images of boxes");
  check.DimEquals(scores, 2, boxes.tensor->viewDims[1], "boxes of an image");
  check.DimEquals(selected, 1, kColumns, "image, class, box");
  if (check.Failed()) {
    return check.Result();
  }
  NmsArgs args;
  args.most = options.most->values[0];
  args.mostOverlap = static_cast<double>(options.iouThreshold->values[0]);
  args.leastScore = static_cast<double>(options.scoreThreshold->values[0]);
  args.centered = options.centerPointBox == 1;
  return call.Bind(kNms, args, TensorsOf(given));
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnIou,
               (const aclTensor* bBoxes, const aclTensor* gtBoxes, const char* mode, float eps, bool aligned,
                aclTensor* overlap),
               BindIou(call, {bBoxes, gtBoxes, overlap}, mode, eps, aligned))

OPENACLNN_CALL(aclnnNonMaxSuppression,
               (const aclTensor* boxes, const aclTensor* scores, const aclIntArray* maxOutputBoxesPerClass,
                const aclFloatArray* iouThreshold, const aclFloatArray* scoreThreshold,
                int32_t centerPointBox, aclTensor* selectedIndices),
               BindNms(call, {boxes, scores, selectedIndices},
                       {maxOutputBoxesPerClass, iouThreshold, scoreThreshold, centerPointBox}))
