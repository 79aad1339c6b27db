import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fleetSchemaText, type Refuse, SCHEMA_COMMENT, writeOutput } from './output.ts';

const EXAMPLE = `${SCHEMA_COMMENT}
#
# A fleet of your own. Only name and terminals are required; the sandbox chooses the rest, the same for every start.
# Check it with:  npx fleetkit fleet check FILE
# Serve it with:  npx fleetkit serve --fleet FILE

name: Riverside ATM
timezone: America/Chicago

# Accounts below the company. Terminals without an account belong to the company.
accounts:
  - account_id: acct_riverside_mart
    name: Riverside Food Mart
    account_kind: merchant

# Who may see what. Keys are made up and begin with sbx-.
users:
  - user_id: usr_riverside_admin
    role: iso_admin
    display_name: Olivia Park
    keys: [sbx-riverside-admin]
  - user_id: usr_riverside_mart
    role: merchant
    account_id: acct_riverside_mart
    display_name: Luis Ortega
    assigned: { terminal_ids: [RV000103] }
    keys: [sbx-riverside-mart]

groups:
  - group_id: grp_riverside_north
    name: North side
    terminal_ids: [RV000101, RV000102]

# Values of all terminals that do not state others.
defaults:
  surcharge: { flat_cents: 300 }

# A number instead of the list creates that many terminals.
terminals:
  - terminal_id: RV000101
    town: Chicago IL
  - terminal_id: RV000102
    town: Cicero IL
    model: Halo II
    location: { name: Lakeview Hotel, site_type: hotel }
    demand: { attempts_per_month: 400, decline_share: 0.08 }
    cash: { cassettes: [{ denomination_cents: 2000 }, { denomination_cents: 5000 }], load_every_days: 7 }
  - terminal_id: RV000103
    account_id: acct_riverside_mart
    location:
      name: Riverside Food Mart
      address: { line1: 12 Canal Street, city: Chicago, region: IL, postal_code: '60606' }
      latitude: 41.8786
      longitude: -87.6403
    # Exact rows and conditions in addition to what is generated.
    edges:
      attempts:
        - { at: '2026-10-30T18:20:00-05:00', amount_cents: 10000 }
        - { at: '2026-10-30T18:22:00-05:00', amount_cents: 40000, response: '51' }
      line_cuts:
        - { from: '2026-11-01T03:00:00-06:00', to: '2026-11-01T05:30:00-06:00' }
      commands:
        - { command_type: reboot, queued_at: '2026-11-01T05:10:00-06:00', outcome: expired }

disputes:
  - { terminal_id: RV000101, from_date: '2026-10-20', reason_code: cash_not_dispensed }
`;

/** The action of `fleetkit fleet init`. */
export function writeExample(file: string, refuse: Refuse): void {
  writeOutput(file, EXAMPLE, refuse);
  const schema = join(dirname(file), 'fleet.schema.json');
  try {
    writeFileSync(schema, fleetSchemaText);
  } catch {
    refuse(`"${schema}" cannot be written`);
  }
  process.stdout.write(
    `Wrote ${basename(schema)}, with which editors complete the file.\nNext: npx fleetkit fleet check ${file}, then npx fleetkit serve --fleet ${file}\n`,
  );
}
