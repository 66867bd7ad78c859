// SPDX-License-Identifier: Apache-2.0
//
// What tests of grid samplers of images and of volumes share.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "tests/support/grid_modes.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {

struct Modes {
  int64_t interpolation;
  int64_t padding;
  bool alignCorners;
};

inline std::vector<Modes> AllModes(std::initializer_list<int64_t> interpolations) {
  std::vector<Modes> all;
  for (const int64_t interpolation : interpolations) {
    for (const int64_t padding : {kZeros, kBorder, kReflection}) {
      all.push_back({interpolation, padding, false});
      all.push_back({interpolation, padding, true});
    }
  }
  return all;
}

inline std::string NameOf(const ::testing::TestParamInfo<Modes>& instance) {
  const std::array interpolations{"Bilinear", "Nearest", "Bicubic"};
  const std::array paddings{"Zeros", "Border", "Reflection"};
  return std::string(interpolations[static_cast<size_t>(instance.param.interpolation)]) +
         paddings[static_cast<size_t>(instance.param.padding)] +
         (instance.param.alignCorners ? "Aligned" : "");
}

// Checks of the forward operator, for tensors of such shapes.
class GridChecks : public PhaseOneTest {
 protected:
  struct Shapes {
    Shape image;
    Shape grid;
    Shape out;
    Shape wrong;  // of another output
  };
  explicit GridChecks(const Shapes& shapes)
      : image(shapes.image),
        grid(shapes.grid),
        out(shapes.out),
        wrong(shapes.wrong),
        half(shapes.grid, ACL_FLOAT16),
        integers(shapes.image, ACL_INT32) {}

  virtual aclnnStatus PlanModes(const aclTensor* input, const aclTensor* points, aclTensor* result,
                                const Modes& modes) = 0;
  aclnnStatus Plan(const aclTensor* input, const aclTensor* points, aclTensor* result) {
    return PlanModes(input, points, result, {0, 0, false});
  }

  // What is null, of a wrong type or mode, or of the shape `wrong`.
  void ExpectForwardStatuses(const char* wrongMode, std::initializer_list<const char*> shapesSaid) {
    EXPECT_EQ(Plan(image.Get(), grid.Get(), out.Get()), ACL_SUCCESS);
    EXPECT_EQ(Plan(nullptr, grid.Get(), out.Get()), kNullptr);
    ExpectMessage({"input"});
    EXPECT_EQ(Plan(image.Get(), nullptr, out.Get()), kNullptr);
    ExpectMessage({"grid"});
    EXPECT_EQ(Plan(image.Get(), grid.Get(), nullptr), kNullptr);
    ExpectMessage({"out"});
    EXPECT_EQ(Plan(integers.Get(), grid.Get(), out.Get()), kInvalid);
    ExpectMessage({"input", "INT32"});
    EXPECT_EQ(Plan(image.Get(), half.Get(), out.Get()), kInvalid);
    ExpectMessage({"grid", "FLOAT16"});
    EXPECT_EQ(PlanModes(image.Get(), grid.Get(), out.Get(), {std::stoll(wrongMode), 0, false}), kInvalid);
    ExpectMessage({"interpolationMode", wrongMode});
    EXPECT_EQ(PlanModes(image.Get(), grid.Get(), out.Get(), {0, 3, false}), kInvalid);
    ExpectMessage({"paddingMode", "3"});
    EXPECT_EQ(Plan(image.Get(), grid.Get(), wrong.Get()), kInvalid);
    ExpectMessage(shapesSaid);
  }

  Descriptor image;
  Descriptor grid;
  Descriptor out;
  Descriptor wrong;
  Descriptor half;
  Descriptor integers;
};

}  // namespace openaclnn::testing
