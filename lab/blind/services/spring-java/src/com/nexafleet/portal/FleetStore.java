package com.nexafleet.portal;

import com.nexafleet.portal.Model.*;
import java.time.*;
import java.time.temporal.ChronoUnit;
import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** In-memory repository and the one place where visibility is decided. */
final class FleetStore {
    final Instant startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    final List<Tenant> tenants = new ArrayList<>();
    final List<Account> accounts = new ArrayList<>();
    final List<User> users = new ArrayList<>();
    final List<Group> groups = new ArrayList<>();
    final List<Terminal> terminals = new ArrayList<>();
    final List<Txn> transactions = new ArrayList<>();
    final List<Batch> batches = new CopyOnWriteArrayList<>();
    final List<Dispute> disputes = new CopyOnWriteArrayList<>();
    final List<Connector> connectors = new ArrayList<>();
    final List<Command> commands = new ArrayList<>();
    final List<ProvisioningJob> provisioningJobs = new ArrayList<>();
    final List<Alert> alerts = new ArrayList<>();
    final List<Journal> journal = new ArrayList<>();
    final List<StatusChange> statusChanges = new ArrayList<>();
    final List<Form> forms = new ArrayList<>();
    final List<Document> documents = new ArrayList<>();
    final List<Video> videos = new ArrayList<>();
    final List<ComplianceItem> compliance = new ArrayList<>();
    final List<OnboardingTask> onboarding = new ArrayList<>();
    final Map<String, String> batchByTransaction = new ConcurrentHashMap<>();
    private final Map<String, User> usersByKey = new HashMap<>();
    private final Map<String, Terminal> terminalsById = new HashMap<>();
    private final Map<Long, Set<String>> terminalIdsByGroup = new HashMap<>();
    private final Map<String, Set<String>> visibleIdsByUser = new HashMap<>();

    /** Builds the lookup tables once accounts, users, groups and terminals are loaded. */
    void index() {
        for (User u : users) if (u.apiKey() != null) usersByKey.put(u.apiKey(), u);
        for (Terminal t : terminals) terminalsById.put(t.id(), t);
        for (Group g : groups) terminalIdsByGroup.put(g.id(), new LinkedHashSet<>());
        for (Terminal t : terminals) {
            for (Group g = group(t.groupId()); g != null; g = g.parentId() == null ? null : group(g.parentId())) {
                terminalIdsByGroup.get(g.id()).add(t.id());
            }
        }
        for (User u : users) {
            Set<String> ids = new LinkedHashSet<>();
            Set<Long> accts = accountSubtree(u.accountId());
            for (Terminal t : terminals) {
                if (!t.tenantId().equals(u.tenantId()) || !accts.contains(t.accountId())) continue;
                boolean inGroups = u.groupScope() == null || u.groupScope().stream().anyMatch(g -> groupTerminals(g).contains(t.id()));
                if (inGroups) ids.add(t.id());
            }
            visibleIdsByUser.put(u.id(), ids);
        }
    }

    User userByKey(String key) { return usersByKey.get(key); }
    Tenant tenant(String id) { return tenants.stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow(); }
    Account account(long id) { return accounts.stream().filter(a -> a.id() == id).findFirst().orElseThrow(); }
    Group group(long id) { return groups.stream().filter(g -> g.id() == id).findFirst().orElse(null); }
    Terminal terminal(String id) { return terminalsById.get(id); }
    Set<String> groupTerminals(long groupId) { return terminalIdsByGroup.getOrDefault(groupId, Set.of()); }

    Set<Long> accountSubtree(long root) {
        Set<Long> out = new HashSet<>(Set.of(root));
        boolean grown = true;
        while (grown) {
            grown = false;
            for (Account a : accounts) if (a.parentId() != null && out.contains(a.parentId()) && out.add(a.id())) grown = true;
        }
        return out;
    }

    Set<String> visibleIds(User u) { return visibleIdsByUser.get(u.id()); }
    List<Terminal> visibleTerminals(User u) { return terminals.stream().filter(t -> visibleIds(u).contains(t.id())).toList(); }

    List<Txn> visibleTransactions(User u) {
        Set<String> ids = visibleIds(u);
        return transactions.stream().filter(t -> ids.contains(t.terminalId())).toList();
    }

    /** A batch pays one funding group; it is visible when every terminal of that group in the batch is. */
    List<Batch> visibleBatches(User u) {
        if (Faults.on("settlements-cross-account")) return batches;
        if (Faults.on("settlements-sister-account") && u.role() == Role.ACCOUNT_MANAGER) {
            return batches.stream().filter(b -> b.tenantId().equals(u.tenantId())).toList();
        }
        return batches.stream().filter(b -> visibleIds(u).containsAll(b.terminalIds())).toList();
    }

    List<Dispute> visibleDisputes(User u) { return disputes.stream().filter(d -> visibleIds(u).contains(d.terminalId())).toList(); }

    List<Connector> visibleConnectors(User u) {
        if (Faults.on("connectors-cross-account")) return connectors;
        return connectors.stream().filter(c -> c.tenantId().equals(u.tenantId()) && c.terminalIds().stream().anyMatch(visibleIds(u)::contains)).toList();
    }

    List<Group> visibleGroups(User u) {
        return groups.stream().filter(g -> g.tenantId().equals(u.tenantId()) && groupTerminals(g.id()).stream().anyMatch(visibleIds(u)::contains)).toList();
    }

    /** Organization-wide readers see every colleague; others see themselves and users whose scope lies inside their own. */
    List<User> visibleUsers(User u) {
        boolean orgWide = u.role() == Role.ORG_ADMINISTRATOR || u.role() == Role.ORG_AUDITOR;
        Set<Long> accts = accountSubtree(u.accountId());
        return users.stream().filter(o -> o.tenantId().equals(u.tenantId()))
            .filter(o -> orgWide || o.id().equals(u.id())
                || u.role() == Role.ACCOUNT_MANAGER && accts.contains(o.accountId()) && visibleIds(u).containsAll(visibleIds(o)))
            .toList();
    }

    List<Document> visibleDocuments(User u) {
        Set<Long> accts = accountSubtree(u.accountId());
        return documents.stream().filter(d -> d.tenantId().equals(u.tenantId()) && accts.contains(d.accountId()))
            .filter(d -> d.terminalId() == null ? u.groupScope() == null : visibleIds(u).contains(d.terminalId()))
            .filter(d -> !d.money() || u.may(Permission.VIEW_MONEY)).toList();
    }

    /** Collects the not yet settled transactions of a group's own terminals in [start, end) into one ACH batch. */
    synchronized Batch deriveBatch(Group g, Instant start, Instant end, String status, Instant createdAt, String id) {
        Map<String, long[]> perTerminal = new TreeMap<>();
        List<Txn> taken = new ArrayList<>();
        for (Txn t : transactions) {
            Terminal term = terminal(t.terminalId());
            if (term.groupId() != g.id() || t.at().isBefore(start) || !t.at().isBefore(end) || batchByTransaction.containsKey(t.id())) continue;
            long[] sums = perTerminal.computeIfAbsent(t.terminalId(), k -> new long[2]);
            if (t.type().equals("WITHDRAWAL")) sums[0] += t.amountCompleted();
            sums[0] += t.surchargeCompleted();
            sums[1] += 15;
            taken.add(t);
        }
        if (taken.isEmpty()) return null;
        int credits = 0, debits = 0;
        long credit = 0, debit = 0;
        for (long[] v : perTerminal.values()) {
            if (v[0] > 0) { credits++; credit += v[0]; }
            debits++;
            debit += v[1];
        }
        LocalDate effective = LocalDate.ofInstant(createdAt, ZoneOffset.UTC).plusDays(1);
        Batch b = new Batch(id, g.tenantId(), g.accountId(), g.id(), status, credits, debits, credit, debit, start, end, createdAt, effective,
            status.equals("SETTLED") ? createdAt.plus(14, ChronoUnit.HOURS) : null, List.copyOf(perTerminal.keySet()));
        for (Txn t : taken) batchByTransaction.put(t.id(), id);
        batches.add(0, b);
        return b;
    }
}
