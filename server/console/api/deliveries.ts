import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { request } from './request.ts';
import type { Delivery, DeliveryDetail, Destination, Page } from './types.ts';

/* Deliveries, and the destinations that receive them. */

export type Statistics = SandboxSchemas['DestinationStatistics'];
export type InjectedCause = SandboxSchemas['InjectedCause'];

/** Filters of the server. */
export type DeliveryQuery = Readonly<
  Partial<
    Record<
      | 'destination_id'
      | 'type'
      | 'terminal_id'
      | 'event_id'
      | 'incident_id'
      | 'origin'
      | 'state'
      | 'status_class'
      | 'since'
      | 'until',
      string
    >
  >
>;

export interface PageChoice {
  /** Empty for the newest deliveries. */
  readonly cursor: string;
  readonly limit: number;
}

/** Reads a page of deliveries, newest first. */
export const readDeliveryPage = (query: DeliveryQuery, { cursor, limit }: PageChoice): Promise<Page<Delivery>> =>
  request(
    `/sandbox/deliveries?${new URLSearchParams({ ...query, limit: String(limit), ...(cursor === '' ? {} : { cursor }) })}`,
  );

export const readDelivery = (id: string): Promise<DeliveryDetail> =>
  request(`/sandbox/deliveries/${encodeURIComponent(id)}`);

/** Sends a delivery again, once. */
export const replayDelivery = (id: string): Promise<DeliveryDetail> =>
  request(`/sandbox/deliveries/${encodeURIComponent(id)}/replay`, { method: 'POST', body: {} });

export const readDestinations = async (): Promise<readonly Destination[]> =>
  (await request<Page<Destination>>('/sandbox/destinations')).data;

export const readStatistics = ({ destination_id: id }: Destination): Promise<Statistics> =>
  request(`/sandbox/destinations/${id}/statistics`);

/** Reads the changes that were made on purpose, newest first. */
export async function readCauses(): Promise<readonly InjectedCause[]> {
  const { injected } = await request<SandboxSchemas['ProvokableList']>('/sandbox/causes');
  return injected;
}
