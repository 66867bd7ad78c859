// SPDX-License-Identifier: Apache-2.0
//
// One operator call as the fuzzer makes it up: plain data, so that it can be changed, repeated and printed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"
#include "catalogue/model/call.h"

namespace openaclnn::fuzz {

using Dims = std::vector<int64_t>;

using catalogue::Operator;

/// The operator that a number stands for: the one whose offer, made from its name and the number, is the
/// highest. So each has about as many numbers as any other, and of these a new one takes but a few.
[[nodiscard]] const Operator& OperatorOf(uint16_t number);

/// Where the data address of a tensor points.
enum class Place : uint8_t { kPool, kNull, kHost, kPinnedHost, kFreed };

/// What an input holds.
enum class Content : uint8_t { kTame, kSpecial, kNoise, kIndices, kIndicesButOne, kDefinite };

/// A handle that is none of a live object of the argument's type.
enum class Stray : uint8_t { kDestroyed, kOfAnotherType, kInside, kNeverOurs };
struct StrayHandle {
  size_t argument;  // its number in the prototype
  Stray stray;
};

struct Tensor {
  const catalogue::Argument* argument = nullptr;
  bool absent = false;     // the argument is a null pointer
  bool described = false;  // by aclInitTensor instead of aclCreateTensor
  Dims dims;
  std::optional<Dims> strides;  // empty: a null pointer
  int64_t offset = 0;
  Dims storage;
  int dtype = ACL_FLOAT;
  int format = ACL_FORMAT_ND;
  Place place = Place::kNull;
  size_t block = 0;      // of the pool
  int64_t position = 0;  // in the block, in bytes
  Content content = Content::kTame;

  [[nodiscard]] const char* Name() const { return argument->name.c_str(); }
  [[nodiscard]] bool IsOutput() const { return argument->IsWritten(); }
  [[nodiscard]] bool IsInput() const { return argument->IsRead(); }
  [[nodiscard]] Dims Strides() const;  // also those that a null pointer stands for
};

struct Call {
  const Operator* op = nullptr;
  std::vector<Tensor> tensors;            // in the order of the prototype
  catalogue::Arguments attributes;        // of these the attributes alone
  std::optional<std::vector<bool>> mask;  // its output mask; empty: a null pointer
  bool nullSize = false;
  bool nullExecutor = false;
  std::optional<StrayHandle> strayHandle;
  bool valid = true;  // phase one has to accept it

  /// Whether a tensor is read and written.
  [[nodiscard]] bool IsInPlace() const;
  /// What the catalogue's rules work on.
  [[nodiscard]] catalogue::Arguments Described() const;
};

[[nodiscard]] std::string Describe(const Call& call);

/// Bytes of an element; 0 for types that no operator takes.
[[nodiscard]] int64_t ElementSize(int dtype);

/// Elements of a shape; empty if a dim is negative or the product does not fit.
[[nodiscard]] std::optional<int64_t> CountElements(const Dims& dims);

/// One past the last element that the view touches, counted from its own first element; 0 for an empty view.
/// Empty if something is negative or does not fit.
[[nodiscard]] std::optional<int64_t> Extent(const Tensor& tensor);

/// Calls visit(place) for every element in row-major order; the place counts from the data address, in
/// elements. Only for views whose elements are known to be few.
template <typename Visit>
void ForEachElement(const Tensor& tensor, const Visit& visit) {
  const Dims strides = tensor.Strides();
  const int64_t count = CountElements(tensor.dims).value_or(0);
  Dims index(tensor.dims.size(), 0);
  int64_t place = tensor.offset;
  for (int64_t element = 0; element < count; ++element) {
    visit(place);
    for (size_t d = index.size(); d-- > 0;) {
      if (index[d] + 1 < tensor.dims[d]) {
        ++index[d];
        place += strides[d];
        break;
      }
      place -= strides[d] * index[d];
      index[d] = 0;
    }
  }
}

/// The objects that a call hands over, alive as long as this.
class Arguments {
 public:
  /// `addresses`: the data address of each tensor.
  Arguments(const Call& call, const std::vector<void*>& addresses);
  aclnnStatus PhaseOne(uint64_t* workspaceSize, aclOpExecutor** executor) const;
  [[nodiscard]] aclTensor* Get(size_t tensor) const { return bound_.Tensor(tensor); }
  /// Dims of an output when the work is done: of some it is the data that decide how much is written.
  [[nodiscard]] Dims WrittenDims(size_t tensor) const { return bound_.ShapeOf(tensor); }

 private:
  catalogue::BoundCall bound_;
  const Operator* op_;
  std::optional<StrayHandle> strayHandle_;
};

}  // namespace openaclnn::fuzz
