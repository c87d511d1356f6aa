import { Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { deleteSnippet, saveSnippet } from '../../../actions/messages/compose.ts';
import { t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { TextField } from '../../kit/field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { Popover } from '../../kit/overlays/popover.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import './snippets.css';

type MenuProps = {
  anchor: Element;
  /** The text to save: the selection, or everything. */
  text: string;
  isSelection: boolean;
  onInsert: (text: string) => void;
  onSave: () => void;
  onClose: () => void;
};

/** Saved snippets. */
export function SnippetMenu({ anchor, text, isSelection, onInsert, onSave, onClose }: MenuProps) {
  const client = useClient();
  const snippets = [...client.live.get('snippets').values()].sort((a, b) => a.title.localeCompare(b.title));
  return (
    <Popover anchor={anchor} label={t('compose.snippets')} side="above" onClose={onClose}>
      <div class="snippets" onKeyDown={arrowKeys('.snippets-one')}>
        {snippets.length === 0 && <p class="snippets-none">{t('compose.snippetsNone')}</p>}
        <ul class="snippets-list" role="list">
          {snippets.map((snippet) => (
            <li key={snippet.id} class="snippets-row">
              <button
                type="button"
                class="snippets-one"
                onClick={() => {
                  onClose();
                  onInsert(snippet.content);
                }}
              >
                <span class="snippets-title one-line" dir="auto">
                  {snippet.title}
                </span>
                <span class="snippets-text one-line" dir="auto">
                  {snippet.content}
                </span>
              </button>
              <IconButton
                label={t('compose.snippetDelete', { name: snippet.title })}
                onClick={() =>
                  void deleteSnippet(client, snippet).then(
                    (failure) => failure && toast({ text: failureText(failure), kind: 'error' }),
                  )
                }
              >
                <Icon of={Trash2} />
              </IconButton>
            </li>
          ))}
        </ul>
        <Button
          kind="quiet"
          disabled={text.trim() === ''}
          onClick={() => {
            onClose();
            onSave();
          }}
        >
          {t(isSelection ? 'compose.snippetSave' : 'compose.snippetSaveAll')}
        </Button>
      </div>
    </Popover>
  );
}

/** Asks for the name of a new snippet. */
export function SaveSnippet({ text, onClose }: { text: string; onClose: () => void }) {
  const client = useClient();
  const [title, setTitle] = useState('');
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const failure = await saveSnippet(client, title.trim(), text);
    setBusy(false);
    if (failure !== undefined) {
      setError(failureText(failure));
      return;
    }
    toast({ text: t('compose.snippetSaved') });
    onClose();
  };
  return (
    <Dialog
      title={t('compose.snippetSaveAll')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={title.trim() === ''} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== '') void save();
        }}
      >
        <TextField
          label={t('compose.snippetTitle')}
          maxLength={60}
          value={title}
          onInput={setTitle}
          {...(error === undefined ? {} : { save: { error } })}
        />
      </form>
    </Dialog>
  );
}
