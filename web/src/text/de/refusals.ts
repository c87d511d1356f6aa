import type { Refusals } from '../en/refusals.ts';

export const refusals: Refusals = {
  texts: {
    'The time limit for editing this message has passed':
      'Die Zeit, in der diese Nachricht bearbeitet werden konnte, ist um.',
    'The time limit for deleting this message has passed':
      'Die Zeit, in der diese Nachricht gelöscht werden konnte, ist um.',
    "The time limit for editing this message's {what}":
      'Die Zeit, in der diese Nachricht verschoben werden konnte, ist um.',
    'You only have permission to move the {count}/{total} most recent messages in this topic.':
      'Von den {total} Nachrichten dieses Themas darfst du nur die {count} neuesten verschieben.',
    "You don't have permission to edit this message": 'Diese Nachricht darfst du nicht bearbeiten.',
    "You don't have permission to move this message": 'Diese Nachricht darfst du nicht verschieben.',
    "You don't have permission to delete this message": 'Diese Nachricht darfst du nicht löschen.',
    "You don't have permission to resolve topics.": 'Du darfst hier keine Themen als gelöst markieren.',
    'Your organization has turned off message editing':
      'In dieser Organisation lassen sich Nachrichten nicht bearbeiten.',
    'Message edit history is disabled in this organization':
      'In dieser Organisation ist nicht zu sehen, was an Nachrichten geändert wurde.',
    'Read receipts are disabled in this organization.':
      'In dieser Organisation ist nicht zu sehen, wer was gelesen hat.',
    'Widgets cannot be edited.': 'Umfragen und Listen lassen sich nicht bearbeiten.',
    'Message must not be empty': 'Die Nachricht darf nicht leer sein.',
    'Invalid message(s)': 'Diese Nachricht gibt es nicht mehr, oder du darfst sie nicht sehen.',
    'General chat cannot be marked as resolved': 'Was kein Thema hat, lässt sich nicht als gelöst markieren.',
    'Sending messages to the {topic} is not allowed in this channel.':
      'In diesem Kanal braucht jede Nachricht ein Thema.',
    'Only the {topic} topic is allowed in this channel.': 'In diesem Kanal haben Nachrichten kein Thema.',
    'Invalid character in topic, at position {position}!':
      'Das Thema enthält an Stelle {position} ein Zeichen, das nicht erlaubt ist.',
    'You do not have permission to create new topics in this channel.':
      'Du darfst in diesem Kanal keine Themen beginnen.',
    'You do not have permission to post in this channel.': 'In diesem Kanal darfst du nicht schreiben.',
    "Not authorized to send to channel '{name}'": 'Im Kanal „{name}“ darfst du nicht schreiben.',
    'Direct messages are disabled in this organization.':
      'In dieser Organisation gibt es keine Direktnachrichten.',
    'This conversation does not include any users who can authorize it.':
      'In diesem Gespräch ist niemand, der es erlauben darf.',
    'You do not have permission to initiate direct message conversations.':
      'Du darfst keine Direktnachrichten beginnen.',
    'You do not have permission to access some of the recipients.':
      'Einigen, an die das gehen soll, darfst du nicht schreiben.',
    'A direct message has at most {count} recipients.':
      'Eine Direktnachricht geht an höchstens {count} Personen.',
    "'{email}' is no longer using Heddle.": '{email} ist nicht mehr dabei.',
    "You are not allowed to mention user group '{name}'.": 'Die Gruppe „{name}“ darfst du nicht erwähnen.',
    'A message has at most {count} different reactions.':
      'Eine Nachricht hat höchstens {count} verschiedene Reaktionen.',
    'Nothing more can be added to this message.': 'Dieser Nachricht lässt sich nichts mehr hinzufügen.',
    'Scheduled delivery time must be in the future.': 'Der Zeitpunkt muss in der Zukunft liegen.',
    'Scheduled message does not exist': 'Diese geplante Nachricht gibt es nicht mehr.',
    'A person has at most {count} scheduled messages.': 'Niemand kann mehr als {count} Nachrichten planen.',
    'Reminder does not exist': 'Diese Erinnerung gibt es nicht mehr.',
    'Draft does not exist': 'Diesen Entwurf gibt es nicht mehr.',
    'Saved snippet does not exist.': 'Diesen Textbaustein gibt es nicht mehr.',
    'A person has at most {count} saved snippets.': 'Niemand kann mehr als {count} Textbausteine haben.',
    'Title cannot be empty.': 'Der Name darf nicht leer sein.',
    'Content cannot be empty.': 'Der Text darf nicht leer sein.',
    'An explanation is required.': 'Sag bitte, worum es geht.',
    'Uploaded file is larger than the allowed limit of {count} MiB':
      'Die Datei ist zu groß: höchstens {count} MiB.',
    'Invalid attachment': 'Diese Datei gibt es nicht mehr.',
    'Avatar changes are disabled in this organization.':
      'In dieser Organisation lassen sich Bilder von Personen nicht ändern.',
    'Wrong password!': 'Das Passwort ist falsch.',
    'Please choose a new password': 'Wähle ein neues Passwort.',
    'The password is too weak: it needs at least {least} characters.':
      'Das Passwort ist zu schwach: Es braucht mindestens {least} Zeichen.',
    'The password is too long (limit: {most} characters).':
      'Das Passwort ist zu lang (höchstens {most} Zeichen).',
    'The password is too weak: it is one of the most common ones.':
      'Das Passwort ist zu schwach: Es ist eines der häufigsten.',
    'The password is too weak: its characters follow one another.':
      'Das Passwort ist zu schwach: Seine Zeichen folgen aufeinander.',
    'The password is too weak: it is the name or the e-mail address.':
      'Das Passwort ist zu schwach: Es ist der Name oder die E-Mail-Adresse.',
    'Name too short!': 'Der Name ist zu kurz.',
    'Name too long!': 'Der Name ist zu lang.',
    'Invalid characters in name!': 'Im Namen sind Zeichen, die nicht erlaubt sind.',
    'Invalid format!': 'Diese Form darf der Name nicht haben.',
    'Unique names required in this organization.':
      'In dieser Organisation gibt es jeden Namen nur einmal, und diesen schon.',
    'Your organization does not allow changing names.':
      'In dieser Organisation lassen sich Namen nicht ändern.',
    'Enter a valid email address.': 'Gib eine gültige E-Mail-Adresse an.',
    'Email is already in use.': 'Diese E-Mail-Adresse wird schon benutzt.',
    'Email address changes are disabled in this organization.':
      'In dieser Organisation lassen sich E-Mail-Adressen nicht ändern.',
    'Addresses of throw-away mail services are not accepted.': 'Wegwerf-Adressen werden nicht angenommen.',
    'Addresses with a + in them are not accepted.': 'Adressen mit einem + werden nicht angenommen.',
    'The address is not of a domain that may join this organization.':
      'Adressen dieser Domain dürfen der Organisation nicht beitreten.',
    'You are not allowed to change this field. Contact an administrator to update it.':
      'Dieses Feld kann nur die Verwaltung ändern.',
    'At most {count} alert words can be set.': 'Es gibt höchstens {count} Wörter.',
    'Channel name is already in use.': 'Einen Kanal dieses Namens gibt es schon.',
    'Channel already has that name.': 'So heißt der Kanal schon.',
    "Channel name can't be empty.": 'Der Kanal braucht einen Namen.',
    'Channel name too long (limit: {count} characters).': 'Der Name ist zu lang (höchstens {count} Zeichen).',
    'Invalid character in channel name, at position {position}.':
      'Der Name enthält an Stelle {position} ein Zeichen, das nicht erlaubt ist.',
    'Unable to access channel ({name}).': 'Den Kanal „{name}“ gibt es nicht, oder du darfst ihn nicht sehen.',
    'Invalid channel ID': 'Diesen Kanal gibt es nicht, oder du darfst ihn nicht sehen.',
    'You do not have permission to administer this channel.': 'Diesen Kanal darfst du nicht verwalten.',
    'You do not have permission to change default channels.':
      'In welche Kanäle alle kommen, darfst du nicht ändern.',
    'All messages of this channel must be in the {name} topic first.':
      'Erst müssen alle Nachrichten dieses Kanals ohne Thema sein.',
    'A default channel cannot be private.': 'Ein Kanal, in den alle kommen, kann nicht privat sein.',
    'Private channels cannot be made default.': 'In einen privaten Kanal können nicht alle kommen.',
    'Moderation request channel must be private.': 'Der Kanal für Meldungen muss privat sein.',
    "Channel folder '{name}' already exists": 'Einen Ordner „{name}“ gibt es schon.',
    "Channel folder name can't be empty.": 'Der Ordner braucht einen Namen.',
    "User group '{name}' already exists.": 'Eine Gruppe „{name}“ gibt es schon.',
    "User group name can't be empty!": 'Die Gruppe braucht einen Namen.',
    'User group name cannot exceed {count} characters.': 'Der Name ist zu lang (höchstens {count} Zeichen).',
    "User group name cannot start with '{prefix}'.":
      'Der Name einer Gruppe darf nicht mit „{prefix}“ beginnen.',
    'Invalid character in user group name, at position {position}.':
      'Der Name enthält an Stelle {position} ein Zeichen, das nicht erlaubt ist.',
    'User group is deactivated.': 'Diese Gruppe ist deaktiviert.',
    'You do not have permission to subscribe other users to channels.':
      'Du darfst niemand anderen in Kanäle aufnehmen.',
    'Insufficient permission': 'Das darfst du nicht.',
    'Must be an organization administrator': 'Das darf nur die Verwaltung der Organisation.',
    'Must be an organization owner': 'Das darf nur ein Inhaber der Organisation.',
    'Not allowed for guest users': 'Gäste dürfen das nicht.',
    'No such user': 'Diese Person gibt es nicht.',
    'User is deactivated': 'Dieses Konto ist deaktiviert.',
    'The owner permission cannot be removed from the only organization owner.':
      'Die Organisation braucht mindestens einen Inhaber.',
    'Cannot deactivate the only organization owner':
      'Der einzige Inhaber der Organisation lässt sich nicht deaktivieren.',
    'You must specify at least one email address.': 'Gib mindestens eine E-Mail-Adresse an.',
    'No such invitation': 'Diese Einladung gibt es nicht mehr.',
    'This organization may send {count} invitations by e-mail a day, and these would be more. None was sent.':
      'Diese Organisation darf am Tag {count} Einladungen verschicken, und das wären mehr. Keine wurde verschickt.',
    'Bad name or username': 'So kann der Bot nicht heißen.',
    'Name is already in use!': 'Dieser Name ist vergeben.',
    'Failed to change owner, user is deactivated': 'Wem der Bot gehören soll, ist nicht mehr dabei.',
    'Organization name cannot be blank': 'Die Organisation braucht einen Namen.',
    'Organization name is too long.': 'Der Name der Organisation ist zu lang.',
    'A custom emoji with this name already exists.': 'Ein Emoji dieses Namens gibt es schon.',
    'Emoji name is missing': 'Das Emoji braucht einen Namen.',
    'Emoji names must contain only lowercase English letters, digits, spaces, dashes, and underscores.':
      'Namen von Emoji bestehen aus kleinen Buchstaben von a bis z, Ziffern, Leerzeichen, Binde- und Unterstrichen.',
    'Emoji names must end with either a letter or digit.':
      'Der Name eines Emoji endet mit einem Buchstaben oder einer Ziffer.',
    'Only administrators can override default emoji.': 'Vorhandene Emoji darf nur die Verwaltung ersetzen.',
    'Realm filter with this Realm and Pattern already exists.':
      'Einen automatischen Link mit diesem Muster gibt es schon.',
    'Realm playground with this Realm, Pygments language and Name already exists.':
      'Einen Spielplatz dieses Namens gibt es für diese Sprache schon.',
    'The domain {name} is already a part of your organization.': 'Die Domain {name} ist schon dabei.',
    'A field with that label already exists.': 'Ein Feld dieses Namens gibt es schon.',
    'Label cannot be blank.': 'Das Feld braucht einen Namen.',
    'Field must have at least one choice.': 'Das Feld braucht mindestens eine Auswahl.',
    'Field must not have duplicate choices.': 'Jede Auswahl darf nur einmal vorkommen.',
    '{name} is not a URL': 'Das ist keine Adresse einer Seite.',
    '{what} is too long (limit: {count} characters)': 'Das ist zu lang (höchstens {count} Zeichen).',
  },
  codes: {
    UNAUTHORIZED_PRINCIPAL: 'Das darfst du nicht.',
    UNAUTHORIZED: 'Du bist nicht mehr angemeldet. Lade die Seite neu.',
    INVALID_API_KEY: 'Du bist nicht mehr angemeldet. Lade die Seite neu.',
    USER_DEACTIVATED: 'Dieses Konto ist deaktiviert.',
    REALM_DEACTIVATED: 'Diese Organisation ist deaktiviert.',
    STREAM_DOES_NOT_EXIST: 'Diesen Kanal gibt es nicht, oder du darfst ihn nicht sehen.',
    NOT_FOUND: 'Das gibt es nicht mehr.',
    PAYLOAD_TOO_LARGE: 'Das ist zu groß.',
    REALM_UPLOAD_QUOTA: 'Für diese Datei ist in der Organisation kein Platz mehr.',
    BAD_IMAGE: 'Das ist kein Bild, das sich anzeigen lässt.',
    EXPECTATION_MISMATCH: 'Das hat inzwischen jemand anderes geändert. Sieh es dir noch einmal an.',
    REACTION_ALREADY_EXISTS: 'Diese Reaktion ist schon da.',
    REACTION_DOES_NOT_EXIST: 'Diese Reaktion ist nicht mehr da.',
    STREAM_WILDCARD_MENTION_NOT_ALLOWED: 'In diesem Kanal darfst du nicht alle auf einmal erwähnen.',
    TOPIC_WILDCARD_MENTION_NOT_ALLOWED: 'In diesem Thema darfst du nicht alle auf einmal erwähnen.',
    CANNOT_DEACTIVATE_LAST_USER: 'Der einzige Inhaber der Organisation lässt sich nicht deaktivieren.',
    CANNOT_DEACTIVATE_GROUP_IN_USE:
      'Diese Gruppe wird noch gebraucht: Eine andere Gruppe oder eine Berechtigung nennt sie.',
    SYSTEM_GROUP_REQUIRED: 'Hier geht nur eine der vorgegebenen Gruppen.',
  },
};
