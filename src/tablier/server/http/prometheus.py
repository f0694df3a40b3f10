"""All metrics in the text format of Prometheus."""

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, Metric, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from tablier.play import metrics
from tablier.server.store.storage import commits


class _Numbers(Collector):
    """Reads our metrics whenever Prometheus asks."""

    def collect(self) -> Iterator[Metric]:
        """Each metric with all its values."""
        yield from map(_family, metrics.ALL)
        yield from commits.collect()


def _family(metric: metrics.Metric) -> Metric:
    kind = CounterMetricFamily if metric.kind == "counter" else GaugeMetricFamily
    family = kind(metric.name, metric.about, labels=metric.label_names)
    for labels, value in [*metric.values.items()]:
        family.add_metric(labels, value() if callable(value) else value)
    return family


def text() -> bytes:
    """The text that Prometheus reads."""
    registry = CollectorRegistry()
    registry.register(_Numbers())
    ProcessCollector(registry=registry)  # processor, memory, open files; on Linux
    return generate_latest(registry)
