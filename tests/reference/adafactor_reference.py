#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes adafactor.safetensors beside this file: six steps of Adafactor as its paper states it (Shazeer and Stern 2018,
algorithms 4 and 5, decay of section 7.2), in double, element by element where the paper has sums. The learning rate is
given (no relative step, no momentum), and weights decay before the step as AdamW's do.

    python adafactor_reference.py          needs numpy and safetensors
"""
import math, pathlib
import numpy as np
from safetensors.numpy import save_file

EPS1, CLIP, DECAY = 1e-30, 1.0, 0.1
RATES = [0.05, 0.05, 0.02, 0.02, 0.01, 0.1]


def factored(grads):
    """One matrix: its V-hat of every step from the sums of rows and columns."""
    n, m = grads[0].shape
    R, C = np.zeros(n), np.zeros(m)
    for t, G in enumerate(grads, 1):
        beta = 1 - t ** -0.8
        for i in range(n):
            R[i] = beta * R[i] + (1 - beta) * sum(G[i, j] ** 2 + EPS1 for j in range(m))
        for j in range(m):
            C[j] = beta * C[j] + (1 - beta) * sum(G[i, j] ** 2 + EPS1 for i in range(n))
        yield np.outer(R, C) / R.sum()


def plain(grads):
    V = np.zeros_like(grads[0])
    for t, G in enumerate(grads, 1):
        beta = 1 - t ** -0.8
        V = beta * V + (1 - beta) * (G ** 2 + EPS1)
        yield V.copy()


def train(X, grads):
    """X after each step. A stack of matrices is factored matrix by matrix, and clipped as one tensor."""
    if X.ndim == 1:
        second = list(plain(grads))
    elif X.ndim == 2:
        second = list(factored(grads))
    else:
        second = [np.stack(v) for v in zip(*(factored([G[e] for G in grads]) for e in range(X.shape[0])))]
    after = []
    for rate, G, V in zip(RATES, grads, second):
        U = G / np.sqrt(V)
        rms = math.sqrt(np.mean(U ** 2))
        X = X * (1 - rate * DECAY) - rate * U / max(1.0, rms / CLIP)
        after.append(X)
    return np.stack(after)


if __name__ == "__main__":
    random = np.random.default_rng(1)
    stored = {"rates": np.array(RATES)}
    for name, shape in {"matrix": (5, 4), "vector": (6,), "stack": (3, 4, 2)}.items():
        start = random.standard_normal(shape)
        # Steps of very different size: some updates are clipped, some are not.
        grads = [random.standard_normal(shape) * size for size in (1.0, 10.0, 0.01, 1.0, 3.0, 0.1)]
        stored |= {name + ".start": start, name + ".gradients": np.stack(grads), name + ".weights": train(start, grads)}
    save_file(stored, str(pathlib.Path(__file__).with_name("adafactor.safetensors")))
