# SPDX-License-Identifier: Apache-2.0
"""Sound: transforms, filters, losses and models with their gradients."""

import torch
import torchaudio
from torchaudio import functional, models, transforms


def transform(make, *arguments, length=800, inputs=None, **named):
    def call(side):
        return side.function(side.module(make, *arguments, **named), *(inputs(side) if inputs else (side.randn(2, length),)))

    return call


def sound(function, *arguments, **named):
    return lambda side: side.function(lambda x: function(x, *arguments, **named), side.rand(1, 400, low=-0.5, high=0.5))


def spectrum(side):
    return side.rand(1, 65, 12)


def complex_spectrum(side):
    return torch.complex(side.randn(1, 65, 12), side.randn(1, 65, 12))


def model(make, *inputs, train=False, **named):
    return lambda side: side.step(side.module(make, train=train, **named), *(draw(side) for draw in inputs))


def ctc(side):
    scores = torch.log_softmax(side.randn(12, 2, 6), -1)
    return side.function(
        lambda x: torch.nn.functional.ctc_loss(torch.log_softmax(x, -1), side.ints(6, 2, 4, low=1), (12, 10), (4, 3)), scores
    )


def lengths(*values):
    return lambda side: side.tensor(list(values))


def beamform(make):
    def call(side):
        spectra = torch.complex(side.randn(1, 3, 17, 10), side.randn(1, 3, 17, 10)).to(
            torch.complex128 if side.dtype == torch.float64 else torch.complex64
        )
        return side.module(make)(spectra, side.rand(1, 17, 10), side.rand(1, 17, 10))

    return call


def speech(n=1, length=30):
    return lambda side: side.randn(n, length, 16)


CALLS = {
    "Spectrogram": transform(transforms.Spectrogram, n_fft=128),
    "Spectrogram power=None": transform(transforms.Spectrogram, n_fft=128, power=None),
    "InverseSpectrogram": lambda side: side.module(transforms.InverseSpectrogram, n_fft=128)(side.put(complex_spectrum(side)), 700),
    "GriffinLim": lambda side: side.module(transforms.GriffinLim, n_fft=128, n_iter=4, rand_init=False)(spectrum(side)),
    "MelSpectrogram": transform(transforms.MelSpectrogram, n_fft=256, n_mels=16),
    "MFCC": transform(transforms.MFCC, n_mfcc=8, melkwargs={"n_fft": 256, "n_mels": 16}),
    "LFCC": transform(transforms.LFCC, n_filter=16, n_lfcc=8, speckwargs={"n_fft": 128}),
    "MelScale": transform(transforms.MelScale, n_mels=8, n_stft=65, inputs=lambda side: (spectrum(side),)),
    "InverseMelScale": lambda side: side.module(transforms.InverseMelScale, n_stft=65, n_mels=12, driver="gelsd")(
        side.rand(1, 12, 12)
    ),
    "AmplitudeToDB": transform(transforms.AmplitudeToDB, inputs=lambda side: (spectrum(side),)),
    "Resample": transform(transforms.Resample, 16000, 8000),
    "Resample kaiser": transform(transforms.Resample, 8000, 11025, resampling_method="sinc_interp_kaiser"),
    "TimeStretch": lambda side: side.module(transforms.TimeStretch, n_freq=65, fixed_rate=1.3)(complex_spectrum(side)),
    "PitchShift": lambda side: side.module(transforms.PitchShift, 8000, 2, n_fft=128)(side.randn(1, 400)),
    "ComputeDeltas": transform(transforms.ComputeDeltas, inputs=lambda side: (spectrum(side),)),
    "Fade": transform(transforms.Fade, 50, 50),
    "Vol": transform(transforms.Vol, 0.5),
    "Vad": transform(transforms.Vad, 8000, length=4000),
    "SlidingWindowCmn": transform(transforms.SlidingWindowCmn, inputs=lambda s: (spectrum(s),)),
    "SpectralCentroid": transform(transforms.SpectralCentroid, 8000, n_fft=128),
    "MuLawEncoding": lambda side: transforms.MuLawEncoding()(side.rand(1, 100, low=-0.9, high=0.9)),
    "MuLawDecoding": lambda side: transforms.MuLawDecoding()(side.ints(256, 1, 100)),
    "Loudness": transform(transforms.Loudness, 8000, length=8000),
    "FrequencyMasking": lambda side: transforms.FrequencyMasking(8)(spectrum(side)),
    "Speed": transform(transforms.Speed, 8000, 1.2),
    "Convolve": transform(transforms.Convolve, inputs=lambda side: (side.randn(1, 50), side.randn(1, 9))),
    "FFTConvolve": transform(transforms.FFTConvolve, inputs=lambda side: (side.randn(1, 50), side.randn(1, 9))),
    "AddNoise": transform(transforms.AddNoise, inputs=lambda s: (s.randn(1, 50), s.randn(1, 50), s.tensor([10.0]))),
    "Preemphasis": transform(transforms.Preemphasis),
    "Deemphasis": transform(transforms.Deemphasis),
    "RTFMVDR": lambda side: transforms.RTFMVDR()(
        torch.complex(side.randn(3, 17, 10), side.randn(3, 17, 10)),
        torch.complex(side.randn(17, 3), side.randn(17, 3)),
        torch.complex(side.positive(3, (17,)), 0 * side.positive(3, (17,))),
        0,
    ),
    "PSD": lambda side: transforms.PSD()(torch.complex(side.randn(3, 17, 10), side.randn(3, 17, 10)), side.rand(17, 10)),
    "SoudenMVDR": lambda side: transforms.SoudenMVDR()(
        torch.complex(side.randn(3, 17, 10), side.randn(3, 17, 10)),
        torch.complex(side.positive(3, (17,)), 0 * side.positive(3, (17,))),
        torch.complex(side.positive(3, (17,)), 0 * side.positive(3, (17,))),
        0,
    ),
    "MVDR": beamform(transforms.MVDR),
    "RNNTLoss": lambda side: side.function(
        lambda x: functional.rnnt_loss(x, side.ints(5, 1, 3, low=1).int(), side.tensor([6]).int(), side.tensor([3]).int(), blank=0),
        side.randn(1, 6, 4, 5),
    ),
    "ctc_loss": ctc,
    "forced_align": lambda side: functional.forced_align(
        torch.log_softmax(side.randn(1, 12, 6), -1), side.ints(6, 1, 4, low=1), blank=0
    ),
    "edit_distance": lambda side: functional.edit_distance(side.ints(4, 6).cpu(), side.ints(4, 7).cpu()),
    "melscale_fbanks": lambda side: functional.melscale_fbanks(65, 0.0, 4000.0, 16, 8000).to(side.device),
    "detect_pitch_frequency": lambda side: functional.detect_pitch_frequency(side.randn(1, 4000), 8000),
    "compute kaldi fbank": lambda side: torchaudio.compliance.kaldi.fbank(side.randn(1, 1600), dither=0.0),
    "compute kaldi mfcc": lambda side: torchaudio.compliance.kaldi.mfcc(side.randn(1, 1600), dither=0.0),
    "compute kaldi spectrogram": lambda side: torchaudio.compliance.kaldi.spectrogram(side.randn(1, 1600), dither=0.0),
    "add_noise": lambda side: side.function(functional.add_noise, side.randn(1, 50), side.randn(1, 50), side.tensor([10.0])),
    "frechet_distance": lambda side: functional.frechet_distance(side.randn(3), side.positive(3), side.randn(3), side.positive(3)),
    "overdrive": lambda side: functional.overdrive(side.rand(1, 60, low=-0.5, high=0.5)),
    "phaser": sound(functional.phaser, 8000),
    "flanger": lambda side: functional.flanger(side.rand(1, 1, 400, low=-0.5, high=0.5), 8000),
    "contrast": sound(functional.contrast),
    "dcshift": sound(functional.dcshift, 0.1),
    "gain": sound(functional.gain, 2.0),
    "dither": lambda side: functional.dither(side.randn(1, 200)),
    "Wav2Vec2": model(
        models.wav2vec2_model,
        lambda side: side.randn(1, 800),
        extractor_mode="group_norm",
        extractor_conv_layer_config=[(16, 10, 5), (16, 3, 2)],
        extractor_conv_bias=False,
        encoder_embed_dim=32,
        encoder_projection_dropout=0.0,
        encoder_pos_conv_kernel=9,
        encoder_pos_conv_groups=4,
        encoder_num_layers=2,
        encoder_num_heads=4,
        encoder_attention_dropout=0.0,
        encoder_ff_interm_features=64,
        encoder_ff_interm_dropout=0.0,
        encoder_dropout=0.0,
        encoder_layer_norm_first=False,
        encoder_layer_drop=0.0,
        aux_num_out=12,
    ),
    "HuBERT": model(
        models.hubert_base,
        lambda side: side.randn(1, 1600),
        encoder_projection_dropout=0.0,
        encoder_attention_dropout=0.0,
        encoder_ff_interm_dropout=0.0,
        encoder_dropout=0.0,
        encoder_layer_drop=0.0,
    ),
    "Conformer": model(
        models.Conformer,
        speech(2),
        lengths(30, 20),
        input_dim=16,
        num_heads=4,
        ffn_dim=32,
        num_layers=2,
        depthwise_conv_kernel_size=7,
    ),
    "Emformer": model(
        models.Emformer,
        speech(1, 9),
        lengths(9),
        input_dim=16,
        num_heads=4,
        ffn_dim=32,
        num_layers=2,
        segment_length=4,
        right_context_length=1,
    ),
    "ConvTasNet": model(
        models.ConvTasNet,
        lambda side: side.randn(1, 1, 400),
        num_sources=2,
        enc_num_feats=32,
        msk_num_feats=16,
        msk_num_hidden_feats=16,
        msk_num_layers=2,
        msk_num_stacks=1,
    ),
    "DeepSpeech": model(models.DeepSpeech, lambda side: side.randn(1, 1, 12, 16), n_feature=16, n_hidden=24, n_class=8),
    "Wav2Letter": model(models.Wav2Letter, lambda side: side.randn(1, 1, 1600), num_classes=8),
    "WaveRNN": model(
        models.WaveRNN,
        lambda side: side.randn(1, 1, 72),
        lambda side: side.randn(1, 1, 16, 10),
        train=True,
        upsample_scales=[2, 2, 3],
        n_classes=8,
        hop_length=12,
        n_res_block=2,
        n_rnn=24,
        n_fc=24,
        kernel_size=5,
        n_freq=16,
        n_hidden=16,
        n_output=16,
    ),
    "HDemucs": model(
        models.HDemucs, lambda side: side.randn(1, 2, 4000), sources=["a", "b"], audio_channels=2, channels=8, depth=3, nfft=256
    ),
    "Tacotron2": lambda side: side.module(
        models.Tacotron2,
        n_symbol=20,
        symbol_embedding_dim=32,
        encoder_embedding_dim=32,
        decoder_rnn_dim=32,
        n_mels=16,
        attention_rnn_dim=32,
        postnet_embedding_dim=32,
        prenet_dim=16,
    )(side.ints(20, 1, 8), side.tensor([8]), side.randn(1, 16, 10), side.tensor([10])),
    "RNNT emformer": lambda side: side.module(
        models.emformer_rnnt_model,
        input_dim=16,
        encoding_dim=32,
        num_symbols=12,
        segment_length=4,
        right_context_length=1,
        time_reduction_input_dim=16,
        time_reduction_stride=1,
        transformer_num_heads=4,
        transformer_ffn_dim=32,
        transformer_num_layers=2,
        transformer_dropout=0.0,
        transformer_activation="gelu",
        transformer_left_context_length=4,
        transformer_max_memory_size=0,
        transformer_weight_init_scale_strategy="depthwise",
        transformer_tanh_on_mem=True,
        symbol_embedding_dim=16,
        num_lstm_layers=1,
        lstm_layer_norm=True,
        lstm_layer_norm_epsilon=1e-3,
        lstm_dropout=0.0,
    )(side.randn(1, 9, 16), side.tensor([9]), side.ints(12, 1, 4).int(), side.tensor([4]).int()),
    "SQUIM objective": lambda side: side.module(
        models.squim_objective_model,
        feat_dim=32,
        win_len=16,
        d_model=32,
        nhead=2,
        hidden_dim=32,
        num_blocks=1,
        rnn_type="LSTM",
        chunk_size=7,
    )(side.randn(1, 800)),
}
DRAWN = {"dither", "FrequencyMasking"}
for _name in ("allpass_biquad", "bandpass_biquad", "bandreject_biquad", "highpass_biquad", "lowpass_biquad"):
    CALLS[_name] = sound(getattr(functional, _name), 8000, 1000.0)
for _name in ("bass_biquad", "treble_biquad"):
    CALLS[_name] = sound(getattr(functional, _name), 8000, 3.0)
CALLS["equalizer_biquad"] = sound(functional.equalizer_biquad, 8000, 1000.0, 3.0)
CALLS["lfilter"] = lambda side: side.function(
    functional.lfilter, side.rand(2, 100), side.tensor([1.0, 0.2, 0.1]), side.tensor([0.5, 0.2, 0.1])
)
CALLS["filtfilt"] = lambda side: side.function(
    functional.filtfilt, side.rand(2, 100), side.tensor([1.0, 0.2, 0.1]), side.tensor([0.5, 0.2, 0.1])
)
