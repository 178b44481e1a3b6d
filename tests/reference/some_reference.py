#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the cases beside this file: short trainings of tiny SoME models in double precision, in plain PyTorch, from the
formulas of core/README.md alone. Slow and obvious; tests/core/train/replay_test.cpp holds the program against them.

    python some_reference.py cases        needs torch, safetensors and pyyaml

A case is a folder: config.yaml (the program's own keys), init.safetensors (the state before step 1),
batches.safetensors (inputs and targets [S, B, T]; ignored targets are -100), expected.safetensors (losses [S], final
state, logits of the first batch in evaluation, experts selected in step 1).
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
PAD = 1


def merged(over):
    cfg = {k: dict(v) for k, v in DEFAULTS.items()}
    for k, v in over.items():
        cfg[k].update(v)
    return cfg


def init_state(c, g):
    m, s = c["model"], c["some"]
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
        st[p + "some.experts.down"] = U(E, FF, D, fan=D)
        st[p + "some.experts.up"] = U(E, D, FF, fan=FF)
    return st


def is_trained(name):
    return not (".some.keys" in name or ".some.usage" in name or ".some.experts." in name)


def positions(T, D):
    pos, div = torch.arange(T).unsqueeze(1), torch.exp(torch.arange(0, D, 2) * (-math.log(10000.0) / D))
    pe = torch.zeros(T, D)
    pe[:, 0::2], pe[:, 1::2] = torch.sin(pos * div), torch.cos(pos * div)
    return pe


def forward(c, st, tokens, temperature):
    """tokens [B,T] -> logits [B,T,V], per layer queries [B*T,D] and selected experts [B*T,k]"""
    m, s, k = c["model"], c["some"], c["keys"]
    B, T = tokens.shape
    D, H = m["d_model"], m["num_heads"]
    x = st["token_embedding.weight"][tokens] * math.sqrt(D) + positions(T, D)
    queries, chosen, previous = [], [], None
    for l in range(m["num_layers"]):
        W = lambda n: st[f"layers.{l}.{n}"]

        def attention(z):
            q, kk, v = (z @ W("attention.in_proj.weight").T + W("attention.in_proj.bias")).split(D, -1)
            q, kk, v = (t.view(B, T, H, D // H).transpose(1, 2) for t in (q, kk, v))
            a = q @ kk.transpose(-1, -2) / math.sqrt(D // H)
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
            q = F.normalize(q, dim=-1)
            score, idx = (q @ W("some.keys").T).topk(s["top_k"], dim=-1)
            gate = (score / temperature).softmax(-1)
            out = torch.zeros_like(f)
            for e in range(s["num_experts"]):
                t, r = (idx == e).nonzero(as_tuple=True)
                if len(t):
                    y = F.gelu(f[t] @ W("some.experts.down")[e].T) @ W("some.experts.up")[e].T
                    out = out.index_add(0, t, gate[t, r].unsqueeze(1) * y)
            queries.append(q.detach())
            chosen.append(idx)
            return out.view(B, T, D)

        norm = lambda z, n: F.layer_norm(z, (D,), W(n + ".weight"), W(n + ".bias"), 1e-5)
        if m["norm"] == "post":
            x = norm(x + attention(x), "norm1")
            x = norm(x + some(x), "norm2")
        else:
            x = x + attention(norm(x, "norm1"))
            x = x + some(norm(x, "norm2"))
    return x @ st["lm_head.weight"].T + st["lm_head.bias"], queries, chosen


@torch.no_grad()
def update_keys(c, st, l, q, idx, step):
    """core/README.md, section 4. q [N,D] unit queries, idx [N,k] of the tokens that take part; step counts from 1."""
    k, K = c["keys"], c["some"]["top_k"]
    key, usage = st[f"layers.{l}.some.keys"], st[f"layers.{l}.some.usage"]
    count = torch.bincount(idx.reshape(-1), minlength=len(usage)).to(usage.dtype)
    usage.mul_(k["ema_decay"]).add_((1 - k["ema_decay"]) * count)
    if l in k["frozen_layers"]:
        return
    inertia = 1 + usage
    if k["use_alpha"]:
        for r in range(K):
            e = idx[:, r]
            key.index_add_(0, e, k["alpha"] / inertia[e].unsqueeze(1) * (q - key[e]))
    if k["use_beta"] and K > 1:
        beta = k["beta"] * (k["beta_layer_scale"][l] if k["beta_layer_scale"] else 1.0)
        pair = torch.combinations(torch.arange(K), r=2)
        i, j = idx[:, pair[:, 0]].reshape(-1), idx[:, pair[:, 1]].reshape(-1)
        pick = torch.minimum if k["beta_inertia"] == "min" else torch.maximum
        b = (beta / pick(inertia[i], inertia[j])).unsqueeze(1)
        ki, kj = key[i].clone(), key[j].clone()
        key.index_add_(0, i, b * (kj - ki))
        key.index_add_(0, j, b * (ki - kj))
    n = key.norm(dim=-1, keepdim=True).clamp_min(1e-12)
    if k["normalize"] == "all":
        key.div_(n)
    elif k["normalize"] == "selected":
        sel = (count > 0).unsqueeze(1)
        key.copy_(torch.where(sel, key / n, key))
    elif k["normalize"] == "clamp":
        key.copy_(torch.where(n > 1, key / n, key))
    if k["use_delta"] and step > k["warmup_steps"] and (usage > 0).any():
        theta = torch.quantile(usage[usage > 0], k["theta_percentile"])
        key[usage < theta] *= 1 - k["delta"]


def learning_rate(c, step):
    """step counts from 0"""
    t = c["train"]
    if step < t["warmup"]:
        return t["learning_rate"] * (step + 1) / t["warmup"]
    if t["schedule"] == "constant":
        return t["learning_rate"]
    return t["learning_rate"] * 0.5 * (1 + math.cos(math.pi * (step - t["warmup"]) / max(1, t["max_steps"] - t["warmup"])))


def make_case(out, over, seed):
    c = merged(over)
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
    trained = [k for k in st if is_trained(k)]
    m1, m2 = ({k: torch.zeros_like(st[k]) for k in trained} for _ in range(2))
    losses, first = [], None
    with torch.no_grad():
        logits0, _, _ = forward(c, st, inputs[0], t["eval_temperature"])
    for step in range(S):
        for k in trained:
            st[k] = st[k].detach().requires_grad_()
        logits, q, idx = forward(c, st, inputs[step], t["temperature"])
        loss = F.cross_entropy(logits.view(B * T, -1), targets[step].view(-1), ignore_index=-100)
        grads = dict(zip(trained, torch.autograd.grad(loss, [st[k] for k in trained])))
        losses.append(loss.item())
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
            keep = (targets[step].view(-1) != -100) if c["keys"]["tokens"] == "targets" else torch.ones(B * T, dtype=torch.bool)
            for l in range(c["model"]["num_layers"]):
                update_keys(c, st, l, q[l][keep], idx[l][keep], step + 1)
    exp = {"losses": torch.tensor(losses), "eval_logits_first_batch": logits0, "chosen_first_step": torch.stack(first).to(torch.int64)}
    exp.update({k: v.detach() for k, v in st.items() if not ".experts." in k})
    save_file({k: v.to(torch.float32).contiguous() if v.is_floating_point() else v.contiguous() for k, v in exp.items()}, str(out / "expected.safetensors"))
    save_file({"inputs": inputs.to(torch.int64), "targets": targets.to(torch.int64)}, str(out / "batches.safetensors"))
    (out / "config.yaml").write_text(yaml.safe_dump(c, sort_keys=False))
    print(out.name, [round(x, 4) for x in losses])


CASES = {
    "v4_mlp": ({}, 1),
    "v2_linear_nobeta": (dict(some=dict(router="linear"), keys=dict(use_beta=False)), 2),
    "v1_not_causal": (dict(model=dict(causal=False), some=dict(router="linear"), train=dict(temperature=1.0)), 3),
    "v5_masked_max": (dict(keys=dict(beta_inertia="max", tokens="targets", alpha=0.005, beta=0.001, ema_decay=0.995),
                           train=dict(temperature=1.0, eval_temperature=1.0, pad_in_loss=False)), 4),
    "v7_clamp": (dict(keys=dict(normalize="clamp", beta_inertia="max", tokens="targets", delta=0.005),
                      train=dict(pad_in_loss=False, temperature=1.0, eval_temperature=1.0), some=dict(top_k=4)), 5),
}

if __name__ == "__main__":
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "cases")
    for name, (over, seed) in CASES.items():
        make_case(root / name, over, seed)
