/** What every screen is given. */
export type ScreenProps = {
  /** What follows the screen's name in the address: `notifications` for `/settings/notifications`. */
  page: string;
  /** Of an overlay: back to what it lies over. */
  onClose: () => void;
};
