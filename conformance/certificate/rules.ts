import { checks } from '../checks/index.ts';
import { lessons } from '../client/lessons/index.ts';
import { probes } from '../receiver/all-probes.ts';
import { senderChecks } from '../sender/checks/index.ts';
import type { Kind } from './certificate.ts';

/** A rule that this version of fleetkit checks. */
export interface Rule {
  readonly id: string;
  readonly title: string;
  readonly required: boolean;
}

const toRule = ({
  id,
  title,
  level,
}: {
  readonly id: string;
  readonly title: string;
  readonly level: string;
}): Rule => ({
  id,
  title,
  required: isRequired(level),
});

/** The levels of services, senders and receivers, and those of clients. */
export const isRequired = (level: string): boolean => level === 'must' || level === 'required';

/** Returns all rules of a kind, so that a certificate names also those that a run left out. */
export function listRules(kind: Kind): readonly Rule[] {
  switch (kind) {
    case 'service':
      return checks.map(toRule);
    case 'sender':
      return senderChecks.map(toRule);
    case 'receiver':
      return probes.map(toRule);
    case 'client':
      return lessons.map(toRule);
  }
}
