/** One step of the schema. Its index in the list, from 1, is the resulting version. Released steps never change. */
export interface PostgresMigration {
  readonly title: string;
  readonly sql: string;
}

const fleetsOfWorlds: PostgresMigration = {
  title: 'the version of the fleets that the facts of a world refer to',
  sql: 'ALTER TABLE fleetkit.worlds ADD COLUMN fleets integer NOT NULL DEFAULT 1',
};

/** The steps of the schema `fleetkit`. Every table has the workspace of its rows. */
export const postgresMigrations: readonly PostgresMigration[] = [
  {
    title: 'worlds, facts, deliveries, replicas, inboxes, exchanges and workspaces',
    sql: `
      CREATE TABLE fleetkit.worlds (
        workspace     text PRIMARY KEY,
        seed          bigint NOT NULL,
        terminals     integer,
        cursor_secret text NOT NULL
      );

      CREATE TABLE fleetkit.journal_heads (
        workspace text PRIMARY KEY,
        position  bigint NOT NULL DEFAULT 0,
        tenants   jsonb NOT NULL DEFAULT '{}'  -- the last position of each tenant
      ) WITH (fillfactor = 50);
      CREATE TABLE fleetkit.facts (
        workspace text NOT NULL,
        position  bigint NOT NULL CHECK (position > 0),
        entry     bigint NOT NULL,             -- position of the first of the facts that were appended together
        tenant    text NOT NULL,
        at_ms     bigint NOT NULL,             -- on the sandbox clock
        fact      text NOT NULL,               -- JSON
        PRIMARY KEY (workspace, position)
      );

      CREATE TABLE fleetkit.replicas (
        replica    text PRIMARY KEY,
        expires_at timestamptz NOT NULL        -- on the clock of the database
      );

      CREATE TABLE fleetkit.delivery_heads (
        workspace text PRIMARY KEY,
        sequence  bigint NOT NULL DEFAULT 0,   -- of the latest delivery
        changes   bigint NOT NULL DEFAULT 0    -- grows whenever deliveries are queued
      ) WITH (fillfactor = 50);
      CREATE TABLE fleetkit.deliveries (
        workspace     text NOT NULL,
        sequence      bigint NOT NULL,
        delivery_id   text NOT NULL,
        tenant        text NOT NULL,
        destination   text NOT NULL,
        event_id      text NOT NULL,
        event_type    text NOT NULL,
        account       text NOT NULL,
        terminal      text,
        event_at_ms   bigint NOT NULL,
        incident      text,
        turn          text,
        is_test       integer NOT NULL,
        state         text NOT NULL,
        due_clock     text,                    -- with due_at_ms: kept while an attempt is in flight
        due_at_ms     bigint,
        attempt_count integer NOT NULL,
        step          integer NOT NULL,
        last_status   integer,
        last_error    text,
        created_at_ms bigint NOT NULL,
        ended_at_ms   bigint,
        has_body      boolean NOT NULL DEFAULT true,
        bytes         bigint NOT NULL,         -- an estimate, with body and attempts
        lease_owner   text,                    -- the replica that sends it
        lease         bigint NOT NULL DEFAULT 0,  -- grows with each claim
        PRIMARY KEY (workspace, sequence),
        UNIQUE (workspace, delivery_id)
      ) WITH (fillfactor = 80);
      CREATE INDEX deliveries_due ON fleetkit.deliveries (workspace, tenant, destination, due_clock, due_at_ms, sequence)
        WHERE state = 'pending';
      CREATE INDEX deliveries_sending ON fleetkit.deliveries (workspace, lease_owner) WHERE state = 'sending';
      CREATE INDEX deliveries_ended ON fleetkit.deliveries (workspace, tenant, ended_at_ms, sequence)
        WHERE ended_at_ms IS NOT NULL;
      CREATE INDEX deliveries_aged ON fleetkit.deliveries (workspace, event_at_ms)
        WHERE has_body AND ended_at_ms IS NOT NULL;
      CREATE INDEX deliveries_of_destination ON fleetkit.deliveries (workspace, destination, sequence);
      CREATE INDEX deliveries_of_event ON fleetkit.deliveries (workspace, event_id);
      CREATE TABLE fleetkit.delivery_bodies (
        workspace text NOT NULL,
        sequence  bigint NOT NULL,
        body      text NOT NULL,               -- JSON, as it is sent
        PRIMARY KEY (workspace, sequence),
        FOREIGN KEY (workspace, sequence) REFERENCES fleetkit.deliveries ON DELETE CASCADE
      );
      CREATE TABLE fleetkit.delivery_attempts (
        workspace text NOT NULL,
        sequence  bigint NOT NULL,
        n         integer NOT NULL,
        attempt   text NOT NULL,               -- JSON
        PRIMARY KEY (workspace, sequence, n),
        FOREIGN KEY (workspace, sequence) REFERENCES fleetkit.deliveries ON DELETE CASCADE
      );
      CREATE TABLE fleetkit.destination_health (
        workspace   text NOT NULL,
        tenant      text NOT NULL,
        destination text NOT NULL,
        health      text NOT NULL,             -- JSON
        PRIMARY KEY (workspace, tenant, destination)
      );
      CREATE TABLE fleetkit.fan_out_progress (
        workspace text NOT NULL,
        tenant    text NOT NULL,
        since     bigint NOT NULL,             -- a copy of the member of the progress
        progress  text NOT NULL,               -- JSON
        PRIMARY KEY (workspace, tenant)
      );

      CREATE TABLE fleetkit.inboxes (
        workspace text NOT NULL,
        token     text NOT NULL,
        plan      bigint NOT NULL,             -- the plan that used refers to
        used      bigint NOT NULL,
        used_at   timestamptz NOT NULL,
        PRIMARY KEY (workspace, token)
      );
      CREATE TABLE fleetkit.inbox_messages (
        workspace text NOT NULL,
        token     text NOT NULL,
        number    bigint GENERATED ALWAYS AS IDENTITY,
        bytes     bigint NOT NULL,             -- an estimate
        message   text NOT NULL,               -- JSON
        PRIMARY KEY (workspace, token, number),
        FOREIGN KEY (workspace, token) REFERENCES fleetkit.inboxes ON DELETE CASCADE
      );

      CREATE TABLE fleetkit.exchanges (
        workspace text NOT NULL,
        number    bigint GENERATED ALWAYS AS IDENTITY,
        user_id   text,
        exchange  text NOT NULL,               -- JSON
        PRIMARY KEY (workspace, number)
      );

      CREATE TABLE fleetkit.sign_in_codes (
        workspace  text NOT NULL,
        digest     text NOT NULL,              -- of the code
        token      text NOT NULL,              -- encrypted with the code
        expires_ms bigint NOT NULL,            -- on the real clock
        PRIMARY KEY (workspace, digest)
      );

      CREATE TABLE fleetkit.workspaces (
        number    bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name      text NOT NULL UNIQUE,
        workspace text NOT NULL                -- JSON
      );
    `,
  },
  {
    title: 'counts of limits and quotas',
    sql: `
      CREATE UNLOGGED TABLE fleetkit.counts (
        scope   text NOT NULL,
        name    text NOT NULL,                 -- a digest
        ends_ms bigint NOT NULL,               -- end of the window, on the real clock
        count   bigint NOT NULL,
        PRIMARY KEY (scope, name, ends_ms)
      );
    `,
  },
  {
    title: 'rows end with their world, and none can be added after it was deleted',
    sql: `
      DELETE FROM fleetkit.journal_heads WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      INSERT INTO fleetkit.journal_heads (workspace) SELECT workspace FROM fleetkit.worlds ON CONFLICT DO NOTHING;
      ALTER TABLE fleetkit.journal_heads ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
      DELETE FROM fleetkit.facts WHERE workspace NOT IN (SELECT workspace FROM fleetkit.journal_heads);
      ALTER TABLE fleetkit.facts ADD FOREIGN KEY (workspace) REFERENCES fleetkit.journal_heads ON DELETE CASCADE;

      DELETE FROM fleetkit.delivery_heads WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      ALTER TABLE fleetkit.delivery_heads ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
      DELETE FROM fleetkit.deliveries WHERE workspace NOT IN (SELECT workspace FROM fleetkit.delivery_heads);
      ALTER TABLE fleetkit.deliveries ADD FOREIGN KEY (workspace) REFERENCES fleetkit.delivery_heads ON DELETE CASCADE;

      DELETE FROM fleetkit.destination_health WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      ALTER TABLE fleetkit.destination_health ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
      DELETE FROM fleetkit.fan_out_progress WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      ALTER TABLE fleetkit.fan_out_progress ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
      DELETE FROM fleetkit.inboxes WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      ALTER TABLE fleetkit.inboxes ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
      DELETE FROM fleetkit.exchanges WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      ALTER TABLE fleetkit.exchanges ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
      DELETE FROM fleetkit.sign_in_codes WHERE workspace NOT IN (SELECT workspace FROM fleetkit.worlds);
      ALTER TABLE fleetkit.sign_in_codes ADD FOREIGN KEY (workspace) REFERENCES fleetkit.worlds ON DELETE CASCADE;
    `,
  },
  fleetsOfWorlds,
  {
    title: 'the fleet files of a world',
    sql: "ALTER TABLE fleetkit.worlds ADD COLUMN fleet_files text NOT NULL DEFAULT '[]'",
  },
  {
    title: 'the start of the clock of a world',
    sql: "ALTER TABLE fleetkit.worlds ADD COLUMN start_at text NOT NULL DEFAULT '2026-11-02T15:00:00Z'",
  },
  {
    title: 'queries, headers and bodies of the latest requests',
    sql: 'ALTER TABLE fleetkit.exchanges ADD COLUMN request text', // JSON
  },
];

/** The version of the schema from which on worlds have the version of their fleets. Before it, all have the first. */
export const FLEETS_STEP = postgresMigrations.indexOf(fleetsOfWorlds) + 1;
