import type { first as english } from '../en/first.ts';

export const first: Record<keyof typeof english, string> = {
  'first.channel': 'allgemein',
  'first.description': 'Für alle: Neuigkeiten, Fragen und alles, was noch keinen eigenen Kanal hat.',

  'first.owner':
    'Willkommen bei **{name}**. Deine Organisation startet mit dem Kanal #**{channel}**; am besten beginnst du mit dem Thema #**{channel}>{welcome}**.',

  'first.welcome': 'willkommen',
  'first.welcome.text':
    'Willkommen bei **{name}**. Das ist #**{channel}**, der Kanal, in dem alle anfangen.\n\nDie Themen hier zeigen dir in je einer Minute, wie alles funktioniert. Lies sie in beliebiger Reihenfolge, probiere in Antworten etwas aus und lösche sie, wenn du sie nicht mehr brauchst.',

  'first.topics': 'so funktionieren Themen',
  'first.topics.text':
    'Jede Nachricht hat ein Thema, ähnlich dem Betreff einer E-Mail. Antworten bleiben in ihrem Thema: So liest du eine Unterhaltung nach der anderen, überspringst, was dich nicht betrifft, und findest alles auch in einem Jahr noch wieder.',
  'first.topics.try':
    'Probier es aus und antworte gleich hier. Für etwas Neues wählst du **Neues Thema** und gibst ihm einen Namen aus zwei, drei Wörtern. Themen lassen sich umbenennen, in einen anderen Kanal verschieben und als erledigt markieren.',

  'first.formatting': 'Nachrichten formatieren',
  'first.formatting.text':
    'Nachrichten werden in Markdown geschrieben; die Knöpfe am Textfeld kennen es auswendig. Aus\n\n```text\n**fett**, *kursiv*, ~~durchgestrichen~~, `Code`\n* ein Listenpunkt\n> ein Zitat\n```\n\nwird\n\n**fett**, *kursiv*, ~~durchgestrichen~~, `Code`\n* ein Listenpunkt\n\n> ein Zitat',
  'first.formatting.code':
    'Mit `@` erwähnst du jemanden, mit `#` verlinkst du einen Kanal oder ein Thema, mit `:` fügst du Emojis ein. Code wird farbig, wenn nach drei Backticks die Sprache steht:\n\n```python\ndef greet(name):\n    return "Hallo, " + name\n```',

  'first.keys': 'Tastenkürzel',
  'first.keys.text':
    'Im Browser ist fast alles nur eine Taste entfernt:\n\n* `n` öffnet das nächste ungelesene Thema\n* `r` antwortet, `c` beginnt ein neues Thema, `x` eine Direktnachricht\n* `/` sucht, `Strg` + `K` springt zu Kanälen, Themen und Personen\n* `?` zeigt alle Tastenkürzel',

  'first.inviting': 'Personen einladen',
  'first.inviting.text':
    'Wähle **Personen einladen** im Eingang oder im Menü oben rechts. Verschicke Einladungen per E-Mail oder erstelle einen Link zum Weitergeben und bestimme, in welchen Kanälen die Neuen anfangen.\n\nIn öffentlichen Kanälen können sie alles Bisherige nachlesen, niemand muss es also zweimal erzählen.',

  'first.apps': 'Apps verbinden',
  // COMPAT(apps): they name the API that they are made for.
  'first.apps.text':
    'Hier funktioniert jede App, die zur Zulip-API passt, auf dem Smartphone wie im Terminal. Gib dort die Adresse aus deinem Browser ein und melde dich mit E-Mail-Adresse und Passwort an.',
  'first.apps.bots':
    'Bots und Skripte verwenden einen API-Schlüssel. Bots legst du unter **Einstellungen › Deine Bots** an; dein eigener Schlüssel steht unter **Einstellungen › Konto und Anmeldung**.',
};
