"""Ratings: policies as data, exact Elo, classes, and the ledger in force of a pool (ELO-1 to ELO-9)."""
