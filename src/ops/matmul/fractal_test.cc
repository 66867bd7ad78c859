// SPDX-License-Identifier: Apache-2.0
//
// Products with a second operand in FRACTAL_NZ, against an oracle that sums in float64; what storage dims and
// views say of it; and the statuses.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_addmm.h"
#include "aclnnop/aclnn_batch_matmul.h"
#include "aclnnop/aclnn_matmul.h"
#include "aclnnop/aclnn_mm.h"
#include "aclnnop/aclnn_mv.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"

namespace openaclnn::testing {
namespace {

using Plain = aclnnStatus (*)(const aclTensor*, const aclTensor*, aclTensor*, int8_t, uint64_t*,
                              aclOpExecutor**);

struct Operation {
  const char* name;
  Plain phaseOne;
  PhaseTwo phaseTwo;
  size_t batchRank;  // of both operands
};

aclnnStatus AddmmPhaseOne(const aclTensor* self, const aclTensor* mat2, aclTensor* out, int8_t mode,
                          uint64_t* size, aclOpExecutor** executor) {
  const Scalar beta(0, ACL_FLOAT);
  const Scalar alpha(1, ACL_FLOAT);
  return aclnnAddmmWeightNzGetWorkspaceSize(out, self, mat2, beta.Get(), alpha.Get(), out, mode, size,
                                            executor);
}

const std::vector<Operation> kOperations{
    {"Mm", aclnnMmGetWorkspaceSize, aclnnMm, 0},
    {"Matmul", aclnnMatmulGetWorkspaceSize, aclnnMatmul, 0},
    {"MatmulWeightNz", aclnnMatmulWeightNzGetWorkspaceSize, aclnnMatmulWeightNz, 0},
    {"AddmmWeightNz", AddmmPhaseOne, aclnnAddmmWeightNz, 0},
    {"BatchMatMul", aclnnBatchMatMulGetWorkspaceSize, aclnnBatchMatMul, 1},
    {"BatchMatMulWeightNz", aclnnBatchMatMulWeightNzGetWorkspaceSize, aclnnBatchMatMulWeightNz, 1},
};

// How the second operand is handed over.
enum class Shown {
  kMatrix,             // its view is the matrix, its storage dims are those of the format
  kTransposedMatrix,   // the same of the transposed matrix, transposed by strides
  kStorage,            // its view is the storage
  kTransposedStorage,  // that of the transposed matrix
};

Array TransposedMatrices(const Array& matrices) {
  Array result = matrices;
  const int64_t rows = matrices.shape[matrices.shape.size() - 2];
  const int64_t columns = matrices.shape.back();
  std::swap(result.shape[result.shape.size() - 1], result.shape[result.shape.size() - 2]);
  for (int64_t i = 0; i < static_cast<int64_t>(matrices.values.size()); ++i) {
    const int64_t batch = i / (rows * columns);
    result.values[static_cast<size_t>(batch * rows * columns + i % columns * rows + i / columns % rows)] =
        matrices.values[static_cast<size_t>(i)];
  }
  return result;
}

struct SecondOperand {
  Array storage;
  Shape view;
  Shape strides;  // empty: contiguous

  SecondOperand(const Array& matrices, int64_t width, Shown shown) {
    const bool transposed = shown == Shown::kTransposedMatrix || shown == Shown::kTransposedStorage;
    // What pads blocks is no part of any result.
    storage = ToFractal(transposed ? TransposedMatrices(matrices) : matrices, width, NAN);
    view = shown == Shown::kStorage || shown == Shown::kTransposedStorage ? storage.shape : matrices.shape;
    if (shown == Shown::kTransposedMatrix) {
      strides = ContiguousStrides(matrices.shape);
      strides[strides.size() - 2] = 1;
      strides[strides.size() - 1] = matrices.shape[matrices.shape.size() - 2];
    }
  }
};

// Products and the sums of the magnitudes of their terms.
std::array<Array, 2> Products(const Array& first, const Array& second) {
  const int64_t rows = first.shape[first.shape.size() - 2];
  const int64_t depth = first.shape.back();
  const int64_t columns = second.shape.back();
  Shape shape = first.shape;
  shape.back() = columns;
  std::array<Array, 2> result{Full(shape, 0), Full(shape, 0)};
  for (int64_t i = 0; i < NumElements(shape); ++i) {
    const int64_t batch = i / (rows * columns);
    for (int64_t k = 0; k < depth; ++k) {
      const double term = first.values[static_cast<size_t>(i / columns * depth + k)] *
                          second.values[static_cast<size_t>((batch * depth + k) * columns + i % columns)];
      result[0].values[static_cast<size_t>(i)] += term;
      result[1].values[static_cast<size_t>(i)] += std::abs(term);
    }
  }
  return result;
}

class FractalProduct : public ::testing::TestWithParam<Operation> {
 protected:
  static aclnnStatus Run(const DeviceTensor& self, const LabelledTensor& mat2, const DeviceTensor& out) {
    return RunTwoPhase(
        [&](uint64_t* bytes, aclOpExecutor** executor) {
          return GetParam().phaseOne(self.Get(), mat2.Get(), out.Get(), 0, bytes, executor);
        },
        GetParam().phaseTwo);
  }

  void ExpectProduct(std::array<int64_t, 3> size, aclDataType dtype, int64_t width, aclFormat format,
                     Shown shown) {
    const auto trace = TraceSeed(random_);
    const auto [rows, depth, columns] = size;
    const Shape batch(GetParam().batchRank, 3);
    Shape firstShape = batch;
    firstShape.insert(firstShape.end(), {rows, depth});
    Shape secondShape = batch;
    secondShape.insert(secondShape.end(), {depth, columns});
    const Array first = random_.Normal(firstShape, dtype, 0, 1);
    const Array second = random_.Normal(secondShape, dtype, 0, 1);
    const auto [expected, magnitudes] = Products(first, second);
    const DeviceTensor self(first, dtype);
    const SecondOperand blocks(second, width, shown);
    const LabelledTensor mat2(blocks.storage, dtype, format, blocks.view, blocks.strides,
                              blocks.storage.shape);
    const DeviceTensor out = DeviceTensor::Output(expected.shape, dtype);
    ASSERT_EQ(Run(self, mat2, out), ACL_SUCCESS) << LastMessage();
    EXPECT_TRUE(out.CanariesIntact());
    EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(dtype, magnitudes)))
        << rows << "x" << depth << "x" << columns << " width " << width << " shown "
        << static_cast<int>(shown);
  }

  Random random_{38};
};

TEST_P(FractalProduct, EveryTypeSizeAndView) {
  for (const Shown shown :
       {Shown::kMatrix, Shown::kTransposedMatrix, Shown::kStorage, Shown::kTransposedStorage}) {
    // A square of blocks has one storage for both.
    const bool storage = shown == Shown::kStorage || shown == Shown::kTransposedStorage;
    for (const std::array<int64_t, 3>& size : std::vector<std::array<int64_t, 3>>{
             {1, 300, 70}, {5, 33, 100}, {70, 257, 50}, {3, 700, 1}, {1, 1, 40}, {40, 64, 130}}) {
      if (!storage || shown == Shown::kStorage || size[1] > 64 || size[2] > 64) {
        ExpectProduct(size, ACL_FLOAT16, 16, ACL_FORMAT_FRACTAL_NZ, shown);
        ExpectProduct(size, ACL_BF16, 16, ACL_FORMAT_FRACTAL_NZ, shown);
        ExpectProduct(size, ACL_FLOAT, 8, ACL_FORMAT_FRACTAL_NZ, shown);
        ExpectProduct(size, ACL_FLOAT, 16, ACL_FORMAT_FRACTAL_NZ_C0_16, shown);
        ExpectProduct(size, ACL_FLOAT, 32, ACL_FORMAT_FRACTAL_NZ_C0_32, shown);
      }
    }
  }
}

// No work, or sums of nothing.
TEST_P(FractalProduct, EmptyExtents) {
  ExpectProduct({0, 20, 30}, ACL_FLOAT16, 16, ACL_FORMAT_FRACTAL_NZ, Shown::kMatrix);
  ExpectProduct({5, 0, 30}, ACL_FLOAT16, 16, ACL_FORMAT_FRACTAL_NZ, Shown::kMatrix);
  ExpectProduct({5, 20, 0}, ACL_FLOAT16, 16, ACL_FORMAT_FRACTAL_NZ, Shown::kMatrix);
}

// As a client labels a weight that aclnnTransMatmulWeight has left as it was: transposed, in one storage dim.
TEST_P(FractalProduct, LabelOfAPlainMatrix) {
  const Shape batch(GetParam().batchRank, 3);
  Shape shape = batch;
  shape.insert(shape.end(), {20, 30});
  Shape secondShape = batch;
  secondShape.insert(secondShape.end(), {30, 40});
  const Array first = random_.Normal(shape, ACL_FLOAT, 0, 1);
  const Array second = random_.Normal(secondShape, ACL_FLOAT, 0, 1);
  const auto [expected, magnitudes] = Products(first, second);
  Shape strides = ContiguousStrides(secondShape);
  strides[strides.size() - 2] = 1;
  strides[strides.size() - 1] = 30;
  const DeviceTensor self(first, ACL_FLOAT);
  const LabelledTensor mat2(TransposedMatrices(second), ACL_FLOAT, ACL_FORMAT_FRACTAL_NZ, secondShape,
                            strides, {NumElements(secondShape)});
  const DeviceTensor out = DeviceTensor::Output(expected.shape, ACL_FLOAT);
  ASSERT_EQ(Run(self, mat2, out), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::For(ACL_FLOAT, magnitudes)));
}

INSTANTIATE_TEST_SUITE_P(Products, FractalProduct, ::testing::ValuesIn(kOperations),
                         [](const auto& instance) { return std::string(instance.param.name); });

class FractalChecks : public PhaseOneTest {
 protected:
  aclnnStatus Mm(const Descriptor& self, const Descriptor& mat2, const Descriptor& out, int8_t mode = 0) {
    return Call("aclnnMm", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMmGetWorkspaceSize(self.Get(), mat2.Get(), out.Get(), mode, size, executor);
    });
  }
};

TEST_F(FractalChecks, StorageThatDoesNotFit) {
  const Descriptor self({5, 40}, ACL_FLOAT16);
  const Descriptor out({5, 20}, ACL_FLOAT16);
  for (const Shape& storage : std::vector<Shape>{{2, 3, 16, 8},
                                                 {3, 3, 16, 16},
                                                 {2, 2, 16, 16},
                                                 {2, 3, 8, 16},
                                                 {1, 2, 3, 16, 16},
                                                 {2, 3, 16, 0},
                                                 {2, 3, 16, -16}}) {
    const Descriptor mat2({40, 20}, nullptr, 0, storage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
    EXPECT_EQ(Mm(self, mat2, out), kInvalid) << ::testing::PrintToString(storage);
    ExpectMessage({"mat2"});
  }
  const Shape storage{2, 3, 16, 16};
  const Descriptor mat2({40, 20}, nullptr, 0, storage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(Mm(self, mat2, out), ACL_SUCCESS);
  const Shape strides{40, 1};  // every second column
  const Descriptor stepped({40, 20}, strides.data(), 0, storage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(Mm(self, stepped, out), kInvalid);
  ExpectMessage({"mat2", "contiguous"});
  const Descriptor asView(storage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(Mm(self, asView, out), ACL_SUCCESS);
  EXPECT_EQ(Mm(self, asView, Descriptor({5, 50}, ACL_FLOAT16)), kInvalid);
  ExpectMessage({"mat2", "[40, 50]"});
}

TEST_F(FractalChecks, OtherFormatsAndOperandsStayRefused) {
  const Shape storage{2, 3, 16, 16};
  const Descriptor self({5, 40}, ACL_FLOAT16);
  const Descriptor mat2({40, 20}, nullptr, 0, storage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_Z);
  const Descriptor out({5, 20}, ACL_FLOAT16);
  EXPECT_EQ(Mm(self, mat2, out), kInvalid);
  ExpectMessage({"mat2", "private format"});
  const Shape firstStorage{3, 1, 16, 16};
  const Descriptor blocks({5, 40}, nullptr, 0, firstStorage, ACL_FLOAT16, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(Mm(blocks, Descriptor({40, 20}, ACL_FLOAT16), out), kInvalid);
  ExpectMessage({"self", "private format"});
  EXPECT_EQ(Call("aclnnMv",
                 [&](uint64_t* size, aclOpExecutor** executor) {
                   return aclnnMvGetWorkspaceSize(blocks.Get(), Descriptor({40}, ACL_FLOAT16).Get(),
                                                  Descriptor({5}, ACL_FLOAT16).Get(), 0, size, executor);
                 }),
            kInvalid);
  ExpectMessage({"self", "private format"});
}

TEST_F(FractalChecks, IntegersArePlain) {
  const Descriptor self({5, 40}, ACL_INT32);
  const Descriptor out({5, 20}, ACL_INT32);
  const Descriptor mat2({40, 20}, nullptr, 0, Shape{3, 3, 16, 8}, ACL_INT32, ACL_FORMAT_FRACTAL_NZ);
  EXPECT_EQ(Mm(self, mat2, out), kInvalid);
  ExpectMessage({"mat2", "a plain format", "integers", "FRACTAL_NZ"});
}

TEST_F(FractalChecks, CubeMathTypeOfWeights) {
  const Descriptor self({5, 40}, ACL_FLOAT16);
  const Descriptor mat2({40, 20}, ACL_FLOAT16);
  const Descriptor out({5, 20}, ACL_FLOAT16);
  const auto weightNz = [&](int8_t mode) {
    return Call("aclnnMatmulWeightNz", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnMatmulWeightNzGetWorkspaceSize(self.Get(), mat2.Get(), out.Get(), mode, size, executor);
    });
  };
  EXPECT_EQ(weightNz(4), ACL_SUCCESS);
  EXPECT_EQ(weightNz(5), kInvalid);
  ExpectMessage({"cubeMathType", "from -1 to 4"});
  EXPECT_EQ(Mm(self, mat2, out, 4), kInvalid);
}

}  // namespace
}  // namespace openaclnn::testing
