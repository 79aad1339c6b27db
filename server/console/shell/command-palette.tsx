import { useEffect, useState } from 'preact/hooks';
import { formatPlural } from '../format/money.ts';
import { useModal } from '../parts/dialogs/dialog.tsx';
import { Icon } from '../parts/icons.tsx';
import { overlay } from '../state/overlay.ts';
import { type Command, findCommands } from './palette-commands.ts';

const LIST = 'palette-list';
const toOptionId = (index: number): string => `palette-option-${index}`;

/** The command palette: a combobox whose list follows the text. Its focus stays in the text. */
export function Palette() {
  const element = useModal();
  const [text, setText] = useState('');
  const [selected, setSelected] = useState(0);
  const commands = findCommands(text);
  const close = (): void => {
    overlay.value = undefined;
  };
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    close();
    command.run();
  };
  useEffect(() => {
    document.getElementById(toOptionId(selected))?.scrollIntoView({ block: 'nearest' });
  }, [selected, text]);
  const handleKey = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: (selected + 1) % commands.length,
      ArrowUp: (selected + commands.length - 1) % commands.length,
      PageDown: Math.min(selected + 8, commands.length - 1),
      PageUp: Math.max(selected - 8, 0),
    };
    const next = steps[event.key];
    if (event.key === 'Enter') run(commands[selected]);
    else if (next !== undefined && commands.length > 0) setSelected(next);
    else return;
    event.preventDefault();
  };
  return (
    <dialog ref={element} class="dialog palette" aria-label="Command palette" closedby="any" onClose={close}>
      <div class="palette-head">
        <Icon name="search" />
        <input
          class="palette-input"
          role="combobox"
          aria-label="Command, view, terminal, user or id"
          placeholder="Command, view, terminal, user or id"
          aria-expanded={commands.length > 0}
          aria-controls={LIST}
          aria-autocomplete="list"
          aria-activedescendant={commands.length > 0 ? toOptionId(selected) : undefined}
          autocomplete="off"
          spellcheck={false}
          autofocus
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setSelected(0);
          }}
          onKeyDown={handleKey}
        />
      </div>
      <div id={LIST} class="palette-list" role="listbox" aria-label="Commands">
        {groupByName(commands).map(({ name, members }) => (
          <div key={name} role="group" aria-label={name}>
            <div class="palette-group" aria-hidden="true">
              {name}
            </div>
            {members.map(({ command, index }) => (
              <button
                key={command.title}
                type="button"
                id={toOptionId(index)}
                role="option"
                tabIndex={-1}
                class="palette-option"
                aria-selected={index === selected}
                onMouseMove={() => setSelected(index)}
                onClick={() => run(command)}
              >
                <Icon name={command.icon} />
                <span class="name truncate">{command.title}</span>
                {command.note === undefined ? null : <small class="name truncate">{command.note}</small>}
              </button>
            ))}
          </div>
        ))}
      </div>
      {commands.length === 0 ? (
        <p class="palette-none">
          Nothing matches. Expected a view, a terminal, a user, a command, or an id such as txn_…, ach_…, dsp_… or
          dlv_….
        </p>
      ) : null}
      <p class="hidden-text" role="status">
        {formatPlural(commands.length, 'result')}
      </p>
      <p class="palette-foot" aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> run <kbd>Esc</kbd> close
      </p>
    </dialog>
  );
}

function groupByName(commands: readonly Command[]) {
  const indexed = commands.map((command, index) => ({ command, index }));
  return [...Map.groupBy(indexed, ({ command }) => command.group)].map(([name, members]) => ({ name, members }));
}
