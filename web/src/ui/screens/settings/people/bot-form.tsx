import { useState } from 'preact/hooks';
import { createBot } from '../../../../actions/organization/bots.ts';
import {
  botPrograms,
  botTypesToMake,
  botTypeText,
  programText,
  toShortName,
  type BotKind,
} from '../../../../view/settings/bot-list.ts';
import { t } from '../../../../view/text/text.ts';
import { Select, TextField } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { BotConfig } from './bot-config.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';

const outgoing: BotKind = 3;
const embedded: BotKind = 4;

export const formats = [
  { value: 1, text: 'JSON' },
  { value: 2, text: 'Slack' },
];

/** Creates a bot owned by the user. */
export function BotForm({ onClose, kind }: { onClose: () => void; kind?: BotKind }) {
  const client = useClient();
  const types = botTypesToMake(client.live).filter((type) => kind === undefined || type === kind);
  const [type, setType] = useState<BotKind>(types[0] ?? 1);
  const [name, setName] = useState('');
  const [typed, setShort] = useState<string>();
  const short = typed ?? toShortName(name);
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState(1);
  const [program, setProgram] = useState(() => botPrograms(client.live)[0]);
  const isOutgoing = type === outgoing;
  const params = {
    full_name: name.trim(),
    short_name: short.trim(),
    bot_type: type,
    interface_type: format,
    ...(isOutgoing ? { payload_url: url.trim() } : {}),
    ...(type === embedded && program ? { service_name: program.name, config_data: program.config } : {}),
  };
  return (
    <FormDialog
      title={t('bots.add')}
      action={t('bots.add')}
      isComplete={params.full_name !== '' && params.short_name !== '' && params.payload_url !== ''}
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
      {type === embedded && program && <ProgramFields program={program} onChange={setProgram} />}
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

type Program = ReturnType<typeof botPrograms>[number];

/** The program that an embedded bot runs, and its configuration. */
function ProgramFields({ program, onChange }: { program: Program; onChange: (program: Program) => void }) {
  const programs = botPrograms(useClient().live);
  return (
    <>
      <Select
        label={t('bots.program')}
        value={program.name}
        options={programs.map((each) => ({ value: each.name, text: programText(each.name) }))}
        onChange={(name) => onChange(programs.find((each) => each.name === name) ?? program)}
      />
      <BotConfig
        config={program.config}
        onInput={(key, value) => onChange({ ...program, config: { ...program.config, [key]: value } })}
      />
    </>
  );
}
