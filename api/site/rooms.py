"""All pages: an address is looked for in this order."""

from api.site.desk import announcing, conditions, correcting, finding, met, names, pairing, settings, sign_ups
from api.site.desk import pages as desk
from api.site.desk.commands import pages as desk_commands
from api.site.frame import files
from api.site.hall import league, opening, papers, screens
from api.site.login import beginning, by_mail, by_password, own_key
from api.site.login import other_pages as other_logins
from api.site.login import pages as login
from api.site.office import forms as office_forms
from api.site.office import import_jobs as office_import_jobs
from api.site.office import imports as office_imports
from api.site.office import pages as office
from api.site.office import told_decisions as office_told_decisions
from api.site.office import trials as office_trials
from api.site.players import codes, mails, monitor, phones, pushes
from api.site.players import pages as players
from api.site.public import (
    calendar,
    checking,
    club_look,
    embedding,
    entry,
    home_screen,
    live,
    match,
    person,
    ratings,
    series,
    share_pictures,
    signing_up,
    start,
    telling_decisions,
    tournament,
)
from api.site.replay import analysing, live_pages, overlay, public_pages, uploading
from api.site.replay import pages as replay

ROOMS = (
    *(
        start,
        tournament,
        calendar,
        checking,
        club_look,
        embedding,
        entry,
        home_screen,
        match,
        replay,
        public_pages,
        uploading,
        analysing,
        overlay,
        live_pages,
        live,
        person,
        ratings,
        series,
        share_pictures,
        signing_up,
        telling_decisions,
    ),
    *(
        papers,
        screens,
        league,
        opening,
        mails,
        pushes,
        codes,
        monitor,
        players,
        phones,
        announcing,
        conditions,
        settings,
        names,
        correcting,
        met,
        sign_ups,
        pairing,
        finding,
        desk_commands,
        desk,
        office_forms,
        office_import_jobs,
        office_imports,
        office_trials,
        office_told_decisions,
        office,
        beginning,
        by_mail,
        by_password,
        other_logins,
        own_key,
        login,
        files,
    ),
)
