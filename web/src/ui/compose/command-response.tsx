import { X } from 'lucide-preact';
import { targetKey, type Target } from '../../store/writing/drafts.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../kit/button.tsx';
import { Icon } from '../kit/icon.tsx';
import { RenderedContent } from '../parts/content/rendered-content.tsx';
import { commandResponse } from './state/slash-commands.ts';
import './command-response.css';

/** The private response of a slash command, until it is closed or another command is used. */
export function CommandResponse({ to }: { to: Target }) {
  const current = commandResponse.value;
  if (current?.key !== targetKey(to)) return null;
  const { command, shown } = current;
  return (
    <div class="command-response" role="status">
      <p class="command-response-head">
        {shown ? t('compose.commandAnswer', { command }) : t('compose.commandRuns', { command })}
        {shown && (
          <IconButton label={t('common.close')} onClick={() => (commandResponse.value = undefined)}>
            <Icon of={X} size={16} />
          </IconButton>
        )}
      </p>
      {shown && 'reason' in shown && <p class="compose-room compose-excess">{shown.reason}</p>}
      {shown && 'text' in shown && (
        <p class="command-response-text" dir="auto">
          {shown.text}
        </p>
      )}
      {shown && 'html' in shown && <RenderedContent html={shown.html} />}
    </div>
  );
}
