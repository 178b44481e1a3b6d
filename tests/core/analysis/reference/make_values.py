#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes values.json: what scikit-learn and umap-learn give for small inputs.

    pip install numpy==2.4.6 scikit-learn==1.9.1 umap-learn==0.5.12
    python3 make_values.py > values.json
"""
import json
import sys

import numpy as np
import sklearn
import umap
from sklearn.cluster import KMeans
from sklearn.decomposition import PCA
from sklearn.manifold import TSNE, trustworthiness
from sklearn.metrics import mutual_info_score, silhouette_score

NEIGHBORS = 10


def points(random):
    """120 points of 8 dimensions in four groups of different width; three decimals."""
    centres = random.normal(size=(4, 8)) * 3
    groups = [c + random.normal(size=(30, 8)) * width for c, width in zip(centres, (0.3, 0.6, 0.9, 1.2))]
    return np.round(np.concatenate(groups), 3)


def quality(x, layout):
    return {"layout": np.round(layout, 4).tolist(),
            "trustworthiness": trustworthiness(x, np.round(layout, 4), n_neighbors=NEIGHBORS)}


def main():
    random = np.random.default_rng(20261127)
    x = points(random)
    clusters = KMeans(n_clusters=4, n_init=20, random_state=1).fit(x)
    mixed = random.integers(0, 3, size=len(x))
    pca = PCA(n_components=3).fit(x)
    experts = random.integers(0, 6, size=200)
    labels = np.where(random.random(200) < 0.6, experts % 4, random.integers(0, 4, size=200))
    json.dump({
        "made_with": {"scikit-learn": sklearn.__version__, "umap-learn": umap.__version__},
        "points": x.tolist(),
        "kmeans": {"assignment": clusters.labels_.tolist(), "inertia": clusters.inertia_},
        "silhouette": silhouette_score(x, clusters.labels_),
        "mixed": mixed.tolist(),
        "mixed_silhouette": silhouette_score(x, mixed),
        "pca": {"explained_variance_ratio": pca.explained_variance_ratio_.tolist(),
                "scores": pca.transform(x).tolist()},
        "experts": experts.tolist(),
        "labels": labels.tolist(),
        "mutual_information_nats": mutual_info_score(experts, labels),
        "neighbors": NEIGHBORS,
        "umap": quality(x, umap.UMAP(n_neighbors=15, min_dist=0.1, random_state=1).fit_transform(x)),
        "tsne": quality(x, TSNE(perplexity=30, random_state=1).fit_transform(x)),
    }, sys.stdout)
    print()


main()
