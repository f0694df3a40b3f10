"""Well-known games on the contract of `tablier.game`, to be measured against other libraries.

They are not offered to players, so they have no drawings and no rulebooks and speak English alone.
`tablier.game.load("yardsticks.othello", {})` loads one.
"""
