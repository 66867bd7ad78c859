// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_gru.h"
#include "aclnnop/aclnn_gru_backward.h"
#include "catalogue/rows/recurrent/networks.h"

namespace openaclnn::catalogue::recurrent::gru {
namespace {

constexpr int64_t kGates = 3;

Arguments Call(const Network& network, aclDataType dtype, bool state, bool backward) {
  Arguments all;
  all.tensors["input"] = {{network.Sequence(network.input), dtype}};
  all.tensors["params"] = network.Params(kGates, dtype);
  if (state) {
    all.tensors["hx"] = {{network.State(), dtype}};
  }
  if (backward) {
    all.tensors["dy"] = {{network.Sequence(network.Directions() * network.hidden), dtype}};
    all.tensors["dh"] = {{network.State(), dtype}};
    for (const char* list : {"r", "z", "n", "hn", "h"}) {
      all.tensors[list] = network.Lists(dtype);
    }
  }
  if (!backward) {
    all.attributes["train"] = int64_t{1};
  }
  SetAttributes(network, "bidirection", all);
  return all;
}

Operator Row(Operator row, bool backward) {
  row.bitsOfProcessor = true;
  row.lead = "input";
  row.draw = [backward](Choices& choices) {
    const Network network = DrawNetwork(choices);
    const aclDataType dtype = choices.DType(Floats());
    return Call(network, dtype, choices.Chance(160), backward);
  };
  const auto sample = [&](const char* name, const Network& network, bool state) {
    row.samples.push_back({.name = name, .arguments = Call(network, ACL_DT_UNDEFINED, state, backward)});
  };
  sample("two_layers", {7, 5, 33, 70, 2, true, false, false}, true);
  sample("two_directions", {4, 3, 17, 40, 2, true, true, true}, true);
  sample("wide", {3, 40, 130, 300, 1, false, false, false}, false);
  return MakeOperator(std::move(row));
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
  const auto step = [](const char* name, const char* meaning) {
    return Given(name, meaning, "[T, B, H], for each layer and direction");
  };
  Argument gradParams = Made("dparamsOut", "gradients of params", "those of params", SameShapeAs("params"));
  gradParams.list = [](const Arguments& known) { return known.tensors.at("params"); };
  return {
      Row({.phases = TwoPhases<&aclnnGRUGetWorkspaceSize, &aclnnGRU>("aclnnGRU"),
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
          false),
      Row({.phases = TwoPhases<&aclnnGRUBackwardGetWorkspaceSize, &aclnnGRUBackward>("aclnnGRUBackward"),
           .summary = "gradients of gated recurrent units",
           .formula = {"dxOut = gradient of aclnnGRU for input", "dparamsOut = gradients for params"},
           .arguments = {input, params, hx,
                         Optional("dy", "gradient of output", "[T, B, directions * H] or [B, T, ...]"),
                         Optional("dh", "gradient of hy", "[layers * directions, B, H]"), step("r", "r"),
                         step("z", "z"), step("n", "n"), step("hn", "Vn * h + dn"), step("h", "h"), reserved,
                         Bias(), Layers(), directions, first,
                         Made("dxOut", "gradient of input", "that of input", SameShapeAs("input")),
                         Made("dhPrevOut", "gradient of the first h", "[layers * directions, B, H]",
                              StateShape),
                         gradParams},
           .runExample =
               "--input x.npy --params " + weights +
               " --dy dy.npy --dh dh.npy --r r.npy --z z.npy --n n.npy --hn hn.npy --h h.npy --has-bias "
               "--dx-out dx.npy",
           .benchExample =
               sizes +
               " --dy 35x20x512 --dh 1x20x512 --r 35x20x512 --z 35x20x512 --n 35x20x512 --hn 35x20x512 "
               "--h 35x20x512"},
          true),
  };
}

}  // namespace openaclnn::catalogue::recurrent::gru
