import { bin, run } from '#scripts/run.js';

const staticChecks = [
  { name: '타입', command: [...bin('typescript/bin/tsc'), '-b'] },
  { name: '린트', command: [...bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  { name: '라이선스', command: [process.execPath, 'scripts/licences.js'] },
  { name: '형식', command: [...bin('oxfmt/bin/oxfmt'), '--check'] },
];

export const runStaticChecks = async () => {
  const counts = { passed: 0, failed: 0, failures: [] };
  for (const { name, command } of staticChecks) {
    const isPassed = (await run(command, { isQuiet: true })) === 0;
    counts[isPassed ? 'passed' : 'failed'] += 1;
    if (!isPassed) counts.failures.push(name);
    console.log(`${isPassed ? '✓' : '✗'} ${name}`);
  }
  return counts;
};
