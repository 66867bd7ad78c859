// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>
#include <vector>

#include "aclnnop/acl_rfft1d.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::fourier::rfft1d {
namespace {

Operator Rfft1D() {
  const Argument self = Tensor("self", "real numbers", "1 to 7 dims", {ACL_FLOAT});
  const auto call = [](Shape shape, int64_t n, int64_t dim, int64_t norm) {
    Arguments all;
    all.tensors["self"] = {{std::move(shape)}};
    all.attributes = {{"n", n}, {"dim", dim}, {"norm", norm}};
    return all;
  };
  Operator op =
      MakeOperator({.phases = TwoPhases<&aclRfft1DGetWorkspaceSize, &aclRfft1D>("aclRfft1D"),
                    .summary = "Fourier transforms of real numbers",
                    .formula = {"out[w] = factor * sum(self[k] * exp(-2 * pi * i * w * k / n))"},
                    .arguments = {self,
                                  {.name = "n",
                                   .role = Role::kAttribute,
                                   .meaning = "length of the transform",
                                   .derive =
                                       [](const Arguments& known) {
                                         const Shape& shape = known.ShapeOf("self");
                                         return Value(std::max<int64_t>(1, shape.empty() ? 1 : shape.back()));
                                       },
                                   .derivation = "the last dim of self",
                                   .lowest = 1},
                                  Dim("dim"),
                                  Mode("norm", "the factor", {{"none", 1}, {"1/n", 2}, {"1/sqrt(n)", 3}}),
                                  OutputWith(
                                      Tensor("out", "real and imaginary parts",
                                             "self's, n / 2 + 1 along dim, and 2", {ACL_FLOAT}),
                                      [](const Arguments& known) {
                                        Shape shape = known.ShapeOf("self");
                                        if (!shape.empty()) {
                                          shape[Place(known.Integer("dim"), shape.size())] =
                                              known.Integer("n") / 2 + 1;
                                        }
                                        shape.push_back(2);
                                        return shape;
                                      },
                                      SameAs("self"))},
                    .bitsOfProcessor = true,
                    .runExample = "--self x.npy -o spectrum.npy",
                    .benchExample = "--self 1024x1024"});
  op.samples = {{.name = "even", .arguments = call({57, 400}, 400, -1, 1)},
                {.name = "prime", .arguments = call({3, 101, 7}, 101, 1, 2)},
                {.name = "cut", .arguments = call({200, 33}, 128, 0, 3)},
                {.name = "extended", .arguments = call({5, 1001}, 2048, 1, 1)}};
  op.draw = [call](Choices& choices) {
    Shape shape = choices.AnyShape(6);
    shape.push_back(choices.Extent());
    const auto dim = static_cast<int64_t>(choices.Below(shape.size()));
    const auto norm = static_cast<int64_t>(1 + choices.Below(3));
    Arguments drawn = call(shape, 1 + static_cast<int64_t>(choices.Below(20)), dim, norm);
    drawn.tensors["self"].front().dtype = ACL_FLOAT;
    return drawn;
  };
  return op;
}

}  // namespace

std::vector<Operator> Rows() {
  return {Rfft1D()};
}

}  // namespace openaclnn::catalogue::fourier::rfft1d
