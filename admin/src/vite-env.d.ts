interface ImportMetaEnv {
  /** Origin of the staff calls, such as `https://register.example.org`; unset: the portal's own. */
  readonly VITE_API_ORIGIN?: string;
}
