import type { ReactLike, WrapComponent } from './swagger-ui.ts';

/** The pages of the registers, by the kind of mark. */
const REGISTERS: Readonly<Record<string, string>> = { documented: '/docs/clauses', assumed: '/docs/gaps' };

const MARK = /\[\[(documented|assumed) ([^\]]+)\]\]/g;
const INLINE = /`([^`]+)`|<i>([^<]*)<\/i>|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/**
 * Replaces the component for descriptions. It creates elements, where that of Swagger UI sets HTML, which the policy of the
 * page forbids. It supports paragraphs, lists, code, bold text and links, and shows marks as badges.
 */
export const replaceMarkdown: WrapComponent = (_original, { React }) =>
  function Markdown({ source, className }: { readonly source?: unknown; readonly className?: string }) {
    if (typeof source !== 'string' || source === '') return null;
    const marks = [...source.matchAll(MARK)];
    const blocks = source
      .replaceAll(MARK, '')
      .split('\n')
      .filter((line) => line.trim() !== '');
    return React.createElement(
      'div',
      { className: `markdown ${className ?? ''}` },
      ...blocks.map((line, key) =>
        React.createElement(
          line.startsWith('- ') ? 'li' : 'p',
          { key },
          ...renderInline(React, line.replace(/^- /, '')),
        ),
      ),
      ...(marks.length === 0 ? [] : [renderMarks(React, marks)]),
    );
  };

function renderInline(React: ReactLike, line: string): unknown[] {
  const parts: unknown[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    const [whole, code, label, bold, text, address] = match;
    parts.push(line.slice(end, match.index));
    end = match.index + whole.length;
    if (code !== undefined) parts.push(React.createElement('code', null, code));
    else if (label !== undefined) parts.push(label);
    else if (bold !== undefined) parts.push(React.createElement('strong', null, bold));
    else parts.push(isSafe(address ?? '') ? React.createElement('a', { href: address }, text) : text);
  }
  return [...parts, line.slice(end)];
}

/** Whether an address leads to this server. */
const isSafe = (address: string): boolean => /^[/#](?!\/)/.test(address);

function renderMarks(React: ReactLike, marks: readonly RegExpExecArray[]): unknown {
  const badges = marks.map(([, kind = '', list = '']) => {
    const ids = list.split(' ');
    const register = REGISTERS[kind] ?? '';
    return React.createElement(
      'a',
      {
        key: kind,
        className: `badge badge-${kind}`,
        href: ids.length === 1 ? `${register}#${list}` : `${register}?ids=${ids.join(',')}`,
        title: `${kind === 'documented' ? 'The interface document states it' : 'Our choice'}: ${ids.join(', ')}`,
      },
      ids.length === 1 ? kind : `${kind} (${ids.length})`,
      React.createElement('span', { className: 'hidden-text' }, `: ${ids.join(', ')}`),
    );
  });
  return React.createElement('div', { className: 'marks', key: 'marks' }, ...badges);
}
