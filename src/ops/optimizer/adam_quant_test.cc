// SPDX-License-Identifier: Apache-2.0
//
// aclnnApplyAdamWQuant against its formula in float64; and the statuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_apply_adam_w_quant.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr int64_t kBlock = 256;
constexpr double kRate = 0.01;
constexpr double kBeta1 = 0.75;
constexpr double kBeta2 = 0.875;
constexpr double kDecay = 0.125;
constexpr double kEps = 0.0625;
constexpr double kScale = 0.5;
constexpr double kStep = 3;

class AdamQuant : public StatusTest {
 protected:
  static aclnnStatus Run(const std::vector<const DeviceTensor*>& t) {
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnApplyAdamWQuantGetWorkspaceSize(t[0]->Get(), t[1]->Get(), t[2]->Get(), t[3]->Get(),
                                                      t[4]->Get(), t[5]->Get(), t[6]->Get(), t[7]->Get(),
                                                      t[8]->Get(), kRate, kBeta1, kBeta2, kDecay, kEps,
                                                      kScale, "BLOCKWISE", kBlock, size, executor);
        },
        aclnnApplyAdamWQuant);
  }

  Random random_{51};
};

// Every share is within float32's rounding of the entry that is nearest to it.
void ExpectNearest(const Array& entries, const std::vector<double>& moments, const Array& table,
                   const Array& largest) {
  for (size_t i = 0; i < moments.size(); ++i) {
    const double most = largest.values[i / kBlock];
    const double share = most == 0 ? 0 : moments[i] / most;
    double best = INFINITY;
    for (const double entry : table.values) {
      best = std::min(best, std::abs(entry - share));
    }
    EXPECT_LE(std::abs(table.values[static_cast<size_t>(entries.values[i])] - share), best + 1e-6) << i;
  }
}

TEST_F(AdamQuant, EveryTypeShapeAndLayout) {
  for (const Shape& shape : std::vector<Shape>{{17, 256}, {7, 301}, {}, {3, 5, 2}, {0, 4}}) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      const Array var = random_.Uniform(shape, dtype, -1, 1);
      const Array grad = random_.Uniform(shape, dtype, -1, 1);
      const Array m = random_.Integers(shape, ACL_UINT8, 0, 256);
      const Array v = random_.Integers(shape, ACL_UINT8, 0, 256);
      Array tableM = random_.Uniform({256}, ACL_FLOAT, -1, 1);
      Array tableV = random_.Uniform({256}, ACL_FLOAT, 0, 1);
      std::sort(tableM.values.begin(), tableM.values.end());
      std::sort(tableV.values.begin(), tableV.values.end());
      const int64_t blocks = (NumElements(shape) + kBlock - 1) / kBlock;
      const Array largestM = random_.Uniform({blocks}, ACL_FLOAT, 0.5, 2);
      const Array largestV = random_.Uniform({blocks}, ACL_FLOAT, 0.5, 2);
      Array expected = var;
      std::vector<double> means;
      std::vector<double> squares;
      Array newM = Full({blocks}, 0);
      Array newV = newM;
      for (size_t i = 0; i < var.values.size(); ++i) {
        const size_t block = i / kBlock;
        const double g = grad.values[i] * kScale;
        means.push_back(kBeta1 * tableM.values[static_cast<size_t>(m.values[i])] * largestM.values[block] +
                        (1 - kBeta1) * g);
        squares.push_back(kBeta2 * tableV.values[static_cast<size_t>(v.values[i])] * largestV.values[block] +
                          (1 - kBeta2) * g * g);
        expected.values[i] = var.values[i] * (1 - kRate * kDecay) -
                             kRate * (means[i] / (1 - std::pow(kBeta1, kStep))) /
                                 (std::sqrt(squares[i] / (1 - std::pow(kBeta2, kStep))) + kEps);
        newM.values[block] = std::max(newM.values[block], std::abs(means[i]));
        newV.values[block] = std::max(newV.values[block], squares[i]);
      }
      for (const bool transposed : {false, true}) {
        const auto layout = transposed ? Layout::Transposed(shape.size()).WithOffset(3) : Layout();
        const DeviceTensor p(var, dtype, layout);
        const DeviceTensor g(grad, dtype, layout);
        const DeviceTensor a(m, ACL_UINT8, layout);
        const DeviceTensor b(v, ACL_UINT8, layout);
        const DeviceTensor ta(tableM, ACL_FLOAT);
        const DeviceTensor tb(tableV, ACL_FLOAT);
        const DeviceTensor la(largestM, ACL_FLOAT);
        const DeviceTensor lb(largestV, ACL_FLOAT);
        const DeviceTensor step(Full({1}, kStep), transposed ? ACL_FLOAT : ACL_INT64);
        ASSERT_EQ(Run({&p, &g, &a, &b, &ta, &tb, &la, &lb, &step}), ACL_SUCCESS) << LastMessage();
        // A few operations of float32 on numbers of the size of 1.
        EXPECT_TRUE(Near(p.Read(), expected, Tolerance::For(dtype, Full(shape, 1), 4)));
        EXPECT_TRUE(Near(la.Read(), newM, Tolerance::For(ACL_FLOAT, Full({blocks}, 1), 4)));
        EXPECT_TRUE(Near(lb.Read(), newV, Tolerance::For(ACL_FLOAT, Full({blocks}, 1), 4)));
        ExpectNearest(a.Read(), means, tableM, newM);
        ExpectNearest(b.Read(), squares, tableV, newV);
        EXPECT_TRUE(p.CanariesIntact());
        EXPECT_TRUE(a.CanariesIntact());
      }
    }
  }
}

// Of two entries that are as near the lower one; shares beyond the table are its ends; moments of 0 are entry 0's.
TEST_F(AdamQuant, EntriesAtTheBorders) {
  Array table = Full({256}, 0);
  for (size_t i = 0; i < 256; ++i) {
    table.values[i] = static_cast<double>(i) / 512;  // up to 1/2
  }
  const DeviceTensor p(Full({2}, 0), ACL_FLOAT);
  const DeviceTensor g(MakeArray({2}, {8, 8.0 * 3 / 1024}), ACL_FLOAT);  // shares 1 and 3/1024
  const DeviceTensor m(Full({2}, 0), ACL_UINT8);
  const DeviceTensor v(Full({2}, 0), ACL_UINT8);
  const DeviceTensor entries(table, ACL_FLOAT);
  const DeviceTensor la(Full({1}, 1), ACL_FLOAT);
  const DeviceTensor lb(Full({1}, 1), ACL_FLOAT);
  const DeviceTensor step(Full({1}, 1), ACL_INT64);
  ASSERT_EQ(Run({&p, &g, &m, &v, &entries, &entries, &la, &lb, &step}), ACL_SUCCESS) << LastMessage();
  EXPECT_EQ(m.Read().values, (std::vector<double>{255, 1}));
}

TEST_F(AdamQuant, Statuses) {
  const Descriptor var({2, 300});
  const Descriptor half({2, 300}, ACL_FLOAT16);
  const Descriptor bytes({2, 300}, ACL_UINT8);
  const Descriptor table({256});
  const Descriptor largest({3});
  const Descriptor fewer({2});
  const Descriptor step({1}, ACL_INT64);
  const std::vector<const aclTensor*> usual{var.Get(),     var.Get(),     bytes.Get(),
                                            bytes.Get(),   table.Get(),   table.Get(),
                                            largest.Get(), largest.Get(), step.Get()};
  const std::vector<const char*> names{"varRef", "grad",       "mRef",       "vRef", "qmapM",
                                       "qmapV",  "absmaxMRef", "absmaxVRef", "step"};
  const auto expect = [&](aclnnStatus status, const char* said, size_t place, const aclTensor* tensor,
                          const char* mode = nullptr, int64_t size = kBlock) {
    std::vector<aclTensor*> all;
    for (const aclTensor* one : usual) {
      all.push_back(const_cast<aclTensor*>(one));
    }
    all[place] = const_cast<aclTensor*>(tensor);
    ExpectCall("aclnnApplyAdamWQuant", status, said,
               [&](uint64_t* bytesOfWorkspace, aclOpExecutor** executor) {
                 return aclnnApplyAdamWQuantGetWorkspaceSize(all[0], all[1], all[2], all[3], all[4], all[5],
                                                             all[6], all[7], all[8], 0.1, 0.9, 0.99, 0, 1e-8,
                                                             1, mode, size, bytesOfWorkspace, executor);
               });
  };
  expect(ACL_SUCCESS, "", 0, var.Get());
  for (size_t place = 0; place < names.size(); ++place) {
    expect(kNullptr, names[place], place, nullptr);
  }
  for (const size_t place : {1, 2, 3, 4, 5, 6, 7, 8}) {
    expect(kInvalid, names[place], place, half.Get());
  }
  expect(kInvalid, "varRef", 0, bytes.Get());
  expect(kInvalid, "qmapM", 4, largest.Get());
  expect(kInvalid, "absmaxMRef", 6, fewer.Get());
  expect(kInvalid, "step", 8, Descriptor({2}, ACL_INT64).Get());
  expect(kInvalid, "quantModeOptional", 0, var.Get(), "ROWWISE");
  expect(kInvalid, "blockSize", 0, var.Get(), nullptr, 128);
}

}  // namespace
}  // namespace openaclnn::testing
