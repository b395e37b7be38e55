/** `VITE_API_ORIGIN` of the build, such as `https://register.example.org`; empty: the site's own origin. */
declare const __API_ORIGIN__: string;
