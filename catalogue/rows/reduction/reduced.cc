// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/reduction/reduced.h"

namespace openaclnn::catalogue::reduction {

Argument KeepDims(const char* name) {
  return Flag(name, "whether reduced dimensions stay, with extent 1");
}

Argument Noop(const char* name) {
  return Flag(name, "whether no dims leave self as it is");
}

Argument Exactly(Argument output) {
  output.anyDType = false;
  return output;
}

Argument DimsOrNull(const char* name) {
  Argument dims = Dims(name);
  dims.optional = true;
  return dims;
}

Argument KeepDim(const char* name) {
  return Flag(name, "whether the reduced dimension stays, with extent 1");
}

}  // namespace openaclnn::catalogue::reduction
