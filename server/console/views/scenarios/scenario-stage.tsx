import { readDestinations } from '../../api/deliveries.ts';
import { formatDateTime } from '../../format/time.ts';
import { toneOfStatus, toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { zone } from '../../parts/time.tsx';
import { useResource } from '../../state/resource.ts';
import { linkTo } from '../../state/route.ts';
import { continueScenario, type ScenarioRun, scenarioRun } from './scenario-run.ts';
import type { ShownEvent, ShownStep } from './scenario-steps.ts';

/** A scenario while it is played: the narration, and beside it events and deliveries. The latest step is first, so that it is visible. */
export function ScenarioStage({ run }: { readonly run: ScenarioRun }) {
  const { scenario, steps, state, message } = run;
  const destinations = useResource('destinations of the scenario', readDestinations).data ?? [];
  const nameOf = (id: string): string => destinations.find(({ destination_id: one }) => one === id)?.name ?? id;
  return (
    <Panel
      title={scenario.title}
      note={`${steps.length} of ${scenario.steps.length} steps`}
      actions={
        <>
          {state === 'waiting' ? (
            <Button kind="primary" icon="arrow" onPress={continueScenario}>
              Next step
            </Button>
          ) : null}
          {state === 'playing' ? null : (
            <Button
              kind="quiet"
              icon="close"
              label="Close"
              onPress={() => {
                scenarioRun.value = undefined;
              }}
            />
          )}
        </>
      }
      isFlush
    >
      <progress class="progress" max={scenario.steps.length} value={steps.length} aria-label="Steps played" />
      {state === 'playing' ? <Loading rows={2} /> : null}
      {state === 'done' ? (
        <div class="panel-body">
          <Hint tone="good">
            The scenario is complete. <a href={linkTo('events')}>See all deliveries</a>
          </Hint>
        </div>
      ) : null}
      {state === 'failed' ? (
        <div class="panel-body">
          <Hint tone="bad">{message}</Hint>
        </div>
      ) : null}
      <ol class="stage" aria-live="polite" reversed>
        {steps.toReversed().map((step) => (
          <StageStep key={step.number} step={step} nameOf={nameOf} />
        ))}
      </ol>
    </Panel>
  );
}

interface StageStepProps {
  readonly step: ShownStep;
  /** Returns the name of a destination. */
  readonly nameOf: (destinationId: string) => string;
}

function StageStep({ step, nameOf }: StageStepProps) {
  return (
    <li class="stage-step">
      <div class="stack-tight">
        <p class="muted small figure">
          {step.number} · {formatDateTime(step.atMs, zone.value, true)}
        </p>
        <p class="stage-text">{step.text}</p>
        {step.action === undefined ? null : <p class="secondary small wrap">{step.action}</p>}
      </div>
      <div class="stack-tight">
        {step.events.map((shown) => (
          <StageEvent key={shown.event.id} shown={shown} nameOf={nameOf} />
        ))}
        {step.requests.map(({ request, as, facts }) => (
          <div key={`${as} ${request}`} class="stage-request">
            <p class="small wrap">
              <span class="muted">{as}</span> <code>{request}</code>
            </p>
            <dl>
              {facts.map(({ at, value }) => (
                <div key={at}>
                  <dt>{at}</dt>
                  <dd class="wrap">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </li>
  );
}

function StageEvent({
  shown: { event, deliveries },
  nameOf,
}: Pick<StageStepProps, 'nameOf'> & { readonly shown: ShownEvent }) {
  const state = 'incident' in event ? event.incident?.state : undefined;
  return (
    <div class="stage-event">
      <span class="row-tight">
        <strong>{toWords(event.type)}</strong>
        {state === undefined ? null : <StateBadge state={state} />}
        <span class="muted small">{event.terminal_id ?? ''}</span>
      </span>
      {deliveries.map((delivery) => (
        <span key={delivery.delivery_id} class="row-tight small">
          <span class="muted">Delivery to {nameOf(delivery.destination_id)}</span>
          <StateBadge state={delivery.state} />
          {delivery.last_status === null ? null : (
            <Badge tone={toneOfStatus(delivery.last_status)}>{delivery.last_status}</Badge>
          )}
        </span>
      ))}
    </div>
  );
}
