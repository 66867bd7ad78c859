// SPDX-License-Identifier: Apache-2.0
//
// Slices of a tensor, along one of its dims, that indices name.
#include <array>
#include <string>

#include "aclnnop/aclnn_embedding.h"
#include "aclnnop/aclnn_index_select.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

using Args = IndexArgs;  // out: the dims of self, those of index in place of `dim`

Prepared Prepare(const Args& args) {
  Prepared state;
  state.cost = 2 * static_cast<size_t>(args.out.NumElements()) * SizeOf(args.out.dtype) +
               static_cast<size_t>(args.index.NumElements()) * SizeOf(args.index.dtype);
  return state;
}

Status Run(const Args& args, const Prepared& /*state*/, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const TensorView self = AtLeastOneDim(args.self);
  const TensorView out = AtLeastOneDim(args.out);
  const TensorView index = args.index.rank > out.rank - self.rank ? args.index : AtLeastOneDim(args.index);
  IndexSpace positions(index.Dims());
  positions.Add({.name = "indices",
                 .view = index,
                 .extent = self.dims[args.dim],
                 .stride = self.strides[args.dim],
                 .unit = "element"});
  Status status = positions.Check(cpu);
  if (status.IsOk()) {
    GatherSlices(positions, WithoutDim(self, args.dim), WithDimsInFront(out, args.dim, index.Dims().size()),
                 cpu);
  }
  return status;
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
