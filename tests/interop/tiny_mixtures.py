# SPDX-License-Identifier: GPL-3.0-or-later
"""A tiny random model of each family of mixtures of experts that Orrery knows, saved as its real ones are."""
import pathlib

import torch
import transformers
from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

TEXT = ("The old man walked to the sea. He had three dogs and a small boat.<|endoftext|>"
        "A girl found a red ball in the garden, and she gave it to her brother.<|endoftext|>"
        "Größe und Wörter: naïve café, 東京 and Москва!<|endoftext|>" +
        "<|endoftext|>".join(f"Story number {n}: the cat sat on the mat and looked at {n} birds." for n in range(40)))
COMMON = dict(vocab_size=400, hidden_size=32, intermediate_size=16, num_hidden_layers=2, num_attention_heads=4,
              num_key_value_heads=2, max_position_embeddings=128, pad_token_id=0, bos_token_id=1, eos_token_id=2)
FAMILIES = {
    "olmoe": ("Olmoe", dict(num_experts=8, num_experts_per_tok=2)),
    "mixtral": ("Mixtral", dict(num_local_experts=4, num_experts_per_tok=2)),
    "qwen2_moe": ("Qwen2Moe", dict(moe_intermediate_size=16, shared_expert_intermediate_size=16, num_experts=8,
                                   num_experts_per_tok=3)),
    "qwen3_moe": ("Qwen3Moe", dict(moe_intermediate_size=16, num_experts=8, num_experts_per_tok=2, head_dim=8)),
    "deepseek_v3": ("DeepseekV3", dict(moe_intermediate_size=16, n_routed_experts=8, num_experts_per_tok=2, n_group=2,
                                       topk_group=1, first_k_dense_replace=1, num_hidden_layers=3, q_lora_rank=8,
                                       num_key_value_heads=4, kv_lora_rank=8, qk_rope_head_dim=4, qk_nope_head_dim=4,
                                       v_head_dim=8)),
    "gpt_oss": ("GptOss", dict(num_local_experts=4, num_experts_per_tok=2, head_dim=8)),
    "granitemoe": ("GraniteMoe", dict(num_local_experts=4, num_experts_per_tok=2)),
    "phimoe": ("Phimoe", dict(num_local_experts=4, num_experts_per_tok=2)),
}


def tokenizer():
    made = Tokenizer(models.BPE(unk_token=None))
    made.pre_tokenizer, made.decoder = pre_tokenizers.ByteLevel(add_prefix_space=False), decoders.ByteLevel()
    made.train_from_iterator([TEXT], trainers.BpeTrainer(
        vocab_size=380, special_tokens=["<pad>", "<s>", "</s>"], show_progress=False,
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    return transformers.PreTrainedTokenizerFast(tokenizer_object=made, pad_token="<pad>", bos_token="<s>",
                                                eos_token="</s>")


def make(family, folder, seed=0, shards=False, scale=1.0):
    """Saves a model of the family with its tokenizer; returns it."""
    name, more = FAMILIES[family]
    torch.manual_seed(seed)
    model = getattr(transformers, name + "ForCausalLM")(
        getattr(transformers, name + "Config")(**{**COMMON, **more})).eval()
    with torch.no_grad():  # routers that choose: their first values are small or zero
        for name, module in model.named_modules():
            if type(module).__name__.lower().endswith("router"):
                for tensor in (*module.parameters(), *module.buffers()):
                    tensor.normal_(0, scale)
    model.save_pretrained(folder, **({"max_shard_size": "60KB"} if shards else {}))
    tokenizer().save_pretrained(folder)
    (pathlib.Path(folder).parent / "text.txt").write_text(TEXT, encoding="utf-8")
    return model
