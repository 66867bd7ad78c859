// SPDX-License-Identifier: Apache-2.0
//
// One operator call as the fuzzer makes it up: plain data, so that it can be changed, repeated and printed.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "acl/acl.h"
#include "aclnn/acl_meta.h"

namespace openaclnn::fuzz {

using Dims = std::vector<int64_t>;

enum class Operator : uint8_t { kMseLoss, kPrelu, kEmbedding, kGridSampler, kGroupNorm };
inline constexpr size_t kOperators = 5;

/// Where the data address of a tensor points.
enum class Place : uint8_t { kPool, kNull, kHost, kPinnedHost, kFreed };

/// What an input holds.
enum class Content : uint8_t { kTame, kSpecial, kNoise, kIndices, kIndicesButOne };

struct Tensor {
  const char* name = "";
  bool output = false;
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

  [[nodiscard]] Dims Strides() const;  // also those that a null pointer stands for
};

struct Call {
  Operator op = Operator::kMseLoss;
  std::vector<Tensor> tensors;            // in the order of the prototype
  std::array<int64_t, 4> attributes{};    // the integers of the prototype, in order
  bool flag = false;                      // its bool
  std::optional<std::vector<bool>> mask;  // its outputMask; empty: a null pointer
  bool nullSize = false;
  bool nullExecutor = false;
  bool valid = true;  // phase one has to accept it
};

[[nodiscard]] const char* NameOf(Operator op);
[[nodiscard]] bool HasMask(Operator op);
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
  Arguments(const Arguments&) = delete;
  Arguments& operator=(const Arguments&) = delete;
  ~Arguments();

  aclnnStatus PhaseOne(uint64_t* workspaceSize, aclOpExecutor** executor) const;
  [[nodiscard]] aclTensor* Get(size_t tensor) const { return tensors_[tensor]; }

 private:
  const Call& call_;
  std::vector<aclTensor*> tensors_;
  aclBoolArray* mask_ = nullptr;
};

aclnnStatus PhaseTwo(Operator op, void* workspace, uint64_t workspaceSize, aclOpExecutor* executor,
                     aclrtStream stream);

}  // namespace openaclnn::fuzz
