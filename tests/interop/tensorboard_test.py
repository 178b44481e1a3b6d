#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real TensorBoard reads what a run writes while it trains (train.tensorboard): during the run, after a kill and a
resume, and of ranks. Skipped (77) where packaging/setup.sh --with-tests was not called.

usage: tensorboard_test.py ORRERY_CLI
"""
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import numpy
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ImportError as error:
    print(f"skipped: {error}. packaging/setup.sh --with-tests installs what this test needs.")
    sys.exit(77)

CLI = pathlib.Path(sys.argv.pop()).resolve()
CONFIG = """
name: tiny
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 8, top_k: 2}
data: {train_documents: 60, val_documents: 6}
train: {batch_size: 4, max_steps: 300, threads: 1, tensorboard: board}
checkpoint: {every: 10}
"""
PATIENCE = 120  # seconds


class Live(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "tiny.yaml").write_text(CONFIG)
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(self.folder / "cache"))

    def begin(self, *words):
        return subprocess.Popen([CLI, *words], cwd=self.folder, env=self.environment, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL)

    def wait_for_scalars(self, count):
        """Of training losses, read by TensorBoard while the run writes."""
        end = time.monotonic() + PATIENCE
        board = None
        while time.monotonic() < end:
            folders = list((self.folder / "board").iterdir()) if (self.folder / "board").exists() else []
            if folders and board is None:
                board = EventAccumulator(str(folders[0]), size_guidance={"scalars": 0})
            if board is not None:
                board.Reload()
                if "train/loss" in board.Tags()["scalars"] and len(board.Scalars("train/loss")) >= count:
                    return board
            time.sleep(.05)
        self.fail("TensorBoard sees no scalars of the run")

    def check(self, board):
        """Each scalar of run.db, each step once."""
        board.Reload()
        (run,) = (self.folder / "runs").iterdir()
        database = sqlite3.connect(f"file:{run}/run.db?mode=ro", uri=True)
        self.addCleanup(database.close)
        expected = {}
        for step, name, value in database.execute("SELECT step, name, value FROM scalars ORDER BY event"):
            expected.setdefault(name, []).append((step, numpy.float32(value)))
        self.assertEqual(set(board.Tags()["scalars"]), set(expected))
        for name, wanted in expected.items():
            found = [(event.step, numpy.float32(event.value)) for event in board.Scalars(name)]
            self.assertEqual(found, wanted, name)
        self.assertEqual(len(expected["train/loss"]), 300)

    def test_a_killed_run_goes_on(self):
        process = self.begin("train", "tiny.yaml", "--runs", "runs")
        board = self.wait_for_scalars(25)
        self.assertIsNone(process.poll(), "the run was over before it could be watched")
        process.send_signal(signal.SIGKILL)
        process.wait()
        (run,) = (self.folder / "runs").iterdir()
        self.assertEqual(self.begin("resume", f"runs/{run.name}").wait(), 0)
        self.assertEqual(len(list((self.folder / "board").iterdir())), 1)
        self.check(board)
        fresh = EventAccumulator(str(self.folder / "board" / run.name), size_guidance={"scalars": 0})
        self.check(fresh)

    def test_of_ranks_the_first_alone_writes(self):
        self.assertEqual(self.begin("train", "tiny.yaml", "--runs", "runs", "--set", "train.processes=2").wait(), 0)
        (folder,) = (self.folder / "board").iterdir()
        self.assertEqual(len(list(folder.iterdir())), 1)
        self.check(EventAccumulator(str(folder), size_guidance={"scalars": 0}))


unittest.main(argv=sys.argv[:1], verbosity=2)
