// SPDX-License-Identifier: Apache-2.0
// A row of four pixels, sampled half a pixel to the right: output pixel w lies between pixels w and w + 1.
//
//     pixels        10    20    40    30
//     output           15    30    35    30
//
// The last point lies beyond the last pixel; border padding moves it back onto that pixel.
//
// A grid counts from -1, the left edge of the image, to 1, the right edge: a pixel is 2/4 wide, its centre at
// -0.75, -0.25, 0.25 or 0.75. Half a pixel further right that is -0.5, 0, 0.5, 1.
//
// With gradOutput 1 2 3 4, each point hands half of its gradient to either neighbour, the last one all to its
// only one:
//
//     gradInput    1/2    1/2 + 2/2    2/2 + 3/2    3/2 + 4
//
// Moving a point by one pixel changes its output by the step between its neighbours; moving it by 1 in the
// grid moves it by two pixels. So gradGrid in x is 2 * step * gradOutput: 2*10*1, 2*20*2, 2*-10*3, and 0 for
// the point that the border holds. In y the image has a single row, and the border holds every point: 0.

#include "aclnnop/aclnn_grid_sampler2d_backward.h"
#include "support.h"

using example::Check;
using example::Tensor;

int Example() {
  const example::Device device;
  const example::Shape imageShape = {1, 1, 1, 4};  // batch, channels, height, width
  const example::Shape gridShape = {1, 1, 4, 2};   // batch, output height, output width, (x, y)
  const Tensor gradOutput = Tensor::Floats(imageShape, {1, 2, 3, 4});
  const Tensor input = Tensor::Floats(imageShape, {10, 20, 40, 30});
  const Tensor grid = Tensor::Floats(gridShape, {-0.5, 0, 0, 0, 0.5, 0, 1, 0});
  const Tensor gradInput = Tensor::Output(imageShape);
  const Tensor gradGrid = Tensor::Output(gridShape);
  const example::BoolArray outputMask = example::MakeBoolArray({true, true});  // compute gradInput, gradGrid?
  const example::Stream stream;

  const int64_t interpolationMode = 0;  // bilinear; 1: nearest
  const int64_t paddingMode = 1;        // border; 0: zeros, 2: reflection
  const bool alignCorners = false;      // -1 and 1 are the outer edges of the edge pixels, not their centres
  uint64_t workspaceSize = 0;
  aclOpExecutor* executor = nullptr;
  Check(aclnnGridSampler2DBackwardGetWorkspaceSize(gradOutput, input, grid, interpolationMode, paddingMode,
                                                   alignCorners, outputMask.get(), gradInput, gradGrid,
                                                   &workspaceSize, &executor),
        "aclnnGridSampler2DBackwardGetWorkspaceSize");
  const example::DeviceMemory workspace = example::Allocate(workspaceSize);
  Check(aclnnGridSampler2DBackward(workspace.get(), workspaceSize, executor, stream),
        "aclnnGridSampler2DBackward");
  Check(aclrtSynchronizeStream(stream), "aclrtSynchronizeStream");

  example::Report report;
  report.Compare("gradInput", gradInput, {0.5, 1.5, 2.5, 5.5});
  report.Compare("gradGrid", gradGrid, {20, 0, 80, 0, -60, 0, 0, 0});
  return report.Finish();
}

int main() {
  return example::Main(Example);
}
