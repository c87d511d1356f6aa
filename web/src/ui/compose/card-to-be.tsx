import { useLayoutEffect, useRef } from 'preact/hooks';
import { targetKey, type Target } from '../../store/writing/drafts.ts';
import { t } from '../../view/text/text.ts';
import { isPhone } from '../page/layout.ts';
import { begun, drafts, wantFocus } from './state/state.ts';

/** Stands in for the card until it is loaded, with the same height. Text typed into it is taken over by the card. */
export function CardToBe({ to }: { to: Target }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(
    () => () => {
      const field = area.current;
      if (field === null || field !== document.activeElement) return;
      begun.caret = [field.selectionStart, field.selectionEnd];
      wantFocus();
    },
    [],
  );
  return (
    <div class={isPhone.value ? 'compose-card compose-collapsed' : 'compose-card compose-to-be'}>
      <textarea
        class="compose-text"
        ref={area}
        rows={1}
        dir="auto"
        value={drafts.all.value.get(targetKey(to))?.text ?? ''}
        placeholder={t('compose.placeholder')}
        aria-label={t('compose.region')}
        onInput={(event) => drafts.write(to, event.currentTarget.value)}
      />
    </div>
  );
}
