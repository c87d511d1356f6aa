/** Lists every command with its keys, and lets people choose others. */
import { useState } from 'preact/hooks';
import { chooseKey, withKey, withoutCustomKey, type KeyChoice } from '../../../../view/text/choose-key.ts';
import { customKeys } from '../../../../view/text/custom-keys.ts';
import type { KeyRow } from '../../../../view/text/key-table.ts';
import { commandText, keyGroups, rowsOfGroup } from '../../../../view/text/key-texts.ts';
import { getKeyName, keyLabels } from '../../../../view/text/keys.ts';
import { joinNames } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { announce } from '../../../kit/toasts/toast.tsx';
import { Button } from '../../../kit/button.tsx';
import { useClient } from '../../../page/client.tsx';
import { isMac } from '../../../page/keyboard.ts';
import { keepKeyChoice } from '../../../page/own-keys.ts';
import { Group } from '../base/sections.tsx';
import './shortcuts.css';

export function Shortcuts() {
  const client = useClient();
  const hasOwn = Object.keys(customKeys.value).length > 0;
  return (
    <>
      <p class="settings-hint">{t('shortcuts.hint')}</p>
      {hasOwn && (
        <div class="settings-actions">
          <Button onClick={() => keepKeyChoice(client, {})}>{t('shortcuts.resetAll')}</Button>
        </div>
      )}
      {keyGroups.map((group) => (
        <Group key={group} title={`keys.${group}`}>
          <ul class="shortcuts">
            {rowsOfGroup(group).map((row) => (
              <Shortcut key={row.command} row={row} />
            ))}
          </ul>
        </Group>
      ))}
    </>
  );
}

type Conflict = Extract<KeyChoice, { key: string }>;

function Shortcut({ row }: { row: KeyRow }) {
  const client = useClient();
  const { command, isFixed = false } = row;
  const text = commandText(command);
  const { isAsking, ask, problem, conflict, take, end, onKeyDown } = useKeyChoice(row);
  const labels = keyLabels(command, isMac);
  return (
    <li class="shortcuts-row">
      <span class="shortcuts-name">{t(text)}</span>
      <button
        type="button"
        class="shortcuts-keys"
        disabled={isFixed}
        aria-pressed={isAsking}
        onClick={ask}
        onKeyDown={onKeyDown}
        onFocusOut={() => conflict === undefined && end()}
      >
        <span class="visually-hidden">
          {t('shortcuts.change', { command: t(text), keys: joinNames(labels) || t('shortcuts.none') })}
        </span>
        <span class="shortcuts-keys-shown" aria-hidden={!isAsking}>
          {isAsking ? t('shortcuts.press') : labels.length === 0 ? t('shortcuts.none') : labels.map(Key)}
        </span>
      </button>
      {customKeys.value[command] !== undefined && (
        <Button
          kind="quiet"
          aria-label={t('shortcuts.resetOne', { command: t(text) })}
          onClick={() => keepKeyChoice(client, withoutCustomKey(customKeys.peek(), command))}
        >
          {t('shortcuts.reset')}
        </Button>
      )}
      {problem !== undefined && (
        <div class="shortcuts-problem" role="alert">
          {problem}
          {conflict !== undefined && (
            <>
              <Button onClick={() => take(conflict.key)}>{t('shortcuts.take')}</Button>
              <Button kind="quiet" onClick={end}>
                {t('common.cancel')}
              </Button>
            </>
          )}
        </div>
      )}
    </li>
  );
}

/** While it is asking, the next key press becomes the key of the command, unless the key is invalid or in use. */
function useKeyChoice(row: KeyRow) {
  const client = useClient();
  const { command } = row;
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const end = () => {
    setAsking(false);
    setProblem(undefined);
    setConflict(undefined);
  };
  const take = (key: string) => {
    keepKeyChoice(client, withKey(customKeys.peek(), command, key));
    announce(`${t(commandText(command))}: ${getKeyName(key, isMac)}`);
    end();
  };
  const choose = (choice: KeyChoice) => {
    setConflict(undefined);
    if ('refused' in choice) setProblem(t(`shortcuts.${choice.refused}`));
    else if (choice.usedBy === undefined) take(choice.key);
    else {
      const values = { key: getKeyName(choice.key, isMac), command: t(commandText(choice.usedBy.command)) };
      setProblem(t('shortcuts.used', values));
      setConflict(choice);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isAsking || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const choice = chooseKey(event, row);
    if (event.key === 'Escape') end();
    else if (choice !== undefined) choose(choice);
  };
  return { isAsking, ask: () => setAsking(true), problem, conflict, take, end, onKeyDown };
}

const Key = (label: string) => (
  <kbd key={label} class="shortcuts-key">
    {label}
  </kbd>
);
