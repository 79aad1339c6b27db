import type { Cause } from '../../../fixtures/model/causes.ts';
import type { StreamSource } from '../../../fixtures/model/stream-types.ts';
import { withInjectedCauses } from '../events/planning/definition.ts';
import { createObstacle, isObstacles, type Obstacle } from '../events/planning/obstacle.ts';
import { ceilToMinute } from '../rules/evaluation/minutes.ts';
import type { Terminal } from '../state/tenant.ts';
import { type Candidate, chooseObject, type OutcomePlan, type OutcomeSetting } from './outcome-definition.ts';

/* Plans outcomes of the objects of terminals: commands and provisioning jobs. */

/** A command or a job with its whole course. */
export interface Course {
  readonly id: string;
  readonly steps: readonly { readonly state: string; readonly atMs: number }[];
}

/** A kind of object at terminals, and the requested outcome. */
export interface Request {
  /** As a noun: `command`. */
  readonly name: string;
  readonly needsState: readonly string[];
  /** The final state of the outcome. */
  readonly endState: string;
  /** Why an existing object in an allowed state cannot have the outcome. */
  readonly whyNot: (found: Candidate) => string;
  /** Returns the objects of a terminal that may be open at `nowMs`, oldest first. */
  listCourses(source: StreamSource, nowMs: number): readonly Course[];
  /** Returns the cause of a new object, which completes unless something else is decided. */
  createObject(base: CauseBase): Cause;
  /** Returns the cause that decides about an object. */
  decide(base: CauseBase, id: string): Cause;
}

type CauseBase = Pick<Cause, 'causeId' | 'atMs'> & { readonly terminalId: string };

/** Plans the outcome of the object with the requested id or, without an id, of a new object. */
export function planAtTerminal(setting: OutcomeSetting, request: Request): OutcomePlan | readonly Obstacle[] {
  return setting.target.id === undefined ? planNewObject(setting, request) : planKnownObject(setting, request);
}

function planKnownObject(setting: OutcomeSetting, request: Request): OutcomePlan | readonly Obstacle[] {
  const { context, target, nowMs } = setting;
  const candidates = listTerminals(setting).flatMap((terminal) =>
    request.listCourses(terminal.source, nowMs).flatMap(({ id, steps }) => {
      const state = steps.findLast(({ atMs }) => atMs <= nowMs)?.state;
      return state === undefined ? [] : { id, state, terminal };
    }),
  );
  const chosen = chooseObject(candidates, { ...request, target });
  if (isObstacles(chosen)) return chosen;
  const { terminal, id } = chosen;
  const plan = rehearse(setting, request, {
    terminal,
    id,
    causes: [request.decide(createBase(context, terminal, nowMs), id)],
  });
  return plan ?? createObstacle('/id', 'wrong_state', request.whyNot(chosen));
}

const listTerminals = ({ context, target: { terminalId } }: OutcomeSetting): readonly Terminal[] =>
  context.terminals.filter((terminal) => terminalId === undefined || terminal.terminalId === terminalId);

/** Most terminals fetch commands, so that few are tried. */
const MOST_TRIED = 50;

function planNewObject(setting: OutcomeSetting, request: Request): OutcomePlan | readonly Obstacle[] {
  const terminals = listTerminals(setting);
  const active = terminals.filter(({ fixture }) => fixture.status === 'active');
  if (active.length === 0) {
    const status = terminals[0]?.fixture.status.replace('_', ' ') ?? 'missing';
    return createObstacle(
      '/terminal_id',
      'not_in_service',
      `A terminal that is ${status} gets no new ${request.name}.`,
    );
  }
  for (const terminal of active.slice(0, MOST_TRIED)) {
    const plan = planAt(setting, request, terminal);
    if (plan !== undefined) return plan;
  }
  return createObstacle(
    '/terminal_id',
    'cannot_serve',
    `The line is down, so that a new ${request.name} does not get this outcome.`,
  );
}

function planAt(setting: OutcomeSetting, request: Request, terminal: Terminal): OutcomePlan | undefined {
  const { context, nowMs } = setting;
  const start = request.createObject(createBase(context, terminal, nowMs));
  const { source } = withInjectedCauses(terminal, [start]);
  const known = new Set(request.listCourses(terminal.source, nowMs).map(({ id }) => id));
  const made = request.listCourses(source, nowMs).find(({ id }) => !known.has(id));
  if (made === undefined) return undefined;
  const decision = request.decide(createBase(context, terminal, nowMs), made.id);
  return rehearse(setting, request, { terminal, id: made.id, causes: [start, decision] });
}

const createBase = (context: OutcomeSetting['context'], { terminalId }: Terminal, atMs: number): CauseBase => ({
  causeId: context.newId('cau'),
  atMs,
  terminalId,
});

interface Rehearsed {
  readonly terminal: Terminal;
  readonly id: string;
  readonly causes: readonly Cause[];
}

/** Returns the plan if the object reaches the final state, at the minute in which its events are sent. */
function rehearse(
  { nowMs }: OutcomeSetting,
  { listCourses, endState }: Request,
  { terminal, id, causes }: Rehearsed,
): OutcomePlan | undefined {
  const { source } = withInjectedCauses(terminal, causes);
  const end = listCourses(source, nowMs)
    .find((course) => course.id === id)
    ?.steps.at(-1);
  return end?.state === endState ? { causes, id, state: endState, atMs: ceilToMinute(end.atMs) } : undefined;
}
