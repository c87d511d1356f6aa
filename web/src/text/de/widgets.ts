import type { widgets as english } from '../en/widgets.ts';

export const widgets: Record<keyof typeof english, string> = {
  'widgets.poll': 'Umfrage',
  'widgets.todo': 'Aufgabenliste',
  'widgets.votes': '{count, plural, one {# Stimme} other {# Stimmen}}',
  'widgets.option': '{text}, {votes}',
  'widgets.voters':
    '{count, plural, =0 {Noch hat niemand abgestimmt} one {# Person hat abgestimmt} other {# Personen haben abgestimmt}}',
  'widgets.done': '{done} von {all} erledigt',
  'widgets.question': 'Frage',
  'widgets.editQuestion': 'Frage ändern',
  'widgets.addOption': 'Antwort hinzufügen',
  'widgets.option.new': 'Antwort',
  'widgets.optionExists': 'Diese Antwort gibt es schon.',
  'widgets.title': 'Titel',
  'widgets.editTitle': 'Titel ändern',
  'widgets.addTask': 'Aufgabe hinzufügen',
  'widgets.task': 'Aufgabe',
  'widgets.description': 'Beschreibung',
  'widgets.taskExists': 'Diese Aufgabe gibt es schon.',
  'widgets.add': 'Hinzufügen',
  'widgets.create': 'Umfrage oder Aufgabenliste',
  'widgets.createPoll': 'Umfrage anlegen',
  'widgets.createTodo': 'Aufgabenliste anlegen',
  'widgets.optionNumber': 'Antwort {number}',
  'widgets.taskNumber': 'Aufgabe {number}',
  'widgets.descriptionNumber': 'Beschreibung der Aufgabe {number}',
  'widgets.addToMessage': 'In die Nachricht',
  'widgets.ownMessage':
    'Eine Umfrage oder Liste ist eine eigene Nachricht. Sende oder lösche erst, was geschrieben ist.',
  'widgets.commandPoll': 'Mit einer Umfrage fragen',
  'widgets.commandTodo': 'Eine Aufgabenliste beginnen',
};
