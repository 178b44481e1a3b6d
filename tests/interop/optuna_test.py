# SPDX-License-Identifier: GPL-3.0-or-later
# A search with Optuna: killed once and resumed, then read by Optuna itself and served by optuna-dashboard. Skipped (77)
# where packaging/setup.sh --with-optuna was not called.
# usage: optuna_test.py ORRERY_CLI
import json
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.request

try:
    import optuna
    import optuna_dashboard  # noqa: F401
except ImportError as problem:
    print(f"skipped: {problem}; packaging/setup.sh --with-optuna installs what this test needs")
    sys.exit(77)

CLI = sys.argv.pop(1)
BASE = """name: base
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 16, top_k: 2}
data: {train_documents: 60, val_documents: 6}
eval: {every: 10}
train: {batch_size: 4, threads: 1, max_steps: 20}
"""
STUDY = """question: which rate?
base: base.yaml
search: tpe
trials: 10
axes:
  - {key: train.learning_rate, log_range: [1e-4, 1e-1]}
  - {key: train.optimizer, values: [adamw, adafactor]}
  - {key: train.warmup, range: [0, 9]}
"""


class Search(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.addCleanup(self.scratch.cleanup)
        self.folder = pathlib.Path(self.scratch.name)
        (self.folder / "base.yaml").write_text(BASE)
        (self.folder / "search.yaml").write_text(STUDY)
        self.words = [CLI, "study", "run", "search.yaml", "--out", "out", "--json"]

    def states(self):
        out = subprocess.run([CLI, "study", "export", "out"], cwd=self.folder, capture_output=True, text=True,
                             check=True).stdout
        return [line.split(",")[5] for line in out.splitlines()[1:]]

    def kill_after(self, trials):
        with open(self.folder / "first.txt", "w") as log:
            process = subprocess.Popen(self.words, cwd=self.folder, stdout=log, stderr=log)
        self.addCleanup(process.kill)
        for _ in range(1200):
            time.sleep(0.1)
            if (self.folder / "out/study.db").exists() and self.states().count("done") >= trials:
                break
        process.send_signal(signal.SIGKILL)
        process.wait()

    def test_ten_trials_killed_once_and_resumed(self):
        self.kill_after(3)
        self.assertLess(len(self.states()), 10)
        result = subprocess.run(self.words, cwd=self.folder, capture_output=True, text=True)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        states = self.states()
        self.assertEqual(len(states), 10, result.stdout + result.stderr)
        self.assertLessEqual(set(states), {"done", "pruned", "failed"})
        self.assertGreaterEqual(states.count("done"), 5)
        self.assertEqual([file.name for file in (self.folder / "out").iterdir()
                          if file.suffix in (".pickle", ".py")], [], "no code in the folder")
        storage = f"sqlite:///{self.folder}/out/optuna.db"
        trials = optuna.load_study(study_name="search", storage=storage).trials
        self.assertEqual(len(trials), 10)
        self.assertTrue(all(trial.state.is_finished() for trial in trials))
        self.assertEqual(len({trial.params["train.learning_rate"] for trial in trials}), 10, "no point twice")
        best = min(trial.value for trial in trials if trial.value is not None)
        json_best = min(min(cell["val/loss"]["values"], default=99) for cell in json.loads(result.stdout)["cells"])
        self.assertAlmostEqual(best, json_best)
        self.dashboard_shows(storage, 10)

    def test_a_search_that_goes_on_draws_what_it_would_have_drawn(self):
        def points(out, *limits):
            for limit in limits:
                study = STUDY.replace("trials: 10", "trials: 6") + "prune: false\n"
                (self.folder / "search.yaml").write_text(study + (f"budget: {{trials: {limit}}}\n" if limit else ""))
                subprocess.run([CLI, "study", "run", "search.yaml", "--out", out, "--json"], cwd=self.folder,
                               capture_output=True)
            storage = f"sqlite:///{self.folder}/{out}/optuna.db"
            return [trial.params for trial in optuna.load_study(study_name="search", storage=storage).trials]

        whole = points("whole", None)
        self.assertEqual(len(whole), 6)
        self.assertEqual(points("parts", 3, None), whole)

    def test_nothing_of_a_strangers_folder_is_run(self):
        words = self.words + ["--set", "train.max_steps=2"]
        subprocess.run(words, cwd=self.folder, capture_output=True)
        out = self.folder / "out"
        proof = self.folder / "proof"
        code = f"open({str(proof)!r}, 'a').write(__name__ + chr(10))\n"
        for folder in (out, self.folder):
            for module in ("json", "optuna", "hashlib", "sitecustomize", "usercustomize"):
                (folder / f"{module}.py").write_text(code)
        (out / "optuna_driver.py").write_text(code)
        (out / "sampler.pickle").write_bytes(b"cposix\nsystem\n(S'touch %s'\ntR." % str(proof).encode())
        with sqlite3.connect(out / "study.db") as store:
            store.execute("UPDATE trials SET state = 'queued'")
        for folder in (self.folder, out):
            result = subprocess.run([CLI, "study", "resume", str(out)], cwd=folder, capture_output=True, text=True)
            self.assertFalse(proof.exists(), result.stderr)

    def dashboard_shows(self, storage, count):
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        script = "import sys, optuna_dashboard; optuna_dashboard.run_server(sys.argv[1], port=int(sys.argv[2]))"
        with open(os.devnull, "w") as nothing:
            server = subprocess.Popen([sys.executable, "-c", script, storage, str(port)], stdout=nothing,
                                      stderr=nothing)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        for _ in range(1200):
            time.sleep(0.1)
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/studies") as answer:
                    studies = json.load(answer)
                break
            except OSError:
                continue
        number = studies["study_summaries"][0]["study_id"]
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/studies/{number}") as answer:
            self.assertEqual(len(json.load(answer)["trials"]), count)

    def test_without_optuna_it_says_how_to_get_it(self):
        environment = dict(os.environ, PYTHONPATH="", XDG_CACHE_HOME=str(self.folder / "cache"))
        result = subprocess.run(self.words, cwd=self.folder, capture_output=True, text=True, env=environment)
        self.assertEqual(result.returncode, 1)
        self.assertIn("packaging/setup.sh --with-optuna", result.stderr)


if __name__ == "__main__":
    unittest.main()
