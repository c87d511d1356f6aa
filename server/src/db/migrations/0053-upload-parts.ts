/** Uploads over tus whose received bytes are objects in the bucket, so that any node continues them. */
export const uploadParts = (): string[] => [
  "ALTER TABLE resumable_upload ADD COLUMN parts text NOT NULL DEFAULT '[]'",
];
