"""Rules found by words, and the commonest with the reason that they give."""

import re
import unicodedata

from api.site.desk.commands.offered import Known
from api.site.frame.forms import Form
from api.site.frame.languages import translations
from api.site.frame.visit import Visit
from api.site.words.commands import RULE_REASONS, RULE_WORDS, WORDS

COMMON = ("4.7", "4.6", "2.2.1", "2.2.2", "2.3.1", "4.4.4", "4.2.3", "4.8", "1.7.6", "4.3.3")
"""The ten clauses that directors rule by most."""
_MOST, _FEWEST_LETTERS = 6, 3
_RULING = "give-ruling"


def found(visit: Visit, wanted: Known, text: str) -> list[str]:
    """The clauses that the words mean, the best first; none for a number."""
    words = [one for one in _words(text) if len(one) >= _FEWEST_LETTERS]
    if wanted.spec.name != _RULING or re.match(r"\s*[0-9]", text) or not words:
        return []
    counts = {clause: sum(_says(visit, clause, one) for one in words) for clause in WORDS["rule"]}
    met = [clause for clause, count in counts.items() if count]
    return sorted(met, key=lambda clause: -counts[clause])[:_MOST]


def _says(visit: Visit, clause: str, word: str) -> bool:
    """Whether the clause is told or searched by a word that begins so, in the visitor's language or in English."""
    texts, in_words = (WORDS["rule"][clause], RULE_WORDS[clause]), translations(visit.language).gettext
    told = {one for text in texts for each in (text, in_words(text)) for one in _words(each)}
    return any(one.startswith(word) for one in told)


def _words(text: str) -> list[str]:
    plain = "".join(one for one in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(one))
    return re.findall(r"[^\W_]+", plain)


def begun_with(visit: Visit, form: Form, clause: str) -> Form:
    """The form with that rule, and its reason where none is typed."""
    reason = RULE_REASONS.get(clause)
    filled = {
        "clause": clause,
        **({"reasons": translations(visit.language).gettext(reason)} if reason and not form.get("reasons") else {}),
    }
    kept = [(name, text) for name, text in form.multi_items() if name not in filled and name != "step"]
    return Form([*kept, *filled.items(), ("step", "look")])
