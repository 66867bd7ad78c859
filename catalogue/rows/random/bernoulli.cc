// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include "aclnnop/aclnn_bernoulli.h"
#include "catalogue/rows/random/seeded.h"
#include "catalogue/rows/rows.h"

namespace openaclnn::catalogue::random::bernoulli {
namespace {

Argument Filled() {
  return InPlace("selfRef", Numbers());
}

Argument Shaping() {
  Argument self = Input("self", Numbers());
  self.meaning = "gives its shape";
  self.unused = true;  // but for that
  return self;
}

Argument Probabilities() {
  Argument argument = Input("prob", FloatsAndDouble());
  argument.promotes = false;
  argument.holds = Meaning::kProbabilities;
  return argument;
}

// A row whose number is a probability, whatever the type of the tensor.
Operator OfProbability(Operator row) {
  const Scalar half{ACL_DOUBLE, 0.5};
  Argument& prob = row.arguments[1];
  prob.defaultValue = half;
  prob.derive = nullptr;
  prob.derivation.clear();
  row.draw = [draw = row.draw, half](Choices& choices) {
    Arguments drawn = draw(choices);
    drawn.attributes["prob"] = half;
    return drawn;
  };
  return row;
}

}  // namespace

std::vector<Operator> Rows() {
  const std::string summary = "tensors filled with zeros and ones";
  const std::string rest = " = 1 with the probability prob, else 0";
  const Argument out = Output("out", Numbers(), SameAs("self"));
  return {
      OfProbability(Pointwise(
          TwoPhases<&aclnnInplaceBernoulliGetWorkspaceSize, &aclnnInplaceBernoulli>("aclnnInplaceBernoulli"),
          summary, {"selfRef" + rest}, {Filled(), Number("prob", 0.5), Seed(), Offset()})),
      Pointwise(TwoPhases<&aclnnInplaceBernoulliTensorGetWorkspaceSize, &aclnnInplaceBernoulliTensor>(
                    "aclnnInplaceBernoulliTensor"),
                summary + ", of a probability each", {"selfRef" + rest},
                {Filled(), Probabilities(), Seed(), Offset()}),
      OfProbability(Pointwise(TwoPhases<&aclnnBernoulliGetWorkspaceSize, &aclnnBernoulli>("aclnnBernoulli"),
                              "random zeros and ones", {"out" + rest},
                              {Shaping(), Number("prob", 0.5), Seed(), Offset(), out})),
      Pointwise(
          TwoPhases<&aclnnBernoulliTensorGetWorkspaceSize, &aclnnBernoulliTensor>("aclnnBernoulliTensor"),
          "random zeros and ones, of a probability each", {"out" + rest},
          {Shaping(), Probabilities(), Seed(), Offset(), out}),
  };
}

}  // namespace openaclnn::catalogue::random::bernoulli
