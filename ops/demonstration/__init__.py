"""Something to look at: a club's real list where it is at hand, else a season made up here."""
