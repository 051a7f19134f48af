"""Importing a club's published list, revision by revision, through the commands everybody uses."""
