// SPDX-License-Identifier: Apache-2.0
#include "aclnnop/aclnn_convert_weight_to_int4_pack.h"

#include <vector>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::quantization::convert_weight_to_int4_pack {
namespace {

Arguments Given(int64_t rows, int64_t words) {
  return {.tensors = {{"weight", {{{rows, 8 * words}, ACL_INT32}}}}};
}

}  // namespace

std::vector<Operator> Rows() {
  Argument packed = OutputWith(
      Tensor("weightInt4Pack", "eight numbers in each element", "[r, c / 8]", {ACL_INT32}),
      [](const Arguments& known) {
        const Shape& weight = known.ShapeOf("weight");
        return Shape{Extent(weight, 0), Extent(weight, 1) / 8};
      },
      Always(ACL_INT32));
  packed.others = {ACL_INT4};
  packed.mayBeFractal = true;
  Argument weight = Tensor("weight", "numbers from -8 to 7", "[r, c]", {ACL_INT32});
  weight.mayBeFractal = true;
  return {MakeOperator(
      {.phases = TwoPhases<&aclnnConvertWeightToINT4PackGetWorkspaceSize, &aclnnConvertWeightToINT4Pack>(
           "aclnnConvertWeightToINT4Pack"),
       .summary = "numbers of 4 bits packed for products with weights of INT4",
       .formula = {"weightInt4Pack[i, j] = sum of (weight[i, 8 * j + n] mod 16) * 16^n over n < 8"},
       .arguments = {weight, packed},
       .draw =
           [](Choices& choices) {
             const int64_t rows = choices.Extent();
             return Given(rows, choices.Extent());
           },
       .samples = {{.name = "matrix", .arguments = Given(130, 65)},
                   {.name = "long_rows", .arguments = Given(17, 300)},
                   {.name = "one_word", .arguments = Given(1, 1)}},
       .runExample = "--weight w.npy --weight-int4-pack p.npy",
       .benchExample = "--weight 4096x4096:int32"})};
}

}  // namespace openaclnn::catalogue::quantization::convert_weight_to_int4_pack
