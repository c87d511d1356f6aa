import { X } from 'lucide-preact';
import type { Upload } from '../../../store/writing/uploads.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { uploads } from '../state/uploads.ts';
import './upload-list.css';

/** Uploads with their progress, and failed ones with the reason. */
export function UploadList({ items }: { items: readonly Upload[] }) {
  return (
    <ul class="upload-list" role="list" aria-label={t('uploads.list')}>
      {items.map((item) => (
        <li key={item.id} class="upload-list-item">
          <Progress of={item} />
          <IconButton
            label={t(item.state === 'failed' ? 'uploads.dismiss' : 'uploads.cancel', { name: item.name })}
            onClick={() => uploads.remove(item.id)}
          >
            <Icon of={X} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

function Progress({ of: { name, size, sent, state, reason = '' } }: { of: Upload }) {
  if (state === 'failed')
    return (
      <span class="upload-list-words upload-list-failed" role="alert">
        {t('uploads.failed', { name, reason })}
      </span>
    );
  const percent = String(size === 0 ? 0 : Math.floor((100 * sent) / size));
  const text = t(state === 'waiting' ? 'uploads.waiting' : 'uploads.progress', { name, percent });
  return (
    <span class="upload-list-words">
      <span class="one-line">{text}</span>
      <progress class="upload-list-bar" max={Math.max(1, size)} value={sent} aria-label={name} />
    </span>
  );
}
