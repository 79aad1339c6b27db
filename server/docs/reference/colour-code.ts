import type { ReactLike } from './swagger-ui.ts';

const TOKEN =
  /("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\b(await|class|const|defer|for|func|if|import|in|new|package|public|static|throw|throws|var|void|with|as)\b/g;

/** Colours the texts and the keywords of the languages of the samples. */
export function colourCode(React: ReactLike, code: string): unknown[] {
  const parts: unknown[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKEN)) {
    const [whole, text] = match;
    parts.push(code.slice(end, match.index));
    end = match.index + whole.length;
    parts.push(React.createElement('span', { className: text === undefined ? 'hljs-keyword' : 'hljs-string' }, whole));
  }
  return [...parts, code.slice(end)];
}
