"""Formulas found, checked and written: HTML without network, MathJax, plain text; numbers as learners type them."""

import contextlib
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc.rehearsal.formulas import fault, formulas, substitute
from posenc.rehearsal.posing import fill, number, pose
from posenc.rehearsal.rendering import mathjax, to_html, to_plain
from posenc.rehearsal.unicode_math import to_unicode

TEXT = """The bias is $-m\\,|i-j|$<!-- plain: -m |i-j| -->, costs \\$5, and `$x$` is code:

```
price = "$4" + "$5"
```

$$\\theta_i = 10000^{-2i/d}$$
"""


def test_formulas_are_found_outside_of_code():
    assert [(f.latex, f.display, f.plain, f.line) for f in formulas(TEXT)] == [
        (r"-m\,|i-j|", False, "-m |i-j|", 0),
        (r"\theta_i = 10000^{-2i/d}", True, "", 6),
    ]
    assert substitute(TEXT, lambda formula: "F").count("F") == 2


@given(st.text(alphabet="$`\\ab {}\n<!-plain:>", max_size=40))
def test_whatever_the_text_is_it_is_written(text):
    for written in (to_html(text, mathjax), to_plain(text)):
        assert isinstance(written, str)


def test_html_needs_no_network_and_no_comment_is_left():
    html = to_html(TEXT)
    assert html.count("<math") == 2
    assert 'display="block"' in html
    assert "<!--" not in html
    assert "plain" not in html
    assert "http" not in html.replace("http://www.w3.org/1998/Math/MathML", "")
    assert "<code>$x$</code>" in html


def test_nothing_in_a_card_is_a_tag():
    assert "<script" not in to_html("<script>alert(1)</script> and $a<b$")
    assert r"\(a&lt;b\)" in to_html("$a<b$", mathjax)


def test_mathjax_keeps_what_markdown_would_take():
    assert to_html("$a_1 b_2 *c*$", mathjax) == "<p>\\(a_1 b_2 *c*\\)</p>\n"


def test_plain_text_takes_the_plain_variant_or_unicode():
    assert to_plain("$-m$<!-- plain: minus m -->") == "minus m"
    assert to_plain(r"$\theta \approx 2\pi$").replace(" ", "") == "θ≈2π"
    assert to_plain("$a_1$") == r"a\_1", "Markdown must not take it for emphasis"


@pytest.mark.parametrize(
    ("latex", "what"),
    [
        (r"\frac{1}{2} + \sqrt{d} \cdot \mathrm{softmax}(x) \leq \mathbf{R}^{T}", ""),
        (r"\begin{pmatrix} a & b \end{pmatrix}", ""),
        (r"\{a\}", ""),
        (r"\frac{1}{2", "its braces are not balanced"),
        (r"}{", "its braces are not balanced"),
        (r"\left( a", r"\left and \right are not paired"),
        (r"\begin{pmatrix} a", r"\begin and \end are not paired"),
        (r"\nonsense", "Unknown symbol"),
        (r"\begin{pmatrix} \nonsense \end{pmatrix}", r"a browser would show \nonsense as it stands"),
        (r"\begin{pmatrix} a_ \end{pmatrix}", "no MathML"),
    ],
)
def test_what_cannot_be_drawn_is_said(latex, what):
    found = fault(latex)
    assert what in found if what else not found


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("1,049,600", 1049600), ("1 049 600", 1049600), ("1_049_600", 1049600), ("1049600", 1049600), ("2^20", 2**20),
        ("2**10", 1024), ("1e6", 1e6), (" .5 ", 0.5), ("-3", -3), ("−3", -3), ("3/4", 0.75), ("3 * 10^-4", 3e-4),
        ("3 × 2", 6), ("12 %", 12), ("10^3", 1000), ("5.", 5),
    ],
)  # fmt: skip
def test_numbers_as_learners_type_them(words, value):
    assert number(words) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(
    "words",
    ["", "many", "1,04", "12,5", "1e", "1/0", "nan", "inf", "1e999^9", "2^2^2", "--1", "0x10", "1,0000", "9^9^9"],
)
def test_what_is_no_number_is_said(words):
    with pytest.raises(ValueError, match="no number"):
        number(words)


@given(st.text(max_size=12))
def test_any_words_are_a_number_or_none(words):
    with contextlib.suppress(ValueError):
        assert math.isfinite(number(words))


def test_a_template_takes_its_values_and_latex_keeps_its_braces():
    assert fill(r"$\frac{a}{2^{n}}$ of {n}", {"n": 4}) == r"$\frac{a}{2^4}$ of 4"


def test_a_numeric_card_is_the_same_for_the_same_seed(bank):
    card = bank["blindness.count"]
    assert pose(card, 5) == pose(card, 5)
    assert len({pose(card, seed).question for seed in range(20)}) > 5
    assert "{n}" not in pose(card, 5).question
    with pytest.raises(TypeError, match="only a numeric question"):
        pose(bank["rotary.turn"], 5).right("1")


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("10000^{-2i/d}", "10000^(-2i/d)"), (r"w_{ij} = \exp(s_{ij})", "w_ij = exp(s_ij)"), ("x^{2}", "x^2"),
        ("P_{p+k}", "P_(p+k)"),
        (r"\sin \omega p", "sin ωp"), (r"\frac{a}{2d}", "a/(2d)"), (r"\frac{1}{\frac{a}{b}}", "1/(a/b)"),
        (r"\sqrt{d/2}", "√(d/2)"),
        (r"Q K^{\top} V", "Q K^⊤ V"), (r"|s| \leq \mathrm{max}", "|s| ≤ max"), (r"a = (b)", "a = (b)"),
        (r"\Delta + n", "Δ + n"), (r"2\pi / n", "2π / n"),
        (r"m^{\mathrm{T}}_{\text{head}}", "m^T_head"),
    ],
)  # fmt: skip
def test_a_formula_as_a_line_of_unicode(latex, text):
    assert to_unicode(latex) == text


@given(st.text(alphabet="\\{}^_ab12 frac", max_size=30))
def test_any_latex_is_some_line(latex):
    assert "\n" not in to_unicode(latex)
