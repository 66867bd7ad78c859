// SPDX-License-Identifier: Apache-2.0
//
// The operators on lists that compute one expression of each element, with its formula in float64.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "aclnnop/aclnn_foreach_a_cos_inplace.h"
#include "aclnnop/aclnn_foreach_abs.h"
#include "aclnnop/aclnn_foreach_acos.h"
#include "aclnnop/aclnn_foreach_add_list.h"
#include "aclnnop/aclnn_foreach_add_list_inplace.h"
#include "aclnnop/aclnn_foreach_add_list_v2.h"
#include "aclnnop/aclnn_foreach_add_scalar.h"
#include "aclnnop/aclnn_foreach_add_scalar_list.h"
#include "aclnnop/aclnn_foreach_add_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcdiv_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcdiv_scalar_v2.h"
#include "aclnnop/aclnn_foreach_addcmul_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_list.h"
#include "aclnnop/aclnn_foreach_addcmul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_asin.h"
#include "aclnnop/aclnn_foreach_atan.h"
#include "aclnnop/aclnn_foreach_copy.h"
#include "aclnnop/aclnn_foreach_cos.h"
#include "aclnnop/aclnn_foreach_cosh.h"
#include "aclnnop/aclnn_foreach_div_list.h"
#include "aclnnop/aclnn_foreach_div_list_inplace.h"
#include "aclnnop/aclnn_foreach_div_scalar.h"
#include "aclnnop/aclnn_foreach_div_scalar_list.h"
#include "aclnnop/aclnn_foreach_div_scalar_v2.h"
#include "aclnnop/aclnn_foreach_erf.h"
#include "aclnnop/aclnn_foreach_erfc.h"
#include "aclnnop/aclnn_foreach_exp.h"
#include "aclnnop/aclnn_foreach_expm1.h"
#include "aclnnop/aclnn_foreach_lerp_list.h"
#include "aclnnop/aclnn_foreach_lerp_scalar.h"
#include "aclnnop/aclnn_foreach_log.h"
#include "aclnnop/aclnn_foreach_log10.h"
#include "aclnnop/aclnn_foreach_log1p.h"
#include "aclnnop/aclnn_foreach_log2.h"
#include "aclnnop/aclnn_foreach_log_inplace.h"
#include "aclnnop/aclnn_foreach_maximum_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_list.h"
#include "aclnnop/aclnn_foreach_maximum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_minimum_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_list.h"
#include "aclnnop/aclnn_foreach_minimum_scalar_v2.h"
#include "aclnnop/aclnn_foreach_mul_list.h"
#include "aclnnop/aclnn_foreach_mul_list_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar.h"
#include "aclnnop/aclnn_foreach_mul_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_mul_scalar_list.h"
#include "aclnnop/aclnn_foreach_mul_scalar_v2.h"
#include "aclnnop/aclnn_foreach_neg.h"
#include "aclnnop/aclnn_foreach_pow_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar.h"
#include "aclnnop/aclnn_foreach_pow_scalar_and_tensor.h"
#include "aclnnop/aclnn_foreach_pow_scalar_list.h"
#include "aclnnop/aclnn_foreach_pow_scalar_v2.h"
#include "aclnnop/aclnn_foreach_reciprocal.h"
#include "aclnnop/aclnn_foreach_round_off_number.h"
#include "aclnnop/aclnn_foreach_round_off_number_v2.h"
#include "aclnnop/aclnn_foreach_sigmoid.h"
#include "aclnnop/aclnn_foreach_sign.h"
#include "aclnnop/aclnn_foreach_sin.h"
#include "aclnnop/aclnn_foreach_sinh.h"
#include "aclnnop/aclnn_foreach_sqrt.h"
#include "aclnnop/aclnn_foreach_sub_list.h"
#include "aclnnop/aclnn_foreach_sub_list_inplace.h"
#include "aclnnop/aclnn_foreach_sub_list_v2.h"
#include "aclnnop/aclnn_foreach_sub_scalar.h"
#include "aclnnop/aclnn_foreach_sub_scalar_inplace.h"
#include "aclnnop/aclnn_foreach_sub_scalar_list.h"
#include "aclnnop/aclnn_foreach_sub_scalar_v2.h"
#include "aclnnop/aclnn_foreach_tan.h"
#include "aclnnop/aclnn_foreach_tanh.h"
#include "aclnnop/aclnn_foreach_zero_inplace.h"
#include "tests/support/phase_one.h"
#include "tests/support/scalar.h"
#include "tests/support/tensor_list.h"

namespace openaclnn::testing {

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

// Besides FLOAT, FLOAT16 and BFLOAT16.
enum class Integers { kNone, kInt32, kSmall, kSmallAlone, kSigned, kInt16 };

struct Operation {
  const char* name;
  size_t lists;
  Number number;
  Integers integers;
  double (*formula)(double a, double b, double c, double s);
  aclnnStatus (*phaseOne)(const Given&);
  PhaseTwo phaseTwo;
  bool inPlace = false;   // there is no other output
  bool function = false;  // the error is some last places of the result
  // Of the elements: sums do not cancel, quotients and roots are tame.
  double least = 0.5;
  double most = 4;
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

#define FORMULA(formula)                                 \
  [](double a, double b, double c, double s) -> double { \
    (void)a, (void)b, (void)c, (void)s;                  \
    return formula;                                      \
  }
#define PHASE_ONE(name, ...) \
  [](const Given& x) { return aclnnForeach##name##GetWorkspaceSize(__VA_ARGS__, x.size, x.executor); }
#define OPERATION(name, lists, number, integers, formula, ...)                                        \
  Operation {                                                                                         \
#name, lists, Number::number, Integers::integers, FORMULA(formula), PHASE_ONE(name, __VA_ARGS__), \
        aclnnForeach##name                                                                            \
  }

#define UNARY(name, integers, formula) OPERATION(name, 1, kNone, integers, formula, x.a, x.out)
#define WITH_NUMBER(name, member, kind, integers, formula) \
  OPERATION(name, 1, kind, integers, formula, x.a, x.member, x.out)
#define BINARY(name, integers, formula) OPERATION(name, 2, kNone, integers, formula, x.a, x.b, x.out)
#define BINARY_NUMBER(name, member, kind, integers, formula) \
  OPERATION(name, 2, kind, integers, formula, x.a, x.b, x.member, x.out)
#define TERNARY(name, member, kind, integers, formula) \
  OPERATION(name, 3, kind, integers, formula, x.a, x.b, x.c, x.member, x.out)

// Of operators in place.
inline Operation InPlace(Operation operation) {
  operation.inPlace = true;
  return operation;
}
// Elementary functions, of elements in a range.
inline Operation Function(Operation operation, double least = 0.5, double most = 4) {
  operation.function = true;
  operation.least = least;
  operation.most = most;
  return operation;
}

inline const std::vector<Operation>& Operations() {
  static const std::vector<Operation> operations{
      UNARY(Abs, kInt32, std::fabs(a)),
      InPlace(Function(OPERATION(ACosInplace, 1, kNone, kNone, std::acos(a), x.a), 0.1, 0.9)),
      Function(UNARY(Acos, kNone, std::acos(a)), 0.1, 0.9),
      BINARY_NUMBER(AddList, tensor, kTensor, kSmall, a + s * b),
      InPlace(OPERATION(AddListInplace, 2, kTensor, kInt32, a + s * b, x.a, x.b, x.tensor)),
      BINARY_NUMBER(AddListV2, scalar, kScalar, kSmall, a + s * b),
      WITH_NUMBER(AddScalar, tensor, kTensor, kSmall, a + s),
      WITH_NUMBER(AddScalarList, scalars, kScalars, kInt32, a + s),
      WITH_NUMBER(AddScalarV2, scalar, kScalar, kSmall, a + s),
      TERNARY(AddcdivList, tensor, kTensorEach, kNone, a + s * b / c),
      TERNARY(AddcdivScalar, tensor, kTensor, kNone, a + s * b / c),
      TERNARY(AddcdivScalarList, tensor, kTensorEach, kNone, a + s * b / c),
      TERNARY(AddcdivScalarV2, scalar, kScalar, kNone, a + s * b / c),
      TERNARY(AddcmulList, tensor, kTensorEach, kInt32, a + s * b * c),
      TERNARY(AddcmulScalar, tensor, kTensor, kInt32, a + s * b * c),
      TERNARY(AddcmulScalarList, tensor, kTensorEach, kInt32, a + s * b * c),
      TERNARY(AddcmulScalarV2, scalar, kScalar, kInt32, a + s * b * c),
      Function(UNARY(Asin, kNone, std::asin(a)), 0.1, 0.9),
      Function(UNARY(Atan, kNone, std::atan(a))),
      UNARY(Copy, kInt32, a),
      Function(UNARY(Cos, kNone, std::cos(a))),
      Function(UNARY(Cosh, kNone, std::cosh(a))),
      BINARY(DivList, kNone, a / b),
      InPlace(OPERATION(DivListInplace, 2, kNone, kNone, a / b, x.a, x.b)),
      WITH_NUMBER(DivScalar, tensor, kTensor, kNone, a / s),
      WITH_NUMBER(DivScalarList, scalars, kScalars, kNone, a / s),
      WITH_NUMBER(DivScalarV2, scalar, kScalar, kNone, a / s),
      Function(UNARY(Erf, kNone, std::erf(a))),
      Function(UNARY(Erfc, kNone, std::erfc(a)), 0.1, 2),
      Function(UNARY(Exp, kSmallAlone, std::exp(a)), -3, 4),
      Function(UNARY(Expm1, kSmallAlone, std::expm1(a)), -3, 4),
      OPERATION(LerpList, 3, kNone, kNone, a + c * (b - a), x.a, x.b, x.c, x.out),
      BINARY_NUMBER(LerpScalar, scalar, kScalar, kNone, a + s * (b - a)),
      Function(UNARY(Log, kNone, std::log(a))),
      Function(UNARY(Log10, kNone, std::log10(a))),
      Function(UNARY(Log1p, kNone, std::log1p(a)), -0.9, 4),
      Function(UNARY(Log2, kNone, std::log2(a))),
      InPlace(Function(OPERATION(LogInplace, 1, kNone, kNone, std::log(a), x.a))),
      BINARY(MaximumList, kInt32, std::fmax(a, b)),
      WITH_NUMBER(MaximumScalar, tensor, kTensor, kInt32, std::fmax(a, s)),
      WITH_NUMBER(MaximumScalarList, scalars, kScalars, kInt32, std::fmax(a, s)),
      WITH_NUMBER(MaximumScalarV2, scalar, kScalar, kInt32, std::fmax(a, s)),
      BINARY(MinimumList, kInt32, std::fmin(a, b)),
      WITH_NUMBER(MinimumScalar, tensor, kTensor, kInt32, std::fmin(a, s)),
      WITH_NUMBER(MinimumScalarList, scalars, kScalars, kInt32, std::fmin(a, s)),
      WITH_NUMBER(MinimumScalarV2, scalar, kScalar, kInt32, std::fmin(a, s)),
      BINARY(MulList, kSmall, a * b),
      InPlace(OPERATION(MulListInplace, 2, kNone, kInt32, a * b, x.a, x.b)),
      WITH_NUMBER(MulScalar, tensor, kTensor, kInt32, a * s),
      InPlace(OPERATION(MulScalarInplace, 1, kTensor, kInt32, a * s, x.a, x.tensor)),
      WITH_NUMBER(MulScalarList, scalars, kScalars, kInt32, a * s),
      WITH_NUMBER(MulScalarV2, scalar, kScalar, kInt32, a * s),
      UNARY(Neg, kSmall, -a),
      Function(BINARY(PowList, kInt32, std::pow(a, b)), 1, 4),
      Function(WITH_NUMBER(PowScalar, tensor, kTensor, kInt32, std::pow(a, s))),
      Function(OPERATION(PowScalarAndTensor, 1, kScalar, kInt32, std::pow(s, a), x.scalar, x.a, x.out)),
      Function(WITH_NUMBER(PowScalarList, scalars, kScalars, kInt32, std::pow(a, s))),
      Function(WITH_NUMBER(PowScalarV2, scalar, kScalar, kNone, std::pow(a, s))),
      UNARY(Reciprocal, kNone, 1 / a),
      WITH_NUMBER(RoundOffNumber, tensor, kTensor, kInt16, std::floor(a)),
      WITH_NUMBER(RoundOffNumberV2, scalar, kScalar, kInt16, std::floor(a)),
      Function(UNARY(Sigmoid, kNone, 1 / (1 + std::exp(-a))), -4, 4),
      Function(UNARY(Sign, kSigned, static_cast<double>((a > 0) - (a < 0))), -4, 4),
      Function(UNARY(Sin, kNone, std::sin(a))),
      Function(UNARY(Sinh, kNone, std::sinh(a)), -4, 4),
      UNARY(Sqrt, kNone, std::sqrt(a)),
      BINARY_NUMBER(SubList, tensor, kTensor, kSmall, a - s * b),
      InPlace(OPERATION(SubListInplace, 2, kTensor, kInt32, a - s * b, x.a, x.b, x.tensor)),
      BINARY_NUMBER(SubListV2, scalar, kScalar, kSmall, a - s * b),
      WITH_NUMBER(SubScalar, tensor, kTensor, kInt32, a - s),
      InPlace(OPERATION(SubScalarInplace, 1, kTensor, kInt32, a - s, x.a, x.tensor)),
      WITH_NUMBER(SubScalarList, scalars, kScalars, kInt32, a - s),
      WITH_NUMBER(SubScalarV2, scalar, kScalar, kInt32, a - s),
      Function(UNARY(Tan, kNone, std::tan(a))),
      Function(UNARY(Tanh, kNone, std::tanh(a)), -4, 4),
  };
  return operations;
}

}  // namespace openaclnn::testing
