/** The `NOTIFY` channel on which database triggers announce changes that public pages may show. */
export const CONTENT_CHANGED_CHANNEL = 'content_changed';

/** Connects one server process to the other processes on the same database: change notifications and leader election. */
export interface ChangeListener {
  /**
   * Whether it is certain that `onChange` of `listenForChanges` has been called after every change that was committed more than 3 s
   * ago.
   */
  isConnected(): boolean;
  /**
   * Makes this process the leader if it is connected and no other process is the leader. The leader runs the jobs that must run on one
   * process only. Resolves to whether this process is the leader. A leader stays leader until it ends or loses its connection.
   */
  tryBecomeLeader(): Promise<boolean>;
  close(): Promise<void>;
}
