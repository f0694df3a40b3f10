"""Samples of self-play in Parquet files: `pip install "tablier[parquet]"`.

A column is an array of `selfplay`; a row is a position. What has more than one axis is a list of
fixed size, and states are their bytes. The shapes, the game and its rules' version are among the
metadata of the file, so that other programs can read it too.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tablier.arguments import expect
from tablier.extras import extra
from tablier.game import Game, options_text
from tablier.search.selfplay import Samples
from tablier.texts import refusal

with extra("parquet"):
    import pyarrow
    import pyarrow.parquet

KEY = b"tablier"
STATES = "states"


def write_parquet(
    path: str | PathLike[str], game: Game, batches: Iterable[Mapping[str, NDArray[Any]]]
) -> int:
    """Write batches of `selfplay` to a file, each as a group of rows; how many rows there are."""
    expect(str, PathLike, path=path)
    expect(Game, game=game)
    expect(Iterable, batches=batches)
    writer: Any = None
    rows = 0
    try:
        for batch in batches:
            expect(Mapping, batch=batch)
            table = _table(game, batch)
            writer = writer or pyarrow.parquet.ParquetWriter(path, table.schema, compression="zstd")
            writer.write_table(table)
            rows += table.num_rows
    finally:
        if writer is not None:
            writer.close()
    return rows


def read_parquet(path: str | PathLike[str], game: Game) -> Iterator[Samples]:
    """The batches of a file, as they were written."""
    expect(str, PathLike, path=path)
    expect(Game, game=game)
    return _read(path, game)


def _read(path: str | PathLike[str], game: Game) -> Iterator[Samples]:
    with pyarrow.parquet.ParquetFile(path) as file:
        about = json.loads((file.schema_arrow.metadata or {}).get(KEY, b"{}"))
        if (about.get("game"), about.get("rules")) != (game.name, game.rules.VERSION):
            raise refusal("not_its_samples", path=str(path), game=game.name)
        for i in range(file.num_row_groups):
            table = file.read_row_group(i)
            yield {
                name: _array(game, name, table.column(name), about["shapes"][name])
                for name in table.column_names
            }


def _table(game: Game, batch: Mapping[str, NDArray[Any]]) -> Any:
    columns = {name: _column(name, array) for name, array in batch.items()}
    shapes = {name: list(array.shape[1:]) for name, array in batch.items()}
    about = {
        "game": game.name,
        "options": options_text(game),
        "rules": game.rules.VERSION,
        "shapes": shapes,
    }
    return pyarrow.table(columns).replace_schema_metadata({KEY: json.dumps(about).encode()})


def _column(name: str, array: NDArray[Any]) -> Any:
    if name == STATES:
        size = array.dtype.itemsize
        return pyarrow.FixedSizeBinaryArray.from_buffers(
            *(pyarrow.binary(size), len(array), [None, pyarrow.py_buffer(array.tobytes())])
        )
    flat = pyarrow.array(np.ascontiguousarray(array).ravel())
    if array.ndim == 1:
        return flat
    return pyarrow.FixedSizeListArray.from_arrays(flat, int(np.prod(array.shape[1:])))


def _array(game: Game, name: str, column: Any, shape: list[int]) -> NDArray[Any]:
    whole = column.combine_chunks()
    if name == STATES:
        return np.frombuffer(bytearray(b"".join(whole.to_pylist())), game.rules.STATE)
    flat = whole if not shape else whole.flatten()
    found: NDArray[Any] = flat.to_numpy(zero_copy_only=False)
    return found.reshape(len(column), *shape)
