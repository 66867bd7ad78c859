// SPDX-License-Identifier: Apache-2.0
//
// What operators share that put elements or slices where an index tensor says.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "ops/indexing/arguments.h"

namespace openaclnn {

// What a scatter of elements needs of a tensor: the offsets that indices say, and a dim along which work can be
// shared, as they lead to different elements there.
struct ElementPlaces {
  IndexSpace positions;
  std::optional<size_t> apart;

  ElementPlaces(const TensorView& index, const TensorView& of, size_t dim) : positions(index.Dims()) {
    for (size_t d = 0; d < index.Dims().size(); ++d) {
      if (d != dim) {
        positions.AddStep(d, of.strides[d]);
        apart = apart && index.dims[*apart] >= index.dims[d] ? apart : d;
      }
    }
    positions.Add({"index", index, of.dims[dim], of.strides[dim], false});
  }
};

// The updates of a scatter of elements: as many as there are indices; the others are not used.
inline TensorView UpdatesOf(const TensorView& source, const TensorView& index) {
  TensorView updates = AtLeastOneDim(source);
  std::ranges::copy(index.Dims(), updates.dims.begin());
  return updates;
}

// What a scatter of elements begins with: checks the indices, and puts self into out. Then calls
// scatter(index, out, places).
template <class Scatter>
Status ScatterElements(const IndexArgs& args, const ScatterState& state, const backend::cpu::CpuContext& cpu,
                       const Scatter& scatter) {
  const TensorView index = AtLeastOneDim(args.index);
  const TensorView out = AtLeastOneDim(args.out);
  const ElementPlaces places(index, out, args.dim);
  Status status = places.positions.Check(cpu);
  if (status.IsOk()) {
    state.copy.Run(args.self, args.out, cpu);
    scatter(index, out, places);
  }
  return status;
}

inline TensorView ElementOf(const TensorView& view) {
  TensorView element = view;
  element.rank = 0;
  return element;
}

constexpr std::array<TensorArgument<IndexArgs>, 4> NamesWithSource(const char* self, const char* source,
                                                                   const char* out) {
  return {{{self, Role::kInput, &IndexArgs::self},
           {"index", Role::kInput, &IndexArgs::index, false, true},
           {source, Role::kInput, &IndexArgs::source, false, true},
           {out, Role::kOutput, &IndexArgs::out, true}}};
}
// What a call was given; what the operator does not take is null.
struct ScatterGiven {
  const aclTensor* self;
  int64_t dim;
  const aclTensor* index;
  const aclTensor* source;
  const aclScalar* value;
  const aclTensor* out;
  bool adds = false;  // the source, times the value
};

struct ScatterTensors {
  NamedTensor self;
  NamedTensor index;
  NamedTensor source;
  NamedTensor out;
};

inline ScatterTensors NamesOf(const Operator<IndexArgs>& op, const ScatterGiven& given) {
  return {{op.arguments.front().name, given.self},
          {"index", given.index},
          {op.arguments[2].name, given.source},
          {op.arguments.back().name, given.out}};
}

// Pointers, types, views, and the shape of the output.
inline ArgumentChecks CheckTensors(const ScatterTensors& tensors, const ScatterGiven& given, bool hasSource) {
  ArgumentChecks check;
  check.NotNull(tensors.self).NotNull(tensors.index);
  if (hasSource) {
    check.NotNull(tensors.source);
  }
  if (!hasSource || given.adds) {
    check.NotNull(given.adds ? "alpha" : "value", given.value);
  }
  check.NotNull(tensors.out).DtypeIn(tensors.self, kMovableDtypes).DtypeIn(tensors.index, kIndexDtypes);
  if (hasSource) {
    check.SameDtype(tensors.source, tensors.self);
  } else {
    check.Require(
        "value", "a number", [&] { return ClassOf(given.value->dtype) != DTypeClass::kOther; },
        [&] { return NameOf(given.value->dtype); });
  }
  check.SameDtype(tensors.out, tensors.self).ValidView(tensors.self).ValidView(tensors.index);
  if (hasSource) {
    check.ValidView(tensors.source);
  }
  check.ValidOutputView(tensors.out).SameShape(tensors.out, tensors.self);
  return check;
}

// `larger` has no smaller extent than the index has, but perhaps in `except`.
inline void CheckExtents(ArgumentChecks& check, const NamedTensor& index, const NamedTensor& larger,
                         size_t except) {
  check.Require(
      index.name, "no extent larger than those of the other tensors",
      [&] {
        const Dims dims = AtLeastOneDim(*index.tensor);
        const Dims others = AtLeastOneDim(*larger.tensor);
        for (size_t d = 0; d < dims.size(); ++d) {
          if (d != except && dims[d] > others[d]) {
            return false;
          }
        }
        return true;
      },
      [&] {
        return ShapeText(index.tensor->viewDims) + " for " + larger.name.Text() + " " +
               ShapeText(larger.tensor->viewDims);
      });
}

// The dim, and that the shapes fit.
inline size_t CheckElements(ArgumentChecks& check, const ScatterTensors& tensors, const ScatterGiven& given,
                            bool hasSource) {
  if (check.Failed()) {
    return 0;
  }
  const size_t rank = given.self->viewDims.size();
  const size_t place = FindDim(check, "dim", given.dim, rank);
  CheckSameRank(check, tensors.index, tensors.self);
  if (hasSource) {
    CheckSameRank(check, tensors.source, tensors.self);
  }
  if (!check.Failed()) {
    CheckExtents(check, tensors.index, tensors.self, place);
    if (hasSource) {
      CheckExtents(check, tensors.index, tensors.source, std::max<size_t>(rank, 1));
    }
  }
  return place;
}

}  // namespace openaclnn
