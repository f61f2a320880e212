"""Documentation as tests: fences run, quoted blocks equal their source, translations stay in step."""

__version__ = "0.1.0"
