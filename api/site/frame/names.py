"""Whether something typed can be a name."""

from pydantic import TypeAdapter, ValidationError

from domain.kernel.values import GivenName

_NAME = TypeAdapter[str](GivenName)


def is_name(text: str) -> bool:
    """Whether a person can be called so."""
    try:
        _NAME.validate_python(text)
    except ValidationError:
        return False
    return True
