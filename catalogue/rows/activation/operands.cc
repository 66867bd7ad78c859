// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/activation/operands.h"

#include <string>
#include <utility>

namespace openaclnn::catalogue::activation {

Argument Out(std::string name) {
  Argument argument = Output(std::move(name), FloatsAndDouble());
  argument.anyDType = false;
  return argument;
}

Argument In(std::string name) {
  return Input(std::move(name), FloatsAndDouble());
}

Argument GradInput() {
  return Output("gradInput", FloatsAndDouble());
}

}  // namespace openaclnn::catalogue::activation
