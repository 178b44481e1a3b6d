#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""One German word for one thing: a text of the window is translated alike wherever it stands, and a term has no second
word. usage: german_words.py SOURCE_DIR"""
import collections
import pathlib
import re
import sys
import xml.etree.ElementTree as ElementTree

# What must not stand in a translation, and what does in its place.
SECOND_WORDS = {
    r'Gatter': 'Gate', r'Padding': 'Füllung', r'Schnappsch|Snapshot': 'Aufnahme', r'\bSeeds?\b': 'Startwert',
    r'\bTraces?\b': 'Spur', r'[Ff]ehlgeschlagen': 'gescheitert', r'[Gg]estoppt': 'angehalten', r'\b[Nn]ats\b': 'Nat',
    r'Standardwert': 'Vorgabe', r'Diagrammtyp': 'Art der Darstellung', r'\bTop-1': 'bester', r'[Ss]chwund': 'Zerfall',
    r'unverzerrt|entzerrt': 'korrigiert', r'\bLoss\b': 'Verlust', r'[Ee]xportier': 'ausgeben', r'Baseline': 'Grundlinie',
    r'\bTrials?\b': 'Versuch', r'Heatmap': 'Wärmekarte', r'Hebel': 'Regler', r'Playground': 'Spielwiese',
    r'Learning Rate': 'Lernrate', r'Defaults?\b': 'Vorgabe', r'Respawn': 'neu gesetzt',
    r'(?:von|der|die|den|mehr|spätere|eigenen) Tokens\b': 'Token (Mehrzahl)',
}
# English words of two meanings: a button and a state, a verb and a noun, a head and a preposition.
TWO_MEANINGS = {'open', 'failed', 'run', 'continue', 'training', 'by %1', 'compare', 'from', 'at'}


def plain(text):
    return re.sub(r'[.…\s]+', ' ', text.replace('&', '')).strip().lower()


def main():
    file = pathlib.Path(sys.argv[1]) / 'resources/translations/orrery_de.ts'
    faults, words = [], collections.defaultdict(dict)
    for context in ElementTree.parse(file).getroot().iter('context'):
        for message in context.iter('message'):
            source, german = message.findtext('source'), ''.join(message.find('translation').itertext())
            for second, first in SECOND_WORDS.items():
                if re.search(second, german):
                    faults.append(f'"{re.search(second, german).group()}" is "{first}" elsewhere: {german.strip()}')
            words[plain(source)].setdefault(plain(german), context.findtext('name'))
    for source, germans in words.items():
        if len(germans) > 1 and source not in TWO_MEANINGS:
            faults.append(f'"{source}" is translated as ' + ', '.join(f'"{g}" ({c})' for g, c in germans.items()))
    print(*faults, sep='\n')
    sys.exit(1 if faults or len(words) < 500 else 0)


main()
