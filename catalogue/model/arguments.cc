// SPDX-License-Identifier: Apache-2.0
#include "catalogue/model/arguments.h"

#include <algorithm>
#include <utility>

namespace openaclnn::catalogue {

const TensorSpec* Arguments::Find(std::string_view name) const {
  const auto entry = tensors.find(name);
  return entry == tensors.end() || entry->second.empty() ? nullptr : &entry->second.front();
}

const Shape& Arguments::ShapeOf(std::string_view name) const {
  static const Shape scalar;
  const TensorSpec* tensor = Find(name);
  return tensor == nullptr ? scalar : tensor->shape;
}

aclDataType Arguments::DTypeOf(std::string_view name) const {
  const TensorSpec* tensor = Find(name);
  return tensor == nullptr ? ACL_DT_UNDEFINED : tensor->dtype;
}

int64_t Arguments::Integer(std::string_view name) const {
  return std::get<int64_t>(attributes.find(name)->second);
}

const std::vector<int64_t>& Arguments::Integers(std::string_view name) const {
  return std::get<std::vector<int64_t>>(attributes.find(name)->second);
}

const Scalar& Arguments::ScalarOf(std::string_view name) const {
  return std::get<Scalar>(attributes.find(name)->second);
}

ShapeRule SameShapeAs(std::string name) {
  return [name = std::move(name)](const Arguments& arguments) { return arguments.ShapeOf(name); };
}

ShapeRule BroadcastOf(std::vector<std::string> names) {
  return [names = std::move(names)](const Arguments& arguments) {
    Shape shape;
    for (const std::string& name : names) {
      shape = Broadcast(shape, arguments.ShapeOf(name));
    }
    return shape;
  };
}

DTypeRule SameAs(std::string name) {
  std::string text = "as " + name;
  return {std::move(text),
          [name = std::move(name)](const Arguments& arguments) { return arguments.DTypeOf(name); }};
}

DTypeRule Always(aclDataType dtype) {
  return {NameOf(dtype), [dtype](const Arguments& /*arguments*/) { return dtype; }};
}

DTypeRule AsAttribute(std::string name) {
  std::string text = "as " + name + " says";
  return {std::move(text), [name = std::move(name)](const Arguments& arguments) {
            return static_cast<aclDataType>(arguments.Integer(name));
          }};
}

DTypeRule Promoted(std::vector<std::string> tensors, std::vector<std::string> scalars) {
  std::string text = "promoted from";
  for (const std::vector<std::string>* names : {&tensors, &scalars}) {
    for (const std::string& name : *names) {
      text += " " + name;
    }
  }
  return {std::move(text),
          [tensors = std::move(tensors), scalars = std::move(scalars)](const Arguments& arguments) {
            aclDataType dtype = arguments.DTypeOf(tensors.front());
            for (const std::string& name : tensors) {
              dtype = Promote(dtype, arguments.DTypeOf(name));
            }
            for (const std::string& name : scalars) {
              dtype = PromoteWithScalar(dtype, arguments.ScalarOf(name).dtype);
            }
            return dtype;
          }};
}

DTypeRule PromotedToFloating(std::vector<std::string> tensors, std::vector<std::string> scalars) {
  DTypeRule rule = Promoted(std::move(tensors), std::move(scalars));
  return {rule.text + ", FLOAT for integers and BOOL", [of = rule.of](const Arguments& arguments) {
            const aclDataType dtype = of(arguments);
            return IsFloating(dtype) || IsComplex(dtype) || dtype == ACL_DT_UNDEFINED ? dtype : ACL_FLOAT;
          }};
}

int64_t Extent(const Shape& shape, size_t dim) {
  return dim < shape.size() ? shape[dim] : 1;
}

int64_t Product(const Shape& shape, size_t firstDim) {
  uint64_t product = 1;
  for (size_t dim = firstDim; dim < shape.size(); ++dim) {
    product *= static_cast<uint64_t>(shape[dim]);
  }
  return static_cast<int64_t>(product);
}

Shape Broadcast(const Shape& a, const Shape& b) {
  Shape result = a.size() < b.size() ? b : a;
  const Shape& shorter = a.size() < b.size() ? a : b;
  const size_t lead = result.size() - shorter.size();
  for (size_t dim = 0; dim < shorter.size(); ++dim) {
    if (result[lead + dim] == 1) {
      result[lead + dim] = shorter[dim];
    }
  }
  return result;
}

Shape Reduced(const Shape& shape, const std::vector<int64_t>& dims, bool keepDims) {
  const auto rank = static_cast<int64_t>(shape.size());
  Shape result;
  for (int64_t dim = 0; dim < rank; ++dim) {
    const bool gone = dims.empty() || std::any_of(dims.begin(), dims.end(), [&](int64_t one) {
                        return one == dim || one == dim - rank;
                      });
    if (!gone) {
      result.push_back(shape[static_cast<size_t>(dim)]);
    } else if (keepDims) {
      result.push_back(1);
    }
  }
  return result;
}

}  // namespace openaclnn::catalogue
