package com.nexafleet.portal;

import com.nexafleet.portal.Model.*;
import java.time.*;
import java.time.temporal.ChronoUnit;
import java.util.*;

/** Deterministic sample portfolio; all times are relative to the start of the process. */
final class DataSeeder {
    private static final String NG = "7c0f3a52-1f0e-4d0b-9a57-6a1f0c2b9e11";
    private static final String CC = "e2b1947d-83c6-4b7a-8f20-0d5b7a3c4f92";
    private static final ZoneId CT = ZoneId.of("America/Chicago");
    private static final ZoneId ET = ZoneId.of("America/New_York");
    private static final ZoneId PT = ZoneId.of("America/Los_Angeles");
    private static final String[] MODELS = {"Hyosung Halo II", "Genmega Onyx", "NCR SelfServ 23", "Hantle 1700W", "Diebold 429"};
    private static final String[] ALERTS = {"heartbeat_stale", "cash_low", "cash_out", "dispenser_fault", "communication_flapping",
        "decline_spike", "reversal_spike", "command_failed", "compliance_expiration"};
    private static final String[] JOURNAL = {"Host link re-established after timeout", "Advice 0220 acknowledged by switch",
        "Response latency above 2500 ms", "Echo test 0800 answered", "Late response discarded after reversal"};
    private static final String[] COMMANDS = {"RESTART_APPLICATION", "PULL_JOURNAL", "UPDATE_SURCHARGE", "SYNC_CLOCK", "DOWNLOAD_SOFTWARE"};
    private static final String[] REASONS = {"CASH_NOT_DISPENSED", "PARTIAL_DISPENSE", "DUPLICATE_POSTING", "UNRECOGNIZED", "SURCHARGE_ERROR"};

    private final Random rnd;
    private final Instant now;
    private final FleetStore s;

    DataSeeder(long seed, FleetStore store) {
        rnd = new Random(seed);
        now = store.startedAt;
        s = store;
    }

    void seed() {
        s.tenants.add(new Tenant(NG, "Northgate ATM Partners", "Northgate Cash", "#0B3D6B", "portal.northgateatm.example",
            "VERIFIED", "+1-612-555-0140", "support@northgateatm.example"));
        s.tenants.add(new Tenant(CC, "Cascade Cash Services", "Cascade Access", "#1F6F50", "atm.cascadecash.example",
            "PENDING_CNAME", "+1-206-555-0188", "help@cascadecash.example"));
        account(1000, null, NG, "Northgate ATM Partners", "Northgate ATM Partners LLC", "Minneapolis", "MN");
        account(1010, 1000L, NG, "Northgate Lakes Region", "Northgate Lakes LLC", "Duluth", "MN");
        account(1020, 1000L, NG, "Northgate Gulf Coast", "Northgate Gulf LLC", "Houston", "TX");
        account(2000, null, CC, "Cascade Cash Services", "Cascade Cash Services Inc.", "Seattle", "WA");
        group(4100, null, NG, 1000, "Retail");
        group(4110, 4100L, NG, 1010, "Lakes Convenience");
        group(4120, 4100L, NG, 1020, "Gulf Convenience");
        group(4200, null, NG, 1000, "Banking Centers");
        group(4210, 4200L, NG, 1010, "Lakes Credit Unions");
        group(4220, 4200L, NG, 1020, "Gulf Credit Unions");
        group(4300, null, NG, 1010, "Lakes Hospitality");
        group(4400, null, NG, 1020, "Gulf Event Venues");
        group(4500, null, NG, 1000, "Headquarters Pilot");
        group(5100, null, CC, 2000, "Puget Sound");
        group(5110, 5100L, CC, 2000, "Seattle Transit");
        group(5120, 5100L, CC, 2000, "Tacoma Grocery");
        group(5200, null, CC, 2000, "Eastern Washington");
        group(5300, null, CC, 2000, "Casino Floor");

        user(NG, 1000, "dhalvorsen", "Dana Halvorsen", Role.ORG_ADMINISTRATOR, null, "nfp_live_5b1d0e9a7f2c4e63a8d4c1b7");
        user(NG, 1000, "pramaswamy", "Priya Ramaswamy", Role.ORG_AUDITOR, null, "nfp_live_c83e6f10b9a24d7795e02fda");
        user(NG, 1020, "mtrevino", "Marco Trevino", Role.ACCOUNT_MANAGER, null, "nfp_live_19f7a4d2c05b4b8e8e6137cc");
        user(NG, 1000, "jlindqvist", "Jonas Lindqvist", Role.FIELD_TECHNICIAN, List.of(4110L, 4400L), "nfp_live_e04b92d8617f4c3a9b5d20f6");
        user(NG, 1010, "kbergstrom", "Karin Bergstrom", Role.ACCOUNT_MANAGER, null, null);
        user(NG, 1020, "tnguyen", "Thao Nguyen", Role.PORTFOLIO_VIEWER, List.of(4120L), null);
        user(CC, 2000, "awhitcomb", "Alice Whitcomb", Role.ORG_ADMINISTRATOR, null, "nfp_live_72a6c9e4d1b34f0f8c19e5ab");
        user(CC, 2000, "rsandoval", "Rafael Sandoval", Role.PORTFOLIO_VIEWER, List.of(5110L, 5200L), "nfp_live_8d35f1b06e9c4a27b7f04ce2");
        user(CC, 2000, "hokada", "Hana Okada", Role.FIELD_TECHNICIAN, List.of(5120L), null);

        String ngLakes = uuid(), ngGulf = uuid(), ngHq = uuid(), ngRms = uuid(), ccMain = uuid(), ccCasino = uuid(), ccRms = uuid();
        terminals(NG, 1010, 4110, 6, ngLakes, CT, "Kwik Stop", "CONVENIENCE", new String[] {"Duluth|MN|55802", "Superior|WI|54880", "Cloquet|MN|55720"}, 46.78, -92.10);
        terminals(NG, 1020, 4120, 6, ngGulf, CT, "Gulf Mart", "CONVENIENCE", new String[] {"Houston|TX|77002", "Galveston|TX|77550", "Beaumont|TX|77701"}, 29.76, -95.36);
        terminals(NG, 1010, 4210, 4, ngLakes, CT, "Iron Range CU", "CREDIT_UNION", new String[] {"Hibbing|MN|55746", "Virginia|MN|55792"}, 47.42, -92.93);
        terminals(NG, 1020, 4220, 4, ngGulf, ET, "Bayshore CU", "CREDIT_UNION", new String[] {"Tampa|FL|33602", "St. Petersburg|FL|33701"}, 27.95, -82.45);
        terminals(NG, 1010, 4300, 3, ngLakes, CT, "Harbor Lodge", "HOSPITALITY", new String[] {"Two Harbors|MN|55616", "Bayfield|WI|54814"}, 47.02, -91.67);
        terminals(NG, 1020, 4400, 3, ngGulf, CT, "Bayou Arena", "EVENT_VENUE", new String[] {"Houston|TX|77054"}, 29.68, -95.41);
        terminals(NG, 1000, 4500, 2, ngHq, CT, "Northgate HQ", "OFFICE", new String[] {"Minneapolis|MN|55401"}, 44.98, -93.27);
        terminals(CC, 2000, 5110, 5, ccMain, PT, "Link Station", "TRANSIT", new String[] {"Seattle|WA|98101", "Tukwila|WA|98188"}, 47.61, -122.33);
        terminals(CC, 2000, 5120, 4, ccMain, PT, "Rainier Grocers", "GROCERY", new String[] {"Tacoma|WA|98402", "Lakewood|WA|98499"}, 47.25, -122.44);
        terminals(CC, 2000, 5200, 4, ccMain, PT, "Palouse Fuel", "FUEL", new String[] {"Spokane|WA|99201", "Pullman|WA|99163"}, 47.66, -117.43);
        terminals(CC, 2000, 5300, 3, ccCasino, PT, "Silver Fir Casino", "CASINO", new String[] {"Snoqualmie|WA|98065"}, 47.51, -121.87);
        connector(ngLakes, NG, "Lakes Switch Gateway", "PROCESSOR_HOST", "ISO8583-1987", "UP");
        connector(ngGulf, NG, "Gulf Switch Gateway", "PROCESSOR_HOST", "ISO8583-1987", "DEGRADED");
        connector(ngHq, NG, "Pilot Host", "PROCESSOR_HOST", "ISO8583-2003", "UP");
        connector(ngRms, NG, "Northgate RMS", "RMS", "HTTPS", "UP");
        connector(ccMain, CC, "Cascade Primary Host", "PROCESSOR_HOST", "TRITON-STD1", "UP");
        connector(ccCasino, CC, "Casino Cash Access Host", "PROCESSOR_HOST", "TRITON-STD1", "UP");
        connector(ccRms, CC, "Cascade RMS", "RMS", "HTTPS", "DOWN");

        s.index();
        for (Terminal t : s.terminals) activity(t);
        s.transactions.sort(Comparator.comparing(Txn::at).reversed().thenComparing(Txn::id));
        for (int day = 21; day >= 1; day--) settle(day);
        for (Tenant t : s.tenants) {
            disputes(t.id());
            String[] titles = t.id().equals(NG) ? new String[] {"Loading the cassettes safely", "Reading the Northgate dashboard", "Winter care for outdoor units"}
                : new String[] {"Cascade portal tour", "Balancing at shift end"};
            for (String v : titles) s.videos.add(new Video(uuid(), t.id(), v, 90 + rnd.nextInt(400), ago(rnd.nextInt(200) * 24 * 60)));
        }
        for (Account a : s.accounts) {
            s.documents.add(new Document(uuid(), a.tenantId(), a.id(), null, "Processing agreement " + a.name(), "agreement-" + a.id() + ".pdf", false, ago(60 * 24 * 180)));
            s.documents.add(new Document(uuid(), a.tenantId(), a.id(), null, "ACH authorization " + a.name(), "ach-" + a.id() + ".pdf", true, ago(60 * 24 * 140)));
        }
    }

    private String uuid() { return new UUID((rnd.nextLong() & ~0xF000L) | 0x4000L, (rnd.nextLong() & 0x3FFFFFFFFFFFFFFFL) | 0x8000000000000000L).toString(); }
    private Instant ago(long minutes) { return now.minus(minutes, ChronoUnit.MINUTES).minusSeconds(rnd.nextInt(59)); }
    private String pick(String[] a) { return a[rnd.nextInt(a.length)]; }
    private void account(long id, Long parent, String tenant, String name, String legal, String city, String state) {
        s.accounts.add(new Account(id, parent, tenant, name, legal, city, state));
    }
    private void group(long id, Long parent, String tenant, long account, String name) { s.groups.add(new Group(id, parent, tenant, account, name)); }

    private void user(String tenant, long account, String login, String name, Role role, List<Long> groups, String key) {
        String host = tenant.equals(NG) ? "northgateatm.example" : "cascadecash.example";
        s.users.add(new User(uuid(), tenant, account, login, name, login + "@" + host, role, groups, key, ago(rnd.nextInt(3000))));
    }

    private void terminals(String tenant, long account, long group, int n, String host, ZoneId zone, String name, String mcc, String[] places, double lat, double lon) {
        String[] streets = {"Superior St", "Main St", "Harbor Dr", "3rd Ave", "Grand Blvd", "Canal Rd"};
        for (int i = 0; i < n; i++) {
            String[] p = places[i % places.length].split("\\|");
            int d = rnd.nextInt(10);
            String status = d < 7 ? "ONLINE" : d < 9 ? "DEGRADED" : "OFFLINE";
            Instant beat = status.equals("OFFLINE") ? ago(200 + rnd.nextInt(900)) : ago(rnd.nextInt(6));
            String id = String.format("%d%05d", group / 10 , 10000 + s.terminals.size() * 137 + rnd.nextInt(100));
            if (i == n - 1 && n != 4 && n > 2) id = s.terminals.get(s.terminals.size() - 1).id() + "B"; // second unit at a site
            s.terminals.add(new Terminal(id, tenant, account, group, name + " #" + (i + 1), pick(MODELS),
                "SN" + (100000 + rnd.nextInt(900000)), "6." + rnd.nextInt(4) + "." + rnd.nextInt(20), status, beat,
                (100 + rnd.nextInt(8900)) + " " + pick(streets), p[0], p[1], p[2], round(lat + rnd.nextDouble() / 10), round(lon + rnd.nextDouble() / 10),
                zone, 250 + 25L * rnd.nextInt(7), host, mcc, 80 + rnd.nextInt(1900), rnd.nextInt(900), ago(60L * 24 * (60 + rnd.nextInt(900)))));
        }
    }

    private static double round(double v) { return Math.round(v * 1e5) / 1e5; }

    private void connector(String id, String tenant, String name, String type, String protocol, String status) {
        Set<String> ids = new LinkedHashSet<>();
        for (Terminal t : s.terminals) {
            if (t.tenantId().equals(tenant) && (type.equals("RMS") || t.hostConnectorId().equals(id))) ids.add(t.id());
        }
        s.connectors.add(new Connector(id, tenant, name, type, protocol, status, ago(rnd.nextInt(4)), 120 + rnd.nextInt(400),
            round(0.93 + rnd.nextDouble() / 15), ids));
    }

    private void activity(Terminal t) {
        int n = 13 + rnd.nextInt(6);
        List<Instant> times = new ArrayList<>();
        for (int i = 0; i < n; i++) times.add(now.minusSeconds(i == 0 ? 300 + rnd.nextInt(70000) : 600 + rnd.nextInt(21 * 86400 - 3600)));
        boolean offline = t.status().equals("OFFLINE");
        if (offline) times.replaceAll(at -> at.isAfter(t.lastHeartbeatAt()) ? t.lastHeartbeatAt().minusSeconds(60 + rnd.nextInt(3000)) : at);
        times.sort(Comparator.naturalOrder());
        int seq = 1000 + rnd.nextInt(7000);
        for (Instant at : times) {
            seq += 1 + rnd.nextInt(3);
            transaction(t, at.truncatedTo(ChronoUnit.SECONDS), seq);
        }
        int c = 2 + rnd.nextInt(3);
        for (int i = 0; i < c; i++) {
            Instant q = i == 0 ? ago(5 + rnd.nextInt(120)) : ago(400 + rnd.nextInt(12000));
            boolean queued = i == 0;
            boolean failed = !queued && rnd.nextInt(6) == 0;
            s.commands.add(new Command(uuid(), t.id(), pick(COMMANDS), queued ? "QUEUED" : failed ? "FAILED" : "COMPLETED",
                rnd.nextBoolean() ? "PORTAL" : "SCHEDULER", q, queued ? null : q.plusSeconds(20 + rnd.nextInt(300)),
                queued ? null : failed ? "No answer from terminal" : "OK"));
        }
        Instant p = ago(1000 + rnd.nextInt(20000));
        s.provisioningJobs.add(new ProvisioningJob(uuid(), t.id(), "FULL_PROFILE", "COMPLETED", p, p.plusSeconds(180)));
        if (rnd.nextInt(3) == 0) s.provisioningJobs.add(new ProvisioningJob(uuid(), t.id(), "CONFIG_DELTA", "RUNNING", ago(12), null));
        for (int i = 0; i < 1 + rnd.nextInt(2); i++) {
            String ev = pick(ALERTS);
            Instant o = ago(30 + rnd.nextInt(7000));
            s.alerts.add(new Alert(uuid(), t.id(), ev, ev.equals("cash_out") || ev.equals("dispenser_fault") ? "CRITICAL" : "WARNING", o,
                rnd.nextBoolean() ? o.plusSeconds(1500) : null, ev.replace('_', ' ') + " at " + t.name()));
        }
        for (int i = 0; i < 2; i++) s.journal.add(new Journal(uuid(), t.id(), ago(20 + rnd.nextInt(5000)), "SW" + (100 + rnd.nextInt(60)), pick(JOURNAL)));
        Instant sc = ago(1500 + rnd.nextInt(6000));
        s.statusChanges.add(new StatusChange(uuid(), t.id(), sc, offline ? "OFFLINE" : "ONLINE", offline ? "ONLINE" : "OFFLINE"));
        s.statusChanges.add(new StatusChange(uuid(), t.id(), offline ? t.lastHeartbeatAt().plusSeconds(600) : sc.plusSeconds(900), offline ? "ONLINE" : "OFFLINE", t.status()));
        s.forms.add(new Form(uuid(), t.id(), rnd.nextBoolean() ? "SITE_SURVEY" : "RELOCATION_REQUEST", rnd.nextBoolean() ? "SUBMITTED" : "APPROVED", false, ago(rnd.nextInt(40000))));
        if (rnd.nextInt(3) == 0) s.forms.add(new Form(uuid(), t.id(), "BANK_ACCOUNT_CHANGE", "UNDER_REVIEW", true, ago(rnd.nextInt(40000))));
        LocalDate today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        int exp = rnd.nextInt(400) - 20;
        s.compliance.add(new ComplianceItem(uuid(), t.id(), "ADA_CERTIFICATE", exp < 0 ? "EXPIRED" : exp < 45 ? "EXPIRING" : "VALID", today.plusDays(exp)));
        s.compliance.add(new ComplianceItem(uuid(), t.id(), "PCI_PTS_ATTESTATION", "VALID", today.plusDays(200 + rnd.nextInt(500))));
        s.onboarding.add(new OnboardingTask(uuid(), t.id(), "GO_LIVE_CHECK", rnd.nextInt(5) == 0 ? "IN_PROGRESS" : "DONE", ago(rnd.nextInt(90000))));
        if (rnd.nextInt(2) == 0) s.documents.add(new Document(uuid(), t.tenantId(), t.accountId(), t.id(), "Site photo set " + t.name(), "site-" + t.id() + ".zip", false, ago(60 * 24 * 90)));
    }

    private void transaction(Terminal t, Instant at, int seq) {
        int k = rnd.nextInt(100);
        String type = k < 82 ? "WITHDRAWAL" : k < 94 ? "BALANCE_INQUIRY" : "TRANSFER";
        long req = type.equals("BALANCE_INQUIRY") ? 0 : 2000L * (1 + rnd.nextInt(rnd.nextInt(4) == 0 ? 25 : 8));
        long surReq = type.equals("BALANCE_INQUIRY") ? 0 : t.surchargeCents();
        int r = rnd.nextInt(100);
        String resp = "APPROVED", code = "00";
        long comp = req, sur = surReq;
        if (r >= 78 && r < 91) {
            String[][] why = {{"51", "DECLINED"}, {"55", "DECLINED"}, {"05", "DECLINED"}, {"61", "DECLINED"}};
            String[] w = why[rnd.nextInt(4)];
            code = w[0]; resp = w[1]; comp = 0; sur = 0;
        } else if (r >= 91 && type.equals("WITHDRAWAL")) {
            if (r < 95 && req > 2000) { resp = "PARTIAL"; code = "10"; comp = 2000L * (1 + rnd.nextInt((int) (req / 2000) - 1)); }
            else { resp = "REVERSED"; code = "68"; comp = 0; sur = 0; }
        }
        int e = rnd.nextInt(10);
        s.transactions.add(new Txn(uuid(), t.tenantId(), t.id(), at, at.atZone(t.zone()).toOffsetDateTime(), type, seq,
            pick(new String[] {"CHECKING", "CHECKING", "SAVINGS", "CREDIT"}), e < 6 ? "CHIP" : e < 8 ? "CONTACTLESS" : null, resp, code,
            req, comp, surReq, sur, pick(new String[] {"STAR", "NYCE", "PULSE", "PLUS", "CIRRUS"})));
    }

    private void settle(int day) {
        Instant end = now.minus(day, ChronoUnit.DAYS);
        Instant start = end.minus(1, ChronoUnit.DAYS);
        for (Group g : s.groups) {
            String status = day == 1 ? "SUBMITTED" : rnd.nextInt(18) == 0 ? "RETURNED" : "SETTLED";
            s.deriveBatch(g, start, end, status, end.plusSeconds(1800), uuid());
        }
    }

    private void disputes(String tenant) {
        String[] staff = {"L. Abernathy", "C. Dvorak", "S. Mbeki"};
        String[] outcomes = {"CARDHOLDER_CREDITED", "DENIED", "WITHDRAWN_BY_ISSUER"};
        List<Txn> base = new ArrayList<>();
        for (Txn t : s.transactions) if (t.tenantId().equals(tenant) && t.type().equals("WITHDRAWAL") && !t.response().equals("DECLINED")) base.add(t);
        int n = tenant.equals(NG) ? 24 : 14;
        for (int i = 0; i < n; i++) {
            Txn t = base.get(3 + i * (base.size() - 6) / n);
            Instant opened = t.at().plus(2, ChronoUnit.HOURS).isAfter(now) ? now.minusSeconds(120) : t.at().plus(2, ChronoUnit.HOURS);
            int k = i < 4 ? i % 2 : rnd.nextInt(4);
            String status = k == 0 ? "OPEN" : k == 1 ? "UNDER_REVIEW" : "RESOLVED";
            Instant done = now.minusSeconds(3600L * (1 + rnd.nextInt(20)));
            if (done.isBefore(opened)) status = status.equals("RESOLVED") ? "UNDER_REVIEW" : status;
            boolean res = status.equals("RESOLVED"), asg = !status.equals("OPEN");
            String who = pick(staff), out = outcomes[rnd.nextInt(3)];
            s.disputes.add(new Dispute(uuid(), tenant, status, Arrays.asList(REASONS).get(rnd.nextInt(5)), t.id(), t.terminalId(), t.amountRequested(),
                LocalDate.ofInstant(opened, ZoneOffset.UTC).plusDays(30), opened, asg ? "Dispute Desk" : null, asg ? who : null, asg ? opened.plusSeconds(900) : null,
                res ? out : null, res ? (out.equals("CARDHOLDER_CREDITED") ? t.amountRequested() : 0L) : null, res ? done : null,
                res ? "Reviewed against terminal journal" : null, res ? who : null, res ? done.minusSeconds(600) : null));
        }
        s.disputes.sort(Comparator.comparing(Dispute::openedAt).reversed());
    }
}
