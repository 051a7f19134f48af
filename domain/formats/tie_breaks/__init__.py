"""The order of a table as data: `options` is what can be announced, `criteria` are the objects, `ranked` the table."""
