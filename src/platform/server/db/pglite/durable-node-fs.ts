import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  readonly nfd: number;
}

interface NodeModule {
  readonly FS: { readonly ErrnoError: new (errno: number) => Error };
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: Stream) => number } };
}

// Error numbers of Emscripten that PostgreSQL ignores for directories, which some file systems cannot sync.
const EMSCRIPTEN_ERRNO = new Map([
  ['EBADF', 8],
  ['EPERM', 8],
  ['EINVAL', 28],
]);
const EIO = 29;

const readErrno = (error: unknown): number =>
  error instanceof Error && 'code' in error ? (EMSCRIPTEN_ERRNO.get(String(error.code)) ?? EIO) : EIO;

/**
 * Adds fsync to PGlite's file system. Emscripten's NODEFS does not implement it, so a power failure could lose acknowledged
 * transactions. Failures of fsync are reported to PostgreSQL.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const installFsync = (module: unknown): void => {
      // PGlite's module type does not declare `stream_ops`.
      const { FS, NODEFS } = module as NodeModule;
      NODEFS.stream_ops.fsync = ({ nfd }) => {
        try {
          fsyncSync(nfd);
          return 0;
        } catch (error) {
          // Emscripten passes only an `ErrnoError` on to PostgreSQL, as an error number. Any other exception would unwind the stack of
          // PostgreSQL.
          throw new FS.ErrnoError(readErrno(error));
        }
      };
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), installFsync] },
    };
  }
}
