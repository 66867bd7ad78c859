// SPDX-License-Identifier: Apache-2.0
//
// How the loops of element-by-element operators are led through the rows of a tile.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Compiled once for each instruction set: the loops of an instruction set call their own one.
#include "simd/per_target.h"

#include "kernels/elementwise/elementwise_rows-inl.h"
#include "simd/repeat-inl.h"
#include "simd/streaming-inl.h"

#if !HWY_ONCE  // compiled for each target
HWY_BEFORE_NAMESPACE();
namespace openaclnn::HWY_NAMESPACE {
namespace {

// Elements that are computed at a time where operands are repeated or results pass the caches by.
constexpr int64_t kChunk = 512;
// And where they are numbers of another type first.
constexpr int64_t kBetweenChunk = 256;
// Shorter rows are computed several at a time.
constexpr int64_t kShortRow = 128;
using Buffer = std::array<std::byte, static_cast<size_t>(kChunk* kLargestElement)>;

void CopyRows(const ElementwiseTile& tile, int64_t size) {
  const ElementwiseInput& input = tile.inputs[0];
  auto bytes = static_cast<size_t>(tile.columns * size);
  int64_t rows = tile.rows;
  // Rows that follow each other are one.
  if (input.step == 1 && input.rowStride == tile.columns * size && tile.outRowStride == input.rowStride) {
    bytes *= static_cast<size_t>(rows);
    rows = 1;
  }
  for (int64_t row = 0; row < rows; ++row) {
    const std::byte* const from = input.data + row * input.rowStride;
    std::byte* const to = tile.out + row * tile.outRowStride;
    if (input.step == 0) {
      RepeatElement(from, size, tile.columns, to);
    } else if (tile.stream) {
      StreamCopy(to, from, bytes);
    } else {
      std::memmove(to, from, bytes);
    }
  }
  if (tile.stream) {
    hwy::FlushStream();
  }
}

// A piece of a vector that is moved at once.
constexpr int64_t kBlock = 16;

// Some bytes, in less time than a call takes.
HWY_INLINE void CopyFew(std::byte* to, const std::byte* from, int64_t bytes) {
  if (bytes < kBlock) {
    for (int64_t i = 0; i < bytes; ++i) {
      to[i] = from[i];
    }
    return;
  }
  for (int64_t at = 0; at + kBlock < bytes; at += kBlock) {
    std::memcpy(to + at, from + at, kBlock);
  }
  std::memcpy(to + bytes - kBlock, from + bytes - kBlock, kBlock);
}

// Whether a tile is no more than rows of whole vectors that lie side by side: many are, small ones above all.
bool IsPlain(const ElementwiseTile& tile, const ElementwiseRows& loop) {
  bool plain = (tile.columns & (loop.vector - 1)) == 0 && !tile.stream && loop.second == nullptr &&
               (tile.rows == 1 || tile.columns >= 2 * loop.vector);
  if (!plain) {
    return false;
  }
  for (size_t k = 0; k < loop.inputs; ++k) {
    const ElementwiseInput& input = tile.inputs[k];
    plain = plain && input.step == 1 && (tile.rows == 1 || input.rowStride != 0);
  }
  return plain;
}

void RunPlainRows(const ElementwiseTile& tile, const ElementwiseRows& loop) {
  ElementwiseSources inputs{};
  for (size_t k = 0; k < loop.inputs; ++k) {
    inputs[k] = tile.inputs[k].data;
  }
  std::byte* out = tile.out;
  for (int64_t row = 0; row < tile.rows; ++row) {
    loop.compute(tile.scalars, inputs, out, tile.columns);
    for (size_t k = 0; k < loop.inputs; ++k) {
      inputs[k] += tile.inputs[k].rowStride;
    }
    out += tile.outRowStride;
  }
}

// A vector of any format.
using Vector = std::array<std::byte, static_cast<size_t>(kLargestElement* kMostOfVector)>;

// Fewer elements than a vector has, and zeros behind them.
void Pad(Vector& padded, const std::byte* from, int64_t count, int64_t size, int64_t vector) {
  for (int64_t at = 0; at < vector * size; at += kBlock) {
    std::memset(padded.data() + at, 0, kBlock);
  }
  CopyFew(padded.data(), from, count * size);
}

// Whether a tile is one row shorter than a vector, of elements that lie side by side: tensors of a few elements.
bool IsPartOfVector(const ElementwiseTile& tile, const ElementwiseRows& loop) {
  bool part = tile.rows == 1 && tile.columns < loop.vector && !tile.stream && loop.second == nullptr;
  for (size_t k = 0; k < loop.inputs; ++k) {
    part = part && tile.inputs[k].step == 1;
  }
  return part;
}

// What RowRunner does with it.
void RunPartOfVector(const ElementwiseTile& tile, const ElementwiseRows& loop) {
  alignas(64) std::array<Vector, kMostInputs> padded;
  alignas(64) Vector result;
  ElementwiseSources inputs{};
  for (size_t k = 0; k < loop.inputs; ++k) {
    Pad(padded[k], tile.inputs[k].data, tile.columns, loop.inputSizes[k], loop.vector);
    inputs[k] = padded[k].data();
  }
  loop.compute(tile.scalars, inputs, result.data(), loop.vector);
  CopyFew(tile.out, result.data(), tile.columns * loop.resultSize);
}

class RowRunner {
 public:
  RowRunner(const ElementwiseTile& tile, const ElementwiseRows& loop)
      : tile_(tile), loop_(loop), rows_(tile.rows), columns_(tile.columns) {
    if (rows_ > 1 && HasNoGaps()) {
      columns_ *= rows_;
      rows_ = 1;
    }
    bool repeats = false;
    for (size_t k = 0; k < loop_.inputs; ++k) {
      steps_[k] = tile_.inputs[k].step;
      repeats = repeats || steps_[k] == 0;
    }
    inLoop_ = repeats && loop_.computeRepeated != nullptr;
    inChunks_ = tile_.stream || (repeats && !inLoop_);
    copies_ = inLoop_ ? loop_.vector : std::min(columns_, kChunk);
    // A chunk's last vector is a whole one, too.
    copies_ = std::max(copies_, loop_.vector);
  }

  void Run() {
    if (rows_ > 1 && columns_ < kShortRow && !tile_.stream && IsWorthGathering()) {
      return RunShortRows();
    }
    for (int64_t row = 0; row < rows_; ++row) {
      ElementwiseSources starts{};
      for (size_t k = 0; k < loop_.inputs; ++k) {
        const ElementwiseInput& input = tile_.inputs[k];
        starts[k] = input.data + row * input.rowStride;
        if (steps_[k] == 0) {
          if (row == 0 || input.rowStride != 0) {
            RepeatElement(starts[k], loop_.inputSizes[k], copies_, repeated_[k].data());
          }
          starts[k] = repeated_[k].data();
        }
      }
      std::byte* const out = tile_.out + row * tile_.outRowStride;
      if (inChunks_) {
        RunChunks(starts, out);
      } else {
        Compute(starts, out, columns_);
      }
    }
    if (tile_.stream) {
      hwy::FlushStream();
    }
  }

 private:
  // Whether the rows of all operands follow each other so that they are one.
  [[nodiscard]] bool HasNoGaps() const {
    bool none = tile_.outRowStride == columns_ * loop_.resultSize;
    for (size_t k = 0; k < loop_.inputs; ++k) {
      const ElementwiseInput& input = tile_.inputs[k];
      none = none && input.rowStride == columns_ * input.step * loop_.inputSizes[k];
    }
    return none;
  }

  // Whether rows had better be computed several at a time: they do not end with a whole vector, or hardly
  // anything of them has to be moved for it.
  [[nodiscard]] bool IsWorthGathering() const {
    int moved = tile_.outRowStride == columns_ * loop_.resultSize ? 0 : 1;
    for (size_t k = 0; k < loop_.inputs; ++k) {
      const ElementwiseInput& input = tile_.inputs[k];
      const bool joined = input.step == 1 && input.rowStride == columns_ * loop_.inputSizes[k];
      moved += joined || input.rowStride == 0 ? 0 : 1;
    }
    const bool repeats = inLoop_ || inChunks_;
    return PartOfVector(columns_) != 0 || moved == 0 || (repeats && moved == 1);
  }

  // Rows of which some would be no more than the end of a vector: several at a time, side by side in buffers
  // where they do not lie so.
  void RunShortRows() {
    const int64_t most = kChunk / columns_;
    const int64_t outBytes = columns_ * loop_.resultSize;
    const bool joined = tile_.outRowStride == outBytes;
    std::array<bool, kMostInputs> same{};  // in all rows
    for (int64_t first = 0; first < rows_; first += most) {
      const int64_t rows = std::min(most, rows_ - first);
      ElementwiseSources inputs{};
      for (size_t k = 0; k < loop_.inputs; ++k) {
        const ElementwiseInput& input = tile_.inputs[k];
        const int64_t size = loop_.inputSizes[k];
        inputs[k] = input.data + first * input.rowStride;
        if (input.step == 1 && input.rowStride == columns_ * size) {
          continue;
        }
        if (!same[k]) {
          GatherRows(inputs[k], input, size, rows, repeated_[k].data());
          same[k] = input.rowStride == 0;
        }
        inputs[k] = repeated_[k].data();
      }
      std::byte* const out = tile_.out + first * tile_.outRowStride;
      ComputeJoined(inputs, joined ? out : results_.data(), rows * columns_);
      for (int64_t row = 0; !joined && row < rows; ++row) {
        std::memcpy(out + row * tile_.outRowStride, results_.data() + row * outBytes,
                    static_cast<size_t>(outBytes));
      }
    }
  }

  void GatherRows(const std::byte* from, const ElementwiseInput& input, int64_t size, int64_t rows,
                  std::byte* to) const {
    const int64_t bytes = columns_ * size;
    for (int64_t row = 0; row < rows; ++row, from += input.rowStride, to += bytes) {
      if (input.step == 0) {
        RepeatElement(from, size, columns_, to);
      } else {
        std::memcpy(to, from, static_cast<size_t>(bytes));
      }
    }
  }

  void ComputeJoined(const ElementwiseSources& inputs, std::byte* out, int64_t count) {
    steps_ = {1, 1, 1};
    inLoop_ = false;
    Compute(inputs, out, count);
  }

  void RunChunks(const ElementwiseSources& starts, std::byte* out) {
    // A first chunk that ends at a cache line, for the streaming stores.
    int64_t count = tile_.stream ? static_cast<int64_t>(BytesToLine(out)) / loop_.resultSize : kChunk;
    for (int64_t begin = 0; begin < columns_; begin += count, count = kChunk) {
      count = std::min(count, columns_ - begin);
      const ElementwiseSources inputs = From(starts, begin);
      std::byte* const place = out + begin * loop_.resultSize;
      Compute(inputs, tile_.stream ? results_.data() : place, count);
      if (tile_.stream) {
        StreamCopy(place, results_.data(), static_cast<size_t>(count * loop_.resultSize));
      }
    }
  }

  // Any number of elements. No element is computed in another way than the others: what is left behind whole
  // vectors is the end of a vector that overlaps the last one of these. Where the output is an input, too,
  // that is computed before anything is written.
  void Compute(const ElementwiseSources& inputs, std::byte* out, int64_t count) {
    const int64_t left = PartOfVector(count);
    if (left == 0) {
      return ComputeVectors(inputs, out, count);
    }
    if (count < loop_.vector) {
      return ComputePadded(inputs, out, count);
    }
    const int64_t begin = count - loop_.vector;
    std::byte* const end = out + begin * loop_.resultSize;
    if (std::find(inputs.begin(), inputs.end(), out) == inputs.end()) {
      ComputeVectors(inputs, out, count - left);
      return ComputeVectors(From(inputs, begin), end, loop_.vector);
    }
    ComputeVectors(From(inputs, begin), vector_.data(), loop_.vector);
    ComputeVectors(inputs, out, count - left);
    std::memcpy(end, vector_.data(), static_cast<size_t>(loop_.vector * loop_.resultSize));
  }

  // A vector has a power of two of elements.
  [[nodiscard]] int64_t PartOfVector(int64_t count) const { return count & (loop_.vector - 1); }

  // Fewer elements than a vector has, beside the tensors.
  void ComputePadded(ElementwiseSources inputs, std::byte* out, int64_t count) {
    std::array<Vector, kMostInputs> padded;
    for (size_t k = 0; k < loop_.inputs; ++k) {
      if (steps_[k] != 0) {
        Pad(padded[k], inputs[k], count, loop_.inputSizes[k], loop_.vector);
        inputs[k] = padded[k].data();
      }
    }
    ComputeVectors(inputs, vector_.data(), loop_.vector);
    CopyFew(out, vector_.data(), count * loop_.resultSize);
  }

  void ComputeVectors(const ElementwiseSources& inputs, std::byte* out, int64_t count) {
    if (inLoop_) {
      loop_.computeRepeated(tile_.scalars, inputs, steps_, out, count);
    } else if (loop_.second == nullptr) {
      loop_.compute(tile_.scalars, inputs, out, count);
    } else {
      ComputeTwice(inputs, out, count);
    }
  }

  void ComputeTwice(const ElementwiseSources& inputs, std::byte* out, int64_t count) {
    for (int64_t begin = 0; begin < count; begin += kBetweenChunk) {
      const int64_t size = std::min(kBetweenChunk, count - begin);
      loop_.compute(tile_.scalars, From(inputs, begin), between_.data(), size);
      loop_.second(tile_.scalars, {between_.data()}, out + begin * loop_.resultSize, size);
    }
  }

  [[nodiscard]] ElementwiseSources From(const ElementwiseSources& starts, int64_t begin) const {
    ElementwiseSources inputs{};
    for (size_t k = 0; k < loop_.inputs; ++k) {
      inputs[k] = starts[k] + begin * steps_[k] * loop_.inputSizes[k];
    }
    return inputs;
  }

  const ElementwiseTile& tile_;
  const ElementwiseRows& loop_;
  int64_t rows_;
  int64_t columns_;
  ElementwiseSteps steps_{};
  bool inLoop_ = false;
  bool inChunks_ = false;
  int64_t copies_ = 0;
  alignas(64) std::array<Buffer, kMostInputs> repeated_;
  alignas(64) Buffer results_;
  alignas(64) Vector vector_;
  alignas(64) std::array<std::byte, static_cast<size_t>(kLargestElement* kBetweenChunk)> between_;
};

}  // namespace

void RunRows(const ElementwiseTile& tile, const ElementwiseRows& rows) {
  if (rows.compute == nullptr) {
    return CopyRows(tile, rows.resultSize);
  }
  if (IsPlain(tile, rows)) {
    return RunPlainRows(tile, rows);
  }
  if (IsPartOfVector(tile, rows)) {
    return RunPartOfVector(tile, rows);
  }
  RowRunner(tile, rows).Run();
}

}  // namespace openaclnn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
