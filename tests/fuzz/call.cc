// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/call.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "catalogue/catalogue.h"
#include "tests/fuzz/byte_reader.h"

namespace openaclnn::fuzz {
namespace {

std::string Text(const Dims& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
  }
  return text + "]";
}

std::string ValueText(const catalogue::Value& value) {
  if (const auto* integer = std::get_if<int64_t>(&value); integer != nullptr) {
    return std::to_string(*integer);
  }
  if (const auto* real = std::get_if<double>(&value); real != nullptr) {
    return std::to_string(*real);
  }
  if (const auto* scalar = std::get_if<catalogue::Scalar>(&value); scalar != nullptr) {
    return std::to_string(scalar->value) + " of type " + std::to_string(scalar->dtype);
  }
  const auto* integers = std::get_if<std::vector<int64_t>>(&value);
  return integers == nullptr ? "(list)" : Text(*integers);
}

std::string PlaceText(const Tensor& tensor) {
  switch (tensor.place) {
    case Place::kPool:
      return "block " + std::to_string(tensor.block) + " + " + std::to_string(tensor.position);
    case Place::kNull:
      return "no address";
    case Place::kHost:
      return "host memory";
    case Place::kPinnedHost:
      return "pinned host memory";
    case Place::kFreed:
      return "freed memory";
  }
  return "";
}

// Clients in C pass any number as a type or a format, which the sanitizer would report of this function.
__attribute__((no_sanitize("undefined"))) aclTensor* Make(const Tensor& tensor, void* address) {
  if (tensor.absent) {
    return nullptr;
  }
  // One stride for each dim is the caller's duty.
  Dims strides = tensor.strides.value_or(Dims());
  strides.resize(tensor.dims.size(), 1);
  const int64_t* stridesOrNull = tensor.strides ? strides.data() : nullptr;
  const auto dtype = static_cast<aclDataType>(tensor.dtype);
  const auto format = static_cast<aclFormat>(tensor.format);
  // Describing again keeps what is left out, so it needs dims and an address.
  if (tensor.described && !tensor.dims.empty() && !tensor.storage.empty() && address != nullptr) {
    aclTensor* made =
        aclCreateTensor(nullptr, 0, ACL_STRING, nullptr, -7, ACL_FORMAT_NC1HWC0, nullptr, 0, nullptr);
    (void)aclInitTensor(made, tensor.dims.data(), tensor.dims.size(), dtype, stridesOrNull, tensor.offset,
                        format, tensor.storage.data(), tensor.storage.size(), address);
    return made;
  }
  return aclCreateTensor(tensor.dims.data(), tensor.dims.size(), dtype, stridesOrNull, tensor.offset, format,
                         tensor.storage.data(), tensor.storage.size(), address);
}

/// What stray handles point to, alive as long as this.
class StrayObjects {
 public:
  StrayObjects() {
    constexpr int64_t kDim = 1;
    float one = 1;
    tensor_ = aclCreateTensor(&kDim, 1, ACL_FLOAT, nullptr, 0, ACL_FORMAT_ND, &kDim, 1, nullptr);
    scalar_ = aclCreateScalar(&one, ACL_FLOAT);
    destroyed_ = aclCreateScalar(&one, ACL_FLOAT);
    (void)aclDestroyScalar(destroyed_);
  }
  StrayObjects(const StrayObjects&) = delete;
  StrayObjects& operator=(const StrayObjects&) = delete;
  ~StrayObjects() {
    (void)aclDestroyTensor(tensor_);
    (void)aclDestroyScalar(scalar_);
  }

  [[nodiscard]] const void* Get(catalogue::CType type, Stray stray) const {
    switch (stray) {
      case Stray::kDestroyed:
        return destroyed_;
      case Stray::kOfAnotherType:
        return type == catalogue::CType::kScalar ? static_cast<const void*>(tensor_) : scalar_;
      case Stray::kInside:
        return reinterpret_cast<const char*>(tensor_) + sizeof(void*);
      case Stray::kNeverOurs:
        break;
    }
    return reinterpret_cast<const void*>(uintptr_t{0x10});
  }

 private:
  aclTensor* tensor_;
  aclScalar* scalar_;
  const aclScalar* destroyed_;
};

/// FNV-1a hashes of the operators' names.
std::vector<uint64_t> HashNames() {
  std::vector<uint64_t> hashes;
  for (const Operator& op : catalogue::Operators()) {
    uint64_t hash = 14695981039346656037U;
    for (const char letter : op.name) {
      hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
    }
    hashes.push_back(hash);
  }
  return hashes;
}

}  // namespace

Dims Tensor::Strides() const {
  Dims result = strides.value_or(Dims());
  if (strides) {
    result.resize(dims.size(), 1);
    return result;
  }
  result.resize(dims.size());
  int64_t stride = 1;
  for (size_t d = dims.size(); d-- > 0;) {
    result[d] = stride;
    if (__builtin_mul_overflow(stride, std::max<int64_t>(dims[d], 1), &stride)) {
      stride = std::numeric_limits<int64_t>::max();  // of absurd dims, by whose strides no element is reached
    }
  }
  return result;
}

const Operator& OperatorOf(uint16_t number) {
  static const std::vector<uint64_t> hashes = HashNames();
  const auto offer = [number](uint64_t hash) { return Noise(hash ^ number).Next(); };
  const auto highest = std::ranges::max_element(hashes, {}, offer);
  return catalogue::Operators()[static_cast<size_t>(highest - hashes.begin())];
}

bool Call::IsInPlace() const {
  return std::any_of(tensors.begin(), tensors.end(),
                     [](const Tensor& tensor) { return tensor.IsInput() && tensor.IsOutput(); });
}

catalogue::Arguments Call::Described() const {
  catalogue::Arguments known = attributes;
  for (const Tensor& tensor : tensors) {
    if (!tensor.absent) {
      // No structure may hold what is no value of the enumeration.
      const bool isType = ElementSize(tensor.dtype) > 0;
      known.tensors[tensor.argument->name].push_back(
          {tensor.dims, isType ? static_cast<aclDataType>(tensor.dtype) : ACL_DT_UNDEFINED});
    }
  }
  return known;
}

std::string Describe(const Call& call) {
  std::string text = std::string(call.op->Function()) + (call.valid ? " (valid)" : "") + "\n";
  for (const Tensor& tensor : call.tensors) {
    text += std::string("  ") + tensor.Name() + ": ";
    if (tensor.absent) {
      text += "null\n";
      continue;
    }
    text += Text(tensor.dims) + " strides " + (tensor.strides ? Text(tensor.Strides()) : "null") +
            " offset " + std::to_string(tensor.offset) + " storage " + Text(tensor.storage) + " dtype " +
            std::to_string(tensor.dtype) + " format " + std::to_string(tensor.format) + " at " +
            PlaceText(tensor) + " content " + std::to_string(static_cast<int>(tensor.content)) + "\n";
  }
  text += "  attributes";
  for (const auto& [name, value] : call.attributes.attributes) {
    text += " " + name + " " + (call.attributes.nulls.contains(name) ? "null" : ValueText(value));
  }
  text +=
      std::string(call.nullSize ? ", workspaceSize null" : "") + (call.nullExecutor ? ", executor null" : "");
  if (call.strayHandle) {
    text += ", a stray handle (" + std::to_string(static_cast<int>(call.strayHandle->stray)) + ") as " +
            call.op->arguments[call.strayHandle->argument].name;
  }
  if (call.op->HasOutputMask()) {
    text += ", mask ";
    for (const bool bit : call.mask.value_or(std::vector<bool>())) {
      text += bit ? '1' : '0';
    }
    text += call.mask ? "" : "null";
  }
  return text + "\n";
}

int64_t ElementSize(int dtype) {
  return static_cast<int64_t>(catalogue::SizeOf(dtype));
}

std::optional<int64_t> CountElements(const Dims& dims) {
  int64_t count = 1;
  bool empty = false;
  bool fits = true;
  for (const int64_t dim : dims) {
    if (dim < 0) {
      return std::nullopt;
    }
    empty = empty || dim == 0;
    fits = fits && !__builtin_mul_overflow(count, dim, &count);
  }
  if (empty) {
    return 0;
  }
  return fits ? std::optional(count) : std::nullopt;
}

std::optional<int64_t> Extent(const Tensor& tensor) {
  const Dims strides = tensor.Strides();
  int64_t last = 0;
  bool empty = false;
  bool fits = true;
  for (size_t d = 0; d < strides.size(); ++d) {
    if (tensor.dims[d] < 0 || strides[d] < 0) {
      return std::nullopt;
    }
    empty = empty || tensor.dims[d] == 0;
    int64_t step = 0;
    fits = fits && !__builtin_mul_overflow(std::max<int64_t>(tensor.dims[d] - 1, 0), strides[d], &step) &&
           !__builtin_add_overflow(last, step, &last);
  }
  if (empty) {
    return 0;
  }
  return fits && !__builtin_add_overflow(last, 1, &last) ? std::optional(last) : std::nullopt;
}

static catalogue::BoundCall Bind(const Call& call, const std::vector<void*>& addresses) {
  catalogue::Call described{call.op, call.attributes, {}};
  std::vector<aclTensor*> tensors;
  for (size_t i = 0; i < call.tensors.size(); ++i) {
    const Tensor& tensor = call.tensors[i];
    described.operands.push_back({tensor.argument, {}, tensor.absent, false});
    tensors.push_back(Make(tensor, addresses[i]));
  }
  for (const catalogue::Argument& argument : call.op->arguments) {
    if (argument.role != catalogue::Role::kOutputMask) {
      continue;
    }
    if (call.mask) {
      described.arguments.attributes[argument.name] =
          std::vector<int64_t>(call.mask->begin(), call.mask->end());
    } else {
      described.arguments.nulls.insert(argument.name);
    }
  }
  return {described, std::move(tensors)};
}

Arguments::Arguments(const Call& call, const std::vector<void*>& addresses)
    : bound_(Bind(call, addresses)), op_(call.op), strayHandle_(call.strayHandle) {}

aclnnStatus Arguments::PhaseOne(uint64_t* workspaceSize, aclOpExecutor** executor) const {
  if (!strayHandle_) {
    return bound_.PhaseOne(workspaceSize, executor);
  }
  std::vector<catalogue::CValue> values(bound_.Values().begin(), bound_.Values().end());
  const StrayObjects objects;
  values[strayHandle_->argument].object =
      objects.Get(op_->arguments[strayHandle_->argument].type, strayHandle_->stray);
  return op_->phases.phaseOne(values, workspaceSize, executor);
}

}  // namespace openaclnn::fuzz
