import { omitUndefined } from '../../base/omit-undefined.ts';
import { explainUnreadable } from '../engine/discover-service.ts';
import type { RunOptions } from '../engine/run-options.ts';
import { listProxySecrets, openTargetTransport, type TargetTransportOptions } from '../engine/target-transport.ts';
import { type Caller, createClient, NoResponse } from '../http/client.ts';
import { limitTime } from '../http/time-limit.ts';
import type { Bindings } from '../slots/bindings.ts';
import { inferFromSession } from '../slots/inference/infer.ts';
import { describeTerminals } from './describe-terminals.ts';
import { createFleetReader, limitReads, type ReadLimits, USUAL_LIMITS } from './fleet-reader.ts';
import { type ContainsOriginal, recogniseTexts } from './original-texts.ts';
import type { FleetShape, ShapeNote } from './shape.ts';
import { checkNumber, type SurveyContext, shuffle, UnusableFleet } from './survey-context.ts';
import { describeKeys, readConnectors, readGroups } from './topology.ts';
import { chooseViews, readView } from './views.ts';

/** The shape of a deployment, or the reason why it cannot be read. */
export type FleetShapeResult =
  | {
      readonly shape: FleetShape;
      readonly notes: readonly ShapeNote[];
      readonly requests: number;
      readonly containsOriginal: ContainsOriginal;
    }
  | { readonly problem: string };

export interface FleetShapeOptions extends TargetTransportOptions, Pick<RunOptions, 'addedHeaders'> {
  /** The bindings of the target. Default: inferred. */
  readonly bindings?: Bindings;
  /** Determines the order of the terminals, groups and connectors. */
  readonly salt: string;
  /** The models to recognise. */
  readonly models: readonly string[];
  readonly mostTerminals: number;
  readonly runTimeoutMs?: number;
  readonly limits?: ReadLimits;
}

/**
 * Reads the shape of a deployment: its topology, kinds and volumes, without its texts. Sends only GET requests. Returns a
 * `problem` instead of throwing if the target misbehaves.
 */
export async function readFleetShape(options: FleetShapeOptions): Promise<FleetShapeResult> {
  const { keys, limits = USUAL_LIMITS, now = Date.now, runTimeoutMs = 600_000 } = options;
  const endsMs = now() + runTimeoutMs;
  const line = openTargetTransport(options);
  const budget = limitReads(line.transport, limits, () => now() < endsMs);
  const client = createClient({
    baseUrl: options.target.replace(/(?<!\/)\/+$/, ''),
    keys,
    transport: budget.transport,
    addedHeaders: options.addedHeaders ?? [],
    secrets: listProxySecrets(options.network?.proxy),
    ...omitUndefined({ wait: options.wait }),
  });
  const session = client.session({ reuse: true, mayFail: true });
  const survey = async (): Promise<FleetShapeResult> => {
    const bindings = options.bindings ?? (await inferFromSession(session, keys.keys()));
    const callers = [...keys.keys()].map((name) => session.withKey(name));
    const reader = createFleetReader(bindings, budget, limits);
    const notes: ShapeNote[] = [];
    const shape = await readShape({ ...options, bindings, reader, budget, notes }, callers);
    const given = [...keys.values(), ...keys.keys(), new URL(options.target).host];
    return { shape, notes, requests: budget.requests, containsOriginal: recogniseTexts(session.exchanges, given) };
  };
  const late = (): FleetShapeResult => ({ problem: `the deployment was not read within ${runTimeoutMs / 1000} s` });
  try {
    return await limitTime(survey(), runTimeoutMs, late);
  } catch (thrown) {
    if (thrown instanceof UnusableFleet || thrown instanceof NoResponse)
      return { problem: client.redact(thrown.message) };
    throw thrown;
  } finally {
    session.close();
    client.bodies.close();
    await line.close();
  }
}

async function readShape(context: SurveyContext, callers: readonly Caller[]): Promise<FleetShape> {
  const { salt, notes } = context;
  const views = [];
  for (const caller of callers) views.push(await readView(context, caller));
  const chosen = chooseViews(views);
  if (chosen.length === 0) throw new UnusableFleet(await explainEmpty(callers));
  const terminals = shuffle(salt, new Set(chosen.flatMap((view) => [...view.terminals])));
  checkNumber(terminals.length, context);
  const indexes = new Map(terminals.map((terminal, index) => [terminal, index]));
  const toIndexes = (ids: Iterable<string>): number[] =>
    [...new Set(ids)].flatMap((id) => indexes.get(id) ?? []).sort((one, other) => one - other);
  notes.push({ property: 'terminals', found: terminals.length, of: terminals.length });
  const keys = describeKeys(context, views, toIndexes);
  const groups = await readGroups(context, chosen, toIndexes);
  const connectors = await readConnectors(context, chosen);
  return { terminals: await describeTerminals(context, { terminals, views: chosen }), groups, connectors, keys };
}

async function explainEmpty([caller]: readonly Caller[]): Promise<string> {
  const control = await caller?.get('getPortal');
  const reason = control && explainUnreadable(control, caller?.name);
  return (
    reason ??
    'no response names a terminal to these keys; "fleetkit conform init" writes a config with bindings for --config'
  );
}
