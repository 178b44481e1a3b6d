#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of YAML 1.1 (Python's yaml) and 1.2 take each value of a configuration that orrery-cli writes for the same
value as Orrery.

usage: config_test.py ORRERY_CLI
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import yaml
except ImportError as error:
    print(f"skipped: {error}. Debian's python3-yaml has what this test needs.")
    sys.exit(77)

CLI = pathlib.Path(sys.argv.pop()).resolve()
# The core schema of YAML 1.2.
REAL = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
SETS = [
    ["train.eps=1e-8", "train.learning_rate=6e-4", "keys.theta=3e8", "train.betas=[1e-10, 0.95]",
     "train.clip_norm=1e5", "keys.beta_schedule=[3e-3, 5e-4]", "train.cuda_graph=on"],
    ["train.eps=1e-300", "train.weight_decay=10", "keys.frozen_layers=[0, 2]", "train.seed=9007199254740991"],
]
NAMES = ["on", "y", "No", "null", "~", "010", "0x10", "0o10", "1_000", "1:30", "1e5", "12", "+.5", ".inf",
         "2026-11-27", "<<", "=", "it's: # 'x'", "a\u00a0b", "a\u2028b", "\u202e\"\\", "emoji \U0001f468\u200d\U0001f469"]


class Configurations(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.file = pathlib.Path(self.temporary.name) / "x.yaml"
        self.file.write_text("name: x\n")

    def tearDown(self):
        self.temporary.cleanup()

    def shown(self, sets, *options):
        arguments = [part for each in sets for part in ("--set", each)]
        done = subprocess.run([CLI, "config", "show", self.file, *arguments, *options], capture_output=True, check=True)
        return done.stdout.decode()

    def check(self, sets):
        text = self.shown(sets)
        expected = json.loads(self.shown(sets, "--json"))
        self.assertEqual(yaml.safe_load(text), expected)
        section = expected
        for line in text.splitlines():
            key, value = line.strip().split(":", 1)
            if not line.startswith(" "):
                section = expected[key] if isinstance(expected.get(key), dict) else expected
            if isinstance(section.get(key), float):
                self.assertRegex(value.strip(), REAL)
        return expected

    def test_numbers_are_numbers(self):
        self.check([])
        for sets in SETS:
            self.check(sets)

    def test_texts_are_texts(self):
        for name in NAMES:
            with self.subTest(name=name):
                self.assertEqual(self.check([f"name={name}"])["name"], name)

    def test_what_readers_take_for_different_numbers_is_refused(self):
        for text in ("010", "0o10", "0x10", "1_000", "1:30"):
            self.file.write_text(f"keys: {{theta: {text}}}\n")
            done = subprocess.run([CLI, "config", "check", self.file], capture_output=True, text=True)
            self.assertEqual(done.returncode, 2, text)
            self.assertIn("not a number that all readers of YAML take alike", done.stderr)


unittest.main(verbosity=2)
