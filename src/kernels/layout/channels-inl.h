// SPDX-License-Identifier: Apache-2.0
//
// A walk through tensors of [samples, channels, positions] (kernels/layout/channels.h), typed from the top:
// element-by-element work with numbers of each channel, and sums over the positions of each channel. For
// files that are compiled once for each instruction set; include after highway.h.
//
// An operation says what is computed, a vector at a time:
//
//   struct Scale {
//     static constexpr ChannelOperands kOperands{.inputs = 1, .outputs = 1, .coefficients = 1};
//     template <class D, class V>
//     static void Apply(D floats, const V* inputs, const V* coefficients, V& output, V* sums);
//   };
//
// Sums are made in lanes (simd/lane_sums.h), from the first position of a region on, by blocks. So they have
// the same bits whether vectors lie along the positions of a channel or across the channels of a position.
// Lanes take a whole block of a half type, whose own rounding is coarser than what that loses; of FLOAT, a
// chain.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "base/checked_math.h"
#include "kernels/layout/channels.h"
#include "simd/formats-inl.h"
#include "simd/lane_sums-inl.h"
#include "simd/pairs-inl.h"
#include "simd/streaming-inl.h"

// Highway's idiom for a guard that lets each target pass once.
#if defined(OPENACLNN_KERNELS_CHANNELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef OPENACLNN_KERNELS_CHANNELS_INL
#undef OPENACLNN_KERNELS_CHANNELS_INL
#else
#define OPENACLNN_KERNELS_CHANNELS_INL
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class Format, class Operation>
class ChannelPass {
 public:
  using Element = typename Format::Element;
  static constexpr size_t kInputs = Operation::kOperands.inputs;
  static constexpr bool kWrites = Operation::kOperands.outputs == 1;
  static constexpr size_t kCoefficients = Operation::kOperands.coefficients;
  static constexpr size_t kSums = Operation::kOperands.sums;

  // [channel of a region], for each coefficient or sum.
  using Coefficients = std::array<const float*, kCoefficients>;
  using Sums = std::array<double*, kSums>;

  // All tensors have one walk. There is an output if the operation writes one; it may be the very memory of
  // an input.
  ChannelPass(const std::array<const ChannelTensor*, kInputs>& inputs, const ChannelTensor* output)
      : inputs_(inputs), output_(output) {}

  // Writes the output's elements of a region, and adds its sums to the given ones. A region that is a part of
  // the positions begins at a multiple of kSumBlock.
  void Run(const ChannelRegion& region, const Coefficients& coefficients, const Sums& sums) const {
    WithChain(region.positions, [&](auto chain) {
      if (inputs_[0]->Walk() == ChannelWalk::kAlong) {
        RunAlong<chain>(region, coefficients, sums);
      } else {
        RunAcross<chain>(region, coefficients, sums);
      }
    });
    if (Streams()) {
      hwy::FlushStream();
    }
  }

 private:
  using Pairs = openaclnn::HWY_NAMESPACE::Pairs<Format>;

  // Elements that a lane takes of a block.
  static constexpr int64_t kWholeChain = kSumBlock / kSumLanes;

  // Calls body(std::integral_constant) with how many elements a lane takes before it is added to a total.
  template <class Body>
  static void WithChain(int64_t elements, const Body& body) {
    if constexpr (kSums > 0 && std::is_same_v<Element, float>) {
      switch (ChainOf(elements)) {
        case 1:
          return body(std::integral_constant<int64_t, 1>());
        case 2:
          return body(std::integral_constant<int64_t, 2>());
        default:
          return body(std::integral_constant<int64_t, 4>());
      }
    } else {
      body(std::integral_constant<int64_t, kWholeChain>());
    }
  }

  // Rows of a tile that begin `pitch` elements apart.
  template <class Pointer>
  struct RowsOf {
    Pointer data;
    int64_t pitch;
    [[nodiscard]] Pointer Row(int64_t row) const { return data + row * pitch; }
  };
  struct Tile {
    std::array<RowsOf<const Element*>, kInputs> inputs;
    RowsOf<Element*> output;
  };
  struct Buffers {
    std::array<TileBuffer, kInputs> inputs;
    HWY_ALIGN std::array<Element, kTileElements> output;
  };

  [[nodiscard]] bool Streams() const { return kWrites && output_->Streams(); }

  // Whether all tensors are used where they lie.
  [[nodiscard]] bool Direct() const {
    return std::ranges::all_of(inputs_, [](const ChannelTensor* input) { return input->Direct(); }) &&
           (!kWrites || output_->Direct());
  }

  // The tensors' rows of a region of one sample: where they lie, or packed. `length` is that of a packed row.
  Tile TileOf(const ChannelRegion& region, int64_t length, bool stream, Buffers& buffers) const {
    const auto rowsOf = [&](const ChannelTensor& tensor) {
      return RowsOf<Element*>{
          reinterpret_cast<Element*>(tensor.At(region.sample, region.channel, region.position)),
          tensor.Pitch()};
    };
    Tile tile;
    for (size_t k = 0; k < kInputs; ++k) {
      if (inputs_[k]->Direct()) {
        const auto rows = rowsOf(*inputs_[k]);
        tile.inputs[k] = {rows.data, rows.pitch};
      } else {
        tile.inputs[k] = {static_cast<const Element*>(inputs_[k]->Pack(region, buffers.inputs[k])), length};
      }
    }
    if constexpr (kWrites) {
      tile.output =
          output_->Direct() && !stream ? rowsOf(*output_) : RowsOf<Element*>{buffers.output.data(), length};
    }
    return tile;
  }

  static constexpr size_t kSumsRoom = std::max<size_t>(1, kSums);
  template <class D>
  using SumVectors = hn::Vec<D>[kSumsRoom];

  // --- Along the positions of a channel.

  template <int64_t kChain>
  void RunAlong(const ChannelRegion& region, const Coefficients& coefficients, const Sums& sums) const {
    const bool stream = Streams();
    const bool inPlace = Direct() && !stream;
    const int64_t columns = inPlace ? region.positions : std::min(region.positions, kTileElements);
    const int64_t rows = inPlace                                    ? region.channels
                         : columns == inputs_[0]->Shape().positions ? kTileElements / columns
                                                                    : 1;
    Buffers buffers;
    for (int64_t sample = region.sample; sample < region.sample + region.samples; ++sample) {
      for (int64_t row = 0; row < region.channels; row += rows) {
        for (int64_t column = 0; column < region.positions; column += columns) {
          const ChannelRegion part{sample,
                                   1,
                                   region.channel + row,
                                   std::min(rows, region.channels - row),
                                   region.position + column,
                                   std::min(columns, region.positions - column)};
          const Tile tile = TileOf(part, part.positions, stream, buffers);
          for (int64_t i = 0; i < part.channels; ++i) {
            RunRow<kChain>(tile, i, part.positions, coefficients, sums, row + i);
          }
          Finish(part, part.channels, part.positions, stream, buffers);
        }
      }
    }
  }

  // What was computed in the buffer goes to the output.
  void Finish(const ChannelRegion& region, int64_t rows, int64_t length, bool stream,
              const Buffers& buffers) const {
    if constexpr (kWrites) {
      if (!output_->Direct()) {
        output_->Unpack(region, buffers.output.data());
      } else if (stream) {
        constexpr auto kSize = static_cast<int64_t>(sizeof(Element));
        const auto* from = reinterpret_cast<const std::byte*>(buffers.output.data());
        std::byte* to = output_->At(region.sample, region.channel, region.position);
        const int64_t pieces = output_->Pitch() == length ? 1 : rows;
        const auto bytes = static_cast<size_t>(rows / pieces * length * kSize);
        for (int64_t piece = 0; piece < pieces; ++piece) {
          StreamCopy(to + piece * output_->Pitch() * kSize, from + piece * length * kSize, bytes);
        }
      }
    }
  }

  // The pointers of a row from an element on.
  struct RowPointers {
    std::array<const Element*, kInputs> inputs;
    Element* output;

    [[nodiscard]] RowPointers From(int64_t element) const {
      RowPointers result = *this;
      for (const Element*& input : result.inputs) {
        input += element;
      }
      result.output += kWrites ? element : 0;
      return result;
    }
  };

  // Lanes of each sum; two sets where the second element of a pair is not added to the first.
  static constexpr size_t SetsOf(int64_t chain) { return chain == 1 ? 2 : 1; }
  template <size_t kSets>
  using Lanes = hn::Vec<LaneTag>[kSets][kSumsRoom][kLaneVectors];

  template <int64_t kChain>
  void RunRow(const Tile& tile, int64_t rowIndex, int64_t count, const Coefficients& coefficients,
              const Sums& sums, int64_t channel) const {
    const LaneTag floats;
    RowPointers row{};
    for (size_t k = 0; k < kInputs; ++k) {
      row.inputs[k] = tile.inputs[k].Row(rowIndex);
    }
    if constexpr (kWrites) {
      row.output = tile.output.Row(rowIndex);
    }
    hn::Vec<LaneTag> by[std::max<size_t>(1, kCoefficients)];
    for (size_t k = 0; k < kCoefficients; ++k) {
      by[k] = hn::Set(floats, coefficients[k][channel]);
    }
    constexpr int64_t kLinks = CeilDivide(kChain, int64_t{2});
    for (int64_t begin = 0; begin < count; begin += kSumBlock) {
      const int64_t end = std::min(count, begin + kSumBlock);
      LaneTotals totals[kSumsRoom];
      for (int64_t i = begin; i < end; i += kLinks * kPairElements) {
        Lanes<SetsOf(kChain)> lanes;
        ClearLanes(lanes);
        RunLinks<kLinks>(row.From(i), end - i, by, lanes);
        for (auto& set : lanes) {
          for (size_t s = 0; s < kSums; ++s) {
            totals[s].Add(set[s]);
          }
        }
      }
      for (size_t s = 0; s < kSums; ++s) {
        sums[s][channel] += totals[s].Sum();
      }
    }
  }

  template <size_t kSets>
  HWY_INLINE static void ClearLanes(Lanes<kSets>& lanes) {
    for (auto& set : lanes) {
      for (size_t s = 0; s < kSums; ++s) {
        for (auto& vector : set[s]) {
          vector = hn::Zero(LaneTag());
        }
      }
    }
  }

  // So many groups of pairs, or those that there are.
  template <int64_t kLinks, size_t kSets>
  HWY_INLINE static void RunLinks(const RowPointers& row, int64_t count, const hn::Vec<LaneTag>* by,
                                  Lanes<kSets>& lanes) {
    constexpr int64_t kElements = kLinks * kPairElements;
    if (kLinks <= 2 && count >= kElements) {  // short enough to be written out
      for (int64_t i = 0; i < kElements; i += kPairElements) {
        PrefetchAhead(row.From(i));
        RunPairs(row.From(i), kPairElements, by, lanes);
      }
      return;
    }
    const int64_t end = std::min(count, kElements);
    int64_t i = 0;
    for (; i + kPairElements <= end; i += kPairElements) {
      PrefetchAhead(row.From(i));
      RunPairs(row.From(i), kPairElements, by, lanes);
    }
    if (i < end) {
      RunPartOfPairs(row.From(i), end - i, by, lanes);
    }
  }

  // Asks for what comes a page later, where the processor by itself does not look. It is faster at FLOAT by
  // itself, whose bytes take less arithmetic.
  HWY_INLINE static void PrefetchAhead(const RowPointers& row) {
    constexpr int64_t kPage = 4096;
    if constexpr (sizeof(Element) < sizeof(float)) {
      for (const Element* input : row.inputs) {
        const auto* next = reinterpret_cast<const std::byte*>(input) + kPage;
        for (size_t line = 0; line < kPairElements * sizeof(Element); line += kLineBytes) {
          __builtin_prefetch(next + line, 0, 2);
        }
      }
    }
  }

  // The first `count` of 2 kSumLanes elements; all of it can be loaded and stored.
  template <size_t kSets>
  HWY_INLINE static void RunPairs(const RowPointers& from, int64_t count, const hn::Vec<LaneTag>* by,
                                  Lanes<kSets>& lanes) {
    for (size_t v = 0; v < kLaneVectors; ++v) {
      RunVectorPair(from, count, v, by, lanes, std::make_index_sequence<kInputs>(),
                    std::make_index_sequence<kSums>());
    }
  }

  // One vector of each half. Arrays of vectors are made as wholes here: those that a loop fills, g++ stores.
  template <size_t kSets, size_t... kInput, size_t... kSum>
  HWY_INLINE static void RunVectorPair(const RowPointers& from, int64_t count, size_t v,
                                       const hn::Vec<LaneTag>* by, Lanes<kSets>& lanes,
                                       std::index_sequence<kInput...> /*inputs*/,
                                       std::index_sequence<kSum...> /*sums*/) {
    const LaneTag floats;
    const LanePair pairs[] = {Pairs::Load(from.inputs[kInput], v)...};
    const hn::Vec<LaneTag> first[] = {pairs[kInput].first...};
    const hn::Vec<LaneTag> second[] = {pairs[kInput].second...};
    LanePair output{first[0], first[0]};
    SumVectors<LaneTag> sums = {lanes[0][kSum][v]...};
    Operation::Apply(floats, first, by, output.first, sums);
    if (count < kPairElements) {  // lanes that no element came to stay as they were
      [[maybe_unused]] const auto came = Pairs::FirstElements(count, v);
      ((lanes[0][kSum][v] = hn::IfThenElse(came.first, sums[kSum], lanes[0][kSum][v])), ...);
      SumVectors<LaneTag> next = {lanes[kSets - 1][kSum][v]...};
      Operation::Apply(floats, second, by, output.second, next);
      ((lanes[kSets - 1][kSum][v] = hn::IfThenElse(came.second, next[kSum], lanes[kSets - 1][kSum][v])), ...);
    } else {
      ((lanes[0][kSum][v] = sums[kSum]), ...);
      SumVectors<LaneTag> next = {lanes[kSets - 1][kSum][v]...};
      Operation::Apply(floats, second, by, output.second, next);
      ((lanes[kSets - 1][kSum][v] = next[kSum]), ...);
    }
    if constexpr (kWrites) {
      Pairs::Store(output, from.output, v);
    }
  }

  template <size_t kSets>
  HWY_INLINE static void RunPartOfPairs(const RowPointers& from, int64_t count, const hn::Vec<LaneTag>* by,
                                        Lanes<kSets>& lanes) {
    HWY_ALIGN std::array<std::array<Element, kPairElements>, kInputs> inputs;
    HWY_ALIGN std::array<Element, kPairElements> output;
    RowPointers whole{};
    for (size_t k = 0; k < kInputs; ++k) {
      Pairs::LoadPart(from.inputs[k], count, inputs[k].data());
      whole.inputs[k] = inputs[k].data();
    }
    whole.output = output.data();
    RunPairs(whole, count, by, lanes);
    if constexpr (kWrites) {
      Pairs::StorePart(output.data(), count, from.output);
    }
  }

  // --- Across the channels of a position.

  // Channels whose lanes are kept at a time, and rows that are added to a lane while it is in a register.
  static constexpr int64_t kBand = 256;
  static constexpr int64_t TurnsOf(int64_t chain) { return std::min<int64_t>(chain, 4); }

  // What is kept in memory of each sum: the lanes of a chain that is longer than that, or the totals.
  template <int64_t kChain>
  struct BandLanes {
    static constexpr bool kTotals = TurnsOf(kChain) == kChain;
    static constexpr int64_t kLanes = kTotals ? kLaneTotals : kSumLanes;
    using Number = std::conditional_t<kTotals, double, float>;

    HWY_ALIGN std::array<std::array<std::array<Number, kBand>, kLanes>, kSums> sums;
  };

  template <int64_t kChain>
  void RunAcross(const ChannelRegion& region, const Coefficients& coefficients, const Sums& sums) const {
    constexpr int64_t kTileRows = TurnsOf(kChain) * kSumLanes;
    constexpr int64_t kPackedRows = BandLanes<kChain>::kTotals ? kTileRows : kPairElements;
    const bool direct = Direct();
    const int64_t band = direct ? kBand : kTileElements / kPackedRows;
    for (int64_t first = 0; first < region.channels; first += band) {
      Coefficients bandCoefficients = coefficients;
      for (const float*& values : bandCoefficients) {
        values += first;
      }
      Sums bandSums = sums;
      for (double*& values : bandSums) {
        values += first;
      }
      ChannelRegion part = region;
      part.channel = region.channel + first;
      part.channels = std::min(band, region.channels - first);
      RunBand<kChain>(part, direct ? kTileRows : kPackedRows, bandCoefficients, bandSums);
    }
  }

  template <int64_t kChain>
  void RunBand(const ChannelRegion& region, int64_t tileRows, const Coefficients& coefficients,
               const Sums& sums) const {
    // Rows that fill no whole lines had better not pass the caches by.
    const bool stream = Streams() && static_cast<size_t>(region.channels) * sizeof(Element) % kLineBytes == 0;
    using Kept = BandLanes<kChain>;
    Kept lanes;
    Buffers buffers;
    for (int64_t sample = region.sample; sample < region.sample + region.samples; ++sample) {
      for (int64_t block = 0; block < region.positions; block += kSumBlock) {
        const int64_t end = std::min(region.positions, block + kSumBlock);
        const int64_t usedLanes = std::min(Kept::kLanes, CeilDivide(end - block, Pairs::kSideBySide));
        for (auto& lanesOfSum : lanes.sums) {
          for (int64_t lane = 0; lane < usedLanes; ++lane) {
            std::fill_n(lanesOfSum[static_cast<size_t>(lane)].begin(), region.channels, 0);
          }
        }
        for (int64_t row = block; row < end; row += tileRows) {
          const ChannelRegion part{sample,
                                   1,
                                   region.channel,
                                   region.channels,
                                   region.position + row,
                                   std::min(tileRows, end - row)};
          RunTile<kChain>(TileOf(part, part.channels, stream, buffers), part, stream, coefficients, lanes,
                          buffers);
        }
        for (size_t s = 0; s < kSums; ++s) {
          FoldBand(lanes.sums[s], usedLanes, region.channels, sums[s]);
        }
      }
    }
  }

  // Adds the lanes, or totals, of each channel to its sum.
  template <class Number, size_t kLanes>
  static void FoldBand(const std::array<std::array<Number, kBand>, kLanes>& lanes, int64_t usedLanes,
                       int64_t channels, double* sums) {
    constexpr auto kAll = static_cast<int64_t>(kLanes);
    ForEachVector(hn::CappedTag<double, kSumLanes / 2>(), channels,
                  [&, usedLanes, sums](auto doubles, int64_t i) HWY_ATTR {
                    const hn::Rebind<Number, decltype(doubles)> numbers;
                    const auto lane = [&](int64_t l) HWY_ATTR {
                      const auto loaded = hn::LoadU(numbers, lanes[static_cast<size_t>(l)].data() + i);
                      if constexpr (std::is_same_v<Number, double>) {
                        return loaded;
                      } else {
                        return hn::PromoteTo(doubles, loaded);
                      }
                    };
                    const auto folded = usedLanes == kAll ? FoldLanesAcross<kAll>(doubles, kAll, lane)
                                                          : FoldLanesAcross<kAll>(doubles, usedLanes, lane);
                    hn::StoreU(hn::Add(hn::LoadU(doubles, sums + i), folded), doubles, sums + i);
                  });
  }

  // Adds float32 numbers to as many of float64.
  template <class D, class V>
  HWY_INLINE static void AddToDoubles(D /*floats*/, V numbers, double* to) {
#if HWY_TARGET != HWY_SCALAR
    if constexpr (hn::MaxLanes(D()) > 1) {
      const hn::Half<D> half;
      const hn::Rebind<double, decltype(half)> doubles;
      const auto add = [=](auto part, double* at) HWY_ATTR {
        hn::StoreU(hn::Add(hn::LoadU(doubles, at), hn::PromoteTo(doubles, part)), doubles, at);
      };
      add(hn::LowerHalf(half, numbers), to);
      add(hn::UpperHalf(half, numbers), to + hn::MaxLanes(half));
    } else
#endif
    {
      const hn::Rebind<double, D> one;
      hn::StoreU(hn::Add(hn::LoadU(one, to), hn::PromoteTo(one, numbers)), one, to);
    }
  }

  template <int64_t kChain>
  void RunTile(const Tile& tile, const ChannelRegion& region, bool stream, const Coefficients& coefficients,
               BandLanes<kChain>& lanes, Buffers& buffers) const {
    constexpr int64_t kTurns = TurnsOf(kChain);
    for (int64_t lane = 0; lane < kSumLanes && Pairs::ElementOf(lane, 0) < region.positions; ++lane) {
      int64_t turns = 1;
      while (turns < kTurns && Pairs::ElementOf(lane, turns) < region.positions) {
        ++turns;
      }
      RunTurn<kChain>(turns, tile, region, lane, stream, coefficients, lanes, buffers);
    }
    if (kWrites && !output_->Direct()) {
      output_->Unpack(region, buffers.output.data());
    }
  }

  // The rows of one lane. Their number is a constant where there are all that a turn has, or one.
  template <int64_t kChain>
  void RunTurn(int64_t turns, const Tile& tile, const ChannelRegion& region, int64_t lane, bool stream,
               const Coefficients& coefficients, BandLanes<kChain>& lanes, Buffers& buffers) const {
    constexpr int64_t kTurns = TurnsOf(kChain);
    const auto run = [&](auto count) {
      RunRows<kChain>(count, tile, region, lane, stream, coefficients, lanes, buffers);
    };
    if (turns == kTurns) {
      run(std::integral_constant<int64_t, kTurns>());
    } else if (kTurns > 1 && turns == 1) {
      run(std::integral_constant<int64_t, 1>());
    } else if constexpr (kTurns > 2) {
      run(turns);
    }
  }

  template <int64_t kChain, class Count>
  void RunRows(Count count, const Tile& tile, const ChannelRegion& region, int64_t lane, bool stream,
               const Coefficients& coefficients, BandLanes<kChain>& lanes, Buffers& buffers) const {
    using Kept = BandLanes<kChain>;
    std::array<RowPointers, static_cast<size_t>(TurnsOf(kChain))> rows{};
    for (int64_t r = 0; r < count; ++r) {
      const int64_t row = Pairs::ElementOf(lane, r);
      RowPointers& pointers = rows[static_cast<size_t>(r)];
      for (size_t k = 0; k < kInputs; ++k) {
        pointers.inputs[k] = tile.inputs[k].Row(row);
      }
      if constexpr (kWrites) {
        pointers.output = stream ? buffers.output.data() + r * kBand : tile.output.Row(row);
      }
    }
    std::array<typename Kept::Number*, kSumsRoom> sums{};
    for (size_t s = 0; s < kSums; ++s) {
      sums[s] = lanes.sums[s][static_cast<size_t>(lane % Kept::kLanes)].data();
    }
    ForEachVector(LaneTag(), region.channels, [=](auto floats, int64_t i) HWY_ATTR {
      using V = hn::Vec<decltype(floats)>;
      V by[std::max<size_t>(1, kCoefficients)];
      for (size_t k = 0; k < kCoefficients; ++k) {
        by[k] = hn::LoadU(floats, coefficients[k] + i);
      }
      V added[kSumsRoom];
      for (size_t s = 0; s < kSums; ++s) {
        if constexpr (Kept::kTotals) {
          added[s] = hn::Zero(floats);
        } else {
          added[s] = hn::LoadU(floats, sums[s] + i);
        }
      }
      for (int64_t r = 0; r < count; ++r) {
        const RowPointers& row = rows[static_cast<size_t>(r)];
        V inputs[kInputs];
        for (size_t k = 0; k < kInputs; ++k) {
          inputs[k] = Format::Load(floats, row.inputs[k] + i);
        }
        V output = inputs[0];
        Operation::Apply(floats, inputs, by, output, added);
        if constexpr (kWrites) {
          Format::Store(floats, output, row.output + i);
        }
      }
      for (size_t s = 0; s < kSums; ++s) {
        if constexpr (Kept::kTotals) {
          AddToDoubles(floats, added[s], sums[s] + i);
        } else {
          hn::StoreU(added[s], floats, sums[s] + i);
        }
      }
    });
    if constexpr (kWrites) {
      for (int64_t r = 0; stream && r < count; ++r) {
        StreamCopy(output_->At(region.sample, region.channel, region.position + Pairs::ElementOf(lane, r)),
                   reinterpret_cast<const std::byte*>(rows[static_cast<size_t>(r)].output),
                   static_cast<size_t>(region.channels) * sizeof(Element));
      }
    }
  }

  std::array<const ChannelTensor*, kInputs> inputs_;
  const ChannelTensor* output_;
};

template <class Format, class Operation>
void RunChannels(const ChannelTensor* const* inputs, const ChannelTensor* output, const ChannelRegion& region,
                 const float* const* coefficients, double* const* sums) {
  using Pass = ChannelPass<Format, Operation>;
  std::array<const ChannelTensor*, Pass::kInputs> tensors;
  std::copy_n(inputs, Pass::kInputs, tensors.begin());
  typename Pass::Coefficients by;
  std::copy_n(coefficients, Pass::kCoefficients, by.begin());
  typename Pass::Sums to;
  std::copy_n(sums, Pass::kSums, to.begin());
  Pass(tensors, output).Run(region, by, to);
}

// The loop of an operation for FLOAT, FLOAT16 or BFLOAT16.
template <class Operation>
ChannelLoop ChannelLoopOf(DType dtype) {
  ChannelLoop loop = nullptr;
  VisitFormat(dtype, [&](auto format) { loop = RunChannels<decltype(format), Operation>; });
  return loop;
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // OPENACLNN_KERNELS_CHANNELS_INL
