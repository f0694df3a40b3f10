"""The log: one JSON object a line on standard error, without secrets.

Tracebacks have few frames and no values of variables: those hold passwords, tokens and secrets.
"""

import asyncio
import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer

MOST_FRAMES = 12  # of a traceback
TRACEBACKS = ExceptionDictTransformer(show_locals=False, max_frames=MOST_FRAMES)
LIBRARIES = ("uvicorn.error", "asyncio")  # whose errors belong in our log
OURS = "tablier"  # modules that run without a server, too, log by the standard library


def log_as_json(level: str) -> None:
    """Log events of this level and above, those of libraries too."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.ExceptionRenderer(TRACEBACKS),
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(
            logging.getLevelNamesMapping()[level.upper()]
        ),
        logger_factory=lambda: structlog.WriteLogger(sys.stderr),  # the one of then
    )
    for name in (OURS, *LIBRARIES):
        library = logging.getLogger(name)
        library.handlers, library.propagate = [_Handler()], False
        library.setLevel(level.upper() if name == OURS else logging.ERROR)


class _Handler(logging.Handler):
    """Forwards what is logged by the standard library to our log."""

    def emit(self, record: logging.LogRecord) -> None:
        if _is_shutdown(record):
            return
        about = getattr(record, "about", {"library": record.name})
        log = structlog.get_logger()
        log.log(record.levelno, record.getMessage(), exc_info=record.exc_info, **about)


def _is_shutdown(record: logging.LogRecord) -> bool:
    """Is it only that the server stops while a request is pending?"""
    wrong = record.exc_info[1] if record.exc_info else None
    return isinstance(wrong, asyncio.CancelledError) or record.msg.startswith("Cancel %s running")
