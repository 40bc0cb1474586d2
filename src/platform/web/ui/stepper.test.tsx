import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Stepper } from './stepper.tsx';

const render = (current: number): string =>
  renderToStaticMarkup(
    <Stepper label="Steps" steps={['one', 'two', 'three']} current={current} doneText="done" />,
  );

test('a stepper marks steps as done, current and upcoming', () => {
  const states = [...render(1).matchAll(/data-state="(\w+)"/g)].map(([, state]) => state);
  expect(states).toEqual(['done', 'now', 'next']);
  expect(render(1).match(/aria-current="step"/g)).toHaveLength(1);
});

test('a stepper past its last step marks all steps as done', () => {
  expect(render(3).match(/data-state="done"/g)).toHaveLength(3);
  expect(render(3)).not.toContain('aria-current');
});
