// SPDX-License-Identifier: Apache-2.0
//
// The sums of channels over their positions, or over parts of these.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "kernels/accumulate.h"
#include "kernels/channels.h"
#include "kernels/tiles.h"
#include "ops/normalization/group_norm_backward/kernel.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_cut.h"
#include "ops/normalization/group_norm_backward/kernel_cpu_data.h"

namespace openaclnn::group_norm {

class Summation {
 public:
  explicit Summation(const Data& data) : data_(data) {}

  // The sums of whole channels.
  void SumBand(int64_t sample, int64_t channel, int64_t channels, GroupNormBandSums& sums) const {
    if (data_.cut.parts == 1) {
      SumPart({sample, channel, channels, 0, data_.args.HxW}, sums);
      return;
    }
    std::fill_n(sums.gradients.begin(), channels, 0.0);
    std::fill_n(sums.products.begin(), channels, 0.0);
    GroupNormBandSums partSums;
    if (data_.cut.acrossChannels) {
      ForEachPart({sample, channel, channels, 0, data_.args.HxW}, [&](const Region& part) {
        SumPart(part, partSums);
        AddTo(sums.gradients.data(), partSums.gradients.data(), channels);
        AddTo(sums.products.data(), partSums.products.data(), channels);
      });
      return;
    }
    for (int64_t i = 0; i < channels; ++i) {
      SumParts({sample, channel + i, 1, 0, data_.args.HxW}, partSums);
      for (size_t part = 0; part < static_cast<size_t>(data_.cut.parts); ++part) {
        sums.gradients[static_cast<size_t>(i)] += partSums.gradients[part];
        sums.products[static_cast<size_t>(i)] += partSums.products[part];
      }
    }
  }

  template <typename Body>
  static void ForEachPart(const Region& region, const Body& body) {
    const int64_t end = region.position + region.positions;
    for (int64_t position = region.position; position < end; position += kTileElements) {
      body(Region{region.sample, region.channel, region.channels, position,
                  std::min(kTileElements, end - position)});
    }
  }

  // The sums of the channels of a band in one part.
  void SumPart(const Region& part, GroupNormBandSums& sums) const {
    if (data_.cut.acrossChannels) {
      SumAcrossChannels(part, sums);
    } else {
      SumAlongChannels(part, sums);
    }
  }

  // The sums of each part of one channel: at most kGroupNormBand parts.
  void SumParts(const Region& region, GroupNormBandSums& sums) const {
    const int64_t end = region.position + region.positions;
    const int64_t step = data_.tileElements / kTileElements * kTileElements;
    for (int64_t position = region.position; position < end; position += step) {
      const auto part = static_cast<size_t>((position - region.position) / kTileElements);
      SumRows({region.sample, region.channel, 1, position, std::min(step, end - position)}, kTileElements,
              sums.gradients.data() + part, sums.products.data() + part);
    }
  }

 private:
  void SumAlongChannels(const Region& part, GroupNormBandSums& sums) const {
    const int64_t tileChannels = data_.tileElements / part.positions;
    for (int64_t first = 0; first < part.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, part.channels - first);
      SumRows({part.sample, part.channel + first, channels, part.position, part.positions}, part.positions,
              sums.gradients.data() + first, sums.products.data() + first);
    }
  }

  // The sums of rows of `columns` positions, the last one of which may be shorter: whole channels or the
  // parts of one, which lie side by side.
  void SumRows(const Region& region, int64_t columns, double* gradients, double* products) const {
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    const int64_t begin = data_.ElementOf(region.sample, region.channel, region.position);
    const int64_t count = region.channels * region.positions;
    const void* gradOut = data_.gradOut.ReadRaw(begin, count, gradOutBuffer);
    const void* input = data_.products ? data_.input.ReadRaw(begin, count, inputBuffer) : nullptr;
    int64_t row = 0;
    data_.ForEachSlab(
        region.channel, region.channels, [&](int64_t /*channel*/, int64_t channels, int64_t slab) {
          const double mean = static_cast<double>(data_.mean[region.sample * data_.args.group + slab]);
          const bool uncentred = data_.CentresLast(region.sample, slab);
          const auto sum = [&](int64_t rows, int64_t rowColumns) {
            SumGroupNormRows(
                data_.TileOf({gradOut, columns}, {input, columns}, row * columns, rows, rowColumns), mean,
                uncentred, gradients + row, products + row);
            row += rows;
          };
          const int64_t elements = channels * region.positions;
          if (elements >= columns) {
            sum(elements / columns, columns);
          }
          if (elements % columns > 0) {
            sum(1, elements % columns);
          }
        });
  }

  void SumAcrossChannels(const Region& part, GroupNormBandSums& sums) const {
    GroupNormBandValues means;
    data_.Spread(data_.mean + part.sample * data_.args.group, part.channel, part.channels, means);
    GroupNormLaneSums lanes;
    std::array<bool, kGroupNormBand> sure;
    if (AddUncentred(part, means, lanes, sums, sure)) {
      return;
    }
    AddToLanes(part, means.data(), lanes);
    GroupNormBandSums centred;
    FoldGroupNormLanes(lanes, part.positions, part.channels, centred);
    for (size_t i = 0; i < static_cast<size_t>(part.channels); ++i) {
      if (!sure[i]) {
        sums.gradients[i] = centred.gradients[i];
        sums.products[i] = centred.products[i];
      }
    }
  }

  // Sums that are centred at the end, and which of them are sure. Whether all are.
  bool AddUncentred(const Region& part, const GroupNormBandValues& means, GroupNormLaneSums& lanes,
                    GroupNormBandSums& sums, std::array<bool, kGroupNormBand>& sure) const {
    std::array<bool, kGroupNormBand> uncentred{};
    if (part.positions >= kGroupNormFewPositions) {
      data_.ForEachSlab(part.channel, part.channels, [&](int64_t channel, int64_t channels, int64_t slab) {
        std::fill_n(uncentred.begin() + (channel - part.channel), channels,
                    data_.CentresLast(part.sample, slab));
      });
    }
    const auto end = uncentred.begin() + part.channels;
    if (std::find(uncentred.begin(), end, true) == end) {
      std::fill_n(sure.begin(), part.channels, false);
      return false;
    }
    AddToLanes(part, nullptr, lanes);
    CentreGroupNormLanes(data_.args.gradOut.dtype, lanes, means.data(), part.channels, data_.products, sums,
                         sure.data());
    bool allSure = true;
    for (size_t i = 0; i < static_cast<size_t>(part.channels); ++i) {
      sure[i] = sure[i] && uncentred[i];
      allSure = allSure && sure[i];
    }
    return allSure;
  }

  // Centred if there are means.
  void AddToLanes(const Region& part, const double* means, GroupNormLaneSums& lanes) const {
    ClearGroupNormLanes(part.positions, part.channels, lanes);
    const bool inPlace = data_.gradOutChannels.Contiguous() && data_.inputChannels.Contiguous();
    const int64_t tileChannels = inPlace ? part.channels : std::min(part.channels, kPackedChannels);
    const int64_t tilePositions =
        inPlace ? kTileChannelBytes / data_.ElementSize() : kTileElements / tileChannels;
    TileBuffer gradOutBuffer;
    TileBuffer inputBuffer;
    for (int64_t first = 0; first < part.channels; first += tileChannels) {
      const int64_t channels = std::min(tileChannels, part.channels - first);
      const ChannelReader::Slice gradOut(data_.gradOutChannels, part.sample, part.channel + first, channels);
      const ChannelReader::Slice input(data_.inputChannels, part.sample, part.channel + first, channels);
      for (int64_t done = 0; done < part.positions; done += tilePositions) {
        const int64_t positions = std::min(tilePositions, part.positions - done);
        const auto gradOutRows = gradOut.Read(part.position + done, positions, gradOutBuffer);
        const auto inputRows = data_.products ? input.Read(part.position + done, positions, inputBuffer)
                                              : Rows<const void*>{nullptr, 0};
        AddGroupNormPositions(data_.TileOf(gradOutRows, inputRows, 0, positions, channels),
                              means == nullptr ? nullptr : means + first, first, done, lanes);
      }
    }
  }

  const Data& data_;
};

}  // namespace openaclnn::group_norm
