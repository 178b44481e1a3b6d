#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the cases beside this file: short trainings of tiny SoME models in double precision, in plain PyTorch, from the
formulas of core/README.md alone. Slow and obvious; tests/core/train/replay_test.cpp holds the program against them.

    python some_reference.py cases [NAME ...]        needs torch (1.13 or later), safetensors and pyyaml

A case is a folder: config.yaml (the program's own keys), init.safetensors (the state before step 1),
batches.safetensors (inputs and targets [S, B, T]; ignored targets are -100), expected.safetensors (losses [S], final
state, logits of the first batch in evaluation, experts selected in step 1). The cases of one knob are run with and
without it, so that none is recorded in which the knob does nothing.
"""
import math, sys, pathlib
import torch, yaml
import torch.nn.functional as F
from safetensors.torch import save_file

torch.set_default_dtype(torch.float64)

DEFAULTS = dict(
    model=dict(vocab_size=61, d_model=16, num_layers=3, num_heads=4, seq_len=12, norm="post", causal=True),
    some=dict(num_experts=8, d_ffn=24, top_k=2, router="mlp", init="default", sparsity=0.5),
    keys=dict(alpha=0.01, beta=0.005, delta=0.001, theta_percentile=0.05, ema_decay=0.99, warmup_steps=2,
              use_alpha=True, use_beta=True, use_delta=True, normalize="all", beta_inertia="min", tokens="all",
              respawn_threshold=0.0, beta_layer_scale=[], frozen_layers=[], query_residual=0.0),
    train=dict(temperature=0.8, eval_temperature=0.5, learning_rate=6e-4, weight_decay=0.1, betas=[0.9, 0.95], eps=1e-8,
               clip_norm=1.0, schedule="cosine", warmup=0, max_steps=6, batch_size=3, pad_in_loss=True),
)
# Knobs that a case's file names only where it turns them: their values when they are off.
OFF = dict(
    model=dict(positions="sinusoidal"),
    some=dict(normalize_query=True, experts="frozen", lora_rank=4, shared_library=False, top_k_warmup=0.0,
              balance_loss=0.0, balance_bias=0.0),
    keys=dict(usage="ema", alpha_floor=0.0, theta=0.0, beta_sign=1, beta_schedule=[], update_every=1, token_fraction=1.0,
              max_step=0.0, smoothing=0.0, temperature="fixed", entropy_band=[1.5, 2.5]),
    train=dict(accumulation=1, seed=1),
)
PAD = 1
TRAINED_NOT = (".some.keys", ".some.usage", ".some.balance_bias", ".some.log_temperature", ".experts.down", ".experts.up")


def merged(*parts):
    cfg = {k: {} for k in DEFAULTS}
    for part in parts:
        for k, v in part.items():
            cfg[k].update(v)
    return cfg


# The program's random numbers by position (core/ops/seeded_random.h): SplitMix64, names through FNV-1a.
MASK = (1 << 64) - 1


def mix_bits(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


def mix_seed(seed, *parts):
    for part in parts:
        if isinstance(part, str):
            h = 0xCBF29CE484222325
            for byte in part.encode():
                h = ((h ^ byte) * 0x100000001B3) & MASK
            part = h
        seed = mix_bits(mix_bits(seed) ^ part)
    return seed


def bits(seed, i):
    return mix_bits((seed + i * 0xD1342543DE82EF95) & MASK)


def uniform(seed, i):
    return (bits(seed, i) >> 11) * 2.0 ** -53


def normal(seed, i):
    return math.sqrt(-2 * math.log(1 - uniform(seed, 2 * i))) * math.cos(2 * math.pi * uniform(seed, 2 * i + 1))


def init_state(c, g):
    m, s, k = c["model"], c["some"], c["keys"]
    V, D, L, E, FF = m["vocab_size"], m["d_model"], m["num_layers"], s["num_experts"], s["d_ffn"]
    U = lambda *sh, fan: (torch.rand(*sh, generator=g) * 2 - 1) / math.sqrt(fan)
    st = {"token_embedding.weight": torch.randn(V, D, generator=g), "lm_head.weight": U(V, D, fan=D), "lm_head.bias": U(V, fan=D)}
    for l in range(L):
        p = f"layers.{l}."
        st[p + "attention.in_proj.weight"] = U(3 * D, D, fan=D)
        st[p + "attention.in_proj.bias"] = U(3 * D, fan=D) * 0.1
        st[p + "attention.out_proj.weight"] = U(D, D, fan=D)
        st[p + "attention.out_proj.bias"] = U(D, fan=D) * 0.1
        for n in ("norm1", "norm2"):
            st[p + n + ".weight"] = 1 + 0.1 * torch.randn(D, generator=g)
            st[p + n + ".bias"] = 0.1 * torch.randn(D, generator=g)
        if s["router"] == "mlp":
            st[p + "some.query.0.weight"], st[p + "some.query.0.bias"] = U(2 * D, D, fan=D), U(2 * D, fan=D)
            st[p + "some.query.2.weight"], st[p + "some.query.2.bias"] = U(D, 2 * D, fan=2 * D), U(D, fan=2 * D)
        else:
            st[p + "some.query.weight"], st[p + "some.query.bias"] = U(D, D, fan=D), U(D, fan=D)
        st[p + "some.keys"] = F.normalize(torch.randn(E, D, generator=g), dim=-1)
        st[p + "some.usage"] = torch.zeros(E)
        if l == 0 or not s["shared_library"]:
            x = experts_of(c, l)
            st[x + "down"] = U(E, FF, D, fan=D)
            st[x + "up"] = U(E, D, FF, fan=FF)
            if s["experts"] == "lora":  # B is zero when the program starts; here it is not, so that all parts count at once
                r = s["lora_rank"]
                st[x + "down_a"], st[x + "down_b"] = U(E, r, D, fan=D), 0.1 * torch.randn(E, FF, r, generator=g)
                st[x + "up_a"], st[x + "up_b"] = U(E, r, FF, fan=FF), 0.1 * torch.randn(E, D, r, generator=g)
        if s["balance_bias"]:
            st[p + "some.balance_bias"] = 0.05 * torch.randn(E, generator=g)
        if k["temperature"] == "learned":
            st[p + "some.log_temperature"] = 0.5 * torch.randn(1, generator=g)
    return st


def experts_of(c, l):
    return "some.experts." if c["some"]["shared_library"] else f"layers.{l}.some.experts."


def is_trained(name):
    return not name.endswith(TRAINED_NOT)


def positions(T, D):
    pos, div = torch.arange(T).unsqueeze(1), torch.exp(torch.arange(0, D, 2) * (-math.log(10000.0) / D))
    pe = torch.zeros(T, D)
    pe[:, 0::2], pe[:, 1::2] = torch.sin(pos * div), torch.cos(pos * div)
    return pe


def rotate(z):
    """z [B,H,T,d]: column i turns with column i + d/2 by t / 10000^(2i/d)"""
    d = z.shape[-1]
    angle = torch.arange(z.shape[-2]).unsqueeze(1) * 10000.0 ** (-torch.arange(0, d, 2) / d)
    a, b = z[..., : d // 2], z[..., d // 2:]
    return torch.cat([a * angle.cos() - b * angle.sin(), b * angle.cos() + a * angle.sin()], -1)


def active_top_k(c, step, steps):
    """step counts from 0: k = 1 for the warm-up, then over as many steps a ramp to top_k"""
    k, w = c["some"]["top_k"], c["some"]["top_k_warmup"] * steps
    if w <= 0 or step >= 2 * w:
        return k
    return 1 if step < w else min(k, 1 + int(k * (step - w) / w))


def forward(c, st, tokens, temperature, top_k):
    """tokens [B,T] -> logits [B,T,V]; per layer queries [B*T,D], selected experts [B*T,k], gates [B*T,k], softmax over all
    experts [B*T,E]"""
    m, s, k = c["model"], c["some"], c["keys"]
    B, T = tokens.shape
    D, H = m["d_model"], m["num_heads"]
    x = st["token_embedding.weight"][tokens] * math.sqrt(D)
    if m["positions"] == "sinusoidal":
        x = x + positions(T, D)
    queries, chosen, gates, even, previous = [], [], [], [], None
    for l in range(m["num_layers"]):
        W = lambda n: st[f"layers.{l}.{n}"]

        def attention(z):
            q, kk, v = (z @ W("attention.in_proj.weight").T + W("attention.in_proj.bias")).split(D, -1)
            q, kk, v = (t.view(B, T, H, D // H).transpose(1, 2) for t in (q, kk, v))
            if m["positions"] == "rope":
                q, kk = rotate(q), rotate(kk)
            a = q @ kk.transpose(-1, -2) / math.sqrt(D // H)
            if m["positions"] == "alibi":
                slope = 2.0 ** (-8.0 * torch.arange(1, H + 1) / H)
                a = a - slope.view(H, 1, 1) * (torch.arange(T).unsqueeze(1) - torch.arange(T)).abs()
            if m["causal"]:
                a = a.masked_fill(torch.ones(T, T, dtype=torch.bool).triu(1), -math.inf)
            z = (a.softmax(-1) @ v).transpose(1, 2).reshape(B, T, D)
            return z @ W("attention.out_proj.weight").T + W("attention.out_proj.bias")

        def some(z):
            nonlocal previous
            f = z.reshape(B * T, D)
            if s["router"] == "mlp":
                q = F.gelu(f @ W("some.query.0.weight").T + W("some.query.0.bias")) @ W("some.query.2.weight").T + W("some.query.2.bias")
            else:
                q = f @ W("some.query.weight").T + W("some.query.bias")
            if k["query_residual"] and previous is not None:
                q = q + k["query_residual"] * previous
            previous = q
            if s["normalize_query"]:
                q = F.normalize(q, dim=-1)
            all_scores = q @ W("some.keys").T
            bias = W("some.balance_bias") if s["balance_bias"] else 0.0
            idx = (all_scores + bias).topk(top_k, dim=-1).indices
            tau = temperature * (W("some.log_temperature").exp() if k["temperature"] == "learned" else 1.0)
            gate = (all_scores.gather(1, idx) / tau).softmax(-1)
            down, up = st[experts_of(c, l) + "down"], st[experts_of(c, l) + "up"]
            if s["experts"] == "lora":
                down = down + st[experts_of(c, l) + "down_b"] @ st[experts_of(c, l) + "down_a"]
                up = up + st[experts_of(c, l) + "up_b"] @ st[experts_of(c, l) + "up_a"]
            out = torch.zeros_like(f)
            for e in range(s["num_experts"]):
                t, r = (idx == e).nonzero(as_tuple=True)
                if len(t):
                    y = F.gelu(f[t] @ down[e].T) @ up[e].T
                    out = out.index_add(0, t, gate[t, r].unsqueeze(1) * y)
            queries.append(q.detach())
            chosen.append(idx)
            gates.append(gate.detach())
            even.append((all_scores / tau).softmax(-1))
            return out.view(B, T, D)

        norm = lambda z, n: F.layer_norm(z, (D,), W(n + ".weight"), W(n + ".bias"), 1e-5)
        if m["norm"] == "post":
            x = norm(x + attention(x), "norm1")
            x = norm(x + some(x), "norm2")
        else:
            x = x + attention(norm(x, "norm1"))
            x = x + some(norm(x, "norm2"))
    return x @ st["lm_head.weight"].T + st["lm_head.bias"], queries, chosen, gates, even


@torch.no_grad()
def update_keys(c, st, l, q, idx, step):
    """core/README.md, section 4. q [N,D] unit queries, idx [N,k] of the tokens that take part; step counts from 1."""
    k, K = c["keys"], idx.shape[1]
    key, usage = st[f"layers.{l}.some.keys"], st[f"layers.{l}.some.usage"]
    count = torch.bincount(idx.reshape(-1), minlength=len(usage)).to(usage.dtype)
    if k["usage"] == "cumulative":
        usage.add_(count)
    else:
        usage.mul_(k["ema_decay"]).add_((1 - k["ema_decay"]) * count)
    if l in k["frozen_layers"]:
        return
    inertia, old = 1 + usage, key.clone()
    if k["use_alpha"]:
        pull = (k["alpha"] / inertia).clamp_min(k["alpha_floor"]).unsqueeze(1)
        for r in range(K):
            e = idx[:, r]
            key.index_add_(0, e, pull[e] * (q - key[e]))
    if k["use_beta"] and K > 1:
        beta = k["beta"]
        if k["beta_schedule"]:
            first, last = k["beta_schedule"]
            beta = first + (last - first) * (step - 1) / (c["train"]["max_steps"] - 1)
        beta = k["beta_sign"] * beta * (k["beta_layer_scale"][l] if k["beta_layer_scale"] else 1.0)
        pair = torch.combinations(torch.arange(K), r=2)
        i, j = idx[:, pair[:, 0]].reshape(-1), idx[:, pair[:, 1]].reshape(-1)
        pick = torch.minimum if k["beta_inertia"] == "min" else torch.maximum
        b = (beta / pick(inertia[i], inertia[j])).unsqueeze(1)
        ki, kj = key[i].clone(), key[j].clone()
        key.index_add_(0, i, b * (kj - ki))
        key.index_add_(0, j, b * (ki - kj))
    move = key - old
    if k["max_step"]:
        move = move * (k["max_step"] / move.norm(dim=-1, keepdim=True).clamp_min(1e-12)).clamp_max(1.0)
    key.copy_(old + (1 - k["smoothing"]) * move)
    n = key.norm(dim=-1, keepdim=True).clamp_min(1e-12)
    if k["normalize"] == "all":
        key.div_(n)
    elif k["normalize"] == "selected":
        sel = (count > 0).unsqueeze(1)
        key.copy_(torch.where(sel, key / n, key))
    elif k["normalize"] == "clamp":
        key.copy_(torch.where(n > 1, key / n, key))
    if k["use_delta"] and step > k["warmup_steps"] and (usage > 0).any():
        theta = k["theta"] or torch.quantile(usage[usage > 0], k["theta_percentile"])
        key[usage < theta] *= 1 - k["delta"]
    if k["respawn_threshold"]:
        respawn(c, key, usage, l, q, step)


def respawn(c, key, usage, l, q, step):
    """Which keys start again follows from their norms alone; where, from random numbers that are functions of
    (seed, step, layer, expert): spare queries are drawn first, one of them is taken, noise is added."""
    seed, E = c["train"]["seed"], len(usage)
    draw = mix_seed(seed, "spares", step, l, 0)
    spares = q[[bits(draw, i) % len(q) for i in range(min(E, len(q)))]]
    for e in range(E):
        if not key[e].norm() < c["keys"]["respawn_threshold"]:
            continue
        own = mix_seed(seed, "respawn", step, l, e)
        noise = torch.tensor([normal(own, d + 1) for d in range(key.shape[1])])
        key[e] = F.normalize(spares[bits(own, 0) % len(spares)] + 0.01 * noise, dim=-1)
        usage[e] = 0


@torch.no_grad()
def move_router(c, st, l, idx, gate):
    """core/README.md, section 4.1, after the keys: balance bias and learned temperature"""
    p, E, K = f"layers.{l}.some.", c["some"]["num_experts"], idx.shape[1]
    if c["some"]["balance_bias"]:
        count = torch.bincount(idx.reshape(-1), minlength=E).to(torch.get_default_dtype())
        st[p + "balance_bias"] += c["some"]["balance_bias"] * (count.mean() - count).sign()
    if c["keys"]["temperature"] == "learned" and K > 1:
        low, high = c["keys"]["entropy_band"]
        low, high = min(low, 0.90 * math.log(K)), min(high, 0.95 * math.log(K))
        entropy = -(gate * gate.log()).sum(-1).mean()
        st[p + "log_temperature"] += 0.02 * (float(entropy < low) - float(entropy > high))


def learning_rate(c, step):
    """step counts from 0"""
    t = c["train"]
    if step < t["warmup"]:
        return t["learning_rate"] * (step + 1) / t["warmup"]
    if t["schedule"] == "constant":
        return t["learning_rate"]
    return t["learning_rate"] * 0.5 * (1 + math.cos(math.pi * (step - t["warmup"]) / max(1, t["max_steps"] - t["warmup"])))


def run(c, st, inputs, targets):
    """Trains over all batches, changing st; what must come out of it."""
    t = c["train"]
    S, B, T = inputs.shape
    trained = [k for k in st if is_trained(k)]
    m1, m2 = ({k: torch.zeros_like(st[k]) for k in trained} for _ in range(2))
    losses, first = [], None
    with torch.no_grad():
        logits0 = forward(c, st, inputs[0], t["eval_temperature"], c["some"]["top_k"])[0]
    for step in range(S):
        for k in trained:
            st[k] = st[k].detach().requires_grad_()
        logits, q, idx, gate, even = forward(c, st, inputs[step], t["temperature"], active_top_k(c, step, S))
        loss = F.cross_entropy(logits.view(B * T, -1), targets[step].view(-1), ignore_index=-100)
        losses.append(loss.item())
        keep = (targets[step].view(-1) != -100) if c["keys"]["tokens"] == "targets" else torch.ones(B * T, dtype=torch.bool)
        for l in range(c["model"]["num_layers"]):
            E = c["some"]["num_experts"]
            share = torch.bincount(idx[l][keep].reshape(-1), minlength=E) / idx[l][keep].numel()
            if c["some"]["balance_loss"]:
                loss = loss + c["some"]["balance_loss"] * E * (share * even[l][keep].mean(0)).sum()
        grads = dict(zip(trained, torch.autograd.grad(loss, [st[k] for k in trained])))
        first = first or [i.clone() for i in idx]
        with torch.no_grad():
            total = torch.sqrt(sum((gr ** 2).sum() for gr in grads.values()))
            scale = min(1.0, t["clip_norm"] / (total.item() + 1e-6)) if t["clip_norm"] else 1.0
            lr, (b1, b2) = learning_rate(c, step), t["betas"]
            for k in trained:
                gr = grads[k] * scale
                p = st[k].detach() * (1 - lr * t["weight_decay"])
                m1[k] = b1 * m1[k] + (1 - b1) * gr
                m2[k] = b2 * m2[k] + (1 - b2) * gr * gr
                step_size = lr / (1 - b1 ** (step + 1))
                st[k] = p - step_size * m1[k] / (m2[k].sqrt() / math.sqrt(1 - b2 ** (step + 1)) + t["eps"])
            part = keep.clone()
            if c["keys"]["token_fraction"] < 1:
                draw = mix_seed(t["seed"], "token_fraction", step + 1, 0)
                part &= torch.tensor([uniform(draw, i) < c["keys"]["token_fraction"] for i in range(B * T)])
            for l in range(c["model"]["num_layers"]):
                if (step + 1) % c["keys"]["update_every"] == 0:
                    update_keys(c, st, l, q[l][part], idx[l][part], step + 1)
                move_router(c, st, l, idx[l][keep], gate[l][keep])
    exp = {"losses": torch.tensor(losses), "eval_logits_first_batch": logits0, "chosen_first_step": torch.stack(first).to(torch.int64)}
    exp.update({k: v.detach() for k, v in st.items() if not k.endswith((".experts.down", ".experts.up"))})
    return exp


def make_case(out, over, seed, base=None):
    """Over a base, `over` is the knob of the case."""
    written = merged(DEFAULTS, base or {}, over)
    c = merged(OFF, written)
    out.mkdir(parents=True, exist_ok=True)
    g = torch.Generator().manual_seed(seed)
    st = init_state(c, g)
    save_file({k: v.to(torch.float32) for k, v in st.items()}, str(out / "init.safetensors"))
    st = {k: v.to(torch.float32).to(torch.float64).clone() for k, v in st.items()}  # both sides start from the stored floats
    t, T = c["train"], c["model"]["seq_len"]
    S, B = t["max_steps"], t["batch_size"]
    stories = torch.randint(3, c["model"]["vocab_size"], (S, B, T + 1), generator=g)
    length = torch.randint(T // 2, T + 2, (S, B, 1), generator=g)
    stories = torch.where(torch.arange(T + 1).view(1, 1, -1) < length, stories, torch.full_like(stories, PAD))
    inputs, targets = stories[..., :T].contiguous(), stories[..., 1:].contiguous()
    if not t["pad_in_loss"]:
        targets = torch.where(targets == PAD, torch.full_like(targets, -100), targets)
    compared = base and over.keys() != {"train"} and not c["some"]["shared_library"]  # the others must change nothing
    if compared:
        without = merged(OFF, DEFAULTS, base)
        names = init_state(without, torch.Generator())
        plain = run(without, {k: st[k].clone() for k in names}, inputs, targets)
    exp = run(c, st, inputs, targets)
    save_file({k: v.to(torch.float32).contiguous() if v.is_floating_point() else v.contiguous() for k, v in exp.items()}, str(out / "expected.safetensors"))
    save_file({"inputs": inputs.to(torch.int64), "targets": targets.to(torch.int64)}, str(out / "batches.safetensors"))
    (out / "config.yaml").write_text(yaml.safe_dump(written, sort_keys=False))
    print(f"{out.name:20}", [round(x, 4) for x in exp["losses"].tolist()])
    if compared:
        effect = max((exp[k] - plain[k]).abs().max().item() for k in exp
                     if k in plain and (k == "losses" or k.endswith((".keys", ".usage"))))
        assert effect > 1e-3, f"{out.name}: the knob does nothing here"


CASES = {
    "v4_mlp": ({}, 1),
    "v2_linear_nobeta": (dict(some=dict(router="linear"), keys=dict(use_beta=False)), 2),
    "v1_not_causal": (dict(model=dict(causal=False), some=dict(router="linear"), train=dict(temperature=1.0)), 3),
    "v5_masked_max": (dict(keys=dict(beta_inertia="max", tokens="targets", alpha=0.005, beta=0.001, ema_decay=0.995),
                           train=dict(temperature=1.0, eval_temperature=1.0, pad_in_loss=False)), 4),
    "v7_clamp": (dict(keys=dict(normalize="clamp", beta_inertia="max", tokens="targets", delta=0.005),
                      train=dict(pad_in_loss=False, temperature=1.0, eval_temperature=1.0), some=dict(top_k=4)), 5),
}

# One knob a case, over a base with much used, fast keys, so that six steps show it; `base` changes that first.
BASE = dict(model=dict(vocab_size=31, num_layers=2), some=dict(d_ffn=8, router="linear", top_k=3),
            keys=dict(alpha=0.02, beta=0.01, delta=0.02, ema_decay=0.7, theta_percentile=0.3, tokens="targets"),
            train=dict(pad_in_loss=False))
KNOBS = {
    "alpha_floor": dict(keys=dict(alpha_floor=0.01)),
    "beta_sign": dict(keys=dict(beta_sign=-1)),
    "beta_schedule": dict(keys=dict(beta_schedule=[0.03, 0.002])),
    "beta_layer_scale": dict(keys=dict(beta_layer_scale=[1.0, 0.5])),
    "frozen_layers": dict(keys=dict(frozen_layers=[1])),
    "query_residual": dict(keys=dict(query_residual=0.1)),
    "cumulative": dict(keys=dict(usage="cumulative")),
    "update_every": dict(keys=dict(update_every=2)),
    "token_fraction": dict(keys=dict(token_fraction=0.5)),
    "max_step": dict(keys=dict(max_step=0.01)),
    "smoothing": dict(keys=dict(smoothing=0.7)),
    "theta": dict(keys=dict(theta=6.0), base=dict(keys=dict(theta_percentile=0.05))),
    "normalize_selected": dict(keys=dict(normalize="selected"), base=dict(some=dict(num_experts=24, top_k=2))),
    "normalize_clamp": dict(keys=dict(normalize="clamp")),
    "normalize_none": dict(keys=dict(normalize="none")),
    "respawn": dict(keys=dict(respawn_threshold=0.95), base=dict(keys=dict(normalize="none"))),
    "accumulation": dict(train=dict(accumulation=2)),
    "balance_bias": dict(some=dict(balance_bias=0.02)),
    "balance_loss": dict(some=dict(balance_loss=0.5)),
    "shared_library": dict(some=dict(shared_library=True)),
    "lora": dict(some=dict(experts="lora")),
    "lora_shared": dict(some=dict(experts="lora", shared_library=True, lora_rank=2)),
    "learned_temperature": dict(keys=dict(temperature="learned", entropy_band=[0.5, 0.8])),
    "top_k_warmup": dict(some=dict(top_k_warmup=0.34)),
    "raw_query": dict(some=dict(normalize_query=False)),
    "pre_norm": dict(model=dict(norm="pre")),
    "rope": dict(model=dict(positions="rope")),
    "alibi": dict(model=dict(positions="alibi")),
}

if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "cases")
    jobs = {name: (over, seed, None) for name, (over, seed) in CASES.items()}
    for i, (name, knob) in enumerate(KNOBS.items()):
        base = merged(BASE, knob.get("base", {}))
        jobs[name] = ({k: v for k, v in knob.items() if k != "base"}, 100 + i, base)
    for name, (over, seed, base) in jobs.items():
        if not sys.argv[2:] or name in sys.argv[2:]:
            make_case(root / name, over, seed, base)
