// SPDX-License-Identifier: Apache-2.0
#include "ops/common/checks.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "base/checked_math.h"
#include "base/overlap.h"
#include "base/soc.h"
#include "base/tensor_view.h"

namespace openaclnn {
namespace {

constexpr std::array<DType, 3> kFloats{DType::kFloat, DType::kFloat16, DType::kBfloat16};

std::string DtypeList(std::span<const DType> dtypes) {
  std::string text;
  for (size_t i = 0; i < dtypes.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == dtypes.size() ? " or " : ", ");
    text += NameOf(dtypes[i]);
  }
  return text;
}

// Formats that only relabel the dims; the others rearrange the storage.
bool IsPlain(int32_t format) {
  switch (format) {
    case ACL_FORMAT_UNDEFINED:
    case ACL_FORMAT_NCHW:
    case ACL_FORMAT_NHWC:
    case ACL_FORMAT_ND:
    case ACL_FORMAT_HWCN:
    case ACL_FORMAT_NDHWC:
    case ACL_FORMAT_NCDHW:
    case ACL_FORMAT_NC:
    case ACL_FORMAT_NCL:
      return true;
    default:
      return false;
  }
}

// The sign of the result is negative if that of any value is.
int64_t JoinSigns(const std::vector<int64_t>& values) {
  int64_t signs = 0;
  for (const int64_t value : values) {
    signs |= value;
  }
  return signs;
}

// Byte addresses must fit as well; no element is larger than 16 bytes.
constexpr int64_t kMostElements = int64_t{1} << 58;

bool AnyNegative(const aclTensor& tensor) {
  return (JoinSigns(tensor.viewDims) | JoinSigns(tensor.strides) | JoinSigns(tensor.storageDims) |
          tensor.offset) < 0;
}

// One past the last storage element that a view with elements touches; empty if that does not fit.
std::optional<int64_t> EndOfView(const aclTensor& tensor) {
  std::optional<int64_t> last = tensor.offset;
  for (size_t d = 0; d < tensor.viewDims.size(); ++d) {
    const std::optional<int64_t> step = CheckedMultiply(tensor.viewDims[d] - 1, tensor.strides[d]);
    last = step ? CheckedAdd(*last, *step) : std::nullopt;
    if (!last) {
      return std::nullopt;
    }
  }
  return CheckedAdd(*last, 1);
}

// What one pass over its dims says of a view that is valid and has elements, as nearly all are.
struct PlainView {
  int64_t last;     // the storage element that lies farthest
  int64_t storage;  // elements that the description names; the largest number where they are more
};

// Empty for a view that has to be looked at closer.
std::optional<PlainView> GlanceAt(const aclTensor& tensor) {
  const size_t rank = tensor.viewDims.size();
  if (rank > static_cast<size_t>(kMaxRank) || !IsPlain(tensor.format)) {
    return std::nullopt;
  }
  const int64_t* const dims = tensor.viewDims.data();
  const int64_t* const strides = tensor.strides.data();
  int64_t signs = tensor.offset;
  int64_t elements = 1;
  int64_t last = tensor.offset;
  for (size_t d = 0; d < rank; ++d) {
    int64_t step = 0;
    if (dims[d] <= 0 || __builtin_mul_overflow(elements, dims[d], &elements) ||
        __builtin_mul_overflow(dims[d] - 1, strides[d], &step) || __builtin_add_overflow(last, step, &last))
        [[unlikely]] {
      return std::nullopt;
    }
    signs |= strides[d];
  }
  int64_t storage = 1;
  for (const int64_t dim : tensor.storageDims) {
    signs |= dim;
    if (__builtin_mul_overflow(storage, dim, &storage)) [[unlikely]] {
      storage = std::numeric_limits<int64_t>::max();  // times a later dim of 0 it is 0 all the same
    }
  }
  return signs >= 0 && last < kMostElements ? std::optional(PlainView{last, storage}) : std::nullopt;
}

std::string SocName() {
  return RequestedSoc() + (EmulatedSoc() == nullptr ? ", an unknown SoC" : "");
}

bool Contains(std::span<const DType> dtypes, DType dtype) {
  return std::find(dtypes.begin(), dtypes.end(), dtype) != dtypes.end();
}

}  // namespace

std::span<const DType> FloatDtypes() {
  return std::span<const DType>(kFloats).first(EmulatedFacts().bfloat16 ? 3 : 2);
}

void ArgumentChecks::Fail(int32_t code, const TensorName& name, const std::string& expected,
                          const std::string& actual) {
  status_ = Status(code, name.Text() + ": expected " + expected + ", got " + actual);
}

void ArgumentChecks::FailNull(const TensorName& name) {
  if (!Failed()) {
    Fail(code::kParamNullptr, name, "a pointer", "null");
  }
}

ArgumentChecks& ArgumentChecks::DtypeIn(const NamedTensor& argument, std::span<const DType> allowed) {
  if (Failed()) {
    return *this;
  }
  const DType dtype = argument.tensor->dtype;
  const bool lacking = dtype == DType::kBfloat16 && !EmulatedFacts().bfloat16;
  if (lacking || !Contains(allowed, dtype)) [[unlikely]] {
    FailDtype(argument, allowed);
  }
  return *this;
}

void ArgumentChecks::FailDtype(const NamedTensor& argument, std::span<const DType> allowed) {
  std::vector<DType> admitted(allowed.begin(), allowed.end());
  if (!EmulatedFacts().bfloat16) {
    std::erase(admitted, DType::kBfloat16);
  }
  Fail(code::kParamInvalid, argument.name, "dtype " + DtypeList(admitted) + " (on " + SocName() + ")",
       NameOf(argument.tensor->dtype));
}

ArgumentChecks& ArgumentChecks::SameDtype(const NamedTensor& argument, const NamedTensor& as) {
  if (!Failed() && argument.tensor->dtype != as.tensor->dtype) {
    Fail(code::kParamInvalid, argument.name,
         "the dtype of " + as.name.Text() + ", " + NameOf(as.tensor->dtype), NameOf(argument.tensor->dtype));
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::SameDtype(const NamedTensor& argument, const NamedTensor& as,
                                          std::span<const DType> allowed) {
  if (!Failed() && argument.tensor->dtype != as.tensor->dtype) {
    DtypeIn(as, allowed);
  }
  return SameDtype(argument, as);
}

ArgumentChecks& ArgumentChecks::ValidView(const NamedTensor& argument) {
  if (!Failed() && !GlanceAt(*argument.tensor)) [[unlikely]] {
    LookCloser(argument);
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::StoredView(const NamedTensor& argument) {
  if (Failed()) {
    return *this;
  }
  const std::optional<PlainView> view = GlanceAt(*argument.tensor);
  if (!view) [[unlikely]] {
    LookCloser(argument);  // what is valid then has no elements, so none outside
  } else if (view->last >= view->storage) [[unlikely]] {
    FailOutside(argument);
  }
  return *this;
}

void ArgumentChecks::FailOutside(const NamedTensor& argument) {
  const aclTensor& tensor = *argument.tensor;
  Fail(code::kParamInvalid, argument.name, "a view inside its storage " + ShapeText(tensor.storageDims),
       "view " + ShapeText(tensor.viewDims) + " with strides " + ShapeText(tensor.strides) + " at offset " +
           std::to_string(tensor.offset));
}

void ArgumentChecks::LookCloser(const NamedTensor& argument) {
  const aclTensor& tensor = *argument.tensor;
  std::optional<int64_t> elements;
  if (tensor.viewDims.size() > static_cast<size_t>(kMaxRank)) {
    Fail(code::kParamInvalid, argument.name, "at most 8 dims",
         std::to_string(tensor.viewDims.size()) + " dims");
  } else if (!IsPlain(tensor.format)) {
    Fail(code::kParamInvalid, argument.name, "a plain format such as ND or NCHW",
         "the private format " + std::to_string(tensor.format));
  } else if (AnyNegative(tensor)) {
    Fail(code::kParamInvalid, argument.name, "dims, strides and offset that are not negative",
         "view " + ShapeText(tensor.viewDims) + ", strides " + ShapeText(tensor.strides) + ", offset " +
             std::to_string(tensor.offset) + ", storage " + ShapeText(tensor.storageDims));
  } else if (elements = CheckedProduct(tensor.viewDims); !elements) {
    Fail(code::kParamInvalid, argument.name, "a count of elements below 2^63",
         "view " + ShapeText(tensor.viewDims));
  } else {
    const std::optional<int64_t> end = *elements == 0 ? 0 : EndOfView(tensor);
    if (!end || *end > kMostElements) {
      FailOutside(argument);
    }
  }
}

ArgumentChecks& ArgumentChecks::DistinctElements(const NamedTensor& argument) {
  if (!Failed()) {
    const std::optional<bool> meets = MeetsItself(argument.tensor->viewDims, argument.tensor->strides);
    if (meets.value_or(true)) [[unlikely]] {
      FailMeetsItself(argument, meets);
    }
  }
  return *this;
}

void ArgumentChecks::FailMeetsItself(const NamedTensor& argument, std::optional<bool> meets) {
  Fail(code::kParamInvalid, argument.name,
       meets ? "an output without two elements in one place"
             : "an output whose dims interleave so little that two elements in one place can be ruled out",
       "view " + ShapeText(argument.tensor->viewDims) + " with strides " +
           ShapeText(argument.tensor->strides));
}

ArgumentChecks& ArgumentChecks::Rank(const NamedTensor& argument, size_t rank) {
  if (!Failed() && argument.tensor->viewDims.size() != rank) {
    Fail(code::kParamInvalid, argument.name, std::to_string(rank) + " dims",
         std::to_string(argument.tensor->viewDims.size()) + " (shape " +
             ShapeText(argument.tensor->viewDims) + ")");
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::SameShape(const NamedTensor& argument, const NamedTensor& as) {
  if (!Failed() && argument.tensor->viewDims != as.tensor->viewDims) {
    Fail(code::kParamInvalid, argument.name,
         "the shape of " + as.name.Text() + ", " + ShapeText(as.tensor->viewDims),
         ShapeText(argument.tensor->viewDims));
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::Shape(const NamedTensor& argument, const Dims& expected,
                                      const char* meaning) {
  if (!Failed() && !std::ranges::equal(argument.tensor->viewDims, expected)) {
    Fail(code::kParamInvalid, argument.name, std::string("shape ") + meaning + " = " + ShapeText(expected),
         ShapeText(argument.tensor->viewDims));
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::DimEquals(const NamedTensor& argument, size_t dim, int64_t expected,
                                          const char* meaning) {
  if (!Failed() && argument.tensor->viewDims[dim] != expected) {
    Fail(code::kParamInvalid, argument.name,
         "dim " + std::to_string(dim) + " to be " + meaning + " = " + std::to_string(expected),
         std::to_string(argument.tensor->viewDims[dim]) + " (shape " + ShapeText(argument.tensor->viewDims) +
             ")");
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::NumElements(const NamedTensor& argument, std::optional<int64_t> expected,
                                            const char* meaning) {
  if (!Failed() && CheckedProduct(argument.tensor->viewDims) != expected) {
    Fail(code::kParamInvalid, argument.name,
         std::string(meaning) + " = " + (expected ? std::to_string(*expected) : "more than 2^63") +
             " elements",
         "shape " + ShapeText(argument.tensor->viewDims));
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::MaskSize(const char* name, const aclBoolArray* mask, size_t expected) {
  if (!Failed() && mask->values.size() != expected) {
    Fail(code::kParamInvalid, name, std::to_string(expected) + " values",
         std::to_string(mask->values.size()));
  }
  return *this;
}

ArgumentChecks& ArgumentChecks::InRange(const char* name, int64_t value, int64_t lowest, int64_t highest,
                                        const char* meaning) {
  if (!Failed() && (value < lowest || value > highest)) {
    Fail(code::kParamInvalid, name, meaning, std::to_string(value));
  }
  return *this;
}

std::optional<Dims> BroadcastShape(std::span<const int64_t> a, std::span<const int64_t> b) {
  const std::span<const int64_t> longer = a.size() >= b.size() ? a : b;
  const std::span<const int64_t> shorter = a.size() >= b.size() ? b : a;
  std::optional<Dims> shape(std::in_place, longer);
  const size_t missing = longer.size() - shorter.size();
  for (size_t d = 0; d < shorter.size(); ++d) {
    int64_t& dim = (*shape)[missing + d];
    if (dim == 1) {
      dim = shorter[d];
    } else if (shorter[d] != 1 && shorter[d] != dim) {
      shape.reset();
      break;
    }
  }
  return shape;
}

int64_t NumElements(const aclTensor& tensor) {
  return CheckedProduct(tensor.viewDims).value_or(0);
}

}  // namespace openaclnn
