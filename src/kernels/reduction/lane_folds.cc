// SPDX-License-Identifier: Apache-2.0
#include "kernels/reduction/lane_folds.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "simd/lanes-inl.h"
#include "simd/numbers-inl.h"
#include "simd/vector_parts-inl.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(FindFolds, LaneFolds(LaneJoin join, DType number));
}  // namespace openaclnn

#if !HWY_ONCE
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace lane_folds {

struct Sum {
  static constexpr bool kExact = false;
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return a + b;
  }
};
struct Product {
  static constexpr bool kExact = false;
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    return a * b;
  }
};
template <bool kLargest>
struct Extreme {
  static constexpr bool kExact = true;  // in any type
  template <class T>
  static HWY_INLINE T Join(T a, T b) {
    if constexpr (std::is_integral_v<typename T::Number>) {
      return T(kLargest ? hn::Max(a.vector, b.vector) : hn::Min(a.vector, b.vector));
    } else {
      return kLargest ? Larger(a, b) : Smaller(a, b);
    }
  }
};

// The lanes of a vector: its halves are joined until so many lanes are left.
template <class Joined, size_t kLeft, class D>
HWY_INLINE auto FoldHalves(Lanes<D> lanes) {
#if HWY_TARGET != HWY_SCALAR
  if constexpr (hn::MaxLanes(D()) > kLeft) {
    const hn::Half<D> half;
    using Half = Lanes<hn::Half<D>>;
    return FoldHalves<Joined, kLeft>(
        Joined::Join(Half(hn::LowerHalf(half, lanes.vector)), Half(hn::UpperHalf(half, lanes.vector))));
  } else {
    return lanes;
  }
#else
  return lanes;
#endif
}

template <class Joined, typename T>
class Folds {
 public:
  static void Rows(const std::byte* lanes, int64_t blocks, std::byte* to) {
    const T* from = reinterpret_cast<const T*>(lanes);
    auto* const results = reinterpret_cast<Wide*>(to);
    int64_t block = 0;
#if HWY_TARGET != HWY_SCALAR
    if constexpr (hn::MaxLanes(RowTag()) >= kFour && sizeof(Row) >= sizeof(float)) {
      for (; block + static_cast<int64_t>(kFour) <= blocks; block += kFour) {
        FoldFour(from + block * kLanes, results + block);
      }
    }
#endif
    for (; block < blocks; ++block) {
      results[block] =
          static_cast<Wide>(hn::GetLane(FoldHalves<Joined, 1>(OneVector(from + block * kLanes)).vector));
    }
  }

  static void Columns(const std::byte* lanes, int64_t pitch, int64_t used, int64_t columns, std::byte* to) {
    ForEachVectorPart(Tag(), 0, columns, [=](auto wide, int64_t c) HWY_ATTR {
      const hn::Rebind<Row, decltype(wide)> tag;
      const T* const from = reinterpret_cast<const T*>(lanes) + c;
      const auto sums = used == kLanes
                            ? JoinLanes<1, 0>(tag, from, pitch, std::integral_constant<int64_t, kLanes>())
                            : JoinLanes<1, 0>(tag, from, pitch, used);
      if constexpr (std::is_same_v<Row, Wide>) {
        hn::StoreU(sums, wide, reinterpret_cast<Wide*>(to) + c);
      } else {
        hn::StoreU(hn::PromoteTo(wide, sums), wide, reinterpret_cast<Wide*>(to) + c);
      }
    });
  }

  static void JoinEach(std::byte* results, const std::byte* next, int64_t count) {
    ForEachVectorPart(Tag(), 0, count, [=](auto tag, int64_t i) HWY_ATTR {
      using V = Lanes<std::remove_const_t<decltype(tag)>>;
      Wide* const at = reinterpret_cast<Wide*>(results) + i;
      const V joined =
          Joined::Join(V(hn::LoadU(tag, at)), V(hn::LoadU(tag, reinterpret_cast<const Wide*>(next) + i)));
      hn::StoreU(joined.vector, tag, at);
    });
  }

  static void JoinAll(std::byte* results, int64_t count) {
    using One = Lanes<hn::CappedTag<Wide, 1>>;
    auto* const values = reinterpret_cast<Wide*>(results);
    One all(values[0]);
    for (int64_t i = 1; i < count; ++i) {
      all = Joined::Join(all, One(values[i]));
    }
    values[0] = hn::GetLane(all.vector);
  }

 private:
  using Wide = WideOf<T>;
  static constexpr int64_t kLanes = kLaneBytes / static_cast<int64_t>(sizeof(T));
  using Tag = hn::CappedTag<Wide, static_cast<size_t>(kLaneBytes) / sizeof(Wide)>;
  // The type in which the lanes of a row are joined.
  using Row = std::conditional_t<Joined::kExact, T, Wide>;
  using RowTag = hn::CappedTag<Row, static_cast<size_t>(kLaneBytes) / sizeof(Row)>;
  static constexpr size_t kFour = 4;

  // The lanes of some columns: lane kLane and all that lie a multiple of kStep behind it, the upper half joined to the lower
  // one. Written out, so that what they hold stays in registers.
  template <int64_t kStep, int64_t kLane, class D, class Count>
  static HWY_INLINE hn::Vec<D> JoinLanes(D tag, const T* from, int64_t pitch, Count used) {
    if constexpr (kStep == kLanes) {
      return Load(tag, from + kLane * pitch);
    } else {
      const auto lower = JoinLanes<2 * kStep, kLane>(tag, from, pitch, used);
      if (kLane + kStep >= used) {
        return lower;
      }
      const auto upper = JoinLanes<2 * kStep, kLane + kStep>(tag, from, pitch, used);
      return Joined::Join(Lanes<D>(lower), Lanes<D>(upper)).vector;
    }
  }

  // The lanes of a block, the upper half joined to the lower one until they are one vector.
  static HWY_INLINE Lanes<RowTag> OneVector(const T* from) {
    constexpr size_t kStep = hn::MaxLanes(RowTag());
    constexpr auto kVectors = static_cast<size_t>(kLanes) / kStep;
    const RowTag tag;
    hn::Vec<RowTag> vectors[kVectors];
    for (size_t v = 0; v < kVectors; ++v) {
      vectors[v] = Load(tag, from + v * kStep);
    }
    for (size_t count = kVectors / 2; count > 0; count /= 2) {
      for (size_t v = 0; v < count; ++v) {
        vectors[v] = Joined::Join(Lanes<RowTag>(vectors[v]), Lanes<RowTag>(vectors[v + count])).vector;
      }
    }
    return Lanes<RowTag>(vectors[0]);
  }

#if HWY_TARGET != HWY_SCALAR
  // Four blocks, whose last lanes are joined side by side: in the same order as a block's own.
  static HWY_INLINE void FoldFour(const T* from, Wide* to) {
    using FourTag = hn::CappedTag<Row, kFour>;
    using Four = Lanes<FourTag>;
    const FourTag tag;
    const auto fold = [=](int64_t block) HWY_ATTR {
      return FoldHalves<Joined, kFour>(OneVector(from + block * kLanes)).vector;
    };
    const auto halves = [=](hn::Vec<FourTag> first, hn::Vec<FourTag> second) HWY_ATTR {
      return Joined::Join(Four(hn::ConcatLowerLower(tag, second, first)),
                          Four(hn::ConcatUpperUpper(tag, second, first)))
          .vector;
    };
    const auto first = halves(fold(0), fold(1));
    const auto second = halves(fold(2), fold(3));
    const Four joined =
        Joined::Join(Four(hn::ConcatEven(tag, second, first)), Four(hn::ConcatOdd(tag, second, first)));
    HWY_ALIGN std::array<Row, kFour> results;
    hn::Store(joined.vector, tag, results.data());
    for (size_t i = 0; i < kFour; ++i) {
      to[i] = static_cast<Wide>(results[i]);
    }
  }
#endif

  template <class D>
  static HWY_INLINE hn::Vec<D> Load(D tag, const T* from) {
    if constexpr (std::is_same_v<T, hn::TFromD<D>>) {
      return hn::LoadU(tag, from);
    } else {
      return hn::PromoteTo(tag, hn::LoadU(hn::Rebind<T, D>(), from));
    }
  }
};

template <class Joined, typename T>
LaneFolds FoldsOf() {
  using Chosen = Folds<Joined, T>;
  return {Chosen::Rows, Chosen::Columns, Chosen::JoinEach, Chosen::JoinAll};
}

template <class Joined>
LaneFolds FoldsOfNumbers(DType number) {
  switch (number) {
    case DType::kDouble:
      return FoldsOf<Joined, double>();
    case DType::kInt64:
      return FoldsOf<Joined, int64_t>();
    default:
      return FoldsOf<Joined, float>();
  }
}

template <class Joined>
LaneFolds FoldsOfOrdered(DType number) {
  switch (number) {
    case DType::kInt32:
      return FoldsOf<Joined, int32_t>();
    case DType::kBool:
      return FoldsOf<Joined, uint8_t>();
    default:
      return FoldsOfNumbers<Joined>(number);
  }
}

}  // namespace lane_folds

LaneFolds FindFolds(LaneJoin join, DType number) {
  switch (join) {
    case LaneJoin::kSum:
      return lane_folds::FoldsOfNumbers<lane_folds::Sum>(number);
    case LaneJoin::kProduct:
      return lane_folds::FoldsOfNumbers<lane_folds::Product>(number);
    case LaneJoin::kLargest:
      return lane_folds::FoldsOfOrdered<lane_folds::Extreme<true>>(number);
    case LaneJoin::kSmallest:
      return lane_folds::FoldsOfOrdered<lane_folds::Extreme<false>>(number);
  }
  return {};
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else
namespace openaclnn {

LaneFolds FindLaneFolds(LaneJoin join, DType number) {
  return HWY_DYNAMIC_DISPATCH(FindFolds)(join, number);
}

}  // namespace openaclnn
#endif  // HWY_ONCE
