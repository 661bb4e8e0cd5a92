"""Processes beside the site: they receive, adjudicate, deliver and look after."""
