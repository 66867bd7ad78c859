// SPDX-License-Identifier: Apache-2.0
//
// A stable sort of the copies by their experts; then each row of the result is copied, or quantized, from its
// token. Indices are few beside what rows hold: one thread writes them.
#include <algorithm>
#include <optional>
#include <span>
#include <string>

#include "kernels/indexing/index_sort.h"
#include "kernels/indexing/index_space.h"
#include "kernels/indexing/index_writer.h"
#include "kernels/quantization/dynamic_rows.h"
#include "kernels/tiles/row_tasks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/experts/routing.h"
#include "ops/experts/token_rows.h"

namespace openaclnn {
namespace {

using Args = RoutingArgs;

struct State : Prepared {
  IndexSort sort;
  int64_t copies = 0;
  int64_t hidden = 0;
  int64_t tokens = 0;
  ScratchArray<int64_t> sources;  // the token of each row; -1: none
  ScratchArray<int64_t> owners;   // the expert of each row
};

State Prepare(const Args& args) {
  State state;
  ScratchLayout scratch;
  state.copies = args.experts.NumElements();
  state.tokens = args.x.dims[0];
  state.hidden = args.x.dims[1];
  state.sort = IndexSort(state.copies, args.allExperts, scratch);
  state.sources = scratch.Book<int64_t>(args.rows);
  state.owners = scratch.Book<int64_t>(args.rows);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(2.0 * static_cast<double>(args.rows) * static_cast<double>(state.hidden)) *
                   SizeOf(args.x.dtype) +
               static_cast<size_t>(state.copies) * 64;
  return state;
}

// One run.
class Routing {
 public:
  Routing(const Args& args, const State& state, std::byte* workspace)
      : args_(args),
        state_(state),
        sources_(state.sources.In(workspace)),
        owners_(state.owners.In(workspace)),
        copyNumbers_(args.rowIdx.Defined() ? args.rowIdx.Dims() : std::span<const int64_t>()) {
    if (args.rowIdx.Defined()) {
      copyNumbers_.Add({"rowIdx", args.rowIdx, state.copies, 1, false});
    }
  }

  [[nodiscard]] Status Run(std::byte* workspace, const backend::cpu::CpuContext& cpu) {
    Status status = state_.sort.Run("expertIdx", args_.experts, std::nullopt, workspace, cpu, sorted_);
    if (status.IsOk() && args_.rowIdx.Defined()) {
      status = copyNumbers_.Check(cpu);
    }
    if (!status.IsOk()) {
      return status;
    }
    first_ = sorted_.Before(args_.firstExpert).Count();
    inside_ = sorted_.Before(args_.endExpert).Count() - first_;
    Place();
    WriteCounts();
    WriteRows(cpu);
    return status;
  }

 private:
  // Which row each copy has, and which token each row.
  void Place() {
    std::fill_n(sources_, args_.rows, int64_t{-1});
    const IndexWriter places(args_.places);
    if (inside_ < state_.copies || args_.capacity > 0 || args_.placesOfRows || args_.rowIdx.Defined()) {
      for (int64_t copy = 0; copy < state_.copies; ++copy) {
        places.Write(copy, -1);
      }
    }
    int64_t expert = -1;
    int64_t begin = 0;
    for (int64_t i = 0; i < inside_; ++i) {
      const int64_t copy = sorted_.Position(first_ + i);
      if (const int64_t owner = sorted_.Row(first_ + i); owner != expert) {
        expert = owner;
        begin = i;
      }
      int64_t row = i;
      if (args_.capacity > 0) {
        if (i - begin >= args_.capacity) {
          continue;
        }
        row = expert * args_.capacity + (i - begin);
      }
      int64_t number = copy;
      int64_t token = copy / args_.k;
      if (args_.rowIdx.Defined()) {
        copyNumbers_.Read(copy, 1, &number);
        token = number % state_.tokens;
      }
      if (args_.placesOfRows) {
        places.Write(row, copy);
      } else {
        places.Write(number, row);
      }
      if (row < args_.rows) {
        sources_[row] = token;
        owners_[row] = expert;
      }
    }
    if (args_.sortedExperts.Defined()) {
      const IndexWriter experts(args_.sortedExperts);
      for (int64_t i = 0; i < state_.copies; ++i) {
        experts.Write(i, sorted_.Row(i));
      }
    }
  }

  void WriteCounts() const {
    const IndexWriter before(args_.countsBefore.Defined() ? args_.countsBefore : args_.places);
    const IndexWriter counts(args_.counts.Defined() ? args_.counts : args_.places);
    int64_t pairs = 0;
    int64_t begin = first_;
    const bool counted = args_.countKind != ExpertCounts::kNone;
    for (int64_t expert = args_.firstExpert;
         (counted || args_.countsBefore.Defined()) && expert < args_.endExpert; ++expert) {
      const int64_t end = sorted_.Before(expert + 1).Count();
      const int64_t at = expert - args_.firstExpert;
      if (args_.countsBefore.Defined()) {
        before.Write(at, end - begin);
      }
      switch (args_.countKind) {
        case ExpertCounts::kNone:
          break;
        case ExpertCounts::kEnds:
          counts.Write(at, end - first_);
          break;
        case ExpertCounts::kCounts:
          counts.Write(at, end - begin);
          break;
        case ExpertCounts::kPairs:
          if (end > begin) {
            counts.Write(2 * pairs, expert);
            counts.Write(2 * pairs + 1, end - begin);
            ++pairs;
          }
          break;
      }
      begin = end;
    }
    for (int64_t i = 2 * pairs; args_.countKind == ExpertCounts::kPairs && i < args_.counts.NumElements();
         ++i) {
      counts.Write(i, 0);
    }
  }

  void WriteRows(const backend::cpu::CpuContext& cpu) const {
    if (args_.quant == RoutingQuant::kNone) {
      CopyRows(args_.x, args_.expandedX, state_.hidden, sources_, args_.rows, cpu);
    } else {
      ForEachRow(cpu, args_.rows, state_.hidden, [&](int64_t row) { QuantizeRow(row); });
    }
    if (args_.quant == RoutingQuant::kNone && args_.expandedScale.Defined()) {
      const TileReader scales(args_.scale);
      const TileWriter expanded(args_.expandedScale);
      for (int64_t row = 0; row < args_.rows; ++row) {
        TileBuffer buffer{};
        const float* const scale = sources_[row] < 0 ? buffer.data() : scales.Read(sources_[row], 1, buffer);
        expanded.Write(row, 1, scale);
      }
    }
  }

  void QuantizeRow(int64_t row) const {
    const TileReader x(args_.x);
    const bool scaled = args_.scale.Defined();
    const TileReader scale(scaled ? args_.scale : args_.x);
    const int64_t token = sources_[row];
    if (args_.quant == RoutingQuant::kStatic) {
      const TileReader offset(args_.offset.Defined() ? args_.offset : args_.x);
      TileBuffer buffer;
      const float by = *scale.Read(0, 1, buffer);
      const float added = args_.offset.Defined() ? *offset.Read(0, 1, buffer) : 0.0F;
      const WholeWriter out(args_.expandedX);
      for (int64_t begin = 0; begin < state_.hidden; begin += kTileElements) {
        const int64_t count = std::min(kTileElements, state_.hidden - begin);
        TileBuffer result{};
        if (token >= 0) {
          const float* const numbers = x.Read(token * state_.hidden + begin, count, buffer);
          for (int64_t i = 0; i < count; ++i) {
            result[static_cast<size_t>(i)] = numbers[i] * by + added;
          }
          RoundToRange(result.data(), count, RoundMode::kNearest, kInt8Range, result.data());
        }
        out.Write(row * state_.hidden + begin, count, result.data());
      }
      return;
    }
    // One row of factors for all experts, or one for each.
    const bool each = scaled && args_.scale.NumElements() != state_.hidden;
    const int64_t factors = each && token >= 0 ? (owners_[row] - args_.firstExpert) * state_.hidden : 0;
    const auto tile = [&](int64_t begin, int64_t count, TileBuffer& buffer) {
      if (token < 0) {
        buffer.fill(0);
        return static_cast<const float*>(buffer.data());
      }
      const float* const numbers = x.Read(token * state_.hidden + begin, count, buffer);
      if (!scaled) {
        return numbers;
      }
      TileBuffer other;
      const float* const factor = scale.Read(factors + begin, count, other);
      for (int64_t i = 0; i < count; ++i) {
        buffer[static_cast<size_t>(i)] = numbers[i] * factor[i];
      }
      return static_cast<const float*>(buffer.data());
    };
    DynamicRows(args_.expandedX, args_.expandedScale, TensorView(), false).Quantize(row, state_.hidden, tile);
  }

  const Args& args_;
  const State& state_;
  int64_t* sources_;
  int64_t* owners_;
  IndexSpace copyNumbers_;
  SortedIndices sorted_;
  int64_t first_ = 0;   // of the sorted copies whose experts count
  int64_t inside_ = 0;  // how many these are
};

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  return Routing(args, state, workspace).Run(workspace, cpu);
}

constexpr auto kKernel = CpuKernel<Run>("cpu:route_tokens", Prepare);

}  // namespace

constinit const KernelEntry<RoutingArgs> kRoutingCpu = Entry(kKernel);

}  // namespace openaclnn
