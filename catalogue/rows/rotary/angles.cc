// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/rotary/angles.h"

#include <algorithm>
#include <utility>

namespace openaclnn::catalogue::rotary {

Argument Rotated(std::string name, std::string meaning, const std::string& as) {
  Argument argument = Tensor(std::move(name), std::move(meaning), "[.., D]", Floats());
  if (!as.empty()) {
    argument.shape = SameShapeAs(as);
    argument.dtype = SameAs(as);
  }
  return argument;
}

Argument Angles(std::string name, std::string meaning, const std::string& rotated) {
  Argument argument = Rotated(std::move(name), std::move(meaning), rotated);
  argument.shapeText = "broadcasts to " + rotated;
  argument.holds = Meaning::kCoordinates;
  return argument;
}

Argument RotaryModes() {
  return Mode("mode", "which elements of a row make a pair",
              {{"half", 0}, {"interleave", 1}, {"quarter", 2}, {"interleave_half", 3}});
}

Shape DrawRotated(Choices& choices) {
  Shape shape{choices.Extent(), choices.Extent()};
  if (choices.Chance(192)) {
    shape.push_back(choices.Extent());
  }
  shape.push_back(4 * std::min<int64_t>(choices.Extent(), 256));
  return shape;
}

Shape DrawAngles(Choices& choices, Shape rotated) {
  for (size_t d = 0; d + 1 < rotated.size(); ++d) {
    rotated[d] = choices.Chance(128) ? 1 : rotated[d];
  }
  return rotated;
}

}  // namespace openaclnn::catalogue::rotary
