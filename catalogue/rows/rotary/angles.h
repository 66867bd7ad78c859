// SPDX-License-Identifier: Apache-2.0
//
// What operators have in common that rotate rows by tensors of cosines and sines.
#pragma once

#include <string>

#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::rotary {

/// A tensor of the shape and type of another one, or the first.
[[nodiscard]] Argument Rotated(std::string name, std::string meaning, const std::string& as = {});
/// Cosines or sines, which broadcast to the rotated tensor.
[[nodiscard]] Argument Angles(std::string name, std::string meaning, const std::string& rotated);
[[nodiscard]] Argument RotaryModes();

/// A shape of 3 or 4 dims whose last one fits every mode.
[[nodiscard]] Shape DrawRotated(Choices& choices);
/// A shape of angles for it.
[[nodiscard]] Shape DrawAngles(Choices& choices, Shape rotated);

}  // namespace openaclnn::catalogue::rotary
