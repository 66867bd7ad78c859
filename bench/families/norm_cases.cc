// SPDX-License-Identifier: Apache-2.0
//
// Norms of rows, of groups of channels and of channels, and their gradients.
#include "bench/families/cases.h"

namespace bench {
namespace {

namespace catalogue = openaclnn::catalogue;
using at::Tensor;
using Inputs = std::vector<Tensor>;

constexpr double kEps = 1e-5;

void AddLayerNorm(std::vector<Case>& cases, int64_t rows, int64_t columns) {
  const std::string name = ", " + std::to_string(rows) + "x" + std::to_string(columns);
  const std::vector<int64_t> normalized{columns};
  AddCases(
      cases, "norm", "layer norm" + name, "layer_norm",
      {{"input", {rows, columns}}, {"weight", {columns}}, {"bias", {columns}}},
      {{"normalizedShape", normalized}, {"eps", kEps}},
      [normalized](const Inputs& in) { at::native_layer_norm(in[0], normalized, in[1], in[2], kEps); },
      catalogue::Floats());
  AddCases(
      cases, "norm", "layer norm backward" + name, "layer_norm_backward",
      {{"gradOut", {rows, columns}},
       {"input", {rows, columns}},
       {"mean", {rows, 1}},
       {"rstd", {rows, 1}},
       {"weight", {columns}},
       {"bias", {columns}}},
      {{"normalizedShape", normalized}},
      [normalized](const Inputs& in) {
        at::native_layer_norm_backward(in[0], in[1], normalized, in[2], in[3], in[4], in[5],
                                       {true, true, true});
      },
      catalogue::Floats());
}

void AddChannelNorms(std::vector<Case>& cases, const std::string& name, const catalogue::Shape& shape) {
  const int64_t channels = shape[1];
  AddCases(
      cases, "norm", "batch norm, training, " + name, "batch_norm",
      {{"input", shape}, {"weight", {channels}}, {"bias", {channels}}},
      {{"training", int64_t{1}}, {"momentum", 0.1}, {"eps", kEps}},
      [](const Inputs& in) { at::native_batch_norm(in[0], in[1], in[2], {}, {}, true, 0.1, kEps); },
      catalogue::Floats());
  AddCases(cases, "norm", "batch norm, backward, " + name, "batch_norm_backward",
           {{"gradOut", shape},
            {"input", shape},
            {"weight", {channels}},
            {"saveMean", {channels}},
            {"saveInvstd", {channels}}},
           {{"training", int64_t{1}}, {"eps", kEps}},
           [](const Inputs& in) {
             at::native_batch_norm_backward(in[0], in[1], in[2], {}, {}, in[3], in[4], true, kEps,
                                            {true, true, true});
           },
           {ACL_FLOAT});
  if (shape.size() < 4) {
    return;
  }
  const int64_t positions = shape[2] * shape[3];
  AddCases(
      cases, "norm", "group norm, " + name, "group_norm",
      {{"self", shape}, {"gamma", {channels}}, {"beta", {channels}}},
      {{"N", shape[0]}, {"C", channels}, {"HxW", positions}, {"group", int64_t{32}}, {"eps", kEps}},
      [n = shape[0], channels, positions](const Inputs& in) {
        at::native_group_norm(in[0], in[1], in[2], n, channels, positions, 32, kEps);
      },
      catalogue::Floats());
}

}  // namespace

void AddNormCases(std::vector<Case>& cases) {
  AddLayerNorm(cases, 64, 256);
  AddLayerNorm(cases, 512, 768);
  AddLayerNorm(cases, 8192, 1024);
  AddChannelNorms(cases, "8x64x56x56", {8, 64, 56, 56});
  AddChannelNorms(cases, "32x256x14x14", {32, 256, 14, 14});
  AddChannelNorms(cases, "4096x256", {4096, 256});
  AddChannelNorms(cases, "64x128", {64, 128});
}

}  // namespace bench
