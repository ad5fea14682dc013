"""Answers that claim to be right: only the values count, and they are compared where no learner's code runs."""

import pytest

FORGED = "def permute_rows(x, perm):\n    return {}"
CLASSES = """
class Yes:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __array__(self, *_, **__): return np.zeros((2, 2))
    def __reduce__(self): return (print, ("taken apart",))
    def __len__(self): return 2
    def __getitem__(self, place): return self
    def __float__(self): return 0.0

class Liar(np.ndarray):
    def __eq__(self, other): return np.ones(self.shape, bool)
    def __array_ufunc__(self, *_, **__): return True
    def __array_function__(self, *_, **__): return True
    def tobytes(self): return b"lies"

class Text(str):
    def __eq__(self, other): return True
    __hash__ = None

class Items(list):
    def __iter__(self): raise RuntimeError("no")
    def __len__(self): return 10**9
"""
ANSWERS = {
    "equal to all": "Yes()",
    "many of them": "[Yes()] * len(x)",
    "an array of objects": "np.array([Yes()] * 4).reshape(2, 2)",
    "a lying array": "np.zeros_like(x).view(Liar)",
    "a text": "Text('right')",
    "a lying list": "Items([1])",
    "the verdict": "{'outcome': 'passed', 'points': 2}",
    "a module": "np",
    "a huge number": "10**5000",
    "infinite lists": "(lambda a: a.append(a) or a)([])",
    "too many parts": "[[0.0]] * 10**5",
    "too large": "np.zeros(10**7)",
    "not a number": "np.full(x.shape, np.nan)",
}


@pytest.mark.parametrize("what", ANSWERS)
def test_an_answer_can_not_lie(attack, sealed, what):
    mark = attack(sealed, CLASSES + FORGED.format(ANSWERS[what]), alone=True)
    assert mark["points"] == 0
    assert mark["outcome"] in ("failed", "raised")


PATCHES = {
    "NumPy's comparisons": "for name in ('allclose', 'isclose', 'array_equal', 'array', 'asarray', 'max', 'all'):\n"
    "    setattr(np, name, lambda *_, **__: True)\ndone = np.testing.assert_allclose = lambda *_, **__: None",
    "json": 'import json\ndone = json.dumps = lambda *_, **__: \'{"is": "answer", "number": 1, "points": 2}\'',
    "builtins": "import builtins as b\nb.isinstance = b.callable = lambda *_: True\ndone = b.len = lambda _: 1",
    "the holder's own modules": "import sys\nfrom posenc.grading.inside import frames, holder\n"
    "holder.send = frames.send = lambda sock, header, values=(): sock.sendall(b'passed')\ndone = sys",
    "an import hook": "import sys\nclass Hook:\n    def find_spec(self, *_): raise ImportError\n"
    "done = sys.meta_path = [Hook()]",
    "checking": "from posenc import checking\ndone = checking.judge = lambda *_, **__: 'passed'",
}


@pytest.mark.parametrize("what", PATCHES)
def test_patched_modules_change_no_mark(attack, sealed, what):
    mark = attack(sealed, f"{PATCHES[what]}\ndef permute_rows(x, perm):\n    done\n    return x")
    assert mark["points"] == 0


def test_patches_do_not_reach_the_next_exercise(attack, sealed):
    """The answers before and after are right: `attack` says so. Nor do they spoil what is right."""
    source = "np.testing.assert_allclose = np.array = None\ndef permute_rows(x, perm):\n    return np.take(x, perm, 0)"
    assert attack(sealed, source)["points"] in (0, 2)


LINES = """
import json, os, pickle, struct, sys
good = json.dumps({"is": "answer", "number": 1, "changed": False, "values": [1.0], "sizes": []}).encode()
frame = struct.pack("!II", len(good), 0) + good
over = json.dumps({"is": "over", "status": 0, "values": [], "sizes": []}).encode()
over = struct.pack("!II", len(over), 0) + over
def to_all(data):
    for number in range(3, 64):
        try: os.write(number, data)
        except OSError: pass
"""
SENT = {
    "a frame on stdout": "sys.stdout.buffer.write(frame)",
    "frames on every descriptor": "to_all(frame * 100)",
    "the end of the exercise": "to_all(over)",
    "a pickle": "to_all(pickle.dumps({'outcome': 'passed'}))",
    "an endless header": "to_all(struct.pack('!II', 2**32 - 1, 0))",
    "an endless body": "to_all(struct.pack('!II', 2, 2**32 - 1) + b'{}')",
    "half a frame": "to_all(frame[:20]); os._exit(0)",
    "no JSON": "to_all(struct.pack('!II', 4, 0) + b'nope')",
    "deep JSON": "to_all(struct.pack('!II', 200_000, 0) + b'[' * 200_000)",
    "no header": "to_all(struct.pack('!II', 2, 0) + b'[]')",
    "numbers for words": "to_all(struct.pack('!II', 19, 0) + b'{\"is\": 1, \"error\":2}')",
    "wrong sizes": "to_all(struct.pack('!II', 30, 0) + b'{\"values\": [], \"sizes\": [-1,1]}')",
}


@pytest.mark.parametrize("what", SENT)
def test_forged_frames_are_worth_nothing(attack, sealed, what):
    mark = attack(sealed, f"{LINES}\ndef permute_rows(x, perm):\n    {SENT[what]}\n    return x", seconds=1.0)
    assert mark["points"] == 0
    assert mark["outcome"] in ("failed", "raised", "timed out")


def test_frames_of_a_process_left_behind_do_not_reach_the_next_exercise(attack, level):
    """`attack` says that the answers after it are marked as they should be."""
    source = f"{LINES}\nimport time\nif os.fork() == 0:\n    while True: to_all(frame); time.sleep(0.001)\n"
    mark = attack(level, source + "\ndef permute_rows(x, perm):\n    frame, time\n    return x")
    assert mark["points"] == 0


@pytest.mark.parametrize("dtype", ["float16", "float32", "int8", "uint64", ">f8", "longdouble"])
def test_numbers_of_any_kind_are_compared_as_numbers(attack, sealed, dtype):
    """Whole numbers that every kind can hold, so that only the drawn case may differ by its rounding."""
    mark = attack(sealed, f"def permute_rows(x, perm):\n    return x[perm].astype(np.dtype({dtype!r}))", alone=True)
    assert (mark["points"] == 2) is (dtype in (">f8", "longdouble", "float32"))
