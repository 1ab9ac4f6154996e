"""The smallest change that makes a claim true."""
