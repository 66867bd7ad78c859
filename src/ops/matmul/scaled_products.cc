// SPDX-License-Identifier: Apache-2.0
#include "ops/matmul/scaled_products.h"

namespace openaclnn {

GroupedMatmulArgs ScaledProducts(const ScaledOperands& of, float* numbers) {
  TensorView out;
  out.data = reinterpret_cast<std::byte*>(numbers);
  out.dtype = DType::kFloat;
  out.rank = 2;
  out.dims = {of.x.dims[0], of.columnScale.dims[1]};
  out.strides = {out.dims[1], 1};
  GroupedMatmulArgs products;
  products.x = {of.x};
  products.weights = {of.weight};
  products.scales = {of.columnScale};
  if (of.rowScale.Defined()) {
    products.rowScales = {of.rowScale};
  }
  products.groups = of.groups;
  products.outs = {out};
  products.of = GroupsOf::kRows;
  products.groupCount = of.groups.dims[0];
  products.quantized = true;
  products.blockWidth = of.blocks.width;
  products.blocksOfColumns = of.blocks.ofColumns;
  return products;
}

}  // namespace openaclnn
