"""Mining: puzzles from the games of strong players, with proofs, solutions and ratings."""
