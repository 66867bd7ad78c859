// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/correlation.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/gemm/gemm_kernel.h"
#include "kernels/gemm/tile_pack.h"
#include "kernels/tiles/scratch.h"

namespace openaclnn {
namespace {

// Fewer channels than this fill no tile.
constexpr int64_t kFewChannels = 16;

// Whether products are made in other ways, too: of tiles only as matrices.
template <typename T>
constexpr bool kHasOtherWays = !std::is_same_v<T, TileNumber>;

// A grid without what can be left out, its strides where they have been merged.
GemmColumns Grid(const std::array<int64_t, 4>& dims, const std::array<int64_t, 4>& strides) {
  GemmColumns grid;
  grid.rank = 0;
  for (size_t d = 0; d < dims.size(); ++d) {
    if (dims[d] == 1) {
      continue;
    }
    const auto last = static_cast<size_t>(grid.rank - 1);
    if (grid.rank > 0 && grid.strides[last] == dims[d] * strides[d]) {
      grid.dims[last] *= dims[d];
      grid.strides[last] = strides[d];
    } else {
      grid.dims[static_cast<size_t>(grid.rank)] = dims[d];
      grid.strides[static_cast<size_t>(grid.rank)] = strides[d];
      ++grid.rank;
    }
  }
  return grid.rank == 0 ? EvenColumns(1, 1) : grid;
}

}  // namespace

CorrelationPlan::CorrelationPlan(CorrelationResult result, const CorrelationViews& views,
                                 const ConvolutionAttributes& attributes)
    : result_(result), attributes_(attributes) {
  for (const TensorView* view : {&views.wide, &views.narrow, &views.weight}) {
    doubles_ = doubles_ || view->dtype == DType::kDouble;
  }
  narrowOfGroup_ = views.narrow.dims[1] / attributes.groups;
  wideOfGroup_ = views.wide.dims[1] / attributes.groups;
  plain_ = result != CorrelationResult::kWeight && PlanPlain(views);
  if (plain_) {
    return;
  }
  const auto isHalf = [&](const TensorView& view, CorrelationResult itself) {
    return result == itself || view.dtype == DType::kBfloat16;
  };
  tiles_ = HasTileKernel() && isHalf(views.narrow, CorrelationResult::kNarrow) &&
           isHalf(views.wide, CorrelationResult::kWide) && isHalf(views.weight, CorrelationResult::kWeight) &&
           std::min(narrowOfGroup_, wideOfGroup_) >= kFewChannels;
  switch (result) {
    case CorrelationResult::kNarrow:
      PlanNarrow(views);
      break;
    case CorrelationResult::kWide:
      PlanWide(views);
      break;
    case CorrelationResult::kWeight:
      PlanWeight(views);
      break;
  }
  ScratchLayout layout;
  layout.Reserve(weightElements_, NumberBytes());
  // Windows of several taps see each place as often.
  const bool depthwise = !parts_.empty() && parts_.front().depthwise;
  if (!depthwise && ExtentsOf(views.weight) != Spatial{1, 1, 1}) {
    if (result != CorrelationResult::kWide) {
      planesOfWide_ = PlaneCopy(views.wide, &layout);
    }
    if (result != CorrelationResult::kNarrow) {
      planesOfNarrow_ = PlaneCopy(views.narrow, &layout);
    }
  }
  scratchAt_ = layout.Bytes();
  size_t most = 0;
  for (const Part& part : parts_) {
    most = std::max(most, part.depthwise ? part.channels.workspaceBytes
                          : part.direct  ? std::max(part.bands.workspaceBytes, part.weightSums.workspaceBytes)
                                         : part.partition.workspaceBytes);
  }
  workspaceBytes_ = scratchAt_ + most;
}

PlainViews CorrelationPlan::PlainViewsOf(const CorrelationViews& views) const {
  const bool narrow = result_ == CorrelationResult::kNarrow;
  return {.operand = narrow ? views.wide : views.narrow,
          .weight = views.weight,
          .result = narrow ? views.narrow : views.wide,
          .bias = views.bias,
          .groups = attributes_.groups,
          .operandOfGroup = narrow ? wideOfGroup_ : narrowOfGroup_,
          .resultOfGroup = narrow ? narrowOfGroup_ : wideOfGroup_};
}

bool CorrelationPlan::PlanPlain(const CorrelationViews& views) {
  constexpr Spatial kOnes{1, 1, 1};
  const bool narrow = result_ == CorrelationResult::kNarrow;
  const Spatial taps = ExtentsOf(views.weight);
  if (attributes_.padding != Spatial{0, 0, 0} ||
      (attributes_.groups > 1 && narrowOfGroup_ * wideOfGroup_ == 1)) {
    return false;
  }
  const PlainViews plain = PlainViewsOf(views);
  if (taps == kOnes && attributes_.stride == kOnes && ExtentsOf(views.wide) == ExtentsOf(views.narrow) &&
      PlainProduct::SuitsChannels(plain)) {
    product_ = PlainProduct::OfChannels(plain, !narrow);
    return true;
  }
  if (!narrow && taps != kOnes && ExtentsOf(views.narrow) == kOnes && ExtentsOf(views.wide) == taps &&
      attributes_.dilation == kOnes && PlainProduct::SuitsTaps(plain)) {
    product_ = PlainProduct::OfTaps(plain);
    return true;
  }
  return false;
}

size_t CorrelationPlan::Cost() const {
  if (plain_) {
    return product_.Cost();
  }
  return std::accumulate(parts_.begin(), parts_.end(), size_t{0},
                         [](size_t sum, const Part& part) { return sum + part.partition.Cost(); });
}

// Of panels.
size_t CorrelationPlan::NumberBytes() const {
  return doubles_ ? sizeof(double) : tiles_ ? sizeof(TileNumber) : sizeof(float);
}

void CorrelationPlan::Add(Part part, int64_t rows, int64_t columns, int64_t depth) {
  const size_t elementSize = NumberBytes();
  part.weightAt = weightElements_;
  part.partition = GemmPartition({attributes_.groups, rows, columns, depth}, elementSize);
  part.depthwise = attributes_.groups > 1 && narrowOfGroup_ == 1 && wideOfGroup_ == 1 &&
                   part.windows.samples > 0 && DepthwisePartition::Fits(part.windows, elementSize);
  if (part.depthwise) {
    part.channels = DepthwisePartition(part.windows, attributes_.groups, elementSize);
  }
  const bool weight = result_ == CorrelationResult::kWeight;
  part.direct = !part.depthwise && !tiles_ &&
                (weight ? DirectWeightPartition::Suits(part.windows, part.partition, elementSize)
                        : DirectPartition::Suits(part.windows, rows, elementSize));
  if (part.direct && weight) {
    part.weightSums = DirectWeightPartition(part.windows, part.partition, elementSize);
  } else if (part.direct) {
    part.bands = DirectPartition(part.windows, attributes_.groups, rows, elementSize);
  }
  if (!weight) {
    const int64_t panel = doubles_ ? BestGemmKernel<double>().rows
                          : tiles_ ? BestGemmKernel<TileNumber>().rows
                                   : BestGemmKernel<float>().rows;
    part.weightRows = part.depthwise || part.direct ? rows : CeilDivide(rows, panel) * panel;
    weightElements_ += attributes_.groups * part.weightRows * depth;
  }
  parts_.push_back(part);
}

Windows WindowsOfWide(const CorrelationViews& views, const ConvolutionAttributes& attributes) {
  Windows windows{.samples = views.narrow.dims[0],
                  .channels = views.wide.dims[1] / attributes.groups,
                  .extents = ExtentsOf(views.wide),
                  .positions = ExtentsOf(views.narrow),
                  .step = attributes.stride,
                  .taps = ExtentsOf(views.weight),
                  .first = {},
                  .tapStep = attributes.dilation};
  for (size_t d = 0; d < kMostSpatial; ++d) {
    windows.first[d] = -attributes.padding[d];
  }
  return windows;
}

void CorrelationPlan::PlanNarrow(const CorrelationViews& views) {
  Part part;
  part.windows = WindowsOfWide(views, attributes_);
  part.tapDistance = {1, 1, 1};
  part.distance = {1, 1, 1};
  Add(part, narrowOfGroup_, part.windows.Positions(), part.windows.Taps() * wideOfGroup_);
}

// Where the narrow tensor has one place along a dim, that is reached with any stride. With one as long as the taps reach,
// each place of the wide tensor is reached by the one tap that sees it, and no product is spent on the others.
Spatial CorrelationPlan::StrideOfPlaces(const CorrelationViews& views) const {
  constexpr int64_t kMostTaps = 1024;  // each makes a product
  const Spatial taps = ExtentsOf(views.weight);
  const Spatial places = ExtentsOf(views.narrow);
  Spatial stride = attributes_.stride;
  for (size_t d = 0; d < kMostSpatial && taps[0] * taps[1] * taps[2] <= kMostTaps; ++d) {
    if (places[d] == 1) {
      stride[d] = std::max(stride[d], (taps[d] - 1) * attributes_.dilation[d] + 1);
    }
  }
  return stride;
}

// A place i of the wide tensor is reached by tap t from o if i + padding - t * dilation = o * stride: by the
// same taps from all places that are multiples of the stride apart.
void CorrelationPlan::PlanWide(const CorrelationViews& views) {
  const Spatial extents = ExtentsOf(views.wide);
  const Spatial taps = ExtentsOf(views.weight);
  const Spatial stride = StrideOfPlaces(views);
  // Along one dim: the places from `origin` on.
  const auto along = [&](size_t d, int64_t origin, Part* part) {
    const int64_t dilation = attributes_.dilation[d];
    const int64_t every = stride[d] / std::gcd(stride[d], dilation);
    int64_t tap = 0;
    while (tap < every && (origin + attributes_.padding[d] - tap * dilation) % stride[d] != 0) {
      ++tap;
    }
    part->origin[d] = origin;
    part->distance[d] = stride[d];
    part->windows.positions[d] = CeilDivide(extents[d] - origin, stride[d]);
    part->windows.step[d] = 1;
    part->firstTap[d] = tap;
    part->tapDistance[d] = every;
    part->windows.taps[d] = tap < every && tap < taps[d] ? CeilDivide(taps[d] - tap, every) : 0;
    part->windows.first[d] = (origin + attributes_.padding[d] - tap * dilation) / stride[d];
    part->windows.tapStep[d] = -(every * dilation / stride[d]);
  };
  Part part;
  part.windows.samples = views.wide.dims[0];
  part.windows.channels = narrowOfGroup_;
  part.windows.extents = ExtentsOf(views.narrow);
  for (int64_t z = 0; z < std::min(stride[0], extents[0]); ++z) {
    along(0, z, &part);
    for (int64_t y = 0; y < std::min(stride[1], extents[1]); ++y) {
      along(1, y, &part);
      for (int64_t x = 0; x < std::min(stride[2], extents[2]); ++x) {
        along(2, x, &part);
        Add(part, wideOfGroup_, part.windows.Positions(), part.windows.Taps() * narrowOfGroup_);
      }
    }
  }
}

void CorrelationPlan::PlanWeight(const CorrelationViews& views) {
  Part part;
  part.windows = WindowsOfWide(views, attributes_);
  Add(part, narrowOfGroup_, part.windows.Taps() * wideOfGroup_, part.windows.Positions());
}

void CorrelationPlan::Run(const CorrelationViews& given, std::byte* workspace,
                          const backend::cpu::CpuContext& cpu) const {
  CorrelationViews views = given;
  views.wide = planesOfWide_.Make(given.wide, workspace, cpu);
  views.narrow = planesOfNarrow_.Make(given.narrow, workspace, cpu);
  if (plain_) {
    product_.Run(PlainViewsOf(views), cpu);
  } else if (doubles_) {
    RunAs<double>(views, workspace, cpu);
  } else if (tiles_) {
    RunAs<TileNumber>(views, workspace, cpu);
  } else {
    RunAs<float>(views, workspace, cpu);
  }
}

template <typename T>
void CorrelationPlan::RunAs(const CorrelationViews& views, std::byte* workspace,
                            const backend::cpu::CpuContext& cpu) const {
  auto* reordered = reinterpret_cast<T*>(workspace);
  if (result_ != CorrelationResult::kWeight) {
    ReorderWeight(views.weight, reordered, cpu);
  }
  for (const Part& part : parts_) {
    if (result_ == CorrelationResult::kWeight) {
      RunWeight<T>(part, views, workspace + scratchAt_, cpu);
    } else if (part.depthwise || part.direct) {
      if constexpr (kHasOtherWays<T>) {
        part.depthwise ? RunDepthwisePart(part, views, reordered, workspace + scratchAt_, cpu)
                       : RunDirectPart(part, views, reordered, workspace + scratchAt_, cpu);
      }
    } else {
      RunPart(part, views, reordered, workspace + scratchAt_, cpu);
    }
  }
}

namespace {

// Some rows of the weight, with all that they are multiplied by.
struct WeightRows {
  const std::byte* first;
  DType dtype;
  int64_t rows;
  int64_t inner;
  int64_t taps;
  int64_t rowStride;
};

// Where the taps of a channel lie side by side, and channels behind each other, they are read as they lie: the panel
// [block of `together` channels][tap][channel of the block][row] is put together from some channels at a time.
template <typename T>
void PackTapsTogether(const WeightRows& weight, int64_t together, int64_t width, T* panel) {
  constexpr int64_t kMostWidth = 64;
  std::array<T, kMostWidth * kGemmDepth> some;
  const GemmMatrix matrix{weight.first, weight.dtype, weight.rowStride, 1};
  for (int64_t block = 0; block < weight.inner; block += together) {
    const int64_t channelsOfBlock = std::min(together, weight.inner - block);
    const int64_t most = kGemmDepth / weight.taps;
    for (int64_t done = 0; done < channelsOfBlock; done += most) {
      const int64_t channels = std::min(most, channelsOfBlock - done);
      PackMatrix(matrix, {0, weight.rows, (block + done) * weight.taps, channels * weight.taps}, width,
                 some.data());
      for (int64_t tap = 0; tap < weight.taps; ++tap) {
        for (int64_t c = 0; c < channels; ++c) {
          std::copy_n(some.data() + (c * weight.taps + tap) * width, width,
                      panel + (tap * channelsOfBlock + done + c) * width);
        }
      }
    }
    panel += channelsOfBlock * weight.taps * width;
  }
}

}  // namespace

// [part][group][panel of channels of the result][tap][channel of the operand][channel of the panel], the
// channels within their group: a product's panels, made once for all tiles. For direct parts a panel has the channels
// that are summed up together, by blocks of the operand's. For depthwise parts [channel][tap].
template <typename T>
void CorrelationPlan::ReorderWeight(const TensorView& weight, T* reordered,
                                    const backend::cpu::CpuContext& cpu) const {
  const bool narrow = result_ == CorrelationResult::kNarrow;
  const int64_t rows = narrow ? narrowOfGroup_ : wideOfGroup_;
  const int64_t inner = narrow ? wideOfGroup_ : narrowOfGroup_;
  const int64_t rowStride = weight.strides[narrow ? 0 : 1];
  const int64_t innerStride = weight.strides[narrow ? 1 : 0];
  const Spatial strides = StridesOf(weight);
  const auto size = static_cast<int64_t>(SizeOf(weight.dtype));
  constexpr int64_t kMostTogether = kGemmDepth / 4;  // taps
  const Spatial extents = ExtentsOf(weight);
  const int64_t allTaps = extents[0] * extents[1] * extents[2];
  const bool sideBySide =
      allTaps > 1 && innerStride == allTaps && (extents[0] == 1 || strides[0] == extents[1] * extents[2]) &&
      (extents[1] == 1 || strides[1] == extents[2]) && (extents[2] == 1 || strides[2] == 1);
  // Rows of a panel, at most `width` of them.
  const auto pack = [&](const Part& part, int64_t group, int64_t row, int64_t width, T* to) {
    const Spatial& taps = part.windows.taps;
    const int64_t together = part.direct ? part.bands.together : inner;
    const bool inOrder = taps == ExtentsOf(weight) && part.tapDistance == Spatial{1, 1, 1};
    if (inOrder && sideBySide && part.windows.Taps() <= kMostTogether) {
      const int64_t from = group * narrowOfGroup_ * weight.strides[0] + row * rowStride;
      PackTapsTogether<T>({weight.data + from * size, weight.dtype, std::min(width, rows - row), inner,
                           part.windows.Taps(), rowStride},
                          together, width, to);
      return;
    }
    for (int64_t block = 0; block < inner; block += together) {
      const int64_t blockEnd = std::min(block + together, inner);
      for (int64_t tap = 0; tap < part.windows.Taps(); ++tap) {
        const Spatial at{tap / (taps[1] * taps[2]), tap / taps[2] % taps[1], tap % taps[2]};
        int64_t from = group * narrowOfGroup_ * weight.strides[0] + row * rowStride;
        for (size_t d = 0; d < kMostSpatial; ++d) {
          from += (part.firstTap[d] + at[d] * part.tapDistance[d]) * strides[d];
        }
        const GemmMatrix matrix{weight.data + from * size, weight.dtype, rowStride, innerStride};
        for (int64_t done = block; done < blockEnd; done += kGemmDepth) {
          const int64_t depths = std::min(kGemmDepth, blockEnd - done);
          PackMatrix(matrix, {0, std::min(width, rows - row), done, depths}, width, to);
          to += depths * width;
        }
      }
    }
  };
  for (const Part& part : parts_) {
    const int64_t together = part.depthwise ? 1
                             : part.direct  ? DirectPartition::kMostTogether
                                            : BestGemmKernel<T>().rows;
    const int64_t tasks = CeilDivide(rows, together);
    cpu.ParallelFor(attributes_.groups * tasks, [&](int64_t task) {
      const int64_t group = task / tasks;
      const int64_t end = std::min((task % tasks + 1) * together, rows);
      for (int64_t row = task % tasks * together; row < end;) {
        const int64_t width = part.direct ? DirectPartition::Together(end - row) : together;
        pack(part, group, row, width,
             reordered + part.weightAt + (group * part.weightRows + row) * part.windows.Taps() * inner);
        row += width;
      }
    });
  }
}

// The positions of some samples, for a channel of the group as a row.
GemmResult CorrelationPlan::ResultOf(const Part& part, const CorrelationViews& views, int64_t group,
                                     int64_t samples) const {
  const TensorView& out = result_ == CorrelationResult::kNarrow ? views.narrow : views.wide;
  const int64_t rows = part.partition.shape.rows;
  const Spatial strides = StridesOf(out);
  int64_t offset = group * rows * out.strides[1];
  std::array<int64_t, 4> dims{samples};
  std::array<int64_t, 4> distances{out.strides[0]};
  for (size_t d = 0; d < kMostSpatial; ++d) {
    offset += part.origin[d] * strides[d];
    dims[d + 1] = part.windows.positions[d];
    distances[d + 1] = part.distance[d] * strides[d];
  }
  GemmResult place{out.data + offset * static_cast<int64_t>(SizeOf(out.dtype)), out.dtype, out.strides[1],
                   Grid(dims, distances)};
  if (views.bias.Defined()) {
    place.added = views.bias.data +
                  group * rows * views.bias.strides[0] * static_cast<int64_t>(SizeOf(views.bias.dtype));
    place.addedDtype = views.bias.dtype;
    place.addedRowStride = views.bias.strides[0];
  }
  return place;
}

template <typename T>
void CorrelationPlan::RunDepthwisePart(const Part& part, const CorrelationViews& views, const T* reordered,
                                       std::byte* scratch, const backend::cpu::CpuContext& cpu) const {
  const bool narrow = result_ == CorrelationResult::kNarrow;
  const TensorView& out = narrow ? views.narrow : views.wide;
  RunDepthwise<T>(part.channels, part.windows,
                  {.source = SourceOf(narrow ? views.wide : views.narrow, 0, 1),
                   .weight = reordered + part.weightAt,
                   .result = ResultOf(part, views, 0, 1),
                   .sampleStride = out.strides[0]},
                  scratch, cpu);
}

template <typename T>
void CorrelationPlan::RunDirectPart(const Part& part, const CorrelationViews& views, const T* reordered,
                                    std::byte* scratch, const backend::cpu::CpuContext& cpu) const {
  const bool narrow = result_ == CorrelationResult::kNarrow;
  const TensorView& out = narrow ? views.narrow : views.wide;
  RunDirect<T>(part.bands, part.windows,
               {.source = SourceOf(narrow ? views.wide : views.narrow, 0, part.windows.channels),
                .weight = reordered + part.weightAt,
                .result = [&](int64_t group) { return ResultOf(part, views, group, 1); },
                .sampleStride = out.strides[0]},
               scratch, cpu);
}

template <typename T>
void CorrelationPlan::RunPart(const Part& part, const CorrelationViews& views, const T* reordered,
                              std::byte* scratch, const backend::cpu::CpuContext& cpu) const {
  const bool narrow = result_ == CorrelationResult::kNarrow;
  const TensorView& operand = narrow ? views.wide : views.narrow;
  const int64_t depth = part.partition.shape.depth;
  const auto packWeight = [&](int64_t group, const GemmPiece& piece, int64_t width, T* panel) {
    const T* weight = reordered + part.weightAt + group * part.weightRows * depth;
    const T* const rows = weight + piece.lane * depth + piece.depth * width;
    if constexpr (std::is_same_v<T, TileNumber>) {
      ArrangeTiles(rows, piece.depths, GemmSide::kRows, width, panel);
    } else {
      std::copy_n(rows, piece.depths * width, panel);
    }
  };
  const auto packWindows = [&](int64_t group, const GemmPiece& piece, int64_t width, T* panel) {
    PackPositions(SourceOf(operand, group, part.windows.channels), part.windows, piece, width, panel);
  };
  const auto result = [&](int64_t group) { return ResultOf(part, views, group, part.windows.samples); };
  RunGemm<T>(part.partition, {packWeight, packWindows, result, 1, 1}, scratch, cpu);
}

template <typename T>
void CorrelationPlan::RunWeight(const Part& part, const CorrelationViews& views, std::byte* scratch,
                                const backend::cpu::CpuContext& cpu) const {
  Windows rows = part.windows;  // the narrow tensor itself
  rows.channels = narrowOfGroup_;
  rows.extents = rows.positions;
  rows.step = {1, 1, 1};
  rows.taps = {1, 1, 1};
  rows.first = {0, 0, 0};
  const auto packNarrow = [&](int64_t group, const GemmPiece& piece, int64_t width, T* panel) {
    PackTaps(SourceOf(views.narrow, group, narrowOfGroup_), rows, piece, GemmSide::kRows, width, panel);
  };
  const auto packWide = [&](int64_t group, const GemmPiece& piece, int64_t width, T* panel) {
    PackTaps(SourceOf(views.wide, group, wideOfGroup_), part.windows, piece, GemmSide::kColumns, width,
             panel);
  };
  const TensorView& out = views.weight;
  const Spatial strides = StridesOf(out);
  const auto result = [&](int64_t group) {
    const int64_t offset = group * narrowOfGroup_ * out.strides[0] * static_cast<int64_t>(SizeOf(out.dtype));
    const Spatial& taps = part.windows.taps;
    return GemmResult{out.data + offset, out.dtype, out.strides[0],
                      Grid({taps[0], taps[1], taps[2], wideOfGroup_},
                           {strides[0], strides[1], strides[2], out.strides[1]})};
  };
  if constexpr (kHasOtherWays<T>) {
    if (part.depthwise) {
      RunDepthwiseWeight<T>(part.channels, part.windows,
                            {SourceOf(views.wide, 0, 1), SourceOf(views.narrow, 0, 1), result(0)}, scratch,
                            cpu);
      return;
    }
    if (part.direct) {
      RunDirectWeight<T>(part.weightSums, part.windows,
                         {SourceOf(views.wide, 0, wideOfGroup_), packNarrow, result}, scratch, cpu);
      return;
    }
  }
  RunGemm<T>(part.partition, {packNarrow, packWide, result, 1, 0}, scratch, cpu);
}

}  // namespace openaclnn
