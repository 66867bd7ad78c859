// SPDX-License-Identifier: Apache-2.0
#include "ops/sorting/row_sort.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace openaclnn {
namespace {

// An element's key and its place, which make a total order: sorts need not be stable to be so. Keys are
// unsigned integers in the order of the elements.
struct NarrowEntry {
  using Key = uint32_t;
  uint64_t both;

  NarrowEntry() = default;
  NarrowEntry(Key key, int64_t place) : both(uint64_t{key} << 32 | static_cast<uint64_t>(place)) {}
  [[nodiscard]] Key GetKey() const { return static_cast<Key>(both >> 32); }
  [[nodiscard]] int64_t Place() const { return static_cast<int64_t>(both & UINT32_MAX); }
  bool operator<(const NarrowEntry& other) const { return both < other.both; }
};
struct WideEntry {
  using Key = uint64_t;
  Key key;
  int64_t place;

  WideEntry() = default;
  WideEntry(Key given, int64_t at) : key(given), place(at) {}
  [[nodiscard]] Key GetKey() const { return key; }
  [[nodiscard]] int64_t Place() const { return place; }
  bool operator<(const WideEntry& other) const {
    return key != other.key ? key < other.key : place < other.place;
  }
};

// Fewer elements are sorted by comparisons.
constexpr int64_t kFewElements = 192;
// Candidates for the first elements, beside these.
constexpr int64_t kMoreCandidates = 64;
// Elements that are looked at together.
constexpr int64_t kBlock = 16;
// First elements that are few enough to be kept in order.
constexpr int64_t kFewFirst = 32;
// The first elements are few as long as they are one of so many.
constexpr int64_t kSmallShare = 8;

template <typename T>
class Rows {
 public:
  using Entry = std::conditional_t<sizeof(T) == 4, NarrowEntry, WideEntry>;
  using Key = typename Entry::Key;

  template <bool kValues>
  static void Sort(const RowTile& tile) {
    ForEachRow(tile, [&](const Row& row) {
      Entry* const entries = Fill(row, tile.numbers.flag);
      const Entry* const sorted = Sorted(entries, row.count, entries + row.count);
      Store<kValues>(row, sorted, row.count);
    });
  }

  static void TopK(const RowTile& tile) {
    ForEachRow(tile, [&](const Row& row) {
      const int64_t most = tile.numbers.count;
      // Of many elements a sort of all is the shorter way.
      if (most >= kFewElements && most > row.count / kSmallShare) {
        Entry* const entries = Fill(row, tile.numbers.flag);
        Store<true>(row, Sorted(entries, row.count, entries + row.count), most);
        return;
      }
      const int64_t found = First(row, tile.numbers.flag, most, row.scratch);
      std::sort(row.scratch, row.scratch + found);
      Store<true>(row, row.scratch, found);
    });
  }

  static void Kth(const RowTile& tile) {
    ForEachRow(tile, [&](const Row& row) {
      const int64_t n = tile.numbers.count - 1;
      const Entry* const entries = Partition(row, n);
      const Key key = entries[n].GetKey();
      // Of its equals those that come before it in order are left of it.
      int64_t place = entries[n].Place();
      for (int64_t i = 0; i < n; ++i) {
        place = entries[i].GetKey() == key ? std::min(place, entries[i].Place()) : place;
      }
      StoreOne(row, place, true);
    });
  }

  template <bool kPlace>
  static void Median(const RowTile& tile) {
    ForEachRow(tile, [&](const Row& row) {
      int64_t numbers = 0;
      int64_t firstNan = -1;
      for (int64_t i = 0; i < row.count; ++i) {
        const bool isNan = row.from[i] != row.from[i];
        numbers += isNan ? 0 : 1;
        firstNan = isNan && firstNan < 0 ? i : firstNan;
      }
      if (firstNan >= 0 && (!tile.numbers.flag || numbers == 0)) {
        StoreOne(row, firstNan, kPlace);
      } else {
        const int64_t middle = (numbers - 1) / 2;
        StoreOne(row, Partition(row, middle)[middle].Place(), kPlace);
      }
    });
  }

 private:
  struct Row {
    const T* from;
    int64_t count;
    std::byte* first;  // outputs
    std::byte* second;
    Entry* scratch;
  };

  template <typename Body>
  static void ForEachRow(const RowTile& tile, const Body& body) {
    for (int64_t line = 0; line < tile.lines; ++line) {
      body(Row{reinterpret_cast<const T*>(tile.inputs[0] + line * tile.inputStrides[0]), tile.elements,
               tile.outputs[0] + line * tile.outputStrides[0], tile.outputs[1] + line * tile.outputStrides[1],
               reinterpret_cast<Entry*>(tile.scratch)});
    }
  }

  // Zeros are equal, and so are NaNs.
  static Key KeyOf(T value) {
    constexpr Key kSign = Key{1} << (std::numeric_limits<Key>::digits - 1);
    if constexpr (std::is_floating_point_v<T>) {
      const Key bits = value == 0 ? 0 : std::bit_cast<Key>(value);
      const Key key = (bits & kSign) != 0 ? ~bits : bits | kSign;
      return std::isnan(value) ? std::numeric_limits<Key>::max() : key;
    } else if constexpr (std::is_unsigned_v<T>) {
      return value;
    } else {
      return static_cast<Key>(value) ^ kSign;
    }
  }

  static Entry* Fill(const Row& row, bool descending) {
    const Key flip = descending ? std::numeric_limits<Key>::max() : 0;
    for (int64_t i = 0; i < row.count; ++i) {
      row.scratch[i] = Entry(KeyOf(row.from[i]) ^ flip, i);
    }
    return row.scratch;
  }

  // Of entries in the order of their places: in `entries` or in `buffer`, which is as long.
  static const Entry* Sorted(Entry* entries, int64_t count, Entry* buffer) {
    if (count < kFewElements) {
      std::sort(entries, entries + count);
      return entries;
    }
    return SortedByDigits(entries, count, buffer);
  }

  // From the last digit to the first; each pass keeps the order of equal digits, so that places stay in order
  // (Knuth, "The art of computer programming", volume 3, section 5.2.5). A digit that all have in common
  // needs no pass.
  static const Entry* SortedByDigits(Entry* entries, int64_t count, Entry* buffer) {
    constexpr size_t kDigits = sizeof(Key);
    constexpr size_t kDigitValues = 256;
    std::array<std::array<int64_t, kDigitValues>, kDigits> counts{};
    for (int64_t i = 0; i < count; ++i) {
      const Key key = entries[i].GetKey();
      for (size_t digit = 0; digit < kDigits; ++digit) {
        ++counts[digit][DigitOf(key, digit)];
      }
    }
    for (size_t digit = 0; digit < kDigits; ++digit) {
      std::array<int64_t, kDigitValues>& places = counts[digit];
      if (places[DigitOf(entries[0].GetKey(), digit)] == count) {
        continue;
      }
      int64_t place = 0;
      for (int64_t& of : places) {
        place += std::exchange(of, place);
      }
      for (int64_t i = 0; i < count; ++i) {
        buffer[places[DigitOf(entries[i].GetKey(), digit)]++] = entries[i];
      }
      std::swap(entries, buffer);
    }
    return entries;
  }

  static size_t DigitOf(Key key, size_t digit) { return static_cast<size_t>(key >> (8 * digit)) & 0xFFU; }

  // Whether some elements may have one that comes before an element; NaNs always may.
  static bool MayComeBefore(const T* elements, int64_t count, T worst, bool descending) {
    int may = 0;
    if (descending) {
      for (int64_t i = 0; i < count; ++i) {
        may |= elements[i] <= worst ? 0 : 1;
      }
    } else {
      for (int64_t i = 0; i < count; ++i) {
        may |= elements[i] >= worst ? 0 : 1;
      }
    }
    return may != 0;
  }

  // The first `most` entries of a row, in any order: candidates are gathered, and when there are too many the
  // last of them dropped. Who comes after the last one that is kept is none; most elements are found to do so
  // by blocks. Of a few, which are kept as a heap, the last one is known at any time.
  static int64_t First(const Row& row, bool descending, int64_t most, Entry* entries) {
    const Key flip = descending ? std::numeric_limits<Key>::max() : 0;
    const bool heap = most <= kFewFirst;
    const int64_t limit = std::min(row.count, heap ? most : 2 * most + kMoreCandidates);
    Key worst = std::numeric_limits<Key>::max();
    int64_t worstPlace = -1;
    int64_t count = 0;
    for (int64_t begin = 0; begin < row.count && most > 0; begin += kBlock) {
      const int64_t end = std::min(row.count, begin + kBlock);
      if (worstPlace >= 0 &&
          !MayComeBefore(row.from + begin, end - begin, row.from[worstPlace], descending)) {
        continue;
      }
      for (int64_t i = begin; i < end; ++i) {
        const Key key = KeyOf(row.from[i]) ^ flip;
        // Later ones with the key of the last one that is kept come after it.
        if (count >= most && key >= worst) {
          continue;
        }
        if (heap && count == most) {
          std::pop_heap(entries, entries + count--);
        }
        entries[count++] = Entry(key, i);
        const Entry* last = nullptr;  // of those that are kept, where it is known
        if (heap) {
          std::push_heap(entries, entries + count);
          last = count == most ? entries : nullptr;
        } else if (count == limit && i + 1 < row.count) {
          std::nth_element(entries, entries + most - 1, entries + count);
          count = most;
          last = entries + most - 1;
        }
        if (last != nullptr) {
          worst = last->GetKey();
          worstPlace = last->Place();
        }
      }
    }
    if (count > most) {
      std::nth_element(entries, entries + most - 1, entries + count);
      count = most;
    }
    return count;
  }

  template <bool kValues>
  static void Store(const Row& row, const Entry* sorted, int64_t count) {
    auto* const indices = reinterpret_cast<int64_t*>(kValues ? row.second : row.first);
    for (int64_t i = 0; i < count; ++i) {
      indices[i] = sorted[i].Place();
      if constexpr (kValues) {
        reinterpret_cast<T*>(row.first)[i] = row.from[sorted[i].Place()];
      }
    }
  }

  static void StoreOne(const Row& row, int64_t place, bool withPlace) {
    *reinterpret_cast<T*>(row.first) = row.from[place];
    if (withPlace) {
      *reinterpret_cast<int64_t*>(row.second) = place;
    }
  }

  // Entry n is where a stable sort of all would have it, smaller ones are left of it.
  static const Entry* Partition(const Row& row, int64_t n) {
    Entry* const entries = Fill(row, false);
    std::nth_element(entries, entries + n, entries + row.count);
    return entries;
  }
};

template <typename T>
RowLoops LoopsOf(RowSort what, DType type) {
  using Of = Rows<T>;
  constexpr int64_t kEntry = sizeof(typename Of::Entry);
  constexpr std::array<DType, kMostRowInputs> kInputs{};
  const auto loops = [&](void (*run)(const RowTile& tile), std::array<DType, kMostRowOutputs> outputs,
                         int64_t entries) {
    RowLoops result{run, kInputs, outputs, 0, false, 0, entries * kEntry};
    result.inputs[0] = type;
    return result;
  };
  switch (what) {
    case RowSort::kSort:
      return loops(Of::template Sort<true>, {type, DType::kInt64}, 2);
    case RowSort::kArgsort:
      return loops(Of::template Sort<false>, {DType::kInt64}, 2);
    case RowSort::kTopK:
      return loops(Of::TopK, {type, DType::kInt64}, 2);
    case RowSort::kKth:
      return loops(Of::Kth, {type, DType::kInt64}, 1);
    case RowSort::kMedian:
      return loops(Of::template Median<true>, {type, DType::kInt64}, 1);
    case RowSort::kMedianValue:
      break;
  }
  return loops(Of::template Median<false>, {type}, 1);
}

}  // namespace

RowLoops FindRowSort(RowSort what, DType dtype, int64_t length) {
  // Places of narrow entries have 32 bits.
  const bool narrow = length <= UINT32_MAX;
  switch (dtype) {
    case DType::kDouble:
      return LoopsOf<double>(what, DType::kDouble);
    case DType::kInt64:
    case DType::kUint32:
      return LoopsOf<int64_t>(what, DType::kInt64);
    case DType::kUint64:
      return LoopsOf<uint64_t>(what, DType::kUint64);
    case DType::kFloat:
    case DType::kFloat16:
    case DType::kBfloat16:
      return narrow ? LoopsOf<float>(what, DType::kFloat) : LoopsOf<double>(what, DType::kDouble);
    default:
      return narrow ? LoopsOf<int32_t>(what, DType::kInt32) : LoopsOf<int64_t>(what, DType::kInt64);
  }
}

}  // namespace openaclnn
