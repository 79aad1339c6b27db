import { formatDateTime } from '../../format/time.ts';
import { toneOfStatus, toWords } from '../../format/words.ts';
import { Badge, StateBadge } from '../../parts/badge.tsx';
import { Button } from '../../parts/button.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Hint, Loading } from '../../parts/states.tsx';
import { zone } from '../../parts/time.tsx';
import { linkTo } from '../../state/route.ts';
import { continueScenario, type ScenarioRun, scenarioRun } from './scenario-run.ts';
import type { ShownEvent, ShownStep } from './scenario-steps.ts';

/** A scenario while it is played: the narration, and beside it events and deliveries. */
export function ScenarioStage({ run }: { readonly run: ScenarioRun }) {
  const { scenario, steps, state, message } = run;
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
      <ol class="stage" aria-live="polite">
        {steps.map((step) => (
          <StageStep key={step.number} step={step} />
        ))}
      </ol>
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
    </Panel>
  );
}

function StageStep({ step }: { readonly step: ShownStep }) {
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
          <StageEvent key={shown.event.id} shown={shown} />
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

function StageEvent({ shown: { event, deliveries } }: { readonly shown: ShownEvent }) {
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
          <span class="muted">delivery</span>
          <StateBadge state={delivery.state} />
          {delivery.last_status === null ? null : (
            <Badge tone={toneOfStatus(delivery.last_status)}>{delivery.last_status}</Badge>
          )}
        </span>
      ))}
    </div>
  );
}
