// SPDX-License-Identifier: Apache-2.0
//
// Slices of a tensor, along one of its dims, that indices name.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <string>

#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_index_select.h"
#include "base/checked_math.h"
#include "base/errors.h"
#include "executor/phases.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"

namespace openaclnn {
namespace {

using backend::cpu::CpuContext;

struct Args {
  TensorView self;
  TensorView index;
  TensorView out;  // the dims of self, those of index in place of `dim`
  size_t dim = 0;
};

struct State : Prepared {
  int64_t outer = 0;  // slices that an index names: for each place in the dims before `dim`
  int64_t extent = 0;
  int64_t inner = 0;  // elements of a slice
  int64_t positions = 0;
  int64_t slicesOfTask = 1;
  size_t sliceBytes = 0;  // where both tensors are contiguous, else 0
};

constexpr int64_t kBytesOfTask = 65536;

State Prepare(const Args& args) {
  State state;
  state.positions = args.index.NumElements();
  state.extent = args.self.rank == 0 ? 1 : args.self.dims[args.dim];
  state.outer = 1;
  state.inner = 1;
  for (size_t d = 0; d < static_cast<size_t>(args.self.rank); ++d) {
    (d < args.dim ? state.outer : state.inner) *= d == args.dim ? 1 : args.self.dims[d];
  }
  const auto size = static_cast<int64_t>(SizeOf(args.self.dtype));
  state.slicesOfTask = std::max(int64_t{1}, kBytesOfTask / std::max(int64_t{1}, state.inner * size));
  if (args.self.Contiguous() && args.out.Contiguous()) {
    state.sliceBytes = static_cast<size_t>(state.inner * size);
  }
  ScratchLayout workspace;
  workspace.Reserve(state.positions, sizeof(int64_t));
  state.workspaceBytes = workspace.Bytes();
  state.cost = 2 * static_cast<size_t>(args.out.NumElements() * size) + 2 * state.workspaceBytes;
  return state;
}

// All indices, after they were found to name slices.
Status ReadIndices(const Args& args, const State& state, const CpuContext& cpu, int64_t* indices) {
  const IndexReader reader(args.index, -1);
  std::atomic<int64_t> firstWrong = state.positions;
  cpu.ParallelFor(CeilDivide(state.positions, kTileElements), [&](int64_t tile) {
    const int64_t begin = tile * kTileElements;
    const int64_t end = std::min(begin + kTileElements, state.positions);
    reader.Read(begin, end - begin, indices + begin);
    for (int64_t i = begin; i < end; ++i) {
      if (indices[i] < 0 || indices[i] >= state.extent) {
        int64_t known = firstWrong;
        while (i < known && !firstWrong.compare_exchange_weak(known, i)) {
        }
        break;
      }
    }
  });
  if (firstWrong == state.positions) {
    return Status::Ok();
  }
  return {code::kRtVectorCoreException, "indices: expected values in [0, " + std::to_string(state.extent) +
                                            "), got " + reader.Text(firstWrong) + " at element " +
                                            std::to_string(firstWrong)};
}

Status Run(const Args& args, const State& state, std::byte* workspace, const CpuContext& cpu) {
  auto* const indices = reinterpret_cast<int64_t*>(workspace);
  Status status = ReadIndices(args, state, cpu, indices);
  if (!status.IsOk() || args.out.Empty()) {
    return status;
  }
  const int64_t slices = state.outer * state.positions;
  cpu.ParallelFor(CeilDivide(slices, state.slicesOfTask), [&](int64_t task) {
    const int64_t end = std::min((task + 1) * state.slicesOfTask, slices);
    for (int64_t to = task * state.slicesOfTask; to < end; ++to) {
      const int64_t from = to / state.positions * state.extent + indices[to % state.positions];
      if (state.sliceBytes > 0) {
        std::memcpy(args.out.data + static_cast<size_t>(to) * state.sliceBytes,
                    args.self.data + static_cast<size_t>(from) * state.sliceBytes, state.sliceBytes);
      } else {
        CopyFlat(args.self, from * state.inner, args.out, to * state.inner, state.inner);
      }
    }
  });
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:slices", Prepare));

constexpr std::array<TensorArgument<Args>, 3> Names(const char* self, const char* index) {
  return {{{self, Role::kInput, &Args::self},
           {index, Role::kInput, &Args::index},
           {"out", Role::kOutput, &Args::out}}};
}
constexpr auto kEmbeddingNames = Names("weight", "indices");
constexpr auto kIndexSelectNames = Names("self", "index");
constexpr Operator<Args> kEmbedding{"aclnnEmbedding", kEmbeddingNames, kKernels};
constexpr Operator<Args> kIndexSelect{"aclnnIndexSelect", kIndexSelectNames, kKernels};

constexpr std::array<DType, 2> kIndexDtypes{DType::kInt64, DType::kInt32};

void CheckTensors(ArgumentChecks& check, const NamedTensor& self, const NamedTensor& index,
                  const NamedTensor& out) {
  check.NotNull(self).NotNull(index).NotNull(out);
  check.DtypeIn(self, kMovableDtypes).DtypeIn(index, kIndexDtypes).SameDtype(out, self);
  check.ValidView(self).ValidView(index).ValidOutputView(out);
}

}  // namespace
}  // namespace openaclnn

using namespace openaclnn;

OPENACLNN_ENTRY(aclnnEmbedding, (const aclTensor* weight, const aclTensor* indices, const aclTensor* out), {
  return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
    const NamedTensor result{"out", out};
    ArgumentChecks check;
    CheckTensors(check, {"weight", weight}, {"indices", indices}, result);
    check.Rank({"weight", weight}, 2);
    if (check.Failed()) {
      return check.Result();
    }
    Dims shape = DimsOf(*indices);
    check.Require(
        "indices", "at most 7 dims", [&] { return shape.size() < kMaxRank; },
        [&] { return std::to_string(shape.size()) + " dims"; });
    if (!check.Failed()) {
      shape.push_back(weight->viewDims[1]);
      check.Shape(result, shape, "[shape of indices, columns of weight]");
    }
    return check.Failed() ? check.Result() : call.Bind(kEmbedding, Args{}, {weight, indices, out});
  });
})

OPENACLNN_ENTRY(
    aclnnIndexSelect, (const aclTensor* self, int64_t dim, const aclTensor* index, aclTensor* out), {
      return PhaseOne(__func__, workspaceSize, executor, [&](PhaseOneCall& call) -> Status {
        const NamedTensor result{"out", out};
        ArgumentChecks check;
        CheckTensors(check, {"self", self}, {"index", index}, result);
        check.Require(
            "index", "0 or 1 dims", [&] { return index->viewDims.size() <= 1; },
            [&] { return std::to_string(index->viewDims.size()) + " dims"; });
        if (check.Failed()) {
          return check.Result();
        }
        Args args;
        args.dim = FindDim(check, "dim", dim, self->viewDims.size());
        if (check.Failed()) {
          return check.Result();
        }
        Dims shape = DimsOf(*self);
        const int64_t count = index->viewDims.empty() ? 1 : index->viewDims[0];
        if (shape.empty()) {
          check.Require(
              "index", "1 element, for a self without dims", [&] { return count == 1; },
              [&] { return std::to_string(count); });
        } else {
          shape[args.dim] = count;
        }
        check.Shape(result, shape, "the shape of self, the number of indices in place of dim");
        return check.Failed() ? check.Result() : call.Bind(kIndexSelect, args, {self, index, out});
      });
    })
