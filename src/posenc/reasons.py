"""Errors in words for the terminal."""


def in_words(error: Exception) -> str:
    """What went wrong, without the number that the system has for it.

    >>> in_words(FileNotFoundError(2, "No such file or directory", "answers/x.json"))
    'answers/x.json: No such file or directory'
    >>> in_words(ValueError("minutes must be above 0, not -1"))
    'minutes must be above 0, not -1'
    """
    if isinstance(error, OSError) and error.strerror:
        return error.strerror if error.filename is None else f"{error.filename}: {error.strerror}"
    return str(error)
