// SPDX-License-Identifier: Apache-2.0
//
// Functions of one, two and three tensors, and their gradients.
#include <array>

#include "bench/families/cases.h"

namespace bench {
namespace {

namespace catalogue = openaclnn::catalogue;
using at::Tensor;

// In level one, level two, level three, and beyond.
constexpr std::array<int64_t, 4> kCounts{4096, 65536, 1048576, 16777216};

struct Unary {
  const char* op;
  Tensor (*peer)(const Tensor&);
};

constexpr Unary kUnary[] = {
    {"abs", at::abs},
    {"neg", at::neg},
    {"sqrt", at::sqrt},
    {"rsqrt", at::rsqrt},
    {"reciprocal", at::reciprocal},
    {"floor", at::floor},
    {"relu", at::relu},
    {"exp", at::exp},
    {"exp2", at::exp2},
    {"expm1", at::expm1},
    {"log", at::log},
    {"log2", at::log2},
    {"log1p", at::log1p},
    {"sin", at::sin},
    {"cos", at::cos},
    {"tan", at::tan},
    {"atan", at::atan},
    {"tanh", at::tanh},
    {"sinh", at::sinh},
    {"atanh", at::atanh},
    {"erf", at::erf},
    {"erfc", at::erfc},
    {"erfinv", at::erfinv},
    {"sigmoid", at::sigmoid},
    {"silu", at::silu},
    {"mish", at::mish},
    {"hardswish", at::hardswish},
    {"gelu", [](const Tensor& x) { return at::gelu(x); }},
    {"softplus", [](const Tensor& x) { return at::softplus(x); }},
    {"elu", [](const Tensor& x) { return at::elu(x); }},
};

struct Binary {
  const char* op;
  const char* first;
  const char* second;
  Tensor (*peer)(const Tensor&, const Tensor&);
};

constexpr Binary kBinary[] = {
    {"add", "self", "other", [](const Tensor& a, const Tensor& b) { return at::add(a, b); }},
    {"mul", "self", "other", at::mul},
    {"div", "self", "other", at::div},
    {"maximum", "self", "other", at::maximum},
    {"eq_tensor", "self", "other", at::eq},
    {"pow_tensor_tensor", "self", "exponent", at::pow},
    {"sigmoid_backward", "gradOutput", "output", at::sigmoid_backward},
    {"tanh_backward", "gradOutput", "output", at::tanh_backward},
    {"silu_backward", "gradOutput", "self", at::silu_backward},
    {"gelu_backward", "gradOutput", "self",
     [](const Tensor& g, const Tensor& x) { return at::gelu_backward(g, x); }},
};

std::string Count(int64_t count) {
  return count >= 1048576 ? std::to_string(count >> 20) + "M" : std::to_string(count >> 10) + "K";
}

}  // namespace

void AddElementwiseCases(std::vector<Case>& cases) {
  for (const Unary& unary : kUnary) {
    for (const int64_t count : kCounts) {
      AddCases(
          cases, "unary", std::string(unary.op) + " " + Count(count), unary.op, {{"self", {count}}}, {},
          [peer = unary.peer](const std::vector<Tensor>& in) { peer(in[0]); }, catalogue::Floats());
    }
  }
  for (const Binary& binary : kBinary) {
    const auto add = [&](const std::string& name, const catalogue::Shape& a, const catalogue::Shape& b) {
      AddCases(
          cases, "binary", std::string(binary.op) + " " + name, binary.op,
          {{binary.first, a}, {binary.second, b}}, {},
          [peer = binary.peer](const std::vector<Tensor>& in) { peer(in[0], in[1]); }, catalogue::Floats());
    };
    for (const int64_t count : kCounts) {
      add(Count(count), {count}, {count});
    }
    if (std::string(binary.second) == "other") {
      add("512x1024 and a row", {512, 1024}, {1024});
      add("512x1024 and a column", {512, 1024}, {512, 1});
    }
  }
}

}  // namespace bench
