import {
  presentCommand,
  presentConnector,
  presentGroup,
  presentTerminal,
  presentTransaction,
  presentUser,
} from '../model/present.ts';
import { AREAS } from '../model/scope.ts';
import { code, instant, record, reference, type Value } from '../model/values.ts';
import type { PortalAnswer, Section } from '../protocol/answers.ts';
import { type Call, describeCall } from './call.ts';

const REPORTS = [
  ['Daily cash position', 'cash'],
  ['Surcharge income', 'income'],
  ['Settlement statement', 'settlement'],
  ['Terminal uptime', 'operations'],
] as const;

/** Returns the access flags of the caller: what it may read and write. */
export function listFlags(call: Call): [string, boolean][] {
  const { scope } = call;
  return [
    ...AREAS.map((area): [string, boolean] => [`read_${area}`, scope.areas.includes(area)]),
    ['write_settlements', scope.mayDerive],
    ['write_disputes', scope.mayOpenDispute],
    ['administrator', scope.user.role === 'administrator'],
  ];
}

function presentExtras(call: Call): Section[] {
  const isEmpty = call.service.choices.portalExtras === 'empty';
  const item = (type: string, name: string): Value => record(type, { name, status: code('status', 'completed') });
  return [
    {
      name: 'compliance',
      content: isEmpty ? [] : [item('document', 'PCI attestation'), item('document', 'ADA survey')],
    },
    { name: 'onboarding', content: isEmpty ? [] : [item('form', 'Bank details')] },
    { name: 'documents', content: isEmpty ? [] : [item('document', 'Cash policy')] },
    { name: 'videos', content: isEmpty ? [] : [item('document', 'Loading cash')] },
  ];
}

/** Answers GET /v1/portal: the groups of section 2 for the current user. */
export function answerPortal(call: Call): PortalAnswer {
  const { service, scope } = call;
  const { choices, hooks } = service;
  const { user } = scope;
  const context = describeCall(call);
  const recent = Number(choices.portalRecent);
  const may = (area: (typeof AREAS)[number]) => scope.areas.includes(area);
  const tenant = scope.tenants.find((each) => each.key === user.tenantKey);
  const newest = <Item>(items: readonly Item[]) => items.slice(-recent).reverse();
  const byTime = [...scope.commands].sort((left, right) => left.queuedAtMs - right.queuedAtMs);
  const account = record(
    'account',
    {
      id: reference('account', user.tenantKey),
      name: tenant?.name,
      plan: tenant?.plan,
      createdAt: instant(tenant?.createdAtMs),
    },
    { kind: 'account', key: user.tenantKey },
  );
  const sections: Section[] = [
    { name: 'principal', content: presentUser(scope, user) },
    { name: 'account', content: account },
    {
      name: 'branding',
      content:
        choices.brandingPresent === 'absent'
          ? null
          : record('branding', { name: tenant?.name, color: tenant?.color, hostname: tenant?.hostname }),
    },
    { name: 'dns', content: code('status', 'connected') },
    { name: 'access', content: listFlags(call).map(([name, isSet]) => record('flag', { name, isSet })) },
    { name: 'users', content: may('users') ? scope.users.map((each) => presentUser(scope, each)) : [] },
    {
      name: 'terminals',
      content: scope.terminals
        .slice(0, choices.portalCap === 'capped' ? 6 : undefined)
        .map((each) => presentTerminal(scope, each)),
    },
    { name: 'groups', content: scope.groups.map((each) => presentGroup(scope, each)) },
    {
      name: 'connectors',
      content: may('connectors') ? scope.connectors.map((each) => presentConnector(scope, each)) : [],
    },
    {
      name: 'transactions',
      content: may('transactions') ? newest(scope.transactions).map((each) => presentTransaction(scope, each)) : [],
    },
    { name: 'commands', content: may('commands') ? newest(byTime).map((each) => presentCommand(scope, each)) : [] },
    {
      name: 'forms',
      content: scope.forms.map((form) =>
        record('form', {
          id: reference('form', form.key),
          name: form.name,
          status: code('status', form.status),
          at: instant(form.atMs),
        }),
      ),
    },
    {
      name: 'reports',
      content: may('reports')
        ? REPORTS.map(([name, kind], at) =>
            record('report', { id: reference('report', `${user.tenantKey}/report-${at + 1}`), name, kind }),
          )
        : [],
    },
    ...presentExtras(call),
  ];
  const faulty = (content: Value): Value => {
    if (!Array.isArray(content)) return content;
    return (content as readonly Value[]).map((each) =>
      typeof each === 'object' && each !== null && 'kind' in each && each.kind === 'record'
        ? (hooks.record?.(each, context) ?? each)
        : each,
    );
  };
  const changed = sections.map((section) => ({ ...section, content: faulty(section.content) }));
  return { kind: 'portal', sections: hooks.portal?.(changed, context) ?? changed };
}
