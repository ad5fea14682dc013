"""The system's Chromium, driven by Playwright; and a demo in a plain page, without Jupyter."""

import os
from collections.abc import Iterator

import pytest

from posenc.environment import NotReady, probes

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
]  # fmt: skip


@pytest.fixture(scope="session")
def chromium() -> Iterator:
    """One browser for all tests; without Chromium they are skipped on a desk and fail in CI."""
    try:
        executable = probes.chromium()
    except NotReady as reason:
        message = f"{reason}: the browser tests need it (apt install chromium, or set CHROMIUM to its path)"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=FLAGS)
        yield browser
        browser.close()
