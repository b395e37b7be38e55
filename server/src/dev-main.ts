// Starts the server from its parts, so that `npm run dev` notices what was compiled anew.
import { start } from './server.js';

start();
