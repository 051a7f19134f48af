"""In which encoding a list is read, and read again once another was chosen."""

import subprocess
import sys

import pytest

from domain.importing.encodings import ENCODINGS, GUESSED, read_again, text_in
from domain.importing.errors import ListUnreadableError

GREEK = "Παπαδόπουλος, Νίκος"


@pytest.mark.parametrize(
    ("written", "said", "read"),
    [
        ("utf-8", None, ("Åse", "utf-8")),
        ("utf-8-sig", None, ("Åse", "utf-8")),
        ("utf-16", None, ("Åse", "utf-16")),
        ("cp1252", None, ("Åse", GUESSED)),
        ("cp1257", "cp1257", ("Åse", "cp1257")),
    ],
)
def test_list_is_read_as_its_bytes_tell_or_as_was_chosen(written: str, said: str | None, read: tuple[str, str]) -> None:
    assert text_in("Åse".encode(written), said) == read


def test_wrong_guess_is_read_again_in_the_encoding_that_was_chosen() -> None:
    guessed, encoding = text_in(GREEK.encode("cp1253"))
    assert (guessed != GREEK, encoding) == (True, GUESSED)
    assert read_again(guessed, encoding, "cp1253") == GREEK


def test_unreadable_list_is_told_of() -> None:
    with pytest.raises(ListUnreadableError, match="can't be read as utf-8"):
        text_in("Åse".encode("cp1252"), "utf-8")
    with pytest.raises(ListUnreadableError, match="there is no encoding abc"):
        text_in(b"A", "abc")
    with pytest.raises(ListUnreadableError, match="choose the file again"):
        read_again(GREEK, "cp1252", "cp1253")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_each_encoding_to_choose_from_is_known(encoding: str) -> None:
    assert text_in("date,winner".encode(encoding), encoding) == ("date,winner", encoding)


def test_all_of_them_are_loaded_before_a_part_leaves_roots_account() -> None:
    told = (
        "import sys, api.http.spreadsheets; from domain.importing.encodings import ENCODINGS, text_in\n"
        "before = set(sys.modules)\n"
        "[text_in(b'', one) for one in (*ENCODINGS, 'cp437')]\n"
        "print(sorted(set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
