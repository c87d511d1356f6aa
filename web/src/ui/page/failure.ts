/** Re-exported for components. */
export { failureText } from '../../view/text/failure.ts';
