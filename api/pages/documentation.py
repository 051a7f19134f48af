"""The OpenAPI document as pages to read, search, try and print: what they need is in them, and nothing is fetched from
elsewhere."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from api.pages.guides import guides
from api.pages.template import files, template

Json = Mapping[str, Any]
_REFERENCE = re.compile(r"#/components/schemas/(\w+)")


def script() -> str:
    """The script that searches the page and sends what is tried."""
    return files()["try.js"]


@cache
def policy() -> str:
    """The content policy of the pages: run that script, and ask this service."""
    digest = b64encode(hashlib.sha256(script().encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'; connect-src 'self'; "
        "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    )


def documentation_page(document: Json) -> str:
    """The contents: guides, and all operations in the groups of the document's tags."""
    return template("documentation.html").render(
        info=document["info"], groups=_groups(document).values(), guides=guides().values(), script=script(), text=text
    )


def operation_pages(document: Json) -> Mapping[str, str]:
    """The operations of each group, by the word of its address."""
    page, groups = template("operations.html"), _groups(document)
    return {
        word: page.render(group=group, groups=groups.values(), script=script(), text=text)
        for word, group in groups.items()
    }


def schemas_page(document: Json) -> str:
    """The names of all schemas."""
    return template("schemas.html").render(info=document["info"], names=document["components"]["schemas"])


def schema_pages(document: Json) -> Mapping[str, str]:
    """Each schema by its name, with links to those that it names."""
    page = template("schema.html")
    return {
        name: page.render(name=name, schema=_with_links(one)) for name, one in document["components"]["schemas"].items()
    }


def _with_links(schema: Json) -> Markup:
    linked = _REFERENCE.sub(r'#/components/schemas/<a href="\1">\1</a>', str(escape(_json(schema))))
    return Markup(linked)  # noqa: S704 -- escaped before


def _groups(document: Json) -> Mapping[str, Json]:
    found = list(_operations(document))
    return {
        word: {**tag, "word": word, "operations": [one for one in found if one["group"] == tag["name"]]}
        for tag in document["tags"]
        for word in [tag["name"].lower().replace(" ", "-")]
    }


def _operations(document: Json) -> Iterator[Json]:
    shared = document["components"]["parameters"]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            parameters = [_resolve(one, shared) for one in operation.get("parameters", ())]
            yield {
                "id": operation["operationId"],
                "group": operation["tags"][0],
                "method": method.upper(),
                "path": path,
                "summary": operation["summary"],
                "description": operation.get("description", ""),
                "parameters": parameters,
                "named": ",".join(f"{one['name']} {one['in']}" for one in parameters),
                **_body(operation),
                "answers": list(_answers(operation["responses"])),
                "refusals": [code for code in operation["responses"] if code >= "400"],
                "problems": operation["x-problems"],
                "callers": operation["x-callers"],
            }


def _resolve(parameter: Json, shared: Json) -> Json:
    reference = parameter.get("$ref")
    found: Json = shared[reference.rpartition("/")[2]] if reference else parameter
    return found


def _body(operation: Json) -> Json:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return {"body": None, "examples": {}}
    examples = {name: _json(example["value"]) for name, example in content.get("examples", {}).items()}
    return {"body": _name(content["schema"]), "examples": examples}


def _answers(responses: Json) -> Iterator[tuple[str, str]]:
    for code, answer in responses.items():
        if code < "300":
            yield from ((code, _name(one.get("schema", {}))) for one in answer.get("content", {}).values())


def _name(schema: Json) -> str:
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)


def text(said: str) -> Markup:
    """Paragraphs, and code between backquotes."""
    return Markup("</p><p>").join(map(_paragraph, said.strip().split("\n\n")))


def _paragraph(said: str) -> Markup:
    parts: Iterable[Markup] = (
        Markup("<code>%s</code>") % part if place % 2 else escape(part) for place, part in enumerate(said.split("`"))
    )
    return Markup("").join(parts)
