/** The checklist of owners. */
export const setup = {
  'setup.title': 'Set up your organization',
  'setup.count': '{done} of {all}',
  'setup.dismiss': 'Hide checklist',
  'setup.done': 'Done',
  'setup.open': 'Not done',
  'setup.invite': 'Invite people',
  'setup.inviteHint': 'By email, or with a link that you share.',
  'setup.describe': 'Add a name and description',
  'setup.describeHint': 'Shown on the sign-in page and in invitations.',
  'setup.picture': 'Upload an icon',
  'setup.pictureHint': 'Shown in the sidebar, in apps and on the sign-in page.',
  'setup.mail': 'Connect a mail server',
  'setup.mailHint':
    'Needed for invitations, new passwords and notifications by email. Set smtp_url in heddle.toml and restart the server.',
  'setup.backups': 'Schedule backups',
  'setup.backupsHint':
    'Set backup_to in heddle.toml and restart the server. Keep the folder on another disk.',
} as const;
