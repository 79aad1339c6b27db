import { expect, test } from 'vitest';
import { checkSender } from './check-sender.ts';
import { parseRecording } from './core/delivery-record.ts';
import { observingPlan } from './core/response-plan.ts';
import { openSenderInbox } from './inbox.ts';
import type { SenderResult } from './sender-result.ts';
import {
  correctSenders,
  deliverLive,
  faultySenders,
  recordSender,
  type Sender,
} from './testing/independent-senders.ts';

const SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

function checkIndependent(sender: Sender): SenderResult {
  const read = parseRecording(recordSender(sender, SECRET), 'simulated.jsonl');
  if ('problem' in read) throw new Error(read.problem);
  return checkSender({ ...read.recording, secrets: [SECRET] });
}

const listFindings = ({ results }: SenderResult): string[] =>
  results.filter(({ outcome }) => outcome === 'fail' || outcome === 'warning').map(({ id }) => id);
const findOutcome = ({ results }: SenderResult, check: string) => results.find(({ id }) => id === check)?.outcome;

test.each(correctSenders)('a correct sender passes: $name', (sender) => {
  expect(listFindings(checkIndependent(sender))).toEqual([]);
});

test.each(faultySenders)('$check fails for a sender that $sender.name', ({ sender, check }) => {
  expect(listFindings(checkIndependent(sender))).toContain(check);
});

test.each([
  {
    title: 'passes a sender that hangs up in time',
    how: { timeoutMs: 60 },
    withholdMs: 20_000,
    patienceMs: 0,
    outcome: 'pass',
  },
  { title: 'finds a sender that never hangs up', how: {}, patienceMs: 0, outcome: 'warning' },
  {
    title: 'finds a sender that takes the closed connection for a delivery',
    how: { takesSilenceForDelivered: true },
    patienceMs: 0,
    outcome: 'warning',
  },
  {
    title: 'leaves it open when the answer was withheld for less than a sender may wait',
    how: {},
    patienceMs: 30_000,
    outcome: 'inconclusive',
  },
])('retries/after-silence $title', async ({ how, withholdMs = 100, patienceMs, outcome }) => {
  const inbox = await openSenderInbox({ plan: observingPlan({ retryAfterSeconds: 0, withholdMs }) });
  await deliverLive({ url: inbox.url, secret: SECRET, ...how });
  const result = checkSender({ ...(await inbox.close()), secrets: [SECRET], patienceMs });
  expect(findOutcome(result, 'retries/after-silence')).toBe(outcome);
});
