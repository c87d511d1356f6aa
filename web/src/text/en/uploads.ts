/** Files in messages. */
export const uploads = {
  'uploads.attach': 'Attach files',
  'uploads.list': 'Files on their way',
  'uploads.progress': '{name}, {percent} %',
  'uploads.waiting': '{name}: waiting for the connection',
  'uploads.failed': '{name} was not sent: {reason}',
  'uploads.cancel': 'Cancel {name}',
  'uploads.dismiss': 'Dismiss {name}',
  'uploads.tooLarge': 'It is larger than {most} MB.',
  'uploads.sendsAfter': 'It is sent when the files are there.',
  'uploads.savesAfter': 'It is saved when the files are there.',
  'uploads.drop': 'Drop files to attach them',
} as const;
