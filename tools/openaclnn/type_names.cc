// SPDX-License-Identifier: Apache-2.0
#include "type_names.h"

#include <algorithm>
#include <iterator>

#include "element_type.h"
#include "error.h"

namespace openaclnn::cli {

aclDataType ParseType(const std::string& option, const std::string& name) {
  if (const ElementType* type = FindType(name); type != nullptr) {
    return type->dtype;
  }
  std::string known;
  for (const ElementType& type : ElementTypes()) {
    known += std::string(known.empty() ? "" : ", ") + type.name;
  }
  throw InputError(option + ": expected one of " + known + ", got '" + name + "'");
}

aclDataType ParseType(const std::string& option, const std::string& name, const catalogue::DTypes& dtypes) {
  const ElementType* const type = FindType(name);
  if (type == nullptr || !catalogue::Contains(dtypes, type->dtype)) {
    std::string known = TypeNames(dtypes, ", ");
    if (const size_t last = known.rfind(", "); last != std::string::npos) {
      known.replace(last, 2, " or ");
    }
    throw InputError(option + ": expected " + known + ", got '" + name + "'");
  }
  return type->dtype;
}

catalogue::DTypes OtherTypes(const catalogue::Argument& argument) {
  catalogue::DTypes dtypes;
  std::ranges::copy_if(argument.others, std::back_inserter(dtypes),
                       [](aclDataType dtype) { return FindType(dtype) != nullptr; });
  return dtypes;
}

catalogue::DTypes AdmittedTypes(const catalogue::Argument& argument) {
  catalogue::DTypes dtypes = argument.dtypes;
  std::ranges::copy(OtherTypes(argument), std::back_inserter(dtypes));
  return dtypes;
}

std::string TypeNames(const catalogue::DTypes& dtypes, const std::string& separator) {
  std::string names;
  for (const aclDataType dtype : dtypes) {
    names += (names.empty() ? "" : separator) + TypeOf(dtype).name;
  }
  return names;
}

}  // namespace openaclnn::cli
