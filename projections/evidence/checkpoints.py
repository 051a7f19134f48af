"""Checkpoints as they are kept: what the log has signed, and below it what witnesses have added."""

SIGNED = """
SELECT origin, size, root, note || convert_to(coalesce((
    SELECT string_agg(added.line || E'\\n', '' ORDER BY added.number) FROM public.cosignatures AS added
    WHERE added.origin = signed.origin AND added.size = signed.size), ''), 'UTF8') AS note
FROM public.checkpoints AS signed
"""
"""The rows of `public.checkpoints`, each with its whole note, in SQL: a condition or an order may follow."""
