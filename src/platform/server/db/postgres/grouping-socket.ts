import { Socket } from 'node:net';

/**
 * A socket that sends what is written in one turn of the event loop with one system call. The driver corks the socket for each
 * statement alone, so a group of statements would otherwise take one call each.
 */
export class GroupingSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      this.uncork();
    });
  }
}
