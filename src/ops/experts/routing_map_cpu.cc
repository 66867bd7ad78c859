// SPDX-License-Identifier: Apache-2.0
//
// One thread goes through the map, which is little beside what rows hold; then all threads copy or add up rows.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/checked_math.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/indexing/index_sort.h"
#include "kernels/indexing/index_space.h"
#include "kernels/indexing/index_writer.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/experts/routing_map.h"
#include "ops/experts/token_rows.h"

namespace openaclnn {
namespace {

// Rows with the token and the expert of each.
struct Owners {
  ScratchArray<int64_t> tokens;
  ScratchArray<int64_t> experts;

  Owners() = default;
  Owners(int64_t rows, ScratchLayout& scratch)
      : tokens(scratch.Book<int64_t>(rows)), experts(scratch.Book<int64_t>(rows)) {}
};

struct RowOwners {
  int64_t* tokens;
  int64_t* experts;

  RowOwners(const Owners& owners, std::byte* workspace)
      : tokens(owners.tokens.In(workspace)), experts(owners.experts.In(workspace)) {}
};

TensorView Turned(const TensorView& matrix) {
  TensorView turned = matrix;
  std::swap(turned.dims[0], turned.dims[1]);
  std::swap(turned.strides[0], turned.strides[1]);
  return turned;
}

// A map, and where its ones are.
class RoutingMap {
 public:
  explicit RoutingMap(const TensorView& map) : byToken_(map, 1), byExpert_(Turned(map), 1), dims_(map.dims) {}

  // Calls visit(token, chosen) for all tokens.
  template <typename Visit>
  void ForEachOfExpert(int64_t expert, const Visit& visit) const {
    ForEach(byExpert_, expert, dims_[0], visit);
  }
  [[nodiscard]] int64_t CopiesOf(int64_t token) const {
    int64_t copies = 0;
    ForEach(byToken_, token, dims_[1], [&](int64_t /*expert*/, bool chosen) { copies += chosen ? 1 : 0; });
    return copies;
  }

  // Fails unless there are as many ones as rows.
  [[nodiscard]] Status Check(int64_t rows) const {
    int64_t ones = 0;
    for (int64_t token = 0; token < dims_[0]; ++token) {
      ones += CopiesOf(token);
    }
    return ones == rows ? Status::Ok()
                        : Status{code::kRtVectorCoreException,
                                 "routingMap: expected " + std::to_string(rows) +
                                     " ones, one for each row, got " + std::to_string(ones)};
  }

  // The owners of its copies.
  void Read(const RowOwners& owners) const {
    int64_t row = 0;
    for (int64_t expert = 0; expert < dims_[1]; ++expert) {
      ForEachOfExpert(expert, [&](int64_t token, bool chosen) {
        if (chosen) {
          owners.tokens[row] = token;
          owners.experts[row++] = expert;
        }
      });
    }
  }
  // Those of rows of capacities: chosen tokens, and then others.
  void Read(int64_t capacity, const RowOwners& owners) const {
    int64_t row = 0;
    for (int64_t expert = 0; expert < dims_[1]; ++expert) {
      const int64_t end = row + capacity;
      for (const bool wanted : {true, false}) {
        ForEachOfExpert(expert, [&](int64_t token, bool chosen) {
          if (chosen == wanted && row < end) {
            owners.tokens[row] = token;
            owners.experts[row++] = expert;
          }
        });
      }
    }
  }

 private:
  template <typename Visit>
  static void ForEach(const IndexReader& reader, int64_t row, int64_t length, const Visit& visit) {
    IndexReader::Buffer buffer;
    for (int64_t begin = 0; begin < length; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, length - begin);
      const int64_t* const ones = reader.ReadTile(row * length + begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        visit(begin + i, ones[i] != 0);
      }
    }
  }

  IndexReader byToken_;
  IndexReader byExpert_;
  std::array<int64_t, kMaxRank> dims_;
};

// How many copies tokens have: those of a map, or all the same number.
class Copies {
 public:
  Copies(const TensorView& map, int64_t rows, int64_t tokens) : rows_(rows), tokens_(tokens) {
    if (map.Defined()) {
      map_.emplace(map);
    }
  }
  [[nodiscard]] Status Check() const { return map_ ? map_->Check(rows_) : Status::Ok(); }
  [[nodiscard]] int64_t Of(int64_t token) const { return map_ ? map_->CopiesOf(token) : rows_ / tokens_; }

 private:
  std::optional<RoutingMap> map_;
  int64_t rows_;
  int64_t tokens_;
};

// Rows of capacities, whose tokens are known.
void FindExperts(int64_t rows, int64_t experts, const RowOwners& owners) {
  const int64_t capacity = std::max<int64_t>(rows / std::max<int64_t>(experts, 1), 1);
  for (int64_t row = 0; row < rows; ++row) {
    owners.experts[row] = row / capacity;
  }
}

// numbers[row] = the probability of its token and expert.
void ReadProbs(const TensorView& probs, const RowOwners& owners, int64_t rows, float* numbers) {
  const TileReader reader(probs);
  TileBuffer buffer;
  for (int64_t row = 0; row < rows; ++row) {
    numbers[row] = owners.tokens[row] < 0
                       ? 0.0F
                       : *reader.Read(owners.tokens[row] * probs.dims[1] + owners.experts[row], 1, buffer);
  }
}
// The other way round; zeros where there is no row.
void WriteProbs(const float* numbers, const RowOwners& owners, int64_t rows, const TensorView& probs) {
  FillZero(probs);
  const TileWriter writer(probs);
  for (int64_t row = 0; row < rows; ++row) {
    if (owners.tokens[row] >= 0) {
      writer.Write(owners.tokens[row] * probs.dims[1] + owners.experts[row], 1, numbers + row);
    }
  }
}
void WriteNumbers(const float* numbers, const TensorView& to) {
  const TileWriter writer(to);
  const int64_t all = to.NumElements();
  for (int64_t begin = 0; begin < all; begin += kTileElements) {
    writer.Write(begin, std::min(kTileElements, all - begin), numbers + begin);
  }
}
void ReadNumbers(const TensorView& from, float* numbers) {
  const TileReader reader(from);
  const int64_t all = from.NumElements();
  TileBuffer buffer;
  for (int64_t begin = 0; begin < all; begin += kTileElements) {
    const int64_t count = std::min(kTileElements, all - begin);
    std::copy_n(reader.Read(begin, count, buffer), count, numbers + begin);
  }
}

size_t CostOf(const TensorView& rows, const TensorView& tokens) {
  return static_cast<size_t>(static_cast<double>(rows.NumElements()) +
                             static_cast<double>(tokens.NumElements())) *
         SizeOf(rows.dtype);
}

struct PermuteState : Prepared {
  Owners owners;
  ScratchArray<int64_t> begins;
  ScratchArray<float> probs;
};

PermuteState PreparePermute(const MapPermuteArgs& args) {
  PermuteState state;
  ScratchLayout scratch;
  state.owners = Owners(args.rows, scratch);
  state.begins = scratch.Book<int64_t>(args.map.dims[0] + 1);
  state.probs = scratch.Book<float>(args.probs.Defined() ? args.rows : 0);
  state.workspaceBytes = scratch.Bytes();
  state.cost = 2 * CostOf(args.permuted, args.map);
  return state;
}

Status RunPermute(const MapPermuteArgs& args, const PermuteState& state, std::byte* workspace,
                  const backend::cpu::CpuContext& cpu) {
  const RoutingMap map(args.map);
  const RowOwners owners(state.owners, workspace);
  const IndexWriter places(args.places);
  if (args.capacity > 0) {
    map.Read(args.capacity, owners);
    places.Write(0, args.rows, owners.tokens);
  } else {
    if (Status status = map.Check(args.rows); !status.IsOk()) {
      return status;
    }
    map.Read(owners);
    // A stable sort of rows by tokens.
    int64_t* const begins = state.begins.In(workspace);
    std::fill_n(begins, args.map.dims[0] + 1, int64_t{0});
    for (int64_t row = 0; row < args.rows; ++row) {
      ++begins[owners.tokens[row] + 1];
    }
    for (int64_t token = 0; token < args.map.dims[0]; ++token) {
      begins[token + 1] += begins[token];
    }
    for (int64_t row = 0; row < args.rows; ++row) {
      places.Write(begins[owners.tokens[row]]++, row);
    }
  }
  if (args.probs.Defined()) {
    float* const probs = state.probs.In(workspace);
    ReadProbs(args.probs, owners, args.rows, probs);
    WriteNumbers(probs, args.permutedProbs);
  }
  CopyRows(args.tokens, args.permuted, args.tokens.dims[1], owners.tokens, args.rows, cpu);
  return Status::Ok();
}

struct SumState : Prepared {
  IndexSort sort;
  Owners owners;
  ScratchArray<int64_t> order;   // rows in order of tokens
  ScratchArray<int64_t> begins;  // of tokens in it
  ScratchArray<float> numbers;   // of rows
};

SumState PrepareSum(const MapSumArgs& args) {
  SumState state;
  ScratchLayout scratch;
  const int64_t rows = args.rows.dims[0];
  const int64_t tokens = args.out.dims[0];
  if (args.drops) {
    state.sort = IndexSort(rows, tokens, scratch);
  }
  state.owners = Owners(rows, scratch);
  state.order = scratch.Book<int64_t>(rows);
  state.begins = scratch.Book<int64_t>(tokens + 1);
  state.numbers = scratch.Book<float>(rows);
  state.workspaceBytes = scratch.Bytes();
  state.cost = CostOf(args.rows, args.out);
  return state;
}

// One run.
class Sums {
 public:
  Sums(const MapSumArgs& args, const SumState& state, std::byte* workspace)
      : args_(args),
        state_(state),
        owners_(state.owners, workspace),
        order_(state.order.In(workspace)),
        begins_(state.begins.In(workspace)),
        numbers_(state.numbers.In(workspace)),
        rows_(args.rows.dims[0]),
        tokens_(args.out.dims[0]),
        hidden_(args.out.dims[1]) {}

  [[nodiscard]] Status Run(std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
    Status status = args_.drops ? SortRows(workspace, cpu) : FindRows(cpu);
    if (!status.IsOk()) {
      return status;
    }
    WriteOrder();
    if (args_.probs.Defined() || args_.gradProbs.Defined()) {
      FindOwners();
    }
    if (args_.probs.Defined()) {
      ReadProbs(args_.probs, owners_, rows_, numbers_);
      WriteNumbers(numbers_, args_.rowProbs);
    }
    const int64_t each = CeilDivide(rows_, std::max<int64_t>(tokens_, 1));
    ForEachRow(cpu, tokens_, hidden_ * std::max<int64_t>(each, 1), [&](int64_t token) { AddUp(token); });
    if (args_.gradProbs.Defined()) {
      ReadNumbers(args_.gradProbs, numbers_);
      WriteProbs(numbers_, owners_, rows_, args_.gradOfProbs);
    }
    return status;
  }

 private:
  // Of capacities.
  [[nodiscard]] Status SortRows(std::byte* workspace, const backend::cpu::CpuContext& cpu) const {
    SortedIndices sorted;
    Status status = state_.sort.Run("sortedIndices", args_.places, std::nullopt, workspace, cpu, sorted);
    if (status.IsOk()) {
      std::fill_n(begins_, tokens_ + 1, int64_t{0});
      for (int64_t i = 0; i < rows_; ++i) {
        order_[i] = sorted.Position(i);
        ++begins_[sorted.Row(i) + 1];
      }
      for (int64_t token = 0; token < tokens_; ++token) {
        begins_[token + 1] += begins_[token];
      }
    }
    return status;
  }

  // Of copies in order of tokens: as many of each as the map says, or the same of all.
  [[nodiscard]] Status FindRows(const backend::cpu::CpuContext& cpu) const {
    IndexSpace space(args_.places.Dims());
    space.Add({"sortedIndices", args_.places, rows_, 1, false});
    Status status = space.Check(cpu);
    const Copies copies(args_.map, rows_, tokens_);
    if (status.IsOk()) {
      status = copies.Check();
    }
    if (!status.IsOk()) {
      return status;
    }
    const IndexReader places(args_.places, -1);
    for (int64_t begin = 0; begin < rows_; begin += kTileElements) {
      places.Read(begin, std::min(kTileElements, rows_ - begin), order_ + begin);
    }
    begins_[0] = 0;
    for (int64_t token = 0; token < tokens_; ++token) {
      begins_[token + 1] = begins_[token] + copies.Of(token);
    }
    return status;
  }

  void WriteOrder() const {
    if (!args_.order.Defined()) {
      return;
    }
    IndexWriter(args_.order).Write(0, rows_, order_);
    const IndexWriter tokens(args_.orderTokens);
    for (int64_t token = 0; token < tokens_; ++token) {
      for (int64_t i = begins_[token]; i < begins_[token + 1]; ++i) {
        tokens.Write(i, token);
      }
    }
  }

  void FindOwners() const {
    if (!args_.drops) {
      RoutingMap(args_.map).Read(owners_);
      return;
    }
    for (int64_t token = 0; token < tokens_; ++token) {
      for (int64_t i = begins_[token]; i < begins_[token + 1]; ++i) {
        owners_.tokens[order_[i]] = token;
      }
    }
    FindExperts(rows_, (args_.probs.Defined() ? args_.probs : args_.gradOfProbs).dims[1], owners_);
  }

  void AddUp(int64_t token) const {
    const TileReader rows(args_.rows);
    const TileWriter out(args_.out);
    const bool weighted = args_.probs.Defined();
    for (int64_t begin = 0; begin < hidden_; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, hidden_ - begin);
      TileBuffer sums{};
      for (int64_t i = begins_[token]; i < begins_[token + 1]; ++i) {
        TileBuffer buffer;
        const float* const numbers = rows.Read(order_[i] * hidden_ + begin, count, buffer);
        const float weight = weighted ? numbers_[order_[i]] : 1.0F;
        for (int64_t at = 0; at < count; ++at) {
          sums[static_cast<size_t>(at)] += weight * numbers[at];
        }
      }
      out.Write(token * hidden_ + begin, count, sums.data());
    }
  }

  const MapSumArgs& args_;
  const SumState& state_;
  RowOwners owners_;
  int64_t* order_;
  int64_t* begins_;
  float* numbers_;
  int64_t rows_;
  int64_t tokens_;
  int64_t hidden_;
};

Status RunSum(const MapSumArgs& args, const SumState& state, std::byte* workspace,
              const backend::cpu::CpuContext& cpu) {
  return Sums(args, state, workspace).Run(workspace, cpu);
}

struct GradState : Prepared {
  Owners owners;
  ScratchArray<int64_t> tokens;  // that rows were added to
  ScratchArray<float> numbers;
};

GradState PrepareGrad(const MapSumGradArgs& args) {
  GradState state;
  ScratchLayout scratch;
  const int64_t rows = args.gradRows.dims[0];
  state.owners = Owners(rows, scratch);
  state.tokens = scratch.Book<int64_t>(rows);
  state.numbers = scratch.Book<float>(rows);
  state.workspaceBytes = scratch.Bytes();
  state.cost = 2 * CostOf(args.gradRows, args.gradOut);
  return state;
}

// The token of each row, or -1.
void FindTokens(const MapSumGradArgs& args, const Copies& copies, int64_t* tokens) {
  const int64_t rows = args.gradRows.dims[0];
  const int64_t all = args.gradOut.dims[0];
  std::fill_n(tokens, rows, int64_t{-1});
  const IndexReader order(args.order, -1);
  int64_t row = 0;
  if (args.drops) {
    const IndexReader orderTokens(args.orderTokens, -1);
    for (int64_t i = 0; i < rows; ++i) {
      int64_t token = 0;
      order.Read(i, 1, &row);
      orderTokens.Read(i, 1, &token);
      tokens[row] = token >= 0 && token < all ? token : -1;
    }
    return;
  }
  int64_t i = 0;
  for (int64_t token = 0; token < all; ++token) {
    for (const int64_t end = i + copies.Of(token); i < end; ++i) {
      order.Read(i, 1, &row);
      tokens[row] = token;
    }
  }
}

Status RunGrad(const MapSumGradArgs& args, const GradState& state, std::byte* workspace,
               const backend::cpu::CpuContext& cpu) {
  const int64_t rows = args.gradRows.dims[0];
  const int64_t hidden = args.gradOut.dims[1];
  const bool weighted = args.probs.Defined();
  IndexSpace rowNumbers(args.order.Dims());
  rowNumbers.Add({"outIndex", args.order, rows, 1, false});
  Status status = rowNumbers.Check(cpu);
  const Copies copies(args.drops ? TensorView() : args.map, rows, args.gradOut.dims[0]);
  if (status.IsOk()) {
    status = copies.Check();
  }
  if (!status.IsOk()) {
    return status;
  }
  int64_t* const tokens = state.tokens.In(workspace);
  FindTokens(args, copies, tokens);
  const RowOwners owners(state.owners, workspace);
  float* const numbers = state.numbers.In(workspace);
  if (weighted) {
    if (args.drops) {
      std::copy_n(tokens, rows, owners.tokens);
      FindExperts(rows, args.probs.dims[1], owners);
    } else {
      RoutingMap(args.map).Read(owners);
    }
    ReadProbs(args.probs, owners, rows, numbers);
  }
  const TileReader gradients(args.gradOut);
  const TileReader permuted(weighted ? args.rows : args.gradOut);
  const TileWriter gradRows(args.gradRows);
  ForEachRow(cpu, rows, hidden, [&](int64_t row) {
    WriteScaledRow(gradients, tokens[row], weighted ? numbers[row] : 1.0F, hidden, gradRows, row);
    if (weighted) {
      const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
        return permuted.Read(row * hidden + begin, count, buffer);
      };
      numbers[row] = tokens[row] < 0 ? 0.0F : DotOfRow(tile, gradients, tokens[row], hidden);
    }
  });
  if (weighted) {
    WriteProbs(numbers, owners, rows, args.gradOfProbs);
  }
  return status;
}

constexpr auto kPermuteKernel = CpuKernel<RunPermute>("cpu:permute_by_map", PreparePermute);
constexpr auto kSumKernel = CpuKernel<RunSum>("cpu:sum_by_map", PrepareSum);
constexpr auto kGradKernel = CpuKernel<RunGrad>("cpu:sum_by_map_grad", PrepareGrad);

}  // namespace

constinit const KernelEntry<MapPermuteArgs> kMapPermuteCpu = Entry(kPermuteKernel);
constinit const KernelEntry<MapSumArgs> kMapSumCpu = Entry(kSumKernel);
constinit const KernelEntry<MapSumGradArgs> kMapSumGradCpu = Entry(kGradKernel);

}  // namespace openaclnn
