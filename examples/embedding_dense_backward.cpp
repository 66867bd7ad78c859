// SPDX-License-Identifier: Apache-2.0
// Gradient of a word table. A vocabulary of five words, each a row of two numbers, and the sentence
//
//     the     cat     saw     the     <pad>
//     1       2       3       1       0         index of the word
//     1 10    2 20    3 30    4 40    5 50      gradient of its vector
//
// A word's row gets the sum over all its occurrences: "the" 1+4 and 10+40. "dog" (4) does not occur: zeros.
// Row 0 is the padding, which fills sentences up and is not to be learned: zeros as well.

#include "aclnnop/aclnn_embedding_dense_backward.h"
#include "support.h"

using example::Check;
using example::Tensor;

int Example() {
  const example::Device device;
  const uint64_t numWeights = 5;  // rows of the table
  const Tensor grad = Tensor::Floats({5, 2}, {1, 10, 2, 20, 3, 30, 4, 40, 5, 50});
  const Tensor indices = Tensor::Indices({5}, {1, 2, 3, 1, 0});
  const Tensor gradTable = Tensor::Output({numWeights, 2});
  const example::Stream stream;

  const uint64_t paddingIdx = 0;
  const bool scaleGradByFreq = false;  // true: the mean over a word's occurrences instead of the sum
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnEmbeddingDenseBackwardGetWorkspaceSize(grad, indices, numWeights, paddingIdx, scaleGradByFreq,
                                                    gradTable, &workspaceSize, &executor),
        "aclnnEmbeddingDenseBackwardGetWorkspaceSize");
  const example::DeviceMemory workspace = example::Allocate(workspaceSize);
  Check(aclnnEmbeddingDenseBackward(workspace.get(), workspaceSize, executor, stream),
        "aclnnEmbeddingDenseBackward");
  // An index outside the table would be reported here: it is only seen when the work runs.
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  example::Report report;
  report.Compare("gradTable", gradTable, {0, 0, 5, 50, 2, 20, 3, 30, 0, 0});
  return report.Finish();
}

int main() {
  return example::Main(Example);
}
