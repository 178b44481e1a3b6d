#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records which experts of a mixture of experts each token of a text is sent to, for `orrery-cli import --routing`.

usage: python record_routing.py MODEL TEXT OUT.safetensors [--tokens N] [--queries Q] [--window T] [--batch B]
                                [--split endoftext|line|blank] [--device cpu|cuda] [--dtype auto|float32|bfloat16]

MODEL is a folder or a name that transformers opens; TEXT a UTF-8 text, or a CoNLL-U file (.conllu), of which the text
is read. Needs transformers 5 and safetensors. Memory: the model, and B windows of T tokens; the rows are written to OUT
as they come. The format is in CONTRIBUTING.md ("Recorded routing").
"""
import argparse
import json
import os
import pathlib
import sys

import numpy
import torch
import transformers

FORMAT = "orrery.routing.1"
TYPES = {"int32": "I32", "int64": "I64", "float32": "F32", "uint8": "U8"}


def fail(text):
    sys.exit(f"record_routing: {text}")


class TensorFile:
    """A safetensors file whose tensors are written where they belong, in any order; it appears when it is whole."""

    def __init__(self, path, shapes, metadata):
        """shapes: {name: (numpy type, shape)}"""
        header, position = {"__metadata__": metadata}, 0
        order = sorted(shapes, key=lambda name: -numpy.dtype(shapes[name][0]).itemsize)  # each aligned to its element
        for name in order:
            kind, shape = shapes[name]
            size = numpy.dtype(kind).itemsize * int(numpy.prod(shape, dtype=numpy.int64))
            header[name] = {"dtype": TYPES[kind], "shape": list(shape), "data_offsets": [position, position + size]}
            position += size
        text = json.dumps(header).encode()
        text += b" " * (-len(text) % 8)
        self.path, self.part = path, path.with_name(path.name + ".part")
        with open(self.part, "wb") as file:
            file.write(len(text).to_bytes(8, "little") + text)
            file.truncate(8 + len(text) + position)
        self.tensors = {}
        for name in order:
            kind, shape = shapes[name]
            if 0 in shape:
                self.tensors[name] = numpy.empty(shape, kind)
                continue
            offset = 8 + len(text) + header[name]["data_offsets"][0]
            self.tensors[name] = numpy.memmap(self.part, kind, "r+", offset, tuple(shape))

    def finish(self):
        for tensor in self.tensors.values():
            if isinstance(tensor, numpy.memmap):
                tensor.flush()
        self.tensors.clear()
        os.replace(self.part, self.path)

    def drop(self):
        self.part.unlink(missing_ok=True)


def conllu_documents(text):
    """The text of each document as Orrery makes it: of words and SpaceAfter=No, a line for each paragraph."""
    documents, parts, gap, inside_until = [], [], "", 0
    for line in text.splitlines():
        if line.startswith("#"):
            mark = line[1:].split()[:1]
            if mark == ["newdoc"]:
                documents.append("".join(parts))
                parts, gap = [], ""
            elif mark == ["newpar"] and parts:
                gap = "\n"
        elif not line.strip():
            inside_until = 0
        else:
            number, form, *_, notes = line.split("\t")
            first, _, last = number.partition("-")
            if "." in number or int(first) <= inside_until:
                continue  # an empty node, or a word inside a multiword token
            parts.append((gap if parts else "") + form)
            inside_until = int(last) if last else inside_until
            gap = "" if "SpaceAfter=No" in notes.split("|") else " "
    return documents + ["".join(parts)]


def read_documents(path, split):
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        fail(f"{path} can't be read as UTF-8 text: {error}")
    if path.suffix == ".conllu":
        parts = conllu_documents(text)
    elif split == "endoftext":
        parts = [part.strip() for part in text.split("<|endoftext|>")]
    elif split == "line":
        parts = text.splitlines()
    else:
        parts = [part.strip() for part in text.split("\n\n")]
    return [part for part in parts if part.strip()]


def byte_ends(text, offsets):
    """The end of each token in the text's UTF-8 bytes; a token of no characters ends where the one before it does."""
    bytes_before, total = [0], 0
    for character in text:
        total += len(character.encode())
        bytes_before.append(total)
    ends, last = [], 0
    for _, end in offsets:
        last = max(last, bytes_before[end])
        ends.append(last)
    if ends:
        ends[-1] = total  # what a tokenizer leaves out at the end belongs to the last
    return ends


class Texts:
    """Token ids of all documents, and where each token ends in the text."""

    def __init__(self, tokenizer, documents, most):
        if not tokenizer.is_fast:
            fail("this model's tokenizer doesn't say where tokens lie in the text (it is not a fast one)")
        self.ids, self.ends, self.document_ends, self.text = [], [], [], b""
        for document in documents:
            found = tokenizer(document, add_special_tokens=False, return_offsets_mapping=True)
            room = most - len(self.ids)
            ids, ends = found["input_ids"][:room], byte_ends(document, found["offset_mapping"])[:room]
            if not ids:
                continue
            self.ids += ids
            self.ends += [len(self.text) + end for end in ends]
            self.text += document.encode()[: ends[-1]]
            self.document_ends.append(len(self.ids))
            if len(self.ids) >= most:
                break
        if not self.ids:
            fail("there is no token to record: the text is empty")

    def windows(self, length):
        """(first, end) of pieces of documents."""
        begin = 0
        for end in self.document_ends:
            for first in range(begin, end, length):
                yield first, min(first + length, end)
            begin = end


class Recorder:
    """Takes down what the routers of a model get and answer in a forward pass."""

    def __init__(self, model):
        self.answers, self.routers = {}, []
        for name, module in model.named_modules():
            if type(module).__name__.lower().endswith("router"):
                numbers = [int(part) for part in name.split(".") if part.isdigit()]
                if numbers:
                    self.routers.append(numbers[0])
                    module.register_forward_hook(self.hook(numbers[0]))
        if not self.routers:
            fail(f"{type(model).__name__} has no router that this program knows")

    def hook(self, layer):
        def take(module, inputs, output):
            if not isinstance(output, tuple) or len(output) != 3:
                fail(f"{type(module).__name__} doesn't return logits, weights and indices; transformers 5 is needed")
            _, weights, indices = output
            weights, order = weights.float().sort(dim=-1, descending=True, stable=True)
            self.answers[layer] = inputs[0].reshape(-1, inputs[0].shape[-1]), indices.gather(-1, order), weights
        return take


def record(model, recorder, texts, tensors, options):
    windows = list(texts.windows(options.window))
    windows.sort(key=lambda window: window[1] - window[0])  # windows of a batch are about equally long
    begin = [model.config.bos_token_id] if isinstance(model.config.bos_token_id, int) else []
    done = 0
    for start in range(0, len(windows), options.batch):
        part = windows[start:start + options.batch]
        rows = [begin + texts.ids[first:end] for first, end in part]
        width = max(map(len, rows))
        ids = torch.tensor([row + [0] * (width - len(row)) for row in rows], device=model.device)
        mask = torch.tensor([[1] * len(row) + [0] * (width - len(row)) for row in rows], device=model.device)
        with torch.no_grad():
            model(input_ids=ids, attention_mask=mask, use_cache=False)
        for layer, (queries, selected, gates) in recorder.answers.items():
            for row, (first, end) in enumerate(part):
                at = row * width + len(begin)
                own = slice(at, at + end - first)
                tensors[f"layers.{layer}.selected"][first:end] = selected[own].cpu().numpy()
                tensors[f"layers.{layer}.gates"][first:end] = gates[own].cpu().numpy()
                kept = max(min(end, options.queries) - first, 0)
                if kept:
                    values = queries[at:at + kept].float().cpu().numpy()
                    tensors[f"layers.{layer}.queries"][first:first + kept] = values
        recorder.answers.clear()
        done += sum(end - first for first, end in part)
        print(f"\r{done} of {len(texts.ids)} tokens", end="", file=sys.stderr)
    print(file=sys.stderr)


def pieces_of(tokenizer, count):
    """The text of each token id, as bytes and where each ends."""
    texts = [tokenizer.decode([id]).encode() for id in range(count)]
    return b"".join(texts), numpy.cumsum([len(text) for text in texts], dtype=numpy.int64)


def parse():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model")
    parser.add_argument("text", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--tokens", type=int, default=100_000, help="at most so many tokens of the text")
    parser.add_argument("--queries", type=int, default=4096, help="router inputs of the first tokens; 0 = none")
    parser.add_argument("--window", type=int, default=512, help="longer documents are read in windows of so many tokens")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--split", choices=["endoftext", "line", "blank"], default="endoftext")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--dtype", default="auto")
    options = parser.parse_args()
    if min(options.tokens, options.window, options.batch) < 1 or options.queries < 0:
        fail("--tokens, --window and --batch must be at least 1, --queries at least 0")
    return options


def main():
    options = parse()
    tokenizer = transformers.AutoTokenizer.from_pretrained(options.model)
    texts = Texts(tokenizer, read_documents(options.text, options.split), options.tokens)
    model = transformers.AutoModelForCausalLM.from_pretrained(options.model, dtype=options.dtype)
    model.to(options.device).eval()
    config = model.config
    recorder = Recorder(model)
    experts = next(getattr(config, name) for name in ("num_experts", "num_local_experts", "n_routed_experts")
                   if getattr(config, name, None))
    k, count = config.num_experts_per_tok, len(texts.ids)
    if max(texts.ids) >= config.vocab_size:
        fail(f"the tokenizer gives token {max(texts.ids)}, and the model knows {config.vocab_size}: they don't belong together")
    queries = min(options.queries, count)
    pieces, piece_ends = pieces_of(tokenizer, max(len(tokenizer), max(texts.ids) + 1))
    shapes = {"token_ids": ("int32", (count,)), "token_ends": ("int64", (count,)), "text": ("uint8", (len(texts.text),)),
              "document_ends": ("int64", (len(texts.document_ends),)), "pieces": ("uint8", (len(pieces),)),
              "piece_ends": ("int64", (len(piece_ends),))}
    for layer in recorder.routers:
        shapes[f"layers.{layer}.selected"] = ("int32", (count, k))
        shapes[f"layers.{layer}.gates"] = ("float32", (count, k))
        if queries:
            shapes[f"layers.{layer}.queries"] = ("float32", (queries, config.hidden_size))
    file = TensorFile(options.out, shapes, {"format": FORMAT, "model_type": config.model_type, "experts": str(experts),
                                            "top_k": str(k), "layers": ",".join(map(str, sorted(recorder.routers)))})
    try:
        for name, values in (("token_ids", texts.ids), ("token_ends", texts.ends),
                             ("document_ends", texts.document_ends), ("piece_ends", piece_ends),
                             ("text", numpy.frombuffer(texts.text, numpy.uint8)),
                             ("pieces", numpy.frombuffer(pieces, numpy.uint8))):
            file.tensors[name][:] = values
        record(model, recorder, texts, file.tensors, options)
        file.finish()
    except BaseException:
        file.drop()
        raise


if __name__ == "__main__":
    main()
