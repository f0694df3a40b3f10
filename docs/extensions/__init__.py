"""Directives and roles of the site, one Sphinx extension each."""
