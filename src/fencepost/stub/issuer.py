"""Certificates made for one run, so that `curl` and other child processes reach the stub under any `https://` name.

The stub is their proxy; with an issuer it ends the tunnel itself and shows a certificate for the host that was
meant. Needs `trustme`, of the extra `tls`. In-process clients need none of it: the guard leads them to plain HTTP.
"""

from __future__ import annotations

import ssl
import threading
from pathlib import Path


class Issuer:
    """A certificate authority of this run; its own certificate is written into `folder`."""

    def __init__(self, folder: Path) -> None:
        """Make the authority; raises `ImportError` without `trustme`."""
        import trustme

        self._authority = trustme.CA(organization_name="fencepost")
        self._contexts: dict[str, ssl.SSLContext] = {}
        self._lock = threading.Lock()
        self.bundle = folder / "fencepost-authority.pem"
        """For `variables`: what a child process must trust."""
        self._authority.cert_pem.write_to_path(self.bundle)

    def context(self, host: str) -> ssl.SSLContext:
        """What a server shows that calls itself `host`, a name or an address; made once."""
        with self._lock:
            if host not in self._contexts:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                self._authority.issue_cert(host).configure_cert(context)
                self._contexts[host] = context
            return self._contexts[host]
