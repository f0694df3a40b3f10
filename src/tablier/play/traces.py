"""Traces: how long the parts of a move take, as spans of OpenTelemetry.

They are off unless the environment names a collector as OpenTelemetry does, with
OTEL_EXPORTER_OTLP_ENDPOINT. A span of something that is off costs one comparison.
"""

import os
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Protocol, cast

from tablier.extras import extra

if TYPE_CHECKING:
    from opentelemetry import trace
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.trace import Tracer

COLLECTORS = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
NAMES = ("OTEL_SERVICE_NAME", "OTEL_RESOURCE_ATTRIBUTES")
LAST = 2000  # milliseconds to send what is left at the end
NOTHING = nullcontext()
_provider: "TracerProvider | None" = None
_tracer: "Tracer | None" = None


def span(name: str, **about: str | int) -> AbstractContextManager[object]:
    """A part of what is done now, from here to the end of the context."""
    if _tracer is None:
        return NOTHING
    return _tracer.start_as_current_span(name, attributes=about)


class Span(Protocol):
    """A part of what is done, which ends elsewhere than it has begun."""

    def end(self) -> None:
        """End it now."""


class _Nothing:
    """A span that goes nowhere."""

    def end(self) -> None:
        """End nothing."""


NO_SPAN = _Nothing()


def begin(name: str, within: Span | None = None, **about: str | int) -> Span:
    """Begin a span that is ended by itself, inside another one or in the present one."""
    if _tracer is None:
        return NO_SPAN
    from opentelemetry.trace import set_span_in_context  # noqa: PLC0415 - where it is installed

    context = None if within is None else set_span_in_context(cast("trace.Span", within))
    return _tracer.start_span(name, context=context, attributes=about)


def start() -> None:
    """Send spans to the collector that the environment names, if it does."""
    if not any(os.environ.get(name) for name in COLLECTORS):
        return
    with extra("traces"):
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.resources import Resource  # noqa: PLC0415
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415

    is_named = any(os.environ.get(name) for name in NAMES)
    resource = Resource.create({} if is_named else {"service.name": "tablier"})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    use(provider)


def use(provider: "TracerProvider | None") -> None:
    """From now on spans go to this one; None: nowhere."""
    global _provider, _tracer
    _provider = provider
    _tracer = None if provider is None else provider.get_tracer("tablier")


def stop() -> None:
    """Send what has not been sent, if the collector takes it soon."""
    if _provider is not None:
        _provider.force_flush(LAST)
