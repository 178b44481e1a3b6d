#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Routers and routing of the eight families of mixtures of experts, as the real transformers makes and runs them.

usage: routers_test.py ORRERY_CLI RECORD_ROUTING
"""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    import torch
    import transformers
    from safetensors.numpy import load_file, save_file
except ImportError as error:
    print(f"skipped: {error}. packaging/setup.sh --with-transformers installs what this test needs.")
    sys.exit(77)

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tiny_mixtures  # noqa: E402

RECORD = pathlib.Path(sys.argv.pop()).resolve()
CLI = pathlib.Path(sys.argv.pop()).resolve()
TRAINED = """
name: trained
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 8, d_ffn: 8, top_k: 2}
data: {train_documents: 60, val_documents: 6}
train: {batch_size: 4, max_steps: 20, threads: 1}
checkpoint: {every: 10}
"""
torch.set_num_threads(1)
transformers.logging.set_verbosity_error()


def routers(model):
    return [module for name, module in model.named_modules() if type(module).__name__.lower().endswith("router")]


class Routers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        os.environ.update(XDG_CACHE_HOME=str(cls.folder / "cache"), HF_HUB_OFFLINE="1", OMP_NUM_THREADS="1")
        cls.models = {}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def call(cls, *words, fails=False):
        done = subprocess.run([str(word) for word in words], cwd=cls.folder, capture_output=True, text=True)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"{words} exited with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stderr if fails else done.stdout

    @classmethod
    def model(cls, family):
        if family not in cls.models:
            cls.models[family] = tiny_mixtures.make(family, cls.folder / family, shards=family == "mixtral")
        return cls.models[family]

    def imported(self, *words):
        return pathlib.Path(self.call(CLI, "import", *words, "--runs", self.folder / "runs").strip())

    def keys(self, run, *more):
        out = self.folder / (run.name + "".join(more) + "-csv")
        self.call(CLI, "export", run, "--to", "csv", "--out", out, "--force", *more)
        layers = {}
        with open(out / "keys.csv", newline="") as file:
            for row in list(csv.reader(file))[1:]:
                layers.setdefault(int(row[0]), []).append([float(value) for value in row[3:]])
        return [numpy.array(layers[layer], numpy.float32) for layer in sorted(layers)]

    def test_keys_are_the_rows_of_each_familys_routers(self):
        for family in tiny_mixtures.FAMILIES:
            with self.subTest(family=family):
                model = self.model(family)
                found = self.keys(self.imported(self.folder / family))
                wanted = [module.weight.detach().numpy() for module in routers(model)]
                self.assertEqual(len(found), len(wanted))
                for ours, theirs in zip(found, wanted):
                    numpy.testing.assert_array_equal(ours, theirs)

    def test_halves_are_read(self):
        model = self.model("olmoe")
        for dtype in (torch.bfloat16, torch.float16):
            half = self.folder / str(dtype)
            model.to(dtype).save_pretrained(half)
            for ours, module in zip(self.keys(self.imported(half)), routers(model)):
                numpy.testing.assert_array_equal(ours, module.weight.detach().float().numpy())
            model.float()
        self.models.pop("olmoe")

    def test_revisions_become_a_film(self):
        for step in (100, 250):
            tiny_mixtures.make("qwen3_moe", self.folder / f"step{step}", seed=step)
        run = self.imported(self.folder / "step100", self.folder / "step250", "--name", "film")
        before, after = self.keys(run, "--step", "100"), self.keys(run, "--step", "250")
        tables = json.loads(self.call(CLI, "analyze", run, "--json"))["tables"]
        drift = tables["key_drift"]
        print("key_drift:", drift["columns"], drift["rows"][:1])
        self.assertGreater(numpy.linalg.norm(after[0] - before[0], axis=1).mean(), 0)

    def record(self, family, *more):
        self.model(family)
        out = self.folder / f"{family}.safetensors"
        self.call(sys.executable, RECORD, self.folder / family, self.folder / "text.txt", out, "--device", "cpu", *more)
        return out

    def expected_choice(self, family, module, logits):
        """[N, k] by a statement of its own."""
        k = module.top_k
        if family != "deepseek_v3":
            return logits.topk(k).indices
        scores = logits.sigmoid() + module.e_score_correction_bias
        groups = scores.view(len(scores), 2, -1)
        best = groups.topk(2).values.sum(-1).argmax(-1)
        open_group = torch.arange(2)[None] == best[:, None]
        return scores.masked_fill(~open_group.repeat_interleave(groups.shape[-1], 1), -1e9).topk(k).indices

    def test_recorded_routing_is_what_the_model_does(self):
        for family in tiny_mixtures.FAMILIES:
            with self.subTest(family=family), torch.no_grad():
                recorded = load_file(self.record(family, "--window", "16", "--batch", "3"))
                model, ids = self.model(family), recorded["token_ids"]
                layers = [name.split(".")[1] for name in recorded if name.endswith("selected")]
                first = int(recorded["document_ends"][0])
                inputs = {}
                hooks = [module.register_forward_hook(lambda m, i, o: inputs.__setitem__(m, (i[0].reshape(-1, 32), o[0])))
                         for module in routers(model)]
                begin = [model.config.bos_token_id]
                for start in range(0, first, 16):  # the first document, a window alone
                    end = min(start + 16, first)
                    model(torch.tensor([begin + ids[start:end].tolist()]))
                    for layer, module in zip(sorted(layers, key=int), routers(model)):
                        queries, logits = (each[1:].float() for each in inputs[module])
                        chosen = self.expected_choice(family, module, logits).sort().values.numpy()
                        name = f"layers.{layer}."
                        numpy.testing.assert_array_equal(numpy.sort(recorded[name + "selected"][start:end]), chosen)
                        numpy.testing.assert_allclose(recorded[name + "queries"][start:end], queries, atol=2e-5)
                for hook in hooks:
                    hook.remove()

    def test_analysis_of_recorded_routing(self):
        for family in tiny_mixtures.FAMILIES:
            with self.subTest(family=family):
                file = self.record(family)
                recorded, run = load_file(file), self.imported(self.folder / family, "--routing", file)
                answer = json.loads(self.call(CLI, "analyze", run, "--json", "--tokens", "100000"))
                self.assertEqual(answer["tokens"], len(recorded["token_ids"]))
                table = answer["tables"]["experts"]
                rows = [dict(zip(table["columns"], row)) for row in table["rows"]]
                names = sorted((name for name in recorded if name.endswith("selected")), key=lambda n: int(n.split(".")[1]))
                for layer, name in enumerate(names):
                    counts = numpy.bincount(recorded[name].ravel(), minlength=len(recorded[name].T))
                    told = {row["expert"]: row["selections"] for row in rows if row["layer"] == layer}
                    for expert, count in enumerate(counts):
                        self.assertEqual(told.get(expert, 0), count)
                trace = json.loads(self.call(CLI, "trace", run, "--text", "The old man", "--json"))
                self.assertEqual("".join(token["piece"] for token in trace["tokens"]) if "tokens" in trace
                                 else "".join(trace["pieces"]), "The old man")

    def test_side_by_side_on_one_text(self):
        """A trained run and imported models; the figures of the imported ones stated here once more."""
        (self.folder / "tiny.yaml").write_text(TRAINED)
        self.call(CLI, "train", "tiny.yaml", "--runs", "trained")
        (trained,) = (self.folder / "trained").iterdir()
        self.model("olmoe")
        tiny_mixtures.make("olmoe", self.folder / "early-step50", seed=7)
        file, other = self.record("olmoe"), self.record("mixtral")
        olmoe = self.imported(self.folder / "early-step50", self.folder / "olmoe", "--steps", "50,200", "--routing", file,
                              "--name", "side")
        mixtral = self.imported(self.folder / "mixtral", "--routing", other, "--name", "side-mixtral")
        answer = json.loads(self.call(CLI, "mixtures", trained, olmoe, mixtral, "--permutations", "99", "--json"))
        self.assertEqual(len({run["text_hash"] for run in answer["runs"]}), 1)
        measured = answer["runs"][1]
        self.assertEqual([step["share"] for step in measured["steps"]], [.25, 1])
        recorded = load_file(file)
        before, after = self.keys(olmoe, "--step", "50"), self.keys(olmoe, "--step", "200")
        self.assertEqual(measured["tokens"], len(recorded["token_ids"]))
        for layer, figures in enumerate(measured["steps"][1]["layers"]):
            chosen = recorded[f"layers.{layer}.selected"]
            counts = numpy.sort(numpy.bincount(chosen.ravel(), minlength=8)).astype(float)
            gini = ((2 * numpy.arange(1, 9) - 9) * counts).sum() / (8 * counts.sum())
            self.assertAlmostEqual(figures["gini"], gini, places=9)
            share = counts[counts > 0] / counts.sum()
            self.assertAlmostEqual(figures["entropy_bits"], -(share * numpy.log2(share)).sum(), places=9)
            ids, best = recorded["token_ids"], chosen[:, 0]
            words = [max(numpy.bincount(best[ids == word])) / (ids == word).sum() for word in set(ids.tolist())]
            self.assertAlmostEqual(figures["vocabulary_specialization"], numpy.mean(words), places=9)
            partners = [max(((chosen == i).any(1) & (chosen == j).any(1)).sum() / (chosen == i).any(1).sum()
                            for j in range(8) if j != i) for i in set(chosen.ravel().tolist())]
            self.assertAlmostEqual(figures["coactivation"], numpy.mean(partners), places=9)
            self.assertEqual(figures["saturation"], 1)
            queries = recorded[f"layers.{layer}.queries"][:4096].astype(numpy.float64)
            now, then = (numpy.argsort(-(queries @ keys[layer].T.astype(numpy.float64)), axis=1)[:, :2]
                         for keys in (after, before))
            both = [len(set(a) & set(b)) / 2 for a, b in zip(now.tolist(), then.tolist())]
            early = measured["steps"][0]["layers"][layer]
            self.assertAlmostEqual(early["saturation"], numpy.mean(both), delta=2 / len(both))
            self.assertAlmostEqual(early["saturation_first"], numpy.mean(now[:, 0] == then[:, 0]), delta=2 / len(both))
        shown = self.call(CLI, "mixtures", trained, olmoe, "--permutations", "99")
        self.assertIn("saturation by share of training", shown)
        bare = self.imported(self.folder / "olmoe", "--name", "bare")
        self.assertIn("--routing", self.call(CLI, "mixtures", bare, trained, fails=True))
        (self.folder / "other.txt").write_text("Another text.")
        self.assertIn("of another text", self.call(CLI, "mixtures", olmoe, "--corpus", "other.txt", fails=True))

    def test_text_that_does_not_fit_is_told(self):
        file = self.record("mixtral")
        self.model("gpt_oss")
        error = self.call(CLI, "import", self.folder / "gpt_oss", "--routing", file, "--runs", "none", fails=True)
        self.assertIn("of type mixtral", error)
        tensors = load_file(file)
        tensors["layers.0.selected"] = tensors["layers.0.selected"] + 90
        save_file(tensors, self.folder / "bad.safetensors", metadata={
            "format": "orrery.routing.1", "model_type": "mixtral", "experts": "4", "top_k": "2", "layers": "0,1"})
        error = self.call(CLI, "import", self.folder / "mixtral", "--routing", "bad.safetensors", "--runs", "none",
                          fails=True)
        self.assertIn("and there are 4", error)
        self.assertEqual(list((self.folder / "none").glob("*")), [])


unittest.main(verbosity=2)
