/** The languages of `fleetkit client init`, with the file of each and the command that runs it. */
export const SKELETONS = {
  ts: { file: 'client.ts', command: 'node client.ts' },
  py: { file: 'client.py', command: 'python3 client.py' },
  go: { file: 'client.go', command: 'go run client.go', faster: 'go build client.go, then -- ./client' },
  java: { file: 'Client.java', command: 'java Client.java', faster: 'javac Client.java, then -- java Client' },
  php: { file: 'client.php', command: 'php client.php' },
} as const satisfies Readonly<
  Record<string, { readonly file: string; readonly command: string; readonly faster?: string }>
>;

export type Language = keyof typeof SKELETONS;
export const LANGUAGES = Object.keys(SKELETONS) as Language[]; // the record's own keys
