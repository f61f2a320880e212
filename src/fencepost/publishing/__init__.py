"""What readers of a site see of a check: badges, the verification page, and copies for agents. Pure strings."""
