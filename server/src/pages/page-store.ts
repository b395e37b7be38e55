import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import Handlebars from 'handlebars';

/** Placeholder in a built page for the site's configuration, as JSON. */
const CONFIG_TOKEN = '{{SITE_CONFIG}}';
/** Placeholder for the nonce of styles that scripts create. */
const NONCE_TOKEN = '{{STYLE_NONCE}}';

export interface PageValues {
  readonly config?: unknown;
  readonly styleNonce?: string;
}

/** JSON that is safe inside a script element. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

/**
 * Removes one trailing slash: `/registration/` → `/registration`. Avoids a regular expression for several slashes,
 * which could be slow on a long path from an attacker.
 */
function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

/**
 * The prerendered pages of one frontend app, read once. A page is found by its path below the app's base path, such as
 * `/registration`; any other path gets the index page. Brand names are filled in here, so one build serves every
 * configuration.
 */
export class PageStore {
  private readonly pages = new Map<string, string>();
  private readonly hashes = new Set<string>();

  /**
   * @param folder the app's build
   * @param words brand names by token (`LAB_NAME` for `{{LAB_NAME}}`)
   */
  constructor(
    private readonly folder: string,
    private readonly words: Readonly<Record<string, string>>,
  ) {
    if (!existsSync(join(folder, 'index.html'))) return;
    this.pages.set('/', this.read('index.html'));
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const file = join(entry.name, 'index.html');
      if (entry.isDirectory() && existsSync(join(folder, file))) {
        this.pages.set(`/${entry.name}`, this.read(file));
      }
    }
  }

  /** The page at `path`, filled in; `null` when the app was not built. */
  page(path: string, { config = null, styleNonce = '' }: PageValues): string | null {
    const page = this.pages.get(withoutSlash(path)) ?? this.pages.get('/');
    if (page === undefined) return null;
    return page
      .replace(CONFIG_TOKEN, () => scriptJson(config))
      .replace(NONCE_TOKEN, () => styleNonce);
  }

  /** The lower-case path of a page, to redirect to, when `path` has capitals; otherwise `null`. */
  lowerCasePath(path: string): string | null {
    const bare = withoutSlash(path);
    const lower = bare.toLowerCase();
    return lower !== bare && this.pages.has(lower) ? lower : null;
  }

  /** The hashes of the pages' inline styles, for the content security policy. */
  get styleSources(): readonly string[] {
    return [...this.hashes];
  }

  private read(file: string): string {
    const page = readFileSync(join(this.folder, file), 'utf8').replace(
      /\{\{([A-Z_]+)\}\}/g,
      (token, name: string) => {
        const word = this.words[name];
        return word === undefined ? token : Handlebars.escapeExpression(word);
      },
    );
    for (const [, styles = ''] of page.matchAll(/<style>(.*?)<\/style>/gs)) {
      this.hashes.add(`'sha256-${createHash('sha256').update(styles).digest('base64')}'`);
    }
    return page;
  }
}
