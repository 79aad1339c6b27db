import { fillTo, type HostileExchange, type HostileTarget, LARGE, readJson, replaceBodies } from './hostile-target.ts';

const JSON_PATHS = /^\/v1\/(?!public-openapi).*(?<!\.xml)$/;
const TRANSACTIONS = /\/transactions$/;
const FEEDS = /\.xml$/;

type Row = Record<string, unknown>;

const readRows = (exchange: HostileExchange): readonly Row[] => {
  const { data } = readJson(exchange);
  return Array.isArray(data) ? (data as Row[]) : [];
};

/** Returns the honest list with other rows. */
const withRows = (exchange: HostileExchange, rows: string): string => {
  const rest = JSON.stringify({ ...readJson(exchange), data: [] });
  return rest.replace('"data":[]', () => `"data":[${rows}]`);
};

/** Repeats the honest rows, each with another id. */
const repeatRows = (exchange: HostileExchange, bytes: number): string => {
  const rows = readRows(exchange);
  if (rows.length === 0) return '';
  return fillTo(bytes, (index) => {
    const row = rows[index % rows.length] ?? {};
    const [id = 'id'] = Object.keys(row);
    return JSON.stringify({ ...row, [id]: `${row[id]}x${exchange.turn}x${index}` });
  });
};

const nestValues = (levels: number, width: number): string =>
  levels === 0 ? '1' : `[${nestValues(levels - 1, width)}${',{"a":[0]}'.repeat(width)}]`;

/** Targets with hostile bodies. */
export const hostileBodies: readonly HostileTarget[] = [
  replaceBodies('lists a million rows', TRANSACTIONS, (exchange) =>
    withRows(
      exchange,
      fillTo(LARGE - 1000, (index) => `{"id":${index}}`),
    ),
  ),
  replaceBodies('lists 6 MB of ordinary rows everywhere', JSON_PATHS, (exchange) =>
    readRows(exchange).length === 0
      ? Buffer.from(exchange.honest.body)
      : withRows(exchange, repeatRows(exchange, 6 * 2 ** 20)),
  ),
  replaceBodies('adds 6 MB to every response, never the same', JSON_PATHS, (exchange) =>
    JSON.stringify({ ...readJson(exchange), more: `${exchange.turn}${'lorem ipsum '.repeat(2 ** 19)}` }),
  ),
  replaceBodies('has a next page without end', TRANSACTIONS, (exchange) =>
    JSON.stringify({ ...readJson(exchange), next_cursor: `c${exchange.turn}`, has_more: true }),
  ),
  replaceBodies('has a next page of 4 MB without end', TRANSACTIONS, (exchange) =>
    withRows(exchange, repeatRows(exchange, 4 * 2 ** 20)).replace(/^\{/, `{"next_cursor":"c${exchange.turn}",`),
  ),
  replaceBodies('has texts of 3 MB in rows', JSON_PATHS, (exchange) =>
    withRows(
      exchange,
      readRows(exchange)
        .slice(0, 2)
        .map((row) => JSON.stringify({ ...row, note: 'a1 '.repeat(1_100_000) }))
        .join(','),
    ),
  ),
  replaceBodies('has 7 MB of digits in rows', TRANSACTIONS, (exchange) =>
    withRows(
      exchange,
      readRows(exchange)
        .slice(0, 3)
        .map((row, index) => JSON.stringify({ ...row, note: ['4', '4 ', '4111-'][index]?.repeat(800_000) }))
        .join(','),
    ),
  ),
  replaceBodies('has an object with a million members', TRANSACTIONS, (exchange) =>
    JSON.stringify(readJson(exchange)).replace(
      /^\{/,
      () => `{"wide":{${fillTo(LARGE - 9000, (index) => `"m${index}":1`)}},`,
    ),
  ),
  replaceBodies('has 5 million empty arrays', TRANSACTIONS, (exchange) =>
    JSON.stringify(readJson(exchange)).replace(/^\{/, () => `{"many":[${fillTo(LARGE - 9000, () => '[]')}],`),
  ),
  replaceBodies('is nested 190 levels deep everywhere', JSON_PATHS, (exchange) =>
    JSON.stringify(readJson(exchange)).replace(/^\{/, () => `{"deep":${nestValues(190, 800)},`),
  ),
  replaceBodies('has a chain of 20,000 groups', /terminal-groups$/, (exchange) => {
    const [group = {}] = readRows(exchange);
    const [id = 'id'] = Object.keys(group);
    return withRows(
      exchange,
      Array.from({ length: 20_000 }, (_, index) =>
        JSON.stringify({ ...group, [id]: `g${index}`, parent_id: `g${index + 1}`, parent_group_id: `g${index + 1}` }),
      ).join(','),
    );
  }),
  replaceBodies('lists 20,000 locations and terminals', /(locations|portal)$/, (exchange) => {
    const rows = readRows(exchange);
    if (rows.length === 0) return Buffer.from(exchange.honest.body);
    return withRows(
      exchange,
      fillTo(8 * 2 ** 20, (index) => JSON.stringify(rows[0]).replaceAll(/EA0+\d|WE0+\d/g, `T${index}`)),
    );
  }),
  replaceBodies('has other values at each read', JSON_PATHS, (exchange) =>
    JSON.stringify(readJson(exchange)).replaceAll(/(?<=":")[a-z0-9.]+(?=")/gi, () => `v${exchange.turn}`),
  ),
  replaceBodies('has 7 MB of invalid UTF-8', TRANSACTIONS, (exchange) =>
    Buffer.concat([
      Buffer.from(JSON.stringify(readJson(exchange)).replace(/^\{/, '{"raw":"').replace(/$/, '')),
      Buffer.alloc(LARGE - 90_000, 0xff),
    ]),
  ),
  replaceBodies('has a million escapes', TRANSACTIONS, (exchange) =>
    JSON.stringify(readJson(exchange)).replace(/^\{/, () => `{"escapes":"${'\\ud800'.repeat(1_000_000)}",`),
  ),
  replaceBodies('has feeds with 100,000 items', FEEDS, (exchange) =>
    Buffer.from(exchange.honest.body)
      .toString()
      .replace(/<item>[\s\S]*<\/item>/, (items) => items.repeat(Math.ceil(LARGE / items.length / 1.2))),
  ),
  replaceBodies('has feeds with 200,000 attributes', FEEDS, (exchange) =>
    Buffer.from(exchange.honest.body)
      .toString()
      .replace('<channel>', () => `<channel ${fillTo(4 * 2 ** 20, (index) => ` a${index}="1"`).replaceAll(',', '')}>`),
  ),
  replaceBodies('has feeds with a title of 7 MB', FEEDS, (exchange) =>
    Buffer.from(exchange.honest.body)
      .toString()
      .replace('<title>', () => `<title>${'a1 &amp; '.repeat(800_000)}`),
  ),
  {
    name: 'has error bodies of 7 MB',
    respond: ({ honest, turn }) =>
      honest.status < 400
        ? honest
        : { ...honest, body: Buffer.from(`<html>${turn}${'<p>at Object.run (/srv/app.js:1:1) '.repeat(LARGE / 40)}`) },
  },
  {
    name: 'has problem texts of 4 MB',
    respond: ({ honest, turn }) =>
      honest.status < 400
        ? honest
        : {
            ...honest,
            body: Buffer.from(
              JSON.stringify({
                type: 'about:blank',
                status: honest.status,
                title: `${turn}`,
                detail: `${'a.'.repeat(400_000)}${' at a ('.repeat(300_000)}`,
              }),
            ),
          },
  },
];
