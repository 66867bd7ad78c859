# SPDX-License-Identifier: Apache-2.0
"""Adapters of a small Llama in a step of training, and merged; accelerate's loops and its ways of keeping weights."""

import accelerate
import peft
import torch
import transformers
from accelerate.state import AcceleratorState


def base(head="ForCausalLM"):
    return getattr(transformers, f"Llama{head}")(
        transformers.LlamaConfig(
            vocab_size=60,
            hidden_size=32,
            intermediate_size=48,
            num_hidden_layers=2,
            num_attention_heads=4,
            num_key_value_heads=4,
            max_position_embeddings=64,
            pad_token_id=0,
        )
    )


def adapted(make, merge=False, **named):
    def call(side):
        model = side.module(lambda: randomized(peft.get_peft_model(base(), make(**named))), train=True)
        ids = side.ints(57, 2, 8, low=3)
        if merge:
            return model.eval().merge_and_unload()(input_ids=ids).logits
        found = model(input_ids=ids, labels=ids)
        parameters = {name: each for name, each in model.named_parameters() if each.requires_grad}
        return {
            "loss": found.loss,
            "logits": found.logits,
            **dict(zip(parameters, side.gradients(found.loss, list(parameters.values())))),
        }

    return call


def randomized(model):
    """Adapters begin with zeros, whose gradients would be 0, too."""
    for parameter in model.parameters():
        if parameter.requires_grad and not parameter.any():
            torch.nn.init.normal_(parameter, std=0.1)
    return model


def looped(mixed="no", accumulate=1, clip=None):
    def call(side):
        AcceleratorState._reset_state(reset_partial_state=True)
        of = accelerate.Accelerator(cpu=side.device.type == "cpu", mixed_precision=mixed, gradient_accumulation_steps=accumulate)
        module = side.module(torch.nn.Sequential, torch.nn.Linear(6, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2), train=True)
        data = torch.utils.data.TensorDataset(side.randn(16, 6).cpu(), side.randn(16, 2).cpu())
        optimizer = torch.optim.SGD(module.parameters(), lr=0.1)
        module, optimizer, loader = of.prepare(module, optimizer, torch.utils.data.DataLoader(data, batch_size=4))
        for x, y in loader:
            with of.accumulate(module):
                of.backward(torch.nn.functional.mse_loss(module(x), y))
                if clip and of.sync_gradients:
                    of.clip_grad_norm_(module.parameters(), clip)
                optimizer.step()
                optimizer.zero_grad()
        return dict(of.unwrap_model(module).named_parameters())

    return call


def offloaded(side):
    module = side.module(lambda: torch.nn.Sequential(torch.nn.Linear(6, 8), torch.nn.Tanh(), torch.nn.Linear(8, 2)))
    return accelerate.cpu_offload(module.cpu(), execution_device=side.device)(side.randn(3, 6))


def gathered(side):
    AcceleratorState._reset_state(reset_partial_state=True)
    of = accelerate.Accelerator(cpu=side.device.type == "cpu")
    return [
        of.gather(side.randn(3, 2)),
        of.reduce(side.randn(3), "mean"),
        of.pad_across_processes(side.randn(2, 3)),
        of.gather_for_metrics(side.randn(4)),
    ]


ALL = {"target_modules": ["q_proj", "v_proj"], "task_type": "CAUSAL_LM"}
CALLS = {
    "LoRA": adapted(peft.LoraConfig, r=4, **ALL),
    "LoRA merged": adapted(peft.LoraConfig, r=4, **ALL, merge=True),
    "LoRA of rank-stabilised scale": adapted(peft.LoraConfig, r=4, use_rslora=True, **ALL),
    "DoRA": adapted(peft.LoraConfig, r=4, use_dora=True, **ALL),
    "LoRA by PiSSA": adapted(peft.LoraConfig, r=4, init_lora_weights="pissa", **ALL),
    "LoRA by OLoRA": adapted(peft.LoraConfig, r=4, init_lora_weights="olora", **ALL),
    "LoHa": adapted(peft.LoHaConfig, r=4, **ALL),
    "LoKr": adapted(peft.LoKrConfig, r=4, **ALL),
    "AdaLoRA": adapted(peft.AdaLoraConfig, init_r=4, total_step=10, **ALL),
    "IA3": adapted(peft.IA3Config, feedforward_modules=[], **ALL),
    "OFT": adapted(peft.OFTConfig, oft_block_size=8, use_cayley_neumann=True, **ALL),
    "OFT, solved": adapted(peft.OFTConfig, oft_block_size=8, use_cayley_neumann=False, **ALL),
    "BOFT": adapted(peft.BOFTConfig, boft_block_size=8, **ALL),
    "VeRA": adapted(peft.VeraConfig, r=4, **ALL),
    "FourierFT": adapted(peft.FourierFTConfig, n_frequency=20, **ALL),
    "HRA": adapted(peft.HRAConfig, r=4, **ALL),
    "VB-LoRA": adapted(peft.VBLoRAConfig, r=4, num_vectors=8, vector_length=8, **ALL),
    "RandLoRA": adapted(peft.RandLoraConfig, r=4, **ALL),
    "SHiRA": adapted(peft.ShiraConfig, r=4, **ALL),
    "LN tuning": adapted(peft.LNTuningConfig, task_type="CAUSAL_LM"),
    "prompt tuning": adapted(peft.PromptTuningConfig, num_virtual_tokens=3, task_type="CAUSAL_LM"),
    "p-tuning": adapted(peft.PromptEncoderConfig, num_virtual_tokens=3, encoder_hidden_size=16, task_type="CAUSAL_LM"),
    "p-tuning by LSTM": adapted(
        peft.PromptEncoderConfig,
        num_virtual_tokens=3,
        encoder_hidden_size=16,
        encoder_reparameterization_type="LSTM",
        task_type="CAUSAL_LM",
    ),
    "prefix tuning": adapted(peft.PrefixTuningConfig, num_virtual_tokens=3, task_type="CAUSAL_LM"),
    "adaption prompt": adapted(peft.AdaptionPromptConfig, adapter_len=3, adapter_layers=2, task_type="CAUSAL_LM"),
    "accelerate": looped(),
    "accelerate, bf16": looped("bf16"),
    "accelerate, accumulation": looped(accumulate=2),
    "accelerate, clipped": looped(clip=0.1),
    "accelerate, cpu_offload": offloaded,
    "accelerate, gather and reduce": gathered,
}
