import type { TestApp } from '../app.js';

/** One registered handler. */
export interface Route {
  /** Lower case. */
  readonly method: string;
  /** As registered: `/kidlab-reg/children/:id`. */
  readonly path: string;
}

/** Every registered route, pages included. Middleware of single routes is left out. */
export function routesOf(product: TestApp): Route[] {
  const { router } = product.app.getHttpAdapter().getInstance() as unknown as {
    router: { stack: { route?: { path: unknown; methods: Record<string, boolean> } }[] };
  };
  const found = router.stack.flatMap(({ route }) =>
    typeof route?.path === 'string'
      ? Object.keys(route.methods).map((method) => `${method} ${String(route.path)}`)
      : [],
  );
  return [...new Set(found)].map((text) => {
    const [method = '', path = ''] = text.split(' ');
    return { method, path };
  });
}
