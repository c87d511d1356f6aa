/** Loaded with the first formula. */
import 'katex/dist/katex.css';
