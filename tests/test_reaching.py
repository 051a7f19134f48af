"""A property whose examples end before its assertion fails."""

import pytest

pytest_plugins = ("pytester",)

PROPERTIES = """
from hypothesis import given, strategies as st
from tests.reaching import begin, end, reached
from tests.properties import examples

@examples(50)
@given(st.integers(0, 9))
def test_hardly_ever(number):
    if number < 5:
        return
    reached()

@examples(50)
@given(st.integers(0, 99))
def test_nearly_always(number):
    if number < 5:
        return
    reached()
    reached()

@given(st.integers())
def test_never(number):
    if number is None:
        reached()

@given(st.integers())
def test_without_a_way_out(number):
    assert isinstance(number, int)
"""
HOOK = """
import pytest
from tests import properties, reaching

properties.load_profile()

@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    reaching.begin(item)
    yield
    reaching.end()
"""


def test_too_few_examples_that_come_to_the_assertion_fail_it(
    pytester: pytest.Pytester, pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(pytestconfig.rootpath))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeconftest(HOOK)
    pytester.makepyfile(PROPERTIES)
    result = pytester.runpytest_subprocess("-p", "no:cacheprovider", "-p", "_hypothesis_pytestplugin")
    result.assert_outcomes(passed=2, failed=2)
    result.stdout.fnmatch_lines(["*test_hardly_ever*", "5 of 10 examples came to the assertion; 70 % are needed"])
