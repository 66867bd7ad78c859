// SPDX-License-Identifier: Apache-2.0
//
// What looks at windows and points of images, and matrix products.
#include "bench/families/cases.h"

namespace bench {
namespace {

namespace catalogue = openaclnn::catalogue;
using at::Tensor;
using Inputs = std::vector<Tensor>;
using Integers = std::vector<int64_t>;

void AddPooling(std::vector<Case>& cases) {
  for (const auto& [extent, size] : {std::pair<int64_t, int64_t>{7, 1}, {14, 1}, {56, 1}, {14, 7}, {56, 7}}) {
    const Integers out{size, size};
    AddCases(
        cases, "pool", "adaptive, " + std::to_string(extent) + " to " + std::to_string(size),
        "adaptive_avg_pool2d", {{"self", {8, 256, extent, extent}}}, {{"outputSize", out}},
        [out](const Inputs& in) { at::adaptive_avg_pool2d(in[0], out); }, catalogue::Floats());
  }
  AddCases(cases, "pool", "adaptive backward, 14 to 7", "adaptive_avg_pool2d_backward",
           {{"gradOutput", {8, 256, 7, 7}}, {"self", {8, 256, 14, 14}}}, {},
           [](const Inputs& in) { at::_adaptive_avg_pool2d_backward(in[0], in[1]); }, {ACL_FLOAT, ACL_BF16});
  AddCases(cases, "pool", "average of 2x2, 8x64x56x56", "avg_pool2d", {{"self", {8, 64, 56, 56}}},
           {{"kernelSize", Integers{2, 2}}, {"strides", Integers{2, 2}}, {"paddings", Integers{0, 0}}},
           [](const Inputs& in) {
             at::avg_pool2d(in[0], {2, 2});
           },
           {ACL_FLOAT, ACL_BF16});
  AddCases(cases, "pool", "largest of 3x3, 8x64x56x56", "max_pool2d_with_indices",
           {{"self", {8, 64, 56, 56}}},
           {{"kernelSize", Integers{3, 3}},
            {"stride", Integers{2, 2}},
            {"padding", Integers{1, 1}},
            {"dilation", Integers{1, 1}}},
           [](const Inputs& in) {
             at::max_pool2d_with_indices(in[0], {3, 3}, {2, 2}, {1, 1});
           },
           {ACL_FLOAT, ACL_BF16});
}

void AddResampling(std::vector<Case>& cases) {
  const Integers size{64, 64};
  const catalogue::Shape shape{4, 64, 32, 32};
  AddCases(cases, "upsample", "nearest", "upsample_nearest2d", {{"self", shape}}, {{"outputSize", size}},
           [size](const Inputs& in) { at::upsample_nearest2d(in[0], size); }, {ACL_FLOAT, ACL_BF16});
  AddCases(cases, "upsample", "bilinear", "upsample_bilinear2d", {{"self", shape}},
           {{"outputSize", size}, {"alignCorners", int64_t{0}}, {"scalesH", 0.0}, {"scalesW", 0.0}},
           [size](const Inputs& in) { at::upsample_bilinear2d(in[0], size, false); }, {ACL_FLOAT, ACL_BF16});
  for (const int64_t channels : {1, 3, 8, 64}) {
    for (const int64_t mode : {0, 1}) {
      AddCases(
          cases, "grid",
          std::string(mode == 0 ? "bilinear" : "nearest") + ", " + std::to_string(channels) + " channels",
          "grid_sampler2d", {{"input", {4, channels, 128, 128}}, {"grid", {4, 128, 128, 2}}},
          {{"interpolationMode", mode}, {"paddingMode", int64_t{0}}, {"alignCorners", int64_t{0}}},
          [mode](const Inputs& in) { at::grid_sampler_2d(in[0], in[1], mode, 0, false); }, {ACL_FLOAT});
    }
  }
}

void AddProducts(std::vector<Case>& cases) {
  for (const int64_t size : {64, 128, 256, 512, 1024}) {
    AddCases(cases, "matmul", "product, " + std::to_string(size), "mm",
             {{"self", {size, size}}, {"mat2", {size, size}}}, {{"cubeMathType", int64_t{0}}},
             [](const Inputs& in) { at::mm(in[0], in[1]); }, {ACL_FLOAT, ACL_BF16});
  }
  AddCases(cases, "matmul", "24 products, 128x64 and 64x128", "batch_mat_mul",
           {{"self", {24, 128, 64}}, {"mat2", {24, 64, 128}}}, {{"cubeMathType", int64_t{0}}},
           [](const Inputs& in) { at::bmm(in[0], in[1]); }, {ACL_FLOAT, ACL_BF16});
  AddCases(cases, "matmul", "matrix and vector, 4096x1024", "mv", {{"self", {4096, 1024}}, {"vec", {1024}}},
           {{"cubeMathType", int64_t{0}}}, [](const Inputs& in) { at::mv(in[0], in[1]); },
           {ACL_FLOAT, ACL_BF16});
}

struct Convolution {
  const char* name;
  catalogue::Shape input;
  catalogue::Shape weight;
  int64_t stride;
  int64_t padding;
  int64_t groups;
};

void AddConvolutions(std::vector<Case>& cases) {
  const Convolution convolutions[] = {
      {"3x3, 64 channels, 56x56", {4, 64, 56, 56}, {64, 64, 3, 3}, 1, 1, 1},
      {"3x3, 128 channels, 28x28", {4, 128, 28, 28}, {128, 128, 3, 3}, 1, 1, 1},
      {"3x3, 256 channels, 14x14", {4, 256, 14, 14}, {256, 256, 3, 3}, 1, 1, 1},
      {"5x5, 32 channels, 14x14", {16, 32, 14, 14}, {64, 32, 5, 5}, 1, 2, 1},
      {"1x1, 256 channels, 14x14", {4, 256, 14, 14}, {1024, 256, 1, 1}, 1, 0, 1},
      {"7x7, 3 channels, 224x224", {1, 3, 224, 224}, {64, 3, 7, 7}, 2, 3, 1},
      {"3x3, groups of 4, 28x28", {4, 128, 28, 28}, {128, 4, 3, 3}, 1, 1, 32},
      {"3x3, groups of 16, 28x28", {4, 128, 28, 28}, {128, 16, 3, 3}, 1, 1, 8},
      {"3x3, depthwise, 56x56", {4, 128, 56, 56}, {128, 1, 3, 3}, 1, 1, 128},
  };
  for (const Convolution& c : convolutions) {
    const Integers stride{c.stride, c.stride};
    const Integers padding{c.padding, c.padding};
    const Integers one{1, 1};
    const Integers none{0, 0};
    const Attributes attributes{{"stride", stride},          {"padding", padding},    {"dilation", one},
                                {"transposed", int64_t{0}},  {"outputPadding", none}, {"groups", c.groups},
                                {"cubeMathType", int64_t{0}}};
    AddCases(cases, "conv", c.name, "convolution", {{"input", c.input}, {"weight", c.weight}}, attributes,
             [=, groups = c.groups](const Inputs& in) {
               at::convolution(in[0], in[1], {}, stride, padding, one, false, none, groups);
             },
             {ACL_FLOAT, ACL_BF16});
    const int64_t extent = (c.input[2] + 2 * c.padding - c.weight[2]) / c.stride + 1;
    AddCases(
        cases, "conv", std::string("gradients, ") + c.name, "convolution_backward",
        {{"gradOutput", {c.input[0], c.weight[0], extent, extent}}, {"input", c.input}, {"weight", c.weight}},
        attributes,
        [=, groups = c.groups](const Inputs& in) {
          at::convolution_backward(in[0], in[1], in[2], at::OptionalIntArrayRef(), stride, padding, one,
                                   false, none, groups, {true, true, false});
        },
        {ACL_FLOAT});
    cases.back().arguments.leftOut = {"gradBias"};
  }
}

}  // namespace

void AddWindowCases(std::vector<Case>& cases) {
  AddPooling(cases);
  AddResampling(cases);
  AddProducts(cases);
  AddConvolutions(cases);
}

}  // namespace bench
