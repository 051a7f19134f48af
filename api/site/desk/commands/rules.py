"""Rules found by words, and the commonest with the reason that they give."""

import re
import unicodedata
from collections.abc import Mapping

from api.site.desk.commands.inputs import KIND, Input
from api.site.desk.commands.offered import Known
from api.site.desk.commands.reading import places
from api.site.frame.forms import Form
from api.site.frame.languages import translations
from api.site.frame.visit import Visit
from api.site.words.commands import RULE_REASONS, RULE_WORDS, WORDS

COMMON = ("4.7", "4.6", "2.2.1", "2.2.2", "2.3.1", "4.4.4", "4.2.3", "4.8", "1.7.6", "4.3.3")
"""The ten clauses that directors rule by most."""
_MOST, _FEWEST_LETTERS = 6, 3
_RULING, _ORDERS = "give-ruling", "remedies"


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


REMEDIES: Mapping[str, Mapping[str, str]] = {
    "4.7": {KIND: "score-correction"},
    "4.6": {KIND: "score-correction"},
    "4.4.4": {KIND: "double-annulment", "ground": "crawford", "counts_at": "1"},
    "4.4.7": {KIND: "double-annulment", "ground": "dead-cube"},
    "4.3.3": {KIND: "match-loss"},
}
"""What a clause itself orders on a match, beside the sanctions that it permits (TD-10)."""


def begun_with(visit: Visit, wanted: Known, form: Form, clause: str) -> Form:
    """The form with that rule; with its reason where none is typed, and what it orders where nothing is ordered."""
    reason = RULE_REASONS.get(clause)
    filled = {
        "clause": clause,
        **({"reasons": translations(visit.language).gettext(reason)} if reason and not form.get("reasons") else {}),
    }
    kept = [(name, text) for name, text in form.multi_items() if name not in filled and name != "step"]
    ordered = [] if places(form, _ORDERS) else _ordered_remedy(wanted, clause)
    return Form([*kept, *filled.items(), *ordered, ("step", "look")])


def _ordered_remedy(wanted: Known, clause: str) -> list[tuple[str, str]]:
    """The remedy of the clause, with the score of the match as it is: the director types what is right over it."""
    if wanted.match is None or clause not in REMEDIES:
        return []
    first, second = wanted.match["points"] or ("", "")
    has = {one.name for one in _remedies(wanted).variants[REMEDIES[clause][KIND]]}
    score = {name: str(points) for name, points in (("first", first), ("second", second)) if name in has}
    return [(f"{_ORDERS}.1.{name}", text) for name, text in {**REMEDIES[clause], **score}.items()]


def _remedies(wanted: Known) -> Input:
    return next(one for one in wanted.inputs if one.name == _ORDERS)
