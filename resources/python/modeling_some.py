# SPDX-License-Identifier: GPL-3.0-or-later
"""SoME (Self-Organizing Mixture of Experts), a decoder-only language model whose experts are frozen noise: what learns
by gradient are attention, embeddings, head and, per layer, a query network. A token's query is compared with the keys
of the experts; the nearest k experts are applied. Keys move by rules of their own while Orrery trains; here they rest.

Shapes: B texts of T tokens, N = B T; V words, D width, H heads, E experts of width F, k experts a token.
"""
import dataclasses
import math

import torch
from torch import nn
from torch.nn import functional as F
from transformers import DynamicCache, GenerationMixin, PreTrainedModel
from transformers.modeling_outputs import MoeCausalLMOutputWithPast

from .configuration_some import SomeConfig

# What transformers calls the cache of keys and values; `past_key_values` in its older versions.
CACHE = {field.name for field in dataclasses.fields(MoeCausalLMOutputWithPast)} & {"cache", "past_key_values"}


def angles(positions, width):
    """positions [B, T] -> [B, T, width / 2]: position / 10000^(2i / width), in double since large ones lose digits."""
    columns = torch.arange(0, width, 2, device=positions.device, dtype=torch.float64)
    return positions.double().unsqueeze(-1) * torch.exp(columns * (-math.log(10000.0) / width))


def sinusoidal(positions, width):
    """[B, T] -> [B, T, D]: sine in the even columns, cosine of the same angle in the odd ones."""
    angle = angles(positions, width)
    table = torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(-2)
    return table[..., :width]


def rotate(x, positions):
    """Rotary positions of x [B, H, T, d]: column i turns with column i + d/2."""
    angle = angles(positions, x.shape[-1]).unsqueeze(1)  # [B, 1, T, d/2]
    cosine, sine = angle.cos().to(x.dtype), angle.sin().to(x.dtype)
    first, second = x.chunk(2, dim=-1)
    return torch.cat((first * cosine - second * sine, second * cosine + first * sine), dim=-1)


def alibi_slopes(heads):
    """2^(-8h/H) for a power of two; else those of the lower one, then every second one of the next."""
    lower = 2 ** math.floor(math.log2(heads))
    slopes = [2 ** (-8 * h / lower) for h in range(1, lower + 1)]
    finer = [2 ** (-8 * h / (2 * lower)) for h in range(1, 2 * lower + 1)]
    return slopes + finer[0::2][: heads - lower]


def attention_bias(config, positions, visible, past, dtype):
    """What is added to the scores of attention, [B, 1 or H, T, S]: who sees whom, and ALiBi's distances.

    visible [B, S]: False for padding; positions [B, S]; of the S tokens the first `past` are in the cache.
    """
    length, total = visible.shape[1] - past, visible.shape[1]
    seen = visible[:, None, None, :].expand(-1, 1, length, -1)
    if config.causal:
        later = torch.ones(length, total, dtype=torch.bool, device=visible.device).triu(past + 1)
        seen = seen & ~later
    bias = torch.zeros(seen.shape, dtype=torch.float64, device=visible.device)
    if config.positions == "alibi":
        distance = (positions[:, past:, None] - positions[:, None, :]).abs()  # [B, T, S]
        slopes = torch.tensor(alibi_slopes(config.num_attention_heads), dtype=torch.float64, device=visible.device)
        bias = -slopes[None, :, None, None] * distance[:, None]
    # A large number in place of infinity: a row of padding that sees nothing stays a number.
    return bias.to(dtype).masked_fill(~seen, torch.finfo(dtype).min)


class Attention(nn.Module):
    def __init__(self, config, layer):
        super().__init__()
        self.config, self.layer = config, layer
        self.in_proj = nn.Linear(config.hidden_size, 3 * config.hidden_size)
        self.out_proj = nn.Linear(config.hidden_size, config.hidden_size)

    def forward(self, x, bias, positions, cache):
        batch, length, width = x.shape
        packed = self.in_proj(x).view(batch, length, 3, self.config.num_attention_heads, -1)
        q, k, v = (part.transpose(1, 2) for part in packed.unbind(2))  # [B, H, T, D/H]
        if self.config.positions == "rope":
            q, k = rotate(q, positions), rotate(k, positions)
        if cache is not None:
            k, v = cache.update(k, v, self.layer)
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=bias)  # scale 1/sqrt(D/H)
        return self.out_proj(mixed.transpose(1, 2).reshape(batch, length, width))


class Experts(nn.Module):
    """E small feed-forward networks without biases, drawn at random and frozen, with a trained low-rank part (lora) or
    trained themselves."""

    def __init__(self, config):
        super().__init__()
        e, d, f, r = config.num_experts, config.hidden_size, config.intermediate_size, config.lora_rank
        self.lora = config.experts == "lora"
        for name, shape in (("down", (e, f, d)), ("up", (e, d, f))):
            if config.experts == "trained":
                setattr(self, name, nn.Parameter(torch.empty(shape)))
            else:
                self.register_buffer(name, torch.zeros(shape))
        if self.lora:
            self.down_a, self.down_b = nn.Parameter(torch.empty(e, r, d)), nn.Parameter(torch.empty(e, f, r))
            self.up_a, self.up_b = nn.Parameter(torch.empty(e, r, f)), nn.Parameter(torch.empty(e, d, r))

    def matrices(self, e):
        if not self.lora:
            return self.down[e], self.up[e]
        return self.down[e] + self.down_b[e] @ self.down_a[e], self.up[e] + self.up_b[e] @ self.up_a[e]

    def forward(self, z, selected, gates):
        """z [N, D], selected and gates [N, k] -> [N, D]"""
        y = torch.zeros(z.shape, dtype=gates.dtype, device=z.device)
        for e in selected.unique().tolist():
            rows, ranks = (selected == e).nonzero(as_tuple=True)
            down, up = self.matrices(e)
            out = F.linear(F.gelu(F.linear(z[rows], down)), up)
            y.index_add_(0, rows, gates[rows, ranks, None] * out)
        return y.to(z.dtype)


def mix_bits(x):
    """Scatters a whole number of 64 bits (the finalizer of SplitMix64)."""
    mask = 2**64 - 1
    x = (x + 0x9E3779B97F4A7C15) & mask
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)


def mix_seed(seed, part):
    """A seed for a part of what `seed` stands for; a text counts by its FNV-1a hash."""
    if isinstance(part, str):
        name, part = part, 0xCBF29CE484222325
        for byte in name.encode():
            part = ((part ^ byte) * 0x100000001B3) & (2**64 - 1)
    return mix_bits(mix_bits(seed) ^ part)


def draw_experts(seed, k, experts):
    """k different numbers below `experts`; repeats are drawn again."""
    drawn, draw = [], 0
    while len(drawn) < k:
        expert = mix_bits((seed + draw * 0xD1342543DE82EF95) & (2**64 - 1)) % experts
        draw += 1
        if expert not in drawn:
            drawn.append(expert)
    return drawn


class SomeLayer(nn.Module):
    """Router, key store and experts of a layer: y_t = sum over the k keys nearest to the query of gate * expert(z_t)."""

    def __init__(self, config, layer):
        super().__init__()
        self.config, self.layer = config, layer
        d, e = config.hidden_size, config.num_experts
        self.register_buffer("keys", torch.zeros(e, d))
        self.register_buffer("usage", torch.zeros(e))  # how often each was chosen; moves keys in training alone
        if config.routing == "keys":
            if config.router == "linear":
                self.query = nn.Linear(d, d)
            else:
                self.query = nn.Sequential(nn.Linear(d, 2 * d), nn.GELU(), nn.Linear(2 * d, d))
            if config.balance_bias:
                self.register_buffer("balance_bias", torch.zeros(e))
            if config.learned_temperature:
                self.register_buffer("log_temperature", torch.zeros(1))
            if config.linked_keys:
                self.register_buffer("linked_keys", torch.zeros(e, d))
        if not config.shared_library:
            self.experts = Experts(config)

    def by_keys(self, z, previous):
        """z [N, D], the query of the layer before [N, D] -> selected [N, k], gates [N, k], scores [N, E], query."""
        config = self.config
        query = self.query(z.to(next(self.query.parameters()).dtype)).float()
        if config.query_residual and previous is not None:
            query = query + config.query_residual * previous
        unit = F.normalize(query, dim=-1) if config.normalize_query else query
        scores = unit @ self.keys.float().T
        ranked = scores + self.balance_bias.float() if config.balance_bias else scores
        # Stable: of two equal scores the expert with the lower number wins.
        selected = ranked.sort(dim=-1, descending=True, stable=True).indices[:, : config.num_experts_per_tok]
        temperature = config.train_temperature if self.training else config.temperature
        if config.learned_temperature:
            temperature = temperature * self.log_temperature.double().exp().float()
        scores = scores / temperature
        return selected, scores.gather(1, selected).softmax(-1), scores, query

    def by_numbers(self, z, numbers):
        """The controls: experts by a token's id (hash), or drawn for its place in the batch (random)."""
        config = self.config
        if config.routing == "hash":
            seed = mix_seed(0x6F72726572790001, self.layer)
        else:
            seed = mix_seed(config.seed & (2**64 - 1), "routing")
            for part in (0, 0, self.layer):  # step, micro-batch, layer
                seed = mix_seed(seed, part)
        k, numbers, known = config.num_experts_per_tok, numbers.flatten().tolist(), {}
        for number in numbers:
            if number not in known:
                known[number] = draw_experts(mix_seed(seed, number), k, config.num_experts)
        selected = torch.tensor([known[number] for number in numbers], device=z.device)
        return selected, torch.full(selected.shape, 1 / k, device=z.device), None, None

    def forward(self, x, numbers, previous, shared):
        z = x.flatten(0, 1)  # [N, D]
        if self.config.routing == "keys":
            selected, gates, scores, query = self.by_keys(z, previous)
        else:
            selected, gates, scores, query = self.by_numbers(z, numbers)
        experts = shared if self.config.shared_library else self.experts
        return experts(z, selected, gates).view_as(x), scores, query


class DecoderLayer(nn.Module):
    def __init__(self, config, layer):
        super().__init__()
        self.pre_norm = config.norm == "pre"
        self.attention = Attention(config, layer)
        self.norm1 = nn.LayerNorm(config.hidden_size)
        self.norm2 = nn.LayerNorm(config.hidden_size)
        self.some = SomeLayer(config, layer) if config.experts != "none" else None

    def forward(self, x, numbers, bias, positions, cache, previous, shared):
        if self.pre_norm:
            x = x + self.attention(self.norm1(x), bias, positions, cache)
        else:
            x = self.norm1(x + self.attention(x, bias, positions, cache))
        scores = query = None
        y = torch.zeros_like(x)
        if self.some is not None:
            y, scores, query = self.some(self.norm2(x) if self.pre_norm else x, numbers, previous, shared)
        return x + y if self.pre_norm else self.norm2(x + y), scores, query


class SomePreTrainedModel(PreTrainedModel):
    config_class = SomeConfig
    base_model_prefix = ""
    _no_split_modules = ["DecoderLayer"]
    _supports_sdpa = True
    # What decides which expert is chosen is not rounded.
    _keep_in_fp32_modules_strict = ["keys", "query", "balance_bias", "log_temperature", "usage"]

    def _init_weights(self, module):
        """Weights are loaded; who wants to train anew does so in Orrery."""
        if isinstance(module, (nn.Linear, nn.LayerNorm)):
            module.reset_parameters()


class SomeForCausalLM(SomePreTrainedModel, GenerationMixin):
    def __init__(self, config):
        super().__init__(config)
        self.token_embedding = nn.Embedding(config.vocab_size, config.hidden_size)
        if config.shared_library and config.experts != "none":
            self.some = nn.ModuleDict({"experts": Experts(config)})
        self.layers = nn.ModuleList(DecoderLayer(config, layer) for layer in range(config.num_hidden_layers))
        self.lm_head = nn.Linear(config.hidden_size, config.vocab_size)
        self.post_init()

    def get_input_embeddings(self):
        return self.token_embedding

    def get_output_embeddings(self):
        return self.lm_head

    def forward(self, input_ids, attention_mask=None, cache=None, labels=None, use_cache=None, past_key_values=None,
                output_router_logits=None, output_hidden_states=None, logits_to_keep=0, **ignored):
        """input_ids [B, T]; attention_mask [B, S], 0 for padding on either side, S with what is in the cache.

        router_logits: a layer's scores of all experts over the temperature, [N, E]; those of the chosen k give the
        gates by softmax. None where no router chooses (routing random and hash, experts none).
        """
        config = self.config
        flag = config.output_router_logits if output_router_logits is None else output_router_logits
        use_cache = (config.use_cache if use_cache is None else use_cache) and config.causal and not self.training
        cache = cache if cache is not None else past_key_values
        if not use_cache:
            cache = None
        elif cache is None:
            cache = DynamicCache(config=config)
        past = cache.get_seq_length() if use_cache else 0
        batch, length = input_ids.shape
        if attention_mask is None:
            attention_mask = torch.ones(batch, past + length, dtype=torch.long, device=input_ids.device)
        visible = attention_mask[:, : past + length].bool()
        positions = (visible.long().cumsum(-1) - 1).clamp_min(0)  # [B, S]: padding takes no place
        own = positions[:, past:]

        x = self.token_embedding(input_ids) * math.sqrt(config.hidden_size)
        if config.positions == "sinusoidal":
            x = x + sinusoidal(own, config.hidden_size).to(x.dtype)
        bias = attention_bias(config, positions, visible, past, x.dtype)
        shared = self.some["experts"] if config.shared_library and config.experts != "none" else None
        numbers = input_ids
        if config.routing == "random":
            rows = torch.arange(batch, device=x.device)[:, None] * (past + length)
            numbers = rows + torch.arange(past, past + length, device=x.device)
        query, hidden, scores = None, [x], []
        for layer in self.layers:
            x, layer_scores, query = layer(x, numbers, bias, own, cache, query, shared)
            hidden.append(x)
            scores.append(layer_scores)
        last = slice(-logits_to_keep, None) if isinstance(logits_to_keep, int) else logits_to_keep
        logits = self.lm_head(x[:, last])  # there is no norm in front of it
        loss = None
        if labels is not None:
            loss = F.cross_entropy(logits[:, :-1].flatten(0, 1).float(), labels[:, 1:].flatten(), ignore_index=-100)
        routed = flag and all(each is not None for each in scores)
        return MoeCausalLMOutputWithPast(
            loss=loss, logits=logits, hidden_states=tuple(hidden) if output_hidden_states else None,
            router_logits=tuple(scores) if routed else None, **dict.fromkeys(CACHE, cache))


__all__ = ["SomeForCausalLM", "SomePreTrainedModel"]
