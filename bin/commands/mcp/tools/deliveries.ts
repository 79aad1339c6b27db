import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import type { CallOperation, OperationInput } from '../../../control/control-plane.ts';
import { findHoldReason } from '../../../control/wait-for-deliveries.ts';
import { findDeliveryId } from '../../deliveries/find-delivery.ts';
import { defineTool, takes, text, wholeNumber } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';

interface ReceiverValues {
  readonly attempt?: number;
  readonly body?: string;
  readonly signature?: string;
  readonly timestamp?: string;
  readonly id?: string;
}

interface Arguments {
  readonly delivery_id?: string;
  readonly state?: SandboxSchemas['Delivery']['state'];
  readonly destination_id?: string;
  readonly type?: string;
  readonly terminal_id?: string;
  readonly limit?: number;
  readonly cursor?: string;
  readonly received?: ReceiverValues;
}

type Query = NonNullable<OperationInput<'listDeliveries'>['query']>;
type Detail = SandboxSchemas['DeliveryDetail'];

const DEFAULT_LIMIT = 20;
/** More would not fit into a result, and a cursor continues after what is left out. */
const MAX_LIMIT = 30;

/** Lists deliveries, or explains one. */
export const deliveries = defineTool<Arguments>({
  name: 'deliveries',
  title: 'List deliveries, or explain one',
  description:
    'Lists webhook deliveries, newest first, with filters. With delivery_id (or "newest"), returns each attempt with response and error, the ' +
    'reason for its state, and the signed content. With received, compares the values that the receiver used, and finds why its signature differs.',
  isReadOnly: true,
  arguments: takes({
    delivery_id: text('A delivery by its id, the beginning or end of it, or "newest".', 64),
    state: {
      type: 'string',
      enum: ['pending', 'sending', 'delivered', 'exhausted', 'skipped'],
      description: 'Only deliveries in this state; exhausted: all attempts failed.',
    },
    destination_id: text('Only deliveries to this destination.', 64),
    type: text('Only events of this type.', 64),
    terminal_id: text('Only events of this terminal.', 64),
    limit: wholeNumber(`How many deliveries at most. Default: ${DEFAULT_LIMIT}.`, { minimum: 1, maximum: MAX_LIMIT }),
    cursor: text('Continue after an earlier page: its next_cursor.', 500),
    received: {
      type: 'object',
      additionalProperties: false,
      description: 'With delivery_id: values of the receiver. Never a secret.',
      properties: {
        attempt: wholeNumber('The attempt. Default: the latest.', { minimum: 1, maximum: 1000 }),
        body: text('The body that the receiver verified.', 60_000),
        signature: text('The signature that the receiver computed.', 500),
        timestamp: text('The timestamp that the receiver used.', 40),
        id: text('The id that the receiver used.', 100),
      },
    },
  }),
  async run({ delivery_id: given, received, limit = DEFAULT_LIMIT, ...filters }, { call }) {
    if (given !== undefined) return explain(call, given, received ?? {});
    if (received !== undefined) throw new ToolRefusal('received needs the argument delivery_id.');
    return call('listDeliveries', { query: { ...filters, limit } as Query }); // the schema of the arguments states the types
  },
});

async function explain(call: CallOperation, given: string, received: ReceiverValues): Promise<object> {
  const id = await findDeliveryId(call, given === 'newest' ? undefined : given);
  const path = { delivery_id: id };
  const delivery = await call('getDelivery', { path });
  const [clock, { data: all }] = await Promise.all([call('getClock'), call('listDestinations')]);
  const isSigned = delivery.attempts.length > 0 && delivery.body !== null;
  const { signed, findings } = isSigned
    ? await call('explainDelivery', { path, body: received as OperationInput<'explainDelivery'>['body'] & object })
    : { signed: null, findings: [] };
  const { body: _, ...shown } = delivery;
  return {
    reason: describeState(delivery, findHoldReason(delivery, clock, all)),
    clock,
    delivery: shown,
    signed,
    ...(Object.keys(received).length === 0 ? {} : { differences: findings }),
  };
}

/** Describes why a delivery has its state, and what to do. */
function describeState({ state, attempts }: Detail, holdReason: string | undefined): string {
  const last = attempts.at(-1);
  const cause =
    last?.error?.message ??
    (last?.response == null ? undefined : `The receiver answered ${last.response.status_text}.`);
  const failed = cause === undefined ? '' : ` The latest attempt: ${cause}`;
  switch (state) {
    case 'delivered':
      return 'The receiver accepted it.';
    case 'skipped':
      return 'Its destination was disabled or deleted, or had too many pending deliveries.';
    case 'exhausted':
      return `All attempts failed.${failed}`;
    default:
      return `It is not delivered yet.${failed}${holdReason === undefined ? '' : ` ${holdReason}`}`;
  }
}
