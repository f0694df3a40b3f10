"""Studies of a game: many games by plan, and what they say about it, with error bars.

`plan` lists jobs, `runner` turns a job into a row, `store` keeps rows in a folder, `pool` and
`ray_cluster` have many jobs done at once; the report looks at rows and nothing else.
"""
