interface ImportMetaEnv {
  /** Origin of the calls, such as `https://register.example.org`; unset: the site's own. */
  readonly VITE_API_ORIGIN?: string;
}
