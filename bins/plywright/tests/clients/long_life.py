"""Keeps the program busy for a long time and reports its memory, its threads and files, and its slowest answers.

    python long_life.py target/release/plywright sessions --minutes 60
    python long_life.py target/release/plywright boards --minutes 60 --boards 50
    python long_life.py target/release/plywright tournament --games 10000

`sessions` talks to an engine of each game in each protocol: valid requests, malformed ones and random bytes, in
random order. `boards` keeps pages of the board connected, which ask for positions and searches. `tournament` plays
a match between processes. The script needs Linux, and no package.
"""

import argparse
import asyncio
import base64
import json
import os
import random
import re
import select
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# Recorded sessions of the tests. Lines that begin with `> ` are requests.
TREE = Path(__file__).parents[4]
TRANSCRIPTS = [*TREE.glob("protocols/tests/suite/transcripts/*.txt"), *TREE.glob("bins/plywright/tests/suite/transcripts/*.txt")]
# Games that come with the program.
GAMES = ["mill", "santorini", "connect-four", "gyges", "chess", "othello", "breakthrough", "kalah", "hex", "tic-tac-toe"]
# Matches requests that write files, take much memory, time or many threads, or end the session. They are not sent.
HARMFUL = re.compile(rb"file|path|hash|thread|log|quit|bench|memory", re.IGNORECASE)


def status(pid):
    """Returns the resident memory in KiB, the number of threads and the number of open files of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    number = lambda name: int(re.search(rf"{name}:\s+(\d+)", text).group(1))
    return number("VmRSS"), number("Threads"), len(os.listdir(f"/proc/{pid}/fd"))


def children(pid):
    """Returns the ids of the processes whose parent is `pid`."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = Path(f"/proc/{entry}/stat").read_text().rsplit(") ", 1)[1].split()
            except OSError:
                continue
            if int(fields[1]) == pid:
                found.append(int(entry))
    return found


class Engine:
    """A process of the program, and the requests sent to it."""

    def __init__(self, program, game, protocol, dice):
        self.name, self.protocol, self.dice = f"{game} {protocol}", protocol, dice
        self.process = subprocess.Popen(
            [program, "--game", game, "--protocol", protocol],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        os.set_blocking(self.process.stdin.fileno(), True)
        self.buffer, self.lines, self.slowest = b"", 0, 0.0
        self.sync, self.synced = (b"ping\n", b"pong") if protocol == "json" else (b"isready\n", b"readyok")
        lines = [line for file in sorted(TRANSCRIPTS) for line in file.read_bytes().splitlines()]
        requests = [line[2:] for line in lines if line.startswith(b"> ")]
        positions = [line.removeprefix(b"position fen ") for line in requests if line.startswith(b"position fen ")]
        set_up = {"uci": b"position fen ", "ugi": b"setpos ", "json": b"set_position "}[protocol]
        requests += [set_up + text for text in positions] * 3
        requests += [b"position startpos", b"go movetime 20", b"go nodes 500", b"go infinite", b"go depth 3", b"stop"] * 20
        self.requests = [line for line in requests if line and not HARMFUL.search(line)]

    def request(self):
        line = self.dice.choice(self.requests)
        kind = self.dice.random()
        if kind < 0.15:
            line = bytearray(line)
            for _ in range(self.dice.randrange(1, 5)):
                line[self.dice.randrange(len(line))] = self.dice.randrange(256)
        elif kind < 0.2:
            line = self.dice.randbytes(self.dice.randrange(1, 200))
        line = bytes(line).replace(b"\n", b" ").replace(b"\r", b" ")
        return b"" if HARMFUL.search(line) else line + b"\n"

    def burst(self):
        """Sends a few requests and `stop`, and waits until the program has processed them."""
        text = b"".join(self.request() for _ in range(self.dice.randrange(1, 12)))
        self.lines += text.count(b"\n")
        started = time.monotonic()
        self.process.stdin.write(text + b"stop\n" + self.sync)
        self.process.stdin.flush()
        # Earlier requests can have asked for the same answer.
        wanted = 1 + sum(line.split()[:1] == [self.sync.strip()] for line in text.splitlines())
        while wanted > 0:
            if not select.select([self.process.stdout], [], [], 60)[0]:
                sys.exit(f"{self.name}: no answer for 60 s to\n{text!r}")
            data = os.read(self.process.stdout.fileno(), 1 << 16)
            if not data:
                sys.exit(f"{self.name}: the process ended with {self.process.wait()} at\n{text!r}")
            self.buffer += data
            *lines, self.buffer = self.buffer.split(b"\n")
            wanted -= sum(line.rstrip() == self.synced or line == b'{"type":"pong"}' for line in lines)
        self.slowest = max(self.slowest, time.monotonic() - started)


def sessions(arguments):
    dice = random.Random(arguments.seed)
    engines = [Engine(arguments.program, game, protocol, dice) for game in GAMES for protocol in ("uci", "ugi", "json")]
    started = time.monotonic()
    report = started
    print("minutes\trequests\tMB of all\tlargest MB\tthreads\tfiles\tslowest answer s (with its searches)", flush=True)
    while True:
        now = time.monotonic()
        if now >= report:
            states = [status(engine.process.pid) for engine in engines]
            memory = [state[0] for state in states]
            row = [
                f"{(now - started) / 60:.1f}",
                sum(engine.lines for engine in engines),
                f"{sum(memory) / 1000:.0f}",
                f"{max(memory) / 1000:.0f}",
                sum(state[1] for state in states),
                sum(state[2] for state in states),
                f"{max(engine.slowest for engine in engines):.2f}",
            ]
            print(*row, sep="\t", flush=True)
            report += 60 * arguments.minutes / 30
        if now - started > 60 * arguments.minutes:
            break
        dice.choice(engines).burst()
        time.sleep(arguments.pause)
    for engine in engines:
        engine.process.stdin.close()
        engine.process.wait(10)
    print("slowest:", *sorted((f"{engine.slowest:.2f} s {engine.name}" for engine in engines), reverse=True)[:3], sep="\n")


class Page:
    """A page of the board: a WebSocket."""

    async def open(self, host, port):
        self.reader, self.writer = await asyncio.open_connection(host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        if b" 101 " not in head.split(b"\r\n")[0]:
            sys.exit(f"a page is refused: {head!r}")
        await self.next()
        self.answers = asyncio.Queue()
        self.reading = asyncio.create_task(self.read())
        return self

    async def read(self):
        """Reads all the time, so that the server's pings are answered, as by a browser."""
        try:
            while True:
                self.answers.put_nowait(await self.next())
        except (OSError, EOFError) as error:
            self.answers.put_nowait({"type": "closed", "error": repr(error)})

    def send(self, text, kind=1):
        data, mask = text.encode() if isinstance(text, str) else text, os.urandom(4)
        length = bytes([128 | len(data)]) if len(data) < 126 else bytes([254]) + struct.pack(">H", len(data))
        masked = bytes(byte ^ mask[at % 4] for at, byte in enumerate(data))
        self.writer.write(bytes([128 | kind]) + length + mask + masked)

    async def next(self):
        while True:
            first, length = await self.reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack(">H", await self.reader.readexactly(2))
            elif length == 127:
                (length,) = struct.unpack(">Q", await self.reader.readexactly(8))
            data = await self.reader.readexactly(length)
            if first & 15 == 9:
                self.send(data, kind=10)
            elif first & 15 == 1:
                return json.loads(data)
            elif first & 15 == 8:
                sys.exit("the server closed a page")


async def visit(page, dice, until, figures):
    """Plays random moves of a game, and asks for a short search now and then."""
    number = 0
    while time.monotonic() < until:
        game, moves = dice.choice(GAMES), []
        for _ in range(dice.randrange(1, 30)):
            number += 1
            search = dice.random() < 0.2
            place = {"game": game, "moves": moves}
            request = {"id": number, "type": "search", "place": place, "movetime": 20} if search else {
                "id": number, "type": "position", "place": place}
            started = time.monotonic()
            page.send(json.dumps(request))
            while True:
                answer = await asyncio.wait_for(page.answers.get(), 120)
                if answer.get("type") == "closed":
                    sys.exit(f"the server closed a page: {answer}")
                if answer.get("id") == number and answer.get("type") != "line":
                    break
            figures["answers"] += 1
            figures["slowest"] = max(figures["slowest"], time.monotonic() - started)
            if answer.get("type") == "error":
                figures["errors"] += 1
                break
            if not search:
                legal = json.dumps(answer)
                texts = re.findall(r'"move": "([^"]+)"', legal)
                if not texts:
                    break
                moves = [*moves, dice.choice(texts)]
            await asyncio.sleep(dice.expovariate(1 / figures["pause"]))
            if time.monotonic() > until:
                return


async def boards(arguments):
    process = subprocess.Popen([arguments.program, "board", "--no-open"], stdout=subprocess.PIPE, text=True)
    host, port = re.match(r"http://([^:/]+):(\d+)/", process.stdout.readline()).groups()
    dice = random.Random(arguments.seed)
    pages = [await Page().open(host, int(port)) for _ in range(arguments.boards)]
    figures = {"answers": 0, "slowest": 0.0, "errors": 0, "pause": arguments.pause or 10}
    started = time.monotonic()
    until = started + 60 * arguments.minutes
    tasks = [asyncio.create_task(visit(page, dice, until, figures)) for page in pages]

    async def report():
        print("minutes\tanswers\terrors\tMB\tthreads\tfiles\tslowest answer s", flush=True)
        while True:
            memory, threads, files = status(process.pid)
            row = [f"{(time.monotonic() - started) / 60:.1f}", figures["answers"], figures["errors"]]
            row += [f"{memory / 1000:.0f}", threads, files, f"{figures['slowest']:.2f}"]
            print(*row, sep="\t", flush=True)
            await asyncio.sleep(60 * arguments.minutes / 30)

    reporting = asyncio.create_task(report())
    await asyncio.gather(*tasks)
    reporting.cancel()
    for page in pages:
        page.writer.close()
    await asyncio.sleep(3)
    print("after all pages closed:", "%.0f kB, %d threads, %d files" % status(process.pid))
    process.terminate()
    process.wait(10)


def tournament(arguments):
    """A match with two engine processes for each game that is played at the same time."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "games.pgn"
        engine = f"cmd={arguments.program} args='--game {arguments.game} --protocol uci' option.Hash=1 nodes=20"
        command = [arguments.program, "match", "--game", arguments.game, "--engine", f"{engine} name=a"]
        command += ["--engine", f"{engine} name=b restart={'on' if arguments.restart else 'off'}"]
        command += ["--rounds", str(arguments.games // 2), "--openings", "random:1-4", "--concurrency", "2"]
        process = subprocess.Popen([*command, "--out", str(out)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        os.set_blocking(process.stderr.fileno(), False)
        started = time.monotonic()
        errors = b""
        print("seconds\tgames\tMB\tthreads\tfiles\tprocesses", flush=True)
        report = 0
        while process.poll() is None:
            errors += process.stderr.read() or b""
            seconds = time.monotonic() - started
            if seconds >= report:
                try:
                    memory, threads, files = status(process.pid)
                except (OSError, AttributeError):
                    break
                games = out.read_text().count("[Result ") if out.exists() else 0
                print(f"{seconds:.0f}\t{games}\t{memory / 1000:.0f}\t{threads}\t{files}\t{len(children(process.pid))}", flush=True)
                report += 60
            time.sleep(0.5)
        code = process.wait()
        errors += process.stderr.read() or b""
        text = out.read_text()
        faults = re.findall(r'\[Termination "([^"]+)"\]', text)
        print(f"exit code {code}, {text.count('[Result ')} games, terminations {dict((f, faults.count(f)) for f in set(faults))}")
        print(f"files beside the games: {sorted(set(os.listdir(folder)) - {'games.pgn'})}; left processes: {children(process.pid)}")
        print(errors.decode(errors="replace")[-300:])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("what", choices=["sessions", "boards", "tournament"])
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--game", default="tic-tac-toe")
    parser.add_argument("--restart", action="store_true", help="start one engine anew for each game")
    parser.add_argument("--pause", type=float, default=0.0, help="seconds between bursts, or between a board's requests")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.what == "boards":
        asyncio.run(boards(arguments))
    elif arguments.what == "sessions":
        sessions(arguments)
    else:
        tournament(arguments)


main()
