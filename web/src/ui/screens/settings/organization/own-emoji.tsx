import { useEffect, useState } from 'preact/hooks';
import { addEmoji, deactivateEmoji } from '../../../../actions/organization/pictures.ts';
import type { CustomEmoji } from '../../../../../../wire/emoji.ts';
import { isAdministrator, mayInOrganization } from '../../../../view/channels/channel-rights.ts';
import { personName } from '../../../../view/narrow/names.ts';
import { emojiInUse, emojiNameFrom } from '../../../../view/settings/own-emoji.ts';
import { t } from '../../../../view/text/text.ts';
import { TextField } from '../../../kit/field.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { withEmoji } from '../../../kit/emoji-text.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import './own-emoji.css';
import { Group } from '../base/sections.tsx';

/** Above this number there is a filter. */
const few = 12;

/** Custom emoji of the organization. */
export function OwnEmoji() {
  const { live } = useClient();
  const [filter, setFilter] = useState('');
  const [file, setFile] = useState<File>();
  const all = emojiInUse(live.get('ownEmoji'), '');
  const found = emojiInUse(live.get('ownEmoji'), filter);
  return (
    <Group hint="ownEmoji.hint">
      {mayInOrganization(live, 'can_add_custom_emoji_group') ? (
        <div class="settings-actions">
          <FileButton kind="primary" accept="image/*" onFile={setFile}>
            {t('ownEmoji.add')}
          </FileButton>
        </div>
      ) : (
        <p class="settings-notice">{t('ownEmoji.mayNot')}</p>
      )}
      {all.length > few && (
        <TextField label={t('ownEmoji.filter')} type="search" value={filter} onInput={setFilter} />
      )}
      {found.length === 0 && (
        <p class="settings-hint">{t(all.length === 0 ? 'ownEmoji.none' : 'common.nothingFound')}</p>
      )}
      <ul role="list" class="settings-rows">
        {found.map((emoji) => (
          <Row key={emoji.id} emoji={emoji} />
        ))}
      </ul>
      {file && <Add file={file} onClose={() => setFile(undefined)} />}
    </Group>
  );
}

function Row({ emoji }: { emoji: CustomEmoji }) {
  const client = useClient();
  const { live } = client;
  const { author_id: author, name } = emoji;
  return (
    <li class="settings-row">
      <img class="own-emoji-picture" src={emoji.source_url} alt="" />
      <div class="settings-row-words">
        <p class="settings-row-name">:{name}:</p>
        {author !== null && (
          <p class="settings-row-about">{withEmoji(t('ownEmoji.by', { name: personName(live, author) }))}</p>
        )}
      </div>
      {(isAdministrator(live) || author === live.get('own').user_id) && (
        <AskFirst
          action={t('ownEmoji.removeName', { name })}
          button={t('lists.remove')}
          hint={t('ownEmoji.removeHint')}
          run={() => deactivateEmoji(client, name)}
        />
      )}
    </li>
  );
}

function Add({ file, onClose }: { file: File; onClose: () => void }) {
  const client = useClient();
  const [name, setName] = useState(() => emojiNameFrom(file.name));
  const url = useUrl(file);
  return (
    <FormDialog
      title={t('ownEmoji.add')}
      action={t('ownEmoji.add')}
      isComplete={name.trim() !== ''}
      save={() => addEmoji(client, name.trim(), file)}
      onClose={onClose}
    >
      <div class="own-emoji-preview">
        <img class="own-emoji-large" src={url} alt={t('ownEmoji.preview')} />
        <p>
          {t('ownEmoji.sample')} <img class="own-emoji-small" src={url} alt="" />
        </p>
      </div>
      <TextField
        label={t('ownEmoji.name')}
        hint={t('ownEmoji.nameHint')}
        value={name}
        isRequired
        onInput={setName}
      />
    </FormDialog>
  );
}

function useUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
