// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/call.h"

#include <algorithm>
#include <limits>
#include <memory>

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"

namespace openaclnn::fuzz {
namespace {

std::string Text(const Dims& values) {
  std::string text = "[";
  for (size_t i = 0; i < values.size(); ++i) {
    text += (i == 0 ? "" : ", ") + std::to_string(values[i]);
  }
  return text + "]";
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

const char* NameOf(Operator op) {
  switch (op) {
    case Operator::kMseLoss:
      return "aclnnMseLossBackward";
    case Operator::kPrelu:
      return "aclnnPreluBackward";
    case Operator::kEmbedding:
      return "aclnnEmbeddingDenseBackward";
    case Operator::kGridSampler:
      return "aclnnGridSampler2DBackward";
    case Operator::kGroupNorm:
      return "aclnnGroupNormBackward";
  }
  return "";
}

bool HasMask(Operator op) {
  return op == Operator::kGridSampler || op == Operator::kGroupNorm;
}

std::string Describe(const Call& call) {
  std::string text = std::string(NameOf(call.op)) + (call.valid ? " (valid)" : "") + "\n";
  for (const Tensor& tensor : call.tensors) {
    text += std::string("  ") + tensor.name + ": ";
    if (tensor.absent) {
      text += "null\n";
      continue;
    }
    text += Text(tensor.dims) + " strides " + (tensor.strides ? Text(tensor.Strides()) : "null") +
            " offset " + std::to_string(tensor.offset) + " storage " + Text(tensor.storage) + " dtype " +
            std::to_string(tensor.dtype) + " format " + std::to_string(tensor.format) + " at " +
            PlaceText(tensor) + " content " + std::to_string(static_cast<int>(tensor.content)) + "\n";
  }
  text += "  attributes " + Text(Dims(call.attributes.begin(), call.attributes.end())) +
          (call.flag ? " true" : " false") + (call.nullSize ? ", workspaceSize null" : "") +
          (call.nullExecutor ? ", executor null" : "");
  if (HasMask(call.op)) {
    text += ", mask ";
    for (const bool bit : call.mask.value_or(std::vector<bool>())) {
      text += bit ? '1' : '0';
    }
    text += call.mask ? "" : "null";
  }
  return text + "\n";
}

int64_t ElementSize(int dtype) {
  switch (dtype) {
    case ACL_INT8:
    case ACL_UINT8:
    case ACL_BOOL:
      return 1;
    case ACL_FLOAT16:
    case ACL_BF16:
    case ACL_INT16:
      return 2;
    case ACL_FLOAT:
    case ACL_INT32:
      return 4;
    case ACL_DOUBLE:
    case ACL_INT64:
      return 8;
    default:
      return 0;
  }
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

Arguments::Arguments(const Call& call, const std::vector<void*>& addresses) : call_(call) {
  for (size_t i = 0; i < call.tensors.size(); ++i) {
    tensors_.push_back(Make(call.tensors[i], addresses[i]));
  }
  if (call.mask) {
    const auto values = std::make_unique<bool[]>(call.mask->size());
    std::copy(call.mask->begin(), call.mask->end(), values.get());
    mask_ = aclCreateBoolArray(values.get(), call.mask->size());
  }
}

Arguments::~Arguments() {
  for (const aclTensor* tensor : tensors_) {
    (void)aclDestroyTensor(tensor);
  }
  (void)aclDestroyBoolArray(mask_);
}

aclnnStatus Arguments::PhaseOne(uint64_t* workspaceSize, aclOpExecutor** executor) const {
  const auto& t = tensors_;
  const auto& a = call_.attributes;
  switch (call_.op) {
    case Operator::kMseLoss:
      return aclnnMseLossBackwardGetWorkspaceSize(t[0], t[1], t[2], a[0], t[3], workspaceSize, executor);
    case Operator::kPrelu:
      return aclnnPreluBackwardGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], workspaceSize, executor);
    case Operator::kEmbedding:
      return aclnnEmbeddingDenseBackwardGetWorkspaceSize(t[0], t[1], static_cast<uint64_t>(a[0]),
                                                         static_cast<uint64_t>(a[1]), call_.flag, t[2],
                                                         workspaceSize, executor);
    case Operator::kGridSampler:
      return aclnnGridSampler2DBackwardGetWorkspaceSize(t[0], t[1], t[2], a[0], a[1], call_.flag, mask_, t[3],
                                                        t[4], workspaceSize, executor);
    case Operator::kGroupNorm:
      return aclnnGroupNormBackwardGetWorkspaceSize(t[0], t[1], t[2], t[3], t[4], a[0], a[1], a[2], a[3],
                                                    mask_, t[5], t[6], t[7], workspaceSize, executor);
  }
  return 0;
}

aclnnStatus PhaseTwo(Operator op, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                     aclrtStream stream) {
  switch (op) {
    case Operator::kMseLoss:
      return aclnnMseLossBackward(workspace, workspaceSize, executor, stream);
    case Operator::kPrelu:
      return aclnnPreluBackward(workspace, workspaceSize, executor, stream);
    case Operator::kEmbedding:
      return aclnnEmbeddingDenseBackward(workspace, workspaceSize, executor, stream);
    case Operator::kGridSampler:
      return aclnnGridSampler2DBackward(workspace, workspaceSize, executor, stream);
    case Operator::kGroupNorm:
      return aclnnGroupNormBackward(workspace, workspaceSize, executor, stream);
  }
  return 0;
}

}  // namespace openaclnn::fuzz
