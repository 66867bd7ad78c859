// SPDX-License-Identifier: Apache-2.0
//
// aclnnIm2col and aclnnIm2colBackward: the windows of a convolution as columns of a matrix, and columns added up
// to an image. Both go through the elements of an image row that one place of the window meets.
#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_im2col.h"
#include "aclnnop/aclnn_im2col_backward.h"
#include "base/checked_math.h"
#include "executor/phases.h"
#include "kernels/tiles/element_size.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/pooling/windows.h"

namespace openaclnn {
namespace {

using Pair = std::array<int64_t, 2>;  // of height and width

struct Args {
  TensorView image;
  TensorView columns;
  Pair kernel{};
  Pair dilation{};
  Pair padding{};
  Pair stride{};
  Pair blocks{};  // how many windows there are
};

TensorView WithBatch(const TensorView& view, int rank) {
  if (view.rank == rank) {
    return view;
  }
  TensorView batched = view;
  batched.rank = rank;
  std::copy_n(view.dims.begin(), rank - 1, batched.dims.begin() + 1);
  std::copy_n(view.strides.begin(), rank - 1, batched.strides.begin() + 1);
  batched.dims[0] = 1;
  batched.strides[0] = 0;
  return batched;
}

// Of the windows in a row of them, those whose place `at` lies in the image, and where the first one's does.
struct Meeting {
  int64_t begin;
  int64_t end;
  int64_t place;
};
Meeting MeetingOf(const Args& args, size_t d, int64_t at, int64_t extent) {
  const int64_t first = at * args.dilation[d] - args.padding[d];  // of window 0
  const int64_t step = args.stride[d];
  const int64_t begin = std::min(args.blocks[d], first >= 0 ? 0 : CeilDivide(-first, step));
  const int64_t end =
      first >= extent ? begin : std::clamp(CeilDivide(extent - first, step), begin, args.blocks[d]);
  return {begin, end, first + begin * step};
}

// ---- Columns of an image

struct Columns {
  int64_t rows;  // N * C
  int64_t places;
};
Columns SizesOf(const Args& args) {
  const TensorView image = WithBatch(args.image, 4);
  return {image.dims[0] * image.dims[1], args.kernel[0] * args.kernel[1]};
}

Prepared PrepareColumns(const Args& args) {
  Prepared state;
  state.cost =
      static_cast<size_t>(args.columns.NumElements() + args.image.NumElements()) * SizeOf(args.image.dtype);
  return state;
}

template <int64_t kSize>
void CopyElements(const std::byte* from, int64_t fromStep, std::byte* to, int64_t toStep, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memcpy(to + i * toStep, from + i * fromStep, static_cast<size_t>(kSize));
  }
}

template <int64_t kSize>
void ZeroElements(std::byte* to, int64_t step, int64_t count) {
  for (int64_t i = 0; i < count; ++i) {
    std::memset(to + i * step, 0, static_cast<size_t>(kSize));
  }
}

// One place of the window of a channel: a row of the matrix.
template <int64_t kSize>
void FillRow(const Args& args, const std::byte* image, const TensorView& view, Pair place, std::byte* row,
             int64_t step) {
  const Meeting across = MeetingOf(args, 1, place[1], view.dims[3]);
  for (int64_t y = 0; y < args.blocks[0]; ++y, row += args.blocks[1] * step) {
    const int64_t line = y * args.stride[0] - args.padding[0] + place[0] * args.dilation[0];
    if (line < 0 || line >= view.dims[2]) {
      ZeroElements<kSize>(row, step, args.blocks[1]);
      continue;
    }
    const std::byte* const from = image + (line * view.strides[2] + across.place * view.strides[3]) * kSize;
    ZeroElements<kSize>(row, step, across.begin);
    CopyElements<kSize>(from, args.stride[1] * view.strides[3] * kSize, row + across.begin * step, step,
                        across.end - across.begin);
    ZeroElements<kSize>(row + across.end * step, step, args.blocks[1] - across.end);
  }
}

void RunColumns(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
                const backend::cpu::CpuContext& cpu) {
  if (args.columns.Empty()) {
    return;
  }
  const TensorView image = WithBatch(args.image, 4);
  const TensorView columns = WithBatch(args.columns, 3);
  const Columns sizes = SizesOf(args);
  cpu.ParallelFor(sizes.rows * sizes.places, [&](int64_t task) {
    const int64_t n = task / sizes.places / image.dims[1];
    const int64_t c = task / sizes.places % image.dims[1];
    const int64_t place = task % sizes.places;
    VisitElementSize(SizeOf(image.dtype), [&](auto size) {
      FillRow<size>(
          args, image.data + (n * image.strides[0] + c * image.strides[1]) * size, image,
          {place / args.kernel[1], place % args.kernel[1]},
          columns.data + (n * columns.strides[0] + (c * sizes.places + place) * columns.strides[1]) * size,
          columns.strides[2] * size);
    });
  });
}

// ---- An image from columns

struct ImageState : Prepared {
  int64_t tasks = 0;
  int64_t slots = 1;
  ScratchArray<double> lines;  // of a slot
};

constexpr int64_t kLinesOfTask = 8;
constexpr int64_t kMostSlots = 64;

int64_t TasksOfPlane(const Args& args) {
  return CeilDivide(WithBatch(args.image, 4).dims[2], kLinesOfTask);
}

ImageState PrepareImage(const Args& args) {
  ImageState state;
  state.tasks = SizesOf(args).rows * TasksOfPlane(args);
  state.slots = std::clamp<int64_t>(state.tasks, 1, kMostSlots);
  ScratchLayout scratch;
  state.lines = scratch.Book<double>(state.slots * WithBatch(args.image, 4).dims[3]);
  state.workspaceBytes = scratch.Bytes();
  state.cost = 2 * PrepareColumns(args).cost;
  return state;
}

TensorView RunOf(const TensorView& view, int64_t offset, int64_t count, int64_t stride) {
  TensorView run = view;
  run.data += offset * static_cast<int64_t>(SizeOf(view.dtype));
  run.rank = 1;
  run.dims[0] = count;
  run.strides[0] = stride;
  return run;
}

// Adds what the windows have at one of their places for a line of the image.
void AddToLine(const TensorView& columns, int64_t row, const Args& args, int64_t y, const Meeting& across,
               double* line) {
  const int64_t count = across.end - across.begin;
  if (count <= 0) {
    return;
  }
  const int64_t first = y * args.blocks[1] + across.begin;
  const TileReader reader(RunOf(columns, row + first * columns.strides[2], count, columns.strides[2]));
  TileBuffer buffer;
  for (int64_t begin = 0; begin < count; begin += kTileElements) {
    const int64_t some = std::min(kTileElements, count - begin);
    const float* const numbers = reader.Read(begin, some, buffer);
    double* const to = line + across.place + begin * args.stride[1];
    for (int64_t i = 0; i < some; ++i) {
      to[i * args.stride[1]] += numbers[i];
    }
  }
}

void MakeLine(const Args& args, const TensorView& columns, int64_t plane, int64_t h, int64_t width,
              double* line) {
  std::fill_n(line, width, 0);
  for (int64_t i = 0; i < args.kernel[0]; ++i) {
    const int64_t distance = h + args.padding[0] - i * args.dilation[0];
    const int64_t y = distance / args.stride[0];
    if (distance < 0 || distance % args.stride[0] != 0 || y >= args.blocks[0]) {
      continue;
    }
    for (int64_t j = 0; j < args.kernel[1]; ++j) {
      AddToLine(columns, plane + (i * args.kernel[1] + j) * columns.strides[1], args, y,
                MeetingOf(args, 1, j, width), line);
    }
  }
}

void RunImage(const Args& args, const ImageState& state, std::byte* workspace,
              const backend::cpu::CpuContext& cpu) {
  const TensorView image = WithBatch(args.image, 4);
  const TensorView columns = WithBatch(args.columns, 3);
  const int64_t places = SizesOf(args).places;
  const int64_t width = image.dims[3];
  if (image.Empty()) {
    return;
  }
  ForEachTaskInSlots(cpu, state.tasks, state.slots, [&](int64_t task, int64_t slot) {
    double* const line = state.lines.In(workspace) + slot * width;
    const int64_t n = task / TasksOfPlane(args) / image.dims[1];
    const int64_t c = task / TasksOfPlane(args) % image.dims[1];
    const int64_t first = task % TasksOfPlane(args) * kLinesOfTask;
    for (int64_t h = first; h < std::min(image.dims[2], first + kLinesOfTask); ++h) {
      MakeLine(args, columns, n * columns.strides[0] + c * places * columns.strides[1], h, width, line);
      const TileWriter writer(RunOf(image, n * image.strides[0] + c * image.strides[1] + h * image.strides[2],
                                    width, image.strides[3]));
      for (int64_t begin = 0; begin < width; begin += kTileElements) {
        writer.Write(begin, std::min(kTileElements, width - begin), line + begin);
      }
    }
  });
}

constexpr OnlyKernel kColumnsKernels(CpuKernel<RunColumns>("cpu:im2col", PrepareColumns));
constexpr OnlyKernel kImageKernels(CpuKernel<RunImage>("cpu:col2im", PrepareImage));
constexpr std::array<TensorArgument<Args>, 2> kForward{
    {{"self", Role::kInput, &Args::image}, {"out", Role::kOutput, &Args::columns}}};
constexpr std::array<TensorArgument<Args>, 2> kBackward{
    {{"gradOutput", Role::kInput, &Args::columns}, {"out", Role::kOutput, &Args::image}}};
constexpr Operator<Args> kIm2col{"aclnnIm2col", kForward, kColumnsKernels};
constexpr Operator<Args> kIm2colBackward{"aclnnIm2colBackward", kBackward, kImageKernels};

// The arrays of the prototypes.
struct Arrays {
  const aclIntArray* kernelSize;
  const aclIntArray* dilation;
  const aclIntArray* padding;
  const aclIntArray* stride;
};

void CheckArrays(ArgumentChecks& check, const Arrays& arrays) {
  check.NotNull("kernelSize", arrays.kernelSize).NotNull("dilation", arrays.dilation);
  check.NotNull("padding", arrays.padding).NotNull("stride", arrays.stride);
}

// Along one dim; empty where there is none, or where it is not to be counted.
std::optional<int64_t> BlocksOf(const Args& args, size_t d, int64_t extent) {
  const auto reach = CheckedMultiply(args.dilation[d], args.kernel[d] - 1);
  const auto border = CheckedMultiply(args.padding[d], 2);
  int64_t room = 0;
  if (!reach || !border || __builtin_add_overflow(extent, *border, &room) ||
      __builtin_sub_overflow(room, *reach, &room) || room < 1) {
    return std::nullopt;
  }
  return (room - 1) / args.stride[d] + 1;
}

// One value for both dims, or one for each.
Pair CheckPair(ArgumentChecks& check, const char* name, const aclIntArray& array, int64_t lowest) {
  const auto [none, height, width] = pooling::CheckExtents(check, name, array, 2, lowest);
  return {height, width};
}

// Reads the arrays and counts the windows of an image.
Args ReadArrays(ArgumentChecks& check, const Arrays& arrays, const char* name,
                std::span<const int64_t> image) {
  Args args;
  args.kernel = CheckPair(check, "kernelSize", *arrays.kernelSize, 1);
  args.dilation = CheckPair(check, "dilation", *arrays.dilation, 1);
  args.padding = CheckPair(check, "padding", *arrays.padding, 0);
  args.stride = CheckPair(check, "stride", *arrays.stride, 1);
  for (size_t d = 0; d < 2 && !check.Failed(); ++d) {
    const std::optional<int64_t> blocks = BlocksOf(args, d, image[d]);
    check.Require(
        name, "an image with room for a window", [&] { return blocks.has_value(); },
        [&] { return ShapeText(image); });
    args.blocks[d] = blocks.value_or(0);
  }
  return args;
}

// [N, rows, windows], without N where there is none.
Dims ColumnsShape(ArgumentChecks& check, const Args& args, std::span<const int64_t> image) {
  const bool hasBatch = image.size() == 4;
  const int64_t channels = image[hasBatch ? 1 : 0];
  const auto rows = CheckedProduct(std::array{channels, args.kernel[0], args.kernel[1]});
  const auto windows = CheckedProduct(std::array{args.blocks[0], args.blocks[1]});
  check.Require(
      "kernelSize", "columns whose number fits into 63 bits",
      [&] { return rows.has_value() && windows.has_value(); }, [&] { return ShapeText(args.kernel); });
  if (check.Failed()) {
    return {};
  }
  return hasBatch ? Dims{image[0], *rows, *windows} : Dims{*rows, *windows};
}

Status Forward(PhaseOneCall& call, const NamedTensor& self, const Arrays& arrays, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self);
  CheckArrays(check, arrays);
  check.NotNull(out).DtypeIn(self, FloatDtypes()).SameDtype(out, self);
  check.ValidView(self).ValidOutputView(out);
  check.Require(
      self.name, "3 or 4 dims, [C, H, W] or [N, C, H, W]",
      [&] { return self.tensor->viewDims.size() == 3 || self.tensor->viewDims.size() == 4; },
      [&] { return ShapeText(self.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  const std::span<const int64_t> image(self.tensor->viewDims);
  const Args args = ReadArrays(check, arrays, "self", image.last(2));
  if (!check.Failed()) {
    const Dims shape = ColumnsShape(check, args, image);
    check.Shape(out, shape, "of the windows as columns");
  }
  return check.Failed() ? check.Result() : call.Bind(kIm2col, Args(args), {self.tensor, out.tensor});
}

Status Backward(PhaseOneCall& call, const NamedTensor& gradOutput, const aclIntArray* inputSize,
                const Arrays& arrays, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(gradOutput).NotNull("inputSize", inputSize);
  CheckArrays(check, arrays);
  check.NotNull(out).DtypeIn(gradOutput, FloatDtypes()).SameDtype(out, gradOutput);
  check.ValidView(gradOutput).ValidOutputView(out);
  check.Require(
      gradOutput.name, "2 or 3 dims, [rows, windows] or [N, rows, windows]",
      [&] { return gradOutput.tensor->viewDims.size() == 2 || gradOutput.tensor->viewDims.size() == 3; },
      [&] { return ShapeText(gradOutput.tensor->viewDims); });
  if (check.Failed()) {
    return check.Result();
  }
  check.Rank(out, gradOutput.tensor->viewDims.size() + 1);
  const Pair size = CheckPair(check, "inputSize", *inputSize, 0);
  const Args args = check.Failed() ? Args() : ReadArrays(check, arrays, "inputSize", size);
  if (check.Failed()) {
    return check.Result();
  }
  Dims image = DimsOf(*out.tensor);
  image[image.size() - 2] = size[0];
  image[image.size() - 1] = size[1];
  check.Shape(out, image, "[N, C] of gradOutput, then inputSize");
  if (!check.Failed()) {
    const Dims shape = ColumnsShape(check, args, {image.begin(), image.size()});
    check.Shape(gradOutput, shape, "of the windows of out as columns");
  }
  return check.Failed() ? check.Result()
                        : call.Bind(kIm2colBackward, Args(args), {gradOutput.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnIm2col,
               (const aclTensor* self, const aclIntArray* kernelSize, const aclIntArray* dilation,
                const aclIntArray* padding, const aclIntArray* stride, const aclTensor* out),
               Forward(call, {"self", self}, {kernelSize, dilation, padding, stride}, {"out", out}))

OPENACLNN_CALL(aclnnIm2colBackward,
               (const aclTensor* gradOutput, const aclIntArray* inputSize, const aclIntArray* kernelSize,
                const aclIntArray* dilation, const aclIntArray* padding, const aclIntArray* stride,
                aclTensor* out),
               Backward(call, {"gradOutput", gradOutput}, inputSize, {kernelSize, dilation, padding, stride},
                        {"out", out}))
