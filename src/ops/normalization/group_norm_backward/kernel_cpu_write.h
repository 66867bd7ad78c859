// SPDX-License-Identifier: Apache-2.0
//
// gradInput, from the sums of its slabs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/channels.h"
#include "kernels/tiles.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_cut.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_data.h"

namespace openaclnn::group_norm {

class Writing {
 public:
  explicit Writing(const Data& data) : data_(data) {}

  // Writes gradInput. `slabSums` are those of the sample's slabs from `firstSlab` on.
  void Write(const Region& region, const GroupNormSums* slabSums, int64_t firstSlab) const {
    const auto coefficients = [=, this](int64_t slab) {
      const int64_t at = region.sample * data_.args.group + slab;
      const double share = 1.0 / static_cast<double>(data_.cut.slabRows * data_.args.HxW);
      return CoefficientsOf(data_.args.gradOut.dtype, static_cast<double>(data_.mean[at]),
                            static_cast<double>(data_.rstd[at]), slabSums[slab - firstSlab], share);
    };
    if (data_.cut.acrossChannels) {
      WriteAcrossChannels(region, coefficients);
    } else {
      WriteAlongChannels(region, coefficients);
    }
  }

 private:
  template <typename Coefficients>
  void WriteAlongChannels(const Region& region, const Coefficients& coefficients) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    TileBuffer gradInputBuffer;
    // Several channels where they are whole and short.
    const int64_t columns = std::min(region.positions, data_.tileElements);
    const int64_t tileChannels = data_.tileElements / columns;
    const Stores stores =
        data_.args.gradInput.Contiguous() ? StoresFor(data_.args.gradInput) : Stores::kCached;
    for (int64_t first = 0; first < region.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, region.channels - first);
      for (int64_t done = 0; done < region.positions; done += columns) {
        const int64_t length = std::min(columns, region.positions - done);
        const int64_t begin = data_.ElementOf(region.sample, region.channel + first, region.position + done);
        const int64_t count = channels * length;
        const void* gradOut = data_.gradOut.ReadRaw(begin, count, gradOutBuffer);
        const void* input = data_.input.ReadRaw(begin, count, inputBuffer);
        void* gradInput = data_.gradInput->PrepareRaw(begin, gradInputBuffer);
        data_.ForEachSlab(region.channel + first, channels, [&](int64_t channel, int64_t rows, int64_t slab) {
          const int64_t offset = (channel - region.channel - first) * length;
          WriteGroupNormRows(data_.TileOf({gradOut, length}, {input, length}, offset, rows, length),
                             data_.gamma + channel, coefficients(slab),
                             static_cast<std::byte*>(gradInput) + offset * data_.ElementSize(), stores);
        });
        data_.gradInput->WriteRaw(begin, count, gradInput);
      }
    }
  }

  template <typename Coefficients>
  void WriteAcrossChannels(const Region& region, const Coefficients& coefficients) const {
    const int64_t end = region.channel + region.channels;
    for (int64_t channel = region.channel; channel < end; channel += kGroupNormBand) {
      Region band = region;
      band.channel = channel;
      band.channels = std::min(kGroupNormBand, end - channel);
      WriteBand(band, coefficients);
    }
  }

  template <typename Coefficients>
  void WriteBand(const Region& region, const Coefficients& coefficients) const {
    GroupNormBandCoefficients band;
    SetCoefficients(region.sample, region.channel, region.channels, coefficients, band);
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    TileBuffer gradInputBuffer;
    const ChannelReader::Slice gradOut(data_.gradOutChannels, region.sample, region.channel, region.channels);
    const ChannelReader::Slice input(data_.inputChannels, region.sample, region.channel, region.channels);
    const ChannelWriter::Slice gradInput(*data_.gradInputChannels, region.sample, region.channel,
                                         region.channels);
    const bool inPlace = data_.gradOutChannels.Contiguous() && data_.inputChannels.Contiguous() &&
                         data_.gradInputChannels->Contiguous();
    const Stores stores = data_.gradInputChannels->Contiguous() ? gradInput.HowToStore() : Stores::kCached;
    const int64_t tilePositions = inPlace ? region.positions : kTileElements / region.channels;
    for (int64_t done = 0; done < region.positions; done += tilePositions) {
      const int64_t position = region.position + done;
      const int64_t positions = std::min(tilePositions, region.positions - done);
      const auto gradOutRows = gradOut.Read(position, positions, gradOutBuffer);
      const auto inputRows = input.Read(position, positions, inputBuffer);
      const Rows<void*> rows = gradInput.PrepareRaw(position, gradInputBuffer);
      WriteGroupNormPositions(data_.TileOf(gradOutRows, inputRows, 0, positions, region.channels), band,
                              rows.data, rows.stride, stores);
      gradInput.WriteRaw(position, positions, rows);
    }
  }

  template <typename Coefficients>
  void SetCoefficients(int64_t sample, int64_t channel, int64_t channels, const Coefficients& coefficients,
                       GroupNormBandCoefficients& band) const {
    const int64_t firstSlab = channel / data_.cut.slabRows;
    const int64_t slabs = (channel + channels - 1) / data_.cut.slabRows + 1 - firstSlab;
    std::array<double, kGroupNormBand> means;
    std::array<double, kGroupNormBand> constants;
    std::array<double, kGroupNormBand> slopes;
    for (int64_t slab = 0; slab < slabs; ++slab) {
      const GroupNormCoefficients by = coefficients(firstSlab + slab);
      means[static_cast<size_t>(slab)] = by.mean;
      constants[static_cast<size_t>(slab)] = by.constant;
      slopes[static_cast<size_t>(slab)] = by.slope;
    }
    data_.Spread(data_.rstd + sample * data_.args.group, channel, channels, band.scales);
    MultiplyGroupNormBand(data_.gamma + channel, channels, band.scales);
    const int64_t row = channel % data_.cut.slabRows;
    SpreadGroupNormSlabs(means.data(), data_.cut.slabRows, row, channels, band.means);
    SpreadGroupNormSlabs(constants.data(), data_.cut.slabRows, row, channels, band.constants);
    SpreadGroupNormSlabs(slopes.data(), data_.cut.slabRows, row, channels, band.slopes);
    if (data_.args.gradOut.dtype != DType::kFloat) {
      RoundGroupNormCoefficients(channels, band);
    }
  }

  const Data& data_;
};

}  // namespace openaclnn::group_norm
