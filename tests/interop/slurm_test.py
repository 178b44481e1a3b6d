# SPDX-License-Identifier: GPL-3.0-or-later
# A study as a job array of a real Slurm: one node, its daemons started here with a configuration of their own. Skipped (77),
# with the reason, where that can't be.
# usage: slurm_test.py ORRERY_CLI
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

CLI = sys.argv.pop(1)
BASE = """name: base
model: {vocab_size: 400, d_model: 16, num_layers: 2, num_heads: 2, seq_len: 32}
some: {num_experts: 4, d_ffn: 16, top_k: 2}
data: {train_documents: 60, val_documents: 6}
train: {batch_size: 4, threads: 1, max_steps: 8}
"""
STUDY = """question: does it matter?
base: base.yaml
axes: [{key: keys.alpha, values: [0, 0.05]}]
seeds: 2
"""
CONFIG = """ClusterName=test
SlurmctldHost={host}
SlurmctldPort={port}
SlurmdPort={node_port}
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus} State=UNKNOWN
PartitionName=test Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


if os.geteuid() != 0:
    skip("Slurm's and munge's daemons need root here")
for program in ("munged", "slurmctld", "slurmd", "sbatch", "squeue"):
    if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin") is None:
        skip(f"{program} is not installed (apt-get install slurm-wlm munge)")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Slurm:
    def __init__(self, folder):
        self.folder = folder
        self.daemons = []
        os.environ["PATH"] += ":/usr/sbin"
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        for name in ("state", "spool"):
            (folder / name).mkdir()
        host = socket.gethostname().split(".")[0]
        (folder / "slurm.conf").write_text(CONFIG.format(folder=folder, host=host, port=free_port(),
                                                         node_port=free_port(), cpus=os.cpu_count()))
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
                   f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
                   f"--seed-file={folder}/munged.seed")
        self.wait_for(lambda: (folder / "munge.socket").exists(), "munged")
        self.start("slurmctld", "-D", "-i")
        self.start("slurmd", "-D")
        self.wait_for(lambda: "idle" in self.output("sinfo", "-h", "-o", "%T"), "an idle node")

    def start(self, *words):
        with open(self.folder / (words[0] + ".out"), "w") as log:
            self.daemons.append(subprocess.Popen(words, stdout=log, stderr=log))

    @staticmethod
    def output(*words):
        return subprocess.run(words, capture_output=True, text=True).stdout

    def wait_for(self, condition, what):
        for _ in range(1200):
            if condition():
                return
            time.sleep(0.1)
        logs = "\n".join(f"{file.name}: {file.read_text()[-1500:]}" for file in sorted(self.folder.glob("*.log")))
        logs += "\n".join(f"{file.name}: {file.read_text()[-500:]}" for file in sorted(self.folder.glob("*.out")))
        self.stop()
        skip(f"{what} did not come up here:\n{logs}")

    def stop(self):
        for daemon in reversed(self.daemons):
            daemon.terminate()
            try:
                daemon.wait(10)
            except subprocess.TimeoutExpired:
                daemon.kill()
                daemon.wait()


class Array(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        (cls.folder / "slurm").mkdir()
        cls.slurm = Slurm(cls.folder / "slurm")

    @classmethod
    def tearDownClass(cls):
        cls.slurm.stop()
        cls.scratch.cleanup()

    def setUp(self):
        self.work = self.folder / self._testMethodName
        self.work.mkdir()
        (self.work / "base.yaml").write_text(BASE)
        (self.work / "study.yaml").write_text(STUDY)
        self.words = [CLI, "study", "run", "study.yaml", "--on", "slurm", "--jobs", "2", "--out", "out"]

    def states(self):
        out = self.slurm.output(CLI, "study", "export", str(self.work / "out"))
        return [line.split(",")[3] for line in out.splitlines()[1:]]

    def test_four_trials_as_an_array(self):
        result = subprocess.run(self.words, cwd=self.work, capture_output=True, text=True, timeout=280)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(self.states(), ["done"] * 4)
        self.assertIn("Verdict:", result.stdout)
        self.assertIn("study trial", (self.work / "out/slurm.sh").read_text())

    def test_the_array_survives_who_started_it(self):
        (self.work / "base.yaml").write_text(BASE.replace("max_steps: 8", "max_steps: 400"))
        with open(self.work / "log.txt", "w") as log:
            process = subprocess.Popen(self.words, cwd=self.work, stdout=log, stderr=log)
        for _ in range(600):
            if self.slurm.output("squeue", "-h", "-t", "RUNNING").strip():
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGKILL)
        process.wait()
        jobs = self.slurm.output("squeue", "-h", "-r", "-o", "%i").split()
        self.assertTrue(jobs, "the array goes on without its follower")
        result = subprocess.run(self.words, cwd=self.work, capture_output=True, text=True, timeout=280)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        self.assertEqual(self.states(), ["done"] * 4)
        attempts = [line.split(",")[6] for line in
                    self.slurm.output(CLI, "study", "export", str(self.work / "out")).splitlines()[1:]]
        self.assertEqual(attempts, ["1"] * 4, "nothing was submitted twice")


if __name__ == "__main__":
    unittest.main()
