"""Self-play, matches and rounds of training on many processes or machines, with Dask distributed.

`python -m plywright.cluster JOB` runs a job; `docs/cluster.md` describes it. A job is divided into shards, which any
worker can play. Results are sent as bytes and checked before they are kept. The joined file therefore equals the file
of a single process.
"""
