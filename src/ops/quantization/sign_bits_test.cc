// SPDX-License-Identifier: Apache-2.0
//
// aclnnSignBitsPack and aclnnSignBitsUnpack against bits set one by one; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "aclnnop/aclnn_sign_bits_pack.h"
#include "aclnnop/aclnn_sign_bits_unpack.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

class SignBits : public StatusTest {
 protected:
  Random random_{37};
};

const std::vector<aclDataType> kSigned{ACL_FLOAT, ACL_FLOAT16};
const std::vector<Layout> kInLayouts{Layout::Contiguous(), Layout::Stepped({3}).WithOffset(2)};

TEST_F(SignBits, PackOfEveryTypeSizeAndLayout) {
  for (const aclDataType dtype : kSigned) {
    for (const auto& [elements, size] : std::vector<std::pair<int64_t, int64_t>>{
             {14, 2}, {14, 1}, {1, 1}, {8, 1}, {1024, 2}, {1023, 4}, {40001, 1}, {65536, 8}, {0, 3}}) {
      Array self = random_.Normal({elements}, dtype, 0, 3);
      const std::vector<double> specials{0.0, -0.0, std::numeric_limits<double>::quiet_NaN(),
                                         std::numeric_limits<double>::infinity(),
                                         -std::numeric_limits<double>::infinity()};
      for (size_t i = 0; i < std::min(self.values.size(), specials.size()); ++i) {
        self.values[i] = specials[i];
      }
      const int64_t bytes = (elements + 7) / 8;
      Array expected = Full({size, bytes / size}, 0);
      for (size_t i = 0; i < self.values.size(); ++i) {
        if (self.values[i] >= 0) {
          expected.values[i / 8] += static_cast<double>(1U << i % 8);
        }
      }
      for (const Layout& in : kInLayouts) {
        const DeviceTensor input(self, dtype, in);
        ExpectInEachLayout(expected, Tolerance::Exact(ACL_UINT8),
                           [&](const Layout&, const DeviceTensor& out) {
                             return RunTwoPhase(
                                 [&, rows = size](uint64_t* workspace, aclOpExecutor** executor) {
                                   return aclnnSignBitsPackGetWorkspaceSize(input.Get(), rows, out.Get(),
                                                                            workspace, executor);
                                 },
                                 aclnnSignBitsPack);
                           });
      }
    }
  }
}

TEST_F(SignBits, UnpackOfEveryTypeSizeAndLayout) {
  for (const aclDataType dtype : kSigned) {
    for (const auto& [bytes, size] : std::vector<std::pair<int64_t, int64_t>>{
             {2, 2}, {3, 1}, {1, 8}, {1000, 5}, {9001, 1}, {8192, 4}, {0, 3}}) {
      const Array self = random_.Integers({bytes}, ACL_UINT8, 0, 256);
      Array expected = Full({size, 8 * bytes / size}, 0);
      for (size_t i = 0; i < expected.values.size(); ++i) {
        expected.values[i] = (static_cast<unsigned>(self.values[i / 8]) >> i % 8 & 1U) != 0 ? 1 : -1;
      }
      for (const Layout& in : kInLayouts) {
        const DeviceTensor input(self, ACL_UINT8, in);
        ExpectInEachLayout(expected, Tolerance::Exact(dtype), [&](const Layout&, const DeviceTensor& out) {
          return RunTwoPhase(
              [&, rows = size](uint64_t* workspace, aclOpExecutor** executor) {
                return aclnnSignBitsUnpackGetWorkspaceSize(input.Get(), rows, dtype, out.Get(), workspace,
                                                           executor);
              },
              aclnnSignBitsUnpack);
        });
      }
    }
  }
}

TEST_F(SignBits, StatusesOfPack) {
  const Descriptor self({30});
  const Descriptor out({2, 2}, ACL_UINT8);
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, int64_t rows,
                        aclTensor* y) {
    ExpectCall("aclnnSignBitsPack", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSignBitsPackGetWorkspaceSize(x, rows, y, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), 2, out.Get());
  plan(kNullptr, "self", nullptr, 2, out.Get());
  plan(kNullptr, "out", self.Get(), 2, nullptr);
  plan(kInvalid, "self", Descriptor({5, 6}).Get(), 2, out.Get());
  plan(kInvalid, "self", Descriptor({30}, ACL_BF16).Get(), 2, out.Get());
  plan(kInvalid, "size", self.Get(), 0, out.Get());
  plan(kInvalid, "size", self.Get(), 3, out.Get());
  plan(kInvalid, "out", self.Get(), 1, out.Get());
  plan(kInvalid, "out", self.Get(), 2, Descriptor({2, 2}).Get());
}

TEST_F(SignBits, StatusesOfUnpack) {
  const Descriptor self({4}, ACL_UINT8);
  const Descriptor out({2, 16});
  const auto plan = [&](aclnnStatus status, const char* said, const aclTensor* x, int64_t rows,
                        aclDataType dtype, aclTensor* y) {
    ExpectCall("aclnnSignBitsUnpack", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSignBitsUnpackGetWorkspaceSize(x, rows, dtype, y, size, executor);
    });
  };
  plan(ACL_SUCCESS, "", self.Get(), 2, ACL_FLOAT, out.Get());
  plan(kNullptr, "self", nullptr, 2, ACL_FLOAT, out.Get());
  plan(kNullptr, "out", self.Get(), 2, ACL_FLOAT, nullptr);
  plan(kInvalid, "self", Descriptor({4}).Get(), 2, ACL_FLOAT, out.Get());
  plan(kInvalid, "self", Descriptor({2, 2}, ACL_UINT8).Get(), 2, ACL_FLOAT, out.Get());
  plan(kInvalid, "dtype", self.Get(), 2, ACL_FLOAT16, out.Get());
  plan(kInvalid, "size", self.Get(), -1, ACL_FLOAT, out.Get());
  plan(kInvalid, "size", self.Get(), 3, ACL_FLOAT, out.Get());
  plan(kInvalid, "out", self.Get(), 4, ACL_FLOAT, out.Get());
  plan(kInvalid, "out", self.Get(), 2, ACL_DOUBLE, Descriptor({2, 16}, ACL_DOUBLE).Get());
}

}  // namespace
}  // namespace openaclnn::testing
