// SPDX-License-Identifier: Apache-2.0
#include "catalogue/rows/sampling/grid.h"

namespace openaclnn::catalogue::sampling {

Arguments GridArguments(const Grid& grid) {
  Arguments arguments;
  arguments.tensors = {{"input", {{grid.input}}},
                       {"grid", {{{grid.input[0], grid.outHeight, grid.outWidth, 2}}}}};
  arguments.attributes = {{"interpolationMode", grid.interpolation},
                          {"paddingMode", grid.padding},
                          {"alignCorners", int64_t{grid.alignCorners ? 1 : 0}}};
  return arguments;
}

}  // namespace openaclnn::catalogue::sampling
