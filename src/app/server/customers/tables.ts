import { notesTable } from '#core/notes/server/notes.ts';

export const memberNotes = notesTable('member_notes', 'member_id', 'uuid');
