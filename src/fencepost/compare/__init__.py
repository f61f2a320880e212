"""Texts against texts: lines, near misses, templates. Pure functions that know nothing of pages and findings."""
