// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/oracle.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string_view>

#include "tests/fuzz/failure.h"

namespace openaclnn::fuzz {
namespace {

bool HasPlainFormat(const Tensor& tensor) {
  switch (tensor.format) {
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

/// The operators that were specified in full refuse views that leave the storage of their description; for
/// the others it is the memory that counts.
constexpr std::array<std::string_view, 5> kHeldToStorage{"embedding_dense_backward",
                                                         "grid_sampler2d_backward", "group_norm_backward",
                                                         "mse_loss_backward", "prelu_backward"};

void CheckTensor(const Call& call, size_t index) {
  const Tensor& tensor = call.tensors[index];
  const std::string name = tensor.Name();
  const auto require = [&](bool holds, const char* what) {
    if (!holds) {
      Fail(name + ": accepted with " + what);
    }
  };
  require(tensor.dims.size() <= 8 || tensor.argument->mayMerge, "more than 8 dims");
  const auto dtype = static_cast<aclDataType>(tensor.dtype);
  require(catalogue::Contains(tensor.argument->dtypes, dtype) ||
              catalogue::Contains(tensor.argument->others, dtype),
          "a dtype that is not admitted");
  require(HasPlainFormat(tensor), "a private format");
  const std::optional<int64_t> extent = Extent(tensor);
  const std::optional<int64_t> count = CountElements(tensor.dims);
  require(extent && count && tensor.offset >= 0, "something negative or too large in its view");
  require(std::ranges::all_of(tensor.storage, [](int64_t dim) { return dim >= 0; }), "negative storage dims");
  if (std::ranges::find(kHeldToStorage, call.op->name) != kHeldToStorage.end()) {
    const std::optional<int64_t> storage = CountElements(tensor.storage);
    int64_t end = 0;
    require(*extent == 0 || !storage ||
                (!__builtin_add_overflow(*extent, tensor.offset, &end) && end <= *storage),
            "a view that leaves its storage");
  }
  constexpr int64_t kFew = 65536;
  if (tensor.IsOutput() && !tensor.argument->mayRepeat && *count <= kFew) {
    std::vector<int64_t> places;
    ForEachElement(tensor, [&](int64_t place) { places.push_back(place); });
    std::ranges::sort(places);
    require(std::ranges::adjacent_find(places) == places.end(), "two elements of an output in one place");
  }
}

/// The bytes that a tensor with memory spans, as [begin, end) in its block.
struct Span {
  int64_t begin = 0;
  int64_t end = 0;
};

Span SpanOf(const Tensor& tensor) {
  const int64_t extent = Extent(tensor).value_or(0);
  if (extent == 0) {
    return {};  // its offset may be anything
  }
  const int64_t size = ElementSize(tensor.dtype);
  const int64_t begin = tensor.position + tensor.offset * size;
  return {begin, begin + extent * size};
}

bool SpansTouch(const Tensor& a, const Tensor& b) {
  const Span first = SpanOf(a);
  const Span second = SpanOf(b);
  return a.block == b.block && first.begin < second.end && second.begin < first.end;
}

bool TensorHasMemory(const Tensor& tensor) {
  const std::optional<int64_t> extent = Extent(tensor);
  if (extent == 0) {
    return true;
  }
  constexpr int64_t kBeyondAllBlocks = int64_t{1} << 20;
  if (!extent || tensor.place != Place::kPool || *extent > kBeyondAllBlocks ||
      tensor.offset > kBeyondAllBlocks) {
    return false;
  }
  const Span span = SpanOf(tensor);
  const int64_t size =
      std::max<int64_t>(ElementSize(tensor.dtype), 1);  // half a byte, as INT4, starts anywhere
  return span.begin % size == 0 && span.begin >= 0 &&
         span.end <= static_cast<int64_t>(kBlockBytes[tensor.block]);
}

/// Which tensors a call writes.
std::vector<bool> WrittenTensors(const Call& call) {
  const catalogue::Arguments known = call.Described();
  std::vector<bool> written = UsedTensors(call);
  for (size_t i = 0; i < written.size(); ++i) {
    const catalogue::Argument& argument = *call.tensors[i].argument;
    written[i] = written[i] && call.tensors[i].IsOutput() && (!argument.written || argument.written(known));
  }
  return written;
}

template <typename Visit>
void ForEachOutput(const Call& call, const Visit& visit) {
  const std::vector<bool> written = WrittenTensors(call);
  for (size_t i = 0; i < written.size(); ++i) {
    if (written[i]) {
      visit(call.tensors[i]);
    }
  }
}

}  // namespace

/// Whether the mask asks for output `index`; without a mask all are asked for.
static bool IsAskedFor(const Call& call, size_t index) {
  return !call.op->HasOutputMask() || (*call.mask)[index];
}

/// Whether a null pointer for this argument, or for an element of this list, is missed in this call.
static bool IsNeeded(const catalogue::Argument& argument, const catalogue::Arguments& known) {
  return !argument.optional || (argument.needed && argument.needed(known));
}

static bool MissesAttribute(const Call& call, const catalogue::Arguments& known) {
  const std::vector<const catalogue::Argument*> attributes = call.op->Attributes();
  return std::ranges::any_of(attributes, [&](const catalogue::Argument* attribute) {
    return call.attributes.nulls.contains(attribute->name) && IsNeeded(*attribute, known);
  });
}

bool HasNullArgument(const Call& call) {
  const catalogue::Arguments known = call.Described();
  if (call.nullSize || call.nullExecutor || MissesAttribute(call, known) ||
      (call.op->HasOutputMask() && !call.mask)) {
    return true;
  }
  // A mask of another size says nothing about outputs that may be null.
  const bool saysNothing = call.mask && call.mask->size() != call.op->Outputs().size();
  size_t output = 0;
  for (const Tensor& tensor : call.tensors) {
    const size_t index = tensor.IsOutput() ? output++ : 0;
    if (!tensor.absent || !IsNeeded(*tensor.argument, known)) {
      continue;
    }
    if (!tensor.IsOutput() || !call.op->outputsMayBeNull || (!saysNothing && IsAskedFor(call, index))) {
      return true;
    }
  }
  return false;
}

std::vector<bool> UsedTensors(const Call& call) {
  std::vector<bool> used;
  size_t output = 0;
  for (const Tensor& tensor : call.tensors) {
    const bool asked = !tensor.IsOutput() || IsAskedFor(call, output++);
    used.push_back(asked && !tensor.absent);
  }
  return used;
}

void CheckAccepted(const Call& call) {
  Require(!call.op->HasOutputMask() || call.mask->size() == call.op->Outputs().size(),
          "accepted with a mask of another size");
  const std::vector<bool> used = UsedTensors(call);
  const catalogue::Arguments known = call.Described();
  for (size_t i = 0; i < used.size(); ++i) {
    const catalogue::Argument& argument = *call.tensors[i].argument;
    if (argument.optional && argument.written && !argument.written(known)) {
      continue;  // one that may be null, and that an attribute leaves out
    }
    // What the mask leaves out is checked all the same where it may not be null.
    const bool checked = used[i] || (!call.op->outputsMayBeNull && !call.tensors[i].absent);
    if (checked && !call.tensors[i].argument->unused) {
      CheckTensor(call, i);
    }
  }
}

std::optional<int64_t> WorkOf(const Call& call) {
  const std::vector<bool> used = UsedTensors(call);
  int64_t work = 0;
  for (size_t i = 0; i < used.size(); ++i) {
    const std::optional<int64_t> count = CountElements(call.tensors[i].dims);
    if (used[i] && (!count || __builtin_add_overflow(work, *count, &work))) {
      return std::nullopt;
    }
  }
  return work;
}

bool HasMemory(const Call& call) {
  const std::vector<bool> used = UsedTensors(call);
  const std::vector<bool> written = WrittenTensors(call);
  for (size_t i = 0; i < used.size(); ++i) {
    const catalogue::Argument& argument = *call.tensors[i].argument;
    const bool touched =
        used[i] && !argument.unused && (written[i] || argument.role != catalogue::Role::kOutput);
    if (touched && !TensorHasMemory(call.tensors[i])) {
      return false;
    }
  }
  return true;
}

bool Strays(const Call& call) {
  const std::vector<bool> used = UsedTensors(call);
  for (size_t i = 0; i < used.size(); ++i) {
    const Tensor& tensor = call.tensors[i];
    if (!used[i] || tensor.place == Place::kNull || Extent(tensor) == 0) {
      continue;
    }
    const auto bytes = static_cast<int64_t>(kBlockBytes[tensor.block]);
    if (tensor.place == Place::kPool && (tensor.offset >= bytes || SpanOf(tensor).begin >= bytes)) {
      return true;
    }
    // The other places are not followed far either.
    if (tensor.place != Place::kPool && tensor.offset > 1000) {
      return true;
    }
  }
  return false;
}

void RestoreOutputs(const Call& call, const Image& from, Image& to) {
  ForEachOutput(call, [&](const Tensor& tensor) {
    const int64_t size = ElementSize(tensor.dtype);
    ForEachElement(tensor, [&](int64_t place) {
      const auto at = static_cast<size_t>(tensor.position + place * size);
      std::memcpy(&to[tensor.block][at], &from[tensor.block][at], static_cast<size_t>(size));
    });
  });
}

bool OutputsOverlap(const Call& call) {
  bool near = false;
  std::vector<const Tensor*> seen;
  ForEachOutput(call, [&](const Tensor& tensor) {
    near = near || std::ranges::any_of(seen, [&](const Tensor* other) { return SpansTouch(*other, tensor); });
    seen.push_back(&tensor);
  });
  std::vector<int64_t> bytes;  // of all outputs; blocks are kept apart by the high bits
  for (const Tensor* tensor : seen) {
    const int64_t size = ElementSize(tensor->dtype);
    for (int64_t i = 0; near && i < size; ++i) {
      ForEachElement(*tensor, [&](int64_t place) {
        bytes.push_back(static_cast<int64_t>(tensor->block << 32) + tensor->position + place * size + i);
      });
    }
  }
  std::ranges::sort(bytes);
  return std::ranges::adjacent_find(bytes) != bytes.end();
}

bool Runs(const Call& call) {
  return HasMemory(call);
}

bool OutputTouchesInput(const Call& call) {
  const std::vector<bool> used = UsedTensors(call);
  const std::vector<bool> written = WrittenTensors(call);
  bool touches = false;
  ForEachOutput(call, [&](const Tensor& output) {
    for (size_t i = 0; i < used.size(); ++i) {
      touches = touches || (used[i] && !written[i] && SpansTouch(output, call.tensors[i]));
    }
  });
  return touches;
}

}  // namespace openaclnn::fuzz
