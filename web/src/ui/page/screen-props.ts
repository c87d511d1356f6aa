/** Properties of every screen. */
export type ScreenProps = {
  /** The path after the screen in the address: `notifications` for `/settings/notifications`. */
  page: string;
  /** For an overlay: returns to the screen below. */
  onClose: () => void;
};
