"""Something to look at: evenings of all formats and a season that are made up, and a club's real list if at hand."""
