interface ImportMetaEnv {
  /** Origin of the staff API, such as `https://register.example.org`; by default, the portal's own. */
  readonly VITE_API_ORIGIN?: string;
}
