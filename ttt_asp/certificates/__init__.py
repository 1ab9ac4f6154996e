"""Certificates: what writes them, beside what checks them."""
