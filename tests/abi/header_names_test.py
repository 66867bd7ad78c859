#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Each operator is declared in the public header name that programs include for it, and nowhere else."""
import pathlib
import re
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import public_headers  # noqa: E402

# Published names that do not follow the rule below: aclnn_KEY.h declares aclnnNAME for each name.
PUBLISHED = {
    "add": "Adds InplaceAdds",
    "addmm": "AddmmWeightNz",
    "apply_adam_w_v2": "ApplyAdamWV2",
    "argmax": "ArgMax",
    "argmin": "ArgMin",
    "avgpool2d": "AvgPool2d",
    "avgpool2d_backward": "AvgPool2dBackward",
    "avgpool3d": "AvgPool3d",
    "avgpool3d_backward": "AvgPool3dBackward",
    "batch_norm_backward_reduce": "BatchNormReduceBackward",
    "batch_matmul": "BatchMatMul BatchMatMulWeightNz",
    "bernoulli": "BernoulliTensor InplaceBernoulliTensor",
    "bitwiseand": "BitwiseAndTensorOut InplaceBitwiseAndTensorOut",
    "ciou": "CIoU",
    "clamp": "ClampMax ClampMaxTensor ClampMin ClampMinTensor ClampTensor InplaceClampMax InplaceClampMaxTensor "
        "InplaceClampMinTensor",
    "convolution": "ConvDepthwise2d ConvTbc",
    "convolution_backward": "ConvTbcBackward DeformableConv2dBackward",
    "cumsum": "CumsumV2",
    "div": "DivMod DivMods Divs InplaceDivMod InplaceDivMods InplaceDivs",
    "dropout_gen_mask": "DropoutGenMaskV2 DropoutGenMaskV2Tensor",
    "ffn_v2": "FFNV2",
    "ffn_v3": "FFNV3",
    "flash_attention_score": "FlashAttentionScoreV2 FlashAttentionVarLenScore FlashAttentionVarLenScoreV2 "
                             "FlashAttentionVarLenScoreV3 FlashAttentionVarLenScoreV4",
    "flash_attention_score_grad": "FlashAttentionScoreGradV2 FlashAttentionUnpaddingScoreGrad "
                                  "FlashAttentionUnpaddingScoreGradV2 FlashAttentionUnpaddingScoreGradV3 "
                                  "FlashAttentionUnpaddingScoreGradV4",
    "floor_divide": "FloorDivides InplaceFloorDivides",
    "geglu": "GeGlu GeGluV3",
    "geglu_backward": "GeGluBackward GeGluV3Backward",
    "grid_sampler2d": "GridSampler2D",
    "grid_sampler2d_backward": "GridSampler2DBackward",
    "grid_sampler3d": "GridSampler3D",
    "grid_sampler3d_backward": "GridSampler3DBackward",
    "group_norm_silu": "GroupNormSilu GroupNormSiluV2",
    "grouped_bias_add_grad": "GroupedBiasAddGradV2",
    "isclose": "IsClose",
    "isfinite": "IsFinite",
    "isin": "IsInScalarTensor",
    "isin_tensor_scalar": "IsInTensorScalar",
    "isneginf": "IsNegInf",
    "isposinf": "IsPosInf",
    "layer_norm": "FastLayerNorm LayerNormWithImplMode",
    "left_shift": "LeftShifts",
    "lerp_scalar": "InplaceLerps Lerps",
    "lerp_tensor": "InplaceLerp Lerp",
    "logaddexp": "LogAddExp",
    "logaddexp2": "LogAddExp2",
    "logsigmoid": "LogSigmoid LogSigmoidForward",
    "logsigmoid_backward": "LogSigmoidBackward",
    "logsoftmax": "LogSoftmax",
    "logsoftmax_backward": "LogSoftmaxBackward",
    "logspace": "LogSpace",
    "logsumexp": "LogSumExp",
    "matmul": "MatmulWeightNz",
    "max_pool2d_with_indices": "MaxPool2dWithIndices MaxPool2dWithMask",
    "max_pool2d_with_indices_backward": "MaxPool2dWithIndicesBackward MaxPool2dWithMaskBackward",
    "maxn": "MaxN",
    "mean": "MeanV2",
    "median": "MedianDim NanMedian NanMedianDim",
    "minn": "MinN",
    "mul": "InplaceMuls Muls",
    "multinomial": "MultinomialTensor",
    "normal": "InplaceNormalTensor",
    "normal_out": "NormalFloatFloat NormalFloatTensor NormalTensorFloat NormalTensorTensor",
    "ones": "InplaceOne",
    "pad2d_backward": "ReflectionPad2dBackward ReplicationPad2dBackward",
    "pow": "InplacePowTensorScalar PowScalarTensor PowTensorScalar",
    "prod": "ProdDim",
    "quant_matmul": "QuantMatmulV2",
    "random": "InplaceRandomTensor InplaceRandomWithoutFromTo InplaceRandomWithoutFromToTensor",
    "remainder": "InplaceRemainderTensorScalar InplaceRemainderTensorTensor RemainderScalarTensor "
        "RemainderTensorScalar RemainderTensorTensor",
    "repeat_interleave": "RepeatInterleaveInt RepeatInterleaveIntWithDim RepeatInterleaveTensor RepeatInterleaveWithDim "
        "RepeatInterleaveInt RepeatInterleaveIntWithDim RepeatInterleaveTensor RepeatInterleaveWithDim",
    "round": "InplaceRoundDecimals RoundDecimals",
    "rrelu_with_noise": "InplaceRReluWithNoise RReluWithNoise",
    "rsub": "Rsubs",
    "scatter": "InplaceScatterValue ScatterValue",
    "searchsorted": "SearchSorted SearchSorteds",
    "segsum": "ExpSegsum",
    "sub": "InplaceSubs Subs",
    "transpose_batch_mat_mul": "TransposeBatchMatMulWeightNz",
    "uniform": "InplaceUniformTensor",
    "upsample_bicubic_2d": "UpsampleBicubic2d",
    "upsample_bicubic_2d_backward": "UpsampleBicubic2dBackward",
    "upsample_bilinear_2d": "UpsampleBilinear2d",
    "upsample_bilinear_2d_backward": "UpsampleBilinear2dBackward",
    "upsample_bilinear_2d_backward_v2": "UpsampleBilinear2dBackwardV2",
    "upsample_linear_1d": "UpsampleLinear1d",
    "upsample_linear_1d_backward": "UpsampleLinear1dBackward",
    "upsample_nearest_1d": "UpsampleNearest1d",
    "upsample_nearest_1d_backward": "UpsampleNearest1dBackward",
    "upsample_nearest_1d_v2": "UpsampleNearest1dV2",
    "upsample_nearest_2d": "UpsampleNearest2d",
    "upsample_nearest_2d_backward": "UpsampleNearest2dBackward",
    "upsample_nearest_2d_v2": "UpsampleNearest2dV2",
    "upsample_nearest_3d": "UpsampleNearest3d",
    "upsample_nearest_3d_backward": "UpsampleNearest3dBackward",
    "upsample_trilinear_3d": "UpsampleTrilinear3d",
    "upsample_trilinear_3d_backward": "UpsampleTrilinear3dBackward",
    "var": "VarCorrection",
}
HEADER_OF = {name: f"aclnn_{header}.h" for header, names in PUBLISHED.items() for name in names.split()}
PHASE_ONE = public_headers.PHASE_ONE


def snake_case(name):
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def headers_of(name):
    """Where an operator may be: the published header; without one the header of its name, or, in place, of what it is in place."""
    if name in HEADER_OF:
        return [HEADER_OF[name]]
    if name.startswith("acl"):  # names without "nn"
        return [f"acl_{name.removeprefix('acl').lower()}.h"]
    return [f"aclnn_{snake_case(part)}.h" for part in dict.fromkeys([name, name.removeprefix("Inplace")])]


class Rule(unittest.TestCase):
    def test_names(self):
        self.assertEqual(headers_of("MaxPool2dWithIndices"), ["aclnn_max_pool2d_with_indices.h"])
        self.assertEqual(headers_of("NLLLoss2dBackward"), ["aclnn_nll_loss2d_backward.h"])
        self.assertEqual(headers_of("InplaceRelu"), ["aclnn_inplace_relu.h", "aclnn_relu.h"])
        self.assertEqual(headers_of("InplaceLerps"), ["aclnn_lerp_scalar.h"])
        self.assertEqual(headers_of("aclRfft1D"), ["acl_rfft1d.h"])


class Headers(unittest.TestCase):
    def setUp(self):
        self.functions = {}
        for header in public_headers.read_headers():
            folder, _, name = header.path.rpartition("/")
            if folder == "aclnnop":
                for function in header.functions:
                    self.functions.setdefault(function.name, []).append(name)

    def test_each_operator_is_in_its_header(self):
        operators = [name.removesuffix(PHASE_ONE) for name in self.functions if name.endswith(PHASE_ONE)]
        self.assertGreater(len(operators), 400)
        for operator in operators:
            for function in (operator, operator + PHASE_ONE):
                places = self.functions.get(function, [])
                self.assertEqual(len(places), 1, f"{function}: declared in {places}")
                self.assertIn(places[0], headers_of(operator.removeprefix("aclnn")), function)

    def test_published_operators_are_there(self):
        lacking = [name for name in HEADER_OF if f"aclnn{name}" not in self.functions]
        self.assertEqual(lacking, [])


if __name__ == "__main__":
    unittest.main()
