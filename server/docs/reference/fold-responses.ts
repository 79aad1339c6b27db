import type { WrapComponent } from './swagger-ui.ts';

interface ResponseProps {
  readonly code: string;
  readonly response: { get(name: string): unknown };
}

/**
 * Replaces a row of the table of responses: other responses than the successful one are folded to a line, because each takes most of a
 * screen and they are the same for most operations.
 */
export const foldResponses: WrapComponent = (original, { React }) =>
  function Response(props: ResponseProps) {
    const [isOpen, setOpen] = React.useState(false);
    const { code, response } = props;
    if (code.startsWith('2') || response === undefined) return React.createElement(original, props);
    const text = String(response.get('description') ?? '').replaceAll(/\[\[[^\]]*\]\]|`/g, '');
    const button = React.createElement(
      'button',
      { type: 'button', className: 'fold-response', 'aria-expanded': isOpen, onClick: () => setOpen(!isOpen) },
      React.createElement('strong', null, code),
      ` ${text.split('\n')[0] ?? ''}`,
    );
    const line = React.createElement(
      'tr',
      { className: 'response-folded', key: 'line' },
      React.createElement('td', { colSpan: 2 }, button),
    );
    return React.createElement(
      React.Fragment,
      null,
      line,
      isOpen ? React.createElement(original, { ...props, key: 'whole' }) : null,
    );
  };

/** Folds the headers of a response, which are the same for most operations. */
export const foldHeaders: WrapComponent = (original, { React }) =>
  function Headers(props: object) {
    return React.createElement(
      'details',
      { className: 'fold-headers' },
      React.createElement('summary', null, 'Headers of the response'),
      React.createElement(original, props),
    );
  };
