// SPDX-License-Identifier: Apache-2.0
//
// The samples of some images, sorted by the bands that they lie in: their numbers, their grid values and
// their gradients, so that a task that goes through a band reads them one after the other. Include after
// simd/per_target.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "backend/cpu/parallel.h"
#include "ops/sampling/grid_sampler2d_backward/gradients-inl.h"
#include "ops/sampling/grid_sampler2d_backward/grid_grad-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE::grid_sampler {

template <class Format>
class SortedSamples {
 public:
  SortedSamples(const GridSampler2DBackwardArgs& args, const State& state, std::byte* workspace)
      : args_(args),
        partition_(state.partition),
        schedule_(state.schedule),
        counts_(reinterpret_cast<int64_t*>(workspace + schedule_.countsAt)),
        order_(reinterpret_cast<int64_t*>(workspace + schedule_.orderAt)),
        pairs_(reinterpret_cast<float*>(workspace + schedule_.pairsAt)),
        gradients_(reinterpret_cast<float*>(workspace + schedule_.gradientsAt)) {}

  void Sort(const backend::cpu::CpuContext& cpu, const Round& round, const GridGrad& gridGrad) const {
    const int64_t pieces = schedule_.pieces;
    const auto forEachPiece = [&](const auto& body) {
      cpu.ParallelFor(round.images * pieces, [&](int64_t task) { body(task / pieces, task % pieces); });
    };
    forEachPiece([&](int64_t image, int64_t piece) { CountPiece(round, image, piece); });
    cpu.ParallelFor(round.images, [&](int64_t image) { PlaceBuckets(image); });
    forEachPiece([&](int64_t image, int64_t piece) { SortPiece(round, image, piece, gridGrad); });
  }

  // The places of some neighbouring buckets of an image of the round.
  [[nodiscard]] Range PlacesOf(int64_t image, int64_t firstBucket, int64_t lastBucket) const {
    const int64_t* ends = CountsOf(image, schedule_.pieces - 1);
    return {firstBucket == 0 ? 0 : ends[firstBucket - 1], ends[lastBucket]};
  }

  // What stands at a place and the following ones.
  [[nodiscard]] const int64_t* OrderAt(int64_t image, int64_t place) const {
    return order_ + image * partition_.samples + place;
  }
  [[nodiscard]] const float* PairsAt(int64_t image, int64_t place) const {
    return pairs_ + 2 * (image * partition_.samples + place);
  }
  [[nodiscard]] float* GradientsAt(int64_t image, int64_t chunk, int64_t place) const {
    const int64_t before = (image * partition_.chunks + chunk) * partition_.samples;
    return gradients_ + before * LanesOf(partition_.chunkChannels) +
           place * LanesOf(partition_.ChannelsOf(chunk));
  }

 private:
  [[nodiscard]] int64_t* CountsOf(int64_t image, int64_t piece) const {
    return counts_ + (image * schedule_.pieces + piece) * partition_.Buckets();
  }

  // Calls visit(begin, count, pairs, buckets) for the tiles of a piece.
  template <class Visit>
  void ForEachLocatedTile(const Round& round, int64_t image, int64_t piece, const Visit& visit) const {
    const GridReader grid(args_.grid);
    TileBuffer buffer;
    Points points;
    PerSample<int64_t> buckets;
    ForEachTile(schedule_.SamplesOf(piece, partition_.samples), [&](int64_t begin, int64_t count) HWY_ATTR {
      const float* pairs = grid.Read((round.first + image) * partition_.samples + begin, count, buffer);
      LocatePoints(args_, pairs, count, points);
      const auto& cells = partition_.cutsRows ? points.row : points.column;
      for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
        buckets[i] =
            points.column[i] == Points::kNowhere ? partition_.Nowhere() : partition_.BucketOf(cells[i]);
      }
      visit(begin, count, pairs, buckets);
    });
  }

  void CountPiece(const Round& round, int64_t image, int64_t piece) const {
    int64_t* counts = CountsOf(image, piece);
    std::fill_n(counts, partition_.Buckets(), 0);
    ForEachLocatedTile(round, image, piece,
                       [&](int64_t /*begin*/, int64_t count, const float* /*pairs*/, const auto& buckets) {
                         for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
                           ++counts[buckets[i]];
                         }
                       });
  }

  // Turns numbers of samples, by piece and bucket, into places in the order.
  void PlaceBuckets(int64_t image) const {
    int64_t place = 0;
    for (int64_t bucket = 0; bucket < partition_.Buckets(); ++bucket) {
      for (int64_t piece = 0; piece < schedule_.pieces; ++piece) {
        place += std::exchange(CountsOf(image, piece)[bucket], place);
      }
    }
  }

  // Leaves the counts at the end of each bucket's share of the piece.
  void SortPiece(const Round& round, int64_t image, int64_t piece, const GridGrad& gridGrad) const {
    const GradientReader<Format> gradients(args_.gradOutput);
    int64_t* ends = CountsOf(image, piece);
    int64_t* order = order_ + image * partition_.samples;
    float* pairs = pairs_ + 2 * image * partition_.samples;
    PerSample<int64_t> places;
    alignas(64) PerSample<float, 32> rows;
    ForEachLocatedTile(round, image, piece,
                       [&](int64_t begin, int64_t count, const float* values, const auto& buckets) HWY_ATTR {
                         for (size_t i = 0; i < static_cast<size_t>(count); ++i) {
                           places[i] = ends[buckets[i]]++;
                           order[places[i]] = begin + static_cast<int64_t>(i);
                           std::copy_n(values + 2 * i, 2, pairs + 2 * places[i]);
                           if (schedule_.gathers && buckets[i] == partition_.Nowhere()) {
                             gridGrad.StageZeros(image, begin + static_cast<int64_t>(i));
                           }
                         }
                         for (int64_t chunk = 0; chunk < partition_.chunks; ++chunk) {
                           const int64_t channels = partition_.ChannelsOf(chunk);
                           const int64_t lanes = LanesOf(channels);
                           gradients.Read({round.first + image, chunk * partition_.chunkChannels, channels},
                                          begin, count, rows.data(), lanes);
                           float* const sorted = GradientsAt(image, chunk, 0);
                           for (int64_t i = 0; i < count; ++i) {
                             std::copy_n(rows.data() + i * lanes, lanes,
                                         sorted + places[static_cast<size_t>(i)] * lanes);
                           }
                         }
                       });
  }

  const GridSampler2DBackwardArgs& args_;
  const Partition& partition_;
  const Schedule& schedule_;
  int64_t* counts_;
  int64_t* order_;
  float* pairs_;
  float* gradients_;
};

}  // namespace openaclnn::HWY_NAMESPACE::grid_sampler
HWY_AFTER_NAMESPACE();
