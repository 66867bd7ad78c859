// SPDX-License-Identifier: Apache-2.0
#include "kernels/gemm/lane_product.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/checked_math.h"
#include "kernels/gemm/lane_kernel.h"

namespace openaclnn {
namespace {

constexpr int64_t kFewColumns = 8;  // too few for lanes
constexpr int64_t kManyRows = 16;   // enough for lanes, where the batch could have them too
constexpr int64_t kDeepRows = 128;
constexpr int64_t kStripLanes = 64;
constexpr int64_t kOthersTogether = 48;
constexpr int64_t kFewOthers = 4;       // that long rows of lanes are read for
constexpr int64_t kOthersOfTask = 192;  // at least: each task packs the lanes
constexpr int64_t kMostBatchLanes = 64;
constexpr int64_t kBatchLanes = 16;
constexpr int64_t kPanelElements = 4096;                         // of a batch's lanes
constexpr int64_t kMostElements = kPanelElements / kBatchLanes;  // of a matrix, where the batch has the lanes
constexpr double kTaskWork = 3e4;                                // multiplications

// Products whose numbers are read a few times each: thin ones, flat ones. And small ones.
constexpr int64_t kThinRows = 16;
constexpr int64_t kThinDepth = 1024;
constexpr int64_t kFlatDepth = 32;
constexpr double kSmallWork = 128 * 128 * 128;
constexpr double kConvertedWork = 48 * 48 * 48;

template <typename T>
using Panel = std::array<T, kPanelElements>;
template <typename T>
using LanePanel = std::array<T, kStripLanes * kGemmDepth>;

template <typename T>
constexpr DType kTypeOf = std::is_same_v<T, float> ? DType::kFloat : DType::kDouble;

// Joins neighbouring dims of a batch where all matrices allow it.
void Merge(const BatchDims& batch, const ProductStrides& strides, BatchDims* merged, ProductStrides* of) {
  constexpr std::array kAll{&ProductStrides::first, &ProductStrides::second, &ProductStrides::added,
                            &ProductStrides::out};
  *of = strides;
  for (size_t d = 0; d < batch.rank; ++d) {
    if (batch.dims[d] == 1) {
      continue;
    }
    const bool joins =
        merged->rank > 0 && std::ranges::all_of(kAll, [&](auto matrices) {
          return (of->*matrices).batch[merged->rank - 1] == batch.dims[d] * (strides.*matrices).batch[d];
        });
    merged->rank += joins ? 0 : 1;
    const size_t at = merged->rank - 1;
    merged->dims[at] = joins ? merged->dims[at] * batch.dims[d] : batch.dims[d];
    for (const auto matrices : kAll) {
      (of->*matrices).batch[at] = (strides.*matrices).batch[d];
    }
  }
}

// Takes a dim out of a batch: its strides.
ProductStrides TakeDim(size_t dim, BatchDims* batch, ProductStrides* strides) {
  ProductStrides taken;
  for (const auto matrices :
       {&ProductStrides::first, &ProductStrides::second, &ProductStrides::added, &ProductStrides::out}) {
    auto& all = (strides->*matrices).batch;
    (taken.*matrices).batch[0] = all[dim];
    std::copy(all.begin() + dim + 1, all.begin() + batch->rank, all.begin() + dim);
  }
  std::copy(batch->dims.begin() + dim + 1, batch->dims.begin() + batch->rank, batch->dims.begin() + dim);
  --batch->rank;
  return taken;
}

// Of the largest of the three matrices.
int64_t ElementsOf(const GemmShape& shape) {
  return std::max({shape.rows * shape.depth, shape.depth * shape.columns, shape.rows * shape.columns});
}

LanesAlong ChooseLanes(const GemmShape& shape) {
  if (shape.columns >= kFewColumns) {
    return LanesAlong::kColumns;
  }
  // Rows and columns are few then: no product of extents overflows.
  const bool lanesOfBatch = shape.batches >= kBatchLanes && shape.rows < kManyRows &&
                            shape.depth <= kMostElements && ElementsOf(shape) <= kMostElements;
  return lanesOfBatch ? LanesAlong::kBatch : LanesAlong::kRows;
}

// Even strips of whole vectors.
int64_t EvenStrip(int64_t lanes) {
  const int64_t strips = CeilDivide(lanes, kStripLanes);
  return std::min(lanes, CeilDivide(CeilDivide(lanes, strips), kBatchLanes) * kBatchLanes);
}

}  // namespace

bool LanePartition::Suits(const GemmPartition& partition, bool converts) {
  const GemmShape& shape = partition.shape;
  if (partition.tasks == 0 || shape.depth == 0 || partition.parts > 1) {
    return false;
  }
  const bool vector = shape.rows == 1 || shape.columns == 1;
  const bool thin = std::min(shape.rows, shape.columns) <= kThinRows && shape.depth <= kThinDepth;
  switch (ChooseLanes(shape)) {
    case LanesAlong::kBatch:
      return true;
    case LanesAlong::kRows:
      return thin && !vector && shape.rows >= kFewColumns;
    case LanesAlong::kColumns:
      break;
  }
  if (vector) {
    return shape.batches > 1 && shape.depth <= kFlatDepth;
  }
  // Panels are converted once for many rows and columns.
  const double work =
      static_cast<double>(shape.rows) * static_cast<double>(shape.columns) * static_cast<double>(shape.depth);
  return thin || (converts ? work <= kConvertedWork : shape.depth <= kFlatDepth || work <= kSmallWork);
}

LanePartition::LanePartition(const GemmShape& product, const BatchDims& dims, const ProductStrides& of)
    : shape(product), along(ChooseLanes(product)) {
  Merge(dims, of, &batch, &strides);
  // Few columns waste lanes, but take rows as they lie: those of a deep matrix would have to be turned.
  if (along == LanesAlong::kRows && strides.first.row != 1 && shape.depth >= kDeepRows) {
    along = LanesAlong::kColumns;
  }
  allLanes = along == LanesAlong::kColumns ? shape.columns : shape.rows;
  others = along == LanesAlong::kColumns ? shape.rows : shape.columns;
  if (along == LanesAlong::kBatch) {
    others = 1;
    allLanes = 1;
    if (batch.rank > 0) {
      const auto longest = std::ranges::max_element(batch.dims.begin(), batch.dims.begin() + batch.rank);
      allLanes = *longest;
      lanes = TakeDim(static_cast<size_t>(longest - batch.dims.begin()), &batch, &strides);
    }
    lanesOfStrip = std::clamp(kPanelElements / 4 / ElementsOf(shape) / kBatchLanes * kBatchLanes, kBatchLanes,
                              kMostBatchLanes);
  } else {
    lanesOfStrip = EvenStrip(allLanes);
  }
  strips = CeilDivide(allLanes, lanesOfStrip);
  units = strips;
  for (size_t d = 0; d < batch.rank; ++d) {
    units *= batch.dims[d];
  }
  const double workOfOther =
      static_cast<double>(shape.depth) * static_cast<double>(lanesOfStrip) *
      (along == LanesAlong::kBatch ? static_cast<double>(shape.rows * shape.columns) : 1);
  const auto worth = static_cast<int64_t>(std::max(1.0, kTaskWork / workOfOther));
  othersOfTask =
      std::min(others, std::max(kOthersOfTask, CeilDivide(worth, kOthersTogether) * kOthersTogether));
  unitsOfTask = std::min(units, std::max<int64_t>(1, worth / others));
}

namespace {

// Which elements of matrices meet: `majors` runs of `minors`. Strides in elements.
struct Elements {
  int64_t majors;
  int64_t minors;
  int64_t majorStride;
  int64_t minorStride;

  [[nodiscard]] bool InOneRun() const { return majors == 1 || majorStride == minors * minorStride; }
  [[nodiscard]] Elements Turned() const { return {minors, majors, minorStride, majorStride}; }
};

// Calls visit(place of the first one, how many, distance, first one) for runs of elements.
template <typename Visit>
void ForEachRun(const Elements& elements, const Visit& visit) {
  if (elements.InOneRun()) {
    visit(0, elements.majors * elements.minors, elements.minorStride, 0);
    return;
  }
  for (int64_t major = 0; major < elements.majors; ++major) {
    visit(major * elements.majorStride, elements.minors, elements.minorStride, major * elements.minors);
  }
}

// The same matrix of several factors, and where it begins in each. Counts through the batch.
class BatchPlace {
 public:
  BatchPlace(const LanePartition& partition, int64_t matrix) : partition_(partition) {
    for (size_t d = partition.batch.rank; d-- > 0;) {
      index_[d] = matrix % partition.batch.dims[d];
      matrix /= partition.batch.dims[d];
      Move(d, index_[d]);
    }
  }

  int64_t first = 0;
  int64_t second = 0;
  int64_t added = 0;
  int64_t out = 0;

  void Next() {
    for (size_t d = partition_.batch.rank; d-- > 0;) {
      Move(d, 1);
      if (++index_[d] < partition_.batch.dims[d]) {
        return;
      }
      Move(d, -partition_.batch.dims[d]);
      index_[d] = 0;
    }
  }

 private:
  void Move(size_t dim, int64_t steps) {
    const ProductStrides& strides = partition_.strides;
    first += steps * strides.first.batch[dim];
    second += steps * strides.second.batch[dim];
    added += steps * strides.added.batch[dim];
    out += steps * strides.out.batch[dim];
  }

  const LanePartition& partition_;
  std::array<int64_t, kMaxRank> index_{};
};

// One run.
template <typename T>
class Lanes {
 public:
  Lanes(const LanePartition& partition, const LaneCall& call)
      : partition_(partition),
        shape_(partition.shape),
        call_(call),
        adds_(call.added != nullptr && call.beta != 0),
        plain_(call.outDtype == kTypeOf<T> && call.alpha == 1 && !adds_) {}

  void Run(const backend::cpu::CpuContext& cpu) const {
    const int64_t pieces = CeilDivide(partition_.others, partition_.othersOfTask);
    const bool inPlace = partition_.along != LanesAlong::kBatch && partition_.others <= kFewOthers &&
                         ManyInPlace() && OutInPlace();
    cpu.ParallelFor(CeilDivide(partition_.units, partition_.unitsOfTask) * pieces, [&](int64_t task) {
      const int64_t begin = task / pieces * partition_.unitsOfTask;
      const int64_t end = std::min(begin + partition_.unitsOfTask, partition_.units);
      const int64_t other = task % pieces * partition_.othersOfTask;
      const int64_t others = std::min(partition_.othersOfTask, partition_.others - other);
      BatchPlace place(partition_, begin / partition_.strips);
      int64_t strip = begin % partition_.strips;
      for (int64_t unit = begin; unit < end;) {
        // Strips that nobody packs are taken together.
        const int64_t together = inPlace ? std::min(end - unit, partition_.strips - strip) : 1;
        const int64_t lane = strip * partition_.lanesOfStrip;
        const int64_t lanes = std::min(together * partition_.lanesOfStrip, partition_.allLanes - lane);
        if (partition_.along == LanesAlong::kBatch) {
          MultiplyBatch(place, lane, lanes);
        } else {
          MultiplyStrip(place, {lane, lanes, other, others});
        }
        unit += together;
        strip += together;
        if (strip == partition_.strips) {
          strip = 0;
          place.Next();
        }
      }
    });
  }

 private:
  // Lanes of a matrix, and the rows or columns that meet them.
  struct Strip {
    int64_t lane;
    int64_t lanes;
    int64_t other;
    int64_t others;
  };

  // Whether what has lanes, and is no batch, is read and written where it lies.
  [[nodiscard]] bool ManyInPlace() const {
    const bool columns = partition_.along == LanesAlong::kColumns;
    const int64_t stride = columns ? partition_.strides.second.column : partition_.strides.first.row;
    return stride == 1 && (columns ? call_.secondDtype : call_.firstDtype) == kTypeOf<T>;
  }
  [[nodiscard]] bool OutInPlace() const {
    const MatrixStrides& out = partition_.strides.out;
    return plain_ && (partition_.along == LanesAlong::kColumns ? out.column : out.row) == 1;
  }

  // Lanes of matrices: [element][lane].
  void MultiplyBatch(const BatchPlace& place, int64_t lane, int64_t lanes) const {
    const ProductStrides& strides = partition_.strides;
    const ProductStrides& steps = partition_.lanes;
    const auto order = [](const Elements& elements) {
      return !elements.InOneRun() && elements.Turned().InOneRun();
    };
    const auto elementsOf = [](int64_t rows, int64_t columns, const MatrixStrides& matrix, bool turned) {
      const Elements elements{rows, columns, matrix.row, matrix.column};
      return turned ? elements.Turned() : elements;
    };
    const bool turnsA = order(elementsOf(shape_.rows, shape_.depth, strides.first, false));
    const bool turnsB = order(elementsOf(shape_.depth, shape_.columns, strides.second, false));
    const bool turnsOut = order(elementsOf(shape_.rows, shape_.columns, strides.out, false));
    Panel<T> a;
    Panel<T> b;
    Panel<T> sums;
    Pack({At(call_.first, call_.firstDtype, place.first + lane * steps.first.batch[0]), call_.firstDtype,
          steps.first.batch[0], 0},
         elementsOf(shape_.rows, shape_.depth, strides.first, turnsA), lanes, a.data());
    Pack({At(call_.second, call_.secondDtype, place.second + lane * steps.second.batch[0]), call_.secondDtype,
          steps.second.batch[0], 0},
         elementsOf(shape_.depth, shape_.columns, strides.second, turnsB), lanes, b.data());
    MultiplyLanes<T>({.many = a.data(),
                      .manyRow = turnsA ? lanes : shape_.depth * lanes,
                      .manyDepth = turnsA ? shape_.rows * lanes : lanes,
                      .other = b.data(),
                      .otherRow = turnsB ? shape_.depth * lanes : lanes,
                      .otherDepth = turnsB ? lanes : shape_.columns * lanes,
                      .otherHasLanes = true,
                      .rows = shape_.rows,
                      .others = shape_.columns,
                      .lanes = lanes,
                      .depths = shape_.depth,
                      .add = false,
                      .sums = sums.data(),
                      .sumsRow = turnsOut ? lanes : shape_.columns * lanes,
                      .sumsOther = turnsOut ? shape_.rows * lanes : lanes});
    const GemmMatrix added = {
        call_.added == nullptr ? nullptr
                               : At(call_.added, call_.addedDtype, place.added + lane * steps.added.batch[0]),
        call_.addedDtype, steps.added.batch[0], 0};
    Finish(At(call_.out, call_.outDtype, place.out + lane * steps.out.batch[0]), steps.out.batch[0],
           elementsOf(shape_.rows, shape_.columns, strides.out, turnsOut), added,
           elementsOf(shape_.rows, shape_.columns, strides.added, turnsOut), lanes, sums.data());
  }

  // Lanes of one matrix, by some of its other rows or columns.
  void MultiplyStrip(const BatchPlace& place, const Strip& strip) const {
    const int64_t lane = strip.lane;
    const int64_t lanes = strip.lanes;
    const int64_t other = strip.other;
    const int64_t others = strip.others;
    const bool columns = partition_.along == LanesAlong::kColumns;
    const ProductStrides& strides = partition_.strides;
    const auto laneOf = [&](const MatrixStrides& m) { return columns ? m.column : m.row; };
    const auto otherOf = [&](const MatrixStrides& m) { return columns ? m.row : m.column; };
    const MatrixStrides& many = columns ? strides.second : strides.first;
    const MatrixStrides& one = columns ? strides.first : strides.second;
    const DType manyDtype = columns ? call_.secondDtype : call_.firstDtype;
    const DType oneDtype = columns ? call_.firstDtype : call_.secondDtype;
    const GemmMatrix manyMatrix{
        columns ? At(call_.second, manyDtype, place.second) : At(call_.first, manyDtype, place.first),
        manyDtype, laneOf(many), columns ? many.row : many.column};
    const GemmMatrix oneMatrix{
        columns ? At(call_.first, oneDtype, place.first) : At(call_.second, oneDtype, place.second), oneDtype,
        otherOf(one), columns ? one.column : one.row};
    const bool manyInPlace = ManyInPlace();
    const bool oneInPlace = oneDtype == kTypeOf<T>;
    const bool outInPlace = OutInPlace();
    LanePanel<T> manyPanel;
    LanePanel<T> onePanel;
    Panel<T> sums;
    LaneBlock<T> block{.many = manyPanel.data(),
                       .manyRow = 0,
                       .manyDepth = manyInPlace ? manyMatrix.depthStride : lanes,
                       .other = onePanel.data(),
                       .otherRow = oneInPlace ? oneMatrix.laneStride : 1,
                       .otherDepth = oneMatrix.depthStride,
                       .otherHasLanes = false,
                       .rows = 1,
                       .others = 0,
                       .lanes = lanes,
                       .depths = 0,
                       .add = false,
                       .sums = sums.data(),
                       .sumsRow = 0,
                       .sumsOther = outInPlace ? otherOf(strides.out) : lanes};
    const int64_t together = outInPlace ? others : kPanelElements / lanes;
    for (int64_t done = 0; done < others; done += together) {
      const int64_t begin = other + done;
      const int64_t count = std::min(together, others - done);
      const int64_t outAt = place.out + lane * laneOf(strides.out) + begin * otherOf(strides.out);
      T* const to = outInPlace ? reinterpret_cast<T*>(call_.out) + outAt : sums.data();
      for (int64_t depth = 0; depth < shape_.depth; depth += kGemmDepth) {
        block.depths = std::min(kGemmDepth, shape_.depth - depth);
        block.add = depth > 0;
        if (manyInPlace) {
          block.many = reinterpret_cast<const T*>(manyMatrix.data) + lane + depth * manyMatrix.depthStride;
        } else {
          PackMatrix<T>(manyMatrix, {lane, lanes, depth, block.depths}, lanes, manyPanel.data());
        }
        for (int64_t first = 0; first < count; first += kOthersTogether) {
          block.others = std::min(kOthersTogether, count - first);
          if (oneInPlace) {
            block.other = reinterpret_cast<const T*>(oneMatrix.data) +
                          (begin + first) * oneMatrix.laneStride + depth * oneMatrix.depthStride;
          } else {
            PackMatrix<T>(oneMatrix, {begin + first, block.others, depth, block.depths}, block.others,
                          onePanel.data());
            block.otherDepth = block.others;
          }
          block.sums = to + first * block.sumsOther;
          MultiplyLanes(block);
        }
      }
      if (outInPlace) {
        continue;
      }
      const auto elementsOf = [&](const MatrixStrides& m) { return Elements{1, count, 0, otherOf(m)}; };
      GemmMatrix added{nullptr, call_.addedDtype, laneOf(strides.added), 0};
      if (call_.added != nullptr) {
        added.data = At(call_.added, call_.addedDtype,
                        place.added + lane * laneOf(strides.added) + begin * otherOf(strides.added));
      }
      Finish(At(call_.out, call_.outDtype, outAt), laneOf(strides.out), elementsOf(strides.out), added,
             elementsOf(strides.added), lanes, sums.data());
    }
  }

  // [element][lane] of a matrix in memory.
  static void Pack(GemmMatrix matrix, const Elements& elements, int64_t lanes, T* panel) {
    const std::byte* const data = matrix.data;
    ForEachRun(elements, [&](int64_t at, int64_t count, int64_t stride, int64_t first) {
      matrix.data = At(data, matrix.dtype, at);
      matrix.depthStride = stride;
      PackMatrix<T>(matrix, {0, lanes, 0, count}, lanes, panel + first * lanes);
    });
  }

  // out = alpha * sums + beta * added, rounded once. Overwrites `sums`, [element][lane].
  void Finish(std::byte* out, int64_t outLaneStride, const Elements& outElements, const GemmMatrix& added,
              const Elements& addedElements, int64_t lanes, T* sums) const {
    const int64_t count = outElements.majors * outElements.minors * lanes;
    if (adds_) {
      Panel<T> summands;
      Pack(added, addedElements, lanes, summands.data());
      CombineSums(static_cast<T>(call_.alpha), sums, static_cast<T>(call_.beta), summands.data(), count);
    } else if (call_.alpha != 1) {
      CombineSums(static_cast<T>(call_.alpha), sums, T{0}, static_cast<const T*>(nullptr), count);
    }
    ForEachRun(outElements, [&](int64_t at, int64_t elements, int64_t stride, int64_t first) {
      UnpackSums(call_.outDtype, sums + first * lanes, lanes, elements, At(out, call_.outDtype, at),
                 outLaneStride, stride);
    });
  }

  template <typename Byte>
  static Byte* At(Byte* data, DType dtype, int64_t elements) {
    return data + elements * static_cast<int64_t>(SizeOf(dtype));
  }

  const LanePartition& partition_;
  const GemmShape& shape_;
  const LaneCall& call_;
  const bool adds_;
  const bool plain_;
};

}  // namespace

template <typename T>
void RunLanes(const LanePartition& partition, const LaneCall& call, const backend::cpu::CpuContext& cpu) {
  Lanes<T>(partition, call).Run(cpu);
}

template void RunLanes<float>(const LanePartition&, const LaneCall&, const backend::cpu::CpuContext&);
template void RunLanes<double>(const LanePartition&, const LaneCall&, const backend::cpu::CpuContext&);

}  // namespace openaclnn
