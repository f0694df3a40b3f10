"""Metrics for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

registry = CollectorRegistry()
moves = Counter("tablier_moves", "Moves played and stored", ["game"], registry=registry)
made = Counter("tablier_tables_made", "Tables made", ["game"], registry=registry)
refused = Counter("tablier_refused", "What was asked and refused", ["why"], registry=registry)
faults = Counter("tablier_faults", "Errors that are ours", registry=registry)
commits = Histogram("tablier_commit_seconds", "Time of a commit", registry=registry)
tables = Gauge("tablier_tables", "Tables in memory", registry=registry)
sockets = Gauge("tablier_sockets", "Open sockets", registry=registry)
thinking = Gauge("tablier_thinking", "Searches that run", registry=registry)
waiting = Gauge("tablier_waiting", "Searches that wait for a worker", registry=registry)
compiled = Gauge("tablier_compiled", "Is it compiled?", ["game", "part"], registry=registry)
