import type { SandboxSchemas } from '../../../../spec/sandbox-contract.ts';
import { notFound } from '../../../problems/problem.ts';
import type { SandboxHandler } from '../../../sandbox-contract.ts';
import { WHOLE_SANDBOX } from '../../../world/state/sandbox-facts.ts';

/** The named ways to make the service break its contract; `server/http/exchange/misbehaviours.ts` applies them. */
export const misbehaviours = {
  dispute_reviewer_too_early: 'Unresolved disputes have the member reviewer with null.',
  emv_always_present: 'Transaction rows have an empty emv string when it is not available.',
  feed_as_text_xml: 'Feeds are served as text/xml instead of application/rss+xml.',
  filter_ignored_when_combined: 'When several filters are combined, one other than the terminal is ignored.',
  foreign_id_forbidden: 'Requests for a foreign id return 403 instead of 404, which reveals that it exists.',
  limit_off_by_one: 'Lists return one row more than limit.',
  sort_as_text: 'Amounts are sorted as text, so that 60.00 comes after 100.00.',
  summary_over_the_page: 'Summaries of transactions cover the rows of the page instead of all that match.',
} as const;

export type MisbehaviourName = keyof typeof misbehaviours;

const names = Object.keys(misbehaviours) as MisbehaviourName[]; // keys of a literal

/** @see gap sandbox.misbehaviours */
export const listMisbehaviours: SandboxHandler<'listMisbehaviours'> = (controlContext) => ({
  status: 200,
  body: {
    object: 'list',
    data: names.map((name) => presentMisbehaviour(name, controlContext.misbehaviours.has(name))),
  },
});

export const switchMisbehaviour: SandboxHandler<'switchMisbehaviour'> = (
  controlContext,
  { path, body: { is_on: isOn } },
) => {
  const name = names.find((known) => known === path.name);
  if (name === undefined) return notFound();
  const fact = { type: 'misbehaviour-switched', atMs: controlContext.nowMs, name, isOn } as const;
  return { status: 200, body: presentMisbehaviour(name, isOn), write: { tenantId: WHOLE_SANDBOX, facts: [fact] } };
};

const presentMisbehaviour = (name: MisbehaviourName, isOn: boolean): SandboxSchemas['Misbehaviour'] => ({
  name,
  description: misbehaviours[name],
  is_on: isOn,
});
