/** The entry point. */
import '@fontsource-variable/inter/index.css';
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/forced-colors.css';
import { start } from './ui/frame/start/start.tsx';

start();
