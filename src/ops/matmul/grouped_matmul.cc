// SPDX-License-Identifier: Apache-2.0
//
// The checks and entry points of products of groups: aclnnGroupedMatmul, V2 to V5 and WeightNz.
#include "ops/matmul/grouped_matmul.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_grouped_matmul.h"
#include "aclnnop/aclnn_grouped_matmul_v2.h"
#include "aclnnop/aclnn_grouped_matmul_v3.h"
#include "aclnnop/aclnn_grouped_matmul_v4.h"
#include "aclnnop/aclnn_grouped_matmul_v5.h"
#include "aclnnop/aclnn_grouped_matmul_weight_nz.h"
#include "ops/common/checks.h"
#include "ops/common/entry.h"
#include "ops/matmul/group_weights.h"

namespace openaclnn {
namespace {

using Args = GroupedMatmulArgs;

constexpr std::array<const KernelEntry<Args>*, 1> kKernels{&kGroupedMatmulCpu};
constexpr std::array<TensorArgument<Args>, 7> kArguments{
    {ListArgument("x", Role::kInput, &Args::x),
     ListArgument("weight", Role::kInput, &Args::weights),
     ListArgument("biasOptional", Role::kInput, &Args::biases),
     ListArgument("scaleOptional", Role::kInput, &Args::scales),
     ListArgument("perTokenScaleOptional", Role::kInput, &Args::rowScales),
     {"groupListOptional", Role::kInput, &Args::groups, false, true},
     ListArgument("out", Role::kOutput, &Args::outs)}};
// The first versions have no scales of rows; V3 has groups as a tensor.
constexpr std::array<TensorArgument<Args>, 5> kFirstArguments{
    {kArguments[0], kArguments[1], kArguments[2], kArguments[3],
     ListArgument("y", Role::kOutput, &Args::outs)}};
constexpr std::array<TensorArgument<Args>, 6> kThirdArguments{
    {kArguments[0], kArguments[1], kArguments[2], kArguments[3], kArguments[5], kFirstArguments[4]}};
constexpr Operator<Args> kGroupedMatmul{"aclnnGroupedMatmul", kFirstArguments, kKernels};
constexpr Operator<Args> kGroupedMatmulV2{"aclnnGroupedMatmulV2", kFirstArguments, kKernels};
constexpr Operator<Args> kGroupedMatmulV3{"aclnnGroupedMatmulV3", kThirdArguments, kKernels};
constexpr Operator<Args> kGroupedMatmulV4{"aclnnGroupedMatmulV4", kArguments, kKernels};
constexpr Operator<Args> kGroupedMatmulV5{"aclnnGroupedMatmulV5", kArguments, kKernels};
constexpr Operator<Args> kGroupedMatmulWeightNz{"aclnnGroupedMatmulWeightNz", kArguments, kKernels};

struct NamedList {
  const char* name;
  const aclTensorList* list;
  std::vector<aclTensor> shown{};  // as plain tensors, if the client's are of a private format

  [[nodiscard]] size_t Size() const { return list == nullptr ? 0 : list->values.size(); }
  [[nodiscard]] NamedTensor At(size_t i) const {
    return {TensorName{name, static_cast<int64_t>(i)}, shown.empty() ? list->values[i] : &shown[i]};
  }
};

struct Call {
  NamedList x;
  NamedList weight;
  NamedList bias;
  NamedList scale;
  NamedList rowScale;
  NamedTensor groups;
  NamedList out;
  std::array<NamedList, 6> leftOut;  // quantized weights, activations and results
  int64_t splitItem;
  int64_t groupType;
  int64_t groupListType;
  int64_t actType;
  const aclIntArray* ends = nullptr;  // of versions whose groups are no tensor
  int64_t quantGroupSize = 0;
};

constexpr std::array<DType, 4> kFactorDtypes{DType::kFloat16, DType::kBfloat16, DType::kFloat, DType::kInt8};
constexpr std::array<DType, 1> kInt8{DType::kInt8};
constexpr std::array<DType, 1> kInt64{DType::kInt64};
constexpr std::array<DType, 1> kFloat{DType::kFloat};
constexpr std::array<DType, 1> kInt32{DType::kInt32};
constexpr std::array<DType, 3> kFloats{DType::kFloat, DType::kFloat16, DType::kBfloat16};
constexpr std::array<DType, 4> kScaleDtypes{DType::kFloat, DType::kBfloat16, DType::kInt64, DType::kUint64};
constexpr std::array<DType, 5> kScaledDtypes{DType::kFloat16, DType::kBfloat16, DType::kInt32, DType::kInt8,
                                             DType::kFloat};

void CheckList(ArgumentChecks& check, const NamedList& list, bool needed) {
  if (needed) {
    check.NotNull(list.name, list.list);
    check.Require(
        list.name, "a tensor or more", [&] { return list.Size() > 0; }, [] { return "an empty list"; });
  } else {
    check.LiveOrNull(list.name, list.list);
  }
  for (size_t i = 0; !check.Failed() && i < list.Size(); ++i) {
    needed ? check.NotNull(list.At(i)) : check.LiveOrNull(list.At(i));
  }
}

// What torch_npu passes for what is not there: nothing, no tensors, or tensors of no elements.
bool IsMissing(const NamedList& list) {
  bool missing = true;
  for (size_t i = 0; i < list.Size(); ++i) {
    const aclTensor* const tensor = list.list->values[i];
    // torch_npu hands over [0]; of no groups a list has [0, n].
    missing = missing && (tensor == nullptr || tensor->viewDims == std::vector<int64_t>{0});
  }
  return missing;
}

void CheckLeftOut(ArgumentChecks& check, const Call& call) {
  for (const NamedList& list : call.leftOut) {
    check.LiveOrNull(list.name, list.list);
    for (size_t i = 0; !check.Failed() && i < list.Size(); ++i) {
      check.LiveOrNull(list.At(i));
    }
    check.Require(
        list.name, "null: it is not supported", [&] { return IsMissing(list); }, [] { return "a list"; });
  }
  check.InRange("actType", call.actType, 0, 0, "0");
}

// Of a list whose tensors may all be without elements, and which is none then.
void CheckEach(ArgumentChecks& check, const NamedList& list, std::span<const DType> dtypes) {
  for (size_t i = 0; !check.Failed() && i < list.Size(); ++i) {
    if (list.At(i).tensor != nullptr) {
      check.DtypeIn(list.At(i), dtypes).ValidView(list.At(i));
    }
  }
}

// Types of all tensors, by that of x.
void CheckDtypes(ArgumentChecks& check, const Call& call, bool quantized) {
  const NamedTensor x = call.x.At(0);
  for (size_t i = 0; i < call.x.Size(); ++i) {
    check.DtypeIn(call.x.At(i), kFactorDtypes).SameDtype(call.x.At(i), x).ValidView(call.x.At(i));
  }
  for (size_t i = 0; i < call.weight.Size(); ++i) {
    check.SameDtype(call.weight.At(i), x).ValidView(call.weight.At(i));
  }
  for (size_t i = 0; i < call.out.Size(); ++i) {
    quantized ? check.DtypeIn(call.out.At(i), kScaledDtypes) : check.SameDtype(call.out.At(i), x);
    check.ValidOutputView(call.out.At(i));
  }
  for (size_t i = 0; i < call.bias.Size(); ++i) {
    const NamedTensor bias = call.bias.At(i);
    check.ValidView(bias);
    if (check.Failed()) {
      return;
    }
    if (quantized) {
      check.DtypeIn(bias, kInt32);
    } else if (bias.tensor->dtype != DType::kFloat) {
      check.SameDtype(bias, x);
    }
  }
  for (size_t i = 0; i < call.scale.Size(); ++i) {
    check.DtypeIn(call.scale.At(i), kScaleDtypes).ValidView(call.scale.At(i));
  }
  for (size_t i = 0; i < call.rowScale.Size(); ++i) {
    check.DtypeIn(call.rowScale.At(i), kFloat).ValidView(call.rowScale.At(i));
  }
}

void CheckLength(ArgumentChecks& check, const NamedList& list, size_t expected, const char* meaning) {
  check.Require(
      list.name, meaning, [&] { return list.Size() == expected; },
      [&] { return std::to_string(list.Size()) + " for " + std::to_string(expected); });
}

// One tensor of [groups, dims], or a tensor of these dims for each group.
void CheckOfGroups(ArgumentChecks& check, const NamedList& list, int64_t groups, const Dims& dims,
                   const char* meaning) {
  if (check.Failed()) {
    return;
  }
  if (list.Size() == 1 && list.At(0).tensor->viewDims.size() == dims.size() + 1) {
    Dims all;
    all.push_back(groups);
    for (const int64_t dim : dims) {
      all.push_back(dim);
    }
    check.Shape(list.At(0), all, meaning);
    return;
  }
  CheckLength(check, list, static_cast<size_t>(groups), "one tensor for all groups, or one for each");
  for (size_t i = 0; !check.Failed() && i < list.Size(); ++i) {
    check.Shape(list.At(i), dims, meaning);
  }
}

int64_t Last(const NamedTensor& tensor) {
  return tensor.tensor->viewDims.back();
}

void CheckMatrix(ArgumentChecks& check, const NamedTensor& tensor) {
  check.Rank(tensor, 2);
}

// Products of a pair of lists.
void CheckLists(ArgumentChecks& check, const Call& call, bool quantized) {
  const size_t count = call.x.Size();
  CheckLength(check, call.weight, count, "as many as x");
  CheckLength(check, call.out, count, "as many as x");
  for (const NamedList& list : {call.bias, call.scale, call.rowScale}) {
    if (list.Size() > 0) {
      CheckLength(check, list, count, "as many as x");
    }
  }
  for (size_t i = 0; !check.Failed() && i < count; ++i) {
    CheckMatrix(check, call.x.At(i));
    CheckMatrix(check, call.weight.At(i));
    if (check.Failed()) {
      return;
    }
    const int64_t rows = call.x.At(i).tensor->viewDims[0];
    const int64_t columns = Last(call.weight.At(i));
    check.DimEquals(call.weight.At(i), 0, Last(call.x.At(i)), "the columns of x");
    check.Shape(call.out.At(i), {rows, columns}, "that of the product");
    if (call.bias.Size() > 0) {
      check.Shape(call.bias.At(i), {columns}, "[columns]");
    }
    if (quantized && call.scale.Size() > 0) {
      check.Shape(call.scale.At(i), {columns}, "[columns]");
    }
    if (call.rowScale.Size() > 0) {
      check.Shape(call.rowScale.At(i), {rows}, "[rows]");
    }
  }
}

// The number of groups.
int64_t CheckGroupList(ArgumentChecks& check, const Call& call) {
  check.NotNull(call.groups).DtypeIn(call.groups, kInt64).ValidView(call.groups);
  check.InRange("groupListType", call.groupListType, 0, 2, "0, 1 or 2");
  check.Rank(call.groups, call.groupListType == 2 ? 2 : 1);
  if (!check.Failed() && call.groupListType == 2) {
    check.DimEquals(call.groups, 1, 2, "a pair");
  }
  CheckLength(check, call.x, 1, "one tensor, which groups are parts of");
  return check.Failed() ? 0 : call.groups.tensor->viewDims[0];
}

// The same of groups that are no tensor.
int64_t CheckEnds(ArgumentChecks& check, const Call& call) {
  CheckLength(check, call.x, 1, "one tensor, which groups are parts of");
  if (!check.Failed()) {
    CheckMatrix(check, call.x.At(0));
  }
  if (check.Failed()) {
    return 0;
  }
  const int64_t all = call.x.At(0).tensor->viewDims[call.groupType == 0 ? 0 : 1];
  int64_t last = 0;
  for (const int64_t end : call.ends->values) {
    check.Require(
        call.groups.name,
        "ends of groups, of which none is less than the one before it or behind the last row",
        [&] { return end >= last && end <= all; },
        [&] { return ShapeText(call.ends->values) + " of " + std::to_string(all); });
    last = end;
  }
  return static_cast<int64_t>(call.ends->values.size());
}

void CheckRows(ArgumentChecks& check, const Call& call, int64_t groups, bool quantized) {
  const NamedTensor x = call.x.At(0);
  CheckMatrix(check, x);
  check.Require(
      call.weight.name, "matrices, or one tensor of them",
      [&] { return call.weight.At(0).tensor->viewDims.size() >= 2; },
      [&] { return ShapeText(call.weight.At(0).tensor->viewDims); });
  if (check.Failed()) {
    return;
  }
  const int64_t columns = Last(call.weight.At(0));
  CheckOfGroups(check, call.weight, groups, {Last(x), columns},
                "[groups, columns of x, n] or [columns of x, n]");
  if (call.bias.Size() > 0) {
    CheckOfGroups(check, call.bias, groups, {columns}, "[groups, n] or [n]");
  }
  if (quantized && call.scale.Size() > 0) {
    CheckOfGroups(check, call.scale, groups, {columns}, "[groups, n] or [n]");
  }
  if (call.rowScale.Size() > 0) {
    CheckLength(check, call.rowScale, 1, "one tensor");
    if (!check.Failed()) {
      check.Shape(call.rowScale.At(0), {x.tensor->viewDims[0]}, "[rows of x]");
    }
  }
  const bool single = call.splitItem >= 2;
  CheckLength(check, call.out, single ? 1 : static_cast<size_t>(groups),
              single ? "one tensor, with splitItem 2 or 3" : "one for each group, with splitItem 0 or 1");
  for (size_t i = 0; !check.Failed() && i < call.out.Size(); ++i) {
    CheckMatrix(check, call.out.At(i));
    if (!check.Failed()) {
      check.DimEquals(call.out.At(i), 1, columns, "the columns of weight");
    }
    if (!check.Failed() && single) {
      check.DimEquals(call.out.At(i), 0, x.tensor->viewDims[0], "the rows of x");
    }
  }
}

void CheckDepth(ArgumentChecks& check, const Call& call, int64_t groups, bool quantized) {
  const NamedTensor x = call.x.At(0);
  check.Require(
      "groupType", "0 or -1, as x is INT8", [&] { return !quantized; }, [] { return "2"; });
  check.Require(
      "biasOptional", "null with groupType 2", [&] { return call.bias.Size() == 0; },
      [] { return "a list"; });
  CheckLength(check, call.weight, 1, "one tensor, which groups are parts of");
  CheckLength(check, call.out, 1, "one tensor");
  CheckMatrix(check, x);
  if (!check.Failed()) {
    CheckMatrix(check, call.weight.At(0));
  }
  if (!check.Failed()) {
    check.DimEquals(call.weight.At(0), 0, Last(x), "the columns of x");
    check.Shape(call.out.At(0), {groups, x.tensor->viewDims[0], Last(call.weight.At(0))},
                "[groups, rows, columns]");
  }
}

// Without tensors, if those of a list are null or [0]; then all of them have to be tensors.
NamedList OrEmpty(ArgumentChecks& check, const NamedList& list) {
  if (IsMissing(list)) {
    return {list.name, nullptr};
  }
  check.Require(
      list.name, "tensors alone, as there are some",
      [&] { return std::ranges::find(list.list->values, nullptr) == list.list->values.end(); },
      [] { return "null"; });
  return list;
}

Status Bind(PhaseOneCall& phase, const Operator<Args>& op, Call call) {
  ArgumentChecks check;
  CheckList(check, call.x, true);
  CheckList(check, call.weight, true);
  for (const NamedList& list : {call.bias, call.scale, call.rowScale}) {
    CheckList(check, list, false);
  }
  check.LiveOrNull(call.groups).LiveOrNull(call.groups.name, call.ends);
  CheckList(check, call.out, true);
  if (!check.Failed() && call.groupType != -1 && call.ends == nullptr) {
    check.NotNull(call.groups);
  }
  CheckLeftOut(check, call);
  check.InRange("quantGroupSize", call.quantGroupSize, 0, 0, "0");
  Args args;
  if (!check.Failed() && &op == &kGroupedMatmulWeightNz) {
    ListedWeights weights(check, call.weight.name, *call.weight.list, *call.x.list, *call.out.list);
    args.blockWidth = weights.blocks.width;
    args.blocksOfColumns = weights.blocks.ofColumns;
    call.weight.shown = std::move(weights.shown);
  }
  if (check.Failed()) {
    return check.Result();
  }
  const bool quantized = call.x.At(0).tensor->dtype == DType::kInt8;
  CheckEach(check, call.bias, quantized ? std::span<const DType>(kInt32) : kFloats);
  CheckEach(check, call.scale, kScaleDtypes);
  CheckEach(check, call.rowScale, kFloat);
  call.bias = OrEmpty(check, call.bias);
  call.scale = OrEmpty(check, call.scale);
  call.rowScale = OrEmpty(check, call.rowScale);
  if (check.Failed()) {
    return check.Result();
  }
  check.InRange("splitItem", call.splitItem, 0, 3, "0 to 3");
  check.Require(
      "groupType", "-1, 0 or 2",
      [&] { return call.groupType == -1 || call.groupType == 0 || call.groupType == 2; },
      [&] { return std::to_string(call.groupType); });
  CheckDtypes(check, call, quantized);
  check.Require(
      "scaleOptional", "null, as x is not quantized",
      [&] { return quantized || (call.scale.Size() == 0 && call.rowScale.Size() == 0); },
      [] { return "a list"; });
  check.Require(
      "scaleOptional", "scales, as x is INT8 and out is not INT32",
      [&] { return !quantized || call.scale.Size() > 0 || call.out.At(0).tensor->dtype == DType::kInt32; },
      [] { return "none"; });
  args.quantized = quantized;
  args.listType = call.groupListType;
  const bool lists = call.groupType == -1;
  if (!check.Failed() && lists) {
    CheckLists(check, call, quantized);
  } else if (!check.Failed()) {
    args.groupCount = call.ends != nullptr ? CheckEnds(check, call) : CheckGroupList(check, call);
    args.of = call.groupType == 0 ? GroupsOf::kRows : GroupsOf::kDepth;
    if (!check.Failed()) {
      call.groupType == 0 ? CheckRows(check, call, args.groupCount, quantized)
                          : CheckDepth(check, call, args.groupCount, quantized);
    }
  }
  if (check.Failed()) {
    return check.Result();
  }
  if (call.ends != nullptr && !lists) {
    args.ends = call.ends->values;
  }
  const auto bind = [&](const TensorsOfCall& tensors) { return phase.Bind(op, args, tensors); };
  const TensorOfCall groups{call.groups.tensor, !lists};
  if (op.arguments.size() == kFirstArguments.size()) {
    return bind({call.x.list, call.weight.list, call.bias.list, call.scale.list, call.out.list});
  }
  if (op.arguments.size() == kThirdArguments.size()) {
    return bind({call.x.list, call.weight.list, call.bias.list, call.scale.list, groups, call.out.list});
  }
  return bind({call.x.list, call.weight.list, call.bias.list, call.scale.list, call.rowScale.list, groups,
               call.out.list});
}

Call CallOf(const aclTensorList* x, const aclTensorList* weight, const aclTensorList* bias,
            const aclTensorList* scale, const aclTensorList* offset, const aclTensorList* antiquantScale,
            const aclTensorList* antiquantOffset, const aclTensorList* rowScale, const aclTensor* groups,
            const std::array<const aclTensorList*, 3>& activation, const std::array<int64_t, 4>& attributes,
            const aclTensorList* out) {
  return {{"x", x},
          {"weight", weight},
          {"biasOptional", bias},
          {"scaleOptional", scale},
          {"perTokenScaleOptional", rowScale},
          {"groupListOptional", groups},
          {"out", out},
          {{{"offsetOptional", offset},
            {"antiquantScaleOptional", antiquantScale},
            {"antiquantOffsetOptional", antiquantOffset},
            {"activationInputOptional", activation[0]},
            {"activationQuantScaleOptional", activation[1]},
            {"activationQuantOffsetOptional", activation[2]}}},
          attributes[0],
          attributes[1],
          attributes[2],
          attributes[3]};
}

Status BindWeightNz(PhaseOneCall& phase, int64_t quantGroupSize, Call call) {
  call.quantGroupSize = quantGroupSize;
  return Bind(phase, kGroupedMatmulWeightNz, std::move(call));
}

// The versions before V4.
Call FirstCallOf(const std::array<const aclTensorList*, 7>& lists, const aclTensor* groups,
                 const aclIntArray* ends, int64_t splitItem, int64_t groupType, const aclTensorList* y) {
  Call call = CallOf(lists[0], lists[1], lists[2], lists[3], lists[4], lists[5], lists[6], nullptr, groups,
                     {}, {splitItem, groupType, 0, 0}, y);
  call.out.name = "y";
  call.ends = ends;
  return call;
}

}  // namespace
}  // namespace openaclnn

OPENACLNN_CALL(
    aclnnGroupedMatmulV4,
    (const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
     const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
     const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
     const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
     const aclTensorList* activationInputOptional, const aclTensorList* activationQuantScaleOptional,
     const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
     int64_t groupListType, int64_t actType, aclTensorList* out,
     aclTensorList* /*activationFeatureOutOptional*/, aclTensorList* /*dynQuantScaleOutOptional*/),
    Bind(call, kGroupedMatmulV4,
         CallOf(x, weight, biasOptional, scaleOptional, offsetOptional, antiquantScaleOptional,
                antiquantOffsetOptional, perTokenScaleOptional, groupListOptional,
                {activationInputOptional, activationQuantScaleOptional, activationQuantOffsetOptional},
                {splitItem, groupType, groupListType, actType}, out)))

OPENACLNN_CALL(
    aclnnGroupedMatmulV5,
    (const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
     const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
     const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
     const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
     const aclTensorList* activationInputOptional, const aclTensorList* activationQuantScaleOptional,
     const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
     int64_t groupListType, int64_t actType, aclIntArray* /*tuningConfigOptional*/, aclTensorList* out,
     aclTensorList* /*activationFeatureOutOptional*/, aclTensorList* /*dynQuantScaleOutOptional*/),
    Bind(call, kGroupedMatmulV5,
         CallOf(x, weight, biasOptional, scaleOptional, offsetOptional, antiquantScaleOptional,
                antiquantOffsetOptional, perTokenScaleOptional, groupListOptional,
                {activationInputOptional, activationQuantScaleOptional, activationQuantOffsetOptional},
                {splitItem, groupType, groupListType, actType}, out)))

OPENACLNN_CALL(aclnnGroupedMatmulWeightNz,
               (const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
                const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
                const aclTensorList* perTokenScaleOptional, const aclTensor* groupListOptional,
                const aclTensorList* activationInputOptional,
                const aclTensorList* activationQuantScaleOptional,
                const aclTensorList* activationQuantOffsetOptional, int64_t splitItem, int64_t groupType,
                int64_t groupListType, int64_t actType, const aclIntArray* /*tuningConfigOptional*/,
                int64_t quantGroupSize, aclTensorList* out, aclTensorList* /*activationFeatureOutOptional*/,
                aclTensorList* /*dynQuantScaleOutOptional*/),
               BindWeightNz(call, quantGroupSize,
                            CallOf(x, weight, biasOptional, scaleOptional, offsetOptional,
                                   antiquantScaleOptional, antiquantOffsetOptional, perTokenScaleOptional,
                                   groupListOptional,
                                   {activationInputOptional, activationQuantScaleOptional,
                                    activationQuantOffsetOptional},
                                   {splitItem, groupType, groupListType, actType}, out)))

OPENACLNN_CALL(aclnnGroupedMatmul,
               (const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
                const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
                const aclIntArray* groupListOptional, int64_t splitItem, const aclTensorList* y),
               Bind(call, kGroupedMatmul,
                    FirstCallOf({x, weight, biasOptional, scaleOptional, offsetOptional,
                                 antiquantScaleOptional, antiquantOffsetOptional},
                                nullptr, groupListOptional, splitItem, groupListOptional == nullptr ? -1 : 0,
                                y)))

OPENACLNN_CALL(aclnnGroupedMatmulV2,
               (const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
                const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
                const aclIntArray* groupListOptional, int64_t splitItem, int64_t groupType,
                const aclTensorList* y),
               Bind(call, kGroupedMatmulV2,
                    FirstCallOf({x, weight, biasOptional, scaleOptional, offsetOptional,
                                 antiquantScaleOptional, antiquantOffsetOptional},
                                nullptr, groupListOptional, splitItem, groupType, y)))

OPENACLNN_CALL(aclnnGroupedMatmulV3,
               (const aclTensorList* x, const aclTensorList* weight, const aclTensorList* biasOptional,
                const aclTensorList* scaleOptional, const aclTensorList* offsetOptional,
                const aclTensorList* antiquantScaleOptional, const aclTensorList* antiquantOffsetOptional,
                const aclTensor* groupListOptional, int64_t splitItem, int64_t groupType,
                const aclTensorList* y),
               Bind(call, kGroupedMatmulV3,
                    FirstCallOf({x, weight, biasOptional, scaleOptional, offsetOptional,
                                 antiquantScaleOptional, antiquantOffsetOptional},
                                groupListOptional, nullptr, splitItem, groupType, y)))
