"""The words of mails to players."""

from api.site.words.marked import said

CONFIRM_SUBJECT = said("Do you want mails about your matches in %(tournament)s?")
CONFIRM_TEXT = said(
    "Somebody typed this address on the page of %(player)s in %(tournament)s. Once you confirm it, a mail tells you "
    "each time who you play. If that was not you, do nothing: the address is deleted after a day."
)
CONFIRM_LAST = said("Confirm the address, or delete it at once:")
AT_TABLE = said("Table %(table)s against %(opponent)s")
AGAINST = said("You play %(opponent)s")
MATCHES_SUBJECT = said("%(number)s matches for you in %(tournament)s")
MATCH_LINE = said("match to %(length)s")
YOUR_PAGE = said("Report the result on your page: %(address)s")
STOP = said("To get no more of these mails:")
UNNAMED_OPPONENT = said("entry %(number)s")
