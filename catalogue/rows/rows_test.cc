// SPDX-License-Identifier: Apache-2.0
//
// Rows that helpers make, of functions that only look at what they are handed: scalars, lists, arrays and
// numbers reach them as their prototypes want them.
#include "catalogue/rows/rows.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "catalogue/model/call.h"
#include "catalogue/model/values.h"
#include "tests/support/device.h"

// What the functions below were handed.
struct Handed {
  std::vector<const void*> objects;
  std::vector<double> numbers;
};
static Handed handed;

static aclnnStatus AcceptedAs(Handed now, uint64_t* workspaceSize) {
  handed = std::move(now);
  *workspaceSize = 64;
  return 0;
}

static aclnnStatus FakeAddGetWorkspaceSize(const aclTensor* self, const aclTensor* other,
                                           const aclScalar* alpha, aclTensor* out, uint64_t* workspaceSize,
                                           aclOpExecutor** /*executor*/) {
  return AcceptedAs({{self, other, alpha, out}, {}}, workspaceSize);
}

static aclnnStatus FakeInplaceAddsGetWorkspaceSize(aclTensor* selfRef, const aclScalar* other,
                                                   const aclScalar* alpha, uint64_t* workspaceSize,
                                                   aclOpExecutor** /*executor*/) {
  return AcceptedAs({{selfRef, other, alpha}, {}}, workspaceSize);
}

static aclnnStatus FakeInplaceCopyGetWorkspaceSize(aclTensor* selfRef, const aclTensor* src,
                                                   uint64_t* workspaceSize, aclOpExecutor** /*executor*/) {
  return AcceptedAs({{selfRef, src}, {}}, workspaceSize);
}

static aclnnStatus FakeCastGetWorkspaceSize(const aclTensor* self, aclDataType dtype, aclTensor* out,
                                            uint64_t* workspaceSize, aclOpExecutor** /*executor*/) {
  return AcceptedAs({{self, out}, {static_cast<double>(dtype)}}, workspaceSize);
}

static aclnnStatus FakeReduceSumGetWorkspaceSize(const aclTensor* self, const aclIntArray* dims,
                                                 bool keepDims, aclDataType dtype, aclTensor* out,
                                                 uint64_t* workspaceSize, aclOpExecutor** /*executor*/) {
  uint64_t count = 0;
  (void)aclGetIntArraySize(dims, &count);
  return AcceptedAs(
      {{self, dims, out}, {static_cast<double>(count), keepDims ? 1.0 : 0.0, static_cast<double>(dtype)}},
      workspaceSize);
}

static aclnnStatus FakeForeachGetWorkspaceSize(const aclTensorList* x, const aclScalarList* scalars,
                                               const aclFloatArray* scales, const aclBoolArray* flags,
                                               double eps, float momentum, int mode, uint64_t seed,
                                               const aclTensorList* out, uint64_t* workspaceSize,
                                               aclOpExecutor** /*executor*/) {
  uint64_t counts[5]{};
  (void)aclGetTensorListSize(x, &counts[0]);
  (void)aclGetScalarListSize(scalars, &counts[1]);
  (void)aclGetFloatArraySize(scales, &counts[2]);
  (void)aclGetBoolArraySize(flags, &counts[3]);
  (void)aclGetTensorListSize(out, &counts[4]);
  Handed now{{x, out},
             {eps, static_cast<double>(momentum), static_cast<double>(mode), static_cast<double>(seed)}};
  now.numbers.insert(now.numbers.end(), counts, counts + 5);
  return AcceptedAs(std::move(now), workspaceSize);
}

static aclnnStatus FakePhaseTwo(void* /*workspace*/, uint64_t /*workspaceSize*/, aclOpExecutor* /*executor*/,
                                aclrtStream /*stream*/) {
  return 0;
}

namespace openaclnn::catalogue {
namespace {

Operator FakeAdd() {
  return Pointwise(
      TwoPhases<&FakeAddGetWorkspaceSize, &FakePhaseTwo>("aclnnAdd"), "sum of two tensors",
      {"out = self + alpha * other"},
      {Input("self", Numbers()), Input("other", Numbers()), Number("alpha", 1), Output("out", Numbers())});
}

Operator FakeInplaceAdds() {
  return Pointwise(TwoPhases<&FakeInplaceAddsGetWorkspaceSize, &FakePhaseTwo>("aclnnInplaceAdds"),
                   "sum of a tensor and a number, in place", {"selfRef = selfRef + alpha * other"},
                   {InPlace("selfRef", Numbers()), Number("other", 2), Number("alpha", 1)});
}

Operator FakeInplaceCopy() {
  return Pointwise(TwoPhases<&FakeInplaceCopyGetWorkspaceSize, &FakePhaseTwo>("aclnnInplaceCopy"), "copy",
                   {"selfRef = src"}, {Output("selfRef", Numbers()), Input("src", Numbers())});
}

Operator FakeCast() {
  return Pointwise(TwoPhases<&FakeCastGetWorkspaceSize, &FakePhaseTwo>("aclnnCast"), "another type",
                   {"out = self"},
                   {Input("self", Numbers()), Type("dtype", "the new type", Numbers()),
                    Output("out", Numbers(), AsAttribute("dtype"))});
}

Operator FakeReduceSum() {
  return Reduction(
      TwoPhases<&FakeReduceSumGetWorkspaceSize, &FakePhaseTwo>("aclnnReduceSum"), "sum",
      {"out = sum of self over dims"},
      {Input("self", Numbers()), Dims("dims"), Flag("keepDims", "keep them with extent 1"),
       Type("dtype", "type of the sum", Numbers()), Output("out", Numbers(), AsAttribute("dtype"))});
}

std::vector<Operator> Fakes() {
  return {FakeAdd(), FakeInplaceAdds(), FakeInplaceCopy(), FakeCast(), FakeReduceSum()};
}

aclTensor* Describe(const TensorSpec& tensor) {
  return aclCreateTensor(tensor.shape.data(), tensor.shape.size(), tensor.dtype, nullptr, 0, ACL_FORMAT_ND,
                         tensor.shape.data(), tensor.shape.size(), nullptr);
}

BoundCall Bind(const Call& call) {
  std::vector<aclTensor*> tensors;
  for (const auto& operand : call.operands) {
    tensors.push_back(Describe(operand.tensor));
  }
  return {call, std::move(tensors)};
}

aclnnStatus Plan(const BoundCall& bound) {
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  return bound.PhaseOne(&size, &executor);
}

TEST(Families, NamesFollowFromFunctions) {
  EXPECT_EQ(NameOfFunction("aclnnInplaceAdds"), "inplace_adds");
  EXPECT_EQ(NameOfFunction("aclnnGridSampler2DBackward"), "grid_sampler2d_backward");
  EXPECT_EQ(NameOfFunction("aclnnAddV3"), "add_v3");
  EXPECT_EQ(OptionName("gradOutput"), "--grad-output");
  EXPECT_EQ(OptionName("HxW"), "--hxw");
}

TEST(Families, BinaryWithAScalar) {
  const Operator add = FakeAdd();
  Arguments arguments;
  arguments.tensors = {{"self", {{{3, 1}, ACL_FLOAT16}}}, {"other", {{{2, 1, 4}, ACL_BF16}}}};
  const Call call = MakeCall(add, arguments);
  ASSERT_EQ(call.operands.size(), 3U);
  EXPECT_EQ(call.operands[2].tensor.shape, (Shape{2, 3, 4}));
  EXPECT_EQ(call.operands[2].tensor.dtype, ACL_FLOAT);
  EXPECT_EQ(call.arguments.ScalarOf("alpha"), (Scalar{ACL_DOUBLE, 1}));
  EXPECT_EQ(MinimalBytes(call), 2U * 3 + 2 * 8 + 4 * 24);
  const BoundCall bound = Bind(call);
  ASSERT_EQ(Plan(bound), 0);
  EXPECT_EQ(handed.objects[0], bound.Tensor(0));
  EXPECT_EQ(handed.objects[1], bound.Tensor(1));
  EXPECT_NE(handed.objects[2], nullptr);
  EXPECT_EQ(handed.objects[3], bound.Tensor(2));
}

TEST(Families, NumbersAreOfATypeThatGoesWithTheTensors) {
  for (const auto& [tensor, number] :
       {std::pair{ACL_FLOAT16, ACL_DOUBLE}, {ACL_INT8, ACL_INT64}, {ACL_BOOL, ACL_BOOL}}) {
    Arguments arguments;
    arguments.tensors = {{"selfRef", {{{4}, tensor}}}};
    const Call call = MakeCall(FakeInplaceAdds(), arguments);
    EXPECT_EQ(call.arguments.ScalarOf("other").dtype, number);
  }
}

TEST(Families, InPlaceIsReadAndWritten) {
  const Operator adds = FakeInplaceAdds();
  EXPECT_EQ(adds.Inputs(), adds.Outputs());
  RandomChoices choices(1, ACL_INT32, 100);
  const Call call = MakeCall(adds, adds.draw(choices));
  ASSERT_EQ(call.operands.size(), 1U);
  EXPECT_TRUE(call.operands[0].IsRead() && call.operands[0].IsWritten());
  EXPECT_EQ(call.operands[0].tensor.dtype, ACL_INT32);
  const BoundCall bound = Bind(call);
  ASSERT_EQ(Plan(bound), 0);
  EXPECT_EQ(handed.objects[0], bound.Tensor(0));
}

TEST(Families, DestinationsAreBroadcastTo) {
  const Operator copy = FakeInplaceCopy();
  for (uint64_t seed = 0; seed < 50; ++seed) {
    RandomChoices choices(seed, ACL_FLOAT, 1000);
    const Call call = MakeCall(copy, copy.draw(choices));
    EXPECT_EQ(Broadcast(call.operands[0].tensor.shape, call.operands[1].tensor.shape),
              call.operands[0].tensor.shape);
    EXPECT_FALSE(call.operands[0].IsRead());
  }
}

TEST(Families, TypesAreAttributes) {
  const Operator cast = FakeCast();
  Arguments arguments;
  arguments.tensors = {{"self", {{{4}, ACL_FLOAT}}}};
  arguments.attributes = {{"dtype", int64_t{ACL_INT8}}};
  const Call call = MakeCall(cast, arguments);
  EXPECT_EQ(call.operands[1].tensor.dtype, ACL_INT8);
  ASSERT_EQ(Plan(Bind(call)), 0);
  EXPECT_EQ(handed.numbers, std::vector<double>{ACL_INT8});
}

TEST(Families, ReductionsDropDims) {
  const Operator sum = FakeReduceSum();
  Arguments arguments;
  arguments.tensors = {{"self", {{{2, 3, 4}, ACL_BF16}}}};
  arguments.attributes = {{"dims", std::vector<int64_t>{0, -1}}, {"keepDims", int64_t{1}}};
  const Call kept = MakeCall(sum, arguments);
  EXPECT_EQ(kept.operands[1].tensor.shape, (Shape{1, 3, 1}));
  EXPECT_EQ(kept.operands[1].tensor.dtype, ACL_BF16);
  ASSERT_EQ(Plan(Bind(kept)), 0);
  EXPECT_EQ(handed.numbers, (std::vector<double>{2, 1, ACL_BF16}));
  arguments.attributes.clear();
  EXPECT_EQ(MakeCall(sum, arguments).operands[1].tensor.shape, Shape());
}

TEST(Families, SamplesAndDrawnCallsAreConsistent) {
  for (const Operator& op : Fakes()) {
    EXPECT_GE(op.samples.size(), 3U) << op.name;
    for (const aclDataType dtype : op.LeadDTypes()) {
      for (const Sample& sample : op.samples) {
        const Call call = MakeCall(op, WithDType(op, sample.arguments, dtype));
        EXPECT_EQ(call.operands.size(), op.Inputs().size() + (op.Outputs() == op.Inputs() ? 0 : 1))
            << op.name;
      }
      for (uint64_t seed = 0; seed < 20; ++seed) {
        RandomChoices choices(seed, dtype, 1000);
        const Call call = MakeCall(op, op.draw(choices));
        for (const auto& operand : call.operands) {
          EXPECT_TRUE(Contains(operand.argument->dtypes, operand.tensor.dtype)) << op.name;
          EXPECT_LE(operand.Elements(), 4000) << op.name;
        }
      }
    }
  }
}

TEST(Families, EveryKindOfArgumentArrives) {
  const DTypes floats = Floats();
  const Operator op = MakeOperator({
      .phases = TwoPhases<&FakeForeachGetWorkspaceSize, &FakePhaseTwo>("aclnnForeach"),
      .summary = "nothing",
      .arguments =
          {
              Input("x", floats),
              {.name = "scalars", .role = Role::kAttribute},
              {.name = "scales", .role = Role::kAttribute},
              {.name = "flags", .role = Role::kAttribute},
              {.name = "eps", .role = Role::kAttribute},
              {.name = "momentum", .role = Role::kAttribute},
              Mode("mode", "mode", {{"first", 7}}),
              {.name = "seed", .role = Role::kAttribute},
              Output("out", floats),
          },
  });
  const std::vector<TensorSpec> three(3, {{2, 2}, ACL_FLOAT});
  Arguments arguments;
  arguments.tensors = {{"x", three}, {"out", three}};
  arguments.attributes = {{"scalars", std::vector<Scalar>{{ACL_INT64, 3}, {ACL_FLOAT16, 0.5}}},
                          {"scales", std::vector<double>{1, 2, 3, 4}},
                          {"flags", std::vector<int64_t>{1}},
                          {"eps", 1e-5},
                          {"momentum", 0.5},
                          {"seed", int64_t{1} << 40}};
  const Call call = MakeCall(op, arguments);
  EXPECT_EQ(call.operands.size(), 6U);
  ASSERT_EQ(Plan(Bind(call)), 0);
  EXPECT_EQ(handed.numbers, (std::vector<double>{1e-5, 0.5, 7, 1099511627776.0, 3, 2, 4, 1, 3}));
}

TEST(Families, RowsThatDoNotFitTheirPrototypeAreRefused) {
  const auto phases = TwoPhases<&FakeCastGetWorkspaceSize, &FakePhaseTwo>("aclnnCast");
  const auto row = [&](std::vector<Argument> arguments) {
    return MakeOperator({.phases = phases, .arguments = std::move(arguments)});
  };
  EXPECT_THROW(row({Input("self", Floats())}), std::logic_error);
  EXPECT_THROW(row({Input("self", Floats()), Input("dtype", Floats()), Output("out", Floats())}),
               std::logic_error);
  EXPECT_THROW(row({Input("self", Floats()), Type("dtype", "", Floats()), Input("out", Floats())}),
               std::logic_error);
  EXPECT_NO_THROW(row({Input("self", Floats()), Type("dtype", "", Floats()), Output("out", Floats())}));
}

// PyTorch's table, but for the unsigned types of several bytes.
TEST(DTypes, Promote) {
  EXPECT_EQ(Promote(ACL_FLOAT16, ACL_INT64), ACL_FLOAT16);
  EXPECT_EQ(Promote(ACL_FLOAT16, ACL_BF16), ACL_FLOAT);
  EXPECT_EQ(Promote(ACL_DOUBLE, ACL_BF16), ACL_DOUBLE);
  EXPECT_EQ(Promote(ACL_UINT8, ACL_INT8), ACL_INT16);
  EXPECT_EQ(Promote(ACL_UINT8, ACL_INT32), ACL_INT32);
  EXPECT_EQ(Promote(ACL_BOOL, ACL_UINT8), ACL_UINT8);
  EXPECT_EQ(Promote(ACL_BOOL, ACL_BOOL), ACL_BOOL);
  EXPECT_EQ(Promote(ACL_UINT32, ACL_UINT32), ACL_UINT32);
  EXPECT_EQ(Promote(ACL_UINT32, ACL_BOOL), ACL_DT_UNDEFINED);
  EXPECT_EQ(PromoteWithScalar(ACL_INT32, ACL_DOUBLE), ACL_FLOAT);
  EXPECT_EQ(PromoteWithScalar(ACL_FLOAT16, ACL_DOUBLE), ACL_FLOAT16);
  EXPECT_EQ(PromoteWithScalar(ACL_BOOL, ACL_INT64), ACL_INT64);
  EXPECT_EQ(PromoteWithScalar(ACL_INT8, ACL_INT64), ACL_INT8);
}

TEST(Values, EncodeRoundsToNearestEvenAndKeepsToTheRange) {
  const auto bytes = [](std::initializer_list<int> numbers) {
    std::vector<std::byte> result;
    for (const int number : numbers) {
      result.push_back(static_cast<std::byte>(number));
    }
    return result;
  };
  EXPECT_EQ(Encode(ACL_BF16, {1.00390625, 1.01171875}), bytes({0x80, 0x3F, 0x82, 0x3F}));
  EXPECT_EQ(Encode(ACL_FLOAT16, {1}), bytes({0x00, 0x3C}));
  EXPECT_EQ(Encode(ACL_INT8, {-200, 3.9, 200}), bytes({0x80, 3, 0x7F}));
  EXPECT_EQ(Encode(ACL_BOOL, {0, 2}), bytes({0, 1}));
}

TEST(Values, IndicesStayBelowTheirBound) {
  const Operator* embedding = FindOperator("embedding_dense_backward");
  ASSERT_NE(embedding, nullptr);
  Arguments arguments;
  arguments.attributes = {{"numWeights", int64_t{5}}};
  std::mt19937_64 random(1);
  for (const double index : DrawValues(embedding->Get("indices"), ACL_INT64, arguments, 1000, random)) {
    EXPECT_TRUE(index >= 0 && index < 5);
  }
  for (const double index : DrawValues(embedding->Get("indices"), ACL_BOOL, arguments, 1000, random)) {
    EXPECT_TRUE(index == 0 || index == 1);
  }
}

}  // namespace
}  // namespace openaclnn::catalogue
