/** SHA-256 in hexadecimal. Null where the browser does not offer it: outside https and localhost. */
export const hashFile = async (file: File): Promise<string | null> => {
  // The types promise what only secure pages have.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const digest = await subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
