// SPDX-License-Identifier: Apache-2.0
#include "tests/determinism/calls.h"

#include <algorithm>
#include <map>
#include <utility>

namespace openaclnn::testing {
namespace {

using catalogue::Meaning;
using catalogue::Pattern;

Values Draw(Source& source, const catalogue::SampleData& data, const catalogue::Operand& operand,
            const catalogue::Arguments& arguments) {
  const auto& [shape, dtype] = operand.tensor;
  if (operand.argument->holds == Meaning::kIndices) {
    Values indices = source.Integers(
        shape, dtype, data.pattern == Pattern::kEqual ? 1 : operand.argument->bound(arguments));
    return data.pattern == Pattern::kSkewed ? Skewed(std::move(indices)) : indices;
  }
  if (operand.argument->holds == Meaning::kOnes) {
    return Ones(shape, dtype);
  }
  if (!catalogue::IsFloating(dtype)) {
    return source.AnyBits(shape, dtype);
  }
  if (operand.argument->holds == Meaning::kDefinite) {
    return WithDiagonal(source.Exponents(shape, dtype, -8, -6),
                        Absolute(source.Exponents(shape, dtype, 3, 4)));
  }
  if (operand.argument->holds == Meaning::kProbabilities) {
    return Absolute(source.Exponents(shape, dtype, -8, -2));
  }
  switch (data.pattern) {
    case Pattern::kSpread:
      return source.Spread(shape, dtype);
    case Pattern::kNearOne:
      return source.NearOne(shape, dtype);
    default:
      break;
  }
  if (operand.argument->holds == Meaning::kPositive) {
    return Absolute(source.NearOne(shape, dtype));
  }
  // Coordinates: up to twice the range to each side. Others: squares and products stay finite.
  return operand.argument->holds == Meaning::kCoordinates ? source.Exponents(shape, dtype, -6, 0)
                                                          : source.Exponents(shape, dtype, -8, 4);
}

Values Make(Source& source, const catalogue::SampleData& data, const catalogue::Operand& operand,
            const catalogue::Arguments& arguments) {
  Values values = Draw(source, data, operand, arguments);
  if (data.mirror) {
    values = Mirrored(std::move(values), *data.mirror);
  }
  const bool anything = operand.argument->holds != Meaning::kProbabilities;
  if (data.specials && anything && catalogue::IsFloating(values.dtype)) {
    values = WithSpecials(std::move(values));
  }
  return data.constant ? ConstantAlongFirst(std::move(values)) : values;
}

}  // namespace

Call MakeCall(const std::string& name, const catalogue::Operator& op, const catalogue::Sample& sample,
              aclDataType dtype) {
  Call call{name,
            catalogue::MakeCall(op, catalogue::WithDType(op, sample.arguments, dtype)),
            {},
            op.bitsOfProcessor};
  const std::vector<catalogue::Operand>& operands = call.arguments.operands;
  Source source(name);
  std::map<size_t, Values> drawn;
  const auto draw = [&](const catalogue::SampleData& data) {
    for (size_t i = 0; i < operands.size(); ++i) {
      if (operands[i].argument->name == data.name && operands[i].IsRead() && !drawn.contains(i)) {
        drawn[i] = Make(source, data, operands[i], call.arguments.arguments);
      }
    }
  };
  std::for_each(sample.data.begin(), sample.data.end(), draw);
  for (const catalogue::Operand& operand : operands) {
    draw({.name = operand.argument->name});
  }
  for (auto& [operand, values] : drawn) {
    call.inputs.push_back(std::move(values));
  }
  return call;
}

void VisitCalls(const CallVisitor& visit) {
  for (const catalogue::Operator& op : catalogue::Operators()) {
    for (const catalogue::Sample& sample : op.samples) {
      for (const aclDataType dtype : sample.dtypes.empty() ? op.LeadDTypes() : sample.dtypes) {
        visit(MakeCall(op.name + "/" + sample.name + "/" + catalogue::NameOf(dtype), op, sample, dtype));
      }
    }
  }
}

}  // namespace openaclnn::testing
