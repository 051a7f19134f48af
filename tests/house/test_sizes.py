"""Functions, files and folders are small enough to be read at once."""

from collections import Counter
from statistics import median, quantiles

from tests.house.source import PROGRAM, files, functions, lines, name

LONGEST_FUNCTION, LONGEST_FILE, FULLEST_FOLDER = 60, 400, 20


def test_no_function_is_long() -> None:
    found = [
        name(path, function.lineno)
        for path in files(*PROGRAM)
        for function in functions(path)
        if lines(function) > LONGEST_FUNCTION
    ]
    assert found == []


def test_most_functions_are_short() -> None:
    lengths = [lines(function) for path in files(*PROGRAM) for function in functions(path)]
    assert median(lengths) <= 5
    assert quantiles(lengths, n=10)[-1] <= 13


def test_no_file_is_long() -> None:
    held = {name(path): len(path.read_text().splitlines()) for path in files(*PROGRAM)}
    assert {path: number for path, number in held.items() if number > LONGEST_FILE} == {}


def test_no_folder_is_full() -> None:
    held = Counter(name(path.parent) for path in files(*PROGRAM) if path.name != "__init__.py")
    assert {folder: number for folder, number in held.items() if number > FULLEST_FOLDER} == {}
