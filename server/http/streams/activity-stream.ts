import { clearTimeout, setTimeout } from '../../../base/real-time.ts';
import type { SandboxSchemas } from '../../../spec/sandbox-contract.ts';
import { presentAttempt, presentDelivery } from '../../delivery/operations/present.ts';
import type { DeliveryActivity, DeliveryService } from '../../delivery/service/delivery-service.ts';
import { presentCurrentClock } from '../../handlers/sandbox/state/clock.ts';
import type { Sandbox } from '../../sandbox.ts';
import type { ControlContext } from '../../sandbox-contract.ts';
import type { WorldCapacity } from '../edge/capacity.ts';
import { type EventStream, formatStreamEvent } from '../edge/event-streams.ts';
import type { HttpResponse } from '../exchange/middleware.ts';
import type { ReportedExchange, RequestLog } from './request-log.ts';

type Messages = SandboxSchemas['ActivityMessages'];
type EndCode = Messages['end']['code'];

const REASONS: Readonly<Record<EndCode, string>> = {
  stopped: 'The sandbox stops.',
  key_invalid: 'The key has expired or was revoked.',
};

/** Messages of this many real milliseconds are sent together, so that the work for many streams does not grow with each request. */
const BATCH_MS = 100;

/** A longer batch is sent in parts of about this many characters. */
const MAX_BATCH_LENGTH = 65_536;

/** The caller of a stream. */
export interface StreamCaller {
  /** Undefined for the operator. */
  readonly key: string | undefined;
  /** Called when the stream is over. */
  readonly onClose: () => void;
}

/** The sources of activity. */
interface ActivityDependencies {
  readonly sandbox: Sandbox;
  readonly requests: RequestLog;
  readonly deliveryService: DeliveryService;
  readonly capacity: Pick<WorldCapacity, 'streams'>;
}

/**
 * Sends activity as server-sent events in the scope of their callers, until either end disconnects. Streams with the same key get
 * the same bytes, which are made once. @see gap sandbox.activity
 */
export class ActivityStreams {
  readonly #dependencies: ActivityDependencies;
  readonly #channels = new Map<string | undefined, ActivityChannel>();

  constructor(dependencies: ActivityDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts a stream. Resolves when the present state was sent to it. */
  async open({ key, onClose }: StreamCaller, response: HttpResponse): Promise<void> {
    const known = this.#channels.get(key);
    const channel = known ?? new ActivityChannel(this.#dependencies, key, () => this.#channels.delete(key));
    if (known === undefined) this.#channels.set(key, channel);
    const stream = this.#dependencies.capacity.streams.open(response, {
      onHeartbeat: () => channel.noteChange(), // ends the streams of an expired key
      onClose(closed) {
        channel.remove(closed);
        onClose();
      },
    });
    await channel.add(stream);
  }
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

/** Returns a message about an event as text; empty if the event is not visible in the view. */
type Report = (view: View) => string;

/** The streams of one caller. */
class ActivityChannel {
  readonly #dependencies: ActivityDependencies;
  readonly #key: string | undefined;
  readonly #streams = new Set<EventStream>();
  readonly #stops: (() => void)[] = [];
  #view: View | undefined;
  /** The clock that was reported last, as JSON. */
  #clock = '';
  /** The position that was reported last. */
  #reported = -1;
  #waiting: Report[] = [];
  #timer: NodeJS.Timeout | undefined;
  #work: Promise<void> = Promise.resolve();
  #ending: EndCode | undefined;

  /** `onOver` is called when the last stream has closed, or all of them were ended. */
  constructor(dependencies: ActivityDependencies, key: string | undefined, onOver: () => void) {
    this.#dependencies = dependencies;
    this.#key = key;
    const { sandbox, requests, deliveryService } = dependencies;
    const end = (): void => this.#end('stopped');
    this.#stops.push(
      onOver,
      () => clearTimeout(this.#timer),
      sandbox.onChange(() => this.noteChange()),
      deliveryService.activity.subscribe({
        receive: (one) => this.#note((view) => formatDelivery(view, one)),
        end,
      }),
      requests.recorded.subscribe({ receive: (one) => this.#note((view) => formatExchange(view, one)), end }),
    );
    if (this.#ending !== undefined) this.#stop(); // the sandbox stops already
  }

  /** Adds a stream. Resolves when the present state was sent to it. Later activity follows. */
  async add(stream: EventStream): Promise<void> {
    if (stream.isOver) return;
    this.#streams.add(stream);
    if (this.#ending !== undefined) this.#end(this.#ending);
    this.#run(async () => {
      const view = await this.#openView();
      if (view === undefined) return;
      this.#sendWaiting(view, stream);
      stream.write(`${this.#formatClock()}${formatChange('data', view)}`);
    });
    await this.#work;
  }

  remove(stream: EventStream): void {
    this.#streams.delete(stream);
    if (this.#streams.size === 0) this.#stop();
  }

  /** Reports that data or the clock may have changed. Ends the streams if the key is no longer valid. */
  noteChange(): void {
    this.#note((view) => this.#formatData(view));
  }

  #note(report: Report): void {
    this.#waiting.push(report);
    this.#timer ??= setTimeout(() => {
      this.#run(async () => {
        const view = await this.#openView();
        if (view !== undefined) this.#sendWaiting(view);
      });
    }, BATCH_MS);
  }

  /** Runs a job after the previous ones. */
  #run(job: () => Promise<void>): void {
    this.#work = this.#work.then(job).catch(() => this.#end('stopped')); // the storage failed; the clients connect again
  }

  /** Sends the waiting reports to all streams except one. */
  #sendWaiting(view: View, except?: EventStream): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let text = '';
    for (const report of [...this.#waiting.splice(0), (now: View) => this.#formatData(now)]) {
      text += report(view);
      if (text.length < MAX_BATCH_LENGTH) continue;
      this.#send(text, except);
      text = '';
    }
    if (text !== '') this.#send(text, except);
  }

  /** Sends the same bytes to all streams except one. */
  #send(text: string, except: EventStream | undefined): void {
    const bytes = Buffer.from(text);
    for (const stream of this.#streams) if (stream !== except) stream.write(bytes);
  }

  /** Opens the view of the present position. Ends the streams if the key is no longer valid. */
  async #openView(): Promise<View | undefined> {
    const { sandbox } = this.#dependencies;
    await sandbox.catchUp();
    if (this.#key !== undefined && sandbox.openCurrentScope(this.#key) === undefined) {
      this.#end('key_invalid');
      return undefined;
    }
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

  #formatData(view: View): string {
    const { clock } = this.#dependencies.sandbox;
    const state = JSON.stringify(clock);
    let text = '';
    if (state !== this.#clock) text += this.#formatClock();
    this.#clock = state;
    if (view.position !== this.#reported) text += formatChange('data', view);
    this.#reported = view.position;
    return text;
  }

  #formatClock(): string {
    const { sandbox } = this.#dependencies;
    const { startMs, latestMs, clock } = sandbox;
    return formatMessage('clock', presentCurrentClock({ startMs, latestMs, clock, nowMs: sandbox.now() }));
  }

  /** Ends all streams. The next stream of the caller gets a new channel. */
  #end(code: EndCode): void {
    this.#ending = code;
    const message = formatMessage('end', { code, reason: REASONS[code] });
    for (const stream of this.#streams) stream.end(message);
    this.#stop();
  }

  #stop(): void {
    for (const stop of this.#stops.splice(0)) stop();
  }
}

function formatDelivery(view: View, activity: DeliveryActivity): string {
  if (activity.kind === 'queued') {
    const isVisible = view.views.some(({ tenant }) => tenant.tenantId === activity.tenantId);
    return isVisible ? formatChange('deliveries', view) : '';
  }
  const { delivery, attempt } = activity;
  if (!view.destinations.has(`${delivery.tenantId} ${delivery.destinationId}`)) return '';
  return once(activity, () =>
    formatMessage('attempt', { delivery: presentDelivery(delivery), attempt: presentAttempt(attempt) }),
  );
}

function formatExchange({ userIds }: View, reported: ReportedExchange): string {
  const { userId, toExchange } = reported;
  const isVisible = userIds === undefined || (userId !== null && userIds.has(userId));
  return isVisible ? once(reported, () => formatMessage('request', toExchange())) : '';
}

const texts = new WeakMap<object, string>();

/** Returns the text of an object that several callers see. Formats it on the first call only. */
function once(shared: object, format: () => string): string {
  const text = texts.get(shared) ?? format();
  texts.set(shared, text);
  return text;
}

const formatChange = (of: Messages['change']['of'], { position, since }: View): string =>
  formatMessage('change', { of, position, reset_position: since });

const formatMessage = <Name extends keyof Messages>(name: Name, data: Messages[Name]): string =>
  formatStreamEvent(name, data);

const listDestinations = ({ tenant, destinations, deletedDestinationIds }: ControlContext['views'][number]): string[] =>
  [...destinations.map(({ destinationId }) => destinationId), ...deletedDestinationIds].map(
    (destinationId) => `${tenant.tenantId} ${destinationId}`,
  );
