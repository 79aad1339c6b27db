/** A request as a person would repeat it. */
export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Renders a request as a command for a POSIX shell, one option per line. */
export function toCurl({ method, url, headers = {}, body }: CurlRequest): string {
  const options = [
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
  ];
  return ['curl', ...options, quote(url)].join(' \\\n  ');
}

/** Quotes a text so that a shell passes it on unchanged. */
const quote = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
