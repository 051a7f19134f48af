"""The hall: its rooms and tables, and which match is played where (REG-6)."""
