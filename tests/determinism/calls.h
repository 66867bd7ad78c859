// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "catalogue/model/call.h"
#include "tests/determinism/values.h"

namespace openaclnn::testing {

/// One call of an operator, without a decision on where its tensors lie.
struct Call {
  std::string name;
  catalogue::Call arguments;
  std::vector<Values> inputs;    // of the operands that are read, in their order
  bool bitsOfProcessor = false;  // catalogue::Operator::bitsOfProcessor
};

using CallVisitor = std::function<void(const Call&)>;

/// A call of a sample, with data that the name seeds.
Call MakeCall(const std::string& name, const catalogue::Operator& op, const catalogue::Sample& sample,
              aclDataType dtype);

/// Visits the samples of all operators, each in all its dtypes, one at a time: their data would fill
/// gigabytes. A name is OPERATOR/SAMPLE/DTYPE. Samples are cut into tasks in different ways, most of them
/// into many. How kernels cut is their own business and may change: the shapes are the extremes of each dim,
/// not their thresholds.
void VisitCalls(const CallVisitor& visit);

}  // namespace openaclnn::testing
