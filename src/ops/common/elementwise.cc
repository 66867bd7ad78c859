// SPDX-License-Identifier: Apache-2.0
#include "ops/common/elementwise.h"

#include <algorithm>
#include <optional>
#include <string>

#include "ops/common/cpu_kernel.h"
#include "ops/common/promotion.h"

namespace openaclnn {
namespace {

using Args = ElementwiseArgs;

struct State : Prepared {
  ElementwisePlan plan;
  size_t inputs = 0;
};

State Prepare(const Args& args) {
  State state;
  std::array<TensorView, kMostInputs> inputs;
  for (const TensorView* view : {&args.first, &args.second, &args.third}) {
    if (view->Defined()) {
      inputs[state.inputs++] = *view;
    }
  }
  state.plan = ElementwisePlan(args.out, std::span(inputs).first(state.inputs), args.types, args.loop);
  state.cost = state.plan.Cost();
  return state;
}

Status Run(const Args& args, const State& state, std::byte* /*workspace*/,
           const backend::cpu::CpuContext& cpu) {
  const std::array<const std::byte*, kMostInputs> inputs{args.first.data, args.second.data, args.third.data};
  state.plan.Run(args.out.data, std::span(inputs).first(state.inputs), args.scalars, cpu);
  return Status::Ok();
}

constexpr auto kKernel = CpuKernel<Run>("cpu:elementwise", Prepare);

// The operands as they are checked, with the names of the operator's list.
class Operands {
 public:
  Operands(const ElementwiseOperator& row, std::initializer_list<const aclTensor*> inputs,
           const aclTensor* out)
      : out_{row.op.arguments.back().name, out} {
    for (const aclTensor* input : inputs) {
      inputs_[count_] = {row.op.arguments[count_].name, input};
      ++count_;
    }
  }

  [[nodiscard]] std::span<const NamedTensor> Inputs() const { return std::span(inputs_).first(count_); }
  [[nodiscard]] const NamedTensor& Out() const { return out_; }

 private:
  std::array<NamedTensor, kMostInputs> inputs_{};
  size_t count_ = 0;
  NamedTensor out_;
};

// Checks that the promoted type can be computed in with the scalars that take part in it.
ArgumentChecks& CheckFactor(ArgumentChecks& check, const NamedScalar& factor, DType promoted) {
  const DType dtype = factor.scalar->dtype;
  return check.Require(
      factor.name, "a number that the type of the operands holds, and a BOOL with BOOL alone",
      [&] {
        switch (ClassOf(dtype)) {
          case DTypeClass::kBool:
            return promoted == DType::kBool;
          case DTypeClass::kSigned:
          case DTypeClass::kUnsigned:
            return true;
          case DTypeClass::kFloating:
          case DTypeClass::kComplex:
          case DTypeClass::kOther:
            return CanStore(dtype, promoted);
        }
        return false;
      },
      [&] { return std::string(NameOf(dtype)) + " with operands of " + NameOf(promoted); });
}

// The type that all operands promote to.
std::optional<DType> PromoteAll(ArgumentChecks& check, const Operands& operands,
                                std::initializer_list<ScalarOperand> scalars) {
  DType promoted = operands.Inputs()[0].tensor->dtype;
  for (const NamedTensor& input : operands.Inputs().subspan(1)) {
    const std::optional<DType> both = Promote(promoted, input.tensor->dtype);
    check.Require(
        input.name, "a type that promotes with the other operands'", [&] { return both.has_value(); },
        [&] { return std::string(NameOf(input.tensor->dtype)) + " with " + NameOf(promoted); });
    if (check.Failed()) {
      return std::nullopt;
    }
    promoted = *both;
  }
  for (const ScalarOperand& scalar : scalars) {
    if (scalar.role == ScalarRole::kOperand) {
      promoted = PromoteWithScalar(promoted, ValueOf(*scalar.argument.scalar));
    }
  }
  for (const ScalarOperand& scalar : scalars) {
    if (scalar.role == ScalarRole::kFactor) {
      CheckFactor(check, scalar.argument, promoted);
    }
  }
  return promoted;
}

void CheckShapes(ArgumentChecks& check, const Operands& operands) {
  for (const NamedTensor& input : operands.Inputs()) {
    check.ValidView(input);
  }
  check.ValidOutputView(operands.Out());
  if (check.Failed()) {
    return;
  }
  Dims shape(operands.Inputs()[0].tensor->viewDims);
  for (const NamedTensor& input : operands.Inputs().subspan(1)) {
    const std::optional<Dims> both = BroadcastShape({shape.begin(), shape.size()}, input.tensor->viewDims);
    check.Require(
        input.name, "a shape that broadcasts with the operands before it", [&] { return both.has_value(); },
        [&] {
          return ShapeText(input.tensor->viewDims) + " against " + ShapeText({shape.begin(), shape.size()});
        });
    if (check.Failed()) {
      return;
    }
    shape = *both;
  }
  check.Shape(operands.Out(), shape, "of the operands broadcast together");
}

Status BindPromoting(PhaseOneCall& call, const ElementwiseOperator& row,
                     std::initializer_list<const aclTensor*> inputs,
                     std::initializer_list<ScalarOperand> scalars, const aclTensor* out) {
  const Operands operands(row, inputs, out);
  ArgumentChecks check;
  for (const NamedTensor& input : operands.Inputs()) {
    check.NotNull(input);
  }
  for (const ScalarOperand& scalar : scalars) {
    check.NotNull(scalar.argument.name, scalar.argument.scalar);
  }
  check.NotNull(operands.Out());
  for (const NamedTensor& input : operands.Inputs()) {
    check.DtypeIn(input, row.dtypes);
  }
  check.DtypeIn(operands.Out(), row.dtypes);
  for (const ScalarOperand& scalar : scalars) {
    check.Require(
        scalar.argument.name, "a number",
        [&] { return ClassOf(scalar.argument.scalar->dtype) != DTypeClass::kOther; },
        [&] { return NameOf(scalar.argument.scalar->dtype); });
  }
  if (check.Failed()) {
    return check.Result();
  }
  const std::optional<DType> promoted = PromoteAll(check, operands, scalars);
  if (check.Failed()) {
    return check.Result();
  }
  check.Require(
      operands.Out().name, "a type that holds the result", [&] { return CanStore(*promoted, out->dtype); },
      [&] { return std::string(NameOf(out->dtype)) + " for " + NameOf(*promoted); });
  CheckShapes(check, operands);
  if (check.Failed()) {
    return check.Result();
  }
  Args args;
  args.types = {*promoted, *promoted};
  args.loop = row.findLoop(*promoted);
  size_t scalarCount = 0;
  for (const ScalarOperand& scalar : scalars) {
    args.scalars[scalarCount++] = ValueOf(*scalar.argument.scalar);
  }
  TensorsOfCall tensors;
  for (const aclTensor* input : inputs) {
    tensors.push_back(input);
  }
  tensors.push_back(out);
  return call.Bind(row.op, args, tensors);
}

}  // namespace

constinit const KernelEntry<ElementwiseArgs> kElementwiseCpu = Entry(kKernel);

aclnnStatus PhaseOneOf(const char* function, const ElementwiseOperator& row,
                       std::initializer_list<const aclTensor*> inputs,
                       std::initializer_list<ScalarOperand> scalars, const aclTensor* out,
                       uint64_t* workspaceSize, aclOpExecutor** executor) noexcept {
  return PhaseOne(function, workspaceSize, executor,
                  [&](PhaseOneCall& call) { return BindPromoting(call, row, inputs, scalars, out); });
}

}  // namespace openaclnn
