/** Where components look for it. */
export { failureText } from '../../view/text/failure.ts';
