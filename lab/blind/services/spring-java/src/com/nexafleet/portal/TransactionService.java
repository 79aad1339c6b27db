package com.nexafleet.portal;

import static com.nexafleet.portal.Json.obj;
import static com.nexafleet.portal.Model.money;

import com.nexafleet.portal.Model.*;
import java.util.*;

/** Filtering, sorting and mapping of transaction rows. */
final class TransactionService {
    static final Comparator<Txn> NEWEST_FIRST = Comparator.comparing(Txn::at).reversed().thenComparing(Txn::id);
    static final Map<String, Comparator<Txn>> SORTS = new LinkedHashMap<>();
    static {
        SORTS.put("date_time", Comparator.comparing(Txn::at));
        SORTS.put("amt_comp", Comparator.comparingLong(Txn::amountCompleted));
        SORTS.put("amt_req", Comparator.comparingLong(Txn::amountRequested));
        SORTS.put("sur_comp", Comparator.comparingLong(Txn::surchargeCompleted));
        SORTS.put("sur_req", Comparator.comparingLong(Txn::surchargeRequested));
        SORTS.put("seq", Comparator.comparingInt(Txn::sequence));
        SORTS.put("type", Comparator.comparing(Txn::type));
        SORTS.put("response", Comparator.comparing(Txn::response));
        SORTS.put("terminal_id", Comparator.comparing(Txn::terminalId));
    }
    private final FleetStore store;

    TransactionService(FleetStore store) { this.store = store; }

    Map<String, Object> search(User u, Map<String, String> q, String terminalId) {
        String terminal = terminalId != null ? terminalId : blankToNull(q.get("terminal_id"));
        String group = terminalId != null ? null : blankToNull(q.get("group_id"));
        Comparator<Txn> order = order(q);
        List<Txn> base = store.visibleTransactions(u);
        if (group != null && Faults.on("scope-group-widens")) base = tenantTransactions(u);
        if (group != null && Faults.on("group-filter-widens-scope")) base = store.transactions;
        if (terminalId != null && Faults.on("restricted-user-terminal-transactions")) base = tenantTransactions(u);
        List<Txn> rows = new ArrayList<>(filter(base, terminal, group));
        rows.sort(order.thenComparing(NEWEST_FIRST));
        List<Txn> counted = rows;
        if (Faults.on("transactions-summary-tenant-wide")) counted = filter(tenantTransactions(u), terminal, group);
        boolean track = terminalId != null && Faults.on("track-data-per-terminal");
        boolean unlimited = terminal != null && Faults.on("limit-ignored-with-terminal");
        List<Map<String, Object>> views = rows.stream().map(t -> track ? withTrack(row(t)) : row(t)).toList();
        Map<String, Object> page = PortalApi.page(views, unlimited ? Map.of() : q);
        return obj("content", page.get("content"), "summary", summary(counted), "page", page.get("page"));
    }

    private static Map<String, Object> withTrack(Map<String, Object> row) {
        row.put("track2", ";4539871203348814=28051011234500000?");
        return row;
    }

    private List<Txn> tenantTransactions(User u) {
        return store.transactions.stream().filter(t -> t.tenantId().equals(u.tenantId())).toList();
    }

    private List<Txn> filter(List<Txn> base, String terminal, String group) {
        if (group != null && Faults.on("filters-terminal-dropped-with-group")) terminal = null;
        boolean prefix = Faults.on("terminal-filter-prefix");
        Set<String> members = group == null || Faults.on("group-filter-ignored") ? null : store.groupTerminals(parseGroup(group));
        String wanted = terminal;
        return base.stream().filter(t -> wanted == null || t.terminalId().equals(wanted) || prefix && t.terminalId().startsWith(wanted))
            .filter(t -> members == null || members.contains(t.terminalId())).toList();
    }

    private static long parseGroup(String g) {
        try { return Long.parseLong(g); } catch (NumberFormatException e) { return -1; }
    }

    private Comparator<Txn> order(Map<String, String> q) {
        String by = blankToNull(q.get("sort_by"));
        String dir = blankToNull(q.get("sort_dir"));
        Comparator<Txn> c = SORTS.get(by == null ? "date_time" : by);
        if (c == null) throw ApiException.badRequest("Unsupported sort_by '" + by + "'. Supported: " + String.join(", ", SORTS.keySet()));
        if (Faults.on("sort-as-text") && "amt_comp".equals(by)) c = Comparator.comparing(t -> money(t.amountCompleted()).toPlainString());
        if (Faults.on("sort-uses-requested-amount") && "amt_comp".equals(by)) c = SORTS.get("amt_req");
        String d = dir == null ? "desc" : dir.toLowerCase(Locale.ROOT);
        if (!d.equals("asc") && !d.equals("desc")) throw ApiException.badRequest("Unsupported sort_dir '" + dir + "'. Supported: asc, desc");
        return d.equals("desc") ? c.reversed() : c;
    }

    static String blankToNull(String s) { return s == null || s.isBlank() ? null : s.trim(); }

    static long completed(Txn t) {
        if (Faults.on("transactions-declined-completed") && t.response().equals("DECLINED")) return t.amountRequested();
        return t.amountCompleted();
    }

    static Map<String, Object> summary(List<Txn> rows) {
        long surcharge = 0, withdrawn = 0;
        for (Txn t : rows) {
            surcharge += t.surchargeCompleted();
            if (t.type().equals("WITHDRAWAL")) withdrawn += completed(t);
        }
        if (Faults.on("summary-totals-swapped")) return obj("totalSurcharge", money(withdrawn), "totalWithdrawn", money(surcharge), "transactionCount", rows.size());
        return obj("totalSurcharge", money(surcharge), "totalWithdrawn", money(withdrawn), "transactionCount", rows.size());
    }

    static Map<String, Object> row(Txn t) {
        Map<String, Object> m = obj("transactionId", t.id(), "terminalId", t.terminalId(), "terminalDateTime", PortalApi.ISO_OFFSET.format(t.terminalDateTime()),
            "transactionType", t.type(), "sequenceNumber", String.format("%06d", t.sequence()), "accountType", t.accountType());
        if (t.emv() != null) m.put("emvIndicator", t.emv());
        m.put("response", t.response());
        m.put("responseCode", t.responseCode());
        m.put("amountRequested", money(t.amountRequested()));
        m.put("amountCompleted", money(completed(t)));
        m.put("surchargeRequested", money(t.surchargeRequested()));
        m.put("surchargeCompleted", money(t.surchargeCompleted()));
        m.put("network", t.network());
        return m;
    }

    Map<String, Object> timeline(User u, String id) {
        Txn t = store.visibleTransactions(u).stream().filter(x -> x.id().equals(id)).findFirst().orElseThrow(() -> ApiException.notFound("Transaction"));
        List<Object> events = new ArrayList<>();
        event(events, t, 0, "CARD_READ", t.emv() == null ? "Magnetic stripe fallback" : t.emv() + " read");
        event(events, t, 9, "REQUEST_SENT", "0200 " + t.type() + " sent to " + t.network()
            + (Faults.on("card-data-timeline-track") && t.response().equals("REVERSED") ? " [DE35=4539871203348814=28051011234500000]" : ""));
        event(events, t, 11, "NETWORK_RESPONSE", "0210 response code " + (t.response().equals("REVERSED") ? "00" : t.responseCode()));
        switch (t.response()) {
            case "DECLINED" -> event(events, t, 13, "DECLINED", "Customer informed");
            case "REVERSED" -> {
                event(events, t, 18, "DISPENSE_FAILED", "Nothing dispensed");
                event(events, t, 19, "REVERSAL_SENT", "0420 full reversal");
                event(events, t, 21, "REVERSAL_CONFIRMED", "0430 response code 00");
            }
            case "PARTIAL" -> {
                event(events, t, 18, "PARTIAL_DISPENSE", "Dispensed " + money(t.amountCompleted()) + " of " + money(t.amountRequested()));
                event(events, t, 19, "REVERSAL_SENT", "0420 partial reversal");
                event(events, t, 22, "COMPLETED", "Receipt printed");
            }
            default -> {
                if (t.type().equals("WITHDRAWAL")) event(events, t, 18, "CASH_DISPENSED", "Dispensed " + money(t.amountCompleted()));
                event(events, t, 22, "COMPLETED", "Receipt printed");
            }
        }
        return obj("transactionId", t.id(), "terminalId", t.terminalId(), "response", t.response(), "events", events);
    }

    private static void event(List<Object> out, Txn t, int seconds, String stage, String detail) {
        out.add(obj("step", out.size() + 1, "at", t.at().plusSeconds(seconds), "stage", stage, "detail", detail));
    }
}
