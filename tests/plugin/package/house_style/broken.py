"""A plugin that cannot be imported."""

raise RuntimeError("the licence has run out")
