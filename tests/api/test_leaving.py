"""Anyone who leaves in the midst of an answer is no fault of the service: nothing is told of it but that it ended."""

import pytest
from anyio import run
from starlette.types import Message, Receive, Scope, Send

from api.http.concurrency_limit import THREADS, ConcurrencyLimit
from domain.journal.abandonment import Abandoned
from tests.api.support import LIMITS

_SCOPE: Scope = {"type": "http", "client": ("192.0.2.1", 1), "headers": []}


async def _nothing() -> Message:
    return {"type": "http.disconnect"}


async def _sent(_: Message) -> None:
    return None


def _answering(error: BaseException) -> ConcurrencyLimit:
    """An application that fails so when its answer has begun."""

    async def app(_: Scope, __: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise error

    return ConcurrencyLimit(app, LIMITS, THREADS)


def _begun(cause: Exception) -> RuntimeError:
    """What is raised for a failure that could not be answered any more."""
    error = RuntimeError("Caught handled exception, but response already started.")
    error.__cause__ = cause
    return error


@pytest.mark.parametrize(
    "error",
    [
        _begun(Abandoned()),
        Abandoned(),
        ExceptionGroup("tasks", [Abandoned()]),
        _begun(ExceptionGroup("", [Abandoned()])),
    ],
)
def test_anyone_who_has_left_leaves_no_traceback(error: Exception) -> None:
    run(_answering(error), _SCOPE, _nothing, _sent)


@pytest.mark.parametrize(
    "error", [_begun(ValueError()), ValueError(), ExceptionGroup("tasks", [Abandoned(), ValueError()])]
)
def test_other_faults_are_told(error: Exception) -> None:
    with pytest.raises(type(error)):
        run(_answering(error), _SCOPE, _nothing, _sent)
