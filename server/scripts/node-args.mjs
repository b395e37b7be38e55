/** What Node is given for the server: by `npm start`, `npm run serve` and the image, too. What V8 makes of the bundle is good for these alone. */
export const NODE_ARGS = ['--max-old-space-size=512'];
