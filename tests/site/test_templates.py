"""Templates fit together: a name that one takes from another is a macro there."""

import pytest
from jinja2 import nodes

from api.site.frame.templates import FOLDER, environment

TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


def parsed(name: str) -> nodes.Template:
    made = environment("en")
    assert made.loader is not None
    return made.parse(made.loader.get_source(made, name)[0])


def test_template_is_compiled_once_for_all_languages() -> None:
    english, dutch = (environment(language).get_template(TEMPLATES[0]) for language in ("en", "nl"))
    assert english is not dutch
    assert english.root_render_func.__code__ is dutch.root_render_func.__code__


@pytest.mark.parametrize("name", TEMPLATES)
def test_blocks_that_a_template_takes_from_another_are_there(name: str) -> None:
    """Jinja notices that only while the page is written, and only where the name is used."""
    lacking = []
    for taken in parsed(name).find_all(nodes.FromImport):
        assert isinstance(taken.template, nodes.Const)
        made = {macro.name for macro in parsed(taken.template.value).find_all(nodes.Macro)}
        lacking += [each for one in taken.names if (each := one if isinstance(one, str) else one[0]) not in made]
    assert lacking == []
