// SPDX-License-Identifier: Apache-2.0
#include "ops/attention/inference_entry.h"

#include "ops/attention/checks.h"

namespace openaclnn {
namespace {

using Args = InferenceArgs;
using Call = InferenceCall;

// Which tensor of a call an argument is.
struct Link {
  TensorView Args::*view;
  NamedTensor Call::*tensor;
};
constexpr std::array<Link, 19> kLinks{{{&Args::query, &Call::query},
                                       {&Args::bias, &Call::bias},
                                       {&Args::mask, &Call::mask},
                                       {&Args::table, &Call::table},
                                       {&Args::queryPadding, &Call::queryPadding},
                                       {&Args::keyPadding, &Call::keyPadding},
                                       {&Args::keyPrefix, &Call::keyPrefix},
                                       {&Args::valuePrefix, &Call::valuePrefix},
                                       {&Args::queryRope, &Call::queryRope},
                                       {&Args::keyRope, &Call::keyRope},
                                       {&Args::sink, &Call::sink},
                                       {&Args::scales, &Call::scales},
                                       {&Args::offsets, &Call::offsets},
                                       {&Args::keyScales, &Call::keyScales},
                                       {&Args::keyOffsets, &Call::keyOffsets},
                                       {&Args::valueScales, &Call::valueScales},
                                       {&Args::valueOffsets, &Call::valueOffsets},
                                       {&Args::out, &Call::out},
                                       {&Args::lse, &Call::lse}}};

TensorOfCall TensorOf(const TensorArgument<Args>& argument, const Call& call, const Args& args) {
  if (argument.list != nullptr) {
    return {argument.list == &Args::keys ? call.keyList : call.valueList};
  }
  if (argument.view == &Args::key || argument.view == &Args::value) {
    return {argument.view == &Args::key ? call.key : call.value};
  }
  for (const Link& link : kLinks) {
    if (argument.view == link.view) {
      const aclTensor* const tensor = (call.*link.tensor).tensor;
      // A mask that stands for a mode needs no memory, but what it is given has to live.
      const bool ofBoth = link.view == &Args::scales || link.view == &Args::offsets;
      const bool used = link.view == &Args::lse ? call.wantsLse
                        : ofBoth                ? !call.SplitScales()
                        : link.view == &Args::mask
                            ? args.masks || (tensor != nullptr && tensor->data != nullptr)
                            : true;
      return {tensor, used};
    }
  }
  return {nullptr, false};
}

bool TakesLists(const Operator<Args>& op) {
  for (const TensorArgument<Args>& argument : op.arguments) {
    if (argument.list != nullptr) {
      return true;
    }
  }
  return false;
}

}  // namespace

aclnnStatus InferencePhaseOne(const char* function, const Operator<Args>& op, Call call,
                              std::span<const aclTensor* const> absent, uint64_t* workspaceSize,
                              aclOpExecutor** executor) {
  return PhaseOne(function, workspaceSize, executor, [&](PhaseOneCall& phase) -> Status {
    ArgumentChecks check;
    Args args;
    CheckInferencePointers(check, TakesLists(op), &call);
    size_t next = 0;
    for (const TensorArgument<Args>& argument : op.arguments) {
      if (argument.view == &Args::unused && argument.list == nullptr) {
        CheckAbsent(check, {argument.name, absent[next++]});
      }
    }
    if (!check.Failed()) {
      CheckInference(check, call, &args);
    }
    if (check.Failed()) {
      return check.Result();
    }
    TensorsOfCall tensors;
    for (const TensorArgument<Args>& argument : op.arguments) {
      tensors.push_back(TensorOf(argument, call, args));
    }
    return phase.Bind(op, args, tensors);
  });
}

}  // namespace openaclnn
