"""The game itself on pages: matches replayed, their transcripts uploaded, and the score while they are played."""
