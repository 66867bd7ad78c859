// SPDX-License-Identifier: Apache-2.0
//
// Reductions along rows, columns and all, softmax, scans and sorting.
#include "bench/families/cases.h"

namespace bench {
namespace {

namespace catalogue = openaclnn::catalogue;
using at::Tensor;
using Inputs = std::vector<Tensor>;
using Dims = std::vector<int64_t>;

std::string Text(const catalogue::Shape& shape) {
  std::string text;
  for (const int64_t extent : shape) {
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  }
  return text;
}

void AddReductions(std::vector<Case>& cases, const catalogue::Shape& shape, const Dims& dims,
                   const std::string& along) {
  const auto add = [&](const std::string& op, const std::string& dimsName, const std::string& keep,
                       const Peer& peer) {
    AddCases(cases, "reduce", op + " " + along + ", " + Text(shape), op, {{"self", shape}},
             {{dimsName, dims}, {keep, int64_t{0}}}, peer, catalogue::Floats());
  };
  add("reduce_sum", "dims", "keepDims", [dims](const Inputs& in) { at::sum(in[0], dims); });
  add("mean", "dim", "keepDim", [dims](const Inputs& in) { at::mean(in[0], dims); });
  add("amax", "dim", "keepDim", [dims](const Inputs& in) { at::amax(in[0], dims); });
  add("log_sum_exp", "dim", "keepDim", [dims](const Inputs& in) { at::logsumexp(in[0], dims); });
  add("linalg_vector_norm", "dims", "keepDims",
      [dims](const Inputs& in) { at::linalg_vector_norm(in[0], 2, dims); });
  AddCases(
      cases, "reduce", "var " + along + ", " + Text(shape), "var", {{"self", shape}},
      {{"dim", dims}, {"unbiased", int64_t{1}}, {"keepdim", int64_t{0}}},
      [dims](const Inputs& in) { at::var(in[0], dims, true); }, catalogue::Floats());
}

}  // namespace

void AddReductionCases(std::vector<Case>& cases) {
  for (const catalogue::Shape& shape : {catalogue::Shape{64, 256}, {512, 1024}, {4096, 4096}}) {
    AddReductions(cases, shape, {1}, "of rows");
    AddReductions(cases, shape, {0}, "of columns");
    AddReductions(cases, shape, {0, 1}, "of all");
  }
  AddReductions(cases, {8, 64, 56, 56}, {0, 2, 3}, "of channels");

  for (const catalogue::Shape& shape : {catalogue::Shape{64, 256}, {512, 1024}, {4096, 1000}}) {
    for (const int64_t dim : {int64_t{1}, int64_t{0}}) {
      const std::string name = (dim == 1 ? " of rows, " : " of columns, ") + Text(shape);
      const auto add = [&](const std::string& op, const Tensors& tensors, const Peer& peer) {
        AddCases(cases, "softmax", op + name, op, tensors, {{"dim", dim}}, peer, catalogue::Floats());
      };
      add("softmax", {{"self", shape}}, [dim](const Inputs& in) { at::_softmax(in[0], dim, false); });
      add("log_softmax", {{"self", shape}}, [dim](const Inputs& in) { at::_log_softmax(in[0], dim, false); });
      const Tensors both{{"gradOutput", shape}, {"output", shape}};
      add("softmax_backward", both,
          [dim](const Inputs& in) { at::_softmax_backward_data(in[0], in[1], dim, in[0].scalar_type()); });
      add("log_softmax_backward", both, [dim](const Inputs& in) {
        at::_log_softmax_backward_data(in[0], in[1], dim, in[0].scalar_type());
      });
    }
  }

  const catalogue::Shape shape{512, 1024};
  const auto add = [&](const std::string& group, const std::string& op, const Attributes& attributes,
                       const Peer& peer) {
    AddCases(cases, group, op + ", " + Text(shape), op, {{"self", shape}}, attributes, peer,
             catalogue::Floats());
  };
  add("reduce", "arg_max", {{"dim", int64_t{1}}, {"keepdim", int64_t{0}}},
      [](const Inputs& in) { at::argmax(in[0], 1); });
  add("reduce", "max_dim", {{"dim", int64_t{1}}, {"keepdim", int64_t{0}}},
      [](const Inputs& in) { at::max(in[0], 1); });
  add("sort", "sort", {{"stable", int64_t{0}}, {"dim", int64_t{1}}, {"descending", int64_t{0}}},
      [](const Inputs& in) { at::sort(in[0], 1); });
  add("sort", "topk",
      {{"k", int64_t{10}}, {"dim", int64_t{1}}, {"largest", int64_t{1}}, {"sorted", int64_t{1}}},
      [](const Inputs& in) { at::topk(in[0], 10, 1); });
}

}  // namespace bench
