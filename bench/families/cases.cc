// SPDX-License-Identifier: Apache-2.0
#include "bench/families/cases.h"

#include "catalogue/catalogue.h"

namespace bench {

namespace catalogue = openaclnn::catalogue;

void AddCases(std::vector<Case>& cases, const std::string& group, const std::string& name,
              const std::string& op, const Tensors& tensors, const Attributes& attributes, const Peer& peer,
              const catalogue::DTypes& dtypes) {
  const catalogue::DTypes& admitted = catalogue::FindOperator(op)->LeadDTypes();
  for (const aclDataType dtype : dtypes) {
    if (!catalogue::Contains(admitted, dtype)) {
      continue;
    }
    Case item{group, name + ", " + catalogue::NameOf(dtype), op, {}, peer};
    for (const auto& [tensor, shape] : tensors) {
      item.arguments.tensors[tensor] = {{shape, dtype}};
    }
    item.arguments.attributes = attributes;
    cases.push_back(std::move(item));
  }
}

std::vector<Case> AllCases() {
  std::vector<Case> cases;
  AddElementwiseCases(cases);
  AddReductionCases(cases);
  AddNormCases(cases);
  AddWindowCases(cases);
  return cases;
}

}  // namespace bench
