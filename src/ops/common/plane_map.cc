// SPDX-License-Identifier: Apache-2.0
//
// A volume is mapped along its depth to planes in scratch memory, which are not rounded, and these are mapped
// as the planes of images are.
#include "ops/common/plane_map.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "kernels/layout/channels.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"

namespace openaclnn {
namespace {

constexpr size_t kN = 0;
constexpr size_t kC = 1;
constexpr size_t kD = 2;
constexpr size_t kH = 3;
constexpr size_t kW = 4;

struct Volumes {
  TensorView source;
  TensorView result;
};

// With the samples counted as channels where memory has them so.
Volumes VolumesOf(const PlaneMapArgs& args) {
  Volumes volumes{AsVolume(args.source, args.sourceLayout), AsVolume(args.result, args.resultLayout)};
  const auto joins = [](const TensorView& view) {
    return view.dims[kN] == 1 || view.strides[kN] == view.dims[kC] * view.strides[kC];
  };
  if (joins(volumes.source) && joins(volumes.result)) {
    for (TensorView* view : {&volumes.source, &volumes.result}) {
      view->dims[kC] *= view->dims[kN];
      view->dims[kN] = 1;
    }
  }
  return volumes;
}

TensorView Sample(TensorView volume, int64_t sample) {
  volume.data += sample * volume.strides[kN] * static_cast<int64_t>(SizeOf(volume.dtype));
  return volume;
}

TensorView AsImages(const TensorView& view, const VolumeLayout& layout) {
  return Image(AsVolume(view, layout), {kN, kC, kH, kW});
}

struct State : Prepared {
  PlaneMapState planes;
  // Of volumes alone.
  bool deep = false;
  bool wide = false;  // rows of the first step are whole planes
  PlaneMap depthMap = PlaneMap();
  PlaneMapState depth;
  TensorView middle;  // of a sample, as a volume
  size_t middleBytes = 0;
};

// The planes that a sample's volume has along its depth; and across it.
TensorView AlongDepth(const TensorView& volume, bool wide) {
  TensorView image = Image(volume, {kH, kC, kD, kW});
  if (wide) {
    image.dims[3] = volume.dims[kH] * volume.dims[kW];
    image.dims[0] = 1;
  }
  return image;
}
TensorView AcrossDepth(const TensorView& volume) {
  return Image(volume, {kD, kC, kH, kW});
}

// Longer rows would make large tables of columns.
constexpr int64_t kMostWide = 65536;

bool HasWholePlanes(const TensorView& volume) {
  return volume.dims[kH] == 1 || volume.strides[kH] == volume.dims[kW] * volume.strides[kW];
}

void PrepareVolumes(const PlaneMapArgs& args, State& state) {
  const auto [source, result] = VolumesOf(args);
  const bool channelsLast = source.dims[kC] > 1 && ChannelsInnermost(source) && ChannelsInnermost(result);
  const int64_t plane = source.dims[kH] * source.dims[kW];
  state.deep = true;
  state.wide = !channelsLast && HasWholePlanes(source) && plane <= kMostWide;
  TensorView& middle = state.middle;
  middle.dtype = source.dtype == DType::kDouble ? DType::kDouble : DType::kFloat;
  middle.rank = 5;
  middle.dims = {1, source.dims[kC], args.depth.Results(), source.dims[kH], source.dims[kW]};
  int64_t step = 1;
  bool countless = false;
  for (const size_t d : channelsLast ? std::array{kC, kW, kH, kD} : std::array{kW, kH, kD, kC}) {
    middle.strides[d] = step;
    countless = __builtin_mul_overflow(step, middle.dims[d], &step) || countless;
  }
  ScratchLayout scratch;
  scratch.Reserve(countless ? std::numeric_limits<int64_t>::max() : step, SizeOf(middle.dtype));
  state.middleBytes = scratch.Bytes();

  AxisMap same(state.wide ? plane : source.dims[kW]);
  for (int64_t i = 0; i < same.sources; ++i) {
    same.taps.push_back({i, 1});
    same.ends.push_back(i + 1);
  }
  state.depthMap = {args.depth, std::move(same), args.depthDivisors, {}};
  if (!args.depthDivisors.empty()) {
    state.depthMap.horizontalDivisors.assign(static_cast<size_t>(state.depthMap.horizontal.sources), 1);
  }
  state.depth = PrepareMap(state.depthMap, AlongDepth(source, state.wide), AlongDepth(middle, state.wide));
  state.planes = PrepareMap(args.map, AcrossDepth(middle), AcrossDepth(result));
  state.workspaceBytes =
      state.middleBytes + std::max(state.depth.workspaceBytes, state.planes.workspaceBytes);
  state.cost = static_cast<size_t>(source.dims[kN]) * (state.depth.cost + state.planes.cost);
}

State Prepare(const PlaneMapArgs& args) {
  State state;
  if (args.sourceLayout.spatial == 3) {
    if (!args.result.Empty()) {
      PrepareVolumes(args, state);
    }
    return state;
  }
  state.planes = PrepareMap(args.map, AsImages(args.source, args.sourceLayout),
                            AsImages(args.result, args.resultLayout));
  state.workspaceBytes = state.planes.workspaceBytes;
  state.cost = state.planes.cost;
  return state;
}

void Run(const PlaneMapArgs& args, const State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (args.sourceLayout.spatial < 3) {
    RunMap(args.map, state.planes, AsImages(args.source, args.sourceLayout),
           AsImages(args.result, args.resultLayout), workspace, cpu);
    return;
  }
  if (!state.deep) {
    return;
  }
  const auto [source, result] = VolumesOf(args);
  TensorView middle = state.middle;
  middle.data = workspace;
  std::byte* const scratch = workspace + state.middleBytes;
  for (int64_t sample = 0; sample < source.dims[kN]; ++sample) {
    RunMap(state.depthMap, state.depth, AlongDepth(Sample(source, sample), state.wide),
           AlongDepth(middle, state.wide), scratch, cpu);
    RunMap(args.map, state.planes, AcrossDepth(middle), AcrossDepth(Sample(result, sample)), scratch, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:planes", Prepare);

}  // namespace

constinit const KernelEntry<PlaneMapArgs> kPlaneMapCpu = Entry(kKernel);

}  // namespace openaclnn
