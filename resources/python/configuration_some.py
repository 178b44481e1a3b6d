# SPDX-License-Identifier: GPL-3.0-or-later
"""Configuration of a SoME language model, as `orrery-cli export --to huggingface` writes it."""
from typing import Any

from transformers import PreTrainedConfig


class SomeConfig(PreTrainedConfig):
    """What the model computes: D, E, k and so on as in the comments of modeling_some.py.

    The names that mixtures of experts share in transformers keep their meaning. `orrery` holds where the model comes
    from: the run's complete configuration as YAML, its step, the version of the program, the hash of the corpus.
    """

    model_type = "some"
    keys_to_ignore_at_inference = ["cache", "past_key_values"]

    vocab_size: int = 2048  # V
    hidden_size: int = 128  # D
    num_hidden_layers: int = 4  # L
    num_attention_heads: int = 4  # H
    max_position_embeddings: int = 256  # the length that it was trained with; any length can be computed
    num_experts: int = 32  # E
    intermediate_size: int = 256  # F of an expert
    num_experts_per_tok: int = 4  # k
    norm: str = "post"  # post | pre
    positions: str = "sinusoidal"  # sinusoidal | rope | alibi
    causal: bool = True
    router: str = "mlp"  # mlp | linear: the query network
    normalize_query: bool = True
    routing: str = "keys"  # keys | random | hash
    query_residual: float = 0.0  # share of the query of the layer before
    temperature: float = 1.0  # of the gates in evaluation
    train_temperature: float = 1.0  # of the gates in training
    learned_temperature: bool = False  # times exp(log_temperature) of each layer
    balance_bias: bool = False  # added to the scores for the choice alone
    linked_keys: bool = False  # a copy of the keys that Orrery's search needs; unused here
    experts: str = "frozen"  # frozen | lora | trained | none
    lora_rank: int = 0  # r
    shared_library: bool = False  # all layers apply the same experts
    seed: int = 1  # of random routing
    use_cache: bool = True
    output_router_logits: bool = False
    pad_token_id: int | None = 1
    bos_token_id: int | None = 2
    eos_token_id: int | None = 3
    tie_word_embeddings: bool = False
    orrery: dict[str, Any] | None = None


__all__ = ["SomeConfig"]
