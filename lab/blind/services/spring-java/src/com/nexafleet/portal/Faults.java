package com.nexafleet.portal;

/** Switches exactly one known defect on (used by the regression rehearsal only). */
final class Faults {
    private static volatile String active = "";
    private Faults() { }
    static void activate(String id) { active = id == null ? "" : id; }
    static boolean on(String id) { return active.equals(id); }
}
