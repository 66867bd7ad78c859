// SPDX-License-Identifier: Apache-2.0
//
// Where the decisions of a made-up call come from: a fuzzer's bytes, or random numbers. An operator says
// which decisions there are (Operator::draw), its caller how they fall.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

#include "catalogue/model/arguments.h"

namespace openaclnn::catalogue {

class Choices {
 public:
  Choices() = default;
  Choices(const Choices&) = delete;
  Choices& operator=(const Choices&) = delete;
  virtual ~Choices() = default;

  /// In [0, count).
  virtual size_t Below(size_t count) = 0;
  /// True in about `of256` of 256 cases.
  virtual bool Chance(unsigned of256) = 0;
  /// Anything, mostly what breaks arithmetic.
  virtual int64_t AnyInteger() = 0;
  /// Of a dim. All extents together stay small; 0 is among them if it may be.
  virtual int64_t Extent(bool mayBeZero = true) = 0;
  /// Of a dim that a window of this length fits into.
  [[nodiscard]] int64_t ExtentFor(int64_t window);
  /// One of them.
  virtual aclDataType DType(const DTypes& dtypes) = 0;

  /// Of up to `mostRank` dims.
  [[nodiscard]] Shape AnyShape(size_t mostRank);
  /// `count` elements in some shape.
  [[nodiscard]] Shape AnyShapeOf(int64_t count);
  /// One that broadcasts to `shape`, or itself.
  [[nodiscard]] Shape Narrowed(Shape shape);
  /// Some dims of a shape, none of them twice, a few counted from the end.
  [[nodiscard]] std::vector<int64_t> SomeDims(size_t rank);
};

/// Small calls, or larger ones, of one type: tensors have up to about `elements` elements and `dtype`
/// wherever an operator admits it. No extent is 0.
class RandomChoices final : public Choices {
 public:
  RandomChoices(uint64_t seed, aclDataType dtype, int64_t elements);

  size_t Below(size_t count) override;
  bool Chance(unsigned of256) override;
  int64_t AnyInteger() override;
  int64_t Extent(bool mayBeZero) override;
  aclDataType DType(const DTypes& dtypes) override;

 private:
  std::mt19937_64 random_;
  aclDataType dtype_;
  int64_t left_;
};

}  // namespace openaclnn::catalogue
