"""What documents call a status or a format, as everybody is told it."""

from api.site.words.marked import Words, said

WORDS: Words = {
    "status": {
        "announced": said("coming"),
        "started": said("running"),
        "completed": said("completed"),
        "cancelled": said("cancelled"),
    },
    "more": {
        "started": said("Further running tournaments"),
        "announced": said("Further coming tournaments"),
        "completed": said("Further past tournaments"),
    },
    "format": {
        "open": said("open season"),
        "nxe": said("n × elimination"),
        "champion": said("Champion tournament"),
        "swiss": said("Swiss"),
        "knockout": said("knockout"),
        "dual-ring": said("dual ring"),
    },
}
