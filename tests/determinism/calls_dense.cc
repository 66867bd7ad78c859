// SPDX-License-Identifier: Apache-2.0
//
// The operators whose tensors all have one shape, or nearly so: mse loss, prelu, group norm.
#include <array>
#include <utility>

#include "aclnnop/aclnn_group_norm_backward.h"
#include "aclnnop/aclnn_mse_loss_backward.h"
#include "aclnnop/aclnn_prelu_backward.h"
#include "tests/determinism/calls.h"

namespace openaclnn::testing {
namespace {

size_t Product(const Shape& shape) {
  return static_cast<size_t>(NumElements(shape));
}

// ---- mse_loss_backward

struct MseCase {
  const char* name;
  Shape gradOutput;
  Shape self;
  Shape target;
  Shape out;
  int64_t reduction;
  bool specials = false;
};

Call MseLossBackward(const MseCase& mse, aclDataType dtype, const std::string& name) {
  Source source(name, dtype);
  Call call{name, {}, {{mse.out, dtype}}, {}, aclnnMseLossBackward};
  for (const Shape* shape : {&mse.gradOutput, &mse.self, &mse.target}) {
    Values values = source.Exponents(*shape, -8, 4);
    call.inputs.push_back(mse.specials ? WithSpecials(std::move(values)) : std::move(values));
  }
  call.phaseOne = [reduction = mse.reduction](TensorSpan in, TensorSpan out, uint64_t* size,
                                              aclOpExecutor** executor) {
    return aclnnMseLossBackwardGetWorkspaceSize(in[0], in[1], in[2], reduction, out[0], size, executor);
  };
  return call;
}

// ---- prelu_backward

struct PreluCase {
  const char* name;
  Shape self;
  int64_t weights;
  bool specials = false;
};

Call PreluBackward(const PreluCase& prelu, aclDataType dtype, const std::string& name) {
  Source source(name, dtype);
  const Shape weight{prelu.weights};
  const size_t elements = Product(prelu.self);
  const Axes axes = prelu.weights == 1
                        ? Axes{1, 1, elements}
                        : Axes{static_cast<size_t>(prelu.self[0]), static_cast<size_t>(prelu.self[1]),
                               elements / static_cast<size_t>(prelu.self[0] * prelu.self[1])};
  Values gradOutput = Mirrored(source.Spread(prelu.self), axes, Mirror::kNegated);
  Values self = Mirrored(source.Spread(prelu.self), axes, Mirror::kEqual);
  if (prelu.specials) {
    gradOutput = ConstantAlongFirst(WithSpecials(std::move(gradOutput)));
    self = WithSpecials(std::move(self));
  }
  Call call{name,
            {std::move(gradOutput), std::move(self), source.NearOne(weight)},
            {{prelu.self, dtype}, {weight, dtype}},
            {},
            aclnnPreluBackward};
  call.phaseOne = [](TensorSpan in, TensorSpan out, uint64_t* size, aclOpExecutor** executor) {
    return aclnnPreluBackwardGetWorkspaceSize(in[0], in[1], in[2], out[0], out[1], size, executor);
  };
  return call;
}

// ---- group_norm_backward

struct GroupNormCase {
  const char* name;
  int64_t N;
  int64_t C;
  int64_t HxW;
  int64_t group;
  std::array<bool, 3> mask{true, true, true};
  bool gamma = true;
  bool specials = false;
};

Call GroupNormBackward(const GroupNormCase& norm, aclDataType dtype, const std::string& name) {
  Source source(name, dtype);
  const Shape shape{norm.N, norm.C, norm.HxW};
  const Shape channels{norm.C};
  const Shape slabs{norm.N, norm.group};
  const Axes rows{1, static_cast<size_t>(norm.N * norm.C), static_cast<size_t>(norm.HxW)};
  Values gradOut = Mirrored(source.Spread(shape), rows, Mirror::kNegated);
  Values input = Mirrored(source.Spread(shape), rows, Mirror::kEqual);
  if (norm.specials) {
    gradOut = WithSpecials(std::move(gradOut));
    input = ConstantAlongFirst(WithSpecials(std::move(input)));
  }
  Call call{name, {std::move(gradOut), std::move(input)}, {}, {}, aclnnGroupNormBackward};
  call.inputs.push_back(source.NearOne(slabs));
  call.inputs.push_back(source.NearOne(slabs));
  if (norm.gamma) {
    call.inputs.push_back(source.NearOne(channels));
  }
  const std::array<Shape, 3> outputShapes{shape, channels, channels};
  for (size_t i = 0; i < outputShapes.size(); ++i) {
    if (norm.mask[i]) {
      call.outputs.push_back({outputShapes[i], dtype});
    }
  }
  call.phaseOne = [norm](TensorSpan in, TensorSpan out, uint64_t* size, aclOpExecutor** executor) {
    std::array<aclTensor*, 3> outputs{};
    for (size_t i = 0, next = 0; i < outputs.size(); ++i) {
      outputs[i] = norm.mask[i] ? out[next++] : nullptr;
    }
    aclBoolArray* mask = aclCreateBoolArray(norm.mask.data(), norm.mask.size());
    const aclnnStatus status = aclnnGroupNormBackwardGetWorkspaceSize(
        in[0], in[1], in[2], in[3], norm.gamma ? in[4] : nullptr, norm.N, norm.C, norm.HxW, norm.group, mask,
        outputs[0], outputs[1], outputs[2], size, executor);
    (void)aclDestroyBoolArray(mask);
    return status;
  };
  return call;
}

}  // namespace

void VisitMseLossBackward(const CallVisitor& visit) {
  const Shape full{3, 7, 31, 457};
  const std::vector<MseCase> cases{
      {"one_shape_mean", full, full, full, full, 1},
      {"scalar_gradient_sum", {}, full, full, full, 2},
      {"all_broadcast_none", {129, 1}, {64, 1, 33}, {129, 33}, {64, 129, 33}, 0},
      {"specials", full, full, full, full, 0, true},
  };
  VisitCases("mse_loss_backward", cases, MseLossBackward, visit);

  // The output's dtype is its own.
  Call converting = MseLossBackward(cases[0], ACL_FLOAT, "mse_loss_backward/out_float16/FLOAT");
  converting.outputs[0].dtype = ACL_FLOAT16;
  visit(converting);
}

void VisitPreluBackward(const CallVisitor& visit) {
  const std::vector<PreluCase> cases{
      {"one_weight", {5, 3, 40, 601}, 1},
      {"few_long_channels", {2, 3, 50021}, 3},
      {"channels_innermost", {3001, 96}, 96},
      {"many_channels", {5, 3001, 17}, 3001},
      {"many_short_channels", {700, 24, 3, 5}, 24},
      {"specials_in_a_constant_gradient", {4, 8, 4001}, 8, true},
  };
  VisitCases("prelu_backward", cases, PreluBackward, visit);
}

void VisitGroupNormBackward(const CallVisitor& visit) {
  const std::vector<GroupNormCase> cases{
      {"few_long_rows", 2, 2, 70001, 1},
      {"few_slabs_of_short_rows", 2, 512, 196, 1},
      {"many_small_slabs", 65, 32, 49, 8},
      {"many_large_slabs", 17, 8, 2309, 4},
      {"as_many_slabs_as_channels", 3, 96, 529, 96},
      {"no_spatial_extent", 301, 512, 1, 2},
      {"input_gradient_alone_without_gamma", 2, 6, 20011, 3, {true, false, false}, false},
      {"channel_gradients_alone", 2, 6, 20011, 3, {false, true, true}},
      {"beta_gradient_alone", 40, 32, 196, 8, {false, false, true}},
      {"specials_in_a_constant_input", 33, 32, 121, 8, {true, true, true}, true, true},
  };
  VisitCases("group_norm_backward", cases, GroupNormBackward, visit);
}

}  // namespace openaclnn::testing
