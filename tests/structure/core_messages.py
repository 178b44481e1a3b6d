#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether every message of the core that the window can show has a pattern (widgets/status/*_patterns.cpp), by which it
is translated. Walks what is thrown, logged and returned as a text: literals stay, what is put between them is a place,
and of an alternative (a ? b : c) each side is asked.
usage: core_messages.py SOURCE_DIR"""
import pathlib
import re
import sys

# What only the command line does, or what the window starts as another program, whose words it does not show.
APART = ['bench/', 'exchange/', 'study/slurm.cpp', 'study/controls_study.cpp', 'study/optuna_search.cpp',
         'analysis/ablation/', 'train/text/run_ablation.cpp', 'data/conllu.cpp', 'data/word_count.cpp',
         'train/ranks/', 'ranks/', 'runs/exports.cpp', 'events/interventions.cpp', 'study/trial_process.cpp',
         'study/key_clouds.cpp', 'files/output_files.cpp']
CALLS = re.compile(r'\b(?:(?:\w*Error|\w*[fF]ail\w*|\w*[fF]ault\w*|\w*damaged|\w*corrupt|\w*refuse\w*|complain|notice|message|tell|add|push_back)'
                   r'(?:\s\w+)?\s*[({]|return\b|=(?!=))')
PLACE = '\x01'
CHARACTER = re.compile(r"(?<![0-9a-fA-F])'(?:[^'\\]|\\.[^']*)'")
STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')


def end_of(text, at, stops):
    """Where the expression that begins at `at` ends: at one of `stops` outside of brackets and texts."""
    depth = 0
    while at < len(text):
        c = text[at]
        if c == '"':
            at = STRING.match(text, at).end()
            continue
        if c == "'" and (literal := CHARACTER.match(text, at)):
            at = literal.end()
            continue
        if depth == 0 and c in stops:
            return at
        depth += (c in '([{') - (c in ')]}')
        if depth < 0:
            return at
        at += 1
    return at


def split(text, sign):
    """At `sign` outside of brackets and texts."""
    parts, at = [], 0
    while True:
        end = at
        while True:
            end = end_of(text, end, sign[0])
            if end >= len(text) or text.startswith(sign, end):
                break
            end += 1
        parts.append(text[at:end])
        if end >= len(text):
            return parts
        at = end + len(sign)


def forms(expression, known):
    """The texts that an expression can be, with PLACE for what is not known; `known` are texts by name."""
    expression = expression.strip()
    if expression in known:
        return forms(known[expression], {name: text for name, text in known.items() if name != expression})
    question = split(expression, '?')
    if len(question) > 1:
        yes, no = expression[len(question[0]) + 1:], ''
        colon = end_of(yes, 0, ':')
        while yes[colon:colon + 2] == '::':
            colon = end_of(yes, colon + 2, ':')
        return forms(yes[:colon], known) + forms(yes[colon + 1:], known)
    parts = split(expression, '+')
    if len(parts) > 1:
        texts = ['']
        for part in parts:
            texts = [text + more for text in texts for more in forms(part, known)][:64]
        return texts
    literals = STRING.findall(expression)
    if literals and not STRING.sub('', expression).strip():
        return [''.join(literals)]
    if expression.startswith('(') and end_of(expression, 1, ')') == len(expression) - 1:
        return forms(expression[1:-1], known)
    if re.fullmatch(r'std::string\(\)', expression):
        return ['']
    if call := re.match(r'(?:std::)?(?:string|placed)\(', expression):
        inside = [forms(part, known) for part in split(expression[call.end():-1], ',')]
        lead = PLACE + ':' + PLACE + ': ' if 'placed' in call.group() else ''
        return [lead + text for text in inside[-1]]
    return [PLACE]


def plain(source):
    """Without comments and raw texts, each thing at its place."""
    def blank(match):
        text = match.group()
        if text[0] not in 'R/':
            return text
        filled = re.sub(r'[^\n]', ' ', text)
        return '""' + filled[2:] if text[0] == 'R' else filled

    return re.sub(r'R"(\w*)\((?:.|\n)*?\)\1"|"(?:[^"\\]|\\.)*"|(?<![0-9a-fA-F])\'(?:[^\'\\]|\\.[^\']*)\'|//[^\n]*', blank, source)


def leaves(text):
    """What stands between commas, also within braces."""
    for part in split(text, ','):
        part = part.strip()
        if part.startswith('{'):
            yield from leaves(part[1:end_of(part, 1, '}')])
        elif '"' in part and not part.startswith('['):
            yield part


def messages(source):
    """(offset, text) of each message of a file."""
    source = plain(source)
    texts = {named.group(1): source[named.end():end_of(source, named.end(), ';')]
             for named in re.finditer(r'const std::string (\w+) =\s*', source)}
    texts = {name: text for name, text in texts.items() if '"' in text}
    words_gone = STRING.sub(lambda m: '"' + ' ' * (len(m.group()) - 2) + '"', source)
    for call in CALLS.finditer(words_gone):
        inside = source[call.end():end_of(source, call.end(), ';')]
        for part in leaves(inside):
            for text in forms(part, texts):
                yield call.start(), text.replace('\\"', '"').replace('\\\\', '\\')


def is_sentence(text):
    """Words that somebody reads, not a name, a path or a piece of another text."""
    words = re.findall(r"[A-Za-z']{2,}", text.replace(PLACE, ' '))
    return len(words) >= 3 and text.rstrip().endswith('.') and not text.startswith((' ', ',', ';', ':', '('))


def variants(text):
    """What is put in may end with the sign that a pattern has behind it, or be empty."""
    yield from (text.replace(PLACE, word) for word in (PLACE, PLACE + ': ', PLACE + ' '))
    for place in re.finditer(PLACE, text):
        yield text[:place.start()] + text[place.end():]


def patterns(root):
    found = []
    for file in sorted(root.glob('widgets/status/*_patterns.cpp')):
        text = file.read_text().split('kRangePatterns[]')[0]  # of numbers alone
        for noop in re.finditer(r'QT_TRANSLATE_NOOP\(\s*"orrery::CoreWords",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', text):
            text = ''.join(STRING.findall(noop.group(1))).replace('\\"', '"').replace('\\\\', '\\')
            found.append(re.compile('.+?'.join(re.escape(part) for part in re.split(r'%[1-9]', text)) + r'\Z', re.S))
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    known = patterns(root)
    count, lacking = 0, []
    for file in sorted((root / 'core').rglob('*.cpp')):
        name = str(file.relative_to(root / 'core'))
        if any(name.startswith(apart) for apart in APART):
            continue
        source = file.read_text()
        for offset, text in dict.fromkeys(messages(source)):
            if not is_sentence(text):
                continue
            count += 1
            if not any(pattern.match(form) for form in variants(text) for pattern in known):
                line = source.count('\n', 0, offset) + 1
                lacking.append(f'core/{name}:{line}: {text.replace(PLACE, "%")}')
    lacking = list(dict.fromkeys(lacking))
    print(*lacking, sep='\n')
    if count < 100:
        sys.exit(f'found {count} messages in core: is this the right folder?')
    if lacking:
        sys.exit(f'{len(lacking)} messages of {count} have no pattern in widgets/status: the window shows them in English')
    print(f'{count} messages have a pattern')


main()
