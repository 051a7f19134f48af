"""Lists of matches: compared with what they said before and with what is here, and recorded."""
