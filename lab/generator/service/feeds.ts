import type { Scope } from '../model/scope.ts';
import type { Answer, FeedItem, FeedKind } from '../protocol/answers.ts';
import { type Call, describeCall } from './call.ts';

function collectItems(scope: Scope, terminalKey: string | undefined): FeedItem[] {
  const isHere = (each: { readonly terminalKey: string }) =>
    terminalKey === undefined || each.terminalKey === terminalKey;
  const item = (kind: FeedKind, each: { key: string; terminalKey: string; atMs: number }, text: string): FeedItem => ({
    key: `${kind} ${each.key}`,
    kind,
    terminalKey: each.terminalKey,
    atMs: each.atMs,
    text,
  });
  const rows = scope.areas.includes('transactions') ? scope.transactions.filter(isHere).slice(-25) : [];
  const items: FeedItem[] = [
    ...scope.observations
      .filter(isHere)
      .map((each) => item(each.kind === 'journal' ? 'journal' : 'status', each, each.text)),
    ...scope.incidents.filter(isHere).map((each) => ({
      ...item('incident', each, `Alert ${each.event} ${each.isOpen ? 'open' : 'resolved'}`),
      event: each.event,
    })),
    ...rows.map((row) => ({
      ...item('transaction', row, `${row.type} ${row.response === '00' ? 'approved' : 'declined'}`),
      ...(row.amountCompleted === undefined ? {} : { amount: row.amountCompleted }),
      transactionKey: row.key,
    })),
  ];
  if (terminalKey === undefined) return items;
  const { commands, jobs } = scope;
  const may = (area: 'commands' | 'provisioning') => scope.areas.includes(area);
  for (const command of commands.filter((each) => isHere(each) && may('commands'))) {
    const atMs = command.completedAtMs ?? command.queuedAtMs;
    items.push(item('command', { ...command, atMs }, `Command ${command.type} ${command.status}`));
  }
  for (const job of jobs.filter((each) => isHere(each) && may('provisioning'))) {
    items.push(item('job', job, `Provisioning ${job.version} ${job.status}`));
  }
  return items;
}

function orderItems(items: FeedItem[], order: string): FeedItem[] {
  const byTime = items.sort((left, right) => right.atMs - left.atMs);
  if (order === 'oldest') return byTime.reverse();
  return order === 'by-terminal'
    ? byTime.sort((left, right) => left.terminalKey.localeCompare(right.terminalKey))
    : byTime;
}

/** Answers a feed: of all visible terminals, or of one. */
export function answerFeed(call: Call, terminalKey: string | undefined): Answer {
  const { choices, hooks } = call.service;
  const items = orderItems(collectItems(call.scope, terminalKey), 'newest');
  const count = choices.feedCount === 'all' ? items.length : Number(choices.feedCount);
  const recent = orderItems(items.slice(0, count), choices.feedOrder);
  const changed = hooks.feed?.(recent, describeCall(call, terminalKey)) ?? recent;
  const title = terminalKey === undefined ? 'Fleet activity' : 'Terminal activity';
  return { kind: 'feed', title, items: changed };
}
