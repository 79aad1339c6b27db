/**
 * Parses request headers, one `Name: value` per line. Returns undefined if a line is not a header. Whether a name may be sent is decided by
 * the sandbox.
 */
export function parseHeaderLines(text: string): Readonly<Record<string, string>> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const headers = lines.map((line) => /^\s*([^\s:]+)\s*:\s*(.*?)\s*$/.exec(line));
  if (headers.includes(null)) return undefined;
  return Object.fromEntries(headers.map((header) => [header?.[1] ?? '', header?.[2] ?? '']));
}
