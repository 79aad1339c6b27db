import type { DocumentPage, NavigationGroup, NavigationLink } from './page.ts';

interface Entry {
  readonly path: string;
  /** One line for the first page. */
  readonly summary: string;
  /** The text of the link. Default: the title of the page. */
  readonly label?: string;
  /** Whether the page records results or reasons, so that the search lists it after guides. */
  readonly isBackground?: true;
}

interface Group {
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** The pages in the order of the navigation. Guides that are missing here are listed in a last group. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Reference',
    entries: [
      { path: '/docs/api', summary: 'Every operation of the service and every webhook, to read and to try.' },
      { path: '/docs/api/sandbox', summary: 'The operations that only a sandbox has: clock, events, destinations.' },
      { path: '/problems', summary: 'Each error with its cause and its cure.' },
      { path: '/docs/clauses', summary: 'The rules that the interface document states.' },
      { path: '/docs/gaps', summary: 'The questions that the document leaves open, and our choices.' },
    ],
  },
  {
    title: 'Build a client',
    entries: [
      { path: '/docs/using-the-sandbox', summary: 'Keys, lists, errors, writes and simulated failures.' },
      { path: '/docs/client', summary: 'Use the typed client: retries, pages, amounts, webhooks.' },
      { path: '/docs/typed-clients', summary: 'Generate a client from the contract with three generators.' },
      { path: '/docs/checking-a-client', summary: 'Grade the traffic and the answers of your program.' },
      { path: '/docs/api-tools', summary: 'Collections, workflows and declarations for other tools.' },
      { path: '/docs/assistants', summary: 'Tools, texts and rules for coding assistants.' },
      { path: '/docs/config-file', summary: 'Keep the options of serve and conform in a file.' },
      { path: '/docs/console', summary: 'The fleets, their events and their deliveries in a browser.' },
      { path: '/docs/moving-time', summary: 'Control the clock, cause events and inspect your requests.' },
      { path: '/docs/testing', summary: 'Complete tests with vitest, jest, node:test and Playwright.' },
      { path: '/docs/testcontainers', summary: 'Start the sandbox as a container in Java, Go and Python.' },
      { path: '/docs/past', summary: 'Read an earlier state, fork it, and restore it elsewhere.' },
      { path: '/docs/faults', summary: 'Let requests and deliveries fail on purpose.' },
      { path: '/docs/outcomes', summary: 'Decide disputes, batches, commands, jobs and transactions.' },
      { path: '/docs/scenarios', summary: 'Play a prepared day step by step or at once.' },
      { path: '/docs/fleets', summary: 'The six tenants, their edge cases and their events.' },
      { path: '/docs/own-fleets', summary: 'Serve a company, terminals and users of your own.' },
    ],
  },
  {
    title: 'Webhooks',
    entries: [
      { path: '/docs/receiving-webhooks', summary: 'Write a receiver, and check it with one command.' },
      { path: '/docs/webhooks', summary: 'Destinations, signatures, retries, replays and the inbox.' },
      { path: '/docs/checking-a-sender', summary: 'Check the deliveries of another service.' },
    ],
  },
  {
    title: 'Check a service',
    entries: [
      { path: '/docs/judging-a-deployment', summary: 'Run the conformance kit and read its verdicts.' },
      { path: '/docs/judging-traffic', summary: 'Judge HTTP archives of browsers, proxies and Postman.' },
      { path: '/docs/proxy', summary: 'Judge live traffic between a client and a deployment.' },
      { path: '/docs/drift', summary: 'List breaking differences between two OpenAPI documents.' },
      { path: '/docs/certificates', summary: 'Write a signed document about the result, and verify one.' },
      { path: '/docs/fault-detection', summary: 'Which injected faults each check finds.', isBackground: true },
      { path: '/docs/independent-services', summary: 'Runs against services that others wrote.', isBackground: true },
    ],
  },
  {
    title: 'Operate and contribute',
    entries: [
      { path: '/docs/hosting', summary: 'Limits, proxies, logs and shutdown of a shared sandbox.' },
      { path: '/docs/operating', summary: 'Health, metrics, alerts, logs, traces, backup and incidents.' },
      { path: '/docs/shipping', summary: 'Image, Docker Compose, Kubernetes and releases.' },
      { path: '/docs/architecture', summary: 'Folders, import rules and the steps of a request.', isBackground: true },
      { path: '/docs/decisions', summary: 'Why the code is as it is.', isBackground: true },
      { path: '/docs/glossary', summary: 'One term for each concept.', isBackground: true },
      { path: '/docs/performance', summary: 'Results: start, throughput, memory, large fleets.', isBackground: true },
      { path: '/docs/benchmarks', summary: 'Speed and memory, compared in the same run.', isBackground: true },
      { path: '/docs/peers', summary: 'The faults that other tools find in the same services.', isBackground: true },
      { path: '/docs/changelog', summary: 'Changes for users, by version.', isBackground: true },
    ],
  },
];

/** Pages that are listed below another page while it is open. */
export type ChildPages = Readonly<Record<string, readonly NavigationLink[]>>;

/** Returns the navigation over all pages. */
export function listNavigation(pages: readonly DocumentPage[], children: ChildPages): readonly NavigationGroup[] {
  const titles = new Map(pages.map(({ path, title }) => [path, title]));
  const groups = GROUPS.map(({ title, entries }) => ({
    title,
    pages: entries.map(({ path, label }) => ({
      path,
      title: label ?? titles.get(path) ?? path,
      children: children[path] ?? [],
    })),
  }));
  const listed = new Set(
    groups.flatMap((group) => group.pages.flatMap((page) => [page.path, ...page.children.map(({ path }) => path)])),
  );
  const others = pages.filter(({ path }) => path !== '/docs' && !listed.has(path));
  return others.length === 0 ? groups : [...groups, { title: 'More', pages: others }];
}

/** Returns the pages before and after one, in the order of the navigation. */
export function listNeighbours(
  navigation: readonly NavigationGroup[],
  path: string,
): { readonly previous: NavigationLink | undefined; readonly next: NavigationLink | undefined } {
  const order = navigation.flatMap(({ pages }) => pages.flatMap((page) => [page, ...(page.children ?? [])]));
  const index = order.findIndex((page) => page.path === path);
  return index < 0 ? { previous: undefined, next: undefined } : { previous: order[index - 1], next: order[index + 1] };
}
