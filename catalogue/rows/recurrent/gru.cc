// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"
#include "catalogue/rows/recurrent/networks.h"

namespace openaclnn::catalogue::recurrent::gru {
namespace {

Cell GruCell(bool backward) {
  Cell cell{.gates = 3, .bidirectional = "bidirection", .backward = backward};
  if (backward) {
    cell.gradients = {"dh"};
    cell.lists = {"r", "z", "n", "hn", "h"};
  }
  return cell;
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string weights = "w_ih.npy,w_hh.npy,b_ih.npy,b_hh.npy";
  const std::string sizes = "--input 35x20x512 --params 1536x512,1536x512,1536,1536 --has-bias";
  const Argument input = Given("input", "sequences", "[T, B, input] or [B, T, input]");
  const Argument params = Given("params", "weights and biases of each layer and direction",
                                "[3 * H, input], [3 * H, H] and [3 * H], [3 * H]");
  Argument hx = Given("hx", "the first h", "[layers * directions, B, H]");
  hx.optional = true;
  Argument reserved = Tensor("batchSizes", "must be null", "none", {ACL_INT64});
  reserved.optional = true;
  const Argument directions = Flag("bidirection", "whether there are two directions");
  const Argument first = Flag("batchFirst", "whether the batch is the first dimension");
  return {
      NetworkRow(
          {.phases = TwoPhases<&aclnnGRUGetWorkspaceSize, &aclnnGRU>("aclnnGRU"),
           .summary = "gated recurrent units",
           .formula = {"n = tanh(Wn * x + bn + r * (Vn * h + dn))", "h' = (1 - z) * n + z * h"},
           .arguments = {input, params, hx, reserved, Bias(), Layers(), Real("dropout", "has no effect", 0),
                         Flag("train", "whether the lists are written"), directions, first,
                         Made("output", "h of the last layer", "[T, B, directions * H] or [B, T, ...]",
                              OutputShape),
                         Made("hy", "the last h", "[layers * directions, B, H]", StateShape),
                         MadeList("rOut", "r"), MadeList("zOut", "z"), MadeList("nOut", "n"),
                         MadeList("hnOut", "Vn * h + dn"), MadeList("hOut", "h")},
           .runExample = "--input x.npy --params " + weights + " --has-bias --output y.npy",
           .benchExample = sizes},
          GruCell(false)),
      NetworkRow(
          {.phases = TwoPhases<&aclnnGRUBackwardGetWorkspaceSize, &aclnnGRUBackward>("aclnnGRUBackward"),
           .summary = "gradients of gated recurrent units",
           .formula = {"dxOut = gradient of aclnnGRU for input", "dparamsOut = gradients for params"},
           .arguments = {input, params, hx,
                         Optional("dy", "gradient of output", "[T, B, directions * H] or [B, T, ...]"),
                         Optional("dh", "gradient of hy", "[layers * directions, B, H]"), Step("r", "r"),
                         Step("z", "z"), Step("n", "n"), Step("hn", "Vn * h + dn"), Step("h", "h"), reserved,
                         Bias(), Layers(), directions, first,
                         Made("dxOut", "gradient of input", "that of input", SameShapeAs("input")),
                         Made("dhPrevOut", "gradient of the first h", "[layers * directions, B, H]",
                              StateShape),
                         ParamGradients()},
           .runExample =
               "--input x.npy --params " + weights +
               " --dy dy.npy --dh dh.npy --r r.npy --z z.npy --n n.npy --hn hn.npy --h h.npy --has-bias "
               "--dx-out dx.npy",
           .benchExample =
               sizes +
               " --dy 35x20x512 --dh 1x20x512 --r 35x20x512 --z 35x20x512 --n 35x20x512 --hn 35x20x512 "
               "--h 35x20x512"},
          GruCell(true)),
  };
}

}  // namespace openaclnn::catalogue::recurrent::gru
