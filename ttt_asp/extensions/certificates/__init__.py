"""Certificates: modules that write them, beside the checker."""
