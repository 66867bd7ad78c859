// SPDX-License-Identifier: Apache-2.0
#include "ops/convolution/plain_product.h"

namespace openaclnn {
namespace {

// Places of a sample: of these, few cost less as columns of all samples together.
constexpr int64_t kFewestPlaces = 16;
constexpr int64_t kMostChannels = 16;
constexpr int64_t kMostDepth = 1024;

int64_t PlacesOf(const TensorView& view) {
  int64_t places = 1;
  for (int d = 2; d < view.rank; ++d) {
    places *= view.dims[static_cast<size_t>(d)];
  }
  return places;
}

// Whether there is something to sum up, and it is summed up in one go.
bool InOnePart(const GemmShape& shape, const TensorView& out) {
  const GemmPartition partition(shape, out.dtype == DType::kDouble ? sizeof(double) : sizeof(float));
  return partition.tasks > 0 && partition.parts == 1 && shape.depth > 0;
}

int64_t BiasStride(const PlainViews& views) {
  return views.bias.Defined() ? views.bias.strides[0] : 0;
}

}  // namespace

bool PlainProduct::SuitsChannels(const PlainViews& views) {
  const int64_t places = PlacesOf(views.result);
  return views.resultOfGroup <= kMostChannels && places >= kFewestPlaces &&
         views.operandOfGroup <= kMostDepth &&
         InOnePart({views.result.dims[0] * views.groups, views.resultOfGroup, places, views.operandOfGroup},
                   views.result);
}

bool PlainProduct::SuitsTaps(const PlainViews& views) {
  return InOnePart({views.groups * views.resultOfGroup, views.result.dims[0], PlacesOf(views.result),
                    views.operandOfGroup},
                   views.result);
}

PlainProduct PlainProduct::OfChannels(const PlainViews& views, bool transposed) {
  const TensorView& weight = views.weight;
  const int64_t bias = BiasStride(views);
  const int64_t narrowOfGroup = transposed ? views.operandOfGroup : views.resultOfGroup;
  PlainProduct product;
  product.weightIsFirst_ = true;
  ProductStrides& strides = product.strides_;
  strides.first.row = weight.strides[transposed ? 1 : 0];
  strides.first.column = weight.strides[transposed ? 0 : 1];
  strides.second.row = views.operand.strides[1];
  strides.out.row = views.result.strides[1];
  strides.added.row = bias;
  product.AddDim(views.result.dims[0], 0, views.operand.strides[0], 0, views.result.strides[0]);
  product.AddDim(views.groups, narrowOfGroup * weight.strides[0],
                 views.operandOfGroup * views.operand.strides[1], views.resultOfGroup * bias,
                 views.resultOfGroup * views.result.strides[1]);
  product.Cut(views.resultOfGroup, views.operandOfGroup, views.operand, views.result);
  return product;
}

PlainProduct PlainProduct::OfTaps(const PlainViews& views) {
  const TensorView& weight = views.weight;
  const int64_t bias = BiasStride(views);
  PlainProduct product;
  ProductStrides& strides = product.strides_;
  strides.first.row = views.operand.strides[0];
  strides.first.column = views.operand.strides[1];
  strides.second.row = weight.strides[0];
  strides.out.row = views.result.strides[0];
  product.AddDim(views.groups, views.operandOfGroup * views.operand.strides[1],
                 views.operandOfGroup * weight.strides[0], views.resultOfGroup * bias,
                 views.resultOfGroup * views.result.strides[1]);
  product.AddDim(views.resultOfGroup, 0, weight.strides[1], bias, views.result.strides[1]);
  product.Cut(views.result.dims[0], views.operandOfGroup, weight, views.result);
  return product;
}

void PlainProduct::AddDim(int64_t dim, int64_t first, int64_t second, int64_t added, int64_t out) {
  const size_t at = batch_.rank++;
  batch_.dims[at] = dim;
  strides_.first.batch[at] = first;
  strides_.second.batch[at] = second;
  strides_.added.batch[at] = added;
  strides_.out.batch[at] = out;
}

// The spatial dims are columns as far as they lie at one distance, from the last one on, and dims of the batch beyond.
void PlainProduct::Cut(int64_t rows, int64_t depth, const TensorView& columns, const TensorView& out) {
  int64_t count = 1;
  bool joins = true;
  for (auto d = static_cast<size_t>(out.rank); d-- > 2;) {
    if (out.dims[d] == 1) {
      continue;
    }
    joins = joins && (count == 1 || (columns.strides[d] == count * strides_.second.column &&
                                     out.strides[d] == count * strides_.out.column));
    if (!joins) {
      AddDim(out.dims[d], 0, columns.strides[d], 0, out.strides[d]);
      continue;
    }
    if (count == 1) {
      strides_.second.column = columns.strides[d];
      strides_.out.column = out.strides[d];
    }
    count *= out.dims[d];
  }
  int64_t matrices = 1;
  for (size_t d = 0; d < batch_.rank; ++d) {
    matrices *= batch_.dims[d];
  }
  lanes_ = LanePartition({matrices, rows, count, depth}, batch_, strides_);
}

size_t PlainProduct::Cost() const {
  return GemmPartition(lanes_.shape, sizeof(float)).Cost();
}

void PlainProduct::Run(const PlainViews& views, const backend::cpu::CpuContext& cpu) const {
  const TensorView& first = weightIsFirst_ ? views.weight : views.operand;
  const TensorView& second = weightIsFirst_ ? views.operand : views.weight;
  const LaneCall call{.first = first.data,
                      .firstDtype = first.dtype,
                      .second = second.data,
                      .secondDtype = second.dtype,
                      .added = views.bias.Defined() ? views.bias.data : nullptr,
                      .addedDtype = views.bias.dtype,
                      .out = views.result.data,
                      .outDtype = views.result.dtype,
                      .alpha = 1,
                      .beta = 1};
  if (views.result.dtype == DType::kDouble) {
    RunLanes<double>(lanes_, call, cpu);
  } else {
    RunLanes<float>(lanes_, call, cpu);
  }
}

}  // namespace openaclnn
