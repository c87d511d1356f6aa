import type { Refusals } from '../en/refusals.ts';

export const refusals: Refusals = {
  texts: {
    'The time limit for editing this message has passed':
      'Die Zeit zum Bearbeiten dieser Nachricht ist abgelaufen.',
    'The time limit for deleting this message has passed':
      'Die Zeit zum Löschen dieser Nachricht ist abgelaufen.',
    "The time limit for editing this message's {what}":
      'Die Zeit zum Verschieben dieser Nachricht ist abgelaufen.',
    'You only have permission to move the {count}/{total} most recent messages in this topic.':
      'Von den {total} Nachrichten dieses Themas darfst du nur die {count} neuesten verschieben.',
    "You don't have permission to edit this message": 'Diese Nachricht darfst du nicht bearbeiten.',
    "You don't have permission to move this message": 'Diese Nachricht darfst du nicht verschieben.',
    "You don't have permission to delete this message": 'Diese Nachricht darfst du nicht löschen.',
    "You don't have permission to resolve topics.": 'Du darfst hier keine Themen als erledigt markieren.',
    'Your organization has turned off message editing':
      'In dieser Organisation können Nachrichten nicht bearbeitet werden.',
    'Message edit history is disabled in this organization':
      'In dieser Organisation ist der Bearbeitungsverlauf deaktiviert.',
    'Read receipts are disabled in this organization.':
      'In dieser Organisation sind Lesebestätigungen deaktiviert.',
    'Widgets cannot be edited.': 'Umfragen und Listen können nicht bearbeitet werden.',
    'Message must not be empty': 'Die Nachricht darf nicht leer sein.',
    'Invalid message(s)': 'Diese Nachricht gibt es nicht mehr, oder du darfst sie nicht sehen.',
    'General chat cannot be marked as resolved':
      'Nachrichten ohne Thema können nicht als erledigt markiert werden.',
    'Sending messages to the {topic} is not allowed in this channel.':
      'In diesem Kanal braucht jede Nachricht ein Thema.',
    'Only the {topic} topic is allowed in this channel.': 'In diesem Kanal haben Nachrichten kein Thema.',
    'Invalid character in topic, at position {position}!':
      'Das Thema enthält an Stelle {position} ein unzulässiges Zeichen.',
    'You do not have permission to create new topics in this channel.':
      'Du darfst in diesem Kanal keine Themen beginnen.',
    'You do not have permission to post in this channel.': 'In diesem Kanal darfst du nicht schreiben.',
    "Not authorized to send to channel '{name}'": 'Im Kanal „{name}“ darfst du nicht schreiben.',
    'Direct messages are disabled in this organization.':
      'In dieser Organisation gibt es keine Direktnachrichten.',
    'This conversation does not include any users who can authorize it.':
      'In dieser Unterhaltung ist keine Person mit der nötigen Berechtigung.',
    'You do not have permission to initiate direct message conversations.':
      'Du darfst keine Direktnachrichten beginnen.',
    'You do not have permission to access some of the recipients.':
      'Einigen der Empfänger darfst du nicht schreiben.',
    'A direct message has at most {count} recipients.':
      'Eine Direktnachricht geht an höchstens {count} Personen.',
    "'{email}' is no longer using Heddle.": 'Das Konto {email} ist deaktiviert.',
    "You are not allowed to mention user group '{name}'.": 'Die Gruppe „{name}“ darfst du nicht erwähnen.',
    'A message has at most {count} different reactions.':
      'Eine Nachricht hat höchstens {count} verschiedene Reaktionen.',
    'Nothing more can be added to this message.': 'Dieser Nachricht kann nichts mehr hinzugefügt werden.',
    'Scheduled delivery time must be in the future.': 'Der Zeitpunkt muss in der Zukunft liegen.',
    'Scheduled message does not exist': 'Diese geplante Nachricht gibt es nicht mehr.',
    'A person has at most {count} scheduled messages.': 'Niemand kann mehr als {count} Nachrichten planen.',
    'Reminder does not exist': 'Diese Erinnerung gibt es nicht mehr.',
    'Draft does not exist': 'Diesen Entwurf gibt es nicht mehr.',
    'Saved snippet does not exist.': 'Diesen Textbaustein gibt es nicht mehr.',
    'A person has at most {count} saved snippets.': 'Niemand kann mehr als {count} Textbausteine haben.',
    'Title cannot be empty.': 'Der Name darf nicht leer sein.',
    'Content cannot be empty.': 'Der Text darf nicht leer sein.',
    'An explanation is required.': 'Eine Begründung ist erforderlich.',
    'Uploaded file is larger than the allowed limit of {count} MiB':
      'Die Datei ist zu groß: höchstens {count} MiB.',
    'Invalid attachment': 'Diese Datei gibt es nicht mehr.',
    'Avatar changes are disabled in this organization.':
      'In dieser Organisation können Profilbilder nicht geändert werden.',
    'Wrong password!': 'Das Passwort ist falsch.',
    'Please choose a new password': 'Wähle ein neues Passwort.',
    'The password is too weak: it needs at least {least} characters.':
      'Das Passwort ist zu schwach: Es braucht mindestens {least} Zeichen.',
    'The password is too long (limit: {most} characters).':
      'Das Passwort ist zu lang (höchstens {most} Zeichen).',
    'The password is too weak: it is one of the most common ones.':
      'Das Passwort ist zu schwach: Es gehört zu den häufigsten.',
    'The password is too weak: its characters follow one another.':
      'Das Passwort ist zu schwach: Es ist eine einfache Zeichenfolge.',
    'The password is too weak: it is the name or the e-mail address.':
      'Das Passwort ist zu schwach: Es ist der Name oder die E-Mail-Adresse.',
    'Name too short!': 'Der Name ist zu kurz.',
    'Name too long!': 'Der Name ist zu lang.',
    'Invalid characters in name!': 'Der Name enthält unzulässige Zeichen.',
    'Invalid format!': 'Der Name hat ein unzulässiges Format.',
    'Unique names required in this organization.': 'Dieser Name ist in der Organisation bereits vergeben.',
    'Your organization does not allow changing names.':
      'In dieser Organisation können Namen nicht geändert werden.',
    'Enter a valid email address.': 'Gib eine gültige E-Mail-Adresse an.',
    'Email is already in use.': 'Diese E-Mail-Adresse wird bereits verwendet.',
    'Email address changes are disabled in this organization.':
      'In dieser Organisation können E-Mail-Adressen nicht geändert werden.',
    'Addresses of throw-away mail services are not accepted.': 'Wegwerf-Adressen sind nicht erlaubt.',
    'Addresses with a + in them are not accepted.': 'Adressen mit einem + sind nicht erlaubt.',
    'The address is not of a domain that may join this organization.':
      'Mit Adressen dieser Domain kann man der Organisation nicht beitreten.',
    'You are not allowed to change this field. Contact an administrator to update it.':
      'Dieses Feld können nur Administratoren ändern.',
    'At most {count} alert words can be set.': 'Es sind höchstens {count} Signalwörter möglich.',
    'Channel name is already in use.': 'Ein Kanal mit diesem Namen existiert bereits.',
    'Channel already has that name.': 'Der Kanal hat diesen Namen bereits.',
    "Channel name can't be empty.": 'Der Kanal braucht einen Namen.',
    'Channel name too long (limit: {count} characters).': 'Der Name ist zu lang (höchstens {count} Zeichen).',
    'Invalid character in channel name, at position {position}.':
      'Der Name enthält an Stelle {position} ein unzulässiges Zeichen.',
    'Unable to access channel ({name}).': 'Den Kanal „{name}“ gibt es nicht, oder du darfst ihn nicht sehen.',
    'Invalid channel ID': 'Diesen Kanal gibt es nicht, oder du darfst ihn nicht sehen.',
    'You do not have permission to administer this channel.': 'Diesen Kanal darfst du nicht verwalten.',
    'You do not have permission to change default channels.': 'Du darfst die Standardkanäle nicht ändern.',
    'All messages of this channel must be in the {name} topic first.':
      'Erst müssen alle Nachrichten dieses Kanals ohne Thema sein.',
    'A default channel cannot be private.': 'Ein Standardkanal kann nicht privat sein.',
    'Private channels cannot be made default.': 'Ein privater Kanal kann kein Standardkanal sein.',
    'Moderation request channel must be private.': 'Der Kanal für Meldungen muss privat sein.',
    "Channel folder '{name}' already exists": 'Der Ordner „{name}“ existiert bereits.',
    "Channel folder name can't be empty.": 'Der Ordner braucht einen Namen.',
    "User group '{name}' already exists.": 'Die Gruppe „{name}“ existiert bereits.',
    "User group name can't be empty!": 'Die Gruppe braucht einen Namen.',
    'User group name cannot exceed {count} characters.': 'Der Name ist zu lang (höchstens {count} Zeichen).',
    "User group name cannot start with '{prefix}'.":
      'Der Name einer Gruppe darf nicht mit „{prefix}“ beginnen.',
    'Invalid character in user group name, at position {position}.':
      'Der Name enthält an Stelle {position} ein unzulässiges Zeichen.',
    'User group is deactivated.': 'Diese Gruppe ist deaktiviert.',
    'You do not have permission to subscribe other users to channels.':
      'Du darfst keine anderen Personen zu Kanälen hinzufügen.',
    'Insufficient permission': 'Dazu fehlt dir die Berechtigung.',
    'Must be an organization administrator': 'Das dürfen nur Administratoren der Organisation.',
    'Must be an organization owner': 'Das dürfen nur Inhaber der Organisation.',
    'Not allowed for guest users': 'Gäste dürfen das nicht.',
    'No such user': 'Diese Person gibt es nicht.',
    'User is deactivated': 'Dieses Konto ist deaktiviert.',
    'The owner permission cannot be removed from the only organization owner.':
      'Die Organisation braucht mindestens einen Inhaber.',
    'Cannot deactivate the only organization owner':
      'Der einzige Inhaber der Organisation kann nicht deaktiviert werden.',
    'You must specify at least one email address.': 'Gib mindestens eine E-Mail-Adresse an.',
    'No such invitation': 'Diese Einladung gibt es nicht mehr.',
    'This organization may send {count} invitations by e-mail a day, and these would be more. None was sent.':
      'Diese Organisation darf täglich höchstens {count} Einladungen per E-Mail senden. Es wurden keine gesendet.',
    'Bad name or username': 'Dieser Name ist für einen Bot nicht zulässig.',
    'Name is already in use!': 'Dieser Name ist bereits vergeben.',
    'Failed to change owner, user is deactivated': 'Das Konto des neuen Besitzers ist deaktiviert.',
    'Organization name cannot be blank': 'Die Organisation braucht einen Namen.',
    'Organization name is too long.': 'Der Name der Organisation ist zu lang.',
    'A custom emoji with this name already exists.': 'Ein Emoji mit diesem Namen existiert bereits.',
    'Emoji name is missing': 'Das Emoji braucht einen Namen.',
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.':
      'Emoji-Namen bestehen aus Kleinbuchstaben von a bis z, Ziffern, Leerzeichen, Binde- und Unterstrichen.',
    'Emoji names must end with either a letter or digit.':
      'Emoji-Namen müssen mit einem Buchstaben oder einer Ziffer enden.',
    'Only administrators can override default emoji.':
      'Vorhandene Emoji dürfen nur Administratoren ersetzen.',
    'Realm filter with this Realm and Pattern already exists.':
      'Ein automatischer Link mit diesem Muster existiert bereits.',
    'Realm playground with this Realm, Pygments language and Name already exists.':
      'Ein Code-Playground mit diesem Namen existiert für diese Sprache bereits.',
    'The domain {name} is already a part of your organization.':
      'Die Domain {name} wurde bereits hinzugefügt.',
    'A field with that label already exists.': 'Ein Feld mit diesem Namen existiert bereits.',
    'Label cannot be blank.': 'Das Feld braucht einen Namen.',
    'Field must have at least one choice.': 'Das Feld braucht mindestens eine Option.',
    'Field must not have duplicate choices.': 'Jede Option darf nur einmal vorkommen.',
    '{name} is not a URL': 'Das ist keine gültige URL.',
    '{what} is too long (limit: {count} characters)': 'Das ist zu lang (höchstens {count} Zeichen).',
  },
  codes: {
    UNAUTHORIZED_PRINCIPAL: 'Dazu fehlt dir die Berechtigung.',
    UNAUTHORIZED: 'Deine Sitzung ist abgelaufen. Lade die Seite neu.',
    INVALID_API_KEY: 'Deine Sitzung ist abgelaufen. Lade die Seite neu.',
    USER_DEACTIVATED: 'Dieses Konto ist deaktiviert.',
    REALM_DEACTIVATED: 'Diese Organisation ist deaktiviert.',
    STREAM_DOES_NOT_EXIST: 'Diesen Kanal gibt es nicht, oder du darfst ihn nicht sehen.',
    NOT_FOUND: 'Das gibt es nicht mehr.',
    PAYLOAD_TOO_LARGE: 'Die Anfrage ist zu groß.',
    REALM_UPLOAD_QUOTA: 'Das Speicherkontingent der Organisation ist erschöpft.',
    BAD_IMAGE: 'Diese Datei kann nicht als Bild angezeigt werden.',
    EXPECTATION_MISMATCH:
      'Die Einstellung wurde inzwischen von jemand anderem geändert. Prüfe sie und versuche es noch einmal.',
    REACTION_ALREADY_EXISTS: 'Du hast bereits so reagiert.',
    REACTION_DOES_NOT_EXIST: 'Diese Reaktion gibt es nicht mehr.',
    STREAM_WILDCARD_MENTION_NOT_ALLOWED: 'In diesem Kanal darfst du nicht alle auf einmal erwähnen.',
    TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 'In diesem Thema darfst du nicht alle auf einmal erwähnen.',
    CANNOT_DEACTIVATE_LAST_USER: 'Der einzige Inhaber der Organisation kann nicht deaktiviert werden.',
    CANNOT_DEACTIVATE_GROUP_IN_USE:
      'Diese Gruppe wird noch verwendet: von einer anderen Gruppe oder in einer Berechtigung.',
    SYSTEM_GROUP_REQUIRED: 'Hier ist nur eine der Systemgruppen möglich.',
  },
};
