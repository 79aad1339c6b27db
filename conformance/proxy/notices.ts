import type { ForwardedExchange } from './forward/forwarded-exchange.ts';
import type { Unjudged } from './live/live-messages.ts';

/** Something that the proxy could not forward or judge. */
export type NoticeKind = Unjudged | 'cut' | 'no-response' | 'refused' | 'judge-failed' | 'record-failed';

export interface Notice {
  readonly kind: NoticeKind;
  /** One sentence without a full stop, and without data of the exchange. */
  readonly message: string;
  /** The method of the request, if it is about one. */
  readonly method?: string;
}

/** Counts notices by kind. */
export interface Notices {
  readonly counts: ReadonlyMap<NoticeKind, number>;
  /** Adds the notice about how an exchange ended, if the proxy could not forward it completely. */
  addExchange(exchange: ForwardedExchange): void;
  add(kind: Unjudged, exchange: ForwardedExchange): void;
  addMessage(kind: NoticeKind, message: string): void;
  /** Returns one sentence for each kind. */
  describe(): string[];
}

const UNJUDGED: Readonly<Record<Unjudged, string>> = {
  undecodable: 'a body cannot be decompressed',
  'too-large': 'a body is larger than the proxy judges',
  overloaded: 'requests arrive faster than the proxy judges them',
};

const SUMMARIES: Readonly<Record<NoticeKind, string>> = {
  undecodable: 'bodies could not be decompressed, and were forwarded without being judged',
  'too-large': 'bodies were larger than the proxy judges, and were forwarded only',
  overloaded: 'exchanges were forwarded without being judged, because requests arrived too fast',
  cut: 'responses were cut by the upstream',
  'no-response': 'requests got no response from the upstream',
  refused: 'requests were refused by the proxy, which cannot forward them',
  'judge-failed': 'failures of the judge: later exchanges were forwarded only',
  'record-failed': 'failures to write the recording: later exchanges are missing there',
};

const END_KINDS = ['cut', 'no-response', 'refused'] as const;

/** Creates the counts. Calls `onNotice` with each notice and the number of its kind so far. */
export function createNotices(onNotice: (notice: Notice, count: number) => void): Notices {
  const counts = new Map<NoticeKind, number>();
  const add = (notice: Notice): void => {
    const count = (counts.get(notice.kind) ?? 0) + 1;
    counts.set(notice.kind, count);
    onNotice(notice, count);
  };
  return {
    counts,
    addExchange({ end, failure, method }) {
      const kind = END_KINDS.find((one) => one === end);
      if (kind !== undefined) add({ kind, message: failure?.message ?? '', method });
    },
    add: (kind, { method }) => add({ kind, message: UNJUDGED[kind], method }),
    addMessage: (kind, message) => add({ kind, message }),
    describe: () => [...counts].map(([kind, count]) => `${count} ${SUMMARIES[kind]}`),
  };
}
