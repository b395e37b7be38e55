// node scripts/supply-chain.mjs: holds package-lock.json against the rules of docs/operation.md; a part of `npm test
// lint`.
import { Fault, main, say } from './lib/checkout.mjs';
import { lockedPackages, supplyChainFaults } from './lib/supply-chain.mjs';

await main(async () => {
  const faults = supplyChainFaults();
  if (faults.length > 0) throw new Fault(faults.join('\n'));
  const packages = lockedPackages();
  const unchecked = packages.filter(({ integrity }) => integrity === undefined).length;
  say(
    `supply chain: ${packages.length} packages, licences and install scripts as allowed, ${unchecked} without a checksum (tools for other systems)`,
  );
});
