"""Measuring agents against each other: matches, ladders, and what their results say."""
