/** An error text, announced when it appears. */
export const ErrorLine = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : (
    <p class="settings-error" role="alert">
      {reason}
    </p>
  );
