"""Terminal Fleet Portal Data Service."""
