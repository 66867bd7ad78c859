// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>

#include "ops/fourier/transform.h"
#include "simd/per_target.h"

namespace openaclnn {
OPENACLNN_PER_TARGET(TransformFourierRows, void(const FourierPlan& plan, const FourierRows& rows));
}

#if !HWY_ONCE
#include "simd/fused-inl.h"

HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// Complex numbers of several rows.
template <class D>
struct Point {
  hn::Vec<D> re;
  hn::Vec<D> im;
};

template <class D>
HWY_INLINE Point<D> LoadPoint(D tag, const double* from) {
  return {hn::Load(tag, from), hn::Load(tag, from + hn::MaxLanes(D()))};
}
template <class D>
HWY_INLINE void StorePoint(D tag, const Point<D>& point, double* to) {
  hn::Store(point.re, tag, to);
  hn::Store(point.im, tag, to + hn::MaxLanes(D()));
}
template <class D>
HWY_INLINE Point<D> Add(const Point<D>& a, const Point<D>& b) {
  return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)};
}
template <class D>
HWY_INLINE Point<D> Subtract(const Point<D>& a, const Point<D>& b) {
  return {hn::Sub(a.re, b.re), hn::Sub(a.im, b.im)};
}
// a + factor * b
template <class D>
HWY_INLINE Point<D> AddTimes(D tag, const Point<D>& a, double factor, const Point<D>& b) {
  const auto times = hn::Set(tag, factor);
  return {MulAdd(tag, times, b.re, a.re), MulAdd(tag, times, b.im, a.im)};
}
template <class D>
HWY_INLINE Point<D> Times(D tag, double factor, const Point<D>& a) {
  const auto times = hn::Set(tag, factor);
  return {hn::Mul(times, a.re), hn::Mul(times, a.im)};
}
// a - i b, and a + i b
template <class D>
HWY_INLINE Point<D> SubtractTurned(const Point<D>& a, const Point<D>& b) {
  return {hn::Add(a.re, b.im), hn::Sub(a.im, b.re)};
}
template <class D>
HWY_INLINE Point<D> AddTurned(const Point<D>& a, const Point<D>& b) {
  return {hn::Sub(a.re, b.im), hn::Add(a.im, b.re)};
}
// a * factor, which is a pair
template <class D>
HWY_INLINE Point<D> Product(D tag, const Point<D>& a, const double* factor) {
  const auto re = hn::Set(tag, factor[0]);
  const auto im = hn::Set(tag, factor[1]);
  return {NegMulAdd(tag, a.im, im, hn::Mul(a.re, re)), MulAdd(tag, a.re, im, hn::Mul(a.im, re))};
}

// Transforms of two, three, four and five points, in place.
template <class D>
HWY_INLINE void TransformPoints(D /*tag*/, Point<D> (&x)[2]) {
  const Point<D> first = x[0];
  x[0] = Add(first, x[1]);
  x[1] = Subtract(first, x[1]);
}
template <class D>
HWY_INLINE void TransformPoints(D tag, Point<D> (&x)[3]) {
  constexpr double kSine60 = 0.866025403784438646763723170752936183;
  const Point<D> sum = Add(x[1], x[2]);
  const Point<D> turned = Times(tag, kSine60, Subtract(x[1], x[2]));
  const Point<D> middle = AddTimes(tag, x[0], -0.5, sum);
  x[0] = Add(x[0], sum);
  x[1] = SubtractTurned(middle, turned);
  x[2] = AddTurned(middle, turned);
}
template <class D>
HWY_INLINE void TransformPoints(D /*tag*/, Point<D> (&x)[4]) {
  const Point<D> even = Add(x[0], x[2]);
  const Point<D> evenDifference = Subtract(x[0], x[2]);
  const Point<D> odd = Add(x[1], x[3]);
  const Point<D> oddDifference = Subtract(x[1], x[3]);
  x[0] = Add(even, odd);
  x[1] = SubtractTurned(evenDifference, oddDifference);
  x[2] = Subtract(even, odd);
  x[3] = AddTurned(evenDifference, oddDifference);
}
template <class D>
HWY_INLINE void TransformPoints(D tag, Point<D> (&x)[5]) {
  constexpr double kCosine72 = 0.309016994374947424102293417182819059;
  constexpr double kCosine144 = -0.809016994374947424102293417182819059;
  constexpr double kSine72 = 0.951056516295153572116439333379382143;
  constexpr double kSine144 = 0.587785252292473129168705954639072769;
  const Point<D> outer = Add(x[1], x[4]);
  const Point<D> inner = Add(x[2], x[3]);
  const Point<D> outerDifference = Subtract(x[1], x[4]);
  const Point<D> innerDifference = Subtract(x[2], x[3]);
  const Point<D> first = AddTimes(tag, AddTimes(tag, x[0], kCosine72, outer), kCosine144, inner);
  const Point<D> second = AddTimes(tag, AddTimes(tag, x[0], kCosine144, outer), kCosine72, inner);
  const Point<D> firstTurned = AddTimes(tag, Times(tag, kSine72, outerDifference), kSine144, innerDifference);
  const Point<D> secondTurned =
      AddTimes(tag, Times(tag, kSine144, outerDifference), -kSine72, innerDifference);
  x[0] = Add(x[0], Add(outer, inner));
  x[1] = SubtractTurned(first, firstTurned);
  x[4] = AddTurned(first, firstTurned);
  x[2] = SubtractTurned(second, secondTurned);
  x[3] = AddTurned(second, secondTurned);
}

// What one pass does: of `rest` points, `stride` transforms lie between each other.
struct Passage {
  int64_t rest;
  int64_t stride;
  const double* factors;
  const double* roots;
};

template <int64_t kRadix, class D>
void RunPass(D tag, const Passage& passage, const double* from, double* to) {
  constexpr auto kSize = static_cast<int64_t>(2 * hn::MaxLanes(D()));
  const int64_t parts = passage.rest / kRadix;
  const double* factors = passage.factors;
  for (int64_t k = 0; k < parts; ++k, factors += 2 * (kRadix - 1)) {
    const double* x = from + k * passage.stride * kSize;
    double* y = to + k * kRadix * passage.stride * kSize;
    for (int64_t q = 0; q < passage.stride; ++q, x += kSize, y += kSize) {
      Point<D> points[kRadix];
      for (int64_t j = 0; j < kRadix; ++j) {
        points[j] = LoadPoint(tag, x + j * parts * passage.stride * kSize);
      }
      TransformPoints(tag, points);
      StorePoint(tag, points[0], y);
      for (int64_t j = 1; j < kRadix; ++j) {
        StorePoint(tag, Product(tag, points[j], factors + 2 * (j - 1)), y + j * passage.stride * kSize);
      }
    }
  }
}

// Of any odd radix: sums and differences of points at the same distance from the first one, in `scratch`.
template <class D>
void RunPass(D tag, int64_t radix, const Passage& passage, const double* from, double* to, double* scratch) {
  constexpr auto kSize = static_cast<int64_t>(2 * hn::MaxLanes(D()));
  const int64_t parts = passage.rest / radix;
  const int64_t pairs = radix / 2;
  const double* factors = passage.factors;
  for (int64_t k = 0; k < parts; ++k, factors += 2 * (radix - 1)) {
    for (int64_t q = 0; q < passage.stride; ++q) {
      const double* x = from + (k * passage.stride + q) * kSize;
      double* y = to + (k * radix * passage.stride + q) * kSize;
      const Point<D> first = LoadPoint(tag, x);
      Point<D> all = first;
      for (int64_t j = 1; j <= pairs; ++j) {
        const Point<D> a = LoadPoint(tag, x + j * parts * passage.stride * kSize);
        const Point<D> b = LoadPoint(tag, x + (radix - j) * parts * passage.stride * kSize);
        const Point<D> sum = Add(a, b);
        StorePoint(tag, sum, scratch + 2 * (j - 1) * kSize);
        StorePoint(tag, Subtract(a, b), scratch + (2 * j - 1) * kSize);
        all = Add(all, sum);
      }
      StorePoint(tag, all, y);
      for (int64_t result = 1; result <= pairs; ++result) {
        Point<D> even = first;
        Point<D> turned{hn::Zero(tag), hn::Zero(tag)};
        int64_t root = 0;
        for (int64_t j = 1; j <= pairs; ++j) {
          root = root + result >= radix ? root + result - radix : root + result;
          even = AddTimes(tag, even, passage.roots[2 * root], LoadPoint(tag, scratch + 2 * (j - 1) * kSize));
          turned = AddTimes(tag, turned, -passage.roots[2 * root + 1],
                            LoadPoint(tag, scratch + (2 * j - 1) * kSize));
        }
        StorePoint(tag, Product(tag, SubtractTurned(even, turned), factors + 2 * (result - 1)),
                   y + result * passage.stride * kSize);
        StorePoint(tag, Product(tag, AddTurned(even, turned), factors + 2 * (radix - result - 1)),
                   y + (radix - result) * passage.stride * kSize);
      }
    }
  }
}

template <class D>
double* RunPasses(D tag, const FourierPlan& plan, double* from, double* to, double* scratch);

// Of a large prime radix, as a convolution.
template <class D>
void RunPass(D tag, const PrimeConvolution& convolution, const Passage& passage, const double* from,
             double* to, double* scratch) {
  constexpr auto kSize = static_cast<int64_t>(2 * hn::MaxLanes(D()));
  const auto count = static_cast<int64_t>(convolution.places.size());
  const int64_t parts = passage.rest / (count + 1);
  const int64_t* const places = convolution.places.data();
  const double* factors = passage.factors;
  double* const rest = scratch + 2 * count * kSize;
  for (int64_t k = 0; k < parts; ++k, factors += 2 * count) {
    for (int64_t q = 0; q < passage.stride; ++q) {
      const double* x = from + (k * passage.stride + q) * kSize;
      double* y = to + (k * (count + 1) * passage.stride + q) * kSize;
      const Point<D> first = LoadPoint(tag, x);
      double* numbers = scratch;
      double* others = scratch + count * kSize;
      for (int64_t i = 0; i < count; ++i) {
        StorePoint(tag, LoadPoint(tag, x + places[i] * parts * passage.stride * kSize), numbers + i * kSize);
      }
      const auto transform = [&]() HWY_ATTR {
        double* const results = RunPasses(tag, convolution.plan, numbers, others, rest);
        others = results == numbers ? others : numbers;
        numbers = results;
      };
      transform();
      StorePoint(tag, Add(first, LoadPoint(tag, numbers)), y);
      for (int64_t i = 0; i < count; ++i) {
        double* const point = numbers + i * kSize;
        StorePoint(tag, Product(tag, LoadPoint(tag, point), convolution.spectrum.data() + 2 * i), point);
      }
      transform();
      for (int64_t i = 0; i < count; ++i) {
        const Point<D> sum = Add(first, LoadPoint(tag, numbers + i * kSize));
        StorePoint(tag, Product(tag, sum, factors + 2 * (places[i] - 1)),
                   y + places[i] * passage.stride * kSize);
      }
    }
  }
}

// All passes, between two arrays. Returns the one that holds the results.
template <class D>
double* RunPasses(D tag, const FourierPlan& plan, double* from, double* to, double* scratch) {
  Passage passage{plan.points, 1, nullptr, nullptr};
  for (const FourierPlan::Pass& pass : plan.passes) {
    passage.factors = plan.factors.data() + pass.factors;
    passage.roots = plan.factors.data() + pass.roots;
    switch (pass.radix) {
      case 2:
        RunPass<2>(tag, passage, from, to);
        break;
      case 3:
        RunPass<3>(tag, passage, from, to);
        break;
      case 4:
        RunPass<4>(tag, passage, from, to);
        break;
      case 5:
        RunPass<5>(tag, passage, from, to);
        break;
      default:
        if (pass.convolution != nullptr) {
          RunPass(tag, *pass.convolution, passage, from, to, scratch);
        } else {
          RunPass(tag, pass.radix, passage, from, to, scratch);
        }
    }
    std::swap(from, to);
    passage.rest /= pass.radix;
    passage.stride *= pass.radix;
  }
  return from;
}

template <class D>
class Transform {
 public:
  explicit Transform(const FourierPlan& plan)
      : plan_(plan),
        memory_(std::make_unique_for_overwrite<double[]>(
            static_cast<size_t>((2 * plan.points + plan.scratchPoints) * kSize + 8))) {
    constexpr uintptr_t kAlignment = 64;
    auto address = reinterpret_cast<uintptr_t>(memory_.get());
    address = (address + kAlignment - 1) / kAlignment * kAlignment;
    first_ = reinterpret_cast<double*>(address);
    second_ = first_ + plan.points * kSize;
    scratch_ = second_ + plan.points * kSize;
  }

  // As many rows as there are lanes, or the last ones.
  void Run(const FourierRows& rows, int64_t row) {
    if (plan_.convolution != nullptr) {
      Write(rows, row, Convolve(*plan_.convolution, rows, row));
      return;
    }
    Read(rows, row);
    Write(rows, row, RunPasses(kTag, plan_, first_, second_, scratch_));
  }

 private:
  static constexpr D kTag{};
  static constexpr auto kLanes = static_cast<int64_t>(hn::MaxLanes(D()));
  static constexpr int64_t kSize = 2 * kLanes;
  using V = hn::Vec<D>;

  using Offsets = hn::VFromD<hn::RebindToSigned<D>>;

  // Where the rows of the lanes begin.
  [[nodiscard]] static Offsets OffsetsOf(const FourierRows& rows, int64_t row) {
    HWY_ALIGN int64_t offsets[kLanes];
    for (int64_t lane = 0; lane < kLanes; ++lane) {
      offsets[lane] = std::min(row + lane, rows.rows - 1) * rows.rowStride;
    }
    return hn::Load(hn::RebindToSigned<D>(), offsets);
  }

  // Real number k of each row.
  [[nodiscard]] HWY_INLINE static V NumberOf(const FourierRows& rows, Offsets lanes, int64_t k) {
    const V numbers = hn::GatherIndex(kTag, rows.numbers + k, lanes);
    return rows.window == nullptr ? numbers : hn::Mul(numbers, hn::Set(kTag, rows.window[k]));
  }

  void Read(const FourierRows& rows, int64_t row) {
    const Offsets lanes = OffsetsOf(rows, row);
    const auto read = [&](int64_t k) HWY_ATTR { return NumberOf(rows, lanes, k); };
    if (plan_.halved) {
      for (int64_t k = 0; k < plan_.points; ++k) {
        StorePoint(kTag, Point<D>{read(2 * k), read(2 * k + 1)}, first_ + k * kSize);
      }
    } else if (!plan_.complex) {
      for (int64_t k = 0; k < plan_.points; ++k) {
        StorePoint(kTag, Point<D>{read(k), hn::Zero(kTag)}, first_ + k * kSize);
      }
    } else {
      for (int64_t k = 0; k < plan_.points; ++k) {
        const double* const numbers = rows.numbers + 2 * k;
        Point<D> point{hn::GatherIndex(kTag, numbers, lanes), hn::GatherIndex(kTag, numbers + 1, lanes)};
        if (rows.window != nullptr) {
          point = Product(kTag, point, rows.window + 2 * k);
        }
        StorePoint(kTag, point, first_ + k * kSize);
      }
    }
  }

  // Of real numbers of a prime length. Returns the lower half of the frequencies.
  double* Convolve(const RealConvolution& convolution, const FourierRows& rows, int64_t row) {
    const FourierPlan& halves = convolution.plan;
    const int64_t* const places = convolution.places.data();
    const Offsets lanes = OffsetsOf(rows, row);
    const V first = NumberOf(rows, lanes, 0);
    for (int64_t i = 0; i < halves.points; ++i) {
      StorePoint(kTag,
                 Point<D>{NumberOf(rows, lanes, places[2 * i]), NumberOf(rows, lanes, places[2 * i + 1])},
                 first_ + i * kSize);
    }
    double* sums = RunPasses(kTag, halves, first_, second_, scratch_);
    double* other = sums == first_ ? second_ : first_;
    const V all = hn::Add(first, SplitFrequency(halves, sums, 0).re);
    MultiplySpectra(convolution, sums);
    // The transform of conjugates is that of the numbers backwards, but for their conjugation.
    sums = RunPasses(kTag, halves, sums, other, scratch_);
    double* const results = sums == first_ ? second_ : first_;
    StorePoint(kTag, Point<D>{all, hn::Zero(kTag)}, results);
    const auto half = hn::Set(kTag, 0.5);
    const auto sumAt = [&](int64_t i) HWY_ATTR {
      const Point<D> pair = LoadPoint(kTag, sums + i / 2 * kSize);
      return i % 2 == 0 ? pair.re : hn::Neg(pair.im);
    };
    for (int64_t i = 0; i < halves.points; ++i) {
      // The sums of a place and of its negative lie half of the powers apart, against their order.
      const V here = sumAt(i == 0 ? 0 : halves.length - i);
      const V negative = sumAt(halves.points - i);
      const V even = hn::Mul(half, hn::Add(here, negative));
      const V odd = hn::Mul(half, hn::Sub(here, negative));
      const int64_t place = places[i];
      const bool upper = place > plan_.length / 2;
      StorePoint(kTag, Point<D>{hn::Add(first, even), upper ? odd : hn::Neg(odd)},
                 results + (upper ? plan_.length - place : place) * kSize);
    }
    return results;
  }

  // Multiplies the transform of real numbers, two of which were a point, by that of others, and leaves the conjugates
  // of what transforms back to such points.
  static void MultiplySpectra(const RealConvolution& convolution, double* points) {
    const FourierPlan& halves = convolution.plan;
    const int64_t count = halves.points;
    const auto half = hn::Set(kTag, 0.5);
    for (int64_t k = 0; k <= count / 2; ++k) {
      const auto product = [&](int64_t at) HWY_ATTR {
        return Product(kTag, SplitFrequency(halves, points, at), convolution.spectrum.data() + 2 * at);
      };
      const Point<D> a = product(k);
      const Point<D> b = product(count - k);
      const auto store = [&](int64_t at, const Point<D>& x, const Point<D>& y) HWY_ATTR {
        const Point<D> even{hn::Mul(half, hn::Add(x.re, y.re)), hn::Mul(half, hn::Sub(x.im, y.im))};
        const Point<D> difference{hn::Mul(half, hn::Sub(x.re, y.re)), hn::Mul(half, hn::Add(x.im, y.im))};
        const double* const root = halves.halves.data() + 2 * at;
        const double turnedBack[2] = {root[0], -root[1]};
        const Point<D> odd = Product(kTag, difference, turnedBack);
        const Point<D> point = AddTurned(even, odd);
        StorePoint(kTag, Point<D>{point.re, hn::Neg(point.im)}, points + at * kSize);
      };
      store(k, a, b);
      if (k > 0 && k < count - k) {
        store(count - k, b, a);
      }
    }
  }

  void Write(const FourierRows& rows, int64_t row, const double* points) const {
    const int64_t lanes = std::min(kLanes, rows.rows - row);
    for (int64_t k = 0; k < rows.frequencies; ++k) {
      const bool mirrored = !plan_.complex && k > plan_.length / 2;
      Point<D> point = FrequencyAt(points, mirrored ? plan_.length - k : k);
      if (mirrored) {
        point.im = hn::Neg(point.im);
      }
      if (rows.scale != 1) {
        point = Times(kTag, rows.scale, point);
      }
      double* const to = rows.results + 2 * (k * rows.frequencyStride + row * rows.resultStride);
      if (lanes == kLanes && rows.resultStride == 1) {
        StorePairs(point, to);
      } else {
        HWY_ALIGN double pairs[kSize];
        StorePairs(point, pairs);
        for (int64_t lane = 0; lane < lanes; ++lane) {
          std::copy_n(pairs + 2 * lane, 2, to + 2 * lane * rows.resultStride);
        }
      }
    }
  }

  HWY_INLINE static void StorePairs(const Point<D>& point, double* to) {
#if HWY_TARGET == HWY_SCALAR
    to[0] = hn::GetLane(point.re);
    to[1] = hn::GetLane(point.im);
#else
    hn::StoreInterleaved2(point.re, point.im, kTag, to);
#endif
  }

  [[nodiscard]] HWY_INLINE Point<D> FrequencyAt(const double* points, int64_t k) const {
    return plan_.halved ? SplitFrequency(plan_, points, k) : LoadPoint(kTag, points + k * kSize);
  }

  // Of a transform whose numbers at even places were real parts of points, those at odd places imaginary ones.
  [[nodiscard]] HWY_INLINE static Point<D> SplitFrequency(const FourierPlan& plan, const double* points,
                                                          int64_t k) {
    const int64_t count = plan.points;
    const Point<D> a = LoadPoint(kTag, points + (k == count ? 0 : k) * kSize);
    const Point<D> b = LoadPoint(kTag, points + (k == 0 ? 0 : count - k) * kSize);
    const auto half = hn::Set(kTag, 0.5);
    const Point<D> even{hn::Mul(half, hn::Add(a.re, b.re)), hn::Mul(half, hn::Sub(a.im, b.im))};
    const Point<D> odd{hn::Mul(half, hn::Add(a.im, b.im)), hn::Mul(half, hn::Sub(b.re, a.re))};
    return Add(even, Product(kTag, odd, plan.halves.data() + 2 * k));
  }

  const FourierPlan& plan_;
  std::unique_ptr<double[]> memory_;
  double* first_;
  double* second_;
  double* scratch_;
};

template <class D>
void TransformLanes(D /*tag*/, const FourierPlan& plan, const FourierRows& rows) {
  Transform<D> transform(plan);
  for (int64_t row = 0; row < rows.rows; row += static_cast<int64_t>(hn::MaxLanes(D()))) {
    transform.Run(rows, row);
  }
}

}  // namespace

void TransformFourierRows(const FourierPlan& plan, const FourierRows& rows) {
  // Few rows, and such long ones that a cache has no room for several, are transformed one after another.
  constexpr int64_t kFewRows = 2;
  constexpr int64_t kLong = 1 << 15;
  if (rows.rows <= kFewRows || plan.points > kLong) {
    TransformLanes(hn::CappedTag<double, 1>(), plan, rows);
  } else {
    TransformLanes(hn::ScalableTag<double>(), plan, rows);
  }
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else  // compiled once
namespace openaclnn {

void TransformRows(const FourierPlan& plan, const FourierRows& rows) {
  HWY_DYNAMIC_DISPATCH(TransformFourierRows)(plan, rows);
}

}  // namespace openaclnn
#endif
