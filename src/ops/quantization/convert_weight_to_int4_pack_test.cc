// SPDX-License-Identifier: Apache-2.0
//
// INT4 packed in bytes and words, plain and in FRACTAL_NZ, against each number's place from the definition; copies of INT4.
#include "aclnnop/aclnn_convert_weight_to_int4_pack.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <vector>

#include "aclnnop/aclnn_copy.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/fractal.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

// An INT4 tensor, or one of the INT32 that hold INT4, with storage of so many numbers: all bits of it are ones before.
class PackedTensor {
 public:
  PackedTensor(int64_t numbers, aclDataType dtype, const Shape& view, const Shape& strides, int64_t offset,
               aclFormat format, const Shape& storageDims)
      : memory_(std::vector<uint8_t>(static_cast<size_t>((numbers + 1) / 2 + 4), 0xFF), ACL_UINT8) {
    tensor_.reset(aclCreateTensor(view.data(), view.size(), dtype, strides.empty() ? nullptr : strides.data(),
                                  offset, format, storageDims.data(), storageDims.size(), memory_.Data()));
    Require(tensor_ != nullptr, "no tensor");
  }
  [[nodiscard]] aclTensor* Get() const { return tensor_.get(); }
  // Number i of the storage.
  [[nodiscard]] int64_t At(size_t i) const {
    const auto half = static_cast<int64_t>((memory_.Read()[i / 2] >> (4 * (i % 2))) & 15U);
    return half >= 8 ? half - 16 : half;
  }
  [[nodiscard]] std::vector<uint8_t> Bytes() const { return memory_.Read(); }

 private:
  struct Destroy {
    void operator()(aclTensor* tensor) const { (void)aclDestroyTensor(tensor); }
  };
  RawTensor<uint8_t> memory_;
  std::unique_ptr<aclTensor, Destroy> tensor_;
};

aclnnStatus Pack(const aclTensor* weight, aclTensor* packed) {
  return RunTwoPhase(
      [&](uint64_t* size, aclOpExecutor** executor) {
        return aclnnConvertWeightToINT4PackGetWorkspaceSize(weight, packed, size, executor);
      },
      aclnnConvertWeightToINT4Pack);
}

const std::vector<Shape> kShapes{{3, 8}, {17, 72}, {40, 2056}, {1, 16}, {0, 8}, {5, 0}};

TEST(ConvertWeightToINT4Pack, Rows) {
  Random random(61);
  for (const Shape& shape : kShapes) {
    for (const aclDataType dtype : {ACL_INT4, ACL_INT32}) {
      const auto trace = TraceSeed(random);
      // Bits above the fourth do not count.
      const Array weight = random.Integers(shape, ACL_INT32, -8, 24);
      const DeviceTensor weightIn(weight, ACL_INT32, Layout::Transposed(2));
      // Rows with 8 numbers between them, behind 8 more.
      const int64_t part = dtype == ACL_INT32 ? 8 : 1;
      const int64_t stride = shape[1] + 8;
      const int64_t storage = 8 + shape[0] * stride;
      const PackedTensor packed(storage, dtype, {shape[0], shape[1] / part}, {stride / part, 1}, 8 / part,
                                ACL_FORMAT_ND, {storage / part});
      ASSERT_EQ(Pack(weightIn.Get(), packed.Get()), ACL_SUCCESS) << LastMessage();
      const std::vector<uint8_t> bytes = packed.Bytes();
      for (int64_t i = 0; i < storage; ++i) {
        const int64_t row = (i - 8) / stride;
        const int64_t column = (i - 8) % stride;
        const bool within = i >= 8 && row < shape[0] && column < shape[1];
        const int64_t given =
            within ? static_cast<int64_t>(weight.values[static_cast<size_t>(row * shape[1] + column)]) : -1;
        const auto half = static_cast<int64_t>((bytes[static_cast<size_t>(i / 2)] >> (4 * (i % 2))) & 15U);
        ASSERT_EQ(half, given & 15) << "number " << i;
      }
    }
  }
}

TEST(ConvertWeightToINT4Pack, Blocks) {
  Random random(62);
  for (const Shape& shape : kShapes) {
    for (const aclDataType dtype : {ACL_INT4, ACL_INT32}) {
      for (const int64_t width : {16, 64}) {  // numbers
        for (const bool viewIsStorage : {false, true}) {
          const auto trace = TraceSeed(random);
          const Array weight = random.Integers(shape, ACL_INT32, -8, 8);
          const LabelledTensor weightIn(ToFractal(weight, 8, 77), ACL_INT32, ACL_FORMAT_FRACTAL_NZ, shape, {},
                                        FractalShape(shape, 8));
          const int64_t part = dtype == ACL_INT32 ? 8 : 1;
          const Array blocks = ToFractal(weight, width);
          Shape storage = blocks.shape;
          storage.back() /= part;
          const Shape matrix{shape[0], shape[1] / part};
          const auto numbers = static_cast<int64_t>(blocks.values.size());
          const PackedTensor packed(numbers, dtype, viewIsStorage ? storage : matrix, {}, 0,
                                    ACL_FORMAT_FRACTAL_NZ, storage);
          ASSERT_EQ(Pack(weightIn.Get(), packed.Get()), ACL_SUCCESS) << LastMessage();
          const std::vector<uint8_t> bytes = packed.Bytes();
          for (size_t i = 0; i < blocks.values.size(); ++i) {
            const auto half = static_cast<int64_t>((bytes[i / 2] >> (4 * (i % 2))) & 15U);
            ASSERT_EQ(half, static_cast<int64_t>(blocks.values[i]) & 15) << "number " << i;
          }
        }
      }
    }
  }
}

TEST(InplaceCopy, Int4) {
  Random random(63);
  const Array numbers = random.Integers({6, 10}, ACL_INT32, -8, 8);
  const DeviceTensor numbersIn(numbers, ACL_INT32);
  const PackedTensor from(60, ACL_INT4, {6, 10}, {}, 0, ACL_FORMAT_ND, {6, 10});
  ASSERT_EQ(Pack(numbersIn.Get(), from.Get()), ACL_SUCCESS) << LastMessage();
  // Rows from an even offset on, with others between them.
  const PackedTensor to(6 * 14, ACL_INT4, {6, 10}, {14, 1}, 2, ACL_FORMAT_ND, {6, 14});
  const auto copy = [](aclTensor* target, const aclTensor* source) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnInplaceCopyGetWorkspaceSize(target, source, size, executor);
        },
        aclnnInplaceCopy);
  };
  ASSERT_EQ(copy(to.Get(), from.Get()), ACL_SUCCESS) << LastMessage();
  for (int64_t i = 0; i < 6 * 14; ++i) {
    const int64_t column = i % 14 - 2;
    const bool within = column >= 0 && column < 10;
    const double expected = within ? numbers.values[static_cast<size_t>(i / 14 * 10 + column)] : -1;
    EXPECT_EQ(static_cast<double>(to.At(static_cast<size_t>(i))), expected) << "number " << i;
  }
  const PackedTensor odd(6 * 14, ACL_INT4, {6, 10}, {14, 1}, 3, ACL_FORMAT_ND, {6, 14});
  EXPECT_EQ(copy(odd.Get(), from.Get()), 161002);
  EXPECT_NE(LastMessage().find(
                "selfRef: expected INT4 side by side, in rows whose size, stride and offset are even"),
            std::string::npos)
      << LastMessage();
  EXPECT_EQ(copy(to.Get(), numbersIn.Get()), 161002);
  EXPECT_NE(LastMessage().find("src: expected dtype INT4"), std::string::npos) << LastMessage();
}

class PackStatus : public StatusTest {};

TEST_F(PackStatus, WhatDoesNotFit) {
  const Descriptor weight({4, 16}, ACL_INT32);
  const Descriptor odd({4, 15}, ACL_INT32);
  const Descriptor uneven({4, 12}, ACL_INT32);
  const Descriptor words({4, 2}, ACL_INT32);
  const Descriptor halves({4, 16}, ACL_INT4);
  const Descriptor bytes({4, 16}, ACL_INT8);
  const Descriptor cube({2, 4, 16}, ACL_INT32);
  struct Row {
    aclnnStatus status;
    const char* said;
    const aclTensor* weight;
    aclTensor* packed;
  };
  for (const Row& row : std::vector<Row>{
           {ACL_SUCCESS, "", weight.Get(), words.Get()},
           {ACL_SUCCESS, "", weight.Get(), halves.Get()},
           {kNullptr, "weight:", nullptr, words.Get()},
           {kNullptr, "weightInt4Pack:", weight.Get(), nullptr},
           {kInvalid, "weight: expected dtype INT32", bytes.Get(), words.Get()},
           {kInvalid, "weightInt4Pack: expected dtype", weight.Get(), bytes.Get()},
           {kInvalid, "weight: expected 2 dims", cube.Get(), words.Get()},
           {kInvalid, "weight: expected an even number of columns", odd.Get(), halves.Get()},
           {kInvalid, "weight: expected a multiple of 8 columns", uneven.Get(), words.Get()},
           {kInvalid, "weightInt4Pack: expected", weight.Get(), weight.Get()},
       }) {
    ExpectCall("aclnnConvertWeightToINT4Pack", row.status, row.said,
               [&](uint64_t* size, aclOpExecutor** executor) {
                 return aclnnConvertWeightToINT4PackGetWorkspaceSize(row.weight, row.packed, size, executor);
               });
  }
}

}  // namespace
}  // namespace openaclnn::testing
