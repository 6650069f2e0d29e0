"""Dataclasses whose methods are written when they are first asked for.

`dataclasses.dataclass` compiles up to six methods for each class, 0.6 ms a class on a laptop. A thousand classes
made that more than half of the program's start, and most processes use a fifth of them.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, field, fields, make_dataclass
from typing import TYPE_CHECKING, Any

COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__")
FIELD_PARTS = ("default", "default_factory", "init", "repr", "hash", "compare", "kw_only")
"""Of a field, as far as methods are written by them."""


def lazy_dataclass(
    *, frozen: bool = False, eq: bool = True, order: bool = False, **options: bool
) -> Callable[[type], type]:
    """As `dataclasses.dataclass`, except that a frozen class refuses every attribute, not its fields alone.

    A method that the class defines stays. `options`: slots, weakref_slot, kw_only.
    """

    def made(cls: type) -> type:
        cls.__doc__ = cls.__doc__ or cls.__name__  # the library would print the signature of `__init__` there
        own = vars(cls)
        names = ["__init__", "__repr__", *(["__eq__"] if eq else []), *(COMPARISONS if order else [])]
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
        if instance is None and self.name == "__hash__":
            return self  # the library asks each default of a field whether its class has one
        method = (_initializer if self.name == "__init__" else _written)(self.owner, self.name)
        method.__qualname__ = f"{self.owner.__qualname__}.{self.name}"
        setattr(self.owner, self.name, method)
        return method.__get__(instance, kind)


def _initializer(owner: type, name: str) -> Any:
    """`__init__`. The library would write the two methods that refuse beside it: two thirds of its work."""
    given, frozen = fields(owner), owner.__setattr__ is _refuse
    by_place = [_parameter(one) for one in given if one.init and not one.kw_only]
    by_name = [_parameter(one) for one in given if one.init and one.kw_only]
    lines = [
        f"_object_set(self, {one.name!r}, {value})" if frozen else f"self.{one.name} = {value}"
        for one in given
        if (value := _value(one))
    ]
    if hasattr(owner, "__post_init__"):
        lines.append("self.__post_init__()")
    scope: dict[str, Any] = {"__name__": owner.__module__, "_object_set": object.__setattr__, "_missing": MISSING}
    scope |= {f"_default_{one.name}": one.default for one in given if one.default is not MISSING}
    scope |= {f"_make_{one.name}": one.default_factory for one in given if one.default_factory is not MISSING}
    parameters = ", ".join(["self", *by_place, *(["*", *by_name] if by_name else [])])
    exec(f"def {name}({parameters}):\n " + "\n ".join(lines or ["pass"]), scope)
    return scope[name]


def _parameter(one: Field[Any]) -> str:
    if one.default is not MISSING:
        return f"{one.name}=_default_{one.name}"
    return one.name if one.default_factory is MISSING else f"{one.name}=_missing"


def _value(one: Field[Any]) -> str:
    """What `__init__` gives the field, as source; empty = nothing."""
    if one.default_factory is not MISSING:
        made = f"_make_{one.name}()"
        return f"{made} if {one.name} is _missing else {one.name}" if one.init else made
    if one.init:
        return one.name
    return "" if one.default is MISSING else f"_default_{one.name}"


def _written(owner: type, name: str) -> Any:
    """The method as the library writes it, in a class that has the same fields and nothing else."""
    given = [(one.name, object, field(**{part: getattr(one, part) for part in FIELD_PARTS})) for one in fields(owner)]
    made = make_dataclass(
        owner.__name__,
        given,
        init=False,
        repr=name == "__repr__",
        eq=name == "__eq__" or name in COMPARISONS,
        order=name in COMPARISONS,
        unsafe_hash=name == "__hash__",
        namespace={"__doc__": owner.__doc__},
    )
    return vars(made)[name]


def _refuse(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(name)


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
