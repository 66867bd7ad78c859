// SPDX-License-Identifier: Apache-2.0
#include "ops/common/product_checks.h"

#include <array>
#include <string>

namespace openaclnn {
namespace {

constexpr std::array<DType, 4> kDtypes{DType::kFloat, DType::kFloat16, DType::kBfloat16, DType::kDouble};

}  // namespace

void CheckProductDtype(ArgumentChecks& check, const NamedTensor& argument) {
  check.DtypeIn(argument, kDtypes);
}

void CheckProductResult(ArgumentChecks& check, const NamedTensor& out, DType promoted) {
  check.Require(
      out.name, "the type of the operands, or FLOAT for half types",
      [&] {
        return out.tensor->dtype == promoted ||
               (out.tensor->dtype == DType::kFloat && promoted != DType::kDouble);
      },
      [&] { return std::string(NameOf(out.tensor->dtype)) + " for " + NameOf(promoted); });
}

void CheckRealScalar(ArgumentChecks& check, const NamedNumber& argument) {
  check.Require(
      argument.name, "a real number",
      [&] {
        const DTypeClass kind = ClassOf(argument.scalar->dtype);
        return kind != DTypeClass::kOther && kind != DTypeClass::kComplex;
      },
      [&] { return NameOf(argument.scalar->dtype); });
}

void CheckCubeMathType(ArgumentChecks& check, int8_t cubeMathType, int8_t highest) {
  check.InRange("cubeMathType", cubeMathType, -1, highest, highest == 3 ? "from -1 to 3" : "from -1 to 4");
}

}  // namespace openaclnn
