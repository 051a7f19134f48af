"""FIDE's Tournament Report File (TRF16 and TRF26): read, checked and written. Nothing here knows of tournaments."""
