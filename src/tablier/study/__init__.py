"""Studies of a game: many games by plan, and what they say about it, with error bars.

`plan` lists jobs, `playing` turns a job into a row, `book` keeps rows in a folder, `crew` and
`cluster` have many jobs done at once; the report looks at rows and nothing else.
"""
