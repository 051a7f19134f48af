"""The words of mails about logging in."""

from api.site.words.marked import said

LOGIN_SUBJECT = said("Your link to log in")
LOGIN_TEXT = said(
    "Somebody asked for a link to log in with this address. It works once, for 15 minutes. If that was not you, do "
    "nothing: nobody logs in without this mail."
)
LOGIN_LAST = said("Open the link, and press the button there:")
ADDRESS_SUBJECT = said("Do you want to log in with this address?")
ADDRESS_TEXT = said(
    "Somebody typed this address on the account of %(player)s. Once you confirm it, links in mails to it log in as "
    "%(player)s. If that was not you, do nothing: the address is deleted after a day."
)
ADDRESS_LAST = said("Confirm the address:")
CHANGED_SUBJECT = said("Links to this address log in no more")
CHANGED_TEXT = said(
    "Links to this address no longer log in as %(player)s: somebody who was logged in has changed the address or taken "
    "it away. If that was not you, log in with your password, passkey or key, and end the sessions that you don’t know."
)
CHANGED_LAST = said("Your sessions:")
