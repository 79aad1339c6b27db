import { omitUndefined } from '../../../../base/omit-undefined.ts';
import type { ConnectorShape, FleetShape, TerminalShape } from '../../../../conformance/fleet-shape/shape.ts';
import type { ModelName } from '../../../../fixtures/model/hardware.ts';
import type { LinkKind } from '../../../../fixtures/model/links.ts';
import { hasTownIn } from '../../../../fixtures/own/build-fleet.ts';
import type { FleetFile, GivenConnector, GivenGroup, GivenTerminal } from '../../../../fixtures/own/fleet-file.ts';
import { EPOCH_MS, HISTORY_START_MS } from '../../../../fixtures/time/epoch.ts';
import { nameAccounts } from './build-users.ts';
import type { WordDraws } from './draw-words.ts';

/** Returns a fleet with the shape of a deployment, and with drawn names and ids. */
export function buildTwin(shape: FleetShape, draws: WordDraws): FleetFile {
  const company = draws.word();
  const tenantId = `acct_${company.toLowerCase()}`;
  const terminalIds = shape.terminals.map(() => draws.terminalId());
  const toIds = (indexes: readonly number[]): string[] => indexes.flatMap((index) => terminalIds[index] ?? []);
  const groups = buildGroups(shape, draws, toIds);
  const connectors = buildConnectors(shape.connectors, draws);
  const timezone = findCommonZone(shape.terminals);
  const { accounts, users, accountOf } = nameAccounts(shape, { draws, toIds });
  return {
    name: `${company} ATM`,
    tenantId,
    ...omitUndefined({ timezone }),
    ...(accounts.length === 0 ? {} : { accounts }),
    users,
    ...(groups.length === 0 ? {} : { groups }),
    ...(connectors.length === 0 ? {} : { connectors }),
    terminals: shape.terminals.map((terminal, index) =>
      omitUndefined({
        terminalId: terminalIds[index] ?? '',
        accountId: accountOf.get(index),
        ...buildTerminal(terminal, { timezone, draws }),
      }),
    ),
  };
}

/** Returns the time zone of most terminals, if the sandbox knows a town in it. */
function findCommonZone(terminals: readonly TerminalShape[]): string | undefined {
  const zones = Map.groupBy(
    terminals.flatMap(({ timezone }) => timezone ?? []),
    (zone) => zone,
  );
  return [...zones]
    .sort(([one, ones], [other, others]) => others.length - ones.length || (one < other ? -1 : 1))
    .map(([zone]) => zone)
    .find(hasTownIn);
}

function buildGroups(
  { groups }: FleetShape,
  draws: WordDraws,
  toIds: (indexes: readonly number[]) => string[],
): readonly GivenGroup[] {
  const groupIds = groups.map(() => `grp_${draws.idEnding()}`);
  return groups.map(({ groupKind, parent, terminals }, index) => ({
    groupId: groupIds[index] ?? '',
    name: `Group ${draws.word()}`,
    ...omitUndefined({ groupKind, parentGroupId: parent === undefined ? undefined : groupIds[parent] }),
    terminalIds: toIds(terminals),
  }));
}

const KINDS: Readonly<Record<NonNullable<ConnectorShape['connectorType']>, readonly [kind: LinkKind, name: string]>> = {
  processor_host: ['tritonHost', 'Host'],
  eft_network: ['network', 'Network'],
  lte_gateway: ['lteGateway', 'LTE gateway'],
  tls_gateway: ['tlsGateway', 'TLS gateway'],
  vpn_tunnel: ['tunnel', 'Tunnel'],
  rms_server: ['rms', 'Remote management'],
  ach_odfi: ['odfi', 'Settlement files'],
};

/** Returns the connectors. Terminals need a host, so there is one more if none of them is a host. */
function buildConnectors(shapes: readonly ConnectorShape[], draws: WordDraws): readonly GivenConnector[] {
  const needsHost =
    shapes.length > 0 && shapes.every(({ connectorType = 'processor_host' }) => connectorType !== 'processor_host');
  const all: readonly ConnectorShape[] = needsHost ? [...shapes, { connectorType: 'processor_host' }] : shapes;
  return all.map(({ connectorType = 'processor_host', protocol }) => {
    const [kind, name] = KINDS[connectorType];
    return {
      connectorId: `con_${draws.idEnding()}`,
      name: `${name} ${draws.word()}`,
      kind: connectorType === 'processor_host' && protocol === 'hyosung_standard3' ? 'hyosungHost' : kind,
      ...omitUndefined({ protocol }),
    };
  });
}

interface Company {
  readonly timezone: string | undefined;
  readonly draws: WordDraws;
}

/** Years from then on are within the history of the sandbox. */
const FIRST_RECENT_YEAR = new Date(HISTORY_START_MS).getUTCFullYear();

function buildTerminal(shape: TerminalShape, company: Company): Partial<GivenTerminal> {
  const { status, installedYear, model, linkType, cassettes, surchargeCents, attemptsPerMonth, declineShare } = shape;
  const location = buildLocation(shape, company);
  const demand = omitUndefined({ attemptsPerMonth, declineShare });
  return {
    ...omitUndefined({ status, model: model as ModelName | undefined }), // one of the given models
    ...(installedYear === undefined || installedYear >= FIRST_RECENT_YEAR
      ? {}
      : { installedDate: `${installedYear}-01-01` }),
    ...(linkType === undefined ? {} : { comms: { linkType } }),
    ...(Object.keys(location).length === 0 ? {} : { location }),
    ...(cassettes === undefined ? {} : { cash: { cassettes } }),
    ...(surchargeCents === undefined
      ? {}
      : { surcharge: { mode: surchargeCents === 0 ? 'none' : 'flat', flatCents: surchargeCents } }),
    ...(Object.keys(demand).length === 0 ? {} : { demand }),
  };
}

function buildLocation(
  { siteType, placement, timezone }: TerminalShape,
  company: Company,
): NonNullable<GivenTerminal['location']> {
  const kinds = omitUndefined({ siteType, placement });
  if (timezone === undefined || timezone === company.timezone) return kinds;
  if (hasTownIn(timezone)) return { ...kinds, timezone };
  // a place that does not exist, at a longitude that fits the zone
  return {
    ...kinds,
    timezone,
    latitude: Math.round(company.draws.uniform() * 400) / 10,
    longitude: getHoursFromUtc(timezone) * 15,
    address: {
      line1: '1 Sample Street',
      line2: null,
      city: 'Sample Town',
      region: 'XX',
      postalCode: '00000',
      country: 'XX',
    },
  };
}

/** Returns the offset of a zone in whole hours, from -12 to 12. */
function getHoursFromUtc(timeZone: string): number {
  const text = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).format(EPOCH_MS);
  const [, hours = '0'] = /GMT([+-]\d\d)/.exec(text) ?? [];
  return Math.max(-12, Math.min(12, Number(hours)));
}
