"""Jobs on clusters: the files are the same, whatever happens to the workers."""

from __future__ import annotations

import dataclasses
import io
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import plywright as pw
import pytest
from conftest import free_ports, run_in_threads
from plywright.cluster import __main__ as command
from plywright.cluster import _clusters, _driver, _rounds, _run
from plywright.cluster._driver import Driver
from plywright.cluster._job import Job
from plywright.cluster._workers import DaskWorkers, Workers, _check_any_left

distributed = pytest.importorskip("distributed", reason="the package distributed is not installed")

GAMES = 160
SELFPLAY = ["--game", "connect-four", "--games", f"{GAMES}", "--nodes", "2000", "--seed", "5"]
MATCH = ["--game", "connect-four", "--rounds", "400", "--seed", "5", "--sprt", "elo0=0 elo1=40"]
MATCH += ["--engine", "cmd=builtin name=a", "--engine", "cmd=builtin name=b nodes=10", "--each", "nodes=400"]


class LocalProcesses(ProcessPoolExecutor):
    """A pool of processes without a scheduler. If a process is killed, the job fails."""

    def __init__(self, size: int) -> None:
        """Prepare a pool of `size` processes. They start when they are needed."""
        super().__init__(size, get_context("spawn"))
        self._size = size
        self.expected = self.peak = size
        self.lost = self.repeated = 0
        self.excluded: dict[str, str] = {}

    def slots(self) -> int:
        """Return the number of processes that are not excluded. Processes are never replaced."""
        _check_any_left(self._size - len(self.excluded), self.excluded)
        return self._size - len(self.excluded)

    def share(self, content: bytes) -> bytes:
        """Return the content itself, which is sent with each call."""
        return content

    def examine(self) -> dict[str, str]:
        """Return an empty dictionary: all processes have this package."""
        return {}


class Quiet(_run.Screen):
    """Stores messages, and calls a function with the driver at each update of the progress."""

    def __init__(self, meanwhile: Callable[[Driver], None] = lambda _: None) -> None:
        super().__init__()
        self.notes: list[str] = []
        self.meanwhile = meanwhile

    def show(self, driver: Driver) -> None:
        """Call the function."""
        assert driver.progress()
        self.meanwhile(driver)

    def note(self, text: str) -> None:
        """Store a message."""
        self.notes.append(text)


def alone(folder: Path, kind: str, arguments: list[str]) -> bytes:
    """Return the file of a job that one process plays."""
    out = folder / f"alone.{kind}"
    with LocalProcesses(1) as workers:
        _run.run(kind, arguments, out, lambda: workers, Quiet())
    return out.read_bytes()


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a self-play file written without a plan, by the program if there is one, otherwise by this package."""
    out = tmp_path_factory.mktemp("games") / "games"
    if program := os.environ.get("PLYWRIGHT"):
        subprocess.run([program, "selfplay", *SELFPLAY, "--out", out], check=True)
        return out.read_bytes()
    list(pw.selfplay(pw.Game("connect-four"), GAMES, nodes=2000, seed=5, opening=(2, 10), out=out))
    return out.read_bytes()


@pytest.fixture(scope="module")
def match(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a match: played without a plan, by the program if there is one, otherwise by one process."""
    if program := os.environ.get("PLYWRIGHT"):
        out = tmp_path_factory.mktemp("match") / "games"
        subprocess.run([program, "match", *MATCH, "--out", out], check=True)
        return out.read_bytes()
    return alone(tmp_path_factory.mktemp("match"), "match", MATCH)


@pytest.fixture(scope="module")
def local() -> Iterator[DaskWorkers]:
    """Yield the workers of a cluster on this machine."""
    arguments = command._parser()[0].parse_args(["match", "--workers", "2"])
    with _clusters.workers(arguments) as workers:
        yield workers


class Killer:
    """Kills a worker once, when the job has this number of games."""

    def __init__(self, workers: DaskWorkers, games: int) -> None:
        self.workers = workers
        self.games = games
        self.lost = workers.lost

    def __call__(self, driver: Driver) -> None:
        """Kill a worker if the job has enough games."""
        if self.games and driver.job.games >= self.games:
            self.games = 0
            processes = self.workers._client.run(os.getpid)
            os.kill(next(iter(processes.values())), signal.SIGKILL)

    def check(self) -> None:
        """Assert that one worker was lost, and that the loss was noticed."""
        assert self.games == 0
        # The scheduler's message may arrive after the end of a short job.
        deadline = time.monotonic() + 10
        while self.workers.lost == self.lost and time.monotonic() < deadline:
            time.sleep(0.05)
        assert self.workers.lost == self.lost + 1


def test_a_killed_worker_changes_nothing_in_self_play(local: DaskWorkers, games: bytes, tmp_path: Path) -> None:
    """The scheduler runs the worker's tasks again. A second run of the finished job plays nothing."""
    killer = Killer(local, 40)
    screen = Quiet(killer)
    job, _ = _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: local, screen)
    killer.check()
    assert job.out.read_bytes() == games
    assert "workers lost: 1" in screen.notes[-1]
    job.tidy()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "games.plan"]
    again, text = _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: local, screen)
    assert again.complete
    assert text.endswith("is complete")


def test_a_killed_worker_changes_nothing_in_a_match(local: DaskWorkers, match: bytes, tmp_path: Path) -> None:
    """The sequential test counts pairs in order, so its verdict is the same. After it, queued tasks are dropped."""
    killer = Killer(local, 20)
    job, text = _run.run("match", MATCH, tmp_path / "games", lambda: local, Quiet(killer))
    killer.check()
    assert job.out.read_bytes() == match
    assert job.verdict == "H1"
    assert "H1" in text
    assert len(job.done) < 400


ROUNDS = ["--game", "connect-four", "--rounds", "1", "--games", "200", "--nodes", "200", "--hidden", "32"]
ROUNDS += ["--epochs", "2", "--pairs", "30", "--match-nodes", "200", "--champion", "", "--images", "2"]


def test_a_killed_worker_changes_nothing_in_rounds(local: DaskWorkers, tmp_path: Path) -> None:
    """Games, network and match are equal to those of one process. A finished round is not played again."""

    def play(workers: Callable[[], Workers], screen: Quiet, *more: str) -> dict[str, bytes]:
        arguments = command._parser()[0].parse_args(["rounds", *ROUNDS, *more, "--out", "rounds"])
        _rounds.play(arguments, arguments.out, workers, screen)
        names = "round-1.games", "round-1.net", "round-1.net.best", "round-1.pgn", "round-1.json"
        return {name: (Path("rounds/round-1") / name).read_bytes() for name in names}

    killer = Killer(local, 50)
    with pytest.MonkeyPatch.context() as patch:
        (tmp_path / "a").mkdir()
        patch.chdir(tmp_path / "a")
        found = play(lambda: local, Quiet(killer))
        killer.check()
        assert "round-1 - hand-written" in Path("rounds/round-1/round-1.log").read_text()
        screen = Quiet()
        assert play(lambda: local, screen) == found
        assert not screen.notes
        with pytest.raises(pw.OptionError, match=r"other settings: .*pairs"):
            play(lambda: local, screen, "--pairs", "31")
        (tmp_path / "b").mkdir()
        patch.chdir(tmp_path / "b")
        with LocalProcesses(1) as workers:
            assert play(lambda: workers, Quiet()) == found


def test_mistaken_settings_of_rounds_can_be_corrected(tmp_path: Path) -> None:
    """Settings that a later step would refuse are refused before the first game, and do not bind the folder."""

    def nobody() -> Workers:
        raise AssertionError("no worker is needed")

    settings = tmp_path / "rounds" / "settings.json"
    for mistake, expected in (
        (("--game", "conect-four"), "no game is called"),
        (("--option", "Nothing=1"), "Nothing"),
        (("--hidden", "48"), "hidden is 48, expected a multiple of 32"),
        (("--epochs", "0"), "epochs is 0"),
        (("--images", "65"), "images is 65"),
        (("--games", "6"), "games is 6, expected at least 7"),
        (("--pairs", "0"), "rounds"),
        (("--sprt", "nonsense"), "nonsense"),
    ):
        words = ["rounds", *ROUNDS, *mistake, "--out", str(tmp_path / "rounds")]
        arguments = command._parser()[0].parse_args(words)
        with pytest.raises(pw.OptionError, match=expected):
            _rounds.play(arguments, arguments.out, nobody, Quiet())
        assert not settings.exists()
    settings.parent.mkdir()
    settings.write_text('{"theme": "dark"}', "utf-8")
    with pytest.raises(pw.OptionError, match="other settings"):
        _rounds.play(arguments, arguments.out, nobody, Quiet())
    assert settings.read_text("utf-8") == '{"theme": "dark"}', "a file of another program is left alone"


def test_the_result_of_a_faster_driver_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other driver has removed shards of the match before this one has counted them."""
    whole = _rounds.Result("round-1", "hand-written", "H1", 40, 0, 20, 100.0, 50.0, "round-1")
    part = dataclasses.replace(whole, verdict=None, wins=0, losses=0, elo=0.0, kept="hand-written")

    def match(self: _rounds.Round, _: Callable[[], Workers]) -> tuple[_rounds.Result, None]:
        self.path("json").write_text(json.dumps(dataclasses.asdict(whole)), "utf-8")
        return part, None

    for step in ("_self_play", "_train"):
        monkeypatch.setattr(_rounds.Round, step, lambda *_: None)
    monkeypatch.setattr(_rounds.Round, "_match", match)
    settings = command._parser()[0].parse_args(["rounds", *ROUNDS, "--out", str(tmp_path)])
    played = _rounds.Round(tmp_path, 1, "hand-written", settings, Quiet())
    assert played.play(lambda: LocalProcesses(1)) == whole == played.play(lambda: LocalProcesses(1))


def test_an_interrupted_job_goes_on(games: bytes, tmp_path: Path) -> None:
    """Ctrl-C keeps the shards. Other arguments are refused. Shards cut short or exchanged are played again."""

    def stop(driver: Driver) -> None:
        if driver.job.games >= 60:
            raise KeyboardInterrupt

    out, screen = tmp_path / "games", Quiet(stop)
    with LocalProcesses(2) as workers:
        with pytest.raises(KeyboardInterrupt):
            _run.run("selfplay", SELFPLAY, out, lambda: workers, screen)
        assert "the same command continues" in screen.notes[-1]
        shards = sorted((tmp_path / "games.shards").iterdir())
        assert 60 <= len(shards) < GAMES
        for arguments in ([*SELFPLAY, "--max-plies", "50"], [word.replace("2000", "2001") for word in SELFPLAY]):
            with pytest.raises(pw.ShardError, match="it is the plan of another job"):
                _run.run("selfplay", arguments, out, lambda: workers, screen)
        shards[0].write_bytes(shards[0].read_bytes()[:-5])
        shards[1].write_bytes(shards[2].read_bytes())
        shards[3].write_bytes(b"")
        screen = Quiet()
        job, _ = _run.run("selfplay", SELFPLAY, out, lambda: workers, screen)
    assert sum("played again" in note for note in screen.notes) == 3
    assert out.read_bytes() == games
    assert len(job.done) == GAMES


def test_an_interrupted_match_without_a_file_is_lost(tmp_path: Path) -> None:
    """The message says that the games are lost, not that the same command continues."""

    def stop(_: Driver) -> None:
        raise KeyboardInterrupt

    screen = Quiet(stop)
    with LocalProcesses(1) as workers, pytest.raises(KeyboardInterrupt):
        _run.run("match", MATCH, tmp_path / "games", lambda: workers, screen, is_temporary=True)
    assert "without --out, they are lost" in screen.notes[-1]


def test_names_are_read_as_they_were_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job with a name that is not ASCII continues, even if the system's own texts are not in UTF-8."""
    monkeypatch.setattr(io, "text_encoding", lambda encoding, _=2: encoding or "latin-1")
    arguments = [word.replace("name=a", "name=\xe4") for word in MATCH]
    plans = [Job.open("match", arguments, tmp_path / "games").plan for _ in range(2)]
    assert "name=\xe4" in plans[0]
    assert plans[0] == plans[1]


def test_foreign_files_are_left_alone(tmp_path: Path) -> None:
    """The output file without a plan, and another file with the plan's name, are not overwritten."""
    out = tmp_path / "games"
    out.write_text("mine")
    with pytest.raises(pw.ShardError, match="no plan beside it"):
        Job.open("selfplay", SELFPLAY, out)
    out.unlink()
    (tmp_path / "games.plan").write_bytes(b"\xff\x00 mine")
    with pytest.raises(pw.ShardError, match="another job"):
        Job.open("selfplay", SELFPLAY, out)
    assert (tmp_path / "games.plan").read_bytes() == b"\xff\x00 mine"


def test_two_drivers_share_a_job(games: bytes, tmp_path: Path) -> None:
    """Both drivers succeed, and the joined file is complete."""
    out = tmp_path / "games"

    def drive() -> None:
        with LocalProcesses(1) as workers:
            job, _ = _run.run("selfplay", SELFPLAY, out, lambda: workers, Quiet())
            job.tidy()

    run_in_threads([drive] * 2)
    assert out.read_bytes() == games


class Faulty(LocalProcesses):
    """Processes whose results are changed by the function `spoil`."""

    def __init__(self, spoil: Callable[[Any], Any], size: int = 2) -> None:
        super().__init__(size)
        self.spoil = spoil

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **more: Any) -> Any:
        """Schedule a call whose result is changed."""
        spoilt: Future[Any] = Future()
        future = super().submit(function, *arguments, **more)
        future.add_done_callback(lambda future: spoilt.set_result(self.spoil(future.result())))
        return spoilt


def test_spoilt_shards_are_not_kept(tmp_path: Path) -> None:
    """Shards that were cut short or have other numbers are refused. Nothing is joined, and the message gives the
    reason.
    """

    def cut(outcome: Any) -> Any:
        outcome.shards[:] = [(number, shard[:-9]) for number, shard in outcome.shards]
        return outcome

    def swap(outcome: Any) -> Any:
        outcome.shards[:] = [(number + 1, shard) for number, shard in outcome.shards]
        return outcome

    for spoil, message in (cut, "cut short"), (swap, "it is shard"):
        with Faulty(spoil) as workers, pytest.raises(pw.ShardError, match=f"no worker is left: .*{message}"):
            _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: workers, Quiet())
        assert not (tmp_path / "games").exists()
        assert not list((tmp_path / "games.shards").iterdir())


def test_a_shard_that_always_fails_ends_the_job(tmp_path: Path) -> None:
    """Four workers, one after another, return every shard except one."""
    numbers = itertools.count()

    def drop(outcome: Any) -> Any:
        shards = [(number, shard) for number, shard in outcome.shards if number != 5]
        return dataclasses.replace(outcome, shards=shards, worker=f"worker {next(numbers)}")

    with Faulty(drop, 5) as workers, pytest.raises(pw.ShardError, match="shard 5 has failed 4 times"):
        _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: workers, Quiet())
    assert len(workers.excluded) == 4
    assert not (tmp_path / "games").exists()


def test_tasks_grow_until_they_take_some_seconds(tmp_path: Path) -> None:
    """A fast worker gets many shards in a task. The last tasks are small."""
    job = Job.open("selfplay", ["--game", "connect-four", "--games", "50000"], tmp_path / "games")
    with LocalProcesses(4) as workers:
        driver = Driver(job, workers)
        assert driver._size(4) == 1
        driver.played, driver.seconds, driver._largest = 1000, 100.0, 1000
        assert driver._size(4) == 100
        assert driver._size(10_000) == 2
        driver.seconds = 1e5
        assert driver._size(4) == 1


def test_durations_are_written_in_two_units() -> None:
    assert _driver.duration(59) == "59 s"
    assert _driver.duration(3 * 86400 + 7200) == "3 days 2 h"


# Tests with a scheduler that the driver did not start.


class Outside(AbstractContextManager["Outside"]):
    """A scheduler and workers that were not started by the driver. They end with the context."""

    def __init__(self, folder: Path, *options: str, protocol: str = "tcp") -> None:
        self.folder = folder
        self.options = options
        self.address = f"{protocol}://127.0.0.1:{free_ports(1)[0]}"
        self.scheduler = self.start_scheduler()
        self.workers: list[subprocess.Popen[bytes]] = []

    def start(self, module: str, *words: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start a command of Dask."""
        line = [sys.executable, "-m", f"distributed.cli.{module}", *words, *self.options]
        log = (self.folder / f"{module}.log").open("ab")
        return subprocess.Popen(line, stdout=log, stderr=log, env=os.environ | environment)

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """Start a scheduler at the address."""
        protocol, _, place = self.address.partition("://")
        host, port = place.split(":")
        return self.start("dask_scheduler", "--host", f"{protocol}://{host}", "--port", port, "--no-dashboard")

    def start_worker(self, *words: str, **environment: str) -> None:
        """Start a worker that connects to the scheduler."""
        line = ("--nthreads", "1", "--no-dashboard", "--local-directory", str(self.folder), *words)
        self.workers.append(self.start("dask_worker", self.address, *line, **environment))

    def __exit__(self, *_: object) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


def connected(stack: ExitStack, address: str, *more: str) -> DaskWorkers:
    """Connect to the scheduler at this address."""
    arguments = command._parser()[0].parse_args(["match", "--scheduler", address, *more])
    return stack.enter_context(_clusters.workers(arguments))


def test_the_scheduler_is_restarted(games: bytes, tmp_path: Path) -> None:
    """The driver waits for the scheduler, and then sends the unfinished shards again."""
    with Outside(tmp_path) as cluster, ExitStack() as stack:
        cluster.start_worker()
        workers, restarted = connected(stack, cluster.address), False

        def restart(driver: Driver) -> None:
            nonlocal restarted
            if driver.job.games >= 40 and not restarted:
                restarted = True
                cluster.scheduler.kill()
                cluster.scheduler.wait()
                cluster.scheduler = cluster.start_scheduler()
                cluster.start_worker()

        screen = Quiet(restart)
        job, _ = _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: workers, screen)
        assert restarted
        assert job.out.read_bytes() == games
        assert "shards handed out again" in screen.notes[-1]


OTHER_VERSION = """
import plywright.cluster._work as work
def refuse(*_, **__):
    raise ValueError("the plan was made by version A, this is version B")
work._run_shard = refuse
"""
NO_PACKAGE = """
import sys
sys.modules["plywright.cluster._work"] = None
"""


@pytest.mark.parametrize(
    ("preload", "message"),
    [(OTHER_VERSION, "the plan was made by version A, this is version B"), (NO_PACKAGE, "None in sys.modules")],
    ids=["another version", "no package"],
)
def test_an_unfit_worker_gets_no_work(preload: str, message: str, games: bytes, tmp_path: Path) -> None:
    """A worker of another version or without the package ends the job if it is the only worker. Otherwise the other
    workers play on.
    """
    (tmp_path / "unfit.py").write_text(preload)
    with Outside(tmp_path) as cluster, ExitStack() as stack:
        cluster.start_worker("--preload", str(tmp_path / "unfit.py"))
        workers = connected(stack, cluster.address)
        with pytest.raises(pw.ShardError, match=f"no worker is left: .*{message}"):
            _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: workers, Quiet())
        assert not (tmp_path / "games").exists()
        cluster.start_worker()
        again = connected(stack, cluster.address)
        while again.slots() < 2:
            time.sleep(0.1)
        screen = Quiet()
        job, _ = _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: again, screen)
        assert len(again.excluded) == 1
        assert any("gets no more work" in note and message in note for note in screen.notes)
        assert job.out.read_bytes() == games


CARELESS = """
import sys
for line in sys.stdin:
    answers = {"uci": "uciok", "isready": "readyok", "go": "bestmove none"}
    print(answers.get(line.split()[0], ""), flush=True)
"""


def test_a_warning_about_an_engine_is_noted_once(tmp_path: Path) -> None:
    """The engine does not know an option, and loses each game by an illegal move, after which it starts again."""
    (tmp_path / "careless.py").write_text(CARELESS)
    engine = f"cmd={sys.executable} 'args={tmp_path / 'careless.py'}' name=careless option.Style=calm"
    arguments = ["--game", "tic-tac-toe", "--rounds", "3", "--engine", engine, "--engine", "cmd=builtin nodes=9"]
    screen = Quiet()
    with LocalProcesses(1) as workers:
        _run.run("match", arguments, tmp_path / "games", lambda: workers, screen)
    assert [note for note in screen.notes if "Style" in note] == ["note: careless declares no option 'Style'"]


@contextmanager
def small_disk(folder: Path, size: str) -> Iterator[str]:
    """Mount a file system of this size, and unmount it at the end."""
    folder.mkdir()
    line = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
    if subprocess.run(line, check=False, capture_output=True).returncode:
        pytest.skip("only the superuser can make a small disk")
    try:
        yield str(folder)
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_networks_travel_and_a_full_disk_is_avoided(
    games: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Workers on other machines receive the files that a plan reads. A worker that cannot store them gets no more
    tasks.
    """
    monkeypatch.chdir(tmp_path)
    Path("data").write_bytes(games)
    pw.train(pw.Game("connect-four"), "data", "a.net", hidden=32, epochs=1)
    arguments = [*SELFPLAY, "--option", "EvalFile=a.net"]
    expected = alone(tmp_path, "selfplay", arguments)
    assert expected != games
    with small_disk(tmp_path / "small", "4k") as small, Outside(tmp_path) as cluster, ExitStack() as stack:
        monkeypatch.chdir("/")
        for environment in {"TMPDIR": small}, {}:
            cluster.start_worker(**environment)
        monkeypatch.chdir(tmp_path)
        workers, screen = connected(stack, cluster.address), Quiet()
        while workers.slots() < 2:
            time.sleep(0.1)
        job, _ = _run.run("selfplay", arguments, tmp_path / "games", lambda: workers, screen)
    assert job.out.read_bytes() == expected
    assert len(workers.excluded) == 1
    assert any("No space left on device" in note for note in screen.notes)


def test_a_full_disk_of_the_driver_ends_the_job(games: bytes, tmp_path: Path) -> None:
    """The message names the full disk. When there is room again, the same command continues the job."""
    with small_disk(tmp_path / "small", "16k") as small, LocalProcesses(1) as workers:
        out = Path(small) / "games"
        with pytest.raises(OSError, match="No space left on device"):
            _run.run("selfplay", SELFPLAY, out, lambda: workers, Quiet())
        subprocess.run(["mount", "-o", "remount,size=16m", small], check=True)
        _run.run("selfplay", SELFPLAY, out, lambda: workers, Quiet())
        assert out.read_bytes() == games


NEVER_STARTS = """
import os
def dask_setup(_):
    try:
        open({!r}, "x")
    except FileExistsError:
        os._exit(7)
"""


def test_a_worker_that_never_starts_is_missed(
    games: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker plays the job, and the summary counts the missing one. Without any worker, the job fails."""
    import dask

    flag, preload = tmp_path / "one", tmp_path / "preload.py"
    preload.write_text(NEVER_STARTS.format(str(flag)))
    line = ["selfplay", *SELFPLAY, "--out", str(tmp_path / "games"), "--workers", "2"]
    with dask.config.set({"distributed.worker.preload": [str(preload)]}):
        monkeypatch.setattr("plywright.cluster._clusters.STARTING", 2.0)
        flag.touch()
        assert command.main(line) == 1
        assert "no worker has been there for 2 s" in capsys.readouterr().err
        monkeypatch.undo()
        flag.unlink()
        assert command.main(line) == 0
    assert (tmp_path / "games").read_bytes() == games
    assert "workers not started: 1" in capsys.readouterr().err


def certificates(folder: Path) -> None:
    """Create a certificate authority, and a certificate signed by it."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    new = "-nodes -newkey rsa:2048 -batch -subj"
    for line in (
        f"req -x509 {new} /CN=authority -keyout ca.key -out ca.pem",
        f"req {new} /CN=cluster -keyout key.pem -out request.pem",
        "x509 -req -in request.pem -CA ca.pem -CAkey ca.key -set_serial 1 -out cert.pem",
    ):
        subprocess.run(["openssl", *line.split()], cwd=folder, check=True, capture_output=True)


def test_strangers_get_nothing(games: bytes, tmp_path: Path) -> None:
    """With TLS, a client without a certificate of the same authority is refused."""
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    for folder in mine, theirs:
        folder.mkdir()
        certificates(folder)

    def files(folder: Path) -> list[str]:
        return [word for name in ("ca", "cert", "key") for word in (f"--tls-{name}", str(folder / f"{name}.pem"))]

    options = [word.replace("--tls-ca", "--tls-ca-file") for word in files(mine)]
    with Outside(tmp_path, *options, protocol="tls") as cluster, ExitStack() as stack:
        cluster.start_worker()
        workers = connected(stack, cluster.address, *files(mine))
        job, _ = _run.run("selfplay", SELFPLAY, tmp_path / "games", lambda: workers, Quiet())
        assert job.out.read_bytes() == games
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(_clusters, "CONNECTING", "2s")
            for address, more in (cluster.address, files(theirs)), (cluster.address.replace("tls", "tcp"), []):
                with pytest.raises(OSError, match=f"certificate|{address}"):
                    connected(stack, address, *more)
        with pytest.raises(pw.OptionError, match="needs --tls-ca"):
            connected(stack, cluster.address)


def test_only_this_machine_is_listened_to(local: DaskWorkers) -> None:
    """The driver and its workers listen on the loopback address only, and require certificates."""
    assert local._client.scheduler.address.startswith("tls://127.0.0.1:")
    processes = {os.getpid(), *local._client.run(os.getpid).values()}
    listening = []
    for process in processes:
        sockets = {str(link.readlink()) for link in Path(f"/proc/{process}/fd").iterdir() if link.is_symlink()}
        for table in "tcp", "tcp6":
            for line in Path(f"/proc/{process}/net/{table}").read_text().splitlines()[1:]:
                words = line.split()
                if words[3] == "0A" and f"socket:[{words[9]}]" in sockets:
                    listening.append(words[1].split(":")[0])
    assert len(listening) >= 3
    assert set(listening) == {"0100007F"}


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], games: bytes) -> None:
    """The commands of a user: a complete job, and messages about wrong arguments."""
    out = str(tmp_path / "games")
    assert command.main(["selfplay", *SELFPLAY, "--out", out, "--workers", "2"]) == 0
    assert Path(out).read_bytes() == games
    assert command.main(["selfplay", *SELFPLAY, "--out", out]) == 0
    assert "is complete" in capsys.readouterr().out
    assert command.main(["selfplay", "--game", "nothing", "--games", "1", "--out", str(tmp_path / "x")]) == 2
    assert "nothing" in capsys.readouterr().err
    assert command.main(["match", "--rounds", "1", "--game", "connect-four"]) == 2
    assert "error: " in capsys.readouterr().err
    assert command.main(["match", *MATCH, "--tls-ca", "a"]) == 2
    assert "TLS needs --tls-cert and --tls-key" in capsys.readouterr().err
    for number in ("0", "ten"):
        with pytest.raises(SystemExit):
            command.main(["match", *MATCH, "--workers", number])
        assert f"found '{number}', expected 1 to 10,000" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        command.main(["rounds", *ROUNDS, "--rounds", "-1", "--out", str(tmp_path / "x")])
    assert "found '-1', expected 1 to 10,000" in capsys.readouterr().err
    assert command.main(["match", *MATCH, "--memory", "2GB", "--jobqueue", "jobs.yaml"]) == 2
    assert "found --memory and --jobqueue, expected one of them" in capsys.readouterr().err
    for words in ["--memory", "much"], ["--scheduler", "nothing://here"]:
        assert command.main(["match", *MATCH, *words]) == 2
        assert "the cluster cannot be used" in capsys.readouterr().err


def test_jobs_of_a_queueing_system(games: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Workers are jobs of dask-jobqueue's configuration. In this test, the jobs are processes of this machine."""
    pytest.importorskip("dask_jobqueue", reason="the package dask-jobqueue is not installed")
    settings = tmp_path / "jobs.yaml"
    settings.write_text("jobqueue: {local: {cores: 1, memory: 1GB, interface: lo}}")
    line = ["selfplay", *SELFPLAY, "--out", str(tmp_path / "games"), "--workers", "2", "--jobqueue", str(settings)]
    assert command.main(line) == 0
    assert (tmp_path / "games").read_bytes() == games
    (tmp_path / "games").unlink()
    for text in "jobqueue: {nothing: {}}", "jobqueue: 3", "[", "\0":
        settings.write_text(text)
        assert command.main(line) == 2
        assert f"{settings}: expected 'jobqueue:' with one of" in capsys.readouterr().err
