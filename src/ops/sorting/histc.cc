// SPDX-License-Identifier: Apache-2.0
//
// aclnnHistc: how many elements are in each of some bins of equal width.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "aclnnop/aclnn_histc.h"
#include "base/errors.h"
#include "executor/phases.h"
#include "kernels/elementwise/converted.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/dtypes.h"
#include "ops/common/entry.h"
#include "ops/common/number.h"
#include "ops/sorting/partial_counts.h"

namespace openaclnn {
namespace {

struct Args {
  TensorView self;
  TensorView out;
  ScalarValue min;  // as numbers of self's type; of integers as INT64
  ScalarValue max;
  bool ofData = false;  // the least and the largest element take their place
};

// The range of a part's elements.
template <typename T>
struct Extent {
  T least = std::numeric_limits<T>::max();
  T largest = std::numeric_limits<T>::lowest();
  int64_t infinite = -1;  // the first that is no finite number
};

struct State : Prepared {
  PartialCounts<int64_t> counts;
  ScratchArray<Extent<double>> extents;  // of each part, in the type of the elements
};

// The type in which elements are compared with the bounds.
DType TypeOfNumbers(DType dtype) {
  if (dtype == DType::kDouble) {
    return DType::kDouble;
  }
  return ClassOf(dtype) == DTypeClass::kFloating ? DType::kFloat : DType::kInt64;
}

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  const int64_t elements = args.self.NumElements();
  state.counts = PartialCounts<int64_t>(elements, args.out.NumElements(), scratch);
  state.extents = scratch.Book<Extent<double>>(state.counts.Parts());
  state.workspaceBytes = scratch.Bytes();
  // To count takes as long as to copy so many bytes.
  constexpr size_t kCount = 24;
  state.cost = state.counts.Cost() + static_cast<size_t>(elements) * kCount;
  return state;
}

// The bins of floating-point numbers, rounded after each step. What a chunk's elements have is looked up
// first, then counted: the one is arithmetic, the other memory.
template <typename T>
class Bins {
 public:
  Bins(T least, T largest, int64_t bins) : least_(least), largest_(largest), bins_(bins) {
    // Where the range times the bins is too large for the type, all numbers are made smaller, which rounds
    // none that matters: by 2^63 as many bins as there may be, and by 2 that the range is larger than its
    // ends.
    if (!std::isfinite((largest - least) * static_cast<T>(bins))) {
      scale_ = static_cast<T>(0x1p-66);
    }
    start_ = least * scale_;
    range_ = largest * scale_ - start_;
  }

  void Count(const T* elements, int64_t count, int64_t* counts) const {
    if (!(least_ < largest_)) {
      CountMiddle(elements, count, counts);
      return;
    }
    std::array<T, kConvertedChunk> places;
    const auto factor = static_cast<T>(bins_);
    for (int64_t i = 0; i < count; ++i) {
      const T element = elements[i];
      const T place = (element * scale_ - start_) * factor / range_;
      const bool inside = (element >= least_) & (element <= largest_);
      places[static_cast<size_t>(i)] = inside ? place : T{-1};
    }
    for (int64_t i = 0; i < count; ++i) {
      const T place = places[static_cast<size_t>(i)];
      const int64_t bin = place < factor ? static_cast<int64_t>(place) : bins_;
      // The last one has the end of the range, and what is rounded to it.
      ++counts[place < 0 ? bins_ : std::min(bin, bins_ - 1)];
    }
  }

 private:
  // Of a range without width.
  void CountMiddle(const T* elements, int64_t count, int64_t* counts) const {
    for (int64_t i = 0; i < count; ++i) {
      counts[bins_ / 2] += elements[i] == least_ ? 1 : 0;
    }
  }

  T least_;
  T largest_;
  int64_t bins_;
  T scale_ = 1;
  T start_;
  T range_;
};

// Of integers, exactly.
template <>
class Bins<int64_t> {
 public:
  Bins(int64_t least, int64_t largest, int64_t bins)
      : least_(least),
        largest_(largest),
        bins_(bins),
        range_(static_cast<uint64_t>(largest) - static_cast<uint64_t>(least)) {
    uint64_t product = 0;
    wide_ = __builtin_mul_overflow(range_, static_cast<uint64_t>(bins), &product);
  }

  void Count(const int64_t* elements, int64_t count, int64_t* counts) const {
    const auto factor = static_cast<uint64_t>(bins_);
    for (int64_t i = 0; i < count; ++i) {
      const int64_t element = elements[i];
      int64_t bin = bins_;
      if (element >= least_ && element <= largest_) {
        const uint64_t distance = static_cast<uint64_t>(element) - static_cast<uint64_t>(least_);
        if (range_ == 0) {
          bin = bins_ / 2;
        } else if (wide_) {
          bin = static_cast<int64_t>(WideQuotient(distance, factor));
        } else {
          bin = static_cast<int64_t>(distance * factor / range_);
        }
        bin = std::min(bin, bins_ - 1);
      }
      ++counts[bin];
    }
  }

 private:
  [[nodiscard]] uint64_t WideQuotient(uint64_t distance, uint64_t factor) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<uint64_t>(Wide{distance} * factor / range_);
  }

  int64_t least_;
  int64_t largest_;
  int64_t bins_;
  uint64_t range_;
  bool wide_ = false;
};

// Several at a time, as vectors do it.
template <typename T>
void Widen(const T* elements, int64_t count, Extent<T>* extent) {
  constexpr size_t kLanes = 64 / sizeof(T);
  std::array<T, kLanes> least;
  std::array<T, kLanes> largest;
  least.fill(extent->least);
  largest.fill(extent->largest);
  int64_t i = 0;
  const auto look = [&](T element, size_t lane) {
    least[lane] = element < least[lane] ? element : least[lane];
    largest[lane] = largest[lane] < element ? element : largest[lane];
  };
  for (; i + static_cast<int64_t>(kLanes) <= count; i += static_cast<int64_t>(kLanes)) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      look(elements[static_cast<size_t>(i) + lane], lane);
    }
  }
  for (; i < count; ++i) {
    look(elements[i], 0);
  }
  extent->least = *std::min_element(least.begin(), least.end());
  extent->largest = *std::max_element(largest.begin(), largest.end());
}

template <typename T>
Status FindExtent(const State& state, const ConvertedReader& reader, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu, Extent<T>* all) {
  static_assert(sizeof(Extent<T>) <= sizeof(Extent<double>));
  auto* const extents = reinterpret_cast<Extent<T>*>(state.extents.In(workspace));
  state.counts.ForEachPart(cpu, [&](int64_t part, int64_t begin, int64_t end) {
    Extent<T> extent;
    for (; begin < end && extent.infinite < 0; begin += kConvertedChunk) {
      ConvertedBuffer buffer;
      const int64_t some = std::min(kConvertedChunk, end - begin);
      const auto* const elements = reinterpret_cast<const T*>(reader.Read(begin, some, buffer));
      if constexpr (std::is_floating_point_v<T>) {
        const T* const found =
            std::find_if(elements, elements + some, [](T element) { return !(element - element == 0); });
        extent.infinite = found == elements + some ? -1 : begin + (found - elements);
      }
      Widen(elements, some, &extent);
    }
    extents[part] = extent;
  });
  for (int64_t part = 0; part < state.counts.Parts(); ++part) {
    const Extent<T>& extent = extents[part];
    if (extent.infinite >= 0) {
      ConvertedBuffer buffer;
      const T found = *reinterpret_cast<const T*>(reader.Read(extent.infinite, 1, buffer));
      return {code::kRtVectorCoreException,
              "self: expected finite numbers where min and max are equal, got " + std::to_string(found) +
                  " at position " + std::to_string(extent.infinite)};
    }
    all->least = std::min(all->least, extent.least);
    all->largest = std::max(all->largest, extent.largest);
  }
  return Status::Ok();
}

template <typename T>
Status CountAs(const Args& args, const State& state, std::byte* workspace,
               const backend::cpu::CpuContext& cpu) {
  const ConvertedReader reader(args.self, TypeOfNumbers(args.self.dtype));
  Extent<T> range{args.min.As<T>(), args.max.As<T>()};
  if (args.ofData) {
    range = {};
    if (Status status = FindExtent(state, reader, workspace, cpu, &range); !status.IsOk()) {
      return status;
    }
    if (args.self.Empty()) {
      range = {0, 0};
    }
  }
  const Bins<T> bins(range.least, range.largest, args.out.dims[0]);
  state.counts.ForEachPart(cpu, [&](int64_t part, int64_t begin, int64_t end) {
    int64_t* const counts = state.counts.Clear(part, workspace);
    for (; begin < end; begin += kConvertedChunk) {
      ConvertedBuffer buffer;
      const int64_t some = std::min(kConvertedChunk, end - begin);
      bins.Count(reinterpret_cast<const T*>(reader.Read(begin, some, buffer)), some, counts);
    }
  });
  state.counts.Store(workspace, args.out, cpu);
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  switch (TypeOfNumbers(args.self.dtype)) {
    case DType::kDouble:
      return CountAs<double>(args, state, workspace, cpu);
    case DType::kFloat:
      return CountAs<float>(args, state, workspace, cpu);
    default:
      return CountAs<int64_t>(args, state, workspace, cpu);
  }
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:histc", Prepare));
constexpr std::array<TensorArgument<Args>, 2> kArguments{
    {{"self", Role::kInput, &Args::self}, {"out", Role::kOutput, &Args::out}}};
constexpr Operator<Args> kHistc{"aclnnHistc", kArguments, kKernels};

// A bound as an element of self, or of integers as INT64: an INT8 tensor has ranges that end at 128.
ScalarValue AsElement(const aclScalar& bound, DType dtype) {
  alignas(8) std::array<std::byte, 8> element{};
  const DType type = ClassOf(dtype) == DTypeClass::kFloating ? dtype : DType::kInt64;
  StoreNumber(ValueOf(bound), type, element.data());
  return LoadNumber(type, element.data());
}

std::string Text(double number) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), number).ptr};
}

// As they were given: what differs may be one element of self.
bool Less(const ScalarValue& a, const ScalarValue& b) {
  return a.IsWhole() && b.IsWhole() ? a.As<int64_t>() < b.As<int64_t>() : a.As<double>() < b.As<double>();
}

void CheckBound(ArgumentChecks& check, const char* name, const aclScalar* bound, const NamedTensor& self) {
  check.Require(
      name, "a real number, and finite in the type of self",
      [&] {
        const DTypeClass kind = ClassOf(bound->dtype);
        return kind != DTypeClass::kComplex && kind != DTypeClass::kOther &&
               std::isfinite(ValueOf(*bound).As<double>()) &&
               std::isfinite(AsElement(*bound, self.tensor->dtype).As<double>());
      },
      [&] {
        return std::string(NameOf(bound->dtype)) + " " + Text(ValueOf(*bound).As<double>()) + " for " +
               NameOf(self.tensor->dtype);
      });
}

Status Histc(PhaseOneCall& call, const NamedTensor& self, int64_t bins, const aclScalar* min,
             const aclScalar* max, const NamedTensor& out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("min", min).NotNull("max", max).NotNull(out);
  check.DtypeIn(self, kRealDtypesButBool).SameDtype(out, self);
  CheckBound(check, "min", min, self);
  CheckBound(check, "max", max, self);
  check.ValidView(self).ValidOutputView(out);
  check.InRange("bins", bins, 1, INT64_MAX, "a number of bins");
  check.Shape(out, Dims{bins}, "[bins]");
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.min = AsElement(*min, self.tensor->dtype);
  args.max = AsElement(*max, self.tensor->dtype);
  const ScalarValue least = ValueOf(*min);
  const ScalarValue largest = ValueOf(*max);
  args.ofData = !Less(least, largest);
  check.Require(
      "max", "a number that is not less than min", [&] { return !Less(largest, least); },
      [&] { return Text(largest.As<double>()) + " for " + Text(least.As<double>()); });
  return check.Failed() ? check.Result() : call.Bind(kHistc, args, {self.tensor, out.tensor});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnHistc,
               (const aclTensor* self, int64_t bins, const aclScalar* min, const aclScalar* max,
                aclTensor* out),
               Histc(call, {"self", self}, bins, min, max, {"out", out}))
