// SPDX-License-Identifier: Apache-2.0
#include "executor/operator_call.h"

#include "tensor/fractal_storage.h"
#include "tensor/objects.h"

namespace openaclnn {
namespace {

constexpr int64_t kMostElements = int64_t{1} << 48;

}  // namespace

void OperatorCall::AddSlot(const ArgumentFacts& argument, const TensorOfCall& given, TensorView& view,
                           int64_t element) {
  TensorSlot& slot = slots.emplace_back(argument, element, given.tensor);
  if (given.seen == nullptr) {
    return;
  }
  const ViewPlace place = SetView(*given.seen, view);
  slot.offset = place.offset;
  slot.bytes = place.bytes;
  slot.range = {view.data, place.bytes};
  slot.elementBytes = place.elementBytes;
  const KnownView& known = given.seen->known;
  runnable_ = runnable_ && (known.plain ? known.elements : view.NumElements()) <= kMostElements;
}

void OperatorCall::AddList(const ArgumentFacts& argument, const aclTensorList* given, TensorViews& views) {
  if (given == nullptr) {
    return;
  }
  views.resize(given->values.size());
  for (size_t k = 0; k < views.size(); ++k) {
    const auto element = static_cast<int64_t>(k);
    const aclTensor* const tensor = given->values[k];
    // Matrices in FRACTAL_NZ are seen as what lies in memory: the operator has checked that it knows the format.
    if (tensor != nullptr && IsFractal(*tensor)) {
      AddSlot(argument, {tensor, PlainTensor(*tensor, tensor->storageDims)}, views[k], element);
    } else {
      AddSlot(argument, tensor, views[k], element);
    }
  }
}

void OperatorCall::LookWhetherOutputsMeet() {
  bool meet = slots.size() > kUsualTensors;
  for (const TensorSlot& output : slots) {
    if (meet || !output.IsOutput()) {
      continue;
    }
    for (const TensorSlot& other : slots) {
      meet = meet || (&other != &output && output.range.Meets(other.range));
    }
  }
  outputsMeet = meet;
}

void OperatorCall::SetAddress(TensorSlot& slot, void* address) {
  TensorView& view = View(slot);
  if (!view.Defined()) {  // the call leaves it out
    return;
  }
  view.data = address == nullptr ? nullptr : static_cast<std::byte*>(address) + slot.offset;
  slot.range = {view.data, slot.bytes};
  LookWhetherOutputsMeet();
}

}  // namespace openaclnn
