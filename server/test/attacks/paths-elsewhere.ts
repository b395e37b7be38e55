/** Paths below which files are served or looked up by name. */
export const BASES = [
  '/kidlab-reg/assets/',
  '/kidlab-reg/admin/assets/',
  '/kidlab-reg/admin/api/docs/',
  '/kidlab-reg/',
  '/kidlab-reg/admin/',
  '/captured-mail/',
];
/** Spellings of `../` that have got past the checks of other products. */
export const STEPS = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '..%c0%af',
  '.%00./',
  '....//',
  './../',
  '%2e%2e;/',
];
/** Files that must never be served. */
export const TARGETS = ['package.json', 'server/package.json', 'etc/passwd', '.env', '.git/HEAD'];
/** Text in those files that no page contains. */
export const INSIDE = /"workspaces"|"dependencies"|root:x:|SESSION_SECRET|ref: refs/;
/** Paths that try to redirect to another host. */
export const ELSEWHERE = [
  '//evil.example.net',
  '//evil.example.net/kidlab-reg',
  '/\\evil.example.net',
  '/kidlab-reg//evil.example.net',
  '/kidlab-reg?//evil.example.net',
  '/kidlab-reg/admin?next=https://evil.example.net',
  '/kidlab-reg/admin/api/api//evil.example.net',
  '/%0d%0aLocation:%20https://evil.example.net',
  '/kidlab-reg/assets//evil.example.net/',
  '/kidlab-reg/assets/..//evil.example.net',
];

export const EVIL = 'evil.example.net';
/** Paths that name a file directly, or another host as in a proxy request. */
export const OUTRIGHT = [
  'http://127.0.0.1/etc/passwd',
  `http://${EVIL}/kidlab-reg/`,
  'file:///etc/passwd',
  '//etc/passwd',
  '/etc/passwd',
  '/kidlab-reg/assets/%2fetc%2fpasswd',
  '/kidlab-reg/assets//etc/passwd',
  '/kidlab-reg/assets/index.js%00.css',
  '/kidlab-reg/admin/assets/..%00/index.html',
  '/kidlab-reg/assets/C:%5cWindows%5cwin.ini',
  '/kidlab-reg/assets/.vite/manifest.json',
  '/kidlab-reg/..;/server/package.json',
];
