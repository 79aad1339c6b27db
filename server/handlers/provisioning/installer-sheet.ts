import { unreachable } from '../../../base/unreachable.ts';
import type { ProvisioningExport, ProvisioningPayload } from '../../../spec/index.ts';

/**
 * Converts a payload to the sheet for installers. Escapes text that a spreadsheet program would evaluate as a
 * formula. Gap provisioning.export_fields.
 */
export function buildInstallerSheet(payload: ProvisioningPayload): ProvisioningExport {
  return {
    terminal_id: payload.terminal_id,
    payload_version: payload.payload_version,
    exported_at: payload.generated_at,
    format: 'installer_sheet',
    sections: [
      buildSection('Terminal', buildIdentityLines(payload)),
      buildSection('Host', buildHostLines(payload)),
      buildSection('Monitoring', buildMonitoringLines(payload)),
      buildSection('Keys', [['Master key', describeMasterKey(payload)]]),
      buildSection('Surcharge', [['Fee', formatFee(payload)]]),
      buildSection('Limits', buildLimitLines(payload)),
      buildSection('Cassettes', buildCassetteLines(payload)),
    ],
    install_checklist: buildChecklist(payload).map(escapeFormula),
    checksum: payload.checksum,
  };
}

/** Prefixes a formula with an apostrophe, so that spreadsheet programs show it as text: `=1+1` becomes `'=1+1`. */
export function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

type Line = readonly [label: string, value: string];

function buildSection(title: string, lines: readonly Line[]): ProvisioningExport['sections'][number] {
  return {
    title: escapeFormula(title),
    items: lines.map(([label, value]) => ({ label: escapeFormula(label), value: escapeFormula(value) })),
  };
}

function buildIdentityLines({ identity, host }: ProvisioningPayload): Line[] {
  return [
    ['Terminal ID', identity.terminal_id],
    ['Merchant', identity.merchant_name],
    ['Place', `${identity.city} ${identity.region}, ${identity.country}`],
    ['Time zone', identity.timezone],
    ['Communication header', host.communication_header],
    ['Routing ID', host.routing_id],
  ];
}

const protocolNames: Readonly<Record<ProvisioningPayload['host']['protocol'], string>> = {
  triton_standard: 'Triton standard',
  hyosung_standard3: 'Hyosung standard 3',
  iso8583_1987: 'ISO 8583:1987',
  iso8583_1993: 'ISO 8583:1993',
  ndc: 'NDC',
  ddc: 'DDC',
  iso20022_catp: 'ISO 20022 ATM',
  rms_https: 'Remote management',
  nacha_sftp: 'NACHA files',
  none: 'None',
};

function buildHostLines({ host }: ProvisioningPayload): Line[] {
  const { primary, backup, tls } = host;
  return [
    ['Primary host', `${primary.address}:${primary.port}`],
    ['Backup host', backup === null ? 'None' : `${backup.address}:${backup.port}`],
    ['TLS', tls.min_version === null ? 'Off' : `${tls.min_version} or later`],
    ['Message format', protocolNames[host.protocol]],
    ['Response timeout', `${host.response_timeout_seconds} s`],
  ];
}

function buildMonitoringLines({ monitoring }: ProvisioningPayload): Line[] {
  const minutes = monitoring.rms_check_interval_minutes;
  return [
    ['Heartbeat', `Every ${monitoring.heartbeat_interval_seconds} s`],
    ['Remote management', minutes === null ? 'Off' : `Every ${minutes} min`],
  ];
}

const describeMasterKey = ({ keys }: ProvisioningPayload): string =>
  keys.load_method === 'remote'
    ? 'Loaded remotely (TR-34). The sheet never contains it.'
    : 'Entered manually by two custodians, one component each. The sheet never contains it.';

function formatFee({ surcharge, identity }: ProvisioningPayload): string {
  const flat = `${surcharge.amount} ${identity.currency}`;
  const percent = `${surcharge.percent} %`;
  switch (surcharge.mode) {
    case 'none':
      return 'None';
    case 'flat':
      return `${flat}, flat`;
    case 'percent':
      return `${percent} of the amount`;
    case 'greater_of':
      return `${percent} of the amount or ${flat}, the greater of both`;
    default:
      return unreachable(surcharge.mode);
  }
}

function buildLimitLines({ limits, identity }: ProvisioningPayload): Line[] {
  return [
    ['Withdrawal', `${limits.min_withdrawal} to ${limits.max_withdrawal} ${identity.currency}`],
    ['Fast cash', limits.fast_cash.join(', ')],
    ['Notes per dispense', `At most ${limits.max_notes_per_dispense}`],
  ];
}

function buildCassetteLines({ cassettes, identity }: ProvisioningPayload): Line[] {
  return cassettes.map(({ position, denomination, capacity_notes: notes, low_threshold_notes: low }) => [
    position,
    `${denomination.replace(/\.00$/, '')} ${identity.currency}, ${notes} notes, low at ${low}`,
  ]);
}

function buildChecklist({ keys, limits }: ProvisioningPayload): string[] {
  return [
    'Anchor and level the cabinet',
    'Load and count the cassettes',
    keys.load_method === 'remote' ? 'Load the keys' : 'Load the keys, with both custodians present',
    'Test a balance inquiry',
    `Test a withdrawal of ${limits.min_withdrawal}`,
    'Test a day close',
  ];
}
