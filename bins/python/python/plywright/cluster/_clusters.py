"""Clusters of three kinds: processes on this machine, a running scheduler, or jobs of a queueing system."""

from __future__ import annotations

import argparse
import logging
import math
import os
import sys
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywright._core import OptionError
from plywright.cluster import _work
from plywright.cluster._workers import DaskWorkers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Security

CONNECTING = "30s"
"""Maximum time to wait for a scheduler to answer, with its unit."""
CLOSING = 30.0
"""Maximum time in seconds to wait for a cluster to end."""
STARTING = 60.0
"""Maximum time in seconds to wait for a process of this machine to start."""


def cores() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that select a cluster."""
    group = parser.add_argument_group("the cluster, by default processes of this machine")
    group.add_argument("--workers", type=count, default=cores(), metavar="N", help=f"processes or jobs; {cores()}")
    group.add_argument("--memory", metavar="SIZE", help="most memory of a worker of this machine, such as 2GB")
    group.add_argument("--scheduler", metavar="ADDRESS", help="use a running scheduler, such as tls://HOST:8786")
    group.add_argument("--jobqueue", type=Path, metavar="FILE", help="start workers by dask-jobqueue, as FILE says")
    for name, what in ("ca", "certificate of the authority"), ("cert", "certificate"), ("key", "its private key"):
        group.add_argument(f"--tls-{name}", type=Path, metavar="FILE", help=f"{what}, as PEM")


def count(text: str) -> int:
    """Convert an argument to a number of workers or rounds."""
    if not (text.isdecimal() and 1 <= int(text) <= 10_000):
        raise argparse.ArgumentTypeError(f"found {text!r}, expected 1 to 10,000")
    return int(text)


@contextmanager
def workers(arguments: argparse.Namespace) -> Iterator[DaskWorkers]:
    """Start or connect to the cluster that the command line selects, and leave it at the end of the context."""
    try:
        import distributed  # noqa: F401
    except ImportError as error:
        raise OptionError("the package distributed is not installed: pip install 'plywright[cluster]'") from error
    given = [f"--{name}" for name in ("memory", "scheduler", "jobqueue") if getattr(arguments, name) is not None]
    if len(given) > 1:
        raise OptionError(f"found {' and '.join(given)}, expected one of them")
    for name in ("distributed", "asyncio", "tornado"):
        # The driver reports errors itself.
        logging.getLogger(name).setLevel(logging.CRITICAL)
    security = _security(arguments)
    with ExitStack() as stack:
        try:
            found = _connected(arguments, security, stack)
        except (ValueError, RuntimeError) as error:
            raise OptionError(f"the cluster cannot be used: {error}") from error
        with found:
            yield found


def _connected(arguments: argparse.Namespace, security: Security | None, stack: ExitStack) -> DaskWorkers:
    """Connect to a cluster. A cluster started here ends with `stack`."""
    from distributed import Client

    if arguments.scheduler:
        return DaskWorkers(
            lambda: Client(arguments.scheduler, timeout=CONNECTING, security=security, set_as_default=False)
        )
    cluster = _jobqueue(arguments, security) if arguments.jobqueue else _local(arguments, security)
    stack.callback(_close, cluster)
    return DaskWorkers(
        lambda: Client(cluster, set_as_default=False),
        expected=arguments.workers,
        starting=math.inf if arguments.jobqueue else STARTING,
    )


def _close(cluster: Any) -> None:
    """End a cluster. Processes that do not end in time are killed when this process exits."""
    with suppress(Exception):
        cluster.close(timeout=CLOSING)


def _security(arguments: argparse.Namespace) -> Security | None:
    from distributed import Security

    files = {name: getattr(arguments, f"tls_{name}") for name in ("ca", "cert", "key")}
    missing = [f"--tls-{name}" for name, path in files.items() if path is None]
    if len(missing) == len(files):
        if str(arguments.scheduler or "").startswith("tls:"):
            raise OptionError(f"--scheduler {arguments.scheduler} needs --tls-ca, --tls-cert and --tls-key")
        return None
    if missing:
        raise OptionError(f"TLS needs {' and '.join(missing)} as well")
    for path in files.values():
        path.read_bytes()
    roles = {
        f"tls_{role}_{name}": str(files[name]) for role in ("client", "scheduler", "worker") for name in ("cert", "key")
    }
    return Security(tls_ca_file=str(files["ca"]), require_encryption=True, **roles)


def _local(arguments: argparse.Namespace, security: Security | None) -> Any:
    """Start processes on this machine that no other machine and no other user can reach."""
    import dask
    from dask.utils import parse_bytes
    from distributed import LocalCluster, Security
    from distributed.system import MEMORY_LIMIT

    memory = parse_bytes(arguments.memory) if arguments.memory else MEMORY_LIMIT // arguments.workers
    settings = {
        # Neither the scheduler nor the workers serve web pages.
        "distributed.scheduler.http.routes": [],
        "distributed.worker.http.routes": [],
        "distributed.worker.profile.enabled": False,
        # A process near its memory limit is restarted. Dask would otherwise pause it first, possibly for ever.
        **{f"distributed.worker.memory.{step}": False for step in ("target", "spill", "pause")},
        "distributed.scheduler.allowed-failures": 10,
    }
    dask.config.set(settings)
    cluster = LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        processes=True,
        preload=[*dask.config.get("distributed.worker.preload"), _work.__name__],
        host="127.0.0.1",
        memory_limit=memory,
        dashboard_address=None,
        scheduler_kwargs={"dashboard_address": "127.0.0.1:0"},
        silence_logs=logging.CRITICAL,
        # Certificates that are valid only for this run exclude other users of this machine.
        security=security or Security.temporary(),
    )
    # If a process cannot be started, the others are used.
    cluster.scale(arguments.workers)
    return cluster


def _jobqueue(arguments: argparse.Namespace, security: Security | None) -> Any:
    """Start workers as jobs of a queueing system."""
    import dask
    import yaml

    try:
        import dask_jobqueue
        import dask_jobqueue.local
    except ImportError as error:
        raise OptionError("--jobqueue needs the package dask-jobqueue: pip install dask-jobqueue") from error
    kinds: list[Any] = [*vars(dask_jobqueue).values(), dask_jobqueue.local.LocalCluster]
    systems = {kind.job_cls.config_name: kind for kind in kinds if getattr(kind, "job_cls", None)}
    try:
        settings = yaml.safe_load(arguments.jobqueue.read_text("utf-8"))
        (name,) = settings["jobqueue"]
        system = systems[name]
    except (yaml.YAMLError, KeyError, TypeError, ValueError, UnicodeDecodeError) as error:
        expected = f"'jobqueue:' with one of {', '.join(sorted(systems))}, and its settings"
        raise OptionError(f"{arguments.jobqueue}: expected {expected}; {error}") from error
    dask.config.update(dask.config.config, settings)
    cluster = system(**({"security": security, "protocol": "tls://"} if security else {}))
    # Submits the first job now, so that a refusal ends the command with the system's message.
    cluster.worker_spec.update(cluster.new_worker_spec())
    cluster.sync(cluster._correct_state)
    # Replaces jobs that end.
    cluster.adapt(minimum=arguments.workers, maximum=arguments.workers)
    return cluster
