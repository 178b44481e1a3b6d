# SPDX-License-Identifier: GPL-3.0-or-later
# A real Slurm on this machine, for tests: its daemons with a configuration, ports and a key of their own.
import os
import shutil
import socket
import subprocess
import sys
import time

CONFIG = """ClusterName=test
SlurmctldHost={host}
SlurmctldPort={port}
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
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=2
"""


def skip(reason):
    print("skipped: " + reason)
    sys.exit(77)


def require_slurm():
    """Ends the test as skipped, and says why, where it can't be started."""
    os.environ["PATH"] += ":/usr/sbin"
    if os.geteuid() != 0:
        skip("Slurm's and munge's daemons need root here")
    for program in ("munged", "slurmctld", "slurmd", "sbatch", "srun", "squeue"):
        if shutil.which(program) is None:
            skip(f"{program} is not installed (packaging/setup.sh --with-launchers, or apt-get install slurm-wlm munge)")


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Slurm:
    def __init__(self, folder, nodes=None):
        """nodes: name -> IP address of this machine; by default one with its host name."""
        self.folder = folder
        self.daemons = []
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        host = socket.gethostname().split(".")[0]
        nodes = nodes or {host: "127.0.0.1"}
        (folder / "state").mkdir()
        lines = CONFIG.format(folder=folder, host=host, port=free_port())
        for name, address in nodes.items():
            (folder / f"spool-{name}").mkdir()
            lines += (f"NodeName={name} NodeHostname={host} NodeAddr={address} Port={free_port()} "
                      f"CPUs={os.cpu_count()} State=UNKNOWN\n")
        lines += f"PartitionName=test Nodes={','.join(nodes)} Default=YES MaxTime=INFINITE State=UP\n"
        (folder / "slurm.conf").write_text(lines)
        key = folder / "munge.key"
        key.write_bytes(os.urandom(128))
        key.chmod(0o600)
        self.start("munged", "--foreground", "--force", f"--key-file={key}", f"--socket={folder}/munge.socket",
                   f"--pid-file={folder}/munged.pid", f"--log-file={folder}/munged.log",
                   f"--seed-file={folder}/munged.seed")
        self.wait_for(lambda: (folder / "munge.socket").exists(), "munged")
        self.start("slurmctld", "-D", "-i")
        for name in nodes:
            self.start("slurmd", "-D", "-N", name)
        self.wait_for(lambda: self.output("sinfo", "-h", "-N", "-o", "%T").split() == ["idle"] * len(nodes),
                      f"{len(nodes)} idle nodes")

    def start(self, *words):
        with open(self.folder / f"{words[0]}-{len(self.daemons)}.out", "w") as log:
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
