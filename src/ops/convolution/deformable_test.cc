// SPDX-License-Identifier: Apache-2.0
//
// aclnnDeformableConv2d and its gradients against loops in float64. A pixel counts in a sample as far as it is less
// than one pixel away along each axis, and slopes are differences, which are exact between two pixels.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "aclnnop/aclnn_convolution_backward.h"
#include "aclnnop/aclnn_deformable_conv2d.h"
#include "tests/support/compare.h"
#include "tests/support/device.h"
#include "tests/support/half.h"
#include "tests/support/int_array.h"
#include "tests/support/layouts.h"
#include "tests/support/random.h"
#include "tests/support/status_test.h"

namespace openaclnn::testing {
namespace {

constexpr std::array<aclDataType, 3> kTypes{ACL_FLOAT, ACL_FLOAT16, ACL_BF16};

struct Layer {
  Shape x;  // N, C, H, W
  int64_t outputs;
  Shape kernel;
  Shape stride{1, 1};
  Shape padding{0, 0, 0, 0};
  Shape dilation{1, 1};
  int64_t groups = 1;
  int64_t offsetGroups = 1;
  bool bias = true;

  [[nodiscard]] int64_t Extent(size_t axis) const {
    const int64_t room =
        x[2 + axis] + padding[2 * axis] + padding[2 * axis + 1] - dilation[axis] * (kernel[axis] - 1) - 1;
    return room < 0 ? 0 : room / stride[axis] + 1;
  }
  [[nodiscard]] int64_t Taps() const { return kernel[0] * kernel[1]; }
  [[nodiscard]] Shape Weight() const { return {outputs, x[1] / groups, kernel[0], kernel[1]}; }
  [[nodiscard]] Shape Output() const { return {x[0], outputs, Extent(0), Extent(1)}; }
  [[nodiscard]] Shape Offset() const { return {x[0], 3 * offsetGroups * Taps(), Extent(0), Extent(1)}; }
  [[nodiscard]] Shape Samples() const { return {x[0], x[1], Extent(0) * kernel[0], Extent(1) * kernel[1]}; }
};

struct Sums {
  explicit Sums(const Shape& shape) : values(Full(shape, 0)), magnitudes(values) {}
  void Add(size_t at, double term, double magnitude) {
    values.values[at] += term;
    magnitudes.values[at] += magnitude;
  }
  [[nodiscard]] Tolerance AllowedIn(aclDataType dtype) const { return Tolerance::For(dtype, magnitudes); }
  Array values;
  Array magnitudes;
};

struct Inputs {
  Array x;
  Array weight;
  Array offset;
  Array bias;
  Array gradOutput;
};

double Nearness(double distance) {
  return std::max(0.0, 1 - std::fabs(distance));
}

double SampleAt(const Array& x, int64_t n, int64_t c, double row, double column) {
  double sum = 0;
  for (int64_t i = 0; i < x.shape[2]; ++i) {
    for (int64_t j = 0; j < x.shape[3]; ++j) {
      sum += At(x, {n, c, i, j}) * Nearness(row - static_cast<double>(i)) *
             Nearness(column - static_cast<double>(j));
    }
  }
  return sum;
}

// One tap of one position, of one channel.
struct Tap {
  int64_t n;
  int64_t c;
  int64_t h;
  int64_t w;
  int64_t i;
  int64_t j;
  double row;
  double column;
  double factor;
  std::array<size_t, 3> offsets;  // of x, of y, and the factor
  size_t sample;
};

template <typename Visit>
void ForEachTap(const Layer& layer, const Array& offset, const Visit& visit) {
  const Shape samples = layer.Samples();
  const int64_t plane = layer.offsetGroups * layer.Taps();
  for (int64_t at = 0; at < NumElements(samples); ++at) {
    const Shape index = IndexOf(samples, at);
    Tap tap{index[0],
            index[1],
            index[2] / layer.kernel[0],
            index[3] / layer.kernel[1],
            index[2] % layer.kernel[0],
            index[3] % layer.kernel[1],
            0,
            0,
            0,
            {},
            static_cast<size_t>(at)};
    const int64_t group = tap.c / (layer.x[1] / layer.offsetGroups);
    const int64_t number = group * layer.Taps() + tap.i * layer.kernel[1] + tap.j;
    for (size_t k = 0; k < 3; ++k) {
      tap.offsets[k] =
          FlatIndex(layer.Offset(), {tap.n, static_cast<int64_t>(k) * plane + number, tap.h, tap.w});
    }
    tap.column = static_cast<double>(tap.w * layer.stride[1] - layer.padding[2] + tap.j * layer.dilation[1]) +
                 offset.values[tap.offsets[0]];
    tap.row = static_cast<double>(tap.h * layer.stride[0] - layer.padding[0] + tap.i * layer.dilation[0]) +
              offset.values[tap.offsets[1]];
    tap.factor = offset.values[tap.offsets[2]];
    visit(tap);
  }
}

// Calls visit(output, weight) for what a channel's tap counts in: places in the output and in the weight.
template <typename Visit>
void ForEachOutput(const Layer& layer, const Tap& tap, const Visit& visit) {
  const int64_t channels = layer.x[1] / layer.groups;
  const int64_t each = layer.outputs / layer.groups;
  for (int64_t o = tap.c / channels * each; o < (tap.c / channels + 1) * each; ++o) {
    visit(FlatIndex(layer.Output(), {tap.n, o, tap.h, tap.w}),
          FlatIndex(layer.Weight(), {o, tap.c % channels, tap.i, tap.j}));
  }
}

Inputs Draw(const Layer& layer, aclDataType dtype, Random& random) {
  Inputs in{random.Uniform(layer.x, dtype, -2, 2), random.Uniform(layer.Weight(), dtype, -1, 1),
            random.Integers(layer.Offset(), dtype, -2, 3), random.Uniform({layer.outputs}, dtype, -1, 1),
            random.Uniform(layer.Output(), dtype, -1, 1)};
  // Far enough from pixels for differences, and exact in any type.
  for (double& value : in.offset.values) {
    value += static_cast<double>(random.Integer(2, 7)) / 8;
  }
  return in;
}

class Deformable : public StatusTest {
 protected:
  struct Arrays {
    explicit Arrays(const Layer& layer)
        : kernel(layer.kernel),
          stride({1, 1, layer.stride[0], layer.stride[1]}),
          padding(layer.padding),
          dilation({1, 1, layer.dilation[0], layer.dilation[1]}) {}
    IntArray kernel;
    IntArray stride;
    IntArray padding;
    IntArray dilation;
  };

  static aclnnStatus Forward(const Layer& layer, const Inputs& in, aclDataType dtype, const Layout& layout,
                             const DeviceTensor& out, const DeviceTensor* samples) {
    const Arrays arrays(layer);
    const DeviceTensor x(in.x, dtype, layout);
    const DeviceTensor weight(in.weight, dtype, layout);
    const DeviceTensor offset(in.offset, dtype, layout);
    const DeviceTensor bias(in.bias, dtype);
    return RunTwoPhase(
        [&](uint64_t* size, aclOpExecutor** executor) {
          return aclnnDeformableConv2dGetWorkspaceSize(
              x.Get(), weight.Get(), offset.Get(), layer.bias ? bias.Get() : nullptr, arrays.kernel.Get(),
              arrays.stride.Get(), arrays.padding.Get(), arrays.dilation.Get(), layer.groups,
              layer.offsetGroups, true, out.Get(), samples == nullptr ? nullptr : samples->Get(), size,
              executor);
        },
        aclnnDeformableConv2d);
  }

  void ExpectForward(const Layer& layer, aclDataType dtype) {
    const Inputs in = Draw(layer, dtype, random_);
    Sums samples(layer.Samples());
    Sums out(layer.Output());
    if (layer.bias) {
      for (size_t at = 0; at < out.values.values.size(); ++at) {
        const auto channel = static_cast<size_t>(IndexOf(layer.Output(), static_cast<int64_t>(at))[1]);
        out.Add(at, in.bias.values[channel], std::fabs(in.bias.values[channel]));
      }
    }
    const Array magnitudes = Abs(in.x);
    ForEachTap(layer, in.offset, [&](const Tap& tap) {
      const double sample = tap.factor * SampleAt(in.x, tap.n, tap.c, tap.row, tap.column);
      const double magnitude =
          std::fabs(tap.factor) * SampleAt(magnitudes, tap.n, tap.c, tap.row, tap.column);
      samples.Add(tap.sample, sample, magnitude);
      ForEachOutput(layer, tap, [&](size_t output, size_t weight) {
        out.Add(output, sample * in.weight.values[weight], magnitude * std::fabs(in.weight.values[weight]));
      });
    });
    const DeviceTensor deformed = DeviceTensor::Output(layer.Samples(), dtype, Layout::Transposed(4));
    bool given = false;
    ExpectInEachLayout(out.values, out.AllowedIn(dtype), [&](const Layout& layout, const DeviceTensor& to) {
      given = !given;
      return Forward(layer, in, dtype, layout, to, given ? &deformed : nullptr);
    });
    EXPECT_TRUE(Near(deformed.Read(), samples.values, samples.AllowedIn(dtype)));
    EXPECT_TRUE(deformed.CanariesIntact());
  }

  void ExpectBackward(const Layer& layer, aclDataType dtype) {
    const Inputs in = Draw(layer, dtype, random_);
    Array samples = Full(layer.Samples(), 0);
    Sums gradX(layer.x);
    Sums gradWeight(layer.Weight());
    Sums gradOffset(layer.Offset());
    Sums gradBias({layer.outputs});
    for (size_t at = 0; at < in.gradOutput.values.size(); ++at) {
      const auto channel = static_cast<size_t>(IndexOf(layer.Output(), static_cast<int64_t>(at))[1]);
      gradBias.Add(channel, in.gradOutput.values[at], std::fabs(in.gradOutput.values[at]));
    }
    const Array magnitudes = Abs(in.x);
    ForEachTap(layer, in.offset, [&](const Tap& tap) {
      const double sample = SampleAt(in.x, tap.n, tap.c, tap.row, tap.column);
      samples.values[tap.sample] = RoundTo(dtype, tap.factor * sample);
      double grad = 0;  // of the tap's sample
      double gradMagnitude = 0;
      ForEachOutput(layer, tap, [&](size_t output, size_t weight) {
        const double term = in.gradOutput.values[output] * in.weight.values[weight];
        grad += term;
        gradMagnitude += std::fabs(term);
        const double product = in.gradOutput.values[output] * samples.values[tap.sample];
        gradWeight.Add(weight, product, std::fabs(product));
      });
      for (int64_t i = 0; i < layer.x[2]; ++i) {
        for (int64_t j = 0; j < layer.x[3]; ++j) {
          const double part = tap.factor * Nearness(tap.row - static_cast<double>(i)) *
                              Nearness(tap.column - static_cast<double>(j));
          gradX.Add(FlatIndex(layer.x, {tap.n, tap.c, i, j}), part * grad, std::fabs(part) * gradMagnitude);
        }
      }
      constexpr double kStep = 0x1p-4;
      const auto difference = [&](double rows, double columns) {
        return (SampleAt(in.x, tap.n, tap.c, tap.row + rows, tap.column + columns) -
                SampleAt(in.x, tap.n, tap.c, tap.row - rows, tap.column - columns)) /
               (2 * kStep);
      };
      // Pixels of up to 2 make slopes of up to 4.
      const double slopes = 4 * std::fabs(tap.factor) * gradMagnitude;
      gradOffset.Add(tap.offsets[0], tap.factor * grad * difference(0, kStep), slopes);
      gradOffset.Add(tap.offsets[1], tap.factor * grad * difference(kStep, 0), slopes);
      gradOffset.Add(tap.offsets[2], grad * sample,
                     gradMagnitude * SampleAt(magnitudes, tap.n, tap.c, tap.row, tap.column));
    });

    const Arrays arrays(layer);
    std::optional<std::vector<double>> bits;
    for (const Layout& layout : UsualLayouts(4)) {
      const DeviceTensor x(in.x, dtype, layout);
      const DeviceTensor gradOutput(in.gradOutput, dtype, layout);
      const DeviceTensor deformed(samples, dtype, layout);
      const DeviceTensor weight(in.weight, dtype, layout);
      const DeviceTensor offset(in.offset, dtype, layout);
      const DeviceTensor toX = DeviceTensor::Output(layer.x, dtype, layout);
      const DeviceTensor toWeight = DeviceTensor::Output(layer.Weight(), dtype, layout);
      const DeviceTensor toOffset = DeviceTensor::Output(layer.Offset(), dtype, layout);
      const DeviceTensor toBias = DeviceTensor::Output({layer.outputs}, dtype);
      ASSERT_EQ(RunTwoPhase(
                    [&](uint64_t* size, aclOpExecutor** executor) {
                      return aclnnDeformableConv2dBackwardGetWorkspaceSize(
                          x.Get(), gradOutput.Get(), deformed.Get(), weight.Get(), offset.Get(),
                          arrays.kernel.Get(), arrays.stride.Get(), arrays.padding.Get(),
                          arrays.dilation.Get(), layer.groups, layer.offsetGroups, true, toX.Get(),
                          toWeight.Get(), toOffset.Get(), toBias.Get(), size, executor);
                    },
                    aclnnDeformableConv2dBackward),
                ACL_SUCCESS)
          << LastMessage();
      std::vector<double> all;
      const auto expect = [&](const char* what, const DeviceTensor& actual, const Sums& expected) {
        const Array read = actual.Read();
        EXPECT_TRUE(Near(read, expected.values, expected.AllowedIn(dtype))) << what;
        EXPECT_TRUE(actual.CanariesIntact()) << what;
        all.insert(all.end(), read.values.begin(), read.values.end());
      };
      expect("gradInput", toX, gradX);
      expect("gradWeight", toWeight, gradWeight);
      expect("gradOffset", toOffset, gradOffset);
      expect("gradBias", toBias, gradBias);
      bits = bits.value_or(all);
      EXPECT_EQ(all, *bits) << "other bits in another layout";
    }
  }

  Random random_{83};
};

std::vector<Layer> Layers() {
  return {{{1, 1, 1, 1}, 1, {1, 1}},
          {{2, 4, 6, 5}, 3, {3, 3}, {1, 1}, {1, 1, 1, 1}},
          {{1, 6, 7, 8}, 4, {2, 3}, {2, 1}, {0, 2, 1, 0}, {1, 2}, 2, 3},  // groups of 3 and of 2 channels
          {{1, 36, 4, 5}, 2, {2, 2}, {1, 2}, {1, 0, 0, 1}, {2, 1}, 1, 1, false},
          {{2, 5, 5, 6}, 5, {1, 2}, {3, 2}, {2, 2, 3, 3}, {1, 3}, 5, 5},
          {{0, 2, 5, 5}, 3, {3, 3}},
          {{1, 2, 0, 3}, 3, {3, 3}, {1, 1}, {2, 2, 1, 1}}};
}

TEST_F(Deformable, EveryTypeShapeAndLayout) {
  for (const Layer& layer : Layers()) {
    for (const aclDataType dtype : kTypes) {
      const auto trace = TraceSeed(random_);
      ExpectForward(layer, dtype);
    }
  }
}

TEST_F(Deformable, GradientsOfEveryTypeShapeAndLayout) {
  for (const Layer& layer : Layers()) {
    for (const aclDataType dtype : kTypes) {
      const auto trace = TraceSeed(random_);
      ExpectBackward(layer, dtype);
    }
  }
}

// A row has more positions than a block. What the channels but the first one hold has no weight.
TEST_F(Deformable, ManyBlocks) {
  constexpr int64_t kLeft = 16000;
  const Layer wide{{1, 64, 2, 700}, 2, {1, 1}, {1, 1}, {0, 0, kLeft, 0}};
  Inputs in{random_.Uniform(wide.x, ACL_FLOAT, -1, 1), Full(wide.Weight(), 0), Full(wide.Offset(), 0),
            Full({2}, 0), Full({1}, 0)};
  in.weight.values[0] = 1;
  in.weight.values[64] = -2;
  const auto plane = static_cast<ptrdiff_t>(wide.Extent(0) * wide.Extent(1));
  std::fill(in.offset.values.begin() + 2 * plane, in.offset.values.end(), 1.0);
  Array expected = Full(wide.Output(), 0);
  for (int64_t row = 0; row < 2; ++row) {
    for (int64_t column = 0; column < 700; ++column) {
      const double pixel = At(in.x, {0, 0, row, column});
      expected.values[FlatIndex(wide.Output(), {0, 0, row, kLeft + column})] = pixel;
      expected.values[FlatIndex(wide.Output(), {0, 1, row, kLeft + column})] = -2 * pixel;
    }
  }
  const DeviceTensor out = DeviceTensor::Output(wide.Output(), ACL_FLOAT);
  ASSERT_EQ(Forward(wide, in, ACL_FLOAT, Layout::Contiguous(), out, nullptr), ACL_SUCCESS) << LastMessage();
  EXPECT_TRUE(Near(out.Read(), expected, Tolerance::Exact(ACL_FLOAT)));
}

// NaN is no place, and what is a pixel or more outside counts as 0, whatever the pixels are.
TEST_F(Deformable, PlacesOutsideOfTheImage) {
  const Layer layer{{1, 1, 2, 2}, 1, {1, 1}, {1, 1}, {0, 0, 0, 0}, {1, 1}, 1, 1, false};
  for (const double away : {static_cast<double>(NAN), static_cast<double>(INFINITY), -3.0, 2.0}) {
    const Inputs in{Full(layer.x, INFINITY),
                    Full(layer.Weight(), 1),
                    MakeArray(layer.Offset(), {0, 0, 0, 0, away, away, away, away, 1, 1, 1, 1}),
                    Full({1}, 0),
                    {}};
    const DeviceTensor out = DeviceTensor::Output(layer.Output(), ACL_FLOAT);
    ASSERT_EQ(Forward(layer, in, ACL_FLOAT, Layout::Contiguous(), out, nullptr), ACL_SUCCESS);
    // 2 rows down from the upper row is outside, and so is 2 from the lower one.
    EXPECT_EQ(out.Read().values, (std::vector<double>{0, 0, 0, 0})) << away;
  }
}

struct Described {
  Described() = default;
  Shape x{2, 4, 6, 5};
  Shape weight{6, 2, 3, 2};
  Shape offset{2, 36, 4, 4};
  Shape out{2, 6, 4, 4};
  Shape samples{2, 4, 12, 8};
  Shape bias{6};
  Shape kernel{3, 2};
  Shape stride{1, 1, 1, 1};
  Shape padding{0, 0, 0, 0};
  Shape dilation{1, 1, 1, 1};
  int64_t groups = 2;
  int64_t offsetGroups = 2;
  bool modulated = true;
  aclDataType dtype = ACL_FLOAT;  // of x
  aclDataType weightDtype = ACL_FLOAT;
  int null = -1;  // the argument that is null
};

TEST_F(Deformable, Statuses) {
  const auto forward = [&](aclnnStatus status, const char* said, const Described& d) {
    const Descriptor x(d.x, d.dtype);
    const Descriptor weight(d.weight, d.weightDtype);
    const Descriptor offset(d.offset);
    const Descriptor bias(d.bias);
    const Descriptor out(d.out);
    const Descriptor samples(d.samples);
    const IntArray kernel(d.kernel);
    const IntArray stride(d.stride);
    const IntArray padding(d.padding);
    const IntArray dilation(d.dilation);
    const auto or0 = [&](int number, auto* pointer) { return d.null == number ? nullptr : pointer; };
    ExpectCall("aclnnDeformableConv2d", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDeformableConv2dGetWorkspaceSize(
          or0(0, x.Get()), or0(1, weight.Get()), or0(2, offset.Get()), or0(3, bias.Get()),
          or0(4, kernel.Get()), or0(5, stride.Get()), or0(6, padding.Get()), or0(7, dilation.Get()), d.groups,
          d.offsetGroups, d.modulated, or0(8, out.Get()), or0(9, samples.Get()), size, executor);
    });
  };
  const auto backward = [&](aclnnStatus status, const char* said, const Described& d) {
    const Descriptor x(d.x, d.dtype);
    const Descriptor grad(d.out);
    const Descriptor samples(d.samples);
    const Descriptor weight(d.weight, d.weightDtype);
    const Descriptor offset(d.offset);
    const Descriptor bias(d.bias);
    const IntArray kernel(d.kernel);
    const IntArray stride(d.stride);
    const IntArray padding(d.padding);
    const IntArray dilation(d.dilation);
    const auto or0 = [&](int number, auto* pointer) { return d.null == number ? nullptr : pointer; };
    ExpectCall("aclnnDeformableConv2dBackward", status, said, [&](uint64_t* size, aclOpExecutor** executor) {
      return aclnnDeformableConv2dBackwardGetWorkspaceSize(
          or0(0, x.Get()), or0(1, grad.Get()), or0(2, samples.Get()), or0(3, weight.Get()),
          or0(4, offset.Get()), or0(5, kernel.Get()), or0(6, stride.Get()), or0(7, padding.Get()),
          or0(8, dilation.Get()), d.groups, d.offsetGroups, d.modulated, or0(9, x.Get()),
          or0(10, weight.Get()), or0(11, offset.Get()), or0(12, bias.Get()), size, executor);
    });
  };
  Described good;
  forward(ACL_SUCCESS, "", good);
  backward(ACL_SUCCESS, "", good);
  const std::array<const char*, 10> names{"x",      "weight",  "offset",   "",    "kernelSize",
                                          "stride", "padding", "dilation", "out", ""};
  for (size_t k = 0; k < names.size(); ++k) {
    Described d;
    d.null = static_cast<int>(k);
    const bool optional = *names[k] == '\0';
    forward(optional ? ACL_SUCCESS : kNullptr, names[k], d);
  }
  const std::array<const char*, 13> backwardNames{
      "input",   "gradOutput", "offsetOut", "weight",     "offset",     "kernelSize", "stride",
      "padding", "dilation",   "gradInput", "gradWeight", "gradOffset", "gradBias"};
  for (size_t k = 0; k < backwardNames.size(); ++k) {
    Described d;
    d.null = static_cast<int>(k);
    backward(kNullptr, backwardNames[k], d);
  }
  const auto wrong = [&](const char* said, const auto& change) {
    Described d;
    change(d);
    forward(kInvalid, said, d);
    backward(kInvalid,
             std::string(said) == "x"     ? "input"
             : std::string(said) == "out" ? "gradOutput"
                                          : said,
             d);
  };
  wrong("weight", [](Described& d) { d.weightDtype = ACL_FLOAT16; });
  wrong("x", [](Described& d) { d.dtype = ACL_DOUBLE; });
  wrong("x", [](Described& d) { d.x = {2, 4, 6}; });
  wrong("x", [](Described& d) { d.groups = 3; });
  wrong("x", [](Described& d) { d.offsetGroups = 3; });
  wrong("groups", [](Described& d) { d.groups = 0; });
  wrong("deformableGroups", [](Described& d) { d.offsetGroups = -1; });
  wrong("weight", [](Described& d) { d.weight = {6, 4, 3, 2}; });
  wrong("weight", [](Described& d) { d.kernel = {2, 3}; });
  wrong("kernelSize", [](Described& d) { d.kernel = {3}; });
  wrong("stride", [](Described& d) { d.stride = {1, 1}; });
  wrong("stride", [](Described& d) { d.stride = {2, 1, 1, 1}; });
  wrong("stride", [](Described& d) { d.stride = {1, 1, 0, 1}; });
  wrong("padding", [](Described& d) { d.padding = {0, 0, 0, -1}; });
  wrong("dilation", [](Described& d) { d.dilation = {1, 2, 1, 1}; });
  wrong("modulated", [](Described& d) { d.modulated = false; });
  wrong("offset", [](Described& d) { d.offset = {2, 24, 4, 4}; });
  wrong("out", [](Described& d) { d.out = {2, 6, 4, 5}; });
  wrong("x", [](Described& d) { d.dilation = {1, 1, 9, 1}; });
  Described d;
  d.samples = {2, 4, 12, 9};
  forward(kInvalid, "deformOutOptional", d);
  backward(kInvalid, "offsetOut", d);
  d = {};
  d.bias = {5};
  forward(kInvalid, "biasOptional", d);
  backward(kInvalid, "gradBias", d);
}

}  // namespace
}  // namespace openaclnn::testing
