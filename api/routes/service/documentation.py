"""The OpenAPI document and a page that shows it, made here: nothing is fetched from anywhere else."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from api.http.routing import new_router

router = new_router("documentation", prefix="")

OPENAPI_FILE = Path(__file__).parents[2] / "openapi.json"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1a1a1a }
code, pre { font: 14px/1.4 ui-monospace, monospace; background: #f3f3f0; border-radius: 4px }
pre { padding: .75rem; overflow: auto } code { padding: .1rem .3rem }
section { border-top: 1px solid #ccc; padding-top: 1rem; margin-top: 1rem }
.get { color: #05603a } .post { color: #8a3b00 } b.method { text-transform: uppercase }
table { border-collapse: collapse } td, th { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top }
@media (prefers-color-scheme: dark) { body { background: #16181a; color: #e6e6e3 } code, pre { background: #24272a }
.get { color: #6fd3a3 } .post { color: #f0a36b } a { color: #9cc4ff } }
"""


@router.get("/openapi.json", include_in_schema=False)
def openapi() -> Response:
    """The OpenAPI document, as it is committed."""
    return Response(openapi_document(), media_type="application/json")


@router.get("/docs", include_in_schema=False)
def docs() -> Response:
    """The documentation as a page."""
    return HTMLResponse(_page(), headers={"Content-Security-Policy": _POLICY})


@router.get("/", include_in_schema=False)
def start(request: Request) -> Response:
    """Leads to the documentation."""
    return Response(status_code=307, headers={"Location": f"{request.scope['root_path']}/docs"})


@cache
def openapi_document() -> bytes:
    """The OpenAPI document, as it is committed; read once."""
    return OPENAPI_FILE.read_bytes()


@cache
def _page() -> str:
    document = json.loads(openapi_document())
    title = escape(document["info"]["title"])
    return "".join(
        (
            f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>',
            f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style><h1>{title}</h1>',
            f"<p>{_text(document['info']['description'])}</p>",
            '<p><a href="/openapi.json">openapi.json</a></p>',
            *_operations(document["paths"]),
            "<h2>Schemas</h2>",
            *(_schema(name, schema) for name, schema in document["components"]["schemas"].items()),
            "</html>",
        )
    )


def _operations(paths: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    for path, methods in paths.items():
        for method, operation in methods.items():
            yield f'<section id="{escape(operation["operationId"])}"><h3>{escape(operation["summary"])}</h3>'
            yield f'<p><b class="method {method}">{method}</b> <code>{escape(path)}</code></p>'
            yield f"<p>{_text(operation.get('description', ''))}</p>"
            yield _parameters(operation.get("parameters", ()))
            yield _body(operation)
            yield f"<p>Answers: {_answers(operation['responses'])}</p></section>"


def _parameters(parameters: "list[dict[str, Any]]") -> str:
    rows = [
        f"<tr><td><code>{escape(each['name'])}</code><td>{each['in']}{', required' if each['required'] else ''}"
        f"<td>{_text(each.get('description', ''))}"
        for each in parameters
    ]
    return f"<table>{''.join(rows)}</table>" if rows else ""


def _body(operation: Mapping[str, Any]) -> str:
    if "requestBody" not in operation:
        return ""
    content = operation["requestBody"]["content"]["application/json"]
    examples = [
        f"<p>{escape(name)}</p><pre>{_json(example['value'])}</pre>"
        for name, example in content.get("examples", {}).items()
    ]
    return f"<p>Body: {_link(content['schema'])}</p>{''.join(examples)}"


def _answers(responses: Mapping[str, Any]) -> str:
    return ", ".join(
        code + "".join(f" {_link(content.get('schema', {}))}" for content in answer.get("content", {}).values())
        for code, answer in responses.items()
        if code < "300"
    )


def _link(schema: Mapping[str, str]) -> str:
    name = escape(schema.get("$ref", "").rpartition("/")[2])
    return f'<a href="#schema-{name}">{name}</a>'


def _schema(name: str, schema: object) -> str:
    return f'<section id="schema-{escape(name)}"><h3>{escape(name)}</h3><pre>{_json(schema)}</pre></section>'


def _json(value: object) -> str:
    return escape(json.dumps(value, indent=2, ensure_ascii=False))


def _text(text: str) -> str:
    """Paragraphs, and code between backquotes."""
    parts = escape(text).strip().replace("\n\n", "</p><p>").split("`")
    return "".join(f"<code>{part}</code>" if place % 2 else part for place, part in enumerate(parts))
