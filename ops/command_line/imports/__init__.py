"""`scoresheet import`: a command for each kind of list, in a module of its own."""

from ops.command_line.group import group
from ops.command_line.imports.club import club
from ops.command_line.imports.entries import entries
from ops.command_line.imports.matches import matches
from ops.command_line.imports.persons import persons
from ops.command_line.imports.report_file import report_file

app = group("import", "Import lists from other programs.")


@app.callback()
def _import() -> None:
    "Import lists from other programs."


app.command()(club)
app.command()(matches)
app.command()(persons)
app.command()(entries)
app.command("report-file")(report_file)
