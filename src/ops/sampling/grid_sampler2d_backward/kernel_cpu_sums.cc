// SPDX-License-Identifier: Apache-2.0
#include "ops/sampling/grid_sampler2d_backward/kernel_cpu_sums.h"

// Compiled once for each instruction set; Highway chooses at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sampling/grid_sampler2d_backward/kernel_cpu_sums.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
// Highway's headers come after foreach_target.h.
#include <hwy/highway.h>

#include "simd/formats-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {

// Corners stand in this order: north-west, north-east, south-west, south-east.
inline constexpr size_t kCorners = 4;

// An array for each corner.
using Weights = std::array<std::array<double, kGridTile>, kCorners>;

// Rows of 1, 2 or 4 lanes are one vector; longer ones are worked on four lanes at a time. Not more: where
// vectors of eight doubles exist, widening float32 to them costs more than they save.
inline constexpr int64_t kVectorLanes = 4;

// Of rows of kLanes lanes, or any multiple of four if kLanes is 0.
template <int64_t kLanes>
inline constexpr int64_t kSumsOf = kLanes > 0 ? kLanes : kVectorLanes;

// For each sample and corner, kSums sums of input * gradient: of the channels that are equal modulo kSums.
// Or their sum.
template <int64_t kSums>
using Products = std::array<double, kGridTile * kCorners* static_cast<size_t>(kSums)>;

// For each sample and corner, the sum over all channels.
using Dots = Products<1>;

// Where the sums or the input of each sample's north-west pixel are, in elements.
using Offsets = std::array<int32_t, kGridTile>;

HWY_NOINLINE void FindPixels(const GridPoints& points, size_t count, const GridRows& rows, Offsets& offsets) {
  const hn::ScalableTag<int32_t> d;
  const auto set = [=](int64_t value) HWY_ATTR { return hn::Set(d, static_cast<int32_t>(value)); };
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto column = hn::Sub(hn::Load(d, points.x0.data() + i), set(rows.firstColumn));
    const auto row = hn::Sub(hn::Load(d, points.y0.data() + i), set(rows.firstRow));
    hn::Store(hn::Mul(hn::Add(hn::Mul(row, set(rows.rowPixels)), column), set(rows.lanes)), d,
              offsets.data() + i);
  }
}

HWY_NOINLINE void WeighCorners(const GridPoints& points, size_t count, Weights& weights) {
  const hn::CappedTag<double, kVectorLanes> d;
  const auto one = hn::Set(d, 1);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    const auto tx = hn::Load(d, points.tx.data() + i);
    const auto ty = hn::Load(d, points.ty.data() + i);
    const auto sx = hn::Sub(one, tx);
    const auto sy = hn::Sub(one, ty);
    hn::Store(hn::Mul(sx, sy), d, weights[0].data() + i);
    hn::Store(hn::Mul(tx, sy), d, weights[1].data() + i);
    hn::Store(hn::Mul(sx, ty), d, weights[2].data() + i);
    hn::Store(hn::Mul(tx, ty), d, weights[3].data() + i);
  }
}

template <class Format>
const typename Format::Element* GradientsOf(const GridGradients& all, size_t i) {
  const int64_t row = all.order != nullptr ? all.order[i] : static_cast<int64_t>(i);
  return reinterpret_cast<const typename Format::Element*>(all.data + row * all.stride);
}

// Rows in random places of a tensor: the processor does not see the next ones coming.
template <class Format>
HWY_INLINE void FetchAhead(const GridGradients& all, size_t i, size_t count, int64_t lanes) {
  constexpr size_t kAhead = 4;
  constexpr auto kLine = static_cast<int64_t>(64 / sizeof(typename Format::Element));
  if (all.order != nullptr && i + kAhead < count) {
    const auto* row = GradientsOf<Format>(all, i + kAhead);
    for (int64_t lane = 0; lane < lanes; lane += kLine) {
      hwy::Prefetch(row + lane);
    }
  }
}

template <class D>
void AddTo(D d, double* sums, hn::Vec<D> value) {
  hn::StoreU(hn::Add(hn::LoadU(d, sums), value), d, sums);
}

// In rows of one vector there is nothing to add to.
template <int64_t kLanes, class V>
HWY_INLINE void AddProduct(V& sum, V product) {
  if constexpr (kLanes > 0) {
    sum = product;
  } else {
    sum = hn::Add(sum, product);
  }
}

// Whether all sums of a corner, and then a sum for each corner, are one vector.
template <int64_t kSums>
inline constexpr bool kFoldsAtOnce = kSums == 4 && hn::MaxLanes(hn::CappedTag<double, kSums>()) == kSums;

#if HWY_TARGET != HWY_SCALAR
using CornerTag = hn::CappedTag<double, kCorners>;
using CornerVector = hn::Vec<CornerTag>;

// A sum of four lanes for each corner: the upper half is added to the lower one, twice.
inline CornerVector FoldCorners(CornerVector northWest, CornerVector northEast, CornerVector southWest,
                                CornerVector southEast) {
  const CornerTag d;
  // Of each corner two lanes, those of two corners side by side.
  const auto west =
      hn::Add(hn::ConcatLowerLower(d, southWest, northWest), hn::ConcatUpperUpper(d, southWest, northWest));
  const auto east =
      hn::Add(hn::ConcatLowerLower(d, southEast, northEast), hn::ConcatUpperUpper(d, southEast, northEast));
  return hn::Add(hn::InterleaveLower(d, west, east), hn::InterleaveUpper(d, west, east));
}
#endif

template <class Format, int64_t kLanes, bool kScatters, bool kGathers>
void Blend(const Offsets& offsets, const Weights& weights, const GridGradients& all, size_t count,
           const GridRows& rows, Products<kSumsOf<kLanes>>& products) {
  constexpr int64_t kSums = kSumsOf<kLanes>;
  const hn::CappedTag<double, kSums> d;
  constexpr auto kLength = static_cast<int64_t>(hn::MaxLanes(d));
  constexpr int64_t kVectors = kSums / kLength;
  // Where whole rows are one vector or a few, the compiler shall know.
  const int64_t lanes = kLanes > 0 ? kLanes : rows.lanes;
  // Copies: as far as the compiler knows, sums may be stored over the originals.
  const GridGradients from = all;
  double* const northSums = rows.northSums;
  double* const southSums = rows.southSums;
  const float* const northInput = rows.northInput;
  const float* const southInput = rows.southInput;
  for (size_t i = 0; i < count; ++i) {
    FetchAhead<Format>(from, i, count, lanes);
    const auto* gradients = GradientsOf<Format>(from, i);
    const int64_t west = offsets[i];
    const int64_t east = west + lanes;
    const auto northWest = hn::Set(d, weights[0][i]);
    const auto northEast = hn::Set(d, weights[1][i]);
    const auto southWest = hn::Set(d, weights[2][i]);
    const auto southEast = hn::Set(d, weights[3][i]);
    for (int64_t vector = 0; vector < kVectors; ++vector) {
      auto dotNorthWest = hn::Zero(d);
      auto dotNorthEast = hn::Zero(d);
      auto dotSouthWest = hn::Zero(d);
      auto dotSouthEast = hn::Zero(d);
      for (int64_t lane = vector * kLength; lane < lanes; lane += kSums) {
        const auto gradient = LoadDouble<Format>(d, gradients + lane);
        if constexpr (kScatters) {
          AddTo(d, northSums + west + lane, hn::Mul(northWest, gradient));
          AddTo(d, northSums + east + lane, hn::Mul(northEast, gradient));
          AddTo(d, southSums + west + lane, hn::Mul(southWest, gradient));
          AddTo(d, southSums + east + lane, hn::Mul(southEast, gradient));
        }
        if constexpr (kGathers) {
          const auto product = [&](const float* row, int64_t pixel) HWY_ATTR {
            return hn::Mul(LoadDouble<Float32>(d, row + pixel + lane), gradient);
          };
          AddProduct<kLanes>(dotNorthWest, product(northInput, west));
          AddProduct<kLanes>(dotNorthEast, product(northInput, east));
          AddProduct<kLanes>(dotSouthWest, product(southInput, west));
          AddProduct<kLanes>(dotSouthEast, product(southInput, east));
        }
      }
      if constexpr (kGathers && kFoldsAtOnce<kSums>) {
        hn::StoreU(FoldCorners(dotNorthWest, dotNorthEast, dotSouthWest, dotSouthEast),
                   hn::CappedTag<double, kCorners>(), products.data() + i * kCorners);
      } else if constexpr (kGathers) {
        double* to = products.data() + i * kCorners * kSums + vector * kLength;
        hn::StoreU(dotNorthWest, d, to);
        hn::StoreU(dotNorthEast, d, to + kSums);
        hn::StoreU(dotSouthWest, d, to + 2 * kSums);
        hn::StoreU(dotSouthEast, d, to + 3 * kSums);
      }
    }
  }
}

// Adds up the lanes of each corner, in the order in which wider vectors would be halved.
template <int64_t kSums>
void Fold(const Products<kSums>& products, size_t count, Dots& dots) {
  const double* from = products.data();
  const hn::CappedTag<double, kCorners> d;
  for (size_t dot = 0; dot < count * kCorners; dot += hn::Lanes(d)) {
    if constexpr (kSums == 1) {
      hn::StoreU(hn::LoadU(d, from + dot), d, dots.data() + dot);
    } else if constexpr (kSums == 2) {
      hn::Vec<decltype(d)> v0;
      hn::Vec<decltype(d)> v1;
      hn::LoadInterleaved2(d, from + dot * 2, v0, v1);
      hn::StoreU(hn::Add(v0, v1), d, dots.data() + dot);
    } else {
      hn::Vec<decltype(d)> v0;
      hn::Vec<decltype(d)> v1;
      hn::Vec<decltype(d)> v2;
      hn::Vec<decltype(d)> v3;
      hn::LoadInterleaved4(d, from + dot * 4, v0, v1, v2, v3);
      hn::StoreU(hn::Add(hn::Add(v0, v2), hn::Add(v1, v3)), d, dots.data() + dot);
    }
  }
}

// The chain rule for positions. Corners outside of the image take no part.
inline void FinishGridGrad(const GridPoints& points, const double* dots, size_t count, const GridEdges& edges,
                           GridGradTile& gridGrad) {
  const hn::CappedTag<double, kVectorLanes> d;
  const hn::Rebind<int32_t, decltype(d)> ints;
  using V = hn::Vec<decltype(d)>;
  const auto one = hn::Set(d, 1);
  for (size_t i = 0; i < count; i += hn::Lanes(d)) {
    V northWest;
    V northEast;
    V southWest;
    V southEast;
    hn::LoadInterleaved4(d, dots + kCorners * i, northWest, northEast, southWest, southEast);
    const auto column = hn::PromoteTo(d, hn::Load(ints, points.x0.data() + i));
    const auto row = hn::PromoteTo(d, hn::Load(ints, points.y0.data() + i));
    const auto west = hn::Ge(column, hn::Zero(d));
    const auto east = hn::Lt(column, hn::Set(d, edges.lastColumn));
    const auto north = hn::Ge(row, hn::Zero(d));
    const auto south = hn::Lt(row, hn::Set(d, edges.lastRow));
    northWest = hn::IfThenElseZero(hn::And(north, west), northWest);
    northEast = hn::IfThenElseZero(hn::And(north, east), northEast);
    southWest = hn::IfThenElseZero(hn::And(south, west), southWest);
    southEast = hn::IfThenElseZero(hn::And(south, east), southEast);

    const auto tx = hn::Load(d, points.tx.data() + i);
    const auto ty = hn::Load(d, points.ty.data() + i);
    const auto alongX = hn::Add(hn::Mul(hn::Sub(one, ty), hn::Sub(northEast, northWest)),
                                hn::Mul(ty, hn::Sub(southEast, southWest)));
    const auto alongY = hn::Add(hn::Mul(hn::Sub(one, tx), hn::Sub(southWest, northWest)),
                                hn::Mul(tx, hn::Sub(southEast, northEast)));
    const auto somewhere = hn::Gt(column, hn::Set(d, GridPoints::kNowhere));
    hn::StoreInterleaved2(
        hn::IfThenElseZero(somewhere, hn::Mul(hn::Load(d, points.slopeX.data() + i), alongX)),
        hn::IfThenElseZero(somewhere, hn::Mul(hn::Load(d, points.slopeY.data() + i), alongY)), d,
        gridGrad.data() + 2 * i);
  }
}

template <class Format, int64_t kLanes>
void BlendTile(const GridPoints& points, const GridGradients& gradients, size_t count, const GridEdges& edges,
               const GridRows& rows, GridGradTile& gridGrad) {
  alignas(64) Weights weights;
  constexpr int64_t kSums = kSumsOf<kLanes>;
  alignas(64) Products<kSums> products;
  alignas(64) Offsets offsets;
  FindPixels(points, count, rows, offsets);
  WeighCorners(points, count, weights);
  if (rows.northInput == nullptr) {
    Blend<Format, kLanes, true, false>(offsets, weights, gradients, count, rows, products);
    return;
  }
  if (rows.northSums == nullptr) {
    Blend<Format, kLanes, false, true>(offsets, weights, gradients, count, rows, products);
  } else {
    Blend<Format, kLanes, true, true>(offsets, weights, gradients, count, rows, products);
  }
  if constexpr (kFoldsAtOnce<kSums>) {
    FinishGridGrad(points, products.data(), count, edges, gridGrad);
  } else {
    Dots dots;
    Fold<kSums>(products, count, dots);
    FinishGridGrad(points, dots.data(), count, edges, gridGrad);
  }
}

template <class Format, int64_t kLanes>
void AddTile(const GridPoints& points, const GridGradients& all, size_t count, const GridRows& rows) {
  const hn::CappedTag<double, kSumsOf<kLanes>> d;
  const int64_t lanes = kLanes > 0 ? kLanes : rows.lanes;
  alignas(64) Offsets offsets;
  FindPixels(points, count, rows, offsets);
  const GridGradients from = all;
  double* const allSums = rows.northSums;
  for (size_t i = 0; i < count; ++i) {
    FetchAhead<Format>(from, i, count, lanes);
    const auto* gradients = GradientsOf<Format>(from, i);
    double* sums = allSums + offsets[i];
    for (int64_t lane = 0; lane < lanes; lane += static_cast<int64_t>(hn::Lanes(d))) {
      AddTo(d, sums + lane, LoadDouble<Format>(d, gradients + lane));
    }
  }
}

// Calls visit with the format of the gradients and the number of lanes of a row, 0 for more than a vector
// has.
template <class Visit>
void VisitLanes(DType dtype, int64_t lanes, const Visit& visit) {
  VisitFormat(dtype, [&](auto format) HWY_ATTR {
    switch (lanes) {
      case 1:
        return visit(format, std::integral_constant<int64_t, 1>());
      case 2:
        return visit(format, std::integral_constant<int64_t, 2>());
      case 4:
        return visit(format, std::integral_constant<int64_t, 4>());
      default:
        return visit(format, std::integral_constant<int64_t, 0>());
    }
  });
}

void AddSamples(const GridPoints& points, const GridGradients& gradients, int64_t count,
                const GridRows& rows) {
  VisitLanes(gradients.dtype, rows.lanes, [&](auto format, auto lanes) HWY_ATTR {
    AddTile<decltype(format), lanes()>(points, gradients, static_cast<size_t>(count), rows);
  });
}

void BlendSamples(const GridPoints& points, const GridGradients& gradients, int64_t count,
                  const GridEdges& edges, const GridRows& rows, GridGradTile& gridGrad) {
  VisitLanes(gradients.dtype, rows.lanes, [&](auto format, auto lanes) HWY_ATTR {
    BlendTile<decltype(format), lanes()>(points, gradients, static_cast<size_t>(count), edges, rows,
                                         gridGrad);
  });
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace openaclnn {

HWY_EXPORT(AddSamples);
HWY_EXPORT(BlendSamples);

void AddGridSamples(const GridPoints& points, const GridGradients& gradients, int64_t count,
                    const GridRows& rows) {
  HWY_DYNAMIC_DISPATCH(AddSamples)(points, gradients, count, rows);
}

void BlendGridSamples(const GridPoints& points, const GridGradients& gradients, int64_t count,
                      const GridEdges& edges, const GridRows& rows, GridGradTile& gridGrad) {
  HWY_DYNAMIC_DISPATCH(BlendSamples)(points, gradients, count, edges, rows, gridGrad);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
