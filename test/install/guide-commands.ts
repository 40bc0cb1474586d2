import { readFile } from 'node:fs/promises';

/** The commands in the shell blocks below a heading of a guide, one text per block, without the indentation of lists. */
export const readGuideCommands = async (file: string, heading: string): Promise<string[]> => {
  const text = await readFile(`docs/guide/${file}`, 'utf8');
  const [, level = '', section] = text.split(new RegExp(`^(##|###) ${heading}$`, 'm'));
  if (section === undefined) throw new Error(`${file} has no heading ${heading}`);
  const [own = ''] = section.split(new RegExp(`^#{2,${level.length}} `, 'm'));
  return [...own.matchAll(/^( *)```sh\n([^]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
    block
      .split('\n')
      .map((line) => line.slice(indent.length))
      .join('\n'),
  );
};
