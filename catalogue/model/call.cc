// SPDX-License-Identifier: Apache-2.0
#include "catalogue/model/call.h"

#include <cmath>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include "catalogue/model/values.h"

namespace openaclnn::catalogue {
namespace {

void CompleteAttributes(const Operator& op, Arguments* arguments) {
  for (const Argument* attribute : op.Attributes()) {
    if (arguments->attributes.contains(attribute->name)) {
      continue;
    }
    if (attribute->defaultValue) {
      arguments->attributes[attribute->name] = *attribute->defaultValue;
    } else if (attribute->derive) {
      arguments->attributes[attribute->name] = attribute->derive(*arguments);
    } else {
      throw std::invalid_argument(op.name + ": no value of " + attribute->name);
    }
  }
}

aclScalar* MakeScalar(const Scalar& scalar) {
  std::vector<std::byte> bits = Encode(scalar.dtype, {scalar.value});
  return aclCreateScalar(bits.data(), scalar.dtype);
}

}  // namespace

size_t Call::IndexOf(std::string_view argument) const {
  for (size_t i = 0; i < operands.size(); ++i) {
    if (operands[i].argument->name == argument) {
      return i;
    }
  }
  throw std::logic_error(op->name + " has no tensor " + std::string(argument));
}

Call MakeCall(const Operator& op, Arguments arguments) {
  CompleteAttributes(op, &arguments);
  Call call{&op, std::move(arguments), {}};
  const Arguments& known = call.arguments;
  for (const Argument& argument : op.arguments) {
    if (!argument.IsTensor()) {
      continue;
    }
    const auto given = known.tensors.find(argument.name);
    const bool leftOut = known.leftOut.contains(argument.name);
    if (argument.role == Role::kOutput && leftOut && op.outputsMayBeNull) {
      call.operands.push_back({&argument, {}, true, true});
    } else if (given != known.tensors.end()) {
      for (const TensorSpec& tensor : given->second) {
        call.operands.push_back({&argument, tensor, false, leftOut});
      }
    } else if (argument.role == Role::kOutput && argument.list) {
      for (const TensorSpec& tensor : argument.list(known)) {
        call.operands.push_back({&argument, tensor, false, leftOut});
      }
    } else if (argument.role == Role::kOutput && argument.optional &&
               argument.dtype.of(known) == ACL_DT_UNDEFINED) {  // the gradient of what is left out
      call.operands.push_back({&argument, {}, true, false});
    } else if (argument.role == Role::kOutput) {
      call.operands.push_back({&argument, {argument.shape(known), argument.dtype.of(known)}, false, leftOut});
    } else if (argument.type != CType::kTensorList) {
      call.operands.push_back({&argument, {}, true, false});
    }
  }
  return call;
}

size_t MinimalBytes(const Call& call) {
  size_t bytes = 0;
  for (const Operand& operand : call.operands) {
    bytes += operand.IsRead() || operand.IsWritten() ? operand.Bytes() : 0;
  }
  return bytes;
}

void BoundCall::Destroy::operator()(const void* object) const {
  switch (type) {
    case CType::kTensor:
    case CType::kWritableTensor:
      (void)aclDestroyTensor(static_cast<const aclTensor*>(object));
      break;
    case CType::kTensorList:
      (void)aclDestroyTensorList(static_cast<const aclTensorList*>(object));
      break;
    case CType::kScalar:
      (void)aclDestroyScalar(static_cast<const aclScalar*>(object));
      break;
    case CType::kScalarList:
      (void)aclDestroyScalarList(static_cast<const aclScalarList*>(object));
      break;
    case CType::kIntArray:
      (void)aclDestroyIntArray(static_cast<const aclIntArray*>(object));
      break;
    case CType::kFloatArray:
      (void)aclDestroyFloatArray(static_cast<const aclFloatArray*>(object));
      break;
    case CType::kBoolArray:
      (void)aclDestroyBoolArray(static_cast<const aclBoolArray*>(object));
      break;
    case CType::kInteger:
    case CType::kBool:
    case CType::kReal:
    case CType::kDType:
      break;  // no objects
  }
}

BoundCall::BoundCall(const Call& call, std::vector<aclTensor*> tensors)
    : op_(call.op), tensors_(std::move(tensors)) {
  std::vector<Object> owned;  // until they are handed over
  for (aclTensor* tensor : tensors_) {
    owned.emplace_back(tensor);
  }
  size_t next = 0;
  for (const Argument& argument : op_->arguments) {
    if (argument.IsTensor()) {
      std::vector<aclTensor*> own;
      for (; next < tensors_.size() && call.operands[next].argument == &argument; ++next) {
        own.push_back(owned[next].release() == nullptr ? nullptr : tensors_[next]);
      }
      values_.push_back(HandTensor(argument, std::move(own)));
    } else if (call.arguments.nulls.contains(argument.name)) {
      values_.emplace_back();
    } else if (argument.role == Role::kOutputMask && !call.arguments.attributes.contains(argument.name)) {
      values_.push_back(HandMask(call));
    } else {
      values_.push_back(HandAttribute(argument, call.arguments.attributes.find(argument.name)->second));
    }
  }
}

Shape BoundCall::ShapeOf(size_t operand) const {
  int64_t* dims = nullptr;
  uint64_t count = 0;
  if (aclGetViewShape(tensors_[operand], &dims, &count) != ACL_SUCCESS) {
    throw std::bad_alloc();
  }
  const std::unique_ptr<int64_t[]> owned(dims);
  return {dims, dims + count};
}

CValue BoundCall::Hand(CType type, const void* object) {
  if (object == nullptr) {
    throw std::bad_alloc();
  }
  objects_.emplace_back(object, Destroy{type});
  return {object};
}

CValue BoundCall::HandTensor(const Argument& argument, std::vector<aclTensor*> tensors) {
  if (argument.type == CType::kTensorList) {
    return Hand(CType::kTensorList, aclCreateTensorList(tensors.data(), tensors.size()));
  }
  return tensors.front() == nullptr ? CValue{} : Hand(CType::kTensor, tensors.front());
}

CValue BoundCall::HandAttribute(const Argument& argument, const Value& value) {
  switch (argument.type) {
    case CType::kReal:
      return {nullptr, 0, std::get<double>(value)};
    case CType::kScalar:
      return Hand(argument.type, MakeScalar(std::get<Scalar>(value)));
    case CType::kScalarList: {
      std::vector<aclScalar*> scalars;
      for (const Scalar& scalar : std::get<std::vector<Scalar>>(value)) {
        scalars.push_back(MakeScalar(scalar));
      }
      return Hand(argument.type, aclCreateScalarList(scalars.data(), scalars.size()));
    }
    case CType::kIntArray: {
      const auto& integers = std::get<std::vector<int64_t>>(value);
      return Hand(argument.type, aclCreateIntArray(integers.data(), integers.size()));
    }
    case CType::kFloatArray: {
      const auto& reals = std::get<std::vector<double>>(value);
      std::vector<float> floats;
      for (const double real : reals) {
        floats.push_back(static_cast<float>(real));
      }
      return Hand(argument.type, aclCreateFloatArray(floats.data(), floats.size()));
    }
    case CType::kBoolArray: {
      const auto& flags = std::get<std::vector<int64_t>>(value);
      const std::unique_ptr<bool[]> bools(new bool[flags.size()]);
      for (size_t i = 0; i < flags.size(); ++i) {
        bools[i] = flags[i] != 0;
      }
      return Hand(argument.type, aclCreateBoolArray(bools.get(), flags.size()));
    }
    default:
      return {nullptr, std::get<int64_t>(value)};
  }
}

CValue BoundCall::HandMask(const Call& call) {
  const std::vector<const Argument*> outputs = op_->Outputs();
  const std::unique_ptr<bool[]> mask(new bool[outputs.size()]);
  for (size_t i = 0; i < outputs.size(); ++i) {
    mask[i] = !call.arguments.leftOut.contains(outputs[i]->name);
  }
  return Hand(CType::kBoolArray, aclCreateBoolArray(mask.get(), outputs.size()));
}

aclnnStatus BoundCall::PhaseOne(uint64_t* workspaceSize, aclOpExecutor** executor) const {
  return op_->phases.phaseOne(values_, workspaceSize, executor);
}

aclnnStatus BoundCall::PhaseTwo(void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                                aclrtStream stream) const {
  return op_->phases.phaseTwo(workspace, workspaceSize, executor, stream);
}

}  // namespace openaclnn::catalogue
