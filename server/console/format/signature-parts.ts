/** The signed text, in its three parts. */
export interface SignedText {
  readonly id: string;
  readonly timestamp: string;
  readonly body: string;
}

/** Splits the signed text `id.timestamp.body`. Ids and timestamps contain no dot. */
export function splitSignedText(content: string): SignedText {
  const [id = '', timestamp = ''] = content.split('.', 2);
  return { id, timestamp, body: content.slice(id.length + timestamp.length + 2) };
}

/** Shortens a long text to its beginning and its length. */
export function shortenText(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}… (${text.length.toLocaleString('en-US')} characters)`;
}

/** Formats JSON with indentation; any other text stays as it is. */
export function formatJsonText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
