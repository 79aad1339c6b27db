import { type ParsedObject, parseJsonObject } from '../../../../base/json/json-object.ts';
import { Button } from '../../parts/button.tsx';
import { TextArea } from '../../parts/fields.tsx';

/** The sandbox reads at most 64 KiB of a request. */
const MAX_REQUEST_BYTES = 65_536;

/** Parses the text of the editor, and checks its size. */
export function readBody(text: string): ParsedObject {
  const parsed = parseJsonObject(text);
  if ('fault' in parsed) return parsed;
  const bytes = new TextEncoder().encode(JSON.stringify({ body: parsed.object })).length;
  if (bytes <= MAX_REQUEST_BYTES) return parsed;
  return { fault: `Expected at most 64 KiB; this has ${Math.ceil(bytes / 1024)} KiB.` };
}

export interface BodyEditorProps {
  readonly text: string;
  /** The fault that the sandbox reported. */
  readonly fault: string | undefined;
  readonly onChange: (text: string) => void;
}

/** A field for a JSON object, with the place of a fault. */
export function BodyEditor({ text, fault, onChange }: BodyEditorProps) {
  const read = readBody(text);
  const format = (): void => {
    if ('object' in read) onChange(JSON.stringify(read.object, null, 2));
  };
  return (
    <div class="stack-tight">
      <TextArea
        label="Body: a JSON object"
        hint="Sent without spaces between its parts. Receivers must verify the bytes that arrive."
        value={text}
        error={'fault' in read ? read.fault : fault}
        rows={9}
        onChange={onChange}
      />
      <div class="row">
        <Button size="small" isDisabled={'fault' in read} onPress={format}>
          Format
        </Button>
      </div>
    </div>
  );
}
