import type { widgets as english } from '../en/widgets.ts';

export const widgets: Record<keyof typeof english, string> = {
  'widgets.poll': 'Umfrage',
  'widgets.todo': 'Aufgabenliste',
  'widgets.votes': '{count, plural, one {# Stimme} other {# Stimmen}}',
  'widgets.option': '{text}, {votes}',
  'widgets.voters':
    '{count, plural, =0 {Noch keine Stimmen} one {# Person hat abgestimmt} other {# Personen haben abgestimmt}}',
  'widgets.done': '{done} von {all} erledigt',
  'widgets.question': 'Frage',
  'widgets.editQuestion': 'Frage ändern',
  'widgets.addOption': 'Option hinzufügen',
  'widgets.option.new': 'Option',
  'widgets.optionExists': 'Diese Option gibt es bereits.',
  'widgets.title': 'Titel',
  'widgets.editTitle': 'Titel ändern',
  'widgets.addTask': 'Aufgabe hinzufügen',
  'widgets.task': 'Aufgabe',
  'widgets.description': 'Beschreibung',
  'widgets.taskExists': 'Diese Aufgabe gibt es bereits.',
  'widgets.add': 'Hinzufügen',
  'widgets.create': 'Umfrage oder Aufgabenliste',
  'widgets.createPoll': 'Umfrage erstellen',
  'widgets.createTodo': 'Aufgabenliste erstellen',
  'widgets.optionNumber': 'Option {number}',
  'widgets.taskNumber': 'Aufgabe {number}',
  'widgets.descriptionNumber': 'Beschreibung der Aufgabe {number}',
  'widgets.addToMessage': 'Einfügen',
  'widgets.ownMessage':
    'Eine Umfrage oder Liste ist eine eigene Nachricht. Sende oder lösche zuerst den vorhandenen Text.',
  'widgets.commandPoll': 'Umfrage erstellen',
  'widgets.commandTodo': 'Aufgabenliste erstellen',
};
