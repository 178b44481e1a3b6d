#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real matplotlib draws every view from the script and the data that the window saves.

usage: figures_test.py ORRERY ORRERY_CLI
"""
import collections
import csv
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import unittest

try:
    import matplotlib  # noqa: F401
except ImportError as error:
    print(f"skipped: {error}. packaging/setup.sh --with-tests installs what this test needs.")
    sys.exit(77)

CLI = pathlib.Path(sys.argv.pop()).resolve()
WINDOW = pathlib.Path(sys.argv.pop()).resolve()
CONFIG = """
name: tiny
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 8, d_ffn: 8, top_k: 2, router: linear}
data: {train_documents: 60, val_documents: 12}
train: {batch_size: 4, max_steps: 12, threads: 1}
snapshots: {keys_every: 2, usage_every: 3}
eval: {every: 4}
"""
STUDY = """
question: does it matter?
base: tiny.yaml
axes:
  - {key: keys.alpha, log_range: [0.001, 0.1], points: 2}
  - {key: some.top_k, values: [1, 2]}
seeds: 2
scales:
  tiny: {train: {max_steps: 5}}
"""
# A view, how it is drawn, and what a reader must find in the picture.
VIEWS = [
    ("loss", "", ["Step", "Loss (nats per token)", "Validation"]),
    ("loss", "log-x,smoothing=0.5,tokens", ["Tokens", "Loss (nats per token)", "EMA"]),
    ("experts", "", ["Selections", "Gini", "Entropy (bits)", "Layer", "Share of selections (%)"]),
    ("experts", "log-y,unsorted,layer=0", ["Selections", "Expert"]),
    ("experts", "histogram", ["Usage state", "Experts", "Gini"]),
    ("galaxy", "", ["PC1", "PC2", "PC3"]),
    ("galaxy", "method=umap,neighbors=4,color=cluster", ["UMAP 1", "UMAP 2"]),
    ("galaxy", "compare-step=4,color=drift", ["PC1"]),
    ("traces", "", ["Token", "Layer", "Gate of the first expert"]),
    ("inspect", "guilds", []),
    ("inspect", "token,token=the", []),
    ("layers", "roles", ["Lexical", "Layer", "Share (%)"]),
    ("layers", "film", ["Step", "Expert", "Share of the selections"]),
    ("layers", "chords", ["arc length"]),
    ("layers", "gini", ["Step", "Layer", "Gini coefficient"]),
    ("layers", "entropy", ["Step", "Layer", "Entropy"]),
    ("pairs", "", ["Share of the row", "Expert", "Share of the gate mass"]),
    ("pairs", "lift", ["Lift over chance"]),
    ("compare", "", ["Step", "Validation loss (nats per token)"]),
]
STUDIES = [
    ("map", ["keys.alpha", "some.top_k", "val/loss"]),
    ("parallel", ["keys.alpha (log)", "some.top_k", "val/loss"]),
    ("curves", ["Step", "Training loss (nats per token)"]),
    ("seeds", ["val/loss"]),
    ("keys", ["UMAP 1", "UMAP 2"]),
]


def rows_of(file):
    with open(file, newline="", encoding="utf-8") as lines:
        return list(csv.DictReader(lines))


class Figures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(os.environ.get("ORRERY_KEEP_FIGURES") or cls.temporary.name)
        cls.environment = dict(os.environ, HOME=str(cls.folder), XDG_CACHE_HOME=str(cls.folder / "cache"),
                               XDG_CONFIG_HOME=str(cls.folder / "config"), QT_QPA_PLATFORM="offscreen")
        (cls.folder / "tiny.yaml").write_text(CONFIG)
        (cls.folder / "study.yaml").write_text(STUDY)
        # Its first start in a home tells that it looks for fonts.
        cls.call(sys.executable, "-c", "from matplotlib import pyplot")
        cls.call(CLI, "train", "tiny.yaml", "--runs", "runs")
        cls.run_folder = next((cls.folder / "runs").glob("*/run.db")).parent

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def call(cls, *arguments, fails=False):
        done = subprocess.run([str(word) for word in arguments], cwd=cls.folder, env=cls.environment,
                              capture_output=True, text=True)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"{arguments} exited with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stderr

    def draw(self, script):
        """The texts of what the script draws; a warning of matplotlib is a failure."""
        svg, pdf = script.with_suffix(".svg"), script.with_suffix(".pdf")
        warnings = self.call(sys.executable, script, svg, pdf)
        self.assertEqual(warnings, "")
        self.assertTrue(pdf.read_bytes().startswith(b"%PDF"))
        texts = re.findall(r"<(?:text|tspan)[^>]*>([^<]*)<", svg.read_text(encoding="utf-8"))
        return " ".join(texts).replace("&gt;", ">").replace("&amp;", "&")

    def save(self, source, view, look, name, *more):
        script = self.folder / f"{name}.py"
        arguments = [WINDOW, source, "--figure", view, "--out", script, "--title", "It's a title", *more]
        self.call(*arguments, *(["--look", look] if look else []))
        self.assertTrue(script.with_suffix(".csv").exists())
        return script

    def test_every_view_is_drawn_with_its_names_and_units(self):
        for index, (view, look, texts) in enumerate(VIEWS):
            with self.subTest(view=view, look=look):
                script = self.save(self.run_folder, view, look, f"{index}-{view}")
                found = self.draw(script)
                for text in texts + ["It's a title"]:
                    self.assertIn(text, found)
                code = script.read_text(encoding="utf-8")
                self.assertLess(max(map(len, code.splitlines()[12:])), 900)
                self.assertIn(f"--figure {view}", code)

    def test_every_picture_of_a_study_is_drawn(self):
        self.call(CLI, "study", "run", "study.yaml", "--scale", "tiny", "--out", "study")
        for picture, texts in STUDIES:
            with self.subTest(picture=picture):
                found = self.draw(self.save(self.folder / "study", f"study.{picture}", "", picture))
                for text in texts:
                    self.assertIn(text, found)

    def test_the_numbers_are_those_of_the_run(self):
        script = self.save(self.run_folder, "loss", "smoothing=0", "values-of-the-loss")
        curves = collections.defaultdict(dict)
        for row in rows_of(script.with_suffix(".csv")):
            curves[row["curve"]][int(float(row["x"]))] = float(row["value"])
        with sqlite3.connect(self.run_folder / "run.db") as database:
            for name in ("train/loss", "val/loss"):
                stored = database.execute(
                    "select step, value from scalars where name = ?", (name,)).fetchall()
                self.assertGreater(len(stored), 2)
                for step, value in stored:
                    self.assertAlmostEqual(curves[name][step], value, places=6)
        script = self.save(self.run_folder, "experts", "", "usage")
        sums = collections.Counter()
        for row in rows_of(script.with_suffix(".csv")):
            if row["kind"] == "selections":
                sums[row["layer"]] += float(row["value"])
        self.assertEqual(len(sums), 2)
        self.assertEqual(sums["0"], sums["1"])  # every token chooses as many experts in each layer

    def test_the_style_of_the_figure_is_taken(self):
        script = self.save(self.run_folder, "loss", "", "styled", "--legend", "right", "--line-width", "2.7",
                           "--x-range", "2:9", "--size", "85x64", "--font", "7")
        settings = script.read_text(encoding="utf-8")
        for line in ('"legend": "right"', '"line_scale": 2,', '"x_range": [2, 9]', '"size_mm": [85, 64]'):
            self.assertIn(line, settings)
        svg = script.with_suffix(".svg")
        self.draw(script)
        self.assertIn('width="240.9', svg.read_text(encoding="utf-8"))  # 85 mm in points

    def test_what_has_no_numbers_is_refused(self):
        error = self.call(WINDOW, self.run_folder, "--figure", "log", "--out", "log.py", fails=True)
        self.assertIn("no numbers", error)
        self.assertFalse((self.folder / "log.py").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
