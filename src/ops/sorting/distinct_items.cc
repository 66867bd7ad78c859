// SPDX-License-Identifier: Apache-2.0
#include "ops/sorting/distinct_items.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>
#include <type_traits>
#include <utility>

#include "base/checked_math.h"
#include "base/row_view.h"
#include "kernels/elementwise/converted.h"
#include "ops/sorting/row_sort.h"

namespace openaclnn {
namespace {

constexpr int64_t kBlock = 4096;  // items of a task

// Few types, to which the others convert without loss.
DType ComparedType(DType dtype) {
  switch (dtype) {
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
      return DType::kFloat;
    case DType::kDouble:
    case DType::kInt64:
    case DType::kUint64:
      return dtype;
    case DType::kUint32:
      return DType::kInt64;
    default:
      return DType::kInt32;
  }
}

template <typename T>
bool IsNan(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::isnan(value);
  } else {
    return false;
  }
}

// Below 0 where a comes first, 0 where neither does.
template <typename T>
int Order(const std::byte* a, const std::byte* b, int64_t width) {
  const auto* const left = reinterpret_cast<const T*>(a);
  const auto* const right = reinterpret_cast<const T*>(b);
  for (int64_t i = 0; i < width; ++i) {
    if (left[i] < right[i] || (IsNan(right[i]) && !IsNan(left[i]))) {
      return -1;
    }
    if (right[i] < left[i] || (IsNan(left[i]) && !IsNan(right[i]))) {
      return 1;
    }
  }
  return 0;
}

// Which of items [begin, end) differ from the one before; the very first counts as one that does. `order` may
// be null. Returns how many there are.
template <typename T>
int64_t MarkFirsts(const std::byte* elements, int64_t width, const int64_t* order, int64_t begin, int64_t end,
                   uint8_t* isFirst) {
  const auto* const numbers = reinterpret_cast<const T*>(elements);
  int64_t found = 0;
  const auto mark = [&](const auto& differs) {
    if (begin == 0) {
      isFirst[0] = 1;
      found = 1;
    }
    for (int64_t i = std::max<int64_t>(begin, 1); i < end; ++i) {
      isFirst[i] = differs(i) ? 1 : 0;
      found += isFirst[i];
    }
  };
  const auto itemAt = [&](int64_t i) { return numbers + (order == nullptr ? i : order[i]) * width; };
  if (width != 1) {
    mark([&](int64_t i) { return !std::equal(itemAt(i), itemAt(i) + width, itemAt(i - 1)); });
  } else if (order != nullptr) {
    mark([&](int64_t i) { return !(numbers[order[i]] == numbers[order[i - 1]]); });
  } else {
    mark([&](int64_t i) { return !(numbers[i] == numbers[i - 1]); });
  }
  return found;
}

struct Comparison {
  int (*order)(const std::byte* a, const std::byte* b, int64_t width);
  int64_t (*markFirsts)(const std::byte* elements, int64_t width, const int64_t* order, int64_t begin,
                        int64_t end, uint8_t* isFirst);
};

Comparison FindComparison(DType compared) {
  switch (compared) {
    case DType::kFloat:
      return {Order<float>, MarkFirsts<float>};
    case DType::kDouble:
      return {Order<double>, MarkFirsts<double>};
    case DType::kInt32:
      return {Order<int32_t>, MarkFirsts<int32_t>};
    case DType::kInt64:
      return {Order<int64_t>, MarkFirsts<int64_t>};
    default:
      return {Order<uint64_t>, MarkFirsts<uint64_t>};
  }
}

// Calls block(begin, end) for blocks of a range.
template <typename Block>
void ForEachBlock(const backend::cpu::CpuContext& cpu, int64_t count, const Block& block) {
  cpu.ParallelFor(CeilDivide(count, kBlock),
                  [&](int64_t number) { block(number * kBlock, std::min(count, (number + 1) * kBlock)); });
}

}  // namespace

// Items by their numbers.
class DistinctItems::Comparer {
 public:
  Comparer(DType compared, const std::byte* elements, int64_t width)
      : comparison_(FindComparison(compared)),
        elements_(elements),
        width_(width),
        bytes_(width * static_cast<int64_t>(SizeOf(compared))) {}

  // A total order: of equal items the first comes first.
  bool operator()(int64_t a, int64_t b) const {
    const int order = comparison_.order(elements_ + a * bytes_, elements_ + b * bytes_, width_);
    return order != 0 ? order < 0 : a < b;
  }
  [[nodiscard]] int64_t MarkFirsts(const int64_t* order, int64_t begin, int64_t end, uint8_t* isFirst) const {
    return comparison_.markFirsts(elements_, width_, order, begin, end, isFirst);
  }

 private:
  Comparison comparison_;
  const std::byte* elements_;
  int64_t width_;
  int64_t bytes_;
};

DistinctItems::DistinctItems(const TensorView& self, int64_t items, bool sorts, ScratchLayout& scratch)
    : items_(items),
      width_(items_ == 0 ? 0 : self.NumElements() / items_),
      sorts_(sorts && width_ > 0),
      inPlace_(self.Contiguous() && self.dtype == ComparedType(self.dtype)),
      compared_(ComparedType(self.dtype)) {
  if (!inPlace_) {
    elements_.offset = scratch.Reserve(self.NumElements(), SizeOf(compared_));
  }
  if (sorts_) {
    order_ = scratch.Book<int64_t>(items_);
  }
  firsts_ = scratch.Book<int64_t>(items_);
  starts_ = scratch.Book<int64_t>(items_ + 1);
  groups_ = scratch.Book<int64_t>(items_);
  isFirst_ = scratch.Book<uint8_t>(items_);
  ofBlocks_ = scratch.Book<int64_t>(CeilDivide(items_, kBlock));
  if (sorts_ && width_ == 1) {
    const TensorView order = RowView(DType::kInt64, items_);
    const TensorView row = RowView(compared_, items_);
    sort_ = RowPlan(std::span(&order, 1), std::span(&row, 1), 0,
                    FindRowSort(RowSort::kArgsort, compared_, items_));
    sortScratch_.offset = scratch.Reserve(static_cast<int64_t>(sort_.WorkspaceBytes()), 1);
  }
}

const std::byte* DistinctItems::Gather(const TensorView& self, std::byte* workspace,
                                       const backend::cpu::CpuContext& cpu) const {
  if (inPlace_) {
    return self.data;
  }
  std::byte* const elements = elements_.In(workspace);
  const auto size = static_cast<int64_t>(SizeOf(compared_));
  ForEachBlock(cpu, self.NumElements(), [&](int64_t begin, int64_t end) {
    const ConvertedReader reader(self, compared_);
    ConvertedBuffer buffer;
    for (; begin < end; begin += kConvertedChunk) {
      const int64_t count = std::min(kConvertedChunk, end - begin);
      std::memcpy(elements + begin * size, reader.Read(begin, count, buffer),
                  static_cast<size_t>(count * size));
    }
  });
  return elements;
}

const int64_t* DistinctItems::Sort(const Comparer& items, const std::byte* elements, std::byte* workspace,
                                   const backend::cpu::CpuContext& cpu) const {
  if (!sorts_) {
    return nullptr;
  }
  if (width_ != 1) {
    return SortSlices(items, workspace, cpu);
  }
  int64_t* const order = order_.In(workspace);
  auto* const out = reinterpret_cast<std::byte*>(order);
  sort_.Run(std::span(&out, 1), std::span(&elements, 1), sortScratch_.In(workspace), cpu);
  return order;
}

// Blocks in parallel, which are then merged in pairs. The order is a total one, so that it does not matter how
// it is made.
const int64_t* DistinctItems::SortSlices(const Comparer& items, std::byte* workspace,
                                         const backend::cpu::CpuContext& cpu) const {
  int64_t* sorted = order_.In(workspace);
  int64_t* merged = groups_.In(workspace);  // which are written later
  ForEachBlock(cpu, items_, [&](int64_t begin, int64_t end) {
    std::iota(sorted + begin, sorted + end, begin);
    std::sort(sorted + begin, sorted + end, items);
  });
  for (int64_t length = kBlock; length < items_; length *= 2) {
    cpu.ParallelFor(CeilDivide(items_, 2 * length), [&](int64_t pair) {
      const int64_t begin = pair * 2 * length;
      const int64_t middle = std::min(items_, begin + length);
      const int64_t end = std::min(items_, middle + length);
      std::merge(sorted + begin, sorted + middle, sorted + middle, sorted + end, merged + begin, items);
    });
    std::swap(sorted, merged);
  }
  if (sorted != order_.In(workspace)) {
    std::copy_n(sorted, items_, order_.In(workspace));
  }
  return order_.In(workspace);
}

int64_t DistinctItems::Find(const TensorView& self, std::byte* workspace,
                            const backend::cpu::CpuContext& cpu) const {
  const std::byte* const elements = Gather(self, workspace, cpu);
  const Comparer items(compared_, elements, width_);
  const int64_t* const order = Sort(items, elements, workspace, cpu);
  const auto itemAt = [&](int64_t i) { return order == nullptr ? i : order[i]; };
  uint8_t* const isFirst = isFirst_.In(workspace);
  int64_t* const ofBlocks = ofBlocks_.In(workspace);
  ForEachBlock(cpu, items_, [&](int64_t begin, int64_t end) {
    ofBlocks[begin / kBlock] = items.MarkFirsts(order, begin, end, isFirst);
  });
  int64_t all = 0;
  for (int64_t block = 0; block < CeilDivide(items_, kBlock); ++block) {
    all += std::exchange(ofBlocks[block], all);
  }
  int64_t* const firsts = firsts_.In(workspace);
  int64_t* const starts = starts_.In(workspace);
  int64_t* const groups = groups_.In(workspace);
  ForEachBlock(cpu, items_, [&](int64_t begin, int64_t end) {
    int64_t group = ofBlocks[begin / kBlock] - 1;
    // The group that began in an earlier block is that block's.
    for (; begin < end && isFirst[begin] == 0; ++begin) {
      groups[itemAt(begin)] = group;
    }
    // Without a branch, which could not be foreseen.
    for (int64_t i = begin; i < end; ++i) {
      const bool begins = isFirst[i] != 0;
      const int64_t item = itemAt(i);
      group += begins ? 1 : 0;
      firsts[group] = begins ? item : firsts[group];
      starts[group] = begins ? i : starts[group];
      groups[item] = group;
    }
  });
  starts[all] = items_;
  return all;
}

}  // namespace openaclnn
