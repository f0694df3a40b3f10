"""Studies of a game: many games by plan, and what they say about it, with error bars.

`plan` lists jobs, `runner` turns a job into a row, `store` keeps rows in a folder, `run` runs what
the store lacks, on this machine or on a Ray cluster; `report` is a function of the rows alone.
"""
