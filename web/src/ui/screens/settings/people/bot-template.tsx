import { useState } from 'preact/hooks';
import type { PreviewTemplateResponse } from '../../../../../../wire/integrations.ts';
import type { User } from '../../../../../../wire/users.ts';
import type { Outcome } from '../../../../actions/request/outcome.ts';
import {
  fetchTemplate,
  previewTemplate,
  saveTemplate,
  type Template,
} from '../../../../actions/organization/webhook-templates.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { TextField } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { RenderedContent } from '../../../parts/content/rendered-content.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';

/** The template that turns the JSON of a webhook into a message, loaded on request. */
export function BotTemplate({ bot }: { bot: User }) {
  const client = useClient();
  const [template, setTemplate] = useState<Template>();
  const [failure, setFailure] = useState<ApiFailure>();
  const open = async () => {
    const found = await fetchTemplate(client, bot.user_id);
    setFailure(found.failure);
    setTemplate(found.value);
  };
  return (
    <Group title="templates.title" hint="templates.hint">
      {template ? (
        <TemplateForm botId={bot.user_id} given={template} />
      ) : (
        <div class="settings-actions">
          <Button onClick={() => void open()}>{t('templates.open')}</Button>
        </div>
      )}
      <ErrorLine reason={failure && failureText(failure)} />
    </Group>
  );
}

const example = '{"name": "Loom 7", "state": "down"}';

function TemplateForm({ botId, given }: { botId: number; given: Template }) {
  const client = useClient();
  const [topic, setTopic] = useState(given.topic);
  const [content, setContent] = useState(given.content);
  const [payload, setPayload] = useState(example);
  const [shown, setShown] = useState<Outcome<PreviewTemplateResponse>>();
  const [state, save] = useSaving();
  const template = { topic, content };
  const preview = async () => setShown(await previewTemplate(client, botId, template, payload));
  return (
    <>
      <TextField label={t('templates.topic')} placeholder="{{ name }}" value={topic} onInput={setTopic} />
      <TextField
        label={t('templates.content')}
        hint={t('templates.contentHint')}
        placeholder="**{{ name }}** is {{ state }}"
        rows={4}
        value={content}
        onInput={setContent}
      />
      <TextField label={t('templates.payload')} rows={4} value={payload} onInput={setPayload} />
      <div class="settings-actions">
        <Button kind="primary" onClick={() => save(saveTemplate(client, botId, template))}>
          {t('templates.save')}
        </Button>
        <Button disabled={content.trim() === ''} onClick={() => void preview()}>
          {t('templates.preview')}
        </Button>
      </div>
      <SavedLine state={state} />
      <ErrorLine reason={shown?.failure && failureText(shown.failure)} />
      {shown?.value && <Shown of={shown.value} />}
    </>
  );
}

function Shown({ of: { topic, rendered_content: html } }: { of: PreviewTemplateResponse }) {
  if (html === '') return <p class="settings-hint">{t('templates.nothing')}</p>;
  return (
    <div class="settings-trial" role="status">
      <p class="settings-row-about">{topic}</p>
      <RenderedContent html={html} />
    </div>
  );
}
