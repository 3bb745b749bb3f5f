"""Self-play, matches and rounds of training on many processes or machines, with Dask distributed.

`python -m plywright.cluster JOB` runs a job; `docs/cluster.md` describes it. A job is divided into shards, which any
worker can play. Workers return shards as bytes, and the driver checks them before it stores them. Joined shards equal
the file of a single process.
"""
