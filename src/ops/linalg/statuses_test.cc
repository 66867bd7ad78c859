// SPDX-License-Identifier: Apache-2.0
//
// What operators on matrices refuse.
#include <gtest/gtest.h>

#include "aclnnop/aclnn_inverse.h"
#include "aclnnop/aclnn_linalg_cholesky.h"
#include "aclnnop/aclnn_linalg_qr.h"
#include "aclnnop/aclnn_logdet.h"
#include "aclnnop/aclnn_qr.h"
#include "aclnnop/aclnn_slogdet.h"
#include "aclnnop/aclnn_svd.h"
#include "aclnnop/aclnn_triangular_solve.h"
#include "tests/support/phase_one.h"

namespace openaclnn::testing {
namespace {

class MatrixChecks : public PhaseOneTest {
 protected:
  Descriptor square{{2, 3, 3}};
  Descriptor doubles{{2, 3, 3}, ACL_DOUBLE};
  Descriptor integers{{2, 3, 3}, ACL_INT32};
  Descriptor complex{{2, 3, 3}, ACL_COMPLEX64};
  Descriptor tall{{2, 4, 3}};
  Descriptor vector{{3}};
  Descriptor batch{{2}};
  Descriptor batchOfDoubles{{2}, ACL_DOUBLE};
  Descriptor none{{0}};

  // Of an operator with one input and one output, named `out`.
  template <typename PhaseOne>
  void ExpectRefusals(const char* name, const PhaseOne& phaseOne, aclTensor* out, aclTensor* outOfDoubles) {
    const auto plan = [&](const aclTensor* self, aclTensor* result) {
      return Call(name, [&](uint64_t* size, aclOpExecutor** executor) {
        return phaseOne(self, result, size, executor);
      });
    };
    EXPECT_EQ(plan(square.Get(), out), ACL_SUCCESS);
    EXPECT_EQ(plan(nullptr, out), kNullptr);
    ExpectMessage({"self"});
    EXPECT_EQ(plan(square.Get(), nullptr), kNullptr);
    ExpectMessage({"out"});
    EXPECT_EQ(plan(integers.Get(), out), kInvalid);
    ExpectMessage({"self", "INT32"});
    EXPECT_EQ(plan(square.Get(), outOfDoubles), kInvalid);
    ExpectMessage({"out", "DOUBLE"});
    EXPECT_EQ(plan(vector.Get(), out), kInvalid);
    ExpectMessage({"self", "2 to 8 dims"});
    EXPECT_EQ(plan(tall.Get(), out), kInvalid);
    ExpectMessage({"self", "[2, 4, 3]"});
    EXPECT_EQ(plan(square.Get(), tall.Get()), kInvalid);
    ExpectMessage({"out", "[2, 4, 3]"});
  }
};

TEST_F(MatrixChecks, OneResult) {
  ExpectRefusals("aclnnInverse", aclnnInverseGetWorkspaceSize, square.Get(), doubles.Get());
  ExpectRefusals("aclnnLogdet", aclnnLogdetGetWorkspaceSize, batch.Get(), batchOfDoubles.Get());
  ExpectRefusals(
      "aclnnLinalgCholesky",
      [](const aclTensor* self, aclTensor* out, uint64_t* size, aclOpExecutor** executor) {
        return aclnnLinalgCholeskyGetWorkspaceSize(self, true, out, size, executor);
      },
      square.Get(), doubles.Get());
}

TEST_F(MatrixChecks, Slogdet) {
  const auto plan = [&](const aclTensor* self, aclTensor* sign, aclTensor* log) {
    return Call("aclnnSlogdet", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSlogdetGetWorkspaceSize(self, sign, log, size, executor);
    });
  };
  EXPECT_EQ(plan(square.Get(), batch.Get(), batch.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, batch.Get(), batch.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(plan(square.Get(), nullptr, batch.Get()), kNullptr);
  ExpectMessage({"signOut"});
  EXPECT_EQ(plan(square.Get(), batch.Get(), nullptr), kNullptr);
  ExpectMessage({"logOut"});
  EXPECT_EQ(plan(square.Get(), batch.Get(), batchOfDoubles.Get()), kInvalid);
  ExpectMessage({"logOut", "DOUBLE"});
  EXPECT_EQ(plan(square.Get(), vector.Get(), batch.Get()), kInvalid);
  ExpectMessage({"signOut", "[3]"});
}

TEST_F(MatrixChecks, TriangularSolve) {
  const auto plan = [&](const aclTensor* self, const aclTensor* a, aclTensor* x, aclTensor* m) {
    return Call("aclnnTriangularSolve", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnTriangularSolveGetWorkspaceSize(self, a, false, false, false, x, m, size, executor);
    });
  };
  EXPECT_EQ(plan(square.Get(), square.Get(), square.Get(), square.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, square.Get(), square.Get(), square.Get()), kNullptr);
  ExpectMessage({"self"});
  EXPECT_EQ(plan(square.Get(), nullptr, square.Get(), square.Get()), kNullptr);
  ExpectMessage({"A"});
  EXPECT_EQ(plan(square.Get(), square.Get(), nullptr, square.Get()), kNullptr);
  ExpectMessage({"xOut"});
  EXPECT_EQ(plan(square.Get(), square.Get(), square.Get(), nullptr), kNullptr);
  ExpectMessage({"mOut"});
  EXPECT_EQ(plan(integers.Get(), integers.Get(), integers.Get(), integers.Get()), kInvalid);
  ExpectMessage({"self", "INT32"});
  EXPECT_EQ(plan(square.Get(), doubles.Get(), square.Get(), square.Get()), kInvalid);
  ExpectMessage({"A", "DOUBLE"});
  EXPECT_EQ(plan(square.Get(), square.Get(), doubles.Get(), square.Get()), kInvalid);
  ExpectMessage({"xOut", "DOUBLE"});
  EXPECT_EQ(plan(square.Get(), square.Get(), square.Get(), complex.Get()), kInvalid);
  ExpectMessage({"mOut", "COMPLEX64"});
  EXPECT_EQ(plan(vector.Get(), square.Get(), square.Get(), square.Get()), kInvalid);
  ExpectMessage({"self", "2 to 8 dims"});
  EXPECT_EQ(plan(square.Get(), tall.Get(), square.Get(), square.Get()), kInvalid);
  ExpectMessage({"A", "as many rows as columns"});
  EXPECT_EQ(plan(tall.Get(), square.Get(), tall.Get(), square.Get()), kInvalid);
  ExpectMessage({"self", "rows of A"});
  const Descriptor three({3, 3, 3});
  EXPECT_EQ(plan(three.Get(), square.Get(), three.Get(), three.Get()), kInvalid);
  ExpectMessage({"A", "broadcasts"});
  EXPECT_EQ(plan(square.Get(), square.Get(), tall.Get(), square.Get()), kInvalid);
  ExpectMessage({"xOut", "[2, 4, 3]"});
  EXPECT_EQ(plan(square.Get(), square.Get(), square.Get(), tall.Get()), kInvalid);
  ExpectMessage({"mOut", "[2, 4, 3]"});
}

TEST_F(MatrixChecks, Qr) {
  for (const bool classic : {false, true}) {
    const auto plan = [&](const aclTensor* self, int64_t mode, aclTensor* q, aclTensor* r) {
      return Call(classic ? "aclnnQr" : "aclnnLinalgQr", [&](uint64_t* size, aclOpExecutor** executor) {
        return classic ? aclnnQrGetWorkspaceSize(self, mode == 0, q, r, size, executor)
                       : aclnnLinalgQrGetWorkspaceSize(self, mode, q, r, size, executor);
      });
    };
    const Descriptor whole({2, 4, 4});
    EXPECT_EQ(plan(tall.Get(), 0, tall.Get(), square.Get()), ACL_SUCCESS);
    EXPECT_EQ(plan(tall.Get(), 1, whole.Get(), tall.Get()), ACL_SUCCESS);
    EXPECT_EQ(plan(nullptr, 0, tall.Get(), square.Get()), kNullptr);
    ExpectMessage({"self"});
    EXPECT_EQ(plan(tall.Get(), 0, nullptr, square.Get()), kNullptr);
    ExpectMessage({"Q"});
    EXPECT_EQ(plan(tall.Get(), 0, tall.Get(), nullptr), kNullptr);
    ExpectMessage({"R"});
    EXPECT_EQ(plan(integers.Get(), 0, tall.Get(), square.Get()), kInvalid);
    ExpectMessage({"self", "INT32"});
    EXPECT_EQ(plan(tall.Get(), 0, doubles.Get(), square.Get()), kInvalid);
    ExpectMessage({"Q", "DOUBLE"});
    EXPECT_EQ(plan(vector.Get(), 0, tall.Get(), square.Get()), kInvalid);
    ExpectMessage({"self", "2 to 8 dims"});
    EXPECT_EQ(plan(tall.Get(), 0, whole.Get(), square.Get()), kInvalid);
    ExpectMessage({"Q", "[2, 4, 4]"});
    EXPECT_EQ(plan(tall.Get(), 0, tall.Get(), tall.Get()), kInvalid);
    ExpectMessage({"R", "[2, 4, 3]"});
    if (!classic) {
      EXPECT_EQ(plan(tall.Get(), 2, none.Get(), square.Get()), ACL_SUCCESS);
      EXPECT_EQ(plan(tall.Get(), 2, tall.Get(), square.Get()), kInvalid);
      ExpectMessage({"Q", "no elements"});
      EXPECT_EQ(plan(tall.Get(), 3, tall.Get(), square.Get()), kInvalid);
      ExpectMessage({"mode", "3"});
    }
  }
}

TEST_F(MatrixChecks, Svd) {
  const Descriptor values({2, 3});
  const Descriptor valuesOfDoubles({2, 3}, ACL_DOUBLE);
  const Descriptor whole({2, 4, 4});
  const auto plan = [&](const aclTensor* input, bool full, bool vectors, aclTensor* sigma, aclTensor* u,
                        aclTensor* v) {
    return Call("aclnnSvd", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnSvdGetWorkspaceSize(input, full, vectors, sigma, u, v, size, executor);
    });
  };
  EXPECT_EQ(plan(tall.Get(), false, true, values.Get(), tall.Get(), square.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(tall.Get(), true, true, values.Get(), whole.Get(), square.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(tall.Get(), true, false, values.Get(), nullptr, nullptr), ACL_SUCCESS);
  EXPECT_EQ(plan(tall.Get(), true, false, values.Get(), none.Get(), none.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(tall.Get(), true, false, values.Get(), doubles.Get(), none.Get()), kInvalid);
  ExpectMessage({"u", "DOUBLE"});
  EXPECT_EQ(plan(complex.Get(), false, true, values.Get(), complex.Get(), complex.Get()), ACL_SUCCESS);
  EXPECT_EQ(plan(nullptr, false, true, values.Get(), tall.Get(), square.Get()), kNullptr);
  ExpectMessage({"input"});
  EXPECT_EQ(plan(tall.Get(), false, true, nullptr, tall.Get(), square.Get()), kNullptr);
  ExpectMessage({"sigma"});
  EXPECT_EQ(plan(tall.Get(), false, true, values.Get(), nullptr, square.Get()), kNullptr);
  ExpectMessage({"u"});
  EXPECT_EQ(plan(tall.Get(), false, true, values.Get(), tall.Get(), nullptr), kNullptr);
  ExpectMessage({"v"});
  EXPECT_EQ(plan(integers.Get(), false, true, values.Get(), tall.Get(), square.Get()), kInvalid);
  ExpectMessage({"input", "INT32"});
  EXPECT_EQ(plan(tall.Get(), false, true, valuesOfDoubles.Get(), tall.Get(), square.Get()), kInvalid);
  ExpectMessage({"sigma", "DOUBLE"});
  EXPECT_EQ(plan(vector.Get(), false, true, values.Get(), tall.Get(), square.Get()), kInvalid);
  ExpectMessage({"input", "2 to 8 dims"});
  EXPECT_EQ(plan(tall.Get(), false, true, vector.Get(), tall.Get(), square.Get()), kInvalid);
  ExpectMessage({"sigma", "[3]"});
  EXPECT_EQ(plan(tall.Get(), false, true, values.Get(), whole.Get(), square.Get()), kInvalid);
  ExpectMessage({"u", "[2, 4, 4]"});
  EXPECT_EQ(plan(tall.Get(), false, true, values.Get(), tall.Get(), tall.Get()), kInvalid);
  ExpectMessage({"v", "[2, 4, 3]"});
  EXPECT_EQ(plan(square.Get(), false, true, values.Get(), square.Get(), doubles.Get()), kInvalid);
  ExpectMessage({"v", "DOUBLE"});
}

}  // namespace
}  // namespace openaclnn::testing
