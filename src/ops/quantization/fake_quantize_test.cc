// SPDX-License-Identifier: Apache-2.0
//
// Fake quantization against its formula on whole numbers; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_fake_quant_per_channel_affine_cachemask.h"
#include "aclnnop/aclnn_fake_quant_per_tensor_affine_cachemask.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Parameters {
  Array scale;
  Array zeroPoint;
  int64_t lowest;
  int64_t highest;
};

struct Results {
  Array out;
  Array mask;
};

// The parameters of element i are those of index at(i). Ties go to the even level.
template <class At>
Results Reference(const Array& x, const Parameters& by, const At& at) {
  Results results{x, x};
  for (size_t i = 0; i < x.values.size(); ++i) {
    const auto scale = static_cast<float>(by.scale.values[at(i)]);
    const auto zero = static_cast<int64_t>(by.zeroPoint.values[at(i)]);
    const float place = static_cast<float>(x.values[i]) * (1.0F / scale);
    const double down = std::floor(static_cast<double>(place));
    const double rest = static_cast<double>(place) - down;
    const bool up = rest > 0.5 || (rest == 0.5 && std::fmod(down, 2) != 0);
    const int64_t level = static_cast<int64_t>(down) + (up ? 1 : 0) + zero;
    const int64_t within = std::clamp(level, by.lowest, by.highest);
    results.out.values[i] = static_cast<double>(within - zero) * static_cast<double>(scale);
    results.mask.values[i] = within == level ? 1 : 0;
  }
  return results;
}

struct Call {
  const DeviceTensor& self;
  const DeviceTensor& scale;
  const DeviceTensor& zeroPoint;
  const Parameters& by;
  const DeviceTensor& out;
  const DeviceTensor& mask;

  [[nodiscard]] aclnnStatus OfTensor(float enabled) const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFakeQuantPerTensorAffineCachemaskGetWorkspaceSize(
              self.Get(), scale.Get(), zeroPoint.Get(), enabled, by.lowest, by.highest, out.Get(), mask.Get(),
              size, executor);
        },
        aclnnFakeQuantPerTensorAffineCachemask);
  }
  [[nodiscard]] aclnnStatus OfChannels(int64_t axis) const {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnFakeQuantPerChannelAffineCachemaskGetWorkspaceSize(
              self.Get(), scale.Get(), zeroPoint.Get(), axis, by.lowest, by.highest, out.Get(), mask.Get(),
              size, executor);
        },
        aclnnFakeQuantPerChannelAffineCachemask);
  }
};

TEST(FakeQuant, PerTensor) {
  Random random(61);
  for (const aclDataType dtype : kTypes) {
    for (const aclDataType scaleDtype : kTypes) {
      for (const Shape& shape : std::vector<Shape>{{3, 5, 700}, {40, 2}, {1, 1}, {0, 3}}) {
        const auto trace = TraceSeed(random);
        const Array x = random.Normal(shape, dtype, 0, 20);
        const Parameters by{random.Uniform({1}, scaleDtype, 0.25, 2), random.Integers({1}, ACL_INT32, -9, 9),
                            -30, 31};
        const Results expected = Reference(x, by, [](size_t) { return size_t{0}; });
        const DeviceTensor scale(by.scale, scaleDtype);
        const DeviceTensor zeroPoint(by.zeroPoint, ACL_INT32);
        const auto mask = DeviceTensor::Output(shape, ACL_BOOL, Layout::Transposed(shape.size()));
        ExpectInEachLayout(expected.out, Tolerance::For(dtype),
                           [&](const Layout& layout, const DeviceTensor& out) {
                             const DeviceTensor self(x, dtype, layout);
                             return Call{self, scale, zeroPoint, by, out, mask}.OfTensor(1);
                           });
        EXPECT_EQ(mask.Read().values, expected.mask.values);
        EXPECT_TRUE(mask.CanariesIntact());
        // Turned off, and in place.
        const DeviceTensor self(x, dtype);
        const auto copy = DeviceTensor::Output(shape, dtype);
        ASSERT_EQ((Call{self, scale, zeroPoint, by, copy, mask}.OfTensor(0.5F)), ACL_SUCCESS)
            << LastMessage();
        EXPECT_EQ(copy.Read().values, x.values);
        EXPECT_EQ(mask.Read().values, std::vector<double>(x.values.size(), 1));
        ASSERT_EQ((Call{self, scale, zeroPoint, by, self, mask}.OfTensor(1)), ACL_SUCCESS) << LastMessage();
        EXPECT_TRUE(Near(self.Read(), expected.out, Tolerance::For(dtype)));
      }
    }
  }
}

TEST(FakeQuant, PerChannel) {
  Random random(62);
  for (const aclDataType dtype : kTypes) {
    for (const Shape& shape : std::vector<Shape>{{3, 5, 700}, {40, 2}, {2, 0, 3}, {2, 3, 1, 2, 2, 3, 1, 2}}) {
      for (int64_t axis = -static_cast<int64_t>(shape.size()); axis < static_cast<int64_t>(shape.size());
           axis += 2) {
        const auto trace = TraceSeed(random);
        const auto place = static_cast<size_t>(axis < 0 ? axis + static_cast<int64_t>(shape.size()) : axis);
        const Shape channels{shape[place]};
        const Array x = random.Normal(shape, dtype, 0, 20);
        const Parameters by{random.Uniform(channels, ACL_FLOAT, 0.25, 2),
                            random.Integers(channels, ACL_INT32, -9, 9), -30, 31};
        const Results expected = Reference(x, by, [&](size_t i) {
          return static_cast<size_t>(IndexOf(shape, static_cast<int64_t>(i))[place]);
        });
        const DeviceTensor scale(by.scale, ACL_FLOAT, Layout::Stepped({2}));
        const DeviceTensor zeroPoint(by.zeroPoint, ACL_INT32);
        const auto mask = DeviceTensor::Output(shape, ACL_BOOL);
        ExpectInEachLayout(expected.out, Tolerance::For(dtype),
                           [&](const Layout& layout, const DeviceTensor& out) {
                             const DeviceTensor self(x, dtype, layout);
                             return Call{self, scale, zeroPoint, by, out, mask}.OfChannels(axis);
                           });
        EXPECT_EQ(mask.Read().values, expected.mask.values);
      }
    }
  }
}

// Ties go to even levels; what has no level, and what is far away.
TEST(FakeQuant, SpecialNumbers) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const Array x =
      MakeArray({9}, {0.5, 1.5, 2.5, -0.5, kInfinity, -kInfinity, std::nan(""), 1e30, -4194305.5});
  const Parameters by{Full({1}, 1), Full({1}, 0), -8, 8};
  const DeviceTensor self(x, ACL_FLOAT);
  const DeviceTensor scale(by.scale, ACL_FLOAT);
  const DeviceTensor zeroPoint(by.zeroPoint, ACL_INT32);
  const auto out = DeviceTensor::Output({9}, ACL_FLOAT);
  const auto mask = DeviceTensor::Output({9}, ACL_BOOL);
  ASSERT_EQ((Call{self, scale, zeroPoint, by, out, mask}.OfTensor(1)), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(out.Read().values, (std::vector<double>{0, 2, 2, 0, 8, -8, -8, 8, -8}));
  EXPECT_EQ(mask.Read().values, (std::vector<double>{1, 1, 1, 1, 0, 0, 0, 0, 0}));
}

class FakeQuantStatus : public PhaseOneTest {
 protected:
  Descriptor x{{2, 3}};
  Descriptor one{{1}};
  Descriptor zero{{1}, ACL_INT32};
  Descriptor channels{{3}};
  Descriptor zeros{{3}, ACL_INT32};
  Descriptor mask{{2, 3}, ACL_BOOL};
  Descriptor doubles{{2, 3}, ACL_DOUBLE};
};

TEST_F(FakeQuantStatus, PerTensor) {
  const auto plan = [&](const aclTensor* self, const aclTensor* scale, const aclTensor* zeroPoint,
                        int64_t lowest, int64_t highest, aclTensor* out, aclTensor* within) {
    return Call("aclnnFakeQuantPerTensorAffineCachemask", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnFakeQuantPerTensorAffineCachemaskGetWorkspaceSize(self, scale, zeroPoint, 1, lowest,
                                                                    highest, out, within, size, executor);
    });
  };
  EXPECT_EQ(plan(x.Get(), one.Get(), zero.Get(), 0, 0, x.Get(), mask.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, one.Get(), zero.Get(), 0, 1, x.Get(), mask.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(plan(x.Get(), nullptr, zero.Get(), 0, 1, x.Get(), mask.Get()), kNullptr);
  ExpectMessage({"scale"});
  EXPECT_EQ(plan(x.Get(), one.Get(), nullptr, 0, 1, x.Get(), mask.Get()), kNullptr);
  ExpectMessage({"zeroPoint"});
  EXPECT_EQ(plan(x.Get(), one.Get(), zero.Get(), 0, 1, nullptr, mask.Get()), kNullptr);
  ExpectMessage({"out"});
  EXPECT_EQ(plan(x.Get(), one.Get(), zero.Get(), 0, 1, x.Get(), nullptr), kNullptr);
  ExpectMessage({"mask"});
  EXPECT_EQ(plan(doubles.Get(), one.Get(), zero.Get(), 0, 1, x.Get(), mask.Get()), kInvalid);
  ExpectMessage({"self", "DOUBLE"});
  EXPECT_EQ(plan(x.Get(), one.Get(), one.Get(), 0, 1, x.Get(), mask.Get()), kInvalid);
  ExpectMessage({"zeroPoint", "FLOAT"});
  EXPECT_EQ(plan(x.Get(), one.Get(), zero.Get(), 2, 1, x.Get(), mask.Get()), kInvalid);
  ExpectMessage({"quantMin", "2 for 1"});
  EXPECT_EQ(plan(x.Get(), channels.Get(), zero.Get(), 0, 1, x.Get(), mask.Get()), kInvalid);
  ExpectMessage({"scale"});
  EXPECT_EQ(plan(x.Get(), one.Get(), zero.Get(), 0, 1, one.Get(), mask.Get()), kInvalid);
  ExpectMessage({"out"});
  EXPECT_EQ(plan(x.Get(), one.Get(), zero.Get(), 0, 1, x.Get(), x.Get()), kInvalid);
  ExpectMessage({"mask", "FLOAT"});
}

TEST_F(FakeQuantStatus, PerChannel) {
  const auto plan = [&](const aclTensor* scale, const aclTensor* zeroPoint, int64_t axis) {
    return Call("aclnnFakeQuantPerChannelAffineCachemask", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnFakeQuantPerChannelAffineCachemaskGetWorkspaceSize(x.Get(), scale, zeroPoint, axis, 0, 1,
                                                                     x.Get(), mask.Get(), size, executor);
    });
  };
  EXPECT_EQ(plan(channels.Get(), zeros.Get(), 1), ACL_SUCCESS);
  EXPECT_EQ(plan(channels.Get(), zeros.Get(), -1), ACL_SUCCESS);
  EXPECT_EQ(plan(channels.Get(), zeros.Get(), 0), kInvalid);
  ExpectMessage({"scale", "[2]", "[3]"});
  EXPECT_EQ(plan(channels.Get(), zero.Get(), 1), kInvalid);
  ExpectMessage({"zeroPoint"});
  EXPECT_EQ(plan(channels.Get(), zeros.Get(), 2), kInvalid);
  ExpectMessage({"axis", "2"});
}

}  // namespace
}  // namespace openaclnn::testing
