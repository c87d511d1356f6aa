import { t } from '../../../view/text/text.ts';
import { getHref } from '../../page/location.ts';

const pages = { people: '', groups: 'groups' } as const;

/** Between people and groups. */
export function DirectoryTabs({ current }: { current: keyof typeof pages }) {
  return (
    <nav class="channels-tabs" aria-label={t('views.people')}>
      {(['people', 'groups'] as const).map((name) => (
        <a
          key={name}
          class="channels-tab"
          href={getHref({ screen: 'people', page: pages[name] })}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(name === 'people' ? 'views.people' : 'groups.title')}
        </a>
      ))}
    </nav>
  );
}
