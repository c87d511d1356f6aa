/** Properties of every screen. */
export type ScreenProps = {
  /** The path after the screen in the address: `notifications` for `/settings/notifications`. */
  page: string;
  /** Closes an overlay and returns to the screen below. */
  onClose: () => void;
};
