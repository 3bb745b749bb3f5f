"""Runs commands that write files while the disk is full, read-only or slow, and while the process is killed.

    sudo python disk_faults.py target/release/plywright [full] [read-only] [slow] [killed]

Without a fault's name, all are tried. After each fault, the same command runs again without it. The files must then
have the bytes that an undisturbed run writes; a saved game and a learning file must only be whole. The script needs
Linux and the right to mount a file system in memory. `slow` also needs strace.
"""

import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = Path(sys.argv[1]).resolve()
FAULTS = sys.argv[2:] or ["full", "read-only", "slow", "killed"]
LEARNING = """setoption name Hash value 1
setoption name Learning File value {out}
position startpos moves 4 4 4 4
go nodes 3000
position startpos moves 4 3
go nodes 3000
"""
# For each kind of output: the command that writes it. Names in braces stand for paths.
JOBS = {
    "learning file": "--game connect-four --protocol uci",
    "tables": "solve --variant three-mens-morris --out {out}",
    "compact tables": "solve --variant three-mens-morris --format compact --tables {tables} --out {out}",
    "network": "train --game tic-tac-toe --data {games} --hidden 32 --epochs 3 --out {out}",
    "records": "match --game tic-tac-toe --engine 'cmd=builtin name=a' --engine 'cmd=builtin name=b' --each nodes=20 "
    "--rounds 40 --openings random:2 --seed 3 --out {out}",
    "games of self-play": "selfplay --game tic-tac-toe --games 300 --nodes 40 --seed 2 --concurrency 1 --out {out}",
    "plan": "selfplay --game tic-tac-toe --games 9 --shards 3 --plan {out}",
    "shard": "selfplay --plan {plan} --shard 1 --out {out}",
    "joined shards": "selfplay --plan {plan} --merge {shards} --out {out}",
    "saved game": "play --game tic-tac-toe --level 3",
    "converted records": "convert {records} --game tic-tac-toe --to sgf --out {out}",
    "positions": "accuracy --random 20 --per-phase 5 --levels 6 --save {out}",
    "report": "report --game tic-tac-toe --games 10 --nodes 20 --svg {out}",
    "opening tree": "explore {records} --game tic-tac-toe --out {out}",
    "parameters": "tune --game connect-four --params futility_margin --each nodes=100 --iterations 6 --seed 4 --out {out}",
    "puzzles": "puzzles --game connect-four --variant 5x4 --count 2 --out {out}",
}
# Text that a command reads from standard input.
TYPED = {"learning file": LEARNING, "saved game": "b2\nsave {out}\nquit\n"}

# Files that jobs read.
BASE = Path(tempfile.mkdtemp())
INPUTS = {name: BASE / name for name in ["plan", "shards", "tables", "games", "records"]}


def words(command, out=None):
    """Returns the words of a command of the program, with the paths of the files."""
    return [str(PROGRAM), *(word.format(out=out, **INPUTS) for word in shlex.split(command))]


def inputs():
    """Writes the files that jobs read: tables, games, records, a plan, and its shards."""
    commands = [
        words(JOBS["tables"], INPUTS["tables"]),
        words(JOBS["games of self-play"], INPUTS["games"]),
        words(JOBS["records"], INPUTS["records"]),
        words("selfplay --game tic-tac-toe --games 300 --nodes 40 --seed 2 --shards 2 --plan {plan}"),
        words("selfplay --plan {plan} --shard 0 --out {shards}"),
        words("selfplay --plan {plan} --shard 1 --out {shards}"),
    ]
    for command in commands:
        subprocess.run(command, check=True, capture_output=True)


def start(job, folder, before=(), **how):
    out = folder / "out"
    command = [*before, *words(JOBS[job], out)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **how)
    try:
        process.stdin.write(TYPED.get(job, "").format(out=out).encode())
        process.stdin.flush()
    except BrokenPipeError:
        pass
    return process


def run(job, folder, before=()):
    """Runs a job; returns its exit code and the last line that it prints."""
    process = start(job, folder, before)
    output, errors = process.communicate(timeout=300)
    lines = (errors or output).decode(errors="replace").strip().splitlines()
    return process.returncode, lines[-1] if lines else ""


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def names_and_sizes(left):
    return ", ".join(f"{name} ({len(data)} bytes)" for name, data in left.items() if name != "fill")[:150] or "nothing"


def run_without_fault(job, folder, whole):
    """Runs the job without the fault, and compares its files with those of an undisturbed run."""
    code, last = run(job, folder)
    found = {name: data for name, data in files(folder).items() if name != "fill"}
    if job == "saved game":
        # Games are added to the file, with the time of each move. Every game must be whole.
        shown = subprocess.run([PROGRAM, "replay", folder / "out"], capture_output=True)
        same = shown.returncode == 0 and found["out"].decode().endswith(" *\n\n")
    elif job == "learning file":
        # Learned values depend on those learned before. Every line must be whole.
        lines = found["out"].decode().splitlines()
        same = lines[0] == "plywright-learning 1" and all(len(line.split()) == 5 for line in lines[1:])
    else:
        same = found == whole
    print("    again:", "the bytes of an undisturbed run" if same and code == 0 else f"DIFFERENT, {code}, {last}", flush=True)
    return same and code == 0


def on_small_disk(job, fault, folder, whole):
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", folder], check=True)
    try:
        fill = folder / "fill"
        if fault == "read-only":
            subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        else:
            pages = 4 if fault == "full" else 2
            fill.write_bytes(bytes(4096 * pages))
        code, last = run(job, folder)
        print(f"{fault}, {job}: exit code {code}; left: {names_and_sizes(files(folder))}\n    {last[:200]}")
        subprocess.run(["mount", "-o", "remount,rw,size=4m", folder], check=True)
        fill.unlink(missing_ok=True)
        return run_without_fault(job, folder, whole)
    finally:
        subprocess.run(["umount", folder], check=True)


def on_slow_disk(job, folder, whole):
    delay = 3000 if job in ("records", "games of self-play") else 50_000
    inject = ["strace", "-f", "-o", "/dev/null", "-e", f"inject=write,fsync,rename:delay_enter={delay}"]
    started = time.monotonic()
    code, last = run(job, folder, inject)
    print(f"slow, {delay / 1000} ms for each write, {job}: exit code {code} after {time.monotonic() - started:.1f} s; {last[:100]}")
    return run_without_fault(job, folder, whole)


def while_killed(job, folder, whole, seconds):
    dice, kills = random.Random(1), 0
    for _ in range(12):
        process = start(job, folder)
        time.sleep(dice.uniform(0.1, 1.0) * seconds)
        kills += process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.communicate()
    print(f"killed {kills} times, {job}: left: {names_and_sizes(files(folder))}")
    return run_without_fault(job, folder, whole)


def main():
    good = True
    inputs()
    for job in JOBS:
        folder = BASE / "undisturbed"
        folder.mkdir()
        started = time.monotonic()
        code, last = run(job, folder)
        seconds = time.monotonic() - started
        if code:
            sys.exit(f"{job}: {last}")
        whole = files(folder)
        shutil.rmtree(folder)
        for fault in FAULTS:
            folder.mkdir()
            if fault == "full":
                good &= on_small_disk(job, "full", folder, whole)
                good &= on_small_disk(job, "almost full", folder, whole)
            elif fault == "read-only":
                good &= on_small_disk(job, fault, folder, whole)
            elif fault == "slow":
                good &= on_slow_disk(job, folder, whole)
            else:
                good &= while_killed(job, folder, whole, seconds)
            shutil.rmtree(folder)
    shutil.rmtree(BASE)
    sys.exit(0 if good else "a fault of the disk has lasting effects")


main()
