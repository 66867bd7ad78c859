# SPDX-License-Identifier: Apache-2.0
"""Some steps of trainers of language models, with a small model and a tokenizer of letters; functions of logits."""

import string

import datasets
import peft
import tokenizers
import transformers
import trl
from accelerate.state import AcceleratorState
from trl.trainer import utils

SPECIAL = ("<pad>", "<s>", "</s>", "<unk>")


def tokenizer():
    vocabulary = {token: index for index, token in enumerate((*SPECIAL, *string.ascii_lowercase, " ", "?", "."))}
    of = tokenizers.Tokenizer(tokenizers.models.WordLevel(vocabulary, unk_token="<unk>"))
    of.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    return transformers.PreTrainedTokenizerFast(
        tokenizer_object=of, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>"
    )


def language_model(head="ForCausalLM"):
    configuration = transformers.LlamaConfig(
        vocab_size=len(tokenizer()),
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        max_position_embeddings=128,
        pad_token_id=0,
        bos_token_id=1,
        eos_token_id=2,
        num_labels=1,
    )
    return getattr(transformers, f"Llama{head}")(configuration)


WORDS = [f"{a} {b}" for a in ("red", "blue", "green", "dark") for b in ("house", "tree")]
DATA = {
    "text": {"text": [f"{each}." for each in WORDS]},
    "preference": {"prompt": [f"{each}?" for each in WORDS], "chosen": [f" {each}." for each in WORDS], "rejected": [" no."] * 8},
    "pairs": {"chosen": [f"{each}." for each in WORDS], "rejected": [f"{each}?" for each in WORDS]},
    "unpaired": {
        "prompt": [f"{each}?" for each in WORDS],
        "completion": [f" {each}." for each in WORDS],
        "label": [True, False] * 4,
    },
    "prompt": {"prompt": [f"{each}?" for each in WORDS]},
}


def lora():
    return peft.LoraConfig(r=4, target_modules=["q_proj", "v_proj"])


def reward(completions, **_):
    return [float(len(each)) for each in completions]


def trained(kind, data, head="ForCausalLM", configuration=None, adam=False, **named):
    """The losses of two steps, and the parameters after them."""

    def call(side):
        AcceleratorState._reset_state(reset_partial_state=True)
        given = {key: value() if callable(value) and key != "reward_funcs" else value for key, value in named.items()}
        arguments = getattr(trl, f"{kind}Config")(
            output_dir="trained",
            max_steps=2,
            per_device_train_batch_size=4,
            use_cpu=side.device.type == "cpu",
            report_to=[],
            seed=5,
            save_strategy="no",
            logging_steps=1,
            optim="adamw_torch" if adam else "sgd",
            learning_rate=1e-3 if adam else 0.1,
            bf16=False,
            disable_tqdm=True,
            dataloader_pin_memory=False,
            gradient_checkpointing=False,
            lr_scheduler_type="constant",
            **configuration or {},
        )
        model = side.module(language_model, head, train=True)
        trainer = getattr(trl, f"{kind}Trainer")(
            model=model, args=arguments, train_dataset=datasets.Dataset.from_dict(DATA[data]), processing_class=tokenizer(), **given
        )
        trainer.train()
        losses = [each["loss"] for each in trainer.state.log_history if "loss" in each]
        return {"losses": losses, **dict(trainer.accelerator.unwrap_model(trainer.model).named_parameters())}

    return call


DRAW = {"num_generations": 2, "max_completion_length": 8}
CALLS = {
    "SFT": trained("SFT", "text"),
    "SFT with AdamW": trained("SFT", "text", adam=True),
    "SFT packed": trained("SFT", "text", configuration={"packing": True, "max_length": 32, "packing_strategy": "wrapped"}),
    "SFT with LoRA": trained("SFT", "text", peft_config=lora),
    "DPO": trained("DPO", "preference", ref_model=language_model),
    "DPO, IPO's loss": trained("DPO", "preference", configuration={"loss_type": ["ipo"]}, ref_model=language_model),
    "DPO, hinge loss": trained("DPO", "preference", configuration={"loss_type": ["hinge"]}, ref_model=language_model),
    "KTO": trained("KTO", "unpaired", ref_model=language_model),
    "Reward": trained("Reward", "pairs", head="ForSequenceClassification"),
    "GRPO": trained("GRPO", "prompt", configuration=DRAW, reward_funcs=reward),
    "GRPO with KL": trained("GRPO", "prompt", configuration={**DRAW, "beta": 0.1}, reward_funcs=reward, peft_config=lora),
    "GRPO, Dr. GRPO's loss": trained("GRPO", "prompt", configuration={**DRAW, "loss_type": "dr_grpo"}, reward_funcs=reward),
    "RLOO": trained("RLOO", "prompt", configuration=DRAW, reward_funcs=reward, peft_config=lora),
    "selective_log_softmax": lambda side: side.function(
        lambda x: utils.selective_log_softmax(x, side.ints(9, 2, 5)), side.randn(2, 5, 9)
    ),
    "entropy_from_logits": lambda side: utils.entropy_from_logits(side.randn(2, 5, 9)),
    "pad": lambda side: utils.pad([side.randn(3, 2), side.randn(5, 2)]),
    "nanstd": lambda side: utils.nanstd(side.randn(9)),
    "flush_left": lambda side: list(utils.flush_left(side.ints(2, 3, 6), side.ints(9, 3, 6))),
}
# Completions are drawn on the device.
DRAWN = {"GRPO", "GRPO with KL", "GRPO, Dr. GRPO's loss", "RLOO"}
