"""Shards as the tasks of a Slurm array, and workers as Slurm jobs, under a real Slurm of one node."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from conftest import free_ports

PROGRAMS = "munged", "slurmctld", "slurmd", "sbatch", "squeue", "scontrol"
MISSING = [name for name in PROGRAMS if not shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")]
PLYWRIGHT = os.environ.get("PLYWRIGHT", "")
GAMES = ["--game", "connect-four", "--games", "200", "--nodes", "2000", "--seed", "7"]

pytestmark = [
    pytest.mark.skipif(bool(MISSING), reason=f"{', '.join(MISSING)}: not installed"),
    pytest.mark.skipif(sys.platform != "linux" or os.geteuid() != 0, reason="needs the superuser"),
    pytest.mark.skipif(not PLYWRIGHT, reason="PLYWRIGHT does not name the program"),
]

CONFIGURATION = """
ClusterName=local
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
ProctrackType=proctrack/pgid
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000 State=UNKNOWN
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def wait(what: str, seconds: float, *, folder: Path) -> None:
    """Wait until a shell command succeeds. Fail with Slurm's messages if that takes too long."""
    deadline = time.monotonic() + seconds
    while subprocess.run(what, shell=True, check=False, capture_output=True).returncode:
        if time.monotonic() > deadline:
            logs = [path.read_text() for path in (folder / "slurmctld.log", folder / "slurmd.log") if path.exists()]
            pytest.fail(f"not true after {seconds} s: {what}\n{''.join(logs)}")
        time.sleep(0.2)


@pytest.fixture(scope="module")
def slurm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Start a Slurm cluster of one node that listens on the loopback address, and yield its folder."""
    folder = Path(tmp_path_factory.mktemp("slurm"))
    for name in "munge", "state", "spool":
        (folder / name).mkdir(mode=0o755)
    key = folder / "munge" / "key"
    key.write_bytes(os.urandom(128))
    key.chmod(0o400)
    host = socket.gethostname().split(".")[0]
    settings = folder / "slurm.conf"
    settings.write_text(CONFIGURATION.format(host=host, folder=folder, ports=free_ports(2)))
    munge = [f"--{name}={folder}/munge/{name.split('-')[0]}" for name in ("socket", "key-file", "pid-file")]
    munge += [f"--log-file={folder}/munge/log", f"--seed-file={folder}/munge/seed"]
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("SLURM_CONF", str(settings))
        patch.setenv("PATH", f"{Path(PLYWRIGHT).parent}:{os.environ['PATH']}:/usr/sbin")
        for line in ["munged", "--foreground", "--force", *munge], ["slurmctld", "-D", "-c"], ["slurmd", "-D"]:
            process = stack.enter_context(subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            stack.callback(process.terminate)
            if line[0] == "munged":
                wait(f"test -S {folder}/munge/socket", 10, folder=folder)
        wait("sinfo --noheader --format=%t | grep -q idle", 60, folder=folder)
        yield folder


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file that one process of the program writes."""
    out = tmp_path_factory.mktemp("plain") / "games"
    subprocess.run([PLYWRIGHT, "selfplay", *GAMES, "--out", out], check=True)
    return out.read_bytes()


SCRIPT = """#!/bin/bash
#SBATCH --array=0-2
#SBATCH --cpus-per-task=1
plywright selfplay --plan c4.plan --shard "$SLURM_ARRAY_TASK_ID" --out c4.slurm
"""


def test_an_array_plays_the_shards(slurm: Path, games: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The joined file equals the file of one process, although Slurm stops and requeues a task."""
    monkeypatch.chdir(tmp_path)
    subprocess.run([PLYWRIGHT, "selfplay", *GAMES, "--plan", "c4.plan", "--shards", "3"], check=True)
    Path("games.sbatch").write_text(SCRIPT)
    job = subprocess.run(["sbatch", "--parsable", "games.sbatch"], check=True, capture_output=True, text=True).stdout
    job = job.strip()
    wait("ls c4.slurm/000001*.part", 60, folder=slurm)
    subprocess.run(["scontrol", "requeue", f"{job}_1"], check=True)
    assert not Path("c4.slurm/000001.shard").exists()
    # Slurm starts a requeued job again after two minutes.
    wait(f"! squeue --noheader --jobs {job} 2>/dev/null | grep -q .", 240, folder=slurm)
    merged = [PLYWRIGHT, "selfplay", "--plan", "c4.plan", "--merge", "c4.slurm", "--out", "c4.games"]
    subprocess.run(merged, check=True)
    assert Path("c4.games").read_bytes() == games


def test_workers_are_jobs(slurm: Path, games: bytes, tmp_path: Path) -> None:
    """The driver submits jobs by dask-jobqueue, and the file equals that of the program."""
    pytest.importorskip("dask_jobqueue", reason="the package dask-jobqueue is not installed")
    from plywright.cluster import __main__ as command

    settings = tmp_path / "slurm.yaml"
    options = f"cores: 1, processes: 1, memory: 1GB, interface: lo, log-directory: '{tmp_path}'"
    settings.write_text(f"jobqueue: {{slurm: {{{options}, scheduler-options: {{interface: lo}}}}}}")
    line = ["selfplay", *GAMES, "--out", str(tmp_path / "games"), "--workers", "2", "--jobqueue", str(settings)]
    assert command.main(line) == 0
    assert (tmp_path / "games").read_bytes() == games
    assert list(tmp_path.glob("*.out")), "no job has written its log"
    wait("! squeue --noheader | grep -q dask-worker", 60, folder=slurm)
