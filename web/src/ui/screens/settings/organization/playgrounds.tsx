import { useState } from 'preact/hooks';
import { addPlayground, removePlayground } from '../../../../actions/organization/organization.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { languages } from '../../../../view/text/languages.ts';
import { filledIn } from '../../../../view/settings/url-template.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, TextField } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { Group } from '../base/sections.tsx';

/** Code playgrounds. */
export function Playgrounds() {
  const client = useClient();
  const { live } = client;
  const [isAdding, setAdding] = useState(false);
  const playgrounds = live.get('playgrounds');
  const mayChange = isAdministrator(live);
  return (
    <Group hint="playgrounds.hint">
      <AdministratorsOnly />
      {mayChange && (
        <div class="settings-actions">
          <Button kind="primary" onClick={() => setAdding(true)}>
            {t('playgrounds.add')}
          </Button>
        </div>
      )}
      {playgrounds.length === 0 && <p class="settings-hint">{t('playgrounds.none')}</p>}
      <ul role="list" class="settings-rows">
        {playgrounds.map(({ id, name, pygments_language: language, url_template: template }) => (
          <li key={id} class="settings-row">
            <div class="settings-row-words">
              <p class="settings-row-name">
                {name} <span class="settings-row-about">{language}</span>
              </p>
              <p class="settings-row-about">{template}</p>
            </div>
            {mayChange && (
              <AskFirst
                action={t('playgrounds.removeName', { name })}
                button={t('lists.remove')}
                hint={t('playgrounds.removeHint')}
                run={() => removePlayground(client, id)}
              />
            )}
          </li>
        ))}
      </ul>
      {isAdding && <Add onClose={() => setAdding(false)} />}
    </Group>
  );
}

const [, , , , ...codeLanguages] = languages;
const otherLanguage = '';

function Add({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const [name, setName] = useState('');
  const [language, setLanguage] = useState<string>('python');
  const [written, setWritten] = useState('');
  const [template, setTemplate] = useState('');
  const chosen = language === otherLanguage ? written.trim() : language;
  const params = { name: name.trim(), pygments_language: chosen, url_template: template.trim() };
  const hasCode = /\{[+#./;?&]?code[*\d:]*\}/.test(template);
  return (
    <FormDialog
      title={t('playgrounds.add')}
      action={t('playgrounds.add')}
      isComplete={params.name !== '' && chosen !== '' && hasCode}
      save={() => addPlayground(client, params)}
      onClose={onClose}
    >
      <TextField label={t('lists.name')} value={name} maxLength={100} onInput={setName} />
      <Select<string>
        label={t('playgrounds.language')}
        value={language}
        options={[
          ...codeLanguages.map((one) => ({ value: one, text: one })),
          { value: otherLanguage, text: t('playgrounds.other') },
        ]}
        onChange={setLanguage}
      />
      {language === otherLanguage && (
        <TextField label={t('playgrounds.otherName')} value={written} maxLength={40} onInput={setWritten} />
      )}
      <TextField
        label={t('playgrounds.template')}
        hint={t('playgrounds.templateHint', { name: '{code}' })}
        placeholder="https://play.example.com/?code={code}"
        value={template}
        onInput={setTemplate}
      />
      {hasCode && (
        <p class="settings-trial" role="status">
          <code>print(1)</code> → {filledIn(template.trim(), { code: 'print(1)' })}
        </p>
      )}
    </FormDialog>
  );
}
