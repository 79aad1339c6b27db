import { formatInstant, formatMoney } from '../../../base/formats.ts';
import type { TerminalFixture } from '../../../fixtures/model/model.ts';
import type { Location } from '../../../spec/index.ts';
import type { Handler } from '../../contract.ts';
import { notFound } from '../../problems/problem.ts';
import type { Scope } from '../../world/scope/scope-types.ts';
import type { Terminal } from '../../world/state/tenant.ts';
import { buildListReply, readPageRequest } from '../lists/paging.ts';
import { sortByName } from '../lists/sort-by-name.ts';

/** Returns the locations of the visible terminals, sorted by name. @see clause locations.list */
export const listLocations: Handler<'listLocations'> = (scope, { query }) => {
  const pageRequest = readPageRequest(scope, 'listLocations', query);
  if ('problem' in pageRequest) return pageRequest;
  const sites = sortByName(groupByLocation(pageRequest.scope.terminals), ({ name, locationId }) => ({
    name,
    id: locationId,
  }));
  return buildListReply(pageRequest, sites, { present: (site) => presentLocation(site, pageRequest.scope) });
};

/** Returns the location of one terminal. @see clause locations.get */
export const getLocation: Handler<'getLocation'> = (scope, { path }) => {
  const terminal = scope.terminal(path.terminal_id);
  if (terminal === undefined) return notFound();
  const site = groupByLocation(scope.terminals).find(({ locationId }) => locationId === terminal.locationId);
  return site === undefined ? notFound() : { status: 200, body: presentLocation(site, scope) };
};

/** A location with its visible terminals, at least one. */
interface Site {
  readonly locationId: string;
  readonly name: string;
  /** The terminal whose fixture describes the location. */
  readonly first: Terminal;
  readonly terminals: readonly Terminal[];
}

function groupByLocation(terminals: readonly Terminal[]): Site[] {
  const byLocation = Map.groupBy(terminals, ({ locationId }) => locationId);
  return [...byLocation].flatMap(([locationId, terminals]) =>
    terminals.slice(0, 1).map((first) => ({ locationId, name: first.fixture.location.name, first, terminals })),
  );
}

function presentLocation({ locationId, first, terminals }: Site, { rules, getRisk }: Scope): Location {
  const { location, accountId, surcharge } = first.fixture;
  const risk = getRisk(first);
  return {
    location_id: locationId,
    terminal_ids: terminals.map(({ terminalId }) => terminalId),
    name: location.name,
    site_type: location.siteType,
    placement: location.placement,
    address: presentAddress(location.address),
    latitude: location.latitude,
    longitude: location.longitude,
    timezone: location.timezone,
    access_hours: location.accessHours,
    surcharge_amount: formatMoney(surcharge.mode === 'none' ? 0 : surcharge.flatCents),
    contact: rules.hidesContacts ? null : { name: location.contact.name, phone: location.contact.phone },
    risk: {
      band: risk.band,
      score: risk.score,
      assessed_at: formatInstant(risk.atMs),
      drivers: [...risk.drivers],
    },
    ada: {
      status: location.ada.status,
      voice_guidance: location.ada.voiceGuidance,
      surveyed_date: location.ada.surveyedDate,
    },
    account_id: accountId,
    group_ids: [...new Set(terminals.flatMap(({ groupIds }) => groupIds))],
  };
}

function presentAddress(address: TerminalFixture['location']['address']): Location['address'] {
  return {
    line1: address.line1,
    line2: address.line2,
    city: address.city,
    region: address.region,
    postal_code: address.postalCode,
    country: address.country,
  };
}
