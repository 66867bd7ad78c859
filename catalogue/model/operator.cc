// SPDX-License-Identifier: Apache-2.0
#include "catalogue/model/operator.h"

#include <algorithm>
#include <cctype>
#include <stdexcept>

namespace openaclnn::catalogue {
namespace {

bool IsTensorType(CType type) {
  return type == CType::kTensor || type == CType::kWritableTensor || type == CType::kTensorList;
}

bool Fits(const Argument& argument) {
  if (argument.role == Role::kOutputMask) {
    return argument.type == CType::kBoolArray;
  }
  // Some prototypes have outputs as pointers to const; nothing that is const is an input that is written.
  return argument.IsTensor() == IsTensorType(argument.type) &&
         (argument.type != CType::kWritableTensor || argument.IsWritten());
}

template <typename Predicate>
std::vector<const Argument*> Select(const std::vector<Argument>& arguments, const Predicate& predicate) {
  std::vector<const Argument*> selected;
  for (const Argument& argument : arguments) {
    if (predicate(argument)) {
      selected.push_back(&argument);
    }
  }
  return selected;
}

}  // namespace

const Argument& Operator::Get(std::string_view argument) const {
  const auto found = std::find_if(arguments.begin(), arguments.end(),
                                  [&](const Argument& one) { return one.name == argument; });
  if (found == arguments.end()) {
    throw std::logic_error(name + " has no argument " + std::string(argument));
  }
  return *found;
}

std::vector<const Argument*> Operator::Inputs() const {
  return Select(arguments, [](const Argument& argument) { return argument.IsRead(); });
}

std::vector<const Argument*> Operator::Attributes() const {
  return Select(arguments, [](const Argument& argument) { return argument.role == Role::kAttribute; });
}

std::vector<const Argument*> Operator::Outputs() const {
  return Select(arguments, [](const Argument& argument) { return argument.IsWritten(); });
}

bool Operator::HasOutputMask() const {
  return std::any_of(arguments.begin(), arguments.end(),
                     [](const Argument& argument) { return argument.role == Role::kOutputMask; });
}

const DTypes& Operator::LeadDTypes() const {
  if (!lead.empty()) {
    return Get(lead).dtypes;
  }
  return std::find_if(arguments.begin(), arguments.end(), [](const Argument& one) { return one.IsTensor(); })
      ->dtypes;
}

Operator MakeOperator(Operator row) {
  const std::vector<CType>& parameters = row.phases.parameters;
  if (parameters.size() != row.arguments.size()) {
    throw std::logic_error(std::string(row.Function()) + ": the row has " +
                           std::to_string(row.arguments.size()) + " arguments, the prototype " +
                           std::to_string(parameters.size()));
  }
  for (size_t i = 0; i < parameters.size(); ++i) {
    row.arguments[i].type = parameters[i];
    if (!Fits(row.arguments[i])) {
      throw std::logic_error(std::string(row.Function()) + ": " + row.arguments[i].name +
                             " is not what the prototype has there");
    }
  }
  row.name = NameOfFunction(row.Function());
  return row;
}

std::string NameOfFunction(std::string_view function) {
  for (const std::string_view prefix : {"aclnn", "acl"}) {  // aclStft and aclRfft1D have the shorter one
    if (function.starts_with(prefix)) {
      function.remove_prefix(prefix.size());
      break;
    }
  }
  std::string name;
  for (size_t i = 0; i < function.size(); ++i) {
    const auto letter = static_cast<unsigned char>(function[i]);
    const auto before = static_cast<unsigned char>(i == 0 ? '_' : function[i - 1]);
    if (std::isupper(letter) != 0 && std::islower(before) != 0) {
      name.push_back('_');
    } else if (std::isupper(letter) != 0 && i > 0 && i + 1 < function.size() &&
               std::islower(static_cast<unsigned char>(function[i + 1])) != 0) {
      name.push_back('_');  // behind a digit or a run of capitals, where a word starts
    }
    name.push_back(static_cast<char>(std::tolower(letter)));
  }
  return name;
}

std::string OptionName(std::string_view name) {
  if (name == "dtype") {
    return "--result-dtype";  // "--dtype" says what the tensors of a call hold
  }
  std::string option = "--";
  for (size_t i = 0; i < name.size(); ++i) {
    const auto letter = static_cast<unsigned char>(name[i]);
    const bool beforeLowercase =
        i + 1 < name.size() && std::islower(static_cast<unsigned char>(name[i + 1])) != 0;
    if (i > 0 && std::isupper(letter) != 0 && beforeLowercase) {
      option.push_back('-');  // a word starts; HxW is one
    }
    option.push_back(static_cast<char>(std::tolower(letter)));
  }
  return option;
}

std::string OutputOption(const Argument& output) {
  return OptionName(output.name) + (output.role == Role::kInPlace ? "-result" : "");
}

aclDataType UsualDType(const Argument& tensor, aclDataType dtype) {
  const bool usual = tensor.holds != Meaning::kIndices && Contains(tensor.dtypes, dtype);
  return usual ? dtype : tensor.dtypes.front();
}

Arguments WithDType(const Operator& op, Arguments arguments, aclDataType dtype) {
  for (auto& [name, tensors] : arguments.tensors) {
    const Argument& argument = op.Get(name);
    for (TensorSpec& tensor : tensors) {
      if (tensor.dtype == ACL_DT_UNDEFINED) {
        tensor.dtype = UsualDType(argument, dtype);
      }
    }
  }
  return arguments;
}

const Sample& FindSample(const Operator& op, std::string_view name) {
  for (const Sample& sample : op.samples) {
    if (sample.name == name) {
      return sample;
    }
  }
  throw std::logic_error(op.name + " has no sample " + std::string(name));
}

}  // namespace openaclnn::catalogue
