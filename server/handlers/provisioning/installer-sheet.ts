import type { ProvisioningExport, ProvisioningPayload } from '../../../spec/index.ts';
import { unreachable } from '../../../spec/unreachable.ts';

/**
 * A payload as the sheet that an installer reads or prints. People open it in spreadsheets, so that a text which one
 * would take for a formula is prefixed. Gap provisioning.export_fields.
 */
export function sheetOf(payload: ProvisioningPayload): ProvisioningExport {
  return {
    terminal_id: payload.terminal_id,
    payload_version: payload.payload_version,
    exported_at: payload.generated_at,
    format: 'installer_sheet',
    sections: [
      section('Terminal', identityLines(payload)),
      section('Host', hostLines(payload)),
      section('Monitoring', monitoringLines(payload)),
      section('Keys', [['Master key', masterKey(payload)]]),
      section('Surcharge', [['Fee', fee(payload)]]),
      section('Limits', limitLines(payload)),
      section('Cassettes', cassetteLines(payload)),
    ],
    install_checklist: checklist(payload).map(spreadsheetText),
    checksum: payload.checksum,
  };
}

/** As a spreadsheet shows it, never as it would work it out: `=1+1` becomes `'=1+1`. */
export function spreadsheetText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

type Line = readonly [label: string, value: string];

function section(title: string, lines: readonly Line[]): ProvisioningExport['sections'][number] {
  return {
    title: spreadsheetText(title),
    items: lines.map(([label, value]) => ({ label: spreadsheetText(label), value: spreadsheetText(value) })),
  };
}

function identityLines({ identity, host }: ProvisioningPayload): Line[] {
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

function hostLines({ host }: ProvisioningPayload): Line[] {
  const { primary, backup, tls } = host;
  return [
    ['Primary host', `${primary.address}:${primary.port}`],
    ['Backup host', backup === null ? 'None' : `${backup.address}:${backup.port}`],
    ['TLS', tls.min_version === null ? 'Off' : `${tls.min_version} or later`],
    ['Message format', protocolNames[host.protocol]],
    ['Response time-out', `${host.response_timeout_seconds} s`],
  ];
}

function monitoringLines({ monitoring }: ProvisioningPayload): Line[] {
  const minutes = monitoring.rms_check_interval_minutes;
  return [
    ['Heartbeat', `Every ${monitoring.heartbeat_interval_seconds} s`],
    ['Remote management', minutes === null ? 'Off' : `Every ${minutes} min`],
  ];
}

const masterKey = ({ keys }: ProvisioningPayload): string =>
  keys.load_method === 'remote'
    ? 'Comes over the line (TR-34), so that nobody need know it. No sheet ever holds it.'
    : 'Entered by hand, by two people, each with one part. No sheet ever holds it.';

function fee({ surcharge, identity }: ProvisioningPayload): string {
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
      return `${percent} of the amount or ${flat}, whichever is more`;
    default:
      return unreachable(surcharge.mode);
  }
}

function limitLines({ limits, identity }: ProvisioningPayload): Line[] {
  return [
    ['Withdrawal', `${limits.min_withdrawal} to ${limits.max_withdrawal} ${identity.currency}`],
    ['Fast cash', limits.fast_cash.join(', ')],
    ['Notes at a time', `At most ${limits.max_notes_per_dispense}`],
  ];
}

function cassetteLines({ cassettes, identity }: ProvisioningPayload): Line[] {
  return cassettes.map(({ position, denomination, capacity_notes: notes, low_threshold_notes: low }) => [
    position,
    `${denomination.replace(/\.00$/, '')} ${identity.currency}, ${notes} notes, low at ${low}`,
  ]);
}

function checklist({ keys, limits }: ProvisioningPayload): string[] {
  return [
    'Anchor the cabinet and level it',
    'Load the cassettes and count them in',
    keys.load_method === 'remote' ? 'Load the keys' : 'Load the keys, with both custodians present',
    'Try a balance inquiry',
    `Try a withdrawal of ${limits.min_withdrawal}`,
    'Close the day once for trial',
  ];
}
