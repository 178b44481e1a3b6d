# SPDX-License-Identifier: GPL-3.0-or-later
# Ranks that torchrun, mpirun and srun start train the model of one process. Skipped (77) where a launcher is missing; it
# says what installs it.
# usage: launchers_test.py ORRERY_CLI SBATCH_TEMPLATE torchrun|mpirun|slurm
import os
import pathlib
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

import slurm_cluster
from slurm_cluster import skip

LAUNCHER = sys.argv.pop(3)
TEMPLATE = pathlib.Path(sys.argv.pop(2))
CLI = os.path.abspath(sys.argv.pop(1))
CONFIG = """name: tiny
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 16, top_k: 2}
data: {train_documents: 60, val_documents: 6}
eval: {every: 20}
checkpoint: {every: 20}
train: {batch_size: 5, threads: 1, max_steps: STEPS}
"""
NODES = {"orrery-node1": "127.0.0.2", "orrery-node2": "127.0.0.3"}


def only_run(runs):
    runs = sorted(runs.iterdir())
    assert len(runs) == 1, f"one run folder was expected: {runs}"
    return runs[0]


def losses(run):
    with sqlite3.connect(run / "run.db") as database:
        return [row[0] for row in database.execute(
            "SELECT value FROM scalars WHERE name IN ('train/loss', 'val/loss') ORDER BY name, step, event")]


def last_checkpoint(run):
    folder = sorted((run / "checkpoints").glob("step-*"))[-1]
    return folder.name, [(folder / f"{name}.safetensors").read_bytes() for name in ("model", "optimizer")]


def ranks_below(process):
    """Processes of orrery-cli that descend from one."""
    parents, programs = {}, {}
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text()
            if stat[stat.rindex(")") + 2] == "Z":
                continue
            parents[int(folder.name)] = int(stat[stat.rindex(")") + 2:].split()[1])
            programs[int(folder.name)] = os.readlink(folder / "exe")
        except OSError:
            continue

    def descends(one):
        while one in parents:
            one = parents[one]
            if one == process:
                return True
        return False

    return sorted(one for one, program in programs.items() if program == os.path.realpath(CLI) and descends(one))


class Launched(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        os.environ["XDG_CACHE_HOME"] = str(cls.folder / "cache")
        cls.config(cls, "run.yaml", 60)
        cls.one = cls.trained(cls, "one", [CLI, "train", "run.yaml", "--runs", "one"])

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def config(self, name, steps):
        (self.folder / name).write_text(CONFIG.replace("STEPS", str(steps)))

    def trained(self, runs, words):
        result = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=280)
        assert result.returncode == 0, f"{words}\n{result.stdout}\n{result.stderr}"
        return only_run(self.folder / runs)

    def expect_as_one(self, run):
        expected, found = losses(self.one), losses(run)
        self.assertEqual(len(found), len(expected))
        for a, b in zip(found, expected):
            self.assertAlmostEqual(a / b, 1, delta=1e-5)
        with sqlite3.connect(run / "run.db") as database:
            shared = database.execute("SELECT count(*) FROM scalars WHERE name LIKE 'rank%'").fetchone()[0]
        self.assertGreater(shared, 0, "it was trained by several ranks")


class Torchrun(Launched):
    def words(self, ranks, *more):
        return [TORCHRUN, "--nproc-per-node", str(ranks), "--master-port", str(slurm_cluster.free_port()), *more,
                "--no-python", CLI]

    def test_three_ranks(self):
        self.expect_as_one(self.trained("three", [*self.words(3), "train", "run.yaml", "--runs", "three"]))

    def test_rendezvous_of_two_agents(self):
        """As on two hosts: an agent each, which meet at a rendezvous."""
        words = [TORCHRUN, "--nnodes", "2", "--nproc-per-node", "1", "--rdzv-backend", "c10d", "--rdzv-endpoint",
                 f"127.0.0.1:{slurm_cluster.free_port()}", "--local-addr", "127.0.0.1", "--no-python", CLI, "train", "run.yaml",
                 "--runs", "agents"]
        other = subprocess.Popen(words, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        run = self.trained("agents", words)
        self.assertEqual(other.wait(60), 0)
        self.expect_as_one(run)

    def test_goes_on_by_itself_when_ranks_are_killed(self):
        self.config("long.yaml", 1500)
        arguments = ["train", "long.yaml", "--runs"]
        whole = self.trained("whole", [*self.words(2), *arguments, "whole"])
        with open(self.folder / "killed.log", "w") as log:
            agent = subprocess.Popen([*self.words(2, "--max-restarts", "3"), *arguments, "killed"], cwd=self.folder,
                                     stdout=log, stderr=log)
        for rank in (1, 0):  # in the order of their start
            ranks = self.training_ranks(agent, self.folder / "killed")
            os.kill(ranks[rank], signal.SIGKILL)
            self.wait_until(lambda: not set(ranks) & set(ranks_below(agent.pid)), agent)
        self.assertEqual(agent.wait(280), 0, (self.folder / "killed.log").read_text())
        killed = only_run(self.folder / "killed")
        self.assertEqual(last_checkpoint(killed), last_checkpoint(whole))
        self.assertEqual(losses(killed), losses(whole))

    def training_ranks(self, agent, runs):
        """The two, once they have come further than they were."""
        steps = lambda: max((step.name for step in runs.glob("*/checkpoints/step-*")), default="")
        before = steps()
        self.wait_until(lambda: steps() > before and len(ranks_below(agent.pid)) == 2, agent)
        return ranks_below(agent.pid)

    def wait_until(self, true_now, agent):
        for _ in range(1200):
            if true_now():
                return
            if agent.poll() is not None:
                break
            time.sleep(0.05)
        self.fail("it did not come to that:\n" + (self.folder / "killed.log").read_text())


class Mpirun(Launched):
    WORDS = ["mpirun", "--allow-run-as-root", "--oversubscribe"]

    def test_three_ranks(self):
        self.expect_as_one(self.trained("three", [*self.WORDS, "-n", "3", CLI, "train", "run.yaml", "--runs", "three"]))

    def test_a_port_that_is_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            result = subprocess.run([*self.WORDS, "-n", "2", "-x", f"MASTER_PORT={port}", CLI, "train", "run.yaml", "--runs",
                                     "taken", "--set", "train.rank_timeout=3"], cwd=self.folder, capture_output=True,
                                    text=True, timeout=120)
        self.assertNotEqual(result.returncode, 0)
        self.assertRegex(result.stderr, rf"127\.0\.0\.1:{port}.*set MASTER_PORT to a port that is free")
        self.assertFalse((self.folder / "taken").exists())


class TwoNodes(Launched):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        (cls.folder / "slurm").mkdir()
        cls.slurm = slurm_cluster.Slurm(cls.folder / "slurm", NODES)

    @classmethod
    def tearDownClass(cls):
        cls.slurm.stop()
        super().tearDownClass()

    def test_srun_over_two_nodes(self):
        """MASTER_ADDR is not set: the first host of SLURM_STEP_NODELIST is rank 0's."""
        self.expect_as_one(self.trained("srun", ["srun", "--nodes", "2", "--ntasks", "2", CLI, "train", "run.yaml", "--runs",
                                                 "srun"]))

    def test_the_job_script(self):
        """packaging/sbatch-ranks.sh, without the GPUs that these nodes lack; then with a run that is finished."""
        script = re.sub(r"(?m)^#SBATCH --(gpus-per-node|cpus-per-task|time|signal).*\n", "", TEMPLATE.read_text())
        (self.folder / "job.sh").write_text(script.replace("orrery-cli", CLI))
        words = ["sbatch", "--wait", "--nodes", "2", "--ntasks-per-node", "2", "--output", "job.log", "job.sh", "run.yaml"]
        for run in [], [self.folder / "runs"]:
            words += [str(only_run(runs)) for runs in run]
            result = subprocess.run(words, cwd=self.folder, capture_output=True, text=True, timeout=280)
            self.assertEqual(result.returncode, 0, result.stderr + (self.folder / "job.log").read_text())
        self.expect_as_one(only_run(self.folder / "runs"))
        self.assertIn("finished already", (self.folder / "job.log").read_text())

    def test_a_killed_task_ends_the_step(self):
        self.config("long.yaml", 500000)
        step = subprocess.Popen(["srun", "--nodes", "2", "--ntasks", "2", CLI, "train", "long.yaml", "--runs", "killed"],
                                cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        for _ in range(1200):
            if list((self.folder / "killed").glob("*/checkpoints/step-*")):
                break
            time.sleep(0.1)
        tasks = [int(line.split()[0]) for line in self.slurm.output("pgrep", "-a", "-f", "train long.yaml --runs killed").splitlines()
                 if line.split()[1] == CLI]
        ranks = {(pathlib.Path("/proc") / str(task) / "environ").read_bytes().split(b"SLURM_PROCID=")[1].split(b"\0")[0]: task
                 for task in tasks}
        os.kill(ranks[b"1"], signal.SIGKILL)
        out, _ = step.communicate(timeout=120)
        self.assertNotEqual(step.returncode, 0)
        self.assertRegex(out, r"rank 1 \(.*\) is lost")
        for task in tasks:
            self.assertFalse((pathlib.Path("/proc") / str(task)).exists(), "nobody stays")


def enter_nodes():
    """Starts this test anew where the nodes' names are known: /etc/hosts of a mount namespace of its own."""
    if "ORRERY_TEST_HOSTS" in os.environ:
        return
    with tempfile.NamedTemporaryFile("w", delete=False) as hosts:
        hosts.write(pathlib.Path("/etc/hosts").read_text())
        hosts.writelines(f"{address} {name}\n" for name, address in NODES.items())
    os.environ["ORRERY_TEST_HOSTS"] = hosts.name
    words = [sys.executable, __file__, CLI, str(TEMPLATE), LAUNCHER]
    os.execvp("unshare", ["unshare", "-m", "sh", "-c",
                          'mount --bind "$ORRERY_TEST_HOSTS" /etc/hosts && rm "$ORRERY_TEST_HOSTS" && exec "$@"', "sh", *words])


def torchrun_program():
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    installed = [place for place in (cache / "orrery/deps/transformers/.complete", *sorted(
        cache.glob("orrery/deps/torchrun-*/.complete"))) if (place.parent / "bin/torchrun").exists()]
    return (os.environ.get("ORRERY_TORCHRUN") or (installed and str(installed[-1].parent / "bin/torchrun"))
            or shutil.which("torchrun"))


if LAUNCHER == "slurm":
    slurm_cluster.require_slurm()
    enter_nodes()
    CASE = TwoNodes
elif LAUNCHER == "mpirun":
    if shutil.which("mpirun") is None:
        skip("mpirun is not installed (packaging/setup.sh --with-launchers, or apt-get install openmpi-bin)")
    CASE = Mpirun
else:
    TORCHRUN = torchrun_program()
    if not TORCHRUN:
        skip("torchrun is not here: packaging/setup.sh --with-launchers installs it, or ORRERY_TORCHRUN names that of a "
             "Python with the LibTorch version of packaging/dependencies.lock")
    CASE = Torchrun

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromTestCase(CASE)
    sys.exit(not unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful())
