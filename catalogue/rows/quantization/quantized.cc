// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/quantization/quantized.h"

#include <utility>

namespace openaclnn::catalogue::quantization {

Shape PackedShape(Shape shape, aclDataType dtype) {
  if (dtype == ACL_INT32 && !shape.empty()) {
    shape.back() /= kPackedInWord;
  }
  return shape;
}

Argument QuantizedOutput(std::string name, const std::string& as, const std::string& dtype) {
  return OutputWith(
      Tensor(std::move(name), "quantized numbers", "that of " + as + "; in INT32 an eighth of its last dim",
             {ACL_INT8, ACL_INT32}),
      [as, dtype](const Arguments& known) {
        return PackedShape(known.ShapeOf(as), static_cast<aclDataType>(known.Integer(dtype)));
      },
      AsAttribute(dtype));
}

Argument QuantizedType(std::string name) {
  return Mode(std::move(name), "type of the quantized numbers; an INT32 holds 8 INT4",
              {{"int8", ACL_INT8}, {"int4_in_int32", ACL_INT32}});
}

Argument OptionalInput(std::string name, std::string meaning, std::string shapeText, DTypes dtypes) {
  Argument argument = Tensor(std::move(name), std::move(meaning), std::move(shapeText), std::move(dtypes));
  argument.optional = true;
  return argument;
}

Argument OfRows(std::string name, std::string meaning) {
  return OutputWith(
      Tensor(std::move(name), std::move(meaning), "that of x without its last dim", {ACL_FLOAT}),
      [](const Arguments& known) {
        Shape shape = known.ShapeOf("x");
        if (!shape.empty()) {
          shape.pop_back();
        }
        return shape;
      },
      Always(ACL_FLOAT));
}

Shape DrawNumbers(Choices& choices, bool packed) {
  Shape shape = choices.AnyShape(3);
  shape.push_back(choices.Extent() * (packed ? kPackedInWord : 1));
  return shape;
}

}  // namespace openaclnn::catalogue::quantization
