import type { search as english } from '../en/search.ts';

export const search: Record<keyof typeof english, string> = {
  'search.title': 'Suchen oder öffnen',
  'search.hint': 'Nachrichten suchen, oder ein Gespräch, einen Kanal, eine Person öffnen',
  'search.run': 'Nachrichten durchsuchen: {query}',
  'search.goals': 'Öffnen',
  'search.latest': 'Zuletzt',
  'search.operators': 'Suche eingrenzen',
  'search.earlier': 'Früher gesucht',
  'search.forget': 'Frühere Suchen vergessen',
  'search.messages': 'Nachrichten',
  'search.keys': '↑↓ wählt · Enter öffnet · Tab ergänzt',
  'search.channel': 'In einem Kanal',
  'search.topic': 'In einem Thema',
  'search.sender': 'Von einer Person geschrieben',
  'search.dm': 'Direktnachrichten mit diesen Personen',
  'search.dmIncluding': 'Direkt, auch in Gruppen',
  'search.mentions': 'Die eine Person erwähnen',
  'search.is': 'Ungelesen, markiert, Erwähnungen und mehr',
  'search.has': 'Mit Links, Dateien, Bildern oder Reaktionen',
  'search.near': 'Um eine Nachricht, nach ihrer Nummer',
  'search.channels': 'In allen öffentlichen oder archivierten',
};
