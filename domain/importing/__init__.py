"""Lists kept elsewhere: read, planned, and recorded by the commands that everybody uses."""
