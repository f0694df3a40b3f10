"""The report of a study: a function of its rows."""
