"""A verifier of exports written by the auditors' guide alone: it shares nothing with the program.

What is only shown by the rules of play, the rows of tables and the draws themselves, is left out:
`python -m tests.second_verifier PLACE --key FILE --checkpoint FILE --policy FILE`.
"""
