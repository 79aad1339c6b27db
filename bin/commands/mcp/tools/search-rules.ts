import { findNearestName } from '../../../../base/nearest-name.ts';
import { clauses, gaps } from '../../../../spec/index.ts';
import { defineTool, takes, text } from '../core/tool.ts';
import { ToolRefusal } from '../core/tool-refusal.ts';
import { rankByWords } from './rank-by-words.ts';

const MAX_FOUND = 15;

/** Finds clauses and gaps of the interface document. */
export const searchRules = defineTool<{
  readonly query?: string;
  readonly id?: string;
  readonly kind?: 'clause' | 'gap';
}>({
  name: 'search_rules',
  title: 'Search documented rules and open questions',
  description:
    'Finds clauses (rules that the interface document states) and gaps (questions that it leaves open, with the choice of the sandbox). ' +
    'A client may rely on clauses only.',
  isReadOnly: true,
  arguments: takes({
    query: text('Words, such as "sort by amount".'),
    id: text('The id of a clause or a gap, such as scope.response.', 80),
    kind: { type: 'string', enum: ['clause', 'gap'], description: 'Only clauses or only gaps.' },
  }),
  async run({ query, id, kind }) {
    const all = [
      ...clauses.map((clause) => ({ kind: 'clause' as const, ...clause })),
      ...gaps.map((gap) => ({ kind: 'gap' as const, ...gap })),
    ].filter((rule) => kind === undefined || rule.kind === kind);
    if (id !== undefined) {
      const found = all.find((rule) => rule.id === id);
      if (found !== undefined) return found;
      const nearest = findNearestName(
        id,
        all.map((rule) => rule.id),
      );
      throw new ToolRefusal(`There is no rule ${id}.${nearest === undefined ? '' : ` Did you mean ${nearest}?`}`);
    }
    if (query === undefined) throw new ToolRefusal('Expected the argument query or id.');
    const ranked = rankByWords(all, query, (rule) => ({
      title: `${rule.id} ${rule.kind === 'clause' ? rule.text : rule.question}`,
      rest: JSON.stringify(rule),
    }));
    return { rules: ranked.slice(0, MAX_FOUND), matched: ranked.length };
  },
});
