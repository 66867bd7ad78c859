// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "kernels/indexing/index_reader.h"
#include "kernels/indexing/index_space.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "kernels/tiles/tiles.h"
#include "ops/common/cpu_kernel.h"
#include "ops/experts/combining.h"
#include "ops/experts/token_rows.h"

namespace openaclnn {
namespace {

int64_t LastDim(const TensorView& view) {
  return view.dims[static_cast<size_t>(view.rank - 1)];
}
int64_t RowsOf(const TensorView& view) {
  const int64_t length = LastDim(view);
  return length == 0 ? 0 : view.NumElements() / length;
}
const TensorView& Either(const TensorView& view, const TensorView& other) {
  return view.Defined() ? view : other;
}

// The experts whose biases are added.
Status CheckExperts(const TensorView& experts, const TensorView& bias, const backend::cpu::CpuContext& cpu) {
  if (!bias.Defined() || !experts.Defined()) {
    return Status::Ok();
  }
  IndexSpace space(experts.Dims());
  space.Add({"expertIdx", experts, bias.dims[0], 1, false});
  return space.Check(cpu);
}

struct State : Prepared {
  int64_t hidden = 0;
  int64_t tokens = 0;
  int64_t rows = 0;
};

State Prepare(const CombineArgs& args) {
  State state;
  state.hidden = LastDim(args.out);
  state.tokens = args.out.dims[0];
  state.rows = std::min(RowsOf(args.rows), args.mostRows);
  state.cost =
      static_cast<size_t>(static_cast<double>(args.out.NumElements()) * static_cast<double>(args.k + 1)) *
      SizeOf(args.rows.dtype);
  return state;
}

constexpr int64_t kIndicesAtATime = 64;

// The sums of tokens.
class Combination {
 public:
  Combination(const CombineArgs& args, const State& state)
      : args_(args),
        state_(state),
        rows_(args.rows),
        index_(args.index, -1),
        weights_(Either(args.weights, args.rows)),
        bias_(Either(args.bias, args.rows)),
        experts_(Either(args.experts, args.index), -1),
        first_(Either(args.first, args.rows)),
        second_(Either(args.second, args.rows)),
        out_(args.out) {}

  void Run(int64_t token) const {
    for (int64_t begin = 0; begin < state_.hidden; begin += kTileElements) {
      const int64_t count = std::min(kTileElements, state_.hidden - begin);
      TileBuffer sums;
      Start(token, begin, count, sums);
      for (int64_t j = 0; j < args_.k; j += kIndicesAtATime) {
        AddRows(token, j, std::min(kIndicesAtATime, args_.k - j), begin, count, sums);
      }
      out_.Write(token * state_.hidden + begin, count, sums.data());
    }
  }

 private:
  void Start(int64_t token, int64_t begin, int64_t count, TileBuffer& sums) const {
    const int64_t at = token * state_.hidden + begin;
    TileBuffer buffer;
    if (args_.first.Defined()) {
      std::copy_n(first_.Read(at, count, buffer), count, sums.data());
    } else {
      sums.fill(0);
    }
    if (args_.second.Defined()) {
      const float* const second = second_.Read(at, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        sums[static_cast<size_t>(i)] += second[i];
      }
    }
  }

  void AddRows(int64_t token, int64_t j, int64_t some, int64_t begin, int64_t count, TileBuffer& sums) const {
    std::array<int64_t, kIndicesAtATime> indices;
    std::array<int64_t, kIndicesAtATime> experts;
    const int64_t copy = token * args_.k + j;
    if (args_.columnOrder) {
      for (int64_t n = 0; n < some; ++n) {
        index_.Read((j + n) * state_.tokens + token, 1, &indices[static_cast<size_t>(n)]);
      }
    } else {
      index_.Read(copy, some, indices.data());
    }
    if (args_.bias.Defined()) {
      experts_.Read(copy, some, experts.data());
    }
    TileBuffer weightBuffer;
    const float* const weights = args_.weights.Defined() ? weights_.Read(copy, some, weightBuffer) : nullptr;
    for (int64_t n = 0; n < some; ++n) {
      const int64_t row = indices[static_cast<size_t>(n)];
      const float weight = weights == nullptr ? 1.0F : weights[n];
      const bool exists = row >= 0 && row < state_.rows;
      TileBuffer buffer;
      TileBuffer biasBuffer;
      const float* const numbers = exists ? rows_.Read(row * state_.hidden + begin, count, buffer) : nullptr;
      const float* const bias =
          args_.bias.Defined()
              ? bias_.Read(experts[static_cast<size_t>(n)] * state_.hidden + begin, count, biasBuffer)
              : nullptr;
      Add(numbers, bias, weight, count, sums);
    }
  }

  static void Add(const float* numbers, const float* bias, float weight, int64_t count, TileBuffer& sums) {
    float* const to = sums.data();
    if (numbers != nullptr && bias != nullptr) {
      for (int64_t i = 0; i < count; ++i) {
        to[i] += weight * (numbers[i] + bias[i]);
      }
    } else if (const float* const only = numbers != nullptr ? numbers : bias; only != nullptr) {
      for (int64_t i = 0; i < count; ++i) {
        to[i] += weight * only[i];
      }
    }
  }

  const CombineArgs& args_;
  const State& state_;
  TileReader rows_;
  IndexReader index_;
  TileReader weights_;
  TileReader bias_;
  IndexReader experts_;
  TileReader first_;
  TileReader second_;
  TileWriter out_;
};

Status Run(const CombineArgs& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const Status status = CheckExperts(args.experts, args.bias, cpu);
  if (!status.IsOk()) {
    return status;
  }
  const Combination combination(args, state);
  const int64_t tokensOfTask = std::max<int64_t>(1, RowsOfTask(state.hidden) / std::max<int64_t>(args.k, 1));
  ForEachRowOfTasks(cpu, state.tokens, tokensOfTask, [&](int64_t token) { combination.Run(token); });
  return status;
}

struct GradState : Prepared {
  int64_t hidden = 0;
  int64_t copies = 0;
  int64_t rows = 0;
  ScratchArray<int64_t> copyOfRow;
};

GradState PrepareGrad(const CombineGradArgs& args) {
  GradState state;
  ScratchLayout scratch;
  state.hidden = LastDim(args.gradOut);
  state.copies = args.index.NumElements();
  state.rows = RowsOf(args.gradRows);
  state.copyOfRow = scratch.Book<int64_t>(state.rows);
  state.workspaceBytes = scratch.Bytes();
  state.cost = static_cast<size_t>(args.gradRows.NumElements() * 3) * SizeOf(args.gradOut.dtype);
  return state;
}

// gradWeights of a copy: the product of a row, and its bias, with the gradient of its token.
float DotOf(const CombineGradArgs& args, const GradState& state, int64_t copy, int64_t row) {
  const TileReader rows(Either(args.rows, args.gradOut));
  const TileReader gradients(args.gradOut);
  const TileReader biases(Either(args.bias, args.gradOut));
  int64_t expert = 0;
  if (args.bias.Defined()) {
    IndexReader(args.experts, 0).Read(copy, 1, &expert);
  }
  const auto tile = [&](int64_t begin, int64_t count, TileBuffer& sums) {
    TileBuffer buffer;
    sums.fill(0);
    if (row >= 0) {
      std::copy_n(rows.Read(row * state.hidden + begin, count, buffer), count, sums.data());
    }
    if (args.bias.Defined()) {
      const float* const bias = biases.Read(expert * state.hidden + begin, count, buffer);
      for (int64_t i = 0; i < count; ++i) {
        sums[static_cast<size_t>(i)] += bias[i];
      }
    }
    return static_cast<const float*>(sums.data());
  };
  return DotOfRow(tile, gradients, copy / args.k, state.hidden);
}

Status RunGrad(const CombineGradArgs& args, const GradState& state, std::byte* workspace,
               const backend::cpu::CpuContext& cpu) {
  const Status status = CheckExperts(args.experts, args.bias, cpu);
  if (!status.IsOk()) {
    return status;
  }
  int64_t* const copyOfRow = state.copyOfRow.In(workspace);
  std::fill_n(copyOfRow, state.rows, int64_t{-1});
  const IndexReader index(args.index, -1);
  for (int64_t copy = 0; copy < state.copies; ++copy) {
    int64_t row = 0;
    index.Read(copy, 1, &row);
    if (row >= 0 && row < state.rows) {
      copyOfRow[row] = copy;
    }
  }
  const TileReader weights(Either(args.weights, args.gradOut));
  const TileReader gradients(args.gradOut);
  const TileWriter gradRows(args.gradRows);
  cpu.ParallelFor(state.rows, [&](int64_t row) {
    const int64_t copy = copyOfRow[row];
    TileBuffer buffer;
    const float weight = copy >= 0 && args.weights.Defined() ? *weights.Read(copy, 1, buffer) : 1.0F;
    WriteScaledRow(gradients, copy < 0 ? -1 : copy / args.k, weight, state.hidden, gradRows, row);
  });
  if (args.gradWeights.Defined()) {
    const TileWriter gradWeights(args.gradWeights);
    cpu.ParallelFor(state.copies, [&](int64_t copy) {
      int64_t row = 0;
      index.Read(copy, 1, &row);
      const float dot = DotOf(args, state, copy, row < state.rows ? row : -1);
      gradWeights.Write(copy, 1, &dot);
    });
  }
  return status;
}

constexpr auto kKernel = CpuKernel<Run>("cpu:combine_rows", Prepare);
constexpr auto kGradKernel = CpuKernel<RunGrad>("cpu:combine_rows_grad", PrepareGrad);

}  // namespace

constinit const KernelEntry<CombineArgs> kCombineCpu = Entry(kKernel);
constinit const KernelEntry<CombineGradArgs> kCombineGradCpu = Entry(kGradKernel);

}  // namespace openaclnn
