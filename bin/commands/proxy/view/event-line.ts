import type { ProxyEvent } from '../../../../conformance/proxy/proxy.ts';

/** An event for users. */
export interface EventLine {
  /** `failed` affects the exit code, `advice` does not, and a `note` is about something that the proxy could not do. */
  readonly kind: 'failed' | 'advice' | 'note';
  /** The id of the rule; absent for a note. */
  readonly rule?: string;
  /** The operation and the caller, or the method. */
  readonly where?: string;
  readonly text: string;
}

export function toEventLine(event: ProxyEvent): EventLine {
  switch (event.type) {
    case 'notice': {
      const { method, message } = event.notice;
      return { kind: 'note', ...(method === undefined ? {} : { where: method }), text: message };
    }
    case 'relation': {
      const { decides, id, request } = event.check;
      return {
        kind: decides ? 'failed' : 'advice',
        rule: id,
        where: request === undefined ? 'several requests' : `${request.operation} as ${request.caller}`,
        text: describe(event.check),
      };
    }
    case 'violation': {
      const { decides, rule, request, caller } = event.violation;
      return {
        kind: decides ? 'failed' : 'advice',
        rule,
        where: `${request.operation} as ${caller}`,
        text: describe(event.violation),
      };
    }
    default:
      return event satisfies never;
  }
}

interface Described {
  readonly title: string;
  readonly expected?: string | undefined;
  readonly saw?: string | undefined;
}

const describe = ({ title, expected, saw }: Described): string => {
  const details = expected === undefined ? '' : ` Expected ${expected}${saw === undefined ? '' : `; it was ${saw}`}`;
  return `${title}.${details}`;
};
