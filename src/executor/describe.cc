// SPDX-License-Identifier: Apache-2.0
#include "executor/describe.h"

#include "base/layout.h"

namespace openaclnn {

void DescribeTensor(const TensorName& name, bool isOutput, const TensorView& view, trace::Details& details) {
  if (view.Defined()) {
    details.bytes =
        details.bytes.value_or(0) + static_cast<uint64_t>(view.NumElements()) * SizeOf(view.dtype);
    details.tensors.push_back({.name = name.argument,
                               .element = name.element,
                               .dtype = NameOf(view.dtype),
                               .layout = LayoutName(view),
                               .isOutput = isOutput,
                               .dims{view.Dims().begin(), view.Dims().end()},
                               .strides{view.Strides().begin(), view.Strides().end()}});
  }
}

}  // namespace openaclnn
