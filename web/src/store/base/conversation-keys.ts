/** Keys of conversations, under which the store keeps what belongs to each. */

/** Identifies a direct conversation by the others in it; empty for notes to oneself. */
export const directKey = (userIds: readonly number[], ownId: number): string =>
  userIds
    .filter((id) => id !== ownId)
    .sort((a, b) => a - b)
    .join(',');
