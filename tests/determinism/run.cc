// SPDX-License-Identifier: Apache-2.0
#include "tests/determinism/run.h"

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

namespace openaclnn::testing {
namespace {

void Require(aclnnStatus status, const Call& call, const char* step) {
  if (status != ACL_SUCCESS) {
    const char* message = aclGetRecentErrMsg();
    throw std::runtime_error(call.name + ": " + step + " returned " + std::to_string(status) + ": " +
                             (message == nullptr ? "" : message));
  }
}

/// No tensor that is written may have two elements in one place.
Placement PlacementFor(const catalogue::Operand& operand, Placement placement) {
  return operand.IsWritten() && placement == Placement::kExpanded ? Placement::kContiguous : placement;
}

}  // namespace

std::vector<Result> Run(const Call& call, const std::vector<Placement>& placements, std::byte fill,
                        const Session& session) {
  size_t place = 0;
  size_t input = 0;
  std::vector<std::unique_ptr<Tensor>> tensors;
  std::vector<aclTensor*> handles;
  for (const catalogue::Operand& operand : call.arguments.operands) {
    if (operand.absent) {
      tensors.emplace_back();
      handles.push_back(nullptr);
      continue;
    }
    const Placement placement = PlacementFor(operand, placements[place++ % placements.size()]);
    tensors.push_back(operand.IsRead() ? std::make_unique<Tensor>(call.inputs[input++], placement, fill)
                                       : std::make_unique<Tensor>(operand.tensor.shape, operand.tensor.dtype,
                                                                  placement, fill));
    handles.push_back(tensors.back()->Describe());
  }
  const catalogue::BoundCall bound(call.arguments, std::move(handles));

  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  Require(bound.PhaseOne(&size, &executor), call, "phase one");
  const Memory workspace(size, fill);
  Require(bound.PhaseTwo(workspace.Get(), size, executor, session.Stream()), call, "phase two");
  Require(aclrtSynchronizeStream(session.Stream()), call, "aclrtSynchronizeStream");

  std::vector<Result> results;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const catalogue::Operand& operand = call.arguments.operands[i];
    const catalogue::CallRule& written = operand.argument->written;
    if (operand.absent || !operand.argument->IsWritten()) {
      continue;
    }
    if (!operand.leftOut && (!written || written(call.arguments.arguments))) {
      results.push_back({operand, tensors[i]->Read(bound.ShapeOf(i))});
    } else if (operand.argument->role == catalogue::Role::kOutput && !tensors[i]->Holds(fill)) {
      throw std::runtime_error(call.name + ": " + operand.argument->name + " is left out, but was written");
    }
  }
  return results;
}

}  // namespace openaclnn::testing
