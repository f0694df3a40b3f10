"""The log: one JSON object a line on the standard error, without secrets.

A traceback says where it went wrong, in a few frames and without the values of variables: those
hold passwords, tokens and the secrets of seats.
"""

import asyncio
import logging
import sys

import structlog
from structlog.tracebacks import ExceptionDictTransformer

MOST_FRAMES = 12  # of a traceback
TRACEBACKS = ExceptionDictTransformer(show_locals=False, max_frames=MOST_FRAMES)
LIBRARIES = ("uvicorn.error", "asyncio")  # those whose errors belong in our log


def log_as_json(level: str) -> None:
    """Log events of this importance and above, those of libraries too."""
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
        logger_factory=structlog.WriteLoggerFactory(sys.stderr),
    )
    for name in LIBRARIES:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [_Handler(logging.ERROR)], False


class _Handler(logging.Handler):
    """Passes the errors of a library on; what visitors did wrong is no error of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        if _is_the_end(record):
            return
        log = structlog.get_logger()
        log.error(record.getMessage(), library=record.name, exc_info=record.exc_info)


def _is_the_end(record: logging.LogRecord) -> bool:
    """Is it only that the server stops while somebody waits for an answer?"""
    wrong = record.exc_info[1] if record.exc_info else None
    return isinstance(wrong, asyncio.CancelledError) or record.msg.startswith("Cancel %s running")
