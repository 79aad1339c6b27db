import { useEffect, useRef, useState } from 'preact/hooks';
import { readDelivery, readDeliveryPage, replayDelivery } from '../../api/deliveries.ts';
import { describeError } from '../../api/request.ts';
import type { Delivery, Destination } from '../../api/types.ts';
import { summariseAttempt } from '../../format/failure-reason.ts';
import { formatPlural } from '../../format/money.ts';
import { toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { Empty, Hint, Loaded } from '../../parts/states.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { Instant } from '../../parts/time.tsx';
import { reloadNow } from '../../state/live.ts';
import { useResource } from '../../state/resource.ts';
import type { DeliveryFilter } from './delivery-filter.ts';

/** How many deliveries are sent at once at most. A narrower filter reaches the others. */
const MOST = 100;

interface Result {
  readonly isAccepted: boolean;
  readonly text: string;
}

export interface ReplayDialogProps {
  readonly filter: DeliveryFilter;
  readonly destinations: readonly Destination[];
  readonly onClose: () => void;
}

/** Shows which deliveries of the list would be sent again, and sends the chosen ones. */
export function ReplayDialog({ filter, destinations, onClose }: ReplayDialogProps) {
  // The list as it was when the dialog was opened: each replay changes it.
  const known = useRef<Promise<readonly [readonly Delivery[], boolean]>>(undefined);
  known.current ??= readMatching(filter);
  const loaded = useResource('replay preview', () => known.current ?? readMatching(filter));
  return (
    <Dialog title="Replay deliveries" isWide onClose={onClose}>
      <Loaded of={loaded}>
        {([deliveries, hasMore]) =>
          deliveries.length === 0 ? (
            <Empty icon="search" title="No delivery matches">
              Change the filters of the list first.
            </Empty>
          ) : (
            <Preview deliveries={deliveries} hasMore={hasMore} destinations={destinations} />
          )
        }
      </Loaded>
    </Dialog>
  );
}

async function readMatching({ query, deliveryId }: DeliveryFilter): Promise<readonly [readonly Delivery[], boolean]> {
  if (deliveryId !== undefined) return [[await readDelivery(deliveryId)], false];
  const { data, page } = await readDeliveryPage(query, { cursor: '', limit: MOST });
  return [data, page.has_more];
}

interface PreviewProps {
  readonly deliveries: readonly Delivery[];
  readonly hasMore: boolean;
  readonly destinations: readonly Destination[];
}

function Preview({ deliveries, hasMore, destinations }: PreviewProps) {
  const [omitted, setOmitted] = useState<ReadonlySet<string>>(new Set());
  const { results, isSending, send, stop } = useReplays();
  const chosen = deliveries.filter(({ delivery_id: id }) => !omitted.has(id));
  const receivers = new Set(chosen.map(({ destination_id: id }) => id));
  const accepted = [...results.values()].filter(({ isAccepted }) => isAccepted).length;
  const columns: readonly Column<Delivery>[] = [
    {
      title: 'Send',
      cell: ({ delivery_id: id, type }) => (
        <input
          type="checkbox"
          aria-label={`Send ${toWords(type)} ${id}`}
          checked={!omitted.has(id)}
          disabled={isSending}
          onChange={() => setOmitted(toggle(omitted, id))}
        />
      ),
    },
    {
      title: 'Event',
      cell: ({ type, terminal_id: terminal, incident_state: state }) => (
        <span class="cell-two">
          <strong>{toWords(type)}</strong>
          <small>
            {terminal ?? ''} {state ?? ''}
          </small>
        </span>
      ),
    },
    { title: 'Happened', isWideOnly: true, cell: ({ happened_at: at }) => <Instant at={at} /> },
    {
      title: 'To',
      isWideOnly: true,
      cell: ({ destination_id: id }) => destinations.find((one) => one.destination_id === id)?.name ?? 'deleted',
    },
    { title: 'State', isWideOnly: true, cell: ({ state }) => <StateBadge state={state} /> },
    {
      title: 'Result',
      cell: ({ delivery_id: id }) => {
        const result = results.get(id);
        return result === undefined ? null : <Badge tone={result.isAccepted ? 'good' : 'bad'}>{result.text}</Badge>;
      },
    },
  ];
  return (
    <div class="stack">
      <Hint>
        {formatPlural(chosen.length, 'request')} to {formatPlural(receivers.size, 'destination')}, one after the other.
        Each has the same id and body as before, and a new signature. A receiver that ignores known ids ignores them.
        Retries and states do not change.
        {hasMore ? ` These are the newest ${MOST} that match. Filter by time to reach the others.` : ''}
      </Hint>
      <Table
        label="Deliveries to send"
        columns={columns}
        rows={deliveries}
        rowKey={(one) => one.delivery_id}
        height="45vh"
      />
      {results.size === 0 ? null : (
        <>
          <progress class="progress" max={chosen.length} value={results.size} aria-label="Requests sent" />
          <p role="status">
            {accepted} accepted, {results.size - accepted} not accepted, {Math.max(0, chosen.length - results.size)} not
            sent.
          </p>
        </>
      )}
      <div class="row">
        {isSending ? (
          <Button icon="pause" onPress={stop}>
            Stop
          </Button>
        ) : (
          <Button
            kind="primary"
            icon="refresh"
            isDisabled={chosen.length === 0}
            onPress={() => void send(chosen.filter(({ delivery_id: id }) => !results.has(id)))}
          >
            Send {formatPlural(chosen.filter(({ delivery_id: id }) => !results.has(id)).length, 'request')}
          </Button>
        )}
      </div>
    </div>
  );
}

function toggle(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Sends deliveries one after the other, until all are sent, a person stops it, or the dialog closes. */
function useReplays() {
  const [results, setResults] = useState<ReadonlyMap<string, Result>>(new Map());
  const [isSending, setSending] = useState(false);
  const isStopped = useRef(false);
  useEffect(
    () => () => {
      isStopped.current = true;
    },
    [],
  );
  const send = async (deliveries: readonly Delivery[]): Promise<void> => {
    isStopped.current = false;
    setSending(true);
    for (const { delivery_id: id } of deliveries) {
      if (isStopped.current) break;
      const result = await replay(id);
      setResults((before) => new Map([...before, [id, result]]));
    }
    setSending(false);
    reloadNow();
  };
  const stop = (): void => {
    isStopped.current = true;
  };
  return { results, isSending, send, stop };
}

async function replay(id: string): Promise<Result> {
  try {
    const attempt = (await replayDelivery(id)).attempts.at(-1);
    if (attempt === undefined) return { isAccepted: false, text: 'Not sent' };
    return { isAccepted: attempt.error === null, text: summariseAttempt(attempt) };
  } catch (error) {
    return { isAccepted: false, text: describeError(error) };
  }
}
