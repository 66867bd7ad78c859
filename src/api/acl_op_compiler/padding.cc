// SPDX-License-Identifier: Apache-2.0
//
// Padding: with a number, and with what lies at the edges; and the gradients of the latter.
#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_fill_tensor.h"
#include "aclnnop/aclnn_index_add.h"
#include "aclnnop/aclnn_index_select.h"
#include "aclnnop/aclnn_zero.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// How many elements go before and after each dim; first dim first.
struct Edges {
  std::vector<int64_t> before;
  std::vector<int64_t> after;
};

Edges EdgesOf(Call& call, size_t rank) {
  const std::vector<int64_t> pairs = call.HostIntegers(1);
  if (pairs.size() != 2 * rank || std::ranges::any_of(pairs, [](int64_t count) { return count < 0; })) {
    call.Fail("paddings: expected two numbers from 0 for each dim");
    return {std::vector<int64_t>(rank), std::vector<int64_t>(rank)};
  }
  Edges edges;
  for (size_t i = 0; i < pairs.size(); i += 2) {
    edges.before.push_back(pairs[i]);
    edges.after.push_back(pairs[i + 1]);
  }
  return edges;
}

// Around the input, where the output holds the number already.
void CopyInside(Call& call) {
  const Edges edges = EdgesOf(call, call.InputDims(0).size());
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(
      call.View(call.Output(0), Window(LayoutOf(call.OutputDims(0)), edges.before, call.InputDims(0))),
      call.Input(0));
}

void PadWithZeros(Call& call) {
  call.Do<OPENACLNN_PHASES(InplaceZero)>(call.Output(0));
  CopyInside(call);
}

// For each element of a padded dim: the element of the dim that it repeats.
std::vector<int64_t> Repeated(std::string_view mode, int64_t size, int64_t before, int64_t after) {
  const int64_t last = size - 1;
  const bool twice = mode == "symmetric";  // the edge itself, too
  std::vector<int64_t> from;
  for (int64_t i = -before; i < size + after; ++i) {
    if (mode == "edge") {
      from.push_back(std::clamp<int64_t>(i, 0, last));
    } else if (i < 0) {
      from.push_back(twice ? -i - 1 : -i);
    } else {
      from.push_back(i > last ? 2 * last - i + (twice ? 1 : 0) : i);
    }
  }
  return from;
}

// The repeated elements of each dim, none where a dim has no padding. The call fails where a dim is too
// short.
std::vector<std::vector<int64_t>> RepeatedOf(Call& call, std::string_view mode,
                                             const std::vector<int64_t>& dims) {
  const Edges edges = EdgesOf(call, dims.size());
  std::vector<std::vector<int64_t>> all(dims.size());
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    const int64_t most = std::max(edges.before[axis], edges.after[axis]);
    if (most == 0) {
      continue;
    }
    if (dims[axis] == 0 || (mode != "edge" && most > dims[axis] - (mode == "reflect" ? 1 : 0))) {
      call.Fail("paddings: expected fewer than a dim of " + std::to_string(dims[axis]) + " can repeat, got " +
                std::to_string(most));
      return std::vector<std::vector<int64_t>>(dims.size());
    }
    all[axis] = Repeated(mode, dims[axis], edges.before[axis], edges.after[axis]);
  }
  return all;
}

void PadByRepeating(Call& call, std::string_view mode) {
  std::vector<int64_t> dims = call.InputDims(0);
  const std::vector<std::vector<int64_t>> repeated = RepeatedOf(call, mode, dims);
  aclTensor* tensor = call.Input(0);
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (!repeated[axis].empty()) {
      dims[axis] = static_cast<int64_t>(repeated[axis].size());
      aclTensor* const padded = call.Temporary(dims, call.InputDtype(0));
      call.Do<OPENACLNN_PHASES(IndexSelect)>(tensor, static_cast<int64_t>(axis), call.Numbers(repeated[axis]),
                                             padded);
      tensor = padded;
    }
  }
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), tensor);
}

// Adds up what the repetitions of each element got, dim by dim.
void PadByRepeatingGradient(Call& call, std::string_view mode) {
  const std::vector<std::vector<int64_t>> repeated = RepeatedOf(call, mode, call.OutputDims(0));
  std::vector<int64_t> dims = call.InputDims(0);
  aclTensor* tensor = call.Input(0);
  for (size_t axis = 0; axis < repeated.size() && axis < dims.size(); ++axis) {
    if (!repeated[axis].empty()) {
      dims[axis] = call.OutputDims(0)[axis];
      aclTensor* const zeros = call.Temporary(dims, call.InputDtype(0));
      aclTensor* const sums = call.Temporary(dims, call.InputDtype(0));
      call.Do<OPENACLNN_PHASES(InplaceZero)>(zeros);
      call.Do<OPENACLNN_PHASES(IndexAdd)>(zeros, static_cast<int64_t>(axis), call.Numbers(repeated[axis]),
                                          tensor, call.Scalar(int64_t{1}), sums);
      tensor = sums;
    }
  }
  call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.Output(0), tensor);
}

// Runs what is for elements that repeat others, if the attribute asks for one of these modes.
void Repeat(Call& call, void (*run)(Call& call, std::string_view mode),
            std::span<const std::pair<std::string_view, std::string_view>> modes) {
  const std::string given = call.Text("mode", "");
  for (const auto& [name, mode] : modes) {
    if (given == name) {
      run(call, mode);
      return;
    }
  }
  call.Fail("mode: got \"" + given + "\", which is not supported");
}

using Mode = std::pair<std::string_view, std::string_view>;
constexpr std::array kModes{Mode{"reflect", "reflect"}, Mode{"edge", "edge"}};
constexpr std::array kMirrors{Mode{"REFLECT", "reflect"}, Mode{"SYMMETRIC", "symmetric"}};

bool ExpectPairs(Call& call) {
  const bool pairs = call.Flag("paddings_contiguous", true);
  if (!pairs) {
    call.Fail("paddings_contiguous: expected true");
  }
  return pairs;
}

// Inputs: x, paddings, constant_values.
void Pad(Call& call) {
  if (!ExpectPairs(call)) {
    return;
  }
  if (call.Text("mode", "constant") != "constant") {
    Repeat(call, PadByRepeating, kModes);
    return;
  }
  call.Do<OPENACLNN_PHASES(InplaceFillTensor)>(call.Output(0), call.Input(2));
  CopyInside(call);
}

constexpr std::array kOperators{
    Operator{"MirrorPad", [](Call& call) { Repeat(call, PadByRepeating, kMirrors); }},
    Operator{"MirrorPadGrad", [](Call& call) { Repeat(call, PadByRepeatingGradient, kMirrors); }},
    Operator{"Pad", PadWithZeros},
    Operator{"PadV3", Pad},
    Operator{"PadV3Grad",
             [](Call& call) {
               if (ExpectPairs(call)) {
                 Repeat(call, PadByRepeatingGradient, kModes);
               }
             }},
};

}  // namespace

std::span<const Operator> PaddingOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
