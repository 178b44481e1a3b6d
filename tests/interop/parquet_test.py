#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Corpora that the real pyarrow writes: their documents are those of JSON lines. Skipped (77) where packaging/setup.sh
--with-parquet was not called.

usage: parquet_test.py ORRERY_CLI PLACE_OF_PYARROW
"""
import gzip
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, sys.argv.pop())
try:
    import pyarrow
    from pyarrow import parquet
except ImportError as problem:
    print(f"skipped: {problem}; packaging/setup.sh --with-parquet installs what this test needs")
    sys.exit(77)

CLI = pathlib.Path(sys.argv.pop()).resolve()
CONFIG = """
name: tiny
model: {vocab_size: 300, d_model: 16, num_layers: 1, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 8, top_k: 2}
train: {batch_size: 4, max_steps: 1, threads: 1}
"""
TEXTS = [f"Story {i} of größe.\nIts \"end\", and {i * i}." for i in range(3000)]


class Parquet(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "tiny.yaml").write_text(CONFIG)
        self.runs = 0

    def train(self, corpus, *more, cache=None):
        self.runs += 1
        environment = dict(os.environ, **({"XDG_CACHE_HOME": str(cache)} if cache else {}))
        done = subprocess.run([CLI, "train", "tiny.yaml", "--runs", f"runs{self.runs}", "--set", f"data.corpus={corpus}",
                               *more], cwd=self.folder, capture_output=True, text=True, env=environment)
        return done, self.folder / f"runs{self.runs}"

    def hash_of(self, corpus, *more):
        done, runs = self.train(corpus, *more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (run,) = runs.iterdir()
        database = sqlite3.connect(f"file:{run}/run.db?mode=ro", uri=True)
        self.addCleanup(database.close)
        return database.execute("SELECT value FROM meta WHERE key = 'corpus_hash'").fetchone()[0]

    def fault_of(self, corpus, *more, cache=None):
        done, runs = self.train(corpus, *more, cache=cache)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertEqual(list(runs.iterdir()) if runs.exists() else [], [], "a run was left")
        return done.stdout + done.stderr

    def lines(self, name, texts, column="text"):
        with open(self.folder / name, "w") as file:
            for text in texts:
                file.write(json.dumps({column: text}) + "\n")

    def test_documents_are_those_of_json_lines(self):
        self.lines("a.jsonl", TEXTS)
        wanted = self.hash_of("a.jsonl")
        text = pyarrow.array(TEXTS)
        kinds = {"plain": text, "large": text.cast(pyarrow.large_string()), "words": text.dictionary_encode()}
        for name, column in kinds.items():
            for compression in ("snappy", "zstd", "gzip", "none"):
                parquet.write_table(pyarrow.table({"id": range(len(TEXTS)), "text": column}),
                                    self.folder / "a.parquet", compression=compression, row_group_size=700)
                self.assertEqual(self.hash_of("a.parquet"), wanted, (name, compression))

    def test_rows_without_a_value_are_no_documents(self):
        self.lines("a.jsonl", TEXTS[:60])
        parquet.write_table(pyarrow.table({"text": [None, *TEXTS[:30], None, "", *TEXTS[30:60], ""]}),
                            self.folder / "a.parquet")
        self.assertEqual(self.hash_of("a.parquet"), self.hash_of("a.jsonl"))

    def test_a_folder_is_read_in_order(self):
        for name, texts in (("plain/a.jsonl", TEXTS[:100]), ("plain/b.jsonl", TEXTS[100:300]),
                            ("plain/c.jsonl", TEXTS[300:])):
            (self.folder / name).parent.mkdir(exist_ok=True)
            self.lines(name, texts)
        (self.folder / "mixed").mkdir()
        with gzip.open(self.folder / "mixed" / "a.jsonl.gz", "wt") as file:
            file.write((self.folder / "plain" / "a.jsonl").read_text())
        parquet.write_table(pyarrow.table({"text": TEXTS[100:300]}), self.folder / "mixed" / "b.parquet")
        (self.folder / "mixed" / "c.jsonl").write_text((self.folder / "plain" / "c.jsonl").read_text())
        self.assertEqual(self.hash_of("mixed"), self.hash_of("plain"))

    def test_the_column_is_chosen(self):
        self.lines("a.jsonl", TEXTS[:50], column="story")
        parquet.write_table(pyarrow.table({"story": TEXTS[:50], "text": TEXTS[50:100]}), self.folder / "a.parquet")
        chosen = ("--set", "data.text_column=story")
        self.assertEqual(self.hash_of("a.parquet", *chosen), self.hash_of("a.jsonl", *chosen))
        self.assertIn('no column "title". Columns of text: story, text. Set data.text_column',
                      self.fault_of("a.parquet", "--set", "data.text_column=title"))

    def test_what_is_wrong_is_said_and_nothing_is_left(self):
        good = self.folder / "good.parquet"
        parquet.write_table(pyarrow.table({"text": TEXTS, "id": range(len(TEXTS))}), good, row_group_size=500)
        whole = good.read_bytes()
        (self.folder / "cut.parquet").write_bytes(whole[:len(whole) // 2])
        (self.folder / "none.parquet").write_text("hello, this is no table")
        (self.folder / "empty.parquet").write_bytes(b"")
        broken = bytearray(whole)
        broken[2000:2400] = bytes(400)
        (self.folder / "broken.parquet").write_bytes(broken)
        parts = [None, pyarrow.array([0, 2, 4], pyarrow.int32()).buffers()[1], pyarrow.py_buffer(b"ab\xff\xfe")]
        parquet.write_table(pyarrow.table({"text": pyarrow.Array.from_buffers(pyarrow.string(), 2, parts)}),
                            self.folder / "bytes.parquet")
        for name, wanted in (("cut", "footer"), ("none", "footer"), ("empty", "empty.parquet"),
                             ("broken", "broken.parquet"), ("bytes", "row 2 is not UTF-8")):
            told = self.fault_of(f"{name}.parquet")
            self.assertIn(f"{name}.parquet", told)
            self.assertIn(wanted, told)
        self.assertIn("holds int64, not text", self.fault_of("good.parquet", "--set", "data.text_column=id"))
        self.assertIn("setup.sh --with-parquet", self.fault_of("good.parquet", cache=self.folder / "cache"))

    def test_no_copy_lies_on_the_disk(self):
        parquet.write_table(pyarrow.table({"text": TEXTS * 20}), self.folder / "a.parquet")
        before = {path for path in self.folder.rglob("*")}
        self.fault_of("a.parquet", "--set", "model.vocab_size=100000")  # after it was read
        self.assertEqual({path for path in self.folder.rglob("*") if path.is_file()} - before, set())


unittest.main(argv=sys.argv[:1], verbosity=2)
