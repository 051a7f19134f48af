"""Matches analysed by a program beside the service (TD-20) [3.8]."""
