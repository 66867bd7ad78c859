// SPDX-License-Identifier: Apache-2.0
//
// aclnnCat and aclnnStack: tensors one after the other. aclnnSplitTensor and aclnnSplitWithSize: the reverse.
#include <algorithm>
#include <optional>

#include "aclnnop/aclnn_cat.h"
#include "aclnnop/aclnn_split_tensor.h"
#include "aclnnop/aclnn_split_with_size.h"
#include "aclnnop/aclnn_stack.h"
#include "base/checked_math.h"
#include "ops/common/entry.h"
#include "ops/common/move_checks.h"
#include "ops/common/promotion.h"
#include "ops/shape/moves.h"

namespace openaclnn {
namespace {

using Args = MoveArgs;

constexpr std::array<TensorArgument<Args>, 2> kJoined{
    {ListArgument("tensors", Role::kInput, &Args::tensors), {"out", Role::kOutput, &Args::out}}};
constexpr std::array<TensorArgument<Args>, 2> kTaken{
    {{"self", Role::kInput, &Args::self}, ListArgument("out", Role::kOutput, &Args::outs)}};
constexpr Operator<Args> kCat{"aclnnCat", kJoined, kMoveKernels};
constexpr Operator<Args> kStack{"aclnnStack", kJoined, kMoveKernels};
constexpr Operator<Args> kSplitTensor{"aclnnSplitTensor", kTaken, kMoveKernels};
constexpr Operator<Args> kSplitWithSize{"aclnnSplitWithSize", kTaken, kMoveKernels};

TensorName Element(const char* list, size_t k) {
  return {list, static_cast<int64_t>(k)};
}

// PyTorch's rule of old: a tensor of shape [0] goes with any others.
bool IsNothing(std::span<const int64_t> dims) {
  return dims.size() == 1 && dims[0] == 0;
}

void PlanCat(const Args& args, Moves& moves) {
  const size_t dim = args.dims[0];
  int64_t begin = 0;
  for (size_t k = 0; k < args.tensors.size(); ++k) {
    const TensorView& tensor = args.tensors[k];
    if (!IsNothing(tensor.Dims())) {
      Window part(args.out);
      part.Narrow(dim, begin, tensor.dims[dim]);
      moves.Copy(part, Window(tensor), k);
      begin += tensor.dims[dim];
    }
  }
}

void PlanStack(const Args& args, Moves& moves) {
  const size_t dim = args.dims[0];
  for (size_t k = 0; k < args.tensors.size(); ++k) {
    Window part(args.out);
    part.Narrow(dim, static_cast<int64_t>(k), 1);
    part.Remove(dim);
    moves.Copy(part, Window(args.tensors[k]), k);
  }
}

void PlanSplit(const Args& args, Moves& moves) {
  const size_t dim = args.dims[0];
  int64_t begin = 0;
  for (size_t k = 0; k < args.outs.size(); ++k) {
    Window part(args.self);
    part.Narrow(dim, begin, args.outs[k].dims[dim]);
    moves.Copy(Window(args.outs[k]), part, Moves::kNoList, k);
    begin += args.outs[k].dims[dim];
  }
}

void CheckList(ArgumentChecks& check, const char* name, const aclTensorList* list) {
  check.NotNull(name, list);
  for (size_t k = 0; !check.Failed() && k < list->values.size(); ++k) {
    check.NotNull(Element(name, k), list->values[k]);
  }
}

// Types and views of what is put together.
void CheckJoined(ArgumentChecks& check, const aclTensorList* tensors, const NamedTensor& out) {
  CheckList(check, "tensors", tensors);
  check.NotNull(out);
  check.Require(
      "tensors", "at least one tensor", [&] { return !tensors->values.empty(); }, [] { return "none"; });
  std::optional<DType> together;
  for (size_t k = 0; !check.Failed() && k < tensors->values.size(); ++k) {
    const NamedTensor tensor{Element("tensors", k), tensors->values[k]};
    check.DtypeIn(tensor, kStorableDtypes);
    if (check.Failed()) {
      return;
    }
    const DType before = together.value_or(tensor.tensor->dtype);
    // Also one in which nothing is computed.
    together = before == tensor.tensor->dtype ? before : Promote(before, tensor.tensor->dtype);
    check.Require(
        tensor.name, "a type that promotes with those before it", [&] { return together.has_value(); },
        [&] { return std::string(NameOf(tensor.tensor->dtype)) + " with " + NameOf(before); });
  }
  check.DtypeIn(out, kStorableDtypes);
  check.Require(
      out.name, "a type that holds the result",
      [&] { return *together == out.tensor->dtype || CanStore(*together, out.tensor->dtype); },
      [&] { return std::string(NameOf(out.tensor->dtype)) + " for " + NameOf(*together); });
  for (size_t k = 0; !check.Failed() && k < tensors->values.size(); ++k) {
    check.ValidView({Element("tensors", k), tensors->values[k]});
  }
  check.ValidOutputView(out);
}

Status Cat(PhaseOneCall& call, const aclTensorList* tensors, int64_t dim, const NamedTensor& out) {
  ArgumentChecks check;
  CheckJoined(check, tensors, out);
  if (check.Failed()) {
    return check.Result();
  }
  const auto first =
      std::ranges::find_if(tensors->values, [](const aclTensor* one) { return !IsNothing(one->viewDims); });
  const bool nothing = first == tensors->values.end();
  const aclTensor& model = nothing ? *tensors->values[0] : **first;
  // Of tensors that go with any others no dim says anything.
  const size_t place = nothing ? 0 : FindDim(check, "dim", dim, model.viewDims.size());
  Dims shape = DimsOf(model);
  std::optional<int64_t> extent = 0;
  for (size_t k = 0; !check.Failed() && k < tensors->values.size(); ++k) {
    const Dims own = DimsOf(*tensors->values[k]);
    check.Require(
        Element("tensors", k), "at least 1 dim", [&] { return !own.empty(); }, [] { return "0 dims"; });
    if (IsNothing({own.begin(), own.size()})) {
      continue;
    }
    check.Require(
        Element("tensors", k), "the shape of the others but for dim",
        [&] {
          Dims like = shape;
          if (own.size() == like.size()) {
            like[place] = own[place];
          }
          return std::ranges::equal(own, like);
        },
        [&] {
          return ShapeText({own.begin(), own.size()}) + " beside " + ShapeText({shape.begin(), shape.size()});
        });
    if (!check.Failed()) {
      extent = extent ? CheckedAdd(*extent, own[place]) : std::nullopt;
    }
  }
  if (!check.Failed() && !shape.empty()) {
    shape[place] = extent.value_or(-1);
  }
  check.Shape(out, shape, "of the tensors put together");
  Args args;
  args.dims = {place};
  args.plan = PlanCat;
  return check.Failed() ? check.Result() : call.Bind(kCat, std::move(args), {tensors, out.tensor});
}

Status Stack(PhaseOneCall& call, const aclTensorList* tensors, int64_t dim, const NamedTensor& out) {
  ArgumentChecks check;
  CheckJoined(check, tensors, out);
  if (check.Failed()) {
    return check.Result();
  }
  const NamedTensor first{Element("tensors", 0), tensors->values[0]};
  const Dims own = DimsOf(*first.tensor);
  check.Require(
      "tensors", "tensors of at most 7 dims, so that the result has 8",
      [&] { return own.size() < static_cast<size_t>(kMaxRank); },
      [&] { return std::to_string(own.size()) + " dims"; });
  const size_t place = FindDim(check, "dim", dim, own.size() + 1);
  for (size_t k = 1; k < tensors->values.size(); ++k) {
    check.SameShape({Element("tensors", k), tensors->values[k]}, first);
  }
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape;
  for (size_t d = 0; d <= own.size(); ++d) {
    shape.push_back(d == place ? static_cast<int64_t>(tensors->values.size()) : own[d < place ? d : d - 1]);
  }
  check.Shape(out, shape, "of the tensors stacked");
  Args args;
  args.dims = {place};
  args.plan = PlanStack;
  return check.Failed() ? check.Result() : call.Bind(kStack, std::move(args), {tensors, out.tensor});
}

// `length(k, left)` is the extent of piece k, where `left` is what the pieces before it have left.
template <typename Length>
Status Split(PhaseOneCall& call, const Operator<Args>& op, ArgumentChecks& check, const NamedTensor& self,
             int64_t dim, const aclTensorList* out, const Length& length) {
  check.DtypeIn(self, kStorableDtypes);
  for (size_t k = 0; !check.Failed() && k < out->values.size(); ++k) {
    check.SameDtype({Element("out", k), out->values[k]}, self);
  }
  check.ValidView(self);
  check.Require(
      self.name, "at least 1 dim", [&] { return !self.tensor->viewDims.empty(); }, [] { return "0 dims"; });
  if (check.Failed()) {
    return check.Result();
  }
  Dims shape = DimsOf(*self.tensor);
  const size_t place = FindDim(check, "dim", dim, shape.size());
  const int64_t extent = check.Failed() ? 0 : shape[place];
  int64_t left = extent;
  for (size_t k = 0; !check.Failed() && k < out->values.size(); ++k) {
    const NamedTensor piece{Element("out", k), out->values[k]};
    shape[place] = length(k, left);
    left -= shape[place];
    check.ValidOutputView(piece).Shape(piece, shape, "of the piece");
  }
  check.Require(
      "out", "pieces that make up self's dim", [&] { return left == 0; },
      [&] { return std::to_string(extent - left) + " elements for a dim of " + std::to_string(extent); });
  Args args;
  args.dims = {place};
  args.plan = PlanSplit;
  return check.Failed() ? check.Result() : call.Bind(op, std::move(args), {self.tensor, out});
}

Status SplitTensor(PhaseOneCall& call, const NamedTensor& self, uint64_t splitSections, int64_t dim,
                   const aclTensorList* out) {
  ArgumentChecks check;
  check.NotNull(self);
  CheckList(check, "out", out);
  const auto length = static_cast<int64_t>(splitSections);
  check.Require(
      "splitSections", "a length from 1 to 2^63 - 1", [&] { return length > 0; },
      [&] { return std::to_string(splitSections); });
  return Split(call, kSplitTensor, check, self, dim, out,
               [&](size_t /*k*/, int64_t left) { return std::min(length, left); });
}

Status SplitWithSize(PhaseOneCall& call, const NamedTensor& self, const aclIntArray* splitSize, int64_t dim,
                     const aclTensorList* out) {
  ArgumentChecks check;
  check.NotNull(self).NotNull("splitSize", splitSize);
  CheckList(check, "out", out);
  check.Require(
      "splitSize", "a length of each of out's tensors, none of them negative",
      [&] {
        return splitSize->values.size() == out->values.size() &&
               std::ranges::none_of(splitSize->values, [](int64_t one) { return one < 0; });
      },
      [&] { return ShapeText(splitSize->values) + " for " + std::to_string(out->values.size()); });
  return Split(call, kSplitWithSize, check, self, dim, out,
               [&](size_t k, int64_t /*left*/) { return splitSize->values[k]; });
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(aclnnCat, (const aclTensorList* tensors, int64_t dim, aclTensor* out),
               Cat(call, tensors, dim, {"out", out}))

OPENACLNN_CALL(aclnnStack, (const aclTensorList* tensors, int64_t dim, aclTensor* out),
               Stack(call, tensors, dim, {"out", out}))

OPENACLNN_CALL(aclnnSplitTensor,
               (const aclTensor* self, uint64_t splitSections, int64_t dim, aclTensorList* out),
               SplitTensor(call, {"self", self}, splitSections, dim, out))

OPENACLNN_CALL(aclnnSplitWithSize,
               (const aclTensor* self, const aclIntArray* splitSize, int64_t dim, aclTensorList* out),
               SplitWithSize(call, {"self", self}, splitSize, dim, out))
