"""What notebooks show: a base class for the values that have a picture."""


class Pictured:
    """Notebooks show it as `tablier.show` draws it."""

    def _repr_svg_(self) -> str:
        from tablier.pictures import show  # noqa: PLC0415 - pictures import all that is shown

        return show(self).svg  # type: ignore[arg-type]
