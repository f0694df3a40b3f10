"""The net in PyTorch, with the arrays and the arithmetic of `nets.kernel`, but in fractions."""

from typing import Any

from numpy.typing import NDArray

from tablier.extras import extra

with extra("train"):
    import torch
    from torch import Tensor, nn
    from torch.nn import functional

LARGEST = 2.0
"""No weight grows beyond it, so that 255 steps are fine enough for all."""
SPREAD = {"first": 0.1, "second": 0.18, "value": 0.1, "rows": 0.05}
"""How far the first weights lie from 0; biases begin at 0."""


class Model(nn.Module):
    """A net whose parameters have these names and shapes: those of `quantisation.shapes`."""

    first: Tensor
    first_bias: Tensor
    second: Tensor
    second_bias: Tensor
    value: Tensor
    value_bias: Tensor
    rows: Tensor
    row_bias: Tensor

    def __init__(self, shapes: dict[str, tuple[int, ...]]):
        super().__init__()
        for name, shape in shapes.items():
            drawn = torch.randn(shape) * SPREAD.get(name, 0.0)
            self.register_parameter(name, nn.Parameter(drawn))

    def forward(
        self, on: Tensor, begins: Tensor, phases: Tensor, table: Tensor, owners: Tensor
    ) -> tuple[Tensor, Tensor]:
        """The values of all samples before tanh, and the logits of all their actions."""
        first = (
            functional.embedding_bag(on.long(), self.first, begins, mode="sum") + self.first_bias
        )
        layer_1 = functional.relu(first)
        phased = torch.einsum("bj,pkj->bpk", layer_1, self.second) + self.second_bias
        layer_2 = functional.relu(phased[torch.arange(len(phases), device=phases.device), phases])
        values = layer_2 @ self.value.T + self.value_bias
        by_row = layer_2 @ self.rows.T + self.row_bias
        logits = by_row[owners[:, None], table.long()].sum(1)
        return values, logits

    @torch.no_grad()
    def clip(self) -> None:
        """Bring back what has grown too large."""
        for name in SPREAD:
            self.get_parameter(name).clamp_(-LARGEST, LARGEST)


def losses(
    values: Tensor, logits: Tensor, owners: Tensor, targets: Tensor, wanted: Tensor
) -> tuple[Tensor, Tensor]:
    """How far policies and values are from their targets, on average.

    The policy's is the divergence from the target, 0 where they agree.
    """
    n = len(values)
    most = torch.full((n,), -torch.inf, device=logits.device)
    most = most.scatter_reduce(0, owners, logits.detach(), "amax")
    shifted = logits - most[owners]
    total = torch.zeros(n, device=logits.device).index_add(0, owners, shifted.exp())
    chances = shifted - total.log()[owners]
    known = torch.zeros(n, device=logits.device).index_add(0, owners, targets)
    policy = torch.xlogy(targets, targets).sum() - (targets * chances).sum()
    value = functional.mse_loss(torch.tanh(values), wanted)
    return policy / known.sum().clamp(min=1), value


def floats(model: Model) -> dict[str, NDArray[Any]]:
    """The arrays of a model, for `Net.of`."""
    return {name: each.detach().cpu().numpy() for name, each in model.named_parameters()}
