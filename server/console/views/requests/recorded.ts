import type { Exchange } from '../../api/types.ts';

type Recorded = NonNullable<Exchange['recorded']>;

/** Formats what a request contained: a line for each parameter and header, and the body below. */
export function formatRecorded({ query, headers, body }: Recorded): string {
  const lines = [
    ...query.map(({ name, value }) => `${name} = ${value}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (body === null) return lines.join('\n');
  const { text, size_bytes: size, omitted } = body;
  const shown = text ?? (omitted === 'binary' ? `(${size} bytes that are no text)` : '(not read)');
  return [...lines, '', shown].join('\n');
}
