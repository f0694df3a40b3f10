"""What bots send, as JSON or as a form: lichess takes both."""

from dataclasses import dataclass
from typing import Any, TypeVar, cast
from urllib.parse import parse_qsl

import msgspec
from litestar import Request
from litestar.openapi.spec import OpenAPIMediaType, Operation, RequestBody, Schema

from tablier.texts import refusal

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
T = TypeVar("T", bound=msgspec.Struct)


async def read(request: Request[Any, Any, Any], kind: type[T]) -> T:
    """What was sent, as that kind of struct."""
    body = await request.body()
    try:
        if request.headers.get("content-type", "").startswith(FORM):
            return msgspec.convert(dict(parse_qsl(body.decode())), kind, strict=False)
        return msgspec.json.decode(body or b"{}", type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
        place = str(wrong).rpartition("`$")[2].rstrip("`") if "`$" in str(wrong) else ""
        raise refusal("bad_request", place=f"${place}"[:80]) from wrong


def taking(kind: type[msgspec.Struct]) -> type[Operation]:
    """For OpenAPI: an operation that reads such a struct in either form."""
    schema = msgspec.json.schema_components((kind,))[1][kind.__name__]
    content = {media: OpenAPIMediaType(schema=cast(Schema, schema)) for media in (JSON, FORM)}

    @dataclass
    class Taking(Operation):
        def __post_init__(self) -> None:
            self.request_body = RequestBody(content=content, required="required" in schema)

    return Taking
