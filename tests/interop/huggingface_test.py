#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The real transformers runs what `orrery-cli export --to huggingface` writes, with Orrery's numbers.

usage: huggingface_test.py ORRERY_CLI PEER_REFERENCE
"""
import codecs
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

try:
    import torch
    import transformers
    from safetensors.torch import load_file
except ImportError as error:
    print(f"skipped: {error}. packaging/setup.sh --with-transformers installs what this test needs.")
    sys.exit(77)

REFERENCE = pathlib.Path(sys.argv.pop()).resolve()
CLI = pathlib.Path(sys.argv.pop()).resolve()
torch.set_num_threads(1)
transformers.logging.set_verbosity_error()
CONFIG = """
name: tiny
model: {vocab_size: 400, d_model: 16, num_layers: 3, num_heads: 2, seq_len: 96}
some: {num_experts: 6, d_ffn: 8, top_k: 2}
keys: {warmup_steps: 2, alpha: 0.05}
data: {train_documents: 60, val_documents: 6}
train: {batch_size: 4, max_steps: 6, threads: 1, learning_rate: 3e-3, device: cpu}
"""
# Every kind of model: each value of the settings that core/model reads, and some that meet.
KINDS = {
    "published": [],
    "linear router": ["some.router=linear"],
    "raw queries": ["some.normalize_query=false"],
    "torch queries": ["some.query_init=torch"],
    "orthogonal": ["some.init=orthogonal", "some.expert_gain=2"],
    "sparse": ["some.init=sparse", "some.sparsity=0.7", "some.expert_gain=20"],
    "pre-norm": ["model.norm=pre"],
    "rope": ["model.positions=rope"],
    "alibi": ["model.positions=alibi", "model.num_heads=4"],
    "alibi of six heads": ["model.positions=alibi", "model.num_heads=6", "model.d_model=24"],
    "no mask": ["model.causal=false"],
    "no mask, alibi": ["model.causal=false", "model.positions=alibi"],
    "lora": ["some.experts=lora", "some.lora_rank=2"],
    "shared": ["some.shared_library=true"],
    "shared lora": ["some.shared_library=true", "some.experts=lora", "model.norm=pre"],
    "trained": ["some.experts=trained"],
    "shared trained": ["some.experts=trained", "some.shared_library=true"],
    "none": ["some.experts=none"],
    "none, pre-norm": ["some.experts=none", "model.norm=pre"],
    "random": ["some.routing=random"],
    "hash": ["some.routing=hash"],
    "hnsw": ["some.search=hnsw"],
    "balance bias": ["some.balance_bias=0.05"],
    "learned temperature": ["keys.temperature=learned"],
    "temperature": ["train.eval_temperature=0.2"],
    "query residual": ["keys.query_residual=0.5"],
    "one expert": ["some.top_k=1"],
    "all experts": ["some.top_k=6"],
    "decayed keys": ["keys.normalize=none", "keys.delta=0.2"],
    "bfloat16 experts": ["some.expert_dtype=bf16"],
    "odd width": ["model.d_model=15", "model.num_heads=3", "model.positions=alibi"],
    "all at once": ["model.norm=pre", "model.positions=rope", "some.router=linear", "some.experts=lora",
                    "some.shared_library=true", "keys.query_residual=0.3", "keys.temperature=learned",
                    "some.balance_bias=0.01", "some.top_k=3", "train.eval_temperature=0.7"],
}
PROMPT = "Once upon a time"


codecs.register_error("each", lambda error: ("\ufffd", error.start + 1))


def text_of(tokenizer, ids):
    """As Orrery decodes bytes that are not UTF-8: U+FFFD for each, where transformers drops their valid neighbors."""
    pieces = [piece for id, piece in zip(ids, tokenizer.convert_ids_to_tokens(ids)) if id > 3]
    return b"".join(bytes([int(piece[3:5], 16)]) if re.fullmatch("<0x[0-9A-F]{2}>", piece) else piece.encode()
                    for piece in pieces).decode(errors="each")


class HuggingFace(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        os.environ["XDG_CACHE_HOME"] = str(cls.folder / "cache")
        os.environ["HF_HOME"] = str(cls.folder / "hf")
        os.environ["HF_HUB_OFFLINE"] = "1"
        (cls.folder / "tiny.yaml").write_text(CONFIG)
        cls.made = {}

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def call(cls, *words, fails=False):
        done = subprocess.run([str(word) for word in words], cwd=cls.folder, capture_output=True, text=True)
        if (done.returncode != 0) != fails:
            raise AssertionError(f"{words} exited with {done.returncode}: {done.stdout}{done.stderr}")
        return done.stderr if fails else done.stdout

    @classmethod
    def exported(cls, kind, *more):
        """The run of a kind of model, and the folder of its export."""
        if kind not in cls.made:
            runs = cls.folder / "runs" / kind.replace(" ", "-").replace(",", "")
            sets = [word for each in KINDS[kind] for word in ("--set", each)]
            cls.call(CLI, "train", "tiny.yaml", "--runs", runs, *sets)
            (run,) = runs.iterdir()
            out = cls.folder / "models" / runs.name
            cls.call(CLI, "export", run, "--to", "huggingface", "--out", out)
            cls.made[kind] = run, out
        return cls.made[kind]

    def model(self, out, **options):
        return transformers.AutoModelForCausalLM.from_pretrained(out, trust_remote_code=True, **options).eval()

    def orrery(self, run, texts):
        (self.folder / "ids.json").write_text(json.dumps(texts))
        self.call(REFERENCE, run, "logits", "ids.json", "out.safetensors")
        return load_file(self.folder / "out.safetensors")

    def texts(self):
        numbers = random.Random(7)
        return [[2] + [numbers.randrange(3, 400) for _ in range(length)] for length in (40, 95, 1, 17)]

    def test_logits_and_routing_of_every_kind(self):
        texts = self.texts()
        for kind in KINDS:
            with self.subTest(kind=kind), torch.no_grad():
                run, out = self.exported(kind)
                model, expected = self.model(out), self.orrery(run, texts)
                worst = 0
                for number, ids in enumerate(texts):
                    result = model(torch.tensor([ids]), output_router_logits=True)
                    worst = max(worst, (result.logits[0] - expected[f"logits.{number}"]).abs().max().item())
                    self.check_routing(model.config, result.router_logits, expected, number)
                print(f"{kind}: logits differ by {worst:.1e}")
                self.assertLess(worst, 1e-5)

    def check_routing(self, config, router_logits, expected, number):
        if config.routing != "keys" or config.experts == "none":
            self.assertIsNone(router_logits)
            return
        self.assertEqual(len(router_logits), 3)
        for layer, scores in enumerate(router_logits):
            selected = expected[f"selected.{number}.{layer}"]
            self.assertEqual(scores.shape, (len(selected), 6))
            gates = scores.gather(1, selected).softmax(-1)
            torch.testing.assert_close(gates, expected[f"gates.{number}.{layer}"], atol=1e-5, rtol=0)
            if not config.balance_bias:  # else the choice is by scores and bias
                self.assertTrue(torch.equal(scores.topk(config.num_experts_per_tok).indices.sort().values,
                                            selected.sort().values))

    def test_greedy_continuations_with_and_without_a_cache(self):
        for kind in KINDS:
            with self.subTest(kind=kind), torch.no_grad():
                run, out = self.exported(kind)
                answer = self.call(CLI, "generate", run, "--prompt", PROMPT, "--tokens", "50", "--temperature", "0",
                                   "--json")
                tokenizer = transformers.AutoTokenizer.from_pretrained(out, trust_remote_code=True)
                model, inputs = self.model(out), tokenizer(PROMPT, return_tensors="pt")
                for cache in (True, False) if model.config.causal else (False,):
                    ids = model.generate(**inputs, max_new_tokens=50, use_cache=cache)[0]
                    self.assertEqual(text_of(tokenizer, ids), json.loads(answer)["text"])

    def test_padding_on_either_side_changes_nothing(self):
        texts = self.texts()
        for kind in KINDS:
            if kind == "random":  # which experts are drawn depends on a token's place in the batch
                continue
            with self.subTest(kind=kind), torch.no_grad():
                run, out = self.exported(kind)
                model, expected = self.model(out), self.orrery(run, texts)
                for side in ("left", "right"):
                    longest = max(map(len, texts))
                    pads = [[1] * (longest - len(ids)) for ids in texts]
                    rows = [pad + ids if side == "left" else ids + pad for ids, pad in zip(texts, pads)]
                    ones = [[1] * len(ids) for ids in texts]
                    none = [[0] * len(pad) for pad in pads]
                    mask = [b + a if side == "left" else a + b for a, b in zip(ones, none)]
                    result = model(torch.tensor(rows), attention_mask=torch.tensor(mask))
                    for number, ids in enumerate(texts):
                        real = result.logits[number][torch.tensor(mask[number]).bool()]
                        self.assertLess((real - expected[f"logits.{number}"]).abs().max().item(), 1e-5)

    def test_a_batch_with_a_cache_writes_what_each_text_writes_alone(self):
        _, out = self.exported("published")
        model, tokenizer = self.model(out), transformers.AutoTokenizer.from_pretrained(out, trust_remote_code=True)
        prompts = ["Once upon a time there was", "Tom", "The dog and the cat"]
        batch = model.generate(**tokenizer(prompts, return_tensors="pt", padding=True), max_new_tokens=20)
        for prompt, ids in zip(prompts, batch):
            alone = model.generate(**tokenizer(prompt, return_tensors="pt"), max_new_tokens=20)[0]
            self.assertEqual(tokenizer.decode(ids, skip_special_tokens=True),
                             tokenizer.decode(alone, skip_special_tokens=True))

    def lines(self):
        numbers = random.Random(11)
        alphabets = ["abcdefghijklmnopqrstuvwxyz ABC.,!?'\"", "абвгдежзиклмнопрст ёЁ", "αβγδεζηθικλ ",
                     "的一是不了人我在有他这 。", "אבגדהוזחטי ", "اببتثجحخد ", "あいうえおアイウ漢字", "กขฃคฅ ",
                     "äöüß éèê ñ ", "😀👨‍👩‍👧🇩🇪 ", "  \t\n\r\x00\x01\x7f\u2581\u00a0\u200b ", "aaaaa  bb  ",
                     "<0x0A> <|bos|> <|eos|></s>", "\ufffd\ufeff\U0010ffff\ue000 x"]
        stories = self.call(CLI, "generate", self.exported("published")[0], "--prompt", PROMPT, "--tokens", "90")
        lines = ["", " ", "  ", "\n", "a", "<0x41>", "<|eos|>", "x<|pad|>y", "\u2581", "once\u2581upon", stories]
        while len(lines) < 1000:
            alphabet = numbers.choice(alphabets) if numbers.random() < 0.7 else "".join(alphabets)
            lines.append("".join(numbers.choice(alphabet) for _ in range(numbers.randrange(1, 120))))
            words = stories.split(" ")
            lines.append(" " * numbers.randrange(3) + " ".join(numbers.choice(words) for _ in range(12)))
        broken = numbers.randbytes(4000)
        return lines + [broken[i:i + 40].decode("utf-8", errors="replace") for i in range(0, 4000, 40)]

    def test_the_tokenizer_gives_the_same_ids(self):
        lines = self.lines()
        (self.folder / "lines.json").write_text(json.dumps(lines))
        for kind in ("bpe", "unigram"):
            with self.subTest(kind=kind):
                KINDS[kind] = [f"data.tokenizer={kind}"]
                run, out = self.exported(kind)
                KINDS.pop(kind)
                tokenizer = transformers.AutoTokenizer.from_pretrained(out, trust_remote_code=True)
                self.call(REFERENCE, run, "encode", "lines.json", "encoded.json")
                expected = json.loads((self.folder / "encoded.json").read_text())
                for line, ids in zip(lines, expected):
                    self.assertEqual(tokenizer(line, add_special_tokens=False)["input_ids"], ids, repr(line))
                    self.assertEqual(tokenizer(line)["input_ids"], [2, *ids])
                    self.assertEqual(tokenizer.decode(ids), line)

    def test_bfloat16_keeps_the_router(self):
        run, out = self.exported("published")
        half = self.folder / "half"
        self.call(CLI, "export", run, "--to", "huggingface", "--out", half, "--dtype", "bf16")
        whole, rounded = load_file(out / "model.safetensors"), load_file(half / "model.safetensors")
        for name, tensor in whole.items():
            routes = ".some." in name and ".experts." not in name
            self.assertEqual(rounded[name].dtype, torch.float32 if routes else torch.bfloat16, name)
            self.assertTrue(torch.equal(rounded[name], tensor if routes else tensor.bfloat16()), name)
        model = self.model(half)
        self.assertEqual(model.layers[0].some.keys.dtype, torch.float32)
        self.assertEqual(model.lm_head.weight.dtype, torch.bfloat16)
        ids = torch.tensor([self.texts()[0]])
        difference = (model(ids).logits.float() - self.model(out)(ids).logits).abs()  # some tokens change an expert
        self.assertLess(difference.median().item(), 0.02)

    def test_loss_and_saving_again(self):
        _, out = self.exported("published")
        model, ids = self.model(out), torch.tensor([self.texts()[0]])
        result = model(ids, labels=ids)
        expected = torch.nn.functional.cross_entropy(result.logits[0, :-1], ids[0, 1:])
        self.assertAlmostEqual(result.loss.item(), expected.item(), places=6)
        again = self.folder / "again"
        model.save_pretrained(again)
        for name, tensor in load_file(out / "model.safetensors").items():
            self.assertTrue(torch.equal(load_file(again / "model.safetensors")[name], tensor), name)

    def test_the_card_is_honest(self):
        run, out = self.exported("published")
        card = (out / "README.md").read_text()
        evaluated = json.loads(self.call(CLI, "eval", run, "--json"))
        self.assertIn(f"{evaluated['loss']:.4f}", card)
        self.assertIn(f"{evaluated['bits_per_byte']:.4f}", card)
        self.assertIn("never trained", card)
        self.assertIn("No causal mask", (self.exported("no mask")[1] / "README.md").read_text())
        self.assertIn("No causal mask", (self.exported("no mask, alibi")[1] / "README.md").read_text())

    def test_what_is_there_stays(self):
        run, out = self.exported("published")
        before = (out / "model.safetensors").stat().st_mtime_ns
        error = self.call(CLI, "export", run, "--to", "huggingface", "--out", out, fails=True)
        self.assertIn("--force", error)
        self.assertEqual((out / "model.safetensors").stat().st_mtime_ns, before)
        self.call(CLI, "export", run, "--to", "huggingface", "--out", out, "--force")
        self.assertEqual([each for each in out.parent.iterdir() if each.name.startswith(".")], [])


unittest.main(verbosity=2)
