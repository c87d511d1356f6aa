import type { TranslationOf } from '../entry.ts';
import type { integrationErrors } from '../integrations.ts';

export const integrations: TranslationOf<typeof integrationErrors> = {
  'integrations.invalid-template': 'Die Vorlage ist ungültig: {reason}',
  'deliveries.not-found': 'Diese Zustellung gibt es nicht mehr.',
  'deliveries.not-repeatable': 'Slash-Befehle werden nicht erneut gesendet.',
  'slash-commands.unknown': 'Den Befehl /{name} gibt es nicht.',
  'slash-commands.not-found': 'Diesen Slash-Befehl gibt es nicht mehr.',
  'slash-commands.too-many': 'Es sind höchstens {limit} Slash-Befehle möglich.',
  'slash-commands.invalid-name':
    'Namen von Slash-Befehlen haben bis zu {limit} Buchstaben (a bis z), Ziffern, Binde- und Unterstriche.',
  'slash-commands.name-taken': 'Den Befehl /{name} gibt es bereits.',
  'slash-commands.no-webhook': 'Der Bot ist kein aktiver ausgehender Webhook.',
  'slash-commands.busy': 'Zurzeit laufen zu viele Befehle. Versuche es gleich noch einmal.',
  'slash-commands.failed': '{command} ist fehlgeschlagen. {reason}',
};
