import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Reads a file of the project. */
export const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));

export const bin = (name) => [process.execPath, path.join(root, 'node_modules', ...name.split('/'))];

/**
 * Runs a command, by default in the project's folder, and resolves to its exit code. With `isQuiet` its output is shown only on
 * failure.
 */
export const run = ([command, ...args], { cwd = root, env = {}, isQuiet = false } = {}) =>
  new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
    });
    const output = [];
    child.stdout?.on('data', (chunk) => output.push(chunk));
    child.stderr?.on('data', (chunk) => output.push(chunk));
    const stop = (signal) => {
      // At a terminal Ctrl-C already reaches the child.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
      child.once('close', () => process.exit(128 + constants.signals[signal]));
    };
    process.on('SIGINT', stop).on('SIGTERM', stop);
    const finish = (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      if (code !== 0) process.stderr.write(Buffer.concat(output));
      resolve(code);
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${command}: ${error.message}\n`));
      finish(1);
    });
    child.on('close', (code) => finish(code ?? 1));
  });

/** Like `run`, but throws if the command fails. */
export const runOrThrow = async (command, options) => {
  if ((await run(command, options)) !== 0) throw new Error(`${command.join(' ')} failed`);
};
