// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "kernels/tiles/copy_numbers.h"
#include "ops/convolution/deformable.h"

namespace openaclnn::deformable {
namespace {

// FLOATs of a block's samples, unless a single position has more.
constexpr int64_t kBlockNumbers = int64_t{1} << 20;

TensorView ViewOf(const TensorView& like, std::initializer_list<int64_t> dims,
                  std::initializer_list<int64_t> strides) {
  TensorView view;
  view.data = like.data;
  view.dtype = like.dtype;
  view.rank = static_cast<int>(dims.size());
  std::copy(dims.begin(), dims.end(), view.dims.begin());
  std::copy(strides.begin(), strides.end(), view.strides.begin());
  return view;
}

TensorView MovedBy(TensorView view, int64_t elements) {
  view.data += elements * static_cast<int64_t>(SizeOf(view.dtype));
  return view;
}

}  // namespace

Extents::Extents(const Args& args) : attributes(args.attributes) {
  // What is empty may have any dims, whose product does not fit.
  if (args.output.Empty()) {
    return;
  }
  samples = args.input.dims[0];
  channels = args.input.dims[1];
  height = args.input.dims[2];
  width = args.input.dims[3];
  outChannels = args.output.dims[1];
  rows = args.output.dims[2];
  columns = args.output.dims[3];
  tapRows = args.weight.dims[2];
  tapColumns = args.weight.dims[3];
  const int64_t most = std::max<int64_t>(1, kBlockNumbers / Line());
  columnsOfBlock = std::min(columns, most);
  rowsOfBlock = std::clamp<int64_t>(most / columnsOfBlock, 1, rows);
}

TensorView PixelsOf(const TensorView& images, int64_t sample) {
  const auto& [dims, strides] = std::tie(images.dims, images.strides);
  return MovedBy(ViewOf(images, {dims[2], dims[3], dims[1]}, {strides[2], strides[3], strides[1]}),
                 sample * strides[0]);
}

TensorView WeightsOf(const TensorView& weight, const Extents& extents) {
  const auto& strides = weight.strides;
  const int64_t outputs = extents.GroupOutputs();
  return ViewOf(
      weight,
      {extents.attributes.groups, outputs, extents.tapRows, extents.tapColumns, extents.GroupChannels()},
      {outputs * strides[0], strides[0], strides[2], strides[3], strides[1]});
}

TensorView BlockOf(const TensorView& planes, const Block& block) {
  const auto& strides = planes.strides;
  return MovedBy(
      ViewOf(planes, {planes.dims[1], block.rows, block.columns}, {strides[1], strides[2], strides[3]}),
      block.sample * strides[0] + block.row * strides[2] + block.column * strides[3]);
}

TensorView SamplesOf(const TensorView& samples, const Extents& extents, const Block& block) {
  const auto& strides = samples.strides;
  const int64_t rowStep = extents.tapRows * strides[2];
  const int64_t columnStep = extents.tapColumns * strides[3];
  const int64_t channels = extents.GroupChannels();
  return MovedBy(ViewOf(samples,
                        {block.rows, block.columns, extents.attributes.groups, extents.tapRows,
                         extents.tapColumns, channels},
                        {rowStep, columnStep, channels * strides[1], strides[2], strides[3], strides[1]}),
                 block.sample * strides[0] + block.row * rowStep + block.column * columnStep);
}

TensorView LikeIn(float* numbers, const TensorView& view) {
  return MatrixView(numbers, 1, view.NumElements(), view.NumElements());
}

void Scratch::Book(const Extents& extents, ScratchLayout& layout) {
  const int64_t positions = extents.rowsOfBlock * extents.columnsOfBlock;
  weights = layout.Book<float>(extents.outChannels * extents.Depth());
  pixels = layout.Book<float>(extents.Pixels() * extents.channels);
  zeroCount = extents.channels;
  zeros = layout.Book<float>(zeroCount);
  offsets = layout.Book<float>(extents.Offsets() * positions);
  lines = layout.Book<float>(extents.Line() * positions);
}

void Scratch::Load(const Args& args, const Extents& extents, std::byte* workspace,
                   const backend::cpu::CpuContext& cpu) const {
  const TensorView view = WeightsOf(args.weight, extents);
  CopyNumbers(view, LikeIn(weights.In(workspace), view), cpu);
  std::fill_n(zeros.In(workspace), zeroCount, 0.0F);
}

void Scratch::LoadImage(const Args& args, int64_t sample, std::byte* workspace,
                        const backend::cpu::CpuContext& cpu) const {
  const TensorView view = PixelsOf(args.input, sample);
  CopyNumbers(view, LikeIn(pixels.In(workspace), view), cpu);
}

}  // namespace openaclnn::deformable
