"""`scoresheet witness`: cosigns the checkpoints of other people's logs; it needs no database and no settings."""

import time
from pathlib import Path
from typing import Annotated

import typer
import uvicorn

from api.asgi.server import server_config, with_files
from api.http.limits import Limits
from ops.command_line.group import group
from ops.log_lines import announce, to_standard_error
from ops.serving import stopped_by_signals, web_address
from ops.supervisor import bound_socket
from ops.witness.cosigning import Witness
from ops.witness.folder import WitnessFolder
from ops.witness.http import witness_app

app = group("witness", "Cosign other logs as long as they only grow.")

Folder = Annotated[Path, typer.Argument(help="Where the witness keeps its key, its logs, and what it has cosigned.")]


Name = Annotated[str | None, typer.Option(help="The name of a new witness: its address without a scheme.")]


@app.command()
def key(folder: Folder, name: Name = None) -> None:
    """Print the witness's public key, for the policies of those who trust it. A new witness makes the key first.

    Example: scoresheet witness key witness --name witness.example
    """
    typer.echo(WitnessFolder(folder).prepare(name).cosigner.text)


@app.command()
def serve(
    folder: Folder,
    name: Name = None,
    host: Annotated[str, typer.Option(help="The address to serve on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port to serve on; 0: any free one.", min=0, max=65535)] = 8001,
) -> None:
    """Serve C2SP's witness protocol until Ctrl-C: `POST /add-checkpoint`, `GET /{hash of the log}/checkpoint`.

    List the logs that the witness knows in the file `logs` of its folder, one public key on each line, as
    `scoresheet log key` prints it. The file is read at the start. Put a proxy with TLS before it. Never restore an
    older copy of the folder: the witness would forget what it cosigned since.

    Example: scoresheet witness serve witness
    """
    found = WitnessFolder(folder)
    own = found.prepare(name)
    typer.echo(f"the witness is {own.cosigner.text}")
    witness = Witness(own, found.logs(), found.heads, lambda: int(time.time()))
    with stopped_by_signals(), bound_socket(host, port, "name another with --host or --port") as listener:
        to_standard_error()
        announce(f"serving on {web_address(*listener.getsockname()[:2])}; stop with Ctrl-C")
        uvicorn.Server(server_config(witness_app(witness), with_files(Limits()))).run(sockets=[listener])
