import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const swaggerUi = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** What the page loads from Swagger UI's own build, below its address. */
const FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'] as const;

export function pageFile(name: string): string | null {
  const file = FILES.find((each) => each === name);
  return file === undefined ? null : join(swaggerUi, file);
}

/** Starts Swagger UI: a file of its own, as the content security policy allows no script in a page. */
export const PAGE_SCRIPT = `SwaggerUIBundle({
  url: 'docs-json',
  dom_id: '#calls',
  deepLinking: true,
  docExpansion: 'list',
  displayRequestDuration: true,
});
`;

export const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Calls of the Kid Lab registration</title>
    <link rel="stylesheet" href="docs/swagger-ui.css" />
  </head>
  <body>
    <div id="calls"></div>
    <script src="docs/swagger-ui-bundle.js"></script>
    <script src="docs/start.js"></script>
  </body>
</html>
`;
