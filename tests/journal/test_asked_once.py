"""Questions that are asked once where a page is made, and each time elsewhere."""

import threading

from domain.journal.asked_once import asked_once, once


def test_question_is_asked_once_within_and_each_time_without() -> None:
    asked = list[str]()

    def count(question: str) -> int:
        asked.append(question)
        return len(asked)

    def ask(question: str) -> int:
        return once(question, lambda: count(question))

    assert [ask("a"), ask("a")] == [1, 2]
    with asked_once():
        assert [ask("a"), ask("b"), ask("a"), ask("b")] == [3, 4, 3, 4]
    with asked_once():
        assert ask("a") == 5
    assert ask("a") == 6
    assert asked == ["a", "a", "a", "b", "a", "a"]


def test_question_that_is_refused_is_asked_again() -> None:
    with asked_once():
        for _ in range(2):
            try:
                once("a", lambda: 1 // 0)
            except ZeroDivisionError:
                continue
        assert once("a", lambda: 7) == 7


def test_other_threads_are_told_nothing_of_it() -> None:
    told = list[int]()
    with asked_once():
        once("a", lambda: 1)
        thread = threading.Thread(target=lambda: told.append(once("a", lambda: 2)))
        thread.start()
        thread.join()
    assert told == [2]
