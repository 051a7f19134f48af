"""`python -m tests.second_verifier PLACE --key FILE --checkpoint FILE --policy FILE`: 0 sound, 1 something found, 2 no
export."""

import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.second_verifier.findings import UnreadableError
from tests.second_verifier.notes import Checkpoint, Key, checkpoint_of, key_of
from tests.second_verifier.policy import Policy, policy_of
from tests.second_verifier.signers import Given
from tests.second_verifier.steps import verified


def main(arguments: list[str]) -> int:
    """Verifies, prints what was found, and returns the exit code."""
    asked = _parser().parse_args(arguments)
    try:
        found = verified(asked.place, Given(_keys(asked.key), _checkpoint(asked.checkpoint), _policy(asked.policy)))
    except (UnreadableError, OSError, ValueError) as wrong:
        print(f"can't be read: {wrong}", file=sys.stderr)
        return 2
    print("\n".join(map(str, found)) or "sound")
    return 1 if found else 0


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="second_verifier")
    parser.add_argument("place", type=Path)
    parser.add_argument("--key", type=Path)
    parser.add_argument("--checkpoint", type=Path)
    parser.add_argument("--policy", type=Path)
    return parser


def _keys(path: Path | None) -> list[Key]:
    lines = path.read_text(encoding="utf-8").splitlines() if path else []
    return [key_of(line) for line in lines if line.strip() and not line.startswith("#")]


def _checkpoint(path: Path | None) -> Checkpoint | None:
    return checkpoint_of(path.read_bytes()) if path else None


def _policy(path: Path | None) -> Policy | None:
    return policy_of(path.read_bytes()) if path else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
