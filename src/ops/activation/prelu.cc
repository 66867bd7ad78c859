// SPDX-License-Identifier: Apache-2.0
//
// aclnnPrelu: a leaky rectified linear unit with a slope for all elements, or one for each channel.
#include <array>

#include "aclnnop/aclnn_prelu.h"
#include "base/checked_math.h"
#include "executor/executor.h"

// Compiled once for each instruction set; Highway chooses at run time.
#include "simd/per_target.h"

#include "ops/common/elementwise_table-inl.h"
#include "simd/numbers-inl.h"

OPENACLNN_LOOP(Prelu, (T self, T weight), Choose(self > Constant<T>(0), self, weight* self), 2, 0,
               FloatFormatsAndDouble)

#if HWY_ONCE
namespace openaclnn {
namespace {

constexpr auto kArguments = BinaryArguments("self", "weight", "out");
constexpr ElementwiseOperator kPrelu = ElementwiseRow("aclnnPrelu", kArguments, LoopPrelu, kFloatingDtypes);

// The weights as a view that broadcasts to self: along its dim 1, whatever the dims of the tensor are.
class Weights {
 public:
  Weights(const aclTensor* self, const aclTensor* weight) : tensor_(weight) {
    ArgumentChecks check;
    if (!IsLive(self) || !IsLive(weight) || check.ValidView({"weight", weight}).Failed()) {
      return;  // left to the checks
    }
    int64_t count = 1;
    int64_t stride = 0;
    for (size_t d = weight->viewDims.size(); d-- > 0;) {
      const int64_t extent = weight->viewDims[d];
      if (extent != 1) {
        fits_ = fits_ && (count == 1 || weight->strides[d] == CheckedMultiply(count, stride));
        stride = count == 1 ? weight->strides[d] : stride;
        count = CheckedMultiply(count, extent).value_or(0);  // of an empty one
      }
    }
    const size_t rank = self->viewDims.size();
    const int64_t channels = rank > 1 ? self->viewDims[1] : 1;
    fits_ = fits_ && (count == 1 || count == channels);
    if (fits_) {
      view_ = SlabsOf<aclTensor>().Make([&](aclTensor& view) {
        view = *weight;
        view.viewDims.assign(count == 1 ? 0 : rank, 1);
        view.strides.assign(view.viewDims.size(), 0);
        if (count != 1) {
          view.viewDims[1] = count;
          view.strides[1] = stride;
        }
      });
      tensor_ = view_;
    }
  }
  Weights(const Weights&) = delete;
  Weights& operator=(const Weights&) = delete;
  ~Weights() {
    if (view_ != nullptr) {
      (void)SlabsOf<aclTensor>().Destroy(view_);
    }
  }

  [[nodiscard]] const aclTensor* Get() const { return tensor_; }
  [[nodiscard]] bool Fit() const { return fits_; }

 private:
  const aclTensor* tensor_;
  aclTensor* view_ = nullptr;
  bool fits_ = true;
};

}  // namespace
}  // namespace openaclnn

OPENACLNN_ENTRY(aclnnPrelu, (const aclTensor* self, const aclTensor* weight, aclTensor* out), {
  const Weights weights(self, weight);
  const auto checkWeights = [&](ArgumentChecks& check) {
    check.Require(
        "weight", "1 element, or one for each channel of self, at equal distances in memory",
        [&] { return weights.Fit(); }, [&] { return "shape " + ShapeText(weight->viewDims); });
  };
  const aclnnStatus status =
      PhaseOneOf(__func__, kPrelu, {self, weights.Get()}, {}, out, workspaceSize, executor, checkWeights);
  if (status == 0) {
    // Clients set the address of the tensor that they gave, not of the view that stands for it here.
    constexpr size_t kWeight = 1;
    Executors().Find(*executor)->slots[kWeight].tensor = weight;
  }
  return status;
})
#endif  // HWY_ONCE
