import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  readonly nfd: number;
}

interface NodeModule {
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: Stream) => number } };
}

// Emscripten's own numbers. PostgreSQL forgives the first ones for a folder, which some file systems cannot sync.
const EMSCRIPTEN_ERRNO = new Map([
  ['EBADF', 8],
  ['EPERM', 8],
  ['EINVAL', 28],
]);
const EIO = 29;

const readErrno = (error: unknown): number =>
  error instanceof Error && 'code' in error ? (EMSCRIPTEN_ERRNO.get(String(error.code)) ?? EIO) : EIO;

/**
 * Emscripten's NODEFS has no fsync, so that PostgreSQL's calls would reach no disk: a power cut could lose what was
 * acknowledged. This one passes them on, and their failures back.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const passFsyncOn = (module: unknown): void => {
      // The module's type does not name its file systems.
      const { FS, NODEFS } = module as NodeModule;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
          return 0;
        } catch (error) {
          // Any other error would leave PostgreSQL in the middle of its commit, as if nothing had happened.
          throw new FS.ErrnoError(readErrno(error));
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), passFsyncOn] } };
  }
}
