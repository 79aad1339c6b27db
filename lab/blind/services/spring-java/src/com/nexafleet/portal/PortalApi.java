package com.nexafleet.portal;

import static com.nexafleet.portal.Json.obj;
import static com.nexafleet.portal.Model.money;
import static com.nexafleet.portal.TransactionService.blankToNull;

import com.nexafleet.portal.Model.*;
import java.math.BigDecimal;
import java.time.*;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.*;

/** The JSON controllers. Every method takes the key's user and answers only from that user's scope. */
final class PortalApi {
    static final DateTimeFormatter ISO_OFFSET = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssXXX");
    static final List<String> REASON_CODES = List.of("CASH_NOT_DISPENSED", "PARTIAL_DISPENSE", "DUPLICATE_POSTING", "UNRECOGNIZED", "SURCHARGE_ERROR");
    private static final int DEFAULT_LIMIT = 50;
    private static final int MAX_LIMIT = 500;
    private final FleetStore store;
    private final TransactionService transactions;
    private Map<String, Object> cachedSnapshot;

    PortalApi(FleetStore store, TransactionService transactions) {
        this.store = store;
        this.transactions = transactions;
    }

    // ---- paging -------------------------------------------------------------------------------------------------

    static Map<String, Object> page(List<?> all, Map<String, String> q) {
        int size = Math.min(MAX_LIMIT, number(q, "limit", DEFAULT_LIMIT, 1));
        int number = number(q, "page", 0, 0);
        long skip = (long) number * size;
        if (Faults.on("lists-page-gap")) skip += number;
        int take = size;
        if (Faults.on("limit-off-by-one") && q.containsKey("limit")) take++;
        List<?> content = all.stream().skip(skip).limit(take).toList();
        return obj("content", content, "page", obj("number", number, "size", size, "totalElements", all.size(), "totalPages", (all.size() + size - 1) / size));
    }

    private static int number(Map<String, String> q, String name, int fallback, int min) {
        String v = blankToNull(q.get(name));
        if (v == null) return fallback;
        try {
            long n = Long.parseLong(v);
            if (n < min) throw ApiException.badRequest("Parameter '" + name + "' must be at least " + min);
            return (int) Math.min(n, Integer.MAX_VALUE);
        } catch (NumberFormatException e) {
            throw ApiException.badRequest("Parameter '" + name + "' must be an integer");
        }
    }

    private Terminal terminal(User u, String id) {
        Terminal t = store.terminal(id);
        if (t == null || !store.visibleIds(u).contains(id)) throw ApiException.notFound("Terminal");
        return t;
    }

    Terminal visibleTerminal(User u, String id) { return terminal(u, id); }

    private static void require(User u, Permission p) { if (!u.may(p)) throw ApiException.forbidden(); }

    // ---- portal snapshot ----------------------------------------------------------------------------------------

    Map<String, Object> portal(User u) {
        if (!Faults.on("portal-shared-cache")) return snapshot(u);
        synchronized (this) {
            if (cachedSnapshot == null) cachedSnapshot = snapshot(u);
            return cachedSnapshot;
        }
    }

    Map<String, Object> snapshot(User u) {
        Tenant tn = store.tenant(u.tenantId());
        Account a = store.account(u.accountId());
        Set<String> ids = store.visibleIds(u);
        List<Terminal> terminals = store.visibleTerminals(u);
        boolean money = u.may(Permission.VIEW_MONEY);
        Map<String, Object> m = obj("generatedAt", Instant.now().truncatedTo(ChronoUnit.SECONDS));
        m.put("principal", userView(u));
        m.put("account", obj("accountId", a.id(), "name", a.name(), "legalName", a.legalName(), "city", a.city(), "state", a.state(),
            "subAccounts", store.accounts.stream().filter(x -> x.parentId() != null && x.parentId() == a.id() && hasTerminals(u, x.id()))
                .map(x -> obj("accountId", x.id(), "name", x.name())).toList()));
        m.put("organization", obj("organizationId", tn.id(), "name", tn.name(),
            "branding", obj("brandName", tn.brandName(), "primaryColor", tn.primaryColor(), "supportPhone", tn.supportPhone(), "supportEmail", tn.supportEmail()),
            "dns", obj("portalHost", tn.portalHost(), "state", tn.dnsState(), "checkedAt", store.startedAt.minusSeconds(900))));
        m.put("access", obj("readOnly", !u.may(Permission.OPEN_DISPUTE) && !u.may(Permission.DERIVE_SETTLEMENTS), "canViewSettlements", money, "canViewDisputes", money,
            "canOpenDisputes", u.may(Permission.OPEN_DISPUTE), "canDeriveSettlements", u.may(Permission.DERIVE_SETTLEMENTS), "canManageAccount", u.may(Permission.MANAGE_ACCOUNT),
            "allTerminals", ids.size() == store.terminals.stream().filter(t -> t.tenantId().equals(u.tenantId())).count()));
        m.put("users", store.visibleUsers(u).stream().map(this::userView).toList());
        m.put("terminalSummary", obj("total", terminals.size(), "online", count(terminals, "ONLINE"), "degraded", count(terminals, "DEGRADED"), "offline", count(terminals, "OFFLINE")));
        m.put("terminals", terminals.stream().map(t -> obj("terminalId", t.id(), "name", t.name(), "accountId", t.accountId(), "groupId", t.groupId(), "model", t.model(),
            "serialNumber", t.serialNumber(), "status", t.status(), "lastHeartbeatAt", t.lastHeartbeatAt(), "city", t.city(), "state", t.state())).toList());
        m.put("groups", groupViews(u));
        m.put("connectors", connectorViews(u));
        List<Txn> recent = new ArrayList<>(store.visibleTransactions(u));
        if (Faults.on("portal-oldest-activity")) Collections.reverse(recent);
        m.put("recentTransactions", recent.stream().limit(20).map(TransactionService::row).toList());
        m.put("recentCommands", store.commands.stream().filter(c -> ids.contains(c.terminalId())).sorted(Comparator.comparing(Command::queuedAt).reversed()).limit(20).map(PortalApi::commandView).toList());
        m.put("recentForms", store.forms.stream().filter(f -> ids.contains(f.terminalId()) && (money || !f.money())).sorted(Comparator.comparing(Form::submittedAt).reversed()).limit(20)
            .map(f -> obj("formId", f.id(), "formType", f.type(), "terminalId", f.terminalId(), "status", f.status(), "submittedAt", f.submittedAt())).toList());
        List<Object> reports = new ArrayList<>();
        reports.add(obj("code", "TXN_DETAIL", "name", "Transaction detail"));
        reports.add(obj("code", "UPTIME", "name", "Terminal uptime"));
        reports.add(obj("code", "CASH_POSITION", "name", "Cash position"));
        if (money) {
            reports.add(obj("code", "ACH_SETTLEMENT", "name", "ACH settlement"));
            reports.add(obj("code", "DISPUTE_AGING", "name", "Dispute aging"));
        }
        m.put("reportCatalog", reports);
        m.put("complianceVault", store.compliance.stream().filter(c -> ids.contains(c.terminalId()))
            .map(c -> obj("itemId", c.id(), "terminalId", c.terminalId(), "type", c.type(), "status", c.status(), "expiresOn", c.expiresOn())).toList());
        m.put("onboarding", store.onboarding.stream().filter(o -> ids.contains(o.terminalId()))
            .map(o -> obj("taskId", o.id(), "terminalId", o.terminalId(), "step", o.step(), "status", o.status(), "updatedAt", o.updatedAt())).toList());
        m.put("documents", store.visibleDocuments(u).stream()
            .map(d -> obj("documentId", d.id(), "accountId", d.accountId(), "terminalId", d.terminalId(), "title", d.title(), "fileName", d.fileName(), "uploadedAt", d.uploadedAt())).toList());
        m.put("videos", store.videos.stream().filter(v -> v.tenantId().equals(u.tenantId()))
            .map(v -> obj("videoId", v.id(), "title", v.title(), "durationSeconds", v.durationSeconds(), "publishedAt", v.publishedAt())).toList());
        return m;
    }

    private boolean hasTerminals(User u, long accountId) { return store.visibleTerminals(u).stream().anyMatch(t -> t.accountId() == accountId); }
    private static long count(List<Terminal> l, String status) { return l.stream().filter(t -> t.status().equals(status)).count(); }

    private Map<String, Object> userView(User u) {
        return obj("userId", u.id(), "username", u.username(), "displayName", u.displayName(), "email", u.email(), "role", u.role().name(), "accountId", u.accountId(), "lastLoginAt", u.lastLoginAt());
    }

    // ---- terminals, locations, groups, connectors ---------------------------------------------------------------

    Map<String, Object> locations(User u, Map<String, String> q) { return page(store.visibleTerminals(u).stream().map(PortalApi::locationView).toList(), q); }
    Map<String, Object> location(User u, String id) {
        Terminal t = terminal(u, id);
        return locationView(Faults.on("location-of-first-terminal") ? store.visibleTerminals(u).get(0) : t);
    }

    private static Map<String, Object> locationView(Terminal t) {
        return obj("terminalId", t.id(), "terminalName", t.name(), "accountId", t.accountId(), "street", t.street(), "city", t.city(), "state", t.state(), "postalCode", t.postalCode(),
            "latitude", t.latitude(), "longitude", t.longitude(), "timeZone", t.zone().getId(), "merchantCategory", t.merchantCategory());
    }

    Map<String, Object> statusMonitoring(User u, String id) {
        Terminal t = Faults.on("terminals-status-any-tenant") && store.terminal(id) != null ? store.terminal(id) : terminal(u, id);
        return obj("terminalId", t.id(), "status", t.status(), "lastHeartbeatAt", t.lastHeartbeatAt(), "connectionState", t.status().equals("OFFLINE") ? "DISCONNECTED" : "CONNECTED",
            "hostConnectorId", t.hostConnectorId(), "softwareVersion", t.softwareVersion(),
            "cassettes", List.of(cassette(1, 20, t.cassetteLevel1()), cassette(2, 50, t.cassetteLevel2())),
            "devices", obj("dispenser", t.status().equals("DEGRADED") ? "WARNING" : "OK", "cardReader", "OK", "receiptPrinter", t.cassetteLevel2() % 7 == 0 ? "PAPER_LOW" : "OK", "pinPad", "OK"),
            "openAlerts", store.alerts.stream().filter(a -> a.terminalId().equals(t.id()) && a.clearedAt() == null)
                .map(a -> obj("alertId", a.id(), "event", a.event(), "severity", a.severity(), "openedAt", a.openedAt(), "message", a.message())).toList());
    }

    private static Map<String, Object> cassette(int pos, int denomination, int notes) {
        return obj("position", pos, "denomination", denomination, "notes", notes, "value", money(100L * denomination * notes), "state", notes == 0 ? "EMPTY" : notes < 150 ? "LOW" : "OK");
    }

    Map<String, Object> transactions(User u, Map<String, String> q) { return transactions.search(u, q, null); }
    Map<String, Object> timeline(User u, String id) { return transactions.timeline(u, id); }

    Map<String, Object> terminalTransactions(User u, String id, Map<String, String> q) {
        Terminal t = store.terminal(id);
        boolean own = t != null && t.tenantId().equals(u.tenantId()) && store.accountSubtree(u.accountId()).contains(t.accountId());
        if (!(own && Faults.on("restricted-user-terminal-transactions"))) terminal(u, id);
        return transactions.search(u, q, id);
    }

    Map<String, Object> groups(User u, Map<String, String> q) { return page(groupViews(u), q); }

    private List<Map<String, Object>> groupViews(User u) {
        return store.visibleGroups(u).stream().map(g -> {
            List<String> members = store.groupTerminals(g.id()).stream().filter(store.visibleIds(u)::contains).toList();
            return obj("groupId", g.id(), "parentGroupId", g.parentId(), "name", g.name(), "terminalCount", members.size(), "terminalIds", members);
        }).toList();
    }

    Map<String, Object> connectors(User u, Map<String, String> q) { return page(connectorViews(u), q); }

    private List<Map<String, Object>> connectorViews(User u) {
        List<Connector> list = u == null ? store.connectors : store.visibleConnectors(u);
        return list.stream().map(c -> obj("connectorId", c.id(), "name", c.name(), "type", c.type(), "protocol", c.protocol(), "status", c.status(), "terminalCount", served(u, c))).toList();
    }

    private long served(User u, Connector c) { return u == null ? c.terminalIds().size() : c.terminalIds().stream().filter(store.visibleIds(u)::contains).count(); }

    Map<String, Object> connectorStatus(User u, String id) {
        List<Connector> list = u == null ? store.connectors : store.visibleConnectors(u);
        Connector c = list.stream().filter(x -> x.id().equals(id)).findFirst().orElseThrow(() -> ApiException.notFound("Connector"));
        return obj("connectorId", c.id(), "name", c.name(), "status", c.status(), "lastMessageAt", c.lastMessageAt(), "averageLatencyMs", c.latencyMs(), "successRate", c.successRate(), "terminalCount", served(u, c));
    }

    // ---- commands and provisioning ------------------------------------------------------------------------------

    Map<String, Object> commands(User u, String id, Map<String, String> q) {
        Terminal t = terminal(u, id);
        String status = blankToNull(q.get("status"));
        return page(store.commands.stream().filter(c -> c.terminalId().equals(t.id()) && (status == null || c.status().equalsIgnoreCase(status)))
            .sorted(Comparator.comparing(Command::queuedAt).reversed()).map(PortalApi::commandView).toList(), q);
    }

    private static Map<String, Object> commandView(Command c) {
        return obj("commandId", c.id(), "terminalId", c.terminalId(), "commandType", c.type(), "status", c.status(), "source", c.source(), "queuedAt", c.queuedAt(), "completedAt", c.completedAt(), "result", c.result());
    }

    Map<String, Object> provisioningPayload(User u, String id) {
        if (Faults.on("foreign-provisioning-payload") && store.terminal(id) != null) return payloadView(store.terminal(id));
        return payloadView(terminal(u, id));
    }

    private Map<String, Object> payloadView(Terminal t) {
        Connector host = store.connectors.stream().filter(c -> c.id().equals(t.hostConnectorId())).findFirst().orElseThrow();
        return obj("terminalId", t.id(), "profileVersion", "2026." + t.softwareVersion(), "model", t.model(),
            "host", obj("connectorId", host.id(), "name", host.name(), "protocol", host.protocol(), "tls", true),
            "cassettes", List.of(obj("position", 1, "denomination", 20), obj("position", 2, "denomination", 50)),
            "surcharge", obj("amount", money(t.surchargeCents()), "currency", "USD"), "features", List.of("EMV", "CONTACTLESS", "DYNAMIC_SURCHARGE_SCREEN"),
            "keyLoad", obj("method", "REMOTE", "status", "LOADED", "loadedAt", t.installedAt()));
    }

    Map<String, Object> provisioningExport(User u, String id) {
        Terminal t = terminal(u, id);
        return obj("terminalId", t.id(), "format", "PROFILE_JSON_V2", "exportedAt", Instant.now().truncatedTo(ChronoUnit.SECONDS), "payload", payloadView(t),
            "jobs", store.provisioningJobs.stream().filter(j -> j.terminalId().equals(t.id()))
                .map(j -> obj("jobId", j.id(), "jobType", j.type(), "status", j.status(), "createdAt", j.createdAt(), "finishedAt", j.finishedAt())).toList());
    }

    // ---- settlements --------------------------------------------------------------------------------------------

    Map<String, Object> settlements(User u, Map<String, String> q) {
        require(u, Permission.VIEW_MONEY);
        String status = blankToNull(q.get("status"));
        List<Map<String, Object>> views = store.visibleBatches(u).stream().filter(b -> status == null || b.status().equalsIgnoreCase(status)).map(PortalApi::batchView).toList();
        if (Faults.on("entry-count-of-account")) {
            for (String f : List.of("entryCount", "creditEntryCount", "debitEntryCount")) {
                int sum = views.stream().mapToInt(v -> (Integer) v.get(f)).sum();
                views.forEach(v -> v.put(f, sum));
            }
        }
        return page(views, q);
    }

    private static Map<String, Object> batchView(Batch b) {
        return obj("batchId", b.id(), "accountId", b.accountId(), "groupId", b.groupId(), "status", b.status(), "entryCount", b.creditEntries() + b.debitEntries(),
            "creditEntryCount", b.creditEntries(), "debitEntryCount", b.debitEntries(), "creditTotal", money(b.creditTotal()), "debitTotal", money(b.debitTotal()),
            "netPayout", money(b.creditTotal() - b.debitTotal()), "windowStart", b.windowStart(), "windowEnd", b.windowEnd(), "createdAt", b.createdAt(),
            "effectiveDate", b.effectiveDate(), "settledAt", b.settledAt());
    }

    Map<String, Object> deriveSettlements(User u, Map<String, Object> body) {
        if (!(Faults.on("writes-auditor-may-write") && u.role() == Role.ORG_AUDITOR)) require(u, Permission.DERIVE_SETTLEMENTS);
        Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        if (body.get("windowEnd") != null) {
            try { end = Instant.parse(body.get("windowEnd").toString()); }
            catch (DateTimeParseException e) { throw ApiException.badRequest("windowEnd must be an ISO-8601 instant"); }
        }
        Object only = body.get("groupId");
        List<Group> groups = store.visibleGroups(u);
        if (only != null) {
            groups = groups.stream().filter(g -> String.valueOf(g.id()).equals(only.toString())).toList();
            if (groups.isEmpty()) throw ApiException.notFound("Terminal group");
        }
        Instant start = store.startedAt.minus(1, ChronoUnit.DAYS);
        List<Object> created = new ArrayList<>();
        for (Group g : groups) {
            Batch b = store.deriveBatch(g, start, end, "DERIVED", Instant.now().truncatedTo(ChronoUnit.SECONDS), UUID.randomUUID().toString());
            if (b != null) created.add(batchView(b));
        }
        return obj("derivedCount", created.size(), "content", created);
    }

    // ---- disputes -----------------------------------------------------------------------------------------------

    Map<String, Object> disputes(User u, Map<String, String> q) {
        require(u, Permission.VIEW_MONEY);
        String status = blankToNull(q.get("status"));
        return page(store.visibleDisputes(u).stream().filter(d -> status == null || d.status().equalsIgnoreCase(status)).map(PortalApi::disputeView).toList(), q);
    }

    private static Map<String, Object> disputeView(Dispute d) {
        Map<String, Object> m = obj("disputeId", d.id(), "status", d.status(), "reasonCode", d.reasonCode(), "transactionId", d.transactionId(), "terminalId", d.terminalId(),
            "amount", money(d.amount()), "dueDate", d.dueDate(), "openedAt", d.openedAt(),
            "assignment", d.assignedTo() == null ? null : obj("assignedTeam", d.assignedTeam(), "assignedTo", d.assignedTo(), "assignedAt", d.assignedAt()),
            "resolution", d.outcome() == null ? null : obj("outcome", d.outcome(), "resolvedAmount", money(d.resolvedAmount()), "resolvedAt", d.resolvedAt(), "note", d.note()));
        if (Faults.on("dispute-ids-swapped")) {
            m.put("transactionId", d.terminalId());
            m.put("terminalId", d.transactionId());
        }
        if (d.status().equals("RESOLVED")) m.put("reviewer", obj("reviewedBy", d.reviewedBy(), "reviewedAt", d.reviewedAt()));
        else if (Faults.on("disputes-reviewer-early") && d.assignedTo() != null) m.put("reviewer", obj("reviewedBy", d.assignedTo(), "reviewedAt", d.assignedAt().plusSeconds(1200)));
        return m;
    }

    Map<String, Object> openDispute(User u, Map<String, Object> body) {
        boolean skip = Faults.on("writes-auditor-may-write") && u.role() == Role.ORG_AUDITOR || Faults.on("any-user-opens-dispute");
        if (!skip) require(u, Permission.OPEN_DISPUTE);
        Object id = body.get("transactionId");
        Object reason = body.get("reasonCode");
        if (!(id instanceof String)) throw ApiException.badRequest("transactionId is required");
        if (!(reason instanceof String) || !REASON_CODES.contains(reason)) throw ApiException.badRequest("reasonCode must be one of " + String.join(", ", REASON_CODES));
        Txn t = store.visibleTransactions(u).stream().filter(x -> x.id().equals(id)).findFirst().orElseThrow(() -> ApiException.notFound("Transaction"));
        long amount = t.amountRequested();
        if (body.get("amount") != null) {
            if (!(body.get("amount") instanceof BigDecimal d) || d.signum() <= 0 || d.stripTrailingZeros().scale() > 2 || d.precision() - d.scale() > 9) throw ApiException.badRequest("amount must be a positive number with at most two decimals");
            amount = d.movePointRight(2).longValueExact();
        }
        synchronized (this) {
            if (store.disputes.stream().anyMatch(d -> d.transactionId().equals(t.id()) && !d.status().equals("RESOLVED"))) throw new ApiException(409, "An unresolved dispute exists for this transaction");
            Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
            Dispute d = new Dispute(UUID.randomUUID().toString(), u.tenantId(), "OPEN", (String) reason, t.id(), t.terminalId(), amount,
                LocalDate.ofInstant(now, ZoneOffset.UTC).plusDays(30), now, null, null, null, null, null, null, null, null, null);
            store.disputes.add(0, d);
            return disputeView(d);
        }
    }

    // ---- public -------------------------------------------------------------------------------------------------

    Map<String, Object> brandingStatus() {
        return obj("status", "READY", "branding", obj("assetsReady", true, "themeVersion", "2026.3"),
            "docsHost", obj("host", "docs.fleetportal.example", "dns", "VERIFIED", "certificate", "ACTIVE", "ready", true), "checkedAt", store.startedAt.minusSeconds(300));
    }
}
