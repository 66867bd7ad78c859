// SPDX-License-Identifier: Apache-2.0
#include "ops/matmul/group_weights.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "kernels/gemm/whole_product.h"

namespace openaclnn {
namespace {

void CheckWidth(ArgumentChecks& check, const TensorName& name,
                const std::optional<FractalMatrices>& matrices) {
  check.Require(
      name, "blocks of 2, 4, 8, 16 or 32 columns",
      [&] { return !matrices || kWholeTileColumns % matrices->width == 0; },
      [&] { return std::to_string(matrices->width); });
}

}  // namespace

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
  CheckWidth(check, name_, matrices_);
  if (!check.Failed() && turned) {
    std::swap(shown_.viewDims[1], shown_.viewDims[2]);
    std::swap(shown_.strides[1], shown_.strides[2]);
  }
}

TensorOfCall GroupWeights::OfCall() const {
  return matrices_ ? TensorOfCall(given_, matrices_->storage) : TensorOfCall(given_, shown_);
}

WeightBlocks GroupWeights::InBlocks() const {
  return matrices_ ? WeightBlocks{matrices_->width, matrices_->transposed == turned_} : WeightBlocks();
}

ListedWeights::ListedWeights(ArgumentChecks& check, const char* name, const aclTensorList& weight,
                             const aclTensorList& x, const aclTensorList& out) {
  for (size_t i = 0; !check.Failed() && i < weight.values.size(); ++i) {
    const NamedTensor one{TensorName{name, static_cast<int64_t>(i)}, weight.values[i]};
    const aclTensor& tensor = *one.tensor;
    shown.push_back(IsFractalLabel(tensor.format) ? AsPlain(tensor) : tensor);
    std::optional<FractalMatrices> matrices;
    if (IsFractal(tensor)) {
      const auto& first = x.values[std::min(i, x.values.size() - 1)]->viewDims;
      const auto& last = out.values[std::min(i, out.values.size() - 1)]->viewDims;
      if (tensor.viewDims.size() == tensor.storageDims.size() && !first.empty() && !last.empty()) {
        matrices = FindFractalView(check, one, first.back(), last.back());
        std::vector<int64_t> dims(tensor.viewDims.begin(), tensor.viewDims.end() - kFractalRank);
        dims.insert(dims.end(), {first.back(), last.back()});
        shown.back() = PlainTensor(tensor, dims);
      } else {
        matrices = FindFractal(check, one);
      }
    }
    const WeightBlocks found =
        matrices ? WeightBlocks{matrices->width, !matrices->transposed} : WeightBlocks();
    blocks = i == 0 ? found : blocks;
    check.Require(
        one.name, "weights that are all arranged alike",
        [&] { return found.width == blocks.width && found.ofColumns == blocks.ofColumns; },
        [&] { return "storage " + ShapeText(tensor.storageDims); });
    CheckWidth(check, one.name, matrices);
  }
}

}  // namespace openaclnn
