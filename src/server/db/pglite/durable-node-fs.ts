import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  readonly nfd: number;
}

interface NodeModule {
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: Stream) => number } };
}

// Emscripten's error numbers. PostgreSQL ignores the first ones for folders, which some file systems cannot sync.
const EMSCRIPTEN_ERRNO = new Map([
  ['EBADF', 8],
  ['EPERM', 8],
  ['EINVAL', 28],
]);
const EIO = 29;

const readErrno = (error: unknown): number =>
  error instanceof Error && 'code' in error ? (EMSCRIPTEN_ERRNO.get(String(error.code)) ?? EIO) : EIO;

/**
 * Emscripten's NODEFS does not implement fsync, so a power failure could lose acknowledged commits. This subclass forwards fsync calls
 * to the disk and returns their errors.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const passFsyncOn = (module: unknown): void => {
      // The module's type lacks its file systems.
      const { FS, NODEFS } = module as NodeModule;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
          return 0;
        } catch (error) {
          // PostgreSQL only handles ErrnoError; any other exception would leave it in the middle of a commit.
          throw new FS.ErrnoError(readErrno(error));
        }
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), passFsyncOn] } };
  }
}
