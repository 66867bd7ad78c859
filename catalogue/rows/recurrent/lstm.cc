// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_lstm.h"
#include "aclnnop/aclnn_lstm_backward.h"
#include "catalogue/rows/recurrent/networks.h"

namespace openaclnn::catalogue::recurrent::lstm {
namespace {

Argument BatchSizes(const char* name) {
  return {.name = name,
          .meaning = "how many sequences have each step",
          .shapeText = "[T]",
          .dtypes = {ACL_INT64},
          .others = {ACL_INT32},
          .optional = true,
          .holds = Meaning::kOnes};
}

Argument States(const char* meaning) {
  Argument hx = Given("hx", meaning, "[layers * directions, B, H], two of them");
  hx.optional = true;
  hx.needed = [](const Arguments&) { return true; };  // each of the two, where there is a list
  return hx;
}

Cell LstmCell(bool backward) {
  Cell cell{.gates = 4,
            .bidirectional = "bidirectional",
            .states = 2,
            .sizes = backward ? "batchSizesOptional" : "batchSizes",
            .backward = backward};
  if (backward) {
    cell.gradients = {"dh", "dc"};
    cell.lists = {"i", "g", "f", "o", "h", "c", "tanhc"};
  }
  return cell;
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string weights = "w_ih.npy,w_hh.npy,b_ih.npy,b_hh.npy";
  const std::string sizes = "--input 35x20x512 --params 2048x512,2048x512,2048,2048 --has-bias";
  const Argument params = Given("params", "weights and biases of each layer and direction",
                                "[4 * H, input], [4 * H, H] and [4 * H], [4 * H]");
  const auto real = [] { return Real("dropout", "has no effect", 0); };
  const auto train = [] { return Flag("train", "whether the lists are written"); };
  const auto directions = [] { return Flag("bidirectional", "whether there are two directions"); };
  const auto first = [] { return Flag("batchFirst", "whether the batch is the first dimension"); };
  return {
      NetworkRow({.phases = TwoPhases<&aclnnLSTMGetWorkspaceSize, &aclnnLSTM>("aclnnLSTM"),
                  .summary = "long short-term memory",
                  .formula = {"c' = f * c + i * g", "h' = o * tanh(c')"},
                  .arguments = {Given("input", "sequences", "[T, B, input] or [B, T, input]"),
                                params,
                                States("the first h and c"),
                                BatchSizes("batchSizes"),
                                Bias(),
                                Layers(),
                                real(),
                                train(),
                                directions(),
                                first(),
                                Made("output", "h of the last layer", "[T, B, directions * H] or [B, T, ...]",
                                     OutputShape),
                                Made("hy", "the last h", "[layers * directions, B, H]", StateShape),
                                Made("cy", "the last c", "[layers * directions, B, H]", StateShape),
                                MadeList("iOut", "i"),
                                MadeList("jOut", "g"),
                                MadeList("fOut", "f"),
                                MadeList("oOut", "o"),
                                MadeList("hOut", "h"),
                                MadeList("cOut", "c"),
                                MadeList("tanhCOut", "tanh(c)")},
                  .runExample = "--input x.npy --params " + weights + " --has-bias --output y.npy",
                  .benchExample = sizes},
                 LstmCell(false)),
      NetworkRow(
          {.phases = TwoPhases<&aclnnLstmBackwardGetWorkspaceSize, &aclnnLstmBackward>("aclnnLstmBackward"),
           .summary = "gradients of long short-term memory",
           .formula = {"dxOut = gradient of aclnnLSTM for input", "dparamsOut = gradients for params"},
           .arguments =
               {Given("input", "sequences", "[T, B, input] or [B, T, input]"),
                States("the first h and c"),
                params,
                Optional("dy", "gradient of output", "[T, B, directions * H] or [B, T, ...]"),
                Optional("dh", "gradient of hy", "[layers * directions, B, H]"),
                Optional("dc", "gradient of cy", "[layers * directions, B, H]"),
                Step("i", "i"),
                Step("g", "g"),
                Step("f", "f"),
                Step("o", "o"),
                Step("h", "h"),
                Step("c", "c"),
                Step("tanhc", "tanh(c)"),
                BatchSizes("batchSizesOptional"),
                Bias(),
                Layers(),
                real(),
                train(),
                directions(),
                first(),
                {.name = "outputMask",
                 .role = Role::kAttribute,
                 .meaning = "has no effect",
                 .defaultValue = std::vector<int64_t>{1, 1, 1, 1}},
                Made("dxOut", "gradient of input", "that of input", SameShapeAs("input")),
                Made("dhPrevOut", "gradient of the first h", "[layers * directions, B, H]", StateShape),
                Made("dcPrevOut", "gradient of the first c", "[layers * directions, B, H]", StateShape),
                ParamGradients()},
           .runExample =
               "--input x.npy --params " + weights +
               " --dy dy.npy --dh dh.npy --dc dc.npy --i i.npy --g g.npy --f f.npy --o o.npy --h h.npy "
               "--c c.npy --tanhc tanhc.npy --has-bias --dx-out dx.npy",
           .benchExample =
               sizes +
               " --dy 35x20x512 --dh 1x20x512 --dc 1x20x512 --i 35x20x512 --g 35x20x512 --f 35x20x512 "
               "--o 35x20x512 --h 35x20x512 --c 35x20x512 --tanhc 35x20x512"},
          LstmCell(true)),
  };
}

}  // namespace openaclnn::catalogue::recurrent::lstm
