import { useState } from 'preact/hooks';
import { createBot } from '../../../actions/organization/bots.ts';
import { botTypesToMake, botTypeText, type BotKind } from '../../../view/settings/bot-list.ts';
import { t } from '../../../view/text/text.ts';
import { Select, TextField } from '../../base/field.tsx';
import { useClient } from '../../page/client.tsx';
import { FormDialog } from '../../base/overlays/form-dialog.tsx';

const outgoing: BotKind = 3;

export const formats = [
  { value: 1, text: 'JSON' },
  { value: 2, text: 'Slack' },
];

/** A new bot, of oneself. */
export function BotForm({ onClose, kind }: { onClose: () => void; kind?: BotKind }) {
  const client = useClient();
  const types = botTypesToMake(client.live).filter((type) => kind === undefined || type === kind);
  const [type, setType] = useState<BotKind>(types[0] ?? 1);
  const [name, setName] = useState('');
  const [short, setShort] = useState('');
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState(1);
  const isOutgoing = type === outgoing;
  const params = {
    full_name: name.trim(),
    short_name: short.trim(),
    bot_type: type,
    interface_type: format,
    ...(isOutgoing ? { payload_url: url.trim() } : {}),
  };
  const isComplete = params.full_name !== '' && params.short_name !== '' && params.payload_url !== '';
  return (
    <FormDialog
      title={t('bots.add')}
      action={t('bots.add')}
      isComplete={isComplete}
      save={() => createBot(client, params)}
      onClose={onClose}
    >
      <Select<BotKind>
        label={t('bots.type')}
        hint={t(`bots.typeHint.${type}`)}
        value={type}
        options={types.map((value) => ({ value, text: t(botTypeText[value]) }))}
        onChange={setType}
      />
      <TextField label={t('lists.name')} value={name} maxLength={100} onInput={setName} />
      <TextField
        label={t('bots.short')}
        hint={t('bots.shortHint', { address: `${short.trim() || '…'}-bot@${window.location.hostname}` })}
        value={short}
        onInput={setShort}
      />
      {isOutgoing && (
        <>
          <TextField
            label={t('bots.url')}
            hint={t('bots.urlHint')}
            type="url"
            placeholder="https://example.com/hook"
            value={url}
            onInput={setUrl}
          />
          <Select label={t('bots.format')} value={format} options={formats} onChange={setFormat} />
        </>
      )}
    </FormDialog>
  );
}
