/** Where components look for it. */
export { failureText } from '../../view/failure.ts';
