// SPDX-License-Identifier: Apache-2.0
//
// aclnnInplaceQuantScatter, its V2 and aclnnScatterList against loops over elements; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_quant_scatter.h"
#include "aclnnop/aclnn_quant_scatter_v2.h"
#include "aclnnop/aclnn_scatter_list.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

class QuantScatter : public StatusTest {
 protected:
  static aclnnStatus Run(const DeviceTensor& self, const DeviceTensor& indices, const DeviceTensor& updates,
                         const DeviceTensor& scales, const aclTensor* points, int64_t axis, int64_t quantAxis,
                         const char* mode) {
    if (mode == nullptr) {
      return RunTwoPhase(
          [&](uint64_t* size, aclOpExecutor** executor) {
            return aclnnInplaceQuantScatterGetWorkspaceSize(self.Get(), indices.Get(), updates.Get(),
                                                            scales.Get(), points, axis, quantAxis, 1, size,
                                                            executor);
          },
          aclnnInplaceQuantScatter);
    }
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnInplaceQuantScatterV2GetWorkspaceSize(self.Get(), indices.Get(), updates.Get(),
                                                            scales.Get(), points, axis, quantAxis, 1, mode,
                                                            size, executor);
        },
        aclnnInplaceQuantScatterV2);
  }

  Random random_{31};
};

double Rounded(double number, const std::string& mode) {
  const double whole = mode == "floor"   ? std::floor(number)
                       : mode == "ceil"  ? std::ceil(number)
                       : mode == "trunc" ? std::trunc(number)
                                         : std::nearbyint(number);
  return std::clamp(whole, -128.0, 127.0);
}

// Quotients by powers of two are exact, ties among them.
TEST_F(QuantScatter, EveryTypeModeShapeAndLayout) {
  struct Case {
    Shape self;
    Shape updates;
    int64_t axis;
    int64_t quantAxis;
  };
  for (const Case& given : std::vector<Case>{{{3, 4, 10, 5}, {3, 4, 1, 5}, -2, -1},
                                             {{3, 4, 10, 5}, {2, 4, 3, 5}, 2, 1},
                                             {{6, 9}, {6, 2}, 1, 0},
                                             {{4, 700, 33}, {4, 90, 33}, 1, -1}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const char* const mode :
           {static_cast<const char*>(nullptr), "rint", "round", "floor", "ceil", "trunc"}) {
        const auto trace = TraceSeed(random_);
        const bool shifted = dtype != ACL_FLOAT16;
        const size_t rank = given.self.size();
        const auto place = [&](int64_t dim) {
          return static_cast<size_t>(dim < 0 ? dim + static_cast<int64_t>(rank) : dim);
        };
        const size_t axis = place(given.axis);
        const size_t quantAxis = place(given.quantAxis);
        const Array self = random_.Integers(given.self, ACL_INT8, -128, 128);
        const Array updates = random_.Integers(given.updates, dtype, -255, 256);
        Array scales = random_.Integers({given.updates[quantAxis]}, dtype, 0, 3);
        for (double& scale : scales.values) {
          scale = std::exp2(scale);
        }
        const Array points = random_.Integers(scales.shape, ACL_INT32, -3, 4);
        const Array starts =
            random_.Integers({given.updates[0]}, ACL_INT64, 0, given.self[axis] - given.updates[axis] + 1);
        Array expected = self;
        for (size_t i = 0; i < updates.values.size(); ++i) {
          Shape at = IndexOf(given.updates, static_cast<int64_t>(i));
          const auto k = static_cast<size_t>(at[quantAxis]);
          at[axis] += static_cast<int64_t>(starts.values[static_cast<size_t>(at[0])]);
          expected.values[FlatIndex(given.self, at)] =
              Rounded(updates.values[i] / scales.values[k] + (shifted ? points.values[k] : 0),
                      mode == nullptr ? "rint" : mode);
        }
        for (const bool transposed : {false, true}) {
          const auto layout = [&](const Shape& dims) {
            return transposed ? Layout::Transposed(dims.size()).WithOffset(2) : Layout();
          };
          const DeviceTensor target(self, ACL_INT8, layout(given.self));
          const DeviceTensor index(starts, transposed ? ACL_INT32 : ACL_INT64);
          const DeviceTensor source(updates, dtype, layout(given.updates));
          const DeviceTensor factor(scales, dtype);
          const DeviceTensor added(points, transposed ? ACL_INT32 : ACL_FLOAT);
          ASSERT_EQ(Run(target, index, source, factor, shifted ? added.Get() : nullptr, given.axis,
                        given.quantAxis, mode),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(target.Read(), expected, Tolerance::Exact(ACL_INT8)));
          EXPECT_TRUE(target.CanariesIntact());
        }
      }
    }
  }
}

TEST_F(QuantScatter, NanIsZeroAndBatchesHaveNumbers) {
  const DeviceTensor self(Full({2, 3, 2}, 9), ACL_INT8);
  const DeviceTensor index(FromIntegers({1, 2}, {1, 2}), ACL_INT64);
  const DeviceTensor source(MakeArray({1, 1, 2}, {NAN, -INFINITY}), ACL_FLOAT);
  const DeviceTensor scales(Full({2}, 1), ACL_FLOAT);
  ASSERT_EQ(Run(self, index, source, scales, nullptr, -2, -1, nullptr), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(self.Read().values, (std::vector<double>{9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, -128}));
}

TEST_F(QuantScatter, IndicesOutOfRange) {
  const DeviceTensor self(Full({1, 4, 2}, 9), ACL_INT8);
  const DeviceTensor index(FromIntegers({1}, {3}), ACL_INT64);
  const DeviceTensor source(Full({1, 2, 2}, 1), ACL_FLOAT);
  const DeviceTensor scales(Full({2}, 1), ACL_FLOAT);
  EXPECT_EQ(Run(self, index, source, scales, nullptr, 1, -1, "rint"), 507035);
  EXPECT_NE(LastMessage().find("indices: expected values in [0, 3), got 3"), std::string::npos)
      << LastMessage();
  EXPECT_TRUE(Near(self.Read(), Full({1, 4, 2}, 9), Tolerance::Exact(ACL_INT8)));
}

TEST_F(QuantScatter, Statuses) {
  const Descriptor self({3, 4, 5}, ACL_INT8);
  const Descriptor floats({3, 4, 5});
  const Descriptor indices({3}, ACL_INT64);
  const Descriptor two({2}, ACL_INT64);
  const Descriptor updates({3, 1, 5});
  const Descriptor scales({5});
  const Descriptor points({4}, ACL_INT32);
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensor* target,
                          const aclTensor* index, const aclTensor* source, const aclTensor* factor,
                          const aclTensor* added = nullptr, int64_t axis = 1, int64_t quantAxis = -1,
                          int64_t reduction = 1, const char* mode = "rint") {
    ExpectCall("aclnnInplaceQuantScatterV2", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnInplaceQuantScatterV2GetWorkspaceSize(const_cast<aclTensor*>(target), index, source, factor,
                                                        added, axis, quantAxis, reduction, mode, size,
                                                        executor);
    });
  };
  expect(ACL_SUCCESS, "", self.Get(), indices.Get(), updates.Get(), scales.Get());
  expect(ACL_SUCCESS, "", self.Get(), indices.Get(), updates.Get(), scales.Get(), nullptr, 1, -1, 1, nullptr);
  expect(kNullptr, "selfRef", nullptr, indices.Get(), updates.Get(), scales.Get());
  expect(kNullptr, "indices", self.Get(), nullptr, updates.Get(), scales.Get());
  expect(kNullptr, "updates", self.Get(), indices.Get(), nullptr, scales.Get());
  expect(kNullptr, "quantScales", self.Get(), indices.Get(), updates.Get(), nullptr);
  expect(kInvalid, "selfRef", floats.Get(), indices.Get(), updates.Get(), scales.Get());
  expect(kInvalid, "indices", self.Get(), two.Get(), updates.Get(), scales.Get());
  expect(kInvalid, "quantZeroPoints", self.Get(), indices.Get(), updates.Get(), scales.Get(), points.Get());
  expect(kInvalid, "axis", self.Get(), indices.Get(), updates.Get(), scales.Get(), nullptr, 0);
  expect(kInvalid, "quantScales", self.Get(), indices.Get(), updates.Get(), scales.Get(), nullptr, 1, 0);
  expect(kInvalid, "quantAxis", self.Get(), indices.Get(), updates.Get(), scales.Get(), nullptr, 1, 3);
  expect(kInvalid, "reduction", self.Get(), indices.Get(), updates.Get(), scales.Get(), nullptr, 1, -1, 2);
  expect(kInvalid, "roundMode", self.Get(), indices.Get(), updates.Get(), scales.Get(), nullptr, 1, -1, 1,
         "up");
}

class ScatterList : public StatusTest {
 protected:
  static aclnnStatus Run(const TensorList& vars, const DeviceTensor& indices, const DeviceTensor& updates,
                         const aclTensor* mask, int64_t axis) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnScatterListGetWorkspaceSize(vars.Get(), indices.Get(), updates.Get(), mask, "update",
                                                  axis, size, executor);
        },
        aclnnScatterList);
  }

  Random random_{32};
};

TEST_F(ScatterList, EveryTypeShapeAndLayout) {
  struct Case {
    Shape var;
    int64_t axis;
    int64_t length;
  };
  constexpr int64_t kTensors = 3;
  for (const Case& given : std::vector<Case>{{{4, 9, 5}, -2, 3},
                                             {{4, 9, 5}, 1, 4},
                                             {{7}, 1, 2},
                                             {{4, 9}, 2, 9},
                                             {{4, 9}, -2, 0},
                                             {{3, 2, 70, 3}, 3, 33}}) {
    for (const aclDataType dtype : kElementDtypes) {
      for (const bool named : {false, true}) {
        const auto trace = TraceSeed(random_);
        const auto rank = static_cast<int64_t>(given.var.size());
        const auto dim = static_cast<size_t>(given.axis < 0 ? given.axis + rank : given.axis - 1);
        Shape shape{kTensors};
        shape.insert(shape.end(), given.var.begin(), given.var.end());
        shape[dim + 1] = given.length;
        const Array updates = random_.Integers(shape, dtype, 0, 2);
        const std::vector<double> masks{1, named ? 0.0 : 1.0, 1};
        std::vector<int64_t> numbers;
        std::vector<Array> expected;
        std::vector<DeviceTensor> vars;
        const size_t ofTensor = updates.values.size() / kTensors;
        for (size_t b = 0; b < kTensors; ++b) {
          const Array var = random_.Integers(given.var, dtype, 0, 2);
          vars.emplace_back(var, dtype,
                            named ? Layout::Transposed(given.var.size()).WithOffset(1) : Layout());
          const int64_t length = named ? given.length / 2 : given.length;
          const int64_t start = random_.Integer(0, given.var[dim] - length + 1);
          numbers.push_back(start);
          if (named) {
            numbers.push_back(length);
          }
          expected.push_back(var);
          for (size_t i = 0; i < ofTensor; ++i) {
            Shape at = IndexOf(Shape(shape.begin() + 1, shape.end()), static_cast<int64_t>(i));
            if (at[dim] < length && masks[b] != 0) {
              at[dim] += start;
              expected[b].values[FlatIndex(given.var, at)] = updates.values[b * ofTensor + i];
            }
          }
        }
        const TensorList list = TensorList::Of(vars);
        const DeviceTensor index(FromIntegers(named ? Shape{kTensors, 2} : Shape{kTensors}, numbers),
                                 named ? ACL_INT32 : ACL_INT64);
        const DeviceTensor source(updates, dtype, named ? Layout::Transposed(shape.size()) : Layout());
        const DeviceTensor mask(MakeArray({kTensors}, masks), ACL_UINT8);
        ASSERT_EQ(Run(list, index, source, named ? mask.Get() : nullptr, given.axis), ACL_SUCCESS)
            << LastMessage();
        for (size_t b = 0; b < kTensors; ++b) {
          EXPECT_TRUE(Near(vars[b].Read(), expected[b], Tolerance::Exact(dtype)));
          EXPECT_TRUE(vars[b].CanariesIntact());
        }
      }
    }
  }
}

// The tensor before stays as it is, too; one that is left out has any indices.
TEST_F(ScatterList, PartsOutOfRange) {
  for (const auto& [starts, said] :
       {std::pair<std::vector<int64_t>, const char*>{{0, -1}, "starts from 0 to 2, got -1 for tensor 1"},
        {{0, 3}, "starts from 0 to 2, got 3 for tensor 1"}}) {
    std::vector<DeviceTensor> vars;
    vars.emplace_back(Full({4, 2}, 5), ACL_FLOAT);
    vars.emplace_back(Full({4, 2}, 5), ACL_FLOAT);
    const TensorList list = TensorList::Of(vars);
    const DeviceTensor index(FromIntegers({2}, starts), ACL_INT64);
    const DeviceTensor updates(Full({2, 2, 2}, 9), ACL_FLOAT);
    EXPECT_EQ(Run(list, index, updates, nullptr, 1), 507035);
    EXPECT_NE(LastMessage().find(said), std::string::npos) << LastMessage();
    EXPECT_TRUE(Near(vars[0].Read(), Full({4, 2}, 5), Tolerance::Exact(ACL_FLOAT)));
    const DeviceTensor mask(FromIntegers({2}, {0, 0}), ACL_INT32);
    EXPECT_EQ(Run(list, index, updates, mask.Get(), 1), ACL_SUCCESS) << LastMessage();
  }
  std::vector<DeviceTensor> vars;
  vars.emplace_back(Full({4, 2}, 5), ACL_FLOAT);
  const DeviceTensor index(FromIntegers({1, 2}, {0, 3}), ACL_INT64);
  const DeviceTensor updates(Full({1, 2, 2}, 9), ACL_FLOAT);
  EXPECT_EQ(Run(TensorList::Of(vars), index, updates, nullptr, 1), 507035);
  EXPECT_NE(LastMessage().find("lengths from 0 to 2, got 3 for tensor 0"), std::string::npos)
      << LastMessage();
}

TEST_F(ScatterList, Statuses) {
  const Descriptor var({4, 5});
  const Descriptor other({4, 6});
  const Descriptor indices({2}, ACL_INT64);
  const Descriptor floats({2});
  const Descriptor updates({2, 4, 3});
  const Descriptor mask({3}, ACL_UINT8);
  const TensorList both({var.Get(), var.Get()});
  const TensorList mixed({var.Get(), other.Get()});
  const TensorList none(std::vector<const aclTensor*>{});
  const TensorList half({var.Get(), nullptr});
  const auto expect = [&](aclnnStatus status, const char* said, const aclTensorList* vars,
                          const aclTensor* index, const aclTensor* source, const aclTensor* masks = nullptr,
                          const char* reduce = "update", int64_t axis = -1) {
    ExpectCall("aclnnScatterList", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnScatterListGetWorkspaceSize(vars, index, source, masks, reduce, axis, size, executor);
    });
  };
  expect(ACL_SUCCESS, "", both.Get(), indices.Get(), updates.Get());
  expect(ACL_SUCCESS, "", both.Get(), indices.Get(), updates.Get(), nullptr, nullptr);
  expect(kNullptr, "varRef", nullptr, indices.Get(), updates.Get());
  expect(kNullptr, "varRef[1]", half.Get(), indices.Get(), updates.Get());
  expect(kNullptr, "indice", both.Get(), nullptr, updates.Get());
  expect(kNullptr, "updates", both.Get(), indices.Get(), nullptr);
  expect(kInvalid, "varRef: expected one tensor or more", none.Get(), indices.Get(), updates.Get());
  expect(kInvalid, "varRef[1]", mixed.Get(), indices.Get(), updates.Get());
  expect(kInvalid, "indice", both.Get(), floats.Get(), updates.Get());
  expect(kInvalid, "mask", both.Get(), indices.Get(), updates.Get(), mask.Get());
  expect(kInvalid, "reduce", both.Get(), indices.Get(), updates.Get(), nullptr, "add");
  expect(kInvalid, "axis", both.Get(), indices.Get(), updates.Get(), nullptr, "update", 0);
  expect(kInvalid, "axis", both.Get(), indices.Get(), updates.Get(), nullptr, "update", 3);
  expect(kInvalid, "updates", both.Get(), indices.Get(), updates.Get(), nullptr, "update", 1);
}

}  // namespace
}  // namespace openaclnn::testing
