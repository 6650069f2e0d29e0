"""Dataclasses whose methods are written when they are first asked for.

`dataclasses.dataclass` compiles up to six methods for each class, 0.6 ms a class on a laptop. A thousand classes
made that more than half of the program's start, and most processes use a fifth of them.
"""

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any

COMPARED = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def lazy_dataclass(
    *, frozen: bool = False, eq: bool = True, order: bool = False, **options: bool
) -> Callable[[type], type]:
    """As `dataclasses.dataclass`, except that a frozen class refuses every attribute, not its fields alone.

    A method that the class defines stays. `options`: slots, weakref_slot, kw_only.
    """

    def made(cls: type) -> type:
        cls.__doc__ = cls.__doc__ or cls.__name__  # the library would print the signature of `__init__` there
        own = vars(cls)
        names = ["__init__", "__repr__", *(["__eq__"] if eq else []), *(list(COMPARED)[1:] if order else [])]
        later = [name for name in names if name not in own]
        unhashed = eq and own.get("__hash__") is None
        cls = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
        methods: dict[str, object] = {name: _Later(cls, name) for name in later}
        if unhashed:
            methods["__hash__"] = _Later(cls, "__hash__") if frozen else None
        if frozen:
            methods |= {"__setattr__": _refuse, "__delattr__": _refuse}
        if frozen and options.get("slots"):
            methods |= {"__getstate__": _state, "__setstate__": _set_state}
        for name, method in methods.items():
            setattr(cls, name, method)
        return cls

    return made


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:
    dataclass = lazy_dataclass


class _Later:
    """A method in waiting: it writes itself in its own place."""

    __slots__ = ("name", "owner")

    def __init__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner, name

    def __get__(self, instance: object, kind: type) -> Any:
        method = _written(self.owner, self.name)
        setattr(self.owner, self.name, method)
        return method.__get__(instance, kind)


def _written(owner: type, name: str) -> Any:
    scope: dict[str, Any] = {"__name__": owner.__module__, "MISSING": MISSING, "keep": object.__setattr__}
    if name == "__init__":
        parameters, lines = _beginning(owner, scope)
    elif name == "__repr__":
        shown = ", ".join(f"{one.name}={{self.{one.name}!r}}" for one in fields(owner) if one.repr)
        parameters, lines = ["self"], [f"return f'{{self.__class__.__qualname__}}({shown})'"]
    elif name == "__hash__":
        hashed = (one.name for one in fields(owner) if (one.compare if one.hash is None else one.hash))
        parameters, lines = ["self"], [f"return hash({_values('self', hashed)})"]
    else:
        names = [one.name for one in fields(owner) if one.compare]
        parameters = ["self", "other"]
        lines = [
            "if other.__class__ is not self.__class__: return NotImplemented",
            f"return {_values('self', names)} {COMPARED[name]} {_values('other', names)}",
        ]
    exec("\n ".join([f"def {name}({', '.join(parameters)}):", *lines]), scope)
    scope[name].__qualname__ = f"{owner.__qualname__}.{name}"
    return recursive_repr()(scope[name]) if name == "__repr__" else scope[name]


def _values(whose: str, names: Iterator[str] | list[str]) -> str:
    return "(" + "".join(f"{whose}.{name}," for name in names) + ")"


def _beginning(owner: type, scope: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Parameters and lines of `__init__`; `scope` gets the default of each field under `default_<name>`."""
    given = [one for one in fields(owner) if one.init]
    named = [one for one in given if one.kw_only]
    parameters = ["self", *(_parameter(one) for one in given if not one.kw_only), *(["*"] if named else [])]
    setting = "keep(self, {0!r}, {1})" if owner.__setattr__ is _refuse else "self.{0} = {1}"
    lines = []
    for one in fields(owner):
        made = one.default_factory is not MISSING
        scope[f"default_{one.name}"] = one.default_factory if made else one.default
        default = f"default_{one.name}" + ("()" if made else "")
        if one.init:
            lines.append(
                setting.format(one.name, f"{default} if {one.name} is MISSING else {one.name}" if made else one.name)
            )
        elif made or one.default is not MISSING:
            lines.append(setting.format(one.name, default))
    if hasattr(owner, "__post_init__"):
        lines.append("self.__post_init__()")
    return [*parameters, *map(_parameter, named)], lines or ["pass"]


def _parameter(one: "Field[Any]") -> str:
    if one.default_factory is not MISSING:
        return f"{one.name}=MISSING"
    return one.name if one.default is MISSING else f"{one.name}=default_{one.name}"


def _refuse(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
