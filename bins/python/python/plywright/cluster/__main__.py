"""Command line: `python -m plywright.cluster JOB`."""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from plywright._core import OptionError, PlywrightError
from plywright.cluster import _clusters, _rounds
from plywright.cluster._run import Screen, run

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plywright.cluster._workers import Workers

NOTES = """\
`selfplay` and `match` take the arguments of the program: see `plywright help selfplay` and `plywright help match`.
The plan of a job is FILE.plan, and its shards lie in FILE.shards until they are joined into FILE. The same command
continues an interrupted job, but for a match without --out, which is lost.

examples:
  python -m plywright.cluster selfplay --game mill --games 100000 --nodes 5000 --out mill.games
  python -m plywright.cluster match --engine "cmd=builtin name=new option.EvalFile=new.net" \\
      --engine "cmd=builtin name=old" --each nodes=5000 --rounds 20000 --sprt "elo0=0 elo1=5" --out games.pgn
  python -m plywright.cluster rounds --game connect-four --rounds 5 --out rounds
"""


def _parser() -> tuple[argparse.ArgumentParser, argparse.ArgumentParser]:
    """Return the parser of the command line, and the parser of the job `rounds`."""
    cluster = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    _clusters.add_arguments(cluster)
    whole = argparse.ArgumentParser(
        "python -m plywright.cluster",
        description="Run a job on many processes or machines.",
        epilog=NOTES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    jobs = whole.add_subparsers(dest="job", required=True, metavar="JOB")
    formatter = argparse.RawDescriptionHelpFormatter
    for name, more in (("selfplay", ""), ("match", "; without it, an interrupted match is lost")):
        job = jobs.add_parser(name, parents=[cluster], allow_abbrev=False, epilog=NOTES, formatter_class=formatter)
        job.add_argument("--out", type=Path, required=not more, metavar="FILE", help=f"the file of games{more}")
    rounds = jobs.add_parser("rounds", parents=[cluster], allow_abbrev=False, epilog=NOTES, formatter_class=formatter)
    rounds.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="the folder of the rounds")
    _rounds.add_arguments(rounds)
    return whole, rounds


def main(words: Sequence[str] | None = None) -> int:
    """Run a job. Return the exit code, which has the same meaning as the program's."""
    parser, rounds = _parser()
    arguments, others = parser.parse_known_args(words)
    screen = Screen()
    with ExitStack() as stack:
        started: list[Workers] = []

        def workers() -> Workers:
            if not started:
                started.append(stack.enter_context(_clusters.workers(arguments)))
            return started[0]

        try:
            if arguments.job == "rounds":
                if others:
                    rounds.error(f"unrecognized arguments: {' '.join(others)}")
                _rounds.play(arguments, arguments.out, workers, screen)
            else:
                out = arguments.out or Path(stack.enter_context(tempfile.TemporaryDirectory())) / "games"
                job, text = run(arguments.job, others, out, workers, screen, is_temporary=arguments.out is None)
                screen.say(text)
                job.tidy()
        except KeyboardInterrupt:
            # A second Ctrl-C ends the program at once.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            return 130
        except (PlywrightError, OSError) as error:
            screen.note(f"error: {error}")
            return 2 if isinstance(error, OptionError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
