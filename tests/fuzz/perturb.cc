// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "tests/fuzz/generate.h"
#include "tests/fuzz/memory.h"

namespace openaclnn::fuzz {
namespace {

Dims AnyDims(ByteReader& reader, size_t mostRank) {
  static constexpr std::array<int64_t, 8> kPlain{1, 2, 3, 0, 4, 16, 7, 1};
  Dims dims(reader.Below(mostRank + 1));
  for (int64_t& dim : dims) {
    dim = reader.Chance(64) ? reader.AnyInteger() : reader.Pick(kPlain);
  }
  return dims;
}

void PerturbDims(ByteReader& reader, Dims& dims) {
  const size_t at = reader.Below(dims.size());
  const auto here = dims.begin() + static_cast<std::ptrdiff_t>(at);
  switch (reader.Below(6)) {
    case 0:
      dims.insert(here, 1);
      break;
    case 1:
      if (!dims.empty()) {
        dims.erase(here);
      }
      break;
    case 2:
      if (!dims.empty()) {
        std::swap(dims[at], dims[reader.Below(dims.size())]);
      }
      break;
    case 3:
      if (!dims.empty()) {
        const auto step = static_cast<int64_t>(reader.Below(3)) - 1;
        (void)__builtin_add_overflow(dims[at], step, &dims[at]);  // wrapping is as good
      }
      break;
    case 4:
      if (!dims.empty()) {
        dims[at] = reader.AnyInteger();
      }
      break;
    default:
      dims = AnyDims(reader, 10);
      break;
  }
}

/// Somewhere else: the call stays valid, phase two may have to refuse it.
void Move(ByteReader& reader, Call& call, Tensor& tensor) {
  const auto block = static_cast<int64_t>(kBlockBytes[tensor.block]);
  switch (reader.Below(8)) {
    case 0:
      tensor.place = Place::kNull;
      break;
    case 1:
      tensor.place = Place::kHost;
      break;
    case 2:
      tensor.place = reader.Chance(128) ? Place::kPinnedHost : Place::kFreed;
      break;
    case 3:
    case 4: {  // exactly where another tensor lies
      const Tensor& other = call.tensors[reader.Below(call.tensors.size())];
      tensor.place = other.place;
      tensor.block = other.block;
      tensor.position = other.position;
      if (reader.Chance(160) && other.dims == tensor.dims) {
        tensor.strides = other.strides;
        tensor.offset = other.offset;
        tensor.storage = other.storage;
        call.valid = call.valid && (!tensor.IsOutput() || other.IsOutput());
      }
      break;
    }
    case 5:  // anywhere, mostly aligned
      tensor.place = Place::kPool;
      tensor.position = static_cast<int64_t>(reader.Byte()) * (reader.Chance(32) ? 1 : 8) % block;
      break;
    case 6: {  // near others, partly over them
      const int64_t step = std::max<int64_t>(ElementSize(tensor.dtype), 1);
      tensor.position =
          std::max<int64_t>(tensor.position + (static_cast<int64_t>(reader.Below(33)) - 16) * step, 0);
      break;
    }
    default:  // around the end of the block
      tensor.place = Place::kPool;
      tensor.position = block - 1 - static_cast<int64_t>(reader.Byte());
      tensor.position -= reader.Chance(32) ? 0 : tensor.position % 8;
      break;
  }
}

/// Exactly at the end of its block, where there is nothing to read beyond.
void MoveToEnd(Tensor& tensor) {
  const std::optional<int64_t> extent = Extent(tensor);
  const auto block = static_cast<int64_t>(kBlockBytes[tensor.block]);
  if (extent && *extent < block && tensor.offset >= 0 && tensor.offset < block) {
    const int64_t bytes = (*extent + tensor.offset) * ElementSize(tensor.dtype);
    tensor.position = std::max<int64_t>(block - bytes, 0);
  }
}

/// FRACTAL_NZ, or that with a width in its name: some storage dims make a valid tensor of it.
bool IsChannelsLast(int format) {
  return format == ACL_FORMAT_NHWC || format == ACL_FORMAT_NDHWC;
}

bool IsFractalLabel(int format) {
  return format == ACL_FORMAT_FRACTAL_NZ ||
         (format >= ACL_FORMAT_FRACTAL_NZ_C0_16 && format <= ACL_FORMAT_FRACTAL_NZ_C0_8);
}

/// An enumerator's number: one around the known ones, or any.
int AnyNumber(ByteReader& reader, size_t known) {
  const auto number = static_cast<int>(reader.Below(known)) - 2;
  return reader.Chance(32) ? static_cast<int>(static_cast<uint32_t>(reader.AnyInteger())) : number;
}

void PerturbTensor(ByteReader& reader, Call& call) {
  Tensor& tensor = call.tensors[reader.Below(call.tensors.size())];
  const size_t what = reader.Below(12);
  if (what < 4) {
    Move(reader, call, tensor);
    return;
  }
  if (what == 4) {
    MoveToEnd(tensor);
    return;
  }
  call.valid = false;
  switch (what) {
    case 5:
      tensor.absent = true;
      break;
    case 6:
      PerturbDims(reader, tensor.dims);
      break;
    case 7:
      tensor.strides = tensor.Strides();
      PerturbDims(reader, *tensor.strides);
      break;
    case 8:
      tensor.offset = reader.AnyInteger();
      break;
    case 9:
      PerturbDims(reader, tensor.storage);
      break;
    case 10:
      tensor.dtype = AnyNumber(reader, 48);
      break;
    default:
      tensor.format = AnyNumber(reader, 60);
      if ((tensor.argument->mayBeFractal && IsFractalLabel(tensor.format)) ||
          (tensor.argument->formatPlacesChannels && IsChannelsLast(tensor.format))) {
        tensor.format = ACL_FORMAT_NC1HWC0;
      }
      break;
  }
}

/// Another value, or a null pointer for what is an object.
void PerturbAttribute(ByteReader& reader, Call& call) {
  const std::vector<const catalogue::Argument*> attributes = call.op->Attributes();
  if (attributes.empty()) {
    return;
  }
  const catalogue::Argument& attribute = *attributes[reader.Below(attributes.size())];
  catalogue::Value& value = call.attributes.attributes[attribute.name];
  call.valid = false;
  if (!std::holds_alternative<int64_t>(value) && !std::holds_alternative<double>(value) &&
      reader.Chance(64)) {
    call.attributes.nulls.insert(attribute.name);
  } else if (auto* integer = std::get_if<int64_t>(&value); integer != nullptr) {
    *integer = reader.AnyInteger();
  } else if (auto* real = std::get_if<double>(&value); real != nullptr) {
    *real = static_cast<double>(reader.AnyInteger());
  } else if (auto* scalar = std::get_if<catalogue::Scalar>(&value); scalar != nullptr) {
    static constexpr std::array<aclDataType, 5> kTypes{ACL_DOUBLE, ACL_INT64, ACL_BOOL, ACL_FLOAT,
                                                       ACL_FLOAT16};
    *scalar = {reader.Pick(kTypes), static_cast<double>(reader.AnyInteger())};
  } else if (auto* integers = std::get_if<std::vector<int64_t>>(&value); integers != nullptr) {
    integers->push_back(reader.AnyInteger());
  }
}

/// Another handle in place of an argument that is an object.
void PerturbHandle(ByteReader& reader, Call& call) {
  const size_t argument = reader.Below(call.op->arguments.size());
  switch (call.op->arguments[argument].type) {
    case catalogue::CType::kInteger:
    case catalogue::CType::kBool:
    case catalogue::CType::kReal:
    case catalogue::CType::kDType:
      return;
    default:
      call.strayHandle = {argument, static_cast<Stray>(reader.Below(4))};
      call.valid = false;
  }
}

void PerturbMask(ByteReader& reader, Call& call) {
  if (reader.Chance(64)) {
    call.mask.reset();
    call.valid = false;
    return;
  }
  std::vector<bool> mask(reader.Below(6));
  for (size_t i = 0; i < mask.size(); ++i) {
    mask[i] = reader.Chance(128);
  }
  call.mask = std::move(mask);
  call.valid = false;
}

}  // namespace

void Perturb(ByteReader& reader, Call& call) {
  switch (reader.Below(10)) {
    case 7:
      PerturbAttribute(reader, call);
      break;
    case 8:
      if (call.op->HasOutputMask()) {
        PerturbMask(reader, call);
      }
      break;
    case 9:
      if (reader.Chance(64)) {
        call.nullSize = true;
        call.valid = false;
      } else if (reader.Chance(64)) {
        call.nullExecutor = true;
        call.valid = false;
      } else if (reader.Chance(128)) {
        PerturbHandle(reader, call);
      } else {
        call.tensors[reader.Below(call.tensors.size())].content = Content::kNoise;
      }
      break;
    default:
      PerturbTensor(reader, call);
      break;
  }
}

}  // namespace openaclnn::fuzz
