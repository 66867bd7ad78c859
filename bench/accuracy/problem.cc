// SPDX-License-Identifier: Apache-2.0
#include "bench/accuracy/problem.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace openaclnn::accuracy {

using testing::Array;

Expected OfOneTerm(std::string name, Array exact) {
  std::vector<double> magnitudes = testing::Abs(exact).values;
  return {std::move(name), std::move(exact), std::move(magnitudes)};
}

Expected OfSum(std::string name, Array exact, std::vector<double> termMagnitudes) {
  for (size_t i = 0; i < termMagnitudes.size(); ++i) {
    termMagnitudes[i] = std::max(termMagnitudes[i], std::fabs(exact.values[i]));
  }
  return {std::move(name), std::move(exact), std::move(termMagnitudes), true};
}

testing::Call MakeCall(const char* operatorName, std::map<std::string, testing::Values> inputs,
                       std::map<std::string, catalogue::Value, std::less<>> attributes) {
  catalogue::Arguments arguments;
  arguments.attributes = std::move(attributes);
  for (const auto& [name, values] : inputs) {
    arguments.tensors[name] = {{values.shape, values.dtype}};
  }
  const catalogue::Operator* op = catalogue::FindOperator(operatorName);
  if (op == nullptr) {
    throw std::logic_error(std::string("the catalogue has no ") + operatorName);
  }
  testing::Call call{operatorName, catalogue::MakeCall(*op, std::move(arguments)), {}};
  for (const catalogue::Operand& operand : call.arguments.operands) {
    if (operand.IsRead()) {
      call.inputs.push_back(std::move(inputs.at(operand.argument->name)));
    }
  }
  return call;
}

}  // namespace openaclnn::accuracy
