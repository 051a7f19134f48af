"""Lists kept elsewhere, as files: read, told line by line, and compared with what their clubs published."""
