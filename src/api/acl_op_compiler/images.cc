// SPDX-License-Identifier: Apache-2.0
//
// Images in other sizes and orders: resized, cut into windows, put together from them.
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "aclnnop/aclnn_affine_grid.h"
#include "aclnnop/aclnn_channel_shuffle.h"
#include "aclnnop/aclnn_copy.h"
#include "aclnnop/aclnn_im2col.h"
#include "aclnnop/aclnn_im2col_backward.h"
#include "aclnnop/aclnn_upsample_bilinear_2d.h"
#include "aclnnop/aclnn_upsample_bilinear_2d_backward.h"
#include "aclnnop/aclnn_upsample_nearest_2d.h"
#include "aclnnop/aclnn_upsample_nearest_2d_backward.h"
#include "api/acl_op_compiler/borders.h"
#include "api/acl_op_compiler/operators.h"

namespace openaclnn::single_operator {
namespace {

// The centers of elements correspond.
bool ExpectHalfPixels(Call& call) {
  const bool half = call.Flag("half_pixel_centers", false) || call.Flag("align_corners", false);
  if (!half) {
    call.Fail("align_corners, half_pixel_centers: expected one of them");
  }
  return half;
}

void ResizeBilinear(Call& call) {
  if (ExpectHalfPixels(call)) {
    call.Do<OPENACLNN_PHASES(UpsampleBilinear2d)>(call.Input(0), call.Array(call.HostIntegers(1)),
                                                  call.Flag("align_corners", false), 0.0, 0.0,
                                                  call.Output(0));
  }
}

void ResizeNearest(Call& call) {
  if (call.Flag("align_corners", false) || call.Flag("half_pixel_centers", false)) {
    call.Fail("align_corners, half_pixel_centers: expected false");
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleNearest2d)>(call.Input(0), call.Array(call.HostIntegers(1)),
                                               call.Output(0));
}

void ResizeBilinearGradient(Call& call) {
  if (!ExpectHalfPixels(call)) {
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleBilinear2dBackward)>(
      call.Input(0), call.Array(SpatialOf(call.InputDims(0))), call.Array(call.InputDims(1)),
      call.Flag("align_corners", false), 0.0, 0.0, call.Output(0));
}

void ResizeNearestGradient(Call& call) {
  if (call.Flag("align_corners", false) || call.Flag("half_pixel_centers", false)) {
    call.Fail("align_corners, half_pixel_centers: expected false");
    return;
  }
  call.Do<OPENACLNN_PHASES(UpsampleNearest2dBackward)>(
      call.Input(0), call.Array(SpatialOf(call.InputDims(0))), call.Array(call.OutputDims(0)), 0.0, 0.0,
      call.Output(0));
}

// The elements of blocks of planes, as channels are made of them: those of the block's first element first.
Layout BlocksOf(const std::vector<int64_t>& planes, int64_t block) {
  const Layout all = LayoutOf(planes);
  return {{planes[0], block, block, planes[1], planes[2] / block, planes[3] / block},
          {all.strides[0], all.strides[2], all.strides[3], all.strides[1], all.strides[2] * block,
           all.strides[3] * block},
          0,
          planes};
}

void SpaceToDepth(Call& call) {
  if (ExpectImages(call, 0)) {
    const Layout blocks = BlocksOf(call.InputDims(0), call.Integer("block_size", 2));
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.OutputAs(0, blocks.dims), call.View(call.Input(0), blocks));
  }
}

void DepthToSpace(Call& call) {
  const std::string mode = call.Text("mode", "DCR");
  if (mode != "DCR" && !mode.empty()) {
    call.Fail("mode: expected DCR, got " + mode);
  } else if (ExpectImages(call, 0)) {
    const Layout blocks = BlocksOf(call.OutputDims(0), call.Integer("block_size", 2));
    call.Do<OPENACLNN_PHASES(InplaceCopy)>(call.View(call.Output(0), blocks), call.InputAs(0, blocks.dims));
  }
}

// How windows are taken out of planes, or put into them.
struct Columns {
  aclIntArray* window;
  aclIntArray* dilation;
  aclIntArray* padding;
  aclIntArray* steps;
};

// The attribute with the padding has another name in either direction.
Columns ColumnsOf(Call& call, const char* window, const char* dilation, const char* padding,
                  const char* steps) {
  std::vector<int64_t> pads = call.Integers(padding);
  if (pads.size() == 4) {  // above, below, left, right
    if (pads[0] != pads[1] || pads[2] != pads[3]) {
      call.Fail(std::string(padding) + ": expected as much above as below, and left as right");
    }
    pads = {pads[0], pads[2]};
  }
  return {call.Array(call.Integers(window)), call.Array(call.Integers(dilation)), call.Array(pads),
          call.Array(call.Integers(steps))};
}

// Dims as [N, rows, windows], whatever dims the client has between.
std::vector<int64_t> AsRows(const std::vector<int64_t>& dims) {
  if (dims.size() < 3) {
    return dims;
  }
  return {dims.front(), ElementsOf({dims.begin() + 1, dims.end() - 1}), dims.back()};
}

void TakeColumns(Call& call) {
  const Columns columns = ColumnsOf(call, "ksizes", "dilations", "pads", "strides");
  call.Do<OPENACLNN_PHASES(Im2col)>(call.Input(0), columns.window, columns.dilation, columns.padding,
                                    columns.steps, call.OutputAs(0, AsRows(call.OutputDims(0))));
}

// Inputs: x, output_size.
void PutColumns(Call& call) {
  const Columns columns = ColumnsOf(call, "kernel_size", "dilation", "padding", "stride");
  call.Do<OPENACLNN_PHASES(Im2colBackward)>(call.InputAs(0, AsRows(call.InputDims(0))),
                                            call.Array(SpatialOf(call.HostIntegers(1))), columns.window,
                                            columns.dilation, columns.padding, columns.steps, call.Output(0));
}

void AffineGrid(Call& call) {
  call.Do<OPENACLNN_PHASES(AffineGrid)>(call.Input(0), call.Array(call.HostIntegers(1)),
                                        call.Flag("align_corners", false), call.Output(0));
}

void ShuffleChannels(Call& call) {
  call.Do<OPENACLNN_PHASES(ChannelShuffle)>(call.Input(0), call.Integer("group", 1), call.Output(0));
}

constexpr std::array kOperators{
    Operator{"Col2im", PutColumns},
    Operator{"CustAffineGrid", AffineGrid},
    Operator{"CustIm2col", TakeColumns},
    Operator{"DepthToSpace", DepthToSpace},
    Operator{"ResizeBilinearV2", ResizeBilinear},
    Operator{"ResizeBilinearV2Grad", ResizeBilinearGradient},
    Operator{"ResizeNearestNeighborV2", ResizeNearest},
    Operator{"ResizeNearestNeighborV2Grad", ResizeNearestGradient},
    Operator{"ShuffleChannel", ShuffleChannels},
    Operator{"SpaceToDepth", SpaceToDepth},
};

}  // namespace

std::span<const Operator> ImageOperators() {
  return kOperators;
}

}  // namespace openaclnn::single_operator
