// SPDX-License-Identifier: Apache-2.0
#include "ops/matmul/group_weights.h"

#include <array>
#include <utility>

#include "kernels/gemm/whole_product.h"

namespace openaclnn {

GroupWeights::GroupWeights(ArgumentChecks& check, const NamedTensor& weight, int64_t depth, int64_t columns,
                           bool takesFractal, bool turned)
    : name_(weight.name), given_(weight.tensor), turned_(turned) {
  if (check.Failed()) {
    return;
  }
  shown_ = *given_;
  if (takesFractal && IsFractalLabel(given_->format)) {
    shown_ = AsPlain(*given_);
    if (IsFractal(*given_) && given_->viewDims.size() == given_->storageDims.size()) {
      const std::array<int64_t, 3> dims{given_->viewDims[0], turned ? columns : depth,
                                        turned ? depth : columns};
      matrices_ = FindFractalView(check, weight, dims[1], dims[2]);
      shown_ = PlainTensor(*given_, dims);
    } else if (IsFractal(*given_)) {
      matrices_ = FindFractal(check, weight);
    }
  }
  check.ValidView(Shown()).Rank(Shown(), 3);
  check.Require(
      name_, "5 storage dims in FRACTAL_NZ",
      [&] { return !matrices_ || matrices_->storage.viewDims.size() == 5; },
      [&] { return ShapeText(given_->storageDims); });
  check.Require(
      name_, "blocks of 2, 4, 8, 16 or 32 columns",
      [&] { return !matrices_ || kWholeTileColumns % matrices_->width == 0; },
      [&] { return ShapeText(given_->storageDims); });
  if (!check.Failed() && turned) {
    std::swap(shown_.viewDims[1], shown_.viewDims[2]);
    std::swap(shown_.strides[1], shown_.strides[2]);
  }
}

TensorOfCall GroupWeights::OfCall() const {
  return matrices_ ? TensorOfCall(given_, matrices_->storage) : TensorOfCall(given_, shown_);
}

GroupWeights::Blocks GroupWeights::InBlocks() const {
  return matrices_ ? Blocks{matrices_->width, matrices_->transposed == turned_, shown_.viewDims[2]}
                   : Blocks();
}

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
  products.columns = of.blocks.columns;
  return products;
}

}  // namespace openaclnn
