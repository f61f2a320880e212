"""Certificates made for one run, so that `curl` and other child processes reach the stub under any `https://` name.

The stub is their proxy; with an issuer it ends the tunnel itself and shows a certificate for the host that was
meant. Needs `trustme`, of the extra `tls`. In-process clients need none of it: the guard leads them to plain HTTP.

Making the authority takes some 150 ms. It is put off until the first child process is started; until then the
bundle holds only what is trusted besides.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import ssl
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from fencepost.stub.environment import AUTHORITY

if TYPE_CHECKING:
    import trustme


def issuer_in(folder: Path, *, real_hosts: bool) -> Issuer | None:
    """An issuer that keeps its bundle in `folder`; `None` without `trustme`.

    Where real hosts may be reached the bundle holds the system's certificates too; `None` where they are not found.
    """
    trusted = _of_the_system() if real_hosts else AUTHORITY
    if trusted is None or importlib.util.find_spec("trustme") is None:
        return None
    return Issuer(folder, trusted)


def _of_the_system() -> Path | None:
    found = os.environ.get("SSL_CERT_FILE") or ssl.get_default_verify_paths().cafile
    return Path(found) if found and Path(found).is_file() else None


class Issuer:
    """A certificate authority of this run; its own certificate is written into `folder`.

    `trusted` are the certificates that clients trust besides: those of the system where real hosts may be reached.
    """

    def __init__(self, folder: Path, trusted: Path = AUTHORITY) -> None:
        """Prepare the bundle; the authority itself is made by `ready`."""
        self.bundle = folder / "fencepost-authority.pem"
        """For `variables`: what a child process must trust."""
        self._authority: trustme.CA | None = None
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._lock = threading.RLock()
        shutil.copyfile(trusted, self.bundle)

    def ready(self) -> None:
        """Make the authority, if that was not done yet; raises `ImportError` without `trustme`."""
        self._made()

    def context(self, host: str) -> ssl.SSLContext:
        """What a server shows that calls itself `host`, a name or an address; made once."""
        with self._lock:
            if host not in self._contexts:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                self._made().issue_cert(host).configure_cert(context)
                self._contexts[host] = context
            return self._contexts[host]

    def _made(self) -> trustme.CA:
        with self._lock:
            if self._authority is None:
                import trustme

                self._authority = trustme.CA(organization_name="fencepost")
                whole = self.bundle.with_suffix(".new")
                whole.write_bytes(self.bundle.read_bytes() + b"\n" + self._authority.cert_pem.bytes())
                whole.replace(self.bundle)
            return self._authority
