import { expect, it } from 'vitest';
import { Operations } from '../../../server/http/operations/operations.ts';
import { ServerLog } from './server-log.ts';
import { findTelemetryVariable, startTelemetry } from './start-telemetry.ts';

it.each([
  [{}, undefined],
  [{ OTEL_SERVICE_NAME: 'x' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
  [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'http://127.0.0.1:4318' }, 'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', OTEL_SDK_DISABLED: 'true' }, undefined],
  [
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_METRICS_EXPORTER: 'none',
    },
    undefined,
  ],
])('finds the variable that enables telemetry in %j', (environment, variable) => {
  expect(findTelemetryVariable(environment)).toBe(variable);
});

it('names the variable and the packages to install if they are missing', async () => {
  const log = new ServerLog({ form: 'off', write: () => undefined });
  const load = () => Promise.reject(new Error("Cannot find package '@opentelemetry/api'"));
  const starting = startTelemetry('OTEL_EXPORTER_OTLP_ENDPOINT', { operations: new Operations(), log, load });
  await expect(starting).rejects.toThrow(
    /^OTEL_EXPORTER_OTLP_ENDPOINT is set, .* npm install @opentelemetry\/api @opentelemetry\/sdk-node; or set OTEL_SDK_DISABLED=true\.$/,
  );
});
