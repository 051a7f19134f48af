"""What visitors are shown of problems, by status or by kind, and in place of names."""

from api.site.words.marked import Words, said

NOT_TOLD = said("name withheld")
ERASED = said("erased person")
FIRST_ZONE = said("Named with the first page.")

WORDS: Words = {
    "typed_field": {
        "list": said("List"),
        "own": said("Your score"),
        "other": said("Opponent’s score"),
        "opponent": said("Opponent"),
        "quick": said("Table and score, such as 3 5-2"),
        "rooms": said("Rooms and tables"),
        "score": said("Score"),
        "k_start": said("K of a new player"),
        "k_slope": said("K falls with each point of experience by"),
        "k_floor": said("K is at least"),
    },
    "problem": {
        400: said("This could not be understood"),
        401: said("You have to log in for this"),
        403: said("You have no access to this page"),
        "office": said("The office is for administrators"),
        404: said("There is nothing at this address"),
        405: said("This address does not take that"),
        409: said("Not possible right now"),
        412: said("Something was changed meanwhile"),
        413: said("This is too large to send at once"),
        422: said("Something in this address or form is wrong"),
        429: said("Too many requests at once"),
        500: said("The service failed"),
        503: said("The service can’t answer just now"),
        "file-unreadable": said("The file can’t be read as text"),
        "login-not-begun": said("This login is over"),
        "logged-in-by-mail": said("A login by mail is for playing"),
        "login-too-old": said("Log in once more"),
        "mails-off": said("This service sends no mails"),
        "not-signed-yet": said("The log is not signed so far"),
    },
    "what_to_do": {
        400: said("Go back, and try it once more."),
        401: said("Log in, and open the page again."),
        403: said("If you think it should be, ask a director of the tournament."),
        "office": said("Log in with an administrator’s key, or ask an administrator."),
        404: said("Check the address, or start from the list of tournaments."),
        405: said("Go back, and use the links and buttons of the page."),
        409: said("Reload the page to see what changed."),
        412: said("Load the page again, look at what is new, and decide then."),
        413: said("Go back, and send it in parts. A list may have 500 lines."),
        422: said("Go back, and correct what was typed."),
        429: said("Wait a moment, then load the page again."),
        500: said("Load the page again, and tell the operator if it happens once more."),
        503: said("Nothing is lost. Load the page again in a moment."),
        "logged-in-by-mail": said("Log in with your password, passkey or key, and do it again."),
        "login-too-old": said(
            "You logged in more than an hour ago. A browser that was left logged in makes no other way in: log in "
            "again, then do it."
        ),
        "mails-off": said(
            "Log in with a password, passkey or key. To have mails sent, the operator sets SCORESHEET_MAIL_SERVER, "
            "SCORESHEET_MAIL_FROM and SCORESHEET_MAIL_LINKS."
        ),
        "login-not-begun": said("Finish a login within ten minutes; it works once. Start again."),
        "not-signed-yet": said(
            "Load the page again in ten seconds. If it stays so, tell the operator: nothing is signed."
        ),
        "file-unreadable": said(
            "Save it as CSV in UTF-8, which Excel calls CSV UTF-8, not as a workbook. Then go back, and choose it "
            "again."
        ),
    },
}
