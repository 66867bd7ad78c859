// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include "aclnnop/aclnn_npu_format_cast.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::formats::format_cast {
namespace {

// Calls of the catalogue are made on plain tensors.
Argument InAnyFormat(Argument argument) {
  argument.mayBeFractal = true;
  return argument;
}

}  // namespace

std::vector<Operator> Rows() {
  return {
      MakeOperator({
          .phases = TwoPhases<&aclnnNpuFormatCastGetWorkspaceSize, &aclnnNpuFormatCast>("aclnnNpuFormatCast"),
          .summary = "the same elements in another format",
          .formula = {"dstTensor = srcTensor"},
          .arguments = {InAnyFormat(Movable(Tensor("srcTensor", "tensor", "any", Numbers()))),
                        InAnyFormat(Movable(OutputWith(
                            Tensor("dstTensor", "it in its own format", "that of srcTensor", Numbers()),
                            SameShapeAs("srcTensor"), SameAs("srcTensor"))))},
          .draw =
              [](Choices& choices) {
                return Arguments{
                    .tensors = {{"srcTensor", {{choices.AnyShape(5), choices.DType(Numbers())}}}}};
              },
          .samples = {{.name = "matrices", .arguments = {.tensors = {{"srcTensor", {{{7, 300, 65}}}}}}},
                      {.name = "vector", .arguments = {.tensors = {{"srcTensor", {{{70001}}}}}}},
                      {.name = "single", .arguments = {.tensors = {{"srcTensor", {{{1, 1}}}}}}}},
          .runExample = "--src-tensor x.npy --dst-tensor y.npy",
          .benchExample = "--src-tensor 4096x4096",
      }),
  };
}

}  // namespace openaclnn::catalogue::formats::format_cast
