"""The machine under the course: starting JupyterLab on it, and saying what it lacks."""


class NotReady(Exception):
    """Something that a command needs is not there; the message is one sentence that says how to mend it."""
