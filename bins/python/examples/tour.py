"""A tour in thirty lines: games, analysis, tables and an environment."""

import tempfile

import plywright as pw
from plywright import pettingzoo

for info in pw.games():
    print(f"{info.name}: {info.summary}, {len(info.variants)} variants")

game = pw.Game("mill", variant="lasker-morris")
state = game.start()
for move in ("d6", "f4", "d2"):
    state.play(move)
print(state, f"\n{len(state.moves())} moves, {state.perft(2)} sequences of two")

with pw.Engine(game, hash=16) as engine:
    for line in engine.analyse(state, pw.Limit(nodes=20_000), multipv=2):
        print(line)
    print("the engine plays", engine.play(state, pw.Limit(time=0.1)).move)

small = pw.Game("tic-tac-toe").start()
small.play("a1")
with tempfile.TemporaryDirectory() as folder:
    print("tic-tac-toe is a", pw.solve(small.game, folder).start)
    print("after a corner,", pw.Tables(folder).probe(small).best, "does not lose")

env = pettingzoo.env("connect-four")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, terminated, truncated, _ = env.last()
    over = terminated or truncated
    env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    if over:
        print(agent, "gets", reward)
