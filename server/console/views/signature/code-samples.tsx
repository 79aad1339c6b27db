import { basePath } from '../../api/base-path.ts';
import { Code } from '../../parts/code.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useParameter } from '../../state/route.ts';

/** The programs of `docs/receivers/verify-…`, by file extension. The build puts them here. */
declare const VERIFYING_PROGRAMS: Readonly<Record<string, string>>;

const LANGUAGES = [
  { id: 'ts', title: 'TypeScript' },
  { id: 'py', title: 'Python' },
  { id: 'go', title: 'Go' },
  { id: 'java', title: 'Java' },
  { id: 'php', title: 'PHP' },
] as const;

/** Programs that verify a signature. */
export function CodeSamples() {
  const [chosen, setLanguage] = useParameter('language', 'ts');
  const selected = LANGUAGES.find(({ id }) => id === chosen) ?? LANGUAGES[0];
  return (
    <Panel
      title="Code that verifies"
      note={<a href={`${basePath}/docs/receiving-webhooks#example-handlers`}>complete handlers are in the guide</a>}
    >
      <Tabs label="Languages" tabs={LANGUAGES} selected={selected.id} onSelect={setLanguage}>
        <Code text={VERIFYING_PROGRAMS[selected.id] ?? ''} label={`program in ${selected.title}`} />
      </Tabs>
    </Panel>
  );
}
