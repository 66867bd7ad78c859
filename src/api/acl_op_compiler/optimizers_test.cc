// SPDX-License-Identifier: Apache-2.0
//
// Steps of optimizers: what each makes of one parameter by its formula.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "api/acl_op_compiler/calls_testing.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator::testing {
namespace {

/// From 1, with a gradient of 0.5.
std::vector<Case> OptimizerCases() {
  const Operand var{{1}, {1}};
  const Operand gradient{{1}, {0.5}};
  const auto state = [](double value) { return Operand{{1}, {value}}; };
  const double rate = 0.1 * std::sqrt(1 - 0.99) / (1 - 0.9);
  const double m = 0.9 * 0.2 + 0.1 * 0.5;
  const double v = 0.99 * 0.3 + 0.01 * 0.25;
  const double ms = 0.9 * 0.3 + 0.1 * 0.25;
  const double mg = 0.9 * 0.2 + 0.1 * 0.5;
  const double mom = 0.5 * 0.4 + 0.1 * 0.5 / std::sqrt(ms + 0.01);
  const double centered = 0.5 * 0.4 + 0.1 * 0.5 / std::sqrt(ms - mg * mg + 0.01);
  const double update = std::sqrt((0.2 + 0.01) / (ms + 0.01)) * 0.5;
  const double greatest = std::max(0.99 * 0.3, 0.5);
  const double linear = 0.2 + 0.5 - (std::sqrt(0.55) - std::sqrt(0.3)) / 0.1;
  const double proximal = 0.1 / std::sqrt(0.55);
  const double decayed = m / (std::sqrt(v) + 0.01) + 0.02 * 1;
  return {
      {"AdamApplyOneWithDecayAssign",
       {gradient, state(0.3), state(0.2), var, Number(0.1), Number(0.9), Number(0.1), Number(0.99),
        Number(0.01), Number(0.02), Number(0.01)},
       {},
       {state(v), state(m), state(1 - 0.1 * decayed)},
       {1, 2, 3}},
      {"ApplyAdaMaxD",
       {var, state(0.2), state(0.3), Number(0.9), Number(0.1), Number(0.9), Number(0.99), Number(0.01),
        gradient},
       {},
       {state(1 - 0.1 / (1 - 0.9) * m / (greatest + 0.01)), state(m), state(greatest)}},
      {"ApplyAdadeltaD",
       {var, state(0.3), state(0.2), Number(0.1), Number(0.9), Number(0.01), gradient},
       {},
       {state(1 - 0.1 * update), state(ms), state(0.9 * 0.2 + 0.1 * update * update)}},
      {"ApplyAdagradD",
       {var, state(0.3), Number(0.1), gradient},
       {},
       {state(1 - 0.1 * 0.5 / std::sqrt(0.55)), state(0.55)}},
      {"ApplyAdam",
       {var, state(0.2), state(0.3), Number(0.9), Number(0.99), Number(0.1), Number(0.9), Number(0.99),
        Number(0.01), gradient},
       {},
       {state(1 - rate * m / (std::sqrt(v) + 0.01)), state(m), state(v)}},
      {"ApplyAdamD",
       {var, state(0.2), state(0.3), Number(0.9), Number(0.99), Number(0.1), Number(0.9), Number(0.99),
        Number(0.01), gradient},
       {Flag("use_nesterov", true)},
       {state(1 - rate * (0.9 * m + 0.1 * 0.5) / (std::sqrt(v) + 0.01)), state(m), state(v)}},
      {"ApplyAdamWithAmsgradV2",
       {var, state(0.2), state(0.3), state(0.4), Number(0.9), Number(0.99), Number(0.1), Number(0.9),
        Number(0.99), Number(0.01), gradient},
       {},
       {state(1 - rate * m / (std::sqrt(0.4) + 0.01)), state(m), state(v), state(0.4)}},
      {"ApplyCenteredRMSProp",
       {var, state(0.2), state(0.3), state(0.4), Number(0.1), Number(0.9), Number(0.5), Number(0.01),
        gradient},
       {},
       {state(1 - centered)}},
      {"ApplyFtrl",
       {var, state(0.3), state(0.2), gradient, Number(0.1), Number(0.4), Number(0.05), Number(-0.5)},
       {},
       {state((-0.4 - linear) / (std::sqrt(0.55) / 0.1 + 0.1))},
       {0}},
      {"ApplyFtrl",  // l1 leaves nothing
       {var, state(0.3), state(0.2), gradient, Number(0.1), Number(9), Number(0.05), Number(-0.5)},
       {},
       {state(0)},
       {0}},
      {"ApplyMomentum",
       {var, state(0.4), Number(0.1), gradient, Number(0.9)},
       {},
       {state(1 - 0.1 * 0.86), state(0.86)},
       {0, 1}},
      {"ApplyMomentum",
       {var, state(0.4), Number(0.1), gradient, Number(0.9)},
       {Flag("use_nesterov", true)},
       {state(1 - 0.1 * (0.5 + 0.9 * 0.86)), state(0.86)}},
      {"ApplyProximalAdagradD",
       {var, state(0.3), Number(0.1), Number(0.4), Number(0.05), gradient},
       {},
       {state((1 - proximal * 0.5 - proximal * 0.4) / (1 + proximal * 0.05)), state(0.55)}},
      {"ApplyRMSProp",
       {var,
        state(0.3),
        state(0.4),
        Number(0.1),
        {{}, {0.9}, ACL_FLOAT, true},
        {{}, {0.5}, ACL_FLOAT, true},
        {{}, {0.01}, ACL_FLOAT, true},
        gradient},
       {},
       {state(1 - mom)}},
      // The first step forgets the momentum's damping, the second does not.
      {"SGD",
       {var, gradient, Number(0.1), state(0.4), Number(0.5), state(1)},
       {Real("dampening", 0.5F)},
       {state(1 - 0.1 * (0.2 + 0.5))}},
      {"SGD",
       {var, gradient, Number(0.1), state(0.4), Number(0.5), state(0)},
       {Real("dampening", 0.5F), Flag("nesterov", true)},
       {state(1 - 0.1 * (0.5 + 0.5 * 0.45))}},
  };
}

TEST(SingleOperators, OfOptimizersFollowTheirFormulas) {
  ExpectRightForEach(OptimizerOperators(), OptimizerCases());
}

}  // namespace
}  // namespace openaclnn::single_operator::testing
