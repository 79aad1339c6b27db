import { useMemo, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { FilterSelect, Segmented, TextArea, TextField } from '../../parts/fields.tsx';
import { PageHead, Panel } from '../../parts/panel.tsx';
import { Empty, Hint } from '../../parts/states.tsx';
import { type Form, readBytes } from './bytes.ts';
import { CodeSamples } from './code-samples.tsx';
import { examine } from './examine.ts';
import { Findings } from './findings.tsx';
import { createSample, type Fields, SAMPLES, type SampleId } from './samples.ts';

const NOTHING: Fields = { headers: '', body: '', secret: '', computed: '' };

const FORMS = [
  { value: 'text', text: 'Text' },
  { value: 'base64', text: 'Base64' },
  { value: 'hex', text: 'Hex' },
];

/** Finds out why a signature does not match. Pasted texts stay in this page. */
export function SignatureView() {
  const [fields, setFields] = useState(NOTHING);
  const [form, setForm] = useState<Form>('text');
  const set = (name: keyof Fields) => (value: string) => setFields({ ...fields, [name]: value });
  const isEmpty = fields.headers === '' || fields.body === '' || fields.secret === '';
  const bytes = readBytes(fields.body, form);
  const bodyFault = 'fault' in bytes ? bytes.fault : undefined;
  const result = useMemo(
    () => (isEmpty || 'fault' in bytes ? undefined : examine({ ...fields, body: bytes, nowMs: Date.now() })),
    [fields, form],
  );
  const faults = result !== undefined && 'faults' in result ? result.faults : {};
  return (
    <>
      <PageHead title="Signatures">
        Paste what your receiver got. The page shows whether the signature matches, the bytes that differ, and why. It
        sends and stores nothing of it.
      </PageHead>
      <div class="columns">
        <Panel
          title="Received"
          actions={
            <>
              <FilterSelect
                label="Example"
                value=""
                options={[
                  { value: '', text: 'Fill in an example' },
                  ...SAMPLES.map(({ id, text }) => ({ value: id, text })),
                ]}
                onChange={(id) => {
                  setForm('text');
                  setFields(id === '' ? fields : createSample(id as SampleId, Date.now())); // one of the options
                }}
              />
              <Button size="small" onPress={() => setFields(NOTHING)}>
                Clear
              </Button>
            </>
          }
        >
          <div class="stack">
            <TextArea
              label="Headers"
              hint="One per line. webhook-id, webhook-timestamp and webhook-signature are needed."
              value={fields.headers}
              error={faults.headers}
              rows={4}
              onChange={set('headers')}
            />
            <TextArea
              label="Raw body"
              hint="The bytes as they arrived, before a parser. A text field changes carriage returns: paste such bodies as base64."
              value={fields.body}
              error={bodyFault}
              rows={8}
              onChange={set('body')}
            />
            <Segmented
              label="Form of the body"
              value={form}
              options={FORMS}
              onChange={(next) => setForm(next as Form)}
            />
            <TextField
              label="Secret"
              type="password"
              hint="whsec_ and base64. It stays in this page."
              value={fields.secret}
              error={faults.secret}
              onChange={set('secret')}
            />
            <TextField
              label="Signature that your code computed (optional)"
              hint="In any encoding. The page then finds the mistake in the computation."
              value={fields.computed}
              onChange={set('computed')}
            />
          </div>
        </Panel>
        <Panel title="Result">
          <div class="stack" aria-live="polite">
            {result === undefined ? (
              <Empty icon="signature" title="Nothing to examine yet">
                Headers, body and secret are needed.
              </Empty>
            ) : 'faults' in result ? (
              <Hint tone="warn">Something is missing or has another form: see the fields.</Hint>
            ) : (
              <Findings result={result} />
            )}
          </div>
        </Panel>
      </div>
      <CodeSamples />
    </>
  );
}
