/** Files in messages. */
export const uploads = {
  'uploads.attach': 'Attach files',
  'uploads.list': 'Uploads',
  'uploads.progress': '{name}, {percent} %',
  'uploads.waiting': '{name}: waiting for the connection',
  'uploads.failed': '{name} could not be uploaded: {reason}',
  'uploads.cancel': 'Cancel {name}',
  'uploads.dismiss': 'Dismiss {name}',
  'uploads.tooLarge': 'The file exceeds the limit of {most} MiB.',
  'uploads.sendsAfter': 'The message is sent once all uploads are complete.',
  'uploads.savesAfter': 'The message is saved once all uploads are complete.',
  'uploads.drop': 'Drop files to attach them',
} as const;
