"""A television of 2015: AppleWebKit/538.1, which Samsung built into those of 2015 and 2016.

The program is PhantomJS 2.1.1 of January 2016, driven through its own WebDriver server (the JSON Wire
Protocol). The package on PyPI only repacks the program, so the bytes are checked before they run.
"""

import base64
import hashlib
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import httpx

PROGRAM_SHA256 = "4f63e6055c323b8657f0a546d4dd36afda5cd4e961c375f31b48d506a7c4296f"


class Television:
    """One tab of the old browser."""

    def __init__(self, driver: httpx.Client, width: int, height: int) -> None:
        self._driver = driver
        self._session = driver.post("/session", json={"desiredCapabilities": {}}).json()["sessionId"]
        self._ask("window/current/size", width=width, height=height)

    def open(self, address: str) -> None:
        """Returns when the page has loaded."""
        self._ask("url", url=address)

    def evaluate(self, expression: str) -> Any:
        """A value of the page. From outside, so that the page's Content-Security-Policy does not stand in the way."""
        ask = "return this.evaluateJavaScript('function () { return ' + arguments[0] + '; }');"
        return self._ask("phantom/execute", script=ask, args=[expression])

    def wait_for(self, condition: str, seconds: float = 10) -> None:
        """Until the expression is true on the page; raises AssertionError."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            if time.monotonic() > end:
                raise AssertionError(f"never: {condition}")
            time.sleep(0.02)

    def errors(self) -> list[str]:
        """Errors of the page's scripts since the last call."""
        told: list[dict[str, str]] = self._ask("log", type="browser")
        return [entry["message"] for entry in told if entry["level"] in ("WARNING", "SEVERE")]

    def photograph(self, path: Path) -> None:
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(base64.b64decode(self._driver.get(f"/session/{self._session}/screenshot").json()["value"]))

    def _ask(self, what: str, **parameters: Any) -> Any:
        return self._driver.post(f"/session/{self._session}/{what}", json=parameters).json()["value"]


@contextmanager
def switched_on(port: int, width: int = 1920, height: int = 1080) -> Iterator[Television]:
    """The old browser in a process of its own; `port` is for its WebDriver server."""
    process = subprocess.Popen(
        [_program(), f"--webdriver=127.0.0.1:{port}", "--webdriver-loglevel=INFO"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "OPENSSL_CONF": os.devnull, "QT_QPA_PLATFORM": "phantom"},
    )
    try:
        _wait_until_it_listens(process.stdout)
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False) as driver:
            yield Television(driver, width, height)
    finally:
        process.kill()
        process.communicate()


def _wait_until_it_listens(lines: IO[str] | None) -> None:
    if not any("running on port" in line for line in lines or ()):
        raise RuntimeError("the old browser ended before it listened")


def was_made_for_this_machine() -> bool:
    """There is no other build of it."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def _program() -> str:
    import phantomjs_bin  # on other machines it is not installed

    path = Path(phantomjs_bin.executable_path)
    if hashlib.sha256(path.read_bytes()).hexdigest() != PROGRAM_SHA256:
        raise RuntimeError(f"{path} is not the program that was released in January 2016")
    path.chmod(0o755)
    return str(path)
