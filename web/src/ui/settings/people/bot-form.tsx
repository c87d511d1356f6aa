import { useState } from 'preact/hooks';
import { createBot } from '../../../actions/organization/bots.ts';
import {
  botPrograms,
  botTypesToMake,
  botTypeText,
  programText,
  type BotKind,
} from '../../../view/settings/bot-list.ts';
import { t } from '../../../view/text/text.ts';
import { Select, TextField } from '../../base/field.tsx';
import { useClient } from '../../page/client.tsx';
import { BotConfig } from './bot-config.tsx';
import { FormDialog } from '../../base/overlays/form-dialog.tsx';

const outgoing: BotKind = 3;
const embedded: BotKind = 4;

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
  const programs = botPrograms(client.live);
  const [chosen, setProgram] = useState(programs[0]?.name ?? '');
  const [config, setConfig] = useState<Readonly<Record<string, string>>>({});
  const isOutgoing = type === outgoing;
  const program = type === embedded ? programs.find(({ name: each }) => each === chosen) : undefined;
  const params = {
    full_name: name.trim(),
    short_name: short.trim(),
    bot_type: type,
    interface_type: format,
    ...(isOutgoing ? { payload_url: url.trim() } : {}),
    ...(program ? { service_name: program.name, config_data: { ...program.config, ...config } } : {}),
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
      {program && (
        <Select
          label={t('bots.program')}
          value={program.name}
          options={programs.map((each) => ({ value: each.name, text: programText(each.name) }))}
          onChange={(next) => {
            setProgram(next);
            setConfig({});
          }}
        />
      )}
      {program && (
        <BotConfig
          config={{ ...program.config, ...config }}
          onInput={(key, value) => setConfig({ ...config, [key]: value })}
        />
      )}
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
