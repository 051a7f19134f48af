"""One match in the files of three programs, where they came from in README.md."""

from pathlib import Path

ENDINGS = ("xg", "bgf", "gvab")


def program_file(ending: str) -> bytes:
    """The match as the program with that ending saved it."""
    return Path(__file__).with_name(f"match.{ending}").read_bytes()
