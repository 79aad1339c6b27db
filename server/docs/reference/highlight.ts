import type { ReactLike, WrapComponent } from './swagger-ui.ts';

/** Longer texts are shown without colours, so that the page stays fast. */
const MAX_CHARACTERS = 60_000;

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|(-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)/g;

/** Replaces the component that colours code: with classes in place of inline styles, so that the colours fit the page. */
export const replaceHighlighter: WrapComponent = (_original, { React }) =>
  function SyntaxHighlighter({ children, className }: { readonly children?: unknown; readonly className?: string }) {
    const code = typeof children === 'string' ? children : '';
    const isJson = /^\s*[[{]/.test(code) && code.length <= MAX_CHARACTERS;
    return React.createElement(
      'pre',
      { className: className ?? '', tabIndex: 0 },
      React.createElement('code', null, ...(isJson ? colourJson(React, code) : [code])),
    );
  };

function colourJson(React: ReactLike, code: string): unknown[] {
  const parts: unknown[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    const [whole, text, colon, literal] = match;
    parts.push(code.slice(end, match.index));
    end = match.index + whole.length;
    const kind =
      text === undefined ? (literal === undefined ? 'number' : 'literal') : colon === undefined ? 'string' : 'attr';
    parts.push(React.createElement('span', { className: `hljs-${kind}` }, text ?? whole), colon ?? '');
  }
  return [...parts, code.slice(end)];
}
