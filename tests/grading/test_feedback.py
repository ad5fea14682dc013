"""A learner's page: it tells what it should, and nothing that anybody wrote becomes markup."""

import re
from html.parser import HTMLParser
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from posenc.grading.feedback import page, page_name, write_feedback
from posenc.grading.job import Job

EVIL = "</pre></p><script>alert(1)</script><img src=x onerror=alert(1)>\"' & {0} {title}"
JOB = Job("ada/01.ipynb", "Ada", Path("x"), seed=815815)


class Reader(HTMLParser):
    """The tags of a page, with their attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, tuple]] = []
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list) -> None:
        self.tags.append((tag, tuple(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def failed(fake, words: str, **changes):
    """A result with one failed exercise, whose every text is `words`."""
    texts = dict.fromkeys(("slip", "message", "invariant"), words)
    verdict = fake.verdict("blindness.scores", "failed", 1, **texts, hints=[words, words], **changes)
    return fake.result_of(
        JOB, exercises={"blindness.scores": verdict}, problems=[words], student=words, submission=words
    )


def test_nothing_that_was_written_becomes_markup(fake):
    shown = {"visible": True, "input": [[EVIL, EVIL]], "expected": EVIL, "got": EVIL}
    tame, evil = (Reader(page(failed(fake, words, **shown))) for words in ("tame", EVIL))
    assert [tag for tag, _ in evil.tags] == [tag for tag, _ in tame.tags]
    assert not {"script", "img"} & {tag for tag, _ in evil.tags}
    assert not [attribute for _, attributes in evil.tags for attribute, _ in attributes if attribute.startswith("on")]
    assert evil.text.count(EVIL) >= 8


def test_a_page_needs_nothing_else_and_may_run_nothing(fake):
    html = page(failed(fake, "words"))
    policies = [dict(attributes) for tag, attributes in Reader(html).tags if "http-equiv" in dict(attributes)]
    assert [policy["content"] for policy in policies] == ["default-src 'none'; style-src 'unsafe-inline'"]
    assert not re.search(r"src=|href=|url\(", html)


def test_it_tells_what_passed_what_failed_and_what_must_hold(fake):
    verdict = fake.verdict(
        "blindness.scores",
        "failed",
        1.5,
        message="Divide by the root of d.",
        invariant="rows sum to 1",
        hints=["one", "two"],
    )
    text = Reader(page(fake.result_of(JOB, exercises={"blindness.scores": verdict}, problems=["Cut off."]))).text
    for words in (
        "✗ scores: failed · 1.5 of 4 points",
        "Divide by the root of d.",
        "rows sum to 1",
        "Hint 2",
        "Cut off.",
    ):
        assert words in text
    assert "✓ softmax: passed" in Reader(page(fake.result_of(JOB))).text


def test_hints_stand_inside_each_other_and_a_pass_has_none(fake):
    assert page(failed(fake, "hint")).count("</details></details>") == 1
    passed = fake.verdict("blindness.scores", hints=["a hint"])
    assert "a hint" not in page(fake.result_of(JOB, exercises={"blindness.scores": passed}))


def test_an_unseen_case_and_the_seed_stay_unseen(fake):
    hidden = {"visible": False, "input": [["x", "0.1234"]], "expected": "0.5678", "got": "0.9"}
    html = page(failed(fake, "words", **hidden))
    assert not [secret for secret in ("0.1234", "0.5678", "815815") if secret in html]


def test_an_exercise_that_is_not_known_has_its_place(fake):
    assert "new.one: passed" in page(fake.result_of(JOB, exercises={"new.one": fake.verdict("new.one")}))


@given(st.text())
def test_a_page_name_is_a_plain_file_name(name):
    found = page_name(name)
    assert re.fullmatch(r"[\w-]*-[0-9a-f]{8}\.html", found)
    assert len(found.encode()) < 255


def test_names_that_look_alike_have_pages_of_their_own(tmp_path, fake):
    names = ["a/b.ipynb", "a_b.ipynb", "A_b.ipynb", "../../a/b.ipynb", "a\\b.ipynb", ".ipynb", "con.ipynb", "x" * 400]
    pages = [write_feedback(tmp_path, fake.result_of(JOB, submission=name)) for name in names]
    assert len({path.name.casefold() for path in pages}) == len(names)
    assert {path.parent for path in pages} == {tmp_path}
    assert all(path.stem.casefold() not in ("con", "nul") for path in pages)


def test_half_a_character_reaches_the_page(tmp_path, fake):
    write_feedback(tmp_path, failed(fake, "\udcff"))
