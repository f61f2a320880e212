"""What holds for all tests."""

from __future__ import annotations

# Where pytest runs within a test, pytester takes back from `sys.modules` what that run has imported. These are imported
# late, by libraries that stay (httpx, httpx2, trustme), and do not work when there are two of them.
import cryptography.hazmat.primitives.asymmetric.ec
import httpcore
import httpcore2

__all__ = ["cryptography", "httpcore", "httpcore2"]
