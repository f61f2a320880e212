"""Holds the links of pages to the files, pages and ids that they lead to."""
