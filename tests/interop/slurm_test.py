# SPDX-License-Identifier: GPL-3.0-or-later
# A study as a job array of a real Slurm of one node. Skipped (77), with the reason, where that can't be.
# usage: slurm_test.py ORRERY_CLI
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import slurm_cluster

CLI = sys.argv.pop(1)
BASE = """name: base
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 16, top_k: 2}
data: {train_documents: 60, val_documents: 6}
train: {batch_size: 4, threads: 1, max_steps: 8}
"""
STUDY = """question: does it matter?
base: base.yaml
axes: [{key: keys.alpha, values: [0, 0.05]}]
seeds: 2
"""

slurm_cluster.require_slurm()


class Array(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        (cls.folder / "slurm").mkdir()
        cls.slurm = slurm_cluster.Slurm(cls.folder / "slurm")

    @classmethod
    def tearDownClass(cls):
        cls.slurm.stop()
        cls.scratch.cleanup()

    def setUp(self):
        self.work = self.folder / self._testMethodName
        self.work.mkdir()
        (self.work / "base.yaml").write_text(BASE)
        (self.work / "study.yaml").write_text(STUDY)
        self.words = [CLI, "study", "run", "study.yaml", "--on", "slurm", "--jobs", "2", "--out", "out"]

    def states(self):
        out = self.slurm.output(CLI, "study", "export", str(self.work / "out"))
        return [line.split(",")[3] for line in out.splitlines()[1:]]

    def test_four_trials_as_an_array(self):
        result = subprocess.run(self.words, cwd=self.work, capture_output=True, text=True, timeout=280)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(self.states(), ["done"] * 4)
        self.assertIn("Verdict:", result.stdout)
        self.assertIn("study trial", (self.work / "out/slurm.sh").read_text())

    def test_the_array_survives_who_started_it(self):
        (self.work / "base.yaml").write_text(BASE.replace("max_steps: 8", "max_steps: 400"))
        with open(self.work / "log.txt", "w") as log:
            process = subprocess.Popen(self.words, cwd=self.work, stdout=log, stderr=log)
        for _ in range(600):
            if self.slurm.output("squeue", "-h", "-t", "RUNNING").strip():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        jobs = self.slurm.output("squeue", "-h", "-r", "-o", "%i").split()
        self.assertTrue(jobs, "the array goes on without its follower")
        result = subprocess.run(self.words, cwd=self.work, capture_output=True, text=True, timeout=280)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(self.states(), ["done"] * 4)
        attempts = [line.split(",")[6] for line in
                    self.slurm.output(CLI, "study", "export", str(self.work / "out")).splitlines()[1:]]
        self.assertEqual(attempts, ["1"] * 4, "nothing was submitted twice")


if __name__ == "__main__":
    unittest.main()
