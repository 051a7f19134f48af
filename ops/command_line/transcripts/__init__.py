"""`scoresheet transcript`: matches as they were written down, read and held against the rules of play (GAM-7)."""

from ops.command_line.group import group
from ops.command_line.transcripts.analyse import analyse
from ops.command_line.transcripts.check import check
from ops.command_line.transcripts.extract import extract
from ops.command_line.transcripts.show import show
from ops.command_line.transcripts.upload import upload

app = group("transcript", "Analyse, check, extract, show and upload transcripts of matches.")


@app.callback()
def _transcript() -> None:
    "Analyse, check, extract, show and upload transcripts of matches."


app.command()(analyse)
app.command()(check)
app.command()(extract)
app.command()(show)
app.command()(upload)
