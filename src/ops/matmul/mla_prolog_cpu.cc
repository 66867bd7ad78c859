// SPDX-License-Identifier: Apache-2.0
//
// Products of tokens and of what they come to, in float32 between them; keys go to a paged cache.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/checked_math.h"
#include "kernels/gemm/gemm_result.h"
#include "kernels/indexing/index_reader.h"
#include "kernels/tiles/flat_copy.h"
#include "kernels/tiles/row_tasks.h"
#include "kernels/tiles/scratch.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/self_copy.h"
#include "ops/matmul/matmul_plan.h"
#include "ops/matmul/mla_prolog.h"

namespace openaclnn {
namespace {

using Args = MlaPrologArgs;
using Blocks = WeightBlocks;

struct State : Prepared {
  bool copiesX = false;
  bool copiesQuery = false;
  SelfCopy latentCopy;
  SelfCopy ropeCopy;
  MatmulPlan toRank;
  MatmulPlan toHeads;
  MatmulPlan toQuery;
  MatmulPlan toKeys;
  ScratchArray<std::byte> x;
  ScratchArray<float> ranks;      // [tokens, rank]
  ScratchArray<float> headParts;  // [tokens, heads, size + ropeSize]
  ScratchArray<float> keyParts;   // [tokens, latent + ropeSize]
  ScratchArray<std::byte> query;
  ScratchArray<std::byte> workspace;
};

TensorView Matrix(std::byte* data, DType dtype, int64_t rows, int64_t columns) {
  TensorView view;
  view.data = data;
  view.dtype = dtype;
  view.rank = 2;
  view.dims = {rows, columns};
  view.strides = {columns, 1};
  return view;
}

// Whether two dims of tokens are not one at an even distance.
bool HasTokensApart(const TensorView& view, int rank) {
  return view.rank == rank + 1 && view.dims[0] > 1 && view.dims[1] > 1 &&
         view.strides[0] != view.dims[1] * view.strides[1];
}

// A tensor with one dim of tokens, in its own place.
TensorView WithTokens(const TensorView& view, int rank, int64_t tokens) {
  TensorView one = view;
  if (view.rank == rank + 1) {
    one.rank = rank;
    std::copy_n(view.dims.begin() + 1, rank, one.dims.begin());
    std::copy_n(view.strides.begin() + 1, rank, one.strides.begin());
    one.dims[0] = tokens;
    one.strides[0] = view.dims[1] > 1 ? view.strides[1] : view.strides[0];
  }
  return one;
}

// Without a workspace there are no addresses yet.
template <typename T>
std::byte* In(const ScratchArray<T>& array, std::byte* workspace) {
  return workspace == nullptr ? nullptr : reinterpret_cast<std::byte*>(array.In(workspace));
}

// The four products of a run.
struct Products {
  Products(const Args& args, const State& state, std::byte* workspace) {
    x = state.copiesX ? Matrix(In(state.x, workspace), args.x.dtype, args.tokens, args.hidden)
                      : WithTokens(args.x, 2, args.tokens);
    const TensorView ranks = Matrix(In(state.ranks, workspace), DType::kFloat, args.tokens, args.rank);
    const TensorView parts =
        Matrix(In(state.headParts, workspace), DType::kFloat, args.tokens, args.heads * args.HeadSize());
    const TensorView keyParts =
        Matrix(In(state.keyParts, workspace), DType::kFloat, args.tokens, args.KeySize());
    toRank = ByWeight(x, args.down, args.downBlocks, ranks);
    toHeads = ByWeight(ranks, args.up, args.upBlocks, parts);
    toKeys = ByWeight(x, args.keys, args.keyBlocks, keyParts);
    if (state.copiesQuery) {
      query = args.query;
      query.data = In(state.query, workspace);
      ContiguousStrides(query.Dims(), {query.strides.data(), query.Dims().size()});
    } else {
      query = args.query;
    }
    toQuery.first = parts;
    toQuery.first.rank = 3;
    toQuery.first.dims = {args.heads, args.tokens, args.size};
    toQuery.first.strides = {args.HeadSize(), args.heads * args.HeadSize(), 1};
    toQuery.second = args.absorb;
    toQuery.out = WithTokens(query, 3, args.tokens);
    std::swap(toQuery.out.dims[0], toQuery.out.dims[1]);
    std::swap(toQuery.out.strides[0], toQuery.out.strides[1]);
  }

  static MatmulArgs ByWeight(const TensorView& first, const TensorView& weight, const Blocks& blocks,
                             const TensorView& out) {
    MatmulArgs product;
    product.first = first;
    product.second = weight;
    product.out = out;
    product.blockWidth = blocks.width;
    product.transposedBlocks = blocks.transposed;
    product.depth = first.dims[1];
    product.columns = out.dims[1];
    return product;
  }

  TensorView x;
  TensorView query;
  MatmulArgs toRank;
  MatmulArgs toHeads;
  MatmulArgs toQuery;
  MatmulArgs toKeys;
};

State Prepare(const Args& args) {
  State state;
  state.latentCopy = SelfCopy(args.latentsBefore, args.latents);
  state.ropeCopy = SelfCopy(args.ropesBefore, args.ropes);
  if (args.tokens == 0) {
    return state;
  }
  state.copiesX = HasTokensApart(args.x, 2);
  state.copiesQuery = HasTokensApart(args.query, 3);
  ScratchLayout scratch;
  const auto bytes = [](const TensorView& view) {
    return CheckedMultiply(CheckedProduct(view.Dims()).value_or(INT64_MAX),
                           static_cast<int64_t>(SizeOf(view.dtype)))
        .value_or(INT64_MAX);
  };
  const auto numbers = [&](int64_t heads, int64_t size) {
    return CheckedProduct({args.tokens, heads, size}).value_or(INT64_MAX);
  };
  state.x = scratch.Book<std::byte>(state.copiesX ? bytes(args.x) : 0);
  state.ranks = scratch.Book<float>(numbers(1, args.rank));
  state.headParts = scratch.Book<float>(numbers(args.heads, args.HeadSize()));
  state.keyParts = scratch.Book<float>(numbers(1, args.KeySize()));
  state.query = scratch.Book<std::byte>(state.copiesQuery ? bytes(args.query) : 0);
  const Products products(args, state, nullptr);
  state.toRank = MatmulPlan(products.toRank);
  state.toHeads = MatmulPlan(products.toHeads);
  state.toQuery = MatmulPlan(products.toQuery);
  state.toKeys = MatmulPlan(products.toKeys);
  size_t most = 0;
  for (const MatmulPlan* plan : {&state.toRank, &state.toHeads, &state.toQuery, &state.toKeys}) {
    most = std::max(most, plan->WorkspaceBytes());
    state.cost += plan->Cost();
  }
  state.workspace = scratch.Book<std::byte>(static_cast<int64_t>(most));
  state.workspaceBytes = scratch.Bytes();
  return state;
}

// One run.
class Prolog {
 public:
  Prolog(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu)
      : args_(args), state_(state), workspace_(workspace), cpu_(cpu), products_(args, state, workspace) {}

  void Run() const {
    if (state_.copiesX) {
      CopyAll(args_.x, products_.x);
    }
    std::byte* const place = state_.workspace.In(workspace_);
    state_.toRank.Multiply(products_.toRank, place, cpu_);
    ScaleRows(state_.ranks.In(workspace_), args_.rank, args_.rank, args_.rankScale, args_.rankEpsilon);
    if (args_.queryNorm.Defined()) {
      const TileWriter results(args_.queryNorm);
      ForEachRow(cpu_, args_.tokens, args_.rank, [&](int64_t row) {
        for (int64_t begin = 0; begin < args_.rank; begin += kTileElements) {
          const int64_t at = row * args_.rank + begin;
          results.Write(at, std::min(kTileElements, args_.rank - begin), state_.ranks.In(workspace_) + at);
        }
      });
    }
    state_.toHeads.Multiply(products_.toHeads, place, cpu_);
    RotateQueries();
    state_.toQuery.Multiply(products_.toQuery, place, cpu_);
    if (state_.copiesQuery) {
      CopyAll(products_.query, args_.query);
    }
    if (args_.latents.Empty()) {
      return;  // a cache without blocks: keys go nowhere
    }
    state_.toKeys.Multiply(products_.toKeys, place, cpu_);
    ScaleRows(state_.keyParts.In(workspace_), args_.KeySize(), args_.latent, args_.latentScale,
              args_.latentEpsilon);
    StoreKeys();
  }

 private:
  void CopyAll(const TensorView& from, const TensorView& to) const {
    ForEachPiece(cpu_, from.NumElements(), kTilesOfTask * kTileElements, 1,
                 [&](int64_t begin, int64_t count) { CopyFlat(from, begin, to, begin, count); });
  }

  // The first `count` numbers of rows divided by the root of their mean square, times a scale of each.
  void ScaleRows(float* numbers, int64_t pitch, int64_t count, const TensorView& scale,
                 double epsilon) const {
    const TileReader scales(scale);
    ForEachRow(cpu_, args_.tokens, count, [&](int64_t row) {
      float* const own = numbers + row * pitch;
      double sum = 0;
      for (int64_t i = 0; i < count; ++i) {
        sum += static_cast<double>(own[i]) * own[i];
      }
      const auto factor = static_cast<float>(1 / std::sqrt(sum / static_cast<double>(count) + epsilon));
      TileBuffer buffer;
      for (int64_t begin = 0; begin < count; begin += kTileElements) {
        const int64_t some = std::min(kTileElements, count - begin);
        const float* const factors = scales.Read(begin, some, buffer);
        for (int64_t i = 0; i < some; ++i) {
          own[begin + i] = own[begin + i] * factor * factors[i];
        }
      }
    });
  }

  // Pairs (a, b), side by side, rotated by the angles of a token: all a first, then all b.
  void Rotate(int64_t token, const float* pairs, float* rotated) const {
    TileBuffer cosines;
    TileBuffer sines;
    const int64_t half = args_.ropeSize / 2;
    const float* const cos = TileReader(args_.cos).Read(token * args_.ropeSize, args_.ropeSize, cosines);
    const float* const sin = TileReader(args_.sin).Read(token * args_.ropeSize, args_.ropeSize, sines);
    for (int64_t p = 0; p < half; ++p) {
      const float a = pairs[2 * p];
      const float b = pairs[2 * p + 1];
      rotated[p] = a * cos[p] - b * sin[p];
      rotated[half + p] = b * cos[half + p] + a * sin[half + p];
    }
  }

  void RotateQueries() const {
    const TileWriter results(args_.queryRope);
    ForEachRow(cpu_, args_.tokens * args_.heads, args_.ropeSize, [&](int64_t row) {
      TileBuffer rotated;
      Rotate(row / args_.heads, state_.headParts.In(workspace_) + row * args_.HeadSize() + args_.size,
             rotated.data());
      results.Write(row * args_.ropeSize, args_.ropeSize, rotated.data());
    });
  }

  // Tokens in their order: of those with one slot the last one stays.
  void StoreKeys() const {
    state_.latentCopy.Run(args_.latentsBefore, args_.latents, cpu_);
    state_.ropeCopy.Run(args_.ropesBefore, args_.ropes, cpu_);
    const IndexReader slots(args_.slots, 0);
    TileBuffer rotated;
    for (int64_t token = 0; token < args_.tokens; ++token) {
      int64_t slot = 0;
      slots.Read(token, 1, &slot);
      float* const parts = state_.keyParts.In(workspace_) + token * args_.KeySize();
      Rotate(token, parts + args_.latent, rotated.data());
      Store(args_.latents, slot, args_.latent, parts);
      Store(args_.ropes, slot, args_.ropeSize, rotated.data());
    }
  }

  void Store(const TensorView& cache, int64_t slot, int64_t count, float* numbers) const {
    const auto bytes = static_cast<int64_t>(SizeOf(cache.dtype));
    const int64_t blockSize = cache.dims[1];
    const int64_t row = slot % blockSize;
    const int64_t piece = args_.pieces ? kCachePieceBytes / bytes : kGemmMostColumns;
    for (int64_t done = 0; done < count; done += piece) {
      // Pieces fill the rows of a block, one after the other: each is in one row.
      const int64_t flat = args_.pieces ? done * blockSize + row * piece : row * count + done;
      const int64_t at = slot / blockSize * cache.strides[0] + flat / count * cache.strides[1] +
                         flat % count * cache.strides[3];
      const int64_t some = std::min(piece, count - done);
      FinishRow<float>({cache.data + at * bytes, cache.dtype, 0, EvenColumns(some, cache.strides[3])}, 1, 0,
                       0, 0, some, numbers + done);
    }
  }

  const Args& args_;
  const State& state_;
  std::byte* workspace_;
  const backend::cpu::CpuContext& cpu_;
  Products products_;
};

Status CheckSlots(const Args& args) {
  const int64_t slots = args.latents.dims[0] * args.latents.dims[1];
  const IndexReader reader(args.slots, -1);
  for (int64_t token = 0; token < args.tokens && slots > 0; ++token) {
    int64_t slot = 0;
    reader.Read(token, 1, &slot);
    if (slot < 0 || slot >= slots) {
      return {code::kRtVectorCoreException, "cacheIndex: expected slots in [0, " + std::to_string(slots) +
                                                "), got " + reader.Text(token) + " at position " +
                                                std::to_string(token)};
    }
  }
  return Status::Ok();
}

Status Run(const Args& args, const State& state, std::byte* workspace, const backend::cpu::CpuContext& cpu) {
  Status status = CheckSlots(args);
  if (status.IsOk() && args.tokens > 0) {
    Prolog(args, state, workspace, cpu).Run();
  } else if (status.IsOk()) {
    state.latentCopy.Run(args.latentsBefore, args.latents, cpu);
    state.ropeCopy.Run(args.ropesBefore, args.ropes, cpu);
  }
  return status;
}

constexpr auto kKernel = CpuKernel<Run>("cpu:mla_prolog", Prepare);

}  // namespace

constinit const KernelEntry<MlaPrologArgs> kMlaPrologCpu = Entry(kKernel);

}  // namespace openaclnn
