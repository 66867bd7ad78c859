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

// The sign of the result is negative if that of any value is.
int64_t JoinSigns(const std::vector<int64_t>& values) {
  int64_t signs = 0;
  for (const int64_t value : values) {
    signs |= value;
  }
  return signs;
}

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

std::string SocName() {
  return RequestedSoc() + (EmulatedSoc() == nullptr ? ", an unknown SoC" : "");
}

bool Contains(std::span<const DType> dtypes, DType dtype) {
  for (const DType one : dtypes) {
    if (one == dtype) {  // mostly the first: std::find looks at four at a time
      return true;
    }
  }
  return false;
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

void ArgumentChecks::FailSameDtype(const NamedTensor& argument, const NamedTensor& as) {
  Fail(code::kParamInvalid, argument.name, "the dtype of " + as.name.Text() + ", " + NameOf(as.tensor->dtype),
       NameOf(argument.tensor->dtype));
}

bool ArgumentChecks::EndsInStorage(const aclTensor& tensor) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  const bool empty = CheckedProduct(tensor.viewDims) == 0;
  return empty || EndOfView(tensor).value_or(kMost) <= CheckedProduct(tensor.storageDims).value_or(kMost);
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
  } else if (!IsPlainFormat(tensor.format)) {
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
    if (!end || *end > kMostViewElements) {
      FailOutside(argument);
    }
  }
}

void ArgumentChecks::LookForMeeting(const NamedTensor& argument) {
  const std::optional<bool> meets = MeetsItself(argument.tensor->viewDims, argument.tensor->strides);
  if (!meets.value_or(true)) {
    return;
  }
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

}  // namespace openaclnn
