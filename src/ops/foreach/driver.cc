// SPDX-License-Identifier: Apache-2.0
#include "ops/foreach/driver.h"

#include <array>
#include <string>

#include "base/merged_dims.h"
#include "kernels/elementwise/conversion.h"
#include "kernels/elementwise/elementwise_list.h"
#include "ops/common/checks.h"
#include "ops/common/cpu_kernel.h"
#include "ops/common/number.h"

namespace openaclnn {
namespace {

using Args = ForeachArgs;

struct State : Prepared {
  ElementwiseList list;
};

alignas(16) constexpr std::array<std::byte, 16> kZero{};

// An element that broadcasts to any shape.
TensorView ZeroOf(DType dtype) {
  TensorView view;
  view.dtype = dtype;
  view.rank = 0;
  return view;
}

State Prepare(const Args& args) {
  State state;
  const std::array<const TensorViews*, kMostInputs> lists{&args.first, &args.second, &args.third};
  std::array<const TensorView*, kMostInputs> inputs{};
  TensorView zero;
  for (size_t k = 0; k < args.out.size(); ++k) {
    size_t count = 0;
    for (const TensorViews* list : lists) {
      if (!list->empty()) {
        inputs[count++] = &(*list)[k];
      }
    }
    const TensorView& out = args.out[k];
    if (args.expression == ForeachExpression::kZero) {
      zero = ZeroOf(out.dtype);
      inputs[count++] = &zero;
    }
    if (args.expression == ForeachExpression::kZero || args.expression == ForeachExpression::kCopy) {
      state.list.Add(out, std::span(inputs).first(1), {inputs[0]->dtype, out.dtype},
                     FindConversion(inputs[0]->dtype, out.dtype));
      continue;
    }
    const DType computed = ForeachComputeType(args.expression, out.dtype);
    state.list.Add(out, std::span(inputs).first(count), {computed, computed},
                   FindForeachLoop(args.expression, computed));
  }
  state.cost = state.list.Cost();
  return state;
}

// The numbers of a tensor, in row-major order.
std::vector<ScalarValue> NumbersOf(const TensorView& view) {
  std::vector<ScalarValue> numbers;
  const auto size = static_cast<int64_t>(SizeOf(view.dtype));
  MergedDims(view).ForEachRun(0, view.NumElements(), [&](int64_t offset, int64_t stride, int64_t count) {
    for (int64_t i = 0; i < count; ++i) {
      numbers.push_back(LoadNumber(view.dtype, view.data + (offset + i * stride) * size));
    }
  });
  return numbers;
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const std::vector<ScalarValue> onDevice =
      args.device.Defined() ? NumbersOf(args.device) : std::vector<ScalarValue>();
  const std::vector<ScalarValue>& numbers = args.device.Defined() ? onDevice : args.numbers;
  const auto memoryOf = [&](size_t set) {
    ElementwiseMemory memory;
    memory.out = args.out[set].data;
    size_t input = 0;
    for (const TensorViews* list : {&args.first, &args.second, &args.third}) {
      if (!list->empty()) {
        memory.inputs[input++] = (*list)[set].data;
      }
    }
    if (args.expression == ForeachExpression::kZero) {
      memory.inputs[0] = kZero.data();
    }
    if (!numbers.empty()) {
      memory.scalars[0] = numbers[numbers.size() == 1 ? 0 : set];
    }
    return memory;
  };
  state.list.Run(memoryOf, cpu);
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:foreach", Prepare);

TensorName Element(const NamedList& list, size_t k) {
  return {list.name, static_cast<int64_t>(k)};
}

void CheckNumberNotNull(ArgumentChecks& check, ForeachNumber kind, const GivenNumber& number) {
  switch (kind) {
    case ForeachNumber::kNone:
      return;
    case ForeachNumber::kScalar:
      check.NotNull(number.name, number.scalar);
      return;
    case ForeachNumber::kScalars:
      check.NotNull(number.name, number.scalars);
      for (size_t k = 0; !check.Failed() && k < number.scalars->values.size(); ++k) {
        check.NotNull({number.name, static_cast<int64_t>(k)}, number.scalars->values[k]);
      }
      return;
    case ForeachNumber::kTensor:
    case ForeachNumber::kTensorEach:
      check.NotNull(number.name, number.tensor);
      return;
  }
}

// A number that the type of a set's tensors holds.
void CheckHeld(ArgumentChecks& check, const TensorName& name, DType number, DType tensor) {
  check.Require(
      name, "a real number, and a whole one for integers",
      [&] {
        const DTypeClass kind = ClassOf(number);
        const bool whole =
            kind == DTypeClass::kBool || kind == DTypeClass::kSigned || kind == DTypeClass::kUnsigned;
        return whole || (kind == DTypeClass::kFloating && ClassOf(tensor) == DTypeClass::kFloating);
      },
      [&] { return std::string(NameOf(number)) + " for " + NameOf(tensor); });
}

void CheckNumberTensor(ArgumentChecks& check, ForeachNumber kind, const GivenNumber& number,
                       const aclTensorList& out) {
  static constexpr std::array<DType, 10> kDtypes{
      DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble, DType::kInt8,
      DType::kInt16, DType::kInt32,   DType::kInt64,    DType::kUint8,  DType::kBool};
  const NamedTensor tensor{number.name, number.tensor};
  check.DtypeIn(tensor, kDtypes).ValidView(tensor);
  const auto expected = static_cast<int64_t>(kind == ForeachNumber::kTensor ? 1 : out.values.size());
  check.NumElements(tensor, expected, kind == ForeachNumber::kTensor ? "one" : "one for each tensor");
}

void CheckNumber(ArgumentChecks& check, ForeachNumber kind, const GivenNumber& number,
                 const aclTensorList& out) {
  if (kind == ForeachNumber::kScalars) {
    check.Require(
        number.name, "a number for each tensor of the lists",
        [&] { return number.scalars->values.size() == out.values.size(); },
        [&] {
          return std::to_string(number.scalars->values.size()) + " for " + std::to_string(out.values.size());
        });
  } else if (number.tensor != nullptr) {
    CheckNumberTensor(check, kind, number, out);
  }
  for (size_t k = 0; kind != ForeachNumber::kNone && !check.Failed() && k < out.values.size(); ++k) {
    const DType tensor = out.values[k]->dtype;
    if (kind == ForeachNumber::kScalars) {
      CheckHeld(check, {number.name, static_cast<int64_t>(k)}, number.scalars->values[k]->dtype, tensor);
    } else {
      CheckHeld(check, number.name, number.scalar != nullptr ? number.scalar->dtype : number.tensor->dtype,
                tensor);
    }
  }
}

Status Bind(PhaseOneCall& call, const ForeachOperator& row,
            std::initializer_list<const aclTensorList*> inputs, const GivenNumber& number,
            const aclTensorList* out) {
  InplaceVector<NamedList, kMostInputs + 1> lists;
  for (const aclTensorList* input : inputs) {
    lists.push_back({row.op.arguments[lists.size()].name, input});
  }
  lists.push_back({row.op.arguments.back().name, out, true});
  const std::span<const NamedList> all(lists.begin(), lists.size());
  ArgumentChecks check;
  CheckListsNotNull(check, all.first(inputs.size()));
  CheckNumberNotNull(check, row.number, number);
  CheckListsNotNull(check, all.subspan(inputs.size()));
  CheckListLengths(check, all);
  CheckListDtypes(check, all, row.dtypes, row.expression != ForeachExpression::kCopy);
  if (!check.Failed()) {
    CheckNumber(check, row.number, number, *out);
  }
  CheckListViews(check, all);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.expression = row.expression;
  TensorsOfCall tensors;
  for (const aclTensorList* input : inputs) {
    tensors.push_back(input);
  }
  if (number.scalar != nullptr) {
    args.numbers.push_back(ValueOf(*number.scalar));
  } else if (number.scalars != nullptr) {
    for (const aclScalar* scalar : number.scalars->values) {
      args.numbers.push_back(ValueOf(*scalar));
    }
  } else if (number.tensor != nullptr) {
    tensors.push_back(number.tensor);
  }
  tensors.push_back(out);
  return call.Bind(row.op, std::move(args), tensors);
}

}  // namespace

constinit const KernelEntry<ForeachArgs> kForeachCpu = Entry(kKernel);

void CheckListsNotNull(ArgumentChecks& check, std::span<const NamedList> lists) {
  for (const NamedList& list : lists) {
    check.NotNull(list.name, list.list);
    for (size_t k = 0; !check.Failed() && k < list.list->values.size(); ++k) {
      check.NotNull(Element(list, k), list.list->values[k]);
    }
  }
}

void CheckListLengths(ArgumentChecks& check, std::span<const NamedList> lists) {
  for (const NamedList& list : lists) {
    check.Require(
        list.name, "as many tensors as the first list",
        [&] { return list.list->values.size() == lists[0].list->values.size(); },
        [&] {
          return std::to_string(list.list->values.size()) + " for " +
                 std::to_string(lists[0].list->values.size());
        });
  }
}

void CheckListDtypes(ArgumentChecks& check, std::span<const NamedList> lists, std::span<const DType> dtypes,
                     bool equal) {
  for (size_t k = 0; !check.Failed() && k < lists[0].list->values.size(); ++k) {
    const NamedTensor first{Element(lists[0], k), lists[0].list->values[k]};
    check.DtypeIn(first, dtypes);
    for (const NamedList& list : lists.subspan(1)) {
      const NamedTensor tensor{Element(list, k), list.list->values[k]};
      equal ? check.SameDtype(tensor, first) : check.DtypeIn(tensor, dtypes);
    }
  }
}

void CheckListViews(ArgumentChecks& check, std::span<const NamedList> lists) {
  for (size_t k = 0; !check.Failed() && k < lists[0].list->values.size(); ++k) {
    const NamedTensor first{Element(lists[0], k), lists[0].list->values[k]};
    for (const NamedList& list : lists) {
      const NamedTensor tensor{Element(list, k), list.list->values[k]};
      list.isOutput ? check.ValidOutputView(tensor) : check.ValidView(tensor);
      check.SameShape(tensor, first);
    }
  }
}

aclnnStatus PhaseOneOf(const char* function, const ForeachOperator& row,
                       std::initializer_list<const aclTensorList*> inputs, const GivenNumber& number,
                       const aclTensorList* out, uint64_t* workspaceSize, aclOpExecutor** executor) noexcept {
  return PhaseOne(function, workspaceSize, executor,
                  [&](PhaseOneCall& call) { return Bind(call, row, inputs, number, out); });
}

}  // namespace openaclnn
