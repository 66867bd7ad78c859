// SPDX-License-Identifier: Apache-2.0
//
// aclnnScatterList: a part of a dim put at an index, in each tensor of a list.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_scatter_list.h"
#include "base/errors.h"
#include "kernels/elementwise/converted_rows.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/entry.h"
#include "ops/common/self_copy.h"
#include "ops/indexing/arguments.h"

namespace openaclnn {
namespace {

struct Args {
  TensorViews selves;
  TensorView indices;  // [B], or [B, 2]
  TensorView updates;
  TensorView mask;
  TensorViews outs;
  size_t dim = 0;  // of a tensor
};

struct State : Prepared {
  std::vector<SelfCopy> copies;
};

State Prepare(const Args& args) {
  State state;
  for (size_t b = 0; b < args.outs.size(); ++b) {
    state.copies.emplace_back(args.selves[b], args.outs[b]);
    state.cost += state.copies.back().Cost();
  }
  state.cost += static_cast<size_t>(2 * args.updates.NumElements()) * SizeOf(args.updates.dtype);
  return state;
}

// What is put into a tensor, counted along the dim.
struct Part {
  int64_t start = 0;
  int64_t length = 0;
};

bool IsMasked(const Args& args, int64_t tensor) {
  double number = 1;
  if (args.mask.Defined()) {
    ReadConverted(args.mask, tensor, 1, &number);
  }
  return number == 0;
}

Part PartOf(const Args& args, int64_t tensor) {
  const bool hasLength = args.indices.rank == 2;
  Part part{0, args.updates.dims[args.dim + 1]};
  const IndexReader reader(args.indices, -1);
  reader.Read(hasLength ? 2 * tensor : tensor, 1, &part.start);
  if (hasLength) {
    reader.Read(2 * tensor + 1, 1, &part.length);
  }
  return part;
}

Status CheckPart(const Args& args, int64_t tensor) {
  const int64_t extent = args.outs.front().dims[args.dim];
  const int64_t longest = args.updates.dims[args.dim + 1];
  const Part part = PartOf(args, tensor);
  const auto outside = [&](const char* what, int64_t highest, int64_t value) {
    return Status{code::kRtVectorCoreException,
                  std::string("indice: expected ") + what + " from 0 to " + std::to_string(highest) +
                      ", got " + std::to_string(value) + " for tensor " + std::to_string(tensor)};
  };
  if (part.length < 0 || part.length > longest) {
    return outside("lengths", longest, part.length);
  }
  if (part.start < 0 || part.start > extent - part.length) {
    return outside("starts", extent - part.length, part.start);
  }
  return Status::Ok();
}

TensorView Narrowed(TensorView view, size_t dim, const Part& part) {
  view.dims[dim] = part.length;
  view.data += part.start * view.strides[dim] * static_cast<int64_t>(SizeOf(view.dtype));
  return view;
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const auto count = static_cast<int64_t>(args.outs.size());
  for (int64_t b = 0; b < count; ++b) {
    if (Status status = IsMasked(args, b) ? Status::Ok() : CheckPart(args, b); !status.IsOk()) {
      return status;
    }
  }
  for (int64_t b = 0; b < count; ++b) {
    const auto place = static_cast<size_t>(b);
    state.copies[place].Run(args.selves[place], args.outs[place], cpu);
    const Part part = PartOf(args, b);
    if (IsMasked(args, b) || part.length == 0) {
      continue;
    }
    TensorView updates = WithoutDim(args.updates, 0);
    updates.data += b * args.updates.strides[0] * static_cast<int64_t>(SizeOf(updates.dtype));
    const TensorView from = Narrowed(updates, args.dim, {0, part.length});
    const TensorView to = Narrowed(args.outs[place], args.dim, part);
    SelfCopy(from, to).Run(from, to, cpu);
  }
  return Status::Ok();
}

constexpr OnlyKernel kKernels(CpuKernel<Run>("cpu:scatter_list", Prepare));
constexpr std::array<TensorArgument<Args>, 5> kArguments{{
    ListArgument("varRef", Role::kInput, &Args::selves),
    {"indice", Role::kInput, &Args::indices, false, true},
    {"updates", Role::kInput, &Args::updates, false, true},
    {"mask", Role::kInput, &Args::mask, false, true},
    ListArgument("varRef", Role::kOutput, &Args::outs, true),
}};
constexpr Operator<Args> kScatterList{"aclnnScatterList", kArguments, kKernels};

void CheckList(ArgumentChecks& check, const aclTensorList* list) {
  check.NotNull("varRef", list);
  for (size_t b = 0; !check.Failed() && b < list->values.size(); ++b) {
    check.NotNull({"varRef", static_cast<int64_t>(b)}, list->values[b]);
  }
}

// Tensors of one type and one shape.
void CheckTensors(ArgumentChecks& check, const aclTensorList& list) {
  check.Require(
      "varRef", "one tensor or more", [&] { return !list.values.empty(); }, [] { return "none"; });
  for (size_t b = 0; !check.Failed() && b < list.values.size(); ++b) {
    const NamedTensor first{{"varRef", 0}, list.values[0]};
    const NamedTensor tensor{{"varRef", static_cast<int64_t>(b)}, list.values[b]};
    check.DtypeIn(tensor, kMovableDtypes).SameDtype(tensor, first).ValidOutputView(tensor);
    check.SameShape(tensor, first);
  }
}

void CheckUpdates(ArgumentChecks& check, const NamedTensor& updates, const std::vector<int64_t>& own,
                  int64_t tensors, size_t axis) {
  const auto& given = updates.tensor->viewDims;
  check.Require(
      updates.name, "a first dim of the tensors in varRef, then their dims, at most as large along axis",
      [&] {
        bool fits = given.size() == own.size() + 1 && given[0] == tensors;
        for (size_t d = 0; fits && d < own.size(); ++d) {
          fits = d + 1 == axis ? given[d + 1] <= own[d] : given[d + 1] == own[d];
        }
        return fits;
      },
      [&] { return ShapeText(given) + " for " + std::to_string(tensors) + " tensors of " + ShapeText(own); });
}

Status Bind(PhaseOneCall& call, const aclTensorList* list, const NamedTensor& indice,
            const NamedTensor& updates, const NamedTensor& mask, const char* reduce, int64_t axis) {
  ArgumentChecks check;
  CheckList(check, list);
  check.NotNull(indice).NotNull(updates).LiveOrNull(mask);
  if (check.Failed()) {
    return check.Result();
  }
  CheckTensors(check, *list);
  if (check.Failed()) {
    return check.Result();
  }
  check.DtypeIn(indice, kIndexDtypes).SameDtype(updates, {{"varRef", 0}, list->values[0]});
  check.ValidView(indice).ValidView(updates);
  if (mask.tensor != nullptr) {
    check.DtypeIn(mask, kRealDtypes).ValidView(mask);
  }
  check.Require(
      "reduce", R"("update" or null)",
      [&] { return reduce == nullptr || std::string_view(reduce) == "update"; },
      [&] { return '"' + std::string(reduce) + '"'; });
  const auto tensors = static_cast<int64_t>(list->values.size());
  const std::vector<int64_t>& own = list->values[0]->viewDims;
  check.Require(
      "varRef", "tensors of 1 to 7 dims", [&] { return !own.empty() && own.size() < kMaxRank; },
      [&] { return ShapeText(own); });
  const size_t place = FindDim(check, "axis", axis, own.size() + 1);
  check.Require(
      "axis", "not the first dim, which counts tensors", [&] { return place != 0; },
      [&] { return std::to_string(axis); });
  if (check.Failed()) {
    return check.Result();
  }
  CheckUpdates(check, updates, own, tensors, place);
  check.Require(
      indice.name, "an index for each tensor: [tensors], or [tensors, 2]",
      [&] {
        const auto& dims = indice.tensor->viewDims;
        return !dims.empty() && dims[0] == tensors &&
               (dims.size() == 1 || (dims.size() == 2 && dims[1] == 2));
      },
      [&] { return ShapeText(indice.tensor->viewDims) + " for " + std::to_string(tensors); });
  if (!check.Failed() && mask.tensor != nullptr) {
    check.Shape(mask, {tensors}, "[tensors]");
  }
  Args args;
  args.dim = place - 1;
  return check.Failed() ? check.Result()
                        : call.Bind(kScatterList, std::move(args),
                                    {list, indice.tensor, updates.tensor, mask.tensor, list});
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnScatterList,
               (const aclTensorList* varRef, const aclTensor* indice, const aclTensor* updates,
                const aclTensor* mask, const char* reduce, int64_t axis),
               Bind(call, varRef, {"indice", indice}, {"updates", updates}, {"mask", mask}, reduce, axis))
