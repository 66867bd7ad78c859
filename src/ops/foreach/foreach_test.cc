// SPDX-License-Identifier: Apache-2.0
//
// Operators on lists against an oracle in float64, or in exact integers, over types, shapes and layouts; and
// the statuses that they share.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "tests/support/compare.h"
#include "tests/support/half.h"
#include "tests/support/phase_one.h"
#include "tests/support/random.h"
#include "tests/support/scalar.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {
namespace {

// What phase one of any of these operators may be given.
struct Given {
  const aclTensorList* a;
  const aclTensorList* b;
  const aclTensorList* c;
  const aclScalar* scalar;
  const aclScalarList* scalars;
  const aclTensor* tensor;
  aclTensorList* out;
  uint64_t* size;
  aclOpExecutor** executor;
};

// Where the number s comes from.
enum class Number { kNone, kScalar, kScalars, kTensor, kTensorEach };

struct Operation {
  const char* name;
  size_t lists;
  Number number;
  bool integers;
  double (*formula)(double a, double b, double c, double s);
  aclnnStatus (*phaseOne)(const Given&);
  PhaseTwo phaseTwo;
};

#define UNARY(name, integers, formula)                                                   \
  {                                                                                      \
#name, 1, Number::kNone, integers,                                                     \
   [](double a, double, double, double) -> double { return formula; },                    \
   [](const Given& x) {                                                                   \
     return aclnnForeach##name##GetWorkspaceSize(x.a, x.out, x.size, x.executor);         \
   },                                                                                     \
   aclnnForeach##name \
  }
#define WITH_NUMBER(name, member, kind, integers, formula)                               \
  {                                                                                      \
#name, 1, Number::kind, integers,                                                      \
   [](double a, double, double, double s) -> double { return formula; },                  \
   [](const Given& x) {                                                                   \
     return aclnnForeach##name##GetWorkspaceSize(x.a, x.member, x.out, x.size, x.executor); \
   },                                                                                     \
   aclnnForeach##name \
  }
#define BINARY(name, integers, formula)                                                  \
  {                                                                                      \
#name, 2, Number::kNone, integers,                                                     \
   [](double a, double b, double, double) -> double { return formula; },                  \
   [](const Given& x) {                                                                   \
     return aclnnForeach##name##GetWorkspaceSize(x.a, x.b, x.out, x.size, x.executor);    \
   },                                                                                     \
   aclnnForeach##name \
  }
#define BINARY_SCALAR(name, integers, formula)                                           \
  {                                                                                      \
#name, 2, Number::kScalar, integers,                                                   \
   [](double a, double b, double, double s) -> double { return formula; },                \
   [](const Given& x) {                                                                   \
     return aclnnForeach##name##GetWorkspaceSize(x.a, x.b, x.scalar, x.out, x.size, x.executor); \
   },                                                                                     \
   aclnnForeach##name \
  }
#define TERNARY(name, member, kind, integers, formula)                                   \
  {                                                                                      \
#name, 3, Number::kind, integers,                                                      \
   [](double a, double b, double c, double s) -> double { return formula; },              \
   [](const Given& x) {                                                                   \
     return aclnnForeach##name##GetWorkspaceSize(x.a, x.b, x.c, x.member, x.out, x.size, x.executor); \
   },                                                                                     \
   aclnnForeach##name \
  }

const std::vector<Operation> kOperations{
    UNARY(Abs, true, std::fabs(a)),
    BINARY_SCALAR(AddListV2, true, a + s * b),
    WITH_NUMBER(AddScalarList, scalars, kScalars, true, a + s),
    WITH_NUMBER(AddScalarV2, scalar, kScalar, true, a + s),
    TERNARY(AddcdivList, tensor, kTensorEach, false, a + s * b / c),
    TERNARY(AddcdivScalarList, scalars, kScalars, false, a + s * b / c),
    TERNARY(AddcdivScalarV2, scalar, kScalar, false, a + s * b / c),
    TERNARY(AddcmulList, tensor, kTensorEach, true, a + s * b * c),
    TERNARY(AddcmulScalarList, scalars, kScalars, true, a + s * b * c),
    TERNARY(AddcmulScalarV2, scalar, kScalar, true, a + s * b * c),
    UNARY(Copy, true, a),
    BINARY(DivList, false, a / b),
    WITH_NUMBER(DivScalarList, scalars, kScalars, false, a / s),
    WITH_NUMBER(DivScalarV2, scalar, kScalar, false, a / s),
    {"LerpList", 3, Number::kNone, false,
     [](double a, double b, double c, double) -> double { return a + c * (b - a); },
     [](const Given& x) {
       return aclnnForeachLerpListGetWorkspaceSize(x.a, x.b, x.c, x.out, x.size, x.executor);
     },
     aclnnForeachLerpList},
    BINARY_SCALAR(LerpScalar, false, a + s * (b - a)),
    BINARY(MaximumList, true, std::fmax(a, b)),
    WITH_NUMBER(MaximumScalarList, scalars, kScalars, true, std::fmax(a, s)),
    WITH_NUMBER(MaximumScalarV2, scalar, kScalar, true, std::fmax(a, s)),
    BINARY(MinimumList, true, std::fmin(a, b)),
    WITH_NUMBER(MinimumScalarList, scalars, kScalars, true, std::fmin(a, s)),
    WITH_NUMBER(MinimumScalarV2, scalar, kScalar, true, std::fmin(a, s)),
    BINARY(MulList, true, a* b),
    WITH_NUMBER(MulScalar, tensor, kTensor, true, a* s),
    WITH_NUMBER(MulScalarList, scalars, kScalars, true, a* s),
    WITH_NUMBER(MulScalarV2, scalar, kScalar, true, a* s),
    UNARY(Neg, true, -a),
    UNARY(Reciprocal, false, 1 / a),
    UNARY(Sqrt, false, std::sqrt(a)),
    BINARY_SCALAR(SubListV2, true, a - s * b),
    WITH_NUMBER(SubScalarList, scalars, kScalars, true, a - s),
    WITH_NUMBER(SubScalarV2, scalar, kScalar, true, a - s),
};

class ScalarList {
 public:
  explicit ScalarList(const std::vector<Scalar>& scalars) {
    std::vector<const aclScalar*> copies;
    for (const Scalar& scalar : scalars) {
      copies.push_back(scalar.Copy());
    }
    list_ = aclCreateScalarList(copies.data(), copies.size());
  }
  ScalarList(const ScalarList&) = delete;
  ScalarList& operator=(const ScalarList&) = delete;
  ~ScalarList() { (void)aclDestroyScalarList(list_); }

  [[nodiscard]] const aclScalarList* Get() const { return list_; }

 private:
  aclScalarList* list_;
};

struct TensorOfList {
  Shape shape;
  aclDataType dtype;
  Layout layout{};
};

class Foreach : public ::testing::TestWithParam<Operation> {
 protected:
  // One call on lists of such tensors, in place or not, compared with the oracle.
  void Expect(const std::vector<TensorOfList>& tensors, bool inPlace = false) {
    const Operation& operation = GetParam();
    const auto trace = TraceSeed(random_);
    std::vector<std::vector<Array>> values(3);
    std::vector<std::vector<DeviceTensor>> inputs(3);
    std::vector<DeviceTensor> outs;
    std::vector<Scalar> scalars;
    std::vector<double> numbers;
    const bool each = operation.number == Number::kScalars || operation.number == Number::kTensorEach;
    for (const TensorOfList& one : tensors) {
      const bool whole = !IsFloating(one.dtype);
      for (size_t list = 0; list < 3; ++list) {
        // Away from zero, so that sums do not cancel, and quotients and roots are tame.
        const bool small = one.dtype == ACL_INT8 || one.dtype == ACL_UINT8;
        values[list].push_back(whole ? random_.Integers(one.shape, one.dtype, 1, small ? 100 : 1000)
                                     : random_.Uniform(one.shape, one.dtype, 0.5, 4));
        inputs[list].emplace_back(values[list].back(), one.dtype, list == 2 ? Layout() : one.layout);
      }
      outs.push_back(DeviceTensor::Output(one.shape, one.dtype, one.layout));
      numbers.push_back(each ? static_cast<double>(numbers.size() % 3) + 1 : 2);
      scalars.emplace_back(numbers.back(), whole                     ? ACL_INT64
                                           : numbers.size() % 2 == 0 ? ACL_INT64
                                                                     : ACL_DOUBLE);
    }
    const bool whole = !IsFloating(tensors.front().dtype);
    const std::vector<DeviceTensor>& written = inPlace ? inputs[0] : outs;
    const TensorList a = TensorList::Of(inputs[0]);
    const TensorList b = TensorList::Of(inputs[1]);
    const TensorList c = TensorList::Of(inputs[2]);
    const TensorList out = TensorList::Of(written);
    const ScalarList scalarList(scalars);
    const Scalar scalar(2, whole ? ACL_INT64 : ACL_DOUBLE);
    const Array device = each ? Array{{static_cast<int64_t>(numbers.size())}, numbers} : Array{{1}, {2}};
    const DeviceTensor tensor(device, whole ? ACL_INT32 : ACL_FLOAT);
    const aclnnStatus status = RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return operation.phaseOne({a.Get(), b.Get(), c.Get(), scalar.Get(), scalarList.Get(), tensor.Get(),
                                     out.Get(), size, executor});
        },
        operation.phaseTwo);
    ASSERT_EQ(status, ACL_SUCCESS) << LastMessage();
    for (size_t k = 0; k < tensors.size(); ++k) {
      Array expected{tensors[k].shape, {}};
      Array magnitudes = expected;
      for (size_t i = 0; i < values[0][k].values.size(); ++i) {
        const double first = values[0][k].values[i];
        const double second = values[1][k].values[i];
        const double third = values[2][k].values[i];
        const double result = operation.formula(first, second, third, numbers[k]);
        expected.values.push_back(
            IsFloating(tensors[k].dtype)
                ? result
                : static_cast<double>(WrapTo(tensors[k].dtype, static_cast<int64_t>(result))));
        magnitudes.values.push_back(first + numbers[k] * second * third);
      }
      // Two roundings to float32 of terms of this magnitude, and one of the result.
      const Tolerance tolerance = !IsFloating(tensors[k].dtype)
                                      ? Tolerance::Exact(tensors[k].dtype)
                                      : Tolerance::For(tensors[k].dtype, magnitudes, 2);
      EXPECT_TRUE(Near(written[k].Read(), expected, tolerance)) << k;
      EXPECT_TRUE(written[k].CanariesIntact()) << k;
    }
  }

 private:
  Random random_{31};
};

INSTANTIATE_TEST_SUITE_P(Operators, Foreach, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

std::vector<aclDataType> DtypesOf(const Operation& operation) {
  std::vector<aclDataType> dtypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};
  if (operation.integers) {
    dtypes.push_back(ACL_INT32);
  }
  for (const char* small : {"AddListV2", "SubListV2", "MulList", "AddScalarV2", "Neg"}) {
    if (operation.name == std::string_view(small)) {
      dtypes.insert(dtypes.end(), {ACL_INT16, ACL_INT8, ACL_UINT8});
    }
  }
  return dtypes;
}

TEST_P(Foreach, MixedShapesOfEveryType) {
  for (const aclDataType dtype : DtypesOf(GetParam())) {
    SCOPED_TRACE(dtype);
    const std::vector<TensorOfList> tensors{{{3, 70}, dtype},    {{}, dtype},  {{0, 4}, dtype},
                                            {{16400}, dtype},    {{1}, dtype}, {{2, 3, 4, 5}, dtype},
                                            {{17, 1, 9}, dtype}, {{0}, dtype}, {{5}, dtype}};
    Expect(tensors);
    Expect(tensors, true);
  }
}

TEST_P(Foreach, MixedTypes) {
  Expect({{{30}, ACL_FLOAT}, {{7, 5}, ACL_FLOAT16}, {{2000}, ACL_BF16}, {{3}, ACL_FLOAT}});
}

TEST_P(Foreach, Layouts) {
  Expect({{{30, 20}, ACL_FLOAT, Layout::Transposed(2)},
          {{5, 6, 7}, ACL_FLOAT, Layout::Stepped({1, 2, 3})},
          {{600, 50}, ACL_FLOAT, Layout::Offset(3)},
          {{2, 3, 4, 5}, ACL_FLOAT, Layout::Permuted({2, 0, 3, 1})}});
}

TEST_P(Foreach, ManyTensors) {
  std::vector<TensorOfList> tensors;
  for (int64_t k = 0; k < 100; ++k) {
    tensors.push_back({{1 + k % 7, 1 + k % 11}, ACL_FLOAT});
  }
  Expect(tensors, true);
}

TEST_P(Foreach, EmptyLists) {
  const Operation& operation = GetParam();
  const TensorList none(std::vector<const aclTensor*>{});
  const ScalarList numbers({});
  const Scalar number(2, ACL_INT64);
  const DeviceTensor one(Array{{operation.number == Number::kTensor ? 1 : 0},
                               std::vector<double>(operation.number == Number::kTensor ? 1 : 0)},
                         ACL_FLOAT);
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return operation.phaseOne({none.Get(), none.Get(), none.Get(), number.Get(), numbers.Get(),
                                             one.Get(), none.Get(), size, executor});
                },
                operation.phaseTwo),
            ACL_SUCCESS)
      << LastMessage();
}

class ForeachStatus : public PhaseOneTest, public ::testing::WithParamInterface<Operation> {
 protected:
  using Tensors = std::vector<const aclTensor*>;

  aclnnStatus Try(const Tensors& a, const Tensors& others, const Tensors& out) {
    const TensorList first(a);
    const TensorList second(others);
    const TensorList third(out);
    return TryLists(first.Get(), second.Get(), third.Get());
  }

  aclnnStatus TryLists(const aclTensorList* a, const aclTensorList* others, aclTensorList* out) {
    const Operation& operation = GetParam();
    const Scalar number(2, ACL_INT64);
    std::vector<Scalar> two;
    two.emplace_back(2, ACL_INT64);
    two.emplace_back(3, ACL_INT64);
    const ScalarList numbers(two);
    const Descriptor tensor(operation.number == Number::kTensor ? Shape{1} : Shape{2});
    return Call(operation.name, [&](uint64_t* size, aclOpExecutor** executor) {
      return operation.phaseOne(
          {a, others, others, number.Get(), numbers.Get(), tensor.Get(), out, size, executor});
    });
  }

  const Descriptor x{Shape{2, 3}};
  const Descriptor y{Shape{4}};
};

INSTANTIATE_TEST_SUITE_P(Operators, ForeachStatus, ::testing::ValuesIn(kOperations),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(ForeachStatus, AcceptsTheValidCall) {
  EXPECT_EQ(Try({x.Get(), y.Get()}, {x.Get(), y.Get()}, {x.Get(), y.Get()}), ACL_SUCCESS);
}

TEST_P(ForeachStatus, NullListsAndElements) {
  const TensorList both({x.Get(), y.Get()});
  EXPECT_EQ(TryLists(nullptr, both.Get(), both.Get()), kNullptr);
  EXPECT_EQ(TryLists(both.Get(), both.Get(), nullptr), kNullptr);
  EXPECT_EQ(Try({x.Get(), nullptr}, {x.Get(), y.Get()}, {x.Get(), y.Get()}), kNullptr);
  ExpectMessage({"[1]", "null"});
  if (GetParam().lists > 1) {
    EXPECT_EQ(Try({x.Get(), y.Get()}, {nullptr, y.Get()}, {x.Get(), y.Get()}), kNullptr);
    ExpectMessage({"x2[0]", "null"});
  }
}

TEST_P(ForeachStatus, LengthsThatDiffer) {
  EXPECT_EQ(Try({x.Get(), y.Get()}, {x.Get(), y.Get()}, {x.Get()}), kInvalid);
  ExpectMessage({"as many tensors", "1 for 2"});
}

TEST_P(ForeachStatus, ShapesAndTypesThatDiffer) {
  EXPECT_EQ(Try({x.Get(), y.Get()}, {x.Get(), y.Get()}, {x.Get(), x.Get()}), kInvalid);
  ExpectMessage({"[1]", "[4]", "[2, 3]"});
  const Descriptor text(Shape{4}, ACL_STRING);
  EXPECT_EQ(Try({x.Get(), text.Get()}, {x.Get(), text.Get()}, {x.Get(), text.Get()}), kInvalid);
  ExpectMessage({"[1]", "STRING"});
  if (std::string(GetParam().name) != "Copy") {
    const Descriptor half(Shape{4}, ACL_FLOAT16);
    EXPECT_EQ(Try({x.Get(), y.Get()}, {x.Get(), y.Get()}, {x.Get(), half.Get()}), kInvalid);
    ExpectMessage({"out[1]", "FLOAT16"});
  }
}

TEST_P(ForeachStatus, OutputsThatOverlapThemselves) {
  const Shape strides{0, 1};
  const Descriptor expanded(Shape{2, 3}, strides.data(), 0, Shape{3});
  EXPECT_EQ(Try({x.Get(), y.Get()}, {x.Get(), y.Get()}, {expanded.Get(), y.Get()}), kInvalid);
  ExpectMessage({"[0]", "without two elements in one place"});
}

// Numbers that INT32 does not hold, and lists of numbers of another length.
TEST(ForeachNumbers, Fit) {
  const Descriptor x(Shape{3}, ACL_INT32);
  const TensorList one({x.Get()});
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  const Scalar fraction(2, ACL_DOUBLE);
  EXPECT_EQ(aclnnForeachAddScalarV2GetWorkspaceSize(one.Get(), fraction.Get(), one.Get(), &size, &executor),
            kInvalid);
  EXPECT_NE(RecentMessage().find("DOUBLE for INT32"), std::string::npos);
  std::vector<Scalar> two;
  two.emplace_back(2, ACL_INT64);
  two.emplace_back(3, ACL_INT64);
  const ScalarList numbers(two);
  EXPECT_EQ(aclnnForeachMulScalarListGetWorkspaceSize(one.Get(), numbers.Get(), one.Get(), &size, &executor),
            kInvalid);
  EXPECT_NE(RecentMessage().find("2 for 1"), std::string::npos);
}

TEST(ForeachZero, OverwritesWhateverWasThere) {
  std::vector<DeviceTensor> tensors;
  for (const aclDataType dtype : {ACL_FLOAT, ACL_BF16, ACL_INT64, ACL_BOOL, ACL_DOUBLE}) {
    tensors.emplace_back(Full({5, 7}, dtype == ACL_FLOAT ? std::nan("") : 1), dtype, Layout::Transposed(2));
  }
  const TensorList list = TensorList::Of(tensors);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachZeroInplaceGetWorkspaceSize(list.Get(), size, executor);
                },
                aclnnForeachZeroInplace),
            ACL_SUCCESS)
      << LastMessage();
  for (const DeviceTensor& tensor : tensors) {
    EXPECT_EQ(tensor.Read().values, std::vector<double>(35, 0.0));
  }
}

TEST(ForeachCopy, Converts) {
  const std::vector<double> values{-1.5, 2, 3.25};
  std::vector<DeviceTensor> from;
  from.emplace_back(Array{{3}, values}, ACL_FLOAT);
  std::vector<DeviceTensor> to;
  to.push_back(DeviceTensor::Output({3}, ACL_INT64));
  const TensorList src = TensorList::Of(from);
  const TensorList dst = TensorList::Of(to);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachCopyGetWorkspaceSize(src.Get(), dst.Get(), size, executor);
                },
                aclnnForeachCopy),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(to[0].Read().values, (std::vector<double>{-1, 2, 3}));
}

// An output that is another input than its own: as if it had memory of its own.
TEST(ForeachLists, OutputsAcrossInputsAreStaged) {
  std::vector<DeviceTensor> tensors;
  tensors.emplace_back(Full({3000}, 1), ACL_FLOAT);
  tensors.emplace_back(Full({3000}, 5), ACL_FLOAT);
  const TensorList x = TensorList::Of(tensors);
  const TensorList swapped({tensors[1].Get(), tensors[0].Get()});
  const Scalar number(2, ACL_DOUBLE);
  ASSERT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachMulScalarV2GetWorkspaceSize(x.Get(), number.Get(), swapped.Get(), size,
                                                                 executor);
                },
                aclnnForeachMulScalarV2),
            ACL_SUCCESS)
      << LastMessage();
  EXPECT_EQ(tensors[1].Read().values, std::vector<double>(3000, 2.0));
  EXPECT_EQ(tensors[0].Read().values, std::vector<double>(3000, 10.0));
}

TEST(ForeachLists, OutputsInOnePlaceAreRefused) {
  std::vector<DeviceTensor> tensors;
  tensors.emplace_back(Full({30}, 1), ACL_FLOAT);
  tensors.emplace_back(Full({30}, 5), ACL_FLOAT);
  const TensorList x = TensorList::Of(tensors);
  const TensorList twice({tensors[0].Get(), tensors[0].Get()});
  EXPECT_EQ(RunTwoPhase(
                [&](uint64_t* size, aclOpExecutor** executor) {
                  return aclnnForeachAbsGetWorkspaceSize(x.Get(), twice.Get(), size, executor);
                },
                aclnnForeachAbs),
            kInvalid);
  EXPECT_NE(LastMessage().find("out[1]"), std::string::npos) << LastMessage();
}

// A repeatable executor whose addresses are set anew: an element of a list counts as one tensor, a list as
// one argument.
TEST(ForeachLists, AddressesOfElements) {
  std::vector<DeviceTensor> first;
  std::vector<DeviceTensor> outs;
  for (const double value : {1.0, 2.0}) {
    first.emplace_back(Full({4}, value), ACL_FLOAT);
    outs.push_back(DeviceTensor::Output({4}, ACL_FLOAT));
  }
  const DeviceTensor other(Full({4}, 7), ACL_FLOAT);
  const DeviceTensor result = DeviceTensor::Output({4}, ACL_FLOAT);
  std::vector<aclTensor*> described{Twin(first[0].Get()), Twin(first[1].Get())};
  aclTensorList* x = aclCreateTensorList(described.data(), described.size());
  const TensorList out = TensorList::Of(outs);
  uint64_t size = 0;
  aclOpExecutor* executor = nullptr;
  ASSERT_EQ(aclnnForeachNegGetWorkspaceSize(x, out.Get(), &size, &executor), ACL_SUCCESS);
  ASSERT_EQ(aclSetAclOpExecutorRepeatable(executor), ACL_SUCCESS);
  EXPECT_EQ(aclnnForeachNeg(nullptr, 0, executor, Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(outs[1].Read().values, std::vector<double>(4, -2.0));
  EXPECT_EQ(aclSetDynamicInputTensorAddr(executor, 0, 1, x, other.Data()), ACL_SUCCESS) << RecentMessage();
  EXPECT_EQ(aclSetDynamicTensorAddr(executor, 1, 0, out.Get(), result.Data()), ACL_SUCCESS)
      << RecentMessage();
  EXPECT_EQ(aclnnForeachNeg(nullptr, 0, executor, Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(aclrtSynchronizeStream(Runtime::Stream()), ACL_SUCCESS);
  EXPECT_EQ(outs[1].Read().values, std::vector<double>(4, -7.0));
  EXPECT_EQ(result.Read().values, std::vector<double>(4, -1.0));
  EXPECT_EQ(aclSetInputTensorAddr(executor, 1, described[1], first[1].Data()), ACL_SUCCESS)
      << RecentMessage();
  const TensorList strangers = TensorList::Of(outs);
  EXPECT_EQ(aclSetDynamicOutputTensorAddr(executor, 0, 1, strangers.Get(), other.Data()), kInvalid);
  EXPECT_EQ(aclDestroyAclOpExecutor(executor), ACL_SUCCESS);
  EXPECT_EQ(aclDestroyTensorList(x), ACL_SUCCESS);
}

// torch_npu gives the numbers as a list in one overload, and as a tensor in another.
TEST(ForeachLists, ScalarsMayBeATensor) {
  using PlanTernary = aclnnStatus (*)(const aclTensorList*, const aclTensorList*, const aclTensorList*,
                                      const aclScalarList*, aclTensorList*, uint64_t*, aclOpExecutor**);
  struct Case {
    PlanTernary plan;
    PhaseTwo run;
    std::array<double, 2> expected;
  };
  std::vector<DeviceTensor> x;
  std::vector<DeviceTensor> y;
  std::vector<DeviceTensor> z;
  for (const double value : {1.0, 2.0}) {
    x.emplace_back(Full({4}, value), ACL_FLOAT);
    y.emplace_back(Full({4}, 3 * value), ACL_FLOAT);
    z.emplace_back(Full({4}, 2), ACL_FLOAT);
  }
  const DeviceTensor scalars(MakeArray({2}, {10, 100}), ACL_FLOAT);
  for (const Case& each : {Case{aclnnForeachAddcdivScalarListGetWorkspaceSize,
                                aclnnForeachAddcdivScalarList,
                                {1 + 10 * 1.5, 2 + 100 * 3.0}},
                           Case{aclnnForeachAddcmulScalarListGetWorkspaceSize,
                                aclnnForeachAddcmulScalarList,
                                {1 + 10 * 6.0, 2 + 100 * 12.0}}}) {
    std::vector<DeviceTensor> outs;
    outs.push_back(DeviceTensor::Output({4}, ACL_FLOAT));
    outs.push_back(DeviceTensor::Output({4}, ACL_FLOAT));
    const TensorList out = TensorList::Of(outs);
    EXPECT_EQ(RunTwoPhase(
                  [&](uint64_t* size, aclOpExecutor** executor) {
                    return each.plan(
                        TensorList::Of(x).Get(), TensorList::Of(y).Get(), TensorList::Of(z).Get(),
                        reinterpret_cast<const aclScalarList*>(scalars.Get()), out.Get(), size, executor);
                  },
                  each.run),
              ACL_SUCCESS)
        << LastMessage();
    EXPECT_EQ(outs[0].Read().values, std::vector<double>(4, each.expected[0]));
    EXPECT_EQ(outs[1].Read().values, std::vector<double>(4, each.expected[1]));
  }
}

}  // namespace
}  // namespace openaclnn::testing
