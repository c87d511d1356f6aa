import type { ComponentChildren } from 'preact';
import { isNeeded, type Section } from '../../../../view/settings/setting.ts';
import { whyNot } from '../../../../view/settings/values.ts';
import { mailHint } from '../../../../view/text/mail.ts';
import { t, type TextKey } from '../../../../view/text/text.ts';
import { useClient } from '../../../page/client.tsx';
import { Control } from './control.tsx';

/** Sections of settings. If none can be changed, the reason is shown once, at the top. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  const { live } = useClient();
  const reasons = new Set(sections.flatMap(({ settings }) => settings).map((one) => whyNot(live, one)));
  const [only] = reasons;
  const isQuiet = reasons.size === 1 || (only !== undefined && !reasons.has(undefined));
  return (
    <>
      {isQuiet && only !== undefined && <p class="settings-notice">{t(only)}</p>}
      {sections.map(({ title, settings }) => (
        <Group key={title ?? ''} title={title} hint={isAllMail(settings) ? mailHint(live) : undefined}>
          {settings.filter(isNeeded).map((setting) => (
            <Control
              key={setting.name}
              setting={setting}
              isQuiet={isQuiet}
              isUnderHint={isAllMail(settings)}
            />
          ))}
        </Group>
      ))}
    </>
  );
}

const isAllMail = (settings: Section['settings']): boolean =>
  settings.every(({ needsMail }) => needsMail === true);

/** A group with a small heading. */
export function Group({
  title,
  hint,
  children,
}: {
  title?: TextKey | undefined;
  hint?: TextKey | undefined;
  children: ComponentChildren;
}) {
  return (
    <section class="settings-section">
      {title !== undefined && <h3 class="settings-section-title">{t(title)}</h3>}
      {hint !== undefined && <p class="settings-hint">{t(hint)}</p>}
      {children}
    </section>
  );
}
