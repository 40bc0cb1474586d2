import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';

interface Stream {
  readonly nfd: number;
}

interface NodeModule {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: Stream) => number } };
}

/**
 * Emscripten's NODEFS has no fsync, so that PostgreSQL's calls would reach no disk: a power cut could lose what was
 * acknowledged. This one passes them on.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(pg, options);
    const passFsyncOn = (module: unknown): void => {
      // The module's type does not name its file systems.
      (module as NodeModule).NODEFS.stream_ops.fsync = ({ nfd }) => {
        fsyncSync(nfd);
        return 0;
      };
    };
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), passFsyncOn] } };
  }
}
