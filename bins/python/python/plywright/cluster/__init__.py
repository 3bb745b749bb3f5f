"""Self-play, matches and rounds of training on many processes or machines, over Dask distributed.

`python -m plywright.cluster JOB` runs a job; `docs/cluster.md` describes it. A job is cut into shards, which any worker
plays; results travel as bytes and are checked before they are kept, so the joined file is that of one process.
"""
