// SPDX-License-Identifier: Apache-2.0
//
// The inner loops across channels.
#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>

#include "ops/normalization/group_norm_backward/kernel.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/normalization/group_norm_backward/kernel_cpu_loops.cc"
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "ops/normalization/group_norm_backward/half_pairs-inl.h"
#include "ops/normalization/group_norm_backward/lanes-inl.h"
#include "ops/normalization/group_norm_backward/stream-inl.h"
#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

constexpr int64_t kLanes = kGroupNormLanes;

// The lanes of a vector of channels. As many of them are in registers at a time as there is room for.
template <class D>
constexpr int64_t kLanesAtOnce = hn::MaxLanes(D()) == kLanes ? kLanes : kLanes / 2;

// Asks for the next tile while one is worked on; in the order of memory where it is in one piece, so that the
// processor sees it coming, too.
template <class Element>
class NextTile {
 public:
  NextTile(const void* data, int64_t stride, const GroupNormTile& tile, int64_t column, int64_t vector)
      : at_(static_cast<const Element*>(data) + tile.rows * stride +
            (stride == tile.columns ? column * tile.rows : column)),
        step_(stride == tile.columns ? vector : stride) {}

  void Prefetch(int64_t row) const { PrefetchToLevelTwo(at_ + row * step_); }

 private:
  const Element* at_;
  int64_t step_;
};

// Rows whose number, like the position of the first, is a multiple of kLanes.
template <class Format, bool kProducts, bool kCentred>
void AddWholePositions(const GroupNormTile& tile, int64_t rows, const double* means, double* gradientLanes,
                       double* productLanes) {
  using Element = typename Format::Element;
  const auto* const tileGradOut = static_cast<const Element*>(tile.gradOut);
  const auto* const tileInput = static_cast<const Element*>(tile.input);
  const int64_t gradOutStride = tile.gradOutStride;
  const int64_t inputStride = tile.inputStride;
  ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=, &tile](auto doubles, int64_t i) HWY_ATTR {
    constexpr int64_t kAtOnce = kLanesAtOnce<decltype(doubles)>;
    constexpr auto kVector = static_cast<int64_t>(hn::MaxLanes(doubles));
    const NextTile<Element> nextGradOut(tileGradOut, gradOutStride, tile, i, kVector);
    const NextTile<Element> nextInput(tileInput, inputStride, tile, i, kVector);
    for (int64_t first = 0; first < kLanes; first += kAtOnce) {
      hn::Vec<decltype(doubles)> gradients[kAtOnce];
      hn::Vec<decltype(doubles)> products[kAtOnce];
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        gradients[lane] = hn::LoadU(doubles, gradientLanes + (first + lane) * kGroupNormLaneStride + i);
        products[lane] = hn::LoadU(doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
      for (int64_t row = first; row < rows; row += kLanes) {
        const Element* gradOut = tileGradOut + row * gradOutStride + i;
        const Element* input = kProducts ? tileInput + row * inputStride + i : nullptr;
        for (int64_t lane = 0; lane < kAtOnce; ++lane) {
          nextGradOut.Prefetch(row + lane);
          const auto gradient = LoadDouble<Format>(doubles, gradOut);
          gradients[lane] = hn::Add(gradients[lane], gradient);
          gradOut += gradOutStride;
          if constexpr (kProducts) {
            nextInput.Prefetch(row + lane);
            auto value = LoadDouble<Format>(doubles, input);
            if constexpr (kCentred) {
              value = hn::Sub(value, hn::LoadU(doubles, means + i));
            }
            products[lane] = hn::Add(products[lane], hn::Mul(gradient, value));
            input += inputStride;
          }
        }
      }
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        hn::StoreU(gradients[lane], doubles, gradientLanes + (first + lane) * kGroupNormLaneStride + i);
        hn::StoreU(products[lane], doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
    }
  });
}

template <class Format, bool kProducts, bool kCentred>
void AddInDouble(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                 GroupNormLaneSums& lanes) {
  int64_t row = 0;
  if (position % kLanes == 0 && tile.rows >= kLanes) {
    row = tile.rows / kLanes * kLanes;
    AddWholePositions<Format, kProducts, kCentred>(tile, row, means, lanes.gradients.data() + channel,
                                                   lanes.products.data() + channel);
  }
  for (; row < tile.rows; ++row) {
    const auto* gradOut =
        static_cast<const typename Format::Element*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input =
        kProducts ? static_cast<const typename Format::Element*>(tile.input) + row * tile.inputStride
                  : nullptr;
    const int64_t lane = (position + row) % kLanes * kGroupNormLaneStride + channel;
    double* gradients = lanes.gradients.data() + lane;
    double* products = lanes.products.data() + lane;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=](auto doubles, int64_t i) HWY_ATTR {
      const auto gradient = LoadDouble<Format>(doubles, gradOut + i);
      hn::StoreU(hn::Add(hn::LoadU(doubles, gradients + i), gradient), doubles, gradients + i);
      if constexpr (kProducts) {
        auto value = LoadDouble<Format>(doubles, input + i);
        if constexpr (kCentred) {
          value = hn::Sub(value, hn::LoadU(doubles, means + i));
        }
        const auto product = hn::Mul(gradient, value);
        hn::StoreU(hn::Add(hn::LoadU(doubles, products + i), product), doubles, products + i);
      }
    });
  }
}

// In float32 as far as possible. Rows whose number, like the position of the first, is a multiple of 2
// kLanes, of one run.
template <class Half, bool kProducts>
void AddWholeHalfPositions(const GroupNormTile& tile, int64_t rows, float* runLanes, double* productLanes) {
  const auto* const tileGradOut = static_cast<const uint16_t*>(tile.gradOut);
  const auto* const tileInput = static_cast<const uint16_t*>(tile.input);
  // Of a lane's two positions.
  constexpr int64_t kFirst = HalfPairs<Half, kLanes>::LaneOf(1);
  constexpr int64_t kLaneStep = kFirst == 0 ? 2 : 1;
  constexpr int64_t kPairStep = kFirst == 0 ? 1 : kLanes;
  ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=, &tile](auto doubles, int64_t i) HWY_ATTR {
    constexpr int64_t kAtOnce = kLanesAtOnce<decltype(doubles)>;
    const hn::Rebind<float, decltype(doubles)> floats;
    constexpr auto kVector = static_cast<int64_t>(hn::MaxLanes(doubles));
    const NextTile<uint16_t> nextGradOut(tileGradOut, tile.gradOutStride, tile, i, kVector);
    const NextTile<uint16_t> nextInput(tileInput, tile.inputStride, tile, i, kVector);
    for (int64_t first = 0; first < kLanes; first += kAtOnce) {
      hn::Vec<decltype(floats)> runs[kAtOnce];
      hn::Vec<decltype(doubles)> products[kAtOnce];
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        runs[lane] = hn::LoadU(floats, runLanes + (first + lane) * kGroupNormLaneStride + i);
        products[lane] = hn::LoadU(doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
      for (int64_t begin = 0; begin < rows; begin += 2 * kLanes) {
        for (int64_t lane = 0; lane < kAtOnce; ++lane) {
          for (int64_t pair = 0; pair < 2; ++pair) {
            const int64_t row = begin + (first + lane) * kLaneStep + pair * kPairStep;
            const uint16_t* gradOut = tileGradOut + row * tile.gradOutStride + i;
            nextGradOut.Prefetch(begin + 2 * (first + lane) + pair);
            const auto gradient = Half::Load(floats, gradOut);
            runs[lane] = hn::Add(runs[lane], gradient);
            if constexpr (kProducts) {
              const uint16_t* input = tileInput + row * tile.inputStride + i;
              nextInput.Prefetch(begin + 2 * (first + lane) + pair);
              const auto product = hn::PromoteTo(doubles, hn::Mul(gradient, Half::Load(floats, input)));
              products[lane] = hn::Add(products[lane], product);
            }
          }
        }
      }
      for (int64_t lane = 0; lane < kAtOnce; ++lane) {
        hn::StoreU(runs[lane], floats, runLanes + (first + lane) * kGroupNormLaneStride + i);
        hn::StoreU(products[lane], doubles, productLanes + (first + lane) * kGroupNormLaneStride + i);
      }
    }
  });
}

template <class Half, bool kProducts>
void AddHalfPositionsOf(const GroupNormTile& tile, int64_t channel, int64_t position,
                        GroupNormLaneSums& lanes) {
  constexpr int64_t kPair = 2 * kLanes;
  int64_t row = 0;
  if (position % kPair == 0 && tile.rows >= kPair && position % kGroupNormRun + tile.rows <= kGroupNormRun) {
    if (position > 0 && position % kGroupNormRun == 0) {
      EndRun(channel, tile.columns, lanes);
    }
    row = tile.rows / kPair * kPair;
    AddWholeHalfPositions<Half, kProducts>(tile, row, lanes.runs.data() + channel,
                                           lanes.products.data() + channel);
  }
  for (; row < tile.rows; ++row) {
    const int64_t at = position + row;
    if (at > 0 && at % kGroupNormRun == 0) {
      EndRun(channel, tile.columns, lanes);
    }
    const auto* gradOut = static_cast<const uint16_t*>(tile.gradOut) + row * tile.gradOutStride;
    const auto* input =
        kProducts ? static_cast<const uint16_t*>(tile.input) + row * tile.inputStride : nullptr;
    const int64_t lane = HalfPairs<Half, kLanes>::LaneOf(at) * kGroupNormLaneStride + channel;
    float* runs = lanes.runs.data() + lane;
    double* products = lanes.products.data() + lane;
    ForEachVector(hn::CappedTag<double, kLanes>(), tile.columns, [=](auto doubles, int64_t i) HWY_ATTR {
      const hn::Rebind<float, decltype(doubles)> floats;
      const auto gradient = Half::Load(floats, gradOut + i);
      hn::StoreU(hn::Add(hn::LoadU(floats, runs + i), gradient), floats, runs + i);
      if constexpr (kProducts) {
        const auto product = hn::PromoteTo(doubles, hn::Mul(gradient, Half::Load(floats, input + i)));
        hn::StoreU(hn::Add(hn::LoadU(doubles, products + i), product), doubles, products + i);
      }
    });
  }
}

template <class Format, bool kProducts>
void AddPositionsOf(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                    GroupNormLaneSums& lanes) {
  if (means != nullptr) {
    AddInDouble<Format, kProducts, true>(tile, means, channel, position, lanes);
  } else if constexpr (std::is_same_v<Format, Float32>) {
    AddInDouble<Format, kProducts, false>(tile, nullptr, channel, position, lanes);
  } else {
    AddHalfPositionsOf<Format, kProducts>(tile, channel, position, lanes);
  }
}

template <class D>
CoefficientVectors<D> LoadCoefficients(D floats, const GroupNormFloatCoefficients& by, int64_t channel) {
  return {hn::LoadU(floats, by.scales.data() + channel), hn::LoadU(floats, by.means.data() + channel),
          hn::LoadU(floats, by.constants.data() + channel), hn::LoadU(floats, by.slopes.data() + channel)};
}

// Results of channels from `channel` of the band on; or only those that float32 gives no number for.
template <class Format>
void WritePieceInDouble(const typename Format::Element* gradOut, const typename Format::Element* input,
                        int64_t channel, int64_t count, const GroupNormBandCoefficients& by, bool all,
                        typename Format::Element* gradInput) {
  ForEachVector(hn::CappedTag<double, kLanes>(), count, [=, &by](auto doubles, int64_t i) HWY_ATTR {
    const hn::Rebind<float, decltype(doubles)> floats;
    PrefetchAhead(gradOut + i);
    PrefetchAhead(input + i);
    const auto load = [=](const GroupNormBandValues& values)
                          HWY_ATTR { return hn::LoadU(doubles, values.data() + channel + i); };
    const auto centred = hn::Sub(LoadDouble<Format>(doubles, input + i), load(by.means));
    auto result = Combine<Format>(doubles, LoadDouble<Format>(doubles, gradOut + i), centred, load(by.scales),
                                  load(by.constants), load(by.slopes));
    if (!all) {
      const auto inFloat =
          CombineFloats(floats, Format::Load(floats, gradOut + i), Format::Load(floats, input + i),
                        LoadCoefficients(floats, by.floats, channel + i));
      result = hn::IfThenElse(IsNumber(floats, inFloat), inFloat, result);
    }
    Format::Store(floats, result, gradInput + i);
  });
}

// Whether all results are numbers.
template <class Half>
bool WriteHalfPiece(const uint16_t* gradOut, const uint16_t* input, int64_t channel, int64_t count,
                    const GroupNormFloatCoefficients& by, uint16_t* gradInput) {
  bool numbers = true;
  ForEachVector(hn::CappedTag<float, 16>(), count, [=, &by, &numbers](auto floats, int64_t i) HWY_ATTR {
    PrefetchAhead(gradOut + i);
    PrefetchAhead(input + i);
    const auto result = CombineFloats(floats, Half::Load(floats, gradOut + i), Half::Load(floats, input + i),
                                      LoadCoefficients(floats, by, channel + i));
    numbers = numbers && hn::AllTrue(floats, IsNumber(floats, result));
    Half::Store(floats, result, gradInput + i);
  });
  return numbers;
}

template <class Format>
void WritePositionsOf(const GroupNormTile& tile, const GroupNormBandCoefficients& by, void* gradInput,
                      int64_t gradInputStride, Stores stores) {
  using Element = typename Format::Element;
  const auto write = [&](int64_t row, int64_t column, int64_t count, Element* out) HWY_ATTR {
    const auto* gradOut = static_cast<const Element*>(tile.gradOut) + row * tile.gradOutStride + column;
    const auto* input = static_cast<const Element*>(tile.input) + row * tile.inputStride + column;
    if constexpr (std::is_same_v<Format, Float32>) {
      WritePieceInDouble<Format>(gradOut, input, column, count, by, true, out);
    } else if (!WriteHalfPiece<Format>(gradOut, input, column, count, by.floats, out)) {
      WritePieceInDouble<Format>(gradOut, input, column, count, by, false, out);
    }
  };
  auto* const out = static_cast<Element*>(gradInput);
  if (stores == Stores::kStreaming) {
    StreamRows(out, gradInputStride, tile.rows, tile.columns, write);
    return;
  }
  for (int64_t row = 0; row < tile.rows; ++row) {
    write(row, 0, tile.columns, out + row * gradInputStride);
  }
}

void AddPositions(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                  GroupNormLaneSums& lanes) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    if (tile.input == nullptr) {
      AddPositionsOf<decltype(format), false>(tile, means, channel, position, lanes);
    } else {
      AddPositionsOf<decltype(format), true>(tile, means, channel, position, lanes);
    }
  });
}

void WritePositions(const GroupNormTile& tile, const GroupNormBandCoefficients& by, void* gradInput,
                    int64_t stride, Stores stores) {
  VisitFormat(tile.dtype, [&](auto format) HWY_ATTR {
    WritePositionsOf<decltype(format)>(tile, by, gradInput, stride, stores);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AddPositions);
HWY_EXPORT(WritePositions);

void AddGroupNormPositions(const GroupNormTile& tile, const double* means, int64_t channel, int64_t position,
                           GroupNormLaneSums& lanes) {
  HWY_DYNAMIC_DISPATCH(AddPositions)(tile, means, channel, position, lanes);
}

void WriteGroupNormPositions(const GroupNormTile& tile, const GroupNormBandCoefficients& band,
                             void* gradInput, int64_t gradInputStride, Stores stores) {
  HWY_DYNAMIC_DISPATCH(WritePositions)(tile, band, gradInput, gradInputStride, stores);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
