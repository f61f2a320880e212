"""A headless Chromium, where this machine has one, and the built site behind a server of its own."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from selenium.webdriver import Chrome, ChromeOptions
from selenium.webdriver.chrome.service import Service

PLACE = "fencepost/0.1/"
"""Where the site is published: below a version, as the deployment does it."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--force-color-profile=srgb",
)


def missing() -> str:
    """Why there can be no tests in a browser; empty where there can."""
    if not any(map(shutil.which, BROWSERS)):
        return f"no browser is installed: {', '.join(BROWSERS)}"
    return "" if shutil.which("chromedriver") else "no chromedriver is installed"


@contextmanager
def browser(profile: Path) -> Generator[Chrome]:
    """A browser with an empty profile, which notes what it requests and what its console says."""
    options = ChromeOptions()
    options.binary_location = next(path for name in BROWSERS if (path := shutil.which(name)))
    for argument in (*QUIET, f"--user-data-dir={profile}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    chrome = Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        yield chrome
    finally:
        chrome.quit()


class _Silent(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class calls it so
        pass


@contextmanager
def served(folder: Path) -> Generator[str]:
    """The address of a server for a folder."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Silent, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def requests(chrome: Chrome) -> list[str]:
    """The addresses that were requested since the last call."""
    messages = (json.loads(entry["message"])["message"] for entry in chrome.get_log("performance"))
    sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
    return [params["request"]["url"] for params in sent]


def complaints(chrome: Chrome) -> list[str]:
    """What the console said since the last call, warnings and errors alone."""
    return [entry["message"] for entry in chrome.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
