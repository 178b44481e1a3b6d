# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets `pip download` keep a source archive without running the archive's own set-up code.

Before pip keeps a source archive it asks the archive's build backend (setuptools in all of ours) for
metadata. With this folder first in PYTHONPATH, pip asks here instead and gets the PKG-INFO that every
source archive carries. So no build tool is downloaded, and no version of one can break the set-up.
"""
import os


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    with open("PKG-INFO", encoding="utf-8") as source:
        text = source.read()
    header = dict(line.split(": ", 1) for line in text.split("\n\n", 1)[0].splitlines()
                  if ": " in line and not line.startswith(" "))
    folder = f"{header['Name']}-{header['Version']}.dist-info"
    os.makedirs(os.path.join(metadata_directory, folder))
    with open(os.path.join(metadata_directory, folder, "METADATA"), "w", encoding="utf-8") as target:
        target.write(text)
    return folder
