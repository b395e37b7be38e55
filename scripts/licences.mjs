// npm run licences: lists the installed packages by license, marked `tool` when they are not shipped.
import { main, say } from './lib/checkout.mjs';
import { lockedPackages } from './lib/supply-chain.mjs';

await main(async () => {
  const lines = lockedPackages().map(
    ({ licence, id, dev }) => `${licence}\t${id}${dev === true ? '\ttool' : ''}`,
  );
  say([...new Set(lines)].sort().join('\n'));
});
