// SPDX-License-Identifier: Apache-2.0
//
// LSTM and GRU in long double, written from their formulas for one hidden unit at a time.
#pragma once

#include <cmath>
#include <vector>

#include "tests/support/number_tensor.h"
#include "tests/support/random.h"

namespace openaclnn::testing {

struct RecurrentCase {
  bool lstm = true;
  int64_t steps = 1;
  int64_t batch = 1;
  int64_t input = 1;
  int64_t hidden = 1;
  int64_t layers = 1;
  bool bias = true;
  bool bothWays = false;
  bool batchFirst = false;
  bool states = true;               // whether there are first ones
  std::vector<int64_t> sizes = {};  // of the batch at each step, if not all

  [[nodiscard]] int64_t Ways() const { return bothWays ? 2 : 1; }
  [[nodiscard]] int64_t Chains() const { return layers * Ways(); }
  [[nodiscard]] int64_t Gates() const { return lstm ? 4 : 3; }
  [[nodiscard]] Shape Sequence(int64_t features) const {
    return batchFirst ? Shape{batch, steps, features} : Shape{steps, batch, features};
  }
  [[nodiscard]] size_t At(int64_t t, int64_t b, int64_t feature, int64_t features) const {
    return static_cast<size_t>((batchFirst ? b * steps + t : t * batch + b) * features + feature);
  }
  [[nodiscard]] Shape States() const { return {Chains(), batch, hidden}; }
  [[nodiscard]] std::vector<Shape> Params() const {
    std::vector<Shape> shapes;
    for (int64_t chain = 0; chain < Chains(); ++chain) {
      shapes.push_back({Gates() * hidden, chain < Ways() ? input : Ways() * hidden});
      shapes.push_back({Gates() * hidden, hidden});
      if (bias) {
        shapes.insert(shapes.end(), 2, {Gates() * hidden});
      }
    }
    return shapes;
  }
  [[nodiscard]] bool Has(int64_t t, int64_t b) const {
    return sizes.empty() || b < sizes[static_cast<size_t>(t)];
  }
};

using Reals = std::vector<long double>;

struct RecurrentInputs {
  Reals input;
  std::vector<Reals> params;
  Reals h;  // of all layers and directions
  Reals c;
};

struct RecurrentResults {
  Reals output;
  Reals h;
  Reals c;
  // Of each layer and direction, [steps, batch, hidden]: i, g, f, o, h, c, tanh(c); r, z, n, hn, h.
  std::vector<std::vector<Reals>> kept;
};

inline long double Logistic(long double x) {
  return 1 / (1 + std::exp(-x));
}

inline RecurrentResults Recur(const RecurrentCase& one, const RecurrentInputs& in) {
  const int64_t units = one.hidden;
  const size_t lists = one.lstm ? 7 : 5;
  RecurrentResults out{{}, in.h, in.c, std::vector<std::vector<Reals>>(lists)};
  Reals below = in.input;
  int64_t width = one.input;
  for (int64_t layer = 0; layer < one.layers; ++layer) {
    const int64_t wide = one.Ways() * units;
    Reals above(static_cast<size_t>(one.steps * one.batch * wide));
    for (int64_t way = 0; way < one.Ways(); ++way) {
      const int64_t chain = layer * one.Ways() + way;
      const size_t first = static_cast<size_t>(chain) * (one.bias ? 4 : 2);
      for (std::vector<Reals>& list : out.kept) {
        list.emplace_back(static_cast<size_t>(one.steps * one.batch * units));
      }
      for (int64_t b = 0; b < one.batch; ++b) {
        for (int64_t k = 0; k < one.steps; ++k) {
          const int64_t t = way == 0 ? k : one.steps - 1 - k;
          if (!one.Has(t, b)) {
            continue;
          }
          const auto state = static_cast<size_t>((chain * one.batch + b) * units);
          const Reals old(out.h.begin() + static_cast<ptrdiff_t>(state),
                          out.h.begin() + static_cast<ptrdiff_t>(state) + units);
          const auto part = [&](int64_t gate, int64_t unit, bool ofInput) {
            const auto row = static_cast<size_t>(gate * units + unit);
            long double sum = one.bias ? in.params[first + (ofInput ? 2 : 3)][row] : 0;
            for (int64_t f = 0; f < (ofInput ? width : units); ++f) {
              sum += ofInput ? in.params[first][row * static_cast<size_t>(width) + static_cast<size_t>(f)] *
                                   below[one.At(t, b, f, width)]
                             : in.params[first + 1][row * old.size() + static_cast<size_t>(f)] *
                                   old[static_cast<size_t>(f)];
            }
            return sum;
          };
          for (int64_t u = 0; u < units; ++u) {
            const size_t at = state + static_cast<size_t>(u);
            const auto sum = [&](int64_t gate) { return part(gate, u, true) + part(gate, u, false); };
            Reals kept;
            if (one.lstm) {
              const long double i = Logistic(sum(0));
              const long double f = Logistic(sum(1));
              const long double g = std::tanh(sum(2));
              const long double o = Logistic(sum(3));
              out.c[at] = f * out.c[at] + i * g;
              out.h[at] = o * std::tanh(out.c[at]);
              kept = {i, g, f, o, out.h[at], out.c[at], std::tanh(out.c[at])};
            } else {
              const long double r = Logistic(sum(0));
              const long double z = Logistic(sum(1));
              const long double hn = part(2, u, false);
              const long double n = std::tanh(part(2, u, true) + r * hn);
              out.h[at] = (1 - z) * n + z * old[static_cast<size_t>(u)];
              kept = {r, z, n, hn, out.h[at]};
            }
            above[one.At(t, b, way * units + u, wide)] = out.h[at];
            for (size_t list = 0; list < lists; ++list) {
              out.kept[list].back()[static_cast<size_t>((t * one.batch + b) * units + u)] = kept[list];
            }
          }
        }
      }
    }
    below = above;
    width = wide;
  }
  out.output = below;
  return out;
}

inline Reals DrawReals(size_t count, aclDataType dtype, Random& random, double scale) {
  Reals values(count);
  for (long double& value : values) {
    value = static_cast<long double>(RoundTo(dtype, scale * random.StandardNormal()));
  }
  return values;
}
inline size_t CountOf(const Shape& shape) {
  return static_cast<size_t>(NumElements(shape));
}

inline RecurrentInputs DrawInputs(const RecurrentCase& one, aclDataType dtype, Random& random) {
  RecurrentInputs in;
  in.input = DrawReals(CountOf(one.Sequence(one.input)), dtype, random, 1);
  for (const Shape& shape : one.Params()) {
    const double scale = 1 / std::sqrt(static_cast<double>(shape.size() > 1 ? shape[1] : 4));
    in.params.push_back(DrawReals(CountOf(shape), dtype, random, scale));
  }
  in.h = DrawReals(CountOf(one.States()), dtype, random, one.states ? 0.7 : 0);
  in.c = DrawReals(CountOf(one.States()), dtype, random, one.states ? 1 : 0);
  return in;
}

}  // namespace openaclnn::testing
