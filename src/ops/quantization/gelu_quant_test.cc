// SPDX-License-Identifier: Apache-2.0
//
// aclnnGeluQuant against GELU in float64, which whole numbers lie next to; and the statuses.
#include "aclnnop/aclnn_gelu_quant.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"
#include "tests/support/whole_numbers.h"

namespace openaclnn::testing {
namespace {

struct Given {
  const aclTensor* self = nullptr;
  const aclTensor* scale = nullptr;
  const aclTensor* offset = nullptr;
  const char* approximate = "none";
  const char* mode = "static";
  const char* round = "rint";
  int64_t dtype = ACL_INT8;
  const aclTensor* y = nullptr;
  const aclTensor* outScale = nullptr;
};

aclnnStatus Plan(const Given& of, uint64_t* size, aclOpExecutor** executor) {
  return aclnnGeluQuantGetWorkspaceSize(of.self, of.scale, of.offset, of.approximate, of.mode, of.round,
                                        of.dtype, of.y, of.outScale, size, executor);
}

double Gelu(double x, bool tanh) {
  return tanh ? 0.5 * x * (1 + std::tanh(std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x)))
              : 0.5 * x * std::erfc(-x * std::sqrt(0.5));
}

TEST(GeluQuant, EveryTypeModeAndLayout) {
  Random random(61);
  for (const Shape& shape :
       {Shape{7, 40}, Shape{2, 3, 5001}, Shape{9}, Shape{70, 1}, Shape{0, 3}, Shape{3, 0}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const bool dynamic : {false, true}) {
        for (const bool each : {false, true}) {
          for (const bool tanh : {false, true}) {
            const auto trace = TraceSeed(random);
            const auto length = static_cast<size_t>(shape.back());
            const Shape factors{each ? shape.back() : 1};
            const aclDataType factorType = tanh ? ACL_FLOAT : dtype;
            const Array self = random.Normal(shape, dtype, 0, 2);
            const Array scale = random.Uniform(factors, factorType, 5, 40);
            const Array offset = random.Uniform(factors, factorType, -20, 20);
            Array plain = self;
            Array scaled = self;
            for (size_t i = 0; i < self.values.size(); ++i) {
              const size_t at = each ? i % length : 0;
              plain.values[i] = Gelu(self.values[i], tanh);
              scaled.values[i] = plain.values[i] * scale.values[at] + (dynamic ? 0 : offset.values[at]);
            }
            const DeviceTensor by(scale, factorType);
            const DeviceTensor plus(offset, factorType, Layout::Stepped({2}));
            Shape rows = shape;
            rows.pop_back();
            for (const Layout& layout :
                 {Layout::Contiguous(), Layout::Transposed(shape.size()).WithOffset(3)}) {
              const DeviceTensor in(self, dtype, layout);
              const auto y = DeviceTensor::Output(shape, ACL_INT8, layout);
              const auto outScale = DeviceTensor::Output(rows, ACL_FLOAT);
              Given call{.self = in.Get(),
                         .scale = by.Get(),
                         .offset = dynamic ? nullptr : plus.Get(),
                         .approximate = tanh ? "tanh" : "none",
                         .mode = dynamic ? "dynamic" : "static",
                         .y = y.Get(),
                         .outScale = dynamic ? outScale.Get() : nullptr};
              const auto run = [&] {
                return RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) { return Plan(call, size, executor); },
                    aclnnGeluQuant);
              };
              ASSERT_EQ(run(), ACL_SUCCESS) << LastMessage();
              EXPECT_TRUE(y.CanariesIntact());
              if (!dynamic) {
                ExpectRounded(y.Read(), scaled);
                continue;
              }
              const auto expectScales = [&](Array expected) {
                expected = length == 0 ? Full(rows, 0) : Array{rows, expected.values};
                EXPECT_TRUE(Near(outScale.Read(), expected, Tolerance::For(ACL_FLOAT, Full(rows, 1), 8)));
              };
              expectScales(ExpectRows(y.Read(), scaled, length));
              call.scale = nullptr;
              ASSERT_EQ(run(), ACL_SUCCESS) << LastMessage();
              expectScales(ExpectRows(y.Read(), plain, length));
            }
          }
        }
      }
    }
  }
}

class GeluQuantChecks : public StatusTest {};

TEST_F(GeluQuantChecks, Statuses) {
  const Descriptor self({4, 6}, ACL_FLOAT16);
  const Descriptor scalar({}, ACL_FLOAT16);
  const Descriptor scalarY({}, ACL_INT8);
  const Descriptor row({6}, ACL_FLOAT16);
  const Descriptor one({1});
  const Descriptor five({5}, ACL_FLOAT16);
  const Descriptor integers({6}, ACL_INT32);
  const Descriptor whole({4, 6}, ACL_INT8);
  const Descriptor rows({4});
  const auto plan = [&](aclnnStatus status, const char* said, const auto& change) {
    Given given{.self = self.Get(), .scale = row.Get(), .y = whole.Get()};
    change(given);
    ExpectCall("aclnnGeluQuant", status, said,
               [&](uint64_t* size, aclOpExecutor** executor) { return Plan(given, size, executor); });
  };
  plan(ACL_SUCCESS, "", [](Given&) {});
  plan(ACL_SUCCESS, "", [&](Given& given) { given.offset = given.scale = one.Get(); });
  plan(ACL_SUCCESS, "", [&](Given& given) { given.mode = "dynamic", given.outScale = rows.Get(); });
  plan(kNullptr, "self", [](Given& given) { given.self = nullptr; });
  plan(kNullptr, "inputScaleOptional", [](Given& given) { given.scale = nullptr; });
  plan(kNullptr, "approximate", [](Given& given) { given.approximate = nullptr; });
  plan(kNullptr, "quantMode", [](Given& given) { given.mode = nullptr; });
  plan(kNullptr, "roundMode", [](Given& given) { given.round = nullptr; });
  plan(kNullptr, "y", [](Given& given) { given.y = nullptr; });
  plan(kNullptr, "outScaleOptional", [](Given& given) { given.mode = "dynamic"; });
  plan(kInvalid, "approximate", [](Given& given) { given.approximate = "erf"; });
  plan(kInvalid, "quantMode", [](Given& given) { given.mode = "other"; });
  plan(kInvalid, "roundMode", [](Given& given) { given.round = "floor"; });
  plan(kInvalid, "dstType", [](Given& given) { given.dtype = ACL_INT32; });
  plan(kInvalid, "self", [&](Given& given) { given.self = integers.Get(); });
  plan(kInvalid, "self", [&](Given& given) { given.self = scalar.Get(), given.y = scalarY.Get(); });
  plan(kInvalid, "inputScaleOptional", [&](Given& given) { given.scale = five.Get(); });
  plan(kInvalid, "inputScaleOptional", [&](Given& given) { given.scale = integers.Get(); });
  plan(kInvalid, "inputOffsetOptional", [&](Given& given) { given.offset = five.Get(); });
  plan(kInvalid, "y", [&](Given& given) { given.y = self.Get(); });
  plan(kInvalid, "inputOffsetOptional", [&](Given& given) {
    given.mode = "dynamic";
    given.outScale = rows.Get();
    given.offset = row.Get();
  });
  plan(kInvalid, "outScaleOptional",
       [&](Given& given) { given.mode = "dynamic", given.outScale = row.Get(); });
}

}  // namespace
}  // namespace openaclnn::testing
