"""Dataclasses whose methods are written when they are first asked for.

`dataclasses.dataclass` compiles up to six methods for each class, 0.6 ms a class on a laptop. A thousand classes
made that more than half of the program's start, and most processes use a fifth of them.
"""

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, field, fields, make_dataclass
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
        method = _written(self.owner, self.name)
        setattr(self.owner, self.name, method)
        return method.__get__(instance, kind)


def _written(owner: type, name: str) -> Any:
    """The method as the library writes it, in a class that has the same fields and nothing else."""
    given = [(one.name, object, field(**{part: getattr(one, part) for part in FIELD_PARTS})) for one in fields(owner)]
    made = make_dataclass(
        owner.__name__,
        given,
        namespace={name: getattr(owner, name) for name in ("__doc__", "__post_init__") if hasattr(owner, name)},
        init=name == "__init__",
        repr=name == "__repr__",
        eq=name == "__eq__" or name in COMPARISONS,
        order=name in COMPARISONS,
        unsafe_hash=name == "__hash__",
        frozen=name == "__init__" and owner.__setattr__ is _refuse,
        slots="__slots__" in vars(owner),
    )
    method = vars(made)[name]
    method.__qualname__ = f"{owner.__qualname__}.{name}"
    return method


def _refuse(self: object, name: str, value: object = None) -> None:
    raise FrozenInstanceError(name)


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _set_state(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
