#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names in the anonymous namespaces of a room differ: its files are compiled joined (packaging/cmake/OrreryRoom.cmake).
Overloads and equal aliases may stand in several. Files that CMake keeps apart (SKIP_UNITY_BUILD_INCLUSION, UNITY_BUILD OFF) may share names. A reader of braces and words, no compiler: it
knows the declarations that the house writes.

usage: anonymous_names.py SOURCE_DIR
"""
import collections
import pathlib
import re
import sys

LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<![0-9A-Fa-f])\'(?:\\.|[^\'\\\n])\'', re.S)
OPENING = re.compile(r'\bnamespace\s*\{')
TYPE = re.compile(r'^(?:struct|class|enum(?:\s+(?:class|struct))?|union)\s+(?:alignas\s*\([^)]*\)\s*)?(\w+)')
ALIAS = re.compile(r'^using\s+(\w+)\s*=')
NAMED = re.compile(r'\bnamespace\s+([\w:]+)\s*\{')
# The last word before what begins a value, a list of parameters or the end.
DECLARED = re.compile(r'([A-Za-z_]\w*)\s*(?:\[[^\]]*\]\s*)*(?:[=({;]|$)')


def without_texts(source):
    """The same length, with comments and literals blank and preprocessor lines gone."""
    blank = lambda match: re.sub(r'[^\n]', ' ', match.group(0))
    return re.sub(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', blank, LITERAL.sub(blank, source), flags=re.M)


def statements(body):
    """The statements at the top of a namespace, each up to its body, its value or its end."""
    start = depth = 0
    for place, letter in enumerate(body):
        if letter in '{(':
            if depth == 0 and letter == '{':
                yield body[start:place].strip()
            depth += 1
        elif letter in '})':
            depth -= 1
            if depth == 0 and letter == '}':
                start = place + 1
        elif letter == ';' and depth == 0:
            yield body[start:place].strip()
            start = place + 1


def without_brackets(text):
    """Arguments of templates away, which hold names of types."""
    before = None
    while before != text:
        before = text
        text = re.sub(r'<[^<>;{}]*>', ' ', text)
    return text


def parameters_of(text):
    """The types of a function's parameters, names away; overloads differ in them."""
    inside = text[text.index('(') + 1:text.rindex(')')] if ')' in text else ''
    depth, parts = 0, ['']
    for letter in inside:
        depth += {'(': 1, ')': -1}.get(letter, 0)
        if letter == ',' and depth == 0:
            parts.append('')
        else:
            parts[-1] += letter
    return tuple(re.sub(r'(?<=[\w&*>] )\w+$|(?<=[&*])\w+$', '', re.sub(r'=.*', '', ' '.join(part.split())).strip()).strip()
                 for part in parts)


def declaration(statement):
    """A name, and what it is where the same may stand twice: an alias, or one of several overloads."""
    text = without_brackets(re.sub(r'\[\[.*?\]\]', ' ', statement)).strip()
    text = re.sub(r'^template\s*', '', text)
    if not text or text.startswith(('static_assert', 'namespace', 'using namespace', 'friend')):
        return None
    if match := TYPE.match(text):
        return match.group(1), None
    if match := ALIAS.match(text):
        return match.group(1), ' '.join(statement.split())
    match = DECLARED.search(text)
    if not match or 'operator' in text.split('(')[0] or '::' + match.group(1) in text.split('(')[0].replace(' ', ''):
        return None  # a member, or a function of another namespace
    function = text[match.end() - 1:match.end()] == '('
    return match.group(1), parameters_of(statement) if function else None


def clash(declarations):
    """Whether two of the same name can't stand in one file."""
    if None in declarations:
        return True
    aliases = {each for each in declarations if isinstance(each, str)}
    overloads = [each for each in declarations if isinstance(each, tuple)]
    return len(aliases) > 1 or bool(aliases and overloads) or len(set(overloads)) < len(overloads)


def enclosing(source, place):
    """The named namespaces around a place."""
    names = []
    for match in NAMED.finditer(source, 0, place):
        depth = 1
        for letter in source[match.end():place]:
            depth += {'{': 1, '}': -1}.get(letter, 0)
            if depth == 0:
                break
        else:
            names.append(match.group(1))
    return '::'.join(names)


def anonymous_names(path):
    """(namespace and name, what it is) of each declaration."""
    source = without_texts(path.read_text())
    found = set()
    for opening in OPENING.finditer(source):
        depth, end = 1, opening.end()
        while depth and end < len(source):
            depth += {'{': 1, '}': -1}.get(source[end], 0)
            end += 1
        scope = enclosing(source, opening.start())
        for statement in statements(source[opening.end():end - 1]):
            if declared := declaration(statement):
                found.add((f"{scope}::{declared[0]}", declared[1]))
    return found


def rooms(root):
    """The folder of each file's CMakeLists.txt, with the files that are compiled joined."""
    found = collections.defaultdict(list)
    for path in sorted(root.glob('core/**/*.cpp')) + sorted(root.glob('widgets/**/*.cpp')) + sorted(root.glob('app/**/*.cpp')):
        folder = path.parent
        while not (folder / 'CMakeLists.txt').exists():
            folder = folder.parent
        made = (folder / 'CMakeLists.txt').read_text()
        if 'UNITY_BUILD OFF' in made:
            continue
        apart = re.findall(r'set_source_files_properties\(([^)]*)SKIP_UNITY_BUILD_INCLUSION', made)
        if str(path.relative_to(folder)) not in ' '.join(apart).split():
            found[folder].append(path)
    return found


def main():
    root = pathlib.Path(sys.argv[1])
    seen = failed = 0
    for folder, files in rooms(root).items():
        places = collections.defaultdict(list)
        for path in files:
            for name, what in anonymous_names(path):
                places[name].append((path.name, what))
        seen += len(places)
        for name, where in sorted(places.items()):
            files = sorted({file for file, _ in where})
            if len(files) > 1 and clash([what for _, what in where]):
                print(f"{folder.relative_to(root)}: {name} stands in {', '.join(files)}: rename, or share it")
                failed = 1
    if seen < 1000:
        print(f"only {seen} names: the test looks in the wrong place")
        failed = 1
    print(f"{seen} names in anonymous namespaces")
    return failed


sys.exit(main())
