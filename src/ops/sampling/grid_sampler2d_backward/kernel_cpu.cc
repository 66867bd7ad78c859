// SPDX-License-Identifier: Apache-2.0
//
// Works a few images at a time. Where images are cut into bands, their samples are sorted by bands first.
// Then a task owns a tile, the packed pixels of one chunk of channels in one band, and goes through the
// samples that touch it: each is added to the sums of the pixels around it, and multiplied with these pixels
// of the input. No atomics: a sum belongs to one task, which adds in the order of its samples. Last, gridGrad
// is put together from the parts of the chunks.
#include "backend/cpu/parallel.h"
#include "kernels/tiles/fill_zero.h"
#include "kernels/tiles/task_slots.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/sampling/grid_sampler2d_backward/kernel.h"
#include "ops/sampling/grid_sampler2d_backward/partition.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/sampling/grid_sampler2d_backward/blend-inl.h"
#include "ops/sampling/grid_sampler2d_backward/gradients-inl.h"
#include "ops/sampling/grid_sampler2d_backward/grid_grad-inl.h"
#include "ops/sampling/grid_sampler2d_backward/locate-inl.h"
#include "ops/sampling/grid_sampler2d_backward/sort-inl.h"
#include "ops/sampling/grid_sampler2d_backward/tile-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(RunGridSampler,
                     void(const GridSampler2DBackwardArgs& args, const openaclnn::grid_sampler::State& state,
                          std::byte* workspace, const backend::cpu::CpuContext& cpu));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace grid_sampler {

using backend::cpu::CpuContext;
using Args = GridSampler2DBackwardArgs;

// Calls visit with the number of lanes as a constant.
template <class Visit>
void VisitLanes(int64_t lanes, const Visit& visit) {
  switch (lanes) {
    case 1:
      return visit(std::integral_constant<int64_t, 1>());
    case 4:
      return visit(std::integral_constant<int64_t, 4>());
    case 8:
      return visit(std::integral_constant<int64_t, 8>());
    case 16:
      return visit(std::integral_constant<int64_t, 16>());
    default:
      return visit(std::integral_constant<int64_t, 32>());
  }
}

// All of the work, for one storage type of the tensors.
template <class Format>
class Passes {
 public:
  Passes(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu)
      : args_(args),
        partition_(state.partition),
        schedule_(state.schedule),
        cpu_(cpu),
        layout_(state.partition),
        slots_(workspace + state.schedule.slotsAt),
        gridGrad_(args, state, workspace),
        sorted_(args, state, workspace),
        gradients_(args.gradOutput),
        grid_(args.grid) {}

  void Run() const {
    for (int64_t first = 0; first < partition_.images; first += schedule_.roundImages) {
      const Round round{first, std::min(schedule_.roundImages, partition_.images - first)};
      if (partition_.Sorted()) {
        sorted_.Sort(cpu_, round, gridGrad_);
      }
      const int64_t tasks = round.images * partition_.chunks * partition_.bands;
      ForEachTaskInSlots(cpu_, tasks, schedule_.slots, [&](int64_t task, int64_t slot) {
        RunTask(round, task, slots_ + slot * static_cast<int64_t>(schedule_.slotBytes));
      });
      if (schedule_.stagesGridGrad) {
        gridGrad_.Finish(cpu_, round);
      }
    }
  }

 private:
  // What a task works on.
  struct Task {
    const Round& round;
    int64_t image;  // of the round
    int64_t chunk;
    const Tile& tile;
    float* gradients;  // scratch for a tile of samples
    bool gathers;      // whether gridGrad of these samples is this task's
  };

  void RunTask(const Round& round, int64_t number, std::byte* slot) const {
    const int64_t band = number % partition_.bands;
    const int64_t chunk = number / partition_.bands % partition_.chunks;
    const int64_t image = number / partition_.bands / partition_.chunks;
    const Tile tile(layout_, slot, partition_.PixelsOf(band),
                    {round.first + image, chunk * partition_.chunkChannels, partition_.ChannelsOf(chunk)});
    if (schedule_.gathers) {
      ReadInput<Format>(args_.input, tile);
    }
    if (schedule_.scatters) {
      ClearSums(tile);
    }
    Task task{
        round, image, chunk, tile, reinterpret_cast<float*>(slot + layout_.gradientsAt), schedule_.gathers};
    if (!partition_.Sorted()) {
      AddSamplesAsTheyCome(task);
    } else {
      if (band > 0 && schedule_.scatters) {
        // Cells that the band before shares with this one; their gridGrad is its.
        task.gathers = false;
        AddSortedSamples(task, sorted_.PlacesOf(image, 2 * band - 1, 2 * band - 1));
        task.gathers = schedule_.gathers;
      }
      AddSortedSamples(task, sorted_.PlacesOf(image, 2 * band, 2 * band + 1));
    }
    if (schedule_.scatters) {
      WriteInputGrad<Format>(args_.inputGrad, tile);
    }
  }

  void AddSamplesAsTheyCome(const Task& task) const {
    const Channels& channels = task.tile.channels;
    const TileWriter writer(schedule_.gathers ? args_.gridGrad : args_.grid);
    const int64_t first = channels.image * partition_.samples;
    TileBuffer buffer;
    Samples samples;
    alignas(64) PairTile pairs;
    ForEachTile({0, partition_.samples}, [&](int64_t begin, int64_t count) HWY_ATTR {
      LocatePoints(args_, grid_.Read(first + begin, count, buffer), count, samples.points);
      PlaceSamples(task.tile, count, samples);
      gradients_.ReadActive(channels, begin, count, samples, task.gradients, task.tile.lanes);
      AddTile(task, count, task.gradients, samples, pairs);
      if (schedule_.stagesGridGrad) {
        gridGrad_.Stage(task.image, task.chunk, begin, count, pairs);
      } else if (schedule_.gathers) {
        writer.Write(2 * (first + begin), 2 * count, pairs.data());
      }
    });
  }

  void AddSortedSamples(const Task& task, const Range& places) const {
    Samples samples;
    alignas(64) PairTile pairs;
    ForEachTile(places, [&](int64_t place, int64_t count) HWY_ATTR {
      LocatePoints(args_, sorted_.PairsAt(task.image, place), count, samples.points);
      PlaceSamples(task.tile, count, samples);
      AddTile(task, count, sorted_.GradientsAt(task.image, task.chunk, place), samples, pairs);
      if (task.gathers) {
        gridGrad_.Stage(task.image, task.chunk, sorted_.OrderAt(task.image, place), count, pairs);
      }
    });
  }

  void AddTile(const Task& task, int64_t count, const float* gradients, Samples& samples,
               PairTile& pairs) const {
    constexpr int64_t kNearElements = int64_t{1} << 15;
    const Tile& tile = task.tile;
    const bool fetches = samples.spread * tile.lanes > kNearElements;
    VisitLanes(tile.lanes, [&](auto lanes) HWY_ATTR {
      if (partition_.nearest) {
        AddSamples<lanes()>(gradients, tile, fetches, samples);
      } else if (!task.gathers) {
        BlendSamples<lanes(), true, false>(gradients, tile, fetches, samples);
      } else if (schedule_.scatters) {
        BlendSamples<lanes(), true, true>(gradients, tile, fetches, samples);
      } else {
        BlendSamples<lanes(), false, true>(gradients, tile, fetches, samples);
      }
    });
    if (task.gathers) {
      FinishPairs(partition_.height, partition_.width, count, samples, pairs.data());
    }
  }

  const Args& args_;
  const Partition& partition_;
  const Schedule& schedule_;
  const CpuContext& cpu_;
  TileLayout layout_;
  std::byte* slots_;
  GridGrad gridGrad_;
  SortedSamples<Format> sorted_;
  GradientReader<Format> gradients_;
  GridReader grid_;
};

}  // namespace grid_sampler

void RunGridSampler(const GridSampler2DBackwardArgs& args, const openaclnn::grid_sampler::State& state,
                    std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  VisitFormat(args.input.dtype, [&](auto format) {
    grid_sampler::Passes<decltype(format)>(args, state, workspace, cpu).Run();
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {
namespace {

void Run(const GridSampler2DBackwardArgs& args, const grid_sampler::State& state, std::byte* workspace,
         const backend::cpu::CpuContext& cpu) {
  if (args.gridGrad.Defined() && !state.schedule.gathers) {
    FillZero(cpu, args.gridGrad);
  }
  if (state.schedule.scatters || state.schedule.gathers) {
    HWY_DYNAMIC_DISPATCH(RunGridSampler)(args, state, workspace, cpu);
  }
}

constexpr auto kKernel = CpuKernel<Run>("cpu:tiles", grid_sampler::Prepare);

}  // namespace

constinit const KernelEntry<GridSampler2DBackwardArgs> kGridSampler2DBackwardCpu = Entry(kKernel);

}  // namespace openaclnn
#endif  // HWY_ONCE
