"""Objects within events that are named by kind and version, such as a format's settings.

An event that holds one keeps its own shape for ever, whatever kinds and versions come to be: only `kind` and `version`
are its own, and the rest has the shape of that version. A version keeps its shape for ever, too: one field more is a
version of its own (`ops/decisions/0020-frozen-histories.md`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, core_schema

from domain.kernel import canonical_json

V = TypeVar("V", bound=BaseModel)
Fields = dict[str, Any]
KindAndVersion = tuple[str, int]


def _same(value: Any) -> Any:  # noqa: ANN401 -- whatever it is given
    return value


@dataclass(frozen=True)
class Form(Generic[V]):
    """The stored form of one version: as the fields of the class `stored`, which `read` makes a value of today of, and
    `write` is made of one. `names` are the fields of that class which hold kind and version, where it has them itself.

    Only the newest version of a kind is written. An older one is read into the value of today: `write` is not asked.
    """

    stored: type[BaseModel]
    read: Callable[[Any], V] = _same
    write: Callable[[V], BaseModel] = _same
    names: tuple[str, str] | None = None

    def schema(self, kind: str, version: int) -> Fields:
        """The JSON Schema of what is stored, kind and version included."""
        made = self.stored.model_json_schema(mode="serialization")
        properties, own = made.get("properties", {}), self.names or ()
        return {
            **made,
            "properties": {
                "kind": {"const": kind, "type": "string"},
                "version": {"const": version, "type": "integer"},
                **{name: field for name, field in properties.items() if name not in own},
            },
            "required": ["kind", "version", *(name for name in made.get("required", ()) if name not in own)],
        }


def by_fields(stored: type[BaseModel], newest: type[V], names: tuple[str, str]) -> Form[V]:
    """The form of a version that is stored by the fields of that class; the value of today has them, and more."""

    def read(said: BaseModel) -> V:
        return newest.model_validate(said.model_dump())

    def write(value: V) -> BaseModel:
        return stored.model_validate(value.model_dump(include={*stored.model_fields}))

    return Form(stored, read, write, names)


class Family(Generic[V]):
    """The kinds and versions of what a field of events holds, each with its form: a mark in the type of that field.

    `named` says as what a value is stored. A mark reads `base` and stores it as an object with its kind and version.
    """

    def __init__(
        self,
        name: str,
        base: type[V] | tuple[type[V], ...],
        forms: Mapping[KindAndVersion, Form[V]],
        named: Callable[[V], KindAndVersion],
    ) -> None:
        self.name = name
        self.forms = forms
        self._base = base
        self._named = named

    def schemas(self) -> Mapping[str, Fields]:
        """The JSON Schema of each version, by its name, such as `format.swiss.v1`."""
        return {self.name_of(*one): form.schema(*one) for one, form in sorted(self.forms.items())}

    def name_of(self, kind: str, version: int) -> str:
        """The name of the schema of that version."""
        return f"{self.name}.{kind}.v{version}"

    def store(self, value: V) -> Fields:
        """The object that is in an event for the value, as JSON. Raises KeyError where it has no such version."""
        kind, version = self._named(value)
        form = self.forms[kind, version]
        fields = form.write(value).model_dump(mode="json")
        own = form.names or ()
        return {"kind": kind, "version": version, **{name: one for name, one in fields.items() if name not in own}}

    def read(self, said: object) -> V:
        """The value that such an object stores. Raises ValueError where it names no version that there is, or has not
        that version's shape."""
        if not isinstance(said, dict) or not {"kind", "version"} <= said.keys():
            raise ValueError(f"a {self.name} is an object with its kind and version")
        kind, version = said["kind"], said["version"]
        form = self.forms.get((kind, version)) if isinstance(kind, str) and type(version) is int else None
        if form is None:
            raise ValueError(f"there is no {self.name} of kind {kind!r} and version {version!r}")
        own = dict(zip(form.names or (), (kind, version), strict=False))
        fields = {name: one for name, one in said.items() if name not in ("kind", "version")} | own
        return form.read(form.stored.model_validate_json(canonical_json.encode(fields)))

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(
            self._validate, serialization=core_schema.plain_serializer_function_ser_schema(self.store)
        )

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Fields:
        return {
            "type": "object",
            "properties": {"kind": {"type": "string"}, "version": {"type": "integer", "minimum": 1}},
            "required": ["kind", "version"],
            "family": self.name,
        }

    def _validate(self, said: object) -> V:
        return said if isinstance(said, self._base) else self.read(said)
