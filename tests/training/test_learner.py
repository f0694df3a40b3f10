"""The model of the training says the same as the net that plays."""

import math

import numpy as np
import pytest
from tests.training.conftest import Trained

import tablier
from tablier.game import Game
from tablier.nets.kernels import kernel_of
from tablier.training.batches import Gatherer
from tablier.training.samples import ENTRY, Samples
from tablier.training.selfplay import SelfPlay, SelfPlaySettings

pytestmark = pytest.mark.one_game


def test_the_model_agrees_with_the_net_that_plays(four: Game, trained: Trained) -> None:
    import torch  # noqa: PLC0415 - PyTorch takes long to import

    learner, window, kernel = trained.run.learner, trained.run.window, kernel_of(four)
    net, scratch = learner.net().weights[0], np.zeros(1, kernel.SCRATCH)[0]
    actions, weights, values = np.zeros(7, np.int32), np.zeros(7, np.float32), np.zeros(2)
    batch = learner.gatherer.batch(window.samples, np.arange(300))
    tensors = [torch.from_numpy(each) for each in batch]
    with torch.no_grad():
        expected, logits = learner.mean(*tensors[:5])
    for i in range(300):
        state = window.samples.states[i]
        kernel.evaluate_position(net, scratch, state, values)
        assert values[state["turn"]] == pytest.approx(float(torch.tanh(expected[i, 0])), abs=0.1)
        n = four.rules.legal(state, actions)
        kernel.weigh_moves(net, scratch, state, actions, n, weights)
        wanted = torch.softmax(logits[batch.owners == i], 0).numpy()
        assert weights[:n] / weights[:n].sum() == pytest.approx(wanted, abs=0.1)


def test_a_learner_begins_with_a_net(four: Game, trained: Trained) -> None:
    from tablier.training.learner import Learner  # noqa: PLC0415 - PyTorch takes long to import

    net, learner = trained.nets[-1], Learner(four, seed=1, batch=64)
    assert (learner.net().weights["rows"] != net.weights["rows"]).any()
    learner.take(net)
    taken = learner.net().weights
    for name in net.weights.dtype.names or ():
        assert taken[name] == pytest.approx(net.weights[name], rel=1e-6), name


def test_threads_make_the_same_batch(trained: Trained) -> None:
    samples, chosen = trained.run.window.samples, np.arange(900) % 700
    gatherer = trained.run.learner.gatherer
    whole = gatherer.batch(samples, chosen)
    parts = gatherer.batch(samples, chosen[:500]), gatherer.batch(samples, chosen[500:])
    for i, name in enumerate(whole._fields):
        if name not in ("begins", "owners"):
            assert (np.concatenate([part[i] for part in parts]) == whole[i]).all()
    assert np.diff(whole.begins).max() <= gatherer.net_kernel.MOST
    assert whole.owners[-1] == 899
    assert whole.begins[500] == len(parts[0].on)


def test_targets_are_what_searches_found(trained: Trained) -> None:
    states, samples, entries = trained.run.window.samples
    batch = trained.run.learner.gatherer.batch(trained.run.window.samples, np.arange(200))
    for i in range(200):
        targets = batch.targets[batch.owners == i]
        is_known = samples[i]["full"] and samples[i]["entries"]
        assert targets.sum() == pytest.approx(1 if is_known else 0)
        seat = int(states[i]["turn"])
        mixed = (samples[i]["outcome"][seat] + samples[i]["root"][seat]) / 2
        assert batch.values[i, 0] == pytest.approx(mixed, abs=1e-6)
    assert entries["visits"].max() > 1


def test_a_policy_that_is_its_target_loses_nothing() -> None:
    import torch  # noqa: PLC0415 - PyTorch takes long to import

    from tablier.training.model import losses  # noqa: PLC0415 - PyTorch takes long to import

    owners, targets = torch.tensor([0, 0, 1, 1]), torch.tensor([0.25, 0.75, 1.0, 0.0])
    logits = torch.tensor([0.0, math.log(3), 40.0, 0.0])
    values, wanted = torch.zeros(2, 1), torch.tensor([[0.0], [1.0]])
    policy, value = losses(values, logits, owners, targets, wanted)
    assert float(policy) == pytest.approx(0, abs=1e-6)
    assert float(value) == pytest.approx(0.5)


def test_threads_read_a_position_on_which_others_try_moves() -> None:
    """A row of Mole Hill is found by laying a rod there and taking it away again."""
    game = tablier.game("mole-hill")
    kind = SelfPlay(game, SelfPlaySettings(2, 2)).kind
    position = game.start().play("e4")
    states = np.frombuffer(position.data, kind.state)
    samples = Samples(states.copy(), np.zeros(1, kind.sample), np.zeros(1, ENTRY))
    batch = Gatherer(game, threads=4).batch(samples, np.zeros(32_768, np.int64))
    rows = batch.table.reshape(32_768, len(position.legal_actions), -1)
    assert (rows == rows[0]).all()
    assert (samples.states == states).all()


def test_the_last_steps_are_smaller_and_smaller(four: Game, trained: Trained) -> None:
    from tablier.training.learner import Learner  # noqa: PLC0415 - PyTorch takes long to import

    sizes = []
    for is_last in (False, True):
        learner = Learner(four, seed=0, batch=32)
        learner.take(trained.nets[-1])
        before = [each.detach().clone() for each in learner.model.parameters()]
        learner.learn(trained.run.window, 40, 100, (1,), is_last)
        after = (each.detach() for each in learner.model.parameters())
        sizes.append(sum(float((a - b).abs().sum()) for a, b in zip(after, before, strict=True)))
    assert sizes[1] < 0.9 * sizes[0]
