"""Runs the code of a page, as one module, each fence once, without knowing pytest."""
