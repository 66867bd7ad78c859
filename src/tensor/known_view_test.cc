// SPDX-License-Identifier: Apache-2.0
//
// What a tensor knows of its view is what a pass over it says.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "tensor/objects.h"

namespace openaclnn {
namespace {

using Numbers = std::vector<int64_t>;

aclTensor Described(Numbers dims, Numbers strides, int64_t offset = 0, Numbers storage = {}) {
  aclTensor tensor;
  tensor.dtype = DType::kFloat16;
  tensor.format = ACL_FORMAT_ND;
  tensor.viewDims = std::move(dims);
  tensor.strides = std::move(strides);
  tensor.storageDims = storage.empty() ? tensor.viewDims : std::move(storage);
  tensor.offset = offset;
  return tensor;
}

// Both ways to its view give the same.
void ExpectSameView(aclTensor& tensor) {
  const aclTensor copy = tensor;
  ASSERT_FALSE(copy.known.plain) << "copies are made to be changed";
  TensorView known;
  TensorView found;
  const ViewPlace knownPlace = SetView(tensor, known);
  const ViewPlace foundPlace = SetView(copy, found);
  EXPECT_EQ(known.rank, found.rank);
  EXPECT_EQ(known.dtype, found.dtype);
  EXPECT_EQ(known.data, found.data);
  EXPECT_EQ(known.dims, found.dims);
  EXPECT_EQ(known.strides, found.strides);
  EXPECT_EQ(knownPlace.offset, foundPlace.offset);
  EXPECT_EQ(knownPlace.bytes, foundPlace.bytes);
}

TEST(KnownView, IsTheViewThatIsFoundOtherwise) {
  std::mt19937 random(20261127);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same views each time
  std::uniform_int_distribution<int64_t> dim(1, 4);
  std::uniform_int_distribution<int64_t> stride(0, 100);
  std::uniform_int_distribution<size_t> rank(0, 8);
  aclTensor tensor;  // one after the other in one place, as clients' tensors are
  for (int turn = 0; turn < 1000; ++turn) {
    Numbers dims(rank(random));
    Numbers strides(dims.size());
    for (size_t d = 0; d < dims.size(); ++d) {
      dims[d] = dim(random);
      strides[d] = stride(random);
    }
    aclTensor next = Described(dims, strides, stride(random));
    tensor.dtype = next.dtype;
    tensor.format = next.format;
    tensor.viewDims = next.viewDims;
    tensor.strides = next.strides;
    tensor.storageDims = next.storageDims;
    tensor.offset = next.offset;
    KnowView(tensor);
    ASSERT_TRUE(tensor.known.plain);
    EXPECT_EQ(tensor.known.elements, ViewOf(tensor).NumElements());
    EXPECT_EQ(tensor.known.last, tensor.offset + ViewOf(tensor).Extent() - 1);
    ExpectSameView(tensor);
  }
}

TEST(KnownView, SaysWhatTheStorageHolds) {
  constexpr int64_t kMany = int64_t{1} << 40;
  aclTensor tensor = Described({2, 3}, {3, 1}, 0, {kMany, kMany});
  KnowView(tensor);
  EXPECT_EQ(tensor.known.storage, std::numeric_limits<int64_t>::max());
  tensor = Described({2, 3}, {3, 1}, 0, {kMany, kMany, 0});
  KnowView(tensor);
  EXPECT_EQ(tensor.known.storage, 0);
  tensor = Described({2, 3}, {3, 1}, 0, {7});
  KnowView(tensor);
  EXPECT_EQ(tensor.known.storage, 7);
}

TEST(KnownView, TellsElementsInOnePlaceApart) {
  const auto isDistinct = [](Numbers dims, Numbers strides) {
    aclTensor tensor = Described(std::move(dims), std::move(strides));
    KnowView(tensor);
    return tensor.known.plain && tensor.known.distinct;
  };
  EXPECT_TRUE(isDistinct({2, 3}, {3, 1}));
  EXPECT_TRUE(isDistinct({2, 1, 3}, {3, 0, 1})) << "a dim of size 1 is never stepped along";
  EXPECT_FALSE(isDistinct({2, 3}, {0, 1}));
  EXPECT_FALSE(isDistinct({2, 3}, {2, 1}));
  EXPECT_FALSE(isDistinct({2, 3}, {1, 2})) << "one pass does not see that these are";
}

TEST(KnownView, NothingIsKnownOfWhatMustBeLookedAtCloser) {
  constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
  constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
  const auto isKnown = [](aclTensor tensor) {
    KnowView(tensor);
    return tensor.known.plain;
  };
  EXPECT_TRUE(isKnown(Described({}, {})));
  EXPECT_TRUE(isKnown(Described({1}, {kMost}))) << "never stepped along";
  EXPECT_FALSE(isKnown(Described({0, 3}, {3, 1}))) << "no elements";
  EXPECT_FALSE(isKnown(Described({-1, 3}, {3, 1})));
  EXPECT_FALSE(isKnown(Described({kLeast}, {kLeast})));
  EXPECT_FALSE(isKnown(Described({2, 3}, {-3, 1})));
  EXPECT_FALSE(isKnown(Described({1, 3}, {-3, 1})));
  EXPECT_FALSE(isKnown(Described({2, 3}, {3, 1}, -1)));
  EXPECT_FALSE(isKnown(Described({2, 3}, {3, 1}, 0, {-1})));
  EXPECT_FALSE(isKnown(Described({2, 3}, {3, 1}, kMost)));
  EXPECT_FALSE(isKnown(Described({kMost, kMost}, {1, 1})));
  EXPECT_FALSE(isKnown(Described({3}, {kMost})));
  EXPECT_FALSE(isKnown(Described(Numbers(9, 1), Numbers(9, 1))));
  aclTensor fractal = Described({2, 3}, {3, 1});
  fractal.format = ACL_FORMAT_FRACTAL_NZ;
  EXPECT_FALSE(isKnown(fractal));
}

}  // namespace
}  // namespace openaclnn
