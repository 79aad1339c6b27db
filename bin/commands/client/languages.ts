/** A client that `fleetkit client init` writes. */
export interface Skeleton {
  /** The folder in `docs/clients/`. */
  readonly folder: string;
  readonly file: string;
  readonly command: string;
  readonly faster?: string;
}

/** The languages of `fleetkit client init`, with the file of each and the command that runs it. */
export const SKELETONS = {
  ts: { folder: 'node', file: 'client.ts', command: 'node client.ts' },
  py: { folder: 'python', file: 'client.py', command: 'python3 client.py' },
  go: { folder: 'go', file: 'client.go', command: 'go run client.go', faster: 'go build client.go, then -- ./client' },
  java: {
    folder: 'java',
    file: 'Client.java',
    command: 'java Client.java',
    faster: 'javac Client.java, then -- java Client',
  },
  php: { folder: 'php', file: 'client.php', command: 'php client.php' },
} as const satisfies Readonly<Record<string, Skeleton>>;

export type Language = keyof typeof SKELETONS;
export const LANGUAGES = Object.keys(SKELETONS) as Language[]; // the record's own keys
