/** Why something does not come, for the dry run too. */
export const lostReasons = {
  value: 'A value is left out: ',
  field: 'Its field did not come.',
  topic: 'The visibility of a topic whose channel did not come, or that is unknown here.',
  scheduled: 'A scheduled message whose channel or conversation did not come.',
} as const;
