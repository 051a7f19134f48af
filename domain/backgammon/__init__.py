"""Backgammon as it is played (GAM-1 to GAM-4, GAM-6, GAM-7): the board and its moves, the cube, games and matches; what
was written down of them, read, checked and written again. Pure: nothing here knows of tournaments."""
