// SPDX-License-Identifier: Apache-2.0
//
// Rotary embeddings against an oracle in float64 that builds the rotated row as the papers write it; their
// gradients against the transposed formula; and the statuses.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "aclnnop/aclnn_apply_rotary_pos_emb.h"
#include "aclnnop/aclnn_apply_rotary_pos_emb_v2.h"
#include "aclnnop/aclnn_interleave_rope.h"
#include "aclnnop/aclnn_rotary_position_embedding.h"
#include "aclnnop/aclnn_rotary_position_embedding_grad.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"

namespace openaclnn::testing {
namespace {

using Row = std::vector<double>;

// r(x), and x as it goes with the cosines.
struct RotatedRow {
  Row plain;
  Row turned;
};

RotatedRow Turn(const Row& x, int64_t mode) {
  const size_t size = x.size();
  const size_t half = size / 2;
  Row even;
  Row odd;
  for (size_t i = 0; i < size; i += 2) {
    even.push_back(x[i]);
    odd.push_back(x[i + 1]);
  }
  RotatedRow row{x, Row(size)};
  for (size_t i = 0; i < size; ++i) {
    switch (mode) {
      case 0:
        row.turned[i] = i < half ? -x[i + half] : x[i - half];
        break;
      case 1:
        row.turned[i] = i % 2 == 0 ? -x[i + 1] : x[i - 1];
        break;
      case 2: {
        const size_t quarter = size / 4;
        row.turned[i] = i / quarter % 2 == 0 ? -x[i + quarter] : x[i - quarter];
        break;
      }
      default:
        row.plain[i] = i < half ? even[i] : odd[i - half];
        row.turned[i] = i < half ? -odd[i] : even[i - half];
        break;
    }
  }
  return row;
}

struct Expectation {
  Array values;
  Array magnitudes;
};

Row RowAt(const Array& array, const Shape& index) {
  Row row;
  Shape place = index;
  for (int64_t i = 0; i < array.shape.back(); ++i) {
    place.back() = i;
    row.push_back(BroadcastAt(array, place));
  }
  return row;
}

Expectation Rotated(const Array& x, const Array& cos, const Array& sin, int64_t mode) {
  Expectation result{Full(x.shape, 0), Full(x.shape, 0)};
  const auto elements = static_cast<size_t>(x.shape.back());
  for (size_t begin = 0; begin < x.values.size(); begin += elements) {
    const Shape index = IndexOf(x.shape, static_cast<int64_t>(begin));
    const RotatedRow row = Turn(RowAt(x, index), mode);
    const Row cosines = RowAt(cos, index);
    const Row sines = RowAt(sin, index);
    for (size_t i = 0; i < elements; ++i) {
      result.values.values[begin + i] = row.plain[i] * cosines[i] + row.turned[i] * sines[i];
      result.magnitudes.values[begin + i] =
          std::abs(row.plain[i] * cosines[i]) + std::abs(row.turned[i] * sines[i]);
    }
  }
  return result;
}

// The gradients of sum(out * dy), by the values of rows of the identity: out is linear in x, cos and sin.
struct Gradients {
  Expectation x;
  Expectation cos;
  Expectation sin;
};

Gradients GradientsOf(const Array& dy, const Array& cos, const Array& sin, const Array& x, int64_t mode) {
  const auto zeros = [](const Array& like) { return Expectation{Full(like.shape, 0), Full(like.shape, 0)}; };
  Gradients result{zeros(x), zeros(cos), zeros(sin)};
  const auto elements = static_cast<size_t>(x.shape.back());
  const auto add = [](Expectation& to, size_t place, double term) {
    to.values.values[place] += term;
    to.magnitudes.values[place] += std::abs(term);
  };
  for (size_t begin = 0; begin < x.values.size(); begin += elements) {
    Shape index = IndexOf(x.shape, static_cast<int64_t>(begin));
    const RotatedRow row = Turn(RowAt(x, index), mode);
    const Row cosines = RowAt(cos, index);
    const Row sines = RowAt(sin, index);
    Shape angles = index;
    for (size_t d = 0; d + 1 < angles.size(); ++d) {
      angles[d] = cos.shape[d] == 1 ? 0 : angles[d];
    }
    for (size_t i = 0; i < elements; ++i) {
      const double gradient = dy.values[begin + i];
      angles.back() = static_cast<int64_t>(i);
      add(result.cos, FlatIndex(cos.shape, angles), gradient * row.plain[i]);
      add(result.sin, FlatIndex(sin.shape, angles), gradient * row.turned[i]);
    }
    for (size_t k = 0; k < elements; ++k) {
      Row unit(elements, 0);
      unit[k] = 1;
      const RotatedRow column = Turn(unit, mode);
      for (size_t i = 0; i < elements; ++i) {
        add(result.x, begin + k, dy.values[begin + i] * column.plain[i] * cosines[i]);
        add(result.x, begin + k, dy.values[begin + i] * column.turned[i] * sines[i]);
      }
    }
  }
  return result;
}

struct Shapes {
  Shape x;
  Shape angles;
};
const std::vector<Shapes> kShapes{
    {{2, 3, 5, 8}, {1, 3, 1, 8}},     {{2, 3, 5, 64}, {2, 3, 5, 64}}, {{4, 1, 3, 12}, {1, 1, 1, 12}},
    {{30, 7, 128}, {30, 1, 128}},     {{3, 4, 1024}, {3, 1, 1024}},   {{2, 1, 2, 1020}, {1, 1, 2, 1020}},
    {{1, 70, 9, 36}, {1, 70, 1, 36}}, {{0, 3, 5, 8}, {1, 3, 1, 8}},   {{2, 3, 5, 0}, {1, 3, 1, 0}},
};

class Rotary : public ::testing::TestWithParam<int64_t> {
 protected:
  Random random_{11};
};

TEST_P(Rotary, EveryTypeShapeAndLayout) {
  const int64_t mode = GetParam();
  for (const Shapes& shapes : kShapes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      const Array x = random_.Normal(shapes.x, dtype, 0, 1);
      const Array cos = random_.Uniform(shapes.angles, dtype, -1, 1);
      const Array sin = random_.Uniform(shapes.angles, dtype, -1, 1);
      const Expectation expected = Rotated(x, cos, sin, mode);
      const size_t rank = shapes.x.size();
      for (const Layout& layout : {Layout::Contiguous(), Layout::Transposed(rank).WithOffset(3),
                                   Layout::Stepped(std::vector<int64_t>(rank, 2))}) {
        const DeviceTensor input(x, dtype, layout);
        const DeviceTensor cosines(cos, dtype, layout);
        const DeviceTensor sines(sin, dtype, layout);
        const DeviceTensor out = DeviceTensor::Output(shapes.x, dtype, layout);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnRotaryPositionEmbeddingGetWorkspaceSize(
                            input.Get(), cosines.Get(), sines.Get(), mode, out.Get(), size, executor);
                      },
                      aclnnRotaryPositionEmbedding),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(out.CanariesIntact());
        EXPECT_TRUE(Near(out.Read(), expected.values, Tolerance::For(dtype, expected.magnitudes)));
        if (mode == 3) {
          const DeviceTensor same = DeviceTensor::Output(shapes.x, dtype, layout);
          ASSERT_EQ(RunTwoPhase(
                        [&](uint64_t* size, aclOpExecutor** executor) {
                          return aclnnInterleaveRopeGetWorkspaceSize(input.Get(), cosines.Get(), sines.Get(),
                                                                     same.Get(), size, executor);
                        },
                        aclnnInterleaveRope),
                    ACL_SUCCESS)
              << LastMessage();
          EXPECT_TRUE(Near(same.Read(), out.Read(), Tolerance::Exact(dtype)));
        }
      }
    }
  }
}

TEST_P(Rotary, OutputOverTheInput) {
  const int64_t mode = GetParam();
  const Array x = random_.Normal({3, 4, 64}, ACL_FLOAT, 0, 1);
  const Array cos = random_.Uniform({3, 1, 64}, ACL_FLOAT, -1, 1);
  const Array sin = random_.Uniform({3, 1, 64}, ACL_FLOAT, -1, 1);
  const Expectation expected = Rotated(x, cos, sin, mode);
  const DeviceTensor both(x, ACL_FLOAT);
  const DeviceTensor cosines(cos, ACL_FLOAT);
  const DeviceTensor sines(sin, ACL_FLOAT);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnRotaryPositionEmbeddingGetWorkspaceSize(both.Get(), cosines.Get(), sines.Get(),
                                                                      mode, both.Get(), size, executor);
                },
                aclnnRotaryPositionEmbedding),
            ACL_SUCCESS);
  EXPECT_TRUE(Near(both.Read(), expected.values, Tolerance::For(ACL_FLOAT, expected.magnitudes)));
}

TEST_P(Rotary, Gradients) {
  const int64_t mode = GetParam();
  for (const Shapes& shapes : kShapes) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      const auto trace = TraceSeed(random_);
      const Array dy = random_.Normal(shapes.x, dtype, 0, 1);
      const Array x = random_.Normal(shapes.x, dtype, 0, 1);
      const Array cos = random_.Uniform(shapes.angles, dtype, -1, 1);
      const Array sin = random_.Uniform(shapes.angles, dtype, -1, 1);
      const Gradients expected = GradientsOf(dy, cos, sin, x, mode);
      const size_t rank = shapes.x.size();
      for (const Layout& layout :
           {Layout::Contiguous(), Layout::Transposed(rank), Layout::Stepped(std::vector<int64_t>(rank, 2))}) {
        const DeviceTensor gradient(dy, dtype, layout);
        const DeviceTensor input(x, dtype, layout);
        const DeviceTensor cosines(cos, dtype, layout);
        const DeviceTensor sines(sin, dtype, layout);
        const DeviceTensor dx = DeviceTensor::Output(shapes.x, dtype, layout);
        const DeviceTensor dcos = DeviceTensor::Output(shapes.angles, dtype, layout);
        const DeviceTensor dsin = DeviceTensor::Output(shapes.angles, dtype, layout);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(
                            gradient.Get(), cosines.Get(), sines.Get(), input.Get(), mode, dx.Get(),
                            dcos.Get(), dsin.Get(), size, executor);
                      },
                      aclnnRotaryPositionEmbeddingGrad),
                  ACL_SUCCESS)
            << LastMessage();
        EXPECT_TRUE(Near(dx.Read(), expected.x.values, Tolerance::For(dtype, expected.x.magnitudes)));
        EXPECT_TRUE(Near(dcos.Read(), expected.cos.values, Tolerance::For(dtype, expected.cos.magnitudes)));
        EXPECT_TRUE(Near(dsin.Read(), expected.sin.values, Tolerance::For(dtype, expected.sin.magnitudes)));
        EXPECT_TRUE(dx.CanariesIntact() && dcos.CanariesIntact() && dsin.CanariesIntact());
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Modes, Rotary, ::testing::Values(0, 1, 2, 3));

TEST(RotaryGradient, WithoutTheRotatedTensorOnlyItsGradientIsWritten) {
  Random random(4);
  const Array dy = random.Normal({3, 4, 64}, ACL_FLOAT, 0, 1);
  const Array cos = random.Uniform({3, 1, 64}, ACL_FLOAT, -1, 1);
  const DeviceTensor gradient(dy, ACL_FLOAT);
  const DeviceTensor cosines(cos, ACL_FLOAT);
  const DeviceTensor dx = DeviceTensor::Output({3, 4, 64}, ACL_FLOAT);
  const DeviceTensor dcos = DeviceTensor::Output({3, 1, 64}, ACL_FLOAT);
  for (aclTensor* sums : {dcos.Get(), static_cast<aclTensor*>(nullptr)}) {
    ASSERT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return aclnnRotaryPositionEmbeddingGradGetWorkspaceSize(
                        gradient.Get(), cosines.Get(), cosines.Get(), nullptr, 0, dx.Get(), sums, sums, size,
                        executor);
                  },
                  aclnnRotaryPositionEmbeddingGrad),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_TRUE(IsUnwritten(dcos.Read().values[0]));
  }
}

// Queries and keys with other numbers of heads, in place, in each mode.
TEST(RotaryApplied, InPlace) {
  Random random(5);
  std::vector<std::string> modes{"half", "interleave", "quarter"};
  for (int64_t mode = -1; mode < 3; ++mode) {
    for (const aclDataType dtype : {ACL_FLOAT, ACL_FLOAT16, ACL_BF16}) {
      for (const int64_t layout : {1, 2, 3, 4}) {
        const bool headsFirst = layout == 3;
        const Shape queryShape = headsFirst ? Shape{2, 6, 5, 24} : Shape{2, 5, 6, 24};
        const Shape keyShape = headsFirst ? Shape{2, 3, 5, 24} : Shape{2, 5, 3, 24};
        const Shape angles = headsFirst ? Shape{2, 1, 5, 24} : Shape{1, 5, 1, 24};
        const Array query = random.Normal(queryShape, dtype, 0, 1);
        const Array key = random.Normal(keyShape, dtype, 0, 1);
        const Array cos = random.Uniform(angles, dtype, -1, 1);
        const Array sin = random.Uniform(angles, dtype, -1, 1);
        const Layout permuted = Layout::Permuted({2, 0, 1, 3});
        const DeviceTensor queryRef(query, dtype, permuted);
        const DeviceTensor keyRef(key, dtype);
        const DeviceTensor cosines(cos, dtype);
        const DeviceTensor sines(sin, dtype);
        const int64_t used = std::max<int64_t>(mode, 0);
        ASSERT_EQ(RunTwoPhase(
                      [&](uint64_t* size, aclOpExecutor** executor) {
                        return mode < 0
                                   ? aclnnApplyRotaryPosEmbGetWorkspaceSize(queryRef.Get(), keyRef.Get(),
                                                                            cosines.Get(), sines.Get(),
                                                                            layout, size, executor)
                                   : aclnnApplyRotaryPosEmbV2GetWorkspaceSize(
                                         queryRef.Get(), keyRef.Get(), cosines.Get(), sines.Get(), layout,
                                         modes[static_cast<size_t>(mode)].data(), size, executor);
                      },
                      mode < 0 ? aclnnApplyRotaryPosEmb : aclnnApplyRotaryPosEmbV2),
                  ACL_SUCCESS)
            << LastMessage();
        for (const auto& [given, result] : {std::pair(&query, &queryRef), std::pair(&key, &keyRef)}) {
          const Expectation expected = Rotated(*given, cos, sin, used);
          EXPECT_TRUE(Near(result->Read(), expected.values, Tolerance::For(dtype, expected.magnitudes)));
          EXPECT_TRUE(result->CanariesIntact());
        }
      }
    }
  }
}

class RotaryChecks : public PhaseOneTest {
 protected:
  aclnnStatus Rotation(const Shape& x, const Shape& cos, const Shape& sin, int64_t mode, const Shape& out,
                       aclDataType cosType = ACL_FLOAT) {
    const Descriptor input(x);
    const Descriptor cosines(cos, cosType);
    const Descriptor sines(sin);
    const Descriptor result(out);
    return Call("aclnnRotaryPositionEmbedding", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnRotaryPositionEmbeddingGetWorkspaceSize(input.Get(), cosines.Get(), sines.Get(), mode,
                                                          result.Get(), size, executor);
    });
  }
};

TEST_F(RotaryChecks, Statuses) {
  const Shape x{2, 3, 4, 8};
  const Shape angles{1, 3, 1, 8};
  EXPECT_EQ(Rotation(x, angles, angles, 0, x), ACL_SUCCESS);
  EXPECT_EQ(Rotation(x, angles, angles, 4, x), kInvalid);
  ExpectMessage({"mode", "from 0 to 3"});
  EXPECT_EQ(Rotation(x, angles, angles, -1, x), kInvalid);
  EXPECT_EQ(Rotation(x, angles, angles, 0, x, ACL_FLOAT16), kInvalid);
  ExpectMessage({"cos", "FLOAT16"});
  EXPECT_EQ(Rotation(x, {1, 3, 2, 8}, {1, 3, 2, 8}, 0, x), kInvalid);
  ExpectMessage({"cos", "[1, 3, 2, 8]"});
  EXPECT_EQ(Rotation(x, {3, 1, 8}, {3, 1, 8}, 0, x), kInvalid);
  EXPECT_EQ(Rotation(x, {1, 3, 1, 1}, {1, 3, 1, 1}, 0, x), kInvalid);
  EXPECT_EQ(Rotation(x, angles, {1, 1, 1, 8}, 0, x), kInvalid);
  ExpectMessage({"sin"});
  EXPECT_EQ(Rotation(x, angles, angles, 0, {2, 3, 4, 4}), kInvalid);
  ExpectMessage({"out"});
  EXPECT_EQ(Rotation({2, 8}, {2, 8}, {2, 8}, 0, {2, 8}), kInvalid);
  ExpectMessage({"x", "3 or 4 dims"});
  EXPECT_EQ(Rotation({2, 3, 7}, {2, 3, 7}, {2, 3, 7}, 0, {2, 3, 7}), kInvalid);
  ExpectMessage({"x", "even"});
  EXPECT_EQ(Rotation({2, 3, 6}, {2, 3, 6}, {2, 3, 6}, 0, {2, 3, 6}), ACL_SUCCESS);
  EXPECT_EQ(Rotation({2, 3, 6}, {2, 3, 6}, {2, 3, 6}, 2, {2, 3, 6}), kInvalid);
  ExpectMessage({"x", "multiple of 4"});
  EXPECT_EQ(Rotation({2, 3, 1026}, {2, 3, 1026}, {2, 3, 1026}, 0, {2, 3, 1026}), kInvalid);
}

TEST_F(RotaryChecks, AppliedInPlace) {
  const Descriptor query({2, 5, 6, 8});
  const Descriptor key({2, 5, 3, 8});
  const Descriptor angles({1, 5, 1, 8});
  const auto apply = [&](int64_t layout, char* mode, const aclTensor* cos) {
    return Call("aclnnApplyRotaryPosEmbV2", [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnApplyRotaryPosEmbV2GetWorkspaceSize(query.Get(), key.Get(), cos, angles.Get(), layout, mode,
                                                      size, executor);
    });
  };
  std::string half = "half";
  std::string other = "interleave-half";
  EXPECT_EQ(apply(1, half.data(), angles.Get()), ACL_SUCCESS);
  EXPECT_EQ(apply(1, nullptr, angles.Get()), kNullptr);
  ExpectMessage({"rotaryMode"});
  EXPECT_EQ(apply(1, other.data(), angles.Get()), kInvalid);
  ExpectMessage({"rotaryMode", "interleave-half"});
  EXPECT_EQ(apply(0, half.data(), angles.Get()), kInvalid);
  ExpectMessage({"layout"});
  EXPECT_EQ(apply(5, half.data(), angles.Get()), kInvalid);
  EXPECT_EQ(apply(1, half.data(), nullptr), kNullptr);
  // Angles of each head go with as many heads of the key.
  EXPECT_EQ(apply(1, half.data(), Descriptor({1, 5, 6, 8}).Get()), kInvalid);
  ExpectMessage({"cos", "[2, 5, 3, 8]"});
}

}  // namespace
}  // namespace openaclnn::testing
