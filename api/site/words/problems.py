"""What to do next after a refusal, in English and by its kind, where the API's own advice speaks of requests.

Pages in other languages have translations of all kinds, which speak of pages throughout.
"""

from collections.abc import Mapping

from api.site.words.marked import said

_AGAIN = "Open the form again to send something else."
_CHOSEN = "Choose to cancel and redo the later matches, or to keep them."
_PAST_TIME = "Ask a director to do it all the same, after the time for it, with a reason."

ON_PAGES: Mapping[str, str] = {
    "already-attached": "Attach another file, which has another SHA-256, or leave it as it is.",
    "alternative-unknown": "Propose the alternative with what it orders, then vote for it.",
    "analysis-queue-full": "Try again in a minute, or attach an analysis that was made elsewhere.",
    "appeal-too-late": _PAST_TIME,
    "crawford-off": "Turn the Crawford game on in the format, or announce no rules of the federation.",
    "language-missing": "Add that language to the languages, or announce no rules of the federation.",
    "body-too-large": "Send it in parts.",
    "choice-needed": (
        "Correct the result by itself, and choose what happens to the later matches. The form shows what each "
        "choice changes."
    ),
    "circular-dependency": f"{_CHOSEN} Or declare the match named void, so that it is made again.",
    "clock-terms-missing": "Give the time per player and point, and the delay, or announce them in the conditions.",
    "club-unknown": "Look at the list of clubs, and choose one from there.",
    "committee-needed": (
        "Have the parties choose three or five persons together, then give the ruling with the committee and its votes."
    ),
    "correction-too-late": _PAST_TIME,
    "cursor-malformed": "Copy the place from the list, and fill in only one of the fields.",
    "entered-since": "For each of them, choose the record that it belongs to.",
    "feed-restarted": "Choose a place of the feed as it is now.",
    "first-answer-gone": f"Look at the history for what it recorded. {_AGAIN}",
    "idempotency-key-reused": f"This form was sent with something else before. {_AGAIN}",
    "input-invalid": "Correct what is named below.",
    "key-made": "Revoke the key if it was lost, and make another with a new form.",
    "key-over": "Look at the list of keys, and choose one that is valid, or make another.",
    "key-right-unfit": "Do not tick it, or make an auditor's key.",
    "key-unknown": "Look at the list of keys, and choose one from there.",
    "list-unknown": "Look at the lists, and choose one from there.",
    "list-refused": "Correct the lines named, and choose the person for each unclear name.",
    "matters-open": "Decide the disputes and appeals named, or choose to leave open what is disputed until the "
    "tournament is reopened.",
    "no-part": "Name a player or a director of this tournament, or send the person out as a spectator.",
    "not-yet": "Try again in a moment.",
    "nothing-held": "Everybody sees it already.",
    "nothing-to-restore": _CHOSEN,
    "outcome-differs": "Check what it would change now, then send it.",
    "qualified-by-link": "Ask the opponent, another director or an administrator to confirm the matches named above.",
    "person-banned": "Wait until the ban ends or ask the federation to lift it, then try again.",
    "person-exists": _AGAIN,
    "person-likely-known": "Choose that person, or tick that this is a different person.",
    "person-merged": "Use the record that is kept.",
    "person-not-merged": "Use the record that has ended.",
    "person-unknown": "Register the person first, or choose one from the register.",
    "position-unknown": "Name a place from 0 up to the newest, or leave the field empty for what is now.",
    "rating-policy-unchanged": "Use the existing version, or change one of its numbers.",
    "rating-policy-unknown": "Choose one from the list of rating policies.",
    "pool-listing-unchanged": "Change one of the rules.",
    "pool-opens-by-policy": "Change who is on the lists of the pool first, with opening ratings by the office.",
    "rating-pool-has-policy": "Choose the pool with its own policy, or another pool.",
    "rating-pool-unchanged": "Change one of its names, or its policy.",
    "rating-pool-unknown": "Choose one from the list of rating pools.",
    "ratings-to-come": "Do this by itself, once the opening ratings are recorded.",
    "reason-missing": "Write a reason.",
    "report-changed": "Read the report again, then file it as it is now.",
    "resign-instead": "Let the player leave, and say what happens to the player's open matches.",
    "resigned-too-often": "Ask a director of the federation to lift the ban, then try again.",
    "results-contradict": (
        "Correct when the matches named were played, void those that can't have been played, or choose to "
        "cancel the later matches."
    ),
    "round-not-due": "Draw the round that is due now, or, in a bracket or a ring, report the matches that make the "
    "next ones.",
    "round-still-open": "Wait for the closing time, give the round another, or tick that it is closed before its time.",
    "ruling-unseen": "Look first at what the ruling would change, then give it.",
    "score-unlikely": "Check the score and the length, and confirm them if both are right.",
    "divisions-missing": "Set the divisions of the season first.",
    "division-not-of-season": "Choose tournaments that were announced for this season of the series.",
    "division-not-completed": "Complete all divisions of the season first.",
    "division-entry-unknown": "Choose entries that are in the table of a division of this season.",
    "next-season-not-proposed": "Propose the next season first.",
    "next-season-changed": "Propose the next season once more.",
    "next-season-announced": "Arrange the divisions of that season, or enter players into its tournaments.",
    "division-rank-shared": "Say which of them comes first, with a reason.",
    "series-exists": _AGAIN,
    "series-unknown": "Announce the series first, or choose one from the list.",
    "sides-drawn": "Correct the pairs of that round, or correct the result only.",
    "spectator-unasked": "Record first what the spectator is asked, and then what the spectator says.",
    "stale": "Look at what has changed, and send it again if it is still right.",
    "start-not-announced": "Give its starting time, or announce the times of the rounds in the conditions.",
    "tournament-exists": _AGAIN,
    "tournament-unknown": "Choose one from the list, or try again in a moment where it was announced just now.",
    "tournament-status": "Load the page again to see what can be done now.",
    "unavailable": "Send the same form again: it is carried out only once.",
    "version-unknown": "Name a version from 0 up to the newest.",
    "webhook-enabled": "Choose another place in the feed if you want to deliver entries again.",
    "webhook-made": "Change the webhook's secret with a new form if it was lost.",
    "webhook-unknown": "Look at the list of webhooks, and choose one from there.",
}
"""By the slug of the kind."""

MESSAGES: Mapping[str, str] = {
    "The tournament is started; this can only be done while it is announced.": said(
        "The tournament has started already, and this is only done before."
    ),
    "The tournament is announced; this can only be done while it is started.": said(
        "The tournament has not started yet, and this is only done while it runs."
    ),
    "The tournament is completed; this can only be done while it is %(status)s: reopen it at %(address)s.": said(
        "The tournament is completed: reopen it first, on its step Finish."
    ),
    "The tournament is cancelled; this can only be done while it is %(status)s: reopen it at %(address)s.": said(
        "The tournament is cancelled: reopen it first, on its step Finish."
    ),
    "Administrators and the series' directors announce its tournaments.": said(
        "Only administrators and the directors of the series announce its tournaments. Ask one of them, or announce it "
        "without the series."
    ),
    "Field required": said("is required"),
    "Extra inputs are not permitted": said("is not known here"),
    "Input should be a valid string": said("a text is expected here"),
    "Input should be a valid integer": said("a whole number is expected here"),
    "Input should be a valid integer, %(more)s": said("a whole number is expected here"),
    "Input should be a valid decimal": said("a number is expected here"),
    "Input should be a valid boolean": said("yes or no is expected here"),
    "Input should be a valid date": said("a day is expected here"),
    "Input should be a valid date or datetime, %(more)s": said("a day is expected here"),
    "Input should be a valid datetime": said("a day and a time are expected here"),
    "Input should be a valid datetime, %(more)s": said("a day and a time are expected here"),
    "Input should be a valid datetime or date, %(more)s": said("a day and a time are expected here"),
    "Datetimes provided to dates should have zero time - %(more)s": said("a day is expected here"),
    "Input should have timezone info": said("the time zone is missing"),
    "Input should be a valid boolean, %(more)s": said("yes or no is expected here"),
    "Input should be a valid decimal, %(more)s": said("a number is expected here"),
    "Input should be a valid number": said("a number is expected here"),
    "Input should be a valid number, %(more)s": said("a number is expected here"),
    "Input should be a finite number": said("a number is expected here"),
    "Input should be a valid UUID, %(more)s": said("an id is expected here"),
    "Input should be a valid %(kind)s": said("something else is expected here"),
    "Input should be a multiple of %(step)s": said("must be a multiple of %(step)s"),
    "Unable to parse input string as an integer, %(more)s": said("the number is too large"),
    "Unable to extract tag using discriminator %(name)s": said("choose what kind it is"),
    "Input tag %(tag)s found using %(name)s does not match any of the expected tags: %(tags)s": said(
        "this kind is not known here"
    ),
    "month must be in %(range)s": said("there is no such month"),
    "day is out of range for month": said("the month has no such day"),
    "day %(day)s must be in range %(range)s": said("the month has no such day"),
    "year %(year)s is out of range": said("there is no such year"),
    "hour must be in %(range)s": said("there is no such time of day"),
    "minute must be in %(range)s": said("there is no such time of day"),
    "second must be in %(range)s": said("there is no such time of day"),
    "Input should be greater than or equal to %(least)s": said("must be at least %(least)s"),
    "Input should be less than or equal to %(most)s": said("must be at most %(most)s"),
    "Input should be greater than %(less)s": said("must be more than %(less)s"),
    "Input should be less than %(more)s": said("must be less than %(more)s"),
    "Input should be %(one_of)s": said("must be one of %(one_of)s"),
    "String should have at least %(number)s character": said("must not be empty"),
    "String should have at least %(number)s characters": said("must have at least %(number)s characters"),
    "String should have at most %(number)s characters": said("must have at most %(number)s characters"),
    "String should match pattern %(pattern)s": said("has the wrong form"),
    "Decimal input should have no more than %(number)s decimal places": said(
        "must have at most %(number)s decimal places"
    ),
    "Decimal input should have no more than %(number)s digits in total": said("must have at most %(number)s digits"),
    "Decimal input should have no more than %(number)s digits before the decimal point": said(
        "must have at most %(number)s digits before the decimal point"
    ),
    "%(kind)s should have at least %(number)s item after validation, not %(found)s": said("at least one is needed"),
    "%(kind)s should have at least %(number)s items after validation, not %(found)s": said(
        "at least %(number)s are needed, not %(found)s"
    ),
    "%(kind)s should have at most %(number)s items after validation, not %(found)s": said(
        "at most %(number)s are allowed, not %(found)s"
    ),
    "must not be blank": said("must not be blank"),
    "must hold no control characters but line feed and tab": said("must hold no characters that can’t be seen"),
    "must be one line without control characters": said(
        "must be one line, without tabs and characters that can’t be seen"
    ),
    "must lie in the years %(first)s to %(last)s": said("must lie in the years %(first)s to %(last)s"),
    "%(field)s must be a whole number, not %(text)s": said("%(field)s must be a whole number, not %(text)s"),
    "%(field)s must be a number such as 1623.5, not %(text)s": said(
        "%(field)s must be a number such as 1623.5, not %(text)s"
    ),
    "%(field)s has more than six decimal places": said("%(field)s has more than six decimal places"),
    "experience and pool stand beside a rating, and it has none": said(
        "experience and pool need a rating, and there is none"
    ),
    "there is no person %(person)s; leave the column empty for a new one": said(
        "there is no person %(person)s; leave the column empty for a new one"
    ),
    "Likely the same: %(names)s.": said("Likely the same: %(names)s."),
    "name each person once": said("name each person once"),
    "a team has several members": said("a team has several members"),
    "a ruling orders remedies, or dismisses those claimed": said(
        "a ruling orders something, or dismisses what was claimed"
    ),
    "a round opens before it closes": said("a round opens before it closes"),
    "entries open before they close": said("entries open before they close"),
    "name at least one pairing or bye": said("name at least one pairing or bye"),
    "a fee and who pays it go together": said("a fee and who pays it go together"),
    "name the entry or the person that appeals": said("name who appeals"),
    "give the reason for an appeal after its window": said("give the reason for an appeal after the time for it"),
    "give each room a name of its own": said("give each room a name of its own"),
    "give each table a number of its own, and in each room the lowest first": said(
        "give each table a number of its own, and in each room the lowest first"
    ),
    "name a preset, or a tournament to take all from, and not both": said(
        "name a preset, or a tournament to take all from, and not both"
    ),
    "a six-game match has no length: leave the lengths out": said(
        "a match of six games has no length: leave the lengths out"
    ),
    "the witness is somebody else than the thrower": said("the witness is somebody else than the thrower"),
    "each round has one starting time": said("each round has one starting time"),
    "a consent to recording or headphones is refused with a reason": said(
        "a consent to recording or headphones is refused with a reason"
    ),
    "name the tournament of the ruling": said("name the tournament of the ruling"),
    "%(player)s can't play themselves": said("%(player)s can’t play against themselves"),
    "its date is in the future": said("its date is in the future"),
    "%(name)s may be %(persons)s; say by the id who is meant, or register somebody new first": said(
        "it is unclear who %(name)s is: choose among %(persons)s, or somebody new"
    ),
    "there is no person %(who)s": said("there is no person %(who)s"),
    "%(winner)s-%(loser)s is not a score that the winner has won by": said(
        "%(winner)s-%(loser)s is no score that the winner has won by"
    ),
    "a match of the form %(form)s can't be imported": said("a match of the form %(form)s can’t be imported"),
    "line %(line)s enters the same person": said("line %(line)s enters the same person"),
    "It can't be read as CSV: %(why)s.": said("It can’t be read as CSV."),
    "Line %(line)s is no revision: %(what)s.": said("Line %(line)s tells of no revision."),
    "There is nothing in the list.": said("There is nothing in the list."),
    "You have played matches of this list.": said("You have played matches of this list."),
    "What the list was compared with has changed meanwhile.": said(
        "What the list was compared with has changed meanwhile. Look it over again."
    ),
}
"""What is wrong with something typed, as what has read it says it, and as readers are told it. What is named stands for
whatever is there."""

NAMED = (
    *(said("and"), said("or"), said("%(first)s and %(number)s more")),
    *(said("white"), said("black"), said("entry"), said("tournament"), said("ruling"), said("nobody"), said("nothing")),
    *(said("the rating"), said("the rank")),
)
"""What is in sentences about what was wrong in place of what they name, and has no words elsewhere."""
