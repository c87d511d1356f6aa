import type { sidebar as english } from '../en/sidebar.ts';

export const sidebar: Record<keyof typeof english, string> = {
  'sidebar.filter': 'Gespräche filtern',
  'sidebar.direct': 'Direktnachrichten',
  'sidebar.pinned': 'Angeheftet',
  'sidebar.channels': 'Kanäle',
  'sidebar.more': '{count, plural, one {# weiteres Thema} other {# weitere Themen}}',
  'sidebar.unread': '{count, plural, one {# ungelesen} other {# ungelesen}}',
  'sidebar.mentions': '{count, plural, one {# ungelesene Erwähnung} other {# ungelesene Erwähnungen}}',
  'sidebar.muted': 'stumm',
  'sidebar.followed': 'wird verfolgt',
  'sidebar.private': 'privat',
};
