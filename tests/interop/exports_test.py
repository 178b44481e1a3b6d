#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real safetensors and tensorboard read what orrery-cli exports, and it reads what they write.

usage: exports_test.py ORRERY_CLI
"""
import csv
import datetime
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

try:
    import numpy
    from google.protobuf import text_format
    from safetensors import safe_open
    from safetensors.numpy import load_file, save_file
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
    from tensorboard.plugins.projector.projector_config_pb2 import ProjectorConfig
except ImportError as error:
    print(f"skipped: {error}. packaging/setup.sh --with-tests installs what this test needs.")
    sys.exit(77)

CLI = pathlib.Path(sys.argv.pop()).resolve()
CONFIG = """
name: tiny
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 8, top_k: 2, router: linear}
data: {train_documents: 60, val_documents: 6}
train: {batch_size: 4, max_steps: 6, threads: 1}
snapshots: {keys_every: 2, usage_every: 3}
"""


class Exports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        os.environ["XDG_CACHE_HOME"] = str(cls.folder / "cache")
        (cls.folder / "tiny.yaml").write_text(CONFIG)
        cls.run_folder = cls.train("runs")

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def cli(cls, *arguments, fails=False):
        done = subprocess.run([CLI, *map(str, arguments)], cwd=cls.folder, capture_output=True, text=True)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"{arguments} exited with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stderr if fails else done.stdout

    @classmethod
    def train(cls, runs, *more):
        cls.cli("train", "tiny.yaml", "--runs", runs, *more)
        (found,) = (cls.folder / runs).iterdir()
        return found

    @classmethod
    def export(cls, what, out, *more):
        return cls.cli("export", cls.run_folder, "--to", what, "--out", out, *more)

    def checkpoint(self):
        (folder,) = (self.run_folder / "checkpoints").iterdir()
        return load_file(folder / "model.safetensors")

    def test_safetensors_reads_the_model(self):
        file = self.folder / "out" / "model.safetensors"
        self.export("safetensors", file)
        tensors = load_file(file)
        self.assertEqual(tensors["layers.1.some.keys"].shape, (4, 16))
        self.assertEqual(tensors["layers.0.some.experts.down"].shape, (4, 8, 16))
        self.assertEqual(tensors["layers.0.some.experts.up"].shape, (4, 16, 8))
        self.assertEqual(tensors["token_embedding.weight"].dtype, numpy.float32)
        for name, tensor in self.checkpoint().items():
            numpy.testing.assert_array_equal(tensors[name], tensor, name)
        with safe_open(file, "np") as opened:
            self.assertEqual(opened.metadata()["orrery.step"], "6")
            self.assertIn("num_experts: 4", opened.metadata()["orrery.config"])

    def test_a_run_begins_with_tensors_that_safetensors_wrote(self):
        file = self.folder / "model.safetensors"
        self.export("safetensors", file)
        tensors = load_file(file)
        tensors["layers.0.some.experts.up"] *= 2
        save_file(tensors, self.folder / "given.safetensors")
        run = self.train("begun", "--init", "given.safetensors", "--set", "train.learning_rate=1e-12",
                         "--set", "keys.use_alpha=false", "--set", "keys.use_beta=false",
                         "--tokenizer", self.run_folder / "tokenizer.model")
        self.cli("export", run, "--to", "safetensors", "--out", "after.safetensors")
        after = load_file(self.folder / "after.safetensors")
        self.assertEqual(after.keys(), tensors.keys())
        for name, tensor in tensors.items():
            if not name.endswith(".usage"):
                numpy.testing.assert_allclose(after[name], tensor, atol=1e-6, err_msg=name)
        self.assertEqual((run / "tokenizer.model").read_bytes(),
                         (self.run_folder / "tokenizer.model").read_bytes())

    def test_wrong_tensors_are_listed_and_leave_nothing(self):
        file = self.folder / "model2.safetensors"
        self.export("safetensors", file)
        tensors = load_file(file)
        tensors["extra"] = numpy.zeros(3, numpy.float32)
        del tensors["lm_head.bias"]
        tensors["layers.0.some.keys"] = numpy.zeros((5, 16), numpy.float32)
        save_file(tensors, self.folder / "wrong.safetensors")
        error = self.cli("train", "tiny.yaml", "--runs", "none", "--init", "wrong.safetensors", fails=True)
        for part in ("extra is unknown", "lm_head.bias is missing", "layers.0.some.keys has shape [5, 16]"):
            self.assertIn(part, error)
        self.assertFalse((self.folder / "none").exists())

    def test_tensorboard_reads_every_scalar(self):
        self.export("tensorboard", "board")
        (file,) = (self.folder / "board").iterdir()
        board = EventAccumulator(str(file), size_guidance={"scalars": 0})
        board.Reload()
        database = sqlite3.connect(f"file:{self.run_folder}/run.db?mode=ro", uri=True)
        self.addCleanup(database.close)
        created = database.execute("SELECT value FROM meta WHERE key = 'created'").fetchone()[0]
        start = datetime.datetime.strptime(created, "%Y-%m-%dT%H:%M:%S%z").timestamp()
        rows = database.execute("SELECT event, step, name, value FROM scalars ORDER BY event").fetchall()
        seconds = {event: value for event, _, name, value in rows if name == "time/wall"}
        expected = {}
        for event, step, name, value in rows:
            expected.setdefault(name, []).append((start + seconds[event], step, numpy.float32(value)))
        self.assertEqual(set(board.Tags()["scalars"]), set(expected))
        self.assertIn("train/loss", expected)
        for name, wanted in expected.items():
            found = [(e.wall_time, e.step, numpy.float32(e.value)) for e in board.Scalars(name)]
            self.assertEqual(found, wanted, name)

    def test_the_projector_gets_vectors_and_their_names(self):
        self.export("projector", "projector")
        folder = self.folder / "projector"
        config = text_format.Parse((folder / "projector_config.pbtxt").read_text(), ProjectorConfig())
        vectors = numpy.loadtxt(folder / config.embeddings[0].tensor_path, delimiter="\t", dtype=numpy.float32)
        self.assertEqual(vectors.shape, (8, 16))
        tensors = self.checkpoint()
        for layer in range(2):
            numpy.testing.assert_array_equal(vectors[4 * layer:4 * layer + 4], tensors[f"layers.{layer}.some.keys"])
        rows = [line.split("\t") for line in (folder / config.embeddings[0].metadata_path).read_text().splitlines()]
        self.assertEqual(rows[0], ["layer", "expert", "usage", "tokens"])
        self.assertEqual(len(rows), 9)
        self.assertEqual({len(row) for row in rows}, {4})
        self.assertTrue(any(row[3] for row in rows[1:]))

    def test_csv_of_keys_at_a_step(self):
        self.export("csv", "csv", "--step", 4)
        rows = list(csv.DictReader((self.folder / "csv" / "keys.csv").read_text().splitlines()))
        self.assertEqual(len(rows), 8)
        self.assertEqual(len(rows[0]), 3 + 16)
        self.assertIn("Snapshots: 0, 2, 4, 6", self.cli(
            "export", self.run_folder, "--to", "csv", "--out", "csv3", "--step", 3, fails=True))
        self.assertFalse((self.folder / "csv3").exists())
        self.assertIn("Checkpoints: 6", self.cli(
            "export", self.run_folder, "--to", "safetensors", "--step", 3, fails=True))

    def test_nothing_is_overwritten_unless_forced(self):
        target = self.folder / "kept"
        target.mkdir()
        (target / "usage.csv").write_text("mine")
        error = self.cli("export", self.run_folder, "--to", "csv", "--out", target, fails=True)
        self.assertIn("usage.csv exists already", error)
        self.assertEqual([file.name for file in target.iterdir()], ["usage.csv"])
        listed = self.cli("export", self.run_folder, "--to", "csv", "--out", target, "--force", "--json")
        self.assertEqual(len(json.loads(listed)["files"]), 3)
        self.assertNotEqual((target / "usage.csv").read_text(), "mine")
        file = self.folder / "kept.safetensors"
        file.write_text("mine")
        self.cli("export", self.run_folder, "--to", "safetensors", "--out", file, fails=True)
        self.assertEqual(file.read_text(), "mine")


if __name__ == "__main__":
    unittest.main()
