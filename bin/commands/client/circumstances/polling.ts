import type { Expected } from '../../../../conformance/client/core/expected.ts';
import type { Circumstance } from '../../../../conformance/client/core/lesson.ts';
import { parseXml } from '../../../../conformance/reading/rss.ts';
import { type ListPlan, pageLists, readList, serveSandbox, withTag } from '../playing/lists.ts';
import { drawWord } from '../playing/random.ts';
import { isRead, markReply, type Reply, type Wrap } from '../playing/reply.ts';
import type { Stage } from '../playing/stage.ts';
import { readId } from '../playing/tasks.ts';
import type { Play } from './play.ts';

const ONE_POLL = { polls: 1, interval_ms: 0 };
const THREE_POLLS = { polls: 3, interval_ms: 300 };
const CALLS = 3;

async function readIds({ world }: Stage, plan: ListPlan): Promise<readonly string[]> {
  return (await readList(world, { path: '/v1/transactions', plan })).rows.map(readId);
}

/** Runs `sync_transactions` once. The right answer has the ids of the list, and may have those of earlier calls. */
async function runSync(
  stage: Stage,
  { plan, known, polls = ONE_POLL }: { readonly plan: ListPlan; readonly known: Set<string>; readonly polls?: object },
): Promise<void> {
  await stage.run({
    task: 'sync_transactions',
    input: { ...polls, state_file: stage.stateFile },
    async expect(): Promise<Expected> {
      const ids = await readIds(stage, plan);
      const optional = [...known];
      for (const id of ids) known.add(id);
      return { transaction_ids: { kind: 'set', values: ids, optional } };
    },
  });
}

const isFeed = (path: string): boolean => /^\/v1\/feeds\/terminals\/[^/]+\.xml$/.test(path);

/** Changes the responses of the feed of a terminal. No client may serve them from a cache. */
const changeFeed =
  (change: (handle: () => Promise<Reply>, number: number) => Promise<Reply>): Wrap =>
  (next) => {
    let reads = 0;
    return async (incoming) => {
      if (!isRead(incoming) || !isFeed(incoming.path)) return next(incoming);
      reads += 1;
      const reply = await change(() => next(incoming), reads);
      const headers: Reply['headers'] = { ...reply.headers, 'cache-control': 'private, no-cache' };
      const tagged = headers.etag !== undefined ? markReply({ ...reply, headers }, 'tagged') : { ...reply, headers };
      return tagged.status === 304 ? markReply(tagged, 'not-modified', 'nothing has changed') : tagged;
    };
  };

/** Returns the items of a feed with their titles. */
export function readItems(body: Uint8Array): readonly Readonly<Record<'guid' | 'title', string>>[] {
  const parsed = parseXml(body);
  if ('problem' in parsed) throw new Error(parsed.problem);
  const channel = parsed.root.children.find(({ name }) => name === 'channel');
  return (channel?.children ?? [])
    .filter(({ name }) => name === 'item')
    .map(({ children }) => {
      const text = (name: string): string => children.find((one) => one.name === name)?.text ?? '';
      return { guid: text('guid'), title: text('title') };
    });
}

/** Runs `read_feed` for the first terminal. The right answer has the items of `read`, and may have those of `earlier`. */
async function runFeed(
  stage: Stage,
  {
    polls,
    read,
    earlier,
  }: { readonly polls: object; read(): Promise<Uint8Array>; readonly earlier: () => readonly string[] },
): Promise<void> {
  const [terminalId = ''] = stage.world.terminalIds;
  await stage.run({
    task: 'read_feed',
    input: { terminal_id: terminalId, ...polls },
    expect: async () => ({
      items: { kind: 'items', key: 'guid', items: readItems(await read()), optional: earlier() },
    }),
  });
}

/** Reads the feed of the first terminal with the key of the lesson. */
const fetchFeed = async ({ world }: Stage): Promise<Buffer> => {
  const [terminalId = ''] = world.terminalIds;
  const { body } = await world.forward({
    ...{ method: 'GET', path: `/v1/feeds/terminals/${terminalId}.xml`, query: new URLSearchParams() },
    ...{ headers: { 'x-api-key': world.key }, body: Buffer.alloc(0), hasKey: true },
  });
  return body;
};

/** Titles with references and CDATA sections, in place of those of the first items. */
function changeTitles(xml: string, words: readonly string[]): string {
  const [one = '', two = '', three = ''] = words;
  const titles = [
    `Caf&#233; &lt;${one}&gt; &amp; S&#xF6;hne`,
    `<![CDATA[${two} & <b>${one}</b> &amp; more]]>`,
    `&quot;${three}&quot; &amp;amp; &apos;${two}&apos;`,
  ];
  let place = 0;
  return xml.replace(/(<item>\s*<title>)[\s\S]*?(<\/title>)/g, (whole, start: string, end: string) => {
    const title = titles[place];
    place += 1;
    return title === undefined ? whole : `${start}${title}${end}`;
  });
}

/** Plays of repeated reads. */
export const pollingPlays = {
  'new-rows': {
    fleet: () => ({ terminals: 3, attemptsPerMonth: 120 }),
    async act(stage) {
      const first = new Set(await readIds(stage, {}));
      const plan: ListPlan = { marks: (rows) => (rows.some((row) => !first.has(readId(row))) ? ['new-row'] : []) };
      stage.serve(pageLists(stage.world, plan)(serveSandbox(stage.world)));
      const known = new Set<string>();
      for (let call = 0; call < CALLS; call += 1) {
        if (call > 0) await stage.world.sandbox.clock.advance('20h');
        await runSync(stage, { plan, known });
      }
    },
  },
  'late-row': {
    fleet: () => ({ terminals: 3 }),
    async act(stage) {
      const all = await readIds(stage, {});
      const late = new Set([all[Math.floor(all.length / 3)], all[Math.floor(all.length / 2)]]);
      let isHidden = true;
      const plan: ListPlan = {
        changeRows: (rows) => (isHidden ? rows.filter((row) => !late.has(readId(row))) : rows),
        marks: (rows) => (rows.some((row) => late.has(readId(row))) ? ['late-row'] : []),
      };
      stage.serve(pageLists(stage.world, plan)(serveSandbox(stage.world)));
      const known = new Set<string>();
      await runSync(stage, { plan, known });
      isHidden = false;
      await runSync(stage, { plan, known });
    },
  },
  'feed-titles': {
    fleet: () => ({ terminals: 2 }),
    async act(stage) {
      const words = [drawWord(), drawWord(), drawWord()];
      const change = (body: Buffer): Buffer => Buffer.from(changeTitles(body.toString(), words));
      stage.serve((incoming) =>
        changeFeed(async (handle) => {
          const reply = await handle();
          if (reply.status !== 200) return reply;
          const content = change(reply.body);
          return markReply(
            withTag({ ...reply, body: content }, { incoming, content: content.toString() }),
            'changed-value',
          );
        })(({ headers: { 'if-none-match': _tag, 'if-modified-since': _since, ...headers }, ...rest }) =>
          stage.world.forward({ ...rest, headers }),
        )(incoming),
      );
      await runFeed(stage, { polls: ONE_POLL, read: async () => change(await fetchFeed(stage)), earlier: () => [] });
    },
  },
  'feed-changes': {
    fleet: () => ({ terminals: 2, attemptsPerMonth: 400 }),
    async act(stage) {
      const { world } = stage;
      const before = readItems(await fetchFeed(stage)).map(({ guid }) => guid);
      let isAdvanced = false;
      const advance = async (): Promise<void> => {
        if (!isAdvanced) await world.sandbox.clock.advance('9h');
        isAdvanced = true;
      };
      stage.serve(
        changeFeed(async (handle, number) => {
          if (number > 1) await advance();
          const reply = await handle();
          return number > 1 && reply.status === 200 ? markReply(reply, 'new-row', 'the feed has new items') : reply;
        })(serveSandbox(world)),
      );
      await runFeed(stage, {
        polls: THREE_POLLS,
        earlier: () => before,
        async read() {
          await advance();
          return fetchFeed(stage);
        },
      });
    },
  },
  polling: {
    fleet: () => ({ terminals: 2 }),
    async act(stage, task) {
      const { world } = stage;
      stage.serve(changeFeed((handle) => handle())(pageLists(world, {})(serveSandbox(world))));
      if (task === 'read_feed')
        await runFeed(stage, { polls: THREE_POLLS, read: () => fetchFeed(stage), earlier: () => [] });
      else await runSync(stage, { plan: {}, known: new Set(), polls: THREE_POLLS });
    },
  },
} satisfies Partial<Record<Circumstance, Play>>;
