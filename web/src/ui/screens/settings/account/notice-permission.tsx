import { t, type TextKey } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { allowNotices, noticePermission } from '../../../parts/notices/permission.ts';
import { Group } from '../base/sections.tsx';

const said: Record<typeof noticePermission.value, TextKey> = {
  default: 'notices.ask',
  granted: 'notices.granted',
  denied: 'notices.denied',
  unsupported: 'notices.unsupported',
};

/** The browser's permission for the notifications in the table below. */
export function NoticePermission() {
  const permission = noticePermission.value;
  return (
    <Group title="notices.device">
      <p class="settings-hint" role="status">
        {t(said[permission])}
      </p>
      {permission === 'default' && <Button onClick={() => void allowNotices()}>{t('notices.allow')}</Button>}
    </Group>
  );
}
