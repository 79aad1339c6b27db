import { clearInterval, setInterval } from '../../../spec/real-time.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { presentAttempt, presentDelivery } from '../../delivery/operations/present.ts';
import type { DeliveryActivity } from '../../delivery/queue/delivery-service.ts';
import { presentClock } from '../../handlers/sandbox/clock.ts';
import type { ControlContext } from '../../sandbox-contract.ts';
import { getCall } from '../pipeline/call.ts';
import type { HttpResponse } from '../pipeline/middleware.ts';
import type { ControlDependencies } from './control-dependencies.ts';
import { HEARTBEAT_MS } from './delivery-stream.ts';
import type { ReportedExchange } from './request-log.ts';

type Messages = SandboxSchemas['ActivityMessages'];

/** A client that has not read this many bytes is disconnected. */
const MAX_UNREAD_BYTES = 4_194_304;

const REASONS: Readonly<Record<Messages['end']['code'], string>> = {
  stopped: 'The sandbox stops.',
  too_slow: 'The client reads too slowly.',
  key_invalid: 'The key has expired or was revoked.',
};

/**
 * Sends activity in the scope of the caller as server-sent events until either end disconnects. @see gap sandbox.activity
 */
export async function streamActivity(dependencies: ControlDependencies, response: HttpResponse): Promise<void> {
  response.statusCode = 200;
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('X-Accel-Buffering', 'no');
  if (response.req.method === 'HEAD') {
    response.end(); // HEAD gets only the headers
    return;
  }
  response.write(': connected\nretry: 1000\n\n');
  const stream = new ActivityStream(dependencies, response);
  await stream.start();
}

/** The scope of the caller at one position of the journal. */
interface View {
  readonly position: number;
  readonly views: ControlContext['views'];
  /** Position of the latest reset. */
  readonly since: number;
  /** Destinations, deleted ones included, as "tenant destination". */
  readonly destinations: ReadonlySet<string>;
  /** Undefined for the operator, who sees all exchanges. */
  readonly userIds: ReadonlySet<string> | undefined;
}

/** One connected client. */
class ActivityStream {
  readonly #dependencies: ControlDependencies;
  readonly #response: HttpResponse;
  readonly #key: string | undefined;
  readonly #stops: (() => void)[] = [];
  #view: View | undefined;
  #clock = '';
  /** The latest reported position. */
  #reported = -1;
  #work: Promise<void> = Promise.resolve();
  #isOver = false;

  constructor(dependencies: ControlDependencies, response: HttpResponse) {
    this.#dependencies = dependencies;
    this.#response = response;
    this.#key = getCall(response).scope?.key.key;
  }

  async start(): Promise<void> {
    const { sandbox, requests, deliveryService } = this.#dependencies;
    const end = (): void => this.#end('stopped');
    const heartbeat = setInterval(() => {
      this.#write(': still here\n\n');
      this.#run(() => this.#reportData()); // ends the stream of an expired key
    }, HEARTBEAT_MS);
    this.#stops.push(
      () => clearInterval(heartbeat),
      sandbox.onChange(() => this.#run(() => this.#reportData())),
      deliveryService.activity.subscribe({
        receive: (one) => this.#run((view) => this.#reportDelivery(view, one)),
        end,
      }),
      requests.recorded.subscribe({ receive: (one) => this.#run((view) => this.#reportExchange(view, one)), end }),
    );
    this.#response.on('close', () => this.#stop());
    this.#run(() => this.#reportData());
    await this.#work;
  }

  /** Runs a report after the previous ones, with the present view. */
  #run(report: (view: View) => void): void {
    if (this.#isOver) return;
    this.#work = this.#work
      .then(async () => {
        const view = this.#isOver ? undefined : await this.#openView();
        if (view !== undefined) report(view);
      })
      .catch(() => this.#end('stopped')); // the storage failed; the client connects again
  }

  /** Opens the view of the present position. Ends the stream if the key is no longer valid. */
  async #openView(): Promise<View | undefined> {
    const { sandbox } = this.#dependencies;
    if (this.#key !== undefined && (await sandbox.openScope(this.#key)) === undefined) {
      this.#end('key_invalid');
      return undefined;
    }
    await sandbox.catchUp();
    if (this.#view?.position === sandbox.position) return this.#view;
    const context = await sandbox.openControlContext(this.#key, false);
    this.#view = {
      position: context.position,
      views: context.views,
      since: context.since,
      destinations: new Set(context.views.flatMap(listDestinations)),
      userIds: context.user === undefined ? undefined : new Set(context.user.users.map(({ userId }) => userId)),
    };
    return this.#view;
  }

  #reportData(): void {
    const { sandbox } = this.#dependencies;
    const { clock } = sandbox;
    const text = JSON.stringify(clock);
    if (text !== this.#clock) {
      this.#clock = text;
      this.#send('clock', presentClock(sandbox.now(), clock.state === 'running' ? clock.speed : null));
    }
    if (this.#view === undefined || this.#view.position === this.#reported) return;
    this.#reported = this.#view.position;
    this.#sendChange('data', this.#view);
  }

  #reportDelivery(view: View, activity: DeliveryActivity): void {
    if (activity.kind === 'queued') {
      if (view.views.some(({ tenant }) => tenant.tenantId === activity.tenantId)) this.#sendChange('deliveries', view);
      return;
    }
    const { delivery, attempt } = activity;
    if (!view.destinations.has(`${delivery.tenantId} ${delivery.destinationId}`)) return;
    this.#send('attempt', { delivery: presentDelivery(delivery), attempt: presentAttempt(attempt) });
  }

  #reportExchange({ userIds }: View, { userId, toExchange }: ReportedExchange): void {
    if (userIds === undefined || (userId !== null && userIds.has(userId))) this.#send('request', toExchange());
  }

  #sendChange(of: Messages['change']['of'], { position, since }: View): void {
    this.#send('change', { of, position, reset_position: since });
  }

  #send<Name extends keyof Messages>(name: Name, data: Messages[Name]): void {
    this.#write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  #write(text: string): void {
    if (this.#isOver) return;
    if (this.#response.writableLength > MAX_UNREAD_BYTES) this.#end('too_slow');
    else this.#response.write(text);
  }

  #end(code: Messages['end']['code']): void {
    if (this.#isOver) return;
    this.#stop();
    this.#response.end(`event: end\ndata: ${JSON.stringify({ code, reason: REASONS[code] })}\n\n`);
  }

  #stop(): void {
    this.#isOver = true;
    for (const stop of this.#stops.splice(0)) stop();
  }
}

const listDestinations = ({ tenant, destinations, deletedDestinationIds }: ControlContext['views'][number]): string[] =>
  [...destinations.map(({ destinationId }) => destinationId), ...deletedDestinationIds].map(
    (destinationId) => `${tenant.tenantId} ${destinationId}`,
  );
