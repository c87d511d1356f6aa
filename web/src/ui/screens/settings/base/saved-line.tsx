import { t } from '../../../../view/text/text.ts';
import type { SaveState } from '../../../kit/field.tsx';

/** The saving state of a group of controls. */
export function SavedLine({ state }: { state: SaveState }) {
  return (
    <p class="settings-hint settings-saved" role="status">
      {state === 'saving' && t('common.saving')}
      {state === 'saved' && <span class="field-saved">{t('common.saved')}</span>}
      {typeof state === 'object' && <span class="settings-error">{state.error}</span>}
    </p>
  );
}
