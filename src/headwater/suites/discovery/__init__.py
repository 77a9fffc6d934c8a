"""The suite ``discovery``: questions whose data an agent must first find among many files."""
