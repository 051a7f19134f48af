"""The names in a transcript: they show the two sides and the staff which file it is, and whose column is which."""

from functools import lru_cache

from domain.tournament.decisions.match_record.transcripts import read_transcript


@lru_cache(maxsize=16)
def names_in_file(text: object) -> tuple[str, str] | None:
    """Of the first side in the file, and of the second; None for who may not read the text."""
    return read_transcript(text).names if isinstance(text, str) else None
