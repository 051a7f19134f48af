"""Examples of lists to import."""

from api.examples import PERSON_ID, TOURNAMENT_ID, Examples
from api.examples.spreadsheets import spreadsheet_of

LISTS: Examples = {
    "matches, to be looked at first": {
        "kind": "matches",
        "name": "Club evenings",
        "source": "The club's spreadsheet",
        "text": "date,winner,loser,length\n2025-02-08,Ada Byron,Bert Brix,5\n",
        "dry_run": True,
    },
    "a spreadsheet's own file, to be looked at first": {
        "kind": "matches",
        "name": "Club evenings",
        "spreadsheet": spreadsheet_of(
            ("date", "winner", "loser", "length"), ("2025-02-08", "Ada Byron", "Bert Brix", "5")
        ),
        "dry_run": True,
    },
    "persons with opening ratings": {
        "kind": "persons",
        "name": "Members of the club",
        "text": "name,rating,experience,reference\nAda Byron,1623.5,250,17\n",
        "choices": [{"person": PERSON_ID, "choice": "list"}],
    },
    "entries": {"kind": "entries", "tournament": TOURNAMENT_ID, "text": "name\nAda Byron\nBert Brix\n"},
    "of two of one name the new one": {
        "kind": "matches",
        "name": "Club evenings",
        "text": "date,winner,loser,length\n2025-02-08,Ada Byron,Bert Brix,5\n",
        "persons": [{"name": "Ada Byron", "person": None}],
    },
}
