"""Switchable faults. Exactly none is active unless the process is started with --fault."""

_active = None


def activate(fault_id):
    global _active
    _active = fault_id


def faulty(fault_id):
    return _active == fault_id
