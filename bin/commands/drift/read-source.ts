import { createReadStream } from 'node:fs';
import { MAX_DOCUMENT_BYTES } from '../../../conformance/drift/api-document.ts';
import { RequestFailure } from '../shared/client.ts';

/** Time limit of a request, in real milliseconds. */
const TIME_LIMIT_MS = 30_000;

/** Returns the text of a file, or of the response from a URL. Throws `RequestFailure`. */
export async function readSource(source: string): Promise<string> {
  return /^https?:\/\//i.test(source) ? fetchText(source) : readText(source);
}

async function readText(file: string): Promise<string> {
  try {
    return await collectText(createReadStream(file), file);
  } catch (thrown) {
    if (thrown instanceof RequestFailure) throw thrown;
    const { code } = thrown as NodeJS.ErrnoException; // thrown by node:fs
    throw new RequestFailure(
      `${file} cannot be read (${code}). Expected a file or an http URL with an OpenAPI document.`,
      2,
    );
  }
}

async function fetchText(url: string): Promise<string> {
  const name = url.replace(/[?#].*$/, ''); // a query may contain a secret
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(TIME_LIMIT_MS) });
  } catch {
    throw new RequestFailure(`Nothing answers at ${name}. Expected the URL of an OpenAPI document.`, 3);
  }
  if (!response.ok || response.body === null)
    throw new RequestFailure(`${name} answered ${response.status}. Expected an OpenAPI document without a key.`, 2);
  try {
    return await collectText(response.body, name);
  } catch (thrown) {
    if (thrown instanceof RequestFailure) throw thrown;
    throw new RequestFailure(`The response of ${name} ended early. Try again.`, 3);
  }
}

/** Returns a text of limited size. */
async function collectText(stream: AsyncIterable<Uint8Array>, name: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_DOCUMENT_BYTES)
      throw new RequestFailure(`${name} is too large. Expected at most ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB.`, 2);
  }
  return Buffer.concat(chunks).toString('utf8');
}
